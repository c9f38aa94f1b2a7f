"""Evidence from a conversation on the review screen: what was said around it, and its transcript in the editor."""

import shutil
from pathlib import Path

import pytest
from at_review import go, review
from visit import Visit, visit

from dreamtui.present.evidence import spoken_source
from dreamtui.sources.workspace import INNER_CLAUDE_FOLDER
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.terminal import editor


async def look(v: Visit) -> ReviewScreen:
    """Put the cursor on the correction and show its evidence."""
    await go(v, "use make check, not pytest")
    await v.press("2")
    return review(v)


def test_the_conversation_is_shown_around_the_quote(shop: Path) -> None:
    """Session and line in the list; who said what below it, the record meant marked."""

    async def story(v: Visit) -> None:
        screen = await look(v)
        shown = v.shown()
        assert "1a53f7cf:5" in shown and "session 1a53f7cf, line 5 · user, 2026-11-14 15:50" in shown
        assert "▶ user · line 5" in shown and "▶   I told you: use make check, not pytest." in shown
        said = screen.item.evidence.text.text
        assert "→ Bash: pytest -q" in said and "redis://worker:[secret]@localhost:5555: connection refused" in said
        source = screen.item.evidence.source
        assert source is not None and source.meant is not None
        assert [line[0] for line in spoken_source(source)].count(">") == source.meant[1] - source.meant[0]

    visit(shop, story, env={"CLAUDE_CONFIG_DIR": str(shop / INNER_CLAUDE_FOLDER)})


def test_o_opens_the_transcript_at_its_line(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the person's own editor."""
    commands: list[list[str]] = []

    def run(app: object, command: list[str], env: object) -> str:
        commands.append(command)
        return ""

    monkeypatch.setattr(editor, "run", run)

    async def story(v: Visit) -> None:
        await look(v)
        await v.press("o")
        ((program, line, path),) = commands
        assert (
            (program, line) == ("vim", "+5")
            and path.endswith(".jsonl")
            and Path(path).is_relative_to(shop / INNER_CLAUDE_FOLDER)
        )

    visit(shop, story, env={"CLAUDE_CONFIG_DIR": str(shop / INNER_CLAUDE_FOLDER), "EDITOR": "vim"})


def test_a_transcript_that_is_gone_says_so(shop: Path) -> None:
    """The quote is what is left; there is nothing to open."""
    shutil.rmtree(shop / INNER_CLAUDE_FOLDER)

    async def story(v: Visit) -> None:
        await look(v)
        shown = " ".join(v.shown().split())
        assert "the transcript is gone" in shown and "I told you: use make check, not pytest." in shown
        await v.press("o")
        assert any("the transcript is gone" in said for said in v.said())

    visit(shop, story)
