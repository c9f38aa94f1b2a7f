"""Patterns of paths as people write them, and what a summary says was reverted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.mining.signals.reverts import is_revert, reverted_change, same_change
from dreamtui.text.ids import line_digest
from dreamtui.text.paths import PathSet, is_glob, matches


@pytest.mark.parametrize(
    ("pattern", "path", "fits"),
    [
        ("*.sql", "db/a.sql", True), ("*.sql", "a.sql", True), ("src/**/*.py", "src/a.py", True),
        ("src/**/*.py", "src/a/b/c.py", True), ("src/**/*.py", "lib/a.py", False), ("db/", "db/x/y", True),
        ("db/", "a/db/x", False), ("db/", "db", False), ("**/x.py", "x.py", True), ("src/*.py", "src/a/b.py", False),
        ("a/**", "a/b/c", True), ("a.py", "b/a.py", True), ("/a.py", "b/a.py", False), ("./src/a.py", "src/a.py", True),
        ("src/[ab].py", "src/b.py", True), ("src/[ab", "src/[ab", True), ("**/**/**/x", "a/b/c/d/y", False),
    ],
)  # fmt: skip
def test_patterns(pattern: str, path: str, fits: bool) -> None:
    """Names at any depth, folders, whole paths, any number of folders."""
    assert matches(pattern, path) is fits


@given(
    st.lists(st.sampled_from(["*.lock", "vendor/", "a.py", "x/*.js", "b?.py"])), st.text("abx./jslock?", max_size=12)
)
def test_a_set_of_patterns_is_its_patterns(patterns: list[str], path: str) -> None:
    """Looking up gives what matching each pattern gives; a folder is meant at any depth."""
    each = any(matches(f"**/{p}" if p.endswith("/") else p, path) for p in patterns)
    assert (path in PathSet(patterns)) is each


def test_hostile_patterns_end() -> None:
    """Many wildcards cost no more than their product."""
    assert not matches("**/" * 50 + "x", "a/" * 50 + "y")
    assert not matches("*a" * 30 + "b", "a" * 200)
    assert is_glob("a*") and is_glob("db/") and not is_glob("src/a.py")


@pytest.mark.parametrize(
    ("summary", "change"),
    [
        ('Revert "feat: A  b (#12)"', "feat: a b"), ('Revert "Revert "x" (#1)" (#2)', "x"),
        ("revert: Schema", "schema"),
        ("revert(db)!: x", "x"), ("Reverted the cache", "the cache"), ("feat: x", ""), ("revert", ""),
        ('revert “quoted”', "quoted"), ("reversible x", ""),
    ],
)  # fmt: skip
def test_what_was_reverted(summary: str, change: str) -> None:
    """The same change whatever the case, spaces, numbers and wrappings."""
    assert reverted_change(summary) == change
    assert is_revert(summary) == (summary.lower().startswith("revert"))


@given(st.text(max_size=80))
def test_the_same_change_stays_the_same(text: str) -> None:
    """Comparing text is made once; making it again changes nothing."""
    assert same_change(same_change(text)) == same_change(text)
    assert same_change(f'Revert "{same_change(text)}"') in (same_change(text), "")


def test_line_digests() -> None:
    """The newline does not belong to the line; anything else does."""
    assert line_digest(b"a\r\n") == line_digest(b"a\n") == line_digest(b"a") == "ca978112ca1bbdca"
    assert line_digest(b" a") != line_digest(b"a")
