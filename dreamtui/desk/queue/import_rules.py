"""Rules of other tools, or of another workspace, into the queue: each becomes an item that a person decides."""

import contextlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from dreamtui.coach.covered import COVERABLE
from dreamtui.desk.decide.decide import OPEN
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs import agent_context
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.desk.queue.bundle import Bundle
from dreamtui.desk.queue.evidence import from_words, short_hash
from dreamtui.disk.opening import read_beginning
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate.intake import IMPORTED, without_secrets
from dreamtui.kinds.candidate.kind import CANDIDATES, NAME
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Malformed, NotFound, Refused
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.target import OUTPUTS, Destination, Target
from dreamtui.sources.agents import running_agent
from dreamtui.sources.rule_files import LARGEST, RuleFile, found_in, read_rules, said_once, statements
from dreamtui.store.files.small import read_regular
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import iso
from dreamtui.text.ids import candidate_id
from dreamtui.text.inert import inert_line, one_line
from dreamtui.text.saying import instruction

_TITLE = 120
_MOST = 2_000
"""Statements that one import takes; more are documentation."""
_WAITS, _DECIDED, _SAID = "waits already", "decided here before", "given to agents here already"


@dataclass(frozen=True, slots=True)
class SkippedRule:
    """A statement that makes no item."""

    place: str
    """`AGENTS.md:12`, or the bundle."""
    words: str
    """Its first line."""
    why: str
    """A few words."""


@dataclass(frozen=True, slots=True)
class ImportedRules:
    new: tuple[str, ...]
    """Ids of the items that wait now."""
    waiting: int
    """Statements that waited already."""
    decided: int
    """Those that were decided here before; they are not asked about again."""
    said: int
    """Those that an agent is given here already."""
    files: tuple[tuple[str, str, int], ...]
    """What was read: file, who reads it, how many statements."""
    remarks: tuple[str, ...] = ()
    """What could not be read, a sentence each."""
    skipped: tuple[SkippedRule, ...] = ()
    """Every statement that made no item."""


@dataclass(frozen=True, slots=True)
class _Found:
    """A statement of a file, as an item."""

    place: str
    item: Item


def import_rules(desk: Desk, paths: Sequence[Path]) -> ImportedRules:
    """File the statements of these files, or of all files of other tools in the workspace, as one change.

    A file that begins with a brace or is called .json is a bundle that `export` wrote. One that agents are given here
    as it is, such as an AGENTS.md that is a link to CLAUDE.md, has nothing to import.
    """
    remarks: list[str] = []
    read: list[tuple[str, str, list[_Found]]] = []
    skipped: list[SkippedRule] = []
    loaded = {(desk.workspace.root / file.path).resolve() for file in agent_context.loaded(desk).files}
    for path, tool in [(desk.cwd / path, "") for path in paths] or found_in(desk.workspace.root):
        shown = desk.layout.logical(path.parent.resolve() / path.name)
        try:
            if path.suffix == ".json" or read_beginning(path, 64, follow=True).lstrip()[:1] == b"{":
                bundle = _bundle(path)
                read.append(
                    (
                        shown,
                        f"a bundle of {bundle.workspace}",
                        [_Found(shown, one) for one in _of_bundle(desk, bundle, shown)],
                    )
                )
            else:
                if path.resolve() in loaded:
                    remarks.append(f"{inert_line(shown)} is what agents are given here already")
                    continue
                made = read_rules(path, tool)
                read.append((shown, made.tool, list(_of_file(desk, made, shown))))
                skipped += [_skipped(f"{shown}:{one.line}", one.text, one.fault) for one in made.faulty]
        except (OSError, Malformed) as problem:
            if paths:
                raise NotFound(f"{inert_line(str(path))} cannot be read: {problem}") from problem
            remarks.append(f"{inert_line(shown)} cannot be read: {problem}")
    if not read and not remarks:
        raise NotFound("no rule files of other tools are here (AGENTS.md, .cursor/rules, GEMINI.md, …); name one")
    for name, _, found in read:
        skipped += [
            _skipped(one.place, one.item.rule, f"only {_MOST:,} rules of {name} are read") for one in found[_MOST:]
        ]
    new, met = _file(desk, [one for _, _, found in read for one in found[:_MOST]])
    files = tuple((name, tool, len(found)) for name, tool, found in read)
    skipped += [_skipped(one.place, one.item.rule, why) for one, why in met]
    count = Counter(why for _, why in met)
    waiting = sum(number for why, number in count.items() if why.startswith(_WAITS))
    every = tuple(skipped)
    return ImportedRules(new, waiting, count[_DECIDED], count[_SAID], files, tuple(remarks), every)


def _skipped(place: str, text: str, why: str) -> SkippedRule:
    return SkippedRule(place, one_line(mask(text.split("\n")[0])), why)


def _file(desk: Desk, found: Sequence[_Found]) -> tuple[tuple[str, ...], list[tuple[_Found, str]]]:
    """Write what is new, all together; the ids, and of every other statement why it makes no item."""
    first = dict[str, _Found]()
    met = list[tuple[_Found, str]]()
    for one in found:
        if first.setdefault(one.item.id, one) is not one:
            met.append((one, f"repeats {first[one.item.id].place}"))
    with desk.store.writing(desk.writer()) as transaction:
        known = desk.queue().about(first)
        given, asked = _given(desk), _asked(desk)
        changes = []
        for one in first.values():
            item, words = one.item, said_once(one.item.rule)
            status = known[item.id][0].status if known[item.id] else None
            if status in OPEN:
                met.append((one, _WAITS))
            elif status is not None:
                met.append((one, _DECIDED))
            elif words in given:
                met.append((one, _SAID))
            elif words in asked:
                met.append((one, f"{_WAITS} as {asked[words]}"))
            elif desk.store.read(item.path) is None:
                changes.append(Change(item.path, None, candidate.render(item, iso(desk.now))))
        if changes:
            transaction.apply(ChangeSet.of(*changes), "import", items=len(changes))
    return tuple(change.path.rpartition("/")[2].removesuffix(".md") for change in changes), met


def _asked(desk: Desk) -> dict[str, str]:
    """What a person said in a conversation and what waits for a decision, by the words; the item's id."""
    found: dict[str, str] = {}
    for entry in desk.queue().entries(OPEN):
        if entry.row.kind == NAME and entry.row.signal in COVERABLE:
            quotes = (piece["quote"] for piece in entry.row.evidence)
            for quote in quotes:
                for words in (quote, instruction(quote, "")):
                    found.setdefault(said_once(words), entry.row.id)
    return found


def _given(desk: Desk) -> set[str]:
    """What agents are given here, by the words: lines of CLAUDE.md and what it imports, and rules that are decided."""
    known = {said_once(rule.text or rule.title) for rule in remembered(desk).rules}
    for file in agent_context.loaded(desk).files:
        known.update(said_once(one.text) for one in statements([f"{line.text}\n" for line in file.lines]))
        known.update(said_once(line.text.lstrip("-*+ \t")) for line in file.lines)
    return known


def _of_file(desk: Desk, read: RuleFile, shown: str) -> Iterator[_Found]:
    for one in read.statements:
        below = f", below “{one_line(one.heading)}”" if one.heading else ""
        words = one_line(one.text.split("\n")[0])
        evidence = _at(desk, shown, one.line, f"{read.tool}{below}: {words}")
        item = _item(desk, f"{read.path.name} says: {words}", one.text, (evidence,), read.globs)
        yield _Found(f"{shown}:{one.line}", item)


def _at(desk: Desk, shown: str, line: int, words: str) -> Evidence:
    """The place in a file of the workspace; of another file its words and where they are."""
    with contextlib.suppress(Refused):
        if not shown.startswith(("/", "@")):
            return from_words(desk, f"file:{desk.layout.real(shown)}:{line}")
    return _text(f"{words} ({shown}:{line})")


def _text(words: str) -> Evidence:
    return Evidence(words, Locator(Where.TEXT), digest=short_hash(words.encode("utf-8", "replace")))


def _item(desk: Desk, title: str, rule: str, evidence: tuple[Evidence, ...], files: tuple[str, ...]) -> Item:
    item_id = candidate_id(IMPORTED, said_once(rule))
    now = iso(desk.now)
    made = Item(
        kind=NAME,
        id=item_id,
        signal=IMPORTED,
        title=title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…",
        status=Status.PENDING,
        path=f"{CANDIDATES}/{item_id}.md",
        first_seen=now,
        last_seen=now,
        weight=len(evidence),
        files=files,
        evidence=evidence,
        subject=title,
        rule=rule,
    )
    return replace(without_secrets(made), filed_by=desk.actor, filed_in=running_agent(desk.env))


def _bundle(path: Path) -> Bundle:
    try:
        loaded = msgspec.json.decode(read_regular(path, LARGEST))
        for part in ("rules", "notes"):  # an earlier version names no target
            listed = loaded.get(part) if isinstance(loaded, dict) else None
            for one in listed if isinstance(listed, list) else ():
                if isinstance(one, dict):
                    one.setdefault("to", Target.OUTPUTS.value)
                    one.setdefault("paths", [])
        return msgspec.convert(loaded, Bundle)
    except msgspec.MsgspecError as problem:
        raise Malformed(f"it is not a bundle of rules: {problem}") from None


def _of_bundle(desk: Desk, bundle: Bundle, shown: str) -> Iterator[Item]:
    for one in (*bundle.rules, *bundle.notes):
        text = one.text.strip() or one.title
        goes = Destination(one.to, one.paths)
        by = f"decided by {one.decided_by or 'nobody named'} {one.decided_at[:10]}".strip()
        by += f", there for {goes.said}" if goes != OUTPUTS else ""
        reason = f"{bundle.workspace}, {by}: {one.reason}" if one.reason else f"{bundle.workspace}, {by}"
        pieces = tuple(_text(one_line(words)) for words in (reason, *one.evidence[:20]))
        if one_line(text).strip():
            is_observation = said_once(one.title) != said_once(text) and one.title.strip()
            title = one.title if is_observation else f"{bundle.workspace} says: {text}"
            yield _item(desk, one_line(title), text, pieces, one.files)
