"""Promotion rules beyond OpenClaw's own cases: junk, relocation, explanations, cadences, moving thresholds."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.errors import Usage
from dreamtui.openclaw.js import epoch_ms
from dreamtui.openclaw.scoring.contamination import junk_flags
from dreamtui.openclaw.scoring.locate import DailyNote, LocatedSnippet, locate
from dreamtui.openclaw.scoring.profiles import PROFILES, weights_of
from dreamtui.openclaw.scoring.recall_entries import PhaseHits, RawStore, RecallEntry, Thresholds, entries_of
from dreamtui.openclaw.scoring.score import Rules, collation_key, explain, rank, rules, survey, would_pass
from dreamtui.openclaw.settings import next_run, resolve, zone_named

NOW = epoch_ms(datetime(2026, 11, 18, 9, 0, tzinfo=UTC))


def entry(number: int = 1, **changes: object) -> RecallEntry:
    """A recall that passes every gate, with some members changed."""
    raw: dict[str, object] = {
        "path": f"memory/2026-11-{number:02}.md", "startLine": 1, "endLine": 2, "source": "memory",
        "snippet": "The gateway listens on the loopback only.", "recallCount": 6, "totalScore": 5.6, "maxScore": 0.98,
        "lastRecalledAt": "2026-11-17T09:00:00.000Z", "queryHashes": ["a", "b", "c", "d"],
        "recallDays": ["2026-11-15", "2026-11-17"], "conceptTags": ["gateway", "loopback"],
    }  # fmt: skip
    [found] = entries_of(RawStore({f"key {number}": {**raw, **changes}}), PROFILES["openclaw"], "")
    return found


def by(**changes: object) -> Rules:
    """The rules of the default profile."""
    profile = PROFILES["openclaw"]
    return replace(rules(profile, profile.thresholds, NOW), **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("snippet", "flags"),
    [
        ("The gateway listens on the loopback only.", ()),
        ("- Prefers short answers in metric units", ()),
        ("バックアップはS3 Glacierへ移動", ()),
        ("Use pytest -x to stop at the first failure.", ()),
        ("git push --force-with-lease origin main", ("code",)),
        ("const total = items.reduce((a, b) => a + b);", ("code",)),
        ("because the pool was exhausted", ("fragment",)),
        ("The deploy failed and", ("fragment",)),
        ("ok", ("fragment",)),
        ("Candidate: x confidence: 0.62 evidence: memory/x status: staged", ("metadata",)),
        ("Router moved [score=0.812 recalls=3 avg=0.910 source=memory/x:1-2]", ("metadata",)),
        ("2026-11-17T09:00:00Z ERROR pool exhausted", ("log",)),
        ("build stopped with exit code 3", ("log",)),
        ("The key is ghp_abcdefghijklmnopqrstuvwxyz0123456789 for now", ("secret",)),
    ],
)
def test_junk_is_flagged(snippet: str, flags: tuple[str, ...]) -> None:
    """Code, half sentences, metadata, logs and secrets are named; good sentences are not."""
    assert junk_flags(snippet) == flags


NOTE = DailyNote(
    "# 2026-11-17\n\n## Network\n- The gateway listens on the loopback\n- It restarts nightly\n\n"
    "<!-- openclaw:dreaming:light:start -->\n- Staged words\n<!-- openclaw:dreaming:light:end -->\n\nLast line here.\n"
)


@pytest.mark.parametrize(
    ("snippet", "start", "end", "place"),
    [
        ("- The gateway listens on the loopback", 4, 4, (LocatedSnippet.HERE, 4, 4)),
        ("- The gateway listens on the loopback", 9, 9, (LocatedSnippet.MOVED, 4, 4)),
        ("The gateway listens on the loopback", 4, 4, (LocatedSnippet.MOVED, 4, 4)),
        ("Network: The gateway listens on the loopback; It restarts nightly", 4, 5, (LocatedSnippet.MOVED, 4, 5)),
        ("restarts nightly", 1, 1, (LocatedSnippet.MOVED, 1, 5)),
        ("Staged words", 8, 8, (LocatedSnippet.MANAGED, 0, 0)),
        ("Nothing like it", 4, 4, (LocatedSnippet.GONE, 0, 0)),
        ("", 11, 11, (LocatedSnippet.HERE, 11, 11)),
        ("", 50, 51, (LocatedSnippet.GONE, 0, 0)),
    ],
)
def test_snippets_are_found_again(snippet: str, start: int, end: int, place: tuple[LocatedSnippet, int, int]) -> None:
    """Where they stood, elsewhere, under a heading, or not at all; never in a block the dreaming wrote."""
    found = locate(NOTE, snippet, start, end)
    assert (found.found, found.start, found.end) == place


def test_a_note_that_is_gone_holds_nothing() -> None:
    """No note, no place."""
    assert locate(None, "x", 1, 1).found is LocatedSnippet.GONE


@pytest.mark.parametrize(
    ("change", "reason", "detail", "needed"),
    [
        ({"recallCount": 1, "totalScore": 0.9}, "signal threshold", "1 < 3", "2 more signals"),
        ({"queryHashes": ["a"], "recallDays": []}, "query threshold", "1 < 3", "2 more different queries"),
        ({"lastRecalledAt": "2026-10-16T09:00:00.000Z"}, "age threshold", "33.0d > 30d", "a new recall"),
        ({"totalScore": 2.4}, "score threshold", "0.634 < 0.75", ""),
        ({"promotedAt": "2026-11-01T00:00:00.000Z"}, "already promoted", "2026-11-01T00:00:00.000Z", ""),
        ({"path": "notes/2026-11-17.md"}, "path", "notes/2026-11-17.md", ""),
        ({"provenance": {"originClass": "untrusted"}}, "origin", "untrusted", ""),
        ({"provenance": {"originClass": "made up"}}, "origin", "untrusted", ""),
    ],
)
def test_each_exclusion_has_its_figures(change: dict[str, object], reason: str, detail: str, needed: str) -> None:
    """The first gate that drops an entry names itself; the explanation says what would help."""
    one = entry(**change)
    [dropped] = rank([one], by()).excluded
    assert (dropped.reason, dropped.detail) == (reason, detail)
    told = explain(one, by())
    failed = next(gate for gate in told.gates if not gate.passes)
    assert (failed.name, failed.detail) == (reason, detail)
    assert failed.needed == needed or (not needed and reason == "score threshold")
    assert not told.passes


def test_an_explanation_adds_up() -> None:
    """What the components and phases add is the score, and a candidate passes every gate."""
    hits = {"key 1": PhaseHits(3, 2, "2026-11-17T09:00:00.000Z", "2026-11-16T09:00:00.000Z")}
    told = explain(entry(), by(phases=hits))
    assert told.passes
    assert abs(sum(adds for _, _, adds in told.contributions) - told.score) < 1e-12
    [one] = rank([entry()], by(phases=hits)).candidates
    assert (one.score, one.components) == (told.score, told.components)


entries = st.lists(
    st.builds(
        entry,
        number=st.integers(1, 28),
        recallCount=st.integers(0, 20),
        totalScore=st.floats(0, 20),
        queryHashes=st.lists(st.sampled_from("abcdefgh"), max_size=8),
        lastRecalledAt=st.sampled_from(
            ["2026-11-18T08:00:00.000Z", "2026-10-30T08:00:00.000Z", "2026-09-01", "no date"]
        ),
    ),
    max_size=12,
)
limits = st.builds(
    Thresholds,
    min_score=st.floats(0, 1),
    min_recalls=st.integers(0, 8),
    min_queries=st.integers(0, 6),
    max_age_days=st.none() | st.integers(0, 60),
)


@given(entries, limits)
@settings(max_examples=60, deadline=None)
def test_moving_thresholds_says_what_a_ranking_would(found: list[RecallEntry], needed: Thresholds) -> None:
    """A survey scored once gives, for any thresholds, the candidates of a ranking with them."""
    ranked = rank(found, by(thresholds=needed))
    surveyed = [one for one in survey(found, by()) if would_pass(one, needed)]
    assert sorted(one.entry for one in surveyed) == sorted(one.entry for one in ranked.candidates)
    assert ranked.considered == len(ranked.candidates) + len(ranked.excluded)


@given(entries, st.randoms())
@settings(max_examples=40, deadline=None)
def test_order_of_the_store_decides_only_ties(found: list[RecallEntry], dice: object) -> None:
    """Scores and recalls come first, whatever the order of the store."""
    shuffled = list(found)
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    one, two = (
        [(c.score, c.entry.recalls, c.entry.path) for c in rank(some, by()).candidates] for some in (found, shuffled)
    )
    assert one == two
    assert one == sorted(one, key=lambda c: (-c[0], -c[1], collation_key(c[2])))


@given(st.dictionaries(st.sampled_from(["frequency", "relevance", "recency", "nonsense"]), st.floats(-5, 5)))
def test_weights_sum_to_one(given_weights: dict[str, float]) -> None:
    """Whatever is given, negatives included."""
    found = weights_of(PROFILES["openclaw"], given_weights)
    values = [found.frequency, found.relevance, found.diversity, found.recency, found.consolidation, found.conceptual]
    assert min(values) >= 0
    assert abs(sum(values) - 1) < 1e-9


@pytest.mark.parametrize(
    ("cron", "zone", "due"),
    [
        ("0 3 * * *", "", "2026-11-19T03:00:00+00:00"),
        ("0 */6 * * *", "", "2026-11-18T12:00:00+00:00"),
        ("0 */12 * * *", "", "2026-11-18T12:00:00+00:00"),
        ("0 3 * * *", "Europe/Berlin", "2026-11-19T03:00:00+01:00"),
        ("30 9 * * 1-5", "", "2026-11-18T09:30:00+00:00"),
        ("0 0 1,15 * *", "", "2026-12-01T00:00:00+00:00"),
        ("0 0 13 * 5", "", "2026-11-20T00:00:00+00:00"),
        ("0 0 29 2 *", "", "2028-02-29T00:00:00+00:00"),
    ],
)
def test_next_run(cron: str, zone: str, due: str) -> None:
    """When a cadence is due next, in its zone; day of month and of week are alternatives, as cron has it."""
    found = next_run(cron, datetime(2026, 11, 18, 9, 0, tzinfo=UTC), zone_named(zone))
    assert found is not None
    assert found.isoformat() == due


@pytest.mark.parametrize("cron", ["", "0 3 * *", "60 * * * *", "x * * * *", "5-1 * * * *", "* * * * * *"])
def test_wrong_cadence_is_a_usage_error(cron: str) -> None:
    """It is named."""
    with pytest.raises(Usage, match="cron expression"):
        next_run(cron, datetime(2026, 11, 18, tzinfo=UTC), UTC)


def test_newer_configuration_has_thresholds_under_deep() -> None:
    """On or off instead of modes; a zone of the user stands in."""
    found = resolve({"enabled": True, "phases": {"deep": {"minScore": 0.6, "maxAgeDays": 7}}}, None, "Europe/Berlin")
    assert (found.mode, found.timezone, found.thresholds.min_score, found.thresholds.max_age_days) == (
        "on", "Europe/Berlin", 0.6, 7,
    )  # fmt: skip
    assert not resolve({"enabled": False}).enabled


def test_paths_in_the_order_of_locale_compare() -> None:
    """Punctuation, digits, letters; lower case before upper case, which comes after everything else."""
    listed = ["memory/B.md", "memory/a.md", "memory/A.md", "memory/1.md", "memory/_x.md", "memory/é.md", "memory/f.md"]
    assert sorted(listed, key=collation_key) == [
        "memory/_x.md", "memory/1.md", "memory/a.md", "memory/A.md", "memory/B.md", "memory/é.md", "memory/f.md",
    ]  # fmt: skip
