"""Contradictions: two memories on one subject that cannot both hold, or a memory and a line of CLAUDE.md."""

import re
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from dreamtui.memory.reorganize.duplicates import Duplicates
from dreamtui.memory.reorganize.guards import GUARDS, about_the_same, objection, of_two_things, related, swapped
from dreamtui.memory.reorganize.language import vocabulary as known
from dreamtui.memory.reorganize.language.changes import (
    are_two_cases,
    clash,
    may_be_new,
    may_be_old,
    slots_of,
    supersedes,
)
from dreamtui.memory.reorganize.language.reading import BE, PHRASE, StatementReading, form_of, read
from dreamtui.memory.reorganize.likeness import Scorer, Stop, alike
from dreamtui.memory.reorganize.merging import MergeObjection
from dreamtui.memory.reorganize.naming import LINE, TOPIC_FILE, is_log, newest
from dreamtui.memory.reorganize.statements import Form, is_entry, is_report, plain, sentences, statements, without_links
from dreamtui.model.proposal import Memory

_SAME_SUBJECT = 0.75
"""Likeness of the topic words from which two statements are asked for a contradiction."""
_BUSIEST = 100
"""Statements about one subject that are compared with each other; a subject of more is no subject."""
_MOST_NAMES = 4
"""Names in one place of a sentence up to which they contradict; more are a list."""
_OTHER_THING = tuple(guard for guard in GUARDS.values() if not (guard.contradicts or guard.doubt))


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two memories and what in them cannot both hold."""

    one: Memory
    """The memory with the smaller id."""
    other: Memory
    objection: MergeObjection
    """What differs, and the two statements."""
    score: float
    """How much they are about the same."""


_NAMES = "entities"
"""What the guard is called that compares names."""
_LONGEST_LABEL = 4
"""Words up to which a statement may be a heading."""
_WORD = re.compile(r"\w+")
_Pair = tuple[Memory, Memory, MergeObjection, float]
_TURNED = frozenset(map(form_of, known.TURNED)) | known.TURNED


def _topic(text: str) -> Mapping[Hashable, int]:
    reading = read(text)
    words = (reading.heavy or reading.topic) - known.NEGATIONS
    return dict.fromkeys(words - _TURNED if len(words - _TURNED) > 1 else words, 1)


TOPIC = Scorer("topic", _topic, _SAME_SUBJECT, "the words a statement is about", binary=True)
"""How it is found out that two statements are about the same; not for merging."""


_BOUND = frozenset({"feedback", "project", ""})
"""Types of memory that say how to work; what a person is like stands against nothing."""


def lines_of_claude(said: Sequence[tuple[str, str]]) -> list[Memory]:
    """What agents read in every session as memories that are never touched; equal ones once, at their first.

    Each is a whole sentence or item, with the line on which it begins: a line of a wrapped paragraph says nothing.
    """
    found: dict[str, Memory] = {}
    for paragraph in _wrapped(said):
        whole, at = "\n  ".join(line for line, _ in paragraph), 0
        for one in statements(whole):
            at = max(at, whole.find(one.text, at))
            line, place = paragraph[whole.count("\n", 0, at)]
            text = " ".join(one.text.split())
            key = "line-" + sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
            found.setdefault(key, Memory(key, place, "", place, text, LINE, static=True, about=line))
    return list(found.values())


_STARTS = re.compile(r"(?:[-*+•>|#]|\d{1,3}[.)])(?:\s|$)|```|~~~|\|")


def _wrapped(said: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Lines in groups of those over which one paragraph or item is wrapped."""
    group: list[tuple[str, str]] = []
    for line, place in sorted(said, key=lambda pair: (pair[1].rpartition(":")[0], _number(pair[1]))):
        before = group[-1][1] if group else ""
        follows = before.rpartition(":")[0] == place.rpartition(":")[0] and _number(place) == _number(before) + 1
        if group and not (follows and not _STARTS.match(line)):
            yield group
            group = []
        group.append((line, place))
    if group:
        yield group


def _number(place: str) -> int:
    last = place.rpartition(":")[2]
    return int(last) if last.isdecimal() else 0


def may_meet(one: Memory, other: Memory) -> bool:
    """Whether two memories can stand against each other: of one scope, or a memory that binds and CLAUDE.md."""
    kinds = {one.kind, other.kind}
    if LINE not in kinds:
        return one.scope == other.scope
    memory, line = (other, one) if one.kind == LINE else (one, other)
    if memory.kind != TOPIC_FILE or memory.category.strip().lower() not in _BOUND:
        return False
    return f"Contradicts {line.path.partition(':')[0]}:" not in memory.text


def find_contradictions(
    memories: Sequence[Memory], found: Duplicates, stop: Stop | None, lines: Sequence[Memory] = ()
) -> list[Contradiction]:
    """Each pair of memories once, with its strongest contradiction; members of one cluster are one.

    `lines` are those of CLAUDE.md: topic files may contradict them, nothing else is compared with them.
    """
    stand_in = {memory.id: newest(members) for members, _ in found.clusters for memory in members}
    best: dict[tuple[str, str], Contradiction] = {}
    for one, other, objected, score in _candidates(memories, lines, found, stop):
        first, second = stand_in.get(one.id, one), stand_in.get(other.id, other)
        if first.id == second.id or not may_meet(first, second) or _is_told(one, other, objected):
            continue
        if _is_of_its_own(one, other, objected):
            continue
        if first.id > second.id:
            first, second = second, first
            objected = MergeObjection(objected.guard, objected.reason, True, objected.other, objected.one)
        known_one = best.get((first.id, second.id))
        made = Contradiction(first, second, objected, score)
        if known_one is None or _order(made) < _order(known_one):
            best[first.id, second.id] = made
    return sorted(best.values(), key=_order)


def _is_told(one: Memory, other: Memory, objected: MergeObjection) -> bool:
    """Whether two statements tell how things stood at two moments, so that both are true: counters, status, logs."""
    if is_report(objected.one) or is_report(objected.other):
        return True
    if objected.guard == CHANGE:
        return False
    if (is_log(one) or is_entry(objected.one)) and (is_log(other) or is_entry(objected.other)):
        return True
    if TOPIC_FILE not in (one.kind, other.kind) or objected.guard not in _FIGURES:
        return False
    left, right = (
        {token.form for token in read(text).tokens if token.kind in ("number", "version", "date")}
        for text in (objected.one, objected.other)
    )
    return min(len(left - right), len(right - left)) > 1


_NAME_PARTS = re.compile(r"[\W_\d]+")


def _is_of_its_own(one: Memory, other: Memory, objected: MergeObjection) -> bool:
    """Whether each of two statements names what its own file alone is called after: they are of two things."""
    if LINE in (one.kind, other.kind):
        return False
    names = [set(_NAME_PARTS.split(memory.path.rpartition("/")[2].lower())) for memory in (one, other)]
    own = (names[0] - names[1], objected.one), (names[1] - names[0], objected.other)
    return all((parts - {""}) & set(_NAME_PARTS.split(said.lower())) for parts, said in own)


def _order(found: Contradiction) -> tuple[float, str, str, str, str]:
    told = found.objection
    return -found.score, found.one.id, found.other.id, told.guard, told.reason


def _candidates(
    memories: Sequence[Memory], lines: Sequence[Memory], found: Duplicates, stop: Stop | None
) -> Iterator[_Pair]:
    for one, other, objected, score in found.apart:
        if objected.contradicts and _one_subject(objected.one, objected.other, objected.guard):
            yield one, other, objected, score
    every = [*memories, *lines]
    yield from _between([(m, said.text) for m in every for said in statements(m.text) if said.form in CLAIMS], stop)
    fixed = [(line, line.text) for line in lines]
    inside = [(m, text) for m in memories if lines and m.kind == TOPIC_FILE for text in _sentences_of(m)]
    yield from (pair for pair in _between([*inside, *fixed], stop) if LINE in (pair[0].kind, pair[1].kind))


def _sentences_of(memory: Memory) -> Iterator[str]:
    """The sentences of list items, which in a topic file often hold several."""
    for said in statements(memory.text):
        if not is_entry(said.text):
            yield from sentences(said)


def _between(claims: Sequence[tuple[Memory, str]], stop: Stop | None) -> Iterator[_Pair]:
    near = alike([text for _, text in claims], TOPIC, TOPIC.threshold, stop=stop)
    for here, there, score in near.pairs:
        (one, left), (other, right) = claims[here], claims[there]
        if one.id != other.id and (told := _contradiction(left, right)):
            yield one, other, told, score
    yield from _by_slot(claims)
    yield from _by_frame(claims)
    yield from _by_change(claims)


CHANGE = "change"
"""What a contradiction is called in which one statement tells that what the other says is so no more."""
_KNOWN_BY = 60
"""Statements with a word in common up to which they are looked at."""


def _by_change(claims: Sequence[tuple[Memory, str]]) -> Iterator[_Pair]:
    """Pairs of which one tells of a change that puts something else in the place of what the other says plainly."""
    unlinked = [(memory, text, without_links(text)) for memory, text in claims]
    old = [(memory, text, said) for memory, text, said in unlinked if not is_log(memory) and may_be_old(said)]
    by_word: dict[str, list[int]] = {}
    for place, (_, _, said) in enumerate(old):
        for form in read(said).heavy:
            by_word.setdefault(form, []).append(place)
    for memory, text, said in unlinked:
        if not may_be_new(said):
            continue
        near = {at for form in read(said).heavy if len(held := by_word.get(form, ())) <= _KNOWN_BY for at in held}
        for at in sorted(near):
            other, plainly, bare = old[at]
            if other.id != memory.id and (told := supersedes(said, bare)):
                yield memory, other, MergeObjection(CHANGE, told, True, text, plainly), _CHANGED


_CHANGED = 0.79
"""Less sure than one slot with two values."""


CLAIMS = (Form.ITEM, Form.SENTENCE)
"""Statements that can contradict each other."""


def _contradiction(left: str, right: str) -> MergeObjection | None:
    one, other = read(left), read(right)
    if of_two_things(one, other):
        return None  # as `_one_subject` would find; most pairs end here, and this is quicker
    found = objection(one, other, doubt=False)
    if found is None or not found[0].contradicts or not _one_subject(left, right, found[0].name):
        return None
    if found[0].name == _NAMES and (_is_label(left) or _is_label(right)):
        return None
    return MergeObjection(found[0].name, found[1], True, left, right)


def _is_label(text: str) -> bool:
    """Whether a statement is a heading that stands as plain text: a few words, written large, no verb first."""
    words = _WORD.findall(text)
    return (
        2 <= len(words) <= _LONGEST_LABEL
        and not text.rstrip(" *_").endswith((".", "!", "?"))
        and form_of(words[0].lower()) not in known.LIGHT
        and all(word[0].isupper() or word in known.WEAK for word in words)
    )


def _one_subject(left: str, right: str, guard: str) -> bool:
    """Whether nothing but what the guard names differs: else they are about two things."""
    if _TEMPLATE.search(left) or _TEMPLATE.search(right) or are_two_cases(left, right):
        return False
    one, other = read(left), read(right)
    shorter, longer = sorted((plain(left), plain(right)), key=len)
    if longer.startswith(f"{shorter} ") or longer.endswith(f" {shorter}"):
        return False
    if min(len(one.heavy), len(other.heavy)) < (1 if len(one.sequence) == len(other.sequence) else 2):
        return False
    if guard == "direction" and not (one.words & _ENGLISH and other.words & _ENGLISH):
        return False
    if guard == "entities":
        return not _QUOTED.search(left + right) and _one_name(one, other) and _is_value(left, right)
    if guard == "negation" and not (_turns_whole(left) and _turns_whole(right) and _turns_each(one, other)):
        return False
    others = [thing for thing in _OTHER_THING if guard not in _TURNING or thing.name not in ("terms", "scope")]
    if guard not in _TURNING:
        others.append(GUARDS["entities"])
    return _both_say(one, other, guard, (left, right)) and not any(thing.check(one, other) for thing in others)


def _turns_whole(text: str) -> bool:
    """Whether what turns a statement round stands in the clause that holds most of it, not in an aside."""
    whole = read(text)
    if not whole.negations:
        return True
    clauses = [read(clause) for clause in _CLAUSE.split(text) if clause.strip()]
    most = _MOST_OF_IT * len(whole.heavy)
    return any(clause.negations and len(clause.heavy) >= most for clause in clauses)


def _turns_each(one: StatementReading, other: StatementReading) -> bool:
    """Whether two negations more are of two things that the other says; any odd number turns the whole round."""
    more, less = (one, other) if one.negations > other.negations else (other, one)
    if less.frame.instead and about_the_same(more.frame.denied, less.frame.instead):
        return False  # "(not a feature of its own)" and ", not a feature of its own"
    if (more.negations - less.negations) % 2:
        return True
    said = {place.form for place in less.frame.places}
    return "unless" not in more.words and all(head & said for head in more.frame.denied)


_CLAUSE = re.compile(r"[;,:—–]|\. |\s-\s")
_MOST_OF_IT = 0.6
_ENGLISH = PHRASE | BE | known.words_of("the and that this does do not never must should will can have has")
"""With none of these the little words of a statement, which show its direction, cannot be read."""
_QUOTED = re.compile(r"[\"“”]")
"""Names in quotes are labels and titles, mentioned rather than meant."""


def _one_name(one: StatementReading, other: StatementReading) -> bool:
    """Whether one name inside the statement stands in the place of one other, and the rest is equal."""
    exchanges = swapped(one, other)
    if len(exchanges) != 1:
        return False
    left, right = exchanges[0]
    alone = len(left) == len(right) == 1
    return alone and all(side.proper or side.kind == "name" for side in (left[0], right[0]))


_ASKED = re.compile(
    r"\b(?i:ask|tell|contact|ping|notify|consult|e?mail|call|involve|invite|thank|cc|talk to|check with|report to)"
    r"\s+[A-Z]"
)


def _is_value(left: str, right: str) -> bool:
    """Whether names are the value of something, of which there is one; there may be several people to ask."""
    return _ASKED.search(left) is None or _ASKED.search(right) is None


def _figures(text: str, kinds: tuple[str, ...]) -> set[str]:
    """The figures of the clause that holds most of a statement; what an aside adds is said besides."""
    clauses = [read(clause) for clause in _CLAUSE.split(text) if clause.strip()]
    main = max(clauses, key=lambda clause: len(clause.heavy), default=read(text))
    return {token.form for token in main.tokens if token.kind in kinds}


def _both_say(one: StatementReading, other: StatementReading, guard: str, texts: tuple[str, str]) -> bool:
    """Whether both give a figure or strength that differs, or one turns round just what the other says."""
    if guard in _FIGURES:
        ones, others = (_figures(each, _FIGURES[guard]) for each in texts)
        return bool(ones - others and others - ones)
    if guard == "modality":
        return bool(one.strengths and other.strengths)
    if guard not in _TURNING:
        return True
    more, less = (one, other) if one.negations >= other.negations else (other, one)
    added = [form for form in more.heavy - less.heavy if not _near(form, more, less)]
    missing = [form for form in less.heavy - more.heavy if not _near(form, more, less)]
    return max(len(added), len(missing)) <= 1 or (
        more.opens_negated and less.heavy <= more.heavy and 2 * len(less.heavy) > len(more.heavy)
    )


def _near(form: str, one: StatementReading, other: StatementReading) -> bool:
    side = other if form in one.heavy else one
    return any(related(form, there) for there in side.heavy)


_TURNING = frozenset({"antonyms", "negation", "changes"})
_FIGURES = {"numbers": ("number", "version"), "versions": ("number", "version"), "dates": ("date",)}
_TEMPLATE = re.compile(r"\[[ xX]?\]|\[[^\[\]]+\](?!\()|<[a-z][\w -]*>|[:：][^\w:：]*$")
"""Blanks to be filled in, boxes to be ticked and labels: they claim nothing."""


def _by_slot(claims: Sequence[tuple[Memory, str]]) -> Iterator[_Pair]:
    """Pairs that give one slot two values."""
    subjects: dict[frozenset[str], dict[tuple[str, str], Memory]] = {}
    for memory, text in claims:
        for slot in slots_of(text):
            subjects.setdefault(slot.subject, {})[memory.id, text] = memory
    for _, held in sorted(subjects.items(), key=lambda entry: sorted(entry[0])):
        if not 1 < len(held) <= _BUSIEST:
            continue
        listed = sorted(held.items())
        for at, ((one_id, left), one) in enumerate(listed):
            for (other_id, right), other in listed[at + 1 :]:
                values = clash(left, right) if one_id != other_id else None
                if values and not are_two_cases(left, right):
                    yield one, other, MergeObjection("slot", " / ".join(sorted(values)), True, left, right), 0.8


def _by_frame(claims: Sequence[tuple[Memory, str]]) -> Iterator[_Pair]:
    """Pairs of sentences that are equal but for one name: "Our cloud is Azure" and "Our cloud is AWS"."""
    frames: dict[tuple[str, ...], dict[str, tuple[Memory, str]]] = {}
    for memory, text in claims:
        for frame, name in _frames(text):
            frames.setdefault(frame, {}).setdefault(name, (memory, text))
    for frame in sorted(frames):
        held = sorted(frames[frame].items())
        if not 1 < len(held) <= _MOST_NAMES:
            continue
        for at, (_, (one, left)) in enumerate(held):
            for _, (other, right) in held[at + 1 :]:
                told = _contradiction(left, right) if one.id != other.id else None
                if told:
                    yield one, other, told, 0.7


def _frames(text: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """A sentence with a name at its end, or before a "for", left out: where the value of something stands."""
    reading = read(text)
    for token in reading.tokens:
        if not token.proper or reading.sequence.count(token.form) != 1:
            continue
        at = reading.sequence.index(token.form)
        ends = at + 1 == len(reading.sequence) or reading.sequence[at + 1] == "for"
        if ends and reading.heavy - {token.form} and reading.sequence[at - 1] != "for":
            yield (*reading.sequence[:at], "", *reading.sequence[at + 1 :], *sorted(reading.strengths)), token.form
