"""The links of one line of a memory index: what they name, where they stand, and whether the line is theirs."""

import posixpath
import re
import unicodedata
from bisect import bisect_right
from dataclasses import dataclass

from dreamtui.kinds.memory.index.line import decode_target, unescaped
from dreamtui.text.markup.markdown import code_spans

_ITEM = re.compile(r"(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?:\[[ xX]\][ \t]+)?")
_EMPHASIS = re.compile(r"(?:\*\*|__|\*|_)?(?=\[)")
_BRACKET = re.compile(r"\\.|[\[\]]")
_CLOSE = re.compile(r"\\.|[()]|<[^<>]*>")
_QUOTED = re.compile(r"""\s("[^"]*"|'[^']*'|\([^()]*\))$""")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_DASH = re.compile(r"\s*(?:[—–]|--?|:)\s+")
_LONGEST = 3 * 4096
_LONGEST_HOOK = 1000


@dataclass(frozen=True, slots=True)
class Link:
    """A Markdown link on a line."""

    title: str
    """What stands in the square brackets, unescaped."""
    target: str
    """The path it names, decoded, without an anchor; a web address as it stands."""
    start: int
    """Offset of the opening bracket in the line."""
    middle: int
    """Offset of the closing bracket."""
    end: int
    """Offset after the closing parenthesis."""
    place: str
    """in: a path below the folder; out: a file elsewhere; web: an address; none: an anchor or nothing."""


def links_of(line: str) -> list[Link]:
    """Every link of a line in order; images, wiki links and what stands in inline code are none."""
    if "](" not in line:
        return []
    code = code_spans(line)
    begins = [start for start, _ in code]
    found: list[Link] = []
    opened: list[int] = []
    floor = 0
    for match in _BRACKET.finditer(line):
        at = match.start()
        span = bisect_right(begins, at) - 1
        if at < floor or (span >= 0 and at < code[span][1]) or match.group()[0] == "\\":
            continue
        if match.group() == "[":
            opened.append(at)
            continue
        start = opened.pop() if opened else None
        close = _closing(line, at + 2) if start is not None and line.startswith("(", at + 1) else None
        if start is not None and close is not None:
            floor = close + 1
            if not line.endswith("!", 0, start):
                words = unescaped(line[start + 1 : at]).strip()
                target, place = _named(line[at + 2 : close])
                found.append(Link(words, target, start, at, floor, place))
                opened.clear()
    return found


def _closing(line: str, at: int) -> int | None:
    """Where the target that begins at `at` is closed; parentheses inside it come in pairs, and no link begins there."""
    follows = line.find("](", at, at + _LONGEST)
    depth = 0
    for match in _CLOSE.finditer(line, at, follows if follows >= 0 else at + _LONGEST):
        if match.group() == "(":
            depth += 1
        elif match.group() == ")":
            if not depth:
                return match.start()
            depth -= 1
    return None


def _named(written: str) -> tuple[str, str]:
    """What a link names and where that is: without angle brackets, a quoted title and an anchor, decoded and tidy.

    An address and a path from a root are told by what is written: `http%3Ax.md` is a file of that name.
    """
    text = _QUOTED.sub("", written.strip()).strip()
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1].strip()
    plain = _ESCAPED.sub(r"\1", text)
    if _SCHEME.match(plain) and not _DRIVE.match(plain):
        return text, "out" if plain.startswith("file:") else "web"
    if _DRIVE.match(plain):
        return decode_target(plain.partition("#")[0]), "out"
    path = decode_target(plain.partition("#")[0].strip().replace("\\", "/"))
    if not path:
        return "", "none"
    tidy = posixpath.normpath(path)
    target = same_name(f"{tidy}/" if path.endswith("/") and tidy != "/" else tidy)
    home = plain.startswith("~") and (plain == "~" or "/" in path)
    return target, "out" if home or target.startswith(("/", "../")) or target == ".." else "in"


def same_name(name: str) -> str:
    """A name as it is compared: composed, because some file systems take letters apart."""
    return name if name.isascii() else unicodedata.normalize("NFC", name)


def starts_entry(line: str, first: Link) -> bool:
    """Whether a line is a list item that begins with this link."""
    item = _ITEM.match(line)
    if item is None:
        return False
    lead = _EMPHASIS.match(line, item.end())
    return (lead.end() if lead else item.end()) == first.start


def hook_of(line: str, link: Link) -> str:
    """What is said behind a link, unescaped."""
    rest = line[link.end : link.end + _LONGEST_HOOK].lstrip("*_")
    dash = _DASH.match(rest)
    return unescaped(rest[dash.end() if dash else 0 :].strip())


def dash_of(line: str, link: Link) -> str:
    """The sign between a link and its hook; a long dash where there is none."""
    found = _DASH.match(line[link.end : link.end + _LONGEST_HOOK].lstrip("*_"))
    return found.group().strip() if found else "—"
