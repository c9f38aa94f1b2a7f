"""Rules of other tools, or of another workspace, into the queue: each becomes an item that a person decides."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

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
from dreamtui.sources.agents import running_agent
from dreamtui.sources.rule_files import LARGEST, RuleFile, found_in, read_rules, said_once, statements
from dreamtui.store.files.small import read_regular
from dreamtui.text.dates import iso
from dreamtui.text.ids import candidate_id
from dreamtui.text.inert import inert_line, one_line

_TITLE = 120
_MOST = 2_000
"""Statements that one import takes; more are documentation."""


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


def import_rules(desk: Desk, paths: Sequence[Path]) -> ImportedRules:
    """File the statements of these files, or of all files of other tools in the workspace, as one change.

    A file that begins with a brace or is called .json is a bundle that `export` wrote. One that agents are given here
    as it is, such as an AGENTS.md that is a link to CLAUDE.md, has nothing to import.
    """
    remarks: list[str] = []
    read: list[tuple[str, str, list[Item]]] = []
    loaded = {(desk.workspace.root / file.path).resolve() for file in agent_context.loaded(desk).files}
    for path, tool in [(desk.cwd / path, "") for path in paths] or found_in(desk.workspace.root):
        shown = desk.layout.logical(path.parent.resolve() / path.name)
        try:
            if path.suffix == ".json" or read_beginning(path, 64, follow=True).lstrip()[:1] == b"{":
                bundle = _bundle(path)
                read.append((shown, f"a bundle of {bundle.workspace}", list(_of_bundle(desk, bundle, shown))))
            else:
                if path.resolve() in loaded:
                    remarks.append(f"{inert_line(shown)} is what agents are given here already")
                    continue
                made = read_rules(path, tool)
                read.append((shown, made.tool, list(_of_file(desk, made, shown))))
        except (OSError, Malformed) as problem:
            if paths:
                raise NotFound(f"{inert_line(str(path))} cannot be read: {problem}") from problem
            remarks.append(f"{inert_line(shown)} cannot be read: {problem}")
    if not read and not remarks:
        raise NotFound("no rule files of other tools are here (AGENTS.md, .cursor/rules, GEMINI.md, …); name one")
    new, waiting, decided, said = _file(desk, (item for _, _, items in read for item in items[:_MOST]))
    files = tuple((name, tool, len(items)) for name, tool, items in read)
    return ImportedRules(new, waiting, decided, said, files, tuple(remarks))


def _file(desk: Desk, items: Iterable[Item]) -> tuple[tuple[str, ...], int, int, int]:
    """Write what is new, all together; how many waited, were decided, and are given to agents already."""
    wanted = {item.id: item for item in items}
    waiting = decided = said = 0
    with desk.store.writing(desk.writer()) as transaction:
        known = desk.queue().about(wanted)
        given = _given(desk)
        changes = []
        for item in wanted.values():
            status = known[item.id][0].status if known[item.id] else None
            if status in {Status.PENDING, Status.DEFERRED}:
                waiting += 1
            elif status is not None:
                decided += 1
            elif said_once(item.rule) in given:
                said += 1
            elif desk.store.read(item.path) is None:
                changes.append(Change(item.path, None, candidate.render(item, iso(desk.now))))
        if changes:
            transaction.apply(ChangeSet.of(*changes), "import", items=len(changes))
    return tuple(change.path.rpartition("/")[2].removesuffix(".md") for change in changes), waiting, decided, said


def _given(desk: Desk) -> set[str]:
    """What agents are given here, by the words: lines of CLAUDE.md and what it imports, and rules that are decided."""
    known = {said_once(rule.text or rule.title) for rule in remembered(desk).rules}
    for file in agent_context.loaded(desk).files:
        known.update(said_once(one.text) for one in statements([f"{line.text}\n" for line in file.lines]))
        known.update(said_once(line.text.lstrip("-*+ \t")) for line in file.lines)
    return known


def _of_file(desk: Desk, read: RuleFile, shown: str) -> Iterator[Item]:
    for one in read.statements:
        below = f", below “{one_line(one.heading)}”" if one.heading else ""
        words = one_line(one.text.split("\n")[0])
        evidence = _at(desk, shown, one.line, f"{read.tool}{below}: {words}")
        yield _item(desk, f"{read.path.name} says: {words}", one.text, (evidence,), read.globs)


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
        return msgspec.json.decode(read_regular(path, LARGEST), type=Bundle)
    except msgspec.MsgspecError as problem:
        raise Malformed(f"it is no bundle of rules: {problem}") from None


def _of_bundle(desk: Desk, bundle: Bundle, shown: str) -> Iterator[Item]:
    for one in (*bundle.rules, *bundle.notes):
        text = one.text.strip() or one.title
        by = f"decided by {one.decided_by or 'nobody named'} {one.decided_at[:10]}".strip()
        reason = f"{bundle.workspace}, {by}: {one.reason}" if one.reason else f"{bundle.workspace}, {by}"
        pieces = tuple(_text(one_line(words)) for words in (reason, *one.evidence[:20]))
        if one_line(text).strip():
            is_observation = said_once(one.title) != said_once(text) and one.title.strip()
            title = one.title if is_observation else f"{bundle.workspace} says: {text}"
            yield _item(desk, one_line(title), text, pieces, one.files)
