"""The one door to the disk: every write of the product is one of these operations, so tests can fail each of them."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
"""A symlink in the last place of a path is an error, never followed."""

_HERE, _TO_FREE, _EXCHANGE = -100, 1, 2
"""AT_FDCWD, RENAME_NOREPLACE and RENAME_EXCHANGE, as Linux numbers them."""
_NO_SUCH_RENAME = frozenset({errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EPERM, errno.EXDEV})
"""The system, the file system or a sandbox around us knows no such kind of rename."""
_NO_FOLDER_SYNC = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.ENOSYS})


class Port(Protocol):
    """The file operations there are. Each raises `OSError` when the system refuses."""

    def write(self, path: Path, data: bytes, mode: int | None, owner: tuple[int, int] | None = None) -> None:
        """Create a file that must not exist; `None` as mode means what the umask leaves of 0666."""

    def append(self, path: Path, data: bytes) -> None:
        """Add bytes at the end of a file, creating it when it is not there."""

    def truncate(self, path: Path, size: int) -> None:
        """Cut a file to its first `size` bytes."""

    def sync(self, path: Path) -> None:
        """Make the bytes of a file survive a loss of power."""

    def sync_folder(self, path: Path) -> None:
        """Make the names in a folder survive a loss of power."""

    def rename(self, source: Path, target: Path) -> None:
        """Rename atomically, replacing the target."""

    def rename_to_free(self, source: Path, target: Path) -> None:
        """Rename atomically; raises `FileExistsError` if the target exists."""

    def exchange(self, one: Path, other: Path) -> bool:
        """Swap two names atomically; false if the system or the file system does not support it."""

    def link(self, source: Path, target: Path) -> None:
        """Give a file a second name, which must not exist."""

    def remove(self, path: Path) -> None: ...

    def make_folder(self, path: Path) -> None:
        """Make one folder; its parent exists, it does not."""

    def remove_folder(self, path: Path) -> None: ...

    def set_time(self, path: Path, nanoseconds: int) -> None:
        """Say when a file was last changed."""


class Disk:
    def write(self, path: Path, data: bytes, mode: int | None, owner: tuple[int, int] | None = None) -> None:
        """Create a file; one with a mode is private until its bytes and its owner are in place."""
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | NO_FOLLOW
        handle = os.open(path, flags, 0o666 if mode is None else 0o600)
        try:
            _write_all(handle, data, path)
            if owner is not None:
                _give_to(handle, owner)
            if mode is not None:
                os.fchmod(handle, mode)
        finally:
            os.close(handle)

    def append(self, path: Path, data: bytes) -> None:
        """Append with one system call if the system takes all bytes."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | NO_FOLLOW
        handle = os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)  # a pipe is not waited for
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise OSError(errno.EINVAL, "not a regular file", str(path))
            _write_all(handle, data, path)
        finally:
            os.close(handle)

    def truncate(self, path: Path, size: int) -> None:
        """Cut a file, never through a symlink."""
        handle = os.open(path, os.O_WRONLY | os.O_CLOEXEC | NO_FOLLOW)
        try:
            with _naming(path):
                os.ftruncate(handle, size)
        finally:
            os.close(handle)

    def sync(self, path: Path) -> None:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC | NO_FOLLOW | getattr(os, "O_NONBLOCK", 0))
        try:
            with _naming(path):
                os.fsync(handle)
        finally:
            os.close(handle)

    def sync_folder(self, path: Path) -> None:
        """Flush one folder; file systems that cannot do so order their metadata themselves."""
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        try:
            with _naming(path):
                os.fsync(handle)
        except OSError as error:
            if error.errno not in _NO_FOLDER_SYNC:
                raise
        finally:
            os.close(handle)

    def rename(self, source: Path, target: Path) -> None:
        source.replace(target)

    def rename_to_free(self, source: Path, target: Path) -> None:
        """Rename atomically; if the system cannot refuse an existing target, check just before."""
        if _rename_as(_TO_FREE, source, target):
            return
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        source.replace(target)

    def exchange(self, one: Path, other: Path) -> bool:
        return _rename_as(_EXCHANGE, one, other)

    def link(self, source: Path, target: Path) -> None:
        os.link(source, target, follow_symlinks=False)

    def remove(self, path: Path) -> None:
        path.unlink()

    def make_folder(self, path: Path) -> None:
        path.mkdir()

    def remove_folder(self, path: Path) -> None:
        path.rmdir()

    def set_time(self, path: Path, nanoseconds: int) -> None:
        """Set both times of a file, never through a symlink where the system knows how."""
        follow = os.utime not in os.supports_follow_symlinks
        os.utime(path, ns=(nanoseconds, nanoseconds), follow_symlinks=follow)


DISK: Port = Disk()
"""The port everybody uses who is not a test."""


def _rename_as(kind: int, source: Path, target: Path) -> bool:
    """One rename of a kind that not every system has; false if it has not."""
    import ctypes

    rename = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None) if sys.platform == "linux" else None
    if rename is None:
        return False
    if rename(_HERE, os.fsencode(source), _HERE, os.fsencode(target), kind) == 0:
        return True
    number = ctypes.get_errno()
    if number in _NO_SUCH_RENAME:
        return False
    raise OSError(number, os.strerror(number), str(source), None, str(target))


def make_folders(folder: Path, port: Port = DISK, *, private: bool = False) -> None:
    """Make a folder of our own with its parents, each of them lasting once this returns; `private` for nobody else."""
    missing: list[Path] = []
    while not folder.exists():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        try:
            port.make_folder(path)
        except FileExistsError:
            continue  # another process made it at the same moment
        if private:
            path.chmod(0o700)
        port.sync_folder(path.parent)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """An error of an operation on an open file names the file."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def _write_all(handle: int, data: bytes, path: Path) -> None:
    rest = memoryview(data)
    with _naming(path):
        while rest:
            rest = rest[os.write(handle, rest) :]


def _give_to(handle: int, owner: tuple[int, int]) -> None:
    """Keep the owner of a replaced file where the system lets us, as for root in a container."""
    now = os.fstat(handle)
    if (now.st_uid, now.st_gid) != owner:
        try:
            os.fchown(handle, *owner)
        except PermissionError:
            return
