"""What is said of words whose item is not in the queue: what became of it, then all of the words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import humanise
from dreamtui.tui.widgets.text_pane import PaneLine, plain

if TYPE_CHECKING:
    from dreamtui.tui.session.drafts import BegunWords


def became(desk: Desk, item: str) -> str:
    """What words are about that belong to no row of the queue, and what became of it."""
    from dreamtui.desk.outputs import sync as outputs
    from dreamtui.kinds.decision import graph

    if item == "undo":
        return "They were begun for taking a decision back, and come back when one is taken back with a reason."
    if "/" in item:
        return f"They are about the memory {item}; C has it."
    rules, notes = outputs.rules_and_notes(desk)
    title = {**{rule.id: rule.title for rule in rules}, **{note.id: note.title for note in notes}}.get(item, "")
    last = next((mark for mark in reversed(graph.ordered(desk.store.audit.marks())) if mark.item == item), None)
    decided = f" {last.actor} decided it: {last.verb}, {humanise(last.when, desk.now)}." if last is not None else ""
    if title:
        return f"They are about “{mask(title)}”; M has it.{decided}"
    return f"Their item is gone: {item} is not in the queue any more.{decided}"


def words_lines(words: "Sequence[BegunWords]", said: str) -> list[PaneLine]:
    """A sentence about the words, what can be done with them, then the words."""
    lines = [plain(said, "warning"), plain("Y copies them, x discards them.", "dim"), plain("")]
    for draft in (one.draft for one in words):
        parts = [(name, text) for name, text in (("rule", draft.rule), ("reason", draft.rationale)) if text.strip()]
        for name, text in parts:
            lines.append(plain(f"{draft.verb.split()[0]}, the {name}", "heading"))
            lines += [plain(line) for line in mask(text).split("\n")]
            lines.append(plain(""))
    return lines[:-1]


def copied(words: "Sequence[BegunWords]") -> str:
    """The words as they go to the clipboard."""
    texts = (text for one in words for text in (one.draft.rule, one.draft.rationale))
    return "\n\n".join(text.strip("\n") for text in texts if text.strip())
