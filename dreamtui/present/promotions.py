"""Recalls as rows and lines: score bars, thresholds, gates with their figures, and what to do without any."""

import re
from collections.abc import Sequence
from datetime import datetime

from dreamtui.openclaw.js import number_text
from dreamtui.openclaw.memory_file import Fit
from dreamtui.openclaw.promote import Lane, PromotionRun, RankedRecall, short_of
from dreamtui.openclaw.scoring.contamination import junk_flags
from dreamtui.openclaw.scoring.locate import LocatedSnippet
from dreamtui.openclaw.scoring.recall_entries import Exclusion, Scored, Thresholds
from dreamtui.openclaw.scoring.score import Explanation
from dreamtui.openclaw.status import MemoryCounts
from dreamtui.present.parts import Cell, Column, ListRow, Word, facts, meter_line
from dreamtui.text.dates import ago
from dreamtui.text.lines import Line, plain
from dreamtui.text.words import counted

COLUMNS = (Column(1), Column(5, right=True), Column(6, least=56), Column(0), Column(17, right=True, least=48))
"""Sign, score, its bar, what was recalled, figures."""

MOST = 300
"""Rows of one part of the list; the heading has their count."""

SLIDERS = (("min_score", "min score"), ("min_recalls", "min recalls"), ("min_queries", "min queries"))
"""The thresholds that can be moved, and what they are called."""

_JUNK = {
    "code": "code, not a statement",
    "fragment": "half a sentence",
    "log": "a line of a log",
    "metadata": "metadata of a note",
    "secret": "holds something like a secret",
}
_BAR = 10
_HASH = re.compile(r"[0-9a-f]{12}")
"""What newer stores keep of a query."""


def score_bar(value: float, cells: int = _BAR) -> tuple[str, str]:
    """The full and the empty part of a bar for a value between 0 and 1; anything above 0 shows at least one cell."""
    full = max(0, min(cells, round(value * cells)))
    if value > 0 and not full:
        full = 1
    return "━" * full, "─" * (cells - full)


def count_words(found: MemoryCounts, now: datetime) -> list[Word]:
    """What OpenClaw's own view shows: short-term, long-term, promoted, and the next cycle."""
    soon = f"{ago(found.next_cycle, now)} ({found.mode})" if found.next_cycle else f"none ({found.mode})"
    parts = (
        ("short-term", f"{found.short_term:,}", 5),
        ("long-term", f"{found.long_term:,}", 5),
        ("promoted", f"{found.promoted:,}", 5),
        ("next cycle", soon, 4),
        ("queued", f"{found.waiting:,}", 3),
    )
    return [
        word for name, value, keep in parts for word in (Word(f" {name} ", "dim", keep=keep), Word(value, keep=keep))
    ]


# The list


def rows(lane: Lane, passing: Sequence[Scored], needed: Thresholds) -> list[ListRow]:
    """What passes, what thresholds hold back, what nothing would let through; each under a heading."""
    passed = {one.entry.key for one in passing}
    held = [one for one in lane.scored if one.entry.key not in passed]
    made = _part("pass", "Would pass", len(passing), [_passing_row(lane, one) for one in passing[:MOST]])
    made += _part("held", "Held back by thresholds", len(held), [_held_row(one, needed) for one in held[:MOST]])
    return made + _part("out", "Out", len(lane.dropped), [_dropped_row(lane, one) for one in lane.dropped[:MOST]])


def _part(name: str, title: str, count: int, listed: list[ListRow]) -> list[ListRow]:
    if not listed:
        return []
    more = f", the first {len(listed)}" if len(listed) < count else ""
    return [ListRow(f"heading:{name}", (Cell(f"{title} {count:,}{more}"),), heading=True), *listed]


def _row(key: str, sign: Cell, score: float | None, snippet: str, figures: Cell) -> ListRow:
    number = Cell("" if score is None else f"{score:.3f}", "dim")
    bar = Cell("" if score is None else "".join(score_bar(score, 6)), "kind" if sign.tone == "ok" else "dim")
    return ListRow(key, (sign, number, bar, Cell(snippet), figures), words=key)


def _passing_row(lane: Lane, one: Scored) -> ListRow:
    flags = junk_flags(one.entry.snippet)
    if lane.waits(one.entry.key):
        figures = Cell("in the queue", "ok")
    elif flags:
        figures = Cell(f"⚠ {', '.join(flags)}", "warning")
    else:
        figures = Cell(f"{one.signals}×, {counted(one.contexts, 'query', 'queries')}", "dim")
    return _row(one.entry.key, Cell("✓", "ok"), one.score, one.entry.snippet, figures)


def _held_row(one: Scored, needed: Thresholds) -> ListRow:
    said = short_of(one, needed)
    more = f" +{len(said) - 1}" if len(said) > 1 else ""
    return _row(one.entry.key, Cell("○", "dim"), one.score, one.entry.snippet, Cell(f"{said[0]}{more}", "warning"))


def _dropped_row(lane: Lane, one: Exclusion) -> ListRow:
    entry = lane.entries.get(one.key)
    return _row(one.key, Cell("–", "dim"), None, entry.snippet if entry else one.key, Cell(one.reason, "dim"))


# The lines on top


def slider_words(needed: Thresholds, configured: Thresholds, chosen: int) -> list[Word]:
    """The thresholds with the one that moves between arrows, and what they were before they moved."""
    words = [Word(" ", keep=20)]
    for number, (name, title) in enumerate(SLIDERS):
        value, before = getattr(needed, name), getattr(configured, name)
        shown = f"{value:.2f}" if name == "min_score" else str(value)
        if number == chosen:
            words.append(Word(f"{title} ◂ {shown} ▸", "key", keep=19))
        else:
            words.append(Word(f"{title} {shown}", "text", "promotions.threshold", keep=18))
        was = f" was {number_text(float(before))}" if value != before else ""
        words.append(Word(f"{was}   ", "warning", keep=10))
    if needed != configured:
        words.append(Word("only looked at, nothing is written", "dim", "promotions.reset", keep=5))
    return words


def budget_words(fit: Fit) -> list[Word]:
    """How full MEMORY.md would be, and what a full one means."""
    words = meter_line(" MEMORY.md", fit.size, fit.budget, unit="characters", keep=9)
    if fit.fits:
        return [*words, Word(" characters", "dim", keep=5)]
    drops = f"; the promotions of {', '.join(fit.dropped)} would have to go" if fit.dropped else ""
    return [*words, Word(f"{drops}; ctrl+o beside the reason makes room", "warning", keep=4)]


# One recall


def recall_lines(why: Explanation, looked: RankedRecall | None) -> list[Line]:
    """One recall: what it says, its score by component, every gate, its note, its days."""
    entry = why.entry
    verdict = plain("✓ would pass", "ok") if why.passes else plain("✗ would not pass", "warning")
    lines = [plain(line, "heading") for line in entry.snippet.split("\n")]
    lines += [plain(f"{entry.path}:{entry.start}-{entry.end} · {entry.key}", "dim"), plain(""), verdict, plain("")]
    lines += [*_warnings(looked), *score_lines(why), plain(""), *gate_lines(why), plain("")]
    known = [
        ("found", f"{why.signals} times, for {why.contexts} different queries"),
        ("days", ", ".join(entry.days)),
        ("last", f"{entry.last_recalled[:10]}, {why.age_days:.1f} days ago"),
        ("queries", " · ".join(query for query in entry.queries[:8] if not _HASH.fullmatch(query))),
        ("concepts", ", ".join(why.tags)),
        ("project", entry.project),
        ("in the note", _place(looked)),
    ]
    return lines + facts(known)


def score_lines(why: Explanation) -> list[Line]:
    """A bar for each component with its weight and what it adds, and the score they add up to."""
    lines = [plain("Score", "dim")]
    for name, weight, adds in why.contributions:
        value = adds / weight if weight else 0.0
        full, empty = score_bar(value)
        figures = f" {value:5.3f} × {weight:4.2f} = +{adds:.3f}"
        lines.append(Line((("dim", f"{name:<14}"), ("ok", full), ("dim", empty), ("text", figures)), hanging=14))
    full, empty = score_bar(why.score)
    total = (("heading", f"{'score':<14}"), ("ok", full), ("dim", empty), ("heading", f" {why.score:5.3f}"))
    return [*lines, Line(total, hanging=14)]


def gate_lines(why: Explanation) -> list[Line]:
    """Every gate: a sign, its figures, and what would let the recall pass."""
    lines = [plain("Gates", "dim")]
    silent = [gate.name for gate in why.gates if gate.passes and not gate.detail]
    if silent:
        names = (("ok", "✓ "), ("dim", f"nothing against it by: {', '.join(silent)}"))
        lines.append(Line(names, hanging=2))
    for gate in why.gates:
        if gate.name in silent:
            continue
        sign, tone = ("✓", "ok") if gate.passes else ("✗", "over")
        needed = f", needs {gate.needed}" if gate.needed else ""
        figures = (("text" if gate.passes else "warning"), f"{gate.detail}{needed}")
        lines.append(Line(((tone, f"{sign} "), ("dim", f"{gate.name:<18}"), figures), hanging=20))
    return lines


def _warnings(looked: RankedRecall | None) -> list[Line]:
    if looked is None:
        return []
    said = [
        f"{_JUNK.get(flag, flag)}: distil it into a better sentence when you accept it"
        for flag in looked.promotion.junk
    ]
    said += [looked.problem] if looked.problem else []
    return [*(plain(f"⚠ {words}", "warning", hanging=2) for words in said), plain("")] if said else []


def _place(looked: RankedRecall | None) -> str:
    if looked is None:
        return ""
    place, made = looked.place, looked.promotion
    if place.found in (LocatedSnippet.HERE, LocatedSnippet.MOVED):
        said = {"moved": "; it moved", "reworded": "; they say something else or more now"}
        moved = said.get(place.word(made.start, made.end), "")
        return f"lines {place.start}-{place.end} of {made.found_path or made.path}{moved}"
    return {
        LocatedSnippet.GONE: "not there any more",
        LocatedSnippet.MANAGED: "only in a block the dreaming wrote itself",
    }.get(place.found, "")


# The queue


def filled(done: PromotionRun) -> str:
    """What went into the queue, what waits there already, and the first recall that cannot go there."""
    new = len(done.intake.new)
    said = [f"{counted(new, 'recall')} put into the queue, to be decided there"]
    waiting = len(done.intake.updated) + len(done.intake.unchanged)
    said += [f"{waiting} waited there already"] if waiting else []
    said += [f"{len(done.skipped)} left: {done.skipped[0][1]}"] if done.skipped else []
    said += [f"{len(done.intake.recurring)} rejected before came up again"] if done.intake.recurring else []
    return "; ".join(said)


# None


def empty_lines(where: str) -> list[Line]:
    """What recalls are and where they come from, if there are none."""
    if where:
        first = [plain("No recall is recorded yet", "heading"), plain(f"{where} holds none.")]
    else:
        first = [plain("There is no recall store in this workspace", "heading")]
        first += [plain("Recalls are counted in memory/.dreams/short-term-recall.json, and it is not there.")]
    return [
        *first,
        plain(""),
        plain("A recall is a passage of a daily note that a memory search found: how often, for which queries, when."),
        plain("Those found again and again may become long-term memory, when a person says why."),
        plain(""),
        plain("OpenClaw records them by itself. Any other search tool records what it found with", "text"),
        plain("  dreamtui promote record --query 'deploy window' \\", "heading"),
        plain("    --result 'memory/2026-11-17.md:3-3=0.91:Deploys happen on Tuesdays.'", "heading"),
        plain(""),
        plain("R reads it again; dreamtui promote status says where promotion stands.", "dim"),
    ]
