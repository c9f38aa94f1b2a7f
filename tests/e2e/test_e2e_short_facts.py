"""What people read is short, hashes and times too; --json and the files keep every sign."""

import re
from pathlib import Path

from workbench import fixes, log_events, make_bench, reason

FRACTION = re.compile(r"\d:\d\d\.\d")
HASH = re.compile(r"\b[0-9a-f]{40,64}\b")


def test_the_log_and_the_trail_are_short_in_words_and_whole_in_json(tmp_path: Path) -> None:
    """No fraction of a second and no whole hash in words; both in JSON."""
    bench = make_bench(tmp_path).at("2026-11-18T09:00:00.123456Z")
    log_events(bench, *fixes("src/auth.py", 3))
    bench.ok("dream")
    (found,) = bench.items()
    bench.ok("reject", found, "--rationale", reason(1))
    bench.ok("undo", "--rationale", "The window was too short to tell.")
    made = bench.ok("audit", "list", "--json").data["decisions"]
    for words in (("audit", "log"), ("audit", "list"), ("audit", "show", made[0]["decision"]), ("show", found)):
        told = bench.ok(*words).out
        assert not FRACTION.search(told), told
        assert not HASH.search(told), told
    log = bench.ok("audit", "log")
    assert f"undoes {made[0]['decision'][:8]}" in log.out and f"new {found}" in log.out
    whole = bench.ok("audit", "log", "--json").data["entries"]
    assert {entry.get("decision") for entry in whole} >= {one["decision"] for one in made}
    assert any(FRACTION.search(entry["ts"]) for entry in whole)


def test_the_state_of_promotion_has_no_fractions(tmp_path: Path) -> None:
    """When it ran last, to the second."""
    bench = make_bench(tmp_path).at("2026-11-18T09:00:00.123456Z")
    bench.ok("promote", "record", "--query", "vpn", "--result", "memory/2026-11-02.md:3-3=0.9:The VPN is needed.")
    bench.ok("promote", "--queue")
    told = bench.ok("promote", "status").out
    assert "last run 2026-11-18 09:00:00 UTC" in told and not FRACTION.search(told)
