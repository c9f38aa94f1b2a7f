"""Speed of the console's widgets, each beside Textual's own in the same run.

    python benchmarks/console.py            # a minute or two; peers up to 10,000 rows
    python benchmarks/console.py --all      # peers at 100,000 rows too

All of it is processor time, so that whoever else works on the machine does not count. Building is measured headless,
from the first line of `on_mount` to the end of the first paint, a key in a real pseudo-terminal, from the key event to
the bytes written for it.
"""

import argparse
import asyncio
import gc
import json
import os
import pty
import random
import select as io_select
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path

from console_stage import NOW, WORDS, Bench, RowFacts, Watch, make_rows, mounted_ms
from textual.widget import Widget
from textual.widgets import DataTable, Markdown, OptionList

from dreamtui.text.dates import ago
from dreamtui.text.query import fuzzy
from dreamtui.text.query.fuzzy import similar
from dreamtui.text.query.order import sort_items
from dreamtui.text.query.row import weight_text
from dreamtui.text.query.select import TextIndex
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.lists.item_list import ItemList
from dreamtui.tui.widgets.lists.live_filter import LiveFilter
from dreamtui.tui.widgets.text_pane import TextPane


def fill_item_list(widget: Widget, rows: list[RowFacts]) -> None:
    assert isinstance(widget, ItemList)
    widget.set_items(rows, now=NOW)


def cells_of(row: RowFacts) -> tuple[str, ...]:
    return row.sign, row.word, row.title, ago(row.last_seen, NOW), weight_text(row.weight)


def fill_option_list(widget: Widget, rows: list[RowFacts]) -> None:
    assert isinstance(widget, OptionList)
    widget.add_options([" ".join(cells_of(row)) for row in rows])
    widget.highlighted = 0


def fill_table(widget: Widget, rows: list[RowFacts]) -> None:
    assert isinstance(widget, DataTable)
    widget.add_columns("", "kind", "title", "age", "weight")
    widget.add_rows([cells_of(row) for row in rows])


LISTS: dict[str, tuple[Callable[[], Widget], Callable[[Widget, list[RowFacts]], None]]] = {
    "ItemList": (ItemList, fill_item_list),
    "OptionList": (lambda: OptionList(markup=False), fill_option_list),
    "DataTable": (lambda: DataTable(cursor_type="row"), fill_table),
}


async def measure_lists(count: int, peers: bool) -> None:
    rows = make_rows(count)
    ours = 0.0
    for name, (make, fill) in LISTS.items():
        if name != "ItemList" and not peers:
            continue
        spent = min([await mounted_ms(make, lambda widget, fill=fill: fill(widget, rows)) for _ in range(2)])
        ours = ours or spent
        print(f"  {name:<12} build and mount  {spent:9.1f} ms   {spent / ours:6.1f}x")
    await measure_filter(rows)


async def measure_filter(rows: list[RowFacts]) -> None:
    """From the text of a filter to the paint of what it selects, on the screen of a running list."""
    began = time.process_time()
    order = sort_items(rows)
    print(f"  sort by risk, then as found     {(time.process_time() - began) * 1000:9.1f} ms")
    app = Bench(ItemList, lambda widget: fill_item_list(widget, rows))
    async with app.run_test(size=(120, 40)) as pilot:
        live = LiveFilter(app.query_one(ItemList))
        live.load(rows, order, NOW)
        began = time.process_time()
        await live.prepare()
        gc.freeze()  # as the console does when all rows are there
        print(f"  texts for the filter            {(time.process_time() - began) * 1000:9.1f} ms")
        fields = ("kind:proposal age>7d", "weight>2", "flag:secret", "signal:x", "workspace:y", "file:auth")
        for text in ("auth", *fields, 'signal:repeat "fix-touched" weight>=9', "zzz", "~bakfill"):
            spent, _ = await filtered(app, live, text)
            _, held = await filtered(app, live, text, watched=True)
            rows_shown = app.query_one(ItemList).shown
            print(f"  filter {text:<40} {spent:7.1f} ms   loop held {held:5.1f} ms   {rows_shown} rows")
        await pilot.pause()


async def filtered(app: Bench, live: LiveFilter, text: str, *, watched: bool = False) -> tuple[float, float]:
    """Milliseconds to the paint of what the text selects, and the longest time the event loop was held meanwhile."""
    await live.apply("")
    await asyncio.sleep(0.05)
    painted, watch = asyncio.Event(), Watch()
    task = asyncio.create_task(watch.run()) if watched else None
    began = time.process_time()
    await live.apply(text)
    app.call_after_refresh(painted.set)
    await painted.wait()
    spent = (time.process_time() - began) * 1000
    if task:
        task.cancel()
    return spent, watch.longest * 1000


def measure_fuzzy(rows: list[RowFacts]) -> None:
    """All similar rows, and the longest call, in which nobody else has a turn."""
    index = TextIndex(rows, NOW)
    index.texts()
    for word in ("bakfill", "shcema migratoin"):
        similar((word,), index, range(200))
        gc.collect()
        gc.freeze()  # as the console does when all rows are there
        began = time.process_time()
        similar(tuple(word.split()), index, range(len(rows)))
        total = time.process_time() - began
        calls = []
        for start in range(0, len(rows), fuzzy.SLICE):
            began = time.process_time()
            similar((word,), index, range(start, min(start + fuzzy.SLICE, len(rows))))
            calls.append(time.process_time() - began)
        print(f"  fuzzy {word:<20} total {total * 1000:7.1f} ms   longest call {max(calls) * 1000:5.1f} ms")


def diff_texts(lines: int, every: int) -> tuple[str, str]:
    chance = random.Random(3)
    before = [f"line {number} " + " ".join(chance.choices(WORDS, k=9)) + "\n" for number in range(lines * every)]
    after = [
        line.replace("line", "changed line") + "and more\n" if at % every == 0 else line
        for at, line in enumerate(before)
    ]
    return "".join(before), "".join(after)


async def measure_diffs() -> None:
    for name, lines, every in (("5,000 lines, all changed", 5000, 1), ("5,000 changed of 10,000", 5000, 2)):
        before, after = diff_texts(lines, every)
        spent = min(
            [await mounted_ms(DiffView, lambda widget: widget.show(before, after)) for _ in range(3)]  # type: ignore[attr-defined]  # noqa: B023
        )
        print(f"  DiffView, {name:<26} {spent:7.1f} ms")


async def measure_text() -> None:
    part = [
        "## Heading\n",
        *["Words of a paragraph, with `code` and **bold** ones, of average length."] * 5,
        "\n- one",
        "- two",
    ]
    text = "\n".join((part * 100)[:600])
    ours = min([await mounted_ms(TextPane, lambda widget: widget.show(text)) for _ in range(3)])  # type: ignore[attr-defined]
    theirs = await mounted_ms(Markdown, lambda widget: widget.update(text))  # type: ignore[attr-defined]
    print(f"  TextPane, 600 lines   {ours:8.1f} ms      1.0x")
    print(f"  Markdown, 600 lines   {theirs:8.1f} ms   {theirs / ours:6.1f}x")


def run_child(name: str, count: int, report: str) -> None:
    """Runs inside the pseudo-terminal: shows a list and writes down what each key cost."""
    make, fill = LISTS[name]
    rows = make_rows(count)
    app = Bench(make, lambda widget: fill(widget, rows))
    app.run()
    Path(report).write_text(json.dumps(app.keys), encoding="utf-8")


def key_costs(name: str, count: int, keys: int = 200) -> list[float]:
    """Milliseconds of processor time of each key, from a child in a pseudo-terminal of 120x40."""
    main, child = pty.openpty()
    ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    with tempfile.TemporaryDirectory() as folder:
        report = str(Path(folder) / "keys.json")
        command = [sys.executable, __file__, "--child", name, str(count), report]
        environment = os.environ | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
        process = subprocess.Popen(command, stdin=child, stdout=child, stderr=child, env=environment)
        os.close(child)
        drain(main, first=True)
        for at in range(keys):
            os.write(main, b"\x1b[B" if at % 3 else b"\x1b[6~")
            drain(main)
        os.write(main, b"\x11")
        while process.poll() is None:
            drain(main)
        os.close(main)
        return [cost for cost in json.loads(Path(report).read_text(encoding="utf-8")) if cost > 0]


def drain(main: int, *, first: bool = False) -> None:
    """Read what the child writes until it is quiet."""
    patience = 120.0 if first else 1.0
    while io_select.select([main], [], [], patience)[0]:
        try:
            if not os.read(main, 65536):
                return
        except OSError:
            return
        patience = 1.0 if first else 0.03


def measure_keys(count: int, names: list[str]) -> None:
    ours = 0.0
    for name in names:
        costs = sorted(key_costs(name, count))
        median, high = statistics.median(costs), costs[int(len(costs) * 0.95)]
        ours = ours or median
        print(f"  {name:<12} {len(costs)} keys   median {median:5.1f} ms   p95 {high:5.1f} ms   {median / ours:5.1f}x")


def main() -> None:
    parser = argparse.ArgumentParser(description="Speed of the console's widgets beside Textual's own.")
    parser.add_argument("--all", action="store_true", help="peers at 100,000 rows too")
    parser.add_argument("--child", nargs=3, metavar=("WIDGET", "ROWS", "REPORT"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        run_child(options.child[0], int(options.child[1]), options.child[2])
        return
    for count in (1_000, 10_000, 100_000):
        print(f"{count:,} rows")
        asyncio.run(measure_lists(count, peers=options.all or count <= 10_000))
    print("fuzzy at 100,000 rows")
    measure_fuzzy(make_rows(100_000))
    print("diff")
    asyncio.run(measure_diffs())
    print("text")
    asyncio.run(measure_text())
    for count in (10_000, 100_000):
        print(f"processor time from a key to the bytes for it, {count:,} rows")
        measure_keys(count, list(LISTS) if options.all or count <= 10_000 else ["ItemList"])


if __name__ == "__main__":
    main()
