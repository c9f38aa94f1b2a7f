"""How the console behaves, and the test of each: the table names tests that exist, and leaves nothing unsaid."""

import ast
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
ROWS = [line.split("\t") for line in (TESTS / "project/behaviours.tsv").read_text("utf-8").splitlines()]


@cache
def defined(path: str) -> frozenset[str]:
    """The tests a file defines."""
    found = ast.parse((TESTS / path).read_text("utf-8")).body
    return frozenset(node.name for node in found if isinstance(node, ast.FunctionDef))


def test_each_behaviour_is_there_once() -> None:
    """Numbered from one, each with a test or with the reason why there is none."""
    assert [int(number) for number, *_ in ROWS] == list(range(1, 79))
    assert all(tests or short for _, _, tests, short in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_each_behaviour_has_its_tests(row: list[str]) -> None:
    """Under the names that are told there."""
    for test in row[2].split():
        path, _, name = test.partition("::")
        assert name in defined(path)
