"""Where a snippet stands in its note now: cases for each rule, and every window looked at one by one."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.openclaw.js import collapse
from dreamtui.openclaw.scoring.locate import DailyNote, LocatedSnippet, SnippetPlace, locate, source_paths

NET = "## Net\n- vlan ten"
TWO = "## Net\n- vlan\n- router"
OPEN, CLOSE = "<!-- openclaw:dreaming:light:start -->", "<!-- openclaw:dreaming:light:end -->"

CASES = [
    ("blanks are JavaScript's", "a\u00a0\t b", " a  b\n", 1, 1, "found 1-1 a b"),
    ("U+0085 is no blank", "a\x85b", "a b", 1, 1, "gone 0-0 "),
    ("CRLF ends a line", "a\r\nb\r\n", "a b", 1, 2, "found 1-2 a b"),
    ("case and accents count", "É", "é", 1, 1, "gone 0-0 "),
    ("numbers are markers", "* Star\n1. Number", "Star; Number", 1, 2, "moved 1-2 Star; Number"),
    ("one marker is taken off", "- - x", "x", 1, 1, "moved 1-1 - - x"),
    ("no marker", "1) x y", "x y z", 1, 1, "gone 0-0 "),
    ("an Arabic digit is no marker", "١. vlan", "vlan ten", 1, 1, "gone 0-0 "),
    ("an empty line makes joints spaces", "- a\n\n- b", "a b", 1, 3, "moved 1-3 a b"),
    ("a tab makes a heading", "##\tNet\n- vlan ten", "Net: vlan ten", 2, 2, "moved 2-2 Net: vlan ten"),
    ("seven signs are no heading", "####### Net\n- vlan ten", "Net: vlan ten", 2, 2, "moved 2-2 vlan ten"),
    ("signs alone are none", "##\n- vlan ten", "Net: vlan ten", 2, 2, "moved 2-2 vlan ten"),
    ("the nearest heading counts", "# A\n### B\n- vlan ten", "Zed: vlan ten", 3, 3, "moved 3-3 B: vlan ten"),
    ("an ignored one ends it", "# A\n# Today\n- vlan ten", "Zed: vlan ten", 3, 3, "moved 3-3 vlan ten"),
    ("a fence mark ends it", f"# A\n{CLOSE}\n- vlan ten", "Zed: vlan ten", 3, 3, "moved 3-3 vlan ten"),
    ("a heading's own marker", "## 1. Steps\n- vlan ten", "Zed: vlan ten", 2, 2, "moved 2-2 Steps: vlan ten"),
    ("a dash inside it", "## Plan - B\n- vlan ten", "Zed: vlan ten", 2, 2, "moved 2-2 Plan - B: vlan ten"),
    ("no note", None, "a", 1, 1, "gone 0-0 "),
    ("any numbers", "a\nb", "a b", 0, 10**12, "found 0-1000000000000 a b"),
    ("an end before the start", "a\nb", "a", 2, 1, "moved 1-1 a"),
    ("an end below 0", "a\nb\nc", "a b", -5, -1, "moved 1-2 a b"),
    ("empty: what stands there", "a\nb", "", 1, 5, "found 1-5 a b"),
    ("empty: nothing there", "a\n\nb", " ", 2, 2, "gone 0-0 "),
    ("the same at the old place", "x\n\nx", "x", 3, 3, "found 3-3 x"),
    ("without its marker", "- a\n- b", "a", 1, 1, "moved 1-1 a"),
    ("eight lines at most", "a\n\n\n\n\n\n\nb", "a b", 3, 3, "moved 1-8 a b"),
    ("nine are too many", "a\n\n\n\n\n\n\n\nb", "a b", 3, 3, "moved 3-9 b"),
    ("span and three more", "a\n\n\n\n\n\n\n\nb", "a b", 2, 7, "moved 1-9 a b"),
    ("under its heading", NET, "Net: vlan ten", 2, 2, "moved 2-2 Net: vlan ten"),
    ("the heading has changed", NET, "Network: vlan ten", 2, 2, "moved 2-2 Net: vlan ten"),
    ("it goes on now", NET + " here", "Net: vlan", 2, 2, "moved 2-2 Net: vlan ten here"),
    ("no heading asked", NET, "vlan ten", 2, 2, "moved 2-2 vlan ten"),
    ("a part as it stands", NET, "vlan", 2, 2, "moved 2-2 - vlan ten"),
    ("a date is no heading", "## 2026-04-15\n- vlan ten", "Net: vlan ten", 2, 2, "moved 2-2 vlan ten"),
    ("items under a heading", TWO, "Net: vlan; router", 2, 3, "moved 2-3 Net: vlan; router"),
    ("items with a space", TWO, "vlan router", 2, 3, "moved 1-3 ## Net vlan router"),
    ("more than now: named", "## Net\n- vlan", "see Other: vlan today", 2, 2, "moved 2-2 Net: vlan"),
    ("more than now: not named", "## Net\n- vlan", "see vlan today", 2, 2, "moved 2-2 vlan"),
    ("a later colon", "## Net\n- vlan", "x: y: vlan", 2, 2, "moved 2-2 Net: vlan"),
    ("a colon first", "## : y\n- vlan", ": y: vlan", 2, 2, "moved 2-2 : y: vlan"),
    ("the heading alone holds it", "## Net plan\n- x", "Net plan:", 2, 2, "moved 2-2 Net plan: x"),
    ("quality before distance", "foo x\ny\nz\nfoo", "foo", 1, 1, "moved 4-4 foo"),
    ("then distance, by blank lines too", "a\n\nfoo\n", "foo", 2, 2, "moved 2-3 foo"),
    ("by other lines too", "one\ntwo\nfoo bar", "foo", 1, 1, "moved 1-3 one two foo bar"),
    ("then length", "foo\n\n\nq", "foo", 2, 3, "moved 1-2 foo"),
    ("then the topmost", "foo\nx\nfoo", "foo", 2, 2, "moved 1-1 foo"),
    ("a part is a part", "a\nb", "a b c", 2, 2, "moved 2-2 b"),
    ("in a block", f"{OPEN}\nfoo\n{CLOSE}\nfoo", "foo", 2, 2, "managed 0-0 "),
    ("below a block", f"{OPEN}\nfoo\n{CLOSE}\nfoo", "foo", 4, 4, "found 4-4 foo"),
    ("the better one is in a block", f"{OPEN}\nfoo\n{CLOSE}\nfoo bar", "foo", 4, 4, "managed 0-0 "),
    ("a block never closed", f"a\n{OPEN}\nb", "", 1, 9, "managed 0-0 "),
    ("opened and closed in one line", f"{OPEN}{CLOSE}\nfoo", "foo", 2, 2, "managed 0-0 "),
    ("any case, without blanks", "<!--OPENCLAW:dreaming:rem-2:START-->\nfoo", "foo", 2, 2, "managed 0-0 "),
    ("no name", "<!-- openclaw:dreaming:start -->\nfoo", "foo", 2, 2, "found 2-2 foo"),
    ("U+FEFF in a mark", "<!--\ufeffopenclaw:dreaming:a:start-->\nfoo", "foo", 2, 2, "managed 0-0 "),
]


@pytest.mark.parametrize(("note", "snippet", "start", "end", "told"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_each_rule(note: str | None, snippet: str, start: int, end: int, told: str) -> None:
    """What became of the snippet, where it stands, and what stands there."""
    place = locate(None if note is None else DailyNote(note), snippet, start, end)
    assert f"{place.found.value} {place.start}-{place.end} {place.text}" == told


DATES = (
    "April 3", "apr 3rd", "April 3,2026", "Sept 31th", "Mon, 4/3", "MondayApril 3", "4/3-2026", "2026/04-15", "NIGHT",
    "REM Sleep", "2026-04-15-release plan.md",
)  # fmt: skip
NO_DATES = (
    "Monday", "Monday April 3", "Mon,April 3", "April3", "3 April", "April 3 2026", "2026-4-15", "Today:",
    "2026-04-15.MD", "2026-04-15-.md", "٣/٤", "ſeptember 3",
)  # fmt: skip


@pytest.mark.parametrize("heading", [*DATES, *NO_DATES])
def test_headings_that_only_say_when_are_none(heading: str) -> None:
    """Dates, words for a time of day and names of notes."""
    place = locate(DailyNote(f"## {heading}\n- vlan ten"), "Zed: vlan ten", 2, 2)
    assert place.text == ("vlan ten" if heading in DATES else f"{heading}: vlan ten")


@pytest.mark.parametrize(
    ("path", "paths"),
    [
        ("memory/2026-04-15.md", ["memory/2026-04-15.md"]),
        ("a/b/2026-04-15.md", ["a/b/2026-04-15.md", "memory/2026-04-15.md"]),
        ("a..b/x", ["a..b/x", "memory/x"]),
        ("/etc/x", []),
        ("memory/../x", []),
        ("", ["", "memory/"]),
    ],
)
def test_where_a_note_may_lie(path: str, paths: list[str]) -> None:
    """As it is stored, then in the folder of daily notes; never outside of the workspace."""
    assert list(source_paths(path)) == paths


def test_lines_are_kept_as_they_are() -> None:
    """Only LF and CRLF end a line."""
    assert DailyNote(" a\r\nb\rc\x0b\u2028\n").lines == [" a", "b\rc\x0b\u2028", ""]


def windows(text: str, snippet: str, start: int, end: int) -> Iterator[tuple[tuple[int, ...], int, int, str]]:
    """Every window that fits, one by one: what it is preferred by, its lines, and what it says."""
    flat, heads, head, span = [collapse(line) for line in text.split("\n")], [], "", max(1, end - start + 1)
    bare = [line.removeprefix("- ") for line in flat]
    for line in flat:
        heads.append(head)
        head = f"{line[2:].removeprefix('- ')}: " if line.startswith("# ") else head
    for first in range(len(flat)):
        for last in range(first, min(len(flat), first + max(span + 3, 8))):
            lines = range(first, last + 1)
            joint = "; " if all(bare[n] != flat[n] for n in lines) else " "
            plain, words = " ".join(filter(None, flat[first : last + 1])), collapse(joint.join(bare[n] for n in lines))
            headed = heads[first] + words if heads[first] and words else ""
            p, b, h = (
                0 if not r else 3 if r == snippet else 2 * (snippet in r) or r in snippet
                for r in (plain, words, headed)
            )
            cuts = [n + 2 for n in range(len(snippet)) if snippet[n : n + 2] == ": "]
            tail = next((snippet[n:] for n in cuts if words.startswith(snippet[n:])), "")
            void = not headed or words.startswith(snippet) or snippet.startswith(": ")
            t = 0 if void or not tail else 3 if tail == words else 2
            before, held, _ = snippet.partition(words) if words else ("", "", "")
            named = headed if held and before.rstrip().endswith(":") else ""
            says = headed if (t and t >= max(p, b)) or (h > p and h >= b) else (named or words) if b > p else plain
            if best := max(p, b, h, t):
                yield (-best, abs(first + 1 - start), abs(len(lines) - span), first, last), first + 1, last + 1, says


WORDS = st.sampled_from(["a", "b", "a:", "b:", ":", "a;", "ab", "- a", "; "])
LINES = st.tuples(st.sampled_from(["", "", "- ", "- ", "# "]), st.lists(WORDS, max_size=3).map(" ".join)).map("".join)


@given(st.lists(LINES, max_size=7), st.lists(WORDS, min_size=1, max_size=5), st.integers(-1, 9), st.integers(-2, 30))
@settings(max_examples=300, deadline=None)
def test_all_windows_at_once_are_each_window(lines: list[str], words: list[str], start: int, more: int) -> None:
    """To search the texts that windows are pieces of gives the window that looking at each of them gives."""
    text, snippet, end = "\n".join(lines), collapse(" ".join(words)), start + more
    place = locate(DailyNote(text), snippet, start, end)
    if place.found is not LocatedSnippet.HERE:
        best = min(windows(text, snippet, start, end), default=None)
        assert place == (SnippetPlace(LocatedSnippet.MOVED, *best[1:]) if best else SnippetPlace(LocatedSnippet.GONE))


@pytest.mark.parametrize("line", ["a", "- a: b", "# a", "", OPEN])
def test_a_long_note_is_read_through_once(line: str) -> None:
    """Many lines, a long line, and an end far beyond them: nothing is counted by the numbers that a store names."""
    note = DailyNote(f"{line}\n" * 20_000 + "a: b " * 100_000)
    assert locate(note, "nothing: like it", 1, 10**12).found is LocatedSnippet.GONE
    assert locate(note, "a: b " * 150 + "c", 1, 10**12).found is not LocatedSnippet.HERE


def test_a_snippet_that_no_search_made_is_not_looked_for() -> None:
    """It costs its length times the note's, and a repository can ship the store."""
    words = "The worker sends receipts. " * 5_000
    assert locate(DailyNote(f"x\n{words}\n"), words, 9, 9) == SnippetPlace(LocatedSnippet.GONE)
    assert locate(DailyNote(f"x\n{words}\n"), words, 2, 2).found is LocatedSnippet.HERE
