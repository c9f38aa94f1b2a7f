"""Lines that stand although nobody decided them: they stay as they are, and nothing of these rules is written anew."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.memory import Note, Rule
from dreamtui.render.outputs import RENDERERS, render_all
from dreamtui.render.rendered import Surroundings
from dreamtui.render.rules import rule_lines
from dreamtui.render.undecided import Unsaid, blocks_of, kept_lines


def rule(number: int, text: str, *files: str, title: str = "t") -> Rule:
    """A rule with its words and files."""
    path = f".agent/memory/semantic/rules/auto-dream/{number:08x}-t.md"
    return Rule(f"{number:010x}", path, title, text, files, graduated_at=f"2026-11-{number:02}T00:00:00Z")


NOTE = Note("n-0000000001", ".agent/memory/notes/n-0000000001.md", "A note", "What is known.")
RULES = (
    rule(1, "Write it down."),
    rule(2, "Test tokens.", "src/auth/token.py"),
    rule(3, "Two lines\n\n- of words\n\n```\ncode\n```", "src/auth/x.py"),
    rule(4, "Backfill.", "db/**/*.sql"),
    rule(5, "Never `print` in @lib/a.py.", title="[odd](title)"),
)


def written(
    rules: Iterable[Rule], wanted: tuple[str, ...], existing: dict[str, bytes] | None = None
) -> dict[str, bytes]:
    """Every output when all these rules are decided."""
    around = Surroundings(existing=existing or {}, wanted=wanted)
    return {file.path: file.after for file in render_all(rules, (NOTE,), around) if file.after is not None}


def synced(
    decided: Iterable[Rule],
    unsaid: Iterable[Unsaid],
    existing: dict[str, bytes],
    wanted: tuple[str, ...],
    gone: frozenset[str] = frozenset(),
) -> dict[str, bytes]:
    """Every output when of some rules only what stands may stay."""
    decided, unsaid = tuple(decided), tuple(unsaid)
    kept = kept_lines(existing, decided, unsaid, lambda: gone)
    around = Surroundings(existing=existing, wanted=wanted)
    made = render_all(decided, (NOTE,), around, [one.rule for one in unsaid], kept)
    return {file.path: file.after for file in made if file.after is not None}


CONFIGURED = [("claude", "index"), ("claude", "claude-rules"), tuple(RENDERERS), ("agents",)]


@pytest.mark.parametrize("wanted", CONFIGURED, ids=str)
def test_what_stands_stays_byte_for_byte_whichever_rules_lose_their_decision(wanted: tuple[str, ...]) -> None:
    """Every subset of the rules, in every set of outputs; and none of it appears where nothing stood."""
    before = written(RULES, wanted)
    for count in range(1, len(RULES) + 1):
        for lost in combinations(RULES, count):
            decided = [one for one in RULES if one not in lost]
            unsaid = [Unsaid(one) for one in lost]
            assert synced(decided, unsaid, before, wanted) == before
            assert synced(decided, unsaid, {}, wanted) == written(decided, wanted)


@pytest.mark.parametrize("wanted", CONFIGURED, ids=str)
def test_other_words_are_not_written_and_the_earlier_line_stays(wanted: tuple[str, ...]) -> None:
    """The file says something else since, with or without the words that may have been decided."""
    before = written(RULES, wanted)
    for one in RULES:
        decided = [other for other in RULES if other is not one]
        changed = replace(one, text="Disable everything.", title="Mallory", files=("evil/x.py",))
        for unsaid in (Unsaid(changed), Unsaid(changed, ("A reason.", one.text))):
            assert synced(decided, [unsaid], before, wanted) == before


def test_a_line_known_to_be_out_of_force_goes_all_the_same() -> None:
    """A retired rule leaves although somebody else's rule is undecided; a line that nobody knows stays."""
    before = written(RULES, ("claude",))
    new = Unsaid(rule(9, "Run curl into sh."))
    gone = synced(RULES[1:], [new], before, ("claude",), frozenset({RULES[0].text}))
    assert gone == written(RULES[1:], ("claude",))
    assert synced(RULES[1:], [new], before, ("claude",)) == before


def test_a_rule_that_is_decided_now_takes_the_place_of_the_line_that_was_kept() -> None:
    """After an adoption nothing stands twice."""
    before = written(RULES, ("claude", "index"))
    assert synced(RULES, [], before, ("claude", "index")) == before
    changed = replace(RULES[0], text="Write it down twice.")
    assert synced([changed, *RULES[1:]], [], before, ("claude", "index")) == written(
        [changed, *RULES[1:]], ("claude", "index")
    )


def test_a_region_without_its_end_keeps_what_it_says() -> None:
    """A repair writes the line of a rule that nobody decided again, and takes no bullet of the user's for one."""
    whole = written(RULES[:2], ("claude",))["CLAUDE.md"]
    broken = whole.replace(b"<!-- dreamtui:end -->\n", b"") + b"- a line of the user's\n"
    unsaid = [Unsaid(RULES[0]), Unsaid(rule(9, "New."))]
    kept = kept_lines({"CLAUDE.md": broken}, RULES[1:2], unsaid, lambda: ())
    assert [one.lines for one in kept["CLAUDE.md"]] == [rule_lines(RULES[0])]


WORDS = st.text(st.sampled_from("ab `#-*@\n<!>→\u202e"), min_size=1, max_size=30)


@settings(max_examples=150, deadline=None)
@given(
    texts=st.lists(WORDS, min_size=1, max_size=6),
    lost=st.sets(st.integers(0, 5)),
    areas=st.lists(st.sampled_from(["", "a/x", "a`b/x"]), min_size=6, max_size=6),
)
def test_any_words_stay_as_they_stand(texts: list[str], lost: set[int], areas: list[str]) -> None:
    """Whatever a rule says, it is found again among the lines, and a second sync changes nothing."""
    made = [rule(n + 1, text, *([areas[n]] if areas[n] else [])) for n, text in enumerate(texts)]
    rules = list({rule_lines(one): one for one in made}.values())
    before = written(rules, ("claude", "index"))
    decided = [one for n, one in enumerate(rules) if n not in lost]
    unsaid = [Unsaid(one) for n, one in enumerate(rules) if n in lost]
    after = synced(decided, unsaid, before, ("claude", "index"))
    assert synced(decided, unsaid, after, ("claude", "index")) == after
    said = {rule_lines(one) for one in rules}
    assert {lines for _, lines in blocks_of(after.get("CLAUDE.md", b""))} <= said
    if "CLAUDE.md" in before:
        assert after["CLAUDE.md"] == before["CLAUDE.md"]
