"""`sync --repair` after a merge by git: one region that says every rule of both branches, and nothing beside it."""

from pathlib import Path

import pytest
from merging import Clones, make_clones
from workbench import ACCEPT_ALL, Bench, in_git, reason

ALICE = "Run each migration against a copy of production before the release."
BOB = "Never reuse a name that a customer has seen."
OLD = "Give every charge a key of its own."
OUTPUTS = ("CLAUDE.md", ".agent/memory/MEMORY.md")
CUT = 18
"""Signs of a rule that an index line shows at least."""


def decided_apart(top: Path, *, crlf: bool, before: str, notes: bool) -> Clones:
    """Two clones in which each person graduated another item, synced and committed."""
    clones, (old, one, two) = make_clones(top, "Charges come twice", "Releases break on migrations", "Names are reused",
                                          crlf=crlf)  # fmt: skip
    if before != "nothing":
        if before == "text":
            (clones.mine.root / "CLAUDE.md").write_bytes(b"# Shop\n\nRun `make check`.\n")
        else:
            clones.mine.ok("graduate", old, "--rationale", reason(0), "--rule", OLD)
            clones.mine.ok("sync")
        clones.commit(clones.mine)
        in_git(clones.theirs, "pull", "-q", "--no-rebase", "origin", "main")
    for bench, item, rule, number in ((clones.mine, one, ALICE, 1), (clones.theirs, two, BOB, 2)):
        bench.ok("graduate", item, "--rationale", reason(number), "--rule", rule)
        if notes:
            bench.ok("memory", "add", "--title", f"Note of {bench.actor}", "--text", f"{bench.actor} knows more.")
        bench.ok("sync")
        clones.commit(bench)
    return clones


def sound(bench: Bench, wanted: list[str], notes: list[str]) -> None:
    """Each output has one region, with every rule once and nothing of it outside; and nothing is left to be said."""
    for name in OUTPUTS:
        text = bench.text(name).decode()
        assert text.count("<!-- dreamtui:begin") == text.count("<!-- dreamtui:end") == 1, text
        assert not any(sign in text for sign in ("<<<<<<<", ">>>>>>>", "|||||||", "\n=======")), text
        begin, end = text.index("<!-- dreamtui:begin"), text.index("<!-- dreamtui:end")
        for rule in wanted:
            said = rule[:CUT]
            assert text.count(said) == 1 and begin < text.index(said) < end, (name, rule, text)
        for note in notes:
            assert text.count(note) == (1 if name != "CLAUDE.md" else 0), (name, text)
    checked = bench.ok("sync", "--check")
    assert checked.err == "everything is up to date\n"
    assert bench.run("doctor").code == 0, bench.run("doctor")


@pytest.mark.parametrize("crlf", [False, True], ids=["lf", "crlf"])
@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
@pytest.mark.parametrize("before", ["nothing", "text", "a rule"])
@pytest.mark.parametrize("notes", [False, True], ids=["rules", "rules and notes"])
def test_every_rule_of_both_branches_is_kept(tmp_path: Path, style: str, before: str, notes: bool, crlf: bool) -> None:
    """Whatever stood there before, in every style of conflict, with LF and CRLF; twice is the same."""
    clones = decided_apart(tmp_path, crlf=crlf, before=before, notes=notes)
    assert not clones.pull("-c", f"merge.conflictStyle={style}")
    assert set(clones.conflicting()) == set(OUTPUTS)
    mine = clones.mine
    assert "sync --repair" in mine.refused(4, "sync")
    shown = mine.ok("sync", "--repair", "--dry-run")
    assert ALICE[:CUT] in shown.out and BOB[:CUT] in shown.out
    assert "the region says the rules of both branches" in shown.err and "branch's side" not in shown.err
    mine.ok("sync", "--repair")
    titles = ["Note of alice", "Note of bob"] if notes else []
    sound(mine, [ALICE, BOB, *([OLD] if before == "a rule" else [])], titles)
    text = mine.text("CLAUDE.md")
    if before == "text":
        assert text.startswith(b"# Shop\r\n\r\nRun `make check`.\r\n" if crlf else b"# Shop\n\nRun `make check`.\n")
    ends = text.count(b"\r\n"), text.count(b"\n")
    assert ends[0] == (ends[1] if crlf else 0)
    again = mine.text(OUTPUTS[0]), mine.text(OUTPUTS[1])
    mine.ok("sync", "--repair")
    assert (mine.text(OUTPUTS[0]), mine.text(OUTPUTS[1])) == again
    in_git(mine, "add", "-A")
    in_git(mine, "commit", "-qm", "merged")
    sound(mine, [ALICE, BOB], titles)


@pytest.mark.parametrize("style", ["merge", "diff3"])
def test_lines_of_a_persons_own_are_kept_once(tmp_path: Path, style: str) -> None:
    """What each wrote into the index by hand stays inside, and what they wrote into CLAUDE.md goes below the region."""
    clones = decided_apart(tmp_path, crlf=False, before="nothing", notes=True)
    for bench in (clones.mine, clones.theirs):
        for name in OUTPUTS:
            path = bench.root / name
            text = path.read_text()
            path.write_text(text.replace("\n<!-- dreamtui:end", f"by hand of {bench.actor}\n<!-- dreamtui:end"))
        clones.commit(bench, "by hand")
    assert not clones.pull("-c", f"merge.conflictStyle={style}")
    clones.mine.ok("sync", "--repair")
    for name in OUTPUTS:
        text = clones.mine.text(name).decode()
        assert text.count("<!-- dreamtui:begin") == 1
        for line in ("by hand of alice", "by hand of bob", ALICE, BOB):
            assert text.count(line[:CUT]) == 1, (name, line, text)


def test_a_rule_that_nobody_decided_stands_after_a_repair_too(tmp_path: Path) -> None:
    """Its line was in both regions before; the conflict is no decision."""
    clones = decided_apart(tmp_path, crlf=False, before="nothing", notes=False)
    foreign = "Keep commits small."
    for bench in (clones.mine, clones.theirs):
        path = bench.agent / "memory/semantic/rules/auto-dream/12345678-foreign.md"
        path.write_text(f"# Foreign\n\n{foreign}\n")
        bench.ok(*ACCEPT_ALL, reason(7))
        bench.ok("sync")
        for record in bench.agent.glob("dream/audit/*/*/*-accept-*.md"):
            record.unlink()
        clones.commit(bench, "foreign")
    assert not clones.pull()
    clones.mine.ok("sync", "--repair")
    for name in OUTPUTS:
        text = clones.mine.text(name).decode()
        assert [text.count(rule[:CUT]) for rule in (foreign, ALICE, BOB)] == [1, 1, 1], text


@pytest.mark.parametrize("style", ["merge", "diff3", "zdiff3"])
@pytest.mark.parametrize("crlf", [False, True], ids=["lf", "crlf"])
def test_a_line_that_one_branch_took_away_is_nobodys(tmp_path: Path, style: str, crlf: bool) -> None:
    """One retires the old rule and words another anew while the other adds one: nothing of ours lands outside."""
    clones, (old, one, two) = make_clones(tmp_path, "Charges come twice", "Releases break on migrations",
                                          "Names are reused", crlf=crlf)  # fmt: skip
    mine, theirs = clones.mine, clones.theirs
    mine.ok("graduate", old, "--rationale", reason(0), "--rule", OLD)
    mine.ok("graduate", one, "--rationale", reason(1), "--rule", "Run migrations on a copy of the data.")
    mine.ok("sync")
    clones.commit(mine)
    in_git(theirs, "pull", "-q", "--no-rebase", "origin", "main")
    mine.ok("retire", old, "--rationale", reason(2))
    mine.ok("reopen", one)
    mine.ok("graduate", one, "--rationale", reason(3), "--rule", ALICE)
    theirs.ok("graduate", two, "--rationale", reason(4), "--rule", BOB)
    for bench in (mine, theirs):
        bench.ok("sync")
        clones.commit(bench)
    assert not clones.pull("-c", f"merge.conflictStyle={style}")
    mine.ok("sync", "--repair")
    sound(mine, [ALICE, BOB], [])
    for name in OUTPUTS:
        text = mine.text(name).decode()
        assert OLD[:CUT] not in text and "on a copy of the data" not in text, text
        assert text.rstrip().endswith("<!-- dreamtui:end -->"), text
