"""Drafts, caches and single log lines."""

import os
import stat
from pathlib import Path

import pytest
from faults import CountingPort, FailingPort

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.small import append_line, load_blob, remove_blob, save_blob, save_draft


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    """Again and again, in folders that are made, private, and with nothing left beside."""
    path = tmp_path / "a/b/draft"
    for data in (b"", b"one\0\xff", b"two"):
        save_draft(path, data)
        assert load_blob(path) == data
        assert save_blob(path, data + b"!")
        assert load_blob(path) == data + b"!"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(path.parent) == ["draft"]


def test_what_cannot_be_read_is_none(tmp_path: Path) -> None:
    """Nothing there, a folder, a pipe, a symlink, a file as a folder."""
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe")
    for name in ("nothing", ".", "pipe", "link", "file/x"):
        assert load_blob(tmp_path / name) is None


def test_a_failed_save_keeps_the_earlier_one(tmp_path: Path) -> None:
    """At any operation; a draft says so, a cache does not."""
    path = tmp_path / "draft"
    port = CountingPort()
    save_draft(path, b"old", port)
    for at in range(len(port.calls)):
        for torn in (False, True):
            with pytest.raises(WriteFailed, match="draft could not be saved"):
                save_draft(path, b"new", FailingPort(at, torn=torn))
            assert load_blob(path) == (b"old" if at < len(port.calls) - 1 else b"new")
            save_draft(path, b"old")
    for at in range(2):
        assert not save_blob(path, b"new", FailingPort(at, torn=True))
        assert load_blob(path) == b"old"
    assert not save_blob(tmp_path / "draft/x", b"")
    assert os.listdir(tmp_path) == ["draft"]


def test_removing_is_told(tmp_path: Path) -> None:
    """Gone is gone, whoever did it."""
    path = tmp_path / "cache"
    save_blob(path, b"x")
    assert remove_blob(path)
    assert remove_blob(path)
    (tmp_path / "folder").mkdir()
    assert not remove_blob(tmp_path / "folder")


def test_lines_end_where_they_should(tmp_path: Path) -> None:
    """A torn line gets its newline first; nothing but logs is appended to; a failure is told."""
    guard = PathGuard((tmp_path,))
    log = tmp_path / "a/log.jsonl"
    append_line(log, b"1", guard=guard)
    append_line(log, b"2\n", guard=guard)
    log.write_bytes(log.read_bytes() + b"torn")
    append_line(log, b"3", guard=guard)
    assert log.read_bytes() == b"1\n2\ntorn\n3\n"
    with pytest.raises(Refused):
        append_line(tmp_path / "CLAUDE.md", b"x", guard=guard)
    with pytest.raises(Refused):
        append_line(tmp_path.parent / "log.jsonl", b"x", guard=guard)
    with pytest.raises(WriteFailed, match="No space left"):
        append_line(log, b"4", guard=guard, port=FailingPort(0))
