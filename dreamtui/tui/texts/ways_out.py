"""The ways out of a contradiction: what stands against what, a card each, and what each number does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from dreamtui.desk.reorganize.proposal_view import MutationView
from dreamtui.model.proposal import Choice, Fate
from dreamtui.text.dates import humanise
from dreamtui.text.diff.lines import Span, changed_words
from dreamtui.text.diff.marked import marked
from dreamtui.text.lines import Line, plain
from dreamtui.tui.session.proposal_sketch import Sketch
from dreamtui.tui.texts.proposal import effect

_RIVALS = {"keep-a": "keep-b", "keep-b": "keep-a", "keep-memory": "keep-claude", "still": "no-longer"}
"""The way out in which goes what this one keeps."""
_LINE = "keep-claude"
"""The way out that keeps a line of CLAUDE.md."""


@dataclass(frozen=True, slots=True)
class CardSide:
    """What a way out keeps: a memory, or a line of CLAUDE.md."""

    way: str
    place: str
    said: str
    """The statements that would go if another way out were taken, a line each; of two memories on one subject all of
    them, with a sign before each: the other says it too, or does not."""


@dataclass(frozen=True, slots=True)
class Card:
    way: str
    lines: tuple[Line, ...]


def cards(sketch: Sketch, now: datetime, safe: Callable[[str], str]) -> list[Card]:
    """What stands against what, the words in which the two differ marked; `safe` masks what is to be masked.

    It has to come before the marks, which cut a text into pieces.
    """
    found = (_side(sketch, one, now) for one in sketch.view.proposal.choices)
    sides = [replace(side, place=safe(side.place), said=safe(side.said)) for side in found if side is not None]
    marks: list[list[Span]] = [[] for _ in sides]
    if len(sides) == 2:
        marks = list(changed_words(sides[0].said, sides[1].said))
    return [_card(sketch, side, spans) for side, spans in zip(sides, marks, strict=True)]


def _side(sketch: Sketch, choice: Choice, now: datetime) -> CardSide | None:
    if choice.id == _LINE:
        return next((CardSide(choice.id, place, words.strip()) for place, words in sketch.view.proposal.against), None)
    found = next((one for one in sketch.changes if one.choice == _RIVALS.get(choice.id)), None)
    goes = next((one for one in found.sources if one.id != found.mutation.keeps), None) if found is not None else None
    if found is None or goes is None:
        return None
    day = humanise(goes.day, now) if goes.day else ""
    gone = "retired or gone since" if goes.state == "gone" else ""
    place = " · ".join(filter(None, (goes.title or goes.path, goes.kind, day, goes.author, gone)))
    told = [one for one in found.statements if one.source == goes.id]
    if sketch.view.proposal.kind == "pair" and found.mutation.keeps in {one.id for one in found.sources}:
        signed = (f"{'≠' if one.fate is Fate.LOST else '='} {one.text}" for one in told)
        return CardSide(choice.id, place, "\n".join(signed))
    said = [one.text for one in told if one.fate is not Fate.KEPT]
    return CardSide(choice.id, place, "\n".join(said) or goes.text.strip())


def _card(sketch: Sketch, side: CardSide, spans: Sequence[Span]) -> Card:
    number = numbers(sketch)[side.way]
    made = sketch.view.proposal
    newer = "  newer" if side.way == made.default else ""
    chosen = "  chosen" if side.way == sketch.choice and side.way != made.default else ""
    key, word = ("", "") if side.way == "still" else (f"{number} ", "keep  ")
    if sketch.view.spent:
        key, word, newer, chosen = "", "", "", ""
    top = Line(
        (("heading", key), ("dim", f"{word}{side.place}"), ("ok", f"{newer}{chosen}")), hanging=len(key) + len(word)
    )
    return Card(side.way, (top, *marked(side.said, spans, "heading")))


def numbers(sketch: Sketch) -> dict[str, int]:
    """The number of each way out by its id."""
    return {one.id: number for number, one in enumerate(sketch.view.proposal.choices, 1)}


def way_lines(sketch: Sketch) -> list[Line]:
    """The ways out that have no card, what those with one do, why it is proposed, and what turning it down means."""
    made, number = sketch.view.proposal, numbers(sketch)
    if sketch.view.spent:
        said = f"⚠ Nothing is left to do: {sketch.view.spent}."
        reject = Line((("heading", "r  "), ("dim", "Rejects it; s puts it off.")), hanging=3)
        return [plain(said, "warning"), reject, plain(), plain(f"why  {_why(sketch)}", "dim", 5)]
    on_cards = [one for one in made.choices if one.id != "still" and (one.id in _RIVALS or one.id == _LINE)]
    lines = [
        Line((("heading", f"{number[one.id]}  "), ("text", one.label), ("ok", _chosen(sketch, one))), hanging=3)
        for one in made.choices
        if one not in on_cards
    ]
    lines += [Line((("heading", "r  "), ("dim", "None of these: nothing changes.")), hanging=3), plain()]
    effects: dict[str, list[str]] = {}
    for one in on_cards:
        for change in (each for each in sketch.changes if each.choice == one.id):
            effects.setdefault(effect(change, "The other"), []).append(str(number[one.id]))
    lines += [plain(f"{' or '.join(ways)}: {said}", "dim", 3) for said, ways in effects.items()]
    if made.kind == "pair":
        lines.append(plain("= both say it   ≠ only this one says it", "dim"))
    return [*lines, plain(f"why  {_why(sketch)}", "dim", 5)]


def _why(sketch: Sketch) -> str:
    """Why it is proposed, without the statements that stand on the cards."""
    said = sketch.view.proposal.reason
    short = next((one.mutation.reason for one in sketch.changes if one.mutation.reason.startswith("They ")), "")
    at = said.find(short.removeprefix("They")) if short else -1
    return f"They{said[at:]}" if at > 0 else said


def _chosen(sketch: Sketch, choice: Choice) -> str:
    return "  chosen" if choice.id == sketch.choice else ""


def going(changes: Sequence[MutationView]) -> str:
    """What is lost with these changes, a sentence; empty for nothing."""
    lost = list(dict.fromkeys(said for one in changes if not one.skip for said in one.lost))
    if not lost:
        return ""
    if len(lost) > 1:
        return f"{len(lost)} statements go with it."
    return f"“{' '.join(lost[0].split())}” goes with it."
