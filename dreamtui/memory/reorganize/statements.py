"""The statements of a text: headings, list items, sentences, table rows and code blocks, their words untouched."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, unique
from functools import lru_cache

from dreamtui.memory.reorganize.language.vocabulary import signs_of
from dreamtui.text.markup.markdown import LinePart, classify, lines_of
from dreamtui.text.words import is_blank, normalise

_HEADING = re.compile(r"^ {0,3}#{1,6}\s+\S")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S")
_MARK = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_ROW = re.compile(r"^\s*\|")
_RULE = re.compile(r"^\s*(?:[-*_]\s*){3,}$")
_END = re.compile(r"(?<=[.!?。！？])[\"'”’)\]]*\s+(?=[\"'“(\[`*_]*[A-Z0-9`À-Þ\u4e00-\u9fff])|(?<=[。！？])")
_SHORTENED = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|mr|mrs|ms|dr|st|fig|al|inc|ltd)|\b[A-Z])\.$", re.IGNORECASE
)


_TAIL = 16
"""Characters before a full stop that show whether it ends a sentence."""


@unique
class Form(Enum):
    """How a statement stands in its text."""

    HEADING = "heading"
    ITEM = "item"
    SENTENCE = "sentence"
    BLOCK = "block"


@dataclass(frozen=True, slots=True)
class PlacedStatement:
    text: str
    """Its words, exactly as they stand, without white space around."""
    form: Form
    section: str
    """The headings above it in their plain form; empty at the top."""
    paragraph: int
    """Sentences of one number belong together."""
    indent: str = ""
    """White space before a list item."""


@lru_cache(maxsize=65536)
def plain(text: str) -> str:
    """The form in which two wordings that differ only in case, spacing, punctuation or markup are equal.

    Signs that mean something follow it, with their places: "< 5" and "> 5" are not equal.
    """
    words = normalise(text) or " ".join(text.split())
    signs = signs_of(text)
    return words if not signs else f"{words} \x1f {' '.join(f'{at}{sign}' for at, sign in signs)}"


@lru_cache(maxsize=65536)
def statements(text: str) -> tuple[PlacedStatement, ...]:
    """Every statement of a text in order; together they hold every visible word of it."""
    lines = [line.rstrip("\r\n") for line in lines_of(text)]
    parts = classify(lines_of(text))
    found: list[PlacedStatement] = []
    above: list[tuple[int, str]] = []
    prose: list[str] = []
    number = 0

    def section() -> str:
        return "\n".join(title for _, title in above)

    def close() -> None:
        nonlocal number
        if prose:
            number += 1
            found.extend(_sentences("\n".join(prose), section(), number))
            prose.clear()

    at = 0
    while at < len(lines):
        line, part = lines[at], parts[at]
        if part is LinePart.TEXT and not _starts(line):
            prose.append(line)
            if is_blank(line):
                prose.pop()
                close()
            at += 1
            continue
        close()
        end = _end(lines, parts, at)
        whole = "\n".join(lines[at:end])
        number += 1
        if _HEADING.match(line) and part is LinePart.TEXT:
            level = len(line.strip().split()[0])
            above = [(depth, title) for depth, title in above if depth < level]
            found.append(PlacedStatement(line.strip(), Form.HEADING, section(), number))
            above.append((level, plain(line)))
        elif part is LinePart.TEXT and _ITEM.match(line):
            found.append(
                PlacedStatement(whole.strip(), Form.ITEM, section(), number, line[: len(line) - len(line.lstrip())])
            )
        elif not is_blank(whole):
            found.append(PlacedStatement(whole.strip("\n"), Form.BLOCK, section(), number))
        at = end
    close()
    return tuple(found)


def claims_of(text: str) -> tuple[PlacedStatement, ...]:
    """Statements that say something: no headings, and no comments, which are not read."""
    return tuple(
        said for said in statements(text) if said.form is not Form.HEADING and not said.text.startswith("<!--")
    )


def sentences(said: PlacedStatement) -> tuple[str, ...]:
    """The sentences of a list item that holds more than one; else none."""
    mark = _MARK.match(said.text)
    if said.form is not Form.ITEM or mark is None:
        return ()
    found = tuple(one.text for one in _sentences(said.text[mark.end() :], said.section, said.paragraph))
    return found if len(found) > 1 else ()


def without(text: str, gone: Iterable[str]) -> str:
    """A text without some of its statements or sentences, given by their words; every other line as it stands.

    A label before the first sentence of several stays, what is listed below an item that goes takes its place, and a
    heading goes with all that stood below it.
    """
    for said in gone:
        begin = _place(text, said)
        if begin is None:
            continue
        end = begin + len(said)
        start = text.rfind("\n", 0, begin) + 1
        stop = text.find("\n", end)
        stop = len(text) if stop < 0 else stop
        if not text[start:begin].strip() and not text[end:stop].strip():
            text = _headed(text[:start], _dedented(text[start:stop], text[stop + 1 :]))
        else:
            label = _LABEL.match(said) if text[end:stop].strip() else None
            head, tail = text[: begin + (label.end() if label else 0)], text[end:].lstrip(" ")
            text = (head.rstrip(" ") if not tail or tail.startswith("\n") else head) + tail
    return text.strip("\n")


_LABEL = re.compile(
    r"\s*(?:(?:[-*+•]|\d{1,3}[.)])\s+)?(?:\*\*[^*\n]{1,40}:\*\*|__[^_\n]{1,40}:__|\*\*[^*\n]{1,40}\*\*:)\s+"
)
"""A label in front of what it is of: `**How to apply:** `."""


def begins_with_label(said: str) -> bool:
    """Whether a label stands in front of what a statement says."""
    return _LABEL.match(said) is not None


def _dedented(item: str, tail: str) -> str:
    """What follows an item that goes; what is listed below it moves up to its place."""
    own = len(item) - len(item.lstrip(" "))
    if not _ITEM.match(item):
        return tail
    lines = tail.split("\n")
    below = 0
    while below < len(lines) and lines[below].strip() and len(lines[below]) - len(lines[below].lstrip(" ")) > own:
        below += 1
    if not below or not _ITEM.match(lines[0]):
        return tail
    shift = len(lines[0]) - len(lines[0].lstrip(" ")) - own
    return "\n".join(
        [*(line[min(shift, len(line) - len(line.lstrip(" "))) :] for line in lines[:below]), *lines[below:]]
    )


def _headed(head: str, tail: str) -> str:
    """Two parts of a text joined where something went: no second blank line, and no heading with nothing below it."""
    while True:
        lines = head.rstrip("\n").split("\n")
        rest = tail.lstrip("\n")
        above = _HEADING.match(lines[-1])
        below = _HEADING.match(rest.partition("\n")[0])
        if not above or (rest and not (below and _level(rest) <= _level(lines[-1]))):
            break
        head, tail = "\n".join(lines[:-1]) + ("\n" if lines[:-1] else ""), rest
    return head + (tail[1:] if head.endswith("\n\n") and tail.startswith("\n") else tail)


def _level(heading: str) -> int:
    return len(heading.strip().split()[0])


def _place(text: str, words: str) -> int | None:
    """Where the statement with these words begins, else the first item that has them as a sentence."""
    at = 0
    inside: int | None = None
    for said in statements(text):
        at = text.find(said.text, at)
        if at < 0:
            return inside
        if said.text == words:
            return at
        if inside is None and words in sentences(said):
            inside = at + said.text.index(words)
        at += len(said.text)
    return inside


def _starts(line: str) -> bool:
    return any(pattern.match(line) for pattern in (_HEADING, _ITEM, _ROW, _RULE))


def _end(lines: list[str], parts: list[LinePart], at: int) -> int:
    """The line after a block: a fence or comment whole, an item with its continuation, else one line."""
    end = at + 1
    if parts[at] is not LinePart.TEXT:
        closing = lines[at].strip()[:3]
        while end < len(lines) and parts[end] is parts[at]:
            end += 1
            if parts[at] is LinePart.FENCE and lines[end - 1].strip().startswith(closing) and end - at > 1:
                break
        return end
    if _ITEM.match(lines[at]):
        while (
            end < len(lines) and parts[end] is LinePart.TEXT and lines[end][:2].isspace() and lines[end].strip()
            and not _starts(lines[end])
        ):  # fmt: skip
            end += 1
    return end


def _sentences(paragraph: str, section: str, number: int) -> list[PlacedStatement]:
    """The sentences of a paragraph; a full stop after a shortened word ends none."""
    pieces: list[str] = []
    start = 0
    for match in _END.finditer(paragraph):
        head = paragraph[start : match.start()]
        if not _SHORTENED.search(head[-_TAIL:].rstrip("\"'”’)]")):
            pieces.append(paragraph[start : match.end()])
            start = match.end()
    pieces.append(paragraph[start:])
    return [PlacedStatement(piece.strip(), Form.SENTENCE, section, number) for piece in pieces if not is_blank(piece)]


_MARKS = " \t*_`~>#|+•✅✓☑★⏳🔒-[]()xX"
"""What may stand around the words of a line: markup, a box, a sign."""
_LOGGED = re.compile(
    r"(?:on |as of )?20\d\d[-/]\d\d[-/]\d\d"
    r"|(?:[A-Z]{2,10}-\d{1,6}|#\d{1,6}|(?:fix|add|resolv|clos|ship|merg|chang|updat|remov|complet|deploy|implement)e?d|done)"
    r"[*_:,(\s–—-]{1,8}20\d\d[-/]\d\d[-/]\d\d",
    re.IGNORECASE,
)
"""A day at the beginning of a line, or behind a ticket or what was done that day."""
_LABELLED = re.compile(r"\w[\w /().&-]{0,40}[:=]\W{0,6}\d\S*(?:\s\S+){0,3}$")
"""A label with a figure: "Commits: 20+", "slot: 113"."""
_COUNT = re.compile(
    r"(?<![\w.,/#-])~?\d[\d,.]*\+?(?:/\d[\d,.]*)?\s+(?:[a-z/-]{1,20}\s+){0,2}?"
    r"(?:tests?|specs?|suites?|checks?|assertions?|commits?|files?|lines?|loc|sessions?|prs?|issues?|tickets?|bugs?|errors?"
    r"|warnings?|failures?|entries|items?|rows?|records?|pages?|modules?|components?|endpoints?|tasks?|steps?|matches"
    r"|users?|downloads?|stars?|views?|tokens?|words?|pass(?:ed|ing|es)?|fail(?:ed|ing|s)?|green|red|skipped|open|closed"
    r"|done|total|hits?|games?|tracks?|albums?|tables?|columns?|skills?|agents?|submissions?|applications?|new)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(r"\bcounts?\b[^.;]{0,40}\d[^.;]{0,20}(?:→|->|=>|\bto\b)\s?\d", re.IGNORECASE)
"""A count that went from one figure to another."""
_LIMIT = re.compile(
    r"\b(?:must|never|always|should|shall|may|can|cannot|only|at (?:most|least)|up to|max\w*|min(?:imum)?|limit\w*"
    r"|allow(?:s|ed)?|require[sd]?|needs?|per|under|over|within|(?:more|less|fewer) than|every|keep|use|don't|do not"
    r"|cap(?:s|ped)?|exceed\w*|default\w*|supports?|approve)\b",
    re.IGNORECASE,
)
"""With one of these a figure is a bound that somebody set, and no count of how many there were."""
_STOOD = re.compile(
    r"\b(?:not|un|never) ?(?:yet )?(?:committed|pushed|deployed|merged|released)\b|"
    r"\b(?:tests?|gates?|ci|suite|build|checks?|lint|tsc|vitest|pytest)\b[^.;]{0,40}\b(?:green|red|clean|pass(?:ed|ing|es)?|"
    r"fail(?:ed|ing|s))\b|\b(?:PR|MR|issue)s?\s?#\d|\b(?:built|shipped|merged|closed|opened|deployed)\b[^.;]{0,20}\b20\d\d-|\b(?:squash|merged|commit(?:ted)?|pushed)\b[^.;]{0,20}`?\b[0-9a-f]{7,40}\b",
    re.IGNORECASE,
)
"""How tests, a build or a change stood."""
_POINTS = re.compile(r"(?:see(?: also)?|related(?: to)?|details?|full \w+|links?|refs?|references?)\b", re.IGNORECASE)
_LEADS = re.compile(r"[\s*_+>•-]{0,8}(?:\[\[|\[[^\]\n]{1,120}\]\()")
LINKS = re.compile(r"\[\[[^\]]{0,200}\]\]|\]\([^)\s]{0,500}\)")


def is_entry(text: str) -> bool:
    """Whether a statement begins with its day, as the entry of a log does."""
    return _LOGGED.match(text[:_LOOKED_AT].lstrip(_MARKS)) is not None


def is_pointer(text: str) -> bool:
    """Whether a statement only says where more is to be found."""
    return _POINTS.match(text[:_LOOKED_AT].lstrip(_MARKS)) is not None


def leads_on(text: str) -> bool:
    """Whether a statement says what is found elsewhere: it begins with a link, or ends with a colon."""
    if text.rstrip(" *_").endswith((":", "：")):
        return True
    return _LEADS.match(text[:_LOOKED_AT]) is not None or is_pointer(text)


@lru_cache(maxsize=65536)
def is_report(text: str) -> bool:
    """Whether a statement tells how something stood: a count, a status line."""
    shown = text[:_LOOKED_AT].strip(_MARKS)
    if _LABELLED.match(shown) or _STOOD.search(shown) or _COUNTED.search(shown):
        return True
    return _COUNT.search(shown) is not None and _LIMIT.search(shown) is None


_LOOKED_AT = 400
"""Characters of a statement that are looked at."""


def without_links(text: str) -> str:
    """A statement without the names of other memories in it."""
    return LINKS.sub(" ", text)
