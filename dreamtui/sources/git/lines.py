"""Lines that a miner asks for one by one: what a commit took out and put in, and when a line of HEAD was written."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.model.mining.commits import ChangedLines
from dreamtui.sources.git.clone import clone_of
from dreamtui.sources.git.command import Stream, is_sha, open_repository
from dreamtui.sources.git.events import moment

_PATCH = (
    "--no-walk=unsorted", "--stdin", "--format=%x00%H", "-p", "-U0", "--no-color", "--no-decorate", "--no-notes",
    "--no-show-signature", "--no-ext-diff", "--no-textconv", "--no-renames", "--relative", "--diff-algorithm=myers",
    "--src-prefix=a/", "--dst-prefix=b/", "--submodule=short", "-O/dev/null",
)  # fmt: skip
_SMALL_FILES = ("-c", "core.bigFileThreshold=1m")
_NEWEST = (
    "--max-count=1", "--format=%ct", "--no-patch", "--no-color", "--no-decorate", "--no-notes", "--no-show-signature",
    "--no-ext-diff", "--no-textconv", "--no-renames",
)  # fmt: skip
"""No `git blame`: the repository's settings can name a file for it that is a pipe."""
_MOST = 8 << 20
"""Bytes of all patches together; what lies behind them is not known."""
_LONGEST = 500
_HELD = 20_000
"""Lines of one commit that are kept."""


def changed_lines(root: Path, shas: Iterable[str]) -> dict[str, dict[str, ChangedLines]]:
    """What commits took out of each file and put in; one whose contents are not here is absent."""
    wanted = sorted({sha for sha in shas if is_sha(sha)})
    repository = open_repository(root) if wanted else None
    if repository is None or clone_of(repository).partial:
        return {}
    stream = Stream.start(repository, ("log", *_PATCH), "".join(f"{sha}\n" for sha in wanted).encode(), _SMALL_FILES)
    data = bytearray()
    whole = False
    try:
        for piece in stream.chunks():
            data += piece
            if len(data) > _MOST:
                break
        whole = len(data) <= _MOST
    except Refused:
        pass  # the last commit may have failed; those before it are whole
    commits = data.decode("utf-8", "replace").split("\0")[1:]
    return {text.partition("\n")[0]: _of_patch(text) for text in (commits if whole else commits[:-1])}


def _of_patch(text: str) -> dict[str, ChangedLines]:
    found: dict[str, tuple[list[str], list[str]]] = {}
    taken: list[str] = []
    put: list[str] = []
    inside = False
    for line in text.split("\n")[:_HELD]:
        if line.startswith("diff --git "):
            names = line[len("diff --git ") :]
            path = names[2 : (len(names) - 1) // 2]
            taken, put = found.setdefault(path, ([], []))
            inside = False
        elif line.startswith("@@ "):
            inside = True
        elif inside and line.startswith(("-", "+")) and len(line) <= _LONGEST:
            (taken if line[0] == "-" else put).append(line[1:].strip())
    return {path: ChangedLines(tuple(out), tuple(come)) for path, (out, come) in found.items()}


def written(root: Path, places: Sequence[tuple[str, int]], since: int) -> dict[tuple[str, int], int]:
    """When each line of HEAD was written, by path and number; 0 for one that is older than a moment or not known."""
    found = dict.fromkeys(places, 0)
    repository = open_repository(root) if places else None
    if repository is None or not repository.head or clone_of(repository).partial:
        return found
    for path, number in found:
        spot = (f"--since={moment(since)}", f"-L{number},{number}:{path}", repository.head)
        try:
            said = b"".join(Stream.start(repository, ("log", *_NEWEST, *spot)).chunks()).strip()
        except Refused:
            continue
        found[path, number] = int(said) if said.isdigit() else 0
    return found
