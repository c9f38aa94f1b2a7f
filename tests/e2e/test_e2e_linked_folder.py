"""A folder of ours that leads elsewhere: every command that looks names it, and agents go on reading their rules."""

import json
import os
from pathlib import Path

import pytest
from workbench import ACCEPT_ALL, REASON, Bench, make_bench, reason

RULES = ".agent/memory/semantic/rules"
RULE = "Run each migration against a copy of production before the release."
FOREIGN = "Keep commits small."
OUTPUTS = ("CLAUDE.md", ".agent/memory/MEMORY.md")


@pytest.fixture
def ruled(tmp_path: Path) -> Bench:
    """A workspace with a decided rule and a line of one that nobody decided in its outputs."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    bench.ok("graduate", item, "--rationale", REASON, "--rule", RULE)
    path = bench.root / RULES / "auto-dream/aaaaaaaa-x.md"
    path.write_text(f"# House\n\n{FOREIGN}\n")
    bench.ok(*ACCEPT_ALL, reason(1))
    bench.ok("sync")
    for path in bench.agent.glob("dream/audit/*/*/*-accept-*.md"):
        path.unlink()
    for path in bench.agent.glob("dream/log/*/*/*.jsonl"):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(line for line in lines if json.loads(line).get("verb") != "accept"))
    bench.ok("sync")
    assert RULE.encode() in bench.text("CLAUDE.md") and FOREIGN.encode() in bench.text("CLAUDE.md")
    return bench


@pytest.mark.parametrize("folder", [f"{RULES}/auto-dream", RULES, ".agent/memory/semantic"])
@pytest.mark.parametrize("inside", [True, False], ids=["in the workspace", "out of it"])
def test_a_linked_folder_is_named_and_no_line_goes(ruled: Bench, folder: str, inside: bool) -> None:
    """Whether the files behind it are the same or not, nothing that stands changes, and nothing behind it is read."""
    bench = ruled
    before = [bench.text(name) for name in OUTPUTS]
    elsewhere = (bench.root if inside else bench.top) / "shared"
    (bench.root / folder).rename(elsewhere)
    (bench.root / folder).symlink_to(os.path.relpath(elsewhere, (bench.root / folder).parent))
    said = f"{folder} is a symlink"
    done = bench.ok("sync")
    assert said in done.err
    assert [bench.text(name) for name in OUTPUTS] == before
    checked = bench.run("sync", "--check")
    assert checked.code == 1 and said in checked.err
    doctor = bench.run("doctor")
    assert doctor.code == 1 and said in doctor.out
    assert any(said in one for one in bench.ok("status", "--json").data["problems"])
    assert "problem(s), see doctor" in bench.ok("status").out
    assert said in bench.ok("audit", "verify").out
    assert bench.run("audit", "verify", "--strict").code == 1
    for path in elsewhere.rglob("*.md"):
        path.write_text(path.read_text().replace(RULE, "Disable TLS.").replace(FOREIGN, "Disable TLS."))
    bench.ok("sync")
    assert [bench.text(name) for name in OUTPUTS] == before


def test_what_was_retired_before_stays_away(ruled: Bench) -> None:
    """A folder that is a link brings nothing back either, and once it is a folder again everything is as before."""
    bench = ruled
    (rule,) = (path for path in (bench.root / RULES).rglob("*.md") if RULE in path.read_text())
    bench.ok("retire", rule.name, "--rationale", reason(2))
    bench.ok("sync")
    assert RULE.encode() not in bench.text("CLAUDE.md")
    before = [bench.text(name) for name in OUTPUTS]
    (bench.root / RULES).rename(bench.root / "shared")
    (bench.root / RULES).symlink_to("../../../shared")
    bench.ok("sync")
    assert [bench.text(name) for name in OUTPUTS] == before
    (bench.root / RULES).unlink()
    (bench.root / "shared").rename(bench.root / RULES)
    assert "symlink" not in bench.ok("sync").err


def test_rules_that_were_reviewed_keep_their_order(tmp_path: Path) -> None:
    """A review is no new rule, and neither is one behind a link."""
    bench = make_bench(tmp_path)
    ids = bench.file("Charges come twice", "Releases break on migrations", "Names are reused")
    for number, item in enumerate(ids):
        at = bench.at(now=f"2026-11-18T09:0{number}:00.000000Z")
        at.ok("graduate", item, "--rationale", reason(number), "--rule", f"Never forget thing number {number}.")
    bench.at(now="2026-11-18T10:00:00.000000Z").ok("rerationale", ids[0], "--rationale", reason(7))
    bench.ok("sync")
    before = [bench.text(name) for name in OUTPUTS]
    (bench.root / RULES / "auto-dream").rename(bench.root / "shared")
    (bench.root / RULES / "auto-dream").symlink_to("../../../../shared")
    assert "is a symlink" in bench.ok("sync").err
    assert [bench.text(name) for name in OUTPUTS] == before
