"""Deciding in several workspaces from one console: one transaction each, and each its own outputs."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Mark, Verb
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.tui.gathering import Gathering
from dreamtui.tui.services import Services

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome
    from dreamtui.desk.outputs import Synced
    from dreamtui.review.sheaf import Words


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
        from dreamtui.desk.outputs import Synced

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
