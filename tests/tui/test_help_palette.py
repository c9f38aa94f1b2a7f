"""Help and palette: both made from the registry, with the keys a person has."""

from pathlib import Path

from visit import Visit, demo_copy, is_about, visit

from dreamtui.tui.actions.configured_keys import build
from dreamtui.tui.actions.registry import Scope, registry
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.dialogs.help import HelpScreen
from dreamtui.tui.screens.dialogs.palette import Palette
from dreamtui.tui.texts.help import help_rows, palette_rows, twin_words


def help_of(v: Visit) -> HelpScreen:
    found = v.app.screen
    assert isinstance(found, HelpScreen)
    return found


def ids(screen: HelpScreen | Palette) -> list[str]:
    rows = [screen.rows.item_at(n) for n in range(screen.rows.shown)]
    return [row.id for row in rows if not row.heading and not row.id.startswith("note:")]


def test_help_has_every_action_with_the_keys_a_person_has(tmp_path: Path) -> None:
    """Nothing of the registry is missing; a key that was moved is shown where it is now."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("question_mark")
        at = help_of(v)
        assert sorted(ids(at)) == sorted(registry())
        assert "active now" in v.shown()
        at.rows.move_to_key("review.later")
        await v.rest()
        assert at.rows.chosen is not None
        assert at.rows.chosen.cells[0].text == "Z"
        assert "dreamtui defer" in v.line("#help-twin")
        await v.press("escape")
        assert v.app.screen is not at

    visit(root, story, keys={"review.later": "Z"})


def test_help_searches_by_word(tmp_path: Path) -> None:
    """Words find actions by what they do, also by words that are not on the screen."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("question_mark", "slash")
        await v.type("snooze")
        assert ids(help_of(v)) == ["review.later"]
        await v.press("enter", "escape")
        assert len(ids(help_of(v))) == len(registry())
        await v.press("escape")
        assert not isinstance(v.app.screen, HelpScreen)

    visit(root, story)


def test_help_finds_what_a_key_does_and_does_not_do_it(tmp_path: Path) -> None:
    """Space, then a key: everything on that key, whatever the key is; the key itself does nothing."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("question_mark", "space")
        assert "press a key" in v.line("#help-heading")
        await v.press("escape")
        assert "browse.back" in ids(help_of(v))
        assert "review.back" in ids(help_of(v))
        await v.press("space", "ctrl+s")
        assert set(ids(help_of(v))) >= {"reason.record", "date.record", "leave.write"}
        await v.press("space", "g")
        assert "review.take" in ids(help_of(v))
        assert "on g" in v.line("#help-heading")

    visit(root, story)


def test_help_puts_what_is_alive_first(tmp_path: Path) -> None:
    """Asked for in the history, its keys come first."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("H", "question_mark")
        first = [registry()[name].scope for name in ids(help_of(v))]
        assert first[0] in {Scope.ROWS, Scope.HISTORY}
        assert set(first[:8]) <= {Scope.ROWS, Scope.LIST, Scope.HISTORY}

    visit(root, story)


def test_the_palette_has_every_action_and_does_the_one_chosen(tmp_path: Path) -> None:
    """Typing narrows, enter does it on the screen below, and next time it is on top."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("colon")
        at = v.app.screen
        assert isinstance(at, Palette)
        assert sorted(ids(at)) == sorted(registry())
        await v.type("history and")
        assert ids(at)[0] == "app.history"
        await v.press("enter")
        await v.until(lambda: is_about(v.app.screen, HistoryRows))
        await v.press("escape")
        await v.press("ctrl+p")
        await v.until(lambda: isinstance(v.app.screen, Palette))
        at = v.app.screen
        assert isinstance(at, Palette)
        assert ids(at)[:2] == ["browse.back", "app.history"] or ids(at)[0] == "app.history"
        await v.press("down", "up", "escape")
        assert not isinstance(v.app.screen, Palette)

    visit(root, story)


def test_the_palette_does_not_do_what_is_not_alive(tmp_path: Path) -> None:
    """An action of another screen is shown, dim, and says where it can be done."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        await v.press("colon")
        await v.type("retire agents read nothing deleted")
        await v.press("enter")
        assert isinstance(v.app.screen, Palette)
        assert "memory only" in v.line("#palette-says")
        await v.press("escape", "M", "colon")
        await v.type("where it comes from")
        await v.press("enter")
        await v.until(lambda: is_about(v.app.screen, MemoryRows))

    visit(root, story)


def test_every_action_says_its_twin_or_why_there_is_none() -> None:
    """No action without a command or a reason."""
    for one in registry().values():
        assert len(one.twin.removeprefix("- ")) > 5, one.id
        assert twin_words(one)


def test_rows_are_made_for_every_scope() -> None:
    """Help and palette list each action once, for any screen."""
    keys = build("vim", {}).keys
    for scope in Scope:
        rows = [row for row in help_rows(keys, (scope, Scope.ANYWHERE)) if not row.heading]
        assert sorted(row.id for row in rows) == sorted(registry())
        assert sorted(row.id for row in palette_rows(keys, (scope,), (), "")) == sorted(registry())


def test_a_key_that_is_switched_off_is_said_to_be_none() -> None:
    """An empty value disables, and help says so."""
    rows = help_rows(build("default", {"review.later": ""}).keys, (Scope.REVIEW,))
    assert next(row for row in rows if row.id == "review.later").cells[0].text == "no key"


def test_help_explains_the_rows_and_the_mouse(tmp_path: Path) -> None:
    """Signs, weights, and how text is selected although the program has the mouse: found by word, said in full."""

    async def story(v: Visit) -> None:
        await v.press("question_mark", "slash")
        await v.type("shift+drag")
        shown = help_of(v).rows
        assert [shown.item_at(n).id for n in range(shown.shown)] == ["heading:With the mouse", "note:shift-drag"]
        assert "y and Y copy" in v.line("#help-says") and "0 actions" in v.line("#help-heading")
        await v.press("enter", "escape", "slash")
        await v.type("weight score")
        assert "81%" in v.shown() and "How alike or sure" in v.shown()

    visit(demo_copy(tmp_path), story)
