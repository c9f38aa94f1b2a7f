"""How training goes, as rows and lines: bars for levels, small charts for marks, who tells whom."""

from collections.abc import Iterator, Sequence

from dreamtui.present.parts import Cell, Column, ListRow, facts
from dreamtui.text.bars import bars
from dreamtui.text.danger.risks import mask
from dreamtui.text.lines import Line, plain
from dreamtui.text.words import counted
from dreamtui.training.curriculum.levels import output_at
from dreamtui.training.marks.scores import DIMENSIONS, HIGHEST, grade
from dreamtui.training.progress import CrossLink, TrainingProgress, VerticalProgress

COLUMNS = (Column(1), Column(0), Column(12, least=30), Column(6), Column(8, least=52), Column(7, right=True, least=40))
"""Sign, vertical, level, how far to the next one, marks, the last mark."""
_CELLS, _CHARTED = 6, 8


def level_bar(one: VerticalProgress, cells: int = _CELLS) -> tuple[str, str]:
    """The full and the empty part; whoever is at the highest level has a full one."""
    full = max(0, min(cells, int(one.share * cells)))
    if one.cycles > one.begun and not full:
        full = 1
    return "━" * full, "─" * (cells - full)


def chart(scores: Sequence[float], *, ascii_signs: bool = False) -> str:
    """The last marks, all on one scale, so that charts can be compared; the highest stays below the line above it."""
    shown = [round(score * 10) for score in scores[-_CHARTED:]]
    return bars(shown, plain=ascii_signs, most=(HIGHEST + 2) * 10)


def rows(found: TrainingProgress, *, ascii_signs: bool = False) -> list[ListRow]:
    """Verticals, then who told whom something."""
    listed = [_row(one, ascii_signs=ascii_signs) for one in found.verticals]
    if not found.links:
        return listed
    title = ListRow("heading:links", (Cell("Between verticals"),), heading=True)
    return [*listed, title, *(_link_row(number, one) for number, one in enumerate(found.links))]


def _row(one: VerticalProgress, *, ascii_signs: bool) -> ListRow:
    quiet = one.quiet_nights is not None
    sign = Cell("◌", "warning") if quiet else Cell("●", "kind") if one.marked else Cell("·", "dim")
    last = f"{one.scores[-1]:.1f} {grade(one.scores[-1])}" if one.scores else "waits" if one.waiting else "never"
    cells = (
        sign,
        Cell(one.vertical.name),
        Cell(one.level, "dim"),
        Cell("".join(level_bar(one)), "ok" if one.cycles else "dim"),
        Cell(chart(one.scores, ascii_signs=ascii_signs), "kind"),
        Cell(last, "text" if one.scores else "dim"),
    )
    return ListRow(f"vertical:{one.vertical.name}", cells, words=f"{one.vertical.focus} {'quiet' if quiet else ''}")


def _link_row(number: int, one: CrossLink) -> ListRow:
    told = f"{len(one.insights)} told"
    asked = f"{len(one.unanswered)} open" if one.unanswered else "answered" if one.questions else ""
    cells = (
        Cell("⇄", "kind"),
        Cell(f"{one.sender} → {one.to}"),
        Cell(told, "dim"),
        Cell(""),
        Cell(asked, "warning" if one.unanswered else "dim"),
        Cell(""),
    )
    return ListRow(f"link:{number}", cells)


def summary(found: TrainingProgress) -> str:
    """For the heading."""
    done = sum(one.cycles for one in found.verticals)
    said = f"{counted(done, 'cycle')}, {len(found.verticals)} verticals"
    return f"{said}, {len(found.quiet)} quiet" if found.quiet else said


def empty_lines() -> list[Line]:
    return [plain("Nobody trains here yet."), plain(""), plain("`dreamtui train init` writes a curriculum.", "dim")]


def vertical_lines(one: VerticalProgress, *, ascii_signs: bool = False) -> list[Line]:
    """Where a vertical stands, its marks over time, its briefs."""
    full, empty = level_bar(one, 20)
    ahead = f"{one.next_level} from {one.next_at}" if one.next_level else "the highest level"
    lines = [
        plain(one.vertical.name, "heading"),
        plain(one.vertical.focus),
        plain(""),
        Line((("text", f"{one.level}  "), ("ok", full), ("dim", empty), ("dim", f"  {ahead}"))),
        plain(""),
        *facts(
            [
                ("cycles", str(one.cycles)),
                ("writes next", output_at(one.cycles).value),
                ("agent", one.vertical.agent),
                ("waiting", str(one.waiting) if one.waiting else ""),
                ("trend", _trend(one)),
            ]
        ),
    ]
    if one.quiet_nights is not None:
        since = "has no accepted brief" if one.marked else "never had an accepted brief, since the first of all"
        lines += [plain(""), plain(f"quiet: it {since} for {one.quiet_nights} nights", "warning")]
    if one.marked:
        lines += [plain(""), plain("Marks", "dim"), *_mark_lines(one, ascii_signs=ascii_signs)]
        lines += [plain(""), plain("Accepted briefs", "dim"), *_brief_lines(one)]
    return lines


def _trend(one: VerticalProgress) -> str:
    if one.trend is None:
        return ""
    return f"{one.trend:+.1f} against the briefs before"


def _mark_lines(one: VerticalProgress, *, ascii_signs: bool) -> list[Line]:
    shown = []
    for dimension in DIMENSIONS:
        marks = one.of(dimension)
        if marks:
            words = (("dim", f"{dimension.value:<14}"), ("kind", chart(marks, ascii_signs=ascii_signs)))
            shown.append(Line((*words, ("text", f"  {marks[-1]}"))))
    return shown


def _brief_lines(one: VerticalProgress) -> Iterator[Line]:
    """Two lines a brief, the newest first."""
    for brief in reversed(one.marked):
        score = f"{brief.score:.1f} {grade(brief.score)}"
        yield Line((("dim", f"{brief.night}  "), ("text", f"{score:<8}"), ("dim", brief.brief)))
        yield plain(mask(brief.headline), indent=2, hanging=2)


def link_lines(one: CrossLink) -> list[Line]:
    """What was told and asked, each with its brief."""
    lines = [plain(f"{one.sender} → {one.to}", "heading")]
    for title, said in (("Insights", one.insights), ("Questions", one.questions)):
        if said:
            lines += [plain(""), plain(title, "dim")]
        for brief, text in said:
            is_open = title == "Questions" and brief in one.unanswered
            mark = ("warning", "open  ") if is_open else ("dim", "")
            lines.append(Line((mark, ("text", mask(text)), ("dim", f"  {brief}")), hanging=2))
    return lines


def table(found: TrainingProgress) -> list[tuple[str, ...]]:
    """The rows of `train progress`."""
    return [
        (
            one.vertical.name,
            one.level.value,
            "".join(level_bar(one, 8)),
            str(one.cycles),
            chart(one.scores),
            f"{one.scores[-1]:.1f} {grade(one.scores[-1])}" if one.scores else "",
            f"{one.trend:+.1f}" if one.trend is not None else "",
            f"quiet for {one.quiet_nights} nights" if one.quiet_nights is not None else "",
        )
        for one in found.verticals
    ]


def link_words(one: CrossLink) -> str:
    """One link on a line."""
    asked = f", {len(one.questions)} asked" if one.questions else ""
    still = f", {len(one.unanswered)} open" if one.unanswered else ""
    return f"{one.sender} → {one.to}: {len(one.insights)} told{asked}{still}"
