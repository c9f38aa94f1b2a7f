"""What is said of something recorded, on whichever screen it was decided or taken back."""

from typing import TYPE_CHECKING

from dreamtui.tui.texts import deciding as texts
from dreamtui.tui.toasts import DECISION

if TYPE_CHECKING:
    from dreamtui.tui.app import Console
    from dreamtui.tui.session.outcomes import ConsoleOutcome

MOST_ADVICE = 3
"""Sentences of advice shown together; the log has all."""


def tell(console: "Console", outcome: "ConsoleOutcome") -> None:
    """Note it for the sitting and say it, with further advice that the box did not give already.

    The review screen has a line for it; elsewhere it is a toast.
    """
    console.sitting.record(outcome.made, outcome.written)
    console.arm_guard()
    title = console.sitting.title_of(outcome.made[0]) if len(outcome.made) == 1 else ""
    settled = _settled(console, outcome)
    console.sitting.last = texts.recorded(outcome.made, title, settled)
    if settled:
        console.sitting.settled[outcome.made[0].ref] = settled
    if console.screen is console.review:
        console.note(console.sitting.last)
    else:
        console.say(console.sitting.last, timeout=5.0, about=DECISION)
    advice = [sentence for sentence in outcome.advice if sentence not in outcome.coached]
    if rest := advice[MOST_ADVICE:]:
        advice = [*advice[:MOST_ADVICE], f"{len(rest)} more to know: {'; '.join(rest)}"]
    if advice:
        console.say("\n".join(advice), "warning", timeout=8.0, about="advice")
    if outcome.failed:
        console.complain(f"Not done in {'; '.join(outcome.failed)}; what was recorded stands")


def _settled(console: "Console", outcome: "ConsoleOutcome") -> int:
    """How many decided items that came up again leave the queue with it."""
    view = console.review.queue.view
    found = (one.ref for made in outcome.made for one in view.settled_by(made.verb, [made.item]))
    return len(frozenset(found))
