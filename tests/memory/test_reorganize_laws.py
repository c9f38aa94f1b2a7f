"""Laws of a cycle: the same in any order, nothing lost in a merge, joins exact, both paths equal."""

import random
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.memory.reorganize import FindSettings, World, check_mutation, likeness, merge_texts, propose
from dreamtui.memory.reorganize.guards import GUARDS, objection
from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.likeness import SCORERS, alike, score
from dreamtui.memory.reorganize.merging import says
from dreamtui.memory.reorganize.statements import statements
from dreamtui.model.proposal import Fate, Memory, MutationKind

WORDS = [
    "run",
    "the",
    "tests",
    "before",
    "every",
    "deploy",
    "use",
    "tabs",
    "in",
    "Makefiles",
    "never",
    "always",
    "must",
    "may",
    "8",
    "11",
    "30",
    "seconds",
    "Redis",
    "Kafka",
    "src/app.py",
    "get_user",
    "API",
    "v1.2",
    "v1.3",
    "2026-03-01",
    "Friday",
    "production",
    "staging",
    "from",
    "to",
    "over",
    "and",
    "not",
    "team",
    "build",
    "cache",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
LINES = st.one_of(
    TEXTS.map(lambda text: f"- {text}"), TEXTS.map(lambda text: f"{text}. "), TEXTS.map(lambda text: f"## {text}"),
    st.just(""), TEXTS.map(lambda text: f"```\n{text}\n```"), TEXTS.map(lambda text: f"| {text} |"),
)  # fmt: skip
DOCUMENTS = st.lists(LINES, min_size=1, max_size=7).map("\n".join)


def memories(texts: list[str]) -> list[Memory]:
    return [
        Memory(f"n-{at:04}", f"notes/{at}.md", "0" * 64, "", text, "note", created=f"2026-0{at % 9 + 1}-01T00:00:00Z")
        for at, text in enumerate(texts)
    ]


@settings(max_examples=40, deadline=None)
@given(st.lists(DOCUMENTS, min_size=2, max_size=4), st.randoms(use_true_random=False))
def test_every_statement_of_every_source_is_in_the_merged_text(texts: list[str], dice: random.Random) -> None:
    """Kept word for word, or another wording that says as much stands for it; nothing is lost; any order."""
    sources = memories(texts)
    text, fates = merge_texts(sources)
    assert [fate.text for fate in fates] == [said.text for memory in sources for said in statements(memory.text)]
    for fate in fates:
        assert fate.fate is not Fate.LOST
        kept = fate.text if fate.fate is Fate.KEPT else fate.into
        assert kept in text
        assert says(kept, fate.text)
    shuffled = sources[:]
    dice.shuffle(shuffled)
    assert merge_texts(shuffled) == (text, fates)


@settings(max_examples=30, deadline=None)
@given(st.lists(DOCUMENTS, min_size=2, max_size=3))
@example(["- run", "8. \nMakefiles. "])
def test_a_merged_text_loses_nothing_by_its_own_check(texts: list[str]) -> None:
    """What merging calls kept or merged, the check of an edited text finds too."""
    sources = memories(texts)
    text, _ = merge_texts(sources)
    assert [fate for fate in check_mutation(sources, text) if fate.fate is Fate.LOST] == []


@settings(max_examples=30, deadline=None)
@given(DOCUMENTS)
def test_statements_hold_every_visible_word(text: str) -> None:
    """Nothing of a text falls between its statements."""
    assert " ".join(" ".join(said.text for said in statements(text)).split()) == " ".join(text.split())


@settings(max_examples=40, deadline=None)
@given(
    st.lists(TEXTS, min_size=2, max_size=25), st.sampled_from(sorted(SCORERS)), st.sampled_from([0.5, 0.8, 0.92, 1.0])
)
def test_the_join_finds_exactly_the_pairs_that_comparing_all_finds(texts: list[str], name: str, at: float) -> None:
    """No pair missed, none too many, scores equal to the last bit."""
    bags = [SCORERS[name].bag(text) for text in texts]
    wanted = {
        (one, other, score(bags[one], bags[other]))
        for other in range(len(texts))
        for one in range(other)
        if score(bags[one], bags[other]) >= at and bags[one]
    }
    found = alike(texts, SCORERS[name], at)
    assert set(found.pairs) == wanted
    assert found.total == len(found.pairs)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.dictionaries(st.integers(0, 11), st.integers(1, 5), min_size=1), min_size=2, max_size=40),
    st.booleans(),
    st.sampled_from([0.3, 0.5, 0.75, 0.8, 1.0]),
    st.sampled_from([(0, 0), (10**9, 0), (10**9, 120), (10**9, 10**6)]),
)
def test_every_way_of_joining_finds_what_comparing_all_finds(
    bags: list[dict[int, int]], flat: bool, at: float, way: tuple[int, int]
) -> None:
    """By rare parts, and by bits of no part, of some parts and of all: the same pairs to the last bit of each score."""
    made = [dict.fromkeys(bag, 1) for bag in bags] if flat else bags
    places = range(len(made))
    plain = [(one, other, score(made[one], made[other])) for one in places for other in places[one + 1 :]]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(likeness, "SPARSE", way[0])
        patched.setattr(likeness, "MAPPED", way[1])
        assert sorted(likeness.joined_pairs(made, at)) == [pair for pair in plain if pair[2] >= at]


def test_few_words_that_stand_everywhere_are_not_compared_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of short texts of few words hardly more are compared than are alike."""
    dice = random.Random(4)
    words = [f"w{number}" for number in range(60)]
    bags = [dict.fromkeys(dice.sample(words, 8), 1) for _ in range(1500)]
    compared = 0
    verify = likeness._verify_flat

    def counted(
        made: likeness.PreparedBags, here: int, others: Iterable[int], threshold: float
    ) -> Iterator[tuple[int, float]]:
        nonlocal compared
        met = list(others)
        compared += len(met)
        return verify(made, here, met, threshold)

    monkeypatch.setattr(likeness, "_verify_flat", counted)
    found = list(likeness.joined_pairs(bags, 0.7))
    assert found
    assert compared <= 2 * len(found)


def test_texts_belong_together_through_others() -> None:
    """A chain of texts is one set although its ends are not alike; what is alike to nothing is in none."""
    texts = ["a b c d e f", "b c d e f g", "c d e f g h", "x y z", "c d e f g h"]
    assert likeness.clusters(texts, SCORERS["bow"], 0.8) == [[0, 1, 2, 4]]


def test_only_the_most_alike_pairs_are_kept_and_the_rest_is_counted() -> None:
    """A bound on pairs takes the best ones, and counts the others."""
    texts = [f"alpha beta gamma delta {number % 7} {number % 3}" for number in range(42)]
    few = alike(texts, SCORERS["bow"], 0.6, limit=10)
    whole = alike(texts, SCORERS["bow"], 0.6)
    assert few.pairs == whole.pairs[:10]
    assert few.total == len(whole.pairs)


@settings(max_examples=60, deadline=None)
@given(TEXTS, TEXTS)
def test_guards_say_the_same_whichever_statement_comes_first(one: str, other: str) -> None:
    """Every guard is symmetric, down to the words of its reason, and lets a statement pass with itself."""
    first, second = read(one), read(other)
    for guard in GUARDS.values():
        assert guard.check(first, second) == guard.check(second, first)
        assert guard.check(first, first) == ""
    assert objection(first, second) == objection(second, first)


def test_shuffling_twenty_times_gives_the_same_proposals() -> None:
    """Ids, texts, scores, reasons and order do not depend on the order of the memories."""
    dice = random.Random(11)
    texts = [" ".join(dice.choices(WORDS, k=dice.randint(3, 8))) for _ in range(120)]
    held = memories(texts + [f"{text}." for text in texts[:40]] + [f"Also {text}" for text in texts[:20]])
    told = FindSettings(now="2026-11-18T00:00:00Z", max_mutations=50)
    first = propose(held, told, World())
    assert first.proposals
    assert first.kept_apart
    for _ in range(20):
        dice.shuffle(held)
        assert propose(held, told, World()) == first


@settings(max_examples=25, deadline=None)
@given(st.lists(TEXTS, min_size=2, max_size=10), st.lists(st.booleans(), min_size=10, max_size=10))
def test_pinned_and_static_memories_are_never_touched(texts: list[str], pinned: list[bool]) -> None:
    """No mutation and no choice has one of them as a source."""
    held = [
        Memory(f"n-{at}", f"{at}.md", "", "", text, "note", pinned=pin, static=not pin and at % 3 == 0)
        for at, (text, pin) in enumerate(zip(texts, pinned, strict=False))
    ]
    safe = {memory.id for memory in held if memory.pinned or memory.static}
    found = propose(held, FindSettings(threshold=0.5), World())
    for proposal in found.proposals:
        for mutation in (*proposal.mutations, *(m for choice in proposal.choices for m in choice.mutations)):
            assert not safe & {source.id for source in mutation.sources}
            if mutation.kind is MutationKind.MERGE:
                assert mutation.lost == ()
    assert found.eligible == len(held) - len(safe)
