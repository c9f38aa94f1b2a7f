"""The registry of outputs: which ones are written here, what they come to, and where a line of theirs comes from."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from dreamtui.model.errors import Usage
from dreamtui.model.memory import Note, Rule
from dreamtui.model.target import Destination, Target
from dreamtui.render import claude_md, claude_rules, index_md, shared_regions
from dreamtui.render.paths import AGENTS
from dreamtui.render.region import Region, State, read_region, remove_region
from dreamtui.render.rendered import Rendered, RenderInput, Surroundings
from dreamtui.render.rules import GENERAL, KeptLines, area_of, rule_lines

Renderer = Callable[[RenderInput, Surroundings, frozenset[str]], Iterator[Rendered]]

RENDERERS: dict[str, Renderer] = {
    "claude": claude_md.render,
    "patterns": partial(shared_regions.render, "patterns"),
    "index": index_md.render,
    "agents": partial(shared_regions.render, "agents"),
    "claude-rules": claude_rules.render,
    "cursor": partial(shared_regions.render, "cursor"),
    "copilot": partial(shared_regions.render, "copilot"),
}
"""Every output by the name it has in the configuration, in the order they are written."""


def checked_names(names: Iterable[str]) -> tuple[str, ...]:
    """The names of outputs from a configuration, or a sentence about the one that does not exist."""
    found = tuple(names)
    for name in found:
        if name not in RENDERERS:
            raise Usage(f"dreamtui.outputs: there is no output {name!r}; use one of {', '.join(RENDERERS)}")
    return found


def asked_for(around: Surroundings) -> frozenset[str]:
    """Which outputs are written: those of the configuration, else CLAUDE.md, the index, and what is there already.

    An AGENTS.md that we made for rules of that target alone is none that was there.
    """
    if around.wanted is not None:
        return frozenset(around.wanted)
    defaults = {"claude", "index"}
    if around.dotagent:
        defaults.add("patterns")
    if remove_region(around.existing.get(AGENTS)) is not None:
        defaults.add("agents")
    return frozenset(defaults)


def render_all(
    rules: Iterable[Rule],
    notes: Iterable[Note],
    around: Surroundings,
    unsaid: Iterable[Rule] = (),
    kept: Mapping[str, tuple[KeptLines, ...]] | None = None,
) -> tuple[Rendered, ...]:
    """Every output file, changed or not, in path order. An output that is no longer asked for loses its region.

    `unsaid` and `kept` are rules without a decision, whose lines stay in place.
    """
    asked = asked_for(around)
    decided, open_ones = (_with_one_file(around, asked, some) for some in (rules, unsaid))
    memory = RenderInput.of(decided, tuple(notes), open_ones, kept)
    made = [file for renderer in RENDERERS.values() for file in renderer(memory, around, asked)]
    return tuple(sorted(_one_a_file(made, around, asked), key=lambda file: file.path))


def _with_one_file(around: Surroundings, asked: frozenset[str], rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """The rules with CLAUDE.md and AGENTS.md as one target, where one is a link to the other."""
    places = {around.same_file.get(path, path) for path in (claude_md.target(frozenset(around.existing)), AGENTS)}
    if len(places) > 1:
        return tuple(rules)
    chosen = Target.AGENTS if "agents" in asked and "claude" not in asked else Target.CLAUDE
    both = {Target.CLAUDE, Target.AGENTS}
    return tuple(replace(r, destination=Destination(chosen)) if r.destination.target in both else r for r in rules)


def _one_a_file(made: list[Rendered], around: Surroundings, asked: frozenset[str]) -> list[Rendered]:
    """One output for files that are one through a symlink: the first that is asked for."""
    chosen: dict[str, Rendered] = {}
    for file in sorted(made, key=lambda file: file.output not in asked):
        chosen.setdefault(around.same_file.get(file.path, file.path), file)
    return list(chosen.values())


_OF_AREAS = "claude-rules"
"""The output that holds only rules about some folder; every other one holds all rules."""


def carrying(files: Iterable[Rendered]) -> frozenset[str]:
    """Which outputs say rules in these files."""
    return frozenset(f.output for f in files if f.body or (f.output == "index" and f.after is not None))


def is_shown(rule: Rule, outputs: Iterable[str]) -> bool:
    """Whether a rule has a target of its own, or one of these outputs says it.

    What is about no folder has no file among the rules of folders.
    """
    if rule.destination.target is not Target.OUTPUTS:
        return True
    return any(output != _OF_AREAS or area_of(rule) != GENERAL for output in outputs)


def provenance(data: bytes, rules: Iterable[Rule], notes: Iterable[Note]) -> dict[int, str]:
    """For each line of an output as it is on disk, from 1: the rule or note it says. Other lines are left out."""
    rules, notes = tuple(rules), tuple(notes)
    lines = data.decode("utf-8", "replace").split("\n")
    bare = [line.rstrip("\r") for line in lines]
    reading = read_region(data)
    found = _index_lines(bare, rules, notes)
    if reading.state in (State.ONE, State.EDITED, State.TWO):
        for region in reading.regions:
            found |= _rule_lines(bare, region, rules)
    return dict(sorted(found.items()))


def _rule_lines(lines: list[str], region: Region, rules: tuple[Rule, ...]) -> dict[int, str]:
    blocks: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for rule in sorted(rules, key=lambda r: (r.graduated_at, r.id, r.path)):
        block = rule_lines(rule)
        blocks.setdefault(block[0], []).append((block, rule.id))
    found: dict[int, str] = {}
    last = region.first_line + region.body.count(b"\n")
    for index in range(region.first_line, last):
        fitting = [b for b in blocks.get(lines[index], ()) if tuple(lines[index : index + len(b[0])]) == b[0]]
        if fitting:
            block, name = max(fitting, key=lambda b: len(b[0]))
            found |= {index + 1 + offset: name for offset in range(len(block))}
    return found


def _index_lines(lines: list[str], rules: tuple[Rule, ...], notes: tuple[Note, ...]) -> dict[int, str]:
    paths = {rule.path: rule.id for rule in rules} | {note.path: note.id for note in notes}
    found: dict[int, str] = {}
    for number, line in enumerate(lines, start=1):
        path = index_md.linked_path(line, paths)
        if path:
            found[number] = paths[path]
    return found
