"""Makes screenshots/*.svg from the demo: each screen in a dark and a light theme, at 120x40 and at 80x24.

python scripts/screenshots.py [--check]
"""

import asyncio
import itertools
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generated import ROOT, settle
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from dreamtui.desk.demo import build
from dreamtui.desk.desk import open_desk
from dreamtui.tui.app import Console, Options
from dreamtui.tui.keymap import build as build_keymap
from dreamtui.tui.services import Services

NOW = "2026-11-18T09:00:00Z"
SIZES = ((120, 40), (80, 24))
THEMES = ("dark", "light")
WHY = "Five fixes in four weeks, each an input nobody had tested; one table of bad tokens would have caught them all."


@dataclass(frozen=True)
class Shot:
    """One picture."""

    name: str
    """Name of the file, before size and theme."""
    keys: Sequence[str]
    """Keys that lead there from the queue; what begins with `=` is typed."""


REASON = ("j", "j", "j", "j", "g", f"={WHY}")
SHOTS = (
    Shot("queue", ("j", "j", "j", "j")),
    Shot("evidence", ("j", "j", "j", "j", "2")),
    Shot("changes", ("j", "j", "j", "j", "3")),
    Shot("reason", REASON),
    Shot("leave", (*REASON, "ctrl+s", "q")),
    Shot("history", ("H", "j", "j", "j", "j", "j")),
    Shot("memory", ("M",)),
    Shot("help", ("question_mark",)),
)


def environment(home: Path) -> dict[str, str]:
    """Nothing of whoever makes the pictures."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "DREAMTUI_NOW": NOW,
        "DREAMTUI_ACTOR": "you",
        "TERM": "xterm-256color",
    }


async def rest(app: Console, pilot: "Pilot[int]") -> None:
    """Let timers fire, workers end and their messages be handled."""
    for _ in range(4):
        await pilot.pause(0.06)
        await app.workers.wait_for_complete()
    await pilot.pause()


async def take(demo: Path, shot: Shot, size: tuple[int, int], theme: str) -> str:
    """One picture of the demo, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "shop")
        shutil.copytree(demo, root, symlinks=True)
        desk = open_desk(root, environment(Path(folder, "home")))
        ticks = itertools.count(0, 10)
        app = Console(Services(desk), build_keymap("default", {}), Options(theme), clock=lambda: float(next(ticks)))
        async with app.run_test(size=size, notifications=False) as pilot:
            await rest(app, pilot)
            for key in shot.keys:
                typed = key.removeprefix("=") if key.startswith("=") else ""
                for sign in typed or (key,):
                    await pilot.press("space" if sign == " " else sign)
                await rest(app, pilot)
            for box in (*app.screen.query(TextArea), *app.screen.query(Input)):
                box.cursor_blink = False
            await pilot.pause()
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
        for shot, size, theme in itertools.product(SHOTS, SIZES, THEMES):
            name = f"{shot.name}-{size[0]}x{size[1]}-{theme}.svg"
            files[ROOT / "screenshots" / name] = asyncio.run(take(demo, shot, size, theme))
    return settle(files, owned="screenshots/*.svg")


if __name__ == "__main__":
    raise SystemExit(main())
