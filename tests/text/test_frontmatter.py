"""Front matter is found in every shape real files have, and an edit changes the edited field only."""

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.markup.frontmatter import BOM, body, build, edit_field, read, split

DATA = Path(os.environ.get("DREAMTUI_DATA") or Path(__file__).parents[3] / "shared" / "data")

FLAT = b"""---
name: Use bunx over npx
description: Always use bunx: not npx
type: feedback
originSessionId: 4e00fe23
---
Always use `bunx`.
"""
NESTED = b"""---
name: agent-offscript
description: "A subagent acting \\"outside\\" your brief"
metadata: \n  node_type: memory
  type: feedback   # a kind
  modified: 2026-08-06T16:42:40.669Z
---

Body
---
not front matter
"""
LISTS = b"""---
paths: ["src/**/*.ts", 'a, b', c]
tags:
  - one
  - "two: 2"
sources:
- x
text: |
  first
    second
folded: >-
  one
  two
---
"""
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def test_both_generations_are_read() -> None:
    """Flat and nested fields, with a colon in a description that is not valid YAML."""
    assert read(FLAT)["description"] == "Always use bunx: not npx"
    front = split(NESTED)
    assert front is not None
    assert front.get("type") == front.get("metadata.type") == "feedback"
    assert front.get("description") == 'A subagent acting "outside" your brief'
    assert front.get("modified") == "2026-08-06T16:42:40.669Z"
    assert front.get("nothing", "else") == "else"
    assert body(NESTED) == b"\nBody\n---\nnot front matter\n"


def test_lists_and_blocks_are_read() -> None:
    """Inline and indented lists, literal and folded text."""
    front = split(LISTS)
    assert front is not None
    assert front.items("paths") == ("src/**/*.ts", "a, b", "c")
    assert front.items("tags") == ("one", "two: 2")
    assert front.items("sources") == ("x",)
    assert front.get("text") == "first\n  second"
    assert front.get("folded") == "one two"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no front matter",
        b"---\nname: never closed\n",
        b"text\n---\nname: x\n---\n",
        b"---\nJust a line between rules.\n---\n",
        b"--- \xff",
        b"----\nname: x\n----\n",
    ],
)
def test_what_is_no_front_matter_is_none(data: bytes) -> None:
    """Rules between paragraphs and unclosed blocks are text."""
    assert split(data) is None
    assert body(data) == data


@pytest.mark.parametrize("before", [b"", BOM, b"<!-- banner\n--- -->\n", b"\n\n", BOM + b"<!-- a --><!-- b -->\n\n"])
@pytest.mark.parametrize("newline", [b"\n", b"\r\n", b"\r"])
def test_what_stands_before_and_the_line_ends_stay(before: bytes, newline: bytes) -> None:
    """A byte order mark, comments and CRLF survive an edit of a field and the adding of one."""
    data = (before + FLAT).replace(b"\n", newline)
    assert read(data) == read(FLAT)
    changed = edit_field(data, "type", "project")
    assert changed == data.replace(b"type: feedback", b"type: project")
    added = edit_field(data, "pinned", True)
    assert added == data.replace(b"4e00fe23" + newline, b"4e00fe23" + newline + b"pinned: true" + newline)


def test_a_nested_field_is_edited_where_it_stands() -> None:
    """With its indent and the comment behind it; a new one joins its siblings."""
    assert edit_field(NESTED, "type", "user") == NESTED.replace(b"type: feedback ", b"type: user ")
    pinned = edit_field(NESTED, "metadata.pinned", True)
    assert pinned == NESTED.replace(b"40.669Z\n", b"40.669Z\n  pinned: true\n")
    opened = edit_field(FLAT, "metadata.pinned", True)
    assert opened == FLAT.replace(b"4e00fe23\n", b"4e00fe23\nmetadata:\n  pinned: true\n")
    assert read(opened)["metadata.pinned"] == "true"


def test_setting_what_is_there_changes_nothing() -> None:
    """The same value, however it is quoted, leaves every byte."""
    for data in (FLAT, NESTED):
        for key, value in read(data).items():
            if value:
                assert edit_field(data, key, value) == data
    assert edit_field(LISTS, "tags", ("one", "two: 2")) == LISTS


def test_a_list_over_several_lines_is_replaced_whole() -> None:
    """Its items go with it, what follows stays."""
    changed = edit_field(LISTS, "tags", ["x, y", "z"])
    assert changed == LISTS.replace(b'  - one\n  - "two: 2"\n', b"").replace(b"tags:", b'tags: ["x, y", z]')


def test_a_file_without_a_block_gets_one() -> None:
    """In the newline style of the file, behind a byte order mark."""
    assert edit_field(b"Body\r\n", "status", "deprecated") == b"---\r\nstatus: deprecated\r\n---\r\nBody\r\n"
    assert edit_field(BOM + b"Body", "a", 1) == BOM + b"---\na: 1\n---\nBody"


def test_bytes_that_are_no_utf8_stay() -> None:
    """A file in another encoding is edited beside the bytes it does not understand."""
    data = b"---\nname: caf\xe9\ntype: user\n---\n\xff\xfe"
    assert edit_field(data, "type", "project") == data.replace(b"type: user", b"type: project")
    name = read(data)["name"]
    assert edit_field(data, "name", name) == data


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("plain words", "plain words"),
        ("2026-08-06T16:42:40.669Z", "2026-08-06T16:42:40.669Z"),
        ("a: b", '"a: b"'),
        ("true", '"true"'),
        ("12", '"12"'),
        ("", '""'),
        ("# x", '"# x"'),
        ("two\nlines", '"two\\nlines"'),
        ("it's", "it's"),
        (True, "true"),
        (0.5, "0.5"),
        ((), "[]"),
    ],
)
def test_quotes_are_written_only_where_needed(value: str | bool | float, written: str) -> None:
    """Plain where YAML reads the same text."""
    assert build({"k": value}) == f"---\nk: {written}\n---\n"


@given(TEXTS, st.sampled_from(["name", "type", "metadata.type", "new", "metadata.new", "description"]), st.booleans())
def test_any_value_is_read_back_and_nothing_else_changes(value: str, key: str, nested: bool) -> None:
    """Every text survives the way into the file and out; the other fields and the body stay."""
    data = NESTED if nested else FLAT
    changed = edit_field(data, key, value)
    front = split(changed)
    assert front is not None
    assert front.get(key) == value
    name = "metadata.type" if key == "type" and nested else key
    others = {k: v for k, v in read(data).items() if k != name}
    assert {k: v for k, v in read(changed).items() if k in others} == others
    assert body(changed) == body(data)


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,8}", fullmatch=True), TEXTS, min_size=1, max_size=5))
def test_a_block_is_read_back_as_built(fields: dict[str, str]) -> None:
    """By this reader, and by a YAML parser as the same text."""
    import yaml

    data = build(fields).encode()
    assert read(data) == fields
    front = split(data)
    assert front is not None
    loaded = yaml.load(data[front.inside : front.close], Loader=yaml.BaseLoader)
    assert {str(key): str(value) for key, value in loaded.items()} == fields


@given(st.lists(TEXTS, max_size=4))
def test_a_list_is_read_back_as_built(items: list[str]) -> None:
    """Commas, brackets and quotes inside items too."""
    front = split(build({"k": items}).encode())
    assert front is not None
    assert front.items("k") == tuple(items)


@given(st.binary(max_size=120) | st.binary(max_size=80).map(lambda raw: b"---\n" + raw + b"\n---\n"))
def test_any_bytes_are_survived(data: bytes) -> None:
    """Nothing that is read makes reading or editing fail."""
    read(data)
    assert body(data) in data
    assert split(edit_field(data, "status", "active")) is not None


def real_files() -> list[Path]:
    """Memory files and rules of real projects."""
    return [path for path in sorted(DATA.rglob("*.md*")) if path.suffix in (".md", ".mdc") and path.is_file()]


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data is not there (DREAMTUI_DATA)")
def test_editing_a_real_file_changes_one_line() -> None:
    """Every scalar of every real file: only its own line differs, and the new value is read back."""
    edited = 0
    for path in real_files():
        data = path.read_bytes()
        front = split(data)
        for field in front.fields if front else ():
            if field.items or not field.value:
                continue
            changed = edit_field(data, field.key, "new: value #1")
            before, after = data.splitlines(keepends=True), changed.splitlines(keepends=True)
            different = [one for one, two in zip(before, after, strict=True) if one != two]
            assert len(different) == 1, path
            assert read(changed)[field.key] == "new: value #1", path
            assert edit_field(data, field.key, field.value) == data
            edited += 1
    assert edited > 1000


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data is not there (DREAMTUI_DATA)")
def test_real_files_read_as_yaml_reads_them() -> None:
    """Where a file is valid YAML, this reader and a YAML parser see the same text."""
    import yaml

    compared = 0
    for path in real_files():
        data = path.read_bytes()
        front = split(data)
        if front is None:
            continue
        try:
            loaded = yaml.load(data[front.inside : front.close], Loader=yaml.BaseLoader)
        except yaml.YAMLError:
            continue
        for key, value in loaded.items():
            nested = value if isinstance(value, dict) else {"": value}
            for name, inner in nested.items():
                full = f"{key}.{name}" if name else key
                if isinstance(inner, list):
                    assert list(front.items(full)) == inner, path
                else:
                    assert front.get(full) == inner, path
                compared += 1
    assert compared > 200
