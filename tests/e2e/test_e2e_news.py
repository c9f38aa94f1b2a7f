"""What a decided item that was seen again holds that is new, with clocks that are wrong and records that are none."""

from pathlib import Path

import pytest
from workbench import Bench, event, fixes, log_events, make_bench, reason

AUTH = "src/auth.py"
LATER = "2026-11-20T09:00:00Z"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace in which one file was fixed four times."""
    made = make_bench(tmp_path)
    log_events(made, *fixes(AUTH, 4))
    return made


def the_item(bench: Bench) -> str:
    """The one item of the queue."""
    (item,) = bench.items("")
    return item


def shown(bench: Bench) -> str:
    """The table, in which only what is new is shown."""
    return bench.ok("list").out


def decided(bench: Bench, number: int = 1) -> str:
    """Look, and reject what is found; the item."""
    bench.ok("dream")
    item = the_item(bench)
    bench.ok("reject", item, "--rationale", reason(number))
    return item


def more(bench: Bench, day: str, start: int) -> None:
    """One more fix on a day, and a look."""
    log_events(bench, event(start, summary=f"fix: attempt {start}", files=[AUTH], day=day), day="2026/11/11")
    bench.ok("dream")


def test_evidence_from_the_future_is_seen_once(bench: Bench) -> None:
    """An event dated 2099 was there when it was decided: it brings nothing back, not even when its time comes."""
    log_events(bench, *fixes(AUTH, 1, start=9, day="2099-01-01"))
    item = decided(bench)
    for now in ("", "2026-11-19T09:00:00Z", "2099-01-05T00:00:00Z"):
        at = bench.at(now=now)
        at.ok("dream", "--since", "2026-11-01")
        assert item not in shown(at), now
    today = bench.at(now="2026-11-19T09:00:00Z")
    more(today, "2026-11-19", 11)
    assert item in shown(today)


def test_new_evidence_from_the_future_is_news_until_it_is_decided(bench: Bench) -> None:
    """It was not known before: once it is decided again, it is silent."""
    item = decided(bench)
    later = bench.at(now=LATER)
    more(later, "2099-01-01", 9)
    assert item in shown(later)
    later.ok("reopen", item)
    later.ok("dream")
    later.ok("reject", item, "--rationale", reason(2))
    later.ok("dream")
    assert item not in shown(later)


def test_a_decision_from_the_future_silences_nothing_that_happens_now(bench: Bench) -> None:
    """Decided with a clock ten years ahead: what it knew is silent, what happens after it is news."""
    bench.ok("dream")
    item = the_item(bench)
    bench.at(now="2036-11-18T09:00:00Z").ok("reject", item, "--rationale", reason(1))
    bench.ok("dream")
    assert item not in shown(bench)
    later = bench.at(now=LATER)
    more(later, "2026-11-19", 11)
    assert item in shown(later)


@pytest.mark.parametrize("stamp", ["99991231T235959999999Z", "20261119T235959999999Z"])
@pytest.mark.parametrize("verb", ["reject", "undo"])
@pytest.mark.parametrize("held", [b"", b"no record\n", None])
def test_a_record_that_is_none_decides_nothing_and_is_named(
    bench: Bench, stamp: str, verb: str, held: bytes | None
) -> None:
    """Empty, damaged, or another record under a name that it does not have."""
    item = decided(bench)
    own = bench.only(".agent/dream/audit/*/*/*-reject-*.md")
    short = own.stem[-8:] if held is None else "00000000"
    forged = bench.agent / f"dream/audit/{stamp[:4]}/{stamp[4:6]}/{stamp}-{verb}-{item}-{short}.md"
    forged.parent.mkdir(parents=True, exist_ok=True)
    forged.write_bytes(own.read_bytes() if held is None else held)
    later = bench.at(now=LATER)
    log_events(later, event(11, summary="fix: attempt 11", files=[AUTH], day="2026-11-19"))
    if held is None:
        later.ok("dream")
    else:
        forged.rename(aside := forged.with_suffix(".aside"))
        later.ok("dream")
        aside.rename(forged)
    done = later.ok("list")
    assert item in done.out and forged.name in done.err
    assert "1 recurring" in later.ok("status").out
    assert any(forged.name in problem for problem in later.ok("status", "--json").data["problems"])
