"""Vectors of texts that were embedded on this machine, by model and by the hash of the text; the text is not kept.

They lie with what is one person's own, where no repository can put any. The file may be deleted at any time.
"""

import contextlib
import hashlib
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

_TABLE = (
    "CREATE TABLE IF NOT EXISTS vector (model TEXT, text BLOB, value BLOB, PRIMARY KEY (model, text)) WITHOUT ROWID"
)
_PATIENCE = 5.0
_AT_ONCE = 500


def text_hash(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()[:16]


class VectorCache:
    """The vectors of one model. Where no file can be kept, nothing is remembered."""

    def __init__(self, data_folder: Path, model: str) -> None:
        self._path = data_folder / "dreamtui" / ".state" / "vectors.sqlite"
        self._model = model

    def load(self, hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors of those that are there."""
        found: dict[bytes, bytes] = {}
        if not self._path.is_file():
            return found
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._open()) as connection:
            for begin in range(0, len(hashes), _AT_ONCE):
                some = hashes[begin : begin + _AT_ONCE]
                asked = f"SELECT text, value FROM vector WHERE model = ? AND text IN ({', '.join('?' * len(some))})"
                found.update(connection.execute(asked, (self._model, *some)))
        return {name: value for name, value in found.items() if isinstance(value, bytes)}

    def save(self, vectors: Iterable[tuple[bytes, bytes]]) -> bool:
        """Remember vectors; false where they cannot be kept."""
        with contextlib.suppress(sqlite3.Error, OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with contextlib.closing(self._open()) as connection:
                connection.execute(_TABLE)
                with connection:
                    rows = ((self._model, text, value) for text, value in vectors)
                    connection.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", rows)
                return True
        return False

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=_PATIENCE)
        connection.execute("PRAGMA synchronous=OFF")
        return connection
