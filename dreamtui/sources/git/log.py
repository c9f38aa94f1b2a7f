"""Reads `git log` as one stream of commits: who, when, what was said, which files."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from dreamtui.model.errors import Refused
from dreamtui.sources.git.command import Repository, Stream, is_sha, tokens
from dreamtui.sources.git.message import read_message

_FORMAT = "--format=%H%x00%P%x00%at%x00%ct%x00%aN%x00%aE%x00%B"
_LAYOUT = (
    "-z",
    _FORMAT,
    "--encoding=UTF-8",
    "--no-color",
    "--no-decorate",
    "--no-notes",
    "--no-show-signature",
    "--no-ext-diff",
    "--no-textconv",
    "--no-diff-merges",
    "-O/dev/null",
)
_FILES = ("--name-status", "-M100%", "--no-rename-empty", "--relative", "--ignore-submodules=none")

_LONGEST_STATUS = 6
"""A status is a letter and at most three digits, after a newline for the first; a sha is longer."""

_LATEST = 253_402_300_799
"""The last second of the year 9999; a clock beyond it is cut to it."""


class CommitRecord(NamedTuple):
    """One commit as git prints it, before its neighbours are considered."""

    sha: str
    """Full sha."""
    parents: tuple[str, ...]
    """Full shas of the parents."""
    name: str
    """Author name, through the repository's .mailmap."""
    email: str
    """Author e-mail, through the repository's .mailmap."""
    authored: int
    """Author time, seconds since 1970."""
    committed: int
    """Committer time, seconds since 1970."""
    subject: str
    """First paragraph of the message."""
    digest: str
    """First 16 hex of the sha256 of the message."""
    files: tuple[str, ...]
    """Paths as they were called then; the new name for a rename; empty for a merge."""
    added: tuple[str, ...]
    """The files that came to be here."""
    renames: tuple[tuple[str, str], ...]
    """Old and new name of each file moved without a change."""
    revert: bool
    """Whether it takes another change back."""
    reverted: str
    """Subject of what it takes back, as its own message gives it."""
    reverts: tuple[str, ...]
    """Shas it says it takes back, perhaps abbreviated."""
    picked: tuple[str, ...]
    """Shas it says it was cherry-picked from."""
    squashed: tuple[str, ...]
    """Subjects or shas of the commits a squash lists."""
    coauthors: tuple[tuple[str, str], ...]
    """Name and e-mail of each co-author."""


def read_log(
    repository: Repository,
    revisions: Sequence[str],
    *,
    feed: bytes | None = None,
    with_files: bool = True,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[CommitRecord]:
    """Every commit of the revisions and options given, as git orders them; any failure is raised, never swallowed."""
    layout = (*_LAYOUT, *(_FILES if with_files else ("--no-patch",)))
    stream = Stream.start(repository, ("log", *layout, *revisions, "--"), feed)
    count = 0

    def between() -> None:
        if progress is not None:
            progress(count)
        if cancelled is not None and cancelled():
            raise Refused("Reading the git history was stopped; nothing was kept.")

    for record in _records(tokens(stream, between)):
        count += 1
        yield record
    if progress is not None:
        progress(count)


def _records(words: Iterator[str]) -> Iterator[CommitRecord]:
    """Cut the stream into commits: seven fields each, then status and path until the next sha."""
    word = next(words, "")
    while word:
        head = [word, *islice(words, 6)]
        if len(head) < 7 or not is_sha(word):
            raise Refused("git log gave an answer that is not a list of commits.")
        files: list[str] = []
        added: list[str] = []
        renames: list[tuple[str, str]] = []
        word = next(words, "")
        while word and len(word) < _LONGEST_STATUS:
            status = word.lstrip("\n")[:1]
            path = next(words, "")
            if status == "R":
                old, path = path, next(words, "")
                renames.append((old, path))
            elif status == "A":
                added.append(path)
            files.append(path)
            word = next(words, "")
        yield _record(head, files, added, renames)


def _record(head: list[str], files: list[str], added: list[str], renames: list[tuple[str, str]]) -> CommitRecord:
    sha, parents, authored, committed, name, email, text = head
    message = read_message(text)
    return CommitRecord(
        sha,
        tuple(parents.split()),
        name,
        email,
        _seconds(authored),
        _seconds(committed),
        message.subject,
        hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16],
        tuple(files),
        tuple(added),
        tuple(renames),
        message.revert,
        message.reverted,
        message.reverts,
        message.picked,
        message.squashed,
        message.coauthors,
    )


def _seconds(text: str) -> int:
    """A time as git prints it; what is no number is the beginning of time."""
    try:
        return min(max(int(text), 0), _LATEST)
    except ValueError:
        return 0
