"""What a machine can say of a brief: structure, length, claims, copies, recall; each with its line."""

from pathlib import Path

import pytest

from dreamtui.memory.claims import World, judge_all
from dreamtui.training.brief import Brief, parse
from dreamtui.training.checks import BriefCheck, BriefFinding, checked, claims_of
from dreamtui.training.earlier import EarlierBrief, Recall, copied, recalled

GOOD = (Path(__file__).parent / "briefs/gateway.md").read_text()


def of(text: str, check: BriefCheck, *earlier: EarlierBrief) -> list[BriefFinding]:
    """The findings of one check."""
    return [one for one in checked(parse(text), earlier) if one.check is check]


def lines(text: str, words: str) -> int:
    """The line some words stand in."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


def test_a_whole_brief_lacks_nothing() -> None:
    """Nothing fails, and what is to be known is only that there was nothing to recall."""
    assert [one for one in checked(parse(GOOD)) if one.fails] == []
    assert [one.said for one in checked(parse(GOOD))] == [
        "no accepted brief is there yet that the recall could be held against"
    ]


@pytest.mark.parametrize(
    ("old", "new", "said", "where"),
    [
        ("## Headline insight", "## Something", "there is no part “Headline insight”", ""),
        ("## Action items", "## Nothing", "there is no part “Action items”", ""),
        ("Batch jobs starve interactive calls because both draw from one token bucket.", "",
         "“Headline insight” is empty", "## Headline insight"),
        ("- Question for infrastructure: can the scheduler spread starts over ten minutes?\n", "",
         "there is no question for another vertical", "## Cross-vertical"),
        ("- Insight for infrastructure", "- Insight for gateway", "the vertical of the brief itself", "for gateway"),
        ("3. Access log of 3 November, `ops/incidents/2026-11-03.md`", "", "2 of at least 3 sources", "## Sources"),
        ("`ops/incidents/2026-11-03.md`", "`gateway/limits.py`", "the same source as in line", "3. Access log"),
        ("- A bad ratio", "And a bad ratio", "2 of 3 risks are named", "## Critical evaluation"),
        ("### Assumptions\n- Clients do not change the class within a session.\n", "", "no assumption is named",
         "## Critical evaluation"),
    ],
)  # fmt: skip
def test_what_is_missing_is_said_with_its_line(old: str, new: str, said: str, where: str) -> None:
    """Parts, the headline, the other vertical, sources, risks, assumptions."""
    assert old in GOOD
    text = GOOD.replace(old, new)
    found = [one for one in of(text, BriefCheck.STRUCTURE) if said in one.said and one.fails]
    assert [one.line for one in found] == [lines(text, where) if where else 0]


def test_the_line_in_which_it_gets_too_long() -> None:
    """Addresses count one word each."""
    assert of(GOOD + "https://example.org/" + "a-b/" * 900, BriefCheck.LENGTH) == []
    text = GOOD + "\n" + "one two three four\n" * 200
    (found,) = of(text, BriefCheck.LENGTH)
    assert "words; 800 end in this line" in found.said
    assert 60 < found.line < 250


def test_claims_are_held_against_the_repository() -> None:
    """What was deleted fails with its line, what was moved is to be known, and addresses of the web are no claims."""
    brief = parse(GOOD)
    names = {claim.name for claim in claims_of(brief)}
    assert {"gateway/limits.py", "gateway/auth.py", "ops/incidents/2026-11-03.md"} <= names
    assert not any("envoyproxy" in name for name in names)
    never = [one for one in _held(brief, World(tracked=frozenset({"a/b.py"}))) if "never was" in one.said]
    assert {one.line: one.fails for one in never} == {
        lines(GOOD, "`gateway/limits.py` keeps"): False,
        lines(GOOD, "`gateway/auth.py`"): False,
        lines(GOOD, "`ops/incidents"): True,
    }
    world = World(
        tracked=frozenset({"ops/incidents/2026-11-03.md", "gateway/token.py"}),
        deleted=frozenset({"gateway/limits.py", "gateway/auth.py"}),
        renamed={"gateway/auth.py": "gateway/token.py"},
    )
    found = _held(brief, world)
    gone = [one for one in found if "gateway/limits.py is not in the repository: deleted" in one.said]
    moved = [one for one in found if "gateway/auth.py is now gateway/token.py" in one.said]
    assert (gone[0].line, gone[0].fails) == (lines(GOOD, "`gateway/limits.py` keeps"), True)
    assert (moved[0].line, moved[0].fails) == (lines(GOOD, "`gateway/auth.py`"), False)


def _held(brief: Brief, world: World) -> list[BriefFinding]:
    """What is found of its claims in a repository."""
    claims = judge_all(claims_of(brief), world)
    return [one for one in checked(brief, claims=claims) if one.check is BriefCheck.CLAIMS]


EARLIER = EarlierBrief("b-0123456789", parse(GOOD))


def test_copied_text_is_named_with_both_lines() -> None:
    """Whole statements and half ones; a recall may repeat, and other words for the same are nobody's copy."""
    text = (
        "# [Gateway] Training Brief -- Cycle 6 (Framework development)\n## Retrieval check\n"
        "1. Batch jobs starve interactive calls because both draw from one token bucket.\n## Research\n"
        "Two buckets need twice the memory in Redis when keys are many. And so on.\n\n"
        "Exports and people should not share a bucket.\n"
    )
    (found,) = of(text, BriefCheck.COPIED, EARLIER)
    assert found.line == lines(text, "Two buckets")
    assert f"stands in b-0123456789, line {lines(GOOD, 'Two buckets')}" in found.said
    assert len(copied(parse(GOOD), [EARLIER])) > 10


RECALL = """# [Gateway] Training Brief -- Cycle 6 (Framework development)
## Retrieval check
1. Batch jobs starve interactive calls, since they draw from one bucket.
2. On 3 November 112 of 240 rejected calls were interactive.
3. Kafka was replaced with a faster queue.
- Recommendation: split the bucket behind a flag by class.
- Open question: can the scheduler spread the starts?
"""


def test_what_was_recalled_is_held_against_the_accepted_briefs() -> None:
    """Rightly in other words, wrongly with another figure, and what no brief ever said."""
    found = recalled(parse(RECALL), [EARLIER])
    assert [one.recall for one in found] == [
        Recall.RIGHT, Recall.WRONG, Recall.UNKNOWN, Recall.RIGHT, Recall.RIGHT,
    ]  # fmt: skip
    assert found[1].why == "3, 112, 240 here, 3, 212, 240, 3 there"
    told = of(RECALL, BriefCheck.RETRIEVAL, EARLIER)
    assert [(one.line, one.fails) for one in told] == [(3, False), (4, True), (5, True), (6, False), (7, False)]
    assert f"b-0123456789, line {lines(GOOD, 'Batch jobs starve')}" in told[0].said


def test_a_headline_that_nobody_recalls_is_named() -> None:
    """Not recalled at all, with where it stands."""
    text = "# T\n## Retrieval check\n1. Nothing much.\n"
    (last,) = [one for one in recalled(parse(text), [EARLIER]) if one.recall is Recall.MISSING]
    assert last.earlier is not None and last.earlier.text.startswith("Batch jobs starve")
    assert any("not recalled at all" in one.said and one.line == 2 for one in of(text, BriefCheck.RETRIEVAL, EARLIER))


def test_a_denial_is_recalled_wrongly() -> None:
    """The same words with a not."""
    text = "# T\n## Retrieval check\n1. Clients do change the class within a session.\n"
    (first, *_) = recalled(parse(text), [EARLIER])
    assert (first.recall, first.why) == (Recall.WRONG, "one of them denies it")
