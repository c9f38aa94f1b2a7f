"""The sentences of a brief as they are weighed: what each is about, which figures it has, what it names, what it cites.

A figure says something only beside what it measures, and a link only for the claim that it stands at. So both are read
with their sentence, and what is piled up (figures in a row, citations in a heap, one sentence again with other numbers)
is told apart from what is said.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from itertools import islice, pairwise

from dreamtui.memory.reorganize.language.reading import stem
from dreamtui.text.words import STOP_WORDS, tokens
from dreamtui.training.briefs.brief import Brief, Part, Source, Stated, Written


@unique
class Pile(StrEnum):
    """Why a sentence counts for nothing: words for a reason."""

    FIGURES = "figures in a row"
    CITATIONS = "a heap of citations"
    DENSE = "one more figure where nearly every sentence has one"
    NAMES = "a list of names"
    AGAIN = "said before with other figures or names"
    HEARSAY = "somebody's saying, in place of evidence"
    MARKS = "says what is marked, not something of the subject"
    COPIED = "copied from an earlier brief"
    ORDER = "an order to whoever reads it"


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    line: int
    """The line it begins in."""
    part: Part
    form: Written
    about: frozenset[str]
    """Stems of the words that carry its topic; figures, names in code and addresses are none."""
    figures: tuple[str, ...]
    measured: tuple[str, ...]
    """Those of the figures that stand beside what they measure."""
    counts: bool
    """Whether it counts something in words."""
    names: tuple[str, ...]
    """What it names: code, paths, products, people; each once."""
    cited: frozenset[int]
    """Numbers of the sources, from 0, that it cites."""
    links: tuple[str, ...]
    """Addresses that stand in it and that no source is listed for."""
    dangling: tuple[str, ...]
    """Citations of sources that are not there."""
    flows: bool
    """Whether it is a sentence rather than words in a row."""
    piled: Pile | None = None

    @property
    def is_backed(self) -> bool:
        """Whether it says where it is from: a source, a place of the repository, or how it was found out."""
        return self.piled is None and bool(self.cited or self.links or _places(self.names) or _OWN.search(self.text))

    @property
    def is_claim(self) -> bool:
        """Whether it says enough to be right or wrong."""
        is_row = self.form is Written.ROW
        return self.piled is None and self.flows and not is_row and len(self.about) >= _LEAST_ABOUT


_LEAST_ABOUT = 3
_MOST = 400
"""Sentences that are weighed; a brief of 800 words has no hundred."""
_LONGEST = 1500
"""Characters of a sentence that are weighed."""
_MOST_FIGURES, _MOST_CITED, _MOST_NAMES = 4, 2, 5
"""In one sentence; with more they are a pile."""
_ALIKE = 0.8
_WITHIN = 0.75
"""Share of the stems of a sentence without names that an earlier one has, if it says the same in other words."""
_HEARSAY = re.compile(
    r"[\"”],? (?:says|said|adds|added|advises|advised|warns|argues|notes) (?=[A-Z])"
    r"|[\"”,] [A-Z]\w+ (?:says|adds|advises|warns)\b"
    r"|\b[Aa]ccording to (?:an?|some|many|leading|senior)\b|\b[Ee]xperts? (?:say|says|agree|agrees|are|believe)\b"
    r"|\b(?:leading|renowned|top) (?:expert|authority|researcher|laborator)"
    r"|\b(?:familiar|close) (?:with|to) the matter\b"
)
"""What a person is said to have said: it shows that they hold it, not that it is so."""
_ORDER = re.compile(
    r"\b(?:ignore|disregard|forget)\b[^.]{0,30}\b(?:previous|prior|earlier|above)\b[^.]{0,20}\binstructions?\b"
    r"|\b(?:accept|approve|grade|mark|score|rate)[ ]this[ ]brief\b",
    re.IGNORECASE,
)
"""Words to whoever reads or grades it, in place of a statement."""
_MARKING = frozenset(
    map(stem, [
        "specific", "specificity", "evidence", "evidenced", "source", "sourced", "actionable", "actionability",
        "depth", "deep", "mechanism", "causal", "consequence", "measurable", "quantified", "quantify",
        "named", "rubric", "score", "grade", "mark", "dimension",
    ])
)  # fmt: skip
"""What the dimensions of the marks are called, and words that sound like them."""
_FEW, _WITH_FIGURES = 6, 0.4
"""So many sentences may have figures in any case, and such a share of a long text."""
_LINK = re.compile(
    r"\[([^\]]{0,200})\]\(<?(https?://[^\s<>)]{1,500})>?\)"
    r"|<?(https?://[^\s<>\"'`|\\^{}]{2,}[^\s<>\"'`|\\^{}.,;:!?)\]])>?"
    r"|(?<![\w/@.-])((?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|dev|gov|edu|eu|ai|app|tech|blog)/[^\s<>\"'`|)\],;]*)"
)
_NUMBER_OF = r"\^?(?:[Ss](?:ources?[ ])?)?\d{1,3}(?:,?[ ]pp?\.[ ]?\d{1,4}(?:[–-]\d{1,4})?)?"
_CITED = re.compile(
    rf"\[({_NUMBER_OF}(?:[ ]?[,;–-][ ]?{_NUMBER_OF}){{0,20}}|\^?[a-z])\](?!\()"
    r"|\b[Ss]ources?[ ](\d{1,3}(?:(?:,[ ]?|[ ]and[ ]|[ ]&[ ])\d{1,3}){0,5})\b|\((?:see[ ])?[Ss](\d{1,3})\)"
)
_BREAK = re.compile(
    rf"(?<=[.!?;])(?<![ ]p\.)(?<!pp\.)[\"')\]]*(?:[ ]?\[{_NUMBER_OF}(?:[ ]?[,;–-][ ]?{_NUMBER_OF}){{0,20}}\]){{0,8}}"
    r"(?=\s+[\"'(\[`*_]*[A-Z0-9`]|\s*\Z)"
)
"""The end of a sentence, behind the marks of its sources; one that a small letter follows begins the next."""
_TICKED = re.compile(r"`([^`\n]+)`")
_FILE = re.compile(
    r"(?<![\w/.@`-])(?:[\w.-]{1,60}/){0,8}[\w-]{1,80}"
    r"\.(?:md|py|sh|ts|js|go|rs|ya?ml|json|toml|sql|csv|txt|cfg|ini|log)\b(?::\d+)?"
    r"|(?<![\w&])#\d{1,6}\b"
)
_NUMBER = re.compile(
    r"(?<![\w.,/#@-])[~≈<>≤≥±+–-]?[$€£]?\d{1,12}(?:[.,]\d{1,6}){0,4}(?:[ ]?%|[ ](?:ms|s|GB|MB|KB|rps|percent|ns|kHz)\b"
    r"|[a-zA-Zµ]{1,4}\b|(?!\w))(?![-/]\d)"
)
_VERSION = re.compile(
    r"\bv?\d{1,4}\.\d{1,4}(?:\.\d{1,6}){0,3}"
    r"(?![\w%]|[ ]?%|\.\d|[ ](?:ms|s|GB|MB|percent|times|seconds|minutes|hours)\b)"
)
MONTHS = "(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DATE = re.compile(
    rf"\b\d{{4}}-\d{{2}}(?:-\d{{2}})?\b|\b(?:\d{{1,2}}[ ])?{MONTHS}(?:[ ]\d{{1,2}})?(?:,?[ ]\d{{4}})?\b"
    r"|\b(?:19|20)\d{2}\b|\bQ[1-4]\b|\b\d{1,2}:\d{2}\b"
)
_NO_FIGURE = re.compile(
    r"\b(?:[Dd]ays?|[Ww]eeks?|[Ss]teps?|[Pp]arts?|[Pp]hases?|[Cc]ycles?|[Ll]ines?|[Rr]isks?|[Ii]deas?|RFC|CVE|[Ii]ssue|PR"
    r"|[Vv]ersion|[Rr]elease|[Ss]ections?|[Aa]rticles?|[Cc]hapters?|[Pp]ages?|[Tt]ables?|[Ff]igures?|HTTP|TLS|IPv|ISO)"
    r"[ ]?#?\d[\d.–-]{0,12}(?:[ ](?:to|and|or)[ ]\d{1,4}\b)?"
)
_COUNTED = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|half|third"
    r"|quarter|twice|once|both)[ ](?:of[ ]|as[ ]|an?[ ])?[a-z]{3,}",
    re.IGNORECASE,
)
_OWN = re.compile(
    r"\b(?:we|I)[ ](?:measured|counted|ran|timed|profiled|logged|replayed|tested|reproduced|asked|read|carry)\b"
    r"|\b(?:measured|counted|profiled|reproduced|timed)[ ](?:on|in|with|by|over|from|against)\b"
    r"|\b(?:our|the|access|audit|build)[ ](?:logs?|traces?|dashboards?|incident reports?|post-?mortems?|benchmarks?)\b"
    r"|\baccording to[ ](?:the|our|[A-Z])",
    re.IGNORECASE,
)
_PLACE = re.compile(
    r"(?:[\w@.-]{0,80}(?:/[\w@.-]{1,80}){1,12}|[\w-]{1,80}\.[a-z]{1,5})(?::\d{1,6})?"
    r"|[0-9a-f]{7,40}|git[ ].{1,80}|[\w.]{1,80}\(\)|#\d{1,6}"
)
_PROPER = re.compile(r"(?<![\w`/.-])[A-Z][\w&+-]{0,60}(?:[ ][A-Z][\w&+-]{0,60}){0,6}")
_COMMON = frozenset(
    {
        "i", "a", "an", "the", "we", "it", "this", "that", "these", "those", "if", "when", "because", "since",
        "but", "and", "or", "for", "in", "on", "at", "to", "no", "not", "as", "by", "from", "with", "our", "their",
        "they", "one", "two", "three", "risk", "risks", "assumption", "test", "owner", "day", "week", "month",
        "note", "until", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "question",
        "insight", "red", "january", "february", "march", "april", "may", "june", "july", "august", "september",
        "october", "quick", "november", "december", "recommendation", "finding", "adopt", "avoid", "source", "step",
        "would", "could", "more", "most", "before", "after", "nobody", "should", "whether", "only", "than", "then",
        "there", "does", "did", "was", "were", "been", "its", "all", "any", "each", "every", "still", "already",
        "once",
    }
)  # fmt: skip
"""Words that begin sentences with a capital, or say nothing of a topic."""
_HOSTS = frozenset(
    {
        "www", "com", "org", "net", "io", "dev", "html", "http", "https", "docs", "doc", "blog", "blogs", "github",
        "gitlab", "medium", "wikipedia", "youtube", "news", "example", "index", "en", "us", "co", "uk", "latest",
        "stable", "main", "master", "blob", "tree", "wiki", "pages", "page", "article", "articles", "post", "posts",
    }
)  # fmt: skip
"""Parts of an address that name no source."""


def sentences_of(brief: Brief, copied: Collection[int] = ()) -> tuple[Sentence, ...]:
    """Everything a brief says, but the recall and the list of sources, each with why it counts for nothing, if so.

    `copied` are the lines whose words stand in an earlier brief.
    """
    cites = _Citations(brief.sources, _names_in(brief))
    found: list[Sentence] = []
    for section in brief.sections:
        if section.part in (Part.RETRIEVAL, Part.SOURCES):
            continue
        for said in section.said:
            if said.form in (Written.HEADING, Written.CODE):
                continue
            cut = islice(_cut(brief, said), _MOST - len(found))
            found += (_read(text, line, section.part, said.form, cites) for text, line in cut)
    return _told_apart(found, copied)


def _cut(brief: Brief, said: Stated) -> Iterator[tuple[str, int]]:
    line = said.line
    ends = [0, *(match.end() for match in _BREAK.finditer(said.text)), len(said.text)]
    pieces = (said.text[begin:end].strip() for begin, end in pairwise(ends))
    for text in (piece[:_LONGEST] for piece in pieces if piece):
        begin = text[:16]
        while begin not in brief.line(line) and brief.line(line + 1).strip() and line < said.line + 40:
            line += 1
        if begin not in brief.line(line):
            line = said.line
        yield text, line


class _Citations:
    """The sources of a brief, and which of them a sentence cites."""

    def __init__(self, sources: Sequence[Source], names: frozenset[str]) -> None:
        self.names = names
        """First words of proper names that stand inside a sentence somewhere, or name a source."""
        self._by_label = {(one.said.label or str(at + 1)): at for at, one in enumerate(sources)}
        self._by_address = {_plain(one.address): at for at, one in enumerate(sources) if one.address}
        self._by_name: dict[str, set[int]] = {}
        for at, one in enumerate(sources):
            for name in called(one):
                self._by_name.setdefault(name, set()).add(at)

    def read(self, text: str, names: Sequence[str]) -> tuple[frozenset[int], tuple[str, ...], tuple[str, ...]]:
        """The sources, the links to what is not listed, and the citations of nothing."""
        cited, dangling, links = set[int](), list[str](), list[str]()
        for match in _CITED.finditer(_TICKED.sub(" ", text)):
            for label in _labels(match[1] or match[2] or match[3]):
                if label in self._by_label:
                    cited.add(self._by_label[label])
                elif label.isdigit():
                    dangling.append(label)
        for address in (match[2] or match[3] or match[4] for match in _LINK.finditer(text)):
            at = self._by_address.get(_plain(address))
            if at is None:
                links.append(address)
            else:
                cited.add(at)
        cited |= {at for name in names if (at := self._by_address.get(_plain(name))) is not None}
        if not cited:
            cited |= {at for word in _capitals(text) if (at := self._named(word)) is not None}
        return frozenset(cited), tuple(links), tuple(dangling)

    def _named(self, word: str) -> int | None:
        """The one source of this name; a name of several names none."""
        if len(word) < 4 or word in _COMMON:
            return None
        found = {at for name, numbers in self._by_name.items() if name.startswith(word) for at in numbers}
        return found.pop() if len(found) == 1 else None


def _capitals(text: str) -> list[str]:
    """Words with a capital, lower case; at the beginning of a sentence as well."""
    return [word.lower() for word in re.findall(r"(?<![\w`/.-])[A-Z][\w-]{3,60}", _LINK.sub(" ", text))]


def _names_in(brief: Brief) -> frozenset[str]:
    """Words that are capitalised inside a sentence, lower case: where one begins a sentence it is a name too."""
    every = (said.text for section in brief.sections for said in section.said if said.form is not Written.CODE)
    inside = {
        word.lower() for text in every for word in re.findall(r"(?<=[a-z,(][ (])[A-Z][\w-]{2,60}", _LINK.sub(" ", text))
    }
    return frozenset(inside).union(*map(called, brief.sources)) - _COMMON


def called(source: Source) -> frozenset[str]:
    """The names by which a text may mention a source: its site, the proper names of its title."""
    address = re.sub(r"[^a-z0-9]+", " ", source.address.lower())
    title = _LINK.sub(lambda found: found[1] or "", source.said.text).replace(source.address, " ")
    proper = {word for match in _PROPER.finditer(f". {title}") for word in tokens(match[0])}
    site = set(address.split()) if source.is_web else set()
    return frozenset(word for word in site | proper if len(word) > 3 and word not in _HOSTS | _COMMON | STOP_WORDS)


def _is_called(word: str, names: frozenset[str]) -> bool:
    return len(word) > 3 and word not in _COMMON and any(name.startswith(word) for name in names)


def _labels(cited: str) -> Iterator[str]:
    numbers = cited if cited.isalpha() else _NO_LABEL.sub(" ", cited)
    for piece in re.split(r"[,;&]|\band\b", numbers.replace("^", "")):
        first, dash, last = (part.strip() for part in re.sub("–", "-", piece).partition("-"))
        if dash and first.isdigit() and last.isdigit() and 0 <= int(last) - int(first) < 20:
            yield from map(str, range(int(first), int(last) + 1))
        else:
            yield first.strip()


_NO_LABEL = re.compile(r",?[ ]?\bpp?\.[ ]?[\d–-]{1,9}|[Ss]ources?|[Ss](?=\d)")


def _plain(address: str) -> str:
    """An address in one form: no scheme, no line, no slash at its end."""
    bare = re.sub(r"^https?://(?:www\.)?", "", address.strip().lower()).partition("#")[0]
    return re.sub(r":\d+(?:-\d+)?$", "", bare).rstrip("/.")


def _read(text: str, line: int, part: Part, form: Written, cites: _Citations) -> Sentence:
    proper = _proper(text, cites.names)
    ticked = (match[1].strip() for match in _TICKED.finditer(text))
    names = tuple(dict.fromkeys((*ticked, *_FILE.findall(_LINK.sub(" ", text)), *proper)))
    cited, links, dangling = cites.read(text, names)
    words = _CITED.sub(" ", _LINK.sub(lambda found: found[1] or " ", _TICKED.sub(" ", text)))
    counted = _VERSION.sub(" ", _NO_FIGURE.sub(" ", _DATE.sub(" ", _FILE.sub(" ", words))))
    figures = [(match[0].strip(), match.start(), match.end()) for match in _NUMBER.finditer(counted)]
    measured = tuple(shown for shown, begin, end in figures if _is_measured(counted, begin, end))
    spoken = tokens(words)
    about = topic_stems(words)
    short = sum(word in STOP_WORDS or word in _COMMON for word in spoken)
    flows = len(spoken) >= 4 and short * 9 >= len(spoken) and len(figures) * 4 <= len(spoken)
    pile = None
    if len(figures) > _MOST_FIGURES and form is not Written.ROW:
        pile = Pile.FIGURES
    elif len(cited) + len(links) > _MOST_CITED or len(_CITED.findall(text)) > _MOST_CITED + 1:
        pile = Pile.CITATIONS
    elif len(proper) > _MOST_NAMES and sum(len(tokens(name)) for name in proper) * 2 >= len(about):
        pile = Pile.NAMES
    shown = tuple(one for one, _, _ in figures)
    said = _COUNTED.search(words) is not None
    return Sentence(text, line, part, form, about, shown, measured, said, names, cited, links, dangling, flows, pile)


def topic_stems(text: str) -> frozenset[str]:
    """The words that carry a topic, without their endings."""
    words = (word for word in tokens(text) if word.isalpha() and len(word) > 2)
    return frozenset(stem(word) for word in words if word not in STOP_WORDS and word not in _COMMON)


def _proper(text: str, known: frozenset[str]) -> list[str]:
    """Proper names inside a sentence; its first word is one only where it is written like none else, or known."""
    plain = _LINK.sub(lambda found: found[1] or " ", _TICKED.sub(" ", text))
    found = []
    for match in _PROPER.finditer(plain):
        name = match[0]
        begins = not plain[: match.start()].strip("\"'([*_ -")
        first, _, rest = name.partition(" ")
        if begins and first.lower() not in known and not re.search(r"[A-Z0-9&+]", first[1:]):
            name = rest
        if name and name.lower() not in _COMMON:
            found.append(name)
    return found


_BEHIND = re.compile(
    r"(?:of[ ](?:the[ ]|our[ ]|all[ ])?|to[ ][\d.,]{1,12}[ ]?|(?:out[ ])?of[ ][\d.,]{1,12}[ ])?([A-Za-z][a-z-]{2,40})"
)
_BEFORE = re.compile(
    r"[A-Za-z][\w-]{2,40}[ ](?:is|was|are|were|to|by|at|from|of|below|above|under|over|than|about|only|and|took|takes)"
    r"(?:[ ](?:about|only|over|under|nearly))?"
)


def _is_measured(text: str, begin: int, end: int) -> bool:
    """Whether a figure has what it counts behind it, or what it is the value of before it."""
    of = _BEHIND.match(text[end : end + 60].lstrip("*_ "))
    if of and of[1] not in STOP_WORDS:
        return True
    words = text[max(0, begin - 60) : begin].rstrip("*_ ").split(" ")[-3:]
    return any(_BEFORE.fullmatch(" ".join(words[at:])) for at in range(len(words)))


def _places(names: Sequence[str]) -> bool:
    """Whether something named is a place where one can look: a path, a commit, a command of git, a function."""
    return any(_PLACE.fullmatch(name) for name in names)


def _told_apart(found: Sequence[Sentence], copied: Collection[int]) -> tuple[Sentence, ...]:
    """The same sentences, with what was said before and what is copied marked."""
    kept: list[Sentence] = []
    seen: list[frozenset[str]] = []
    for one in found:
        pile = one.piled
        if one.line in copied:
            pile = Pile.COPIED
        elif any(_says_again(one, other) for other in seen):
            pile = Pile.AGAIN
        elif pile is None and _HEARSAY.search(one.text):
            pile = Pile.HEARSAY
        elif pile is None and _speaks_of_marks(one.about):
            pile = Pile.MARKS
        elif pile is None and _ORDER.search(one.text):
            pile = Pile.ORDER
        elif pile is None:
            seen.append(one.about)
        kept.append(one if pile is one.piled else replace(one, piled=pile))
    return _thinned(kept)


def _thinned(found: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The same, where figures stand in too many sentences: those beyond that share, the later ones, as a pile."""
    with_figures = [at for at, one in enumerate(found) if one.figures and one.form is not Written.ROW]
    room = max(_FEW, round(len(found) * _WITH_FIGURES))
    beyond = {at for at in with_figures[room:] if found[at].piled is None}
    return tuple(replace(one, piled=Pile.DENSE) if at in beyond else one for at, one in enumerate(found))


def _says_again(one: Sentence, other: frozenset[str]) -> bool:
    """Whether a sentence is about what an earlier one was; without a name of its own, nearly all of it is enough."""
    if len(one.about) < _LEAST_ABOUT and not one.figures:
        return False
    if _like(one.about, other) >= _ALIKE:
        return True
    return len(one.about) >= _LEAST_ABOUT and not one.names and len(one.about & other) >= _WITHIN * len(one.about)


def _speaks_of_marks(about: frozenset[str]) -> bool:
    """Whether it says what a good brief has rather than something of its subject."""
    marks = about & _MARKING
    return len(marks) >= 2 and 2 * len(marks) >= len(about)


def _like(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, len(one | other))
