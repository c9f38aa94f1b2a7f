"""Makes screenshots/ from the demo: each screen in a dark and a light theme, at 120x40 and at 80x24, and a sitting.

python scripts/screenshots.py [--check]
"""

import asyncio
import itertools
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import recording
from demo_console import WALKS, environment, ticking, walk
from generated import ROOT, settle

from dreamtui.compose import open_desk
from dreamtui.demo.build import build
from dreamtui.tui.actions.configured_keys import build as build_keymap
from dreamtui.tui.app import Console, Options
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions

SIZES = ((120, 40), (80, 24))
THEMES = ("dark", "light")


async def take(demo: Path, keys: Sequence[str], size: tuple[int, int], theme: str) -> str:
    """One picture of the demo, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "shop")
        shutil.copytree(demo, root, symlinks=True)
        desk = open_desk(root, environment(Path(folder, "home")))
        app = Console(Sessions.alone(Session(desk)), build_keymap("default", {}), Options(theme), clock=ticking())
        async with app.run_test(size=size, notifications=False) as pilot:
            await walk(app, pilot, keys)
            return tidy(app.export_screenshot(title="dreamtui"))


TEXT = re.compile(r'(<text class="[^"]*" x=")([\d.]+)(" y="[\d.]+" textLength=")([\d.]+)("[^>]*>)((?:&#160;)+)')
FONTS = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
CELL = 12.2
"""Width of a character in the pictures."""


def tidy(svg: str) -> str:
    """The same picture without fonts from elsewhere, or blanks at the beginning of texts, which viewers drop."""

    def moved(found: re.Match[str]) -> str:
        blanks = found[6].count("&#160;")
        x, length = float(found[2]) + blanks * CELL, float(found[4]) - blanks * CELL
        return f"{found[1]}{x:.1f}{found[3]}{length:.1f}{found[5]}"

    shown = TEXT.sub(moved, FONTS.sub("", svg))
    lines = (line.rstrip() for line in shown.replace("Fira Code", "Fira Code, Menlo, Consolas").split("\n"))
    return "\n".join(lines).strip() + "\n"


def main() -> int:
    """Write them, or say which are not current."""
    os.environ.pop("NO_COLOR", None)
    os.environ["TEXTUAL_ANIMATIONS"] = "none"
    files: dict[Path, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        demo = Path(folder, "shop")
        build(demo, environment(Path(folder, "home")))
        for shot, size, theme in itertools.product(WALKS, SIZES, THEMES):
            name = f"{shot}-{size[0]}x{size[1]}-{theme}.svg"
            files[ROOT / "screenshots" / name] = asyncio.run(take(demo, WALKS[shot], size, theme))
        files |= recording.files(demo, ROOT / "screenshots")
    return settle(files, owned="screenshots/*")


if __name__ == "__main__":
    raise SystemExit(main())
