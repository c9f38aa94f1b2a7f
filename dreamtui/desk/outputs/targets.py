"""Where a rule can go, what it costs there, and what its evidence suggests."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.topics import homes
from dreamtui.desk.outputs import agent_context
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.desk.outputs.sync import render_outputs, surroundings
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.kinds.rule.area import area_in, patterns_of
from dreamtui.model.decision import RULE_FILES, Words
from dreamtui.model.errors import DreamtuiError, NotFound
from dreamtui.model.memory import Rule
from dreamtui.model.status import Status
from dreamtui.model.target import OUTPUTS, Destination, Target
from dreamtui.model.verb import Verb
from dreamtui.render import outputs
from dreamtui.render.rendered import Rendered
from dreamtui.render.rules import rule_lines
from dreamtui.sources.claude.places import INDEX, USER_RULES
from dreamtui.sources.context import LoadReason
from dreamtui.text.budget import CLAUDE_LINES, MEMORY_LINES, Size, measure
from dreamtui.text.danger.agent_text import first_line
from dreamtui.text.paths import tilde

if TYPE_CHECKING:
    from dreamtui.desk.queue.show import Shown

_OF_A_PERSON = re.compile(
    r"\b(I|I'm|I'd|my)\s+(prefer|like|want|always|never|hate|need|work|use|read)\b"
    r"|\b(tell|ask|answer|show|give|call|explain)\b[^.\n]{0,40}\b(me|to me|for me)\b",
    re.IGNORECASE,
)
_LINE = "- [{title}](dreamtui-rule-00000000.md) — {why}"


@dataclass(frozen=True, slots=True)
class TargetCost:
    """One place that a rule can go to."""

    destination: Destination
    path: str
    """The file as a person here finds it; of several the first, and how many more."""
    lines: int
    """Lines that it adds there."""
    tokens: int
    """Tokens, estimated."""
    lines_then: int
    """Lines of the file with it."""
    most: int = 0
    """Lines the file should have at most; 0 for no limit."""
    why_not: str = ""
    """Why it cannot go there, a clause."""
    suggested: str = ""
    """Why it should go there, a clause; empty for all but one."""
    is_now: bool = False
    """Whether it goes there unless a person says otherwise."""

    @property
    def lines_now(self) -> int:
        """Lines of the file without it."""
        return self.lines_then - self.lines


def costs_of(desk: Desk, reference: str, verb: Verb, words: Words) -> tuple[TargetCost, ...]:
    """Every target of the rule that a decision with these words would write, or of one that is moved."""
    return costs(desk, _rule(desk, reference, verb, words))


def cost_now(desk: Desk, shown: "Shown") -> TargetCost | None:
    """Where the rule that an item would become goes unless a person says otherwise.

    None where it becomes none, or where the outputs cannot be told, which is no reason not to show the item.
    """
    waits = shown.entry.status in {Status.PENDING, Status.DEFERRED, Status.RECURRING}
    if not waits or shown.kind.slots.take is not Verb.GRADUATE or not shown.rule.strip():
        return None
    try:
        rule = _rule(desk, shown.item.id, Verb.GRADUATE, Words(rationale="…", rule=shown.rule))
        return next((one for one in _every(desk, rule) if one.destination == rule.destination), None)
    except DreamtuiError:
        return None


def _rule(desk: Desk, reference: str, verb: Verb, words: Words) -> Rule:
    """The rule that a decision would write or move."""
    from dreamtui.desk.decide.decide import planned
    from dreamtui.desk.queue import lookup

    if verb is Verb.MOVE:
        path = lookup.rule_or_note(desk, reference).path
        data = desk.store.read(path)
    else:
        made = planned(desk, reference, verb, replace(words, destination=None)).changes.changes
        path, data = next(((c.path, c.after) for c in made if c.path.startswith(RULE_FILES) and c.after), ("", None))
    if data is None:
        raise NotFound(f"{reference} is not a rule, and cannot become one")
    return rule_format.parse(data, path)


def costs(desk: Desk, rule: Rule) -> tuple[TargetCost, ...]:
    """Every target of a rule, in the order in which they are offered."""
    suggested, why = suggestion(desk, rule)
    every = tuple(_every(desk, rule))
    fitting = (one for one in every if one.destination == suggested and not one.why_not)
    chosen = next(fitting, None)
    return tuple(
        replace(one, suggested=why if one is chosen else "", is_now=one.destination == rule.destination)
        for one in every
    )


def _every(desk: Desk, rule: Rule) -> Iterator[TargetCost]:
    """One after the other, since each that a sync writes is rendered."""
    yield from _of_outputs(desk, rule)
    yield _of_memory(desk, rule)
    yield _of_user(desk, rule)


def suggestion(desk: Desk, rule: Rule) -> tuple[Destination, str]:
    """Where a rule should go by its files and its evidence, and why, a clause.

    Whoever configured outputs without CLAUDE.md, or with the folder of rules, has said where rules of a folder go.
    """
    said = "\n".join((rule.text, *rule.evidence))
    if not rule.files and _OF_A_PERSON.search(said):
        return Destination(Target.USER), "it is about you, not about the project"
    patterns = patterns_of(rule.files)
    asked = outputs.asked_for(surroundings(desk).files)
    if patterns and "claude" in asked and "claude-rules" not in asked:
        return Destination(Target.RULES, patterns), f"all its files are {' or '.join(map(_place_in_words, patterns))}"
    return OUTPUTS, "it holds everywhere" if not patterns else "your settings say where"


def _place_in_words(pattern: str) -> str:
    area = area_in(pattern)
    return f"below {area}/" if area else pattern


def _of_outputs(desk: Desk, rule: Rule) -> Iterator[TargetCost]:
    """The targets that a sync writes."""
    around, known = surroundings(desk), remembered(desk)
    others = [one for one in known.rules if one.path != rule.path]
    held = [one for one in (*known.held, *known.malformed) if one.rule.path != rule.path]

    def rendered(rules: Sequence[Rule]) -> dict[str, Rendered]:
        files = render_outputs(desk, around, rules, known.notes, held)[0]
        return {file.path: file for file in files if file.output != "index"}

    without = rendered(others)
    patterns = rule.destination.paths or patterns_of(rule.files)
    for destination in (
        OUTPUTS,
        Destination(Target.CLAUDE),
        Destination(Target.RULES, patterns),
        Destination(Target.AGENTS),
    ):
        if destination.target is Target.RULES and not patterns:
            why = "its files are in several folders: name patterns"
            yield TargetCost(destination, destination.target.name_of_file, 0, 0, 0, why_not=why)
            continue
        files = rendered([*others, replace(rule, destination=destination)])
        grown = [one for one in files.values() if one.path not in without or one.body != without[one.path].body]
        yield _cost(destination, grown, without)


def _cost(destination: Destination, grown: Sequence[Rendered], without: dict[str, Rendered]) -> TargetCost:
    if not grown:
        return TargetCost(destination, destination.target.name_of_file, 0, 0, 0, why_not="no output says it")
    main = next((one for one in grown if one.path.endswith("CLAUDE.md")), grown[0])
    before = without[main.path].size if main.path in without else Size()
    more = f" and {len(grown) - 1} more" if len(grown) > 1 else ""
    most = CLAUDE_LINES if main.output in {"claude", "agents"} else 0
    lines, tokens = main.size.lines - before.lines, main.size.tokens - before.tokens
    return TargetCost(destination, f"{main.path}{more}", lines, tokens, main.size.lines, most)


def _of_memory(desk: Desk, rule: Rule) -> TargetCost:
    """One line in the index, and a file that is read when it is needed."""
    destination, folder = Destination(Target.MEMORY), homes(desk).get("project")
    if folder is None:
        why = "Claude Code has no memory folder of this project yet"
        return TargetCost(destination, destination.target.name_of_file, 0, 0, 0, why_not=why)
    path = f"{folder}/{INDEX}"
    line = _LINE.format(title=first_line(rule.text), why=first_line(rule.rationale))
    now = measure(desk.store.read(path))
    shown = tilde(desk.layout.real(path), desk.env) if path.startswith("@") else path
    return TargetCost(
        destination, shown, 1, measure(line.encode("utf-8", "replace")).tokens, now.lines + 1, MEMORY_LINES
    )


def _of_user(desk: Desk, rule: Rule) -> TargetCost:
    """What all of the person's own files say in every project, and this."""
    target = Target.USER
    paths = rule.destination.paths if rule.destination.target is target else ()
    folder = homes(desk).get("user")
    if folder is None:
        return TargetCost(Destination(target), target.name_of_file, 0, 0, 0, why_not="Claude Code has no folder here")
    size = measure("\n".join(rule_lines(rule)).encode("utf-8", "replace"))
    own = [one for one in agent_context.loaded(desk).files if _is_own(one.path, one.why) and not one.only_for]
    now = sum((one.size for one in own), Size())
    shown = tilde(desk.layout.real(f"{folder}/x").parent, desk.env) if folder.startswith(USER_RULES) else folder
    return TargetCost(Destination(target, paths), f"{shown}/", size.lines, size.tokens, now.lines + size.lines)


def _is_own(path: str, why: LoadReason) -> bool:
    """Whether a loaded file is the person's for every project."""
    return why is LoadReason.USER or (why is LoadReason.RULE and path.startswith("/"))
