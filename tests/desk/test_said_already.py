"""What agents are given already is told with an item: imports, rule files and skills count like CLAUDE.md."""

from pathlib import Path

import pytest
from workbench import make_bench

from dreamtui.desk.queue.show import project_lines

SAID = "Always install packages with pnpm, never with npm."


@pytest.mark.parametrize(
    "name", ["CLAUDE.md", "docs/style.md", ".claude/rules/packages.md", ".claude/skills/install/SKILL.md", "AGENTS.md"]
)
def test_it_is_told_where_it_is_said(tmp_path: Path, name: str) -> None:
    """The line with its file; what lies outside the workspace is not quoted."""
    bench = make_bench(tmp_path)
    file = bench.root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    if name.startswith("docs"):
        (bench.root / "CLAUDE.md").write_text("@docs/style.md\n@~/private.md\n")
    file.write_text(f"# Packages\n\n- {SAID}\n")
    home = Path(bench.env["HOME"])
    (home / ".claude").mkdir()
    (home / "private.md").write_text("- A secret habit of mine, word for word.\n")
    (home / ".claude/CLAUDE.md").write_text("- Another habit of mine, word for word.\n")
    said = {one.locator: one.text for one in project_lines(bench.desk())}
    assert said[f"{name}:3"] == f"- {SAID}"
    assert not any("habit of mine" in text for text in said.values())
