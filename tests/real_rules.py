"""Rules that people really wrote, of the shared data, as notes of a workspace."""

from pathlib import Path

from workbench import data_folder

from dreamtui.kinds.note import codec as note_format
from dreamtui.model.memory import Note

FILES, LINES = 40, 12


def write_real_rules(notes: Path) -> None:
    """The bullet rules of forty files as notes, one a rule, as their author wrote them."""
    for number, path in enumerate(sorted(data_folder("rules", "rules").glob("*.mdc"))[:FILES]):
        said = [line[2:].strip() for line in path.read_text("utf-8", "replace").splitlines() if line.startswith("- ")]
        for text in dict.fromkeys(one for one in said[:LINES] if one):
            title = f"{path.stem[:40]}: {text[:60]}"
            item = note_format.note_id(title, text)
            note = Note(item, "", title, text, created=f"2026-10-{number % 28 + 1:02}T00:00:00Z")
            (notes / f"{item}.md").write_bytes(note_format.render(note))
