"""A commit with what its changes were, reduced to what a miner can use; and what is looked for at HEAD."""

from typing import NamedTuple


class Replacement(NamedTuple):
    """One run of tokens that gave way to another; it was all that changed in its hunk."""

    old: str
    new: str
    path: str
    role: str = ""
    """What stands around it: `call`, `member` or `type`; empty for anything else."""


class Sought(NamedTuple):
    """A text that is looked for in the lines of code at HEAD."""

    text: str
    """As it stands there; a name only as a whole one."""
    ending: str = ""
    """The ending of the files; empty for all that hold code."""
    but: str = ""
    """A longer text that it is part of, and that does not count."""
    role: str = ""
    """The role in which it counts; empty for every one."""


class Stands(NamedTuple):
    """Where a text stands in one file."""

    times: int
    """In how many lines."""
    lines: tuple[tuple[int, str], ...]
    """The first of them, each with its number."""


class Comment(NamedTuple):
    """A comment at HEAD in which a word stands that was looked for."""

    number: int
    """The line with the word."""
    text: str
    """Its paragraph, without the marks of comments; one line of the file a line."""


class ChangedLines(NamedTuple):
    """What a commit did to the lines of a file, each without the space around it."""

    taken: tuple[str, ...]
    put: tuple[str, ...]


class Diffed(NamedTuple):
    """A commit that is no merge, its message and what it did to which file."""

    sha: str
    """Full sha."""
    authored: int
    """Author time, seconds since 1970; a rebase keeps it."""
    committed: int
    """Committer time, seconds since 1970."""
    name: str
    """Author name, through the repository's .mailmap."""
    email: str
    """Author e-mail, through the repository's .mailmap."""
    subject: str
    """First paragraph of the message on one line."""
    body: str
    """The beginning of the rest of the message."""
    digest: str
    """First 16 hex of the sha256 of the message; empty when the message was too long to be read whole."""
    added: tuple[str, ...]
    """Files that came to be here."""
    changed: tuple[str, ...]
    """Files that were there before, under their new names."""
    deleted: tuple[str, ...]
    replaced: tuple[Replacement, ...]
    """Each replacement once, in the order of the patch."""

    @property
    def files(self) -> tuple[str, ...]:
        return (*self.added, *self.changed, *self.deleted)
