"""CLAUDE.md: the region with the rules in the one file of the workspace that Claude Code loads."""

from collections.abc import Iterator
from dataclasses import replace

from dreamtui.model.target import Target
from dreamtui.render.paths import CLAUDE as TARGETS
from dreamtui.render.rendered import Rendered, RenderInput, Surroundings, region_file
from dreamtui.render.rules import GENERAL, area_of, rules_body
from dreamtui.text.budget import CLAUDE_BYTES, CLAUDE_LINES, as_loaded
from dreamtui.text.markup.imports import imports_of


def target(existing: frozenset[str]) -> str:
    """The file that carries the region."""
    return next((path for path in TARGETS if path in existing), TARGETS[0])


def render(memory: RenderInput, around: Surroundings, asked: frozenset[str]) -> Iterator[Rendered]:
    """The target with its region, and the other place without one."""
    chosen = target(frozenset(around.existing))
    wanted = "claude" in asked
    rules = memory.going_to(Target.CLAUDE, asked=wanted)
    if "claude-rules" in asked:
        # Rules of an area are loaded from .claude/rules when that output is on: twice would waste the context.
        rules = tuple(r for r in rules if r.destination.target is Target.CLAUDE or area_of(r) == GENERAL)
    index = around.index_shown if wanted and "index" in asked else ""
    body = rules_body(rules, memory.notes, index, memory.kept_in(chosen, Target.CLAUDE, asked=wanted))
    for path in TARGETS:
        before = around.existing.get(path)
        if path == chosen or before is not None:
            yield _advised(region_file("claude", path, before, body if path == chosen else ""), "agents" in asked)


def _advised(made: Rendered, agents: bool) -> Rendered:
    """The file with what a person should know about it."""
    words: list[str] = []
    if agents and made.after and b"@" in made.after and _imports_agents(made.after):
        words.append("it imports AGENTS.md, which says the same rules: ask for one of the outputs claude and agents")
    if made.size.lines > CLAUDE_LINES:
        words.append(f"{made.size.lines} lines: agents follow a CLAUDE.md of up to {CLAUDE_LINES} lines best")
    if made.after is not None and len(made.after) > CLAUDE_BYTES:
        words.append("over 4 MiB: Claude Code will not load it")
    return replace(made, advice=tuple(words)) if words else made


def _imports_agents(data: bytes) -> bool:
    targets = (target for _, target in imports_of(as_loaded(data)))
    return any(target.rpartition("/")[2].startswith("AGENTS.md") for target in targets)
