"""What we keep about a person's own memory lies with their own data, whatever a repository ships or puts in its way."""

import json
import os
import shutil
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from workbench import Bench, Done, in_git, make_bench, reason

from dreamtui.desk import person
from dreamtui.model.errors import WriteFailed
from dreamtui.model.sitting import SavedDraft
from dreamtui.sources.claude.places import slug

STATE = ".agent/dream/.state"
TEXT = "Use bunx rather than npx for the tools of the tests."
RULES = ".agent/memory/semantic/rules/auto-dream"
MEND = f"`git rm -r --cached {STATE}`"
SHIPPED = ("index.sqlite", "recurring.json", "claims.json", "answer.msgpack", "mined.msgpack", "transcripts.msgpack",
           "plain.msgpack", "console.json", "good-signatures.json", "scratch/text.md")  # fmt: skip


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A git repository with an .agent, and a person with two private memories that say the same."""
    bench = make_bench(tmp_path / "box", git=True)
    folder = memory(bench)
    folder.mkdir(parents=True)
    for name in ("bunx.md", "tools.md"):
        (folder / name).write_text(f"---\nname: {name} words\ndescription: a hook\ntype: feedback\n---\n{TEXT}\n")
    (folder / "MEMORY.md").write_text("# Index\n\n- [One](bunx.md) — a hook\n- [Two](tools.md) — a hook\n")
    return bench


def memory(bench: Bench) -> Path:
    """Where the memory of the person is."""
    return Path(bench.env["HOME"]) / ".claude/projects" / slug(bench.root.resolve()) / "memory"


def private(bench: Bench) -> Path:
    """The person's own folder for this workspace."""
    return bench.desk().own_layout.folders["@private"]


def ship(bench: Bench, *names: str) -> None:
    """Files of the state folder that somebody else committed, with an ignore file that ignores nothing."""
    for name in names:
        path = bench.root / STATE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"shipped")
    (bench.root / STATE / ".gitignore").write_bytes(b"!*\n")
    in_git(bench, "add", "-A", "-f")
    in_git(bench, "commit", "-q", "-m", "all of it")


def with_words(bench: Bench) -> list[str]:
    """Files of the repository, git's own among them, that hold words of the private memories or of a draft."""
    every = (path for path in bench.root.rglob("*") if path.is_file() and ".git" not in path.parts)
    held = [path for path in every if any(one in path.read_bytes() for one in (TEXT.encode(), b"a hook", b"my draft"))]
    return [str(path.relative_to(bench.root)) for path in held]


def work(bench: Bench) -> None:
    """All that keeps words about private memory: runs, lists, searches, words begun, a decision and its undo."""
    bench.ok("dream")
    bench.ok("memory", "verify")
    bench.ok("status", "--full")
    [made] = bench.ok("list", "--kind", "proposal", "--json").data["items"]
    desk = bench.desk()
    person.save_draft(desk, SavedDraft(made["id"], "reject", f"my draft: {TEXT}"))
    assert person.load_draft(desk, made["id"], "reject") is not None
    person.lend(desk, "text", TEXT)
    bench.ok("reject", made["id"], "--rationale", reason(1))
    bench.ok("reorganize")
    bench.at(now="2026-11-18T15:00:00.000000Z").ok("undo", "--rationale", reason(2))
    person.save_draft(desk, SavedDraft(made["id"], "reject", f"my draft: {TEXT}"))


def test_no_name_in_the_repository_gets_private_words(bench: Bench) -> None:
    """Neither one that is there already and tracked, nor any other."""
    [made] = [one["id"] for one in proposals(bench)]
    ship(bench, *SHIPPED, f"drafts/{made}.draft.json", f"model-drafts/{made}.json")
    work(bench)
    assert with_words(bench) == []
    in_git(bench, "checkout", "--", STATE)  # as it is after a pull
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-q", "-m", "my work")
    assert in_git(bench, "grep", "-l", "-e", "zzz", "--or", "-e", "shipped", "HEAD", "--", f"{STATE}/index.sqlite")
    assert with_words(bench) == []


def proposals(bench: Bench) -> list[dict[str, str]]:
    """Those about the two memories, found in a copy of the workspace, so that nothing is kept of it here."""
    bench.ok("reorganize")
    found = bench.ok("list", "--kind", "proposal", "--json").data["items"]
    shutil.rmtree(private(bench))
    shutil.rmtree(bench.root / ".agent/dream")
    return list(found)


def test_what_a_repository_ships_is_not_read(bench: Bench) -> None:
    """A draft, a place and an index of somebody else's stay as they are, and nothing is said of them."""
    item = bench.add("Rows that are not there", "text:rows")
    ship(bench, *SHIPPED, f"drafts/{item}.draft.json")
    assert list(bench.items("")) == [item]
    assert person.unreadable_drafts(bench.desk()) == ()
    assert (bench.root / STATE / "index.sqlite").read_bytes() == b"shipped"


def said_of_tracking(done: Done) -> list[str]:
    return [line for line in done.out.splitlines() if "git tracks" in line or "git rm" in line]


def test_tracked_state_is_named_with_the_command_that_mends_it(bench: Bench) -> None:
    """By doctor, status and the overview, as long as it is so."""
    bench.ok("list")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-q", "-m", "as it should be")
    assert not said_of_tracking(bench.run("doctor")) and not said_of_tracking(bench.ok("status"))
    ship(bench, "index.sqlite", "odd\n\x1b[31mname")
    told = f"git tracks files in {STATE}, which is for this machine alone (.gitignore, …)"
    for words in (("status",), ("status", "--full"), ("doctor",)):
        done = bench.run(*words)
        assert told in done.out and MEND in done.out, words
    assert [told in one and MEND in one for one in bench.ok("status", "--json").data["problems"]] == [True]
    [found] = [one for one in json.loads(bench.run("doctor", "--json").out)["findings"] if "git tracks" in one["what"]]
    assert found["level"] == "problem" and MEND in found["advice"]
    in_git(bench, "rm", "-r", "-q", "--cached", STATE)
    assert not said_of_tracking(bench.run("doctor")) and not said_of_tracking(bench.ok("status"))
    assert (bench.root / STATE / "index.sqlite").is_file()


def test_a_workspace_below_the_top_is_looked_at_too(bench: Bench) -> None:
    """Paths are those of the workspace."""
    inner = bench.root / "packages/one"
    (inner / STATE).mkdir(parents=True)
    (inner / STATE / "index.sqlite").write_bytes(b"shipped")
    in_git(bench, "add", "-A", "-f")
    there = replace(bench, root=inner)
    assert len(said_of_tracking(there.ok("status"))) == 1
    assert not said_of_tracking(bench.ok("status"))


def listed(bench: Bench) -> set[str]:
    """The titles that a list shows."""
    return {one["title"] for one in bench.items("").values()}


def quietly(path: Path, old: bytes, new: bytes) -> None:
    """Put other words into a file, which keeps its size, its time and its inode."""
    before = path.stat()
    with path.open("r+b") as file:
        data = file.read()
        file.seek(0)
        file.write(data.replace(old, new))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (before.st_size, before.st_mtime_ns, before.st_ino)


def test_a_file_that_keeps_its_size_and_time_is_read_again(bench: Bench) -> None:
    """Whoever edits a file can choose its time; when it last changed they cannot."""
    item, other = (bench.add(title, "text:rows") for title in ("Rows that are not there", "Rows that are there"))
    assert "Rows that are not there" in listed(bench)
    quietly(bench.agent / f"dream/candidates/{item}.md", b"Rows that are", b"Rows that eat")
    assert "Rows that eat not there" in listed(bench)
    bench.ok("graduate", other, "--rule", "Check that the row is there.", "--rationale", reason(1))
    assert not bench.ok("list", "--kind", "undecided", "--json").data["items"]
    quietly(bench.only(f"{RULES}/*.md"), b"Check that the row", b"Trust that the row")
    assert bench.ok("list", "--kind", "undecided", "--json").data["items"]


def test_an_index_that_others_could_write_is_made_anew(bench: Bench) -> None:
    """Its rows are not sealed."""
    bench.add("Rows that are not there", "text:rows")
    assert listed(bench)
    index = private(bench) / ".state/index.sqlite"
    assert index.stat().st_mode & 0o777 == 0o600
    with sqlite3.connect(index) as connection:
        connection.execute("UPDATE item SET title = 'Something else'")
    assert listed(bench) == {"Something else"}
    index.chmod(0o666)
    assert listed(bench) == {"Rows that are not there"}


def test_everything_of_ones_own_is_for_its_owner_alone(bench: Bench) -> None:
    """Also where the folder was wider before, and the file that is replaced."""
    own = private(bench)
    (own / "proposals").mkdir(parents=True)
    own.chmod(0o755)
    os.umask(0o022)
    work(bench)
    files = [path for path in own.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} >= {".json", ".sqlite"}
    assert own.stat().st_mode & 0o777 == 0o700 and (own / ".state").stat().st_mode & 0o777 == 0o700
    assert [path.name for path in files if path.stat().st_mode & 0o077] == []
    [proposal] = own.glob("proposals/p-*.json")
    proposal.chmod(0o644)
    bench.at(now="2026-11-18T16:00:00.000000Z").ok("defer", proposal.stem, "--until", "+3d")
    [after] = own.glob("proposals/**/p-*.json")
    assert after.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "place",
    ["", ".state", ".state/index.sqlite", ".state/drafts", "proposals", "proposals/p-x.json", "dreamtui", "private"],
)
def test_a_pipe_in_the_place_of_ones_own_data_is_named(bench: Bench, place: str) -> None:
    """Every command ends, and says which file is in the way and what to do, if it says anything."""
    item = bench.add("Rows that are not there", "text:rows")
    own = private(bench)
    outer = {"dreamtui": own.parent.parent, "private": own.parent}
    path = outer.get(place, own / place)
    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    for words in (("list",), ("status",), ("show", item), ("search", "rows"), ("doctor",), ("reorganize",), ("dream",),
                  ("reject", item, "--rationale", reason(1))):  # fmt: skip
        done = bench.run(*words)
        assert done.code in {0, 1, 3}, (words, done)
        for bare in ("Errno", "File exists", "Not a directory", "internal error"):
            assert bare not in done.out + done.err, (words, done)
        if done.code and words[0] != "doctor":
            assert str(path) in done.err and "move it away" in done.err, (words, done)
    assert path.is_fifo() == (place != ".state/index.sqlite")
    if place in {"", ".state", "dreamtui", "private"}:
        assert f"{path} is not a folder" in bench.run("doctor").out
        with pytest.raises(WriteFailed, match="move it away"):
            person.save_draft(bench.desk(), SavedDraft(item, "reject", "my draft"))
