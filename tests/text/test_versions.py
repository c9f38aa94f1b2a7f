"""Versions: what reads as one, their order, and what of a repository says which one it is at."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.sources.repository.versions import versions_of
from dreamtui.text.versions import is_reached, is_version


@pytest.mark.parametrize("text", ["2.0", "v2", "1.10.3", "2.0rc1", "v1.0.0-beta.2", "1.0+build"])
def test_what_is_a_version(text: str) -> None:
    """Numbers with dots, or one behind a v, with or without what follows a release."""
    assert is_version(text)


@pytest.mark.parametrize("text", ["", "2", "2026-12-01", "+3d", "2w", "tomorrow", "1.0\n2", "1." + "0" * 60, "../1.0"])
def test_what_is_none(text: str) -> None:
    """A date is none, nor is a lone number, and nothing with a line end."""
    assert not is_version(text)


def test_a_later_one_reaches_it_and_a_candidate_does_not() -> None:
    """Numbers count as numbers, a missing part as 0; other tags say nothing."""
    assert is_reached("2.0", ["v2.0"]) and is_reached("2.0", ["2.0.0"]) and is_reached("2.9", ["2.10"])
    assert is_reached("2.0", ["3"]) and is_reached("2.0rc1", ["2.0rc2"])
    assert not is_reached("2.0", ["1.9.9", "2.0rc1", "v2.0.0-beta", "nightly", "release-9", ""])


@given(st.lists(st.integers(0, 99), min_size=2, max_size=4), st.lists(st.integers(0, 99), min_size=2, max_size=4))
def test_one_of_two_reaches_the_other(one: list[int], other: list[int]) -> None:
    """The order is total, and the same either way only for equal ones."""
    first, second = (".".join(map(str, parts)) for parts in (one, other))
    assert is_reached(first, [second]) or is_reached(second, [first])
    assert is_reached(first, [first])


def test_manifests_say_the_version(tmp_path: Path) -> None:
    """Those of three tools; what is broken or no text says nothing."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2"\n')
    (tmp_path / "package.json").write_text('{"version": "3.0.1"}')
    (tmp_path / "Cargo.toml").write_text('[workspace.package]\nversion = "0.4.0"\n')
    assert versions_of(tmp_path) == ("0.4.0", "1.2", "3.0.1")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = {attr = "x"}\n')
    (tmp_path / "package.json").write_text("[1, 2")
    (tmp_path / "Cargo.toml").write_bytes(b"\xff\xfe")
    assert versions_of(tmp_path) == ()


def test_a_manifest_that_takes_for_ever_says_nothing(tmp_path: Path) -> None:
    """A key of many thousand parts would take gigabytes."""
    (tmp_path / "pyproject.toml").write_text("[project]\nversion = '1.2'\n" + ".".join(["a"] * 20_000) + "=1\n")
    assert versions_of(tmp_path) == ()
