"""How titles say what a person said: the preference where there is one, else the newest words."""

from dreamtui.dream.signals.tally import Total
from dreamtui.text.saying import cut, instruction, preference

SHOWN = 100
"""Characters of a person's words that a title shows."""


def said(subject: str, total: Total) -> str:
    """`use pnpm, not npm`, or the newest of the words that were said about it."""
    wanted = preference(subject)
    if wanted is not None:
        return cut(f"use {wanted[0]}, not {wanted[1]}", SHOWN)
    newest = max(total.quotes)[2] if total.quotes else subject
    return cut((instruction(newest, subject) or newest).removesuffix("."), SHOWN)
