"""YAML with an end: no aliases, bounded depth, size and digits, and one error for whatever is none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.errors import Malformed
from dreamtui.text.markup.yamls import DEEPEST, MOST, read_yaml


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
        ("a: 2026-99-99", "line 1: the value does not fit its type"),
        ("a:\n  b: !!bool zz", "line 2: the value does not fit its type"),
        ('a: "\\UFFFFFFFF"', "a value cannot be read"),
        ("%YAML " + "1" * 5001 + ".1\n---\na: 1", "a value cannot be read"),
        ("a: 1\nb: !!int ''", "line 2: the value does not fit its type"),
        ("a: !!int '-'", "line 1: the value does not fit its type"),
        ("a: !!int 0b", "line 1: the value does not fit its type"),
        ("a: [!!float '']", "line 1: the value does not fit its type"),
        ("a: !!timestamp then", "line 1: the value does not fit its type"),
        ("? !!bool zz\n: 1", "line 1: the value does not fit its type"),
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


TAGS = ("binary", "bool", "float", "int", "map", "merge", "null", "omap", "pairs", "seq", "set", "str", "timestamp",
        "value", "python/name:os", "")  # fmt: skip
SCALARS = st.one_of(
    st.sampled_from(
        ["", "-", "+", "_", "0b", "0x", "0o", ".inf", ":", "1:", "=", "<<", "~", "yes", "[]", "{}", "[1]", "{=: 1}"]
    ),
    st.sampled_from(["- {a: 1}", "2026-02-31", "2026-11-18T09:00:00+99:99", "²", "٣", "1e999", "9" * 41, "'\\0'"]),
    st.text(alphabet="0123456789abcdefxob:._+-=TZ ²٣", max_size=12).map(repr),
)


@given(st.lists(st.tuples(st.sampled_from(TAGS), SCALARS), min_size=1, max_size=3))
@settings(max_examples=600, deadline=None)
def test_any_tag_on_any_value_is_a_value_or_the_one_error(pairs: list[tuple[str, str]]) -> None:
    """A tag promises what its value does not hold: in a mapping, in a list, as a key, and alone."""
    for tag, value in pairs:
        words = f"!!{tag} {value}" if tag else f"! {value}"
        for text in (f"a: {words}", f"- {words}", f"? {words}\n: 1", words, f"a: [{words}]", f"{{{words}: 1}}"):
            try:
                read_yaml(text.encode("utf-8", "replace"))
            except Malformed as problem:
                assert problem.why.startswith("line "), (text, problem.why)


@given(st.one_of(st.binary(max_size=60), st.text(alphabet="ab:-[]{}&*!|>?'\"#%@ \n\t0.1", max_size=60).map(str.encode)))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_a_value_or_the_one_error(data: bytes) -> None:
    """Never another exception."""
    try:
        read_yaml(data)
    except Malformed as problem:
        assert problem.why
