"""What is said around a decision: headings, names, what was recorded and how to take it back."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from dreamtui.model.decision import Decision, Mark, Verb
from dreamtui.model.item import Kind
from dreamtui.text.dates import humanise
from dreamtui.text.inert import inert_line
from dreamtui.text.risks import mask
from dreamtui.text.row import Listed
from dreamtui.tui.queue_items import NAMES, QueueItem
from dreamtui.tui.widgets.cells import cut
from dreamtui.tui.widgets.text_pane import PaneLine, plain

if TYPE_CHECKING:
    from dreamtui.desk.show import Shown
    from dreamtui.store.drafts import SavedDraft

_MOST = 200
_LINES = 12
_PAST = {
    Verb.GRADUATE: "Graduated",
    Verb.ACCEPT: "Accepted",
    Verb.REJECT: "Rejected",
    Verb.DEFER: "Put off",
    Verb.REOPEN: "Reopened",
    Verb.RETIRE: "Retired",
    Verb.RERATIONALE: "Kept with a new reason",
    Verb.UNDO: "Undid",
    Verb.REDO: "Redid",
}


def sentence(shown: "Shown", verb: Verb) -> str:
    """What accepting a promotion would write when nobody says it better; empty for all else."""
    files = shown.sheaf.promotion
    return files.promotion.text if files is not None and verb is Verb.ACCEPT else ""


def suggestion(shown: "Shown", verb: Verb) -> str:
    """What stands in the box of a rule at first; of a promotion the note's words, secret-like text replaced."""
    return mask(sentence(shown, verb)) or shown.rule


def rewrites(shown: "Shown", typed: str) -> str:
    """What is said when the words typed would replace a rule that is live; empty when they do not."""
    live = next((one.text for one in shown.objections if one.kind == "live-rule"), "")
    if not live or not typed.strip() or typed.strip() == shown.rule.strip():
        return ""
    return f"These words are not the rule's. {live.partition(' would be')[0]} would be rewritten."


def heading(verb: Verb, items: Sequence[QueueItem]) -> str:
    """What a reason is asked for."""
    name = NAMES.get(verb, str(verb)).capitalize()
    return f"{name}: {items[0].title}" if len(items) == 1 else f"{name} {len(items)} items, one record each"


def in_keys(sentence: str, kind: str, keep: str) -> str:
    """A refusal with what to press in place of what to type; `kind` and `keep` are the keys."""
    from dreamtui.review.candidates import TO_KEEP_OR_RETIRE

    pressed = f"{kind} goes on to “wrong” or to no kind, which retire it; esc, then {keep} keeps it"
    return sentence.replace(TO_KEEP_OR_RETIRE, pressed)


def names(items: Sequence[QueueItem]) -> list[PaneLine]:
    """Ids and titles of items to be confirmed."""
    lines = [PaneLine((("dim", f"{item.id}  "), ("text", item.title)), hanging=12) for item in items[:_MOST]]
    return [*lines, plain(f"and {len(items) - _MOST} more", "dim")] if len(items) > _MOST else lines


def together(verb: Verb, items: Sequence[Listed], spread: Mapping[str, int]) -> list[PaneLine]:
    """What one should know before several items are decided at once; nothing where that is nothing."""
    lines: list[PaneLine] = []
    if len(spread) > 1:
        where = ", ".join(f"{name} {count}" for name, count in spread.items())
        said = f"{len(spread)} workspaces, each in a transaction of its own: {where}"
        lines.append(plain(f"{said}. If one refuses, the others stand; one u takes all back.", "warning"))
    if verb is Verb.ACCEPT and any(item.kind == Kind.PROMOTION for item in items):
        said = "Each promotion is written with its note's own words: one sentence for several would be wrong for most."
        lines.append(plain(f"{said} To say one better, accept it alone.", "dim"))
    return [*lines, plain("")] if lines else []


def begun(drafts: "Sequence[SavedDraft]") -> list[PaneLine]:
    """Words begun, each with what they are for."""
    lines: list[PaneLine] = []
    for draft in drafts:
        lines.append(PaneLine((("dim", f"{draft.verb}  "), ("dim", draft.item)), hanging=2))
        said = [text for text in (draft.rule, draft.rationale) if text.strip()]
        lines += [plain(line) for text in said for line in mask(text).split("\n")[:_LINES]]
        lines.append(plain(""))
    return lines[:-1]


def recorded(decisions: Sequence[Decision]) -> str:
    """What was recorded and how to take it back; never a title, because toasts are seen by everybody."""
    if not decisions:
        return "Nothing was recorded"
    first = decisions[0]
    what = first.item if len(decisions) == 1 else f"{len(decisions)} items"
    until = f" until {first.until}" if first.until and first.verb is Verb.DEFER else ""
    back = {Verb.UNDO: "U does it again"}.get(first.verb, "u undoes it")
    return f"{_PAST.get(first.verb, str(first.verb))} {what}{until} · {back}"


def undo_heading(marks: Sequence[Mark], now: datetime) -> str:
    """What an undo would take back."""
    first = marks[0]
    what = inert_line(first.title) if len(marks) == 1 else f"{len(marks)} items"
    return cut(f"Undo {first.verb} by {first.actor}, {humanise(first.when, now)}: {what}", 200)
