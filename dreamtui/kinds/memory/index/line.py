"""One line of an index: `- [Title](file.md) — one-line hook`, in at most 150 characters."""

import posixpath
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import quote, unquote

from dreamtui.text.budget import INDEX_LINE
from dreamtui.text.danger.agent_text import cut, safe_line
from dreamtui.text.inert import has_hidden, inert_line
from dreamtui.text.markup.markdown import code_spans

_LINE = re.compile(r"^[-*+] \[((?:\\.|[^\]\\])*)\]\(([^()\s]+|<[^<>]*>)\)(?: — (.*)|[ \t]*)$")
_UNSAFE = re.compile(r"[\s\x00-\x20()<>%\"\\\x7f-\x9f#?`]|&(?=#?\w+;)|^~")
_SCHEME = re.compile(r"^([A-Za-z][A-Za-z0-9+.-]*):")
_IN_TITLE = re.compile(r"[\\\[\]]|<(?!!--)|&(?=#?\w+;)")
_IN_HOOK = re.compile(r"\\(?=[!-/:-@\[-`{-~])|\](?=[(\[])|<(?=[A-Za-z/?]|!(?!--))|&(?=#?\w+;)")
_WRITTEN = re.compile(r"\\([!-/:-@\[-`{-~])|&(lt|gt);")
_PREFIX = re.compile(r"^[0-9a-f]{8}-")
_LEAST_TITLE = 12
_LEAST_HOOK = 12
_TITLE = 60


@dataclass(frozen=True, slots=True)
class IndexLine:
    title: str
    target: str
    """The path it links to, decoded; for a name too long to link, its folder, the start of the name and `*`."""
    hook: str


def make_line(title: str, target: str, hook: str, width: int = INDEX_LINE) -> str:
    """The line; title and hook are cut, and a path too long to link is given as its folder and how its name begins."""
    words, about = _title_of(title), _plain(hook)
    link = encode_target(target)
    if len(f"- [](){link}") + _LEAST_TITLE > width:
        folder, _, name = target.rpartition("/")
        link = encode_target(folder + "/" if folder else "./")
        about = f"{_name_start(name)}*: {about}" if about else f"{_name_start(name)}*"
    room = width - len(f"- [](){link}")
    wanted = len(_hook(about)) + 3 if about else 0
    shown = cut_title(words, max(min(room, _TITLE, len(words) * 4), min(room - wanted, len(words) * 4)))
    room -= len(shown) + 3
    tail = f" — {_fitting(about, room, _hook)}" if about and room >= min(_LEAST_HOOK, wanted - 3) else ""
    return f"- [{shown}]({link}){tail}"


def _name_start(name: str) -> str:
    return encode_target(name[:9] if _PREFIX.match(name) else name[:24]).replace("*", "%2A")


def cut_title(title: str, room: int) -> str:
    """A title for square brackets: escaped, and cut to the room there is."""
    return _fitting(_title_of(title), room, lambda words: safe_line(_IN_TITLE.sub(r"\\\g<0>", words)))


def _hook(words: str) -> str:
    """A hook behind the link: anything that would make another link, an image, a tag or an escape is escaped."""
    return safe_line(_IN_HOOK.sub(r"\\\g<0>", words))


def unescaped(written: str) -> str:
    """The words that a title or hook was written for."""
    return _WRITTEN.sub(lambda match: match[1] or ("<" if match[2] == "lt" else ">"), written)


def _title_of(title: str) -> str:
    """The words of a title; a backtick would begin code that reaches over the link."""
    return _plain(title.replace("`", "")) or "untitled"


def _plain(text: str) -> str:
    """Words on one line, with marks for what is hidden."""
    return " ".join(inert_line(text).split())


def _fitting(words: str, room: int, shown: Callable[[str], str]) -> str:
    """The words as they are shown, cut so that they fit; an escape is never cut in two."""
    width = min(len(words), room)
    while len(made := shown(cut(words, width))) > room and width > 1:
        width -= 1
    return made


def encode_target(path: str) -> str:
    """A path as a link target that is read back as this path; other scripts stay readable.

    Percent-coded is what would end the link, hide, begin an anchor or a query, or look like an address.
    """
    coded = _UNSAFE.sub(lambda match: _coded(match[0]), path)
    if has_hidden(coded):
        coded = "".join(_coded(char) if has_hidden(char) else char for char in coded)
    return _SCHEME.sub(r"\1%3A", coded, count=1) if _SCHEME.match(coded) else coded


def _coded(char: str) -> str:
    """The bytes of a character that is unsafe in a link; `~` is plain to `quote`."""
    if char == "~":
        return "%7E"
    try:
        return quote(char, errors="surrogateescape")
    except UnicodeEncodeError:
        return quote(char, errors="replace")


def decode_target(written: str) -> str:
    """The path that a percent-coded one means; bytes that are no UTF-8 come back as they were."""
    return unquote(written, errors="surrogateescape")


def read_line(line: str) -> IndexLine | None:
    """An index line taken apart, or nothing for any other line."""
    match = _LINE.match(line)
    if match is None:
        return None
    target = decode_target(match[2].strip("<>"))
    hook = unescaped(match[3] or "")
    if target.endswith("/"):
        start, star, rest = hook.partition("*")
        if star:
            target, hook = f"{target}{decode_target(start)}*", rest.removeprefix(": ")
    return IndexLine(unescaped(match[1]), target, hook)


def names(line: IndexLine, path: str) -> bool:
    """Whether the line links to this path."""
    return path.startswith(line.target[:-1]) if line.target.endswith("*") else path == line.target


_ITEM = re.compile(r"(\s*(?:[-*+]|\d{1,9}[.)])[ \t]+)(?:\[[ xX]\][ \t]+)?")
_EMPHASIS = re.compile(r"(?:\*\*|__|\*|_)?(?=\[)")
_BRACKET = re.compile(r"\\.|[\[\]]")
_CLOSE = re.compile(r"\\.|[()]|<[^<>]*>")
_QUOTED = re.compile(r"""\s("[^"]*"|'[^']*'|\([^()]*\))$""")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_DASH = re.compile(r"\s*(?:[—–]|--?|:)\s+")
_LONGEST = 3 * 4096
_LONGEST_HOOK = 1000


@dataclass(frozen=True, slots=True)
class Link:
    """A Markdown link on a line."""

    title: str
    """The text in the square brackets, unescaped."""
    target: str
    """The path it names, decoded, without an anchor; a web address unchanged."""
    start: int
    """Offset of the opening bracket in the line."""
    middle: int
    """Offset of the closing bracket."""
    end: int
    """Offset after the closing parenthesis."""
    place: str
    """in: a path below the folder; out: a file elsewhere; web: an address; none: an anchor or nothing."""


def links_of(line: str) -> list[Link]:
    """Every link of a line in order; not images, wiki links or links in inline code."""
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
    """The target of a link and its position: without angle brackets, a quoted title and an anchor, decoded and
    normalised.

    An address and an absolute path are recognised before decoding: `http%3Ax.md` is a file of that name.
    """
    text = _QUOTED.sub("", written.strip()).strip()
    if text.startswith("<") and text.endswith(">"):
        text = text[1:-1].strip()
    plain = _ESCAPED.sub(r"\1", text)
    if _ADDRESS.match(plain) and not _DRIVE.match(plain):
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
    """The sign between a link and its hook; a long dash by default."""
    found = _DASH.match(line[link.end : link.end + _LONGEST_HOOK].lstrip("*_"))
    return found.group().strip() if found else "—"
