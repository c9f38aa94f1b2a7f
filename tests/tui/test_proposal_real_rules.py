"""Forty real rule files in the console: statement by statement, edited, partly accepted, and all of it undone."""

from pathlib import Path

from at_proposal import let_all_go, open_proposal, reason, tree, words, write
from real_rules import write_real_rules
from visit import Visit, demo_copy, environment, visit

from dreamtui.compose import open_desk
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen


def real_rules(tmp_path: Path) -> Path:
    """A workspace whose notes are the bullet rules of forty real files, and a cycle over them."""
    root = demo_copy(tmp_path)
    write_real_rules(root / ".agent/memory/notes")
    reorganize(open_desk(root, environment(root.parent / "home")), ReorganizeRequest())
    return root


def test_forty_rule_files_are_reviewed(tmp_path: Path) -> None:
    """A merge is edited and accepted; of a contradiction one way out is taken; two undos give every byte back."""
    root = real_rules(tmp_path)
    before = tree(root)

    async def story(v: Visit) -> None:
        at = await open_proposal(v, "merge")
        assert at.change is not None and len(at.change.statements) >= 2
        signs = ("= kept", "+ merged", "✗ lost")
        assert any(sign in v.shown() for sign in signs) and "✓" in words(v, "#result")
        await write(v, f"{at.change.result}\n\nAdded by the reviewer.")
        assert "Added by the reviewer." in words(v, "#result")
        await let_all_go(v)
        await v.press("g")
        await reason(v)
        assert any("Added by the reviewer." in text.decode() for path, text in tree(root).items() if "/notes/" in path)
        await open_proposal(v, "superseded")
        await v.press("1")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        assert isinstance(v.app.screen, RationaleScreen)
        v.app.screen.why.put("The two files are of different projects; the first way is what the newer one says.")
        await v.press("ctrl+s")
        await v.until(lambda: isinstance(v.app.screen, ReviewScreen))
        await v.rest()
        assert len([path for path in tree(root) if "/accepted/" in path]) == 2
        await v.press("u")
        await v.until(lambda: len([path for path in tree(root) if "/accepted/" in path]) == 1)
        await v.rest()
        await v.press("u")
        await v.until(lambda: tree(root) == before)

    visit(root, story)
