"""Which way to confine a program works here, found out by letting a small program try to break out."""

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dreamtui.sources.confined.bubblewrap import BUBBLEWRAP
from dreamtui.sources.confined.landlock import LANDLOCK
from dreamtui.sources.confined.seatbelt import SEATBELT
from dreamtui.sources.confined.way import Rights, Way

WAYS = (BUBBLEWRAP, LANDLOCK, SEATBELT)
"""The strictest first."""
_SECONDS = 20.0
_HELD = "held"
_TRIES = """
import os, sys
own, foreign, kept = sys.argv[1:]
open(os.path.join(own, "mine"), "w").close()
open(os.devnull, "w").close()
loose = []
def tried(what, attempt, *given):
    try:
        attempt(*given)
    except OSError:
        return
    loose.append(what)
tried("make", open, os.path.join(foreign, "made"), "w")
tried("write", open, kept, "r+")
tried("cut", os.truncate, kept, 0)
tried("remove", os.remove, kept)
tried("folder", os.mkdir, os.path.join(foreign, "folder"))
print(" ".join(loose) or "held")
"""


@dataclass(frozen=True, slots=True)
class Confinement:
    """What this machine offers."""

    way: Way | None
    """None where no way works."""
    why_not: tuple[str, ...] = ()
    """Of each way that was passed over, why."""

    @property
    def said(self) -> str:
        """Why it cannot be done, on one line."""
        return "; ".join(self.why_not)


def confinement(env: Mapping[str, str]) -> Confinement:
    """The first way that holds; found out once a process."""
    return _found(env.get("PATH", ""))


@lru_cache(maxsize=4)
def _found(path: str) -> Confinement:
    env, why = {"PATH": path}, list[str]()
    for way in WAYS:
        problem = way.absent(env) or failing(way, env)
        if not problem:
            return Confinement(way, tuple(why))
        why.append(problem)
    return Confinement(None, tuple(why))


def failing(way: Way, env: Mapping[str, str]) -> str:
    """What is wrong with a way here, a few words; empty where a program that tries to break out stays in."""
    with (
        tempfile.TemporaryDirectory(prefix="dreamtui-trial-") as own,
        tempfile.TemporaryDirectory(prefix="dreamtui-trial-") as foreign,
        tempfile.NamedTemporaryFile(dir=foreign, delete=False) as kept,
    ):
        kept.write(b"kept")
        kept.flush()
        tries = [sys.executable, "-I", "-S", "-c", _TRIES, own, foreign, kept.name]
        try:
            words = way.wrap(tries, Rights(Path(own).resolve()), env)
            done = subprocess.run(words, env=dict(env), capture_output=True, timeout=_SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return f"{way.name} does not start here"
    if done.stdout.split() == [_HELD.encode()]:
        return ""
    return f"{way.name} does not hold here" if done.stdout else f"{way.name} does not work here"
