"""How a proposal stands, in a line: what it is, what is on, what would be lost."""

from collections import Counter

from dreamtui.desk.reorganize.proposal_view import MutationView
from dreamtui.model.proposal import Fate
from dreamtui.tui.session.proposal_sketch import Sketch, fates
from dreamtui.tui.texts.proposal import LET_GO, called, mark
from dreamtui.tui.widgets.bar_line import Word


def facts(sketch: Sketch) -> list[Word]:
    """What the proposal is, on one line."""
    made, changes = sketch.view.proposal, len(sketch.changes)
    count = len({source.id for one in sketch.changes for source in one.sources})
    memories = "memory" if count == 1 else "memories"
    kind = made.kind if made.choices else "1 change" if changes == 1 else f"{changes} changes"
    words = [Word(f" {kind} ", "strong", keep=9), Word(f"of {count} {memories}", "dim", keep=7)]
    if made.method != "heuristic":
        words.append(Word(f"  made by a {made.method}", "warning", keep=8))
    return [*words, Word(f"  {made.reason}", "dim", keep=1)] if made.reason else words


def standing(sketch: Sketch) -> list[Word]:
    """How many changes are on, and which losses are still open."""
    chosen = len(sketch.chosen)
    every = sum(1 for one in sketch.changes if one.choice == sketch.choice)
    words = [Word(f"{chosen} of {every} changes on  ", "dim", keep=3)] if every > 1 else []
    if sketch.contradiction and not sketch.choice:
        return [Word("choose a way out ", "warning", "proposal.choose", 8)]
    still = len({said for _, said in sketch.open_losses()})
    lost = len(sketch.lost())
    if still:
        return [*words, Word(f"✗ {still} of {lost} would be lost: let go or keep ", "over", "proposal.let-go", 9)]
    if lost:
        return [*words, Word(f"– {lost} let go ", "warning", keep=8)]
    return [*words, Word("nothing lost ", "ok", keep=8)]


def tally(sketch: Sketch, change: MutationView) -> list[Word]:
    """How many statements are kept, merged, lost and let go by one change."""
    counts = Counter(
        mark(sketch, change, said, fate) for said, fate in zip(change.statements, fates(change), strict=True)
    )
    order = [called(change, fate) for fate in Fate] + [LET_GO]
    return [
        Word(f"  {sign} {counts[sign, word, tone]} {word}", "over" if tone == "over" else "dim", keep=4)
        for sign, word, tone in order
        if counts[sign, word, tone]
    ]
