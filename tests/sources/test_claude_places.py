"""Memory folders of a workspace: found by name, by settings, by being named; nobody else's folder is ever taken."""

import json
import subprocess
from pathlib import Path

import pytest

from dreamtui.model.errors import Usage
from dreamtui.sources.claude.places import AUTO, MemoryFolders, every, find, is_off, mapped, owner_root, slug
from dreamtui.sources.workspace import discover
from dreamtui.store.person.private_memory import known_folders, remember_folders


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """An empty repository."""
    root = tmp_path / "work" / "my.app"
    root.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    return root


def _env(tmp_path: Path, **more: str) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), **more}


def _look(root: Path, env: dict[str, str], claude: Path | None = None, memory: Path | None = None) -> MemoryFolders:
    return find(discover(root, env), env, claude, memory)


def _auto(tmp_path: Path, root: Path) -> Path:
    folder = tmp_path / "home" / ".claude" / "projects" / slug(root) / "memory"
    folder.mkdir(parents=True)
    return folder


def test_slug_replaces_every_other_character() -> None:
    """Nothing is collapsed, and two paths may have one name."""
    assert slug("/Users/a/.claude") == "-Users-a--claude"
    assert slug("C:\\Users\\x") == "C--Users-x"
    assert slug("/tmp/a-b") == slug("/tmp/a/b") == "-tmp-a-b"
    assert len(slug("/" + "x" * 300)) == 200


def test_the_auto_memory_is_found_from_a_subfolder(tmp_path: Path, repository: Path) -> None:
    """Its name comes from the root of the repository, wherever one stands in it."""
    folder = _auto(tmp_path, repository)
    (repository / "src" / "deep").mkdir(parents=True)
    found = _look(repository / "src" / "deep", _env(tmp_path))
    assert [(one.key, one.path) for one in found.folders] == [(AUTO, folder)]
    assert mapped(found.folders) == {AUTO: folder}
    assert found.main == folder


def test_a_worktree_shares_the_memory_of_its_repository(tmp_path: Path, repository: Path) -> None:
    """A worktree elsewhere has the memory of the repository it belongs to."""
    folder = _auto(tmp_path, repository)
    git = ["git", "-C", str(repository), "-c", "user.name=a", "-c", "user.email=a@b"]
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True, env=env)
    subprocess.run([*git, "worktree", "add", "-q", str(tmp_path / "other")], check=True, env=env)
    found = _look(tmp_path / "other", _env(tmp_path))
    assert [one.path for one in found.folders] == [folder]
    assert owner_root(discover(tmp_path / "other", _env(tmp_path))) == repository.resolve()


def test_nothing_is_found_where_there_is_nothing(tmp_path: Path, repository: Path) -> None:
    """The place where it would be is named all the same."""
    found = _look(repository, _env(tmp_path))
    assert found.folders == ()
    assert found.main == tmp_path / "home" / ".claude" / "projects" / slug(repository) / "memory"


def test_claude_dir_and_config_dir_take_the_place_of_the_usual_folder(tmp_path: Path, repository: Path) -> None:
    """CLAUDE_CONFIG_DIR replaces ~/.claude; --claude-dir replaces both, and its memory has a key of its own."""
    _auto(tmp_path, repository)
    other = tmp_path / "elsewhere"
    (other / "projects" / slug(repository) / "memory").mkdir(parents=True)
    by_env = _look(repository, _env(tmp_path, CLAUDE_CONFIG_DIR=str(other)))
    assert [(one.key, one.path.parents[2]) for one in by_env.folders] == [(AUTO, other)]
    by_flag = _look(repository, _env(tmp_path), claude=other)
    assert [one.path.parents[2] for one in by_flag.folders] == [other]
    assert by_flag.folders[0].key.startswith("@memory-")


def test_memory_dir_is_the_only_one_and_keeps_its_key(tmp_path: Path, repository: Path) -> None:
    """A folder that is named is the only one; the repository's own keeps its name; one inside is named by its path."""
    auto = _auto(tmp_path, repository)
    (repository / ".claude" / "memory").mkdir(parents=True)
    (tmp_path / "copy").mkdir()
    keys = {
        path: [one.key for one in _look(repository, _env(tmp_path), memory=path).folders]
        for path in (auto, tmp_path / "copy", repository / ".claude" / "memory")
    }
    assert keys[auto] == [AUTO]
    assert keys[repository / ".claude" / "memory"] == [".claude/memory"]
    assert keys[tmp_path / "copy"][0].startswith("@memory-") and len(keys[tmp_path / "copy"]) == 1
    with pytest.raises(Usage, match="is not a folder"):
        _look(repository, _env(tmp_path), memory=tmp_path / "none")


def test_settings_name_the_folder_but_a_clone_cannot(tmp_path: Path, repository: Path) -> None:
    """The person's settings count anywhere, the repository's own only for a place inside the repository."""
    home = tmp_path / "home"
    (home / "notes").mkdir(parents=True)
    (home / ".claude").mkdir()
    (repository / ".claude").mkdir()
    mine, theirs = home / ".claude" / "settings.json", repository / ".claude" / "settings.json"
    mine.write_text(json.dumps({"autoMemoryDirectory": "~/notes"}))
    assert [one.path for one in _look(repository, _env(tmp_path)).folders] == [home / "notes"]
    (home / ".ssh").mkdir()
    theirs.write_text(json.dumps({"autoMemoryDirectory": str(home / ".ssh")}))
    found = _look(repository, _env(tmp_path))
    assert [one.path for one in found.folders] == [home / "notes"]
    assert "a clone could say so too" in found.remarks[0]
    (repository / "mem").mkdir()
    theirs.write_text(json.dumps({"autoMemoryDirectory": str(repository / "mem")}))
    assert [(one.key, one.path) for one in _look(repository, _env(tmp_path)).folders] == [
        ("mem", repository / "mem"),
        (AUTO, home / "notes"),
    ]


def test_a_relative_setting_and_broken_settings_do_not_count(tmp_path: Path, repository: Path) -> None:
    """What cannot be a folder is said; what is no JSON is passed over."""
    (repository / ".claude").mkdir()
    (repository / ".claude" / "settings.json").write_text('{"autoMemoryDirectory": "mem"}')
    (repository / ".claude" / "settings.local.json").write_text("{not json")
    found = _look(repository, _env(tmp_path))
    assert found.folders == ()
    assert "not an absolute path" in found.remarks[0]


def test_memory_of_the_repository_and_of_agents(tmp_path: Path, repository: Path) -> None:
    """Each scope is a folder of its own; links are not followed."""
    for name in (".claude/memory", ".claude/agent-memory/reviewer", ".claude/agent-memory-local/scratch"):
        (repository / name).mkdir(parents=True)
    agents = tmp_path / "home" / ".claude" / "agent-memory"
    (agents / "Code Reviewer").mkdir(parents=True)
    (agents / "linked").symlink_to(tmp_path)
    found = _look(repository, _env(tmp_path))
    assert [(one.key, one.scope, one.agent, one.is_auto) for one in found.folders] == [
        (".claude/memory", "project", "", True),
        (".claude/agent-memory/reviewer", "project", "reviewer", False),
        (".claude/agent-memory-local/scratch", "local", "scratch", False),
        ("@agent-code-reviewer", "user", "Code Reviewer", False),
    ]


def test_a_long_path_is_found_by_its_beginning_when_that_is_certain(tmp_path: Path) -> None:
    """Claude cuts long names and adds a hash that we cannot know."""
    root = tmp_path / ("a" * 120) / ("b" * 120)
    root.mkdir(parents=True)
    projects = tmp_path / "home" / ".claude" / "projects"
    (projects / f"{slug(root)}-1a2b3c" / "memory").mkdir(parents=True)
    assert len(_look(root, _env(tmp_path)).folders) == 1
    (projects / f"{slug(root)}-ffffff" / "memory").mkdir(parents=True)
    found = _look(root, _env(tmp_path))
    assert found.folders == ()
    assert "several memory folders" in found.remarks[0]


def test_every_project_folder_and_what_switches_memory_off(tmp_path: Path, repository: Path) -> None:
    """All projects' memories are listed, by name; a setting or a variable may switch memory off."""
    _auto(tmp_path, repository)
    own = tmp_path / "home" / ".claude"
    (own / "projects" / "-other" / "memory").mkdir(parents=True)
    (own / "projects" / "-none").mkdir()
    assert sorted(one.path.parent.name for one in every(own)) == sorted([slug(repository), "-other"])
    workspace = discover(repository, _env(tmp_path))
    assert is_off(workspace, _env(tmp_path), own) == ""
    assert is_off(workspace, _env(tmp_path, CLAUDE_CODE_DISABLE_AUTO_MEMORY="1"), own)
    (own / "settings.json").write_text('{"autoMemoryEnabled": false}')
    assert "settings.json" in is_off(workspace, _env(tmp_path), own)


def test_folders_are_remembered_for_the_person_not_in_the_repository(tmp_path: Path) -> None:
    """What was written to is found again; what is no such list is passed over."""
    data, root = tmp_path / "data", tmp_path / "work"
    remember_folders(data, root, {"@memory-1": tmp_path / "one"})
    remember_folders(data, root, {"@memory-2": tmp_path / "two"})
    assert known_folders(data, root) == {"@memory-1": tmp_path / "one", "@memory-2": tmp_path / "two"}
    assert known_folders(data, tmp_path / "other") == {}
    listed = data / "dreamtui" / "memory-folders.json"
    for odd in (json.dumps({str(root): {"plain": "/x", "@a": "relative", "@b": 3}}), "[1]", "{broken"):
        listed.write_text(odd)
        assert known_folders(data, root) == {}
