"""What stands in the files of HEAD: how often words do in which, and whole texts; asked in one go."""

import contextlib
from collections.abc import Iterable
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.sources.git.command import Stream, open_repository

_MOST_WORDS = 120
_LARGEST = 48 << 20
_MOST_FILES = 100
_LARGEST_TEXT = 256 << 10


def places_of(root: Path, words: Iterable[str]) -> dict[str, dict[str, int]]:
    """For each word the files of HEAD in which it stands as a whole word, and how often; binary files are left out.

    What git cannot tell, and what is beyond the first 48 MB of its answer, is not counted.
    """
    wanted = sorted({word for word in words if word and "\n" not in word})[:_MOST_WORDS]
    repository = open_repository(root) if wanted else None
    found: dict[str, dict[str, int]] = {word: {} for word in wanted}
    if repository is None or not repository.head:
        return found
    asked = [part for word in wanted for part in ("-e", word)]
    args = ("grep", "-I", "-F", "-w", "-o", "-z", "--no-color", "--threads=1", *asked, repository.head)
    size, rest = 0, b""
    start = len(repository.head) + 1
    try:
        with contextlib.closing(Stream.start(repository, args).chunks(may_be_empty=True)) as pieces:
            for piece in pieces:
                size += len(piece)
                rest += piece
                cut = rest.rfind(b"\n") + 1
                for line in rest[:cut].split(b"\n"):
                    name, _, word = line.partition(b"\0")
                    files = found.get(word.decode("utf-8", "replace"))
                    if files is not None:
                        path = name[start:].decode("utf-8", "replace")
                        files[path] = files.get(path, 0) + 1
                rest = rest[cut:]
                if size > _LARGEST:
                    break
    except Refused:
        return found
    return found


def texts_of(root: Path, paths: Iterable[str]) -> dict[str, str]:
    """What these files say at HEAD, the first 256 KiB of each; those that git cannot tell are absent."""
    wanted = [path for path in paths if "\n" not in path][:_MOST_FILES]
    repository = open_repository(root) if wanted else None
    if repository is None or not repository.head:
        return {}
    feed = "".join(f"{repository.head}:{repository.prefix}{path}\n" for path in wanted).encode("utf-8", "replace")
    try:
        data = b"".join(Stream.start(repository, ("cat-file", "--batch"), feed).chunks())
    except Refused:
        return {}
    found: dict[str, str] = {}
    at = 0
    for path in wanted:
        end = data.find(b"\n", at)
        fields = data[at:end].split(b" ")
        at = end + 1
        if end < 0:
            break
        if len(fields) == 3 and fields[1] == b"blob" and fields[2].isdigit():
            size = int(fields[2])
            found[path] = data[at : at + min(size, _LARGEST_TEXT)].decode("utf-8", "replace")
            at += size + 1
    return found
