"""Promotions in the queue: accepted with a better sentence or the note's own, and when MEMORY.md is full."""

import json
from pathlib import Path

import pytest
from at_promotions import BETTER, ENTRIES, NOW, WHY, clock, open_lane, reason_box, workspace
from at_review import go, review
from visit import SIZES, Visit, visit

from dreamtui.compose import open_desk
from dreamtui.desk.audit import audit_views
from dreamtui.model.verb import Verb
from dreamtui.openclaw import kind
from dreamtui.openclaw.kind import FOLDERS
from dreamtui.openclaw.recalls import Recalls
from dreamtui.openclaw.settings import PromotionOptions
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.session.queue_items import QueueItem


async def accept_in_queue(v: Visit) -> QueueItem:
    """Begin to accept the one about the network in the queue, where three recalls wait."""
    await v.until(lambda: review(v).queue.items.shown == 3)
    wanted = await go(v, "VLAN 10")
    await v.press("g")
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    return wanted


@pytest.mark.parametrize("size", SIZES)
def test_into_the_queue_and_accepted_with_a_distilled_sentence(tmp_path: Path, size: tuple[int, int]) -> None:
    """What passes goes to the queue; there one is accepted in better words, which MEMORY.md has then, and undone."""
    root = workspace(tmp_path)

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("g")
        await v.until(lambda: any("3 recalls put into the queue" in said for said in v.said()))
        await v.until(lambda: "in the queue" in v.shown())
        assert len(v.desk.queue().rows(FOLDERS.pending)) == 3
        assert not (root / "MEMORY.md").exists()
        await v.press("g")
        await v.until(lambda: "3 waited there already" in v.said()[-1])
        await v.press("escape")
        wanted = await accept_in_queue(v)
        reason = v.app.screen
        assert isinstance(reason, RationaleScreen) and reason.rule is not None
        assert "Configured VLAN 10 on Omada router" in reason.rule.text
        assert "the note's words" in v.line("#rule-title")
        reason.rule.put(BETTER)
        await v.rest()
        assert "your words" in v.line("#rule-title")
        reason_box(v).put(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is review(v))
        memory = (root / "MEMORY.md").read_text()
        assert BETTER in memory
        assert "Configured VLAN" not in memory
        made = audit_views.decisions(v.desk)[-1][0]
        assert (made.verb, made.item) == (Verb.ACCEPT, wanted.id)
        assert json.loads((root / kind.STORE).read_bytes())["entries"][ENTRIES[0]["key"]]["promotedAt"]
        await v.rest()
        await v.press("u")
        await v.until(lambda: not (root / "MEMORY.md").exists())

    visit(root, story, size=size, env=clock())


def test_unchanged_words_are_written_as_the_note_says_them(tmp_path: Path) -> None:
    """The box untouched is no sentence of one's own: the same bytes as without the console."""
    root, twin = workspace(tmp_path / "a"), workspace(tmp_path / "b")

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("g", "escape")
        await accept_in_queue(v)
        reason_box(v).put(WHY)
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is review(v))

    visit(root, story, env=clock())
    from dreamtui.desk.decide import decide
    from dreamtui.model.decision import Words
    from dreamtui.openclaw import promote

    desk = open_desk(twin, {"HOME": str(tmp_path), "DREAMTUI_NOW": NOW, "DREAMTUI_ACTOR": "you"})
    promote.queue(Recalls(desk, PromotionOptions()))
    wanted = next(row.id for row in desk.queue().rows(FOLDERS.pending) if "VLAN 10" in row.title)
    decide.decide(desk, [wanted], Verb.ACCEPT, Words(WHY))
    assert (root / "MEMORY.md").read_bytes() == (twin / "MEMORY.md").read_bytes()


def test_a_full_memory_is_refused_until_told_otherwise(tmp_path: Path) -> None:
    """ctrl+o says what happens when MEMORY.md is full."""
    root = workspace(tmp_path, memory="# Mine\n\n" + "- a line of my own\n" * 525)

    async def story(v: Visit) -> None:
        await open_lane(v)
        await v.press("g", "escape")
        await v.until(lambda: review(v).queue.items.shown == 3)
        before = (root / "MEMORY.md").read_bytes()
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        reason_box(v).put(WHY)
        reason = v.app.screen
        assert isinstance(reason, RationaleScreen) and reason.rule is not None
        reason.rule.put(BETTER)
        await v.press("ctrl+s")
        await v.until(lambda: "of 9,979 characters" in v.shown())
        assert (root / "MEMORY.md").read_bytes() == before
        await v.press("ctrl+o", "ctrl+o")
        assert "if full: go over" in v.line("#rule-title")
        await v.press("ctrl+s")
        await v.until(lambda: v.app.screen is review(v))
        assert BETTER in (root / "MEMORY.md").read_text()

    visit(root, story, env=clock())
