"""What is asked of very many pairs says the same as the guards that say it in words."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.memory.reorganize.guards import IDENTIFIERS, PATHS, of_two_things
from dreamtui.memory.reorganize.language.reading import read

WORDS = (
    "use", "run", "never", "tests", "`make test`", "make", "docs/a.md", "docs/b.md", "a.md", "foo_bar()", "call", "on",
    "2026-01-02", "3 rows", "v1.2.3", "Monday", "https://x.example/y", "`tabs`", "tabs", "CORE-12", "userService",
)  # fmt: skip


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=2, max_size=6))
def test_two_things_are_those_that_a_guard_tells_apart(statements: list[list[str]]) -> None:
    """Names and paths, whatever stands beside them."""
    readings = [read(" ".join(words)) for words in statements]
    for one, other in product(readings, readings):
        assert of_two_things(one, other) == bool(PATHS.check(one, other) or IDENTIFIERS.check(one, other))
