"""Thirty pairs of briefs by somebody who had not seen the rubric: a plain good one, and one that games the marks.

`pairs/index.json` says how each was gamed. At the first measurement p05, p07, p15 and p28 were marked above their
partners; the rubric was mended by looking at these four alone.
"""

import json
from pathlib import Path

import pytest

from dreamtui.training.briefs.brief import parse
from dreamtui.training.marks.rubric import propose

PAIRS = Path(__file__).parent / "pairs"
IDS = [one["id"] for one in json.loads((PAIRS / "index.json").read_text(encoding="utf-8"))]


def marked(name: str) -> float:
    return propose(parse((PAIRS / f"{name}.md").read_text(encoding="utf-8"))).mean


@pytest.mark.parametrize("pair", IDS)
def test_a_gamed_brief_is_never_marked_above_a_plain_one(pair: str) -> None:
    """However it was gamed; most are far below."""
    assert marked(f"{pair}-gamed") < marked(f"{pair}-plain")


def test_most_gamed_briefs_fail() -> None:
    """Two thirds of them are below what is a B; of the plain ones nearly all are above."""
    assert sum(marked(f"{pair}-gamed") < 6 for pair in IDS) >= 20
    assert sum(marked(f"{pair}-plain") >= 6 for pair in IDS) >= 28
