"""Decisions, versions of memories and what was retired, as rows and lines."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from dreamtui.desk.audit.audit_views import AuditVerdict
from dreamtui.desk.audit.decision_diff import DecidedFile
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.history import FolderHistory
from dreamtui.desk.memory.topics import Retired
from dreamtui.desk.outputs.why import LineOrigin
from dreamtui.model.decision import Decision, Mark
from dreamtui.model.evidence import Locator
from dreamtui.model.verb import Verb
from dreamtui.present.changes import FileDiff, decode, in_reading_order
from dreamtui.present.parts import Cell, Column, ListRow, block, facts
from dreamtui.store.claude.history import ACKNOWLEDGED, OURS, Version
from dreamtui.text.danger.risks import mask
from dreamtui.text.dates import ago, humanise
from dreamtui.text.lines import Line, plain
from dreamtui.text.quotes import place_in_words
from dreamtui.text.words import counted

COLUMNS = (Column(1), Column(5, right=True), Column(11), Column(10, least=44), Column(0), Column(8, least=90))
"""In force, age, verb, who, title, decision."""


def rows(found: Sequence[tuple[Mark, bool]], now: datetime) -> list[ListRow]:
    """Decisions newest first; those taken back are dim and say so."""
    return [_row(mark, stands, now) for mark, stands in reversed(found)]


def _row(mark: Mark, stands: bool, now: datetime) -> ListRow:
    tone = "text" if stands else "dim"
    cells = (
        Cell(" " if stands else "↶", "warning"),
        Cell(ago(mark.when, now), "dim"),
        Cell(mark.verb.label, "kind" if stands else "dim"),
        Cell(f"{mark.actor} ?", "warning") if mark.doubts else Cell(mark.actor, "dim"),
        Cell(mark.title if stands else f"undone · {mark.title}", tone),
        Cell(mark.short, "dim"),
    )
    words = (mark.verb, mark.item, mark.when, "" if stands else "undone", *mark.doubts, *mark.paths)
    return ListRow(mark.id, cells, words=" ".join(words))


def decision_lines(found: Decision, mark: Mark, stands: bool, now: datetime) -> list[Line]:
    """One decision: who, when, why, what was shown, which files from what to what."""
    lines = [
        plain(found.title, "heading"),
        Line(
            (
                ("text", f"{found.verb.label} by {found.signed} · {humanise(found.when, now)}, "),
                ("text", f"{found.when[11:16]} UTC · "),
                ("ok", "stands") if stands else ("warning", "undone"),
            )
        ),
        plain(""),
    ]
    lines += block("Why", found.rationale or _no_reason(found))
    lines += block("Rule", found.rule) if found.rule else []
    drafted = f"{found.drafted_by} (answer {found.draft_answer[:12]})" if found.drafted_by else ""
    given = [("drafted by", drafted), ("as", found.disposition), ("until", found.until)]
    more = facts([*given, ("undoes", found.undoes[:8]), ("overrules", ", ".join(i[:8] for i in found.overrules))])
    lines += [*more, plain("")] if more else []
    lines += _files(found)
    if found.evidence:
        lines.append(plain("Evidence as it was shown, with its hash", "dim"))
        lines += [
            Line((("text", f"{place_in_words(Locator.parse(place))}  "), ("dim", digest[:8])), hanging=2)
            for place, digest in found.evidence
        ]
        lines.append(plain(""))
    record = [
        ("record", mark.name),
        ("decision", found.id),
        *(("follows", parent) for parent in found.parents),
        ("item", found.item),
        ("batch", found.batch),
        ("written by", f"dreamtui {found.tool}"),
    ]
    lines += [plain("Record", "dim"), *facts(record)]
    return lines


def _no_reason(found: Decision) -> str:
    return "Undone in the same sitting." if found.same_sitting else "No reason was asked for."


def _files(found: Decision) -> list[Line]:
    if not found.touched:
        return [plain("It changed no file.", "dim"), plain("")]
    lines = [
        Line((("dim", "Files, with their hashes before and after; "), ("text", "c"), ("dim", " shows the changes")))
    ]
    for entry in found.touched:
        before, after = entry.before[:8] or "new", entry.after[:8] or "gone"
        lines.append(Line((("text", f"{entry.path}  "), ("dim", f"{before} → {after}")), hanging=2))
    return [*lines, plain("")]


def record_files(changes: Sequence[DecidedFile]) -> list[FileDiff]:
    """What a decision changed, for the diff."""
    return in_reading_order(
        FileDiff(_heading(change), decode(change.before), decode(change.after)) for change in changes
    )


def _heading(change: DecidedFile) -> str:
    return f"{change.path}  ({change.remark})" if change.remark else change.path


class VerdictPart(NamedTuple):
    """What a verification found of one sort."""

    word: str
    """In front of each sentence where they are printed."""
    heading: str
    tone: str
    sentences: Sequence[str]


def verdict_parts(verdict: AuditVerdict) -> list[VerdictPart]:
    """What a verification found, the worst first; only what there is."""
    found = (
        VerdictPart(
            "broken",
            f"The audit failed: {len(verdict.broken)} of {_records(verdict)} broken."
            " Restore these from git; nothing else repairs a record.",
            "over",
            verdict.broken,
        ),
        VerdictPart(
            "conflict",
            "A merge is not finished: these files have git's conflict markers.",
            "over",
            verdict.conflicts,
        ),
        VerdictPart(
            "opposites",
            "Decided on two branches, differently; decide these again, knowing both:",
            "over",
            verdict.opposites,
        ),
        VerdictPart("commit", "The commits of these records contradict them:", "warning", verdict.commits),
        VerdictPart(
            "drift", "Changed by others since the last decision on them; this is not a failure:", "dim", verdict.drift
        ),
        VerdictPart("undecided", "Not decided by anybody as it is now; M shows it:", "warning", verdict.undecided),
        VerdictPart("ahead", "Dated in the future, a clock was ahead; this is not a failure:", "dim", verdict.ahead),
        VerdictPart("signature", f"Signatures ({verdict.signed}):", "dim", verdict.signatures),
        VerdictPart("note", "What the commits do not tell:", "dim", verdict.remarks),
    )
    return [part for part in found if part.sentences]


def _records(verdict: AuditVerdict) -> str:
    return counted(verdict.records, "record")


def verdict_lines(verdict: AuditVerdict) -> list[Line]:
    lines: list[Line] = []
    if not verdict.broken:
        lines += [plain(f"{_records(verdict)} verified: each matches its own hash, its parents and the log.", "ok")]
    if not verdict.drift:
        lines += [plain("Every file is as its newest decision left it.", "ok")]
    for part in verdict_parts(verdict):
        lines += [plain()] if lines else []
        lines += [plain(part.heading, part.tone), *(plain(one, hanging=2, indent=2) for one in part.sentences)]
    return [*lines, plain(), plain("The same on the command line: dreamtui audit verify", "dim")]


def why_lines(found: LineOrigin, now: datetime) -> list[Line]:
    """From a line agents read back to the decisions, the people, the reasons and the evidence."""
    lines = [plain(found.text or found.title, "heading"), plain(f"{found.subject} · {found.path}", "dim", wraps=False)]
    if found.undecided:
        return [*lines, plain(), plain(f"Undecided: {found.undecided}", "warning")]
    if found.goes:
        lines.append(plain(f"goes to {found.goes}", "dim", wraps=False))
    if found.remark:
        lines += [plain(), plain(f"Beware: {found.remark}", "warning")]
    if not found.decisions:
        rationale, who, when = found.verdict
        said = f"By {who or 'somebody'} on {when[:10] or 'a day not recorded'}, without a record here."
        lines += [plain(), plain(said), *(plain(line, indent=2) for line in rationale.split("\n") if rationale)]
    for decision, _, stands in found.decisions:
        who = f" by {decision.signed}, {humanise(decision.when, now)}"
        taken_back = plain(f"{decision.verb.label}{who} · undone", "dim")
        lines += [plain(), Line((("kind", decision.verb.label), ("text", who))) if stands else taken_back]
        lines += [plain(line, indent=2) for line in (decision.rationale or _no_reason(decision)).split("\n")]
        places = (Locator.parse(place) for place, _ in decision.evidence)
        lines += [
            plain(f"evidence {place_in_words(place)}", "dim", 2, indent=2, wraps=False) for place in places if place.ref
        ]
        lines += [plain(f"decision {decision.short}", "dim", indent=2)]
    return lines


def retired_rows(found: Sequence[Retired], now: datetime) -> list[ListRow]:
    """A heading and a dim row for each; empty if there are none."""
    listed = [ListRow("heading:retired", (Cell(f"Retired {len(found)}"),), heading=True)] if found else []
    for one in found:
        cells = (
            Cell("▫", "dim"),
            Cell(one.title, "dim"),
            Cell("retired", "dim"),
            Cell(one.mark.actor, "dim"),
            Cell(ago(one.mark.when, now), "dim"),
        )
        listed.append(ListRow(f"retired:{one.path}", cells, words=f"{one.path} archive retired {one.mark.actor}"))
    return listed


def retired_lines(one: Retired, reason: str, now: datetime) -> list[Line]:
    """Who, when and why; what b does; then what it said."""
    mark = one.mark
    what = "Retired" if mark.verb is Verb.RETIRE else f"Gone with {mark.item}, {mark.title}:"
    made = [plain(one.title, "heading"), plain(f"{what} by {mark.signed}, {humanise(mark.when, now)}", "warning")]
    made += [plain(line) for line in reason.split("\n")]
    back = "b undoes that decision, and the memory with its line in the index is there again."
    made += [plain(""), plain(back if one.here else f"{one.back[0].upper()}{one.back[1:]}.")]
    made += [plain(""), *(plain(line, "dim") for line in one.text.split("\n")), plain("")]
    return made + facts((("was", one.path), ("is", one.archived), ("decision", mark.short)))


def _known(count: int) -> str:
    return "1 version is known" if count == 1 else f"{count} versions are known"


def made_by(version: Version) -> str:
    """Who wrote a version of a memory: a decision by its id, which `audit show` takes, or another writer."""
    if version.why == ACKNOWLEDGED:
        return "acknowledged"
    if not version.why.startswith(OURS):
        return "outside"
    name = version.why.removeprefix(OURS)
    return f"decision {name[:8]}" if len(name) == 64 else f"dreamtui ({name})"


def version_lines(told: FolderHistory, file: str, versions: Sequence[Version]) -> list[Line]:
    """Every version of a file that is known, the newest first."""
    lines = [plain(f"{told.key}/{file}", "heading"), plain(_known(len(versions)), "dim"), plain("")]
    for one in versions:
        what = "gone" if one.gone else f"{one.size:,} bytes"
        kept = "" if one.gone or told.history.is_kept(one.sha) else "not kept"
        lines.append(
            Line(
                (
                    ("text", f"{one.when[:16].replace('T', ' ')}  "),
                    ("over" if one.gone else "text", f"{what:>14}  "),
                    ("dim", f"{one.sha[:8]:<8}  {made_by(one)}"),
                    ("warning", f"  {kept}" if kept else ""),
                )
            )
        )
    return [*lines, plain(""), plain("b restores the version before the current one.", "dim")]


def became(desk: Desk, item: str) -> str:
    """What words are about that belong to no row of the queue, and what became of it."""
    from dreamtui.desk.outputs.remembered import rules_and_notes
    from dreamtui.kinds.decision import graph

    if item == "undo":
        return "They were begun for an undo, and come back at the next undo with a reason."
    if "/" in item:
        return f"They are about the memory {item}; C has it."
    rules, notes = rules_and_notes(desk)
    title = {**{rule.id: rule.title for rule in rules}, **{note.id: note.title for note in notes}}.get(item, "")
    last = next((mark for mark in reversed(graph.ordered(desk.store.audit.marks())) if mark.item == item), None)
    decided = f" {last.actor} decided it: {last.verb}, {humanise(last.when, desk.now)}." if last is not None else ""
    if title:
        return f"They are about “{mask(title)}”; M has it.{decided}"
    return f"Their item is gone: {item} is no longer in the queue.{decided}"
