"""Looks at every screen of the demo for words cut without a sign, and for text that cannot be read.

python scripts/check_screens.py [--size 80x24] [--theme dark] [--screen queue]

Each screen is visited at four sizes; there it is drawn in six themes with true, 256 and 16 colours, and as NO_COLOR has
it: the two themes there are then, every colour made a grey. A word is cut if it ends where its widget ends, and is the
beginning of a word that another size shows. Text can be read with a contrast of 4.5 to 1. Sixteen colours are as their
owner has them; they are looked at as xterm draws them, the light theme on white, others on black, where 4 to 1 is
enough.
Exit status 1 when something is found; a minute for each size.
"""

import argparse
import asyncio
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from demo_console import ROW, WALKS, arrive, environment, rest, ticking, walk
from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from textual.color import Color
from textual.filter import monochrome_style
from textual.geometry import Region
from textual.pilot import Pilot
from textual.theme import Theme
from textual.widget import Widget
from textual.widgets import TextArea

from dreamtui.compose import open_desk
from dreamtui.demo.build import build
from dreamtui.tui import themes
from dreamtui.tui.actions.configured_keys import build as build_keymap
from dreamtui.tui.app import Console, Options
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.text_pane import TextPane

SIZES = ((80, 24), (100, 30), (120, 40), (200, 60))
LEAST = 4.5
LEAST_OF_16 = 4.0
"""One blue has to do on dark and light terminals: xterm's bright one has 4.4 on black, its cyan 2 on white."""
WRAPPED = (TextPane, DiffView, TextArea)
"""Widgets that break lines between words; what breaks a word there is longer than a line."""

SCREENS: dict[str, Sequence[str]] = {
    **{name: keys for name, keys in WALKS.items() if name != "leave"},
    "says": (ROW, "1"),
    "past": (ROW, "4"),
    "against": (ROW, "5"),
    "filter": ("slash", "=auth"),
    "zoomed": (ROW, "3", "z"),
    "palette": ("colon",),
    "jump": ("ctrl+o",),
    "overview": ("I",),
    "folders": ("C",),
    "promotions": ("D",),
    "training": ("F",),
    "automation": ("A",),
    "log": ("L",),
    "settings": ("comma",),
    "search": ("ctrl+f", "=retry"),
    "rejecting": (ROW, "r"),
    "template": (ROW, "g", "ctrl+t"),
    "target": (ROW, "g", "f3"),
    "until": (ROW, "g", "f2"),
    "later": (ROW, "s"),
    "contradiction": ("@Node version: superseded", "P"),
    "merge": ("@Database of staging", "P"),
    "model's merge": ("@Tidy the notes", "P"),
    "result": ("@Database of staging", "P", "e"),
    "exactly": ("@Database of staging", "P", "c"),
    "recall": ("@make deploy", "3"),
    "brief": ("@refund that times out",),
    "prompt": ("ctrl+n",),
}
"""What leads to each screen from the queue, as in the walks of the pictures."""

DEPTHS = {
    themes.ALL: ColorSystem.TRUECOLOR, 256: ColorSystem.EIGHT_BIT, 16: ColorSystem.STANDARD, 0: ColorSystem.TRUECOLOR
}  # fmt: skip
"""By the number of colours; 0 with NO_COLOR."""

_ON_BLACK, _ON_WHITE = ((0, 0, 0), (229, 229, 229)), ((255, 255, 255), (0, 0, 0))
_SIXTEEN = (
    [(0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229)],
    [
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
        (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ],
)  # fmt: skip
XTERM, XTERM_WHITE = (TerminalTheme(*ground, *_SIXTEEN) for ground in (_ON_BLACK, _ON_WHITE))


@dataclass
class Seen:
    """What stood on the screens."""

    words: set[str] = field(default_factory=set)
    """Whole words: none of them at an edge."""
    edges: dict[tuple[str, str], str] = field(default_factory=dict)
    """A word at the right edge of a widget, with the widget: the screen it was first seen on."""
    faint: dict[tuple[str, str, str], str] = field(default_factory=dict)
    """Text colour, background and theme with its depth of what is too faint: an example, and the screen."""

    def cut(self) -> list[str]:
        """The words that are cut without a sign."""
        found = []
        for (word, widget), screen in self.edges.items():
            if word not in self.words and any(whole.startswith(word) for whole in self.words):
                found.append(f"{screen}: {widget} ends with {word!r}, which goes on")
        return sorted(found)

    def problems(self) -> list[str]:
        faint = (f"{where}: {one} on {two} in {theme}" for (one, two, theme), where in self.faint.items())
        return [*self.cut(), *sorted(faint)]


def leaves(widget: Widget) -> Iterable[Widget]:
    """The widgets that draw something, below and including this one."""
    shown = list(widget.displayed_children)
    for child in shown:
        yield from leaves(child)
    if not shown and widget.region.area:
        yield widget


def note_words(app: Console, screen: str, seen: Seen) -> None:
    """Note what stands in each widget of the screen on top, and what at its right edge."""
    strips = app.screen._compositor.render_strips()
    for widget in leaves(app.screen):
        place = widget.content_region.intersection(app.screen.region)
        if widget.vertical_scrollbar.display:
            place = Region(place.x, place.y, place.width - widget.scrollbar_size_vertical, place.height)
        for y in range(place.y, min(place.bottom, len(strips))):
            text = strips[y].crop(place.x, place.right).text
            found = list(re.finditer(r"[^\W\d_](?:[^\W\d_]|\.(?=[^\W\d_])){2,}", text))
            for each in found:
                if each.end() < len(text):
                    seen.words.add(each.group())
                elif not isinstance(widget, WRAPPED):
                    seen.edges.setdefault((each.group(), type(widget).__name__), f"{screen} {app.size.width}")


def contrast(one: Color, two: Color) -> float:
    def light(color: Color) -> float:
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color.normalized]
        return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))

    dark, bright = sorted((light(one), light(two)))
    return (bright + 0.05) / (dark + 0.05)


def pair(style: Style, depth: ColorSystem, xterm: TerminalTheme = XTERM) -> tuple[Color, Color] | None:
    """Colour of a text and what is behind it at a depth; None where one of many colours is the terminal's own."""
    front, back = style.color, style.bgcolor
    if depth is ColorSystem.STANDARD:
        shown = [
            Color(*(one or RichColor.default()).downgrade(depth).get_truecolor(xterm, foreground=at == 0))
            for at, one in enumerate((front, back))
        ]
        return (shown[1], shown[0]) if style.reverse else (shown[0], shown[1])
    if front is None or back is None or front.is_default or back.is_default:
        return None
    if front.is_system_defined or back.is_system_defined:
        return None
    pieces = [Color.from_rich_color(one.downgrade(depth) if depth is not ColorSystem.TRUECOLOR else one)
              for one in ((back, front) if style.reverse else (front, back))]  # fmt: skip
    return pieces[0], pieces[1]


def drawn(wanted: Sequence[str]) -> list[Theme]:
    """The themes of these short names as each depth has them, `dark 256`; with sixteen all but `light` are one."""
    every = [(depth, theme) for depth in DEPTHS for theme in themes.at_depth(depth or themes.ALL)]
    named = [(f"{theme.name.removeprefix('dreamtui-')} {depth}", theme) for depth, theme in every]
    last = {f"{name} {depth}" for name in wanted for depth in (themes.ALL, 256)} | {f"{wanted[0]} 16"}
    last |= {f"{name} 16" for name in wanted if name == "light"}
    last |= {f"{name} 0" for name in wanted if themes.choose(name, no_color=True) == f"dreamtui-{name}"}
    return [replace(theme, name=name) for name, theme in named if name in last]


def note_colours(app: Console, screen: str, seen: Seen) -> None:
    """Note text on the screen that is too faint with the theme it is drawn in."""
    depth = int(app.theme.partition(" ")[2])
    for strip in app.screen._compositor.render_strips():
        for segment in strip:
            if segment.style is None or not re.search(r"\w", segment.text):
                continue
            style = segment.style if depth else monochrome_style(segment.style)
            found = pair(style, DEPTHS[depth], XTERM_WHITE if app.theme.startswith("light") else XTERM)
            if found is not None and contrast(*found) < (LEAST_OF_16 if depth == 16 else LEAST):
                named = (found[0].hex, found[1].hex, f"{app.theme} colours")
                seen.faint.setdefault(named, f"{screen}: {segment.text.strip()[:30]!r}")


async def home(app: Console, pilot: "Pilot[int]") -> None:
    """Back to the queue, with no filter."""
    while app.screen is not app.review:
        app.pop_screen()
        await rest(app, pilot)
    for _ in range(4):
        await pilot.press("escape")
    await pilot.press("home", "1", "escape")
    await rest(app, pilot)


async def visit(demo: Path, size: tuple[int, int], names: Sequence[str], wanted: Sequence[str], seen: Seen) -> None:
    """Go to every screen in one console, and look at it in every theme."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "shop")
        shutil.copytree(demo, root, symlinks=True)
        desk = open_desk(root, environment(Path(folder, "home")))
        app = Console(Sessions.alone(Session(desk)), build_keymap("default", {}), Options(), clock=ticking())
        palettes = drawn(wanted)
        for theme in palettes:
            app.register_theme(theme)
        async with app.run_test(size=size, notifications=False) as pilot:
            await arrive(app, pilot)
            for name in names:
                await walk(app, pilot, SCREENS[name])
                note_words(app, name, seen)
                for theme in palettes:
                    app.theme = theme.name
                    await pilot.pause()
                    note_colours(app, name, seen)
                app.theme = themes.DEFAULT
                await home(app, pilot)


def look(sizes: Sequence[tuple[int, int]], names: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """What is wrong on these screens at these sizes in these themes."""
    seen = Seen()
    with tempfile.TemporaryDirectory() as folder:
        demo = Path(folder, "shop")
        build(demo, environment(Path(folder, "home")))
        for size in sizes:
            asyncio.run(visit(demo, size, names, wanted, seen))
    return seen.problems()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", action="append", help="columns x rows; all four without")
    parser.add_argument("--theme", action="append", choices=themes.theme_names(), help="all six without")
    parser.add_argument("--screen", action="append", choices=SCREENS, help="all without")
    chosen = parser.parse_args()
    sizes = [tuple(map(int, size.split("x"))) for size in chosen.size or ()] or SIZES
    found = look(sizes, chosen.screen or list(SCREENS), chosen.theme or themes.theme_names())  # type: ignore[arg-type]
    print("\n".join(found) or "nothing is cut without a sign, and all text can be read")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
