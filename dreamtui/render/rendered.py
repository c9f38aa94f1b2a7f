"""What the outputs are made from, and what comes out."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.model.target import Target
from dreamtui.render.paths import INDEX
from dreamtui.render.region import RegionProblem, place_region, remove_region
from dreamtui.render.rules import KeptLines
from dreamtui.text.budget import Size, measure


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What exists, and what the configuration asks for."""

    existing: Mapping[str, bytes] = field(default_factory=dict)
    """Bytes of the files that are there, by logical path; `READ` names which ones are looked at."""
    dotagent: bool = False
    """Whether dotagent writes in this workspace too."""
    wanted: tuple[str, ...] | None = None
    """Names under `dreamtui: {outputs: …}`, or nothing for the defaults."""
    index_shown: str = INDEX
    """How CLAUDE.md names our index; empty when the home is elsewhere and no path should be written."""
    same_file: Mapping[str, str] = field(default_factory=dict)
    """For a path that is a symlink to another one: the logical path of the file it leads to."""


@dataclass(frozen=True, slots=True)
class Rendered:
    output: str
    """Name of the output it belongs to."""
    path: str
    """Logical path."""
    before: bytes | None
    after: bytes | None
    """Its bytes after a sync; the same as before when there is a problem."""
    size: Size
    """What it costs an agent afterwards."""
    problems: tuple[RegionProblem, ...] = ()
    moved: tuple[str, ...] = ()
    """Titles that leave this file for a second-level index, or go straight there."""
    advice: tuple[str, ...] = ()
    """What to know about it, a sentence each."""
    body: str = ""
    """What its region says, for a repair; empty when it has none."""

    @property
    def changed(self) -> bool:
        """Whether a sync would write it."""
        return self.before != self.after


@dataclass(frozen=True, slots=True)
class RenderInput:
    rules: tuple[Rule, ...] = ()
    notes: tuple[Note, ...] = ()
    """Notes, retired ones left out."""
    unsaid: tuple[Rule, ...] = ()
    """Rules without a decision: an index keeps its line for one."""
    kept: Mapping[str, tuple[KeptLines, ...]] = field(default_factory=dict)
    """For each file the rules that stay in its region although no decision says them."""

    @classmethod
    def of(
        cls,
        rules: tuple[Rule, ...],
        notes: tuple[Note, ...],
        unsaid: tuple[Rule, ...] = (),
        kept: Mapping[str, tuple[KeptLines, ...]] | None = None,
    ) -> "RenderInput":
        """Everything that is in force, in an order that does not depend on how it was read."""
        active = (note for note in notes if note.status is NoteStatus.ACTIVE)
        return cls(
            tuple(sorted(rules, key=lambda r: (r.id, r.path))),
            tuple(sorted(active, key=lambda n: n.id)),
            tuple(sorted(unsaid, key=lambda r: (r.id, r.path))),
            kept or {},
        )

    def going_to(self, target: Target, *, asked: bool) -> tuple[Rule, ...]:
        """The rules for a target, and where its output is asked for those that have none of their own."""
        wanted = {target, Target.OUTPUTS} if asked else {target} - {Target.OUTPUTS}
        return tuple(rule for rule in self.rules if rule.destination.target in wanted)

    def kept_in(self, path: str, target: Target, *, asked: bool) -> tuple[KeptLines, ...]:
        """The lines that stay in a file; none where its output is not asked for and no rule goes there."""
        own = target is not Target.OUTPUTS
        wanted = asked or (own and any(rule.destination.target is target for rule in (*self.rules, *self.unsaid)))
        return self.kept.get(path, ()) if wanted else ()


def region_file(output: str, path: str, before: bytes | None, body: str, preamble: str = "") -> Rendered:
    """A file whose region says `body`, or that loses its region when there is nothing to say."""
    result = place_region(before, body, preamble) if body else remove_region(before)
    if isinstance(result, RegionProblem):
        return Rendered(output, path, before, before, measure(before), problems=(result,), body=body)
    return Rendered(output, path, before, result, measure(result), body=body)
