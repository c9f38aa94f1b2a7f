"""The rationale coach: refuses what cannot be a reason and advises on what can be told without guessing at sense.

Templates are beginnings of a reason that a person can insert by number; their gaps have to be filled before it counts.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from dreamtui.coach.hollow import ERROR, FILLER, HEX, ID, PATH, Hollow, lacking, says_nothing
from dreamtui.model.evidence import Evidence, Where
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.text.danger.orders import has_orders
from dreamtui.text.danger.risks import has_secret
from dreamtui.text.inert import has_hidden
from dreamtui.text.words import STOP_WORDS, content, is_blank, normalise, tokens


@dataclass(frozen=True, slots=True)
class Template:
    number: int
    """The key that inserts it."""
    name: str
    """Two or three words for a menu."""
    verbs: frozenset[Verb]
    text: str
    """The words, with ‹gaps›."""


_TAKE = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE, Verb.MOVE})
_LEAVE = frozenset({Verb.REJECT, Verb.RETIRE})

TEMPLATES = (
    Template(
        1, "same cause", _TAKE, "Across ‹which events›, the cause each time was ‹what›; ‹what to do› prevents it."
    ),
    Template(2, "what it costs not to", _TAKE, "Without this, ‹what goes wrong› happened again in ‹commit or file›."),
    Template(
        3, "team convention", _TAKE, "We decided ‹what› because ‹why›; it holds until ‹when it stops being true›."
    ),
    Template(1, "coincidence", _LEAVE, "‹How many› unrelated events: ‹what each was›; coincidence, not a pattern."),
    Template(2, "already covered", _LEAVE, "‹Which rule, test or check› already covers this since ‹when›."),
    Template(3, "no longer true", _LEAVE, "‹What› changed in ‹commit or file›, so this no longer happens."),
)
"""Numbered for the console, in the order of the menu of a decision."""

_OPENINGS = {
    Disposition.WRONG: "is no such case: ‹what it was›.",
    Disposition.WORDING: "calls for other words: ‹what they should say›.",
    Disposition.DUPLICATE: "is covered already by ‹which rule, test or check›.",
    Disposition.NOT_NOW: "is no reason yet; first ‹what has to happen›.",
}
"""How the reason for a rejection of each kind goes on behind the piece of evidence that it names."""
_OPENINGS_ON_WORDS = {
    Disposition.WRONG: "is wrong: ‹what is so instead›.",
    Disposition.WORDING: _OPENINGS[Disposition.WORDING],
    Disposition.DUPLICATE: "is said already in ‹which memory, rule or file›.",
    Disposition.NOT_NOW: "comes too early; first ‹what has to happen›.",
}
"""The same where the evidence is no case of something, but words that are judged themselves."""
_HERE_TOO = "Here too:"
_AGAIN = f"{_HERE_TOO} ‹what is the same here›."
"""How an earlier reason went on that was begun again; drafts may still have it."""

_GAP = re.compile("‹[^‹›]*›")
_GAPS = frozenset(
    gap
    for text in (*(one.text for one in TEMPLATES), *_OPENINGS.values(), *_OPENINGS_ON_WORDS.values(), _AGAIN)
    for gap in _GAP.findall(text)
)
_DOTAGENT = "_(rationale required — fill in or graduate via Auto-Dream)_"
"""What dotagent writes where a reason is to be."""
_WITHOUT_GAPS = frozenset(normalise(_GAP.sub(" ", text)) for text in (_DOTAGENT, *(one.text for one in TEMPLATES)))


def templates_for(verb: Verb) -> tuple[Template, ...]:
    """The templates that suit a decision."""
    return tuple(template for template in TEMPLATES if verb in template.verbs)


def open_gaps(words: str) -> tuple[str, ...]:
    """The gaps of a template that are still in the words."""
    return tuple(gap for gap in _GAP.findall(words) if gap in _GAPS)


def _unfilled(words: str) -> str:
    """What to fill in, in a sentence; empty if there is nothing."""
    gaps = tuple(dict.fromkeys(open_gaps(words)))
    more = f" and {len(gaps) - 1} more" if len(gaps) > 1 else ""
    return f"Fill in the template: {gaps[0]}{more}." if gaps else ""


def opening(kind: Disposition, evidence: Sequence[Evidence], *, cases: bool = True) -> str:
    """The reason for a rejection of this kind but for one gap; it names the newest piece of evidence.

    `cases`: whether the evidence shows cases of something.
    """
    how = (_OPENINGS if cases else _OPENINGS_ON_WORDS)[kind]
    return f"{citation(evidence[0]) if evidence else 'This'} {how}"


def again(reason: str) -> str:
    """The reason of an earlier decision, to be gone on with what is the same now; by itself it is refused."""
    return f"{reason.rstrip()} {_HERE_TOO} "


_HEADS = frozenset(
    text.partition("‹")[0].strip().casefold() for text in (*_OPENINGS.values(), *_OPENINGS_ON_WORDS.values())
)
_MOST_NAMED = 12
"""Words with which an opening can name a piece."""


def is_unedited(words: str) -> bool:
    """Whether the words are a template or an opening with its gaps emptied rather than filled.

    An opening ends in the middle of a sentence; the same words at the end of one are a person's own.
    """
    begun = _GAP.sub(" ", words).casefold().rstrip(" .…\n")
    if begun.endswith(_HERE_TOO.casefold()):
        return True
    before = [begun.removesuffix(head) for head in _HEADS if begun.endswith(head)]
    return normalise(begun) in _WITHOUT_GAPS or any(len(named.split()) <= _MOST_NAMED for named in before)


_NAME = re.compile(r"\b[A-Za-z_]\w{3,60}\b")
_ROLES = frozenset({"user", "assistant", "agent", "human", "person", "system", "tool", "bot", "unknown", "root", "you"})
"""Names of roles, not of persons."""
PHRASE = 3
"""Words of the evidence in a row from which on they are a quotation."""
_MOST_SAID, _MOST_QUOTED = 1000, 300
"""Words of a reason and of a quote in which a quotation is looked for."""
_UNSPACED = 6
"""Characters of a word in a script without blanks from which on it is one."""


def named(words: str, evidence: Iterable[Evidence], files: Iterable[str] = ()) -> tuple[str, ...]:
    """What the words name, commits first, each once, at most five; empty if they name nothing.

    Numbers and common single words prove nothing: they are in almost every evidence. A file the item is about is named
    by its path or its name.
    """
    said = tokens(words)
    pieces = tuple(evidence)
    about = tuple(file.casefold() for file in files)
    found = [word for word in said if HEX.fullmatch(word) and _is_commit(word, pieces)]
    found += [path for path in PATH.findall(words) if _is_file(path.casefold(), pieces, about)]
    found += [error for error in ERROR.findall(words) if any(_stands(error, piece.quote) for piece in pieces)]
    found += [one for one in ID.findall(words) if any(_is_id(one, piece) for piece in pieces)]
    found += [name for name in _NAME.findall(words) if _is_identifier(name) and _is_quoted_name(name, pieces)]
    found += [piece.who for piece in pieces if _is_person(piece.who, said)]
    found = found or _quoted(said, pieces)
    return tuple(dict.fromkeys(found))[:5]


def _is_commit(word: str, evidence: tuple[Evidence, ...]) -> bool:
    """Whether a hex word begins the sha of a commit in the evidence."""
    return any(piece.locator.where is Where.COMMIT and piece.locator.ref.startswith(word) for piece in evidence)


def _is_file(path: str, evidence: tuple[Evidence, ...], about: tuple[str, ...]) -> bool:
    """Whether a path-like word is a file of the item, a quote's file, its name, or is in a quote."""
    if any(file == path or file.endswith("/" + path) for file in about):
        return True
    for piece in evidence:
        ref = piece.locator.ref.casefold() if piece.locator.where is Where.FILE else ""
        if _stands(path, piece.quote.casefold()) or (ref and (ref == path or ref.endswith("/" + path))):
            return True
    return False


def _is_id(one: str, piece: Evidence) -> bool:
    """Whether something that looks like an id is in the quote, or is the quote's record."""
    return _stands(one, piece.quote) or (piece.locator.where is not Where.FILE and one in piece.locator.ref)


def _is_identifier(name: str) -> bool:
    """Whether a word is written as code is: with an underscore or a capital inside, as no prose has it by chance."""
    inner = name.strip("_")
    return "_" in inner or any(one.islower() and two.isupper() for one, two in pairwise(inner))


def _is_quoted_name(name: str, evidence: tuple[Evidence, ...]) -> bool:
    return any(_stands(name, piece.quote) for piece in evidence)


def _is_person(who: str, said: Sequence[str]) -> bool:
    """Whether a person is named in full; a role such as `user` is not a person."""
    name = tokens(who)
    return bool(name) and who.strip().casefold() not in _ROLES and _in_a_row(name, said)


def _stands(word: str, text: str) -> bool:
    """Whether a text contains a word as a whole."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _in_a_row(name: Sequence[str], said: Sequence[str]) -> bool:
    size = len(name)
    return any(list(said[at : at + size]) == list(name) for at in range(len(said) - size + 1))


def _quoted(said: Sequence[str], evidence: tuple[Evidence, ...]) -> list[str]:
    """The longest words in a row that a quote has in the same row, when they are enough to be a quotation."""
    words = list(said[:_MOST_SAID])
    best: list[str] = []
    for quote in {tuple(tokens(piece.quote)[:_MOST_QUOTED]) for piece in evidence}:
        places: dict[str, list[int]] = {}
        for at, word in enumerate(quote):
            places.setdefault(word, []).append(at)
        rows: dict[int, int] = {}
        for end, word in enumerate(words, 1):
            rows = {at: rows.get(at - 1, 0) + 1 for at in places.get(word, ())}
            run = words[end - max(rows.values(), default=0) : end]
            if run and (len(run), run) > (len(best), best) and _is_quotation(run):
                best = run
    return [" ".join(best)] if best else []


def _is_quotation(run: Sequence[str]) -> bool:
    """Three words or more of which two have a meaning of their own; one long word where words are not set apart."""
    telling = [word for word in run if word not in STOP_WORDS and not word.isdigit()]
    long = any(len(word) >= _UNSPACED and not any(char.isascii() or char.isspace() for char in word) for word in run)
    spoken = long and any("\u3040" <= char <= "\ud7a3" for word in run for char in word)
    return spoken or (len(run) >= PHRASE and len(telling) >= 2)


Others = Collection[str] | Callable[[str], bool]
"""Reasons of other decisions in `normalise`d form, or a question whether there is such a one."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the coach says about some words."""

    refusals: tuple[str, ...] = ()
    """Why they cannot be recorded, a sentence each; empty when they can."""
    advice: tuple[str, ...] = ()
    """What would make them better, a sentence each; stops nothing."""
    risks: tuple[str, ...] = ()
    """The part of the advice that is about what is kept and shared with them."""

    blank: bool = False
    """Whether there are no words yet."""
    gaps: tuple[str, ...] = ()
    """The gaps of a template that are still open."""

    @property
    def ok(self) -> bool:
        """Whether the words can be recorded."""
        return not self.refusals

    @property
    def without_refusals(self) -> "Judgement":
        """The same before a person has written anything: only what would make the words better."""
        return replace(self, refusals=())


_PREFIX = re.compile(r"^#?\s*candidate\s+`?[^\s`]+`?\s+—\s+", re.IGNORECASE)
_LONG = 2000
"""Characters from which a reason is called long."""


def judge(
    words: str,
    *,
    verb: Verb,
    title: str = "",
    rule: str = "",
    evidence: tuple[Evidence, ...] = (),
    others: Others = (),
    batch: bool = False,
    compat: bool = False,
    files: Collection[str] = (),
) -> Judgement:
    """What speaks against recording these words as the reason of a decision, and what would make them better.

    `others` are the reasons of decisions outside the batch at hand: one batch may share one reason. In a batch the
    words need not name the evidence of each item. `files` are those the item is about: to name one is to name evidence.
    """
    if is_blank(words):
        return Judgement(("A reason is needed: these words are blank.",), blank=True)
    if compat:
        return Judgement()
    risks, advice = _risks(words), []
    if len(words) > _LONG:
        advice.append("This is long: put the point first.")
    if evidence and not batch and not named(words, evidence, files):
        advice.append(f"Name some evidence, such as {_example(evidence)}.")
    refusals = _refusals(words, title, rule, others)
    return Judgement(refusals, (*risks, *advice), risks, gaps=open_gaps(words))


_LACKING = {
    Hollow.WORDS: "These words say nothing: write what happened and why.",
    Hollow.NEWS: "This says no more than the title; say why.",
    Hollow.SENSE: "This only names a place; say what it shows.",
}


def _refusals(words: str, title: str, rule: str, others: Others) -> tuple[str, ...]:
    found: list[str] = []
    if unfilled := _unfilled(words):
        found.append(unfilled)
    elif is_unedited(words):
        found.append("This is the template with nothing filled in.")
    elif _repeats(words, title) or _repeats(words, _PREFIX.sub("", title)):
        found.append("This is the title again; say why.")
    elif lack := lacking(words, _PREFIX.sub("", title)):
        found.append(_LACKING[lack])
    elif _repeats(words, rule):
        found.append("This is the rule again; say why it should hold.")
    normal = normalise(words)
    if normal and (others(normal) if callable(others) else normal in others):
        found.append("This is word for word the reason of another decision; say what is so in this case.")
    return tuple(found)


def _repeats(words: str, text: str) -> bool:
    """Whether the words are the text again, at most with filler around it."""
    if not text or is_blank(text):
        return False
    if normalise(words) == normalise(text):
        return True
    said, given = tokens(words), tokens(text)
    known = set(given)
    most = set(content(text)) - FILLER
    return bool(most) and most <= set(said) and all(word in known or says_nothing([word]) for word in said)


def _example(evidence: tuple[Evidence, ...]) -> str:
    """The shortest thing of the newest evidence that can be named and that counts."""
    newest = evidence[0]
    if HEX.fullmatch(newest.locator.ref):
        return newest.locator.ref[:7]
    who = newest.who if named(newest.who, evidence) else ""
    return f"{who} or some words of it" if who else "a file, a name or three words"


_CITED = 8
"""Words of a quote that name it."""


def citation(piece: Evidence) -> str:
    """How a reason names a piece, so that it counts: the commit, the file with its line, else some words of it."""
    place, said = piece.locator, piece.quote.split()
    if place.where is Where.COMMIT and HEX.fullmatch(place.ref):
        return place.ref[:7]
    if place.where is Where.FILE and PATH.fullmatch(place.ref) and not place.ref.startswith(_LOGS):
        return f"{place.ref}:{place.line}" if place.line else place.ref
    return f"“{' '.join(said[:_CITED])}{' …' if len(said) > _CITED else ''}”"


_LOGS = ".agent/"
"""Where a file is one of ours, whose name tells nobody anything."""


def _risks(words: str) -> tuple[str, ...]:
    """What is risky to record."""
    found: list[str] = []
    if has_secret(words):
        found.append("This may hold a secret, and it would be shared.")
    if has_orders(words):
        found.append("This reads like an order to an agent.")
    if has_hidden(words):
        found.append("This has hidden characters.")
    return tuple(found)


_HEADING = re.compile(r"^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:=+|-{2,})[ \t]*$)", re.MULTILINE)
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: |$)", re.MULTILINE)
_CODE_FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
_IMPORT = re.compile(r"(?:^|(?<=\s))@[\w./~-]*[\w/]")
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]|\n\s*\n")
_MOST_SENTENCES, _LONG_RULE = 4, 400


def judge_rule(rule: str, title: str = "") -> Judgement:
    """What speaks against these words as a rule that agents will read, and what would make it a better one."""
    if is_blank(rule):
        return Judgement(("There are no words yet: write what agents should do.",))
    rule = rule.replace("\r\n", "\n").replace("\r", "\n")
    found: list[str] = []
    if _HEADING.search(rule):
        found.append("No headings or lines of dashes: write sentences.")
    if "<!--" in rule or "-->" in rule:
        found.append("No HTML comments or markers: agents do not see them.")
    if _CONFLICT.search(rule):
        found.append("No conflict markers.")
    if len(_CODE_FENCE.findall(rule)) % 2:
        found.append("A code fence is not closed.")
    if says_nothing(tokens(rule)):
        found.append("These words say nothing; write what agents should do.")
    elif _repeats(rule, _PREFIX.sub("", title)) or _repeats(rule, title):
        found.append("This is the title again; write what agents should do.")
    if unfilled := _unfilled(rule):
        found.append(unfilled)
    risks, advice = _risks(rule), []
    sentences = len([part for part in _SENTENCE_END.split(rule) if part.strip()])
    if sentences > _MOST_SENTENCES or len(rule) > _LONG_RULE:
        advice.append("Keep it to a few sentences: every session loads it.")
    if _IMPORT.search(_CODE_SPAN.sub("", rule)):
        advice.append("Put @words in backticks, or they are read as imports.")
    return Judgement(tuple(found), (*risks, *advice), risks)
