"""Whatever a model answers: a rule is shown as drafted only when every quote is verbatim in what was sent."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.coach.model_draft import MOST_WORDS, Passage, checked, code_names
from dreamtui.model.model_draft import DraftOutcome

WORDS = ("when", "you", "change", "the", "src/app.py", "parse_all", "read", "it", "first", "never", "--force", "注意")
KNOWN = frozenset({"src/app.py"})

texts = st.lists(st.sampled_from((*WORDS, "\n")), min_size=4, max_size=30).map(" ".join)
sent = st.lists(texts, min_size=1, max_size=4).map(
    lambda found: tuple(Passage(f"E{n}", f"commit:{n:040x}", "", text) for n, text in enumerate(found, 1))
)
loose = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def answers(draw: st.DrawFn) -> tuple[tuple[Passage, ...], str]:
    """Evidence, and an answer that is honest in some clauses and made up in others."""
    passages = draw(sent)
    clauses = []
    for _ in range(draw(st.integers(1, 3))):
        passage = draw(st.sampled_from(passages))
        begin = draw(st.integers(0, len(passage.text) // 2))
        real = passage.text[begin : begin + draw(st.integers(12, 40))]
        if draw(st.integers(0, 3)):
            words = draw(st.sampled_from(("when you change it", "first read src/app.py", f"never {real}")))
            clauses.append({"words": words, "quote": " ".join(real.split()), "source": passage.name})
        else:
            words = " ".join(draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=10)))
            quote = draw(st.sampled_from((real[:3], real.upper(), real[::-1], f"{real} more", "made up words")))
            clauses.append(
                {"words": words, "quote": quote, "source": draw(st.sampled_from((passage.name, "E1", "E9")))}
            )
    against = draw(st.lists(st.text(max_size=9), max_size=2))
    return passages, json.dumps({"schema": 1, "clauses": clauses, "against": against})


@settings(max_examples=300, deadline=None)
@given(answers())
def test_a_rule_that_is_shown_quotes_what_was_sent(case: tuple[tuple[Passage, ...], str]) -> None:
    """Each clause from the place it names, no word too many, no name from nowhere."""
    passages, answer = case
    made = checked(answer, passages, "A title", lambda names: KNOWN.intersection(names))
    if made.outcome is not DraftOutcome.RULE:
        assert made.rule == ""
        assert made.failures
        return
    texts_of = {one.locator: one.text for one in passages}
    assert made.clauses
    assert all(clause.quote.strip() and clause.quote in texts_of[clause.locator] for clause in made.clauses)
    assert len(made.rule.split()) <= MOST_WORDS
    quoted = " ".join(clause.quote for clause in made.clauses)
    assert all(name in KNOWN or name in quoted for name in code_names(made.rule))


@settings(max_examples=200, deadline=None)
@given(sent, st.text(max_size=300) | loose.map(json.dumps))
def test_no_answer_is_more_than_an_answer(passages: tuple[Passage, ...], answer: str) -> None:
    """Nothing is raised, and nothing but the two shapes becomes a draft."""
    made = checked(answer, passages, "A title", lambda names: names)
    assert made.outcome in (DraftOutcome.UNUSED, DraftOutcome.NONE)
    assert made.rule == ""
