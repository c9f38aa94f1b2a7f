"""Which paths are short-term memory: daily notes, and the session corpus."""

import re
from functools import lru_cache

_DAY = r"\d{4}-\d{2}-\d{2}"
_FLAT = re.compile(rf"(?:^|/)memory/{_DAY}\.md\Z", re.ASCII)
_FLAT_BARE = re.compile(rf"{_DAY}\.md", re.ASCII)
_NESTED = re.compile(rf"(?:[^/]+/)*{_DAY}(?:-[^/]+)?\.md", re.ASCII)
"""What stands behind the last `memory/` of a path."""
_NESTED_BARE = re.compile(rf"{_DAY}(?:-[^/]+)?\.md", re.ASCII)
_CORPUS = re.compile(rf"(?:^|/)memory/\.dreams/session-corpus/{_DAY}\.(?:md|txt)\Z", re.ASCII)
_DREAMING = re.compile(r"(?:^|/)memory/dreaming/")


def normalised(path: str) -> str:
    """Slashes one way, without a leading `./`."""
    if "\\" in path:
        path = path.replace("\\", "/")
    return path.removeprefix("./")


@lru_cache(maxsize=4096)
def is_short_term(path: str, *, nested: bool) -> bool:
    """Whether a path is short-term memory; `nested` allows folders, slugs and the session corpus."""
    path = normalised(path)
    if not nested:
        return bool(_FLAT.search(path) or _FLAT_BARE.fullmatch(path))
    if _DREAMING.search(path):
        return False
    _, inside, below = f"/{path}".rpartition("/memory/")
    nested_note = inside and _NESTED.fullmatch(below)
    return bool(nested_note or _CORPUS.search(path) or _NESTED_BARE.fullmatch(path))


def is_corpus(path: str) -> bool:
    """Whether a path is a transcript of sessions rather than a note."""
    return _CORPUS.search(normalised(path)) is not None


def is_note_name(name: str) -> bool:
    """Whether a text is the name of a daily note."""
    return _NESTED_BARE.fullmatch(name) is not None
