"""Quotes in columns: they come back as they were, and what cannot have been packed is refused."""

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.mining.signals.tally import PackedColumns, Quote, Quotes, check_times, pack_quotes, unpack_quotes

WORDS = st.text(max_size=5)
QUOTES = st.tuples(st.floats(0, 2e9), WORDS, WORDS, WORDS, st.integers(0, 1 << 40), WORDS)
ONE: Quote = (1.0, "ada", "fix: a", "file:a.jsonl", 3, "0" * 16)


@settings(max_examples=60, deadline=None)
@given(st.lists(QUOTES, max_size=8), st.lists(st.lists(st.integers(0, 7), max_size=5), max_size=6))
def test_quotes_come_back(quotes: list[Quote], lists: list[list[int]]) -> None:
    """Lists of quotes, some of them in several lists, some lists empty."""
    given = [[quotes[n] for n in kept if n < len(quotes)] for kept in lists]
    assert unpack_quotes(pack_quotes(given)) == given


def test_a_quote_in_two_lists_is_written_once() -> None:
    """And is the same object again, so that its evidence is made once."""
    packed = pack_quotes([[ONE], [ONE]])
    assert packed[2][3] == ["fix: a"]
    (first,), (second,) = unpack_quotes(packed)
    assert first == ONE and first is second


def test_one_after_the_other() -> None:
    """Columns are extended by others."""
    some, more = Quotes(), Quotes()
    some.add(ONE)
    more.add((2.0, *ONE[1:]))
    some.extend(more)
    assert some.rows() == [ONE, (2.0, *ONE[1:])] and len(some) == 2


def numbers(*given: int) -> bytes:
    """A column of numbers."""
    return array("I", given).tobytes()


@pytest.mark.parametrize(("column", "damaged"), [
    (0, ["ada"]), (1, b"1234567"), (1, b""), (1, array("d", [float("nan")]).tobytes()), (2, numbers(7)),
    (2, numbers(0, 0)), (3, []), (4, numbers(2)), (5, b""), (6, []),
])  # fmt: skip
def test_damaged_columns_are_refused(column: int, damaged: object) -> None:
    """Numbers of nothing, times that are none, columns that are cut or too long."""
    whole = Quotes()
    whole.add(ONE)
    packed: PackedColumns = whole.pack()
    assert Quotes.unpack(packed).rows() == [ONE]
    with pytest.raises(ValueError):
        Quotes.unpack((*packed[:column], damaged, *packed[column + 1 :]))


@pytest.mark.parametrize(("lengths", "which"), [((1,), (1,)), ((1,), (0, 0)), ((2,), (0,)), ((), (0,))])
def test_damaged_lists_are_refused(lengths: tuple[int, ...], which: tuple[int, ...]) -> None:
    """Quotes that are not there, more or fewer than the lists hold."""
    columns = pack_quotes([[ONE]])[2]
    with pytest.raises(ValueError, match="quote"):
        unpack_quotes((numbers(*lengths), numbers(*which), columns))


@pytest.mark.parametrize("moment", [float("nan"), float("inf"), float("-inf"), 1e300, -1e300])
def test_times_outside_the_calendar(moment: float) -> None:
    """Wherever they stand in a column."""
    check_times([], [0.0, 1e9])
    for column in ([moment], [0.0, moment], [moment, 0.0, 1.0]):
        with pytest.raises(ValueError, match="calendar"):
            check_times([0.0], column)
