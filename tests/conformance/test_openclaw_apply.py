"""Promotions applied in a real workspace: MEMORY.md and the store are what OpenClaw's own code made of them."""

import json
from pathlib import Path
from typing import Any

import pytest
from openclaw_data import PROFILE, cases, settle, unclaimed
from test_openclaw_rules import desk_at

from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.openclaw import kind, promote, recall_store
from dreamtui.openclaw.promotion import promotion_id
from dreamtui.openclaw.recalls import Recalls
from dreamtui.openclaw.settings import PromotionOptions

REASON = "Three sessions asked for exactly this because the note is hard to find; keep it at hand."
APPLIES = [(case, version) for case in cases("apply_cases") for version in case["expected"]]
IDS = [f"{case['id']}-{version}" for case, version in APPLIES]


def laid_out(case: dict[str, Any], root: Path) -> None:
    """The files of a case."""
    root.mkdir(parents=True)
    for name, text in case["files"].items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    store = root / kind.STORE
    store.parent.mkdir(parents=True, exist_ok=True)
    store.write_bytes(recall_store.dump(case["store"]["entries"], case["store"]["updatedAt"]))
    zone = case["options"].get("timezone")
    if zone:
        dreaming = {"enabled": True, "timezone": zone, "phases": {"deep": {}}}
        config = {"plugins": {"entries": {"memory-core": {"config": {"dreaming": dreaming}}}}}
        (root / "openclaw.json").write_text(json.dumps(config))


def asked(desk: Desk, version: str) -> Recalls:
    """A ranking as the case was made with: no limit of age."""
    return Recalls(desk, PromotionOptions(PROFILE[version], max_age_days=100_000))


def outcome(case: dict[str, Any], version: str, root: Path) -> dict[str, Any]:
    """What applying does, in the words of the cases."""
    desk = desk_at(root, case["nowMs"])
    before = (root / kind.STORE).read_bytes()
    found = asked(desk, version)
    ranked = len(found.ranking.candidates)
    done = promote.apply(found, REASON)
    keys = [decision.fingerprint.partition(":")[2] for decision in done.decisions]
    entries = json.loads((root / kind.STORE).read_bytes())["entries"]
    again = promote.apply(asked(desk_at(root, case["nowMs"]), version), REASON + " Again.")
    memory = root / kind.MEMORY
    if not done.decisions:
        assert (root / kind.STORE).read_bytes() == before
    return {
        "ranked": ranked,
        "appliedKeys": keys,
        "appliedLines": [[entries[key]["startLine"], entries[key]["endLine"]] for key in keys],
        "secondApplyApplied": len(again.decisions),
        "memoryAfter": memory.read_bytes().decode() if memory.exists() else None,
        "storeEntriesAfter": {
            key: {name: entry.get(name) for name in ("startLine", "endLine", "snippet", "promotedAt")}
            for key, entry in entries.items()
        },
    }


@pytest.mark.parametrize(("case", "version"), APPLIES, ids=IDS)
def test_applied(case: dict[str, Any], version: str, tmp_path: Path) -> None:
    """Ranked, applied, in which order and at which lines; MEMORY.md byte for byte; the store's entries."""
    laid_out(case, tmp_path / "work")
    found, expected = outcome(case, version, tmp_path / "work"), case["expected"][version]
    said = [f"{name}: {found[name]!r} instead of {expected[name]!r}" for name in found if found[name] != expected[name]]
    settle(said, unclaimed(version, case["store"]), f"{case['id']} {version}")


@pytest.mark.parametrize(("case", "version"), APPLIES, ids=IDS)
def test_store_is_as_openclaw_serialises_it(case: dict[str, Any], version: str, tmp_path: Path) -> None:
    """The store's bytes are those of its own values in OpenClaw's layout, marks and time included."""
    laid_out(case, tmp_path / "work")
    promote.apply(asked(desk_at(tmp_path / "work", case["nowMs"]), version), REASON)
    data = (tmp_path / "work" / kind.STORE).read_bytes()
    value = json.loads(data)
    assert data == recall_store.dump(value["entries"], value["updatedAt"])
    marked = case["expected"][version]["appliedKeys"]
    for key, entry in value["entries"].items():
        assert list(entry) == [*case["store"]["entries"][key], *(["promotedAt"] if key in marked else [])]


@pytest.mark.parametrize(("case", "version"), APPLIES, ids=IDS)
def test_accepted_one_by_one(case: dict[str, Any], version: str, tmp_path: Path) -> None:
    """From the queue, all in one decision: the same bytes; each taken back in either order: every byte as before."""
    root = tmp_path / "work"
    laid_out(case, root)
    first = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    promote.queue(asked(desk_at(root, case["nowMs"]), version))
    keys = case["expected"][version]["appliedKeys"]
    if not keys:
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == first
        return
    ids = [promotion_id(key) for key in keys]
    memory = root / kind.MEMORY
    for order, word in ((1, "older first"), (-1, "newer first")):
        words = Words(f"{REASON} It is taken back {word}.")
        done = decide.decide(desk_at(root, case["nowMs"]), ids, Verb.ACCEPT, words)
        text = memory.read_bytes().decode()
        assert text == case["expected"][version]["memoryAfter"]
        for number, decision in enumerate(done.decisions[::order]):
            desk = desk_at(root, case["nowMs"] + 1000 * (number + 1))
            decide.take_back(desk, decision.id, f"Taken back {word}, because note {number} was wrong.")
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == first
