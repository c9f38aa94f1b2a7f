"""Mining as dotagent does gives what dotagent gave, for every case of its golden file and its workspaces."""

import json
import os
import re
from pathlib import Path

import pytest

from dreamtui.mining.dotagent import LIMIT, mine_like_dotagent, newest_events
from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.model.mining.registry import RegistryEntry
from dreamtui.sources.events import EventStream
from dreamtui.text.dates import parse_now, parse_since
from dreamtui.text.ids import candidate_id

DATA = Path(os.environ.get("DREAMTUI_DATA") or Path(__file__).parents[3] / "shared" / "data") / "dotagent"
CASES = json.loads((DATA / "golden.json").read_text("utf-8")) if (DATA / "golden.json").is_file() else []
STAGES = sorted(DATA.glob("[0-9]-*")) if DATA.is_dir() else []
needs_data = pytest.mark.skipif(not CASES, reason="the shared data of dotagent is not there; set DREAMTUI_DATA")


def registry_of(text: str | None) -> list[RegistryEntry]:
    """The entries of a registry in the shapes the shared data has."""
    entries = []
    for part in re.split(r"^## ", text or "", flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        named = re.match(r"([A-Z]{2,8}-\d{1,5}): (.*)", heading)
        listed = re.search(r"^- \*\*Files?\*\*: (.*)$", body, re.MULTILINE)
        files = listed[1].split(", ") if listed else re.findall(r"`([^`]+)`", body)
        slug = re.sub(r"[^a-z0-9]+", "-", heading.lower())[:32]
        entries.append(RegistryEntry(named[1] if named else slug, named[2] if named else heading, tuple(files)))
    return entries


def lines_of(finding: Finding) -> list[str]:
    """Evidence as dotagent writes it."""
    return [f"- {piece.when[:10]} {piece.who}: {piece.quote[:80]}" for piece in finding.evidence]


def parts_of(text: str) -> tuple[str, dict[str, str], list[str]]:
    """Title, fields and evidence lines of a candidate file."""
    title = text.partition("\n")[0].partition(" — ")[2]
    fields = dict(re.findall(r"^- \*\*(\w+)\*\*: `?(.*?)`?$", text, re.MULTILINE))
    return title, fields, text.partition("## Evidence\n\n")[2].partition("\n\n## Status")[0].split("\n")


def agrees(finding: Finding, text: str) -> None:
    """A finding says what a candidate file says."""
    title, fields, evidence = parts_of(text)
    assert finding.title == title
    assert (finding.signal, str(finding.weight)) == (fields["kind"], fields["weight"])
    assert (", ".join(finding.actors) or "(none)") == fields["actors"]
    assert (", ".join(finding.files) or "(none)") == fields["files"]
    assert lines_of(finding) == evidence


@needs_data
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"seed{case['seed']}")
def test_every_golden_case(case: dict, tmp_path: Path) -> None:
    """Same signals in the same order, same ids, fields and evidence lines."""
    for name, text in case["events"].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    window = parse_since("30d", parse_now(case["now"]))
    settings = MineSettings(window.floor_iso, window.text, min_cluster_size=case["min_cluster_size"], compat=True)
    log = EventStream(tmp_path / ".agent/memory/episodic", tmp_path)
    found = mine_like_dotagent(log, registry_of(case["bug_registry"]), settings)
    printed = re.findall(r"^  · \[(\w+)\] (.*)$", case["stdout"], re.MULTILINE)
    assert [(finding.signal, finding.title) for finding in found] == printed
    ids = {f"{candidate_id(finding.signal, finding.subject)}.md": finding for finding in found}
    assert set(ids) == set(case["candidates"])
    for name, text in case["candidates"].items():
        agrees(ids[name], text)


@needs_data
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_every_stage(stage: Path) -> None:
    """Each candidate that lies in a stage is found again from its events."""
    registry = registry_of((stage / "docs/bug-registry.md").read_text("utf-8"))
    settings = MineSettings("2026-10-19T00:00:00Z", "30d", compat=True)
    log = EventStream(stage / ".agent/memory/episodic", stage)
    found = {candidate_id(f.signal, f.subject): f for f in mine_like_dotagent(log, registry, settings)}
    files = sorted((stage / ".agent/dream/candidates").glob("*.md"))
    assert files
    for path in files:
        agrees(found[path.stem], path.read_text("utf-8"))


def test_ids_are_dotagents() -> None:
    """The check values of dotagent's page."""
    known = {
        ("revert_cluster", ""): "c364bc702a",
        ("repeat_fix", "src/auth.py"): "7d78a69c60",
        ("frequent_failure", "ValueError"): "b19a188bd4",
        ("cross_actor_anti", "BUG-007"): "7d12055242",
        ("cross_actor_anti", "BUG-006"): "40a707e674",
        ("semantic_cluster", "0"): "bc75592182",
        ("semantic_cluster", "1"): "78e79b890b",
        ("semantic_cluster", "2"): "051fce2bf1",
    }
    assert {key: candidate_id(*key) for key in known} == known


def event(minute: int, summary: str = "x", session: str = "s") -> Event:
    """One event in a long row of them."""
    ts = f"2026-11-{1 + minute // 1440:02}T{minute // 60 % 24:02}:{minute % 60:02}:00Z"
    return Event(ts, "alice", "edit", summary, Locator(Where.FILE, "a.jsonl", minute + 1), session=session)


def test_only_the_newest_five_thousand() -> None:
    """Older ones are not looked at, whatever order they come in, and a repeated one counts once."""
    many = [event(minute) for minute in range(4 * LIMIT + 50)]
    for order in (many, many[::-1], many + many):
        newest = newest_events(order, "2026-11-01T00:00:00Z")
        assert [e.ts for e in newest] == [e.ts for e in many[: -LIMIT - 1 : -1]]


def test_an_error_named_three_times_counts_three_times() -> None:
    """dotagent counts occurrences, and repeats the line for each."""
    settings = MineSettings("2026-11-01T00:00:00Z", "30d", compat=True)
    (found,) = mine_like_dotagent([event(1, "KeyError KeyError KeyError")], [], settings)
    assert (found.title, found.actors, found.files) == ("`KeyError` appeared 3 times in last 30d", (), ())
    assert len(found.evidence) == 3
