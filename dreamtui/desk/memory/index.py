"""The indexes of memory folders: their state, their problems, and regenerating them.

Regenerating an index needs no rationale; it is recorded and undone like a decision.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from dreamtui.desk.decide.decide import Outcome, as_shown, lost_memories, with_retry
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.folder import Contents, MemoryFile, folders_of, read_folder
from dreamtui.desk.mine.reading import asked
from dreamtui.kinds.decision import graph
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.index.regenerate import Fact, Regenerated, regenerate
from dreamtui.kinds.memory.kind import NAME
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Draft, Mark, Plan, Touched
from dreamtui.model.errors import Lack, NotFound, Refused
from dreamtui.model.memory import IndexStep
from dreamtui.model.verb import Verb
from dreamtui.sources.claude.places import INDEX, MemoryFolder
from dreamtui.text.budget import MEMORY_BYTES, MEMORY_LINES
from dreamtui.text.dates import iso, read_instant
from dreamtui.text.diff import spans
from dreamtui.text.inert import inert_line

_MOST_NAMED = 8
EVERY_STEP = tuple(IndexStep)
_MOST_GONE = 0.3
"""Share of the entries that may go without being asked for; a single one always may."""
_UNPLAIN = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Indexing:
    """What regenerating the index of one folder would do."""

    contents: Contents
    made: Regenerated
    """What would be written and why."""
    plan: Plan
    """The changes and the decision; no change where the index is in order."""

    @property
    def key(self) -> str:
        return self.contents.folder.key


def status(desk: Desk, *, everywhere: bool = False) -> list[Contents]:
    """The state of every memory folder of the workspace, or of every project."""
    return [read_folder(desk, folder) for folder in folders_of(desk, everywhere=everywhere)]


def problems(found: Contents) -> list[str]:
    """What is wrong with a folder's index, a sentence each; empty when it is healthy."""
    report = found.report
    said = []
    if report.hidden:
        said.append(
            f"{len(report.hidden)} lines, from line {report.hidden[0]} on, are past {MEMORY_LINES} lines or"
            f" {MEMORY_BYTES:,} bytes and never loaded"
        )
    for names, what in ((report.orphans, "has no line for"), (report.dangling, "names files that are not there:")):
        if names:
            said.append(f"{INDEX} {what} {listed(names)}")
    if report.long_lines:
        said.append(f"lines of more than 150 characters: {listed([str(number) for number in report.long_lines])}")
    return [f"{inert_line(found.folder.key)}: {sentence}" for sentence in said]


def listed(names: Sequence[str]) -> str:
    """Names for a sentence, the first of them and how many more there are."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return inert_line(", ".join(names[:_MOST_NAMED])) + more


def remarks(found: Contents) -> list[str]:
    """What else is to be known of a folder, a sentence each; none of it makes its index unhealthy."""
    said = list(found.odd)
    if found.report.outside:
        said.append(f"{INDEX} links out of the folder: {listed(found.report.outside)}")
    if found.shared_with:
        said.append(f"the folder is shared with {listed(found.shared_with)}: both have the same name here")
    if found.off:
        said.append(f"auto memory is switched off by {inert_line(found.off)}")
    return [f"{inert_line(found.folder.key)}: {sentence}" for sentence in said]


def chosen(desk: Desk, reference: str = "") -> list[MemoryFolder]:
    """The folder a key or path names; without one all of the workspace but those that are the person's everywhere."""
    folders = folders_of(desk)
    if not reference:
        return [folder for folder in folders if folder.scope != "user"]
    path = (desk.cwd / reference).resolve()
    found = [folder for folder in folders if folder.key == reference or folder.path.resolve() == path]
    if not found:
        there = ", ".join(folder.key for folder in folders) or "none"
        raise NotFound(f"{inert_line(reference)} is not a memory folder of this workspace; known: {there}")
    return found


def plan(desk: Desk, folder: MemoryFolder, *, cut: bool = False, steps: Collection[IndexStep] = EVERY_STEP) -> Indexing:
    """What regenerating would do to a folder now; `made.refused` says why it is not possible."""
    contents = read_folder(desk, folder)
    if contents.index is None and INDEX in contents.others:
        raise Refused(f"{inert_line(folder.key)}/{INDEX} is not a plain file that can be read; it is left alone")
    changed = _changed(desk, contents)

    def made_of(facts: Mapping[str, Fact]) -> Regenerated:
        return regenerate(contents.index, facts, contents.pages, contents.others, changed, cut=cut, steps=steps)

    made = made_of(contents.facts)
    if made.moved:
        made = made_of(_aged(contents))
    before = {**contents.pages, **({INDEX: contents.index} if contents.index is not None else {})}
    changes = [Change(f"{folder.key}/{name}", before.get(name), data) for name, data in made.files.items()]
    draft = Draft(
        item=item_id(folder.key),
        kind=NAME,
        fingerprint=f"{folder.key}/{INDEX}",
        title=f"{folder.key}/{INDEX}: {summary(made)}",
        verb=Verb.INDEX,
        actor=desk.actor,
        when=iso(desk.now),
    )
    return Indexing(contents, made, Plan(ChangeSet.of(*changes), draft))


def _aged(contents: Contents) -> dict[str, Fact]:
    """What the index needs of each memory, with git's date of its last change, else its own; never the file's time."""
    from dreamtui.sources.git.kept import changed_last

    told = asked(lambda: changed_last(contents.folder.path, {file.name: file.data for file in contents.files})) or {}
    facts: dict[str, Fact] = {}
    for name, fact in contents.facts.items():
        when = read_instant(told.get(name, fact.when))
        facts[name] = replace(fact, when=iso(when) if when else "")
    return facts


def how_moved(made: Regenerated) -> str:
    """In which order lines leave the index, a few words; nothing is called old of which that is not known."""
    if made.by_type:
        told = "closed projects and logs first, then other projects; what you are like and want from agents last"
        return f"{told}; of one type {_by_age(made)}"
    return _by_age(made)


def _by_age(made: Regenerated) -> str:
    if not made.by_age:
        why = "most have no known date of change" if made.undated else "their age is unknown"
        return f"the last first: {why}"
    return "the oldest first" + (f"; date of change unknown for {made.undated}" if made.undated else "")


def too_many_gone(planned: Sequence[Indexing]) -> str:
    """That more of the lines of an index would go than a person takes for granted, a sentence; empty if not."""
    for one in planned:
        entries, gone = one.made.entries, one.made.gone
        if gone > max(1, entries * _MOST_GONE):
            return (
                f"{inert_line(one.key)}: {INDEX} names {len(one.contents.report.dangling)} files that are not there;"
                f" {gone} of {entries} entries ({gone / entries:.0%}) would go, as in a partial copy"
            )
    return ""


def refuse_removals(planned: Sequence[Indexing]) -> None:
    """Refuse to empty an index unasked."""
    if why := too_many_gone(planned):
        raise Refused(f"{why}; nothing is written", Lack.REMOVALS)


def item_id(key: str) -> str:
    """The id under which the index of a folder is recorded."""
    return f"index-{_UNPLAIN.sub('-', key.lower()).strip('-')}"


def summary(made: Regenerated) -> str:
    """What is done, a few words, each number with what it counts."""
    counted = (
        (len(made.added), "memory gets a line", "memories get a line"),
        (len(made.dropped), "file that is gone loses its line", "files that are gone lose their lines"),
        (len(made.shortened), "line is shortened", "lines are shortened"),
        (len(made.kept), "of them stands whole in a further index", "of them stand whole in a further index"),
        (len(made.renewed), "line is rewritten", "lines are rewritten"),
        (len(made.moved), "line moves to a further index", "lines move to a further index"),
    )
    done = [f"{count} {one if count == 1 else many}" for count, one, many in counted if count]
    return ", ".join(done) or "nothing to do"


def write(
    desk: Desk,
    folders: Sequence[MemoryFolder],
    expected: ChangeSet | None = None,
    *,
    removals: bool = True,
    cut: bool = False,
    steps: Collection[IndexStep] = EVERY_STEP,
) -> tuple[Outcome, list[Indexing]]:
    """Regenerate the indexes of these folders, all in one transaction; a folder that is refused is left as it is.

    `expected` is the preview that was shown; without one a plan is made again when a file changes under it. Where a
    person has not said that a large part of the entries may go (`removals`), that is refused for all folders.
    """

    def planned_now() -> list[Indexing]:
        planned = [plan(desk, folder, cut=cut, steps=steps) for folder in folders]
        if not removals:
            refuse_removals(planned)
        return planned

    def run() -> tuple[Outcome, list[Indexing]]:
        planned = planned_now()
        if not any(one.plan.changes for one in planned):
            as_shown([one.plan for one in planned], expected)
            return Outcome((), ChangeSet()), planned
        with desk.store.writing(desk.writer()) as transaction:
            planned = planned_now()
            plans = _together([one.plan for one in planned if one.plan.changes])
            as_shown(plans, expected)
            marks = desk.store.audit.marks()
            decisions = transaction.record(plans, graph.heads(marks)) if plans else ()
        changes = ChangeSet.of(*(change for one in plans for change in one.changes.changes))
        return Outcome(decisions, changes, lost_memories(desk, changes)), planned

    return with_retry(run) if expected is None else run()


def _together(plans: list[Plan]) -> list[Plan]:
    """Plans with the same batch, so that one undo takes them back."""
    import uuid

    if len(plans) < 2:
        return plans
    batch = uuid.uuid5(uuid.NAMESPACE_OID, " ".join(f"{p.draft.item} {p.draft.when}" for p in plans)).hex[:12]
    return [replace(one, draft=replace(one.draft, batch=batch)) for one in plans]


def _changed(desk: Desk, contents: Contents) -> set[str]:
    """Memories whose description was changed by a decision since the index was last regenerated."""
    marks = desk.store.audit.marks()
    stands = graph.in_force(marks)
    since: list[Mark] = []
    for mark in graph.ordered(marks):
        if mark.verb is Verb.INDEX and mark.item == item_id(contents.folder.key) and stands[mark.id]:
            since = []
        elif stands[mark.id] and mark.verb not in graph.TAKES_BACK:
            since.append(mark)
    start = f"{contents.folder.key}/"
    files = {start + file.name: file for file in contents.files}
    found: set[str] = set()
    for mark in since:
        if not files.keys() & set(mark.paths):
            continue
        for touched in desk.store.audit.whole(mark).touched:
            file = files.get(touched.path)
            if file is not None and touched.before and _description_was(touched, file) != file.topic.description:
                found.add(file.name)
    return found


def _description_was(touched: Touched, file: MemoryFile) -> str:
    """What a memory said of itself before a decision; what it says now where that cannot be told."""
    earlier = spans.invert(file.data, touched.spans)
    return file.topic.description if earlier is None else topic.parse(earlier, touched.path).description
