"""OpenClaw's smaller rules: paths, tags, contamination, configuration, chat command, budget, and recording."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openclaw_data import PROFILE, cases, has_cjk, loaded, settle

from dreamtui.compose import open_desk
from dreamtui.desk.desk import Desk
from dreamtui.openclaw import kind, recall_store
from dreamtui.openclaw.js import iso_ms
from dreamtui.openclaw.memory_file import fit
from dreamtui.openclaw.recording import counted, entry_key, hit_of, record_hits
from dreamtui.openclaw.recording import record as recorded
from dreamtui.openclaw.scoring.contamination import is_contaminated
from dreamtui.openclaw.scoring.profiles import PROFILES
from dreamtui.openclaw.scoring.recall_entries import RawStore, entries_of, is_short_term
from dreamtui.openclaw.scoring.tags import concept_tags
from dreamtui.openclaw.settings import command_text, resolve

TAGS = [(case, version) for case in cases("concept_tag_cases") for version in case["expected"]]


@pytest.mark.parametrize("case", cases("path_cases"), ids=lambda case: case["path"])
def test_short_term_paths(case: dict[str, Any]) -> None:
    """Which paths are short-term memory, by version."""
    versions = [version for version in PROFILE if version in case]
    found = {v: is_short_term(case["path"], nested=PROFILES[PROFILE[v]].nested_paths) for v in versions}
    assert found == {version: case[version] for version in versions}


@pytest.mark.parametrize(("case", "version"), TAGS, ids=[f"{n}-{version}" for n, (_, version) in enumerate(TAGS)])
def test_concept_tags(case: dict[str, Any], version: str) -> None:
    """The tags of a snippet, in order."""
    found, wanted = (
        list(concept_tags(case["path"], case["snippet"], PROFILES[PROFILE[version]].tags)),
        case["expected"][version],
    )
    said = [] if found == wanted else [f"{found} instead of {wanted}"]
    reason = "Chinese, Japanese or Thai text, which needs a dictionary" if has_cjk(case["snippet"]) else ""
    settle(said, reason, case["snippet"])


@pytest.mark.parametrize("case", cases("contamination_cases"), ids=lambda case: case["snippet"][:30] or "empty")
def test_contamination(case: dict[str, Any]) -> None:
    """Which snippets are machinery; those of v5 are transcribed, and equal."""
    found = {
        "v4": is_contaminated(case["snippet"], "v4"),
        "v4_corpus": is_contaminated(case["snippet"], "v4", corpus=True),
        "v5": is_contaminated(case["snippet"], "v5"),
    }
    assert found == {name: case[name] for name in found}


@pytest.mark.parametrize("case", cases("config_cases"), ids=lambda case: json.dumps(case["dreaming"]))
def test_configuration(case: dict[str, Any]) -> None:
    """What a configuration means, invalid values included."""
    found = resolve(case["dreaming"])
    values = {
        "enabled": found.enabled,
        "cron": found.cron,
        "limit": found.thresholds.limit,
        "minScore": found.thresholds.min_score,
        "minRecallCount": found.thresholds.min_recalls,
        "minUniqueQueries": found.thresholds.min_queries,
        **({"timezone": found.timezone} if found.timezone else {}),
    }
    assert values == case["v1"]


@pytest.mark.parametrize("case", cases("command_cases"), ids=lambda case: case["args"] or "nothing")
def test_mode_command(case: dict[str, Any]) -> None:
    """The words of the chat command, with the configuration that holds after it."""
    after = case["configAfter"]["plugins"]["entries"]["memory-core"]["config"]["dreaming"]
    assert command_text(case["args"], resolve(after)) == case["text"]


@pytest.mark.parametrize("case", cases("budget_cases"), ids=lambda case: str(case["budgetChars"]))
def test_budget(case: dict[str, Any]) -> None:
    """Which sections would have to go for a new one."""
    found = fit(case["existingMemory"], case["newSection"], case["budgetChars"])
    assert {"compacted": found.memory, "droppedDates": list(found.dropped)} == case["v4"]


RECORDS = [
    (case, version)
    for case in cases("record_cases")
    for version in case["expected"]
    if not version.endswith("_rawFile")
]


@pytest.mark.parametrize(("case", "version"), RECORDS, ids=[f"{c['id']}-{v}" for c, v in RECORDS])
def test_recorded_entries(case: dict[str, Any], version: str) -> None:
    """What a search adds to the store, by version."""
    profile = PROFILES[PROFILE[version]]
    entries: dict[str, Any] = {}
    updated = ""
    for call in case["calls"]:
        if not call["query"].strip():
            continue
        now_ms = case["nowMs"] + call["t"]
        updated = iso_ms(now_ms)
        for hit in counted(filter(None, map(hit_of, call["results"])), profile):
            key = entry_key(hit)
            entry = recorded(entries.get(key), hit, call["query"], profile, now_ms, updated, updated[:10])
            assert entry is not None
            entries[key] = entry
    wanted = case["expected"][version]
    if wanted is None or not wanted["entries"]:
        assert entries == {}
    else:
        assert (updated, entries) == (wanted["updatedAt"], wanted["entries"])
        assert [list(entry) for entry in entries.values()] == [list(entry) for entry in wanted["entries"].values()]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """An empty workspace with a home of its own."""
    (tmp_path / "work").mkdir()
    yield tmp_path / "work"


def desk_at(folder: Path, now_ms: int) -> Desk:
    """A desk at a time."""
    env = {"HOME": str(folder.parent), "DREAMTUI_NOW": iso_ms(now_ms), "DREAMTUI_ACTOR": "alice"}
    return open_desk(folder, env)


@pytest.mark.parametrize("case", cases("record_cases"), ids=lambda case: case["id"])
@pytest.mark.parametrize("version", ["v1", "v2", "v3"])
def test_recorded_file(case: dict[str, Any], version: str, folder: Path) -> None:
    """The store's bytes after each search of a case, written through the one door."""
    for call in case["calls"]:
        record_hits(desk_at(folder, case["nowMs"] + call["t"]), call["query"], call["results"], PROFILE[version])
    path = folder / kind.STORE
    wanted = case["expected"][version]
    if wanted is None:
        assert not path.exists()
        return
    raw = case["expected"].get(f"{version}_rawFile")
    assert path.read_bytes() == (raw.encode() if raw else recall_store.dump(wanted["entries"], wanted["updatedAt"]))


def vectors(version: str) -> list[Any]:
    """Cases of upstream's own tests that record and then rank."""
    return [
        case for case in loaded("vectors.json")["vectors"] if case["version"] == version and "calls" in case["input"]
    ]


@pytest.mark.parametrize("version", ["v1", "v2", "v3"])
def test_upstream_vectors(version: str) -> None:
    """Searches recorded and ranked as upstream's tests do: the scores that the real code gave."""
    from test_openclaw_rank import TOLERANCE, ranking

    profile = PROFILES[PROFILE[version]]
    for case in vectors(version):
        entries: dict[str, Any] = {}
        for call in case["input"]["calls"]:
            now = iso_ms(call["nowMs"])
            for hit in counted(filter(None, map(hit_of, call["results"])), profile):
                key = entry_key(hit)
                entries[key] = recorded(entries.get(key), hit, call["query"], profile, call["nowMs"], now, now[:10])
        options = case["input"]["rank"]
        found = ranking({"entries": entries}, None, _ranked(options), version, options["nowMs"])
        output = case["real_output"]
        ranked = output if isinstance(output, list) else output.get("baseline", output.get("ranked"))
        if ranked is None:
            assert len(found.candidates) == output["length"], case["id"]
            continue
        assert [one.entry.key for one in found.candidates] == [one["key"] for one in ranked], case["id"]
        for mine, theirs in zip(found.candidates, ranked, strict=True):
            assert abs(mine.score - theirs["score"]) <= TOLERANCE, case["id"]


def _ranked(options: dict[str, Any]) -> dict[str, Any]:
    """Options without the values that count as not given."""
    return {name: value for name, value in options.items() if name == "nowMs" or value >= 0}


def test_v4_drops_contaminated_entries_at_read() -> None:
    """An entry that the machinery wrote is named as such, and never a candidate."""
    from dreamtui.openclaw.scoring.score import rank, rules

    raw = {
        "memory:memory/2026-04-15.md:1:1": {
            "path": "memory/2026-04-15.md", "startLine": 1, "endLine": 1, "source": "memory", "recallCount": 9,
            "totalScore": 9.0, "snippet": "assistant: ok", "queryHashes": ["a", "b", "c"],
            "lastRecalledAt": "2026-04-15T00:00:00.000Z",
        }
    }  # fmt: skip
    profile = PROFILES["openclaw"]
    entries = entries_of(RawStore(raw), profile, iso_ms(0))
    found = rank(entries, rules(profile, profile.thresholds, 1776686400000))
    assert [one.reason for one in found.excluded] == ["contamination"]
