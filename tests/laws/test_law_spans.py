"""What changed in a file can be taken back later: exactly, around what others changed elsewhere, or not at all."""

import re

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.kinds import meta
from dreamtui.model.change import Span
from dreamtui.text.diff.spans import AROUND, compute, invert

QUIET = settings(max_examples=150, deadline=None, derandomize=True)

lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"- [ ] a thing to do\n", b"x\r\n", b"\xff\xfe"]), max_size=14)
texts = st.one_of(st.binary(max_size=200), lines.map(b"".join))
numbered = st.integers(20, 40).map(lambda n: [b"line %d of the file, as it was\n" % k for k in range(n)])


@given(texts, texts)
@QUIET
def test_what_was_changed_is_taken_back(before: bytes, after: bytes) -> None:
    """Of a file that nobody touched since, nothing is ever refused, however much it repeats itself."""
    changed = compute(before, after)
    assert invert(after, changed, exact=True) == before
    assert invert(after, changed) in (before, None)
    assert _applied(before, changed) == after


@given(texts, texts, texts, st.booleans())
@QUIET
@example(b"a\n" * 60, b"a\n" * 61, b"a\n" * 9, True)
@example(b"", b"\n", b"\n" * 60, True)
def test_an_edit_far_away_stays_and_nothing_else_changes(before: bytes, after: bytes, more: bytes, front: bool) -> None:
    """More text before or behind everything, out of sight of the spans: exactly that text remains, or it is refused."""
    wall = bytes(range(128, 128 + AROUND))
    old = wall + before + wall
    new = wall + after + wall
    edited = more + new if front else new + more
    taken = invert(edited, compute(old, new))
    assert taken in (None, more + old if front else old + more)


@given(texts, texts, texts)
@QUIET
def test_text_in_front_of_unlike_lines_is_never_a_reason_to_refuse(before: bytes, after: bytes, more: bytes) -> None:
    """A change whose surroundings are found once is taken back, whatever was put before or behind."""
    top, end = (
        b"the lines in front of what was changed, all of them unlike it\n",
        b"and those behind it, unlike it too\n" * 2,
    )
    old, new = top + b"one thing\n" + end, top + b"another thing\n" + end
    for edited, wanted in ((more + new, more + old), (new + more, old + more)):
        if edited.count(b"another thing\n") == 1:
            assert invert(edited, compute(old, new)) == wanted


@given(numbered, st.data())
@QUIET
def test_two_changes_at_different_lines_come_apart(base: list[bytes], data: st.DataObject) -> None:
    """One line is changed, then another, side by side or far apart: either is taken back and leaves the other."""
    one, two = data.draw(st.lists(st.integers(0, len(base) - 1), min_size=2, max_size=2, unique=True))
    new = st.sampled_from([b"", b"short\n", b"a line that is another one now\n", b"two\nlines\n"])
    first, second = data.draw(new), data.draw(new)
    only_first = [first if n == one else line for n, line in enumerate(base)]
    only_second = [second if n == two else line for n, line in enumerate(base)]
    both = [second if n == two else line for n, line in enumerate(only_first)]
    wanted = b"".join(only_second)
    taken = invert(b"".join(both), compute(b"".join(base), b"".join(only_first)))
    assert taken in (None, wanted)
    if abs(one - two) > 1 and first not in (b"", second):
        assert taken == wanted


@given(numbered, st.integers(1, 18), st.binary(min_size=1, max_size=30))
@QUIET
def test_a_change_that_was_changed_itself_is_refused(base: list[bytes], at: int, more: bytes) -> None:
    """Bytes written into the very place are never thrown away."""
    new = [b"what we wrote, all of it\n" if n == at else line for n, line in enumerate(base)]
    edited = b"".join(new).replace(b"wrote, all", b"wrote" + more + b", all")
    assert invert(edited, compute(b"".join(base), b"".join(new))) is None


keys = st.sampled_from(["until", "weight", "evidence", "title", "aliases"])
values = st.one_of(st.text(max_size=8), st.lists(st.text(max_size=5), max_size=3), st.integers(0, 99))


@given(st.dictionaries(keys, values, min_size=2), keys, values, keys, values)
@QUIET
def test_two_keys_of_our_comment_are_changed_apart(
    base: dict[str, object], one: str, first: object, two: str, second: object
) -> None:
    """The comment is one line, yet one of its keys is taken back under another that changed since; it stays JSON."""
    base = {"v": 1, **base, "end": True}
    if one == two or one not in base or two not in base:
        return
    place = {name: meta.replace(b"# A title\n\ntext\n", found) for name, found in (
        ("base", base), ("first", {**base, one: first}), ("both", {**base, one: first, two: second}),
        ("second", {**base, two: second}),
    )}  # fmt: skip
    taken = invert(place["both"], compute(place["base"], place["first"]))
    assert taken in (None, place["second"])


def test_two_changes_of_a_very_long_file_come_apart() -> None:
    """Thousands of lines between two changes, and nobody compares them all."""
    base = [b"line %d\n" % n for n in range(5000)]
    both = [b"first\n", *base[:4000], b"second\n", *base[4001:]]
    second = [*base[:4000], b"second\n", *base[4001:]]
    changed = compute(b"".join(base), b"".join(both))
    assert invert(b"".join(both), changed, exact=True) == b"".join(base)
    assert _applied(b"".join(base), changed) == b"".join(both)
    first = compute(b"".join(base), b"".join([b"first\n", *base]))
    assert invert(b"".join(both), first) == b"".join(second)


def test_far_apart_keys_of_our_comment_do_come_apart() -> None:
    """A date is taken back although counts and quotes before it are others now."""
    base: dict[str, object] = {"v": 1, "weight": 3, "evidence": [['it, "broke",', "x"]], "flags": [], "until": ""}
    put_off = {**base, "until": "2026-12-24"}
    later = {**put_off, "weight": 5, "evidence": [["again", "y"], ['it, "broke",', "x"]]}
    old, new, now = (meta.replace(b"# A\n", found) for found in (base, put_off, later))
    assert invert(now, compute(old, new)) == meta.replace(b"# A\n", {**later, "until": ""})


def test_a_comment_is_cut_only_between_whole_values() -> None:
    """No span begins or ends inside a key's name or an escape."""
    old, new = (meta.replace(b"", {"a": a, "b": 'x,"y', "c": c}) for a, c in (("1", "2"), ("3", "4")))
    found = compute(old, new)
    assert len(found) == 2
    assert all(re.match(rb'(?:<!-- dreamtui: \{|,)"', span.after) for span in found)


def _applied(before: bytes, changed: tuple[Span, ...]) -> bytes:
    for span in reversed(changed):
        assert before.startswith(span.before, span.offset)
        before = before[: span.offset] + span.after + before[span.offset + len(span.before) :]
    return before
