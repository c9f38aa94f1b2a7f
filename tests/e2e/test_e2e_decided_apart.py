"""Two people decide the opposite in two clones; after the merge that is an item, and a reason says which stands."""

from pathlib import Path

import pytest
from merging import Clones, make_clones
from workbench import Bench, in_git, reason, without

RULE = "Run each migration against a copy of production before the release."


def decided_apart(top: Path) -> tuple[Clones, str, str]:
    """One graduates and syncs, the other rejects; merged with `git add -A`. The candidate, and the item that asks."""
    clones, (item,) = make_clones(top, "Releases break on migrations")
    clones.mine.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    clones.mine.ok("sync")
    clones.theirs.ok("reject", item, "--rationale", reason(2), "--as", "wrong")
    for bench in (clones.mine, clones.theirs):
        clones.commit(bench)
    assert not clones.pull()
    in_git(clones.mine, "add", "-A")
    in_git(clones.mine, "commit", "-qm", "merged")
    assert any(b"<<<<<<< " in path.read_bytes() for path in clones.mine.agent.rglob("*.md"))
    return clones, item, asked(clones.mine)


def asked(bench: Bench) -> str:
    """The one item that asks which of two decisions stands."""
    (found,) = [item for item in bench.ok("list", "--json").data["items"] if item["kind"] == "opposites"]
    return str(found["id"])


def rules(bench: Bench) -> list[bytes]:
    return [path.read_bytes() for path in bench.agent.glob("memory/semantic/rules/auto-dream/*.md")]


def test_the_same_words_stand_everywhere_and_no_output_has_it(tmp_path: Path) -> None:
    clones, item, apart = decided_apart(tmp_path)
    mine = clones.mine
    listed = mine.items("pending")[apart]
    words = listed["title"]
    assert words.startswith(f"{item}: graduate ") and "reject" in words and "contradict each other" in words
    assert [piece["quote"] for piece in listed["evidence"]] == [reason(1), reason(2)]
    for command in (("status",), ("doctor",), ("audit", "verify")):
        assert words in " ".join(mine.run(*command).out.split()), command
    assert RULE in mine.text("CLAUDE.md").decode()
    assert words in mine.run("sync").err
    assert not (mine.root / "CLAUDE.md").exists() or RULE not in mine.text("CLAUDE.md").decode()
    assert apart in mine.ok("sync", "--accept-unreviewed").out


@pytest.mark.parametrize("verb", ["accept", "reject"])
def test_one_of_them_stands_with_a_reason_and_an_undo_opens_it_again(tmp_path: Path, verb: str) -> None:
    clones, item, apart = decided_apart(tmp_path)
    mine = clones.mine.at(now="2026-11-19T10:00:00.000000Z", actor="carol")
    assert "reason" in mine.refused(1, verb, apart, "--rationale", " ")
    before = mine.tree()
    previews = mine.ok("show", apart, "--preview", "--json").data["previews"]
    assert set(previews) == {"accept", "reject"} and previews[verb]["changes"]
    mine.ok(verb, apart, "--rationale", reason(3))
    assert mine.run("audit", "verify").code == 0, mine.run("audit", "verify")
    assert not [one for one in mine.items().values() if one["kind"] == "opposites"]
    mine.ok("sync")
    if verb == "accept":
        assert RULE in mine.text("CLAUDE.md").decode() and len(rules(mine)) == 1
        assert mine.status_of(item) == "graduated"
        assert reason(3) in " ".join(mine.ok("why", item).out.split())
    else:
        assert not rules(mine) and not (mine.root / "CLAUDE.md").exists()
        assert mine.status_of(item) == "rejected"
    assert not any(b"\n<<<<<<< " in path.read_bytes() for path in mine.agent.rglob("*.md"))
    record = mine.ok("audit", "show", item, "--json").data
    assert record["actor"] == "carol" and record["verb"] == {"accept": "graduate", "reject": "reject"}[verb]
    theirs = {one["decision"]: one for one in mine.ok("audit", "list", "--json").data["decisions"]}
    assert [one["stands"] for one in theirs.values()].count(False) == 1
    mine.ok("undo", "--rationale", "It was too early to say.")
    books = ("/audit/", "/log/", "CLAUDE.md", "MEMORY.md")
    assert without(mine.tree(), *books) == without(before, *books)
    assert asked(mine) == apart
    mine.ok("redo")
    assert mine.run("audit", "verify").code == 0


def test_what_a_merge_lost_is_found_in_the_commits_also_after_an_undo(tmp_path: Path) -> None:
    """The files of either side, wherever they went; where there is no commit, the choice says what is missing."""
    clones, item, apart = decided_apart(tmp_path)
    mine = clones.mine.at(now="2026-11-19T10:00:00.000000Z")
    for pattern in ("memory/semantic/rules/auto-dream/*.md", "dream/graduated/*.md"):
        for path in mine.agent.glob(pattern):
            path.unlink()
    for number in range(2):
        mine.ok("accept", apart, "--rationale", reason(3 + number))
        assert len(rules(mine)) == 1 and mine.status_of(item) == "graduated"
        mine.ok("undo", "--rationale", f"It was too early to say, time {number}.")
        assert not rules(mine)
    (mine.root / ".git").rename(tmp_path / "away")
    assert "is missing here; restore it from git" in mine.refused(1, "accept", apart, "--rationale", reason(6))


def test_both_clones_choose_the_opposite_again(tmp_path: Path) -> None:
    """What is settled in two ways is open once more."""
    clones, item, apart = decided_apart(tmp_path)
    in_git(clones.theirs, "pull", "-q", "--no-rebase", str(clones.mine.root), "main")
    clones.mine.at(now="2026-11-19T10:00:00.000000Z").ok("accept", apart, "--rationale", reason(3))
    clones.theirs.at(now="2026-11-19T11:00:00.000000Z").ok("reject", apart, "--rationale", reason(4))
    for bench in (clones.mine, clones.theirs):
        clones.commit(bench)
    clones.pull()
    in_git(clones.mine, "add", "-A")
    again = asked(clones.mine)
    assert again != apart
    late = clones.mine.at(now="2026-11-20T10:00:00.000000Z")
    late.ok("reject", again, "--rationale", reason(6))
    assert late.status_of(item) == "rejected" and not rules(late)
    assert late.run("audit", "verify").code == 0, late.run("audit", "verify")


def test_a_rule_kept_by_one_and_retired_by_the_other(tmp_path: Path) -> None:
    """By its review as by its name; kept, its words are those that were decided."""
    clones, (item,) = make_clones(tmp_path, "Releases break on migrations")
    clones.mine.ok("graduate", item, "--rationale", reason(0), "--rule", RULE)
    clones.mine.ok("sync")
    clones.commit(clones.mine)
    in_git(clones.theirs, "pull", "-q", "--no-rebase", str(clones.mine.root), "main")
    late = clones.mine.at(now="2027-11-19T10:00:00.000000Z")
    due = next(one["id"] for one in late.items("pending").values() if one["kind"] == "review-due")
    late.ok("rerationale", due, "--rationale", reason(1))
    clones.theirs.at(now="2027-11-19T11:00:00.000000Z").ok("retire", item, "--rationale", reason(2))
    for bench in (clones.mine, clones.theirs):
        clones.commit(bench)
    clones.pull()
    in_git(clones.mine, "add", "-A")
    late = clones.mine.at(now="2027-11-20T10:00:00.000000Z")
    apart = asked(late)
    late.run("sync")
    assert not (late.root / "CLAUDE.md").exists() or RULE not in late.text("CLAUDE.md").decode()
    late.ok("accept", apart, "--rationale", reason(3))
    late.ok("sync")
    assert RULE in late.text("CLAUDE.md").decode()
    assert late.run("audit", "verify").code == 0, late.run("audit", "verify")
    late.ok("undo", "--rationale", "Not yet.")
    late.ok("reject", apart, "--rationale", reason(4))
    assert not rules(late) and late.run("audit", "verify").code == 0


@pytest.mark.parametrize("verb", ["accept", "reject"])
def test_a_proposal_accepted_by_one_and_rejected_by_the_other(tmp_path: Path, verb: str) -> None:
    """Nothing of the merged note reaches the index until somebody says which decision stands."""
    clones, _ = make_clones(tmp_path)
    for title in ("Money", "Amounts"):
        clones.mine.ok("memory", "add", "--title", title, "--text", f"All amounts are in cents.\n\nSee {title}.")
    clones.mine.ok("reorganize")
    clones.commit(clones.mine)
    in_git(clones.theirs, "pull", "-q", "--no-rebase", str(clones.mine.root), "main")
    (proposed,) = [one for one, item in clones.mine.items().items() if item["kind"] == "proposal"]
    clones.mine.ok("accept", proposed, "--rationale", reason(1))
    clones.theirs.ok("reject", proposed, "--rationale", reason(2))
    before = {path.name: path.read_bytes() for path in clones.theirs.agent.glob("memory/notes/*.md")}
    for bench in (clones.mine, clones.theirs):
        clones.commit(bench)
    clones.pull()
    in_git(clones.mine, "add", "-A")
    late = clones.mine.at(now="2026-11-20T10:00:00.000000Z")
    apart = asked(late)
    late.run("sync")
    index = late.agent / "memory/MEMORY.md"
    assert not index.exists() or b"cents" not in index.read_bytes()
    late.ok(verb, apart, "--rationale", reason(3))
    assert late.run("audit", "verify").code == 0, late.run("audit", "verify")
    late.ok("sync")
    assert "undecided" not in late.ok("status").out
    after = {path.name: path.read_bytes() for path in late.agent.glob("memory/notes/*.md")}
    assert (after == before) is (verb == "reject")
    assert late.status_of(proposed) == {"accept": "accepted", "reject": "rejected"}[verb]
