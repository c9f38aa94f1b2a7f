"""`.claude/rules/dreamtui-*.md`: one file for some patterns, loaded by Claude Code when a file that fits is read."""

import hashlib
import re
from collections.abc import Iterator, Sequence

from dreamtui.kinds.rule.area import area_in, pattern_of
from dreamtui.model.memory import Rule
from dreamtui.model.target import Target
from dreamtui.render.rendered import Rendered, RenderInput, Surroundings, region_file
from dreamtui.render.rules import GENERAL, area_of, rules_body

FOLDER = ".claude/rules/"
_OURS = re.compile(r"^\.claude/rules/dreamtui-[A-Za-z0-9_.-]+\.md$")
_PLAIN = re.compile(r"^[a-z0-9_]+(/[a-z0-9_]+)?$")

Patterns = tuple[str, ...]


def path_of(patterns: Patterns) -> str:
    """The file for these patterns; one whose name had to be changed carries a hash of what it is for."""
    area = area_in(patterns[0]) if len(patterns) == 1 else ""
    shown, whole = (area, area) if area else (patterns[0] if patterns else "all", "\n".join(patterns))
    name = re.sub(r"[^a-z0-9_]+", "-", shown.lower()).strip("-")[:60]
    if not (area and _PLAIN.match(area)):
        name = f"{name}-{hashlib.sha256(whole.encode('utf-8', 'replace')).hexdigest()[:6]}".lstrip("-")
    return f"{FOLDER}dreamtui-{name}.md"


def head_of(patterns: Patterns) -> str:
    """The front matter that limits a file to the files that fit."""
    if not patterns:
        return ""
    listed = "".join(f'  - "{quoted}"\n' for quoted in (re.sub(r"([\\\"])", r"\\\1", one) for one in patterns))
    return f"---\npaths:\n{listed}---\n\n"


def render(memory: RenderInput, around: Surroundings, asked: frozenset[str]) -> Iterator[Rendered]:
    """A file for all rules with the same patterns, and the removal of files that have no rule any more."""
    wanted = "claude-rules" in asked
    groups: dict[str, tuple[Patterns, list[Rule]]] = {}
    for rule in memory.going_to(Target.RULES, asked=wanted):
        patterns = _patterns(rule)
        if patterns or rule.destination.target is Target.RULES:
            groups.setdefault(path_of(patterns), (patterns, []))[1].append(rule)
    nothing: tuple[Patterns, Sequence[Rule]] = ((), ())
    for path in sorted(groups.keys() | {path for path in around.existing if _OURS.match(path)}):
        patterns, rules = groups.get(path, nothing)
        body = rules_body(rules, kept=memory.kept_in(path, Target.RULES, asked=wanted))
        yield region_file("claude-rules", path, around.existing.get(path), body, head_of(patterns))


def _patterns(rule: Rule) -> Patterns:
    """Those that were decided, else that of the folder it is about."""
    area = area_of(rule)
    return rule.destination.paths or ((pattern_of(area),) if area != GENERAL else ())
