"""The workspaces a console is open on: one, or several whose queues are shown as one."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.desk import person
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.model.verb import Verb
from dreamtui.text.words import counted
from dreamtui.tui.session.drafts import DraftBook
from dreamtui.tui.session.merged_queue import MergedQueue
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.session.queue_items import TABS, tab_called
from dreamtui.tui.session.refs import Ref, labels, parsed
from dreamtui.tui.session.session import Session

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.desk.outputs.sync import Synced
    from dreamtui.model.change import ChangeSet
    from dreamtui.model.decision import Mark, Words
    from dreamtui.model.sitting import ResumePoint

PLACE = "console-all.json"
"""Where the place in the common queue is kept, apart from the place in each workspace's own."""


class Sessions:
    """The sessions by the names their workspaces have here, and the one of the cursor.

    What is about one thing is asked of its own session; this has what is about several, or about all of them.
    """

    def __init__(self, parts: Mapping[str, Session], problems: Sequence[str] = ()) -> None:
        self.parts = dict(parts)
        """Each session by the name of its workspace; empty for one alone."""
        self.whose = next(iter(self.parts))
        """The workspace under the cursor, by the name it has here."""
        self._start = self.parts[self.whose]
        self.queue = MergedQueue(self.parts, problems)
        self.drafts = DraftBook({name: part.drafts for name, part in self.parts.items()})
        self.shut: dict[str, str] = {}
        """Why some of them can only be looked at, by their names."""
        self._touched: dict[str, None] = {}

    @classmethod
    def alone(cls, session: Session) -> "Sessions":
        """One workspace, which needs no name."""
        return cls({"": session})

    @classmethod
    def named(cls, sessions: Sequence[Session], problems: Sequence[str] = ()) -> "Sessions":
        """Several, each with a name of its own; `problems` are about workspaces that could not be opened."""
        return cls(dict(zip(labels([one.name for one in sessions]), sessions, strict=True)), problems)

    # Which workspace

    @property
    def here(self) -> Session:
        """The workspace under the cursor."""
        return self.parts[self.whose]

    def of(self, ref: Ref) -> Session:
        """The workspace of something; for what is of none, as an undo, the one under the cursor."""
        return self.parts.get(ref.workspace, self.here)

    def ref(self, own_id: str) -> Ref:
        """Something of the workspace under the cursor."""
        return Ref(self.whose, own_id)

    def row_key(self, name: str) -> Hashable:
        """The key of the row with this name, as a file has it."""
        refs = tuple(parsed(one, self.tags) for one in name.split())
        return refs[0] if len(refs) == 1 else refs

    @property
    def name(self) -> str:
        """The workspace; of several how many there are, and the one under the cursor."""
        count = len(self.parts)
        return f"{counted(count, 'workspace')} · {self.whose}" if self.whose else self.here.name

    @property
    def desks(self) -> tuple[Desk, ...]:
        """The desk of each workspace."""
        return tuple(part.desk for part in self.parts.values())

    @property
    def tags(self) -> tuple[str, ...]:
        """The names in rows; None if there is only one workspace."""
        return tuple(name for name in self.parts if name)

    def cursor_on(self, ref: Ref) -> bool:
        """The cursor is on this item now; returns whether that is in another workspace than before."""
        moved = ref.workspace in self.parts and ref.workspace != self.whose
        if moved:
            self.whose = ref.workspace
        return moved

    def spread(self, refs: Iterable[Ref]) -> dict[str, int]:
        """How many of these items each workspace has."""
        return {name: len(there) for name, there in grouped(refs).items()}

    # Opening and leaving

    def begin(self) -> None:
        """Read every queue while the console is being imported and drawn."""
        place = self.load_place()
        for part in self.parts.values():
            part.queue.begin(place.order, TABS[tab_called(place.status)].statuses, others=len(self.parts) - 1)

    def enter(self, *, take_over: bool) -> str:
        """Leave a presence mark everywhere; where another console is, this one looks on."""
        for name, part in self.parts.items():
            if why := part.presence.enter(take_over=take_over):
                self.shut[name] = why
        return self._all_closed()

    def ousted(self) -> str:
        """Why nothing can be decided in any workspace; one that was taken over is closed."""
        for name, part in self.parts.items():
            if name not in self.shut and (why := part.presence.ousted()):
                self.shut[name] = why
        return self._all_closed()

    def closed(self, refs: Iterable[Ref] = ()) -> str:
        """Why something cannot be decided in the workspaces of these items, or in the one under the cursor."""
        names = list(grouped(refs)) or [self.whose]
        return next((_in(name, self.shut[name]) for name in names if name in self.shut), "")

    def closed_words(self) -> str:
        """Which workspaces can only be looked at, and why."""
        return "; ".join(_in(name, why) for name, why in self.shut.items())

    def _all_closed(self) -> str:
        return self.closed_words() if len(self.shut) == len(self.parts) else ""

    def leave(self) -> None:
        """Take every presence mark away."""
        for part in self.parts.values():
            part.leave()

    def last_run(self) -> str:
        """When any of the queues was last mined."""
        return max((part.last_run() for part in self.parts.values()), default="")

    def load_place(self) -> "ResumePoint":
        """The saved place; the common queue has its own."""
        return person.load_place(self._start.desk, PLACE if self.tags else "")

    def save_place(self, place: "ResumePoint") -> None:
        """Remember where the person is."""
        person.save_place(self._start.desk, place, PLACE if self.tags else "")

    # Deciding

    def decide(
        self, refs: Sequence[Ref], verb: Verb, words: "Words", expected: "ChangeSet | None" = None
    ) -> ConsoleOutcome:
        """Record decisions, all or none within a workspace; nothing is begun while one of them is known to refuse."""
        if self.tags and (why := self.closed(refs)):
            raise Refused(why)
        groups = grouped(refs)
        if len(groups) > 1:
            for name, there in groups.items():
                for one in there:
                    self.parts[name].preview(one, verb, words)
        return self._each(groups, lambda part, there: part.decide(there, verb, words, expected))

    def live_rules(self, refs: Iterable[Ref]) -> dict[Ref, str]:
        """Of these items those whose rule is live in their workspace, with its words."""
        return self._by_ref(refs, lambda part, there: part.live_rules(there))

    def rules_made(self, refs: Iterable[Ref]) -> dict[Ref, str]:
        """The rules that graduating these items together makes, by item."""
        return self._by_ref(refs, lambda part, there: part.rules_made(there))

    def _by_ref(
        self, refs: Iterable[Ref], words: Callable[[Session, Sequence[str]], Mapping[str, str]]
    ) -> dict[Ref, str]:
        return {
            Ref(name, one): said
            for name, there in grouped(refs).items()
            for one, said in words(self.parts[name], there).items()
        }

    def undo(
        self, decisions: Sequence[Ref], rationale: str, *, sitting: bool, acknowledged: Sequence[str] = ()
    ) -> ConsoleOutcome:
        """Take back a batch, in each of its workspaces."""
        return self._each(
            grouped(decisions),
            lambda part, there: part.take_back(
                there[0], rationale, sitting=sitting, batch=True, acknowledged=acknowledged
            ),
        )

    def redo(self, decisions: Sequence[Ref]) -> ConsoleOutcome:
        """Take an undo back, in each workspace; without a name the newest of the one under the cursor."""
        groups = grouped(decisions) or {self.whose: [""]}
        return self._each(groups, lambda part, there: part.take_back(there[0], "", redo=True, batch=True))

    def newest(self) -> "list[tuple[Ref, Mark]]":
        """What an undo without a name would take back: the newest of them all, its title with its workspace."""
        found: list[tuple[str, list[Mark]]] = []
        for name, part in self.parts.items():
            try:
                found.append((name, part.newest()))
            except DreamtuiError:
                continue
        name, marks = max(found, key=lambda one: (one[1][0].when, one[0])) if found else ("", self.here.newest())
        return [(Ref(name, mark.id), replace(mark, title=_in(name, mark.title))) for mark in marks]

    def twins(self) -> dict[Ref, tuple[Ref, ...]]:
        """Waiting items with the same evidence, workspace by workspace."""
        return {
            Ref(name, one): tuple(Ref(name, each) for each in group)
            for name, part in self.parts.items()
            for one, group in part.twins().items()
        }

    def told(self, outcome: "Outcome") -> ConsoleOutcome:
        """What came of a call to the workspace under the cursor; its outputs are written on the way out."""
        self._touched[self.whose] = None
        return ConsoleOutcome.of(self.whose, outcome)

    def _each(self, groups: Mapping[str, list[str]], call: "Callable[[Session, list[str]], Outcome]") -> ConsoleOutcome:
        """Do something in each workspace; failures after the first are reported, and what was done stays."""
        done: list[ConsoleOutcome] = []
        failed: list[str] = []
        for name, there in groups.items():
            try:
                done.append(ConsoleOutcome.of(name, call(self.parts[name], there)))
                self._touched[name] = None
            except DreamtuiError as problem:
                if len(groups) == 1:
                    raise
                failed.append(_in(name, str(problem)))
        if not done:
            raise Refused(failed[0])
        return ConsoleOutcome.together(done, failed)

    # Outputs

    def outputs(self) -> "Synced":
        """What a sync would write where something was decided in this sitting, and under the cursor."""
        if not self.tags:
            return self.here.outputs()
        return self._synced({name: self.parts[name].outputs() for name in self._to_write()})

    def write_outputs(self) -> "Synced":
        """Write them, one workspace after the other; one that cannot be written holds up no other."""
        if not self.tags:
            return self.here.write_outputs()
        written: dict[str, Synced] = {}
        failed: list[str] = []
        for name in self._to_write():
            part = self.parts[name]
            try:
                if not part.outputs().problems:
                    written[name] = part.write_outputs()
            except DreamtuiError as problem:
                failed.append(f"{name}: {problem}")
        if failed:
            done = ", ".join(name for name, synced in written.items() if synced.changes)
            raise Refused(f"{failed[0]}{f'; written: {done}' if done else ''}")
        return self._synced(written)

    def place_of(self, path: str) -> str:
        """The real path of a file of one of the workspaces, with its name if there are several."""
        name, _, rest = path.partition(": ")
        return self.parts[name].place_of(rest) if rest and name in self.tags else self.here.place_of(path)

    def _to_write(self) -> list[str]:
        wanted = {*self._touched, self.whose} - set(self.shut)
        return [name for name in self.parts if name in wanted]

    def _synced(self, found: "dict[str, Synced]") -> "Synced":
        """One plan, its paths and sentences grouped by workspace; where something is wrong nothing is written."""
        from dreamtui.desk.outputs.sync import Synced
        from dreamtui.model.change import Change, ChangeSet

        good = {name: synced for name, synced in found.items() if not synced.problems}
        return Synced(
            tuple(replace(file, path=f"{name}: {file.path}") for name, one in good.items() for file in one.files),
            ChangeSet(
                tuple(
                    Change(f"{name}: {change.path}", change.before, change.after)
                    for name, one in good.items()
                    for change in one.changes.changes
                )
            ),
            tuple(f"{name}: {problem}" for name, one in found.items() for problem in one.problems),
            left=tuple(f"{name}: {line}" for name, one in found.items() for line in one.left),
            undecided=tuple(f"{name}: {line}" for name, one in found.items() for line in one.undecided),
            unread=tuple(f"{name}: {line}" for name, one in found.items() for line in one.unread),
            strays=tuple(f"{name}: {line}" for name, one in found.items() for line in one.strays),
        )


def grouped(refs: Iterable[Ref]) -> dict[str, list[str]]:
    """Ids by the name of their workspace."""
    found: dict[str, list[str]] = {}
    for ref in refs:
        found.setdefault(ref.workspace, []).append(ref.id)
    return found


def _in(workspace: str, words: str) -> str:
    """A sentence about a workspace, with its name if there are several."""
    return f"{workspace}: {words}" if workspace else words
