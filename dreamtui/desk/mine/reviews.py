"""What a run reads when it is given reviews: the comments alone, and the history to see what changed after them."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import Progress, SourcesRead, asked
from dreamtui.mining.reviews import LEAST_REQUESTS, LEAST_REVIEWERS, ReviewsFound, find_asked
from dreamtui.model.errors import Usage
from dreamtui.model.mining.interface import MineSettings
from dreamtui.sources.forge import TOOLS, commands_of, reviews_from
from dreamtui.sources.reviews import ReviewsRead, parse_reviews, read_reviews
from dreamtui.text.dates import iso, parse_since

_DAYS = 365


def commands(desk: Desk, tool: str, since: str) -> tuple[tuple[str, ...], ...]:
    """What would be run to have a forge's tool print reviews; Usage for a tool that is not known."""
    if tool not in TOOLS:
        raise Usage(f"{tool!r} is not a forge's tool; use one of {', '.join(TOOLS)}")
    return commands_of(tool, _floor(desk, since))


def is_tool(source: str) -> bool:
    """Whether reviews are to come from a tool rather than from a file."""
    return source in TOOLS


def _floor(desk: Desk, since: str) -> str:
    begin = parse_since(since, desk.now).floor_iso if since else iso(desk.now - timedelta(days=_DAYS))
    return f"{begin[:19]}Z"


def read_reviewed(
    desk: Desk,
    settings: MineSettings,
    source: str,
    *,
    since: str,
    one_reviewer: bool,
    progress: Progress | None,
    cancelled: Callable[[], bool] | None,
) -> SourcesRead:
    """What reviewers asked for, from a file or, where somebody agreed to it, from their own `gh` or `glab`."""
    from dreamtui.sources.git.history import read_history
    from dreamtui.sources.identity import read_roster

    tell = progress or (lambda what, done, total: None)
    root = desk.workspace.root
    read = _read(desk, source, since, tell, cancelled)
    comments = read.reviews.comments
    oldest = min((comment.when for comment in comments if comment.when), default="")
    history = None
    if oldest:
        tell("reading commits", 0, 0)
        people = read_roster(root)
        history = asked(lambda: read_history(root, oldest, cancelled=cancelled, people=people))
    commits = history.events if history is not None else ()
    found = find_asked(read.reviews, commits, 1 if one_reviewer else LEAST_REVIEWERS)
    return SourcesRead(
        found.findings,
        commits=len(commits),
        skipped=len(read.skips),
        skips=read.skips,
        remarks=tuple(_remarks(read, found, one_reviewer=one_reviewer)),
        complete=False,
    )


def _read(
    desk: Desk,
    source: str,
    since: str,
    tell: Progress,
    cancelled: Callable[[], bool] | None,
) -> ReviewsRead:
    if is_tool(source):
        text = reviews_from(source, _floor(desk, since), desk.workspace.root, desk.env, tell, cancelled)
        return parse_reviews(text, source)
    path = Path(source)
    return read_reviews(path if path.is_absolute() else desk.cwd / path, source)


def _remarks(read: ReviewsRead, found: ReviewsFound, *, one_reviewer: bool) -> list[str]:
    """How many comments were looked at, and why most of them do not count."""
    reviews, count = read.reviews, len(read.reviews.comments)
    threads = "1 review thread" if count == 1 else f"{count:,} review threads"
    said = [f"{threads}; {found.kept:,} in merged requests ask for something, and it changed"]
    if found.left_out:
        left_out = sorted(found.left_out.items(), key=lambda pair: (-pair[1], pair[0]))
        said.append(f"left out: {', '.join(f'{number:,} {why}' for why, number in left_out)}")
    if count and not reviews.requests:
        said.append("the file has no requests, so comments by their authors are not recognised")
    people = "one reviewer" if one_reviewer else f"{LEAST_REVIEWERS} reviewers"
    said.append(f"an item needs {LEAST_REQUESTS} merged requests and {people}")
    return said
