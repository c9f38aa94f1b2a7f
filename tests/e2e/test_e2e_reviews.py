"""`dream --reviews`: from a file of review comments to items, and no tool of a forge without somebody's consent."""

import json
from itertools import pairwise
from pathlib import Path

from workbench import Bench, in_git, make_bench

SAID = (
    "Please pass an explicit encoding when you open a text file.",
    "Open this text file with an explicit encoding, please.",
    "An explicit encoding is needed where a text file is opened.",
)
TOPICS = ("retry", "schema", "cursor", "locale", "thread", "socket", "queue", "vendor", "index", "header")


def comment(number: int, body: str, reviewer: str, path: str) -> dict[str, object]:
    """A comment of GitHub in a request of its own."""
    return {
        "id": number, "pull_request_url": f"https://api.github.com/repos/o/r/pulls/{number}", "body": body,
        "user": {"login": reviewer, "type": "User"}, "path": path, "line": None, "original_line": 3,
        "created_at": f"2026-11-0{number % 9 + 1}T10:00:00Z", "html_url": f"https://github.com/o/r/pull/{number}#r",
    }  # fmt: skip


def bench_with(tmp_path: Path) -> Bench:
    """A repository, and a file of comments beside it with the requests they belong to."""
    bench = make_bench(tmp_path, git=True)
    (bench.root / "io.py").write_text("open('a', encoding='utf-8')\n")
    in_git(bench, "add", "io.py")
    in_git(bench, "commit", "-qm", "Read as UTF-8 (#1)")
    told = [comment(n, body, ("ann", "ben")[n % 2], "io.py") for n, body in enumerate(SAID, 1)]
    others = (f"The {one} is left without its own {two}." for one, two in pairwise(TOPICS))
    told += [comment(n, body, "ann", "b.py") for n, body in enumerate(others, 11)]
    pulls = [{"number": n, "user": {"login": "cleo"}, "merged_at": "2026-11-10T00:00:00Z"} for n in range(1, 30)]
    (tmp_path / "reviews.json").write_text(f"{json.dumps(told)}{json.dumps(pulls)}\nnoise\n")
    return bench


def test_from_comments_to_an_item(tmp_path: Path) -> None:
    """Found, quoted with links, no rule suggested; a second time nothing is new, and nothing else was touched."""
    bench = bench_with(tmp_path)
    kept = bench.add("Something else", "text:seen twice")
    before = bench.tree()
    dry = bench.ok("dream", "--reviews", "../reviews.json", "--dry-run")
    assert bench.tree() == before
    assert "1 would be new" in dry.err
    done = bench.ok("dream", "--reviews", "../reviews.json")
    assert "12 review threads; 12 in merged requests" in done.err
    assert "skipped ../reviews.json:2: not JSON" in done.err
    assert "window" not in done.err
    (item,) = [one for one in bench.items().values() if one["signal"] == "review"]
    assert "2 reviewers asked for it in 3 merged requests in `io.py`" in item["title"]
    shown = bench.ok("show", item["id"])
    assert "https://github.com/o/r/pull/3#r" in shown.out
    assert "Suggested rule" not in shown.out
    assert bench.ok("show", item["id"], "--json").data["suggestion"] == ""
    again = bench.ok("dream", "--reviews", "../reviews.json", "--json").data
    assert (again["new"], again["vanished"]) == (0, 0)
    assert bench.ok("dream", "--json").data["vanished"] == 0
    bench.ok("reject", item["id"], "--rationale", "The linter has asked for an explicit encoding since last week.")
    assert bench.ok("dream", "--reviews", "../reviews.json", "--json").data["new"] == 0
    assert bench.status_of(kept) == "pending"


def test_nobody_runs_a_tool_unasked(tmp_path: Path) -> None:
    """Without a terminal there is nobody to ask; the command is named, so that a person can run it."""
    bench = bench_with(tmp_path)
    said = bench.refused(2, "dream", "--reviews", "gh", "--since", "30d")
    assert "gh api --paginate 'repos/{owner}/{repo}/pulls/comments?per_page=100&since=2026-10-19T09:00:00Z'" in said
    assert "glab api --paginate" in bench.refused(2, "dream", "--reviews", "glab")


def test_what_does_not_go_together(tmp_path: Path) -> None:
    """Reviews are looked at alone."""
    bench = bench_with(tmp_path)
    assert "does not go with" in bench.refused(2, "dream", "--reviews", "x.json", "--only", "repeat_fix")
    assert "goes with --reviews" in bench.refused(2, "dream", "--one-reviewer")
    assert "missing.json cannot be read" in bench.refused(1, "dream", "--reviews", "missing.json")
