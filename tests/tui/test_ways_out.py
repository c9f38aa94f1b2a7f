"""The cards of a contradiction, whatever stands against what."""

from datetime import UTC, date, datetime

import pytest

from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView, SourceView
from dreamtui.kinds.proposal.codec import to_item
from dreamtui.memory.reorganize.ways_out import against_claude, recheck
from dreamtui.model.proposal import FiledProposal, Memory, Proposal
from dreamtui.tui.session.proposal_sketch import Sketch
from dreamtui.tui.texts.ways_out import cards, going, way_lines

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


def sketch_of(made: Proposal, *memories: Memory) -> Sketch:
    sources = {
        one.id: SourceView(one.id, one.path, one.title, one.kind, one.text, "same", "2026-09-01") for one in memories
    }
    views = tuple(
        MutationView(change, choice.id, tuple(sources[one.id] for one in change.sources), change.text,
                     change.statements, "")
        for choice in made.choices
        for change in choice.mutations
    )  # fmt: skip
    filed = FiledProposal(made, "2026-11-18T09:00:00Z", "2026-11-18T09:00:00Z")
    return Sketch(ProposalView(filed, to_item(filed, "p"), views))


def told(sketch: Sketch) -> list[str]:
    return ["\n".join(line.text for line in card.lines) for card in cards(sketch, NOW, str)]


def test_what_may_hold_no_longer_is_one_card_with_its_ways_below() -> None:
    memory = Memory("n-1", "n.md", "h", "Cache", "We use Redis for now, until the new cache is bought.\n\nIt is fast.",
                    "note", "2026-06-01T09:00:00Z")  # fmt: skip
    made = recheck(memory, date(2026, 11, 18))
    assert made is not None
    sketch = sketch_of(made, memory)
    assert told(sketch) == ["Cache · note · 1 Sep\nWe use Redis for now, until the new cache is bought."]
    ways = [line.text for line in way_lines(sketch)]
    assert ways[0].startswith("1  It still holds") and ways[1].startswith("2  It holds no longer")
    assert going(sketch.take("no-longer")) == "“We use Redis for now, until the new cache is bought.” goes with it."
    assert going(sketch.take("still")) == ""


@pytest.mark.parametrize("newer", [0, 1, None])
def test_a_memory_stands_against_its_line_of_claude_md(newer: int | None) -> None:
    """The line is a card like the memory, and is never what goes."""
    memory = Memory("n-1", "n.md", "h", "Packages", "Install packages with npm. Pin every version.", "note")
    line = Memory("CLAUDE.md:3", "CLAUDE.md:3", "h", "", "- Install packages with pnpm.", "line")
    sketch = sketch_of(against_claude(memory, line, "Install packages with npm.", "names", 0.8, newer), memory)
    first, second = told(sketch)
    assert first.startswith("1 keep  CLAUDE.md:3") and first.endswith("- Install packages with pnpm.")
    assert second.startswith("2 keep  Packages") and second.endswith("Install packages with npm.")
    assert ("newer" in first, "newer" in second) == (newer == 1, newer == 0)
    assert "npm" in going(sketch.take("keep-claude")) and going(sketch.take("keep-memory")) == ""
