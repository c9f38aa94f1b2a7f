"""What is said around a decision: headings, names, drafts, what was recorded and how to take it back."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING

from dreamtui.model.errors import Lack, Missing
from dreamtui.model.verb import Verb
from dreamtui.present.parts import Word
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import humanise, read_instant
from dreamtui.text.inert import inert_line
from dreamtui.text.lines import Line, plain
from dreamtui.text.words import counted
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.texts.queue import named
from dreamtui.tui.widgets.cells import cut, width_of

if TYPE_CHECKING:
    from dreamtui.desk.queue.show import Shown
    from dreamtui.model.decision import Mark
    from dreamtui.tui.session.drafts import BegunWords
    from dreamtui.tui.session.outcomes import MadeDecision

YOUR_REASON = "‹your reason›"
"""Placeholder in a preview for the reason."""

MOST = 200
_LINES = 12
_TITLE = 44
_FEWEST = 8
"""Cells of a title that still tell which it is."""
_NAMED = 5
"""Titles of items decided together that have room in a box."""


def sentence(shown: "Shown", verb: Verb) -> str:
    """What accepting takes by default: the sentence of a promotion, the marks of a brief; empty for all others."""
    return shown.kind.actions().proposed(shown.held, verb) if verb is Verb.ACCEPT else ""


def sentence_name(shown: "Shown", verb: Verb) -> str:
    """What such a text is called; empty for a sentence of MEMORY.md."""
    return "" if shown.kind.said_in or not sentence(shown, verb) else shown.kind.actions().proposed_name(shown.held)


def suggestion(shown: "Shown", verb: Verb) -> str:
    """The initial text of a rule's box; of what is accepted what is proposed. Secret-like text is replaced."""
    return mask(sentence(shown, verb)) or shown.rule


def rewrites(shown: "Shown", typed: str) -> str:
    """What is said when the words typed would replace a rule that is live; empty when they do not."""
    live = next((one.about for one in shown.objections if one.kind == "live-rule"), "")
    if not live or not typed.strip() or typed.strip() == shown.rule.strip():
        return ""
    return f"These words are not the rule's. {live} would be rewritten."


def cautions(shown: "Shown", verb: Verb, typed: str) -> str:
    """What is to be known of the words typed before they are recorded; empty for nothing."""
    said = rewrites(shown, typed) if verb is Verb.GRADUATE else ""
    return said or shown.kind.actions().cautions(shown.held, verb, typed)


def heading(verb: Verb, items: Sequence[QueueItem], rules: Mapping[Ref, str] = {}) -> str:
    """What a reason is asked for; `rules` are the words of those rules that a rejection retires."""
    name = verb.key_word.capitalize()
    if len(items) == 1:
        retired = [cut(_masked_line(words), 90) for words in rules.values()]
        return f"{name}, and retire its rule “{retired[0]}”" if retired else labelled(name, whole_title(items[0]))
    more = f", and retire {counted(len(rules), 'live rule')}" if rules else ""
    return f"{name} {len(items)} items{more}, one record each"


def whole_title(item: QueueItem) -> str:
    """The title where nothing beside it says the count, which a row of the queue leaves out; without its window."""
    return _WINDOW.sub("", item.title.removesuffix(f": {item.word}"))


_WINDOW = re.compile(r" in last \d+d$")


_LABEL = re.compile(r"[A-Z][a-z]+( \d+)?: ")


def labelled(label: str, title: str) -> str:
    """A title behind a label; one that begins with a label of its own has no second colon before it."""
    return f"{label} · {title}" if _LABEL.match(title) else f"{label}: {title}"


def of_twins(verb: Verb, items: Sequence[QueueItem], rules: Mapping[Ref, str] = {}) -> str:
    """What a reason is asked for that covers items with the same evidence."""
    more = f", and retire {counted(len(rules), 'live rule')}" if rules else ""
    return f"{verb.key_word.capitalize()} {len(items)} with the same evidence{more}"


def each_named(items: Sequence[QueueItem]) -> tuple[Sequence[Word], ...]:
    """Several items that are decided together, a line each; of many the first."""
    lines = [[Word(f"  {named(item)}")] for item in items[:_NAMED]]
    more = len(items) - _NAMED
    return (*lines, *([[Word(f"  and {more} more", "dim")]] if more > 0 else ()))


def settling(items: Sequence[QueueItem]) -> list[Word]:
    """What else a decision settles; nothing for none."""
    if not items:
        return []
    if len(items) > 1:
        return [Word(f"Settles too: {len(items)} items that came up again", keep=9)]
    return [Word(f"Settles too: {called(items[0].title)}", keep=9), Word(", which came up again", keep=5)]


def retiring(rules: Mapping[Ref, str]) -> str:
    """What a rejection does to the live rules; empty without any."""
    if not rules:
        return ""
    if len(rules) > 1:
        return f"This retires {len(rules)} live rules: agents no longer read them."
    return f"This retires its live rule “{_masked_line(next(iter(rules.values())))}”: agents no longer read it."


def _masked_line(words: str) -> str:
    return mask(inert_line(" ".join(words.split())))


def in_keys(sentence: str, missing: Missing | None, kind: str, keep: str, record: str) -> str:
    """A refusal with what to press; `kind`, `keep` and `record` are the keys."""
    if missing is not None and missing.what is Lack.RISK:
        return f"{sentence}. {record} again records it as it is."
    if missing is None or missing.what is not Lack.GROUND:
        return sentence
    return f"{sentence}: {kind} goes on to “wrong” or to no kind, which retire it; esc, then {keep} keeps it"


def reason_given(words: str) -> list[Line]:
    """The reason above what it is to be recorded for."""
    return [*(plain(line) for line in words.strip().split("\n")), plain("")]


def names(verb: Verb, items: Sequence[QueueItem], rules: Mapping[Ref, str] = {}) -> list[Line]:
    """Ids and titles of items to be confirmed, each with the words of the rule that is made or retired with it."""
    what = ("retires its rule", "warning") if verb is Verb.REJECT else ("rule", "text")
    lines: list[Line] = []
    for item in items[:MOST]:
        lines.append(Line((("dim", f"{item.name}  "), ("text", item.title)), hanging=12))
        if item.ref in rules:
            lines.append(plain(f"            {what[0]} “{_masked_line(rules[item.ref])}”", what[1], hanging=12))
    return [*lines, plain(f"and {len(items) - MOST} more", "dim")] if len(items) > MOST else lines


def together(verb: Verb, items: Sequence[QueueItem], spread: Mapping[str, int]) -> list[Line]:
    """What to know before several items are decided together; empty if there is nothing."""
    lines: list[Line] = []
    if len(spread) > 1:
        where = ", ".join(f"{name} {count}" for name, count in spread.items())
        said = f"{len(spread)} workspaces, each in a transaction of its own: {where}"
        lines.append(plain(f"{said}. If one refuses, the others stand; one u undoes all.", "warning"))
    kinds = {item.type.name: item.type for item in items}
    lines += [plain(kind.together, "dim") for kind in kinds.values() if kind.together and verb is kind.slots.take]
    return [*lines, plain("")] if lines else []


def begun(words: "Sequence[BegunWords]") -> list[Line]:
    """Words begun, each with what they are for."""
    lines: list[Line] = []
    for one in words:
        draft, about = one.draft, " ".join(map(str, one.about))
        lines.append(Line((("dim", f"{draft.verb}  "), ("dim", about)), hanging=2))
        said = [text for text in (draft.rule, draft.rationale) if text.strip()]
        lines += [plain(line) for text in said for line in mask(text).split("\n")[:_LINES]]
        lines.append(plain(""))
    return lines[:-1]


def recorded(decisions: "Sequence[MadeDecision]", title: str = "", settled: int = 0) -> str:
    """What was recorded and how to take it back, with secret-like text replaced.

    `title` is what the row of a single one said, if that is not the record's; `settled` are items that were decided
    before, came up again, and are settled with it.
    """
    if not decisions:
        return "Nothing was recorded"
    first, where = decisions[0].decision, decisions[0].workspace
    name = called(title or first.title or first.item)
    named = f"{where}: {name}" if where else name
    what = named if len(decisions) == 1 else f"{len(decisions)} items"
    if first.verb is Verb.UNDO:
        return f"Undone: {what} · U redoes it"
    if first.verb is Verb.REDO:
        return f"Redone: {what} · u undoes it"
    until = f" until {first.until}" if first.until and first.verb in (Verb.DEFER, Verb.REJECT) else ""
    rules = sum(made.decision.retires_rule for made in decisions)
    retired = f", retired {'its rule' if len(decisions) == 1 else counted(rules, 'live rule')}" if rules else ""
    also = f" and {settled} that came up again" if settled else ""
    return f"{first.verb.past.capitalize()}{until}{retired}: {what}{also} · u undoes it"


def shortened(said: str, width: int) -> str:
    """What was recorded as it fits: the title in it gives way to what stands behind it, and at last goes."""
    before, _, rest = said.partition(": “")
    title, closed, behind = rest.rpartition("”")
    if width_of(said) <= width or not (closed and behind.strip()):
        return cut(said, width)
    room = width - width_of(f"{before}: “”{behind}")
    return f"{before}: “{cut(title, room)}”{behind}" if room >= _FEWEST else cut(before + behind, width)


def own_title(item: QueueItem) -> str:
    """What the row of an item says; of a rule that is due for review the rule's words behind why it is there."""
    reviewed = item.type.slots.take is Verb.RERATIONALE
    return (item.title.partition(": ")[2] if reviewed else "") or item.title


_FEW, _BREAK = 8, 600.0
"""Decisions from which on their pace tells something; seconds after which a person was doing something else."""


def minutes_left(decided: Sequence[str], still: int) -> str:
    """How long the rest takes at the pace of the decisions made at these moments; empty when that is not known."""
    moments = [when.timestamp() for text in decided if (when := read_instant(text)) is not None]
    gaps = sorted(after - before for before, after in pairwise(moments) if 0 < after - before < _BREAK)
    if len(gaps) < _FEW - 1 or not still:
        return ""
    seconds = gaps[len(gaps) // 2] * still
    return f"{max(1, round(seconds / 60))} min" if seconds < 5400 else f"{round(seconds / 3600)} h"


def back_in(titles: Sequence[str], tab: str, steps: int, key: str, *, again: bool, first: str = "") -> str:
    """Where something is after an undo or redo, when that is another tab, and the key that goes there.

    `first` is the key that leads to the tabs, where they are not to be seen.
    """
    what = called(titles[0]) if len(titles) == 1 else f"{len(titles)} items"
    is_ = "is" if len(titles) == 1 else "are"
    where = f"{what} {is_} in {tab} again" if again else f"{what} {is_} back in {tab}"
    times = f" {steps} times" if steps > 1 else ""
    before = f"{first}, then " if first else ""
    return f"{where}; press {before}{key}{times} to go there" if key else where


def hidden(titles: Sequence[str]) -> str:
    """What is not shown, and that it is not."""
    return f"{called(titles[0])} is hidden" if len(titles) == 1 else f"{len(titles)} items are hidden"


def called(title: str) -> str:
    """A title as a toast names it: cut, inert, with what looks like a secret replaced; quotes in quotes are single."""
    nested = _masked_line(title).replace("“", "‘").replace("”", "’")
    return f"“{cut(nested, _TITLE)}”"


def undo_heading(marks: "Sequence[Mark]", now: datetime) -> str:
    """What an undo would take back."""
    first = marks[0]
    what = inert_line(first.title) if len(marks) == 1 else f"{len(marks)} items"
    return cut(f"Undo {first.verb} by {first.actor}, {humanise(first.when, now)}: {what}", 200)


def words_lines(words: "Sequence[BegunWords]", said: str) -> list[Line]:
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
