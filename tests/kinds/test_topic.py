"""Topic files: read whatever their bytes are, edited so that nothing else changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.kinds.memory import topic

FLAT = b"""---
name: Use bunx over npx
description: Always use bunx: never npx
type: feedback
originSessionId: 4e00fe23-a834-4643-80c0-efe052a4ee0c
---
Always use `bunx`.

**Why:** the project uses Bun.
"""
NESTED = b"""---
name: agent-offscript
description: "A subagent is \\"off\\""
metadata:\x20
  node_type: memory
  type: project
  originSessionId: 434332c6
  modified: 2026-08-06T16:42:40.669Z
  pinned: true
---

Your brief is not the only input.\x20\x20
"""

words = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
lines = st.lists(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\n"), max_size=20), max_size=6)


def test_reads_the_flat_generation() -> None:
    """Fields at the top, a description that is no valid YAML."""
    found = topic.parse(FLAT, "@claude/x.md")
    assert (found.name, found.description) == ("Use bunx over npx", "Always use bunx: never npx")
    assert (found.type, found.session, found.pinned) == ("feedback", "4e00fe23-a834-4643-80c0-efe052a4ee0c", False)
    assert found.text == "Always use `bunx`.\n\n**Why:** the project uses Bun."


def test_reads_the_nested_generation() -> None:
    """Fields under metadata, quotes, a pin; blanks at the end of a line are kept."""
    found = topic.parse(NESTED, "@claude/x.md")
    assert (found.type, found.session, found.modified) == ("project", "434332c6", "2026-08-06T16:42:40.669Z")
    assert found.pinned and found.description == 'A subagent is "off"'
    assert found.text == "Your brief is not the only input.  "


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xfe\xffa",
        b"---",
        b"---\n---",
        b"<!-- x -->\n---\nname: a\n---\n",
        b"\x00" * 9,
        b"\xff\xfe\x00\xd8",
        b"---\rname: a\r---\rtext\r",
    ],
)
def test_any_bytes_are_read(data: bytes) -> None:
    """Nothing is too broken to be read, and what was read changes nothing when it is written."""
    found = topic.parse(data, "@claude/x.md")
    assert topic.edited(data, text=found.text) == data


@given(st.binary(max_size=200))
def test_random_bytes_are_read(data: bytes) -> None:
    """The same for bytes nobody would write."""
    found = topic.parse(data, "p.md")
    assert found.text.encode("utf-8") is not None
    assert topic.edited(data, text=found.text) == data


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_is_edited_in_its_own_encoding(encoding: str) -> None:
    """A byte order mark says UTF-16: the file stays so."""
    mark = "\ufeff".encode(encoding)
    data = mark + FLAT.decode().encode(encoding)
    after = topic.edited(data, description="Bun first")
    assert after == mark + FLAT.replace(b"Always use bunx: never npx", b"Bun first").decode().encode(encoding)


def test_a_field_changes_alone() -> None:
    """The description of a nested file keeps everything around it."""
    assert topic.edited(NESTED, description="short") == NESTED.replace(b'"A subagent is \\"off\\""', b"short")
    assert topic.edited(NESTED, type="user") == NESTED.replace(b"type: project", b"type: user")
    assert topic.edited(NESTED, session="x") == NESTED.replace(b"434332c6", b"x")
    assert topic.edited(NESTED, pinned="true") == NESTED


def test_a_missing_field_goes_where_its_kind_stands() -> None:
    """Under metadata where there is such a block, at the top where there is none."""
    assert topic.edited(FLAT, modified="2026-01-01").count(b"\nmodified: ") == 1
    without = NESTED.replace(b"  modified: 2026-08-06T16:42:40.669Z\n", b"")
    assert b"\n  modified: " in topic.edited(without, modified="2026-01-01")


def test_a_changed_line_keeps_its_own_way_of_ending() -> None:
    """Mixed line ends and trailing blanks stay on all lines but the edited one."""
    data = b"---\r\nname: a\r\n---\r\n\r\none  \r\ntwo\nthree"
    found = topic.parse(data, "p.md")
    assert found.text == "one  \ntwo\nthree"
    assert topic.edited(data, text="one  \nTWO\nthree") == data.replace(b"two", b"TWO")
    assert topic.edited(data, text="one  \ntwo\nthree\nfour") == data.replace(b"three", b"three\nfour")
    assert topic.edited(data, text="one  ") == b"---\r\nname: a\r\n---\r\n\r\none  "


def test_undecodable_lines_keep_their_bytes() -> None:
    """A line of no encoding survives an edit of another."""
    data = b"---\nname: caf\xe9\n---\ncaf\xe9\nold\n"
    found = topic.parse(data, "p.md")
    assert topic.edited(data, text=found.text.replace("old", "new")) == data.replace(b"old", b"new")
    assert topic.edited(data, name=found.name) == data


def test_a_file_without_a_body_gets_one() -> None:
    """The first text stands below a blank line."""
    assert topic.edited(b"---\nname: a\n---\n", text="x") == b"---\nname: a\n---\n\nx\n"
    assert topic.edited(b"---\nname: a\n---", text="x") == b"---\nname: a\n---\n\nx\n"
    assert topic.edited(b"", text="x") == b"x\n"


@given(lines, lines, st.sampled_from(["\n", "\r\n"]))
def test_the_text_that_is_written_is_read_back(old: list[str], new: list[str], newline: str) -> None:
    """Whatever stood there, the wanted text stands there afterwards, and the front matter is untouched."""
    head = newline.join(["---", "name: a", "---", ""])
    data = (head + newline.join(old)).encode()
    after = topic.edited(data, text="\n".join(new))
    wanted = topic.parse((head + newline.join(new)).encode(), "p.md").text
    assert topic.parse(after, "p.md").text == wanted
    assert after.startswith(head.encode())


@given(words, words, words)
def test_a_new_file_says_what_it_was_given(name: str, description: str, text: str) -> None:
    """Names and descriptions on one line, the text as it is."""
    found = topic.parse(topic.render(name, description, "feedback", text, session="abc"), "p.md")
    assert found.type == "feedback" and found.session == "abc" and found.has_front
    assert found.text == topic.parse(b"---\nname: a\n---\n" + text.encode(), "p.md").text
    assert topic.render(name, description, "user", text) == topic.render(name, description, "user", text)


@given(words, st.lists(st.text("ab-", max_size=3)))
def test_file_names_are_free_and_plain(title: str, taken: list[str]) -> None:
    """No name is taken, none is that of an index, none leaves the folder."""
    name = topic.file_name(title, [f"{word}.md" for word in taken])
    assert name.endswith(".md") and "/" not in name and not name.upper().startswith("MEMORY.MD")
    assert name.casefold() not in {f"{word}.md" for word in taken}


def test_names_and_ids() -> None:
    """A slug reads as words; ids follow the file's name."""
    assert topic.parse(b"---\nname: use_bunx-first\n---\n", "p.md").title == "Use bunx first"
    assert topic.parse(b"# Heading here\n", "a/p.md").title == "Heading here"
    assert topic.topic_id("@claude/team/User_Profile.md") == "t-user-profile"
    assert topic.topic_id("@claude/___.md").startswith("t-")
    assert topic.file_name("Memory 2", []) == "memory-2-topic.md"
    assert topic.file_name("Two words", ["TWO-words.md"]) == "two-words-2.md"
