"""Accepting any proposal: the preview is true, undo gives the bytes back, no statement vanishes, no fault halves it."""

import errno
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import proposing
import pytest
from faults import KILLED, CountingPort, FailingPort, KillingPort
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lean_child import run_in_lean_child
from sandbox import Files, Sandbox, assert_sound, reason
from workbench import event

from dreamtui.desk.decide import decide
from dreamtui.desk.memory import notes
from dreamtui.desk.mine.run import DreamRequest as DreamRequest
from dreamtui.desk.mine.run import dream
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.desk.reorganize.proposal_view import edited, view
from dreamtui.kinds.proposal.kind import PROPOSALS
from dreamtui.memory.reorganize.statements import plain, statements
from dreamtui.model.decision import Words
from dreamtui.model.errors import WriteFailed
from dreamtui.model.memory import Note
from dreamtui.model.proposal import Became, Choice, Proposal
from dreamtui.model.verb import Verb
from dreamtui.store.files.port import Port

Ids = dict[str, str]


def _contradiction(box: Sandbox, ids: Ids) -> Proposal:
    both = (ids["team"], ids["team11"])
    keeps = [proposing.mutation(box, "supersede", both, keeps=one) for one in both]
    return proposing.proposal(choices=(Choice("keep-a", "8", (keeps[0],)), Choice("keep-b", "11", (keeps[1],))))


def _everything(box: Sandbox, ids: Ids) -> Proposal:
    """Rules and notes merged, one superseded with a text, one retired, one split, one moved."""
    rules = [proposing.put_rule(box, 1, "Run the linter first."), proposing.put_rule(box, 2, "Run the linter first!")]
    parts = (("Deploys", "Deploys happen on Tuesday."), ("Cache", "The cache is Redis."))
    return proposing.proposal(
        proposing.mutation(box, "merge", rules, title="Seen 1", text="Run the linter first."),
        proposing.mutation(box, "merge", (ids["cents"], ids["cents2"]), text="All amounts are in cents."),
        proposing.mutation(box, "supersede", [ids["team"]], text="The team had 8 people in 2025."),
        proposing.mutation(box, "deprecate", [ids["old"]]),
        proposing.mutation(box, "split", [ids["wide"]], parts=parts),
        proposing.mutation(box, "move", [ids["team11"]], category="people"),
    )


MADE: dict[str, tuple[Callable[[Sandbox, Ids], Proposal], dict[str, object]]] = {
    "merge": (lambda b, i: proposing.merge_of(b, i), {}),
    "merge, edited": (lambda b, i: proposing.merge_of(b, i), {"text": "Only this\n\n---\nand `that` --> <!-- x -->"}),
    "everything": (_everything, {}),
    "everything, partly": (_everything, {"only": ("merge", "split", "move")}),
    "contradiction": (_contradiction, {"choose": "keep-b"}),
}
"""What is proposed, and what the person says with the acceptance."""


@dataclass
class Case:
    """A proposal in the queue of a workspace."""

    box: Sandbox
    item: str
    words: dict[str, object]

    def accept(self, port: Port | None = None) -> decide.Outcome:
        """Accept it, every loss acknowledged."""
        said = Words(reason(self.box.steps), acknowledged=("all",), **self.words)  # type: ignore[arg-type]
        desk = self.box.desk(port, mend=False) if port is not None else self.box.desk()
        return decide.decide(desk, [self.item], Verb.ACCEPT, said)


@pytest.fixture(params=MADE)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    """Each of the proposals in a workspace in sync."""
    box = Sandbox(tmp_path / "box")
    make, words = MADE[request.param]
    made = make(box, proposing.put_notes(box))
    if "only" in words:
        kinds = words["only"]
        assert isinstance(kinds, tuple)
        words = {"only": tuple(one.id for one in made.mutations if one.kind in kinds)}
    item = proposing.queue(box, made)
    outputs.sync(box.desk())
    box.steps += 1
    return Case(box, item, words)


def test_the_preview_is_true_and_undo_gives_the_bytes_back(case: Case) -> None:
    """Exactly the previewed files change; undone they are as before, redone as after, and undone again."""
    box = case.box
    before = box.files(books=False)
    said = Words(reason(1), acknowledged=("all",), **case.words)  # type: ignore[arg-type]
    shown = decide.preview(box.desk(), case.item, Verb.ACCEPT, said)
    case.accept()
    after = box.files(books=False)
    planned = {c.path: (c.after is None) for c in shown.changes.changes}
    changed = {k for k in before.keys() | after.keys() if before.get(k) != after.get(k)}
    layout = box.desk().layout
    assert {layout.real(path).relative_to(box.top).as_posix() for path in planned} == changed
    assert_sound(box)
    for turn in range(2):
        box.steps += 1
        decide.take_back(box.desk(), None, reason(10 + turn))
        assert box.files(books=False) == before
        box.steps += 1
        decide.take_back(box.desk(), None, "", redo=True)
        assert box.files(books=False) == after
    assert_sound(box)


def rehearsed(case: Case, tmp_path: Path) -> tuple[Files, Files, Path, int]:
    """The files before and after the decision, where those before can be had again, and how many operations it is."""
    box = case.box
    with box.desk().store.writing(box.desk().writer()):
        before = box.files()
    stash = box.stash(tmp_path / "stash")
    port = CountingPort()
    case.accept(port)
    return before, box.files(), stash, len(port.calls)


def test_a_refused_operation_leaves_everything_as_it_was(case: Case, tmp_path: Path) -> None:
    """A full or read-only disk at any point: all of it or nothing."""
    box = case.box
    before, after, stash, calls = rehearsed(case, tmp_path)
    for at in range(0, calls, 2):
        box.restore(stash)
        try:
            case.accept(FailingPort(at, (errno.ENOSPC, errno.EROFS)[at % 2], torn=at % 4 == 0))
        except WriteFailed:
            assert box.files() == before, at
        else:
            box.desk()
            assert box.files() == after, at


def test_killed_anywhere_it_is_settled_by_the_next_start(case: Case, tmp_path: Path) -> None:
    """Before or after, never between."""
    box = case.box
    before, after, stash, calls = rehearsed(case, tmp_path)
    for at in range(0, calls, 5):
        box.restore(stash)
        assert run_in_lean_child(case.accept, KillingPort(at, torn=at % 2 == 0)) == KILLED
        box.desk()
        assert box.files() in (before, after), at


LINES = (
    "All amounts are in cents.", "all amounts are in cents", "Rounding happens once, at the end.",
    "The invoice shows euros.", "- Deploy on Tuesday.", "## Where", "The cache is Redis 7.", "The cache is Redis 6.",
    "Never push on Friday.", "See https://example.org/a?b=1.", "```\ncode()\n```", "Moved on 2026-03-04.",
    "中文也可以。",
)  # fmt: skip
texts = st.lists(st.sampled_from(LINES), min_size=1, max_size=5).map("\n\n".join)


@given(st.lists(texts, min_size=2, max_size=3), st.none() | texts)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_statement_is_in_the_result_or_in_the_acknowledged_losses(
    tmp_path_factory: pytest.TempPathFactory, said: Sequence[str], instead: str | None
) -> None:
    """Whatever the person writes instead of the merged text."""
    from dreamtui.memory.reorganize import merge_texts

    box = Sandbox(tmp_path_factory.mktemp("law") / "box")
    ids = []
    for number, text in enumerate(said):
        box.steps += 1
        ids.append(notes.add_note(box.desk(), Note("", "", f"Note {number}", text))[1])
    made = proposing.mutation(box, "merge", ids, title="All")
    item = proposing.queue(box, proposing.proposal(proposing.mutation(box, "merge", ids, title="All", text="x")))
    memories = [proposing.live_memories(box.desk())[one].memory for one in ids]
    whole = instead if instead is not None else merge_texts(memories)[0]
    lost = edited(box.desk(), item, made.id, whole).lost
    assert instead is not None or lost == ()
    box.steps += 1
    words = Words(reason(box.steps), text=whole, acknowledged=lost)
    decide.decide(box.desk(), [item], Verb.ACCEPT, words)
    (done,) = view(box.desk(), item).filed.outcomes
    assert done.became is Became.APPLIED
    new = proposing.note(box, done.made[0]).text
    merged = {one.into for one in view_statements(memories, new) if one.into}
    kept = {plain(one.text) for one in statements(new)} | {plain(one) for one in done.acknowledged}
    for memory in memories:
        for statement in statements(memory.text):
            represented = any(
                one.text == statement.text and one.into in merged for one in view_statements([memory], new)
            )
            assert plain(statement.text) in kept or represented, statement.text


def view_statements(memories: Sequence[object], text: str) -> Sequence[object]:
    """What becomes of statements under a text."""
    from dreamtui.memory.reorganize import check_mutation

    return check_mutation(memories, text)  # type: ignore[arg-type]


def test_a_cycle_and_a_run_change_nothing_when_they_come_again(tmp_path: Path) -> None:
    """The second cycle and the second run find the same and write nothing but their line in the log."""
    box = Sandbox(tmp_path / "box")
    box.env["DREAMTUI_INSIGHTS"] = "true"
    proposing.put_notes(box)
    folder = box.desk().layout.home / "memory/episodic/2026/11/10"
    folder.mkdir(parents=True)
    lines = "".join(event(n, summary="blocked by `ledger`") for n in range(4))
    (folder / "bob__0123456789ab.jsonl").write_text(lines)
    reorganize(box.desk(), ReorganizeRequest())
    dream(box.desk(), DreamRequest())
    before = box.files(books=False)
    assert [path for path in before if "/insights/" in path]
    assert [path for path in before if "/proposals/" in path]
    box.steps += 1
    cycle = reorganize(box.desk(), ReorganizeRequest())
    assert not cycle.intake.changes
    dream(box.desk(), DreamRequest())
    assert box.files(books=False) == before
    seen = dream(box.desk(), DreamRequest(since="2026-01-01", dry_run=True)).insights
    assert seen is not None and not seen.changes
    assert PROPOSALS in "".join(box.desk().store.layout.logical(box.top / key) for key in before)
