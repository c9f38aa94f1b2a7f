"""What the coach says about a reason and a rule, as lines."""

from dreamtui.coach.rationale import Check, Judgement, templates_for
from dreamtui.model.decision import Words
from dreamtui.model.status import Disposition
from dreamtui.model.verb import Verb
from dreamtui.openclaw.plans import LONGEST_SENTENCE
from dreamtui.present.parts import Word
from dreamtui.text.budget import CLAUDE_LINES, Size, measure
from dreamtui.text.danger.agent_text import bullet
from dreamtui.text.lines import Line, plain


def lines(
    reason: Judgement, rule: Judgement | None, refusal: str = "", warning: str = "", note: bool = False
) -> list[Line]:
    """What the desk refused and what is to be known; then for rule or note and reason what they have, lack, what stops
    them."""
    made = [plain(f"✗ {refusal}", "over", hanging=2)] if refusal else []
    made += [plain(f"⚠ {warning}", "warning", hanging=2)] if warning else []
    if rule is not None:
        made += _judged("note" if note else "rule", rule, refusal)
    return made + _judged("why ", reason, refusal)


def rule_size(text: str) -> Size:
    """What the words of a rule cost an agent."""
    return measure("\n".join(bullet(text)).encode("utf-8", "replace")) if text.strip() else Size()


def _judged(name: str, found: Judgement, refusal: str) -> list[Line]:
    sign, tone = ("✗", "over") if found.checks else ("·", "dim")
    parts: list[tuple[str, str]] = [("dim", f"{name}  ")]
    for check in found.checks:
        parts += _check(check)
    made = [Line(tuple(parts), hanging=6)] if found.checks else []
    made += [plain(f"{sign} {said}", tone, hanging=2) for said in found.refusals if said != refusal]
    if not found.refusals:
        made += [plain(f"· {said}", "dim", hanging=2) for said in found.advice[:2]]
    return made


def _check(check: Check) -> list[tuple[str, str]]:
    if check.ok:
        named = f": {check.hint}" if check.name == "names evidence" and check.hint else ""
        return [("ok", f"✓\N{NO-BREAK SPACE}{check.name}{named}"), ("text", "   ")]
    return [("dim", f"○\N{NO-BREAK SPACE}{check.name}"), ("text", "   ")]


def invitation(verb: Verb) -> str:
    """The placeholder of an empty box: what to write, and the templates."""
    names = " · ".join(template.name for template in templates_for(verb))
    if names:
        return f"What happened, and what follows from it.  ctrl+t: {names}"
    return "What is missing, and what to do otherwise." if verb is Verb.REPEAT else "Why it is taken back."


def grounds(said: Words) -> tuple[list[Word], list[Word]]:
    """Why something is rejected, a line of its own: one word of four with its date, or none; and the key to it."""
    asks = said.disposition == Disposition.NOT_NOW and not said.until
    until = f" until {said.until}" if said.until else " until a date, asked when recording" if asks else ""
    kind = f"{said.disposition}{until}" if said.disposition else "none"
    left = [Word("Kind: ", "dim", keep=8), Word(kind, "chosen" if said.disposition else "text", keep=9)]
    return left, [Word(" next kind", "dim", "reason.disposition", 7, "ctrl+g")]


def about_kind(said: Words) -> str:
    """The difference between a rejection as not now and a deferral; empty for every other kind."""
    if said.disposition != Disposition.NOT_NOW:
        return ""
    return "Not now rejects: only a run after its date may find it anew. s puts it off: it comes back by itself."


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


def cost(size: Size, lines_now: int, around: int | None, *, note: bool) -> str:
    """What the words cost: tokens, and how full CLAUDE.md becomes; `around` are the lines a rule adds besides its
    words, such as a heading, None while unknown.
    """
    tokens = f"about {size.tokens} token{'' if size.tokens == 1 else 's'}"
    if note or not size.lines or around is None:
        return tokens
    return f"{tokens}, CLAUDE.md {lines_now} → {lines_now + size.lines + around} of {CLAUDE_LINES} lines"
