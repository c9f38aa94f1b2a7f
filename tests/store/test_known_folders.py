"""Which memory folders are remembered, and what a logical path means that names one that is not."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from dreamtui.model.errors import Refused
from dreamtui.store.claude import history as memory_history
from dreamtui.store.claude.history import MemoryHistory
from dreamtui.store.layout import Layout
from dreamtui.store.person.private_memory import known_folders, remember_folders
from dreamtui.store.person.workspace_registry import known


def test_only_what_means_the_same_tomorrow_is_remembered(tmp_path: Path) -> None:
    """A link, a part of the system, what belongs to git or holds the workspace is neither kept nor believed."""
    data, root = tmp_path / "data", tmp_path / "work"
    good = tmp_path / "good"
    good.mkdir()
    (tmp_path / "link").symlink_to(good)
    (tmp_path / "loop").symlink_to("loop")
    odd = ["/proc/self/cwd", "/dev/fd", "/sys", "/", str(tmp_path), str(root), str(root / ".git/hooks")]
    odd += [str(tmp_path / "link"), str(tmp_path / "loop"), str(tmp_path / "a/../good")]
    listed = {f"@{number}": Path(path) for number, path in enumerate(odd)}
    remember_folders(data, root, {**listed, "@good": good})
    assert known_folders(data, root) == {"@good": good}
    file = data / "dreamtui" / "memory-folders.json"
    older = {f"@{number}": path for number, path in enumerate((*odd, "/a\0b", "/\ud800", "/" + "x" * 5000))}
    file.write_text(json.dumps({str(root): {**older, "@good": str(good)}}))
    believed = known_folders(data, root)
    assert believed.pop("@good") == good
    assert all(str(path).startswith("/xxx") for path in believed.values())  # nothing can be there


def test_a_folder_that_became_a_link_is_known_no_more(tmp_path: Path) -> None:
    """It may lead anywhere by now; once it is a folder again it is known again."""
    data, root, folder = tmp_path / "data", tmp_path / "work", tmp_path / "mem"
    folder.mkdir()
    remember_folders(data, root, {"@mem": folder})
    folder.rmdir()
    assert known_folders(data, root) == {"@mem": folder}
    folder.symlink_to(tmp_path)
    assert known_folders(data, root) == {}


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' * 100_000, '["/a\\u0000b", "/\\ud800", 5]', "[null]"])
def test_lists_that_somebody_damaged_are_empty(tmp_path: Path, text: str) -> None:
    """Neither of workspaces nor of folders."""
    for name in ("workspaces.json", "memory-folders.json"):
        (tmp_path / "dreamtui").mkdir(exist_ok=True)
        (tmp_path / "dreamtui" / name).write_text(text)
    assert known(tmp_path) == [] and known_folders(tmp_path, tmp_path) == {}


def test_a_name_too_long_for_a_workspace_is_none(tmp_path: Path) -> None:
    """The others stay."""
    (tmp_path / "dreamtui").mkdir()
    (tmp_path / "dreamtui" / "workspaces.json").write_text(json.dumps(["/" + "x" * 5000, str(tmp_path)]))
    assert known(tmp_path) == [tmp_path]


def test_a_memory_folder_that_is_not_known_is_no_folder_of_the_workspace(tmp_path: Path) -> None:
    """Refused with what to do; a folder that only looks like one is named with `./` and found so."""
    layout = Layout(tmp_path, tmp_path / ".agent", {"@claude": tmp_path.parent / "mem"})
    for name in ("@nonexist/x.md", "@memory-deadbeef/x.md", "@x", "@claude"):
        with pytest.raises(Refused, match="not known here"):
            layout.real(name)
    assert layout.real("@claude/x.md") == tmp_path.parent / "mem/x.md"
    assert layout.real("src/@x/y.md") == tmp_path / "src/@x/y.md"
    scoped = tmp_path / "@types" / "x.ts"
    assert layout.logical(scoped) == "./@types/x.ts" and layout.real("./@types/x.ts") == scoped


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path) -> None:
    """A lone surrogate cannot be given to the system."""
    with pytest.raises(Refused, match="not a valid path"):
        Layout(tmp_path, tmp_path / ".agent").real("a/\ud800.md")


def test_of_a_folder_that_is_too_large_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are not looked at, so nobody can say that one vanished; what we left there is kept."""
    now = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
    history = MemoryHistory(tmp_path / "mem", tmp_path / "data")
    history.folder.mkdir()
    for name in ("a.md", "b.md"):
        (history.folder / name).write_text("x\n")
    history.snapshot(now)
    monkeypatch.setattr(memory_history, "MOST_FILES", 1)
    (history.folder / "a.md").unlink()
    (history.folder / "c.md").write_text("x\n")
    found = history.look(now, {"b.md": (b"ours\n", "undo")})
    assert [(version.file, version.why, version.gone) for version in found.fresh] == [("b.md", "undo", False)]
    assert found.unread == ("",)
