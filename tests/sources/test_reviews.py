"""Review comments as GitHub and GitLab print them, in every way in which pages are put behind each other."""

import json
import os
import stat
from pathlib import Path

import pytest

from dreamtui.model.errors import Refused
from dreamtui.model.mining.review import MergeRequest, ReviewComment
from dreamtui.sources.forge import commands_of, reviews_from
from dreamtui.sources.reviews import LARGEST, parse_reviews, read_reviews

ROOT = {
    "id": 7, "in_reply_to_id": None, "pull_request_url": "https://api.github.com/repos/o/r/pulls/12",
    "user": {"login": "ann", "type": "User"}, "author_association": "MEMBER", "body": "Please use spec here",
    "path": "src/a.py", "line": None, "original_line": 9, "created_at": "2026-05-01T10:00:00Z",
    "html_url": "https://github.com/o/r/pull/12#discussion_r7", "diff_hunk": "@@",
}  # fmt: skip
REPLY = {**ROOT, "id": 8, "in_reply_to_id": 7, "body": "Done", "created_at": "2026-05-01T11:00:00Z"}
PULL = {"number": 12, "user": {"login": "bob"}, "merged_at": "2026-05-02T00:00:00Z"}
LISTED = {"number": 13, "author": {"login": "eve"}, "mergedAt": None}
THREAD = {
    "id": "aa11", "individual_note": False,
    "notes": [
        {"id": 1, "system": True, "body": "assigned", "created_at": "2026-05-01T10:00:00.000Z"},
        {"id": 2, "system": False, "author": {"username": "ann"}, "body": "Sort these", "noteable_iid": 5,
         "created_at": "2026-05-01T12:00:00.000+02:00", "resolvable": True, "resolved": True,
         "position": {"new_path": "b.py", "new_line": 3}},
        {"id": 3, "system": False, "author": {"username": "bob"}, "body": "Why?", "noteable_iid": 5,
         "created_at": "2026-05-01T13:00:00.000Z", "resolved": True},
    ],
}  # fmt: skip
MERGE = {"iid": 5, "author": {"username": "bob"}, "merged_at": "2026-05-03T00:00:00Z"}

GITHUB = ReviewComment(
    "github:7", 12, "ann", "2026-05-01T10:00:00Z", "Please use spec here", "src/a.py",
    "https://github.com/o/r/pull/12#discussion_r7", is_outdated=True, replies=("Done",),
)  # fmt: skip
GITLAB = ReviewComment(
    "gitlab:2", 5, "ann", "2026-05-01T10:00:00Z", "Sort these", "b.py", is_resolved=True, replies=("Why?",)
)


@pytest.mark.parametrize(
    "text",
    [
        json.dumps([ROOT, REPLY, PULL]),
        json.dumps([REPLY, PULL, ROOT], indent=2),
        json.dumps([ROOT]) + json.dumps([REPLY]) + json.dumps([PULL]),
        f"{json.dumps([ROOT])}\n{json.dumps([REPLY, PULL])}\n",
        "\n".join(map(json.dumps, (PULL, REPLY, ROOT))),
        f"[{json.dumps(ROOT)}]\n[{json.dumps(REPLY)}],\n{json.dumps(PULL)}\n\n",
        json.dumps([ROOT, ROOT, REPLY, PULL, PULL]),
    ],
)
def test_pages_of_github(text: str) -> None:
    """A list, lists joined in any way, an object a line; the same twice is once."""
    read = parse_reviews(text, "f.json")
    assert read.reviews.comments == (GITHUB,)
    assert read.reviews.requests == (MergeRequest(12, "bob", True),)
    assert read.skips == ()


def test_discussions_of_gitlab_and_what_gh_lists() -> None:
    """What the system says is none of it; who asked first is the reviewer."""
    read = parse_reviews(json.dumps([THREAD, MERGE, LISTED, {"id": "bb", "notes": []}]), "f.json")
    assert read.reviews.comments == (GITLAB,)
    assert read.reviews.requests == (MergeRequest(5, "bob", True), MergeRequest(13, "eve", False))


@pytest.mark.parametrize("login", ["renovate[bot]", "ci-bot", "project_12_bot_ab"])
def test_robots_are_known(login: str) -> None:
    """By their name, or by what the forge says."""
    (named,) = parse_reviews(json.dumps({**ROOT, "user": {"login": login}}), "f").reviews.comments
    (told,) = parse_reviews(json.dumps({**ROOT, "user": {"login": "x", "type": "Bot"}}), "f").reviews.comments
    assert named.is_robot
    assert told.is_robot


def test_what_is_none_of_it_is_skipped_with_its_line() -> None:
    """Words, other objects, fields of another type, a torn end; the rest is read."""
    lines = [
        "gh: warning",
        json.dumps({"x": 1}),
        json.dumps({**ROOT, "id": "seven"}),
        "7",
        json.dumps(ROOT),
        '[{"id": 1,',
    ]
    read = parse_reviews("\n".join(lines), "f.json")
    assert [one.id for one in read.reviews.comments] == ["github:7"]
    assert [(skip.line, skip.why[:7]) for skip in read.skips] == [
        (1, "not JSO"), (2, "neither"), (3, "neither"), (4, "neither"), (6, "not JSO"),
    ]  # fmt: skip


def test_a_hostile_file_ends_soon() -> None:
    """Depth, brackets without an end, numbers without an end: skipped, and no more than a hundred are named."""
    for text in ("[" * 200_000, "[\n" * 5000, "{" + '"a":' * 1000, "9" * 100_000, '{"notes": ' + "[" * 90_000):
        read = parse_reviews(text, "f")
        assert read.reviews.comments == ()
        assert 1 <= len(read.skips) <= 100
    odd = {**ROOT, "pull_request_url": "x/" + "9" * 400, "created_at": "yesterday", "body": None, "user": None}
    (comment,) = parse_reviews(json.dumps(odd), "f").reviews.comments
    assert (comment.request, comment.when, comment.body, comment.reviewer) == (0, "", "", "")


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    """Missing, a pipe, too large."""
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as stream:
        stream.truncate(LARGEST + 1)
    for name in ("missing", "pipe", "large"):
        with pytest.raises(Refused):
            read_reviews(tmp_path / name, name)


def scripted(folder: Path, name: str, body: str) -> dict[str, str]:
    """A tool of this name on the path."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return {"PATH": f"{folder}:{os.environ['PATH']}", "HOME": str(folder)}


def says(said: Path, word: int, pattern: str, answer: object, other: object) -> str:
    """A script that notes its words, and prints one thing where a word is as wanted, else the other."""
    one, two = json.dumps(answer), json.dumps(other)
    return f"echo \"$@\" >> {said}\ncase \"${word}\" in {pattern}) echo '{one}' ;; *) echo '{two}' ;; esac"


def test_gh_is_run_with_the_words_that_are_shown(tmp_path: Path) -> None:
    """Both commands, and what they print is one text."""
    said = tmp_path / "said"
    answer = says(said, 1, "api", [ROOT], [LISTED])
    env = scripted(tmp_path, "gh", answer)
    told: list[str] = []
    text = reviews_from("gh", "2026-01-01T00:00:00Z", tmp_path, env, lambda what, done, total: told.append(what))
    read = parse_reviews(text, "gh")
    assert (len(read.reviews.comments), len(read.reviews.requests)) == (1, 1)
    assert said.read_text().splitlines() == [" ".join(words[1:]) for words in commands_of("gh", "2026-01-01T00:00:00Z")]
    assert told == ["asking gh"]


def test_glab_is_asked_request_by_request(tmp_path: Path) -> None:
    """The list, then the discussions of each; only numbers come into a command."""
    said = tmp_path / "said"
    answer = says(said, 3, "*discussions", [THREAD], [MERGE, {"iid": "5; rm"}, {"iid": True}])
    env = scripted(tmp_path, "glab", answer)
    read = parse_reviews(reviews_from("glab", "2026-01-01T00:00:00Z", tmp_path, env, lambda *_: None), "glab")
    assert read.reviews.comments == (GITLAB,)
    assert said.read_text().splitlines()[1:] == ["api --paginate projects/:id/merge_requests/5/discussions"]


def test_a_tool_that_fails_says_why(tmp_path: Path) -> None:
    """Its own words, on one line."""
    env = scripted(tmp_path, "gh", "echo 'not logged in' >&2; exit 4")
    with pytest.raises(Refused, match="gh failed with exit code 4: not logged in"):
        reviews_from("gh", "x", tmp_path, env, lambda *_: None)
    with pytest.raises(Refused, match="'glab' was not found"):
        reviews_from("glab", "x", tmp_path, {"PATH": str(tmp_path)}, lambda *_: None)
