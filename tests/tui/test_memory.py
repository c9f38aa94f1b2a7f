"""The memory screen: rules, notes, budgets, what is loaded, where it comes from, keeping and retiring."""

from pathlib import Path

from visit import Visit, demo_copy, environment, visit

from dreamtui.compose import open_desk
from dreamtui.desk.audit import audit_views
from dreamtui.desk.decide.decide import decide
from dreamtui.desk.decide.together import all_of
from dreamtui.desk.outputs.remembered import rules_and_notes
from dreamtui.model.decision import Words
from dreamtui.model.memory import NoteStatus
from dreamtui.model.verb import Verb
from dreamtui.tui.screens.browse.memory import MemoryRows
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen

WHY = "Prices come from the ledger since October, which counts in cents itself, so nothing is left to guard."


async def go_to(v: Visit, at: BrowseScreen, words: str) -> None:
    """Put the cursor on the row that says this."""
    position = next(n for n in range(at.rows.shown) if words in at.rows.item_at(n).cells[:2][-1].text)
    at.rows.move_to(position)
    await v.until(lambda: at.pane.text.text)
    await v.rest()


def test_rules_notes_budgets_and_what_is_loaded(tmp_path: Path) -> None:
    """All of it with what it costs, and the meters of both files."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        meters = v.line("#memory-meters")
        assert "CLAUDE.md" in meters
        assert "/200" in meters
        assert "/25000" in meters
        assert "tokens" in meters
        shown = v.shown()
        for heading in ("Rules 2", "Notes 11", "Loaded in every session"):
            assert heading in shown
        await v.until(lambda: at.pane.text.text)
        assert "graduated by" in at.pane.text.text
        await go_to(v, at, "CLAUDE.md")
        await v.until(lambda: "every session" in shown and "bytes" in at.pane.text.text)

    visit(root, story)


def test_why_shows_the_decisions_behind_a_rule(tmp_path: Path) -> None:
    """From a rule to who decided it and why; a loaded file has no decision."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "integer cents")
        await v.press("w")
        await v.until(lambda: "graduate by carol" in at.pane.text.text)
        await go_to(v, at, "CLAUDE.md")
        await v.press("w")
        assert "Only rules and notes" in v.said()[-1]

    visit(root, story)


def test_retire_a_rule_with_a_reason(tmp_path: Path) -> None:
    """The rule goes, the record stays, and the outputs are said to be out of date."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "integer cents")
        await v.press("r")
        assert isinstance(v.app.screen, RationaleScreen)
        await v.type(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        await v.until(lambda: "1 rule," in v.line("#browse-heading"))
        assert "CLAUDE.md; leaving writes them" in v.line("#memory-remark")
        assert [rule.id for rule in rules_and_notes(v.desk)[0]] == ["d8e63b597a"]
        newest = audit_views.decisions(v.desk)[-1][0]
        assert newest.verb is Verb.RETIRE
        assert v.app.sitting.tally == {Verb.RETIRE: 1}

    visit(root, story)


def test_keep_a_rule_with_a_new_reason(tmp_path: Path) -> None:
    """The new reason stands below the earlier one, and the review is put off."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "Give every charge")
        await v.press("g")
        await v.type(
            "The provider changed its timeouts in October and two retries charged twice until the key was set."
        )
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        await v.until(lambda: audit_views.decisions(v.desk)[-1][0].verb is Verb.RERATIONALE)
        rule = next(rule for rule in rules_and_notes(v.desk)[0] if rule.id == "d8e63b597a")
        assert "timeouts in October" in rule.rationale
        assert rule.review_after > "2027"

    visit(root, story)


def test_retire_a_note(tmp_path: Path) -> None:
    """A note is deprecated, not deleted; keeping is for rules only."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "Schema freeze")
        await v.press("g")
        assert "Only a rule" in v.said()[-1]
        await v.press("r")
        await v.type("The freeze ended with the release of 12 November, so nobody has to wait any more.")
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is at)
        note = next(note for note in rules_and_notes(v.desk)[1] if note.title == "Schema freeze")
        assert note.status is NoteStatus.DEPRECATED
        await v.until(lambda: "10 notes" in v.line("#browse-heading"))

    visit(root, story)


def test_escape_in_the_reason_decides_nothing(tmp_path: Path) -> None:
    """The words become a draft, and the rule stays."""
    root = demo_copy(tmp_path)

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        await go_to(v, at, "integer cents")
        await v.press("r")
        await v.type("half a thought")
        await v.press("escape")
        await v.until(lambda: v.app.screen is at)
        assert len(rules_and_notes(v.desk)[0]) == 2
        await v.press("r")
        assert "half a thought" in v.shown()

    visit(root, story)


def test_an_empty_workspace_says_so(tmp_path: Path) -> None:
    """Nothing is remembered: a sentence, no empty pane."""
    root = tmp_path / "empty"
    (root / ".agent").mkdir(parents=True)

    async def story(v: Visit) -> None:
        await v.press("M")
        await v.until(lambda: "Nothing is remembered yet" in v.shown())

    visit(root, story)


def test_what_falls_off_the_index_is_named(tmp_path: Path) -> None:
    """With more notes than fit, those that leave the first level are listed."""
    root = demo_copy(tmp_path)
    notes = root / ".agent/memory/notes"
    like = next(notes.glob("n-*.md")).read_text()
    old = like.split("id: ", 1)[1].split("\n", 1)[0].strip('"')
    for number in range(220):
        name = f"n-{number:010x}"
        (notes / f"{name}.md").write_text(like.replace(old, name))
    desk = open_desk(root, environment(root.parent / "home"))
    why = "Taken over from the wiki as they were written there."
    decide(desk, all_of(desk, "undecided").ids, Verb.ACCEPT, Words(why))

    async def story(v: Visit) -> None:
        at = await v.open("M", MemoryRows)
        listed = [at.rows.item_at(n) for n in range(at.rows.shown)]
        heading = next(row for row in listed if row.id == "heading:moved")
        assert "Falls off the index" in heading.cells[0].text
        moved = next(row for row in listed if row.id.startswith("moved:"))
        at.rows.move_to_key(moved.id)
        await v.until(lambda: "second-level index" in at.pane.text.text)

    visit(root, story)
