"""Our own MEMORY.md: within its budget, nothing lost, a person's lines kept."""

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.kinds.memory.index.line import make_line, names, read_line
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.render.outputs import provenance, render_all
from dreamtui.render.paths import INDEX
from dreamtui.render.region import State
from dreamtui.render.rendered import Rendered, Surroundings
from dreamtui.text.budget import INDEX_LINE, MEMORY_BYTES, MEMORY_LINES

ONLY = ("index",)


def rule(number: int, **changes: object) -> Rule:
    """A rule like those of the demo."""
    made = Rule(
        id=f"{number:010x}",
        path=f".agent/memory/semantic/rules/auto-dream/{number:08x}-candidate-src-file-{number}.md",
        title=f"`src/file_{number}.py` was fix-touched 3 times in last 30d",
        text=f"Changes to src/file_{number}.py come with a test.",
        graduated_at=f"2026-11-{number % 28 + 1:02}T00:00:00Z",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def note(number: int, **changes: object) -> Note:
    """A note."""
    made = Note(
        id=f"n-{number:010x}",
        path=f".agent/memory/notes/n-{number:010x}.md",
        title=f"Note {number}",
        text=f"# Heading\n\nWhat is known about {number}.",
        updated=f"2026-10-{number % 28 + 1:02}T00:00:00Z",
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def pages(rules: list[Rule], notes: list[Note], existing: dict[str, bytes] | None = None) -> dict[str, Rendered]:
    """The index files by path."""
    files = render_all(rules, notes, Surroundings(existing=existing or {}, wanted=ONLY))
    return {file.path: file for file in files if file.output == "index"}


def written(made: dict[str, Rendered]) -> dict[str, bytes]:
    """The files after a sync."""
    return {path: file.after for path, file in made.items() if file.after is not None}


def test_an_index_of_a_few() -> None:
    """Sections, links relative to the index, hooks from the text."""
    made = pages([rule(1)], [note(2), note(3, status=NoteStatus.DEPRECATED)])
    assert list(made) == [INDEX]
    text = (made[INDEX].after or b"").decode()
    assert "(semantic/rules/auto-dream/00000001-candidate-src-file-1.md) — Changes to src/file_1.py" in text
    assert "- [Note 2](notes/n-0000000002.md) — What is known about 2.\n" in text
    assert "n-0000000003" not in text and made[INDEX].moved == ()


def test_the_order_of_the_input_does_not_matter() -> None:
    """Same memory, same bytes, however it was read."""
    rules, notes = [rule(i) for i in range(40)], [note(i) for i in range(300)]
    assert written(pages(rules, notes)) == written(pages(rules[::-1], notes[::-1]))


def test_what_does_not_fit_is_named_and_still_linked() -> None:
    """Every page is in its budget, every entry is on one page, pinned, important and new ones on the first."""
    notes = [note(i, importance=i % 4 / 4, pinned=i == 3, updated=f"2026-01-01T{i:06}") for i in range(900)]
    made = pages([], notes)
    first = made[INDEX]
    for file in made.values():
        assert file.size.lines <= MEMORY_LINES and file.size.bytes <= MEMORY_BYTES
    text = {path: (file.after or b"").decode() for path, file in made.items()}
    for path in made:
        if path != INDEX:
            assert f"]({path.rpartition('/')[2]})" in text[INDEX]
    for one in notes:
        assert sum(one.path.rpartition("/")[2] in page for page in text.values()) == 1
    assert "n-0000000003.md" in text[INDEX] and notes[899].path.rpartition("/")[2] in text[INDEX]
    shown = text[INDEX].count("](notes/")
    assert shown > 170 and len(first.moved) == 900 - shown
    again = pages([], notes, written(made))
    assert not any(file.changed for file in again.values()) and again[INDEX].moved == ()


def test_one_more_note_moves_one_and_names_it() -> None:
    """What leaves the first page is named; pages in between stay as they are."""
    notes = [note(i, updated=f"2026-01-01T{i:06}") for i in range(700)]
    before = pages([], notes)
    after = pages([], [*notes, note(700, title="The new one", updated="2026-02-01")], written(before))
    assert len(after[INDEX].moved) == 1
    changed = [path for path, file in after.items() if file.changed]
    assert len(changed) == 2 and "The new one" in (after[INDEX].after or b"").decode()


def test_pages_go_when_there_is_room_again() -> None:
    """Second-level indexes that we made go; with nothing left the index goes too."""
    made = written(pages([], [note(i) for i in range(500)]))
    fewer = pages([], [note(1)], made)
    assert [path for path, file in fewer.items() if file.after is not None] == [INDEX]
    assert all(file.after is None for file in pages([], [], made).values())
    assert pages([], []) == {}


def test_lines_of_a_person_stay_where_they_are() -> None:
    """A person's lines inside the region keep their place, those outside are not touched, retired entries go."""
    made = (pages([rule(1)], [note(1), note(2), note(3)])[INDEX].after or b"").decode()
    mine = "## Mine\n\nread [the wiki](https://x.org) first\nsecond line"
    edited = "above\n" + made.replace(
        "(notes/n-0000000002.md) — What", f"(notes/n-0000000002.md)\n{mine}\n- x\nWhat", 1
    )
    after = pages([rule(1)], [note(1), note(2)], {INDEX: edited.encode() + b"below\r\n"})[INDEX]
    text = (after.after or b"").decode()
    assert text.startswith("above\n") and text.endswith("below\r\n") and "n-0000000003" not in text
    assert text.index("n-0000000002") < text.index("## Mine") < text.index("second line") < text.index("n-0000000001")
    assert "first\nsecond line" in text and after.advice
    assert not pages([rule(1)], [note(1), note(2)], {INDEX: after.after or b""})[INDEX].changed
    alone = (pages([], [], {INDEX: after.after or b""})[INDEX].after or b"").decode()
    assert "dreamtui" not in alone and "## Mine" in alone and alone.startswith("above\n") and "below" in alone


def test_a_broken_index_stops_all_its_pages() -> None:
    """No entry is moved to a page while another page cannot be written."""
    made = written(pages([], [note(i) for i in range(500)]))
    made[INDEX] = made[INDEX].replace(b"<!-- dreamtui:end -->\n", b"")
    after = pages([], [note(i) for i in range(600)], made)
    assert [p.state for p in after[INDEX].problems] == [State.UNCLOSED]
    assert not any(file.changed for file in after.values())


def test_text_outside_that_fills_the_budget() -> None:
    """With a page full of a person's own text all entries go to the second level, and that is said."""
    own = b"my line\n" * 250
    made = pages([], [note(1)], {INDEX: own})
    assert (made[INDEX].after or b"").startswith(own) and made[INDEX].advice
    assert b"notes/n-0000000001.md" in (made[".agent/memory/MEMORY-2.md"].after or b"")


TITLES = st.text(max_size=200) | st.sampled_from(["[x](y)", "a`b", "\\", "<b>", "]" * 80, "x\ny", "‮rtl"])
NAMES = st.text(st.characters(blacklist_characters="/\0", blacklist_categories=["Cs"]), min_size=1, max_size=200)


@settings(max_examples=300, deadline=None)
@given(TITLES, NAMES, st.text(max_size=200))
@example("]" * 200, "%(" * 60, "[a](b)")
def test_a_line_is_short_and_can_be_read_back(title: str, name: str, hook: str) -> None:
    """Whatever title, file name and hook are: one line, at most 150 characters, and its link leads to the file."""
    target = f"notes/{name}.md"
    line = make_line(title, target, hook)
    assert len(line) <= INDEX_LINE and len(line.splitlines()) == 1
    parsed = read_line(line)
    assert parsed is not None and names(parsed, target)


def test_provenance_of_index_lines() -> None:
    """Each index line leads to its rule or note."""
    rules, notes = (
        [rule(1), rule(2, path=".agent/memory/semantic/rules/auto-dream/abcdef01-" + "x" * 190 + ".md")],
        [note(3)],
    )
    data = pages(rules, notes)[INDEX].after or b""
    found = provenance(data, rules, notes)
    assert sorted(found.values()) == sorted([rules[0].id, rules[1].id, notes[0].id])
    lines = data.decode().split("\n")
    for number, name in found.items():
        assert lines[number - 1].startswith("- [") and name in {one.id for one in [*rules, *notes]}
