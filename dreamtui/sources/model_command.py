"""Runs the model command a person configured: confined, with little environment, time and room to answer."""

import contextlib
import re
import shlex
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dreamtui.sources.confined.way import Rights, Way
from dreamtui.sources.program import Answer, ProgramLimits, run_program

SECONDS = 120.0
LARGEST = 4 * 1024 * 1024
"""Bytes of an answer that are read."""
PASSED_ON = ("PATH", "HOME", "LANG")
"""Variables it gets besides those that are named, and TMPDIR, which is a folder of its own."""
_REFUSED = re.compile(r"(?i)read-only file system|permission denied|operation not permitted|\b(?:EROFS|EACCES|EPERM)\b")
"""What programs say when they may not write."""


@dataclass(frozen=True, slots=True)
class ModelPlace:
    """Where a model command runs, and what it may do there."""

    way: Way | None = None
    """How it is confined; None where it is not."""
    writes: tuple[Path, ...] = ()
    """What it may write besides its own folder, where it is confined."""
    folder: Path | None = None
    """Where it starts; its own empty folder where none is named."""
    empty_home: bool = False
    """Whether it gets an empty folder in place of the person's home."""


def run_model(
    command: str,
    prompt: str,
    env: Mapping[str, str],
    named: Sequence[str] = (),
    *,
    place: ModelPlace | None = None,
    seconds: float = SECONDS,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Give the prompt on standard input and read the answer; all processes it started end with it.

    The command is split into words as a shell would, and run without one.
    """
    where = place or ModelPlace()
    try:
        words = shlex.split(command)
    except ValueError as problem:
        return Answer(problem=f"the model command cannot be read ({problem})")
    with contextlib.ExitStack() as kept:
        own = _folder(kept)
        given = {name: env[name] for name in (*PASSED_ON, *named) if name in env} | {"TMPDIR": str(own)}
        if where.empty_home:
            given["HOME"] = str(_folder(kept))
        limits = ProgramLimits(seconds, LARGEST)
        folder = where.folder or own
        wrapped = _wrapped(where.way, Rights(own, where.writes), env) if where.way else None
        answer = run_program(words, "the model command", folder, given, limits, prompt, cancelled, wrapped)
    return answer if where.way is None else _with_reason(answer, where.way)


def _with_reason(answer: Answer, way: Way) -> Answer:
    """A failure that comes from being confined says so."""
    if not _REFUSED.search(answer.problem):
        return answer
    return Answer(problem=f"{answer.problem} ({way.name} confines it; `dreamtui.model_writes` says what it may write)")


def _folder(kept: contextlib.ExitStack) -> Path:
    """An empty folder that goes when all is done; what a program made of it may resist that, and is no failure."""
    made = tempfile.TemporaryDirectory(prefix="dreamtui-model-", ignore_cleanup_errors=True)
    return Path(kept.enter_context(made)).resolve()


def _wrapped(way: Way, rights: Rights, env: Mapping[str, str]) -> Callable[[Sequence[str]], Sequence[str]]:
    return lambda words: way.wrap(words, rights, env)
