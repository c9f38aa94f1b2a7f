"""Draws entries of a diff as strips of plain text: signs first, then words in bold and underlined, then colours."""

from collections.abc import Callable, Mapping, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from dreamtui.present.changes import FileDiff
from dreamtui.text.diff.lines import ALIKE, Span, alike, changed_words
from dreamtui.text.inert import inert_line
from dreamtui.tui.widgets.cells import cut, cut_front, cut_middle, fit, width_of, wrap
from dreamtui.tui.widgets.diff.files import PreparedDiff
from dreamtui.tui.widgets.diff.layout import WHOLE, DiffEntry, DiffLayout, Geometry, Shape

Styles = Mapping[str, Style]
"""Styles by name: text, dim, divider, gap, heading, fold, note, current, and added and removed with their words."""

_ROOMY = 90
"""Cells from which there is room for more words besides a path."""

_LEAST_PATH = 20
"""Cells of a path that are shown before anything else."""

_NO_MARKS: tuple[list[Span], list[Span]] = ([], [])


def draw_entry(layout: DiffLayout, index: int, styles: Styles, notes: Sequence[str], current: bool) -> list[Strip]:
    """All screen lines of one entry."""
    entry = layout.entries[index]
    width = layout.geometry.width
    match entry.shape:
        case Shape.NOTE:
            return [_line(f" {notes[entry.row]}", width, styles["note"])]
        case Shape.HEADING:
            file = layout.files[entry.file]
            return [_file_heading(file, width, styles["heading"])]
        case Shape.FOLD:
            return [_fold(layout, entry, styles["fold"])]
        case _:
            geometry = layout.geometry_of(entry.file)
            draw = _split_row if geometry.split else _unified_row
            return draw(layout.files[entry.file], entry, geometry, styles, current)


def draw_header(
    labels: tuple[str, str], counts: tuple[int, int], where: str, width: int, split: bool, style: Style
) -> Strip:
    """The line that stays on top: the labels of the sides, and the position among the changes."""
    removed, added = counts
    if not split:
        return _heading(f" − {removed} removed  + {added} added", f"  {where} ", width, style)
    half = (width - 2) // 2 + 1
    room = width - half - 1
    left = _count(f" − {labels[0]}: {removed} removed", f" − {removed} removed", f" −{removed}", room=half)
    beside = room - width_of(where) - 2
    right = _count(f" + {labels[1]}: {added} added", f" + {added} added", f" +{added}", room=beside - 1)
    words = f"{fit(left, half)}│{fit(f'{fit(right, beside)} {where} ', room)}"
    return Strip([Segment(fit(words, width), style)], width)


def _count(*forms: str, room: int) -> str:
    """How much changed on a side: the longest form that fits, so that no number is cut."""
    return next((form for form in forms if width_of(form) <= room), forms[-1])


def _line(text: str, width: int, style: Style) -> Strip:
    return Strip([Segment(fit(text, width), style)], width)


def _heading(left: str, right: str, width: int, style: Style) -> Strip:
    right = cut(right, width)
    return Strip([Segment(fit(left, max(0, width - width_of(right))) + right, style)], width)


def _fold(layout: DiffLayout, entry: DiffEntry, style: Style) -> Strip:
    """What is folded on one line, and the key that shows it."""
    width, lines = layout.geometry.width, "line" if entry.hidden == 1 else "lines"
    file = layout.files[entry.file]
    if entry.block == WHOLE:
        count = f"{entry.hidden} {lines}" if entry.hidden else "moves as it is"
        right = f"  {count}   x shows {'it' if entry.hidden < 2 else 'them'} "
        left = " ⋯ for the record: " if width >= _ROOMY else " ⋯ record: "
        return _heading(
            f"{left}{path_words(file.source, width - width_of(left) - width_of(right))}", right, width, style
        )
    blanks = " " * (layout.geometry.digits + 2)
    block = file.blocks[entry.block]
    if file.is_bookkeeping(block) or (block.equal and entry.hidden == 1):
        return _line(f"{blanks}⋯ 1 line of data for dreamtui itself   x shows it", width, style)
    return _line(f"{blanks}⋯ {entry.hidden} equal {lines}   x shows them", width, style)


def _file_heading(file: PreparedDiff, width: int, style: Style) -> Strip:
    """The file and what happens to it, apart from each other; a path too long is cut in the middle."""
    verdict = file.verdict
    room = width - width_of(verdict) - 4
    if room < min(_LEAST_PATH, width_of(file.source.path)):
        return _line(f" {path_words(file.source, width - 2)}", width, style)
    return _heading(f" {path_words(file.source, room)}", f"  {verdict} ", width, style)


def path_words(file: FileDiff, room: int) -> str:
    """A path in the room there is; of one that moves the folder it goes to is enough, as its name stays."""
    path = inert_line(file.path)
    old, arrow, new = path.partition(" → ") if file.moves else (path, "", "")
    if not arrow:
        return cut_middle(path, room)
    folder, _, name = new.rpartition("/")
    stays = name == old.rpartition("/")[2]
    last = f"…/{folder.rpartition('/')[2]}/" if stays else cut_front(new, room // 3)
    forms = (f"{old} → {folder}/" if stays else path, f"{old} → {last}", old)
    return next((form for form in forms if width_of(form) <= room), cut_middle(old, room))


class _Side:
    """One side of a row: its number, sign and wrapped text."""

    def __init__(self, number: str, sign: str, text: str | None, marks: Sequence[Span], style: str) -> None:
        self.number = number
        self.sign = sign
        self.text = text
        self.marks = marks
        self.style = style

    def segments(self, geometry: Geometry, styles: Styles) -> Callable[[int], list[Segment]]:
        """A function that gives the pieces of the n-th screen line."""
        room = geometry.text
        spans = wrap(self.text, room) if self.text is not None else []
        base = styles[self.style]
        number_style = styles["number"] + Style(bgcolor=base.bgcolor) if self.style != "gap" else base
        digits = len(self.number)

        def line(at: int) -> list[Segment]:
            if at >= len(spans):
                return [Segment(" " * (digits + 3 + room), base)]
            number = self.number if not at else " " * digits
            sign = self.sign if not at else " "
            parts = [Segment(f"{number} ", number_style), Segment(f"{sign} ", base)]
            return parts + self._text(spans[at], room, base, styles.get(f"{self.style}-word", base))

        return line

    def _text(self, span: Span, room: int, base: Style, word: Style) -> list[Segment]:
        start, end = span
        text = self.text or ""
        parts: list[Segment] = []
        at, used = start, 0
        edges = [edge for mark in self.marks for edge in mark if start < edge < end]
        for edge in [*edges, end]:
            marked = any(begin <= at < finish for begin, finish in self.marks)
            piece = cut_blanks(text[at:edge], room - used)
            used += width_of(piece)
            if piece:
                parts.append(Segment(piece, word if marked else base))
            at = edge
        if used < room:
            parts.append(Segment(" " * (room - used), base))
        return parts


def cut_blanks(text: str, room: int) -> str:
    """Text without the blanks at its end that hang over the edge."""
    while width_of(text) > room and text.endswith(" "):
        text = text[:-1]
    return text if width_of(text) <= room else cut(text, room)


def _bar(current: bool, styles: Styles) -> Segment:
    return Segment("▌" if current else " ", styles["current"])


def _split_row(file: PreparedDiff, entry: DiffEntry, geometry: Geometry, styles: Styles, current: bool) -> list[Strip]:
    block = file.blocks[entry.block]
    if block.equal:
        one: int | None = block.before_start + entry.row
        two: int | None = block.after_start + entry.row
        left = _side(file.left, one, " ", [], "text", geometry)
        right = _side(file.right, two, " ", [], "text", geometry)
    else:
        one, two = file.pairs(entry.block)[entry.row]
        signs, (old_marks, new_marks) = "-+", _NO_MARKS
        if one is not None and two is not None:
            if alike(file.left[one], file.right[two]) >= ALIKE:
                signs = "~~"
            old_marks, new_marks = changed_words(file.left[one], file.right[two])
        left = _side(file.left, one, signs[0], old_marks, "removed", geometry)
        right = _side(file.right, two, signs[1], new_marks, "added", geometry)
    height = max(_height(file.left, one, geometry), _height(file.right, two, geometry))
    left_line, right_line = left.segments(geometry, styles), right.segments(geometry, styles)
    divider = Segment("│", styles["divider"])
    rows = [[_bar(current, styles), *left_line(at), divider, *right_line(at)] for at in range(height)]
    return [Strip(row).adjust_cell_length(geometry.width, styles["text"]) for row in rows]


def _side(
    shown: Sequence[str], line: int | None, sign: str, marks: Sequence[Span], style: str, geometry: Geometry
) -> _Side:
    if line is None:
        return _Side(" " * geometry.digits, " ", None, [], "gap")
    return _Side(f"{line + 1:>{geometry.digits}}", sign, shown[line], marks, style)


def _height(shown: Sequence[str], line: int | None, geometry: Geometry) -> int:
    return 1 if line is None else len(wrap(shown[line], geometry.text))


def _unified_row(
    file: PreparedDiff, entry: DiffEntry, geometry: Geometry, styles: Styles, current: bool
) -> list[Strip]:
    block = file.blocks[entry.block]
    blank = " " * geometry.digits
    if block.equal:
        old, new = block.before_start + entry.row, block.after_start + entry.row
        number = f"{old + 1:>{geometry.digits}} {new + 1:>{geometry.digits}}"
        side, height = _Side(number, " ", file.right[new], [], "text"), _height(file.right, new, geometry)
    elif entry.row < block.removed:
        old = block.before_start + entry.row
        marks = _marks_of(file, entry.block, old, removed=True)
        side = _Side(f"{old + 1:>{geometry.digits}} {blank}", "-", file.left[old], marks, "removed")
        height = _height(file.left, old, geometry)
    else:
        new = block.after_start + entry.row - block.removed
        marks = _marks_of(file, entry.block, new, removed=False)
        side = _Side(f"{blank} {new + 1:>{geometry.digits}}", "+", file.right[new], marks, "added")
        height = _height(file.right, new, geometry)
    line = side.segments(geometry, styles)
    rows = [[_bar(current, styles), *line(at)] for at in range(height)]
    return [Strip(row).adjust_cell_length(geometry.width, styles["text"]) for row in rows]


def _marks_of(file: PreparedDiff, block: int, line: int, *, removed: bool) -> list[Span]:
    """Spans of the changed words of one line of a unified change, found through its partner on the other side."""
    old, new = (line, file.partner(block, line)) if removed else (file.partner(block, line, of_old=False), line)
    if old is None or new is None:
        return []
    return changed_words(file.left[old], file.right[new])[0 if removed else 1]
