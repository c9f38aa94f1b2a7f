"""The filter language, the fuzzy half of it, the sort orders and the words of a row."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_kinds import KINDS
from query_rows import RowFacts

from dreamtui.model.status import DANGEROUS
from dreamtui.text.query import fuzzy
from dreamtui.text.query import select as choosing
from dreamtui.text.query.fuzzy import fuzzy_words, similar
from dreamtui.text.query.order import ORDERS, reason_of_place, sort_items
from dreamtui.text.query.parse import Match, parse_query
from dreamtui.text.query.row import RISKS, flag_sign, weight_text, worst_flag
from dreamtui.text.query.select import TextIndex, select

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
ITEMS = [
    RowFacts("aa1", "candidate", "repeat_fix", "`src/auth.py` was fix-touched", "pending", (), ("Alice",),
        ("src/auth.py",), "2026-11-06T09:00:00Z", 5),
    RowFacts("bb2", "proposal", "merge", "3 notes on retry policy", "recurring", ("contradicts",), ("bob",), (),
        "2026-11-16", 0.97),
    RowFacts("cc3", "candidate", "frequent_failure", "TimeoutError in 7 events", "deferred", ("secret", "similar"), (),
        (), "2026-10-01T00:00:00Z", 7),
    RowFacts("dd4", "review-due", "", "two words: backfill always", "pending", (), (), ("docs/Rules.md",), "", 0),
]  # fmt: skip


def found(text: str) -> list[str]:
    query = parse_query(text)
    assert not query.problems
    return [ITEMS[place].id for place in select(query, TextIndex(ITEMS, NOW), range(len(ITEMS)))]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", ["aa1", "bb2", "cc3", "dd4"]),
        ("auth", ["aa1"]),
        ("AUTH", ["aa1"]),
        ('"two words"', ["dd4"]),
        ("retry notes", ["bb2"]),
        ("-retry -auth", ["cc3", "dd4"]),
        ("kind:proposal", ["bb2"]),
        ("kind:cand", ["aa1", "cc3"]),
        ("kind:proposal,review", ["bb2", "dd4"]),
        ("-kind:candidate", ["bb2", "dd4"]),
        ("signal:repeat_fix", ["aa1"]),
        ('signal:"repeat fix"', ["aa1"]),
        ("repeat", ["aa1"]),
        ("flag:secret", ["cc3"]),
        ("-flag:secret flag:c,s", ["bb2"]),
        ("status:pending", ["aa1", "dd4"]),
        ("actor:alice", ["aa1"]),
        ("file:src/", ["aa1"]),
        ("file:rules", ["dd4"]),
        ("id:cc", ["cc3"]),
        ("title:retry", ["bb2"]),
        ("age>7d", ["aa1", "cc3"]),
        ("age<1w", ["bb2"]),
        ("age>=12d", ["aa1", "cc3"]),
        ("age:12d", ["aa1"]),
        ("age>1mo", ["cc3"]),
        ("age>1000y", []),
        ("weight>=5", ["aa1", "cc3"]),
        ("score<0.98 weight>0", ["bb2"]),
        ("weight=7", ["cc3"]),
        ("words:", ["dd4"]),
        ("src/auth.py", ["aa1"]),
        ("kind:candidate age>20d timeout", ["cc3"]),
    ],
)
def test_terms_select(text: str, ids: list[str]) -> None:
    """Words, fields, comparisons, negation and either-or."""
    assert found(text) == ids


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("kind:", "“kind:” needs a value."),
        ("age>7", "“age” needs a time such as age>7d, age<12h or age>2w (h, d, w, mo, y)."),
        ("weight>x", "“weight” needs a number, as in weight>=3."),
        ("sig:x", "There is no field “sig”; did you mean “signal:”?"),
        ("statsu:x", "There is no field “statsu”; did you mean “status:”?"),
        ("kind>3", "“kind” is compared with “:”, as in kind:3."),
        ("~ab", "At least 3 letters have to follow “~”."),
        ("-~abc", "A fuzzy word cannot be excluded: leave out the “~” or the “-”."),
    ],
)
def test_problems_are_sentences_and_the_rest_still_selects(text: str, sentence: str) -> None:
    """Somebody is still typing: what is understood counts already."""
    query = parse_query(f"auth {text}")
    assert query.problems == (sentence,)
    assert select(query, TextIndex(ITEMS, NOW), range(4)) == [0]


def test_colons_in_words_are_words() -> None:
    """Addresses, commit prefixes and quoted text are not fields."""
    for text in ("https://x", "fix:x", '"kind:x"', "src/a.py:12"):
        (term,) = parse_query(text).terms
        assert term.match is Match.WORD


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.sampled_from('ab:<>=-~" kindage7d,.') | st.characters(), max_size=30))
def test_no_text_makes_the_filter_fail(text: str) -> None:
    """Whatever is typed is read, and selects rows in the order given, each at most once."""
    places = select(parse_query(text), TextIndex(ITEMS, NOW), [3, 1, 0, 2])
    assert places == [place for place in [3, 1, 0, 2] if place in set(places)]


@settings(max_examples=100, deadline=None)
@given(words=st.lists(st.sampled_from(["auth", "retry", "kind:cand", "age>7d", "flag:secret", "-two"]), max_size=4))
def test_terms_commute_and_narrow(words: list[str]) -> None:
    """The order of terms does not matter, and every further term leaves out more or nothing."""
    whole = found(" ".join(words))
    assert whole == found(" ".join(reversed(words)))
    for word in words:
        assert set(whole) <= set(found(word))


@pytest.mark.parametrize("sign", ["<", "<=", ">", ">=", "=", ":"])
@pytest.mark.parametrize("turned", ["", "-"])
@given(times=st.lists(st.datetimes(datetime(2026, 11, 1), datetime(2026, 11, 18)), max_size=9), days=st.integers(0, 18))
@settings(max_examples=40, deadline=None)
def test_ages_are_compared_to_the_second(sign: str, turned: str, times: list[datetime], days: int) -> None:
    """A row without a time has no age; a day without a time is its beginning."""
    seen = ["", "2026-11-11", *(f"{time:%Y-%m-%dT%H:%M:%SZ}" for time in times)]
    rows = [RowFacts(str(number), "note", "", "", last_seen=text) for number, text in enumerate(seen)]
    moment, sooner = (f"{NOW - timedelta(days=n):%Y-%m-%dT%H:%M:%SZ}" for n in (days, days + 1))
    holds = {">": lambda text: "" < text <= moment, "<": lambda text: text > moment}
    test = holds.get(sign[0], lambda text: sooner < text <= moment)
    found = select(parse_query(f"{turned}age{sign}{days}d"), TextIndex(rows, NOW), range(len(rows)))
    assert found == [number for number, text in enumerate(seen) if test(text) is not bool(turned)]


def test_a_value_is_tested_once_however_often_it_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not once for each of thousands of rows."""
    calls: list[str] = []
    monkeypatch.setattr(choosing, "_begins", lambda name, values: bool(calls.append(name)) or name == "merge")
    rows = [RowFacts(str(number), "note", ("merge", "move", "split")[number % 3], "") for number in range(3000)]
    assert len(select(parse_query("signal:m"), TextIndex(rows, NOW), range(3000))) == 1000
    assert sorted(calls) == ["merge", "move", "split"]


def test_fuzzy_words_are_asked_for_or_come_last() -> None:
    """With ~ always; plain words only when nothing holds them as they are, and never very short ones."""
    assert fuzzy_words(parse_query("~retyr x"), 3) == ("retyr",)
    assert fuzzy_words(parse_query("retyr"), 0) == ("retyr",)
    assert fuzzy_words(parse_query("retyr"), 1) == ()
    assert fuzzy_words(parse_query("ab -xyz kind:note"), 0) == ()


def test_similar_words_are_found_the_most_similar_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """All words have to be similar; equals keep their order, across slices too."""
    items = [*ITEMS, RowFacts("ee5", "note", "", "retry policy of the webhook"), replace(ITEMS[1], id="ff6")]
    index = TextIndex(items, NOW)
    assert similar(("retyr", "polcy"), index, range(6)) == [1, 4, 5]
    assert similar(("retyr", "polcy"), index, [5, 4, 3, 2, 1]) == [5, 4, 1]
    assert similar(("retyr", "webhook"), index, range(6)) == [4]
    assert similar(("retyr", "quartz"), index, range(6)) == similar((), index, range(6)) == []
    assert similar(("retry polcy",), index, [4, 3, 1]) == [4, 1]
    nearer = [replace(ITEMS[1], id="gg7", title="retyr")]
    monkeypatch.setattr(fuzzy, "SLICE", 2)
    assert similar(("retyr", "polcy"), index, [5, 4, 3, 2, 1]) == [5, 4, 1]
    assert similar(("retyr",), TextIndex([*items, *nearer], NOW), range(7)) == [6, 4, 1, 5]


def test_as_found_nothing_gets_ahead_by_what_it_says() -> None:
    """What carries a danger comes after its equals, a mere remark changes nothing."""
    assert [ITEMS[place].id for place in sort_items(ITEMS, "found")] == ["aa1", "bb2", "dd4", "cc3"]
    found = [replace(row, place=place) for row, place in zip(ITEMS, (3, 2, 1, 3), strict=True)]
    assert [found[place].id for place in sort_items(found, "found")] == ["cc3", "bb2", "aa1", "dd4"]
    assert reason_of_place(ITEMS[2], "found", NOW) == "secret-like text, 48d old"


def test_the_default_order_is_risk_then_age() -> None:
    """And each row can say why it stands where it stands."""
    assert [ITEMS[place].id for place in sort_items(ITEMS)] == ["cc3", "bb2", "aa1", "dd4"]
    assert reason_of_place(ITEMS[2], "risk", NOW) == "secret-like text, 48d old"
    assert reason_of_place(ITEMS[0], "risk", NOW) == "12d old"
    assert reason_of_place(ITEMS[0], "weight", NOW) == "weight 5"
    assert reason_of_place(ITEMS[0], "signal", NOW) == "repeat fix, 12d old"


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("age", ["cc3", "aa1", "bb2", "dd4"]),
        ("weight", ["cc3", "aa1", "bb2", "dd4"]),
        ("title", ["bb2", "aa1", "cc3", "dd4"]),
        ("signal", ["cc3", "bb2", "aa1", "dd4"]),
    ],
)
def test_other_orders(order: str, ids: list[str]) -> None:
    """Oldest, heaviest, by title, by the word beside the sign."""
    assert [ITEMS[place].id for place in sort_items(ITEMS, order)] == ids


@settings(max_examples=60, deadline=None)
@given(shuffled=st.permutations(ITEMS), order=st.sampled_from(ORDERS))
def test_orders_do_not_depend_on_the_input(shuffled: list[RowFacts], order: str) -> None:
    """Ties are broken by age and id."""
    assert [shuffled[place].id for place in sort_items(shuffled, order)] == [
        ITEMS[place].id for place in sort_items(ITEMS, order)
    ]


@pytest.mark.parametrize("order", ORDERS)
@settings(max_examples=10, deadline=None)
@given(size=st.integers(300, 2000), values=st.lists(st.integers(0, 9), min_size=3, max_size=7, unique=True))
def test_a_long_list_is_sorted_as_a_short_one(order: str, size: int, values: list[int]) -> None:
    """It is sorted in parts; equal rows, of which there may be any number, keep the order of their age."""
    rows = [
        replace(
            ITEMS[(values[at % len(values)] + at // 97) % len(ITEMS)],
            id=f"{at * 7919 % size:06}",
            title=f"t{values[at % len(values)]}",
            weight=values[at * 3 % len(values)],
            place=values[at * 5 % len(values)],
        )
        for at in range(size)
    ]
    by_age = sorted(range(size), key=lambda at: (rows[at].last_seen or "9999", rows[at].id))
    assert sort_items(rows, order) == sorted(by_age, key=lambda at: _first_by(order, rows[at]))


def _first_by(order: str, row: RowFacts) -> tuple[Any, ...]:
    worst = RISKS.index(worst_flag(row.flags)) if row.flags else len(RISKS)
    danger = not DANGEROUS.isdisjoint(row.flags)
    keys = {
        "found": (row.place, danger),
        "risk": (worst, row.place),
        "weight": (-row.weight,),
        "title": (row.title,),
        "signal": (row.word,),
    }
    return keys.get(order, ())


def test_signs_and_words() -> None:
    """Every kind has its own sign; the worst flag counts; weights are short."""
    assert len({kind.sign for kind in KINDS}) == len(KINDS.names)
    assert KINDS.of("unheard of").sign == "○"
    assert KINDS.of("candidate").word_for("repeat_fix") == "repeat fix"
    assert KINDS.of("review-due").word_for("") == "due"
    assert KINDS.of("proposal").word_for("") == "proposal"
    assert worst_flag(("similar", "secret")) == "secret"
    assert worst_flag(("zebra", "ant")) == "ant"
    assert worst_flag(()) == ""
    assert flag_sign(("contradicts",)) == "≠"
    for weight, text in [(7, "7"), (0.97, ".97"), (0.867, ".867"), (12.5, "12.5"), (0, "0"), (float("nan"), "nan")]:
        assert weight_text(weight) == text


def test_an_index_goes_over_to_rows_that_changed() -> None:
    """A row at the same place is read anew; with other rows, or many changed, the index is made anew."""
    index, query = TextIndex(ITEMS, NOW), parse_query("status:rejected other")
    assert select(query, index, range(len(ITEMS))) == []
    changed = [*ITEMS[:2], replace(ITEMS[2], status="rejected", title="another"), *ITEMS[3:]]
    assert index.renew(changed)
    assert select(query, index, range(len(ITEMS))) == [2]
    assert not index.renew(changed[1:])
