"""Which commits brought, changed and took away the files of a folder that are written once and never again."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dreamtui.sources.git.command import Stream, open_repository, tokens

_COMMIT = "commit "


@dataclass(frozen=True, slots=True)
class FileCommit:
    """What one commit did to one file."""

    path: str
    """From the folder that was asked about."""
    what: str
    """A for added, M for changed, D for taken away, as git says it."""
    commit: str
    name: str
    email: str
    """The author's, as the commit says it."""
    when: int
    """Seconds at which it was committed."""


@dataclass(frozen=True, slots=True)
class FolderCommits:
    """The commits of a folder, the newest first."""

    found: tuple[FileCommit, ...]
    shallow: bool = False
    """Whether the history is cut off, so that what is not found may stand in commits that are not here."""


def folder_commits(folder: Path) -> FolderCommits | None:
    """What commits did to the files below a folder; None where no repository holds it.

    Of a merge counts what it left otherwise than all that it merges. A rename is one file taken away, another added.
    """
    repository = open_repository(folder)
    if repository is None or not repository.head:
        return None
    fields = "%x00".join((f"{_COMMIT}%H", "%an", "%ae", "%ct"))
    args = (
        "log", "-z", f"--format={fields}", "--name-status", "--no-renames", "--relative", "--no-ext-diff",
        "--no-textconv", "-O/dev/null", "-c", repository.head, "--", ".",
    )  # fmt: skip
    return FolderCommits(tuple(_read(tokens(Stream.start(repository, args)))), repository.shallow)


def _read(words: Iterator[str]) -> Iterator[FileCommit]:
    commit = name = email = ""
    when = 0
    for word in words:
        told = word.lstrip("\n")
        if told.startswith(_COMMIT):
            commit, name, email = told.removeprefix(_COMMIT), next(words, ""), next(words, "")
            seconds = next(words, "").strip()
            when = int(seconds) if seconds.isdigit() else 0
        elif told and not told.strip("AMDT"):
            what = told[0] if len(set(told)) == 1 else "M"
            yield FileCommit(next(words, ""), what, commit, name, email, when)
