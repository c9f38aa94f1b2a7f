"""Actions of the promotions screen: thresholds, what MEMORY.md would be, the way into the queue."""

from dreamtui.tui.actions.registry import Action, Scope

_HERE = Scope.PROMOTIONS

ACTIONS = (
    Action("promotions.queue", "Put into the queue", "Put every recall that passes into the queue, to be decided.",
           _HERE, "g,a", "dreamtui promote --queue", label="into the queue", vim="a", priority=100, decides=True,
           words=("promote", "review", "qualified")),
    Action("promotions.lower", "Lower the threshold", "Move the chosen threshold down; nothing is written.", _HERE,
           "left,h,minus", "dreamtui promote --min-score N", label="lower", priority=95,
           words=("slider", "min", "what if")),
    Action("promotions.raise", "Raise the threshold", "Move the chosen threshold up; nothing is written.", _HERE,
           "right,l,plus", "dreamtui promote --min-score N", label="raise", priority=94,
           words=("slider", "min", "what if")),
    Action("promotions.threshold", "Next threshold", "Choose which threshold moves: score, recalls or queries.", _HERE,
           "s", "dreamtui promote --min-recall-count N --min-unique-queries N", label="next threshold", priority=93,
           words=("slider", "score", "recalls", "queries")),
    Action("promotions.reset", "Thresholds as configured", "Put the thresholds back to what the configuration says.",
           _HERE, "0", "dreamtui promote", label="reset", priority=60, words=("default", "reset")),
    Action("promotions.memory", "MEMORY.md before and after", "Show side by side what MEMORY.md would become.", _HERE,
           "c", "dreamtui promote", label="MEMORY.md", priority=90, words=("preview", "diff", "budget", "changes")),
)  # fmt: skip
"""In the order help shows them."""
