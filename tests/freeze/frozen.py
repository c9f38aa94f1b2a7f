"""The frozen record: what every command prints and leaves behind, and what every screen shows.

    python tests/freeze/frozen.py check [SCENE…]             compare this checkout with record/
    python tests/freeze/frozen.py record [SCENE…]            write record/ anew
    python tests/freeze/frozen.py diff OTHER [SCENE…]        compare this checkout with another one, whole
    python tests/freeze/frozen.py show [SCENE…]              print what this checkout gives, nothing cut

A scene is a file of `scenes/`, one step a line. A `.cmd` scene runs commands; its record has, for each, what it
printed, its exit code and which files it changed, by hash. A `.keys` scene presses keys on a terminal; its record has
what stands on the screen after each line, at two sizes. Scenes on shared data keep hashes of what was printed.

    workspace: demo | empty | git | left:NAME | data:FOLDER | memory:NAME
    at TIME / as NAME / set NAME VALUE       the clock, the person, a variable of the environment
    write PATH TEXT / remove PATH            a file of the workspace
    feed TEXT | COMMAND …                    a command that is given something to read
    dreamtui … / git …                       a command
    open [OPTION…]                           the console
    press KEY…                               keys, or 'words' that are typed; then a frame
"""

import argparse
import codecs
import difflib
import hashlib
import os
import re
import select
import shlex
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "pty")]

from frozen_stage import PROJECT, Absent, Stage, place, staged  # noqa: E402
from terminal import Terminal  # noqa: E402

SIZES = {"80x24": (80, 24), "120x40": (120, 40)}
LONG = 400
"""Characters above which a line of output is kept by its beginning and its hash."""
QUIET = 0.4
"""Seconds without a byte after which a screen has come to rest, and the guard against early keys is over."""
ANSWER = 1.5
"""Seconds within which the first byte comes that answers a key, if any does."""
TOAST = re.compile(r".{5}.*(?<!│ )▌ ")
"""What is said for three seconds in a corner: a frame is taken when it has gone."""
_GIT = re.compile(rb"git version [0-9][^\s\"]*")
"""What differs from machine to machine in what is printed."""
_LEFT = "\x1b[?1049l"
"""What a terminal is sent when a console gives the screen back."""
PATIENCE = 12.0
"""Seconds a frame has to become what is recorded."""

_KEYS = {
    "enter": "\r",
    "esc": "\x1b",
    "tab": "\t",
    "shift+tab": "\x1b[Z",
    "space": " ",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pgup": "\x1b[5~",
    "pgdn": "\x1b[6~",
    "f1": "\x1bOP",
}


@dataclass(frozen=True)
class Scene:
    """A file of scenes/, at one size where it is about the console."""

    name: str
    path: Path
    size: str = ""

    @property
    def record(self) -> Path:
        """Where its record lies."""
        return HERE / "record" / f"{self.name}.txt"

    @property
    def steps(self) -> list[str]:
        """Its lines without comments."""
        lines = self.path.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if line.strip() and not line.startswith("#")]


def scenes(wanted: list[str] | None = None) -> list[Scene]:
    """All scenes, or those whose name begins with one of these words."""
    found = []
    for path in sorted((HERE / "scenes").iterdir()):
        if path.suffix == ".cmd":
            found.append(Scene(path.stem, path))
        elif path.suffix == ".keys":
            found += [Scene(f"{path.stem}-{size}", path, size) for size in SIZES]
    return [scene for scene in found if not wanted or any(scene.name.startswith(word) for word in wanted)]


def play(scene: Scene, checkout: Path, *, whole: bool = False, expected: str = "") -> str:
    """What a checkout gives for a scene; `expected` is what frames are waited for to become."""
    with staged(scene.name, checkout) as stage:
        steps = scene.steps
        workspace = steps.pop(0).partition("workspace:")[2].strip()
        place(stage, workspace)
        secret = workspace.startswith(("data:", "memory:")) and not whole
        parts = _keys(stage, steps, scene, expected) if scene.size else _commands(stage, steps, secret, whole)
        return f"workspace: {workspace}\n" + "".join(parts)


def _commands(stage: Stage, steps: list[str], secret: bool, whole: bool) -> Iterator[str]:
    before = stage.files()
    for step in steps:
        yield f"\n$ {step}\n"
        feed, words = b"", shlex.split(step)
        if words[0] == "feed":
            text, _, rest = step.partition(" | ")
            feed = shlex.split(text)[1].encode("utf-8").decode("unicode_escape").encode("latin-1")
            words = shlex.split(rest)
        if _direct(stage, words):
            before = stage.files()
            continue
        done = stage.run(words[1:], feed, ("git",) if words[0] == "git" else ())
        yield f"exit {done.code}\n"
        yield _printed(done.out, "  ", secret, whole)
        yield _printed(done.err, "! ", secret, whole)
        after = stage.files()
        for path in sorted(before.keys() | after.keys()):
            if before.get(path) != after.get(path):
                yield f"~ {path} {after.get(path, 'gone')}\n"
        before = after


def _printed(data: bytes, lead: str, secret: bool, whole: bool) -> str:
    """Bytes as lines with a lead; a last line without an end is marked."""
    if not data:
        return ""
    data = _GIT.sub(b"git version N", data)
    if secret:
        return f"{lead}{len(data)} bytes {hashlib.sha256(data).hexdigest()}\n"
    lines = data.decode("utf-8", "backslashreplace").split("\n")
    ended = lines.pop() == "" if lines[-1] == "" else False
    shown = [line if whole or len(line) <= LONG else _cut(line) for line in lines]
    return "".join(f"{lead}{line}\n" for line in shown) + ("" if ended else f"{lead}\\\n")


def _cut(line: str) -> str:
    return f"{line[: LONG // 2]} … {len(line)} characters {hashlib.sha256(line.encode('utf-8')).hexdigest()}"


def _direct(stage: Stage, words: list[str]) -> bool:
    """Carry out a step that is no command."""
    match words:
        case ["at", when]:
            stage.env["DREAMTUI_NOW"] = when
        case ["as", name]:
            stage.env["DREAMTUI_ACTOR"] = name
        case ["set", name, value]:
            stage.env[name] = value
        case ["write", path, text]:
            target = stage.top / path if path.startswith("home/") else stage.root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text.replace("\\n", "\n"), encoding="utf-8")
        case ["remove", path]:
            (stage.root / path).unlink()
        case _:
            return False
    return True


def _keys(stage: Stage, steps: list[str], scene: Scene, expected: str) -> Iterator[str]:
    watcher: _Watcher | None = None
    frames = _frames(expected, SIZES[scene.size][1])
    try:
        for number, step in enumerate(steps):
            yield f"\n$ {step}\n"
            words = shlex.split(step, posix=False)
            if words[0] == "open":
                command = [sys.executable, "-m", "dreamtui", *words[1:]]
                watcher = _Watcher(Terminal(command, cwd=stage.root, env=stage.environment(), size=SIZES[scene.size]))
            elif words[0] == "press" and watcher is not None:
                watcher.rest()
                if not watcher.ended:
                    watcher.terminal.press(*(_typed(word) for word in words[1:]))
            elif _direct(stage, shlex.split(step)):
                continue
            else:
                raise ValueError(f"{scene.path.name}: {step}")
            yield watcher.frame(frames[number] if number < len(frames) else None)
    finally:
        if watcher is not None:
            watcher.terminal.close()
    after = sorted(stage.files().items())
    yield "\n$ files\n" + "".join(f"~ {path} {what}\n" for path, what in after if path.startswith("work/"))


def _typed(word: str) -> str:
    """What a terminal sends for a key by name, or the words between quotes."""
    if word[0] == "'" and len(word) > 1:
        return word[1:-1]
    if word.startswith("ctrl+"):
        return chr(ord(word[5:]) & 0x1F)
    if len(word) > 1 and word not in _KEYS:
        raise ValueError(f"no such key: {word}")
    return _KEYS.get(word, word)


class _Watcher:
    """Reads a terminal, and says of each frame which lines are other than in the one before."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._last: list[str] = []
        self._lost = False
        self._raw = ""
        self.ended = False

    def frame(self, wanted: list[str] | None) -> str:
        """What stands on the screen: at once when it is what is wanted, else once it has come to rest.

        After a frame that did not come, the next ones are not waited for: they will be other too.
        """
        if not self.ended:
            self._read(ANSWER)
        end = time.monotonic() + (0 if self._lost else PATIENCE)
        while not self.ended and (wanted is None or self._lines() != wanted):
            came = self._read(0.05 if wanted and not self._lost else QUIET)
            late = time.monotonic() >= end
            if not came and (late or wanted is None) and (late or not any(map(TOAST.match, self._lines()))):
                self._lost = wanted is not None
                break
            if _LEFT in self._raw:  # what it says on its way out comes whole, and nothing after it
                while not self.ended and time.monotonic() < end + PATIENCE:
                    self._read(QUIET)
        if self.ended and _LEFT in self._raw:
            said = re.sub(r"\x1b\[[0-9;?<>=]*[A-Za-z]|\r", "", self._raw.rpartition(_LEFT)[2])
            return f"ended {self.terminal.end()}\n{said}"
        lines = self._lines()
        before, self._last = self._last or [""] * len(lines), lines
        return "".join(f"{n:2}|{line}\n" for n, line in enumerate(lines) if line != before[n])

    def rest(self) -> None:
        """Wait until nothing is sent for a moment."""
        while self._read(QUIET):
            pass

    def _lines(self) -> list[str]:
        return self.terminal.screen.text.split("\n")

    def _read(self, patience: float) -> bool:
        """Read what is sent; false when nothing came in that time, or the process has gone."""
        ready, _, _ = select.select([self.terminal.handle], [], [], patience)
        if not ready:
            return False
        try:
            data = os.read(self.terminal.handle, 65536)
        except OSError:
            data = b""
        text = self._decode(data)
        self._raw = (self._raw + text)[-4000:]
        self.ended = not data
        self.terminal.screen.feed(text)
        return bool(data)


def _frames(record: str, height: int) -> list[list[str]]:
    """The whole frames of a record."""
    lines = [""] * height
    found = []
    for part in record.split("\n$ ")[1:]:
        for line in part.split("\n")[1:]:
            if line[2:3] == "|":
                lines[int(line[:2])] = line[3:]
        found.append(["ended"] if "\nended " in part else list(lines))
    return found


def difference(scene: Scene, old: str, new: str) -> str:
    """A unified diff, empty when both are equal."""
    names = f"{scene.name} recorded", f"{scene.name} now"
    return "\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), *names, lineterm=""))


def main() -> int:
    """Run one of the commands above; 1 when something differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["check", "record", "diff", "show"])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--jobs", type=int, default=4, help="scenes at once; most of one is waiting")
    parser.add_argument("--commands", action="store_true", help="only scenes of commands, which wait for nothing")
    asked = parser.parse_args()
    other = Path(asked.words.pop(0)).resolve() if asked.what == "diff" else PROJECT
    differing = 0

    def one(scene: Scene) -> tuple[Scene, str, str]:
        recorded = scene.record.read_text(encoding="utf-8") if scene.record.exists() else ""
        try:
            if asked.what == "diff":
                recorded = play(scene, other, whole=True)
            waited = recorded if scene.size and asked.what != "show" else ""
            return scene, recorded, play(scene, PROJECT, whole=asked.what in {"diff", "show"}, expected=waited)
        except Absent as reason:
            return scene, "", f"skipped: {reason}"

    chosen = [scene for scene in scenes(asked.words) if not (asked.commands and scene.size)]
    with ThreadPoolExecutor(asked.jobs) as pool:
        for scene, recorded, now in pool.map(one, chosen):
            if now.startswith("skipped"):
                print(f"{scene.name}: {now}", file=sys.stderr)
            elif asked.what == "show":
                print(now)
            elif asked.what == "record":
                scene.record.write_text(now, encoding="utf-8")
                print(f"{scene.name}: {now.count(chr(10) + '$ ')} steps", file=sys.stderr)
            elif said := difference(scene, recorded, now):
                differing += 1
                print(said, flush=True)
            else:
                print(f"{scene.name}: the same", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
