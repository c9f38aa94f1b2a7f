"""What several reviewers asked for in several merged requests, and what changed then.

It suggests no rule: the words are quoted, and a person (or a checked draft) writes the rule.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from os.path import commonpath

from dreamtui.mining.history.base import code
from dreamtui.model.evidence import Event, Evidence, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.review import SIGNAL, ReviewComment, Reviews
from dreamtui.text.danger.risks import mask
from dreamtui.text.saying import cut
from dreamtui.text.words import content

LEAST_REQUESTS, LEAST_REVIEWERS = 3, 2
_ALIKE = 0.35
"""Least cosine of two comments that ask for the same; a group is all that are that near to one."""
_SHARED = 2
"""Least number of significant words that two of them share."""
_MOST_SHARED = 50
"""A word in more comments than this, or than a fifth of them, is ignored."""
_SHORTEST = 20
_QUOTED = 8
_TITLE = 90
_CODE = re.compile(r"(?s)```.*?(?:```|\Z)|`[^`\n]*`")
_ELSEWHERE = re.compile(r"(?m)^[ \t]*>.*$|!?\[[^\]\n]{0,300}\]\([^)\s]{0,500}\)|https?://\S+|<[^>\n]{1,200}>|@[\w-]+")
_PRAISE = re.compile(
    r"\W*(?:lgtm|looks? (?:good|great|fine)|nice\b|great\b|good (?:catch|point|idea|job|work)|awesome|perfect\b|cool\b"
    r"|thanks?\b|thank you|love (?:this|it)|well done|ship it|\+1\b|boa\b|ótimo|perfeito|obrigad[oa]|super\b|danke\b"
    r"|merci\b|很好|不错|谢谢|отлично|спасибо)",
    re.IGNORECASE,
)
_MERGING = re.compile(
    r"\b(?:rebase|merge conflicts?|re-?run|ci (?:is|fail|pass)|pipeline|approv(?:e|ed|ing)|squash|out of scope"
    r"|ready (?:to|for) (?:merge|review)|back-?port|cherry-pick|follow[- ]up|separate (?:pr|mr|request))\b",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"\b(?:please|pls|could (?:you|we)|can (?:you|we)|should|shall|must|need(?:s|ed)? to|let'?s|why not|instead|rather"
    r"|prefer|avoid|don'?t|do not|never|always|use|rename|remove|move|add|replace|por favor|poderia|favor|bitte"
    r"|пожалуйста)\b|请|建议",
    re.IGNORECASE,
)
_DISPUTED = re.compile(
    r"\b(?:disagree|not (?:sure i|really) agree|i don'?t think|won'?t (?:do|fix|change)|intentional|on purpose"
    r"|by design|leave (?:it|this) as|keep (?:it|this) as)\b",
    re.IGNORECASE,
)
_TALK = frozenset(
    {
        "nit", "nits", "minor", "same", "here", "above", "below", "ditto", "idem", "line", "lines", "change",
        "changes", "changed", "changing", "patch", "patches", "comment", "comments", "code", "file", "files",
        "thing", "things", "way", "bit", "also", "now", "yeah", "yes", "sure", "think", "looks", "look",
        "seems", "seem", "like", "maybe", "probably", "actually", "really", "just", "still", "again", "please",
        "could", "would", "should", "might", "made", "make", "makes", "making", "need", "needs", "needed",
        "necessary", "unnecessary", "want", "remove", "removed", "removing", "drop", "dropped", "delete", "add",
        "added", "adding", "move", "moved", "fix", "fixed", "put", "use", "used", "using", "done", "do", "does",
        "doing", "get", "got", "good", "better", "nice", "fine", "ok", "okay", "correct", "wrong", "reason",
        "case", "one", "place", "previous", "next", "follow", "later", "already", "longer",
    }
)  # fmt: skip
"""Words of every review."""
_MERGED = re.compile(r"\(#(\d{1,9})\)\s*$|^Merge pull request #(\d{1,9})\b|^Merged PR (\d{1,9})\b")


@dataclass(frozen=True, slots=True)
class ReviewsFound:
    """What reviewers asked for, with counts of what was read."""

    findings: tuple[Finding, ...] = ()
    """Most requests first."""
    kept: int = 0
    """Comments in merged requests that ask for something and were followed by a change."""
    left_out: Mapping[str, int] = field(default_factory=dict)
    """Number of other comments by reason."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A comment with its features."""

    comment: ReviewComment
    words: str
    weights: Mapping[str, float]
    change: Event | None
    """The first commit after it that touched its file."""


def find_asked(reviews: Reviews, commits: Sequence[Event], least_reviewers: int = LEAST_REVIEWERS) -> ReviewsFound:
    """What was asked for in at least 3 merged requests by so many reviewers, and followed each time.

    `commits` are the history in any order.
    """
    merged = {one.number for one in reviews.requests if one.is_merged} | _merged(commits)
    authors = {one.number: one.author for one in reviews.requests}
    changes = _changes(commits)
    left_out: Counter[str] = Counter()
    kept: list[tuple[ReviewComment, str, Event | None]] = []
    for comment in reviews.comments:
        words = _words(comment.body)
        change = _first_after(changes.get(comment.path, ()), comment.when)
        why = _why_not(comment, words, merged, authors, change)
        if why:
            left_out[why] += 1
        else:
            kept.append((comment, words, change))
    groups = _groups(_weighed(kept))
    found = [finding for group in groups if (finding := _finding(group, least_reviewers)) is not None]
    found.sort(key=lambda one: (-one.weight, one.subject))
    return ReviewsFound(tuple(found), len(kept), dict(sorted(left_out.items())))


def _merged(commits: Iterable[Event]) -> set[int]:
    """Numbers of the requests that commits merge."""
    found = (_MERGED.search(event.summary) for event in commits)
    return {int(next(filter(None, match.groups()))) for match in found if match is not None}


def _changes(commits: Iterable[Event]) -> dict[str, list[Event]]:
    """The commits of each file, oldest first."""
    found: defaultdict[str, list[Event]] = defaultdict(list)
    for event in sorted(commits, key=lambda event: (event.ts, event.sha)):
        for path in event.files:
            found[path].append(event)
    return found


def _first_after(events: Sequence[Event], when: str) -> Event | None:
    return next((event for event in events if event.ts > when), None)


def _words(body: str) -> str:
    """A comment without code, quotes, links and names, on one line."""
    return " ".join(_ELSEWHERE.sub(" ", _CODE.sub(" ", body[:4000])).split())


def _why_not(
    comment: ReviewComment,
    words: str,
    merged: Collection[int],
    authors: Mapping[int, str],
    change: Event | None,
) -> str:
    """Why a comment does not count; empty when it does."""
    if comment.is_robot or not comment.reviewer:
        return "by bots or nobody"
    if comment.request not in merged:
        return "in requests that are not known to be merged"
    if comment.reviewer == authors.get(comment.request):
        return "of the request's author"
    if len(words) < _SHORTEST or (_PRAISE.match(words) and len(words) < 3 * _SHORTEST):
        return "too short, or praise"
    if words.endswith("?") and not _ASKS.search(words):
        return "questions"
    if _MERGING.search(words):
        return "about merging"
    if any(_DISPUTED.search(reply) for reply in comment.replies):
        return "disputed"
    if not (comment.is_outdated or comment.is_resolved or change is not None):
        return "without a change afterwards"
    return ""


def _weighed(kept: Sequence[tuple[ReviewComment, str, Event | None]]) -> list[_Asked]:
    """Each comment with its words weighted by rarity; words in backticks count like others."""
    spoken = [frozenset(content(f"{words} {' '.join(_ticked(comment.body))}")) for comment, words, _ in kept]
    among = Counter(word for words in spoken for word in words)
    rare = {word: math.log(1 + len(kept) / count) for word, count in among.items()}
    sizes = [math.sqrt(sum(rare[word] ** 2 for word in words)) or 1.0 for words in spoken]
    most = max(_MOST_SHARED, len(kept) // 5)
    return [
        _Asked(comment, words, {word: rare[word] / size for word in said if 1 < among[word] <= most}, change)
        for (comment, words, change), said, size in zip(kept, spoken, sizes, strict=True)
    ]


def _ticked(body: str) -> list[str]:
    return [code.strip("`") for code in _CODE.findall(body[:4000]) if not code.startswith("```")][:10]


def _groups(asked: Sequence[_Asked]) -> list[list[_Asked]]:
    """Groups around the comment with most neighbours, then around those of the rest."""
    near = _near(asked)
    order = sorted(range(len(asked)), key=lambda at: (-_spread(asked, near[at]), asked[at].comment.id))
    taken: set[int] = set()
    groups = []
    for at in order:
        if at in taken:
            continue
        group = sorted(near[at] - taken | {at}, key=lambda other: asked[other].comment.when)
        if len(group) >= LEAST_REQUESTS:
            taken.update(group)
            groups.append([asked[at], *(asked[other] for other in group if other != at)])
    return groups


def _near(asked: Sequence[_Asked]) -> list[set[int]]:
    """The neighbours of each comment."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for at, one in enumerate(asked):
        for word in one.weights:
            places[word].append(at)
    near: list[set[int]] = [set() for _ in asked]
    for at, one in enumerate(asked):
        likeness: defaultdict[int, float] = defaultdict(float)
        for word, weight in one.weights.items():
            for other in places[word]:
                if other > at:
                    likeness[other] += weight * asked[other].weights[word]
        for other, value in likeness.items():
            if value >= _ALIKE and len((one.weights.keys() & asked[other].weights.keys()) - _TALK) >= _SHARED:
                near[at].add(other)
                near[other].add(at)
    return near


def _spread(asked: Sequence[_Asked], near: Collection[int]) -> int:
    return len({asked[other].comment.request for other in near})


def _finding(group: Sequence[_Asked], least_reviewers: int) -> Finding | None:
    """A group as a finding; its first comment is the one that all others are near to."""
    comments = [one.comment for one in group]
    requests = {comment.request for comment in comments}
    reviewers = {comment.reviewer for comment in comments}
    if len(requests) < LEAST_REQUESTS or len(reviewers) < least_reviewers:
        return None
    ids = [comment.id for comment in sorted(comments, key=lambda one: (one.when, one.id))]
    newest = sorted(group, key=lambda one: (one.comment.when, one.comment.id), reverse=True)
    said = [_quote(one.comment) for one in newest[:_QUOTED]]
    landed = {one.change.sha: one.change for one in newest if one.change is not None}
    then = [
        Evidence(event.summary, Locator(Where.COMMIT, event.sha), event.ts, event.actor, event.digest)
        for event in list(landed.values())[: _QUOTED // 2]
    ]
    where = _common(comment.path for comment in comments)
    place = f" in {code(where)}" if where else ""
    people = "one reviewer" if len(reviewers) == 1 else f"{len(reviewers)} reviewers"
    return Finding(
        signal=SIGNAL,
        subject=ids[0],
        title=f"“{cut(mask(group[0].words), _TITLE)}”: {people} asked for it in {len(requests)} merged requests{place}",
        weight=len(requests),
        actors=tuple(sorted(reviewers)),
        files=(where,) if where else (),
        evidence=(*said, *then),
        first_seen=min(comment.when for comment in comments),
        last_seen=max(comment.when for comment in comments),
        aliases=tuple(ids[1:]),
    )


def _quote(comment: ReviewComment) -> Evidence:
    place = comment.url if comment.url.startswith("https://") else f"request {comment.request}, {comment.id}"
    return Evidence(mask(comment.body).strip()[:2000], Locator(Where.TEXT, place), comment.when, comment.reviewer)


def _common(paths: Iterable[str]) -> str:
    """The common folder or file; empty for none."""
    named = [path for path in paths if path and not path.startswith("/")]
    return commonpath(named) if named else ""
