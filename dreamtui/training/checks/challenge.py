"""What to ask of a brief before it counts: the risks it names itself, and its assumptions turned round."""

import re
from collections.abc import Iterator

from dreamtui.coach.challenge import Objection
from dreamtui.text.inert import one_line
from dreamtui.training.briefs.brief import Brief, Stated

_MOST = 3
"""Risks, and assumptions, that are put; the protocol asks for three risks."""
_EXAMPLE = re.compile(
    r"(?i)https?://(?:[^/?#]*[.@])?(?:example\.(?:com|org|net)|example|invalid|test)(?::\d+)?(?:[/?#]|$)"
)
"""Addresses whose host is reserved for examples, so that nothing can be read there."""


def objections(brief: Brief) -> Iterator[Objection]:
    """Risks and questions, in the order of the brief."""
    for risk in brief.risks[:_MOST]:
        yield Objection("risk", f"It names the risk itself: {_quoted(risk)}")
    for assumption in brief.assumptions[:_MOST]:
        yield Objection("assumption", f"What becomes of it if this is not so: {_quoted(assumption)}?")
    if brief.assumptions and not brief.tests:
        yield Objection("untested", "It does not say how any of that could be tested.")
    examples = [one for one in brief.sources if one.is_web and _EXAMPLE.match(one.address)]
    if examples:
        count = f"{len(examples)} of its {len(brief.sources)} sources {'is' if len(examples) == 1 else 'are'}"
        text = f"{count} at an address that exists for examples only: {_quoted(examples[0].said)}"
        yield Objection("example-source", text)


def _quoted(said: Stated) -> str:
    return f"“{one_line(said.text)}” (line {said.line})"
