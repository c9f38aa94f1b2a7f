"""Has the person's own `gh` or `glab` print reviews, with the words that were shown to them and no others."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from dreamtui.model.errors import Refused
from dreamtui.sources.program import ProgramLimits, run_program
from dreamtui.sources.reviews import LARGEST

TOOLS = ("gh", "glab")
_LIMITS = ProgramLimits(600.0, LARGEST)
_MOST_REQUESTS = 300
"""Merge requests whose discussions are asked for, one by one."""


def commands_of(tool: str, since: str) -> tuple[tuple[str, ...], ...]:
    """What is run, in its order; the last of `glab` once for each merge request in the place of N."""
    if tool == "gh":
        comments = f"repos/{{owner}}/{{repo}}/pulls/comments?per_page=100&since={since}"
        requests = ("pr", "list", "--state", "merged", "--limit", "1000", "--json", "number,author,mergedAt")
        return ("gh", "api", "--paginate", comments), ("gh", *requests)
    listed = f"projects/:id/merge_requests?state=merged&per_page=100&updated_after={since}"
    return ("glab", "api", "--paginate", listed), ("glab", "api", "--paginate", _discussions("N"))


def _discussions(number: str) -> str:
    return f"projects/:id/merge_requests/{number}/discussions"


def reviews_from(
    tool: str,
    since: str,
    root: Path,
    env: Mapping[str, str],
    progress: Callable[[str, int, int], None],
    cancelled: Callable[[], bool] | None = None,
) -> str:
    """What the tool prints, one page behind the other; Refused with what it said where it fails."""

    def said(words: tuple[str, ...]) -> str:
        answer = run_program(words, words[0], root, env, _LIMITS, "", cancelled)
        if answer.problem:
            raise Refused(answer.problem)
        return answer.text

    first, last = commands_of(tool, since)
    progress(f"asking {tool}", 0, 0)
    found = said(first)
    if tool == "gh":
        return f"{found}\n{said(last)}"
    numbers = _numbers(found)[:_MOST_REQUESTS]
    pages = [found]
    for done, number in enumerate(numbers):
        progress(f"asking {tool}", done, len(numbers))
        pages.append(said((*last[:-1], _discussions(str(number)))))
    return "\n".join(pages)


def _numbers(text: str) -> list[int]:
    """The numbers of merge requests that a list names, the newest first."""
    decoder, at, found = json.JSONDecoder(), 0, set[int]()
    while (begin := text.find("[", at)) >= 0:
        try:
            listed, at = decoder.raw_decode(text, begin)
        except (ValueError, RecursionError):
            break
        iids = (one.get("iid") for one in listed if isinstance(one, dict))
        found |= {iid for iid in iids if isinstance(iid, int) and not isinstance(iid, bool)}
    return sorted(found, reverse=True)
