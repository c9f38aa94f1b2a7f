"""The filter language, the fuzzy half of it, the sort orders and the words of a row."""

from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.item import Item, Kind, Status
from dreamtui.text.fuzzy import fuzzy_slices, fuzzy_words, ranked
from dreamtui.text.order import ORDERS, reason_of_place, sort_items
from dreamtui.text.query import Index, Match, parse_query, select
from dreamtui.text.row import Row, flag_sign, kind_sign, kind_word, weight_text, worst_flag

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
ITEMS = [
    Row("aa1", "candidate", "repeat_fix", "`src/auth.py` was fix-touched", "pending", (), ("Alice",), ("src/auth.py",),
        "2026-11-06T09:00:00Z", 5),
    Row("bb2", "proposal", "merge", "3 notes on retry policy", "recurring", ("contradicts",), ("bob",), (),
        "2026-11-16", 0.97),
    Row("cc3", "candidate", "frequent_failure", "TimeoutError in 7 events", "deferred", ("secret", "similar"), (), (),
        "2026-10-01T00:00:00Z", 7),
    Row("dd4", "review-due", "", "two words: backfill always", "pending", (), (), ("docs/Rules.md",), "", 0),
]  # fmt: skip


def found(text: str) -> list[str]:
    query = parse_query(text)
    assert not query.problems
    return [ITEMS[place].id for place in select(query, Index(ITEMS, NOW), range(len(ITEMS)))]


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
    assert select(query, Index(ITEMS, NOW), range(4)) == [0]


def test_colons_in_words_are_words() -> None:
    """Addresses, commit prefixes and quoted text are not fields."""
    for text in ("https://x", "fix:x", '"kind:x"', "src/a.py:12"):
        (term,) = parse_query(text).terms
        assert term.match is Match.WORD


@settings(max_examples=300, deadline=None)
@given(text=st.text(st.sampled_from('ab:<>=-~" kindage7d,.') | st.characters(), max_size=30))
def test_no_text_makes_the_filter_fail(text: str) -> None:
    """Whatever is typed is read, and selects rows in the order given, each at most once."""
    places = select(parse_query(text), Index(ITEMS, NOW), [3, 1, 0, 2])
    assert places == [place for place in [3, 1, 0, 2] if place in set(places)]


@settings(max_examples=100, deadline=None)
@given(words=st.lists(st.sampled_from(["auth", "retry", "kind:cand", "age>7d", "flag:secret", "-two"]), max_size=4))
def test_terms_commute_and_narrow(words: list[str]) -> None:
    """The order of terms does not matter, and every further term leaves out more or nothing."""
    whole = found(" ".join(words))
    assert whole == found(" ".join(reversed(words)))
    for word in words:
        assert set(whole) <= set(found(word))


def test_the_index_grows_in_steps() -> None:
    """Building may stop and go on; a query finishes what is missing."""
    many = [Row(str(number), "note", "", f"title {number}") for number in range(9000)]
    index = Index(many, NOW)
    assert list(index.steps(3000)) == [3000, 6000]
    assert index.complete
    assert len(select(parse_query("title 12"), Index(many, NOW), range(9000))) == len(
        [item for item in many if "12" in item.title]
    )


def test_fuzzy_words_are_asked_for_or_come_last() -> None:
    """With ~ always; plain words only when nothing holds them as they are, and never very short ones."""
    assert fuzzy_words(parse_query("~retyr x"), 3) == ("retyr",)
    assert fuzzy_words(parse_query("retyr"), 0) == ("retyr",)
    assert fuzzy_words(parse_query("retyr"), 1) == ()
    assert fuzzy_words(parse_query("ab -xyz kind:note"), 0) == ()


def test_fuzzy_slices_find_what_is_similar() -> None:
    """All words have to be similar; the best comes first; equals keep their order."""
    items = [*ITEMS, Row("ee5", "note", "", "retry policy of the webhook")]
    index = Index(items, NOW)
    select(parse_query("x"), index, range(5))
    hits = [hit for some in fuzzy_slices(("retyr", "polcy"), index, [4, 3, 2, 1, 0]) for hit in some]
    assert sorted(ranked(hits, [4, 3, 2, 1, 0])) == [1, 4]
    assert list(fuzzy_slices((), index, range(5))) == [[]]


def test_slices_follow_the_clock() -> None:
    """With a clock that says each slice took too long, slices shrink to the smallest; with a fast one they grow."""
    many = [Row(str(number), "note", "", f"title number {number}") for number in range(3000)]
    index = Index(many, NOW)
    select(parse_query("x"), index, range(3000))

    def count(seconds: float) -> int:
        ticks = iter(range(10**6))
        return len(list(fuzzy_slices(("titel",), index, range(3000), clock=lambda: next(ticks) * seconds)))

    assert count(1.0) > 150
    assert count(0.0001) < 15


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
        ("signal", ["dd4", "cc3", "bb2", "aa1"]),
    ],
)
def test_other_orders(order: str, ids: list[str]) -> None:
    """Oldest, heaviest, by title, by signal."""
    assert [ITEMS[place].id for place in sort_items(ITEMS, order)] == ids


@settings(max_examples=60, deadline=None)
@given(shuffled=st.permutations(ITEMS), order=st.sampled_from(ORDERS))
def test_orders_do_not_depend_on_the_input(shuffled: list[Row], order: str) -> None:
    """Ties are broken by age and id."""
    assert [shuffled[place].id for place in sort_items(shuffled, order)] == [
        ITEMS[place].id for place in sort_items(ITEMS, order)
    ]


def test_model_items_can_be_listed() -> None:
    """An item of the core goes through filter and sort as it is."""
    item = Item(Kind.CANDIDATE, "x", "repeat_fix", "t", Status.PENDING, ".agent/x.md", weight=3)
    assert select(parse_query("kind:candidate status:pending weight=3"), Index([item], NOW), [0]) == [0]
    assert sort_items([item]) == [0]


def test_signs_and_words() -> None:
    """Every kind has its own sign; the worst flag counts; weights are short."""
    assert len({kind_sign(kind) for kind in Kind}) == len(Kind)
    assert kind_sign("unheard of") == "○"
    assert kind_word("candidate", "repeat_fix") == "repeat fix"
    assert kind_word("review-due", "") == "due"
    assert kind_word("proposal", "") == "proposal"
    assert worst_flag(("similar", "secret")) == "secret"
    assert worst_flag(("zebra", "ant")) == "ant"
    assert worst_flag(()) == ""
    assert flag_sign(("contradicts",)) == "≠"
    for weight, text in [(7, "7"), (0.97, ".97"), (0.867, ".867"), (12.5, "12.5"), (0, "0"), (float("nan"), "nan")]:
        assert weight_text(weight) == text
