"""Two decisions that share a file are undone in either order; where one stands on the other, the refusal says so."""

from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from sandbox import Sandbox, assert_sound, furnish, ids, reason
from workbench import fixes

from dreamtui.desk import decide
from dreamtui.desk.mine import Request, dream
from dreamtui.model.decision import Decision, Verb
from dreamtui.model.errors import Changed
from dreamtui.model.memory import Note
from dreamtui.review.sheaf import Words

RULE = "aaaaaaaaa1"
Act = Callable[[Sandbox], Decision]


def _verb(verb: Verb, reference: Callable[[Sandbox], str], **said: object) -> Act:
    def act(box: Sandbox) -> Decision:
        box.steps += 1
        words = Words(rationale=reason(box.steps), **said)  # type: ignore[arg-type]
        return decide.decide(box.desk(), [reference(box)], verb, words).decisions[0]

    return act


def _edit(*, title: str = "", line: str = "") -> Act:
    """A new title, or one line of the text under another wording."""

    def act(box: Sandbox) -> Decision:
        box.steps += 1
        text = None
        if line:
            path = box.root / f".agent/memory/notes/{_note(box)}.md"
            text = path.read_text("utf-8").split("\n---\n\n", 1)[1].replace(line, f"{line} as of {box.steps}")
        return decide.edit_note(box.desk(), _note(box), title or None, text).decisions[0]

    return act


def _note(box: Sandbox) -> str:
    notes = ids(box, "note")
    return next(n for n in notes if b"two" in (box.root / f".agent/memory/notes/{n}.md").read_bytes())


def _rule(box: Sandbox) -> str:
    return RULE


def _review(box: Sandbox) -> str:
    from dreamtui.formats.rule import review_id

    return review_id(RULE)


def _candidate(number: int) -> Callable[[Sandbox], str]:
    return lambda box: box.known[number]  # type: ignore[attr-defined,no-any-return]


SAME_RULE = {
    "rerationale": _verb(Verb.RERATIONALE, _rule),
    "rerationale for long": _verb(Verb.RERATIONALE, _rule, extend_days=400),
}
SAME_NOTE = {
    "title": _edit(title="Where all the settings live"),
    "first line": _edit(line="They live"),
    "last line": _edit(line="- two"),
    "retire": _verb(Verb.RETIRE, _note),
}
APART = {
    "graduate": _verb(Verb.GRADUATE, _candidate(0), rule="Copy before you ship it, always."),
    "reject": _verb(Verb.REJECT, _candidate(1)),
    "defer": _verb(Verb.DEFER, _candidate(2), until="2026-12-24"),
    "rerationale": _verb(Verb.RERATIONALE, _rule),
    "edit": _edit(title="Where all the settings live"),
}


def _pairs() -> Iterator[tuple[str, Act, Act]]:
    for acts, again in ((SAME_RULE, True), (SAME_NOTE, False), (APART, False)):
        for one, two in combinations_with_replacement(acts, 2):
            if one != two or again:
                yield f"{one}, {two}", acts[one], acts[two]
    yield "postpone, rerationale", _verb(Verb.DEFER, _review, until="2026-12-24"), SAME_RULE["rerationale"]


PAIRS = tuple(_pairs())

ON_TOP = {
    "edit of a new note": (
        lambda box: decide.add_note(_later(box).desk(), Note("", "", "New", "They live two")).__getitem__(0),
        _edit(title="Newer"),
    ),
}


def _later(box: Sandbox) -> Sandbox:
    box.steps += 1
    return box


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Sandbox, Path]:
    """A furnished sandbox and what to restore it from."""
    folder = tmp_path_factory.mktemp("order")
    box = Sandbox(folder / "box")
    furnish(box)
    box.known = ids(box, "candidates")  # type: ignore[attr-defined]
    return box, box.stash(folder / "stash")


@pytest.fixture
def box(made: tuple[Sandbox, Path]) -> Sandbox:
    made[0].restore(made[1])
    made[0].steps = 0
    return made[0]


def _undo(box: Sandbox, decision: Decision) -> None:
    box.steps += 1
    decide.take_back(box.desk(), decision.id, reason(box.steps))


@pytest.mark.parametrize(("one", "two"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_two_decisions_are_undone_in_either_order(box: Sandbox, one: Act, two: Act) -> None:
    """Older or newer first, after both undos the tree is the first one, and one undo leaves what the other did."""
    first = box.files(books=False)
    for acts in ((one, two), (two, one)):
        older, newer = (act(box) for act in acts)
        _undo(box, older)
        assert box.files(books=False) != first
        _undo(box, newer)
        assert box.files(books=False) == first
        assert_sound(box)
        older, newer = (act(box) for act in acts)
        _undo(box, newer)
        _undo(box, older)
        assert box.files(books=False) == first
        assert_sound(box)
