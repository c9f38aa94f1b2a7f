"""The words that put `launcher.py` in front of a program."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from dreamtui.sources.confined import launcher


def launched(
    words: Sequence[str],
    filtered: bytes,
    *,
    handled: int = 0,
    scoped: int = 0,
    size: int = 0,
    allowed: Sequence[tuple[str, int]] = (),
) -> list[str]:
    """`handled` are the rights that Landlock takes, but where they are `allowed`; `filtered` is a filter of calls."""
    task = {
        "filter": filtered.hex(),
        "handled": handled,
        "scoped": scoped,
        "size": size,
        "allowed": [list(one) for one in allowed],
    }
    return [sys.executable, "-I", "-S", str(Path(launcher.__file__).resolve()), json.dumps(task), *words]
