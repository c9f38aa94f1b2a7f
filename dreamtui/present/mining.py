"""What a run of mining did, as sentences."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dreamtui.desk.mine.run import Run
from dreamtui.desk.mine.unattended import CONSOLIDATE, GATHER, INDEX, ORIENT, Dream
from dreamtui.kinds.candidate.kind import CANDIDATE
from dreamtui.kinds.insight.kind import INSIGHT
from dreamtui.kinds.kind import ItemKind
from dreamtui.kinds.proposal.codec import signal_of
from dreamtui.kinds.proposal.kind import PROPOSAL
from dreamtui.model.proposal import Proposal
from dreamtui.text.lines import Line, plain
from dreamtui.text.saying import cut
from dreamtui.text.words import counted

if TYPE_CHECKING:
    from dreamtui.desk.queue.import_rules import ImportedRules

_MOST_SKIPPED = 8
_MOST = 200
"""How many items of one sort are named."""

_PHASES = {
    ORIENT: "looking at the memory folders",
    CONSOLIDATE: "comparing the memories with each other",
    INDEX: "checking their indexes",
}
"""What is done in a phase, in words that need no manual."""
_HEADINGS = {ORIENT: "Memory folders", CONSOLIDATE: "Memories compared"}


def phase_words(what: str) -> str:
    """What a run is doing, as its progress names it."""
    return _PHASES.get(what, what.removeprefix(f"{GATHER}: "))


def dream_lines(done: Dream) -> list[Line]:
    """What was gathered, and the result of looking at the memories."""
    proposed = done.cycle.intake.new if done.cycle is not None else ()
    lines = run_lines(done.run, [one.proposal for one in proposed])
    if done.reopening:
        things = "decided item is" if len(done.reopening) == 1 else "decided items are"
        lines.insert(1, plain(f"{len(done.reopening):,} {things} open with newer evidence: tab Recurring."))
    for phase in done.phases:
        if phase.name == ORIENT or (phase.name == CONSOLIDATE and done.cycle is not None):
            lines += [plain(""), plain(_HEADINGS[phase.name], "heading")]
            lines += [plain(f"{sentence[:1].upper()}{sentence[1:]}.", hanging=2) for sentence in phase.said]
        if phase.name == INDEX and set(phase.said) & set(done.run.read.remarks):
            lines += [plain(""), plain("Here C shows the memory folders, and i there what fixes an index.", "dim")]
    return lines


def short_outcome(done: Dream) -> str:
    """What was read and what came of it, in a line or two."""
    read = done.run.read
    heard = f", {counted(read.heard.files, 'transcript')}" if read.heard.files else ""
    proposed = done.cycle.intake.new if done.cycle is not None else ()
    insights = done.run.insights.new if done.run.insights is not None else ()
    new = _outcome(len(done.run.intake.new) + len(insights) + len(proposed))
    return f"{counted(read.commits, 'commit')}{heard} read. {new}"


def run_lines(run: Run, proposed: Sequence[Proposal] = ()) -> list[Line]:
    """What was read, the result with what was proposed about the memories, and remarks."""
    read, intake = run.read, run.intake
    insights = run.insights.new if run.insights is not None else ()
    lines = [
        plain(_outcome(len(intake.new) + len(insights) + len(proposed)), "heading"),
        plain(""),
        plain(
            f"Read {counted(read.events, 'event')} and {counted(read.commits, 'commit')}, {read.fresh:,} of them new, "
            f"of the last {run.settings.since_text} ({run.window_source})."
        ),
        *_changes(run),
        *_heard(run),
        plain(f"An item needs at least {run.settings.min_cluster_size} occurrences ({run.size_source})."),
    ]
    counts = [
        (len(intake.updated), "item has new evidence.", "items have new evidence."),
        (len(intake.unchanged), "item is unchanged.", "items are unchanged."),
        (len(intake.recurring), "decided item was seen again.", "decided items were seen again."),
        (len(intake.vanished), "item was not found again.", "items were not found again."),
        (len(run.remembered), "is remembered already.", "are remembered already."),
        (len(intake.held_back), "is held back: dreamtui.max_new.", "are held back: dreamtui.max_new."),
    ]
    lines += [plain(f"{count:,} {one if count == 1 else many}") for count, one, many in counts if count]
    if run.remembered:
        lines += [plain(""), plain("Remembered already, so not proposed", "dim")]
        lines += [plain(f"  {path}: {item.title}", hanging=4) for item, path in run.remembered[:50]]
    lines += _found("New", [_line(CANDIDATE, one.signal, one.title) for one in intake.new])
    lines += _found("Insights", [_line(INSIGHT, one.type, one.title) for one in insights])
    lines += _found("Proposed", [_line(PROPOSAL, signal_of(one), one.title) for one in proposed])
    lines += _found(
        "Seen again although decided", [_line(CANDIDATE, one.signal, one.title) for one in intake.recurring]
    )
    if not (intake.new or intake.updated or intake.unchanged or intake.recurring or insights or proposed):
        lines += _other_sources(run)
    lines += [plain("")] if read.remarks or read.skips else []
    lines += [plain(f"{sentence[:1].upper()}{sentence[1:]}.", "dim", hanging=2) for sentence in read.remarks]
    lines += [
        plain(f"Skipped {skip.path}{f':{skip.line}' if skip.line else ''}: {skip.why}", "warning", hanging=2)
        for skip in read.skips[:20]
    ]
    if read.skipped > 20:
        lines.append(plain(f"{read.skipped:,} lines were skipped in all.", "warning"))
    return lines


def _changes(run: Run) -> list[Line]:
    read = run.read
    if not read.changes:
        return []
    commits = counted(read.changes, "commit")
    return [plain(f"Looked at {commits} since {read.changes_since} with what they changed, whatever the window.")]


def _heard(run: Run) -> list[Line]:
    heard = run.read.heard
    if heard.files:
        return [plain(f"Read {counted(heard.files, 'transcript')} of {counted(heard.sessions, 'session')}.")]
    return [plain("No sessions of Claude Code were found for this folder.")] if heard.read else []


def _other_sources(run: Run) -> list[Line]:
    """What else could be read, where nothing was found in what was."""
    said = []
    if not run.read.changes:
        said.append("Commits, in a folder that belongs to a git repository.")
    if not run.read.heard.files:
        said.append("Sessions of Claude Code in this folder, once there are some (dreamtui.transcripts).")
    if not run.read.events:
        said.append("Event logs: hooks of agents call `dreamtui observe` when something fails or is reverted.")
    said += [
        "Review comments: `dreamtui dream --reviews FILE`.",
        "What you know yourself: `dreamtui add` files it with its evidence.",
    ]
    return [plain(""), plain("Other possible sources", "heading"), *(plain(f"  {one}", hanging=2) for one in said)]


def _outcome(new: int) -> str:
    if not new:
        return "Nothing new."
    return "One new item is in the queue." if new == 1 else f"{new:,} new items are in the queue."


def _found(title: str, found: Sequence[Line]) -> list[Line]:
    if not found:
        return []
    lines = [plain(""), plain(title, "dim"), *found[:_MOST]]
    if len(found) > _MOST:
        lines.append(plain(f"  and {len(found) - _MOST:,} more", "dim"))
    return lines


def _line(kind: ItemKind[Any], signal: str, title: str) -> Line:
    return Line((("heading", f"  {kind.sign} "), ("dim", f"{kind.word_for(signal):<11} "), ("text", title)), hanging=16)


def import_sentences(found: "ImportedRules") -> list[str]:
    """What an import of rules read and filed, a sentence each."""
    said = [f"{name}: {counted(count, 'rule')} ({tool})" for name, tool, count in found.files]
    parts = (
        (found.said, "given to agents here already"),
        (found.decided, "decided here before"),
        (found.waiting, "waiting already"),
    )
    rest = ", ".join(f"{count} {what}" for count, what in parts if count)
    shown = [f"skipped {one.place} “{cut(one.words, 60)}”: {one.why}" for one in found.skipped[:_MOST_SKIPPED]]
    if more := len(found.skipped) - _MOST_SKIPPED:
        shown += [f"skipped {more} more; --json names each"] if more > 0 else []
    said += [f"{len(found.skipped)} skipped"] if found.skipped else []
    said += shown
    return [*said, f"{len(found.new)} new in the queue{f'; {rest}' if rest else ''}", *found.remarks]
