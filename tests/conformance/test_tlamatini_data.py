"""A session over a copy of a real memory folder, its repository missing and a made-up one present, all of it undone."""

from pathlib import Path

import pytest
import tlamatini
import topicbox
from sandbox import Sandbox, assert_sound

from dreamtui.desk.decide import decide
from dreamtui.desk.reorganize.cycle import Cycle
from dreamtui.kinds.proposal.codec import sources_of
from dreamtui.model.proposal import Proposal


def _copy(tmp_path: Path) -> Sandbox:
    box = Sandbox(tmp_path)
    tlamatini.furnish(topicbox.folder(box))
    return box


@pytest.fixture
def missing(tmp_path: Path) -> Sandbox:
    """The folder, its repository nowhere."""
    return _copy(tmp_path)


@pytest.fixture
def present(tmp_path: Path) -> Sandbox:
    """The folder with a made-up repository: a few of the paths that the memories name, and a CLAUDE.md."""
    box = _copy(tmp_path)
    tlamatini.make_repository(box.root)
    return box


def _about(cycle: Cycle, *ids: str) -> Proposal:
    """The one proposal about just these memories."""
    found = [
        one.proposal for one in cycle.proposals if [source.id for source in sources_of(one.proposal)] == sorted(ids)
    ]
    assert len(found) == 1, [one.proposal.title for one in cycle.proposals]
    return found[0]


def test_without_its_repository_nothing_is_said_to_be_gone(missing: Sandbox) -> None:
    """Duplicates and contradictions are found all the same."""
    cycle = topicbox.cycle(missing)
    assert cycle.scanned == cycle.eligible == 77 + len(tlamatini.MADE_UP)
    _about(cycle, "t-made-up-ports", "t-made-up-ports-again")
    _about(cycle, "t-made-up-ci", "t-made-up-ci-now")
    assert not any(
        "no longer has" in one.proposal.reason or "is gone" in one.proposal.reason for one in cycle.proposals
    )


def test_a_whole_session_and_back(present: Sandbox) -> None:
    """Merge, contradiction, CLAUDE.md, a stale path; every byte outside them stays, and undone all bytes are equal."""
    box = present
    held = topicbox.held(box)
    cycle = topicbox.cycle(box)
    topicbox.accept(box, _about(cycle, "t-made-up-ports", "t-made-up-ports-again").id)
    topicbox.accept(box, _about(cycle, "t-made-up-ci", "t-made-up-ci-now").id, choose="keep-b")
    against = _about(cycle, "t-feedback-main-branch-only")
    assert against.against == (("CLAUDE.md:5", "- Always open pull requests."),)
    topicbox.accept(box, against.id, choose="keep-memory")
    stale = _about(cycle, "t-made-up-gone")
    assert "Tlamatini/agent/lint_everything.py" in stale.reason
    topicbox.accept(box, stale.id)
    after = topicbox.held(box)
    gone = set(held) - set(after)
    assert "made_up_gone.md" in gone and len(gone) == 3
    assert topicbox.archived(box) == sorted(f"claude/{name}" for name in gone)
    changed = {name for name in after if after[name] != held[name]}
    assert len(changed) <= 3 and {"MEMORY.md", "feedback_main_branch_only.md"} <= changed
    lines = held["MEMORY.md"].splitlines(keepends=True)
    kept = [line for line in lines if not any(f"]({name})".encode() in line for name in gone)]
    assert after["MEMORY.md"] == b"".join(kept)
    assert (box.root / "CLAUDE.md").read_text() == tlamatini.CLAUDE
    assert_sound(box)
    for _ in range(4):
        topicbox.undo(box)
    assert topicbox.held(box) == held and topicbox.archived(box) == []


def test_a_correction_of_a_real_file_touches_its_lines_only(present: Sandbox) -> None:
    """Every correction that is proposed for a real file leaves all other lines as they are, and is undone."""
    box = present
    held = topicbox.held(box)
    corrections = [
        one.proposal for one in topicbox.cycle(box).proposals
        if one.proposal.title.startswith("Correct:") and "made" not in one.proposal.title
    ]  # fmt: skip
    assert corrections
    for made in corrections[:10]:
        name = made.mutations[0].sources[0].path.removeprefix("@claude/")
        topicbox.accept(box, made.id)
        after = topicbox.held(box)
        old, new = held[name].splitlines(keepends=True), after[name].splitlines(keepends=True)
        front = old[: old.index(next(line for line in old[1:] if line.rstrip() == b"---")) + 1]
        assert new[: len(front)] == front
        assert {key for key in held if held[key] != after.get(key)} == {name}
        decide.take_back(box.desk(), None, f"The file {name} was right about that after all, said the release notes.")
        assert topicbox.held(box) == held
