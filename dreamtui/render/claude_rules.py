"""`.claude/rules/dreamtui-*.md`: one file an area, loaded by Claude Code when a file of that area is read."""

import hashlib
import re
from collections.abc import Iterator

from dreamtui.render.rendered import Rendered, RenderInput, Surroundings, region_file
from dreamtui.render.rules import GENERAL, by_area, rules_body

FOLDER = ".claude/rules/"
_OURS = re.compile(r"^\.claude/rules/dreamtui-[A-Za-z0-9_.-]+\.md$")
_PLAIN = re.compile(r"^[a-z0-9_]+(/[a-z0-9_]+)?$")


def path_of(area: str) -> str:
    """The file of an area; one whose name had to be changed carries a hash of the name."""
    name = re.sub(r"[^a-z0-9_]+", "-", area.lower()).strip("-")[:60]
    if not _PLAIN.match(area):
        name = f"{name}-{hashlib.sha256(area.encode('utf-8', 'replace')).hexdigest()[:6]}".lstrip("-")
    return f"{FOLDER}dreamtui-{name}.md"


def head_of(area: str) -> str:
    """The front matter that limits the file to its area."""
    pattern = re.sub(r"([\\\"])", r"\\\1", re.sub(r"([*?\[\]{}!])", r"\\\1", area))
    return f'---\npaths:\n  - "{pattern}/**"\n---\n\n'


def render(memory: RenderInput, around: Surroundings, asked: frozenset[str]) -> Iterator[Rendered]:
    """A file for every area, and the removal of files whose area has no rule any more."""
    wanted = "claude-rules" in asked
    groups = by_area(memory.rules) if wanted else []
    areas = {path_of(area): (area, rules) for area, rules in groups if area != GENERAL}
    kept = memory.kept if wanted else {}
    for path in sorted(areas.keys() | {path for path in around.existing if _OURS.match(path)}):
        area, rules = areas.get(path, ("", []))
        body = rules_body(rules, kept=kept.get(path, ()))
        yield region_file("claude-rules", path, around.existing.get(path), body, head_of(area))
