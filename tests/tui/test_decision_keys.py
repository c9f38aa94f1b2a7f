"""How many keys and words a decision takes: never more than it took, counted as the benchmark counts them."""

import sys
from pathlib import Path

import pytest

import dreamtui

sys.path.append(str(Path(dreamtui.__file__).resolve().parent.parent / "benchmarks"))

import keys

HELD = {
    "candidate": (1, 56, 73),
    "insight": (2, 60, 70),
    "contradiction": (2, 60, 130),
    "merge": (2, 49, 128),
    "merge with a loss": (3, 60, 147),
    "reject": (1, 58, 58),
    "later": (2, 54, 54),
}
"""Keys, words to read and words drawn of each kind at 80x24."""


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return keys.workspace(tmp_path_factory.mktemp("keys"))


@pytest.mark.parametrize("name", keys.KINDS)
def test_a_decision_takes_no_more_than_it_did(demo: Path, name: str) -> None:
    """From the item to its record, with the way that the benchmark knows."""
    taken = keys.take(demo, keys.KINDS[name])
    assert taken.decided
    assert len(taken.keys) <= HELD[name][0]
    assert taken.words <= HELD[name][1] and taken.drawn <= HELD[name][2]
    assert taken.words <= keys.WORDS_BAR
