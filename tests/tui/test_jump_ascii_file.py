"""Jumping by letters, signs in ASCII, and items and decisions written into files."""

import json
from pathlib import Path

import pytest
from at_review import goto, review
from textual.geometry import Offset, Size
from textual.strip import Strip
from visit import Visit, is_about, is_form, visit

from dreamtui.cli.console import speaks_ascii, wanted
from dreamtui.present.ascii_signs import plain_signs
from dreamtui.text.danger.risks import MASK
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.plain.talk import Talk
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.dialogs.jump import JumpScreen, JumpTarget, letters
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.widgets.cells import width_of

# Jumping


def letter_of(v: Visit, x: int, y: int) -> str:
    """The letter that stands in a cell."""
    screen = v.app.screen
    assert isinstance(screen, JumpScreen)
    return next(letter for letter, target in screen.chosen.items() if target.at == Offset(x, y))


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
def test_a_letter_goes_to_a_pane_or_a_tab(shop: Path, size: tuple[int, int]) -> None:
    """ctrl+o puts letters on what can be reached; one of them goes there, escape stays where one was."""

    async def story(v: Visit) -> None:
        await v.until(lambda: review(v).item.detail)
        queue = review(v).queue
        await v.press("ctrl+o")
        tabs = queue.query_one("#status-tabs").region
        spots = queue.query_one("#status-tabs").spots()  # type: ignore[attr-defined]
        at, _ = next((x, word) for x, word in spots if "All" in word.text)
        letter = letter_of(v, tabs.x + at, tabs.y)
        assert f"{letter}All" in v.shown().splitlines()[tabs.y], "the letter stands on the blank before the name"
        await v.press(letter)
        assert isinstance(v.app.screen, ReviewScreen) and queue.tab == 4
        await v.press("ctrl+o", "escape")
        assert isinstance(v.app.screen, ReviewScreen) and queue.items.has_focus

    visit(shop, story, size=size)


def test_a_letter_focuses_a_list_or_text(shop: Path) -> None:
    """From the queue into the item and back, by letters alone."""

    async def story(v: Visit) -> None:
        await v.until(lambda: review(v).item.detail)
        await v.press("ctrl+o")
        body = review(v).item.body.region
        await v.press(letter_of(v, body.x, body.y))
        assert review(v).item.body.has_focus
        await v.press("ctrl+o")
        rows = review(v).queue.items.region
        await v.press(letter_of(v, rows.x, rows.y))
        assert review(v).queue.items.has_focus

    visit(shop, story)


def test_a_letter_that_stands_nowhere_does_nothing(shop: Path) -> None:
    """And no letter decides anything while letters are shown."""

    async def story(v: Visit) -> None:
        await v.press("ctrl+o")
        screen = v.app.screen
        assert isinstance(screen, JumpScreen)
        unused = next(key for key in "gruszxcvbnmqwe" if key not in screen.chosen)
        await v.press(unused)
        assert v.app.screen is screen

    visit(shop, story)


def test_letters_lie_as_the_keys_do() -> None:
    """Corners of the screen have the keys of the corners; no letter is given twice."""
    size = Size(100, 30)
    corners = [JumpTarget(Offset(x, y), lambda: None) for x, y in ((0, 0), (95, 0), (0, 29), (90, 15))]
    given = letters(corners, size)
    assert {key: tuple(target.at) for key, target in given.items()} == {
        "q": (0, 0), "p": (95, 0), "z": (0, 29), "l": (90, 15),
    }  # fmt: skip
    many = [JumpTarget(Offset(0, y), lambda: None) for y in range(40)]
    assert len(letters(many, size)) == 26


# ASCII


def test_signs_are_as_wide_as_before() -> None:
    """Every sign has one cell and its stand-in one letter; data in other scripts stays."""
    drawn = "▌● ◆ ⚠ … · ✓ ✗ ▓░ ─│┌ ▁▂▇ “x” → ⟨U+202E⟩ ␛"
    plain = plain_signs(drawn)
    assert plain.isascii() and width_of(plain) == width_of(drawn)
    assert plain_signs("日本語 é") == "日本語 é"


@pytest.mark.parametrize("size", [(120, 40), (80, 24)])
def test_every_screen_can_be_drawn_in_ascii(shop: Path, size: tuple[int, int]) -> None:
    """Queue, item, changes, history, memory, help and settings show no sign of ours beyond ASCII."""

    async def story(v: Visit) -> None:
        await v.until(lambda: review(v).item.detail)
        for keys in ((), ("1",), ("2",), ("3",), ("H",), ("M",), ("comma",), ("question_mark",)):
            await v.press(*keys)
            lines = [line.text for line in strips(v)]
            odd = {sign for line in lines for sign in line if not sign.isascii() and not sign.isalpha()}
            assert not odd, (keys, odd)
            if keys and keys[0] in {"H", "M", "comma", "question_mark"}:
                await v.press("escape")

    visit(shop, story, size=size, ascii=True)


def strips(v: Visit) -> list[Strip]:
    """The lines that would be sent to the terminal."""
    return v.app.screen._compositor.render_strips()


def test_a_locale_of_ascii_asks_for_ascii() -> None:
    """LC_ALL before LC_CTYPE before LANG; nothing set, or UTF-8, asks for nothing."""
    assert speaks_ascii({"LANG": "C"}) and speaks_ascii({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"})
    assert not speaks_ascii({}) and not speaks_ascii({"LANG": "C.UTF-8"})
    assert not speaks_ascii({"LC_ALL": "en_GB.UTF-8", "LANG": "C"})


def test_line_mode_in_ascii(capsys: pytest.CaptureFixture[str]) -> None:
    """The same signs where there is only one line after the other."""
    Talk(ascii=True).say("● 3 · `src/cart.ts` → …")
    Talk().say("● 3")
    assert capsys.readouterr().out == "* 3 . `src/cart.ts` > ~\n● 3\n"


def test_the_words_of_the_command_line() -> None:
    """The quick way to the console knows them."""
    found = wanted(["--all", "--ascii"])
    assert found is not None and found[0].all and found[1].ascii
    plain = wanted(["--theme=light"])
    assert plain is not None and not plain[0].all and not plain[1].ascii


# Save to a file


async def put(v: Visit, name: str) -> None:
    """Answer the question for a path."""
    from textual.widgets import Input

    await v.until(lambda: is_form(v.app.screen, Scope.PROMPT))
    v.app.screen.query_one(Input).value = name
    await v.press("enter")


def test_an_item_goes_into_a_new_file(shop: Path) -> None:
    """As text, or as the data `show --json` prints; the toast says where."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.until(lambda: review(v).item.detail)
        current = review(v).queue.current
        assert current is not None
        await v.press("f")
        await put(v, str(shop / "item.json"))
        data = json.loads((shop / "item.json").read_text())
        assert data["schema"] == 1 and data["id"] == current.id and "resolves" in data["evidence"][0]
        assert "item.json" in v.said()[-1]
        await v.press("f")
        await put(v, str(shop / "item.md"))
        assert current.id in (shop / "item.md").read_text()

    visit(shop, story)


def test_masked_text_stays_masked_in_a_file(shop: Path) -> None:
    """What the console does not show is not written either."""

    async def story(v: Visit) -> None:
        await goto(v, "Deploys fail")
        current = review(v).queue.current
        await v.until(lambda: review(v).item.detail and review(v).item.detail.ref == current.ref)
        assert current is not None and "secret" in current.flags
        await v.press("f")
        await put(v, str(shop / "item.json"))
        detail = review(v).item.detail
        data = json.loads((shop / "item.json").read_text())
        assert detail is not None and MASK in "".join(piece.quote for piece in detail.shown.item.evidence)
        assert [one["quote"] for one in data["evidence"]] == [one.quote for one in detail.shown.item.evidence]
        assert data["title"] == detail.shown.item.title

    visit(shop, story)


def test_nothing_is_overwritten(shop: Path) -> None:
    """A file that is there is named, and stays."""

    async def story(v: Visit) -> None:
        await v.until(lambda: review(v).item.detail)
        before = (shop / "README.md").read_bytes()
        await v.press("f")
        await put(v, str(shop / "README.md"))
        assert is_form(v.app.screen, Scope.NOTICE) and "already exists" in v.shown()
        assert (shop / "README.md").read_bytes() == before

    visit(shop, story)


@pytest.mark.parametrize("name", [".agent/rules.md", ".git/copy.md"])
def test_our_own_folders_and_gits_are_refused(shop: Path, name: str) -> None:
    """Neither is a place for a copy."""

    async def story(v: Visit) -> None:
        await v.until(lambda: review(v).item.detail)
        await v.press("f")
        await put(v, str(shop / name))
        assert is_form(v.app.screen, Scope.NOTICE) and "choose another" in v.shown()
        assert not (shop / name).exists()

    visit(shop, story)


def test_outside_the_workspace_it_asks(shop: Path, tmp_path: Path) -> None:
    """Escape writes nothing, y does."""

    async def story(v: Visit) -> None:
        await v.until(lambda: review(v).item.detail)
        target = tmp_path / "copy.md"
        await v.press("f")
        await put(v, str(target))
        assert is_form(v.app.screen, Scope.CONFIRM) and "outside the workspace" in v.shown()
        await v.press("escape")
        assert not target.exists()
        await v.press("f")
        await put(v, str(target))
        await v.press("y")
        assert target.exists()

    visit(shop, story)


def test_a_decision_goes_into_a_file(shop: Path) -> None:
    """The same data as `audit show --json`; a folder that is not there is named."""

    async def story(v: Visit) -> None:
        await v.press("H")
        assert is_about(v.app.screen, HistoryRows)
        chosen = v.app.screen.subject._chosen()
        assert chosen is not None
        await v.press("f")
        await put(v, str(shop / "decision.json"))
        assert json.loads((shop / "decision.json").read_text())["decision"] == chosen[0].id
        await v.press("f")
        await put(v, str(shop / "no" / "such.json"))
        assert is_form(v.app.screen, Scope.NOTICE) and "there is no folder" in v.shown()

    visit(shop, story)
