"""Changes of a memory folder that need no reason: planned, shown exactly, and written on confirmation."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dreamtui.desk.memory import history as memory_history
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory.index import Indexing
from dreamtui.model.change import ChangeSet
from dreamtui.model.memory import IndexStep
from dreamtui.present.folder import left_words
from dreamtui.present.overview import place_words
from dreamtui.tui.controllers.working import in_worker

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.tui.screens.base import BaseScreen
    from dreamtui.tui.session.outcomes import ConsoleOutcome

Then = Callable[["ConsoleOutcome | None"], None]
"""Gets what was recorded; None if it was not written."""
Planned = tuple[list[Indexing], Sequence[IndexStep], str]
"""The plans, the steps they take, and why lines without a file stay, a sentence or empty."""


def mend_index(screen: "BaseScreen[Any]", then: Then, steps: Sequence[IndexStep] = memory_index.EVERY_STEP) -> None:
    """Show what these steps of regenerating would change in the indexes, or say that there is nothing to change.

    Where more lines would go than a person takes for granted, they go only if that step alone was asked for.
    """
    console = screen.console
    sessions, desk = console.sessions, console.here.desk

    def plan() -> Planned:
        folders = memory_index.chosen(desk)
        made = [memory_index.plan(desk, one, steps=steps) for one in folders]
        many = memory_index.too_many_gone(made)
        if not many or tuple(steps) == (IndexStep.REMOVE,):
            return made, steps, ""
        safe = [step for step in steps if step is not IndexStep.REMOVE]
        return [memory_index.plan(desk, one, steps=safe) for one in folders], safe, many

    def planned(found: Planned) -> None:
        indexing, done, kept = found
        from dreamtui.tui.screens.dialogs.questions import agree_to_changes

        changes = ChangeSet.of(*(change for one in indexing for change in one.plan.changes.changes))
        remarks = [sentence for one in indexing for sentence in left_words(one)]
        remarks += [f"Lines of missing files stay; i on one of these files removes them: {kept}"] if kept else []
        if not changes:
            console.say(next(iter(remarks), "Every index is in order"), "warning" if remarks else "information")
            return
        gone = memory_index.too_many_gone(indexing)
        folders = [one.contents.folder for one in indexing]
        mended = [one for one in indexing if one.plan.changes]
        made = (f"{place_words(f'{one.key}/MEMORY.md')}: {memory_index.summary(one.made)}" for one in mended)
        heading = f"Fix {'; '.join(made)}"
        heading = f"Remove them? {gone}. {heading}" if gone else heading
        write = agree_to_changes(
            changes,
            heading,
            lambda: sessions.told(memory_index.write(desk, folders, changes, removals=bool(gone), steps=done)[0]),
            remarks,
        )
        console.push_screen(write, then)

    in_worker(
        screen, plan, planned,
        group="plan", description="planning the index",
    )  # fmt: skip


def bring_back(screen: "BaseScreen[Any]", path: str, then: Then) -> None:
    """Show an earlier version of a memory, by its logical path, before it is written."""
    sessions, desk = screen.console.sessions, screen.console.here.desk

    def planned(outcome: "Outcome") -> None:
        from dreamtui.tui.screens.dialogs.questions import agree_to_changes

        write = agree_to_changes(
            outcome.changes, f"Restore {path}",
            lambda: sessions.told(memory_history.restore(desk, path)), outcome.advice,
        )  # fmt: skip
        screen.app.push_screen(write, then)

    in_worker(
        screen, lambda: memory_history.restore(desk, path, dry_run=True), planned,
        group="plan", description="looking for a version",
    )  # fmt: skip
