"""Memories against CLAUDE.md and against the team: a person chooses who wins, CLAUDE.md is never edited."""

from pathlib import Path

import proposing
import pytest
import topicbox
from sandbox import Sandbox, assert_sound

from dreamtui.desk.queue.show import show
from dreamtui.desk.reorganize.proposal_view import view
from dreamtui.desk.reorganize.proposals import Proposals
from dreamtui.kinds.memory import topic
from dreamtui.model.proposal import Proposal
from dreamtui.present.documents import proposals as documents

CLAUDE = "# Shop\n\n- Always use pnpm for installing packages.\n- Deploy only from the main branch.\n"
AGAINST = "Never use pnpm for installing packages.\n\n**Why:** it broke the lock file twice."
LONG = "Invoices carry the number of the order.\n\nNever deploy from the main branch.\n\nThe cache lives in Redis."


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace with a CLAUDE.md."""
    made = Sandbox(tmp_path)
    (made.root / "CLAUDE.md").write_text(CLAUDE)
    return made


def _against(box: Sandbox, text: str, type: str = "feedback") -> Proposal:
    topicbox.furnish(box, {"mem": (type, text)})
    return topicbox.found(box, "contradiction")


def test_a_memory_against_claude_md_is_an_item(box: Sandbox) -> None:
    """It names the line, with a place that resolves, and three ways out."""
    made = _against(box, AGAINST)
    assert made.against == (("CLAUDE.md:3", "- Always use pnpm for installing packages."),)
    assert [one.id for one in made.choices] == ["keep-claude", "keep-memory", "keep-both"]
    shown = show(box.desk(), made.id)
    assert [str(piece.locator) for piece in shown.item.evidence] == ["file:@claude/mem.md", "file:CLAUDE.md:3"]
    assert shown.resolved == (True, True)
    assert [(one.place, one.words) for one in documents.shown(view(box.desk(), made.id)).against] == [
        ("CLAUDE.md:3", "- Always use pnpm for installing packages.")
    ]
    (box.root / "CLAUDE.md").write_text(CLAUDE.replace("pnpm", "npm"))
    assert show(box.desk(), made.id).resolved == (True, False)


def test_claude_md_wins_over_a_memory_that_says_nothing_else(box: Sandbox) -> None:
    """The memory is archived, its line goes, CLAUDE.md stays; undo gives all back."""
    made = _against(box, AGAINST)
    held = topicbox.held(box)
    topicbox.accept(box, made.id, choose="keep-claude")
    assert sorted(topicbox.held(box)) == ["MEMORY.md"] and b"mem.md" not in topicbox.held(box)["MEMORY.md"]
    assert (box.root / "CLAUDE.md").read_text() == CLAUDE
    assert_sound(box)
    topicbox.undo(box)
    assert topicbox.held(box) == held


def test_claude_md_wins_over_one_statement(box: Sandbox) -> None:
    """A memory that says other things too loses that statement only."""
    made = _against(box, LONG)
    held = topicbox.held(box)
    topicbox.accept(box, made.id, choose="keep-claude")
    after = topicbox.held(box)
    assert after["mem.md"] == held["mem.md"].replace(b"Never deploy from the main branch.\n\n", b"")
    assert after["MEMORY.md"] == held["MEMORY.md"]


def test_the_memory_wins_with_a_remark(box: Sandbox) -> None:
    """CLAUDE.md is not edited; the memory says what it contradicts and is not proposed again."""
    made = _against(box, AGAINST)
    held = topicbox.held(box)
    topicbox.accept(box, made.id, choose="keep-memory")
    text = topic.parse(topicbox.held(box)["mem.md"], "").text
    assert text == f"{AGAINST}\n\nContradicts CLAUDE.md:3 — verify which is current"
    assert (box.root / "CLAUDE.md").read_text() == CLAUDE
    assert topicbox.cycle(box).proposals == ()
    topicbox.undo(box)
    assert topicbox.held(box) == held


def test_both_stay_and_it_is_settled(box: Sandbox) -> None:
    """Keeping both changes no memory and is not asked again while neither changes."""
    made = _against(box, AGAINST)
    held = topicbox.held(box)
    topicbox.accept(box, made.id, choose="keep-both")
    assert topicbox.held(box) == held
    again = topicbox.cycle(box)
    assert again.intake.new == () and again.intake.settled == (made.id,)


@pytest.mark.parametrize("type", ["user", "reference"])
def test_what_a_person_is_like_stands_against_nothing(box: Sandbox, type: str) -> None:
    """Only feedback and project memories bind the agent as CLAUDE.md does."""
    topicbox.furnish(box, {"mem": (type, AGAINST)})
    assert topicbox.cycle(box).proposals == ()


def test_what_claude_md_says_anyway_is_retired(box: Sandbox) -> None:
    """A memory that repeats CLAUDE.md, and one that repeats a rule; comments in it say nothing."""
    (box.root / ".agent").mkdir(exist_ok=True)
    proposing.put_rule(box, 1, "Run the migrations against a copy first.")
    topicbox.furnish(
        box,
        {
            "pnpm": ("feedback", "<!-- a banner -->\nAlways use pnpm for installing packages."),
            "copy": ("feedback", "Run the migrations against a copy first."),
        },
    )
    made = {one.proposal.mutations[0].sources[0].id: one.proposal for one in topicbox.cycle(box).proposals}
    assert sorted(made) == ["t-copy", "t-pnpm"]
    assert "CLAUDE.md:3" in made["t-pnpm"].reason and "rules/auto-dream" in made["t-copy"].reason
    topicbox.accept(box, *(one.id for one in made.values()))
    assert sorted(topicbox.held(box)) == ["MEMORY.md"]
    assert topicbox.archived(box) == ["claude/copy.md", "claude/pnpm.md"]


def test_a_personal_memory_that_repeats_the_teams_goes(box: Sandbox) -> None:
    """The team's stays; a team memory that repeats a personal one is no reason for anything."""
    words = "Invoices carry the number of the order."
    topicbox.furnish(box, {"orders": ("project", words), "other": ("project", "The cache lives in Redis.")})
    topicbox.put(box, {"team/orders.md": topicbox.memory("orders", f"{words} They are never reused.")})
    made = topicbox.found(box, "deprecate")
    assert [source.path for m in made.mutations for source in m.sources] == ["@claude/orders.md"]
    assert "@claude/team/orders.md" in made.reason
    topicbox.accept(box, made.id)
    assert sorted(topicbox.held(box)) == ["MEMORY.md", "other.md", "team/orders.md"]


def test_memories_of_two_folders_are_never_made_one(box: Sandbox) -> None:
    """The repository's own folder and an agent's say the same, and both stay."""
    words = b"Invoices carry the number of the order.\n"
    topicbox.put(box, {"orders.md": words})
    agent = box.root / ".claude/agent-memory/reviewer"
    agent.mkdir(parents=True)
    (agent / "orders.md").write_bytes(words)
    memories = Proposals(box.desk()).memories
    assert len(memories) == 2
    assert topicbox.cycle(box).proposals == ()
