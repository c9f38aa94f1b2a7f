"""The item: a heading and five tabs, each filled from what the screen gives it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import ContentSwitcher

from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Plan
from dreamtui.model.errors import Missing
from dreamtui.model.verb import Verb
from dreamtui.present import item as texts
from dreamtui.present.changes import files_of
from dreamtui.present.parts import Word
from dreamtui.text.danger.risks import mask
from dreamtui.text.lines import Line, plain
from dreamtui.tui.actions.registry import shown_key, split_keys
from dreamtui.tui.panes.evidence_pane import EvidencePane
from dreamtui.tui.session.queue_items import ITEM_TABS as TABS
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.session.session import Detail
from dreamtui.tui.texts.queue import twin_lines
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.diff.view import DiffView
from dreamtui.tui.widgets.line_pane import LinePane
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.title_lines import MOST as MOST_LINES
from dreamtui.tui.widgets.title_lines import TitleLines

_BESIDE = 120
"""Cells from which the changes have room beside the other tabs."""

_HIGH = 20
"""Rows from which a long title may be whole."""

_SHORT = {"change": "Changes"}
_TITLES = {"says": "Says", "evidence": "Evidence", "change": "Will change", "history": "History", "against": "Against"}


class ItemPane(Vertical):
    """What is known of one item."""

    @dataclass
    class PreviewWanted(Message):
        """The tab of changes is shown for an item and verb whose changes are not known yet."""

        item: Ref
        verb: Verb

    def __init__(self, tab: str = "", *, split: bool | None = None, id: str | None = None) -> None:
        super().__init__(id=id)
        self.row: QueueItem | None = None
        """The row of the queue it is about."""
        self.detail: Detail | None = None
        """What is known, when it has been read."""
        self.split = split
        self.revealed: set[Ref] = set()
        """Items whose masked text was asked for in this sitting."""
        self.hides = False
        """Whether what is said of the item holds secret-like text."""
        self.tab = tab if tab in TABS else TABS[0]
        """Name of the tab that is shown."""
        self.verbs: tuple[Verb, ...] = ()
        self.verb: Verb | None = None
        """The verb whose changes are shown."""
        self.twins: tuple[QueueItem, ...] = ()
        """Other items with the same evidence, which a rejection or a date covers too."""
        self._previewed: tuple[Ref, Verb] | None = None
        self._changes: ChangeSet | None = None
        self._is_empty = True
        """Whether the tabs have nothing in them."""

    def compose(self) -> ComposeResult:
        """Title, facts, tabs, and what the tab shows."""
        yield TitleLines(id="item-title")
        for name in ("item-facts", "item-risks", "item-tabs"):
            yield BarLine(id=name)
        with Horizontal(id="item-body"):
            with ContentSwitcher(initial=self.tab if self.tab != "change" else TABS[0], id="item-text"):
                yield TextPane(id="says")
                yield EvidencePane(id="evidence")
                yield TextPane(id="history")
                yield TextPane(id="against")
            with Vertical(id="change"):
                yield BarLine(id="verbs")
                yield DiffView(split=self.split, id="diff")
                yield TextPane(id="refusal")

    def on_mount(self) -> None:
        """Begin with nothing."""
        self._show_risks(())
        self._show_tabs()
        self.refusal.display = False
        self._arrange()

    def _arrange(self) -> None:
        """The changes stand beside the other tabs where there is room, else in their place."""
        beside = self.size.width >= _BESIDE
        self.title_lines.allow(MOST_LINES if self.size.height < _HIGH else 2 * MOST_LINES)
        self.set_class(beside, "-beside")
        self.query_one("#item-text").display = beside or self.tab != "change"
        self.query_one("#change").display = beside or self.tab == "change"

    @property
    def title_lines(self) -> TitleLines:
        return self.query_one("#item-title", TitleLines)

    @property
    def shows_changes(self) -> bool:
        return self.tab == "change" or self.has_class("-beside")

    @property
    def refusal(self) -> TextPane:
        """Why there are no changes to show, in their place."""
        return self.query_one("#refusal", TextPane)

    @property
    def diff(self) -> DiffView:
        return self.query_one("#diff", DiffView)

    @property
    def evidence(self) -> EvidencePane:
        return self.query_one("#evidence", EvidencePane)

    @property
    def body(self) -> LinePane:
        """What scrolls in the tab shown."""
        if self.tab == "evidence":
            return self.evidence.text
        if self.tab == "change":
            return self.refusal if self.refusal.display else self.diff
        return self.query_one(f"#{self.tab}", TextPane)

    @property
    def hides_something(self) -> bool:
        """Whether something of the item, its source or its changes can be masked or shown."""
        return self.detail is not None and (
            self.hides or self.evidence.hides or (self._previewed is not None and self.diff.masks)
        )

    @property
    def entrance(self) -> Widget:
        """What gets the focus when the pane is entered."""
        return self.evidence.rows if self.tab == "evidence" and self.evidence.pieces else self.body

    # What is shown

    def announce(self, row: QueueItem | None, verbs: Sequence[Verb], now: datetime) -> None:
        """Show the item's row immediately; the rest comes when it has been read."""
        same = row is not None and self.row is not None and row.key == self.row.key
        self.row = row
        self.verbs = tuple(verbs)
        if self.verb not in self.verbs or not same:
            self.verb = self.verbs[0] if self.verbs else None
        self._previewed = None
        self.title_lines.show(row.title if row else "")
        if not same:
            self.detail = None
            self.query_one("#item-facts", BarLine).show(())
            self._show_risks(())
            self._show_tabs()
            self._empty(now)

    def _empty(self, now: datetime) -> None:
        """Nothing of an item stands below the title of another."""
        if self._is_empty:
            return
        for pane in self.query(TextPane):
            pane.show("")
        self._put_in_place(self.diff)
        self.evidence.show((), (), now)
        self.diff.show_files(())
        self._show_verbs()
        self._is_empty = True

    def show(self, detail: Detail, now: datetime) -> None:
        """Show what was read; the scroll position stays if it is the same item."""
        again = self.detail is not None and self.detail.ref == detail.ref
        masks = detail.ref not in self.revealed
        turned = masks is not self.evidence.masks
        if again and turned:
            self._previewed = None
        masked = detail.masked()
        self.hides = masked != detail
        self.detail = detail = masked if masks else detail
        self._is_empty = False
        self.evidence.masks = masks
        shown = detail.shown
        self.query_one("#item-facts", BarLine).show(texts.heading(shown, now))
        self._show_risks(texts.risks(shown.item, masked=self.hides and masks, revealed=not masks))
        self._show_says(keep_place=again)
        self.query_one("#history", TextPane).show(
            texts.history(detail.history, now, shown.unrecorded), keep_place=again
        )
        self.query_one("#against", TextPane).show(texts.against(shown), keep_place=again)
        if not again or turned or shown.item.evidence != self.evidence.pieces:
            self.evidence.show(shown.item.evidence, shown.resolved, now, keep_place=again)
        self._show_tabs()
        self._ask()

    def show_twins(self, twins: Sequence[QueueItem]) -> None:
        """Name the twins in the first tab; they are known some time after the item."""
        before, self.twins = self.twins, tuple(twins)
        if self.twins != before:
            self._show_says(keep_place=True)

    def _show_says(self, *, keep_place: bool) -> None:
        if self.detail is not None:
            pane = self.query_one("#says", TextPane)
            held = self.detail
            said = texts.says(held.shown, held.place, mask if self.evidence.masks else str, held.cost)
            named = twin_lines(self.twins, pane.cells)
            pane.show([*named, *([plain("")] if named else []), *said], keep_place=keep_place)

    def show_words(self, row: QueueItem, lines: Sequence[Line], now: datetime) -> None:
        """Show a draft without an item; nothing else is known then."""
        if self.row is not row:
            return
        self._empty(now)
        self._is_empty = False
        self.query_one("#says", TextPane).show(lines)
        self.choose("says")

    def choose(self, tab: str) -> None:
        if tab not in TABS:
            return
        inside = self.has_focus_within
        self.tab = tab
        if tab != "change":
            self.query_one("#item-text", ContentSwitcher).current = tab
        self._arrange()
        self._show_tabs()
        self._ask()
        if inside:
            self.entrance.focus()

    def next_verb(self) -> None:
        """Show what the next possible decision would change."""
        if self.verbs:
            at = self.verbs.index(self.verb) if self.verb in self.verbs else -1
            self.verb = self.verbs[(at + 1) % len(self.verbs)]
            self.choose("change")

    def show_plan(self, item: Ref, verb: Verb, plan: Plan) -> None:
        """Show the exact changes of a verb, when they are still the ones wanted."""
        if self.row is None or self.row.ref != item or verb is not self.verb:
            return
        self._previewed, self._changes = (item, verb), plan.changes
        self._put_in_place(self.diff)
        labels = ("now", f"after {verb.key_word}")
        self.diff.show_files(files_of(plan.shown), labels=labels, reveal=item in self.revealed)
        self._show_verbs()

    def plan_shown(self, item: Ref, verb: Verb) -> ChangeSet | None:
        """The changes of this decision as they were shown; none when they were not."""
        return self._changes if self._previewed == (item, verb) else None

    def show_refusal(self, sentence: str, missing: Missing | None, keys: Mapping[str, str]) -> None:
        """Say why a verb's changes cannot be shown, and what to press."""
        from dreamtui.present.refusal import refusal_lines

        if self.detail is None:  # it was asked for the item before
            return
        shown = self.detail.shown
        actions = shown.kind.actions()
        choices = actions.choices(shown.held)
        spent = actions.spent(shown.held) if self.verb is not None and self.verb.slot == "take" else ""
        lines = refusal_lines(sentence, missing, self.verb, choices, lambda action: _key(action, keys), spent=spent)
        self.refusal.show(lines)
        self._put_in_place(self.refusal)

    def _put_in_place(self, pane: LinePane) -> None:
        """Show the changes, or in their place why there are none; the focus goes along."""
        other = self.diff if pane is self.refusal else self.refusal
        inside = other.has_focus
        pane.display, other.display = True, False
        if inside:
            pane.focus()

    def _ask(self) -> None:
        """Ask for what the tab needs and does not have."""
        if self.row is None or self.detail is None:
            return
        if self.tab == "evidence":
            self.evidence.ask()
        if self.shows_changes:
            self._show_verbs()
            if self.verb is None:
                self._put_in_place(self.diff)
                self.diff.show("", "", labels=("now", "no decision applies"))
            elif self._previewed != (self.row.ref, self.verb):
                self.post_message(self.PreviewWanted(self.row.ref, self.verb))

    def on_resize(self) -> None:
        """The tabs may have more room, and the changes room of their own."""
        self._arrange()
        self._show_tabs()
        self._ask()
        if self.twins:
            self.call_after_refresh(self._show_says, keep_place=True)

    # Words

    def _show_risks(self, words: Sequence[Word]) -> None:
        bar = self.query_one("#item-risks", BarLine)
        bar.display = bool(words)
        bar.show(words)

    def _show_tabs(self) -> None:
        counts = {}
        if self.detail is not None:
            shown = self.detail.shown
            counts = {
                "evidence": len(shown.item.evidence),
                "history": len(self.detail.history) + (self.detail.shown.unrecorded is not None),
                "against": len(shown.objections),
            }
        words = _tab_words(self.tab, counts, short=False)
        for left_out in ((), ("history", "evidence"), TABS):  # a name tells more than a count
            if _width(words) > self.size.width:
                kept = {name: count for name, count in counts.items() if name not in left_out}
                words = _tab_words(self.tab, kept, short=True)
        for at in reversed(range(len(words))):
            if _width(words) > self.size.width and words[at].tone != "chosen":
                words[at] = words[at]._replace(text=" ")
        self.query_one("#item-tabs", BarLine).show(words if self.row is not None else ())

    def _show_verbs(self) -> None:
        words = [
            Word(f"{verb.key_word}  ", "chosen" if verb is self.verb else "dim", "review.verb", 10)
            for verb in self.verbs
        ]
        more = [Word("c next ", "dim", "review.verb")] if len(self.verbs) > 1 else []
        self.query_one("#verbs", BarLine).show(words, more)


def _tab_words(tab: str, counts: Mapping[str, int], *, short: bool) -> list[Word]:
    words = []
    for number, name in enumerate(TABS, 1):
        count = f" {counts[name]}" if counts.get(name) else ""
        title = _SHORT.get(name, _TITLES[name]) if short else _TITLES[name]
        tone = "chosen" if name == tab else "dim"
        text = f" {title}{count}" + ("" if name == TABS[-1] else " " if short else "  ")
        words.append(Word(text, tone, f"review.tab-{number}", 100 if name == tab else 50 - number, str(number)))
    return words


def _width(words: Sequence[Word]) -> int:
    return sum(len(word.key) + len(word.text) for word in words)


def _key(action_id: str, keys: Mapping[str, str]) -> str:
    """The first key of an action; its place in the palette where it has none."""
    found = split_keys(keys.get(action_id, ""))
    return shown_key(found[0]) if found else ": and look for it"
