"""Changes of a memory folder that need no reason: planned, shown exactly, and written on confirmation."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory.index import Indexing
from dreamtui.model.change import ChangeSet
from dreamtui.present.folder import left_words
from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.tui.screens.base import BaseScreen
    from dreamtui.tui.session.outcomes import ConsoleOutcome

Then = Callable[["ConsoleOutcome | None"], None]
"""Gets what was recorded; None if it was not written."""


def mend_index(screen: "BaseScreen[Any]", then: Then) -> None:
    """Show what regenerating the indexes would change, or say that there is nothing to change."""
    console = screen.console
    sessions, desk = console.sessions, console.here.desk

    def planned(indexing: list[Indexing]) -> None:
        from dreamtui.tui.screens.dialogs.questions import agree_to_changes

        changes = ChangeSet.of(*(change for one in indexing for change in one.plan.changes.changes))
        remarks = [sentence for one in indexing for sentence in left_words(one)]
        if not changes:
            console.say(next(iter(remarks), "Every index is in order"), "warning" if remarks else "information")
            return
        gone = memory_index.too_many_gone(indexing)
        folders = [one.contents.folder for one in indexing]
        made = (f"{one.key}: {memory_index.summary(one.made)}" for one in indexing if one.plan.changes)
        heading = f"Mend the index of {'; '.join(made)}"
        heading = f"Take them out? {gone}. {heading}" if gone else heading
        write = agree_to_changes(
            changes,
            heading,
            lambda: sessions.told(memory_index.write(desk, folders, changes, removals=bool(gone))[0]),
            remarks,
        )
        console.push_screen(write, then)

    in_worker(
        screen, lambda: [memory_index.plan(desk, one) for one in memory_index.chosen(desk)], planned,
        group="plan", description="planning the index",
    )  # fmt: skip


def bring_back(screen: "BaseScreen[Any]", path: str, then: Then) -> None:
    """Show an earlier version of a memory, by its logical path, before it is written."""
    sessions, desk = screen.console.sessions, screen.console.here.desk

    def planned(outcome: "Outcome") -> None:
        from dreamtui.tui.screens.dialogs.questions import agree_to_changes

        write = agree_to_changes(
            outcome.changes, f"Bring back {path}",
            lambda: sessions.told(memory_history.restore(desk, path)), outcome.advice,
        )  # fmt: skip
        screen.app.push_screen(write, then)

    in_worker(
        screen, lambda: memory_history.restore(desk, path, dry_run=True), planned,
        group="plan", description="looking for a version",
    )  # fmt: skip
