"""A statement read closely: its words in one form, figures and names apart, and how they stand to each other.

Made once a statement. Likeness, guards and the merging of statements all look at this one reading. Two statements of
the same words may say the opposite: "Only admins can delete" and "Admins can only delete".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto, unique
from functools import lru_cache
from itertools import groupby, pairwise

from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.vocabulary import signs_of, spelled, words_of
from dreamtui.text.words import visible

ARTICLES = words_of("a an the this that these those my our your his her its their some")
BE = words_of("is are was were be been being am")
NOT = "(not)"
"""Stands for a negation among the little words."""
_ANY = words_of("any anyone anything anybody ever")
"""After a negation these carry no meaning of their own: "not any" is "no"."""
_FUTURE = words_of("will gonna")
_PAST = words_of("was were had did")
_PRESENT = words_of("is are am does do")
_CONDITIONS = words_of("if when whenever once unless")
"""Behind one of these "then" tells of no order."""
_ADVERBS = words_of("always forever certainly definitely invariably usually generally normally typically mostly often")
"""Strengths that may stand anywhere in their clause."""
WHEN = "(when)"
"""Leads to a time that no little word leads to: "nightly", "every Friday"."""
_TELLING = {"will": "future", NOT: NOT, "or": "or", "then": "then", "what": "what", "how": "how"}
"""Little words that say when and whether, by what they say."""
_PERSONS = {
    word: person
    for person, words in (
        ("first", "i me my mine we us our"),
        ("second", "you your"),
        ("third", "he him his she her they them their"),
    )
    for word in words.split()
}
"""Whom a little word names, seen from who speaks."""
PHRASE = words_of(
    """in on at to from into onto out off of with without for by before after during when while if unless until till
    since because so where under over above below beneath between through across against via per about as than away
    toward towards inside within up down"""
) | {WHEN}
"""Little words that make a phrase of what follows; some of them are topics elsewhere."""


@unique
class Role(Enum):
    """What a word does in a statement."""

    CONTENT = auto()
    LITTLE = auto()
    NEGATION = auto()
    STRENGTH = auto()
    STOP = auto()


Piece = tuple[Role, str, str, str]
"""A word with its role, in lower case, in its one form, and what kind of token it is."""


@dataclass(frozen=True, slots=True)
class Place:
    """A word that carries meaning, where it stands."""

    form: str
    word: str
    """As written, in lower case."""
    lead: tuple[str, ...]
    """Little words and stops between the word before it and this one."""
    kind: str = "word"
    """word, number, date, path, name and so on."""

    @property
    def told(self) -> frozenset[str]:
        """What the little words before it say of when and whether."""
        return frozenset(_TELLING[word] for word in self.lead if word in _TELLING)


@dataclass(frozen=True, slots=True)
class Frame:
    """The words of a statement in their places."""

    places: tuple[Place, ...]
    """Words that carry meaning, in order."""
    denied: tuple[frozenset[str], ...]
    """For each negation what it turns round: the word after it, the next too after a light verb or an adverb."""
    instead: tuple[frozenset[str], ...]
    """The same for each "instead of", "rather than" and ", not"."""
    meant: tuple[tuple[str, frozenset[str]], ...]
    """The same for each "only", "must", "may", "some" and the like, with the strength it gives."""
    tenses: frozenset[str]
    """future, past, present, as far as little words tell."""
    persons: tuple[str, ...]
    """Who is named by little words, in order: first, second, third; each once in a row."""


class _Heads:
    """Finds the words that a negation or an "only" is about."""

    def __init__(self) -> None:
        self.found: list[list[str]] = []
        self._open: list[list[str]] = []

    def begin(self) -> None:
        self.found.append([])
        self._open.append(self.found[-1])

    def word(self, form: str, low: str) -> None:
        """A word that carries meaning follows."""
        if low in _ANY:
            return
        for head in self._open:
            head.append(form)
        if form not in known.LIGHT and not low.endswith("ly"):
            self._open = []

    def stop(self, before: str) -> None:
        """A clause ends: what stood last in front of a negation at its end is what it turns round."""
        for head in self._open:
            if not head and before:
                head.append(before)
        self._open = []

    def heads(self) -> tuple[frozenset[str], ...]:
        return tuple(map(frozenset, self.found))


def frame_of(pieces: Sequence[Piece]) -> Frame:
    """The frame of a statement from its words in order."""
    places: list[Place] = []
    denied, instead, meant = _Heads(), _Heads(), _Heads()
    every = (denied, instead, meant)
    strengths: list[str] = []
    lead: list[str] = []
    said: set[str] = set()
    for role, low, form, kind in pieces:
        said.add(low)
        if role is Role.CONTENT and low == "instead":
            instead.begin()
        elif role is Role.CONTENT and low in PHRASE:
            lead.append(low)
        elif role is Role.CONTENT:
            if kind == "date" and not PHRASE & set(lead):
                lead.append(WHEN)
            places.append(Place(form, low, tuple(lead), kind))
            lead = []
            for heads in every:
                heads.word(form, low)
        elif role is Role.STOP:
            lead.append(low)
            for heads in every:
                heads.stop(places[-1].form if places else "")
        elif role is Role.NEGATION:
            lead.append(NOT)
            denied.begin()
        elif low != "then" or not said & _CONDITIONS:
            lead.append(low)
            if role is Role.STRENGTH and low not in _ADVERBS:
                strengths.append(known.STRENGTHS[low])
                meant.begin()
    for heads in every:
        heads.stop(places[-1].form if places else "")
    words = [low for role, low, *_ in pieces if role is not Role.STOP]
    strong = tuple(zip(strengths, meant.heads(), strict=True))
    persons = tuple(person for person, _ in groupby(_PERSONS[word] for word in words if word in _PERSONS))
    return Frame(tuple(places), denied.heads(), instead.heads(), strong, _tenses(words), persons)


def _tenses(words: Sequence[str]) -> frozenset[str]:
    told = set(words)
    pairs = set(pairwise(words))
    found: set[str] = set()
    if told & _FUTURE or any(word.endswith("'ll") for word in told) or {("going", "to"), ("to", "be")} & pairs:
        found.add("future")
    if told & _PAST:
        found.add("past")
    if told & _PRESENT:
        found.add("present")
    return frozenset(found)


_ENDINGS = (
    ("isations", "ize"), ("izations", "ize"), ("isation", "ize"), ("ization", "ize"), ("ations", "ate"),
    ("ation", "ate"), ("ments", ""), ("ment", ""), ("ising", "ize"), ("izing", "ize"), ("ised", "ize"), ("ized", "ize"),
    ("ises", "ize"), ("izes", "ize"), ("ise", "ize"), ("ingly", ""), ("edly", ""), ("nesses", ""), ("ness", ""),
    ("ings", ""), ("ing", ""), ("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"),
    ("xes", "x"), ("zes", "ze"), ("ed", ""), ("es", "e"), ("ly", ""), ("s", ""),
)  # fmt: skip
_KEPT = words_of(
    """this his its was has does less access process address status css js os aws always across analysis
    class bus gas lens news redis jenkins kubernetes axios during string thing nothing something anything
    need feed seed speed embed only early family reply apply supply fly"""
)
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-case word; short words, and those in which nothing is left before the ending, stay."""
    if len(word) < 4 or word in _KEPT or not word.isascii() or not word.isalpha():
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending):
            head = word[: -len(ending)]
            if len(head) < 3 or not _VOWELS & set(head) or (ending == "s" and head[-1] in "sui"):
                continue
            return _tidy(head + instead)
    return _tidy(word)


def _tidy(word: str) -> str:
    """A stem without a doubled last letter or a silent e: `runn`, `use` and `us` end alike."""
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        return word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-3] + "or" if word.endswith("our") and len(word) > 4 else word


_TOKEN = re.compile(
    r"""
      (?P<url>\b[a-z][a-z0-9+.-]{1,20}://(?:[.,;:!?]*+[^\s<>()"'`.,;:!?])+)
    | `(?P<code>[^`\s][^`]*)`
    | (?P<date>\b\d{4}-\d{2}-\d{2}\b(?:T[\d:.]+Z?)?)
    | (?P<clock>\b\d{1,2}:\d{2}(?::\d{2})?\b(?:\s?[ap]m\b)?|\b\d{1,2}\s?[ap]m\b)
    | (?P<path>(?<![\w/.@*+-])(?:~|\.{1,2})?/?(?:[\w.@*+-]+/)+[\w.@*+-]*
        |(?<![\w/.@*+-])(?:~/\.?|\.{0,2}/)[\w@*+-][\w.@*+-]*
        |(?<![\w*./-])[\w*-]{1,100}\.(?:py|ts|tsx|js|jsx|go|rs|md|mdc|ya?ml|json|toml|sql|sh|css|html|txt|cfg|ini|lock
        |java|rb|vue|env)\b)
    | (?P<version>\bv\d+(?:\.\d+)*\b|\b\d+(?:\.\d+){2,}(?:-[\w.]+)?\b|\b\d+\.\d+(?=\s(?:or|and)\s(?:later|newer|up)\b))
    | (?P<quarter>\bQ[1-4]\b)
    | (?P<number>(?<![\w.])[$€£]?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w])
        |(?<![\w.])[$€£#]?\d++(?>(?:\.\d++)?)(?:\s?%|\+(?!\w)|(?![\w.]*\w)
        |(?=(?:ms|s|sec|min|h|d|kb|mb|gb|tb|px)\b)))
    | (?P<name>(?:--?)[a-z][\w-]*|\#[0-9a-f]{3,8}\b|\b\w[^\W_]*[_.+:/](?:[.+:/]*+\w)+(?:\(\))?|\b\w+\(\)
        |\b[A-Z]{2,}-\d+\b
        |\b[A-Za-z]+-(?:\d[\w-]*|[A-Z][\w-]*)|\b[a-z]+[A-Z]\w*|\b[A-Z][a-z0-9]+[A-Z]\w*|\b(?=\w*\d)(?=\w*[A-Za-z])\w+\+*
        |\b[A-Za-z]\+\+\d*)
    | (?P<word>[^\W\d_]+(?:['’][^\W\d_]+)*(?:-[^\W\d_]+)*)
    | (?P<stop>[.!?;:,])
    """,
    re.VERBOSE,
)
_PLACE_IN_LIST = re.compile(
    r"\s*(?:[-*+•]\s+)?(?:\d{1,3}[.)]\s+|\*\*\d{1,3}(?:[.)]\*\*\s+|\*\*\s+(?=\*\*)|[.)]\s+))(?=\D)"
)
"""The number of a list item: where it stands, not what it says."""
_FACTS = frozenset({"url", "code", "path", "name", "version", "number", "date"})
_EVERY = {"every-night": "nightly", "every-day": "daily", "every-week": "weekly", "every-month": "monthly",
          "every-year": "yearly", "every-hour": "hourly"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Token:
    """One word, figure or name of a statement."""

    kind: str
    """word, number, date, version, path, url, name, code."""
    form: str
    """Its one form: what equal tokens have in common."""
    raw: str
    proper: bool = False
    """A word written as a name: a capital inside a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class StatementReading:
    """What guards and scorers look at; one text has one reading, so that what comes of a pair can be kept."""

    tokens: tuple[Token, ...]
    """Everything that carries meaning, in order; negations and strengths apart."""
    sequence: tuple[str, ...]
    """Forms of the tokens and of the little words that show direction, in order."""
    topic: frozenset[str]
    """Forms of the words and names it is about."""
    heavy: frozenset[str]
    """Of these, not the verbs that most rules begin with."""
    facts: frozenset[tuple[str, str]]
    """Kind and form of figures, dates, versions, paths and names."""
    negations: int
    """How many words turn it round."""
    strengths: frozenset[str]
    """How strongly it is meant; empty for a plain statement."""
    words: frozenset[str]
    """Every form, little words too."""
    opens_negated: bool
    """Whether its first words turn all of it round: "Never …", "Do not …"."""
    pieces: tuple[Piece, ...]
    """All its words with what they do."""
    signs: tuple[str, ...]
    """Signs that mean something, sorted."""

    @property
    def frame(self) -> Frame:
        """How its words stand to each other; made when it is compared, which few are."""
        return _frame(self)


_SAME_KIND = {"version": "number", "code": "name"}


def _kind(token: Token) -> str:
    """What a token is among facts: a plain word between backticks is a word, and "3.14" may be a version or not."""
    if token.kind == "code" and token.raw.isalpha() and token.raw.islower():
        return "word"
    return _SAME_KIND.get(token.kind, token.kind)


@lru_cache(maxsize=65536)
def _frame(reading: StatementReading) -> Frame:
    return frame_of(reading.pieces)


@lru_cache(maxsize=65536)
def form_of(word: str) -> str:
    """The one form of a lower-case word: its synonym's stem."""
    word = word.replace("’", "'").removesuffix("'s")
    word = known.IRREGULAR.get(word, word)
    word = known.SYNONYMS.get(word, word)
    return stem(known.SYNONYMS.get(stem(word), word))


@lru_cache(maxsize=65536)
def read(statement: str) -> StatementReading:
    placed = _PLACE_IN_LIST.match(statement)
    found = list(_TOKEN.finditer(spelled(visible(statement[placed.end() if placed else 0 :]))))
    tokens: list[Token] = []
    sequence: list[str] = []
    words: set[str] = set()
    strengths: set[str] = set()
    pieces: list[Piece] = []
    negations, opening, opens_negated = 0, True, False
    for place, match in enumerate(found):
        kind, raw = str(match.lastgroup), match[str(match.lastgroup)]
        if kind == "stop":
            opening = opening or raw in ".!?:;"
            pieces.append((Role.STOP, raw, "", ""))
            continue
        low = raw.lower()
        words.add(low)
        if kind == "word":
            if low in known.NEGATIONS:
                negations += 1
                opens_negated = opens_negated or not tokens
                pieces.append((Role.NEGATION, low, "", ""))
            elif low in known.STRENGTHS and not _is_month(raw, found, place):
                strengths.add(known.STRENGTHS[low])
                pieces.append((Role.STRENGTH, low, "", ""))
                if low in ("require", "required", "requires"):
                    sequence.append("require")
            else:
                token = _word(raw, low, opening, found, place)
                if token is None:
                    sequence += [low] if low in _DIRECTED else []
                    pieces.append((Role.LITTLE, low, "", ""))
                else:
                    tokens.append(token)
                    sequence.append(token.form)
                    pieces.append((Role.CONTENT, low, token.form, token.kind))
        else:
            token = _figure(kind, raw, found, place)
            tokens.append(token)
            sequence.append(token.form)
            pieces.append((Role.CONTENT, low, token.form, token.kind))
        opening = False
    topic = frozenset(t.form for t in tokens if t.kind in ("word", "name", "code", "path", "url"))
    return StatementReading(
        tuple(tokens), tuple(sequence), topic, frozenset(topic - known.LIGHT),
        frozenset((_kind(t), t.form) for t in tokens if _kind(t) in _FACTS), negations, frozenset(strengths),
        frozenset(words), opens_negated, tuple(pieces), tuple(sorted(sign for _, sign in signs_of(statement))),
    )  # fmt: skip


_DIRECTED = known.words_of("from to into over of with by before after than onto for instead")
"""Little words that show which way a statement goes."""


def _is_month(raw: str, found: list[re.Match[str]], place: int) -> bool:
    """Whether "May" or "March" is the month: written large beside a number or after in, since, until, by."""
    if raw not in ("May", "March"):
        return False
    near = [found[at].group().lower() for at in (place - 1, place + 1) if 0 <= at < len(found)]
    return any(word.isdigit() or word in ("in", "since", "until", "by", "of") for word in near)


def _word(raw: str, low: str, opening: bool, found: list[re.Match[str]], place: int) -> Token | None:
    """A word as a token: a number, a day, a month, a time, a name or a plain word; none for a little word."""
    if low in known.NUMBER_WORDS:
        return Token("number", known.NUMBER_WORDS[low] + _unit(found, place), raw)
    if low in _EVERY:
        return Token("date", _EVERY[low], raw)
    if low in known.WEEKDAYS:
        return Token("date", known.WEEKDAYS[low], raw)
    if low in known.MONTHS and (_is_month(raw, found, place) or (raw[0].isupper() and low not in ("may", "march"))):
        return Token("date", f"month {known.MONTHS[low]}", raw)
    if low in known.TIME_WORDS:
        return Token("date", known.TIME_WORDS[low], raw)
    if low in ("last", "next", "this") and place + 1 < len(found):
        after = found[place + 1].group().lower()
        if known.UNITS.get(after, after) in ("d", "w", "month", "year"):
            return Token("date", f"{low} {known.UNITS.get(after, after)}", raw)
    if low in known.UNIT_NAMES and place and _is_number(found[place - 1]):
        return None
    if low in ("a", "an") and place + 1 < len(found):
        after = known.UNITS.get(found[place + 1].group().lower(), "")
        if after in ("h", "min", "s", "d", "w", "month", "year"):
            return Token("number", "1" + after, raw)
    if low in known.WEAK:
        return None
    return Token("word", form_of(low), raw, not opening and raw[0].isupper())


def _is_number(match: re.Match[str]) -> bool:
    return match.lastgroup == "number" or match.group().lower() in known.NUMBER_WORDS


def _unit(found: list[re.Match[str]], place: int) -> str:
    """The unit that follows a number, or nothing."""
    if place + 1 >= len(found):
        return ""
    low = found[place + 1].group().lower()
    return known.UNITS.get(low, low if low in known.UNIT_NAMES else "")


def _figure(kind: str, raw: str, found: list[re.Match[str]], place: int) -> Token:
    """A figure or name as a token."""
    if kind == "number":
        return _number(raw, found, place)
    if kind == "clock":
        return Token("date", _clock(raw.lower().replace(" ", "")), raw)
    if kind == "date":
        return Token("date", raw, raw)
    if kind == "quarter":
        return Token("date", raw.lower(), raw)
    if kind == "version":
        return Token("version", raw.lower().removeprefix("v"), raw)
    if kind == "path":
        return Token("path", _path(raw), raw)
    if kind == "url":
        return Token("url", raw, raw)
    low = raw.strip().removesuffix("()")
    if re.fullmatch(r"[\w.@*+-]*/[\w.@*/+-]*", low):
        return Token("path", _path(low), raw)
    if re.fullmatch(r"[A-Za-z]+", low) and low in (low.lower(), low.capitalize()):
        return Token("code", form_of(low.lower()), raw)
    return Token(kind, low if kind == "code" and " " in low else _named(low), raw)


def _path(raw: str) -> str:
    """A path without `./` before it and `/` after it; the one part of a folder's name keeps it, lest it be a word."""
    bare = raw.removeprefix("./").rstrip("/.,")
    return bare if "/" in bare or not raw.rstrip(".,").endswith("/") else bare + "/"


def _named(low: str) -> str:
    """A name without the difference between `UserService` and `userservice`; constants stay apart from words."""
    return low.lower().replace("-", "_") if not low.startswith("-") else low


def _clock(text: str) -> str:
    """A time of day as HH:MM."""
    after = text.endswith("pm")
    hours, _, rest = text.rstrip("apm").partition(":")
    hour = int(hours) % 12 + 12 if after else int(hours) % 12 if text.endswith("am") else int(hours)
    return f"{hour:02}:{rest or '00'}"


def _number(raw: str, found: list[re.Match[str]], place: int) -> Token:
    """A number with its unit; part of a date beside a month, a version after a name with a capital."""
    near = [found[at].group() for at in (place - 1, place + 1) if 0 <= at < len(found)]
    plain = raw.replace(",", "").replace(" ", "")
    if any(word.lower() in known.MONTHS and word[:1].isupper() for word in near) or re.fullmatch(r"(19|20)\d\d", plain):
        return Token("date", plain.lstrip("0"), raw)
    unit = "%" if plain.endswith("%") else _unit(found, place)
    sign = "usd" if plain[0] == "$" else "eur" if plain[0] == "€" else ""
    bare = plain.strip("%$€£#")  # "14+" stays apart from "14"
    bare = bare.rstrip("0").rstrip(".") if "." in bare and bare.endswith(".0") else bare
    return Token("number", bare + (unit or sign), raw)
