"""For any sequence of decisions, undos, redos and syncs: previews are true, refusals change nothing, undo goes home."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sandbox import BOOKS, Files, Sandbox, assert_sound, furnish, ids, reason, undo_everything

from dreamtui.desk.decide import decide
from dreamtui.desk.memory import notes as note_desk
from dreamtui.desk.outputs import sync as outputs
from dreamtui.kinds.decision import graph
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Changed, DreamtuiError, Refused, Usage
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb

Step = tuple[str, int, int]
"""An operation, which thing it is done to, and how."""

OPERATIONS = (
    "graduate", "note", "reject", "defer", "reopen", "retire", "rerationale", "add", "edit", "batch",
    "undo", "undo one", "redo", "redo one", "sync",
)  # fmt: skip
_UNDO_FIRST = re.compile(
    r" by [a-z]+ ([0-9a-f]{8}) \(alice, \d{4}-\d\d-\d\d\); "
    r"(?:undo that first|`dreamtui redo \1` first, then `dreamtui (?:undo|redo) [0-9a-f]{8}`)$"
)


@dataclass
class Story:
    """A sequence of operations on one sandbox, each checked as it is done."""

    box: Sandbox
    things: list[str]
    done: list[str] = field(default_factory=list)

    def tell(self, step: Step) -> None:
        """Do one operation: the tree is then what was said before, or as it was."""
        name, which, how = step
        self.box.steps += 1
        before, whole = self.box.files(books=False), self.box.files()
        try:
            changes = getattr(self, f"_{name.replace(' ', '_')}")(which, how)
        except (Refused, Usage) as problem:
            assert self.box.files() == whole, f"{name} was refused and changed something"
            assert "\n" not in str(problem)
            self._explained(problem)
            self.done.append(f"{name} refused: {problem}")
        else:
            assert self.box.files(books=False) == self.box.would_be(before, changes)
            self._only_grew(whole)
            self.done.append(name)
        assert_sound(self.box)

    def _explained(self, problem: DreamtuiError) -> None:
        """Where only our own decisions are in the way of an undo, the refusal names the one to undo first."""
        if not isinstance(problem, Changed):
            return
        named = _UNDO_FIRST.search(str(problem))
        assert named, str(problem)
        marks = self.box.desk().store.audit.marks()
        assert [graph.in_force(marks)[mark.id] for mark in marks if mark.short == named[1]] == [True]

    def _only_grew(self, before: Files) -> None:
        """No record, object or log line is ever taken away."""
        after = self.box.files()
        for path, data in before.items():
            if any(book in path for book in BOOKS):
                assert after[path].startswith(data), path

    def _decide(self, references: list[str], verb: Verb, words: Words) -> ChangeSet:
        """What the previews said, once the decision was made; of one decision also what agents read then."""
        shown: list[Plan] = []
        refused = ""
        try:
            shown = [decide.preview(self.box.desk(), one, verb, words) for one in dict.fromkeys(references)]
        except DreamtuiError as problem:
            refused = str(problem)
        read = self._outputs()
        outcome = decide.decide(self.box.desk(), references, verb, words)
        assert not refused, f"the preview was refused ({refused}) and the decision was not"
        said = ChangeSet.of(*(change for plan in shown for change in plan.changes.changes))
        assert outcome.changes == said
        assert len(outcome.decisions) == len(shown)
        if len(shown) == 1:
            assert self._outputs() == read | {change.path: change.after for change in shown[0].then.changes}
        return said

    def _outputs(self) -> dict[str, bytes | None]:
        """Each output as a sync would write it, without the hash of its region."""
        return {file.path: outputs.unsealed(file.after) for file in outputs.plan(self.box.desk()).files}

    def _thing(self, which: int) -> str:
        return self.things[which % len(self.things)]

    def _graduate(self, which: int, how: int) -> ChangeSet:
        rule = "" if how == 0 else f"Run migration {self.box.steps} on a copy before you ship it."
        return self._decide([self._thing(which)], Verb.GRADUATE, Words(reason(self.box.steps), rule=rule))

    def _note(self, which: int, how: int) -> ChangeSet:
        words = Words(reason(self.box.steps), rule=f"Migrations run on a copy first, {how}.", as_note=True)
        return self._decide([self._thing(which)], Verb.GRADUATE, words)

    def _reject(self, which: int, how: int) -> ChangeSet:
        as_, until = (("", ""), ("wrong", ""), ("duplicate", ""), ("not-now", "2026-11-20"))[how]
        words = Words(reason(self.box.steps), disposition=as_, until=until)
        return self._decide([self._thing(which)], Verb.REJECT, words)

    def _defer(self, which: int, how: int) -> ChangeSet:
        return self._decide([self._thing(which)], Verb.DEFER, Words(until=f"2026-12-0{how + 1}"))

    def _reopen(self, which: int, how: int) -> ChangeSet:
        return self._decide([self._thing(which)], Verb.REOPEN, Words())

    def _retire(self, which: int, how: int) -> ChangeSet:
        return self._decide([self._thing(which)], Verb.RETIRE, Words(reason(self.box.steps)))

    def _rerationale(self, which: int, how: int) -> ChangeSet:
        words = Words(reason(self.box.steps), extend_days=90 + how)
        return self._decide([self._thing(which)], Verb.RERATIONALE, words)

    def _batch(self, which: int, how: int) -> ChangeSet:
        chosen = [self._thing(which + n) for n in range(how + 2)]
        if how % 2:
            words = Words(reason(self.box.steps), rule="Run every migration on a copy before you ship it.")
            return self._decide(chosen, Verb.GRADUATE, words)
        return self._decide(chosen, Verb.REJECT, Words(reason(self.box.steps)))

    def _add(self, which: int, how: int) -> ChangeSet:
        made = Note("", "", f"Note {which}", f"Line {how}\n---\nand --> more", pinned=how == 1)
        outcome, note_id = note_desk.add_note(self.box.desk(), made)
        self.things = [*dict.fromkeys([*self.things, note_id])]
        return outcome.changes if outcome else ChangeSet()

    def _edit(self, which: int, how: int) -> ChangeSet:
        notes = ids(self.box, "note") or ["n-0000000000"]
        title = f"Title {self.box.steps}" if how % 2 else None
        text = f"Text {self.box.steps}\n\nwith more" if how > 1 or title is None else None
        return note_desk.edit_note(self.box.desk(), notes[which % len(notes)], title, text).changes

    def _undo(self, which: int, how: int) -> ChangeSet:
        return decide.take_back(self.box.desk(), None, reason(self.box.steps), sitting=how == 0).changes

    def _undo_one(self, which: int, how: int) -> ChangeSet:
        return decide.take_back(self.box.desk(), self._decision(which, how), reason(self.box.steps)).changes

    def _redo(self, which: int, how: int) -> ChangeSet:
        return decide.take_back(self.box.desk(), None, "", redo=True).changes

    def _redo_one(self, which: int, how: int) -> ChangeSet:
        return decide.take_back(self.box.desk(), self._decision(which, how), "", redo=True).changes

    def _decision(self, which: int, how: int) -> str:
        marks = graph.ordered(self.box.desk().store.audit.marks())
        return marks[-1 - (which + 3 * how) % len(marks)].id if marks else "00000000"

    def _sync(self, which: int, how: int) -> ChangeSet:
        planned = outputs.plan(self.box.desk())
        assert outputs.sync(self.box.desk()).changes == planned.changes
        assert not outputs.plan(self.box.desk()).changes
        return planned.changes


@pytest.fixture(scope="module", params=["with memory", "bare", "home outside"])
def begin(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Story]:
    """Stories that all begin with the same workspace."""
    folder = tmp_path_factory.mktemp("story")
    box = Sandbox(folder / "box", outside=request.param == "home outside")
    furnish(box, memory=request.param == "with memory")
    stash = box.stash(folder / "stash")
    things = [*ids(box, "candidates"), *ids(box, "note")]
    if request.param == "with memory":
        things += ["aaaaaaaaa1", "1-rule", "aaaaaaaaa2", "r-0000000000"]

    def fresh() -> Story:
        box.restore(stash)
        box.steps = 0
        return Story(box, list(things))

    return fresh


steps = st.tuples(st.sampled_from(OPERATIONS), st.integers(0, 8), st.integers(0, 3))


@given(st.lists(steps, min_size=1, max_size=12))
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_previews_are_true_and_undoing_everything_leads_home(begin: Callable[[], Story], told: list[Step]) -> None:
    """After any sequence the tree is what the previews said, and undoing all of it gives the first tree back.

    The first is the one before any decision: the notes of the workspace were decided too.
    """
    story = begin()
    undo_everything(story.box)
    first = story.box.files(books=False)
    story = begin()
    for step in told:
        story.tell(step)
    undo_everything(story.box)
    assert story.box.files(books=False) == first
    assert_sound(story.box)
