"""Single memories of a memory folder: retired, edited and found like notes; several at once; undone to the byte."""

from pathlib import Path

import pytest
import topicbox
from forked import Command, together
from sandbox import Sandbox

from dreamtui.desk.decide import decide
from dreamtui.desk.memory.notes import edit_note
from dreamtui.desk.queue import lookup
from dreamtui.model.decision import Words
from dreamtui.model.errors import NotFound, Refused
from dreamtui.model.verb import Verb

WHY = topicbox.WHY
FILES = {
    "red_paint": ("project", "The door is painted red."),
    "green_paint": ("feedback", "The fence is painted green."),
    "blue_paint": ("project", "The roof is painted blue."),
}


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace with three memories."""
    made = Sandbox(tmp_path)
    topicbox.furnish(made, FILES)
    return made


@pytest.mark.parametrize("reference", ["t-red-paint", "@claude/red_paint.md", "red_paint.md", "red_paint", "t-red"])
def test_a_memory_is_found_by_any_of_its_names(box: Sandbox, reference: str) -> None:
    """By id, by path, by the file's name with and without its ending, by how its id begins."""
    assert lookup.rule_or_note(box.desk(), reference).path == "@claude/red_paint.md"


def test_a_name_that_means_several_or_none_is_refused(box: Sandbox) -> None:
    """Neither is guessed."""
    topicbox.put(box, {"team/red_paint.md": topicbox.memory("red", "The gate is painted red.")})
    with pytest.raises(Refused, match="could be 2 memories"):
        lookup.rule_or_note(box.desk(), "red_paint")
    with pytest.raises(NotFound):
        lookup.rule_or_note(box.desk(), "purple")


def test_retire_archives_the_file_and_its_line_and_undo_brings_both_back(box: Sandbox) -> None:
    """The other lines keep their bytes, the person's own among them."""
    before = topicbox.held(box)
    decide.decide(box.desk(), ["t-red-paint"], Verb.RETIRE, Words(rationale=WHY))
    after = topicbox.held(box)
    assert set(before) - set(after) == {"red_paint.md"}
    assert b"red_paint" not in after["MEMORY.md"] and b"user's own.  \n" in after["MEMORY.md"]
    assert topicbox.archived(box) == ["claude/red_paint.md"]
    box.steps += 1
    decide.take_back(box.desk(), None, WHY)
    assert topicbox.held(box) == before
    assert topicbox.archived(box) == []


def test_several_are_retired_together(box: Sandbox) -> None:
    """Each takes its own line out of the same index; one undo gives all bytes back."""
    before = topicbox.held(box)
    decide.decide(box.desk(), ["t-red-paint", "t-blue-paint"], Verb.RETIRE, Words(rationale=WHY))
    index = topicbox.held(box)["MEMORY.md"]
    assert b"red_paint" not in index and b"blue_paint" not in index and b"green_paint" in index
    box.steps += 1
    decide.take_back(box.desk(), None, WHY)
    assert topicbox.held(box) == before


def test_only_retire_applies_to_a_memory(box: Sandbox) -> None:
    """A memory has no rationale of its own to renew, and nothing is retired without a reason."""
    with pytest.raises(Refused, match="only rules have a rationale"):
        decide.decide(box.desk(), ["t-red-paint"], Verb.RERATIONALE, Words(rationale=WHY))
    with pytest.raises(Refused):
        decide.decide(box.desk(), ["t-red-paint"], Verb.RETIRE, Words())


def test_edit_changes_what_is_named_and_nothing_else(box: Sandbox) -> None:
    """A new text leaves the front matter and the index; a new description goes into the index line too."""
    before = topicbox.held(box)
    edit_note(box.desk(), "t-red-paint", None, "The door is painted dark red.")
    after = topicbox.held(box)
    assert after["red_paint.md"] == before["red_paint.md"].replace(b"painted red", b"painted dark red")
    assert after["MEMORY.md"] == before["MEMORY.md"]
    box.steps += 1
    edit_note(box.desk(), "t-red-paint", None, None, "colour of the door")
    again = topicbox.held(box)
    assert b"description: colour of the door\n" in again["red_paint.md"]
    assert b"- [red_paint](red_paint.md) \xe2\x80\x94 colour of the door\n" in again["MEMORY.md"]
    for _ in range(2):
        box.steps += 1
        decide.take_back(box.desk(), None, WHY)
    assert topicbox.held(box) == before


def test_an_edit_that_changes_nothing_is_refused(box: Sandbox) -> None:
    """The same words again are no decision; a note has no description."""
    with pytest.raises(Refused, match="says that already"):
        edit_note(box.desk(), "t-red-paint", None, "The door is painted red.")
    with pytest.raises(NotFound):
        edit_note(box.desk(), "t-purple", "x", None)


def test_the_command_line_does_the_same(box: Sandbox) -> None:
    """`memory edit` and `retire` take the name of a file."""
    env = {**box.env, "DREAMTUI_NOW": box.now, "DREAMTUI_ACTOR": "alice"}
    for words in (
        ["memory", "edit", "red_paint.md", "--description", "the door"],
        ["retire", "t-green-paint", "--rationale", WHY],
    ):
        (done,) = together(Command(words, box.root, env))
        assert done.code == 0, done.err
    assert b"the door" in topicbox.held(box)["MEMORY.md"]
    assert "green_paint.md" not in topicbox.held(box)
