"""Where a workspace is found, and where its home lies: every shape a repository can have."""

import os
import shutil
from pathlib import Path

import pytest
from workbench import REASON, Bench, fixes, in_git, log_events, make_bench, tree

RULE = "Run each migration against a copy first."


def whole_loop(bench: Bench, cwd: Path | None = None) -> None:
    """File, look, mine, decide, sync, verify, take back: works here."""
    item = bench.ok("add", "--title", "Releases break on migrations", "--evidence", "text:twice", cwd=cwd).out.strip()
    bench.ok("dream", cwd=cwd)
    assert item in bench.ok("list", cwd=cwd).out
    bench.ok("graduate", item, "--rationale", REASON, "--rule", RULE, cwd=cwd)
    bench.ok("sync", cwd=cwd)
    bench.ok("status", cwd=cwd)
    bench.ok("audit", "verify", "--strict", cwd=cwd)
    bench.run("doctor", cwd=cwd)
    assert RULE in bench.text("CLAUDE.md").decode()
    bench.ok("undo", "--rationale", "It was the wrong lesson to draw from two releases.", cwd=cwd)
    bench.ok("sync", cwd=cwd)
    assert not (bench.root / "CLAUDE.md").exists()
    assert bench.ok("list", "--json", cwd=cwd).data["items"][0]["id"] == item


def homes(bench: Bench) -> list[Path]:
    """The homes outside of repositories."""
    return sorted((bench.top / "home" / "data" / "dreamtui" / "workspaces").glob("*"))


def committed(bench: Bench, *names: str) -> None:
    """A commit with some files."""
    for name in names:
        (bench.root / name).write_text(f"{name}\n")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-qm", f"add {' '.join(names)}")


@pytest.mark.parametrize("agent", [True, False], ids=["with .agent", "home elsewhere"])
@pytest.mark.parametrize("git", [True, False], ids=["git", "plain"])
def test_a_folder_with_or_without_git_and_agent(tmp_path: Path, agent: bool, git: bool) -> None:
    """An unborn HEAD, a plain folder: the loop works, and the folder gets no .agent by itself."""
    bench = make_bench(tmp_path, agent=agent, git=git)
    whole_loop(bench)
    assert (bench.root / ".agent").is_dir() is agent
    assert len(homes(bench)) == (0 if agent else 1)
    if not agent:
        assert homes(bench)[0].name.startswith("work-") and len(homes(bench)[0].name) == len("work-") + 8


def test_a_subfolder_belongs_to_its_workspace(tmp_path: Path) -> None:
    """The walk up stops at .git or .agent; -C does the same from elsewhere."""
    bench = make_bench(tmp_path, git=True)
    deep = bench.root / "src" / "deep er"
    deep.mkdir(parents=True)
    whole_loop(bench, cwd=deep)
    assert not (deep / ".agent").exists()
    elsewhere = bench.at(root=tmp_path)
    assert elsewhere.ok("-C", str(deep), "list", "--json").data["items"]
    assert elsewhere.ok("list", "-C", str(deep), "--json").data["items"]
    assert bench.refused(2, "-C", str(tmp_path / "nowhere"), "list")


def test_worktrees_share_one_home(tmp_path: Path) -> None:
    """A worktree sees the queue of its repository where that has no .agent."""
    bench = make_bench(tmp_path, agent=False, git=True)
    committed(bench, "a.txt")
    in_git(bench, "worktree", "add", "-q", str(tmp_path / "tree"))
    other = bench.at(root=tmp_path / "tree")
    item = bench.add("Releases break on migrations")
    assert list(other.items()) == [item]
    other.ok("reject", item, "--rationale", REASON)
    assert bench.status_of(item) == "rejected"
    assert len(homes(bench)) == 1
    other.ok("doctor")
    assert "worktree" in other.ok("doctor").out


def test_a_submodule_is_a_workspace_of_its_own(tmp_path: Path) -> None:
    """Its history and its queue are not those of the repository around it."""
    inner = make_bench(tmp_path / "inner", agent=False, git=True)
    committed(inner, "lib.txt")
    bench = make_bench(tmp_path / "outer", agent=False, git=True)
    in_git(bench, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner.root), "lib")
    in_git(bench, "commit", "-qm", "add lib")
    sub = bench.at(root=bench.root / "lib")
    sub.add("Only in the library")
    assert bench.items() == {} and len(sub.items()) == 1
    whole_loop(bench)


def test_a_bare_repository_is_read_and_decided_in(tmp_path: Path) -> None:
    """No work tree: the history is mined, the home lies with the person, init is refused."""
    when = "2026-11-11T09:00:00Z"
    source = make_bench(tmp_path / "source", agent=False, git=True).at(GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)
    why = "Two threads take the same token from there, because it is never locked."
    for number, subject in enumerate(("Cache tokens", f'Revert "Cache tokens"\n\n{why}')):
        (source.root / "auth.py").write_text(str(number))
        in_git(source, "add", "-A")
        in_git(source, "commit", "-qm", subject)
    in_git(source, "clone", "-q", "--bare", str(source.root), str(tmp_path / "bare.git"))
    bench = source.at(root=tmp_path / "bare.git")
    before = tree(bench.root)
    bench.ok("dream")
    (item,) = bench.items("")
    bench.ok("reject", item, "--rationale", REASON)
    bench.ok("audit", "verify", "--strict")
    bench.refused(1, "init")
    assert "bare" in bench.run("doctor").out
    assert tree(bench.root) == before


def test_git_is_not_needed(tmp_path: Path) -> None:
    """Without git on PATH, or with one that fails: events are mined, decisions made, and a line says so."""
    bench = make_bench(tmp_path, git=True)
    log_events(bench, *fixes("src/auth.py", 3))
    empty = tmp_path / "bin"
    empty.mkdir()
    without = bench.at(PATH=str(empty))
    run = without.ok("dream", "--json").data
    assert run["new"] == 1 and "git" in " ".join(run["remarks"])
    found = without.items("")
    assert len(found) == 1
    without.ok("reject", *found, "--rationale", REASON)
    assert "git" in without.run("doctor").out
    broken = empty / "git"
    broken.write_text("#!/bin/sh\necho broken >&2\nexit 3\n")
    broken.chmod(0o755)
    without.run("doctor")
    done = without.run("dream")
    assert done.code in {0, 1} and (done.code == 0 or done.problem)
    without.ok("list")


def test_the_identity_comes_from_git_when_nothing_else_says(tmp_path: Path) -> None:
    """No DREAMTUI_ACTOR: git's own address names the person in the record."""
    bench = make_bench(tmp_path, git=True).at(DREAMTUI_ACTOR="")
    in_git(bench, "config", "user.email", "Dana.Doe@corp.example")
    (item,) = bench.file("Releases break on migrations")
    bench.ok("reject", item, "--rationale", REASON)
    assert bench.ok("audit", "list", "--json").data["decisions"][0]["actor"].startswith("dana")


@pytest.mark.parametrize("place", ["git", "plain"])
def test_init_moves_the_home_in(tmp_path: Path, place: str) -> None:
    """What was decided before init is in .agent afterwards, with its trail; a second init does nothing."""
    bench = make_bench(tmp_path, agent=False, git=place == "git")
    one, two = (bench.add("Releases break on migrations"), bench.add("Tests are skipped on Fridays"))
    bench.ok("reject", one, "--rationale", REASON)
    (home,) = homes(bench)
    done = bench.ok("init")
    assert f"moved the home from {home}" in done.err and "made .agent/config.yaml" in done.err
    assert not home.exists() and (bench.agent / "dream" / "candidates" / f"{two}.md").is_file()
    assert {item: entry["status"] for item, entry in bench.items().items()} == {one: "rejected", two: "pending"}
    bench.ok("audit", "verify", "--strict")
    before = bench.tree()
    bench.ok("init")
    assert bench.tree() == before
    bench.ok("undo", "--rationale", "It was right after all, see the last release.")


def test_all_known_workspaces_are_one_queue(tmp_path: Path) -> None:
    """--all lists every workspace that was mined in; one that is gone or broken does not stop the others."""
    first = make_bench(tmp_path / "first")
    second = first.at(root=tmp_path / "second")
    third = first.at(root=tmp_path / "third")
    for bench in (second, third):
        (bench.root / ".agent").mkdir(parents=True)
    ids = {}
    for number, bench in enumerate((first, second, third)):
        bench.ok("dream")
        (ids[bench.root],) = bench.file(f"Title number {number}")
    shown = first.ok("list", "--all", "--json").data["items"]
    assert {(entry["workspace"], entry["id"]) for entry in shown} == {(str(root), item) for root, item in ids.items()}
    assert len(first.ok("--all", "status", "--json").data["workspaces"]) == 3
    shutil.rmtree(third.root)
    (second.root / ".agent" / "config.yaml").write_text("dream: [\n")
    shown = first.run("list", "--all", "--json")
    assert shown.code == 0, shown
    assert {entry["workspace"] for entry in shown.data["items"]} == {str(first.root), str(second.root)}


def test_a_path_with_odd_characters_is_a_workspace(tmp_path: Path) -> None:
    """Spaces, quotes, umlauts, a newline and bytes that are no UTF-8 in the folder's name."""
    for number, name in enumerate((b"a b'c\"d", "größe é".encode(), b"new\nline", b"caf\xe9 \x1b[31m")):
        root = Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name))
        root.mkdir()
        bench = Bench(tmp_path / f"top{number}", root)
        whole_loop(bench)
        bench.ok("dream")
        bench.ok("list", "--all", "--json")
        bench.ok("status", "--all")


def test_a_workspace_reached_through_a_link_is_the_same(tmp_path: Path) -> None:
    """The real path counts, so that both ways lead to one home."""
    bench = make_bench(tmp_path, agent=False)
    (tmp_path / "link").symlink_to(bench.root)
    item = bench.add("Releases break on migrations")
    through = bench.at(root=tmp_path / "link")
    assert list(through.items()) == [item]
    through.ok("reject", item, "--rationale", REASON)
    assert bench.status_of(item) == "rejected" and len(homes(bench)) == 1


def test_observe_writes_dotagents_event(tmp_path: Path) -> None:
    """Twelve fields in dotagent's order; mined at once."""
    import json

    bench = make_bench(tmp_path, git=True)
    for number in range(3):
        bench.ok("observe", "commit", "--summary", f"fix: token {number}", "--files", "src/auth.py", "--tool", "cursor")
    paths = sorted(bench.agent.glob("memory/episodic/2026/11/18/alice__*.jsonl"))
    assert len(paths) == 3
    line = paths[0].read_bytes()
    fields = json.loads(line)
    wanted = "ts actor tool host session kind repo branch files diff_sha summary tags"
    assert list(fields) == wanted.split() and line.endswith(b"\n") and b": " not in line.split(b'"summary"')[0]
    assert (fields["actor"], fields["tool"], fields["branch"], fields["files"]) == (
        "alice",
        "cursor",
        "HEAD",
        ["src/auth.py"],
    )
    assert bench.ok("dream", "--json").data["new"] == 1
