"""A copy of a repository's files that is thrown away, for a program that cannot be kept from writing."""

import contextlib
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath


@contextlib.contextmanager
def read_only_copy(files: Iterable[tuple[str, bytes]]) -> Iterator[Path]:
    """The files below a new folder, which nobody may write; a path that would leave the folder is passed over."""
    with tempfile.TemporaryDirectory(prefix="dreamtui-copy-", ignore_cleanup_errors=True) as top:
        root = Path(top).resolve()
        for name, data in files:
            parts = PurePosixPath(name).parts
            if not parts or name.startswith("/") or ".." in parts:
                continue
            path = root.joinpath(*parts)
            with contextlib.suppress(OSError):  # a name that this disk cannot spell, or that is a folder already
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                path.chmod(0o444)
        folders = [path for path in root.rglob("*") if path.is_dir()]
        for folder in (*folders, root):
            folder.chmod(0o555)
        try:
            yield root
        finally:
            for folder in (root, *folders):
                folder.chmod(0o700)
