"""What reviewers said of merge requests, and the requests themselves, from whichever forge."""

from dataclasses import dataclass

SIGNAL = "review"
"""What is found in them is called by."""


@dataclass(frozen=True, slots=True)
class ReviewComment:
    """The comment that a thread of a review begins with."""

    id: str
    """Unique in its forge."""
    request: int
    """Number of the merge request; 0 where it is not told."""
    reviewer: str
    when: str
    """UTC time, ISO 8601 with Z."""
    body: str
    """As it was written: Markdown, untrusted."""
    path: str = ""
    """The file it is about, as it was called then; empty for the request as a whole."""
    url: str = ""
    is_outdated: bool = False
    """Whether the lines it is about were changed in the request afterwards."""
    is_resolved: bool = False
    is_robot: bool = False
    replies: tuple[str, ...] = ()
    """What others answered, oldest first."""


@dataclass(frozen=True, slots=True)
class MergeRequest:
    """A merge request, or a pull request."""

    number: int
    author: str
    is_merged: bool


@dataclass(frozen=True, slots=True)
class Reviews:
    """What a file of reviews holds."""

    comments: tuple[ReviewComment, ...] = ()
    """Each once, sorted by time and id."""
    requests: tuple[MergeRequest, ...] = ()
    """Those the file tells of, by number."""
