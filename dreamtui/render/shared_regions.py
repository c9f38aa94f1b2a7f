"""Files that carry the same region as CLAUDE.md: AGENTS.md, dotagent's patterns.md, Copilot's instructions, Cursor."""

from collections.abc import Iterator

from dreamtui.model.target import Target
from dreamtui.render.paths import AGENTS, COPILOT, CURSOR, PATTERNS
from dreamtui.render.rendered import Rendered, RenderInput, Surroundings, region_file
from dreamtui.render.rules import rules_body

PATHS = {"agents": AGENTS, "patterns": PATTERNS, "copilot": COPILOT, "cursor": CURSOR}
_TARGETS = {"agents": Target.AGENTS, "patterns": Target.CLAUDE}
_MIRRORS = {"patterns"}
"""They say what CLAUDE.md says, where they are asked for."""

_CURSOR_HEAD = "---\ndescription: Rules the team has decided on\nalwaysApply: true\n---\n\n"


def render(output: str, memory: RenderInput, around: Surroundings, asked: frozenset[str]) -> Iterator[Rendered]:
    """The file with its region, or without when the output is not asked for."""
    path = PATHS[output]
    before = around.existing.get(path)
    wanted, target = output in asked, _TARGETS.get(output, Target.OUTPUTS)
    if not wanted and output in _MIRRORS:
        target = Target.OUTPUTS
    index = around.index_shown if wanted and "index" in asked else ""
    kept = memory.kept_in(path, target, asked=wanted)
    body = rules_body(memory.going_to(target, asked=wanted), memory.notes, index, kept)
    if body or before is not None:
        yield region_file(output, path, before, body, _CURSOR_HEAD if output == "cursor" else "")
