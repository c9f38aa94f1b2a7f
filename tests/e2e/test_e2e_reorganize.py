"""The safety contract of SecondBrain's reorganize, point by point, on the command line; and the flow around it."""

import json
from pathlib import Path
from typing import Any

import forked
import pytest
import workbench
from workbench import Bench, reason, without

CENTS = "All amounts are stored in cents. Rounding happens once, at the end."
EUROS = "All amounts are stored in cents."
LINT = ("Always run make lint before you push.", "Always run make lint before pushing.")
TABS = ("Always use tabs in Python files.", "Never use tabs in Python files.")
BOOKS = ("dream/proposals", "dream/log", "dream/audit")


def note(bench: Bench, title: str, text: str, *more: str) -> str:
    """A note; its id."""
    return bench.ok("memory", "add", "--title", title, "--text", text, *more).out.strip()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Notes of which two pairs say the same and one pair contradicts itself."""
    made = workbench.make_bench(tmp_path)
    for number, text in enumerate((*LINT, *TABS)):
        note(made, f"Note {number}", text)
    return made


def proposals(bench: Bench, *words: str) -> list[dict[str, Any]]:
    """Proposals of a list, those that wait by default."""
    listed: list[dict[str, Any]] = bench.ok("reorganize", "list", *words, "--json").data["proposals"]
    return listed


def merge(bench: Bench) -> str:
    """Look for proposals; the id of the one merge."""
    bench.ok("reorganize")
    (item,) = [one["id"] for one in proposals(bench) if one["kind"] == "mutations"]
    return str(item)


def statuses(bench: Bench) -> dict[str, str]:
    """The status of every note by its title."""
    return {one["title"]: one["status"] for one in bench.ok("memory", "list", "--json").data["notes"]}


def test_a_new_cycle_is_always_pending_and_touches_nothing(bench: Bench) -> None:
    """No mutation hits the live store until it is accepted, however alike two notes are."""
    note(bench, "Note 4", LINT[0])
    before = without(bench.tree(), *BOOKS)
    bench.ok("reorganize")
    assert without(bench.tree(), *BOOKS) == before
    assert {one["status"] for one in proposals(bench, "--status", "all")} == {"pending"}


def test_a_dry_run_writes_nothing_and_prints_every_key(bench: Bench) -> None:
    """The shape that others read."""
    before = bench.tree()
    data = bench.ok("reorganize", "--dry-run", "--json").data
    assert bench.tree() == before
    assert set(data) == {"schema", "proposals", "kept_apart", "left_out"}
    for one in data["proposals"]:
        assert set(one) == {"id", "kind", "mutations", "choices", "default"}
        every = one["mutations"] + [m for choice in one["choices"] for m in choice["mutations"]]
        for mutation in every:
            assert set(mutation) == {"id", "kind", "sources", "text", "lost", "reason", "score", "guards"}
            assert all(set(source) == {"id", "path", "hash", "title"} for source in mutation["sources"])
    assert {one["kind"] for one in data["proposals"]} == {"mutations", "contradiction"}
    for apart in data["kept_apart"]:
        assert set(apart) == {"guard", "reason", "count", "examples"}
        assert all(len(pair) == 2 for pair in apart["examples"])


def test_a_source_deprecated_since_is_skipped_and_does_not_fail_the_batch(bench: Bench) -> None:
    """A third note of the cluster is retired first: nothing is forced, the proposal is planned again without it."""
    third = note(bench, "Note 4", "Always run make lint before a push.")
    item = merge(bench)
    assert len(proposals(bench)[0]["mutations"][0]["sources"]) == 3 or len(proposals(bench)) > 1
    bench.ok("retire", third, "--rationale", reason(1))
    done = bench.run("accept", item, "--rationale", reason(2))
    assert done.code == 1
    assert "has been retired or removed" in done.problem
    assert "planned again" in done.problem
    assert statuses(bench)["Note 0"] == "active"
    flags = {one["id"]: one["flags"] for one in bench.items("expired").values()}
    assert "vanished" in flags[item]
    again = [one for one in proposals(bench) if one["kind"] == "mutations" and one["id"] != item]
    assert [len(one["mutations"][0]["sources"]) for one in again] == [2]
    bench.ok("accept", again[0]["id"], "--rationale", reason(3))


def test_an_accepted_or_rejected_proposal_cannot_be_applied_again(bench: Bench) -> None:
    """Accept says who decided; a fresh cycle does not propose the rejected one again."""
    item = merge(bench)
    bench.ok("reorganize", "accept", item, "--rationale", reason(1))
    assert "accepted by alice" in bench.refused(1, "accept", item, "--rationale", reason(2))
    (other,) = [one["id"] for one in proposals(bench)]
    bench.ok(
        "reorganize", "reject", other, "--reason", "Tabs are for Makefiles and spaces for Python; both notes are right."
    )
    assert "rejected by alice" in bench.refused(1, "accept", other, "--rationale", reason(3), "--choose", "keep-a")
    data = bench.ok("reorganize", "--json").data
    assert (data["new"], data["recurring"]) == ([], [other])
    assert bench.status_of(other) == "recurring"


def test_every_create_accept_reject_and_skip_is_in_the_log_with_its_outcome(bench: Bench) -> None:
    """With the proposal's id; nothing is logged and swallowed."""
    item = merge(bench)
    (other,) = [one["id"] for one in proposals(bench) if one["id"] != item]
    ids = [one["id"] for p in proposals(bench) for m in p["mutations"] for one in m["sources"]]
    bench.ok("memory", "edit", ids[0], "--text", "Always run make lint before you push!")
    assert bench.run("accept", item, "--rationale", reason(1)).code == 1
    bench.ok("reject", other, "--rationale", reason(2))
    assert merge(bench) == item
    bench.ok("accept", item, "--rationale", reason(3))
    entries = bench.ok("audit", "log", "--json").data["entries"]
    created = [key for one in entries if one["what"] == "reorganize" for key in one["new"]]
    assert {item, other} <= set(created)
    skipped = [one for one in entries if one["what"] == "reorganize" and item in one.get("again", [])]
    assert "changed since" in skipped[0]["skipped"]
    decided = {(one["verb"], one["item"]): one for one in entries if one["what"] == "decision"}
    assert ("reject", other) in decided
    assert decided["accept", item]["outcomes"][0]["outcome"] == "applied"


def test_pinned_and_static_are_left_out_unconditionally(tmp_path: Path) -> None:
    """Equal word for word, and still not proposed."""
    bench = workbench.make_bench(tmp_path)
    note(bench, "One", CENTS, "--pinned")
    note(bench, "Two", CENTS, "--static")
    note(bench, "Three", CENTS)
    data = bench.ok("reorganize", "--json").data
    assert (data["proposals"], data["scanned"], data["eligible"]) == ([], 3, 1)


def test_flags_of_the_page(bench: Bench) -> None:
    """Threshold, scorer, instructions and lookback are honoured and recorded; nonsense is a usage error."""
    long = "focus on infra " * 400
    data = bench.ok(
        "reorganize", "--scorer", "bow", "--threshold", "0.92", "--instructions", f"  {long}", "--json"
    ).data
    assert (data["scorer"], data["threshold"], len(data["instructions"])) == ("bow", 0.92, 4096)
    assert bench.ok("reorganize", "--scorer", "bow", "--dry-run").err.count("bow at 0.92") == 1
    later = bench.at(now="2027-03-01T09:00:00Z")
    assert later.ok("reorganize", "--lookback-days", "7", "--dry-run", "--json").data["proposals"] == []
    bench.refused(2, "reorganize", "--scorer", "nothing")
    bench.refused(2, "reorganize", "--threshold", "1.5")
    logged = [one for one in bench.ok("audit", "log", "--json").data["entries"] if one["what"] == "reorganize"]
    assert logged[0]["instructions"] == data["instructions"]


def test_near_duplicates_merge_edited_and_undo_gives_the_bytes_back(bench: Bench) -> None:
    """A text from a file and from standard input; after the undo the same proposal waits again."""
    item = merge(bench)
    before = without(bench.tree(), "dream/log", "dream/audit")
    text = bench.top / "text.md"
    text.write_text("Always run make lint before pushing.\nIt takes ten seconds.\n")
    bench.ok("accept", item, "--rationale", reason(1), "--text", str(text))
    listed = [one["status"] for one in bench.ok("memory", "list", "--json").data["notes"]]
    assert sorted(listed) == ["active", "active", "active", "deprecated", "deprecated"]
    assert len(bench.ok("list", "--kind", "note", "--query", "ten seconds", "--json").data["items"]) == 1
    bench.ok("undo", "--rationale", reason(2))
    assert without(bench.tree(), "dream/log", "dream/audit") == before
    bench.ok(
        "accept", item, "--rationale", reason(3), "--text", "-", feed=b"Always run make lint before pushing, please."
    )
    assert len(bench.ok("list", "--kind", "note", "--query", "pushing, please", "--json").data["items"]) == 1


@pytest.mark.parametrize("take", ["a", "b", "both"])
def test_a_wording_is_taken(bench: Bench, take: str) -> None:
    """a and b are the memories by their ids; what is not taken needs no acknowledgement, and an undo takes all back."""
    item, before = merge(bench), without(bench.tree(), "dream/log", "dream/audit")
    assert "not one of a, b, both" in bench.refused(2, "accept", item, "--take", "c", "--rationale", reason(1))
    bench.refused(2, "accept", item, "--take", "a", "--text", "x", "--rationale", reason(1))
    shown = bench.ok("reorganize", "show", item, "--json").data["details"][0]
    wordings = {name: next(one["text"] for one in shown["statements"] if one["source"] == source["id"])
                for name, source in zip("ab", shown["sources"], strict=True)}  # fmt: skip
    bench.ok("accept", item[:5], "--take", take, "--rationale", reason(1))
    made = json.loads(bench.text(f".agent/dream/proposals/accepted/{item}.json").decode())["outcomes"][0]["made"]
    written = bench.text(f".agent/memory/notes/{made[0]}.md").decode()
    assert {name for name, words in wordings.items() if words in written} == ({"a", "b"} if take == "both" else {take})
    bench.ok("undo", "--rationale", reason(2))
    assert without(bench.tree(), "dream/log", "dream/audit") == before


def test_losing_words_needs_an_acknowledgement(bench: Bench) -> None:
    """The contradiction's loser is lost; a choice without acknowledging it is refused in one line."""
    bench.ok("reorganize")
    (item,) = [one["id"] for one in proposals(bench) if one["kind"] == "contradiction"]
    assert "--choose" in bench.refused(1, "accept", item, "--rationale", reason(1), "--acknowledge", "all")
    line = bench.refused(1, "accept", item, "--rationale", reason(1), "--choose", "keep-a")
    assert "would lose" in line
    shown = bench.ok("reorganize", "show", item, "--json").data
    (lost,) = next(one["lost"] for one in shown["details"] if one["choice"] == "keep-a")
    bench.ok("accept", item, "--rationale", reason(1), "--choose", "keep-a", "--acknowledge", lost)
    after = bench.ok("reorganize", "show", item, "--json").data
    assert (after["status"], after["choice"], after["rationale"]) == ("accepted", "keep-a", reason(1))
    assert after["outcomes"][0]["acknowledged"] == [lost]


def test_show_is_inert_whatever_the_notes_hold(tmp_path: Path) -> None:
    """Escape sequences and bidi in a note are marked in the list, in the proposal and in the preview."""
    bench = workbench.make_bench(tmp_path)
    for number in range(2):
        note(bench, f"Note \x1b[31m{number}", f"Always run make \u202elint before you push.\x07{' ' * number}")
    item = merge(bench)
    for words in (("list",), ("reorganize", "list"), ("reorganize", "show", item), ("show", item, "--preview")):
        done = bench.ok(*words)
        assert not forked.hidden_in(done.out)
    assert "hidden" in bench.items("pending")[item]["flags"]


def test_the_same_proposals_whatever_the_order_of_the_files(tmp_path: Path) -> None:
    """Two workspaces with the same notes, written in another order: the same proposals, byte for byte."""
    seen = []
    for turn in (1, -1):
        bench = workbench.make_bench(tmp_path / str(turn))
        for number, text in list(enumerate((*LINT, *TABS)))[::turn]:
            note(bench, f"Note {number}", text)
        seen.append(bench.ok("reorganize", "--dry-run", "--json").out)
    assert json.loads(seen[0])["proposals"]
    assert seen[0] == seen[1]
