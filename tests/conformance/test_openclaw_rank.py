"""Every ranking of OpenClaw's own code: the same candidates, in the same order, with the same figures."""

import json
from dataclasses import replace
from typing import Any

import pytest
from openclaw_data import PROFILE, cases, loaded, settle, unclaimed

from dreamtui.openclaw import recall_store
from dreamtui.openclaw.js import iso_ms
from dreamtui.openclaw.scoring.profiles import PROFILES
from dreamtui.openclaw.scoring.recall_entries import Ranking, entries_of
from dreamtui.openclaw.scoring.score import rank, rules

TOLERANCE = 1e-9
RANKS = [(case, version) for case in cases("rank_cases") for version in case["expected"]]


def ranking(store: Any, phases: Any, options: dict[str, Any], version: str, now_ms: int) -> Ranking:
    """The ranking of a store with the options of a case."""
    profile = PROFILES[PROFILE[version]]
    known = profile.thresholds
    thresholds = replace(
        known,
        min_score=options.get("minScore", known.min_score),
        min_recalls=options.get("minRecallCount", known.min_recalls),
        min_queries=options.get("minUniqueQueries", known.min_queries),
        limit=options.get("limit"),
        max_age_days=options.get("maxAgeDays"),
        half_life_days=options.get("recencyHalfLifeDays", known.half_life_days),
    )
    weights = options.get("weights") if version != "v5" else None
    by = replace(
        rules(profile, thresholds, now_ms, weights),
        phases=recall_store.parse_phases(json.dumps(phases).encode()),
        include_promoted=bool(options.get("includePromoted")),
    )
    return rank(entries_of(recall_store.parse(json.dumps(store).encode()), profile, iso_ms(now_ms)), by)


def figures(found: Ranking) -> list[dict[str, Any]]:
    """Candidates as the cases name their figures."""
    return [
        {
            "key": one.entry.key,
            "path": one.entry.path,
            "startLine": one.entry.start,
            "endLine": one.entry.end,
            "snippet": one.entry.snippet,
            "recallCount": one.entry.recalls,
            "dailyCount": one.entry.daily,
            "groundedCount": one.entry.grounded,
            "signalCount": one.signals,
            "avgScore": one.average,
            "maxScore": one.entry.max_score,
            "ageDays": one.age_days,
            "score": one.score,
            "recallDays": list(one.entry.days),
            "conceptTags": list(one.tags),
            **one.components._asdict(),
        }
        for one in found.candidates
    ]


def compared(got: list[dict[str, Any]], wanted: list[dict[str, Any]]) -> list[str]:
    """What differs, a sentence each; floats within the tolerance are equal."""
    keys = [one["key"] for one in got], [one["key"] for one in wanted]
    if keys[0] != keys[1]:
        return [f"candidates {keys[0]} instead of {keys[1]}"]
    said = []
    for mine, theirs in zip(got, wanted, strict=True):
        for name, value in {**theirs, **theirs["components"]}.items():
            if name not in mine:
                continue
            close = isinstance(value, float | int) and abs(mine[name] - value) <= TOLERANCE
            if not close and mine[name] != value:
                said.append(f"{theirs['key']} {name}: {mine[name]!r} instead of {value!r}")
    return said


@pytest.mark.parametrize(("case", "version"), RANKS, ids=[f"{case['id']}-{version}" for case, version in RANKS])
def test_ranking(case: dict[str, Any], version: str) -> None:
    """Order, scores, components and tags of one store."""
    expected = case["expected"][version]
    wanted = expected["candidates"] if isinstance(expected, dict) else expected
    found = ranking(case["store"], case["phaseSignals"], case["options"], version, case["nowMs"])
    said = compared(figures(found), wanted)
    if isinstance(expected, dict):
        dropped = [{"key": one.key, "reason": one.reason, "detail": one.detail} for one in found.excluded]
        said += [] if dropped == expected["exclusions"] else [f"exclusions {dropped}"]
    settle(said, unclaimed(version, case["store"]), f"{case['id']} {version}")


def test_every_entry_is_a_candidate_or_named() -> None:
    """Nothing is dropped in silence, whatever the version."""
    loaded("golden.json")
    for case, version in RANKS:
        found = ranking(case["store"], case["phaseSignals"], case["options"], version, case["nowMs"])
        assert found.considered == len(found.candidates) + len(found.excluded) + len(found.held_back)


@pytest.mark.parametrize("case", cases("error_cases"), ids=lambda case: case["id"])
def test_malformed_stores(case: dict[str, Any]) -> None:
    """What is no JSON is an error in one sentence; what is no object has no entries."""
    from dreamtui.model.errors import Refused

    for version, expected in case["expected"].items():
        if "error" in expected:
            with pytest.raises(Refused, match="not valid JSON"):
                recall_store.parse(case["raw"].encode())
        else:
            entries = entries_of(recall_store.parse(case["raw"].encode()), PROFILES[PROFILE[version]], iso_ms(0))
            assert len(entries) == expected["ok"]
