"""What a model drafted for an item, in sentences: its words clause by clause, each beside its quote."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from dreamtui.model.evidence import Locator
from dreamtui.model.model_draft import DraftOutcome, ModelDraft
from dreamtui.present.parts import sentence
from dreamtui.text.inert import one_line
from dreamtui.text.lines import Line, plain
from dreamtui.text.quotes import place_in_words

if TYPE_CHECKING:
    from dreamtui.desk.queue.show import Shown

_HEADINGS = {
    DraftOutcome.RULE: "The model's words",
    DraftOutcome.NONE: "The model found no rule",
    DraftOutcome.UNUSED: "The model's answer is not used",
}


def draft_lines(made: ModelDraft, *, current: bool = True) -> Iterator[Line]:
    """A draft in reading order; `current` says whether it was made from the evidence there is now."""
    yield plain(f"{_HEADINGS[made.outcome]} ({made.command}, {made.when[:10]})", "heading", wraps=False)
    if not current:
        yield plain("There is other evidence now than it was made from.", "warning", indent=2)
    if made.outcome is DraftOutcome.NONE:
        yield plain(f"“{one_line(made.none)}”", indent=2)
    if made.outcome is DraftOutcome.UNUSED:
        yield from (plain(f"{sentence(failure)}.", "warning", indent=2) for failure in made.failures)
    if made.outcome is not DraftOutcome.RULE:
        return
    yield plain(made.rule, "strong", indent=2)
    for clause in made.clauses:
        if len(made.clauses) > 1:
            yield plain(clause.words, indent=4)
        yield plain(f"“{one_line(clause.quote)}”", indent=6)
        yield plain(place_in_words(Locator.parse(clause.locator)), "dim", indent=6, wraps=False)
    for doubt in made.against:
        yield plain(f"Against it, says the model: {one_line(doubt)}", indent=2)
    for place in made.foreign:
        yield plain(f"Does not belong, says the model: {place_in_words(Locator.parse(place))}", indent=2)


def outcome_words(made: ModelDraft) -> str:
    """What came of it, in a sentence without its stop."""
    if made.outcome is DraftOutcome.RULE:
        return one_line(made.rule)
    if made.outcome is DraftOutcome.NONE:
        return f"no rule: {one_line(made.none)}"
    return f"not used: {'; '.join(made.failures)}"


def shown_draft(shown: "Shown") -> list[Line]:
    """The draft of an item; empty without one."""
    return [] if shown.draft is None else list(draft_lines(shown.draft, current=shown.draft_is_current))


def in_pane(lines: Iterable[Line]) -> list[Line]:
    """Lines as a pane has them, which wraps by itself."""
    return [replace(one, parts=(("text", " " * one.indent), *one.parts), hanging=one.indent) for one in lines]
