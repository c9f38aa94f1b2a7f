"""What tests of the screen of memory folders share: a folder that needs attention, and going to a row."""

import shutil
from pathlib import Path

import topicbox
from visit import Visit, demo_copy

from dreamtui.sources.claude.places import slug
from dreamtui.sources.workspace import MADE_UP
from dreamtui.tui.screens.browse.screen import BrowseScreen

WHY = "The tests moved to another runner in October, and whoever follows this note starts the old one."
INDEX = "# Memory\n\n- [Money](money.md) — integer cents\n- [Gone](gone.md) — not there any more\n"


def without_memory(top: Path) -> Path:
    """The demo without the memory folder it brings, and no longer with a Claude folder of its own."""
    root = demo_copy(top)
    (root / ".git" / MADE_UP).unlink(missing_ok=True)
    shutil.rmtree(root / ".claude", ignore_errors=True)
    return root


def furnish(top: Path) -> tuple[Path, Path]:
    """The demo with a memory folder: one memory in its index, one without a line, one line without a memory."""
    root = without_memory(top)
    folder = top / "home" / ".claude" / "projects" / slug(root.resolve()) / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text(INDEX, encoding="utf-8")
    money = (
        "---\nname: money\ndescription: integer cents\ntype: feedback\n---\n\nCount in cents, see `src/basket.ts`.\n"
    )
    (folder / "money.md").write_text(money, encoding="utf-8")
    (folder / "runner.md").write_text(
        "---\nname: runner\ntype: project\n---\n\nTests run with nose.\n", encoding="utf-8"
    )
    return root, folder


def wrong_folder(tmp_path: Path) -> Path:
    """A workspace with a memory folder in which much is wrong: 30 dangling lines, one memory without a line."""
    root = tmp_path / "shop"
    (root / ".agent").mkdir(parents=True)
    place = tmp_path / "home/.claude/projects" / slug(root) / "memory"
    place.mkdir(parents=True)
    lines = [f"- [Gone {n}](gone-{n}.md) - not there" for n in range(30)]
    (place / "MEMORY.md").write_text("\n".join(["# Mine", "", "- [Ports](ports.md) - which", *lines]) + "\n")
    for name in ("ports", "lonely"):
        words = f"The {name} are written down here."
        (place / f"{name}.md").write_bytes(topicbox.memory(name, words, modified="2026-10-01T08:00:00Z"))
    return root


async def go_to(v: Visit, at: BrowseScreen, row_id: str) -> None:
    """Put the cursor on a row."""
    at.rows.move_to(next(n for n in range(at.rows.shown) if at.rows.item_at(n).id == row_id))
    await v.until(lambda: at.pane.text.text)
    await v.rest()
