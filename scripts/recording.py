"""Makes screenshots/session.cast and session.svg: a sitting on the demo, recorded frame by frame.

The cast is asciinema's format (version 2); the picture is made from the cast alone, and plays in a browser without a
script. Nothing is timed by a clock: each step says how long its frame is looked at, so that both are the same wherever
they are made. `make screenshots` writes them, `make check-screenshots` says when they are out of date.
"""

import asyncio
import json
import re
import shutil
import tempfile
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from demo_console import arrive, environment, go_to, rest, ticking
from rich.ansi import AnsiDecoder
from rich.cells import cell_len
from rich.color import Color, ColorSystem
from rich.console import Console as Terminal
from rich.segment import Segment
from rich.style import Style
from textual.widgets import Input, TextArea

from dreamtui.compose import open_desk
from dreamtui.tui.actions.configured_keys import build as build_keymap
from dreamtui.tui.app import Console, Options
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions

SIZE = (100, 30)
FOREGROUND, BACKGROUND = "#d7dce4", "#12151a"

WHY = "Five fixes in four weeks, each an input nobody had tested: one table of bad tokens would have caught them all."


class Step(NamedTuple):
    """Keys, and how long what they lead to is looked at."""

    keys: str
    """One key; what begins with `=` is typed, `@` goes to the row that says it."""
    seconds: float


SITTING = (
    Step("", 2.0),
    Step("@src/auth.py", 1.6),
    Step("2", 2.4),
    Step("3", 2.8),
    Step("g", 1.8),
    Step(f"={WHY}", 2.0),
    Step("ctrl+s", 2.2),
    Step("u", 1.8),
    Step("U", 1.6),
    Step("M", 2.4),
    Step("H", 2.2),
    Step("Q", 1.4),
    Step("q", 3.4),
)
"""An item, its evidence, what would change, the reason, undone and redone, other places, and what is written."""

TYPED = 0.2
"""Seconds a typed word takes."""


# Recording


async def record(demo: Path) -> list[tuple[float, str]]:
    """The frames of the sitting, each with the moment it comes up."""
    frames: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "shop")
        shutil.copytree(demo, root, symlinks=True)
        desk = open_desk(root, environment(Path(folder, "home")))
        app = Console(Sessions.alone(Session(desk)), build_keymap("default", {}), Options("dark"), clock=ticking())
        async with app.run_test(size=SIZE, notifications=False) as pilot:
            await arrive(app, pilot)
            now = 0.0
            for step in SITTING:
                if step.keys.startswith("@"):
                    await go_to(app, pilot, step.keys[1:])
                for word in re.findall(r"\S+ ?", step.keys[1:]) if step.keys.startswith("=") else ():
                    for letter in word:
                        await pilot.press("space" if letter == " " else letter)
                    await rest(app, pilot)
                    still(app)
                    await pilot.pause()
                    frames.append((now, drawn(app)))
                    now += TYPED
                if step.keys and step.keys[0] not in "@=":
                    await pilot.press(step.keys)
                await rest(app, pilot)
                await pilot.pause(0.06)
                await rest(app, pilot)
                still(app)
                await pilot.pause()
                frames.append((now, drawn(app)))
                now += step.seconds
            frames.append((now, frames[-1][1]))
    return frames


def still(app: Console) -> None:
    """No cursor blinks."""
    for box in (*app.screen.query(TextArea), *app.screen.query(Input)):
        box.cursor_blink = False


def drawn(app: Console) -> str:
    """The screen as lines for a terminal of true colours."""
    lines = []
    for strip in app.screen._compositor.render_strips():
        cropped = Segment.simplify(strip.crop(0, SIZE[0]))
        lines.append(
            "".join((each.style or Style()).render(each.text, color_system=ColorSystem.TRUECOLOR) for each in cropped)
        )
    return "\r\n".join(lines)


def cast(frames: Sequence[tuple[float, str]]) -> str:
    """The frames as a recording: of each only the lines that differ from the one before."""
    head = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": "dreamtui", "env": {"TERM": "xterm-256color"}}
    events, before = [json.dumps(head)], [""] * SIZE[1]
    for number, (moment, frame) in enumerate(frames):
        lines = frame.split("\r\n")
        moved = [f"\x1b[{at + 1};1H{line}" for at, line in enumerate(lines) if line != before[at]]
        if moved or number == len(frames) - 1:
            events.append(json.dumps([round(moment, 2), "o", ("" if number else "\x1b[?25l\x1b[2J") + "".join(moved)]))
        before = lines
    return "\n".join(events) + "\n"


# The picture

CELL, LINE, LETTERS = 8.4, 18, 14
"""Width and height of a character's place, and the size of its letter."""
BAR = 28
"""Height of what looks like a window's bar."""


class Row(NamedTuple):
    """A line of the screen, and from when to when it stands."""

    begins: float
    at: int
    line: str
    ends: float


_PLACED = re.compile(r"\x1b\[(\d+);1H(.*?)(?=\x1b\[\d+;1H|$)", re.DOTALL)
"""A line in an event: where it is put, and what it says."""


def rows(recording: str) -> tuple[list[Row], float]:
    """Every line of a recording, and how long it plays."""
    events = [json.loads(line) for line in recording.splitlines()[1:]]
    last = float(events[-1][0])
    standing: dict[int, tuple[float, str]] = {}
    found = []
    for moment, _, data in events:
        for number, line in _PLACED.findall(data):
            at = int(number) - 1
            if at in standing:
                begins, before = standing[at]
                found.append(Row(begins, at, before, moment))
            standing[at] = (moment, line)
    found += [Row(begins, at, line, last) for at, (begins, line) in standing.items()]
    return sorted(found), last


def picture(recording: str) -> str:
    """The recording as an animated picture; where nothing is animated, its beginning."""
    every, last = rows(recording)
    width, height = SIZE[0] * CELL + 20, SIZE[1] * LINE + BAR + 14
    spans = {span: f"t{number}" for number, span in enumerate(dict.fromkeys((row.begins, row.ends) for row in every))}
    rules = [_shown_during(name, begins / last, ends / last) for (begins, ends), name in spans.items()]
    lines = [f'<g class="r {spans[row.begins, row.ends]}{" f" * (not row.begins)}">{_line(row)}</g>' for row in every]
    style = [
        f"text{{font:{LETTERS}px 'Fira Code',Menlo,Consolas,monospace}}",
        f".r{{visibility:hidden;animation:{last:g}s step-end infinite}}.f{{visibility:visible}}",
        ".b{font-weight:bold}.u{text-decoration:underline}",
        *rules,
    ]
    dots = "".join(
        f'<circle cx="{16 + 18 * at}" cy="14" r="5" fill="{fill}"/>'
        for at, fill in enumerate(("#ff5f57", "#febc2e", "#28c840"))
    )
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    ground = f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>{dots}'
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>', "<style>", *style, "</style>", ground]
    return "\n".join([*head, *lines, "</svg>"]) + "\n"


def _shown_during(name: str, begins: float, ends: float) -> str:
    """The rule of what is shown during a part of the whole."""
    steps = f"0%{{visibility:{'hidden' if begins else 'visible'}}}"
    steps += f"{begins:.2%}{{visibility:visible}}" if begins else ""
    steps += f"{ends:.2%}{{visibility:hidden}}" if ends < 1 else ""
    return f"@keyframes {name}{{{steps}}}.{name}{{animation-name:{name}}}"


def _line(row: Row) -> str:
    """What a line looks like: backgrounds, then words."""
    behind, words = [], []
    x, top = 10.0, BAR + row.at * LINE
    for text, style, _ in next(iter(AnsiDecoder().decode(row.line))).render(_TERMINAL):
        look = style or Style()
        front, back = _hex(look.color, FOREGROUND), _hex(look.bgcolor, BACKGROUND)
        if look.reverse:
            front, back = back, front
        length = cell_len(text) * CELL
        if back != BACKGROUND:
            behind.append(f'<rect x="{x:.1f}" y="{top}" width="{length:.1f}" height="{LINE}" fill="{back}"/>')
        if shown := text.strip():
            begins = x + cell_len(text[: len(text) - len(text.lstrip())]) * CELL
            names = " ".join(name for name, on in (("b", look.bold), ("u", look.underline)) if on)
            named = f' class="{names}"' if names else ""
            place = f'x="{begins:.1f}" y="{top + LETTERS}" textLength="{cell_len(shown) * CELL:.1f}"'
            said = escape(shown).replace(" ", "&#160;")
            words.append(f'<text {place} fill="{front}"{named}>{said}</text>')
        x += length
    return "".join([*behind, *words])


_TERMINAL = Terminal(color_system="truecolor", width=SIZE[0])


def _hex(color: Color | None, other: str) -> str:
    return other if color is None or color.is_default else color.get_truecolor().hex


def files(demo: Path, folder: Path) -> dict[Path, str]:
    """The recording and its picture."""
    recording = cast(asyncio.run(record(demo)))
    return {folder / "session.cast": recording, folder / "session.svg": picture(recording)}
