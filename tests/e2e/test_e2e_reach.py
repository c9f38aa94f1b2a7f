"""A rule that no output shows reaches nobody, and whoever decides it, syncs or asks the doctor is told."""

from itertools import combinations
from pathlib import Path

import pytest
from workbench import ACCEPT_ALL, REASON, Bench, make_bench, reason

from dreamtui.render.outputs import RENDERERS

RULE = "Run each migration against a copy of production before the release."
SAID = "no output shows it: dreamtui.outputs is claude-rules, which hold rules about a folder only"


def configured(bench: Bench, *outputs: str) -> None:
    """Ask for these outputs."""
    (bench.agent / "config.yaml").write_text(f"dreamtui:\n  outputs: [{', '.join(outputs)}]\n")


def test_a_rule_that_reaches_nobody_is_said(tmp_path: Path) -> None:
    """Graduated, synced and examined; one about a folder is written and said nothing of."""
    bench = make_bench(tmp_path)
    configured(bench, "claude-rules")
    one, two = bench.file("Releases break on migrations", "Names are reused")
    done = bench.ok("graduate", one, "--rationale", REASON, "--rule", RULE)
    assert SAID in done.err
    rule = bench.only(".agent/memory/semantic/rules/auto-dream/*.md")
    synced = bench.ok("sync")
    assert f"{rule.name}: {SAID}" in synced.err
    assert [SAID in one for one in bench.ok("sync", "--json").data["unshown"]] == [True]
    doctor = bench.run("doctor")
    assert doctor.code == 1 and f"{rule.name}: {SAID}" in doctor.out
    configured(bench, "claude-rules", "claude")
    assert "no output shows it" not in bench.ok("graduate", two, "--rationale", reason(1), "--rule", "Say it once.").err
    assert "no output shows it" not in bench.ok("sync").err
    assert bench.ok("doctor").code == 0


def test_a_rule_is_said_exactly_where_no_file_has_it(tmp_path: Path) -> None:
    """For every set of one or two outputs, whatever the renderers write decides."""
    bench = make_bench(tmp_path)
    path = bench.agent / "memory/semantic/rules/house/12345678-tokens.md"
    path.parent.mkdir(parents=True)
    path.write_text("# Folder\n\nTest tokens.\n\n- **files**: src/auth/token.py\n")
    path.with_name("12345679-commits.md").write_text("# General\n\nKeep commits small.\n")
    bench.ok(*ACCEPT_ALL, REASON)
    for names in (*combinations(RENDERERS, 1), *combinations(RENDERERS, 2)):
        configured(bench, *names)
        synced = bench.ok("sync", "--json").data
        written = "".join(
            file.read_text()
            for file in bench.root.rglob("*.m*")
            if "/semantic/" not in str(file) and "/dream/" not in str(file)
        )
        missing = {
            name
            for name, words in (("8-tokens", "Test tokens."), ("9-commits", "Keep commits"))
            if words not in written
        }
        assert {
            name for name in ("8-tokens", "9-commits") if any(name in one for one in synced["unshown"])
        } == missing, names


@pytest.mark.parametrize("target", ["/dev/null", "../outside.md"])
def test_a_link_out_of_the_workspace_carries_nothing(tmp_path: Path, target: str) -> None:
    """CLAUDE.md is left as it is, so a rule that only it would show is said too."""
    bench = make_bench(tmp_path)
    (tmp_path / "outside.md").write_text("theirs\n")
    configured(bench, "claude")
    (bench.root / "CLAUDE.md").symlink_to(target)
    (one,) = bench.file("Releases break on migrations")
    bench.ok("graduate", one, "--rationale", REASON, "--rule", RULE)
    done = bench.ok("sync")
    assert "symlink" in done.err and "no output shows it" in done.err
