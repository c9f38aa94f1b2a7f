"""Beginnings of a reason that a person can insert by number; each has gaps that must be filled before it counts."""

import re
from dataclasses import dataclass

from dreamtui.model.verb import Verb
from dreamtui.text.words import normalise


@dataclass(frozen=True, slots=True)
class Template:
    number: int
    """The key that inserts it."""
    name: str
    """Two or three words for a menu."""
    verbs: frozenset[Verb]
    text: str
    """The words, with ‹gaps›."""


_TAKE = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE})
_LEAVE = frozenset({Verb.REJECT, Verb.RETIRE})

TEMPLATES = (
    Template(
        1, "same cause", _TAKE, "Across ‹which events›, the cause each time was ‹what›; ‹what to do› prevents it."
    ),
    Template(2, "what it costs not to", _TAKE, "Without this, ‹what goes wrong› happened again in ‹commit or file›."),
    Template(
        3, "team convention", _TAKE, "We decided ‹what› because ‹why›; it holds until ‹when it stops being true›."
    ),
    Template(4, "coincidence", _LEAVE, "‹How many› unrelated events: ‹what each was›; coincidence, not a pattern."),
    Template(5, "already covered", _LEAVE, "‹Which rule, test or check› already covers this since ‹when›."),
    Template(6, "no longer true", _LEAVE, "‹What› changed in ‹commit or file›, so this no longer happens."),
)
"""Numbered for the console, in the order of the menu."""

_GAP = re.compile("‹[^‹›]*›")
_GAPS = frozenset(gap for template in TEMPLATES for gap in _GAP.findall(template.text))
_WITHOUT_GAPS = frozenset(normalise(_GAP.sub(" ", template.text)) for template in TEMPLATES)


def templates_for(verb: Verb) -> tuple[Template, ...]:
    """The templates that suit a decision."""
    return tuple(template for template in TEMPLATES if verb in template.verbs)


def open_gaps(words: str) -> tuple[str, ...]:
    """The gaps of a template that are still in the words."""
    return tuple(gap for gap in _GAP.findall(words) if gap in _GAPS)


def without_gaps(words: str) -> str:
    """The words without the gaps of a template that are still in them."""
    return _GAP.sub(lambda gap: " " if gap.group() in _GAPS else gap.group(), words)


def is_unedited(words: str) -> bool:
    """Whether the words are a template with its gaps emptied rather than filled."""
    return normalise(_GAP.sub(" ", words)) in _WITHOUT_GAPS
