"""The diff: what stands beside what, signs and word marks, walking, folding, and that nothing read is alive in it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style
from stage import HOSTILE, Stage, lines, perform, unsafe
from textual.pilot import Pilot

from dreamtui.model.change import Change, ChangeSet
from dreamtui.present.changes import FileDiff, decode, files_of
from dreamtui.tui.widgets.diff.draw import draw_entry
from dreamtui.tui.widgets.diff.files import PreparedDiff
from dreamtui.tui.widgets.diff.layout import DiffLayout, Geometry
from dreamtui.tui.widgets.diff.view import DiffView

BEFORE = (
    "# Guide\n\nRetry three times.\n"
    + "".join(f"rule {at}\n" for at in range(20))
    + "old wiki\n"
    + "".join(f"note {at}\n" for at in range(30))
    + "end\n"
)
AFTER = (
    BEFORE.replace("three times", "five times with jitter").replace("old wiki\n", "").replace("end\n", "end\nmore\n")
)


def view(before: str | None = BEFORE, after: str | None = AFTER, **options: bool) -> DiffView:
    widget = DiffView(**options)  # type: ignore[arg-type]
    widget.show(before, after, labels=("now", "after this"))
    return widget


def styled(widget: DiffView, y: int, word: str) -> Style:
    return next(segment.style for segment in widget.render_line(y) if word in segment.text and segment.style)


def test_side_by_side_from_a_hundred_columns() -> None:
    """Both sides in one row with line numbers, signs, and the changed words in bold and underlined."""

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        shown = lines(stage.widget)
        assert "− now: 2 removed" in shown[0]
        assert "+ after this: 2 added" in shown[0]
        assert "change 1 of 3" in shown[0]
        row = next(line for line in shown if "three" in line)
        left, right = row.split("│")
        assert left.split() == "▌ 3 ~ Retry three times.".replace("▌ ", "▌ ").split()
        assert right.split() == ["3", "~", "Retry", "five", "times", "with", "jitter."]
        y = shown.index(row)
        assert styled(stage.widget, y, "three").bold and styled(stage.widget, y, "three").underline
        assert not styled(stage.widget, y, "Retry").underline
        assert "⋯ 14 equal lines" in "\n".join(shown)

    perform(view(), script, (120, 40))


def test_unified_below_a_hundred_columns_and_on_d() -> None:
    """Removed lines stand above added ones; d changes it and says so, and what was chosen survives a resize."""

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget = stage.widget
        assert isinstance(widget, DiffView)
        shown = lines(widget)
        assert "− 2 removed  + 2 added" in shown[0]
        at = next(y for y, line in enumerate(shown) if "three" in line)
        assert shown[at].split()[:3] == ["▌", "3", "-"]
        assert shown[at + 1].split()[:3] == ["▌", "3", "+"]
        assert styled(widget, at + 1, "jitter").underline
        await pilot.press("d")
        assert widget.is_split
        assert "│" in lines(widget)[0]
        assert stage.of(DiffView.ModeChanged)[-1].split
        await pilot.resize_terminal(140, 30)
        await pilot.press("d")
        assert not widget.is_split

    perform(view(), script, (80, 24))


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_n_and_p_walk_the_changes(size: tuple[int, int]) -> None:
    """Each change comes into sight, the header says which it is, and the ends hold."""

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget = stage.widget
        assert isinstance(widget, DiffView)
        for key, number, word in [("n", 2, "old wiki"), ("n", 3, "more"), ("n", 3, "more"), ("p", 2, "old wiki")]:
            await pilot.press(key)
            shown = lines(widget)
            assert f"change {number} of 3" in shown[0]
            assert any(line.startswith("▌") and word in line for line in shown)
        await pilot.press("X", "home", "n")
        assert any("▌" in line for line in lines(widget)[1:])

    perform(view(), script, size)


def test_folds_open_with_x_with_the_mouse_and_all_with_shift() -> None:
    """Equal runs are folded to three lines around the changes; each way of opening shows them in their place."""

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget = stage.widget
        folds = [y for y, line in enumerate(lines(widget)) if "⋯" in line]
        assert len(folds) == 2
        await pilot.click(widget, offset=(10, folds[0]))
        assert sum("⋯" in line for line in lines(widget)) == 1
        assert any("rule 10" in line for line in lines(widget))
        await pilot.press("x", "home")
        assert not any("⋯" in line for line in lines(widget))
        await pilot.press("X")
        assert sum("⋯" in line for line in lines(widget)) == 2
        await pilot.press("right_curly_bracket")
        assert any("rule 5" in line for line in lines(widget))
        await pilot.press("left_curly_bracket", "left_curly_bracket")
        assert not any("rule 0" in line for line in lines(widget))

    perform(view(), script, (120, 60))


def test_whitespace_is_shown_on_w_and_where_it_is_the_change() -> None:
    """Trailing blanks, tabs, line ends and a missing last newline are visible where they differ, else on w."""
    before = "same\t.  \nblank  \nreturn\r\ntab\there\nlast\n"
    after = "same\t.  \nblank\nreturn\ntab here\nlast"

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        text = "\n".join(lines(stage.widget))
        assert "blank··" in text
        assert "return␍" in text
        assert "tab→here" in text
        assert "last⟨no newline at the end⟩" in text
        assert "same→" not in text
        await pilot.press("W")
        assert "same→   .··" in "\n".join(lines(stage.widget))

    perform(view(before, after), script, (120, 40))


def test_long_lines_wrap_at_words_and_rows_stay_aligned() -> None:
    """A change beyond the edge is seen, and what follows stands in the same row on both sides."""
    words = " ".join(f"word{at}" for at in range(40))

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        shown = lines(stage.widget)
        assert any("changed" in line for line in shown)
        assert all("wor\n" not in line for line in shown)
        left, right = next(line for line in shown if "tail" in line).split("│")
        assert "tail" in left and "tail" in right

    perform(view(f"{words}\ntail\n", f"{words} and changed\ntail\n"), script, (100, 30))


def test_several_files_under_headings() -> None:
    """A file that comes and one that goes say so; hidden characters are counted on top."""
    widget = DiffView()
    widget.show_files(
        [FileDiff("CLAUDE.md", "a\n", "b\n"), FileDiff("new.md", None, "one\u202e\n"), FileDiff("gone.md", "x\n", None)]
    )

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        text = "\n".join(lines(widget))
        for words in ("CLAUDE.md", "new file, 1 line", "file deleted, 1 line", "1 hidden character shown as marks"):
            assert words in text
        assert widget.changes == 3

    perform(widget, script)


def test_a_new_file_has_the_whole_width() -> None:
    """Beside a file with two sides, whose halves stay."""
    widget = DiffView()

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget.show_files([FileDiff("CLAUDE.md", "old\n", "new\n"), FileDiff("new.md", None, f"{'word ' * 18}end\n")])
        await pilot.pause()
        shown = lines(widget)
        assert "│" in shown[0] and any("old" in line and "│" in line and "new" in line for line in shown)
        line = next(line for line in shown if "word" in line)
        assert "│" not in line and line.rstrip().endswith("end")
        widget.show_files([FileDiff("new.md", None, "one\n")])
        await pilot.pause()
        assert "│" not in "".join(lines(widget)) and "+ 1 added" in lines(widget)[0]
        widget.display = False
        await pilot.pause()
        widget.show_files([FileDiff("CLAUDE.md", "old\n", "new\n")])
        assert not widget.size.width and not widget.render_line(0).text

    perform(widget, script, (120, 40))


def test_a_copy_is_asked_for() -> None:
    """The text copied is the change with the characters of the files."""

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        await pilot.press("y")
        await pilot.pause()
        assert stage.of(DiffView.Copied)[0].text == "-Retry three times.\n+Retry five times with jitter.\n"

    perform(view(), script)


def test_without_a_difference_it_says_so() -> None:
    """Equal texts, and no texts."""

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        widget = stage.widget
        assert isinstance(widget, DiffView)
        await pilot.press("n", "p", "x", "X", "y", "j", "G")
        assert "No difference." in "\n".join(lines(widget))
        assert "no changes" in lines(widget)[0]
        widget.show(None, None)
        await pilot.press("n")
        assert "No difference." in "\n".join(lines(widget))

    perform(view("same\n" * 5, "same\n" * 5), script)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (120, 40)])
def test_nothing_read_is_alive_in_a_diff(size: tuple[int, int]) -> None:
    """Hostile text in lines, file names and labels is marked, widths hold, and markup is text."""
    widget = DiffView()
    widget.show_files([FileDiff(HOSTILE, f"a {HOSTILE}\n", f"b {HOSTILE} 한글 👍🏽\n")], labels=(HOSTILE, HOSTILE))

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        for key in ("d", "W", "d", "n"):
            await pilot.press(key)
            for y in range(size[1]):
                strip = widget.render_line(y)
                assert not unsafe(strip.text)
                assert sum(cell_len(segment.text) for segment in strip) == widget.cells

    perform(widget, script, size)


def test_bytes_that_are_not_utf8_are_marked() -> None:
    """A byte that is no text shows as a mark and survives in the copied change."""
    text = decode(b"caf\xe9\n")
    assert text is not None
    prepared = PreparedDiff(FileDiff("", text, "cafe\n"), False)
    assert prepared.left == ["caf⟨U+DCE9⟩"]
    assert decode(None) is None


line = st.text(st.sampled_from("ab \t한👍🏽\x1b\u202e\r"), max_size=30)
texts = st.lists(line, max_size=12).flatmap(lambda some: st.sampled_from(["\n".join(some), "\n".join([*some, ""])]))


@settings(max_examples=120, deadline=None)
@given(before=texts, after=texts, width=st.integers(24, 130), split=st.booleans(), whitespace=st.booleans())
def test_every_line_of_both_sides_is_drawn_once(
    before: str, after: str, width: int, split: bool, whitespace: bool
) -> None:
    """All entries are as high as was computed, exactly as wide as the view, inert, and number every line once."""
    prepared = PreparedDiff(FileDiff("", before, after), whitespace)
    layout = DiffLayout([prepared], Geometry(width, split, 3), context=2, expanded={(0, at) for at in range(40)})
    styles = {name: Style() for name in ("text", "number", "divider", "gap", "current", "added", "removed")}
    numbers: list[int] = []
    for index in range(len(layout.entries)):
        strips = draw_entry(layout, index, styles, [], False)
        assert len(strips) == layout.starts[index + 1] - layout.starts[index]
        for strip in strips:
            assert cell_len(strip.text) == width
            assert not unsafe(strip.text)
        edge = 1 + layout.geometry.side
        old = strips[0].text[1:4].strip()
        assert old == "" or int(old)
        numbers += [int(old)] if old else []
        beside = split and bool(prepared.before and prepared.after)
        assert not beside or strips[0].crop(edge, edge + 1).text == "│"
    assert numbers == list(range(1, len(prepared.before) + 1))


@pytest.mark.parametrize("width", [24, 40, 60, 80])
def test_a_long_path_and_what_happens_to_its_file_stay_apart(width: int) -> None:
    """A path that does not fit is cut in the middle, so that the file's name stays; nothing runs into it."""
    path = ".agent/memory/semantic/rules/auto-dream/any-change-to-src-auth-py-comes-with-a-test.md"
    widget = DiffView()
    widget.show_files([FileDiff(path, "one\n", "two\n")])

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        heading = next(line for line in lines(stage.widget) if "test.md" in line)
        shown, _, rest = heading.strip().partition("  ")
        assert shown.startswith((".age", "…")) and "…" in shown and shown.endswith("test.md")
        assert rest.strip() in {"", "−1 removed  +1 added"}

    perform(widget, script, (width, 20))


RULE, EXPIRED = ".agent/memory/semantic/rules/auto-dream/a.md", ".agent/dream/expired/a.md"
META = '<!-- dreamtui: {"v":1,"signal":"x"} -->'


def filed(**files: tuple[str | None, str | None]) -> list[FileDiff]:
    """Changes by their path, as a screen shows them."""
    as_bytes = [
        Change(path, *(None if text is None else text.encode() for text in texts)) for path, texts in files.items()
    ]
    return files_of(ChangeSet.of(*as_bytes))


def test_what_is_read_comes_first_and_records_are_a_line_each() -> None:
    """Outputs, memory and rules, then what moves, then the records, each on one line until x shows it."""
    files = filed(
        **{
            ".agent/dream/candidates/c.md": ("old\n", None),
            ".agent/dream/graduated/c.md": (None, "new\n"),
            ".agent/dream/proposals/p.json": ("{}\n", "{ }\n"),
            RULE: ("rule\n", None),
            EXPIRED: (None, "rule\n"),
            ".agent/memory/notes/n.md": (None, "note\n"),
            ".agent/memory/MEMORY.md": ("", "- note\n"),
            "CLAUDE.md": ("a\n", "b\n"),
        }
    )
    assert [file.path.split(" ")[0].rsplit("/", 1)[-1] for file in files] == [
        "CLAUDE.md", "MEMORY.md", "n.md", "a.md", "c.md", "p.json",
    ]  # fmt: skip
    widget = DiffView()
    widget.show_files(files)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        shown = lines(widget)
        assert any(f"{RULE} → .agent/dream/expired/" in line and "is retired as it is" in line for line in shown)
        records = [line for line in shown if "for the record" in line]
        assert len(records) == 2 and all("2 lines   x shows them" in line for line in records)
        assert "{ }" not in "\n".join(shown)
        await pilot.press("X")
        assert "{ }" in "\n".join(lines(widget)) and "for the record" not in "\n".join(lines(widget))

    perform(widget, script, (120, 40))


def test_our_line_of_data_is_folded_and_stays_to_be_seen() -> None:
    """The JSON that we keep in a file of ours is a line that says so; in a file that is not ours nothing folds."""
    before, after = f"# Title\n{META}\nend\n", f"# Title\n{META.replace('1', '2')}\nend\n\n## Why\n"
    mine, theirs = DiffView(), DiffView()
    mine.show_files(filed(**{".agent/dream/rejected/c.md": (before, after)}))
    theirs.show_files(filed(**{"docs/c.md": (before, after)}))

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        text = "\n".join(lines(mine))
        assert "1 line of data for dreamtui itself" in text and '"signal"' not in text and "## Why" in text
        assert "this is for the record" in text and "change 1 of 1" in text
        await pilot.press("x")
        assert '"signal"' in "\n".join(lines(mine))

    perform(mine, script, (120, 40))

    async def shown(stage: Stage, pilot: Pilot[None]) -> None:
        assert '"signal"' in "\n".join(lines(theirs))

    perform(theirs, shown, (120, 40))
