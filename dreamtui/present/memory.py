"""Rules, notes, budgets and what an agent really loads, as rows and lines."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from dreamtui.desk.outputs.remembered import Held, Remembered
from dreamtui.model.memory import Note, NoteStatus, Rule
from dreamtui.model.target import OUTPUTS
from dreamtui.present.parts import Cell, Column, ListRow, block, facts
from dreamtui.render.rendered import Rendered
from dreamtui.sources.context import LoadedContext, LoadedFile
from dreamtui.text.budget import estimate_tokens
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import ago, humanise
from dreamtui.text.lines import Line, plain
from dreamtui.text.query.row import word_of
from dreamtui.text.quotes import records_in_words

_TITLE = re.compile(r"^Candidate `[^`]*` — ")

_NEAREST = 2
"""Folders of a long path that are shown in a row; the pane beside it has all."""

COLUMNS = (Column(1), Column(0), Column(8, right=True, least=40), Column(9, right=True, least=40))
"""Sign, words, tokens or lines, age or what is due."""


def rows(known: Remembered, files: Sequence[Rendered], loaded: LoadedContext, now: datetime) -> list[ListRow]:
    """Undecided rules, rules, notes, what is moved out of the index, what an agent loads, each under a heading."""
    listed = [
        *_held(known.held),
        *_rules(known.rules, now),
        *_notes(known.notes, now),
        *_moved(files),
        *_loaded(loaded),
    ]
    return listed if any(not row.heading for row in listed) else []


def _heading(name: str, text: str) -> ListRow:
    return ListRow(f"heading:{name}", (Cell(text),), heading=True)


def _held(held: Sequence[Held]) -> list[ListRow]:
    if not held:
        return []
    made = [_heading("held", f"Nobody decided {len(held)}")]
    for one in held:
        rule = one.rule
        made.append(
            ListRow(
                f"held:{rule.path}",
                (
                    Cell("?", "warning"),
                    Cell(rule.text or rule.title),
                    Cell(f"{estimate_tokens(rule.text)} tok", "dim"),
                    Cell("undecided" if one.is_new else "changed" if not one.ruling.lapsed else "is back", "warning"),
                ),
                words=f"{rule.id} {rule.title} {rule.path} {' '.join(rule.files)} rule undecided",
            )
        )
    return made


def held_lines(one: Held, stands_in: Sequence[str], now: datetime) -> list[Line]:
    """An undecided rule: what is wrong, what it says, what was decided, which outputs show it."""
    rule, decided = one.rule, one.ruling.words
    lines = [plain(line, "heading") for line in (rule.text or rule.title).split("\n")]
    lines += [plain(f"rule {rule.id} · {estimate_tokens(rule.text)} tokens", "dim"), plain("")]
    lines += [plain(f"Undecided: {one.ruling.said}", "warning"), plain("")]
    lines += block("What was decided, and what agents are given", decided.text) if decided else []
    lines += block("Its title", _TITLE.sub("", rule.title)) if rule.text and rule.title != rule.text else []
    by = f"{rule.graduated_by}, {humanise(rule.graduated_at, now)}" if rule.graduated_by and rule.graduated_at else ""
    stands = ", ".join(stands_in) or "in no output"
    lines += facts(
        [("names as decider", by), ("about", ", ".join(rule.files)), ("stands", stands), ("file", rule.path)]
    )
    ways = "g accepts it with a reason, r retires it; it is in the queue too, where several are accepted at once."
    return [*lines, plain(""), plain(ways, "dim")]


def _rules(rules: Sequence[Rule], now: datetime) -> list[ListRow]:
    if not rules:
        return []
    made = [_heading("rules", f"Rules {len(rules)}")]
    for rule in sorted(rules, key=lambda rule: (rule.graduated_at, rule.id)):
        due = rule.review_after and rule.review_after <= now.date().isoformat()
        made.append(
            ListRow(
                f"rule:{rule.id}",
                (
                    Cell("↻" if due else "●", "warning" if due else "kind"),
                    Cell(rule.text or rule.title),
                    Cell(f"{estimate_tokens(rule.text)} tok", "dim"),
                    Cell("due" if due else ago(rule.graduated_at, now), "warning" if due else "dim"),
                ),
                words=f"{rule.id} {rule.title} {rule.path} {' '.join(rule.files)} rule",
            )
        )
    return made


def _notes(notes: Sequence[Note], now: datetime) -> list[ListRow]:
    if not notes:
        return []
    active = sum(note.status is NoteStatus.ACTIVE for note in notes)
    retired = f", {len(notes) - active} retired" if active < len(notes) else ""
    made = [_heading("notes", f"Notes {active}{retired}")]
    for note in sorted(notes, key=lambda note: (note.status is not NoteStatus.ACTIVE, note.created, note.id)):
        alive = note.status is NoteStatus.ACTIVE
        title = note.title if alive else f"retired · {note.title}"
        made.append(
            ListRow(
                f"note:{note.id}",
                (
                    Cell("▪", "kind" if alive else "dim"),
                    Cell(title, "text" if alive else "dim"),
                    Cell(f"{estimate_tokens(note.text)} tok", "dim"),
                    Cell(ago(note.updated or note.created, now), "dim"),
                ),
                words=f"{note.id} {note.text} {note.category} note",
            )
        )
    return made


def _moved(files: Sequence[Rendered]) -> list[ListRow]:
    moved = [(file.path, title) for file in files for title in file.moved]
    if not moved:
        return []
    made = [_heading("moved", f"Falls off the index with the next sync {len(moved)}")]
    for number, (path, title) in enumerate(moved):
        made.append(
            ListRow(
                f"moved:{number}:{title[:40]}",
                (Cell("▾", "warning"), Cell(title), Cell("", "dim"), Cell("2nd level", "dim")),
                words=path,
            )
        )
    return made


def _loaded(loaded: LoadedContext) -> list[ListRow]:
    if not loaded.files and not loaded.troubles:
        return []
    always = loaded.always
    made = [_heading("loaded", f"Loaded in every session: {always.lines} lines, {always.tokens:,} tokens")]
    for number, file in enumerate(loaded.files):
        made.append(
            ListRow(
                f"loaded:{number}:{file.path}",
                (
                    Cell("▸", "dim"),
                    Cell(_nearest(file.path)),
                    Cell(f"{file.size.tokens:,} tok", "dim"),
                    Cell(f"{file.hidden} cut" if file.hidden else file.why.value, "warning" if file.hidden else "dim"),
                ),
                words=f"{file.path} {file.imported_by} {' '.join(file.only_for)} loaded",
            )
        )
    for number, trouble in enumerate(loaded.troubles):
        made.append(
            ListRow(
                f"trouble:{number}:{trouble.where}",
                (Cell("!", "warning"), Cell(f"{trouble.where}: {trouble.what}"), Cell(""), Cell("not read", "warning")),
            )
        )
    return made


def _nearest(path: str) -> str:
    """A path outside the workspace with the name first and the nearest folders behind it; a row may cut the rest."""
    folder, _, name = path.rpartition("/")
    parts = folder.split("/")
    return f"{name} in {'/'.join(['…', *parts[-_NEAREST:]])}" if path[:1] == "/" and len(parts) > _NEAREST + 1 else path


def rule_lines(rule: Rule, now: datetime) -> list[Line]:
    """One rule with where it comes from."""
    lines = [plain(line, "heading") for line in (rule.text or rule.title).split("\n")]
    lines += [plain(f"rule {rule.id} · {estimate_tokens(rule.text)} tokens", "dim"), plain("")]
    lines += block("Why", rule.rationale) if rule.rationale else []
    lines += block("It was observed that", _TITLE.sub("", rule.title)) if rule.text and rule.title != rule.text else []
    graduated = f"{rule.graduated_by or 'somebody'}, {humanise(rule.graduated_at, now)}" if rule.graduated_at else ""
    known = [
        ("graduated by", graduated),
        ("reviewed", humanise(rule.last_reviewed, now) if rule.last_reviewed else ""),
        ("to be reviewed", humanise(rule.review_after, now) if rule.review_after else ""),
        ("holds until", f"version {rule.until_version}" if rule.until_version else ""),
        ("found as", word_of(rule.signal) if rule.signal else ""),
        ("about", ", ".join(rule.files)),
        ("goes to", rule.destination.said if rule.destination != OUTPUTS else ""),
        ("file", rule.path),
    ]
    lines += facts(known)
    if rule.evidence:
        lines += [
            plain(""),
            plain("Evidence", "dim"),
            *(plain(records_in_words(line.removeprefix("-").lstrip(" :")), hanging=2) for line in rule.evidence),
        ]
    return lines


def note_lines(note: Note, now: datetime) -> list[Line]:
    """One note with where it comes from."""
    state = "active" if note.status is NoteStatus.ACTIVE else "retired"
    kept = [word for word, on in (("pinned", note.pinned), ("static", note.static)) if on]
    about = " · ".join(["note " + note.id, state, *kept, f"{estimate_tokens(note.text)} tokens"])
    lines = [plain(note.title, "heading"), plain(about, "dim"), plain("")]
    lines += [plain(line) for line in note.text.split("\n")]
    lines.append(plain(""))
    known = [
        ("category", note.category),
        ("importance", f"{note.importance:g}"),
        ("written", humanise(note.created, now) if note.created else ""),
        ("changed", humanise(note.updated, now) if note.updated != note.created else ""),
        ("merged into", note.merged_into),
        ("made from", ", ".join(note.merged_from)),
        ("replaced by", note.superseded_by),
        ("comes from", ", ".join(note.sources)),
        ("file", note.path),
    ]
    return lines + facts(known)


def loaded_lines(file: LoadedFile) -> list[Line]:
    """A file as an agent is given it, each line with its number; what is cut off is said."""
    why = f"{file.why} of {file.imported_by}" if file.imported_by else str(file.why)
    about = [why, f"{file.size.lines} lines", f"{file.size.bytes:,} bytes", f"{file.size.tokens:,} tokens"]
    about += [f"only for {', '.join(file.only_for)}"] if file.only_for else []
    about += ["outside the workspace"] if file.outside else []
    digits = len(str(file.lines[-1].number)) if file.lines else 1
    lines = [plain(file.path, "heading"), plain(" · ".join(about), "dim")]
    if file.hidden:
        lines.append(plain(f"{file.hidden} lines are past the limit and never loaded.", "warning"))
    lines.append(plain(""))
    lines += [
        Line((("dim", f"{line.number:>{digits}}  "), ("text", line.text)), hanging=digits + 2) for line in file.lines
    ]
    return lines


def moved_lines(title: str) -> list[Line]:
    """What falling off the index means."""
    return [
        plain(title, "heading"),
        plain(""),
        plain("The first-level index holds 200 lines and 25,000 bytes; an agent is given no more of it."),
        plain("With the next sync this entry goes to a second-level index, MEMORY-….md, which the first one links to."),
        plain("Retire something, or raise its importance, to keep it on the first level."),
    ]


def edited_lines(before: str, after: str) -> list[Line]:
    """What changes in a text, line by line, with signs."""
    import difflib

    tones = {"+": "added", "-": "removed"}
    lines = (line for line in difflib.ndiff(before.split("\n"), after.split("\n")) if not line.startswith("?"))
    return [plain(mask(line), tones.get(line[:1], "text"), hanging=2) for line in lines]


def context_lines(found: LoadedContext, sources: Mapping[str, Mapping[int, str]] | None) -> Iterator[Line]:
    """Files with their cost and why they are loaded, then the sum; with `sources` every line and where it is from."""
    yield plain("      lines         tokens  file, and why an agent loads it", "dim")
    for file in found.files:
        why = f"{file.why} of {file.imported_by}" if file.imported_by else str(file.why)
        extra = [f"only for {', '.join(file.only_for)}"] if file.only_for else []
        extra += ["outside the workspace"] if file.outside else []
        extra += [f"{file.hidden} lines never loaded"] if file.hidden else []
        cost = f"{file.size.lines:>5} lines {file.size.tokens:>7,} tokens"
        note = f"  ({'; '.join(extra)})" if extra else ""
        yield Line((("text", f"{cost}  "), ("heading", file.path), ("text", f"  {why}{note}")))
        for line in file.lines if sources is not None else ():
            subject = (sources or {}).get(file.path, {}).get(line.number, "")
            place = f"  {file.path}:{line.number}{f' from {subject}' if subject else ''}"
            yield Line((("dim", place), ("text", f"  {line.text}")))
    always, later = found.always, found.on_demand
    yield plain(f"{always.lines:>5} lines {always.tokens:>7,} tokens  in every session")
    if later.lines:
        yield plain(f"{later.lines:>5} lines {later.tokens:>7,} tokens  more when matching files are read")
    for trouble in found.troubles:
        yield plain(f"! {trouble.where}: {trouble.what}")
