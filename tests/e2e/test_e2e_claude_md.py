"""CLAUDE.md in every shape: a rule goes in and comes out again, and the person's bytes are what they were."""

from collections.abc import Callable
from pathlib import Path

import pytest
from workbench import REASON, Bench, make_bench, tree, without

RULE = "Run each migration against a copy of production before the release."

BEGIN = b"<!-- dreamtui:begin sha=0123456789abcdef pad=lf1; written by dreamtui, change it there -->\n"
END = b"<!-- dreamtui:end -->\n"

SHAPES: dict[str, bytes | None] = {
    "absent": None,
    "empty": b"",
    "one newline": b"\n",
    "blank lines": b"# House rules\n\n\n\n",
    "plain": b"# House rules\n\nBe kind.\n",
    "no last newline": b"# House rules\n\nBe kind.",
    "crlf": b"# House rules\r\n\r\nBe kind.\r\n",
    "crlf without the last one": b"# House rules\r\n\r\nBe kind.",
    "mixed line ends": b"# House rules\r\nBe kind.\nAnd quick.\r\n",
    "bom": b"\xef\xbb\xbf# House rules\n\nBe kind.\n",
    "only a bom": b"\xef\xbb\xbf",
    "latin-1": b"# R\xe8gles de la maison\n\nSoyez \xe0 l'heure.\n",
    "import only": b"@AGENTS.md\n",
    "markers in a fence": b"# About\n\n```\n" + BEGIN + b"old words\n" + END + b"```\n\nAfter.\n",
    "an open fence": b"# About\n\n```\ncode to the end\n",
    "markers in a sentence": b"The line <!-- dreamtui:begin --> starts it, <!-- dreamtui:end --> ends it.\n",
    "a comment left open": b"# About\n\n<!-- a person's comment\n",
    "front matter": b"---\ntitle: House\n---\n\n# House rules\n",
}

BROKEN: dict[str, bytes] = {
    "two regions": b"# A\n\n" + BEGIN + b"\none\n\n" + END + b"\nmiddle\n\n" + BEGIN + b"\ntwo\n\n" + END,
    "unclosed region": b"# A\n\n" + BEGIN + b"\nsome words\n",
    "only an end": b"# A\n\nsome words\n" + END,
    "conflict inside": b"# A\n\n" + BEGIN + b"<<<<<<< ours\none\n=======\ntwo\n>>>>>>> theirs\n" + END,
    "conflict around": b"# A\n<<<<<<< ours\n"
    + BEGIN
    + b"one\n"
    + END
    + b"=======\n"
    + BEGIN
    + b"two\n"
    + END
    + b">>>>>>> x\n",
    "hand-edited": b"# A\n\n" + BEGIN + b"\nA line that a person wrote here.\n\n" + END,
}

UNWRITABLE = {"utf-16": "# House rules\n".encode("utf-16"), "zeros": b"# House\0rules\n\0\n"}


def bench_with(tmp_path: Path, content: bytes | None, name: str = "CLAUDE.md") -> Bench:
    """A workspace with one candidate and this CLAUDE.md."""
    bench = make_bench(tmp_path)
    (bench.root / "AGENTS-copy.md").write_bytes(b"not an output\n")
    if content is not None:
        path = bench.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content)
        path.chmod(0o640)
    bench.file("Releases break on migrations")
    return bench


def graduate(bench: Bench) -> None:
    """Make a rule of the one candidate."""
    (item,) = bench.items(status="")
    bench.ok("graduate", item, "--rationale", REASON, "--rule", RULE)


def outside(bench: Bench) -> dict[str, tuple[str, int, bytes]]:
    """The tree without our own folder."""
    return without(tree(bench.root), "/.agent/")


@pytest.mark.parametrize("shape", SHAPES)
def test_a_rule_goes_in_and_comes_out_of_any_shape(tmp_path: Path, shape: str) -> None:
    """Graduate and sync puts the rule in below the person's bytes; undo and sync gives back the first tree."""
    bench = bench_with(tmp_path, SHAPES[shape])
    first = outside(bench)
    graduate(bench)
    assert outside(bench) == first, "a decision writes no output"
    bench.ok("sync")
    bench.ok("sync", "--check")
    written = bench.text("CLAUDE.md")
    assert written.startswith(SHAPES[shape] or b"")
    assert written.count(RULE.encode()) == 1
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.ok("sync")
    assert outside(bench) == first


@pytest.mark.parametrize("shape", BROKEN)
def test_a_broken_region_is_left_and_reported(tmp_path: Path, shape: str) -> None:
    """Nothing is written, exit 4, and the repair shows a plan that keeps every line of the person."""
    bench = bench_with(tmp_path, BROKEN[shape])
    first = outside(bench)
    graduate(bench)
    before = bench.tree()
    assert "CLAUDE.md" in bench.refused(4, "sync")
    assert bench.run("sync", "--check").code == 4
    plan = bench.run("sync", "--repair", "--dry-run")
    assert plan.code == 0, plan
    assert "CLAUDE.md" in plan.out and "repair:" in plan.err
    assert bench.tree() == before
    assert "problem" in bench.ok("status").out

    bench.ok("sync", "--repair")
    bench.ok("sync", "--check")
    mended = bench.text("CLAUDE.md")
    assert mended.startswith(b"# A\n") and mended.count(b"dreamtui:begin") == 1
    for line in (b"A line that a person wrote here.", b"middle", b"some words"):
        assert line in mended or line not in BROKEN[shape], line
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.ok("sync")
    assert b"dreamtui" not in bench.text("CLAUDE.md")
    assert set(outside(bench)) == set(first)


@pytest.mark.parametrize("shape", BROKEN)
def test_a_broken_region_survives_an_undo_without_a_repair(tmp_path: Path, shape: str) -> None:
    """Whoever does not repair keeps every byte, before and after the decision is taken back."""
    bench = bench_with(tmp_path, BROKEN[shape])
    first = outside(bench)
    graduate(bench)
    bench.refused(4, "sync")
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.run("sync")
    assert outside(bench)[str(bench.root / "CLAUDE.md")] == first[str(bench.root / "CLAUDE.md")]


@pytest.mark.parametrize("shape", UNWRITABLE)
def test_a_file_that_is_no_text_for_agents_is_left_and_reported(tmp_path: Path, shape: str) -> None:
    """UTF-16 and NUL bytes cannot carry our lines; nothing is converted, and no repair is promised."""
    bench = bench_with(tmp_path, UNWRITABLE[shape])
    graduate(bench)
    problem = bench.refused(4, "sync")
    assert "CLAUDE.md" in problem and "--repair" not in problem
    assert bench.run("sync", "--repair", "--dry-run").code == 4


def test_a_hand_edit_in_the_region_is_noticed_and_kept(tmp_path: Path) -> None:
    """A line added inside our region is never overwritten; taken out again, everything goes back."""
    bench = bench_with(tmp_path, SHAPES["plain"])
    first = outside(bench)
    graduate(bench)
    bench.ok("sync")
    synced = bench.text("CLAUDE.md")
    edited = synced.replace(b"<!-- dreamtui:end -->", b"- mine\n<!-- dreamtui:end -->")
    (bench.root / "CLAUDE.md").write_bytes(edited)
    assert "CLAUDE.md" in bench.refused(4, "sync")
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.refused(4, "sync")
    assert bench.text("CLAUDE.md") == edited
    (bench.root / "CLAUDE.md").write_bytes(synced)
    bench.ok("sync")
    assert outside(bench) == first


def test_what_a_person_writes_around_the_region_stays(tmp_path: Path) -> None:
    """Lines above and below our region belong to the person, and stay when the region goes."""
    bench = bench_with(tmp_path, SHAPES["plain"])
    graduate(bench)
    bench.ok("sync")
    (bench.root / "CLAUDE.md").write_bytes(b"Above.\n" + bench.text("CLAUDE.md") + b"\nBelow.\n")
    bench.ok("sync", "--check")
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.ok("sync")
    assert bench.text("CLAUDE.md") == b"Above.\n# House rules\n\nBe kind.\n\nBelow.\n"


@pytest.mark.parametrize("target", ["docs/agents.md", "docs/not-there-yet.md"])
def test_a_link_inside_the_workspace_is_written_through(tmp_path: Path, target: str) -> None:
    """The link stays a link, its target gets the rule, and loses it again."""
    bench = bench_with(tmp_path, None)
    (bench.root / "docs").mkdir()
    (bench.root / "docs" / "agents.md").write_bytes(SHAPES["crlf"] or b"")
    (bench.root / "CLAUDE.md").symlink_to(target)
    first = outside(bench)
    graduate(bench)
    bench.ok("sync")
    assert (bench.root / "CLAUDE.md").is_symlink()
    assert RULE.encode() in bench.text(target)
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.ok("sync")
    assert outside(bench) == first


@pytest.mark.parametrize("exists", [True, False], ids=["a file", "nothing"])
def test_a_link_out_of_the_workspace_is_left_and_reported(tmp_path: Path, exists: bool) -> None:
    """Neither the link nor its target is touched, a line names it, and the other outputs are written."""
    bench = bench_with(tmp_path, None)
    target = tmp_path / "elsewhere.md"
    if exists:
        target.write_bytes(b"somebody else's\n")
    (bench.root / "CLAUDE.md").symlink_to(target)
    first = outside(bench)
    graduate(bench)
    assert "CLAUDE.md is a symlink" in bench.ok("sync").err
    assert (bench.root / ".agent/memory/MEMORY.md").is_file()
    assert bench.run("sync", "--check").code == 0
    assert outside(bench) == first
    assert target.exists() is exists and (not exists or target.read_bytes() == b"somebody else's\n")


def a_record(bench: Bench) -> str:
    return bench.only(".agent/dream/audit/*/*/*-graduate-*.md").relative_to(bench.root).as_posix()


@pytest.mark.parametrize("link", ["CLAUDE.md", ".claude/CLAUDE.md", "AGENTS.md", ".agent/memory/MEMORY.md"])
@pytest.mark.parametrize(
    "to",
    [lambda bench: ".agent/config.yaml", a_record, lambda bench: ".agent/dream/candidates/new.md",
     lambda bench: ".agent/dream/.state/lock", lambda bench: "docs/through.md", lambda bench: ".claude/memory/till.md"],
    ids=["settings", "a record", "nothing yet", "state", "through another link", "a memory"],
)  # fmt: skip
def test_a_link_to_a_file_of_ours_is_left_and_reported(tmp_path: Path, link: str, to: Callable[[Bench], str]) -> None:
    """Written through it would break what it leads to: nothing is written, and the link is named."""
    bench = bench_with(tmp_path, None)
    (bench.root / ".claude" / "memory").mkdir(parents=True)
    (bench.root / ".claude" / "memory" / "till.md").write_text("---\nname: till\n---\n\nIt counts in cents.\n")
    (bench.root / "docs").mkdir()
    (bench.root / "docs" / "through.md").symlink_to("../.agent/config.yaml")
    graduate(bench)
    if link == "AGENTS.md":
        (bench.agent / "config.yaml").write_text("dreamtui:\n  outputs: [agents]\n")
    (bench.root / link).parent.mkdir(exist_ok=True)
    (bench.root / link).symlink_to(bench.root / to(bench))
    assert f"{link} is a symlink" in bench.refused(4, "sync")
    doctor = bench.run("doctor")
    assert doctor.code == 1 and f"{link} is a symlink" in doctor.out
    assert any(f"{link} is a symlink" in one for one in bench.ok("status", "--json").data["problems"])
    assert bench.ok("audit", "verify").code == 0
    (bench.root / link).unlink()
    bench.ok("sync")


def test_a_folder_where_claude_md_should_be_is_left_and_reported(tmp_path: Path) -> None:
    """A folder of that name is not ours to replace."""
    bench = bench_with(tmp_path, None)
    (bench.root / "CLAUDE.md").mkdir()
    graduate(bench)
    assert "CLAUDE.md" in bench.refused(4, "sync")


def test_the_file_below_dot_claude_is_used_where_it_is(tmp_path: Path) -> None:
    """.claude/CLAUDE.md carries the region when there is no ./CLAUDE.md."""
    bench = bench_with(tmp_path, SHAPES["plain"], ".claude/CLAUDE.md")
    first = outside(bench)
    graduate(bench)
    bench.ok("sync")
    assert RULE.encode() in bench.text(".claude/CLAUDE.md")
    assert not (bench.root / "CLAUDE.md").exists()
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.ok("sync")
    assert outside(bench) == first


def test_a_file_we_made_stays_once_a_person_wrote_in_it(tmp_path: Path) -> None:
    """An absent CLAUDE.md that was made and then written in keeps the person's words when the rule goes."""
    bench = bench_with(tmp_path, None)
    graduate(bench)
    bench.ok("sync")
    (bench.root / "CLAUDE.md").write_bytes(bench.text("CLAUDE.md") + b"A person's line.\n")
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.")
    bench.ok("sync")
    assert bench.text("CLAUDE.md").endswith(b"A person's line.\n")
    assert b"dreamtui" not in bench.text("CLAUDE.md")


def test_a_markers_look_alike_in_a_rule_cannot_end_the_region(tmp_path: Path) -> None:
    """A rule that quotes our markers, fences and conflict signs is refused or made harmless; the region stays whole."""
    bench = bench_with(tmp_path, SHAPES["plain"])
    (item,) = bench.items(status="")
    hostile = "Never write dreamtui:end by hand.\n~~~\n# Heading\n@secrets.md\n~~~"
    done = bench.run("graduate", item, "--rationale", REASON, "--rule", hostile)
    assert done.code in {0, 1}
    if done.code == 0:
        bench.ok("sync")
        bench.ok("sync", "--check")
        assert bench.text("CLAUDE.md").count(b"\n<!-- dreamtui:end -->") == 1
