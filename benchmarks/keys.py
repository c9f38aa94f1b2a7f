"""Keys and words of a decision, by kind: what has to be pressed and read from the item to its record.

    python benchmarks/keys.py                # every kind at 80x24, half a minute
    python benchmarks/keys.py --frames merge # what was read for one kind, line by line

The console is driven through the keys of `WAYS` on a copy of the demo until the decision stands in the file; of several
ways the first that gets there counts. Words that are typed and ctrl+s, which records them, are not counted; the key
that shows an item is, where the terminal has no room for it beside the queue. A word counts as read once for each line
that was on the screen before the decision: the row under the cursor, the item and every box, but not the key bar, the
lines on top and other rows, which are not about the item. Three counts, each with less:

    all     every word
    drawn   without what is drawn dim, which the console does with what is secondary
    words   without what an earlier screen said in the same words, four or more in a row: a box repeats what it covers,
            and breaks its lines elsewhere; that is recognised, not read. What one screen says twice counts twice.

`hidden` names keys that stood nowhere on the screen when they were pressed.
"""

import argparse
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.segment import Segment
from textual.geometry import Region
from textual.screen import ModalScreen

sys.path.extend(str(Path(__file__).resolve().parent.parent / name) for name in ("scripts", "tests", "tests/tui"))

from at_review import go, review
from demo_console import environment
from visit import Visit, demo_copy, visit

from dreamtui.compose import open_desk
from dreamtui.demo import model
from dreamtui.desk.queue.listing import listing
from dreamtui.model.status import Status
from dreamtui.tui.actions.registry import shown_key
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.widgets.words_box import WordsBox

SMALL = (80, 24)
WORDS_BAR = 60
RUN = 4
"""Words in a row that are recognised."""

RULE = "=Ask in a test what the page shows before the style of a page is changed."
WHY = "=The same untested input was behind each of these; writing it down once spares the next person the search."


@dataclass(frozen=True, slots=True)
class Kind:
    """A decision: about which item, in which ways, and how many keys it may take."""

    words: str
    """In the title of the item."""
    bar: int
    ways: tuple[tuple[str, ...], ...]
    """The shortest first; what begins with `=` is typed."""


KINDS = {
    "candidate": Kind("`src/cart.ts` was", 2, (("g", WHY),)),
    "insight": Kind("5 commits were about style", 2, (("g", WHY), ("g", RULE, "tab", WHY))),
    "contradiction": Kind("Node version", 2, (("2", WHY), ("g", "2", WHY), ("g", "g", WHY), ("g", "g", "x", "g", WHY))),
    "merge": Kind("Database of staging", 2, (("g", WHY), ("g", "g", WHY))),
    "merge with a loss": Kind("Tidy the notes", 3, (("g", "x", WHY), ("g", "x", "g", WHY), ("g", "g", "x", "g", WHY))),
    "reject": Kind("`src/cart.ts` was", 2, (("r", WHY), ("r", "1", WHY))),
    "later": Kind("`src/cart.ts` was", 2, (("s", "1"),)),
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line that was to be read."""

    bright: list[str]
    """Its words that are not dim."""
    new: list[str]
    """Those of them that no screen before had."""


@dataclass
class Taken:
    """What a decision took, as far as it went."""

    keys: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    lines: dict[str, Line] = field(default_factory=dict)
    """What was to be read, each line once."""
    known: set[tuple[str, ...]] = field(default_factory=set)
    """The runs of words on the screens before."""
    decided: bool = False

    @property
    def words(self) -> int:
        return sum(len(line.new) for line in self.lines.values())

    @property
    def drawn(self) -> int:
        return sum(len(line.bright) for line in self.lines.values())

    @property
    def all_words(self) -> int:
        return sum(len(_words(line)) for line in self.lines)


def _words(line: str) -> list[str]:
    return re.findall(r"[^\s·│▌]*\w[^\s·│▌]*", line)


def _runs(words: Sequence[str]) -> list[tuple[str, ...]]:
    """Every few words in a row, without the signs around them."""
    bare = [re.sub(r"^\W+|\W+$", "", word) for word in words]
    return [tuple(bare[at : at + RUN]) for at in range(len(bare) - RUN + 1)]


def _is_known(words: Sequence[str], known: set[tuple[str, ...]]) -> list[bool]:
    """Of each word, whether it is part of a run that was read before."""
    found = [False] * len(words)
    for at, run in enumerate(_runs(words)):
        if run in known:
            found[at : at + RUN] = [True] * RUN
    return found


def workspace(top: Path) -> Path:
    """The demo, where a model proposed a merge that loses one statement, and nothing else."""
    root = demo_copy(top)
    folder = root / ".agent/dream/proposals"
    several = next(path for path in folder.glob("p-*.json") if "Tidy the notes" in path.read_text("utf-8"))
    several.unlink()
    part = {**model.PARTS[0], "text": "Calls to the provider are retried with exponential backoff. At most 5 attempts."}
    model.propose(open_desk(root, environment(top / "home")), [part])
    return root


def in_sight(v: Visit) -> list[Region]:
    """Where the screen says something about the item."""
    screen, at = v.app.screen, review(v)
    queue = at.queue.items
    if isinstance(screen, ModalScreen):
        return [child.region for child in screen.children]
    if screen is not at:
        return [screen.region]
    row = Region(queue.region.x, queue.region.y + queue.position - int(queue.scroll_offset.y), queue.region.width, 1)
    places = [at.query_one("#item-place").region]
    return [*([row] if queue.region.area else []), *(place for place in places if place.area)]


def read(v: Visit, taken: Taken) -> None:
    """Note the lines on the screen that have to be read; those of the key bar are none."""
    strips = v.app.screen._compositor.render_strips()
    bars = {bar.region.y for bar in v.app.screen.query("KeyBar")}
    for box in v.app.screen.query(WordsBox):
        if not box.text:  # its invitation is dim but for the letter under the cursor
            bars.update(range(box.region.y, box.region.bottom))
    here: set[tuple[str, ...]] = set()
    for place in in_sight(v):
        lines: list[tuple[str, list[str]]] = []
        for y in range(place.y, min(place.bottom, len(strips))):
            strip = strips[y].crop(place.x, place.right)
            line = strip.text.strip(" │▌▏╭╮╰╯─▃")
            if y not in bars and re.search(r"\w", line):
                lines.append((line, _words("".join(one.text for one in strip if not is_dim(v, one)))))
        together = [word for _, bright in lines for word in bright]
        is_known = iter(_is_known(together, taken.known))
        for line, bright in lines:
            new = [word for word in bright if not next(is_known)]
            taken.lines.setdefault(line, Line(bright, new))
        here.update(_runs(together))
    taken.known |= here


def is_dim(v: Visit, piece: Segment) -> bool:
    """Whether it is drawn as what is secondary."""
    colour = piece.style.color if piece.style is not None else None
    return colour is not None and colour.get_truecolor().hex == v.app.theme_variables["dim"].lower()


async def press(v: Visit, key: str, taken: Taken) -> None:
    """Press a key that counts."""
    if not re.search(rf"(?<!\w){re.escape(shown_key(key))}(?!\w)", v.shown()):
        taken.hidden.append(key)
    taken.keys.append(key)
    await v.press(key)


async def decide(v: Visit, item: QueueItem, way: tuple[str, ...], taken: Taken) -> None:
    """From the item under the cursor on go this way, and see whether the decision stands."""
    read(v, taken)
    if not review(v).query_one("#item-place").region.area:
        await press(v, "enter", taken)
        read(v, taken)
    for step in way:
        if not step.startswith("="):
            await press(v, step, taken)
            if step != way[-1]:
                read(v, taken)
        elif isinstance(box := v.app.focused, WordsBox):
            box.put(step[1:])
    if way[-1].startswith("="):
        await v.press("ctrl+s")
    entries = listing(v.desk, status="all").entries
    taken.decided = all(one.status is not Status.PENDING for one in entries if one.row.id == item.id)


def take(root: Path, kind: Kind) -> Taken:
    """The first way that decides the item; without one, what the last one took."""
    taken = Taken()
    for way in kind.ways:
        with tempfile.TemporaryDirectory() as top:
            copy = Path(top, root.name)
            shutil.copytree(root, copy, symlinks=True)
            taken = Taken()

            async def story(v: Visit, way: tuple[str, ...] = way, taken: Taken = taken) -> None:
                await decide(v, await go(v, kind.words, status="pending"), way, taken)

            visit(copy, story, size=SMALL)
        if taken.decided:
            break
    return taken


def every(say: Callable[[str], None], kinds: list[str]) -> dict[str, Taken]:
    """What each kind took."""
    found = {}
    say(f"{'decision':18} {'keys':>4} {'bar':>4}   {'words':>5} {'bar':>4} {'drawn':>5} {'all':>5}   pressed")
    with tempfile.TemporaryDirectory() as top:
        root = workspace(Path(top))
        for name in kinds:
            taken = found[name] = take(root, KINDS[name])
            keys = " ".join(shown_key(key) for key in taken.keys) + ("" if taken.decided else "   not decided")
            hidden = f"   hidden: {' '.join(taken.hidden)}" if taken.hidden else ""
            words = f"{taken.words:5} {WORDS_BAR:4} {taken.drawn:5} {taken.all_words:5}"
            say(f"{name:18} {len(taken.keys):4} {KINDS[name].bar:4}   {words}   {keys}{hidden}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--frames", choices=KINDS, help="print what was to be read for one kind")
    chosen = parser.parse_args()
    found = every(print, [chosen.frames] if chosen.frames else list(KINDS))
    if chosen.frames:
        for line, said in found[chosen.frames].lines.items():
            print(f"{len(said.new):3}  {line}\n     {' '.join(said.new)}")
    return 0 if all(taken.decided for taken in found.values()) else 1


if __name__ == "__main__":
    raise SystemExit(main())
