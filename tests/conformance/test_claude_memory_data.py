"""Real memory folders: the known figures, indexes made whole without a loss, and edits that touch nothing else."""

import random
import re
import shutil
from pathlib import Path

import pytest
from claude_data import FOLDERS, Counted, data_folder, memory_folder, topic_files
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamtui.compose import open_desk
from dreamtui.desk.decide.decide import take_back
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory.folder import Contents
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.index.reading import rows_of
from dreamtui.text.markup.frontmatter import split

CASES = sorted(FOLDERS.items())
REFUSED = {name for name in FOLDERS if "overflow" in name}
KEYS = {
    "name": "name",
    "description": "description",
    "type": "type",
    "session": "originSessionId",
    "modified": "modified",
}
NO_FILES = [pytest.param(Path(), marks=pytest.mark.skip(f"no topic files in {data_folder()} ($DREAMTUI_DATA/claude)"))]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A workspace, and room for a copy of a memory folder beside it."""
    (tmp_path / "work" / ".agent").mkdir(parents=True)
    return tmp_path


def desk_at(place: Path) -> Desk:
    """The desk of a workspace whose memory folder is the copy."""
    env = {"HOME": str(place / "home"), "DREAMTUI_NOW": "2026-11-18T09:00:00Z", "DREAMTUI_ACTOR": "alice"}
    return open_desk(place / "work", env, memory_dir=place / "memory")


def copied(place: Path, name: str) -> dict[str, bytes]:
    """A memory folder copied to a place; its files."""
    shutil.copytree(memory_folder(name), place / "memory")
    return files_of(place)


def files_of(place: Path) -> dict[str, bytes]:
    """Every file of the copy."""
    folder = place / "memory"
    every = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(every)}


def standing(place: Path) -> Contents:
    """How the copy stands."""
    (found,) = memory_index.status(desk_at(place))
    return found


@pytest.mark.parametrize(("name", "counted"), CASES)
def test_status_finds_what_was_counted_by_hand(place: Path, name: str, counted: Counted) -> None:
    """Lines, bytes, entries, orphans, dangling lines, long lines and what is not loaded."""
    copied(place, name)
    found, report = standing(place), standing(place).report
    assert (report.lines, report.bytes, report.entries) == (counted.lines, counted.bytes, counted.entries)
    assert (len(found.files), len(report.orphans), len(report.dangling)) == (
        counted.files,
        counted.orphans,
        counted.dangling,
    )
    assert report.long_lines == counted.long
    assert (len(report.hidden), report.visible_lines) == (counted.hidden, counted.lines - counted.hidden)
    assert report.outside == ()
    assert report.healthy == (not (counted.orphans or counted.dangling or counted.long or counted.hidden))


@pytest.mark.parametrize(("name", "counted"), CASES)
def test_regenerating_repairs_and_loses_nothing(place: Path, name: str, counted: Counted) -> None:
    """Healthy stays, broken is repaired, twice is once, undo gives the bytes back."""
    before = copied(place, name)
    earlier = standing(place)
    desk = desk_at(place)
    outcome, (done,) = memory_index.write(desk, desk.memory.folders)
    after, later = files_of(place), standing(place)
    assert bool(done.made.refused) == (name in REFUSED)
    if earlier.report.healthy or name in REFUSED:
        assert after == before and not outcome.decisions
        return
    there = {file.name for file in earlier.files}
    assert there - set(earlier.report.orphans) <= there - set(later.report.orphans) == there
    assert not later.report.hidden
    assert set(later.report.dangling) == set(done.made.left)
    assert later.report.long_lines == () or len(later.report.long_lines) == len(done.made.unfit)
    assert {name: data for name, data in after.items() if name != "MEMORY.md"} == {
        name: data for name, data in before.items() if name != "MEMORY.md"
    }
    free = [row.raw for row in rows_of(before["MEMORY.md"]) if not row.own]
    lines = iter(row.raw for row in rows_of(after["MEMORY.md"]))
    assert all(line in lines for line in free), "a line of the person is gone or moved"
    fit = [r.raw for r in rows_of(before["MEMORY.md"]) if r.own and len(r.text) <= 150 and set(r.targets) <= there]
    assert all(line.encode() in after["MEMORY.md"] for line in fit)
    again, _ = memory_index.write(desk_at(place), desk_at(place).memory.folders)
    assert not again.decisions and files_of(place) == after
    if outcome.decisions:
        take_back(desk_at(place), None, "The hooks of the other machine are wanted back for a comparison.")
    assert files_of(place) == before


@pytest.mark.parametrize("path", topic_files() or NO_FILES, ids=lambda path: path.name)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(field=st.sampled_from(sorted(KEYS)), value=st.text(st.characters(exclude_categories=("Cs",)), max_size=80))
def test_editing_a_field_changes_only_its_bytes(path: Path, field: str, value: str) -> None:
    """All bytes before and behind the field's own lines stay; a field that was missing is one new line."""
    data = path.read_bytes()
    after = topic.edited(data, **{field: value})
    assert getattr(topic.parse(after, path.name), field) == value
    assert topic.parse(after, path.name).text == topic.parse(data, path.name).text
    front = split(data)
    assert front is not None
    own = front.find(KEYS[field])
    if own is not None:
        assert after.startswith(data[: own.value_start]) and after.endswith(data[own.value_end :])
        assert len(after) >= own.value_start + len(data) - own.value_end
    elif after != data:
        old, new = re.split(rb"(?<=\n)", data), re.split(rb"(?<=\n)", after)
        at = next(n for n, line in enumerate(new) if line != old[n])
        assert re.fullmatch(rb" *" + KEYS[field].encode() + rb": [^\r\n]+\r?\n", new.pop(at)) and new == old


@pytest.mark.parametrize("path", topic_files() or NO_FILES, ids=lambda path: path.name)
def test_editing_a_line_changes_only_that_line(path: Path) -> None:
    """Every other line keeps its bytes, with blanks at its end and its own way of ending."""
    data = path.read_bytes()
    lines = topic.parse(data, path.name).text.split("\n")
    assert topic.edited(data, text="\n".join(lines)) == data
    dice = random.Random(path.name)
    for at in dice.sample(range(len(lines)), min(12, len(lines))):
        if not lines[at].strip():
            continue
        wanted = [*lines[:at], "a line that was edited", *lines[at + 1 :]]
        after = topic.edited(data, text="\n".join(wanted))
        old, new = re.split(rb"(?<=\n)", data), re.split(rb"(?<=\n)", after)
        differing = [(was, now) for was, now in zip(old, new, strict=True) if was != now]
        assert differing == [(was, was.replace(was.rstrip(b"\r\n"), b"a line that was edited")) for was, _ in differing]
        assert len(differing) == 1
