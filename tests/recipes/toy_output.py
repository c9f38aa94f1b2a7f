"""An output: the rules in a region of RULES.md."""

from collections.abc import Iterator

from dreamtui.render.rendered import Rendered, RenderInput, Surroundings, region_file
from dreamtui.render.rules import rules_body

NAME = "rules-md"
PATH = "RULES.md"


def render(memory: RenderInput, around: Surroundings, asked: frozenset[str]) -> Iterator[Rendered]:
    """The file with its region, or without when the output is not asked for."""
    before = around.existing.get(PATH)
    body = rules_body(memory.rules, memory.notes, "", memory.kept.get(PATH, ())) if NAME in asked else ""
    if body or before is not None:
        yield region_file(NAME, PATH, before, body)
