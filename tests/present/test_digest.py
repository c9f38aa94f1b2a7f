"""The digest: what waits, as Markdown in which no word of others comes to life."""

import re

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.present.digest import DigestItem, QueueDigest, code, markdown


@given(st.text(alphabet="`a <@#![]()|\\*_~", max_size=30))
def test_a_code_span_is_closed_by_its_own_fence_alone(text: str) -> None:
    """Whatever backticks are in it: the fence is longer than any of them, and stands at both ends only."""
    made = code(text)
    fence = re.match("`+", made)
    assert fence is not None
    runs = re.findall("`+", made)
    assert [len(run) for run in runs if len(run) == len(fence[0])] == [len(fence[0])] * 2
    assert made.endswith(fence[0])
    assert text in made


def test_what_waits_is_told() -> None:
    """What is new first, a few pieces of evidence each, how to decide at the end."""
    item = DigestItem("7d78a69c60", "candidate", "repeat_fix", "a.py was fixed", True, tuple("abcdefg"), ("careful",))
    text = markdown(QueueDigest("shop", 1, 0, 2, 1, "2026-11-01", (item,)), ("git pull", "dreamtui"))
    assert text.splitlines()[0] == "# What waits for a decision in `shop`"
    assert "**1 new**, 2 in all, 1 decided before, with newer evidence, the oldest since 2026-11-01." in text
    assert "### `7d78a69c60` new, `repeat_fix`" in text
    assert "- and 2 more" in text
    assert text.endswith("```\ngit pull\ndreamtui\n```\n")
