"""Moving a memory to another scope: asked for, reviewed, done with its index line, and undone byte for byte."""

from pathlib import Path

import pytest
import topicbox
from sandbox import Sandbox, assert_sound

from dreamtui.desk.decide import decide
from dreamtui.desk.memory.move import propose_move
from dreamtui.model.decision import Words
from dreamtui.model.errors import NotFound, OutOfDate, Refused, Usage
from dreamtui.model.verb import Verb

FILES = {"ports": ("project", "The worker listens on port 9000."), "tone": ("feedback", "Answer briefly.")}


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace with two memories."""
    made = Sandbox(tmp_path)
    topicbox.furnish(made, FILES)
    return made


def rules(box: Sandbox) -> Path:
    """The person's rules for all projects."""
    return box.top / "house/.claude/rules"


def move(box: Sandbox, file: str, to: str) -> str:
    """Ask for a move and accept it; the proposal's id."""
    made, new = propose_move(box.desk(), file, to)
    assert new
    topicbox.accept(box, made.proposal.id)
    return made.proposal.id


def test_asking_moves_nothing(box: Sandbox) -> None:
    """It waits like any other proposal, asked twice it is one, and it can be rejected."""
    held = topicbox.held(box)
    made, new = propose_move(box.desk(), "ports.md", "team")
    again, newer = propose_move(box.desk(), str(topicbox.folder(box) / "ports.md"), "team")
    assert (new, newer) == (True, False) and again.proposal == made.proposal
    assert topicbox.held(box) == held
    topicbox.cycle(box)
    item_id = made.proposal.id
    decide.decide(box.desk(), [item_id], Verb.REJECT, Words(rationale="Nobody else on the team runs the worker."))
    assert propose_move(box.desk(), "t-ports", "team")[1]


def test_to_the_team_and_back(box: Sandbox) -> None:
    """The file goes below team/ as it is and its line names it there; back again gives the same bytes."""
    held = topicbox.held(box)
    move(box, "ports.md", "team")
    after = topicbox.held(box)
    assert after["team/ports.md"] == held["ports.md"] and "ports.md" not in after
    assert b"- [ports](team/ports.md) \xe2\x80\x94 hook of ports\n" in after["MEMORY.md"]
    assert b"](ports.md)" not in after["MEMORY.md"]
    move(box, "team/ports.md", "project")
    assert topicbox.held(box)["ports.md"] == held["ports.md"]
    topicbox.undo(box)
    topicbox.undo(box)
    assert topicbox.held(box) == held
    assert_sound(box)


def test_to_the_users_rules_and_back(box: Sandbox) -> None:
    """The file lies among the rules of all projects and the index has no line; the way back gives it one."""
    held = topicbox.held(box)
    move(box, "tone", "user")
    assert (rules(box) / "tone.md").read_bytes() == held["tone.md"]
    assert b"tone.md" not in topicbox.held(box)["MEMORY.md"]
    move(box, "user-t-tone", "project")
    assert not (rules(box) / "tone.md").exists()
    assert b"](tone.md)" in topicbox.held(box)["MEMORY.md"]
    topicbox.undo(box)
    topicbox.undo(box)
    assert topicbox.held(box) == held and not (rules(box) / "tone.md").exists()


def test_what_is_in_the_way_is_said(box: Sandbox) -> None:
    """A scope that is none, a file that is none, where it is already, a name that is taken, a pinned one."""
    with pytest.raises(Usage, match="project, team, user"):
        propose_move(box.desk(), "ports.md", "world")
    with pytest.raises(NotFound, match="no memory file"):
        propose_move(box.desk(), "nothing.md", "team")
    with pytest.raises(Refused, match="already exists"):
        propose_move(box.desk(), "ports.md", "project")
    waiting, _ = propose_move(box.desk(), "tone.md", "team")
    topicbox.put(box, {"team/ports.md": b"Other words.\n", "team/tone.md": b"Other words.\n"})
    with pytest.raises(Refused, match="already exists"):
        propose_move(box.desk(), "@claude/ports.md", "team")
    with pytest.raises((Refused, OutOfDate)):
        topicbox.accept(box, waiting.proposal.id)
    topicbox.put(box, {"pin.md": topicbox.memory("pin", "Words.", pinned=True)})
    with pytest.raises(Refused, match="pinned"):
        propose_move(box.desk(), "pin.md", "team")


def test_a_file_that_changed_since_is_asked_again(box: Sandbox) -> None:
    """It is refused, made again from the file as it is, and can then be accepted."""
    made, _ = propose_move(box.desk(), "ports.md", "team")
    changed = topicbox.held(box)["ports.md"] + b"\nAnd on 9001.\n"
    topicbox.put(box, {"ports.md": changed})
    with pytest.raises(OutOfDate):
        topicbox.accept(box, made.proposal.id)
    topicbox.accept(box, made.proposal.id)
    assert topicbox.held(box)["team/ports.md"] == changed
