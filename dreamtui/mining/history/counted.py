"""How far HEAD follows a finding: which lines break it, which files a list names."""

import re
from collections.abc import Iterable, Iterator, Mapping

from dreamtui.mining.history.words import is_aside
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.mining.commits import Stands

READ = 5
"""Most lines to read."""
_TOKEN = re.compile(r"[\w.-]+")
_JOINTS = re.compile(r"[_.\-\s]+")


def to_read(places: Mapping[str, Stands]) -> Iterator[Evidence]:
    """Lines to read: first one per file, sources before tests."""
    paths = sorted(places, key=lambda path: (is_aside(path), path))
    deepest = max((len(places[path].lines) for path in paths), default=0)
    lines = ((path, *places[path].lines[at]) for at in range(deepest) for path in paths if at < len(places[path].lines))
    for (path, number, line), _ in zip(lines, range(READ), strict=False):
        yield Evidence(line, Locator(Where.FILE, path, number))


def named_in(text: str, paths: Iterable[str]) -> set[str]:
    """The files that a list names, with or without ending, in any spelling."""
    tokens = {token.strip(".-") for token in _TOKEN.findall(text)}
    words = {_squashed(word) for token in tokens for word in (token, *token.split("."))}
    named = set()
    for path in paths:
        name = path.rpartition("/")[2]
        stem = name.partition(".")[0] if name[:1] != "." else name
        whole = name.rpartition(".")[0] or name
        if name in tokens or whole in tokens or (len(stem) > 1 and _squashed(whole) in words):
            named.add(path)
    return named


def _squashed(name: str) -> str:
    """A name normalized for its spelling: `unused_import` equals `UnusedImport`."""
    return _JOINTS.sub("", name).casefold()
