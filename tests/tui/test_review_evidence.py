"""Evidence in another program, masked secrets, the introduction, and hostile text on the review screen."""

from pathlib import Path

import pytest
from at_review import goto, review
from stage import unsafe
from visit import Visit, visit

from dreamtui.desk.queue.add_candidate import add
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.terminal import editor


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[str], str]]:
    """What was opened: the command and the text of its file."""
    found: list[tuple[list[str], str]] = []

    def run(app: object, command: list[str], env: object) -> str:
        path = Path(command[-1].partition(":")[0])
        found.append((list(command), path.read_text(encoding="utf-8")))
        return ""

    monkeypatch.setattr(editor, "run", run)
    return found


def test_o_opens_the_commit_with_its_patch(shop: Path, opened: list[tuple[list[str], str]]) -> None:
    """The full sha and the patch, inert, in a private file that is gone afterwards; the place is the same."""

    async def story(v: Visit) -> None:
        await goto(v, "src/auth.py")
        await v.press("2", "full_stop", "J")
        where = review(v).queue.current, review(v).item.evidence.rows.position, review(v).item.body.scroll_offset
        await v.press("o")
        (command, text) = opened[0]
        assert command[0] == "vim" and "diff --git" in text and not unsafe(text.replace("\n", ""))
        piece = review(v).item.evidence.pieces[1]
        assert piece.locator.ref in text and len(piece.locator.ref) == 40
        assert not Path(command[-1]).exists()
        assert where == (
            review(v).queue.current,
            review(v).item.evidence.rows.position,
            review(v).item.body.scroll_offset,
        )

    visit(shop, story, env={"EDITOR": "vim"})


def test_o_opens_a_file_at_its_line(shop: Path, opened: list[tuple[list[str], str]]) -> None:
    """The file itself, not a copy."""

    async def story(v: Visit) -> None:
        made = add(v.desk, "The first lines of the cart are never read", [f"file:{shop}/src/cart.ts:3"])
        await v.press("R")
        assert review(v).queue.items.move_to_key(Ref("", made.id))
        await v.rest()
        await v.press("2")
        assert "▶" in review(v).item.evidence.text.text
        await v.press("o")
        assert opened[0][0] == ["code", "-w", "--goto", f"{shop}/src/cart.ts:3"]

    visit(shop, story, env={"VISUAL": "code -w", "EDITOR": "no"})


def test_a_commit_that_is_gone_says_so(shop: Path) -> None:
    """The piece no longer resolves, the quote is left, and o has nothing to open."""

    async def story(v: Visit) -> None:
        await goto(v, "src/auth.py")
        path = v.desk.layout.real(f".agent/dream/candidates/{review(v).queue.current.id}.md")  # type: ignore[union-attr]
        text = path.read_text(encoding="utf-8")
        sha = review(v).item.evidence.pieces[0].locator.ref
        path.write_text(text.replace(sha, "f" * 40), encoding="utf-8")
        await v.press("R", "k", "j", "2")
        assert review(v).item.evidence.resolved[0] is False
        assert "no longer resolves" in review(v).item.evidence.text.text
        await v.press("o")
        assert "is not in this repository" in v.shown()

    visit(shop, story)


def test_secrets_are_masked_until_they_are_asked_for(shop: Path) -> None:
    """In the list, the text and the evidence; the log notes who looked."""
    secret = "d3m0-n0t-4-r34l-0n3"

    async def story(v: Visit) -> None:
        await goto(v, "Deploys fail")
        await v.press("1")
        assert secret not in v.shown() and "V shows it" in v.line("#item-risks")
        await v.press("2", "full_stop")
        assert secret not in v.shown()
        await v.press("V", "1", "2")
        assert any(secret in piece.quote for piece in review(v).item.evidence.pieces)
        from dreamtui.desk.audit.audit_views import log_entries

        assert log_entries(v.desk, 1)[0]["what"] == "reveal"
        await v.press("j", "V")
        assert "Nothing is masked here" in v.said()[-1]

    visit(shop, story)


def test_the_introduction_goes_with_the_first_key_which_acts(shop: Path) -> None:
    """Shown once; not modal."""

    async def first(v: Visit) -> None:
        assert review(v).query_one("#intro").display and "every key" in v.shown()
        await v.press("j")
        assert not review(v).query_one("#intro").display and review(v).queue.items.position == 1
        await v.press("q")

    async def second(v: Visit) -> None:
        assert not review(v).query_one("#intro").display

    visit(shop, first)
    visit(shop, second)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_nothing_read_reaches_the_screen_alive(shop: Path, size: tuple[int, int]) -> None:
    """Every tab of the hostile item, its toast and its dialogs: no character a terminal would obey."""

    async def story(v: Visit) -> None:
        await goto(v, "Deploys fail")
        for keys in (["1"], ["2"], ["3"], ["4"], ["5"], ["escape"], ["r"], ["escape"], ["s"]):
            await v.press(*keys)
            assert not unsafe(v.shown().replace("\n", "")), keys
        await v.press("2")
        assert not unsafe("".join(v.said()))

    visit(shop, story, size=size)
