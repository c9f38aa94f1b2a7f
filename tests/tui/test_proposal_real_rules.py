"""Forty real rule files in the console: statement by statement, edited, partly accepted, and all of it undone."""

from pathlib import Path

from test_proposal import let_all_go, open_proposal, pane, reason, tree, words, write
from visit import Visit, demo_copy, environment, visit
from workbench import data_folder

from dreamtui.desk.desk import open_desk
from dreamtui.desk.reorganize import Request, reorganize
from dreamtui.formats import note as note_format
from dreamtui.model.memory import Note
from dreamtui.tui.screens.rationale import RationaleScreen
from dreamtui.tui.screens.review import ReviewScreen

FILES, LINES = 40, 12


def real_rules(tmp_path: Path) -> Path:
    """A workspace whose notes are the bullet rules of forty real files, and a cycle over them."""
    folder = data_folder("rules", "rules")
    root = demo_copy(tmp_path)
    notes = root / ".agent/memory/notes"
    for number, path in enumerate(sorted(folder.glob("*.mdc"))[:FILES]):
        said = [line[2:].strip() for line in path.read_text("utf-8", "replace").splitlines() if line.startswith("- ")]
        for text in dict.fromkeys(one for one in said[:LINES] if one):
            title = f"{path.stem[:40]}: {text[:60]}"
            item = note_format.note_id(title, text)
            note = Note(item, "", title, text, created=f"2026-10-{number % 28 + 1:02}T00:00:00Z")
            (notes / f"{item}.md").write_bytes(note_format.render(note))
    reorganize(open_desk(root, environment(root.parent / "home")), Request())
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
        await open_proposal(v, "contradiction")
        await v.press("space")
        assert pane(v).sketch.choice
        await let_all_go(v)
        await v.press("g")
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
