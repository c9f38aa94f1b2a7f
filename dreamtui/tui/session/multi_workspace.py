"""Several workspaces in one console: queues, items, drafts and presence marks behind one face."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Mark, Plan, Verb
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.tui.session.queue_items import QueueItem, QueueView
from dreamtui.tui.session.services import Detail, Services
from dreamtui.tui.session.workspace_names import WorkspaceNames, labels

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.desk.outputs.sync import Synced
    from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
    from dreamtui.kinds.item_files import Words
    from dreamtui.store.person.drafts import SavedDraft
    from dreamtui.store.person.resume import ResumePoint

PLACE = "console-all.json"
"""Where the place in the common queue is kept, apart from the place in each workspace's own."""


class Gathering(Services):
    """What is read, kept and begun in several workspaces."""

    def __init__(self, parts: Sequence[Services], problems: Sequence[str] = ()) -> None:
        super().__init__(parts[0].desk)
        self._start = parts[0]
        self.parts = dict(zip(labels([part.name for part in parts]), parts, strict=True))
        """Each workspace by the name it has here."""
        self._names = WorkspaceNames(list(self.parts))
        self.problems = tuple(problems)
        """Workspaces that could not be opened, a sentence each."""
        self.shut: dict[str, str] = {}
        """Why some of them can only be looked at, by their names."""

    # Which workspace

    @property
    def name(self) -> str:
        """How many there are, and the one under the cursor."""
        count = len(self.parts)
        return f"{count} workspace{'' if count == 1 else 's'} · {self.whose}"

    @property
    def desks(self) -> tuple[Desk, ...]:
        """The desk of each workspace."""
        return tuple(part.desk for part in self.parts.values())

    @property
    def tags(self) -> tuple[str, ...]:
        """The names rows carry."""
        return tuple(self.parts)

    @property
    def whose(self) -> str:
        """The workspace under the cursor, by the name it has here."""
        return next(name for name, part in self.parts.items() if part.desk is self.desk)

    @property
    def here(self) -> Services:
        """The workspace under the cursor."""
        return self.parts[self.whose]

    def stand_on(self, item_id: str) -> bool:
        """The cursor stands on this item now; whether that is in another workspace than before."""
        part, _ = self._of(item_id)
        moved = part.desk is not self.desk
        self.desk = part.desk
        return moved

    def _of(self, key: str) -> tuple[Services, str]:
        """The workspace of an id, and the id it has there."""
        name, local = self._names.split(key, self.whose)
        return self.parts[name], local

    def grouped(self, keys: Sequence[str]) -> dict[str, list[str]]:
        """Ids by the name of their workspace, as they are there."""
        return self._names.grouped(keys, self.whose)

    def spread(self, keys: Sequence[str]) -> dict[str, int]:
        """How many of these items each workspace has."""
        return {name: len(there) for name, there in self.grouped(keys).items()}

    # The queue

    def begin(self) -> None:
        """Read every queue while the console is being imported and drawn."""
        for part in self.parts.values():
            part.begin()

    def first_queue(self) -> QueueView:
        """What was read since the beginning."""
        return self._merged(lambda part: part.first_queue())

    def queue(self, *, stamped: bool = True) -> QueueView:
        """Every queue, read now."""
        return self._merged(lambda part: part.queue(stamped=stamped))

    def _merged(self, read: Callable[[Services], QueueView]) -> QueueView:
        """One queue of all; a workspace that cannot be read is named and left out."""
        items: list[QueueItem] = []
        problems = list(self.problems)
        stamps: list[str] = []
        tally: dict[str, int] = {}
        partial, counted = False, True
        for name, part in self.parts.items():
            try:
                view = read(part)
            except (DreamtuiError, OSError) as problem:
                problems.append(f"{name} is left out: {problem}")
                stamps.append(self._stamp_of(part))
                continue
            items += [item.within(name) for item in view.items]
            problems += [f"{name}: {problem}" for problem in view.problems]
            stamps.append(view.stamp)
            partial, counted = partial or view.partial, counted and view.counted
            for status, count in view.tally.items():
                tally[status] = tally.get(status, 0) + count
        stamp = "\n".join(stamps) if all(stamps) else ""
        return QueueView(tuple(items), tuple(problems), stamp, tally, partial, counted)

    def rows_of(self, ids: Sequence[str]) -> list[QueueItem]:
        """What the queues have of some items now."""
        groups = self.grouped(ids).items()
        return [item.within(name) for name, there in groups for item in self.parts[name].rows_of(there)]

    def progress(self) -> tuple[int, int]:
        """How many files are read, and of how many, in all of them."""
        each = [part.progress() for part in self.parts.values()]
        return sum(done for done, _ in each), sum(whole for _, whole in each)

    def stamp(self) -> str:
        """What all the files look like now."""
        return "\n".join(map(self._stamp_of, self.parts.values()))

    def _stamp_of(self, part: Services) -> str:
        try:
            return part.stamp()
        except (DreamtuiError, OSError):
            return "unreadable"

    def last_run(self) -> str:
        """When any of the queues was last mined."""
        return max((part.last_run() for part in self.parts.values()), default="")

    # One item

    def detail(self, item: QueueItem) -> Detail:
        """Everything about an item."""
        part, _ = self._of(item.id)
        return replace(part.detail(item), key=item.id)

    def became(self, item_id: str) -> str:
        """What words are about whose item is not in its queue."""
        part, local = self._of(item_id)
        return part.became(local)

    def reveal(self, item_id: str) -> str:
        """Note in its workspace's log that somebody looked at masked text."""
        part, local = self._of(item_id)
        part.reveal(local)
        return item_id

    def preview(self, item_id: str, verb: Verb, words: "Words") -> Plan:
        """Exactly what a verb would change."""
        part, local = self._of(item_id)
        return part.preview(local, verb, words)

    def forecast(self, item_id: str, words: "Words") -> tuple[int, int]:
        """Lines of its workspace's CLAUDE.md, as things are and with a rule more."""
        part, local = self._of(item_id)
        return part.forecast(local, words)

    def proposal(self, item_id: str) -> "ProposalView":
        """A proposal, statement by statement."""
        part, local = self._of(item_id)
        return part.proposal(local)

    def closed(self, ids: Sequence[str] = ()) -> str:
        """Why something cannot be decided in the workspaces of these items, or in the one under the cursor."""
        names = self.grouped(ids) if ids else {self.whose: []}
        return next((f"{name}: {self.shut[name]}" for name in names if name in self.shut), "")

    def closed_words(self) -> str:
        """Which workspaces can only be looked at, and why."""
        return "; ".join(f"{name}: {why}" for name, why in self.shut.items())

    # Drafts, place, presence

    def _draft_place(self, key: str) -> tuple[Services, str]:
        """Where a draft is kept and under which name: words for several workspaces lie where the console began."""
        groups = self.grouped(key.split())
        if key == "undo" or len(groups) > 1:
            return self._start, key
        name, there = groups.popitem()
        return self.parts[name], " ".join(there)

    def load_draft(self, item: str, verb: Verb) -> "SavedDraft | None":
        """Words begun earlier."""
        part, local = self._draft_place(item)
        found = part.load_draft(local, verb)
        return replace(found, item=item) if found is not None else None

    def save_draft(self, draft: "SavedDraft") -> None:
        """Keep words."""
        part, local = self._draft_place(draft.item)
        part.save_draft(replace(draft, item=local))

    def drop_draft(self, item: str, verb: Verb | None = None) -> None:
        """Forget words."""
        part, local = self._draft_place(item)
        part.drop_draft(local, verb)

    def discard(self, draft: "SavedDraft") -> None:
        """Forget words that were begun."""
        part, local = self._draft_place(draft.item)
        part.discard(replace(draft, item=local))

    def drafts(self) -> "list[SavedDraft]":
        """All words begun, by the names items have here."""
        from dreamtui.store.person import drafts

        own = [
            draft if draft.item == "undo" else replace(draft, item=self._names.added(name, draft.item))
            for name, part in self.parts.items()
            for draft in part.drafts()
        ]
        return own + [draft for draft in drafts.everything(self._start.desk.layout) if self._names.has_all(draft.item)]

    def load_result(self, item: str, change: "MutationView") -> str:
        """The edited words of a proposal's change."""
        part, local = self._of(item)
        return part.load_result(local, change)

    def save_result(self, item: str, change: "MutationView", text: str) -> None:
        """Keep the edited words of a proposal's change."""
        part, local = self._of(item)
        part.save_result(local, change, text)

    def edited(self, item_id: str, change: "MutationView", text: str) -> "MutationView":
        """One change of a proposal with other words."""
        part, local = self._of(item_id)
        return part.edited(local, change, text)

    def load_place(self) -> "ResumePoint":
        """Where the person was in the common queue."""
        from dreamtui.store.person import resume

        return resume.load(self._start.desk.layout, PLACE)

    def save_place(self, place: "ResumePoint") -> None:
        """Remember where the person is."""
        from dreamtui.store.person import resume

        if self._start.desk.layout.home.is_dir():
            resume.save(self._start.desk.layout, place, PLACE)

    def enter(self, *, take_over: bool) -> str:
        """Leave a presence mark everywhere; where another console is, this one looks on."""
        for name, part in self.parts.items():
            if why := part.enter(take_over=take_over):
                self.shut[name] = why
        return self._all_closed()

    def ousted(self) -> str:
        """Why nothing can be decided any more anywhere; one workspace that was taken over is closed."""
        for name, part in self.parts.items():
            if name not in self.shut and (why := part.ousted()):
                self.shut[name] = why
        return self._all_closed()

    def _all_closed(self) -> str:
        return self.closed_words() if len(self.shut) == len(self.parts) else ""

    def leave(self) -> None:
        """Take every presence mark away."""
        for part in self.parts.values():
            part.leave()


class Everywhere(Gathering):
    """The desks of several workspaces as one console uses them."""

    def __init__(self, parts: Sequence[Services], problems: Sequence[str] = ()) -> None:
        super().__init__(parts, problems)
        self._touched: dict[str, None] = {}

    # Deciding

    def decide(self, ids: Sequence[str], verb: Verb, words: "Words", expected: ChangeSet | None = None) -> "Outcome":
        """Record decisions, all or none within a workspace; nothing is begun while one of them is known to refuse."""
        if why := self.closed(ids):
            raise Refused(why)
        groups = self.grouped(ids)
        if len(groups) > 1:
            for name, there in groups.items():
                for local in there:
                    self.parts[name].preview(local, verb, words)
        return self._each(groups, lambda part, there: part.decide(there, verb, words, expected))

    def live_rules(self, ids: Sequence[str]) -> dict[str, str]:
        """Of these items those whose rule is live in their workspace, with its words."""
        found: dict[str, str] = {}
        for name, there in self.grouped(ids).items():
            found |= {f"{name}:{one}": said for one, said in self.parts[name].live_rules(there).items()}
        return found

    def undo(self, ids: Sequence[str], rationale: str, *, sitting: bool) -> "Outcome":
        """Take back what was decided together, in each workspace it was decided in."""
        groups = self.grouped(ids) if ids else {self.whose: []}
        return self._each(groups, lambda part, there: part.undo(there, rationale, sitting=sitting))

    def redo(self, ids: Sequence[str]) -> "Outcome":
        """Take an undo back, in each workspace; without a name the newest of the one under the cursor."""
        groups = self.grouped(ids) if ids else {self.whose: []}
        return self._each(groups, lambda part, there: part.redo(there))

    def _each(self, groups: dict[str, list[str]], call: "Callable[[Services, list[str]], Outcome]") -> "Outcome":
        """Do something in one workspace after the other; what fails after the first is said, what was done stands."""
        done: list[Outcome] = []
        failed: list[str] = []
        for name, there in groups.items():
            try:
                done.append(self._within(name, call(self.parts[name], there)))
            except DreamtuiError as problem:
                if not done and len(groups) == 1:
                    raise
                failed.append(f"{name}: {problem}")
        if not done:
            raise Refused(failed[0])
        first = done[0]
        return replace(
            first,
            decisions=tuple(one for outcome in done for one in outcome.decisions),
            changes=ChangeSet(tuple(change for outcome in done for change in outcome.changes.changes)),
            advice=tuple(dict.fromkeys(line for outcome in done for line in outcome.advice)),
            coached=tuple(dict.fromkeys(line for outcome in done for line in outcome.coached)),
            failed=tuple(failed),
        )

    def named(self, outcome: "Outcome") -> "Outcome":
        """An outcome of the workspace under the cursor, with names as this console has them."""
        return self._within(self.whose, outcome)

    def _within(self, name: str, outcome: "Outcome") -> "Outcome":
        self._touched[name] = None
        decisions = tuple(
            replace(
                one,
                id=f"{name}:{one.id}",
                item=f"{name}:{one.item}",
                undoes=f"{name}:{one.undoes}" if one.undoes else "",
            )
            for one in outcome.decisions
        )
        return replace(outcome, decisions=decisions)

    def full_id(self, decision: str) -> str:
        """A decision of the workspace under the cursor by the name it has here."""
        return f"{self.whose}:{decision}"

    def newest(self) -> list[Mark]:
        """What an undo without a name would take back: the newest decision of them all."""
        found: list[tuple[str, list[Mark]]] = []
        for name, part in self.parts.items():
            try:
                found.append((name, part.newest()))
            except DreamtuiError:
                continue
        if not found:
            return self.here.newest()
        name, marks = max(found, key=lambda one: (one[1][0].when, one[0]))
        return [replace(mark, id=f"{name}:{mark.id}", title=f"{name}: {mark.title}") for mark in marks]

    # Outputs

    def outputs(self) -> "Synced":
        """What a sync would write where something was decided in this sitting, and under the cursor."""
        return self._synced({name: self.parts[name].outputs() for name in self._to_write()})

    def write_outputs(self) -> "Synced":
        """Write them, one workspace after the other; one that cannot be written holds up no other."""
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
        """Where a file of one of the workspaces really is; its name stands before the path."""
        name, _, rest = path.partition(": ")
        return self.parts[name].place_of(rest) if rest and name in self.parts else super().place_of(path)

    def _to_write(self) -> list[str]:
        wanted = {*self._touched, self.whose} - set(self.shut)
        return [name for name in self.parts if name in wanted]

    def _synced(self, found: "dict[str, Synced]") -> "Synced":
        """One plan, its paths and sentences grouped by workspace; where something is wrong nothing is written."""
        from dreamtui.desk.outputs.sync import Synced

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
        )
