"""What is remembered: reviews, retiring, undo, notes, and the way back from every line to its decision."""

import json
import re
from pathlib import Path

import pytest
from workbench import REASON, Bench, fixes, in_git, log_events, make_bench, reason

RULE = "Run each migration against a copy of production before the release."
LATER = "2027-05-17T00:00:00Z"
META = re.compile(r"<!-- dotagent-meta: (.*?) -->")


@pytest.fixture
def ruled(tmp_path: Path) -> tuple[Bench, str, Path]:
    """A workspace with one rule; its candidate's id and its file."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    bench.ok("graduate", item, "--rationale", reason(0), "--rule", RULE)
    return bench, item, bench.only(".agent/memory/semantic/rules/auto-dream/*.md")


def test_a_rule_is_due_after_180_days(ruled: tuple[Bench, str, Path]) -> None:
    """Quiet the day before; then in the queue as review-due, where it can be kept, put off or retired."""
    bench, _, rule = ruled
    assert "review_after=2027-05-17" in rule.read_text(encoding="utf-8")
    assert bench.at(now="2027-05-16T23:59:00Z").items("") == {}
    due = bench.at(now=LATER)
    ((name, entry),) = due.items("").items()
    assert name.startswith("r-") and entry["kind"] == "review-due" and entry["status"] == "pending"
    assert RULE in " ".join(due.ok("show", name).out.split())
    due.ok("defer", name, "--until", "+2w")
    assert due.items("") == {}
    assert list(due.at(now="2027-05-31T00:00:00Z").items("")) == [name]


def test_a_rule_may_hold_until_a_day(tmp_path: Path) -> None:
    """Then it is in the queue, to be kept until another day or retired; a note and a day gone are refused."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    words = ("graduate", item, "--rationale", reason(0), "--rule", RULE)
    assert "no review" in bench.refused(2, *words, "--as", "note", "--until", "+2w")
    bench.refused(2, *words, "--until", "2026-11-01")
    bench.ok(*words, "--until", "2026-12-24")
    rule = bench.only(".agent/memory/semantic/rules/auto-dream/*.md")
    assert "review_after=2026-12-24" in rule.read_text(encoding="utf-8")
    assert bench.at(now="2026-12-23T23:59:00Z").items("") == {}
    due = bench.at(now="2026-12-24T00:00:00Z")
    (name,) = due.items("")
    due.ok("rerationale", name, "--rationale", reason(1), "--until", "+3d")
    assert due.items("") == {} and list(due.at(now="2026-12-27T00:00:00Z").items("")) == [name]
    due.ok("undo", "--rationale", "The release was put off again, so nothing was kept.")
    assert list(due.items("")) == [name]


def test_a_new_reason_keeps_every_earlier_one(ruled: tuple[Bench, str, Path]) -> None:
    """dotagent loses the first reason here; we keep all, and its reader finds the newest dates last."""
    bench, item, rule = ruled
    first = rule.read_bytes()
    for number in (1, 2, 3):
        later = bench.at(now=f"2027-0{4 + number}-20T08:00:00Z", actor="bob")
        later.ok("rerationale", rule.name, "--rationale", reason(number), "--extend-days", "30")
        text = rule.read_text(encoding="utf-8")
        assert text.startswith(first.decode())
        assert all(reason(n) in text for n in range(number + 1))
        assert all(
            f"\n## {name}" in text for name in ("Rationale", "Evidence", "Provenance", "Graduated by", "Lifecycle")
        )
        keys = dict(pair.split("=", 1) for pair in META.findall(text)[-1].split(";"))
        assert keys["graduated_at"].startswith("2026-11-18") and keys["last_reviewed_at"].startswith(later.now[:10])
        assert keys["review_after"] > later.now[:10]
        assert later.items("") == {}
    late = bench.at(now="2027-09-01T00:00:00Z")
    (name,) = late.items("")
    late.ok("rerationale", name, "--rationale", reason(4))
    assert late.items("") == {}
    late.ok("undo", "--rationale", "The fourth look at it was only a glance.")
    assert reason(4) not in rule.read_text(encoding="utf-8") and reason(3) in rule.read_text(encoding="utf-8")
    late.refused(1, "rerationale", item, "--rationale", " ")
    found = late.ok("why", item, "--json").data
    assert found["rationale"] == reason(3) or reason(3) in [d["rationale"] for d in found["decisions"]]


def test_dotagents_own_rules_are_read_and_kept(tmp_path: Path) -> None:
    """A rule file that dotagent wrote: its last meta comment counts, and a new reason is added below."""
    bench = make_bench(tmp_path).at(now="2027-06-01T00:00:00Z")
    rule = bench.agent / "memory/semantic/rules/auto-dream/4519e080-old.md"
    rule.parent.mkdir(parents=True)
    rule.write_text(
        "# Old rule\n\nKeep it short.\n\n## Rationale\n\nWe agreed.\n\n"
        "<!-- dotagent-meta: graduated_at=2026-01-01T00:00:00Z;review_after=2026-06-30 -->\n\nmore\n\n"
        "<!-- dotagent-meta: graduated_at=2026-01-01T00:00:00Z;review_after=2027-08-01;"
        "last_reviewed_at=2027-02-02T00:00:00Z -->\n"
    )
    before = rule.read_bytes()
    assert [one["kind"] for one in bench.items("").values()] == ["undecided"]
    bench.ok("accept", *bench.items(""), "--rationale", "It was agreed in March by all four who release.")
    assert bench.items("") == {}
    late = bench.at(now="2027-08-01T00:00:00Z")
    assert len(late.items("")) == 1
    late.ok("rerationale", "4519e080", "--rationale", REASON)
    assert rule.read_bytes().startswith(before) and late.items("") == {}
    late.ok("undo", "--rationale", "It was read again only by accident.")
    assert rule.read_bytes() == before


def test_a_retired_rule_moves_and_comes_back(ruled: tuple[Bench, str, Path]) -> None:
    """Nothing is deleted: the bytes move to expired/, out of what agents read, and back."""
    bench, item, rule = ruled
    bench.ok("sync")
    first = bench.tree()
    data = rule.read_bytes()
    bench.ok("retire", item, "--rationale", reason(1))
    assert not rule.exists() and (bench.agent / "dream" / "expired" / rule.name).read_bytes() == data
    assert bench.status_of(item) == "retired"
    assert bench.run("sync", "--check").code == 1
    bench.ok("sync")
    assert not (bench.root / "CLAUDE.md").exists()
    bench.refused(1, "retire", item, "--rationale", reason(2))
    bench.ok("undo", "--rationale", "The old database came back with the merger.")
    bench.ok("sync")
    changed = {path for path, what in bench.tree().items() if first.get(path) != what}
    assert all("/dream/audit/" in path or "/dream/log/" in path for path in changed), changed
    assert set(first) <= set(bench.tree())


def test_two_decisions_are_undone_in_either_order(tmp_path: Path) -> None:
    """Each decision has its own spans: the older one can go first."""
    bench = make_bench(tmp_path)
    one, two = bench.file("Releases break on migrations", "Tests are skipped on Fridays")
    first = {path: what for path, what in bench.tree().items() if "/candidates/" in path}
    bench.ok("graduate", one, "--rationale", reason(1), "--rule", RULE)
    bench.ok("graduate", two, "--rationale", reason(2), "--rule", "Never skip the tests before a weekend.")
    bench.ok("sync")
    for item in (one, two):
        bench.ok("undo", item, "--rationale", f"It was the wrong lesson to draw from {item}.")
        bench.ok("sync")
    assert not (bench.root / "CLAUDE.md").exists()
    assert first == {path: what for path, what in bench.tree().items() if "/candidates/" in path}
    bench.refused(1, "undo", "--rationale", "There is nothing left to take back here.")


def test_an_undo_needs_a_reason_and_a_decision(ruled: tuple[Bench, str, Path]) -> None:
    """Blank is refused, unknown is refused, taken back twice is refused, changed in the very place is refused."""
    bench, _, rule = ruled
    bench.refused(1, "undo")
    bench.refused(1, "undo", "--rationale", " \t")
    bench.refused(1, "undo", "ffffffff", "--rationale", REASON)
    data = rule.read_bytes()
    rule.write_bytes(data + b"by hand\n")
    assert rule.name in bench.refused(1, "undo", "--rationale", REASON)
    rule.write_bytes(data)
    decision = bench.ok("audit", "list", "--json").data["decisions"][0]["decision"]
    bench.ok("undo", decision[:8], "--rationale", REASON)
    assert "already" in bench.refused(1, "undo", decision[:8], "--rationale", REASON)


def test_a_batch_is_all_or_nothing_and_one_undo(tmp_path: Path) -> None:
    """One reason for several items, recorded for each; one that cannot be decided stops all; one undo takes all."""
    bench = make_bench(tmp_path)
    ids = bench.file(*(f"Release {n} broke on a migration" for n in range(3)))
    first = {path: what for path, what in bench.tree().items() if "/log/" not in path}
    bench.refused(1, "reject", *ids, "ffffffffff", "--rationale", REASON)
    done = bench.ok("reject", *ids, ids[0][:9], "--rationale", REASON, "--json").data
    assert [decision["item"] for decision in done["decisions"]] == ids
    assert {entry["status"] for entry in bench.items().values()} == {"rejected"}
    bench.ok("undo", "--rationale", "All three were the same bad day after all.")
    kept = {path: what for path, what in bench.tree().items() if "/log/" not in path and "/audit/" not in path}
    assert kept == first
    bench.ok("redo", "--rationale", "No, they were three different days.")
    assert {entry["status"] for entry in bench.items().values()} == {"rejected"}


def test_the_same_note_twice_is_one(tmp_path: Path) -> None:
    """The id is printed again, nothing is written; a near one is named and still written; undo takes it away."""
    bench = make_bench(tmp_path)
    words = ("--title", "Deploys", "--text", "Deploys go out on Tuesdays.")
    made = bench.ok("memory", "add", *words, "--category", "project", "--pinned")
    before = bench.tree()
    again = bench.run("memory", "add", *words)
    assert again.code == 0 and again.out == made.out and bench.tree() == before
    near = bench.ok("memory", "add", "--title", "Deploys", "--text", "Deploys go out on Tuesdays!")
    assert near.out != made.out and made.out.strip() in near.err
    bench.refused(2, "memory", "add", "--title", " ", "--text", "x")
    bench.ok("memory", "edit", made.out.strip(), "--text", "Deploys go out on Wednesdays.")
    bench.ok("retire", made.out.strip(), "--rationale", REASON)
    listed = {note["id"]: note["status"] for note in bench.ok("memory", "list", "--json").data["notes"]}
    assert listed == {made.out.strip(): "deprecated", near.out.strip(): "active"}
    for _ in range(4):
        bench.ok("undo", "--rationale", "None of these notes was right, ask Bob about the deploys.")
    assert not any((bench.agent / "memory" / "notes").glob("*.md"))


def test_a_candidate_becomes_a_note(tmp_path: Path) -> None:
    """graduate --as note writes a note and no rule."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    bench.ok("graduate", item, "--as", "note", "--rationale", REASON, "--rule", RULE)
    note = bench.only(".agent/memory/notes/*.md")
    assert RULE in note.read_text(encoding="utf-8")
    assert not (bench.agent / "memory/semantic/rules/auto-dream").exists()
    bench.refused(2, "graduate", item, "--as", "poem", "--rationale", REASON)


def test_a_candidate_filed_by_hand_needs_a_rule(tmp_path: Path) -> None:
    """There is no suggestion for what a person filed; for what was mined the suggestion is printed."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    assert bench.run("graduate", item, "--rationale", REASON).code in {1, 2}
    log_events(bench, *fixes("src/auth.py", 3))
    bench.ok("dream", "--quiet")
    mined = next(name for name, entry in bench.items("pending").items() if entry["signal"] == "repeat_fix")
    done = bench.ok("graduate", mined, "--rationale", reason(2))
    assert "src/auth.py" in done.err


def test_every_line_leads_back_to_its_decision(ruled: tuple[Bench, str, Path]) -> None:
    """why for a rule, a line of CLAUDE.md, a line of our MEMORY.md and a note: who, when, why and the evidence."""
    bench, item, rule = ruled
    note = bench.ok("memory", "add", "--title", "Deploys", "--text", "Deploys go out on Tuesdays.").out.strip()
    bench.ok("sync")

    def line_of(relative: str, words: str) -> str:
        lines = (bench.root / relative).read_text(encoding="utf-8").splitlines()
        (number,) = [n for n, line in enumerate(lines, 1) if words in line]
        return f"{relative}:{number}"

    places = [item, item[:6], rule.name, rule.stem[:8], line_of("CLAUDE.md", RULE)]
    places.append(line_of(".agent/memory/MEMORY.md", rule.name))
    for place in places:
        found = bench.ok("why", place, "--json").data
        assert found["id"] == item and found["rationale"] == reason(0) and found["by"] == "alice", place
        shown = bench.ok("why", place).out
        assert "alice" in shown and "today" in shown and "graduate" in shown, place
        assert " ".join(reason(0).split()[:6]) in " ".join(shown.split())
    assert bench.ok("why", line_of(".agent/memory/MEMORY.md", note), "--json").data["id"] == note
    assert bench.ok("why", note, "--json").data["decisions"][0]["verb"] == "add"
    inside = bench.ok("why", "../CLAUDE.md:" + places[4].split(":")[1], cwd=bench.agent)
    assert item in inside.out
    bench.refused(1, "why", "CLAUDE.md:1")
    bench.refused(1, "why", "nothing.md:3")
    bench.refused(1, "why", "nothing")
    assert bench.run("why", "../../elsewhere.md:1").code in {1, 2}


def test_sync_says_and_checks(ruled: tuple[Bench, str, Path]) -> None:
    """--check is 1 while something is out of date and writes nothing; --dry-run shows the bytes sync will write."""
    bench, _, _ = ruled
    before = bench.tree()
    check = bench.run("sync", "--check")
    assert check.code == 1 and "CLAUDE.md" in check.out
    assert "CLAUDE.md" in bench.ok("status").out
    plan = bench.ok("sync", "--dry-run", "--json").data
    assert bench.tree() == before
    bench.ok("sync")
    for change in plan["changes"]:
        assert (bench.root / change["path"]).read_bytes() == change["after"].encode()
    assert bench.ok("sync", "--check").out == ""
    synced = bench.tree()
    assert bench.ok("sync", "--json").data["changed"] == []
    assert bench.tree() == synced
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    assert bench.ok("audit", "list", "--json").data["decisions"][-1]["verb"] == "undo", "sync is no decision"


def test_previews_are_what_happens(tmp_path: Path) -> None:
    """show --json --preview names the files each verb touches, and the decision touches exactly those."""
    bench = make_bench(tmp_path)
    ids = bench.file("Releases break on migrations", "Tests are skipped on Fridays", "Logs hold tokens")
    for item, verb in zip(ids, ("graduate", "reject", "defer"), strict=True):
        plan = bench.ok("show", item, "--json", "--preview").data["previews"][verb]["changes"]
        words = {
            "graduate": ("--rationale", reason(1), "--rule", RULE),
            "reject": ("--rationale", reason(2)),
            "defer": ("--until", "+7d"),
        }[verb]
        done = bench.ok(verb, item, *words, "--json").data
        assert [c["path"] for c in done["changed"]] == [c["path"] for c in plan]
        for change in plan:
            assert (bench.root / change["path"]).exists() is (change["after"] is not None)
            if verb == "defer":
                assert (bench.root / change["path"]).read_bytes() == change["after"].encode()


def test_context_names_every_line(ruled: tuple[Bench, str, Path]) -> None:
    """What an agent loads here, with imports followed and a token estimate."""
    bench, _, _ = ruled
    (bench.root / "extra.md").write_text("Extra words.\n")
    (bench.root / "CLAUDE.md").write_text("# House\n\n@extra.md\n")
    bench.ok("sync")
    loaded = bench.ok("context", "--json").data
    paths = {Path(file["path"]).name: file for file in loaded["files"]}
    assert {"CLAUDE.md", "extra.md"} <= set(paths)
    assert any(RULE in line["text"] for line in paths["CLAUDE.md"]["text"])
    assert loaded["always"]["tokens"] > 0
    json.dumps(loaded)


def test_a_rule_holds_until_a_version(tmp_path: Path) -> None:
    """A tag or a manifest brings it back for review; another version puts it off again, and undo takes that back."""
    bench = make_bench(tmp_path, git=True)
    (item,) = bench.file("Releases break on migrations")
    rule = ("--rationale", REASON, "--rule", "Keep the old column until 2.0.")
    bench.refused(2, "graduate", item, *rule, "--until", "the next one")
    bench.ok("graduate", item, *rule, "--until", "2.0")
    assert not bench.ok("list", "--json").data["items"]
    in_git(bench, "commit", "--allow-empty", "-qm", "a release")
    in_git(bench, "tag", "v2.0rc1")
    assert not bench.ok("list", "--json").data["items"]
    in_git(bench, "tag", "v2.0.1")
    (due,) = bench.ok("list", "--json").data["items"]
    assert due["kind"] == "review-due" and "2.0 is reached" in due["title"]
    assert "already reached" in bench.refused(2, "rerationale", item, "--rationale", reason(2), "--until", "2.0")
    bench.ok("rerationale", item, "--rationale", reason(2), "--until", "3.0")
    assert not bench.ok("list", "--json").data["items"]
    (bench.root / "package.json").write_text('{"version": "3.1.0"}')
    assert bench.ok("list", "--json").data["items"]
    bench.ok("undo", "--rationale", reason(3))
    assert "2.0 is reached" in bench.ok("list", "--json").data["items"][0]["title"]
    bench.ok("rerationale", item, "--rationale", reason(4), "--until", "2026-12-24")
    assert (
        not bench.ok("list", "--json").data["items"]
        and "until_version" not in bench.only(".agent/memory/semantic/rules/auto-dream/*.md").read_text()
    )
