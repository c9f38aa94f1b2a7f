"""The history: decisions, their records and changes, verifying, taking back, why."""

import json
from pathlib import Path

import pytest
from visit import Visit, demo_copy, is_about, visit

from dreamtui.desk.audit import audit_views
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.outcomes import ConsoleOutcome

WHY = "The package mirror was down for an hour on 4 Nov; nothing in this repository can change that."


def screen(v: Visit) -> BrowseScreen:
    found = v.app.screen
    assert is_about(found, HistoryRows)
    return found


def find(desk: Desk, verb: str) -> str:
    """Id of the newest decision with a verb."""
    return next(mark.id for mark, _ in reversed(audit_views.decisions(desk)) if mark.verb == verb)


def reject_one(root: Path) -> None:
    from visit import environment

    from dreamtui.compose import open_desk

    desk = open_desk(root, environment(root.parent / "home"))
    decide.decide(desk, ["6a2049a42f"], Verb.REJECT, Words(rationale=WHY))


def test_decisions_newest_first_with_who_when_and_why(tmp_path: Path) -> None:
    """The newest decision is on top, and its record stands beside it."""
    root = demo_copy(tmp_path)
    reject_one(root)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.until(lambda: "stands" in at.pane.text.text)
        newest = audit_views.decisions(v.desk)[-1][0]
        assert at.rows.chosen is not None
        assert at.rows.chosen.id == newest.id
        assert at.rows.shown == len(audit_views.decisions(v.desk))
        record = at.pane.text.text
        assert "reject by you" in record
        assert WHY in record
        assert newest.id in record
        assert newest.name in record
        assert ".agent/dream/rejected/6a2049a42f.md" in record

    visit(root, story)


def test_changes_show_what_the_decision_did(tmp_path: Path) -> None:
    """`c` shows the files before and after, and the record again."""
    root = demo_copy(tmp_path)
    reject_one(root)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.press("c")
        await v.until(lambda: at.pane.has_class("-changes"))
        assert at.pane.diff.changes >= 2
        assert "−" in v.shown()
        await v.press("Y")
        assert v.said()[-1] == "Copied the change"
        assert "KeyError" in v.app.clipboard
        await v.press("c")
        await v.until(lambda: not at.pane.has_class("-changes"))

    visit(root, story)


def test_an_undo_asks_for_a_reason_and_is_recorded(tmp_path: Path) -> None:
    """What was not decided in this sitting is taken back with a reason; without one nothing is."""
    root = demo_copy(tmp_path)
    reject_one(root)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        count = len(audit_views.decisions(v.desk))
        await v.press("u")
        assert isinstance(v.app.screen, RationaleScreen)
        await v.press("ctrl+s")
        assert isinstance(v.app.screen, RationaleScreen)
        await v.type("the mirror is ours after all")
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        await v.until(lambda: at.rows.shown == count + 1)
        newest, stands = audit_views.decisions(v.desk)[-1]
        assert (newest.verb, stands) == (Verb.UNDO, True)
        assert audit_views.decision(v.desk, newest.id)[0].rationale == "the mirror is ours after all"
        assert "undone" in v.shown()
        await v.press("u")
        assert "already undone" in v.said()[-1]

    visit(root, story)


def test_a_redo_makes_it_stand_again(tmp_path: Path) -> None:
    """`U` on an undo takes the undo back; on anything else it says so."""
    root = demo_copy(tmp_path)
    reject_one(root)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.press("U")
        assert "U redoes only an undo" in v.said()[-1]
        decide.take_back(v.desk, find(v.desk, "reject"), "the mirror is ours after all")
        count = at.rows.shown
        await v.press("R")
        await v.until(lambda: at.rows.shown == count + 1)
        await v.press("home")
        await v.press("U")
        await v.until(lambda: audit_views.decisions(v.desk)[-1][0].verb is Verb.REDO)
        assert v.app.sitting.tally == {Verb.REDO: 1}

    visit(root, story)


def test_own_decisions_of_this_sitting_are_taken_back_at_once(tmp_path: Path) -> None:
    """No reason is asked for, and the record says why not."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        made = decide.decide(v.desk, ["6a2049a42f"], Verb.REJECT, Words(rationale=WHY))
        v.app.sitting.record(ConsoleOutcome.of("", made).made)
        await v.open("H", HistoryRows)
        await v.press("u")
        await v.until(lambda: audit_views.decisions(v.desk)[-1][0].verb is Verb.UNDO)
        assert audit_views.decision(v.desk, find(v.desk, "undo"))[0].same_sitting

    visit(root, story)


def test_verify_says_what_holds_and_what_does_not(tmp_path: Path) -> None:
    """Sentences for good records, for drift, and for one that was changed."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.press("V")
        await v.until(lambda: "records verified" in at.pane.text.text)
        assert "dreamtui audit verify" in at.pane.text.text
        record = next((root / ".agent/dream/audit").rglob("*-add-n-*.md"))
        record.write_bytes(record.read_bytes().replace(b"Rationale", b"rationale"))
        await v.press("V")
        await v.until(lambda: "audit failed" in at.pane.text.text)
        assert record.name in at.pane.text.text

    visit(root, story)


def test_why_goes_from_a_line_to_the_decision(tmp_path: Path) -> None:
    """FILE:LINE of an output leads to who decided and why; a person's line says that it is one."""
    root = demo_copy(tmp_path)
    lines = (root / "CLAUDE.md").read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if "integer cents" in line)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.press("w")
        assert at.asking.line.value == "" and "CLAUDE.md by its number" in v.shown()
        await v.type(str(number))
        await v.press("enter")
        await v.until(lambda: "graduate by carol" in at.pane.text.text)
        assert "without a rule the next feature brings floats" in at.pane.text.text
        await v.press("w")
        await v.type("1")
        await v.press("enter")
        await v.until(lambda: v.app.screen is not at)
        assert "no rule or note of dreamtui" in v.shown()

    visit(root, story)


def test_filter_copy_and_export(tmp_path: Path) -> None:
    """`/` filters, `y` copies the id every command takes, `E` the decision as JSON."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        await v.press("slash")
        await v.type("graduate carol")
        await v.press("enter")
        assert at.rows.shown == 1
        assert at.rows.has_focus
        await v.press("y")
        assert audit_views.decision(v.desk, v.app.clipboard)[0].actor == "carol"
        await v.press("E")
        await v.until(lambda: v.app.clipboard.startswith("{"))
        assert json.loads(v.app.clipboard)["verb"] == "graduate"
        await v.press("escape")
        assert at.rows.shown > 1
        await v.press("escape")
        assert v.app.screen is not at

    visit(root, story)


def test_narrow_shows_one_pane_at_a_time(tmp_path: Path) -> None:
    """At 80 columns enter opens the record and escape goes back."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        assert not at.pane.text.is_on_screen
        await v.press("enter")
        await v.until(lambda: at.pane.text.has_focus)
        assert not at.rows.is_on_screen
        await v.press("escape")
        await v.until(lambda: at.rows.has_focus)

    visit(root, story, size=(80, 24))


@pytest.mark.parametrize("key", ["u", "U"])
def test_read_only_takes_nothing_back(tmp_path: Path, key: str) -> None:
    """In a read-only console the keys say why they do nothing."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("H", HistoryRows)
        count = at.rows.shown
        await v.press(key)
        assert v.app.screen is at
        assert "--read-only" in v.said()[-1]
        assert len(audit_views.decisions(v.desk)) == count

    visit(root, story, read_only="opened with --read-only")
