"""What there is to know of something recorded is said on every screen where it is decided or taken back."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from at_folder import furnish
from visit import Visit, demo_copy, visit

from dreamtui.desk.decide import decide
from dreamtui.desk.decide.decide import Outcome
from dreamtui.model.change import ChangeSet
from dreamtui.tui.screens.base import KeyBar
from dreamtui.tui.screens.browse.folder import FolderRows
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.telling import MOST_ADVICE, tell

ADVICE = "git sees this file; commit it"
WHY = "The package mirror was down for an hour on 4 Nov; nothing in this repository can change that."


@pytest.fixture
def advised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every undo has something to say."""
    real = decide.take_back

    def more(*given: Any, **named: Any) -> Outcome:
        return replace(real(*given, **named), advice=(ADVICE,))

    monkeypatch.setattr(decide, "take_back", more)


async def reject(v: Visit) -> None:
    """Reject the first item that can be."""
    await v.press("r")
    await v.type(WHY)
    await v.press("ctrl+s")
    assert v.app.sitting.done


@pytest.mark.usefixtures("advised")
@pytest.mark.parametrize("at", ["", "H", "M", "C"])
def test_the_advice_of_an_undo_is_said_on_each_screen(tmp_path: Path, at: str) -> None:
    """In the queue, the history, the memory and the memory folders: what was undone, then what to know of it."""
    root, _ = furnish(tmp_path)
    subjects = {"H": HistoryRows, "M": MemoryRows, "C": FolderRows}

    async def story(v: Visit) -> None:
        await reject(v)
        if at:
            await v.open(at, subjects[at])
        await v.press("u")
        await v.until(lambda: v.said()[-1] == ADVICE)
        assert v.said()[-2].endswith("U redoes it")
        assert v.app.sitting.undone and not v.app.sitting.done

    visit(root, story)


def test_what_the_box_said_already_is_not_said_again_and_much_is_said_together(tmp_path: Path) -> None:
    """The coach's words stood beside the box; of many other sentences the last toast has the rest."""

    async def story(v: Visit) -> None:
        sentences = [f"sentence {number}" for number in range(MOST_ADVICE + 2)]
        outcome = Outcome((), ChangeSet(), ("name the evidence", *sentences), coached=("name the evidence",))
        tell(v.app, ConsoleOutcome.of("", outcome))
        more = f"2 more to know: {'; '.join(sentences[MOST_ADVICE:])}"
        assert v.said()[-2:] == ["Nothing was recorded", "\n".join([*sentences[:MOST_ADVICE], more])]

    visit(demo_copy(tmp_path), story)


def keys(v: Visit) -> str:
    """The key bar, all of it."""
    return v.app.screen.query_one(KeyBar).text


def test_the_key_bar_without_a_row_shows_only_what_works(tmp_path: Path) -> None:
    """No evidence to open, nothing to filter in an empty queue; of an empty filter the filter itself can be changed."""
    (tmp_path / "bare").mkdir()

    async def empty(v: Visit) -> None:
        assert isinstance(v.app.screen, ReviewScreen) and v.app.screen.queue.current is None
        assert "look for new" in keys(v)
        assert not any(word in keys(v) for word in ("open evidence", "filter", "graduate", "reject", "later"))
        await v.press("H")
        await v.until(lambda: "No decision is recorded yet" in v.shown())
        assert "verify" in keys(v)
        assert not any(word in keys(v) for word in ("changes", "undo", "filter"))

    async def filtered(v: Visit) -> None:
        assert "open evidence" in keys(v)
        await v.press("slash")
        await v.type("nothing at all has these words")
        await v.press("enter")
        await v.until(lambda: v.app.screen.query_one("#queue").items.shown == 0)  # type: ignore[attr-defined]
        await v.rest()
        assert "open evidence" not in keys(v) and " filter" in keys(v)

    visit(tmp_path / "bare", empty)
    visit(demo_copy(tmp_path), filtered)
