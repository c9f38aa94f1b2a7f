"""Which paths may be written."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.model.errors import Refused
from dreamtui.store.files.guard import PathGuard


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root/sub").mkdir(parents=True)
    (tmp_path / "root/file.md").write_text("x")
    return tmp_path / "root"


def test_files_and_free_names_inside_pass(root: Path) -> None:
    """Existing files, new ones, new ones in folders that are not there yet."""
    guard = PathGuard((root,))
    for name in ("file.md", "new.md", "sub/new.md", "a/b/c.md", ".github/x.md", ".gitignore", "a.git/x", "...md"):
        guard.check(root / name)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "is a folder"),
        ("sub", "not a regular file"),
        ("../x.md", "not a plain absolute path"),
        ("sub/../../x.md", "not a plain absolute path"),
        ("a\0b", "not a plain absolute path"),
        ("\ud800.md", "not a valid path"),
        (".git", "belongs to git"),
        (".git/config", "belongs to git"),
        (".GIT/config", "belongs to git"),
        ("sub/.git/hooks/x", "belongs to git"),
        (".g\u200cit/config", "belongs to git"),
        (".git./config", "belongs to git"),
        ("git~1/config", "belongs to git"),
        ("file.md/x.md", "is not a folder"),
        ("n" * 256, "cannot be reached"),
    ],
)
def test_other_paths_are_refused(root: Path, name: str, words: str) -> None:
    """With one line that says why."""
    path = Path(f"{root}/{name}" if name else root)
    with pytest.raises(Refused, match=words) as caught:
        PathGuard((root,)).check(path)
    assert "\n" not in str(caught.value)


def test_outside_is_refused(root: Path, tmp_path: Path) -> None:
    """Beside a root, above it, under a name that only begins like it, and relative paths."""
    guard = PathGuard((root,))
    for path in (tmp_path / "x.md", tmp_path / "root2/x.md", Path("/etc/passwd"), Path("root/file.md"), Path()):
        with pytest.raises(Refused):
            guard.check(path)
    with pytest.raises(Refused, match="outside"):
        PathGuard(()).check(root / "file.md")


def test_symlinks_below_a_root_are_refused(root: Path, tmp_path: Path) -> None:
    """To a file, to a folder, to nothing, to another root, inside and outside."""
    other = tmp_path / "other"
    other.mkdir()
    (root / "leaf.md").symlink_to(root / "file.md")
    (root / "dead.md").symlink_to(root / "nothing")
    (root / "inside").symlink_to(root / "sub")
    (root / "outside").symlink_to(other)
    guard = PathGuard((root, other))
    for name in ("leaf.md", "dead.md", "inside/x.md", "outside/x.md", "outside/a/b/x.md"):
        with pytest.raises(Refused, match="symlink"):
            guard.check(root / name)
    guard.check(other / "x.md")


def test_a_root_may_be_reached_through_symlinks(root: Path, tmp_path: Path) -> None:
    """Under the name it was given, its real name, and any other name of it."""
    for name in ("given", "another"):
        (tmp_path / name).symlink_to(root)
    guard = PathGuard((tmp_path / "given",))
    for name in ("given", "root", "another"):
        guard.check(tmp_path / name / "sub/new.md")
    with pytest.raises(Refused, match="belongs to git"):
        guard.check(tmp_path / "another/.git/config")


def test_devices_and_pipes_are_refused(root: Path) -> None:
    """Only regular files are written."""
    os.mkfifo(root / "pipe")
    with pytest.raises(Refused, match="not a regular file"):
        PathGuard((root,)).check(root / "pipe")
    with pytest.raises(Refused, match="not a regular file"):
        PathGuard((Path("/dev"),)).check(Path("/dev/null"))


def test_names_in_messages_are_short_and_inert(root: Path) -> None:
    """Below the root, without escape sequences."""
    guard = PathGuard((root,))
    assert guard.name(root / "sub/x.md") == "sub/x.md"
    assert guard.name(Path("/etc/x")) == "/etc/x"
    assert "\x1b" not in guard.name(root / "\x1b[31m.md")


@given(st.lists(st.sampled_from(("..", ".", "sub", "file.md", "link", ".git", "a")), max_size=6))
def test_what_passes_lies_in_the_root(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    """Whatever the path, a file that passes really lies below the root, and not below git."""
    root = Path(os.path.realpath(tmp_path_factory.getbasetemp())) / "law"
    (root / "sub").mkdir(parents=True, exist_ok=True)
    if not (root / "link").is_symlink():
        (root / "link").symlink_to("/etc")
        (root / "file.md").write_text("x")
    path = root.joinpath(*parts)
    try:
        PathGuard((root,)).check(path)
    except Refused:
        return
    real = Path(os.path.realpath(path))
    assert real.is_relative_to(root)
    assert real == path
    assert ".git" not in real.parts
