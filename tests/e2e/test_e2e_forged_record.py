"""A record whose every value is hostile, sealed with a right hash: whatever shows it shows it inert."""

from dataclasses import replace
from pathlib import Path

import pytest
from forked import hidden_in
from workbench import REASON, Bench, make_bench

from dreamtui.kinds.decision import audit_record
from dreamtui.model.decision import Draft
from dreamtui.model.verb import Verb

EVIL = "\x1b]52;c;ZXZpbA==\x07\x1b[2J\x9b31m\u202eevil\nnext\rline\x7f"


def forge(bench: Bench) -> str:
    """Put a record in the trail that says hostile things of a rule that is there; its id."""
    (mine,) = bench.file("Releases break on migrations")
    bench.ok("graduate", mine, "--rationale", REASON, "--rule", "Run each migration against a copy first.")
    path = bench.only(".agent/dream/audit/*/*/*-graduate-*.md")
    own = audit_record.parse(path.read_bytes())
    fields = {name: getattr(own, name) for name in Draft.__dataclass_fields__}
    draft = replace(
        Draft(**fields),
        title=EVIL,
        actor=EVIL,
        when=f"2026-11-18T09:30:00.000000Z{EVIL}",
        rationale=EVIL,
        rule=EVIL,
        disposition=EVIL,
        until=EVIL,
        batch=EVIL,
        verb=Verb.GRADUATE,
        evidence=((EVIL, EVIL),),
    )
    touched = tuple(replace(mark, path=f"{mark.path}{EVIL}") for mark in own.touched)
    made, data = audit_record.seal(draft, (own.id,), EVIL, (*own.touched, *touched))
    other, more = audit_record.seal(replace(draft, item=EVIL, fingerprint=EVIL), (made.id,), EVIL, touched)
    for decision, held in ((made, data), (other, more)):
        path.with_name(f"20261118T093000000000Z-graduate-{mine}-{decision.short}.md").write_bytes(held)
    return f"{mine} {made.id} {other.id}"


@pytest.fixture(scope="module")
def forged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, list[str]]:
    """A workspace with one decision of ours and two forged ones; the item and the forged ids."""
    bench = make_bench(tmp_path_factory.mktemp("forged"))
    ids = forge(bench).split()
    for log in bench.agent.glob("dream/log/*/*/*.jsonl"):
        evil = EVIL.encode("unicode_escape").decode().replace("\\x", "\\u00")
        log.write_text(
            log.read_text() + f'{{"ts": "2026-11-18T09:31:00Z{evil}", "actor": "{evil}", "what": "{evil}"}}\n'
        )
    return bench, ids


def test_the_forged_records_are_taken_for_decisions(forged: tuple[Bench, list[str]]) -> None:
    """The test is worth something: these records are read, and as data they say what they say."""
    bench, ids = forged
    listed = [one["decision"] for one in bench.ok("audit", "list", "--json").data["decisions"]]
    assert set(ids[1:]) <= set(listed)
    assert bench.ok("audit", "show", ids[1], "--json").data["actor"] == EVIL


@pytest.mark.parametrize(
    "words",
    ["audit list", "audit log", "audit export", "audit verify", "audit show 0", "audit show 1", "audit show 2",
     "why 0", "show 0", "show 0 --preview", "list --status all", "status", "doctor", "sync --dry-run", "context"],
)  # fmt: skip
def test_what_is_shown_of_a_forged_record_is_inert(forged: tuple[Bench, list[str]], words: str) -> None:
    """Every command that reads the trail, in words and as data, without a traceback."""
    bench, ids = forged
    asked = [ids[int(word)] if word.isdigit() else word for word in words.split()]
    for more in ([], ["--json"]):
        done = bench.run(*asked, *more)
        assert done.out or done.err
        assert not hidden_in(done.out + done.err)


def test_undo_of_a_forged_record_is_inert(tmp_path: Path) -> None:
    """Taken back or refused: in either case nothing of it is obeyed."""
    bench = make_bench(tmp_path)
    for asked in (forge(bench).split(), []):
        for one in asked or [""]:
            done = bench.run("undo", *([one] if one else []), "--rationale", "This was never decided by anybody here.")
            assert not hidden_in(done.out + done.err)
