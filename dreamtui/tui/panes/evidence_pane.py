"""The evidence of an item: its pieces in a list, and below it the source of the chosen one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from dreamtui.model.evidence import Evidence
from dreamtui.present import evidence as texts
from dreamtui.present.parts import Word
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.lists.row_list import RowList
from dreamtui.tui.widgets.text_pane import TextPane

if TYPE_CHECKING:
    from dreamtui.desk.queue.source import EvidenceSource

MOST_ROWS = 8
"""Rows of pieces that are shown before they scroll."""


class EvidencePane(Vertical):
    """Pieces above, the source of the chosen one below."""

    @dataclass
    class SourceWanted(Message):
        """Another piece is chosen; its source has to be read."""

        piece: Evidence

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pieces: tuple[Evidence, ...] = ()
        self.resolved: tuple[bool | None, ...] = ()
        self.source: EvidenceSource | None = None
        """What is shown below, when it is read."""
        self._shown_for: Evidence | None = None
        self.masks = True
        """Whether secret-like text is masked."""
        self.hides = False
        """Whether the source below holds secret-like text."""

    def compose(self) -> ComposeResult:
        """The pieces, a line that says what is below, the source."""
        yield RowList(texts.PIECES, empty="No evidence was given.", id="pieces")
        yield BarLine(id="source-title")
        yield TextPane(id="source")

    @property
    def rows(self) -> RowList:
        return self.query_one("#pieces", RowList)

    @property
    def text(self) -> TextPane:
        return self.query_one("#source", TextPane)

    @property
    def piece(self) -> Evidence | None:
        """The piece that is chosen."""
        row = self.rows.cursor_item
        return self.pieces[int(row.id)] if row is not None and int(row.id) < len(self.pieces) else None

    def show(
        self,
        pieces: Sequence[Evidence],
        resolved: Sequence[bool | None],
        now: datetime,
        *,
        keep_place: bool = False,
    ) -> None:
        """Show the evidence of an item, the newest piece chosen unless the cursor is to stay in its place."""
        place = self.rows.position if keep_place else 0
        self.pieces, self.resolved = tuple(pieces), tuple(resolved)
        self.source, self._shown_for, self.hides = None, None, False
        self.rows.set_rows(texts.piece_rows(self.pieces, self.resolved, now))
        self.rows.move_to(place)
        self.rows.styles.height = max(1, min(MOST_ROWS, len(self.pieces)))
        self.rows.styles.overflow_y = "auto" if len(self.pieces) > MOST_ROWS else "hidden"
        self.query_one("#source-title", BarLine).show(())
        self.text.show("")

    def ask(self) -> None:
        """Ask for the source of the chosen piece, unless it is shown."""
        piece = self.piece
        if piece is not None and piece is not self._shown_for:
            self.post_message(self.SourceWanted(piece))

    def show_source(self, piece: Evidence, source: "EvidenceSource") -> None:
        """Show the source of a piece, if it is still the one chosen."""
        if piece is not self.piece:
            return
        masked = source.masked
        self.hides = masked != source.text
        if self.masks:
            source = replace(source, text=masked)
        self.source, self._shown_for = source, piece
        known = self.resolved[self.pieces.index(piece)]
        self.query_one("#source-title", BarLine).show(
            [Word(source.title, "strong", keep=10)] if source.text else [],  # else it is shown below the quote, wrapped
            [
                *([Word("V unmasks it  ", "warning", "review.reveal", 4)] if self.hides and self.masks else []),
                *([Word("o opens it ", "dim", "review.open-evidence", 5)] if source.text or source.path else []),
            ],
        )
        self.text.show(texts.source_lines(piece, known, source))
        at = texts.line_meant(piece, known, source)
        if at:
            self.call_after_refresh(self.text.show_line, at)

    def step(self, by: int) -> None:
        """Choose the next piece, or the one before."""
        self.rows.move_to(self.rows.position + by)

    def on_long_list_highlighted(self, event: LongList.Highlighted) -> None:
        event.stop()
        self.ask()
