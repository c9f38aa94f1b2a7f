"""Regular files only, never more of them than was asked for, and every trouble is an OSError."""

import os
import socket
from pathlib import Path

import pytest

from dreamtui.disk.opening import NotRegular, TooLarge, open_regular, read_beginning, read_whole


def odd(folder: Path, kind: str) -> Path:
    """Something that is no regular file."""
    path = folder / "odd"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        return Path("/dev/zero")
    elif kind == "link to a device":
        path.symlink_to("/dev/zero")
    elif kind == "socket":
        here = Path.cwd()
        os.chdir(folder)
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind("odd")
        finally:
            os.chdir(here)
    elif kind == "loop":
        path.symlink_to("odd")
    elif kind == "NUL":
        return Path("a\0b")
    return path


KINDS = ("pipe", "folder", "device", "link to a device", "socket", "loop", "NUL")


@pytest.mark.parametrize("follow", [True, False])
@pytest.mark.parametrize("kind", KINDS)
def test_anything_else_is_an_error_at_once(tmp_path: Path, kind: str, follow: bool) -> None:
    """Nothing is waited for, and nothing of it is read; no descriptor stays open."""
    path = odd(tmp_path, kind)
    before = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").is_dir() else 0
    for read in (lambda: read_whole(path, 100, follow=follow), lambda: read_beginning(path, 100, follow=follow)):
        with pytest.raises(OSError) as caught:
            read()
        assert caught.value.strerror
    if kind in ("pipe", "folder", "device"):
        with pytest.raises(NotRegular):
            open_regular(path, follow=follow)
    after = len(os.listdir("/proc/self/fd")) if Path("/proc/self/fd").is_dir() else 0
    assert before == after


def test_a_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    """As many bytes as are allowed; with one more it is too large, and its beginning can be read all the same."""
    path = tmp_path / "a"
    path.write_bytes(b"x" * 100)
    assert read_whole(path, 100) == b"x" * 100
    with pytest.raises(TooLarge, match="more than the 99"):
        read_whole(path, 99)
    assert read_beginning(path, 10) == b"x" * 10
    (tmp_path / "empty").touch()
    assert read_whole(tmp_path / "empty", 0) == b""


def test_a_link_is_followed_only_where_it_is_meant(tmp_path: Path) -> None:
    """By default a symlink in the last place is an error."""
    (tmp_path / "a").write_bytes(b"x")
    (tmp_path / "b").symlink_to("a")
    assert read_whole(tmp_path / "b", 9, follow=True) == b"x"
    with pytest.raises(OSError):
        read_whole(tmp_path / "b", 9)


def test_a_file_of_the_kernel_that_says_it_is_empty_is_still_bounded() -> None:
    """Files below /proc have no size and some have no end."""
    path = Path("/proc/self/maps")
    if not path.is_file():
        pytest.skip("no /proc here")
    assert len(read_beginning(path, 100)) == 100
