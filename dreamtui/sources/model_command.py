"""Runs the model command a person configured: in an empty folder, with little environment, time and room to answer."""

import shlex
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from dreamtui.sources.program import Answer, ProgramLimits, run_program

SECONDS = 120.0
LARGEST = 4 * 1024 * 1024
"""Bytes of an answer that are read."""
PASSED_ON = ("PATH", "HOME", "LANG")
"""Variables it gets besides those that are named."""


def run_model(
    command: str,
    prompt: str,
    env: Mapping[str, str],
    named: Sequence[str] = (),
    *,
    seconds: float = SECONDS,
    cancelled: Callable[[], bool] | None = None,
) -> Answer:
    """Give the prompt on standard input and read the answer; all processes it started end with it.

    The command is split into words as a shell would, and run without one.
    """
    given = {name: env[name] for name in (*PASSED_ON, *named) if name in env}
    try:
        words = shlex.split(command)
    except ValueError as problem:
        return Answer(problem=f"the model command cannot be read ({problem})")
    with tempfile.TemporaryDirectory(prefix="dreamtui-model-") as folder:
        limits = ProgramLimits(seconds, LARGEST)
        return run_program(words, "the model command", Path(folder), given, limits, prompt, cancelled)
