"""Reads review comments as forges print them: GitHub's REST API and `gh`, GitLab's and `glab`; nothing is fetched.

A file may hold one list, several one behind the other (as the pages of `gh api --paginate`), or an object a line, with
comments and requests mixed.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Refused
from dreamtui.model.evidence import Skip
from dreamtui.model.mining.review import MergeRequest, ReviewComment, Reviews
from dreamtui.text.dates import iso, read_instant

LARGEST = 64 * 1024 * 1024
_MOST_SKIPS = 100
_BLANK = " \t\r\n,"


@dataclass(frozen=True, slots=True)
class ReviewsRead:
    """What was read, and what was not."""

    reviews: Reviews
    skips: tuple[Skip, ...] = ()


def read_reviews(path: Path, shown: str) -> ReviewsRead:
    """The reviews of a file; Refused where it cannot be read at all. `shown` is how it is called in what is skipped."""
    try:
        text = read_whole(path, LARGEST, follow=True).decode("utf-8", "replace")
    except OSError as problem:
        raise Refused(f"{shown} cannot be read: {problem.strerror}") from None
    return parse_reviews(text, shown)


def parse_reviews(text: str, shown: str) -> ReviewsRead:
    """The reviews of a text."""
    forge, skips = _Forge(), list[Skip]()
    for line, value in _values(text):
        if isinstance(value, _Broken):
            skips.append(Skip(shown, line, "not JSON"))
        elif not forge.take(value):
            skips.append(Skip(shown, line, "neither a comment, a discussion nor a request"))
        if len(skips) >= _MOST_SKIPS:
            break
    return ReviewsRead(forge.reviews(), tuple(skips))


class _Broken:
    """In the place of what is not JSON."""


def _values(text: str) -> Iterator[tuple[int, Any]]:
    """Each value with the line it begins in, those of a list one by one; what is broken ends with its line."""
    decoder = json.JSONDecoder()
    at, line, counted = 0, 1, 0
    while True:
        while at < len(text) and text[at] in _BLANK:
            at += 1
        if at >= len(text):
            return
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            yield line, _Broken()
            newline = text.find("\n", at)
            if newline < 0:
                return
            at = newline + 1
            continue
        for one in value if isinstance(value, list) else [value]:
            yield line, one


class _Person(msgspec.Struct):
    login: str = ""
    username: str = ""
    type: str = ""

    @property
    def name(self) -> str:
        return self.login or self.username

    @property
    def is_robot(self) -> bool:
        low = self.name.lower()
        return self.type == "Bot" or low.endswith(("[bot]", "-bot", "_bot")) or low.startswith(("project_", "group_"))


class _Comment(msgspec.Struct):
    """A review comment of GitHub: `GET /repos/O/R/pulls/comments`."""

    id: int
    pull_request_url: str
    created_at: str
    body: str | None = ""
    user: _Person | None = None
    path: str = ""
    line: int | None = None
    original_line: int | None = None
    html_url: str = ""
    in_reply_to_id: int | None = None
    subject_type: str = "line"


class _Position(msgspec.Struct):
    new_path: str | None = ""
    old_path: str | None = ""


class _Note(msgspec.Struct):
    id: int
    created_at: str
    body: str | None = ""
    author: _Person | None = None
    system: bool = False
    resolved: bool = False
    noteable_iid: int | None = None
    position: _Position | None = None


class _Discussion(msgspec.Struct):
    """A thread of GitLab: `GET /projects/:id/merge_requests/:iid/discussions`."""

    id: str
    notes: list[_Note]


class _Request(msgspec.Struct):
    """A pull request of GitHub or of `gh pr list --json number,author,mergedAt`, or a merge request of GitLab."""

    number: int = 0
    iid: int = 0
    user: _Person | None = None
    author: _Person | None = None
    merged_at: str | None = None
    merged: str | None = msgspec.field(default=None, name="mergedAt")


class _Forge:
    """Puts together what the values tell."""

    def __init__(self) -> None:
        self._comments: dict[int, _Comment] = {}
        self._threads: dict[str, _Discussion] = {}
        self._requests: dict[int, MergeRequest] = {}

    def take(self, value: Any) -> bool:
        """Whether it is something that is known here."""
        if not isinstance(value, dict):
            return False
        try:
            if "pull_request_url" in value:
                comment = msgspec.convert(value, _Comment)
                self._comments[comment.id] = comment
            elif "notes" in value:
                thread = msgspec.convert(value, _Discussion)
                self._threads[thread.id] = thread
            elif "merged_at" in value or "mergedAt" in value:
                request = msgspec.convert(value, _Request)
                person, number = request.user or request.author or _Person(), request.number or request.iid
                merged = bool(request.merged_at or request.merged)
                self._requests[number] = MergeRequest(number, person.name, merged)
            else:
                return False
        except (msgspec.ValidationError, RecursionError):
            return False
        return True

    def reviews(self) -> Reviews:
        """Threads by what they begin with."""
        found = [*self._of_github(), *filter(None, map(_of_gitlab, self._threads.values()))]
        requests = tuple(self._requests[number] for number in sorted(self._requests))
        return Reviews(tuple(sorted(found, key=lambda one: (one.when, one.id))), requests)

    def _of_github(self) -> Iterator[ReviewComment]:
        replies: dict[int, list[_Comment]] = {}
        for comment in self._comments.values():
            if comment.in_reply_to_id is not None:
                replies.setdefault(comment.in_reply_to_id, []).append(comment)
        for comment in self._comments.values():
            if comment.in_reply_to_id is not None:
                continue
            answers = sorted(replies.get(comment.id, ()), key=lambda one: (one.created_at, one.id))
            person = comment.user or _Person()
            number = comment.pull_request_url.rstrip("/").rpartition("/")[2]
            yield ReviewComment(
                f"github:{comment.id}",
                int(number) if number.isascii() and number.isdigit() and len(number) < 12 else 0,
                person.name,
                _moment(comment.created_at),
                comment.body or "",
                comment.path,
                comment.html_url,
                is_outdated=comment.subject_type == "line" and comment.line is None and bool(comment.original_line),
                is_robot=person.is_robot,
                replies=tuple(one.body or "" for one in answers),
            )


def _of_gitlab(thread: _Discussion) -> ReviewComment | None:
    notes = [note for note in thread.notes if not note.system]
    if not notes:
        return None
    root, *answers = notes
    person, position = root.author or _Person(), root.position or _Position()
    return ReviewComment(
        f"gitlab:{root.id}",
        root.noteable_iid or 0,
        person.name,
        _moment(root.created_at),
        root.body or "",
        position.new_path or position.old_path or "",
        is_resolved=root.resolved,
        is_robot=person.is_robot,
        replies=tuple(note.body or "" for note in answers),
    )


def _moment(text: str) -> str:
    """A time as it is written everywhere; empty for what is none."""
    instant = read_instant(text)
    return iso(instant)[:19] + "Z" if instant is not None else ""
