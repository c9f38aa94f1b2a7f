"""Leaving, coming back to the same place, the guard for decision keys, small terminals, a second console."""

from pathlib import Path

import pytest
from at_review import REASON, goto, review
from visit import Visit, environment, visit

from dreamtui.compose import open_desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.tui.screens.dialogs.leave import LeaveScreen
from dreamtui.tui.screens.dialogs.too_small import TooSmallScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions
from dreamtui.tui.session.sitting import GUARD_SECONDS, KeyGuard
from dreamtui.tui.typed_ahead import BURST_SECONDS
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.meter import BudgetMeter
from dreamtui.tui.widgets.words_box import WordsBox


async def graduate(v: Visit) -> None:
    await goto(v)
    await v.press("g")
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    v.app.screen.query_one("#why", WordsBox).put(REASON)
    await v.press("ctrl+s")


# Leaving


def test_every_file_that_was_written_is_named_and_the_next_change_has_a_key(shop: Path) -> None:
    """However many there are; the number of the change goes along with what is seen."""
    paths = [f".claude/memory/feedback_of_the_branch_{number}.md" for number in range(7)]

    async def story(v: Visit) -> None:
        await graduate(v)
        changes = (Change(path, b"a\n" * 40, b"b\n" * 40) for path in paths)
        v.app.sitting.written = ChangeSet.of(*changes)
        await v.press("q")
        await v.until(lambda: isinstance(v.app.screen, LeaveScreen))
        await v.rest()
        assert v.line("#written").lstrip().startswith("Written already, with its decision, 7 files: ")
        assert all(path in " ".join(v.shown().split()) for path in paths)
        assert "n next change" in v.key_bar()
        diff = v.app.screen.query_one(DiffView)
        assert f"change 1 of {diff.changes}" in v.shown()
        await v.press("G")
        assert f"change {diff.changes} of {diff.changes}" in v.shown()
        await v.press("g", "home", "n")
        assert f"change 2 of {diff.changes}" in v.shown()

    visit(shop, story)


def test_nothing_to_confirm_when_nothing_changed(shop: Path) -> None:
    """q leaves at once."""

    async def story(v: Visit) -> None:
        await v.press("j", "q")
        assert not v.app.is_running or v.app.return_code == 0

    app = visit(shop, story)
    assert app.return_code == 0 and not app.parting_words


def test_leaving_shows_and_writes_exactly_the_outputs(shop: Path) -> None:
    """What was decided, the diff; `w` writes what was shown, byte for byte."""
    shown: dict[str, bytes | None] = {}

    async def story(v: Visit) -> None:
        await graduate(v)
        await v.press("q")
        screen = v.app.screen
        assert isinstance(screen, LeaveScreen) and "1 graduated" in v.shown()
        assert "CLAUDE.md" in v.line("#outputs") and screen.query_one(DiffView).changes
        shown.update({change.path: change.after for change in screen.planned.changes.changes})
        await v.press("escape")
        assert v.app.screen is review(v)
        await v.press("q", "w")

    app = visit(shop, story)
    assert app.return_code == 0 and any("wrote" in words for words in app.parting_words)
    assert shown and all((shop / path).read_bytes() == after for path, after in shown.items())


def test_one_number_says_how_long_claude_md_is(shop: Path) -> None:
    """The gauge above the queue counts what the line below it counts: what a session loads now."""

    async def story(v: Visit) -> None:
        def counted() -> tuple[str, str]:
            gauge = "".join(text for _, text in v.app.screen.query_one("#claude", BudgetMeter).parts)
            loaded = next(
                bar.text
                for bar in v.app.screen.query("#overview BarLine").results(BarLine)
                if "every session" in bar.text
            )
            return gauge.split()[2].partition("/")[0], loaded.partition("CLAUDE.md ")[2].split()[0]

        await v.rest()
        before, same = counted()
        assert before == same
        await graduate(v)
        await v.rest()
        assert counted() == (before, before)
        await v.press("O", "w")
        await v.until(lambda: counted()[0] != before)
        assert counted()[0] == counted()[1]

    visit(shop, story)


def test_leaving_and_writing_later(shop: Path) -> None:
    """`l` writes nothing and says what will."""
    before = (shop / "CLAUDE.md").read_bytes()

    async def story(v: Visit) -> None:
        await graduate(v)
        await v.press("q", "l")

    app = visit(shop, story)
    assert (shop / "CLAUDE.md").read_bytes() == before
    assert any("dreamtui sync" in words for words in app.parting_words)


def test_a_file_that_changed_meanwhile_is_shown_again(shop: Path) -> None:
    """What is written is what was looked at."""

    async def story(v: Visit) -> None:
        await graduate(v)
        await v.press("q")
        (shop / "CLAUDE.md").write_bytes(b"# By hand\n\n" + (shop / "CLAUDE.md").read_bytes())
        await v.press("w")
        assert isinstance(v.app.screen, LeaveScreen) and "changed meanwhile" in v.said()[-1]
        await v.press("w")

    app = visit(shop, story)
    assert app.return_code == 0 and (shop / "CLAUDE.md").read_bytes().startswith(b"# By hand\n")


def test_decided_and_undone_leaves_nothing_to_confirm(shop: Path) -> None:
    """The outputs are what they were."""

    async def story(v: Visit) -> None:
        await graduate(v)
        await v.press("u")
        assert v.app.sitting.undone, v.said()
        await v.press("q")
        assert v.app.screen is review(v), v.shown()

    assert visit(shop, story).return_code == 0


def test_writing_the_outputs_from_inside(shop: Path) -> None:
    """O shows the diff; w writes and comes back to the queue."""

    async def story(v: Visit) -> None:
        await v.press("O")
        assert "up to date" in v.said()[-1]
        await graduate(v)
        await v.press("O", "w")
        assert v.app.screen is review(v) and "wrote" in v.said()[-1]

    visit(shop, story)


# Coming back


def test_the_same_item_filter_sort_tab_and_theme(shop: Path) -> None:
    """By id, whatever else has changed."""
    where: list[str] = []

    async def leave(v: Visit) -> None:
        await v.press("S", "j", "j", "j", "4", "slash")
        await v.type("fix")
        await v.press("enter", "j", "q")
        item = review(v).queue.current
        where.append(item.id if item else "")

    async def back(v: Visit) -> None:
        queue = review(v).queue
        assert queue.current is not None and queue.current.id == where[0] != ""
        assert (queue.field.value, queue.order, review(v).item.tab) == ("fix", "found", "history")

    visit(shop, leave)
    visit(shop, back)


def test_when_the_item_is_gone_the_next_one_and_a_word(shop: Path) -> None:
    """The neighbour comes up, and a sentence says why."""

    async def leave(v: Visit) -> None:
        await goto(v)
        await v.press("q")

    async def back(v: Visit) -> None:
        assert review(v).queue.current is not None
        assert any("is gone" in said for said in v.said())

    visit(shop, leave)
    place = Sessions.alone(Session(open_desk(shop, environment(shop.parent / "home")))).load_place()
    (shop / ".agent/dream/candidates" / f"{place.item}.md").unlink()
    visit(shop, back)


# The guard


def test_the_guard_is_dead_for_300_ms() -> None:
    """By a clock that is passed in."""
    guard = KeyGuard()
    assert not guard.dead(0.0)
    guard.arm(10.0)
    assert guard.dead(10.0) and guard.dead(10.0 + GUARD_SECONDS - 0.001) and not guard.dead(10.0 + GUARD_SECONDS)


def test_decision_keys_are_dead_after_the_screen_changed(shop: Path) -> None:
    """After opening, after a decision: the key that came too early decides nothing, movement works."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await v.press("j")
        assert review(v).queue.items.position == 1
        await v.press("s")
        assert v.app.screen is review(v)
        now[0] += 1.0
        await v.press("s")
        assert v.app.screen is not review(v)
        await v.press("2")
        assert v.app.screen is not review(v), "the date came too early"
        now[0] += 1.0
        await v.press("2")
        assert len(v.app.sitting.done) == 1
        now[0] += 0.2
        await v.press("s")
        assert v.app.screen is review(v)
        now[0] += 0.2
        await v.press("s")
        assert v.app.screen is not review(v)

    visit(shop, story, clock=lambda: now[0])


def test_words_behind_a_key_that_came_too_early_never_act(shop: Path) -> None:
    """Typed for a box that did not come, they are dropped as long as they come in one stream; then keys act again."""
    now = [0.0]

    async def story(v: Visit) -> None:
        await v.press("r", *"jxtj e")
        queue = review(v).queue
        assert v.app.screen is review(v) and queue.items.position == 0 and not queue.items.marks.keys
        await v.press("down")
        assert review(v).queue.items.position == 1, "an arrow is no word"
        now[0] += BURST_SECONDS
        await v.press("j")
        assert review(v).queue.items.position == 2

    visit(shop, story, clock=lambda: now[0])


# Small terminals


def test_too_small_a_terminal_swallows_decisions(shop: Path) -> None:
    """A plain notice; every key is dead; larger again, everything is where it was."""

    async def story(v: Visit) -> None:
        await v.press("j", "j")
        where = review(v).queue.current
        await v.pilot.resize_terminal(50, 14)
        await v.rest()
        assert isinstance(v.app.screen, TooSmallScreen) and "too small" in v.shown()
        await v.press("g", "r", "s", "u", "j", "q")
        assert isinstance(v.app.screen, TooSmallScreen) and not v.app.sitting.done
        await v.pilot.resize_terminal(100, 30)
        await v.rest()
        assert v.app.screen is review(v) and review(v).queue.current is where

    visit(shop, story)


@pytest.mark.parametrize("size", [(60, 16), (80, 24), (100, 30), (140, 50)])
def test_every_size_from_the_smallest_on_works(shop: Path, size: tuple[int, int]) -> None:
    """A whole decision at each breakpoint."""

    async def story(v: Visit) -> None:
        await graduate(v)
        assert len(v.app.sitting.done) == 1

    visit(shop, story, size=size)


# A second console


def test_a_second_console_is_read_only_and_names_the_first(shop: Path) -> None:
    """Until the first leaves, or is taken over from."""
    env = environment(shop.parent / "home")
    first, second, third = (Session(open_desk(shop, env)) for _ in range(3))
    assert first.presence.enter(take_over=False) == ""
    why = second.presence.enter(take_over=False)
    assert "you (process" in why and "--take-over" in why
    assert third.presence.enter(take_over=True) == ""
    assert "has taken over" in first.presence.ousted() and third.presence.ousted() == ""
    third.leave()
    assert second.presence.enter(take_over=False) == ""
    for opened in (first, second):
        opened.leave()


def test_being_ousted_ends_deciding(shop: Path) -> None:
    """The console that was taken over says so and decides nothing more."""
    env = environment(shop.parent / "home")
    other = Session(open_desk(shop, env))

    async def story(v: Visit) -> None:
        assert v.app.here.presence.mark is not None and v.app.here.presence.mark.held
        assert other.presence.enter(take_over=True) == ""
        review(v).reading.poll()
        await v.rest()
        assert "has taken over" in v.line("#banner")
        await v.press("s")
        assert v.app.screen is review(v)

    visit(shop, story)
    other.leave()
