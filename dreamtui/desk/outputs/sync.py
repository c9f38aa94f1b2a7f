"""Outputs: what sync would write, and writing it."""

import fnmatch
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from dreamtui.desk.decide.placed import elsewhere
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import Held, remembered
from dreamtui.desk.outputs.risky import risky_lines
from dreamtui.kinds.note import codec as note_format
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.kinds.rule.kind import EXPIRED
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import NOTE_PATHS, RULE_FILES
from dreamtui.model.errors import Integrity, Refused
from dreamtui.model.memory import Note, Rule
from dreamtui.render import index_md, outputs, repair
from dreamtui.render.paths import READ
from dreamtui.render.rendered import Rendered, Surroundings
from dreamtui.render.rules import rule_lines
from dreamtui.render.undecided import Unsaid, blocks_of, kept_lines, stray_lines
from dreamtui.sources.workspace import dotagent_signs
from dreamtui.store.layout import INDEX
from dreamtui.text.budget import Size
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import tilde

_SEAL = re.compile(rb"(<!-- dreamtui:begin)[^;\n]{0,200};")


@dataclass(frozen=True, slots=True)
class Synced:
    files: tuple[Rendered, ...]
    changes: ChangeSet
    """What was, or would be, written."""
    problems: tuple[str, ...]
    """Why some files are not written, a sentence each."""
    repairs: tuple[str, ...] = ()
    """What a repair does, a sentence each."""
    left: tuple[str, ...] = ()
    """Files that are not ours to write, such as a symlink out of the workspace, a sentence each."""
    held: tuple[Held, ...] = ()
    """Rules without a decision for their words: none of these is written, and no existing line of theirs is removed."""
    standing: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For each of these, by the path of the rule's file, the outputs that contain a line of it."""
    undecided: tuple[str, ...] = ()
    """Each of them in a sentence: its file, what is wrong with it, and what agents are given of it."""
    strays: tuple[str, ...] = ()
    """Lines that stay because a rule without a decision may have been them, while no file says them, a sentence each.
    """
    unread: tuple[str, ...] = ()
    """Records, rules and notes that cannot be read and so are in no output, a sentence each."""
    unshown: tuple[str, ...] = ()
    """Rules that no output shows, a sentence each."""
    elsewhere: tuple[str, ...] = ()
    """Rules that go to memory or to somebody's own rules, which no sync writes, a sentence each."""
    misplaced: tuple[str, ...] = ()
    """Those of them whose file is gone or says other words, a sentence each."""
    risky: tuple[str, ...] = ()
    """Lines of outputs that hold what looks like a secret or an order to an agent, a sentence each."""
    remembered: int = 0
    """Rules and active notes there are, decided or not."""

    def sizes(self) -> tuple[Size, Size]:
        """What CLAUDE.md and our MEMORY.md cost an agent then."""
        sizes = {file.path: file.size for file in self.files if file.after is not None}
        claude = next((size for path, size in sizes.items() if path.endswith("CLAUDE.md")), Size())
        return claude, sizes.get(INDEX, Size())


@dataclass(frozen=True, slots=True)
class AroundOutputs:
    """The files outputs look at, and those that cannot be."""

    files: Surroundings
    problems: tuple[str, ...]
    """What could not, a sentence each."""
    left: dict[str, str]
    """Symbolic links that lead out of the workspace, with a sentence each."""


def surroundings(desk: Desk) -> AroundOutputs:
    """The files that outputs look at, as they are now."""
    existing: dict[str, bytes] = {}
    same: dict[str, str] = {}
    problems: list[str] = []
    left: dict[str, str] = {}
    for logical in _present(desk):
        if desk.store.leads_out(logical):
            left[logical] = f"{logical} is a symlink that leads out of the workspace; it is left as it is"
            continue
        if why := desk.store.why_not_through(logical):
            problems.append(why)
            continue
        try:
            data = desk.store.read_output(logical)
        except Refused as problem:
            problems.append(str(problem))
            continue
        target = desk.layout.logical(desk.store.output_path(logical))
        if target != logical:
            same[logical] = target
        if data is not None:
            existing[logical] = data
    wanted = desk.config["dreamtui.outputs"]
    files = Surroundings(
        existing=existing,
        dotagent=bool(dotagent_signs(desk.workspace.root)) or _configured_by_dotagent(desk),
        wanted=outputs.checked_names(map(str, wanted)) if wanted else None,
        index_shown=INDEX if desk.workspace.has_agent else tilde(desk.layout.real(INDEX), desk.env),
        same_file=same,
    )
    return AroundOutputs(files, tuple(problems), left)


def _configured_by_dotagent(desk: Desk) -> bool:
    raw = desk.config.raw or {}
    return "adapters" in raw or "render" in raw


def _present(desk: Desk) -> list[str]:
    """Logical paths of READ that exist, patterns expanded."""
    found: list[str] = []
    for logical in READ:
        if "*" not in logical:
            path = desk.layout.real(logical)
            if path.exists() or path.is_symlink():
                found.append(logical)
            continue
        folder, _, pattern = logical.rpartition("/")
        real = desk.layout.real(folder)
        if real.is_dir():
            found += [f"{folder}/{p.name}" for p in sorted(real.iterdir()) if fnmatch.fnmatchcase(p.name, pattern)]
    return found


def plan(desk: Desk, *, mend: bool = False) -> Synced:
    """What sync would write now, file by file; with `mend`, broken regions are repaired first."""
    around = surroundings(desk)
    known = remembered(desk)
    rendered, strays = render_outputs(desk, around, known.rules, known.notes, (*known.held, *known.malformed))
    files = tuple(f for f in rendered if f.path not in around.left)
    changes, problems, repairs = [], list(around.problems), []
    for file in files:
        if not file.problems:
            changes.append(Change(file.path, file.before, file.after))
            continue
        mended = _repaired(file) if mend else None
        if mended is None:
            problems += [f"{file.path}{f':{p.line}' if p.line else ''}: {p.message}" for p in file.problems]
            continue
        changes.append(Change(file.path, file.before, mended.data))
        repairs += [f"{file.path}: {sentence}" for sentence in mended.done]
    standing = _standing(known.held, around.files.existing)
    return Synced(
        files,
        ChangeSet.of(*changes),
        tuple(problems),
        tuple(repairs),
        tuple(around.left.values()),
        known.held,
        standing,
        tuple(f"{one.said}; {_given(one, standing[one.rule.path])}" for one in known.held),
        strays,
        known.unread,
        _unshown(desk, known.rules, outputs.carrying(files) & outputs.asked_for(around.files)),
        *elsewhere(desk, known.rules),
        risky_lines(desk, files),
        known.count,
    )


def forecast(desk: Desk, changes: Collection[Change]) -> ChangeSet:
    """What these changes do to what agents read: each output that a sync would write otherwise, without and with them.

    Rules and notes count as decided as the changes leave them, so also one whose file stays as it is.
    """
    touched = {change.path: change for change in changes if change.path.startswith((RULE_FILES, NOTE_PATHS))}
    if not touched:
        return ChangeSet()
    around, known = surroundings(desk), remembered(desk)
    rules = [rule for rule in known.rules if rule.path not in touched]
    notes = [note for note in known.notes if note.path not in touched]
    held = [one for one in known.held if one.rule.path not in touched]
    for path, change in touched.items():
        if change.after is None:
            continue
        if path.startswith(RULE_FILES):
            rules.append(rule_format.parse(change.after, path))
        elif (note := note_format.parse(change.after, path)) is not None:
            notes.append(note)

    def rendered(rules: Sequence[Rule], notes: Sequence[Note], held: Sequence[Held]) -> dict[str, bytes | None]:
        files, _ = render_outputs(desk, around, rules, notes, (*held, *known.malformed))
        return {file.path: unsealed(file.after) for file in files if file.path not in around.left}

    before, after = rendered(known.rules, known.notes, known.held), rendered(rules, notes, held)
    return ChangeSet.of(*(Change(path, before.get(path), after.get(path)) for path in sorted(before | after)))


def unsealed(data: bytes | None) -> bytes | None:
    """An output without the hash in the first line of its region, which changes with every other line."""
    return None if data is None else _SEAL.sub(rb"\1;", data)


def _unshown(desk: Desk, rules: Iterable[Rule], carrying: Collection[str]) -> tuple[str, ...]:
    """The rules that no output shows, a sentence each."""
    lost = sorted(rule.path for rule in rules if not outputs.is_shown(rule, carrying))
    return tuple(inert_line(f"{path}: no output shows it{_configured(desk)}") for path in lost)


def _configured(desk: Desk) -> str:
    names = ", ".join(map(str, desk.config["dreamtui.outputs"] or ()))
    return f": dreamtui.outputs is {names}, which hold rules about a folder only" if names == "claude-rules" else ""


def unshown_after(desk: Desk, changes: ChangeSet) -> tuple[str, ...]:
    """The rules that a decision wrote and that no configured output will show, a sentence each."""
    wanted = desk.config["dreamtui.outputs"]
    if not wanted:
        return ()
    written = [change for change in changes.changes if change.path.startswith(RULE_FILES)]
    rules = [rule_format.parse(one.after, one.path) for one in written if one.after is not None]
    return _unshown(desk, rules, outputs.checked_names(map(str, wanted)))


def render_outputs(
    desk: Desk, around: AroundOutputs, rules: Sequence[Rule], notes: Sequence[Note], held: Sequence[Held]
) -> tuple[tuple[Rendered, ...], tuple[str, ...]]:
    """Every output, and the lines that stay in them although no file says them, a sentence each.

    Of rules without a decision, existing lines stay until a person decides; new ones are not written.

    Lines of a rule that was retired or taken back are removed, and if its record says the decided words, these are
    written even if the file differs.
    """
    open_ones = [one for one in held if one.ruling.words is None and not one.ruling.lapsed]
    unsaid = [Unsaid(one.rule, one.ruling.near) for one in open_ones if one.note is None]
    lapsed = [one.rule for one in held if one.ruling.lapsed]
    kept = kept_lines(around.files.existing, rules, unsaid, lambda: _out_of_force(desk, lapsed))
    files = outputs.render_all(rules, notes, around.files, [one.rule for one in open_ones], kept)
    shown = {file.path for file in files if file.body and file.output != "index"}
    places = (
        (path, line)
        for path, lines in sorted(kept.items())
        if path in shown
        for line in stray_lines(around.files.existing[path], lines, unsaid)
    )
    return files, tuple(
        inert_line(f"{path}:{line}: no decision, and no file says it any more; {_STAYS}") for path, line in places
    )


_STAYS = "it stays until the rules that nobody decided are"


def _out_of_force(desk: Desk, lapsed: Iterable[Rule]) -> set[str]:
    """The words of rules that were retired, undone or changed by a decision: no reason to keep a line."""
    gone = {words for rule in lapsed for words in (rule.text, rule.title) if words.strip()}
    gone |= {row.words for row in desk.queue().rows(EXPIRED)}
    for mark in desk.store.audit.readable()[0]:
        if mark.rules:
            made = desk.store.audit.read(mark.name)
            gone |= {one.text for one in made.says} | {made.rule, made.rationale}
    return {words for words in gone if words.strip()}


def _standing(held: Iterable[Held], existing: Mapping[str, bytes]) -> dict[str, tuple[str, ...]]:
    """For each rule without a decision the outputs that say it in its words of today."""
    wanted = {one.rule.path: one for one in held}
    if not wanted:
        return {}
    blocks = {path: {lines for _, lines in blocks_of(data)} for path, data in sorted(existing.items())}

    def says(path: str, one: Held) -> bool:
        if one.note is None:
            return rule_lines(one.rule) in blocks[path]
        return path.startswith(".agent/memory/") and one.rule.path.rpartition("/")[2].encode() in existing[path]

    return {name: tuple(path for path in blocks if says(path, one)) for name, one in wanted.items()}


def _repaired(file: Rendered) -> "repair.Repair | None":
    if file.before is None or not all(problem.repairable for problem in file.problems):
        return None
    is_ours = index_md.is_ours if file.output == "index" else None
    mended = repair.repair(file.before, file.body or None, is_ours=is_ours)
    return mended if isinstance(mended, repair.Repair) else None


def _given(held: Held, stands_in: Sequence[str]) -> str:
    if held.ruling.words is not None:
        return "agents get the decided words"
    if held.ruling.lapsed:
        return "agents do not get it"
    return f"its line stays in {', '.join(stands_in)}" if stands_in else "agents do not get it"


def sync(desk: Desk, *, mend: bool = False) -> Synced:
    """Write the outputs; when one cannot be written safely nothing is, and Integrity says why."""
    planned = plan(desk, mend=mend)
    if planned.problems:
        more = f" (and {len(planned.problems) - 1} more)" if len(planned.problems) > 1 else ""
        mendable = any(problem.repairable for file in planned.files for problem in file.problems)
        hint = ", `dreamtui sync --repair --dry-run` shows a plan" if mendable else ""
        raise Integrity(f"{planned.problems[0]}{more}; nothing was written{hint}")
    if not planned.changes:
        return planned
    with desk.store.writing(desk.writer()) as transaction:
        planned = plan(desk, mend=mend)
        if planned.changes and not planned.problems:
            paths = [change.path for change in planned.changes.changes]
            transaction.apply(planned.changes, "sync", files=paths, repairs=list(planned.repairs))
    return planned
