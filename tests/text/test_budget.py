"""Budgets: what is counted, what is cut."""

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.text.budget import (
    MEMORY_BYTES,
    MEMORY_LINES,
    as_loaded,
    estimate_tokens,
    loaded,
    measure,
)

REPO = Path(__file__).parents[2]
DATA = Path(os.environ.get("DREAMTUI_DATA", REPO.parent / "shared" / "data"))


def test_front_matter_comments_and_outer_blanks_cost_nothing() -> None:
    """What is stripped before loading is not counted; line numbers stay those of the file."""
    data = b"\xef\xbb\xbf---\nname: x\n---\n\n<!-- note\nmore -->\n# A\r\n\n- b\n\n\n"
    assert [(line.number, line.text) for line in as_loaded(data)] == [(7, "# A"), (8, ""), (9, "- b")]
    size = measure(data)
    assert (size.lines, size.bytes) == (3, 8) and measure(None).lines == 0 == measure(b"<!-- x -->").bytes


def test_the_index_is_cut_at_the_first_limit() -> None:
    """200 lines or 25,000 bytes, whichever ends first, and never half a line."""
    by_lines = loaded(b"- x\n" * 215)
    assert (len(by_lines.visible), len(by_lines.hidden)) == (MEMORY_LINES, 15)
    by_bytes = loaded((b"x" * 999 + b"\n") * 26)
    assert (len(by_bytes.visible), len(by_bytes.hidden)) == (25, 1)
    exact = loaded(b"y" * MEMORY_BYTES)
    assert len(exact.visible) == 1 and not loaded(b"y" * (MEMORY_BYTES + 1)).visible


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300), st.integers(1, 20), st.integers(1, 100))
def test_visible_and_hidden_are_the_whole(data: bytes, lines: int, size: int) -> None:
    """A cut loses nothing and keeps within both limits."""
    cut = loaded(data, lines, size)
    assert cut.visible + cut.hidden == as_loaded(data)
    text = "\n".join(line.text for line in cut.visible)
    assert len(cut.visible) <= lines and len(text.encode()) <= size


def test_tokens_are_estimated_by_script() -> None:
    """A quarter an ASCII character, one a wide one, a half any other; never less for more text."""
    assert estimate_tokens("") == 0 and estimate_tokens("abcdefgh") == 2 and estimate_tokens("a") == 1
    assert estimate_tokens("日本語") == 3 and estimate_tokens("éü") == 1
    assert estimate_tokens("abcd日本") == 3


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data (DREAMTUI_DATA) is not there")
def test_real_indexes() -> None:
    """Of the public indexes some are over the limit, and their end is what is hidden."""
    files = sorted((DATA / "claude").rglob("MEMORY.md"))
    assert files
    for file in files:
        cut = loaded(file.read_bytes())
        assert len(cut.visible) + len(cut.hidden) == cut.size.lines
        assert bool(cut.hidden) is (cut.size.lines > MEMORY_LINES or cut.size.bytes > MEMORY_BYTES), file
