"""What the coach says about a reason and a rule, in one line, and the lines above the boxes."""

from dreamtui.coach.rationale import Judgement, templates_for
from dreamtui.model.decision import Words
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.openclaw.plans import LONGEST_SENTENCE
from dreamtui.present.parts import Word
from dreamtui.text.budget import Size, measure
from dreamtui.text.danger.agent_text import bullet
from dreamtui.text.lines import Line, plain
from dreamtui.text.words import counted


def lines(
    reason: Judgement, rule: Judgement | None, refusal: str = "", warning: str = "", note: bool = False
) -> list[Line]:
    """What is to be known; then one line of the coach, or none.

    What was refused comes before what would be, that before advice, and the rule before the reason.
    """
    made = [plain(f"⚠ {warning}", "warning", hanging=2)] if warning else []
    gaps = f"Fill in {counted(len(reason.gaps), 'gap')}: ctrl+t goes to the next." if reason.gaps else ""
    if refusal:
        return [plain(f"✗ {gaps or refusal}", "over", hanging=2), *made]
    ruled = Judgement() if rule is None else rule
    name = "Note: " if note else "Rule: "
    said = [
        *(("dim", f"✗ {name}{one}") for one in ruled.refusals),
        *(("dim", f"✗ {gaps or one}") for one in reason.refusals if not reason.blank),
        *(("warning", f"⚠ {name}{one}") for one in ruled.risks),
        *(("warning", f"⚠ {one}") for one in reason.risks),
        *(("dim", f"· {name}{one}") for one in ruled.advice),
        *(("dim", f"· {one}") for one in reason.advice),
    ]
    if gaps and not said:
        said = [("dim", f"· {gaps}")]
    return made + [plain(text, tone, hanging=2) for tone, text in said[:1]]


def cited(number: int, name: str) -> Line:
    """What the number of a piece in a reason is recorded as; no name means that part of the piece is masked."""
    if not name:
        said = f"⚠ [{number}] stays as it is: part of it is masked; name it in your own words"
        return plain(said, "warning", hanging=2)
    return plain(f"· [{number}] is recorded as {name}", "dim", hanging=2)


def rule_size(text: str) -> Size:
    """What the words of a rule cost an agent."""
    return measure("\n".join(bullet(text)).encode("utf-8", "replace")) if text.strip() else Size()


def invitation(verb: Verb) -> str:
    """The placeholder of an empty box: what to write, and the templates."""
    names = " · ".join(template.name for template in templates_for(verb))
    if names:
        return f"What happened, and what follows from it.  ctrl+t: {names}"
    if verb is Verb.DEFER:
        return "What has to happen first; without a reason it is put off too."
    return "What is missing, and what to change." if verb is Verb.REPEAT else "Why it is undone."


def example(beginning: str) -> str:
    """The same once it is said of which kind the reason is: how it could read."""
    return f"Such as: {beginning}"


def grounds(said: Words, *, numbered: bool = False, last: bool = False) -> tuple[list[Word], list[Word]]:
    """Why something is rejected, a line of its own: one word of four with its date, or none; and the key to it.

    `numbered`: a number begins the reason; `last`: with 5 as the one before.
    """
    if numbered and not said.disposition:
        kinds = [
            Word(f" {one.replace('-', ' ')}", "dim", keep=6, key=f"{'  ' * (at > 1)}{at}")
            for at, one in enumerate(Disposition, 1)
        ]
        again = [(" last", 6, "  5"), (" reason", 4, ""), (" again", 3, "")] if last else []
        kinds += [Word(text, "dim", keep=keep, key=key) for text, keep, key in again]
        return kinds, [Word(" next kind", "dim", "reason.disposition", 2, "ctrl+g")]
    asks = said.disposition == Disposition.NOT_NOW and not said.until
    until = f" until {said.until}" if said.until else " until a date, asked when recording" if asks else ""
    kind = f"{said.disposition}{until}" if said.disposition else "none"
    left = [Word("Kind: ", "dim", keep=8), Word(kind, "chosen" if said.disposition else "text", keep=9)]
    return left, [Word(" next kind", "dim", "reason.disposition", 5, "ctrl+g")]


def about_kind(said: Words) -> str:
    """The difference between a rejection as not now and a deferral; empty for every other kind."""
    if said.disposition != Disposition.NOT_NOW:
        return ""
    return "Not now rejects: only a run after its date may find it again. s defers it: it comes back by itself."


ROOM = {"": "if full: refuse", "make": "if full: drop the oldest", "over": "if full: go over"}
"""What a promotion does when MEMORY.md is full."""


def proposed_title(name: str, said: Words) -> tuple[list[Word], list[Word]]:
    """Above what is proposed, where a person changes it line by line."""
    return [Word(name, "strong", keep=9), Word("  yours" if said.rule.strip() else "  as they are", "dim", keep=8)], []


def sentence_title(typed: str, said: Words) -> tuple[list[Word], list[Word]]:
    """Above the sentence of a promotion: whose words it is, and what happens when MEMORY.md is full."""
    whose = "your words" if said.rule.strip() else "the note's words"
    length = f" {len(typed.strip())}/{LONGEST_SENTENCE}"
    left = [Word("MEMORY.md says", "strong", keep=9), Word(f"  {whose}", "dim", keep=8), Word(length, "dim", keep=6)]
    return left, [Word(f" {ROOM[said.room]}", "chosen" if said.room else "dim", "reason.room", 7, "ctrl+o")]


def cost(size: Size) -> str:
    """What the words cost."""
    return f"about {counted(size.tokens, 'token')}"
