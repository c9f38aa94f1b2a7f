"""Looks single commits and files up: what a locator names, whether it still exists, what it says."""

import contextlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.model.evidence import Event
from dreamtui.sources.git.clone import clone_of
from dreamtui.sources.git.command import Repository, Stream, capture, is_sha, open_repository, tokens
from dreamtui.sources.git.events import moment, to_events
from dreamtui.sources.git.history import GitHistory, GitSnapshot
from dreamtui.sources.git.log import CommitRecord, read_log
from dreamtui.sources.identity import EMPTY_ROSTER, Roster

_NAME = re.compile(r"[0-9a-f]{4,64}")
_LARGEST = 2_000_000
"""Bytes of a patch or file that are read to be shown."""

_SHOWN = (
    "--format=fuller",
    "--date=iso-strict",
    "--encoding=UTF-8",
    "--no-color",
    "--no-decorate",
    "--no-notes",
    "--no-show-signature",
)
_PATCH = (
    "--patch",
    "--stat=80",
    "--unified=3",
    "--diff-algorithm=myers",
    "--diff-merges=dense-combined",
    "--src-prefix=a/",
    "--dst-prefix=b/",
    "--submodule=short",
    "--no-relative",
    "--no-ext-diff",
    "--no-textconv",
    "-M100%",
    "-O/dev/null",
)
"""How a commit is shown, with any configuration."""

_FEW_PATHS = 200
"""Up to so many paths are named to git; beyond, all of the history is looked through."""


def resolve_all(root: Path, shas: Iterable[str]) -> dict[str, bool | None]:
    """For every sha, full or shortened, whether such a commit exists; None if unknown.

    It is unknown without a repository, and a commit missing from a shallow clone or one of some branches may exist
    elsewhere.
    """
    wanted = sorted(set(shas))
    repository = open_repository(root) if wanted else None
    if repository is None:
        return dict.fromkeys(wanted)
    found = _commits(repository, wanted)
    whole = len(found) == len(wanted) or not (repository.shallow or clone_of(repository).narrow)
    missing = False if whole else None
    return {sha: True if sha in found else missing for sha in wanted}


def complete(
    root: Path, shas: Iterable[str], people: Roster = EMPTY_ROSTER, history: GitHistory | None = None
) -> dict[str, Event]:
    """The commits behind events that hold only a sha; unknown shas are absent.

    Commits of the history are taken as they were read, renames and noise included. One outside of it that was amended
    or rebased into one of them is noise: it is the same change once more.
    """
    inside = {event.sha: event for event in history.events} if history else {}
    wanted = sorted(set(shas))
    result = {sha: inside[sha] for sha in wanted if sha in inside}
    rest = [sha for sha in wanted if sha not in result]
    repository = open_repository(root) if rest else None
    full = _commits(repository, rest) if repository else {}
    outside = sorted({name for name in full.values() if name not in inside})
    read: dict[str, Event] = {}
    if repository and outside:
        feed = "".join(f"{name}\n" for name in outside).encode()
        records = list(read_log(repository, ("--no-walk=unsorted", "--stdin"), feed=feed))
        rewritten = _rewritten(records, history.snapshot if history else None)
        for record in records:
            (event,) = to_events((record,), people)
            newer = rewritten.get(record.sha, "")
            read[record.sha] = replace(event, noise=event.noise or f"rewritten as {newer}") if newer else event
    for sha, name in full.items():
        event_found = inside.get(name) or read.get(name)
        if event_found is not None:
            result[sha] = event_found
    return result


def _rewritten(lost: Iterable[CommitRecord], snapshot: GitSnapshot | None) -> dict[str, str]:
    """Commits outside the history and the commit in it that they became: one author, one author time, and alike."""
    kept: dict[tuple[str, int], list[CommitRecord]] = {}
    for record in (snapshot.commits() if snapshot else None) or ():
        kept.setdefault((record.email, record.authored), []).append(record)
    found: dict[str, str] = {}
    for record in lost:
        alike = [
            other.sha
            for other in kept.get((record.email, record.authored), ())
            if other.sha != record.sha and (other.subject == record.subject or set(other.files) == set(record.files))
        ]
        if alike:
            found[record.sha] = min(alike)
    return found


def show(root: Path, sha: str, most: int = _LARGEST) -> str | None:
    """A commit as `git show` prints it, patch and all; None when it does not exist. Not made inert here."""
    repository = open_repository(root)
    name = _commits(repository, (sha,)).get(sha) if repository else None
    if repository is None or name is None:
        return None
    try:
        data = _beginning(repository, ("show", *_SHOWN, *_PATCH, name, "--"), most)
    except Refused:
        data = _beginning(repository, ("log", "--no-walk", *_SHOWN, "--no-patch", name, "--"), most)
        data += b"\nThe patch cannot be shown: this clone lacks the files.\n"
    return data.decode("utf-8", "replace")


def last_touched(root: Path, paths: Iterable[str]) -> dict[str, str]:
    """UTC time of the newest commit that touched each path; paths never committed are absent."""
    wanted = {path for path in paths if path}
    repository = open_repository(root) if wanted else None
    if repository is None or not repository.head:
        return {}
    args = ["log", "-z", "--format=%ct", "--name-status", "--no-renames", "--relative", "--no-ext-diff", "-O/dev/null"]
    named = sorted(wanted) if len(wanted) <= _FEW_PATHS else []
    stream = Stream.start(repository, [*args, repository.head, "--", *named])
    found: dict[str, str] = {}
    now = ""
    with contextlib.closing(tokens(stream)) as words:
        for word in words:
            if word.isdigit():
                now = moment(int(word))
                continue
            path = next(words, "")
            if path in wanted:
                found.setdefault(path, now)
                if len(found) == len(wanted):
                    break
    return found


def tracked_files(root: Path) -> frozenset[str]:
    """Every file git knows in the workspace; in a bare repository those of HEAD."""
    repository = open_repository(root)
    if repository is None:
        return frozenset()
    if not repository.bare:
        return frozenset(word for word in tokens(Stream.start(repository, ("ls-files", "-z"))) if word)
    if not repository.head:
        return frozenset()
    tree = Stream.start(repository, ("ls-tree", "-r", "-z", "--name-only", repository.head))
    return frozenset(word for word in tokens(tree) if word)


def branches(root: Path, most: int = 100) -> frozenset[str]:
    """Names of branches here and of remotes, a branch that is here and there once; none without a repository."""
    repository = open_repository(root)
    if repository is None:
        return frozenset()
    found: set[str] = set()
    for folder, depth in (("refs/heads", 2), ("refs/remotes", 3)):
        words = ("for-each-ref", f"--count={most}", f"--format=%(refname:lstrip={depth})%00", folder)
        found |= {word.strip() for word in tokens(Stream.start(repository, words))}
    return frozenset(found - {"", "HEAD"})


def tags(root: Path, most: int = 10_000) -> frozenset[str]:
    """Names of tags, the newest versions first where there are too many; none without a repository."""
    repository = open_repository(root)
    if repository is None:
        return frozenset()
    words = (
        "for-each-ref",
        f"--count={most}",
        "--sort=-version:refname",
        "--format=%(refname:lstrip=2)%00",
        "refs/tags",
    )
    return frozenset(word.strip() for word in tokens(Stream.start(repository, words))) - {""}


def _commits(repository: Repository, shas: Sequence[str]) -> Mapping[str, str]:
    """The full name of each sha that names a commit which is here."""
    named = [sha for sha in shas if _NAME.fullmatch(sha)]
    if not named:
        return {}
    feed = "".join(f"{sha}^{{commit}}\n" for sha in named).encode()
    stream = Stream.start(repository, ("cat-file", "--batch-check=%(objectname) %(objecttype)"), feed)
    answers = b"".join(stream.chunks()).decode("utf-8", "replace").splitlines()
    found: dict[str, str] = {}
    for sha, answer in zip(named, answers, strict=False):
        name, _, kind = answer.partition(" ")
        if kind == "commit" and is_sha(name):
            found[sha] = name
    return found


def _beginning(repository: Repository, args: Sequence[str], most: int) -> bytes:
    """The first bytes of an answer; git is stopped when there is more."""
    data = bytearray()
    with contextlib.closing(Stream.start(repository, args).chunks()) as pieces:
        for piece in pieces:
            data += piece
            if len(data) >= most:
                break
    return bytes(data[:most])


_VERSIONS = 200
"""Versions of a file that are looked at, the newest first."""


def versions(root: Path, path: str) -> Iterator[bytes]:
    """A file as commits of all branches, and the one that is being merged, had it; the newest first."""
    repository = open_repository(root)
    if repository is None or not repository.head or path.startswith("/") or ".." in path.split("/"):
        return
    _, out, _ = capture(root, ("rev-parse", "--quiet", "--verify", "MERGE_HEAD"), repository.trusted)
    merging = [name for name in out.decode("ascii", "replace").split() if is_sha(name)]
    args = ("log", "-z", "--format=", "--raw", "--no-abbrev", "--no-renames", "-m", "--relative", "--no-ext-diff",
            "-O/dev/null", f"--max-count={_VERSIONS}", "--all", repository.head, *merging, "--", path)  # fmt: skip
    named = [word.split(" ") for word in tokens(Stream.start(repository, args)) if word.lstrip("\n").startswith(":")]
    blobs = dict.fromkeys(name for words in named for name in words[2:4] if is_sha(name) and name.strip("0"))
    for name in blobs:
        data = _beginning(repository, ("cat-file", "blob", name), _LARGEST + 1)
        if len(data) <= _LARGEST:
            yield data
