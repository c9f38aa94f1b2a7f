"""Two decisions that share a file are undone in either order; where one stands on the other, the refusal says so."""

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from sandbox import Sandbox, assert_sound, furnish, ids, reason
from workbench import fixes

from dreamtui.desk.decide import decide
from dreamtui.desk.memory import notes as note_desk
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.model.decision import Decision, Words
from dreamtui.model.errors import Changed
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb

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
        return note_desk.edit_note(box.desk(), _note(box), title or None, text).decisions[0]

    return act


def _note(box: Sandbox) -> str:
    notes = ids(box, "note")
    return next(n for n in notes if b"two" in (box.root / f".agent/memory/notes/{n}.md").read_bytes())


def _rule(box: Sandbox) -> str:
    return RULE


def _review(box: Sandbox) -> str:
    from dreamtui.kinds.rule.kind import review_id

    return review_id(RULE)


def _candidate(number: int) -> Callable[[Sandbox], str]:
    return lambda box: box.known[number]  # type: ignore[attr-defined]


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
        for one, two in product(acts, repeat=2):
            if one != two or again:
                yield f"{one}, {two}", acts[one], acts[two]
    yield "postpone, rerationale", _verb(Verb.DEFER, _review, until="2026-12-24"), SAME_RULE["rerationale"]


PAIRS = tuple(_pairs())


def _add(box: Sandbox) -> Decision:
    box.steps += 1
    outcome, _ = note_desk.add_note(box.desk(), Note("", "", "Newest", "They two live"))
    assert outcome is not None
    return outcome.decisions[0]


def _newest_note(box: Sandbox) -> str:
    return next(n for n in ids(box, "note") if b"Newest" in (box.root / f".agent/memory/notes/{n}.md").read_bytes())


FIRST = _candidate(0)
GRADUATE = _verb(Verb.GRADUATE, FIRST, rule="Copy before you ship it, always.")
ON_TOP = {
    "add, retire": (_add, _verb(Verb.RETIRE, _newest_note)),
    "the same line twice": (SAME_NOTE["last line"], SAME_NOTE["last line"]),
    "the title twice": (SAME_NOTE["title"], _edit(title="Settings")),
    "rerationale, retire": (SAME_RULE["rerationale"], _verb(Verb.RETIRE, _rule)),
    "graduate, rerationale": (GRADUATE, _verb(Verb.RERATIONALE, FIRST)),
    "graduate, retire": (GRADUATE, _verb(Verb.RETIRE, FIRST)),
    "graduate, reopen": (GRADUATE, _verb(Verb.REOPEN, FIRST)),
    "graduate as note, retire": (
        _verb(Verb.GRADUATE, FIRST, rule="They two, on a copy.", as_note=True),
        _verb(Verb.RETIRE, lambda box: next(n for n in ids(box, "note") if _says(box, n, b"on a copy"))),
    ),
    "reject, reopen": (_verb(Verb.REJECT, FIRST), _verb(Verb.REOPEN, FIRST)),
    "defer, defer": (_verb(Verb.DEFER, FIRST, until="2026-12-24"), _verb(Verb.DEFER, FIRST, until="2026-12-31")),
    "defer, reject": (_verb(Verb.DEFER, FIRST, until="2026-12-24"), _verb(Verb.REJECT, FIRST)),
}
"""A later decision that stands on an earlier one, so that the earlier one cannot go first."""


def _says(box: Sandbox, note: str, words: bytes) -> bool:
    return words in (box.root / f".agent/memory/notes/{note}.md").read_bytes()


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


def _undo(box: Sandbox, decision: Decision) -> Decision:
    box.steps += 1
    return decide.take_back(box.desk(), decision.id, reason(box.steps)).decisions[0]


@pytest.mark.parametrize(("one", "two"), [pair[1:] for pair in PAIRS], ids=[pair[0] for pair in PAIRS])
def test_two_decisions_are_undone_in_either_order(box: Sandbox, one: Act, two: Act) -> None:
    """Older or newer first, after both undos the tree is the first one; redone in either order it is the last one."""
    first = box.files(books=False)
    older, newer = one(box), two(box)
    last = box.files(books=False)
    for begin, end in ((older, newer), (newer, older)):
        undos = [_undo(box, begin)]
        assert box.files(books=False) not in (first, last)
        undos.append(_undo(box, end))
        assert box.files(books=False) == first
        for undo in (undos[1], undos[0]):
            box.steps += 1
            decide.take_back(box.desk(), undo.id, "", redo=True)
        assert box.files(books=False) == last
        assert_sound(box)


@pytest.mark.parametrize(("one", "two"), ON_TOP.values(), ids=ON_TOP)
def test_a_decision_under_another_names_it(box: Sandbox, one: Act, two: Act) -> None:
    """The refusal names the later decision and changes nothing; that one undone, the earlier can be undone too."""
    first = box.files(books=False)
    older, newer = one(box), two(box)
    whole = box.files()
    with pytest.raises(Changed) as refusal:
        _undo(box, older)
    assert f" by {newer.verb} {newer.short} (alice, 2026-11-18); undo that first" in str(refusal.value)
    assert box.files() == whole
    _undo(box, newer)
    _undo(box, older)
    assert box.files(books=False) == first
    assert_sound(box)


def test_a_deferral_is_undone_after_a_run_has_brought_the_candidate_up_to_date(box: Sandbox) -> None:
    """New counts and evidence stay, only the date goes; what a person wrote into the file stays too."""
    item = next(
        n for n in ids(box, "candidates") if b"auth" in (box.root / f".agent/dream/candidates/{n}.md").read_bytes()
    )
    path = box.root / f".agent/dream/candidates/{item}.md"
    box.steps += 1
    deferred = decide.decide(box.desk(), [item], Verb.DEFER, Words(until="2026-12-24")).decisions[0]
    path.write_bytes(path.read_bytes().replace(b"## Evidence", b"My own words.\n\n## Evidence"))
    events = box.root / ".agent/memory/episodic/2026/11/11/bob__0123456789ac.jsonl"
    events.parent.mkdir()
    events.write_text("".join(fixes("src/auth.py", 2, 40)), encoding="utf-8")
    dream(box.desk(), DreamRequest())
    refreshed = path.read_bytes()
    assert b"**weight**: 5" in refreshed
    _undo(box, deferred)
    assert path.read_bytes() == refreshed.replace(b'"until":"2026-12-24"', b'"until":""')
