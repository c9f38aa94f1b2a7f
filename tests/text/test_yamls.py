"""YAML with an end: no aliases, bounded depth, size and digits, and one error for whatever is none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.errors import Malformed
from dreamtui.text.yamls import DEEPEST, MOST, read_yaml


def test_plain_settings_are_read() -> None:
    """Text, numbers, flags, lists and mappings; an anchor that nobody names is no harm."""
    data = b"a: 1\nb: [x, 2.5, true]\nc:\n  d: &name text\ne: 2026-11-18\n"
    assert read_yaml(data)["b"] == ["x", 2.5, True]
    assert read_yaml(data)["c"] == {"d": "text"}
    assert read_yaml(b"") is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a: &x 1\nb: *x", "line 2: aliases"),
        ("a: &x {b: 1}\nc:\n  <<: *x", "line 3: aliases"),
        ("a: &a [*a]", "line 1: aliases"),
        ("[" * (DEEPEST + 1), "nested too deeply"),
        ("- " * (DEEPEST + 5) + "x", "nested too deeply"),
        ("\n".join(f"k{n}: 1" for n in range(MOST)), "too many values"),
        ("a: " + "9" * 5001, "too many digits"),
        ("a: 1" + ":1" * 4000, "too many digits"),
        ("a: 2026-99-99", "a value in it is none"),
        ("a: b: c", "line 1: mapping values"),
        ("? [a]\n: b", "unhashable"),
        ("a: !!python/object:os.system x", "could not determine"),
        ("a: 1\n---\nb: 2", "another document"),
    ],
)
def test_what_is_not_read_is_said(text: str, why: str) -> None:
    """With its line, where there is one."""
    with pytest.raises(Malformed, match=why):
        read_yaml(text.encode())


def test_what_is_allowed_is_read_to_the_last() -> None:
    """The bounds are bounds, not guesses."""
    deep = "[" * (DEEPEST - 1) + "]" * (DEEPEST - 1)
    assert read_yaml(f"a: {deep}".encode()) is not None
    assert len(read_yaml("\n".join(f"k{n}: 1" for n in range((MOST - 1) // 2)).encode())) == (MOST - 1) // 2


@given(st.one_of(st.binary(max_size=60), st.text(alphabet="ab:-[]{}&*!|>?'\"#%@ \n\t0.1", max_size=60).map(str.encode)))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_a_value_or_the_one_error(data: bytes) -> None:
    """Never another exception."""
    try:
        read_yaml(data)
    except Malformed as problem:
        assert problem.why
