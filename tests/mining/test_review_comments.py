"""What several reviewers asked for in several merged requests: what counts, what does not, and what is said of it."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

import pytest

from dreamtui.coach.suggest import suggest_rule
from dreamtui.kinds.candidate.intake import to_item
from dreamtui.mining.reviews import find_asked
from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.model.mining.review import MergeRequest, ReviewComment, Reviews

SAID = (
    "Please pass an explicit encoding when you open a text file.",
    "An explicit `encoding` is needed here, this opens a text file.",
    "Open the file with an explicit encoding, please.",
    "Explicit encoding please: this text file is opened with the one of the machine.",
)


def comment(
    number: int, body: str, reviewer: str = "", request: int = 0, day: int = 0, **more: object
) -> ReviewComment:
    """A comment of a request of its own, after which its lines were changed."""
    who, where = reviewer or f"reviewer{number % 2}", request or number
    url = f"https://forge.example/{number}"
    values = {"path": f"src/io/{number}.py", "url": url, "is_outdated": True, **more}
    return ReviewComment(f"github:{number}", where, who, f"2026-05-{day or number:02}T00:00:00Z", body, **values)  # type: ignore[arg-type]


COMMENTS = tuple(comment(number, body) for number, body in enumerate(SAID, 1))
REQUESTS = tuple(MergeRequest(number, "author", True) for number in range(1, 60))
TOPICS = (
    "retry",
    "limit",
    "schema",
    "cursor",
    "locale",
    "cache",
    "thread",
    "socket",
    "index",
    "queue",
    "vendor",
    "header",
)
OTHERS = tuple(
    comment(number, f"The {one} of {two} is left without its own {one}-{two} check.", day=number % 27 + 1)
    for number, (one, two) in enumerate(combinations(TOPICS, 2), 10)
    if number < 60
)
"""What is asked for once."""


def among_others(comments: Iterable[ReviewComment]) -> Reviews:
    """These comments between many others of merged requests."""
    return Reviews((*comments, *OTHERS), REQUESTS)


REVIEWS = among_others(COMMENTS)


def commit(sha: str, day: int, path: str, summary: str = "Read text as UTF-8") -> Event:
    """A commit that touches a file."""
    return Event(
        f"2026-05-{day:02}T12:00:00Z", "ann", "commit", summary, Locator(Where.COMMIT, sha * 40), (path,), sha=sha * 40
    )


def test_what_two_reviewers_ask_for_in_three_requests_is_found() -> None:
    """Their words, their links, the folder, what changed then; no sentence for a rule."""
    (found,) = find_asked(REVIEWS, [commit("a", 2, "src/io/1.py"), commit("b", 1, "src/io/1.py")]).findings
    assert (found.signal, found.subject, found.weight) == ("review", "github:1", 4)
    assert found.actors == ("reviewer0", "reviewer1")
    assert found.files == ("src/io",)
    assert "2 reviewers asked for it in 4 merged requests in `src/io`" in found.title
    quotes = [piece for piece in found.evidence if piece.locator.where is Where.TEXT]
    assert [piece.quote for piece in quotes] == list(SAID[::-1])
    assert quotes[0].locator.ref == "https://forge.example/4"
    assert [piece.locator.ref for piece in found.evidence if piece.locator.where is Where.COMMIT] == ["b" * 40]
    assert found.rule == suggest_rule(to_item(found)) == ""


def test_the_order_of_what_is_read_makes_no_difference() -> None:
    """Neither of comments nor of commits."""
    commits = [commit(sha, day, "src/io/1.py") for day, sha in enumerate("abc", 2)]
    turned = Reviews(REVIEWS.comments[::-1], REVIEWS.requests[::-1])
    assert find_asked(turned, commits[::-1]).findings == find_asked(REVIEWS, commits).findings


def test_what_is_asked_again_later_is_the_same_thing() -> None:
    """A decision on it stands: the oldest comment names it, and the others are aliases."""
    (first,) = find_asked(among_others(COMMENTS[:3]), ()).findings
    (later,) = find_asked(REVIEWS, ()).findings
    (without,) = find_asked(among_others(COMMENTS[1:]), ()).findings
    assert to_item(first).id == to_item(later).id
    assert to_item(without).id in to_item(later).aliases


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"is_robot": True}, "by bots or nobody"),
        ({"request": 99}, "in requests that are not known to be merged"),
        ({"reviewer": "author"}, "of the request's author"),
        ({"body": "```suggestion\nopen(path, encoding='utf-8')\n```\nhere"}, "too short, or praise"),
        ({"body": "> a long line that somebody else has written\nyes"}, "too short, or praise"),
        ({"body": "Nice, an explicit encoding of the file!"}, "too short, or praise"),
        ({"body": "Is the explicit encoding of this text file known to anybody?"}, "questions"),
        ({"body": "Explicit encoding of a text file: please rebase and re-run the pipeline."}, "about merging"),
        ({"replies": ("I don't think so, the platform's own is by design.",)}, "disputed"),
        ({"is_outdated": False}, "without a change afterwards"),
    ],
)
def test_what_does_not_count_is_counted_with_the_reason(change: dict[str, object], why: str) -> None:
    """So that a person sees why so few are left."""
    odd = [replace(one, **change) for one in COMMENTS]  # type: ignore[arg-type]
    found = find_asked(Reviews(tuple(odd), REQUESTS), ())
    assert found.findings == ()
    assert found.left_out == {why: 4}


def test_a_change_is_one_that_came_afterwards() -> None:
    """Resolved, outdated, or a later commit to the file."""
    bare = tuple(replace(one, is_outdated=False) for one in COMMENTS[:3])
    late = [commit("a", 20, f"src/io/{number}.py") for number in (1, 2, 3)]
    early = [replace(event, ts="2026-04-01T00:00:00Z") for event in late]
    assert find_asked(among_others(bare), late).findings
    assert not find_asked(among_others(bare), early).findings
    assert find_asked(among_others(replace(one, is_resolved=True) for one in bare), ()).findings


@pytest.mark.parametrize("summary", ["Read as UTF-8 (#{})", "Merge pull request #{} from x/y", "Merged PR {}: x"])
def test_merged_requests_are_known_from_the_history(summary: str) -> None:
    """Where the file does not tell of them."""
    commits = [commit("a", 20, "x", summary.format(number)) for number in range(1, 60)]
    assert len(find_asked(Reviews(REVIEWS.comments), commits).findings) == 1
    assert find_asked(Reviews(REVIEWS.comments), commits[:2]).findings == ()


def test_few_requests_or_one_reviewer_are_not_enough() -> None:
    """One reviewer is only where somebody says so."""
    assert find_asked(among_others(COMMENTS[:2]), ()).findings == ()
    one = among_others(replace(each, reviewer="ann") for each in COMMENTS)
    assert find_asked(one, ()).findings == ()
    (found,) = find_asked(one, (), least_reviewers=1).findings
    assert "one reviewer asked for it in 4 merged requests" in found.title
    same = among_others(replace(each, request=1) for each in COMMENTS)
    assert find_asked(same, (), least_reviewers=1).findings == ()


def test_words_that_every_review_says_join_nothing() -> None:
    """ "Please remove this line" is asked for everywhere, and says nothing of what."""
    said = ("Please remove this line here.", "You could remove this line now.", "This line should be removed, please.")
    reviews = among_others(comment(number, body) for number, body in enumerate(said, 1))
    assert find_asked(reviews, ()).findings == ()


def test_a_secret_in_a_comment_is_masked() -> None:
    """Before anything is kept."""
    key = "AKIAIOSFODNN7EXAMPLE"
    odd = tuple(replace(one, body=f"{one.body} {key}") for one in COMMENTS)
    (found,) = find_asked(among_others(odd), ()).findings
    assert key not in found.title
    assert all(key not in piece.quote for piece in found.evidence)


def test_many_comments_take_no_longer_than_they_have_to() -> None:
    """Ten thousand that share a word: it says nothing, so they are not compared by it."""
    many = tuple(
        comment(
            1,
            f"Shared word with number{number} and other{number // 3}",
            request=number % 11 + 1,
            reviewer=str(number % 3),
        )
        for number in range(10_000)
    )
    many = tuple(replace(one, id=f"github:{at:05}") for at, one in enumerate(many))
    assert find_asked(Reviews(many, REQUESTS), ()).kept == 10_000
