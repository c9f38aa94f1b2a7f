"""Whatever a memory is called: its line in the index names it, and an index that is whole stays as it is."""

import os

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.line import encode_target, links_of, make_line, read_line, same_name
from dreamtui.kinds.memory.index.regenerate import Fact, regenerate

QUIET = settings(max_examples=400, deadline=None, derandomize=True)
ODD = (
    "C#", "a#b", "#frag", "note: todo", "http:x", "javascript:alert(1)", "file:x", "C:\\x", "c:", "back\\slash",
    "\\(", "new\nline", "cr\rlf\r\n", "'one' \"two\"", "a (b", "b) c", "a](b", "[x](y", "<a>", "%41", "%", "100%25",
    "q?x=1", "`tick`", "``", "R&amp;D", "&#35;", "~", "~me", "!", " lead", "trail ", "tab\t", "*a*", "_b_", "löst",
    "日本", "\u202e", "\u200b", "\x1b[31m", "\x7f", "\x85", "...", "-rf", "- [x]", "|", "$(id)", "\udcff",
)  # fmt: skip
stems = st.one_of(
    st.lists(st.sampled_from(ODD), min_size=1, max_size=4).map("".join), st.binary(max_size=12).map(os.fsdecode)
)
names = stems.map(lambda stem: stem.replace("/", "").replace("\0", "") + ".md").filter(lambda name: len(name) < 200)
paths = st.one_of(names, st.tuples(names, names).map("/".join))


@given(paths)
@QUIET
def test_a_link_is_read_back_as_the_file_it_was_written_for(path: str) -> None:
    """Both readers of index lines: of memory folders, up to how letters are composed, and of our own index."""
    line = memory_index.entry_line("A title", path, "what it says")
    (link,) = links_of(line)
    assert (link.target, link.place) == (same_name(path), "in")
    whole = read_line(make_line("A title", path, "what it says", 4096))
    assert whole is not None and whole.target == path


@given(st.lists(paths, max_size=5, unique_by=same_name), st.sampled_from(ODD))
@example(["C#.md", "#frag.md", "note: todo.md", "back\\slash.md", "back/slash.md"], "words")
@QUIET
def test_a_whole_index_stays_as_it_is(memories: list[str], title: str) -> None:
    """After one regeneration every memory has its line, and the next one has nothing to do."""
    facts = {name: Fact(title.replace("\udcff", ""), "what it says", "", "2026-10-01T00:00:00Z") for name in memories}
    made = regenerate(b"# Memory\n", facts)
    index = made.files.get("MEMORY.md", b"# Memory\n")
    assert sorted(made.added) == sorted(memories) and not made.dropped
    assert not regenerate(index, facts).files
    assert memory_index.without(index, memories).strip() == b"# Memory"


@pytest.mark.parametrize(
    "path", ["notes/01-a.md", "user_role.md", "team/feed-back.md", "a.b+c,d=e.md", "R&D.md", "größe 日本.md"]
)
def test_ordinary_names_stay_readable(path: str) -> None:
    """Nothing but a blank is coded in a name that a link can hold."""
    assert encode_target(path) == path.replace(" ", "%20")


@pytest.mark.parametrize(
    ("written", "target", "place"),
    [
        ("back%5Cslash.md", "back\\slash.md", "in"),
        ("team\\file.md", "team/file.md", "in"),
        ("http%3Ax.md", "http:x.md", "in"),
        ("http:x.md", "http:x.md", "web"),
        ("C:\\x.md", "C:\\x.md", "out"),
        ("file:///etc/passwd", "file:///etc/passwd", "out"),
        ("%2e%2e/x.md", "../x.md", "out"),
        ("%2Fetc/x.md", "/etc/x.md", "out"),
        ("~/x.md", "~/x.md", "out"),
        ("%7E/x.md", "~/x.md", "in"),
        ("~x.md", "~x.md", "in"),
        ("a%23b.md#part", "a#b.md", "in"),
        ("#part", "", "none"),
    ],
)
def test_where_a_written_link_leads(written: str, target: str, place: str) -> None:
    """What is coded is part of a name; what stands there as it is has its meaning."""
    (link,) = links_of(f"- [x]({written})")
    assert (link.target, link.place) == (target, place)
