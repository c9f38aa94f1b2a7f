"""Makes the workspaces of left/: what one version of dreamtui leaves behind, for later ones to open, undo and verify.

    python tests/freeze/leave.py [NAME…]

They are made once, by the version that is frozen, and are not made again: a new build has to cope with them as they
are.
"""

import io
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "pty")]

from frozen import _typed, _Watcher  # noqa: E402
from frozen_stage import PROJECT, Stage, place, staged  # noqa: E402
from terminal import Terminal  # noqa: E402

WHY = "Five fixes in four weeks, each an input nobody had tested: 3130557 and others."


def _decided(stage: Stage) -> None:
    """Decisions of every kind, outputs written, and the caches of a queue that was listed."""
    for words in (
        ["graduate", "7d78", "--rule", "Keep one table of bad tokens.", "--rationale", WHY],
        ["reject", "54fb", "--as", "wrong", "--rationale", "Four screens that share one file; no rule helps."],
        ["accept", "m-0f7a4b1115", "--rationale", "Whoever deploys from home loses an hour on it."],
        ["accept", "p-75e3fcc724", "--rationale", "Both files say the same of feedback branches."],
        ["graduate", "i-55ba5f9ef2", "--as", "note", "--rule", "Start it first.", "--rationale", f"{WHY} Again."],
        ["rerationale", "r-e9b3763d98", "--rationale", "Three more double charges since May; the rule stays."],
        ["defer", "35d8", "--until", "2w"],
        ["memory", "index"],
        ["sync"],
        ["undo", "--rationale", "The index was better before, as Carol said this morning."],
        ["list"],
    ):
        done = stage.run(words)
        assert done.code == 0, (words, done)


def _drafts(stage: Stage) -> None:
    """Words begun in a console that was killed."""
    command = [sys.executable, "-m", "dreamtui"]
    watcher = _Watcher(Terminal(command, cwd=stage.root, env=stage.environment(), size=(120, 40)))
    watcher.frame(None)
    for key in ("/", "'auth'", "enter", "g", "'Keep one table.'", "tab", "'Five fixes'", "esc", "esc", "j"):
        watcher.rest()
        watcher.terminal.press(_typed(key))
        watcher.frame(None)
    watcher.terminal.close()


def _interrupted(step: int) -> Callable[[Stage], None]:
    """A decision that died at a rename."""

    def make(stage: Stage) -> None:
        stage.env["FROZEN_DIE_AT"] = str(step)
        done = stage.run(["graduate", "7d78", "--rule", "Keep one table of bad tokens.", "--rationale", WHY])
        assert done.code == 137, done
        del stage.env["FROZEN_DIE_AT"]

    return make


LEFT = {"decided": _decided, "drafts": _drafts, **{f"interrupted-{n}": _interrupted(n) for n in range(2, 7)}}


def main() -> int:
    """Write the archives."""
    (HERE / "left").mkdir(exist_ok=True)
    for name in sys.argv[1:] or LEFT:
        with staged(f"left-{name}", PROJECT) as stage:
            place(stage, "demo")
            LEFT[name](stage)
            data = io.BytesIO()
            with tarfile.open(fileobj=data, mode="w:xz", preset=9) as archive:
                for part in ("work", "home"):
                    archive.add(stage.top / part, part, filter=_plain)
            (HERE / "left" / f"{name}.tar.xz").write_bytes(data.getvalue())
            print(f"{name}: {len(data.getvalue())} bytes", file=sys.stderr)
    return 0


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    return entry


if __name__ == "__main__":
    raise SystemExit(main())
