"""`accept` takes no option that says nothing about what is accepted."""

from pathlib import Path

import pytest
from workbench import REASON, make_bench


@pytest.mark.parametrize(
    ("item", "words", "named"),
    [
        ("m-0123456789", ["--only", "u-1"], "--only goes with a proposal, and m-0123456789 is a recall"),
        ("m-0123456789", ["--choose", "a", "--acknowledge", "all"], "--choose, --acknowledge go with a proposal"),
        ("m-0123456789", ["--text", "x.md"], "--text goes with a proposal"),
        ("p-0123456789", ["--rule", "Words."], "--rule goes with a recall, and p-0123456789 is a proposal"),
        ("p-0123456789", ["--make-room"], "--make-room goes with a recall"),
        ("p-0123456789", ["--over-budget"], "--over-budget goes with a recall"),
    ],
)
def test_an_option_of_another_kind_is_refused(tmp_path: Path, item: str, words: list[str], named: str) -> None:
    """Wrong usage, in one sentence, before anything is looked at or written."""
    bench = make_bench(tmp_path)
    assert named in bench.refused(2, "accept", item, "--rationale", REASON, *words)
