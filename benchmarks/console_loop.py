"""How long the console's event loop is held while a run looks for what recurs, beside the same console idle.

    python benchmarks/console_loop.py              # 200,000 events, 10,000 commits, 50 MB of conversations
    python benchmarks/console_loop.py --quick

The loop asks to be woken every five milliseconds and notes how late it was: that is what a key would have waited. The
work runs in a thread beside it, so a hold is a call that keeps the interpreter lock. Lateness is shown twice: as time
that passed, in which other work on the machine counts too, and as processor time of this process, in which it does not.
The conversations are the real ones of the shared data ($DREAMTUI_DATA), copied; without it there are none.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:1] = [str(HERE.parent), str(HERE.parent / "tests")]

import git  # noqa: E402, F401 - GitPython's, before this folder with its `git.py` is on the path

sys.path.append(str(HERE))

from event_log import write_logs  # noqa: E402
from gitrepo import Commit, build  # noqa: E402

from dreamtui.compose import open_desk  # noqa: E402
from dreamtui.tui.actions.configured_keys import build as build_keymap  # noqa: E402
from dreamtui.tui.app import Console, Options  # noqa: E402
from dreamtui.tui.screens.dialogs.mining import MiningScreen  # noqa: E402
from dreamtui.tui.session.session import Session  # noqa: E402
from dreamtui.tui.session.sessions import Sessions  # noqa: E402
from dreamtui.tui.widgets.bar_line import BarLine  # noqa: E402

EVERY = 0.005
"""Seconds after which the loop wants to be woken."""

REACH = 50.0
"""Milliseconds that a key may wait."""


@dataclass
class Held:
    """How late the loop was woken, in milliseconds."""

    passed: list[float] = field(default_factory=list)
    """By the clock."""
    worked: list[tuple[float, str]] = field(default_factory=list)
    """By the processor time of this process, with what was being done."""

    async def watch(self, doing: Callable[[], str]) -> None:
        """Note it, until cancelled."""
        while True:
            clock, worked = time.perf_counter(), time.process_time()
            await asyncio.sleep(EVERY)
            passed = time.perf_counter() - clock - EVERY
            late = min(passed, time.process_time() - worked)
            self.passed.append(1000 * passed)
            self.worked.append((1000 * late, doing()))

    def told(self, name: str) -> None:
        """One line, and what held it where it was too long."""
        long = [one for one in self.worked if one[0] > REACH]
        print(
            f"  {name:<12} woken {len(self.worked):6,} times   longest {max(self.worked)[0]:7.1f} ms of processor, "
            f"{max(self.passed):7.1f} ms passed   over {REACH:.0f} ms: {len(long)}"
        )
        for late, doing in sorted(long, reverse=True)[:8]:
            print(f"      {late:7.1f} ms   {doing}")


def commits(count: int) -> list[Commit]:
    """A history in which one in ten is a fix."""
    return [
        Commit(
            f"{'fix' if at % 10 == 0 else 'feat'}: step {at}\n\nWhy, in a sentence.\n",
            {f"src/area{at % 60:02}/file{at % 3000:04}.py": f"x = {at}\n"},
            author=f"Dev {at % 40} <dev{at % 40}@corp.example>",
        )
        for at in range(count)
    ]


def workspace(top: Path, events: int, history: int, size: int) -> tuple[Path, dict[str, str]]:
    """A repository with a long log, a long history and many conversations, and its environment."""
    import transcripts

    root = top / "shop"
    build(root, commits(history))
    write_logs(root, events)
    (root / ".agent/config.yaml").write_text("dream:\n  window_days: 400\n", encoding="utf-8")
    data = Path(os.environ.get("DREAMTUI_DATA", HERE.parent.parent / "shared/data"))
    if (data / "claude/transcripts").is_dir():
        transcripts.ROOT = str(root)
        transcripts.write_transcripts(top / "claude", data, size)
    else:
        print("  there is no shared data, so no conversations are read")
    env = {
        **{"HOME": str(top), "PATH": os.environ["PATH"], "TERM": "xterm-256color", "DREAMTUI_ACTOR": "ada"},
        **{f"XDG_{name}_HOME": str(top / name.lower()) for name in ("CONFIG", "DATA", "STATE")},
        **{"CLAUDE_CONFIG_DIR": str(top / "claude"), "GIT_CONFIG_GLOBAL": os.devnull},
        "DREAMTUI_NOW": "2026-11-18T09:00:00Z",
    }
    return root, env


async def watched(doing: Callable[[], str], work: Awaitable[object]) -> Held:
    """How the loop was held while this went on."""
    held = Held()
    watcher = asyncio.create_task(held.watch(doing))
    await work
    watcher.cancel()
    return held


async def measure(root: Path, env: dict[str, str]) -> None:
    """Idle, a first run, and a second that finds everything read."""
    app = Console(Sessions.alone(Session(open_desk(root, env))), build_keymap("default", {}, ""), Options())
    async with app.run_test(size=(120, 40), notifications=False) as pilot:
        await pilot.pause(1.0)
        (await watched(lambda: "idle", asyncio.sleep(2.0))).told("idle")
        for name in ("first run", "second run"):

            async def run() -> None:
                await pilot.press("m")
                await pilot.pause(0.1)
                while getattr(app.screen, "_running", False):
                    await asyncio.sleep(0.02)

            def doing() -> str:
                screen = app.screen
                return (
                    screen.query_one("#mining-progress", BarLine).text
                    if isinstance(screen, MiningScreen)
                    else "the queue"
                )

            began = time.perf_counter(), time.process_time()
            held = await watched(doing, run())
            spent = time.perf_counter() - began[0], time.process_time() - began[1]
            held.told(name)
            done = getattr(app.screen, "_done", None)
            if done is None:
                raise SystemExit(
                    "\n".join(strip.text for strip in app.screen._compositor.render_strips())
                    + (root.parent / "state/dreamtui/errors.log").read_text()
                )
            read = done.run.read
            print(
                f"      {spent[0]:.1f} s, {spent[1]:.1f} s of processor; of {read.events:,} events, "
                f"{read.commits:,} commits, {read.heard.files:,} conversations {read.fresh:,} were new"
            )
            await pilot.press("escape")
            await pilot.pause(0.5)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description="How long the event loop is held while a run reads.")
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    small = parser.parse_args().quick
    events, history, size = (20_000, 1_000, 5_000_000) if small else (200_000, 10_000, 50_000_000)
    with tempfile.TemporaryDirectory(prefix="dreamtui-bench-") as name:
        root, env = workspace(Path(name), events, history, size)
        asyncio.run(measure(root, env))
    print(f"reach: no hold over {REACH:.0f} ms")


if __name__ == "__main__":
    main()
