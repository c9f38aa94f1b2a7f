"""Lines of an index are taken back in any order, whatever became of their neighbours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.kinds import inverse
from dreamtui.text.diff import spans

_HEAD = b"# Mine\n\nA line of the user's own.  \n"


def _line(name: str) -> bytes:
    return f"- [{name}]({name}.md) — what is known of {name}\n".encode()


def _undone(now: bytes, before: bytes, after: bytes) -> bytes:
    changed = spans.compute(before, after)
    found = spans.invert(now, changed, exact=now == after)
    found = inverse.invert_lines(now, changed) if found is None else found
    assert found is not None
    return found


@given(st.integers(2, 9), st.randoms(use_true_random=False))
def test_retired_lines_come_back_in_any_order(count: int, order: "object") -> None:
    """All undone: every line is there once and nothing else; half undone: just these are back."""
    names = [f"topic-{number}" for number in range(count)]
    whole = _HEAD + b"".join(map(_line, names))
    now, steps = whole, []
    shuffled = list(names)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    for name in shuffled:
        after = now.replace(_line(name), b"")
        steps.append((name, now, after))
        now = after
    order.shuffle(steps)  # type: ignore[attr-defined]
    back = set()
    for name, before, after in steps:
        now = _undone(now, before, after)
        back.add(name)
        assert {one for one in names if _line(one) in now} == back
        assert now.startswith(_HEAD)
    assert sorted(now.splitlines()) == sorted(whole.splitlines())


def test_a_line_that_was_written_and_changed_since_is_refused() -> None:
    """What a decision wrote and somebody else rewrote is not guessed at."""
    before, after = _HEAD, _HEAD + _line("new")
    now = after.replace(b"what is known of new", b"other words")
    assert inverse.invert_lines(now, spans.compute(before, after)) is None
    assert inverse.invert_lines(after + _line("more"), spans.compute(before, after)) == before + _line("more")


def test_a_line_that_is_there_again_is_not_doubled() -> None:
    """Somebody wrote it again in the meantime: it stays once."""
    before, after = _HEAD + _line("a") + _line("b"), _HEAD + _line("b")
    assert inverse.invert_lines(before, spans.compute(before, after)) == before


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("@claude/MEMORY.md", True),
        ("@claude/MEMORY-2.md", True),
        (".claude/memory/team/MEMORY.md", True),
        ("MEMORY.md", False),
        (".agent/memory/MEMORY.md", False),
        ("@claude/memory.md", False),
    ],
)
def test_which_files_are_indexes(path: str, is_one: bool) -> None:
    """Those of memory folders; OpenClaw's and our own are not."""
    assert inverse.is_index(path) is is_one
