"""Files that carry the same region as CLAUDE.md: AGENTS.md, dotagent's patterns.md, Copilot's instructions, Cursor."""

from collections.abc import Iterator

from dreamtui.render.paths import AGENTS, COPILOT, CURSOR, PATTERNS
from dreamtui.render.rendered import Rendered, RenderInput, Surroundings, region_file
from dreamtui.render.rules import rules_body

PATHS = {"agents": AGENTS, "patterns": PATTERNS, "copilot": COPILOT, "cursor": CURSOR}

_CURSOR_HEAD = "---\ndescription: Rules the team has decided on\nalwaysApply: true\n---\n\n"


def render(output: str, memory: RenderInput, around: Surroundings, asked: frozenset[str]) -> Iterator[Rendered]:
    """The file with its region, or without when the output is not asked for."""
    path = PATHS[output]
    before = around.existing.get(path)
    index = around.index_shown if "index" in asked else ""
    body = rules_body(memory.rules, memory.notes, index, memory.kept.get(path, ())) if output in asked else ""
    if body or before is not None:
        yield region_file(output, path, before, body, _CURSOR_HEAD if output == "cursor" else "")
