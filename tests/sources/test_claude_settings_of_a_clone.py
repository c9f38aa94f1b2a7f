"""A repository's own settings are nobody's word: they name a folder of its own, or nothing, and hide no memory."""

import json
import os
import pwd
import subprocess
from pathlib import Path
from types import SimpleNamespace

import pytest

from dreamtui.model.errors import Usage
from dreamtui.sources.claude import folder as folder_module
from dreamtui.sources.claude.folder import look
from dreamtui.sources.claude.places import AUTO, MemoryFolders, every, find, slug
from dreamtui.sources.workspace import data_home, discover, home_folder


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose person has a memory of it."""
    root = tmp_path / "work" / "app"
    (root / ".claude").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(root)], check=True, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)})
    mine(tmp_path).mkdir(parents=True)
    return root


def mine(tmp_path: Path) -> Path:
    """The person's own memory of the repository."""
    return tmp_path / "home" / ".claude" / "projects" / slug(tmp_path / "work" / "app") / "memory"


def say(file: Path, folder: str) -> None:
    """Settings that name a folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps({"autoMemoryDirectory": folder}))


def seen(root: Path, tmp_path: Path, memory: Path | None = None) -> MemoryFolders:
    """What is found from a folder."""
    env = {"HOME": str(tmp_path / "home")}
    return find(discover(root, env), env, None, memory)


NEVER = (
    "ROOT",
    "ROOT/.git",
    "ROOT/.git/hooks",
    "ROOT/.GIT/x",
    "ROOT/src/../.git",
    "ROOT/.agent",
    "ROOT/.agent/dream",
    "ROOT/out",
    "ROOT/out/back",
    "ROOT/here",
    "ROOT/loop",
    "ROOT/none",
    "ROOT/../app/src",
    "TOP/home/.ssh",
    "/proc/self/cwd",
    "/proc/self/cwd/src",
    "/../proc/self/cwd/src",
    "//proc/self/cwd/src",
    "/dev/fd",
    "/",
    "~/",
    "/a\0b",
    "/\ud800",
    "/" + "x" * 300,
    "/" + "a/" * 5000,
)


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
@pytest.mark.parametrize("named", NEVER, ids=range(len(NEVER)))
def test_what_a_clone_must_not_name(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch, named: str, name: str
) -> None:
    """It is told, and the person's own memory is used as without it, wherever one stands."""
    for folder in ("src", ".agent/dream", ".GIT/x"):
        (repository / folder).mkdir(parents=True, exist_ok=True)
    (tmp_path / "home" / ".ssh").mkdir()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "back").symlink_to(repository / "src")
    (repository / "out").symlink_to(tmp_path / "outside")
    (repository / "here").symlink_to("/proc/self/cwd")
    (repository / "loop").symlink_to("loop")
    say(repository / ".claude" / name, named.replace("ROOT", str(repository)).replace("TOP", str(tmp_path)))
    monkeypatch.chdir(repository / "src")
    found = seen(repository / "src", tmp_path)
    assert [(one.key, one.path) for one in found.folders] == [(AUTO, mine(tmp_path))]
    assert found.main == mine(tmp_path)
    (remark,) = found.remarks
    assert "does not count" in remark and len(remark) < 1000


def test_what_a_clone_may_name_hides_nothing(tmp_path: Path, repository: Path) -> None:
    """A folder strictly inside it comes first, by its real place; the person's own stays."""
    (repository / "docs" / "mem").mkdir(parents=True)
    (repository / "link").symlink_to("docs/mem")
    say(repository / ".claude" / "settings.json", str(repository / "link"))
    found = seen(repository, tmp_path)
    assert [(one.key, one.path) for one in found.folders] == [
        ("docs/mem", repository / "docs" / "mem"),
        (AUTO, mine(tmp_path)),
    ]
    assert found.remarks == ()


@pytest.mark.parametrize("named", ["/", "HOME", "ROOT", "/proc/self/cwd", "ROOT/.git", "/a\0b", "/\ud800", "LOOP"])
def test_the_person_may_name_more_but_not_everything(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    """Their settings count anywhere but where no memory can be; then it is said, and the usual place counts."""
    (tmp_path / "loop").symlink_to("loop")
    home = tmp_path / "home"
    words = {"HOME": str(home), "ROOT": str(repository), "LOOP": str(tmp_path / "loop")}
    for word, path in words.items():
        named = named.replace(word, path)
    say(home / ".claude" / "settings.json", named)
    (tmp_path / "standing").mkdir()
    monkeypatch.chdir(tmp_path / "standing")
    found = seen(repository, tmp_path)
    assert [one.path for one in found.folders] == [mine(tmp_path)]
    assert "does not count" in found.remarks[0]


def test_the_persons_folder_may_be_a_link_and_is_resolved_once(tmp_path: Path, repository: Path) -> None:
    """What is kept is where it leads to now; a loop and a link into git are none."""
    elsewhere = tmp_path / "notes"
    elsewhere.mkdir()
    mine(tmp_path).rmdir()
    mine(tmp_path).symlink_to(elsewhere)
    assert [(one.key, one.path) for one in seen(repository, tmp_path).folders] == [(AUTO, elsewhere)]
    for target in (mine(tmp_path), repository / ".git"):
        mine(tmp_path).unlink()
        mine(tmp_path).symlink_to(target)
        assert seen(repository, tmp_path).folders == ()
    assert "belongs to git" in seen(repository, tmp_path).remarks[0]


def test_a_linked_claude_folder_of_a_clone_is_not_followed_out(tmp_path: Path, repository: Path) -> None:
    """Its copy of the memory and its agents' memory have to lie in it; what lies elsewhere is told."""
    outside = tmp_path / "outside"
    for name in ("memory", "agent-memory/evil"):
        (outside / name).mkdir(parents=True)
    (repository / ".claude").rmdir()
    (repository / ".claude").symlink_to(outside)
    found = seen(repository, tmp_path)
    assert [one.key for one in found.folders] == [AUTO]
    assert all("nothing is read there" in remark for remark in found.remarks) and len(found.remarks) == 2
    (repository / ".claude").unlink()
    (repository / "agents" / "memory").mkdir(parents=True)
    (repository / ".claude").symlink_to("agents")
    assert [one.key for one in seen(repository, tmp_path).folders] == [AUTO, "agents/memory"]


@pytest.mark.parametrize(
    ("named", "words"),
    [
        ("/", "the whole disk"),
        ("home", "your home folder"),
        (".", "your home folder or holds it"),
        ("work/app", "the workspace itself"),
        ("work", "the workspace itself or holds it"),
        ("/proc/self", "belongs to the system"),
        ("/proc/self/cwd", "belongs to the system"),
        ("/dev", "belongs to the system"),
        ("work/app/.git", "belongs to git"),
        ("work/app/.git/hooks", "belongs to git"),
        ("to-git", "belongs to git"),
        ("work/app/.agent", "dreamtui's own files"),
        ("none", "is not a folder"),
        ("loop", "is not a folder"),
        ("x" * 5000, "is not a folder"),
        ("a\0b", "is not a folder"),
    ],
)
def test_memory_dir_names_a_folder_of_memories(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch, named: str, words: str
) -> None:
    """Whatever else it names is wrong usage, in a sentence."""
    (repository / ".agent").mkdir()
    (tmp_path / "to-git").symlink_to(repository / ".git")
    (tmp_path / "loop").symlink_to("loop")
    (repository / ".git" / "hooks").mkdir(exist_ok=True)
    (tmp_path / "standing").mkdir()
    monkeypatch.chdir(tmp_path / "standing")
    with pytest.raises(Usage, match=words):
        seen(repository, tmp_path, tmp_path / named)


def test_no_project_below_git_is_listed(tmp_path: Path) -> None:
    """Claude Code's folder may itself be kept in git."""
    own = tmp_path / "claude"
    for project in (".git", "-work"):
        (own / "projects" / project / "memory").mkdir(parents=True)
    assert [one.path for one in every(own)] == [own / "projects" / "-work" / "memory"]


def test_a_folder_that_is_too_large_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of it is read, and it is said; with one file less it is read whole."""
    monkeypatch.setattr(folder_module, "MOST_FILES", 3)
    for name in ("MEMORY.md", "a.md", "b.md"):
        (tmp_path / name).write_text("x\n")
    assert [held.name for held in look(tmp_path).memories] == ["a.md", "b.md"]
    (tmp_path / "c.md").write_text("x\n")
    found = look(tmp_path)
    assert (found.indexes, found.memories, found.others) == ((), (), ("MEMORY.md",))
    assert "more than 3 files" in found.odd[0]


def test_folders_that_lie_too_deep_are_left_alone(tmp_path: Path) -> None:
    """What lies above is read, and the first that is not looked into is named."""
    deep = tmp_path.joinpath(*(["d"] * 40))
    deep.mkdir(parents=True)
    (deep / "x.md").write_text("x\n")
    (tmp_path / "d" / "a.md").write_text("x\n")
    found = look(tmp_path)
    assert [held.name for held in found.memories] == ["d/a.md"]
    assert len(found.odd) == 1 and "is too deep" in found.odd[0]


@pytest.mark.parametrize("named", [None, "", "/", "//", "rel", "."])
def test_without_a_home_the_system_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str | None) -> None:
    """What it says counts where it can be written; never the root of the disk, and nothing where there is nothing."""
    env = {} if named is None else {"HOME": named}
    said = {"folder": str(tmp_path)}
    monkeypatch.setattr(pwd, "getpwuid", lambda number: SimpleNamespace(pw_dir=said["folder"]))
    assert home_folder(env) == tmp_path
    for odd in ("/", str(tmp_path / "none"), "", "rel"):
        said["folder"] = odd
        assert home_folder(env) == Path(os.devnull)
        with pytest.raises(NotADirectoryError):
            (data_home(env) / "dreamtui").mkdir(parents=True)

    def nobody(number: int) -> object:
        raise KeyError(number)

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert home_folder(env) == Path(os.devnull)
    assert home_folder({"HOME": "/some/where"}) == Path("/some/where")
