"""Whatever a memory is called and says: its line in an index is one link, to it alone, and both are read back."""

import re

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.line import hook_of, links_of, make_line, read_line
from dreamtui.text.budget import INDEX_LINE
from dreamtui.text.inert import inert_line

QUIET = settings(max_examples=600, deadline=None, derandomize=True)
PIECES = (
    "]", "[", "(", ")", "\\", "<", ">", "\n", "\r\n", "](", "](b.md)", "[x](b.md)", "![x](b.md)", "[x][y]", "[x]: b.md",
    "\\]", "\\(", "]\\(", "\\\\", "<b.md>", "<https://b.example>", "<a href=b.md>", "<!--", "-->", "<!-- x -->", "&lt;",
    "&lt;!--", "&#91;", "&amp;", "@b.md", "\\@b", "`", "``", "`[x](b.md)`", "\\`", "# ", "---", "- ", ": ", " — ",
    "*", "_", "~", "|", "word", " ", "a.b", "ü", "日本", "[[b]]", "!", "^", "$", "{}",
)  # fmt: skip
words = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)


def normal(text: str) -> str:
    """Words on one line, with marks for what is hidden."""
    return re.sub(r"\s+", " ", inert_line(text)).strip()


def inside(line: str) -> list[Token]:
    """What a Markdown reader of somebody else's finds on a line of a list."""
    found = [token for token in MarkdownIt("commonmark").parse(line) if token.type == "inline"]
    assert len(found) == 1, line
    return found[0].children or []


@given(words, words)
@example("@team", "see @docs/x.md")
@example("a", "- b")
@example("a\\", "x\\")
@example("<!-- x -->", "<!-- x -->")
@QUIET
def test_a_title_and_a_hook_are_read_back_as_they_were(title: str, hook: str) -> None:
    """By both readers of index lines; a backtick of a title goes, so that it cannot begin code."""
    line = make_line(title, "a.md", hook, 4096)
    known = normal(title).replace("`", "").strip() or "untitled"
    assume("  " not in known)
    (link,) = links_of(line)
    assert (link.title, link.target, hook_of(line, link)) == (known, "a.md", normal(hook))
    whole = read_line(line)
    assert whole is not None and (whole.title, whole.target, whole.hook) == (known, "a.md", normal(hook))


@given(words, words, st.booleans())
@example("a", "see [b](b.md)", False)
@example("a", "`[b](b.md)` <https://b.example>", False)
@QUIET
def test_a_line_is_one_link_whoever_reads_it(title: str, hook: str, long: bool) -> None:
    """Nothing in a title, a hook or what is left of them after cutting is a link, an image or a tag of its own."""
    more = f" {hook}" * 9 if long else hook
    line = memory_index.entry_line(title, "a.md", more)
    assert len(line) <= INDEX_LINE and "\n" not in line
    assert [link.target for link in links_of(line)] == ["a.md"]
    tokens = inside(line)
    assert [token.attrs["href"] for token in tokens if token.type == "link_open"] == ["a.md"]
    assert not [token for token in tokens if token.type in {"image", "html_inline"}]


@given(words, words)
@QUIET
def test_a_line_that_is_written_again_stays_as_it_is(title: str, hook: str) -> None:
    """What was read from a line makes the same line."""
    line = make_line(title, "a.md", hook, 4096)
    found = read_line(line)
    assert found is not None and make_line(found.title, found.target, found.hook, 4096) == line


def test_a_remark_of_a_person_keeps_its_colons() -> None:
    """Only the sign between a link and its hook is left out of the hook."""
    line = "- [A](a.md) see there: more"
    assert hook_of(line, links_of(line)[0]) == "see there: more"
