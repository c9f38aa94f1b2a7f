"""The benchmark that shows how readers grow knows every reader still, and no piece of its texts breaks one."""

import contextlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

import dreamtui
from dreamtui.model.errors import DreamtuiError

FILE = Path(dreamtui.__file__).parent.parent / "benchmarks" / "regex_growth.py"


@pytest.fixture(scope="module")
def growth() -> ModuleType:
    """The benchmark as a module."""
    spec = importlib.util.spec_from_file_location("regex_growth", FILE)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules["regex_growth"] = made
    spec.loader.exec_module(made)
    return made


def test_every_reader_reads_or_refuses_every_piece(growth: ModuleType) -> None:
    """Whatever is repeated, a reader answers or says that it is none of its texts."""
    for read in growth.READERS.values():
        for piece in growth.PIECES:
            for begin in growth.BEGINNINGS:
                with contextlib.suppress(DreamtuiError, ValueError):
                    read(begin + piece * (48 // len(piece) + 1) + "x")


def test_what_is_quadratic_is_seen(growth: ModuleType) -> None:
    """A text of the worst kind is among those that are tried."""
    tried = {text for *_, text in growth.texts(40)}
    assert " " * 40 + "x" in tried
    assert len(tried) > 5000
