"""How far HEAD follows a finding: which lines break it, which files a list names."""

import re
from collections.abc import Iterable, Iterator, Mapping

from dreamtui.mining.history.words import is_aside, squashed
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.mining.commits import Stands

READ = 5
"""Most lines to read."""
_BRINGS_IN = re.compile(
    r"\s*(?:import\b|from\b.*\bimport\b|(?:pub(?:\([a-z]{1,10}\))? )?(?:use|mod)\b|#include\b|using\b"
    r"|export\b.*\bfrom\b|(?:const|let|var)\b.*\brequire\()"
)
_OPEN = 60
"""Lines over which an import goes on."""
_TOKEN = re.compile(r"[\w.-]+")


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
    words = {squashed(word) for token in tokens for word in (token, *token.split("."))}
    named = set()
    for path in paths:
        name = path.rpartition("/")[2]
        stem = name.partition(".")[0] if name[:1] != "." else name
        whole = name.rpartition(".")[0] or name
        if name in tokens or whole in tokens or (len(stem) > 1 and squashed(whole) in words):
            named.add(path)
    return named


def brings_in(text: str) -> Iterator[str]:
    """The lines of a file that bring other files in, with those over which they go on."""
    left, closing = 0, ""
    for line in text.split("\n"):
        if left:
            yield line
            left = 0 if closing in line else left - 1
        elif _BRINGS_IN.match(line[:500]):
            yield line
            opened = next((other for mark, other in (("{", "}"), ("(", ")")) if mark in line and other not in line), "")
            left, closing = (_OPEN, opened) if opened else (0, "")
