"""Outputs: what sync would write, writing it, and the way back from a line to its decision."""

import fnmatch
from dataclasses import dataclass

from dreamtui.desk import items
from dreamtui.desk.desk import Desk
from dreamtui.formats import note as note_format
from dreamtui.formats import rule as rule_format
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Decision, Mark, Verb
from dreamtui.model.errors import Integrity, NotFound, Refused, Usage
from dreamtui.model.memory import Note, Rule
from dreamtui.render import outputs, repair
from dreamtui.render.rendered import Rendered, Surroundings
from dreamtui.review import graph
from dreamtui.sources.workspace import dotagent_signs
from dreamtui.store.layout import INDEX, RULES
from dreamtui.store.queue import Queue
from dreamtui.text.paths import tilde


@dataclass(frozen=True, slots=True)
class Synced:
    """What sync found and did."""

    files: tuple[Rendered, ...]
    """Every output, changed or not."""
    changes: ChangeSet
    """What was, or would be, written."""
    problems: tuple[str, ...]
    """Why some files are not written, a sentence each."""
    repairs: tuple[str, ...] = ()
    """What a repair does, a sentence each."""
    left: tuple[str, ...] = ()
    """Files that are not ours to write, such as a symbolic link out of the workspace, a sentence each."""
    unread: tuple[str, ...] = ()
    """Rules and notes that cannot be read, so that nothing of them stands in an output, a sentence each."""


def rules_and_notes(desk: Desk, unread: list[str] | None = None) -> tuple[tuple[Rule, ...], tuple[Note, ...]]:
    """Everything that is remembered, read from its files; `unread` takes a sentence for each that cannot be."""
    queue = Queue(desk.layout, desk.today)
    rules = []
    for row in queue.rules():
        data = desk.store.read(row.path)
        if data is not None:
            rules.append(rule_format.parse(data, row.path))
    notes = []
    for row in queue.notes():
        data = desk.store.read(row.path)
        parsed = note_format.parse(data, row.path) if data is not None else None
        if parsed is not None:
            notes.append(parsed)
    if unread is not None:
        unread += [problem.said for problem in queue.problems]
    return tuple(rules), tuple(notes)


@dataclass(frozen=True, slots=True)
class _Around:
    """The files outputs look at, and those that cannot be."""

    files: Surroundings
    """What could be read."""
    problems: tuple[str, ...]
    """What could not, a sentence each."""
    left: dict[str, str]
    """Symbolic links that lead out of the workspace, with a sentence each."""


def _surroundings(desk: Desk) -> _Around:
    existing: dict[str, bytes] = {}
    same: dict[str, str] = {}
    problems: list[str] = []
    left: dict[str, str] = {}
    for logical in _present(desk):
        if desk.store.leads_out(logical):
            left[logical] = f"{logical} is a symbolic link that leads out of the workspace; it is left as it is"
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
    return _Around(files, tuple(problems), left)


def _configured_by_dotagent(desk: Desk) -> bool:
    raw = desk.config.raw or {}
    return "adapters" in raw or "render" in raw


def _present(desk: Desk) -> list[str]:
    """Logical paths of READ that exist, patterns expanded."""
    found: list[str] = []
    for logical in outputs.READ:
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
    around = _surroundings(desk)
    unread: list[str] = []
    rules, notes = rules_and_notes(desk, unread)
    files = tuple(f for f in outputs.render_all(rules, notes, around.files) if f.path not in around.left)
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
    left = tuple(around.left.values())
    return Synced(files, ChangeSet.of(*changes), tuple(problems), tuple(repairs), left, tuple(unread))


def _repaired(file: Rendered) -> "repair.Repair | None":
    if file.before is None or not all(problem.repairable for problem in file.problems):
        return None
    mended = repair.repair(file.before, file.body or None)
    return mended if isinstance(mended, repair.Repair) else None


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


def claude_lines(desk: Desk, changes: ChangeSet) -> tuple[int, int]:
    """How many lines CLAUDE.md has after a sync, as things are and with the new rules of these changes."""
    around = _surroundings(desk).files
    rules, notes = rules_and_notes(desk)
    new = [
        rule_format.parse(change.after, change.path)
        for change in changes.changes
        if change.before is None and change.after is not None and change.path.startswith(f"{RULES}/")
    ]
    now, then = (_claude(outputs.render_all(each, notes, around)) for each in (rules, (*rules, *new)))
    return now, then


def _claude(files: tuple[Rendered, ...]) -> int:
    """Lines of the CLAUDE.md among outputs; 0 where none is written."""
    found = (file.size.lines for file in files if file.after is not None and file.path.endswith("CLAUDE.md"))
    return next(found, 0)


@dataclass(frozen=True, slots=True)
class Why:
    """Where a line of an output, or a rule, comes from."""

    subject: str
    """Id of the rule or note."""
    title: str
    """Its title."""
    text: str
    """Its words."""
    path: str
    """Its file."""
    decisions: tuple[tuple[Decision, Mark, bool], ...]
    """Decisions on it that changed its file, oldest first, and whether each stands."""
    verdict: tuple[str, str, str]
    """Rationale, who and when for what was decided without a record of ours."""


def why(desk: Desk, reference: str) -> Why:
    """From a rule, a note or FILE:LINE back to the decision, the person, the reason and the evidence."""
    from dreamtui.desk.promotion_why import why_promoted

    if (promoted := why_promoted(desk, reference)) is not None:
        return promoted
    found = _line_subject(desk, reference)
    row = items.rule_or_note(desk, found or reference)
    data = desk.store.read(row.path) or b""
    marks = graph.ordered(desk.store.audit.marks())
    stands = graph.standing(marks)
    about = [m for m in marks if m.item in {row.id, rule_format.review_id(row.id)} or row.path in m.paths]
    whole = tuple((desk.store.audit.read(m.name), m, stands[m.id]) for m in about if m.verb is not Verb.DEFER)
    parsed = rule_format.parse(data, row.path)
    verdict = (parsed.rationale, parsed.graduated_by, parsed.graduated_at)
    return Why(row.id, row.title, row.words, row.path, whole, verdict)


def _line_subject(desk: Desk, reference: str) -> str:
    """The rule or note behind FILE:LINE; empty when the reference is no such thing."""
    name, _, number = reference.rpartition(":")
    if not name or not number.isdigit():
        return ""
    here = desk.cwd / name
    path = (here if here.exists() else desk.workspace.root / name).resolve()
    logical = desk.layout.logical(path)
    if logical.startswith("/"):
        raise Usage(f"{name} is not in this workspace")
    data = desk.store.read_output(logical)
    if data is None:
        raise NotFound(f"there is no {name}")
    rules, notes = rules_and_notes(desk)
    subject = outputs.provenance(data, rules, notes).get(int(number), "")
    if not subject:
        raise NotFound(f"{reference} comes from no rule or note of ours; it is a person's line, or no line")
    return subject
