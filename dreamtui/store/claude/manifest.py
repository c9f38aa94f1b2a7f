"""The manifest of a memory folder's history: one line of JSON for each version of each file, and what it tells.

Only lines are added, by every process that looks at the folder, so what is lost is told from the lines alone and stays
told until the file is back or a person says that it is well.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dreamtui.text.jsons import read_json

SEEN = "seen"
"""Another writer wrote it; we found it so."""
OURS = "ours:"
"""One of our decisions wrote it; its id follows."""
ACKNOWLEDGED = "acknowledged"
"""A person said that the loss of the file is well."""
_SHA = re.compile(r"(?:[0-9a-f]{64})?")
_TEXTS = ("when", "file", "sha", "mtime", "why")


@dataclass(frozen=True, slots=True)
class Version:
    """A file of a memory folder as it stood at some time."""

    file: str
    """Path from the folder, with slashes."""
    when: str
    """UTC time at which it was found so."""
    sha: str
    """sha256 of its bytes; empty when it is gone or too large to be kept."""
    size: int
    mtime: str
    """UTC time at which it was last changed; empty when it is gone."""
    why: str
    """`seen`, `ours:` with a decision, or `acknowledged`."""
    gone: bool = False
    """Whether the file is not there."""

    @property
    def is_outside(self) -> bool:
        """Whether another writer made it so."""
        return self.why == SEEN

    def encode(self) -> bytes:
        """One JSON line; ASCII, so that nothing in it can act on a terminal."""
        fields: dict[str, Any] = {name: getattr(self, name) for name in _TEXTS}
        return json.dumps({**fields, "size": self.size, "gone": self.gone}, ensure_ascii=True).encode() + b"\n"

    @classmethod
    def decode(cls, line: bytes) -> "Version | None":
        """None for a line that is none of ours."""
        try:
            fields = read_json(line)
            texts = {name: fields[name] for name in _TEXTS}
            size, gone = fields["size"], fields["gone"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        plain = all(isinstance(text, str) for text in texts.values()) and type(size) is int and type(gone) is bool
        if not plain or size < 0 or not _SHA.fullmatch(texts["sha"]) or not _is_file(texts["file"]):
            return None
        return cls(**texts, size=size, gone=gone)


@dataclass(frozen=True, slots=True)
class Lost:
    """A file that vanished or shrank outside our decisions."""

    file: str
    """Path from the folder."""
    before: Version
    after: Version
    now: int
    """Bytes it has now; 0 when it is gone."""

    @property
    def vanished(self) -> bool:
        """Whether it is not there any more."""
        return self.after.gone


def _is_file(name: str) -> bool:
    """A manifest is read as untrusted input: a name must not lead out of its folder."""
    return bool(name) and "\0" not in name and not {"", ".", ".."} & set(name.split("/"))


def read(data: bytes) -> tuple[tuple[Version, ...], int]:
    """The versions in the order in which they were found, and how many lines are damaged."""
    lines = [line for line in data.split(b"\n") if line.strip()]
    found = [Version.decode(line) for line in lines]
    return tuple(version for version in found if version is not None), found.count(None)


def newest(versions: Iterable[Version]) -> dict[str, Version]:
    """How each file was found last; what a person acknowledged says nothing new about it."""
    return {version.file: version for version in versions if version.why != ACKNOWLEDGED}


def by_file(versions: Iterable[Version]) -> dict[str, list[Version]]:
    """The versions of each file, the oldest first."""
    found: dict[str, list[Version]] = {}
    for version in versions:
        found.setdefault(version.file, []).append(version)
    return dict(sorted(found.items()))


def losses(versions: Sequence[Version]) -> tuple[Lost, ...]:
    """Files that vanished, or shrank to less than half, outside our decisions, and that was not dealt with.

    A file whose bytes stand under another name was renamed, and nothing of it is lost.
    """
    standing = {version.sha for version in newest(versions).values() if version.sha}
    found = [_loss(listed) for listed in by_file(versions).values()]
    return tuple(lost for lost in found if lost is not None and lost.before.sha not in standing)


def _loss(versions: Sequence[Version]) -> Lost | None:
    """What is lost of one file at the end of its history."""
    lost: tuple[Version, Version] | None = None
    last: Version | None = None
    for version in versions:
        if version.why == ACKNOWLEDGED:
            lost = None
            continue
        if lost is not None and _is_dealt_with(lost[0], version):
            lost = None
        elif lost is not None:
            lost = (lost[0], version)
        elif last is not None and version.is_outside and _is_smaller(last, version):
            lost = (last, version)
        last = version
    return None if lost is None or last is None else Lost(last.file, *lost, now=last.size)


def _is_smaller(before: Version, after: Version) -> bool:
    """Whether a file with something in it is gone, or has less than half of that left."""
    return not before.gone and before.size > 0 and (after.gone or after.size * 2 < before.size)


def _is_dealt_with(before: Version, version: Version) -> bool:
    """Whether the file is back, or one of our decisions took it away."""
    if version.gone:
        return not version.is_outside
    return bool(version.sha and version.sha == before.sha) or version.size * 2 >= before.size
