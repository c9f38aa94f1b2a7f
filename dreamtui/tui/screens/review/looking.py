"""Looking around on the review screen: tabs, filter, sort, panes, copying, the evidence in another program."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.text.inert import inert
from dreamtui.tui.controllers.filing import write_file
from dreamtui.tui.controllers.opening import open_evidence
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.session.queue_items import ITEM_TABS
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.queue.import_rules import ImportedRules
    from dreamtui.tui.screens.review.review import ReviewScreen


class Looking:
    """Everything on the review screen that changes nothing."""

    def __init__(self, screen: "ReviewScreen") -> None:
        self._screen = screen

    # Tabs and panes

    def do_review_tab_1(self) -> None:
        self._choose(0)

    def do_review_tab_2(self) -> None:
        self._choose(1)

    def do_review_tab_3(self) -> None:
        self._choose(2)

    def do_review_tab_4(self) -> None:
        self._choose(3)

    def do_review_tab_5(self) -> None:
        self._choose(4)

    def _choose(self, number: int) -> None:
        """Show a tab; where only one pane fits, the item comes up."""
        self._screen.item.choose(ITEM_TABS[number])
        if self._screen.one_pane and not self._screen.has_class("-item"):
            self.open_item()
        self._screen.refresh_keys()

    def open_item(self) -> None:
        """Show the item, and go into it, once it is there."""
        if self._screen.filled:
            self._screen.add_class("-item")
            self._screen.item.entrance.focus()

    def do_review_verb(self) -> None:
        """What the next possible decision would change."""
        self._screen.item.next_verb()

    def do_review_pane(self) -> None:
        """From the queue to the item and back."""
        if self._screen.item.has_focus_within:
            self.to_queue()
        else:
            self.open_item()

    def to_queue(self) -> None:
        self._screen.remove_class("-item", "-zoomed")
        self._screen.queue.items.focus()

    def do_review_back(self) -> None:
        """Close the topmost thing; at the top level, nothing."""
        if self._screen.queue.field.has_focus:
            self._screen.queue.close_filter(clear=not self._screen.queue.items.shown)
        elif self._screen.item.has_focus_within or self._screen.has_class("-zoomed"):
            self.to_queue()
        elif self._screen.queue.items.marks.keys or self._screen.queue.elsewhere:
            self._screen.queue.unmark_all()
        elif self._screen.queue.field.display:
            self._screen.queue.close_filter(clear=True)

    def way_back(self) -> str:
        """What `do_review_back` goes back to now; empty at the top level."""
        if self._screen.queue.field.has_focus:
            return "to the list" if self._screen.queue.items.shown else "clear the filter"
        if (self._screen.filled and self._screen.item.has_focus_within) or self._screen.has_class("-zoomed"):
            return "queue"
        if self._screen.queue.items.marks.keys or self._screen.queue.elsewhere:
            return "unmark"
        return "clear filter" if self._screen.queue.field.display else ""

    def do_review_zoom(self) -> None:
        """The item on the whole screen, or the queue back in its place."""
        self._screen.toggle_class("-zoomed")
        if self._screen.has_class("-zoomed"):
            self._screen.item.entrance.focus()
        else:
            self.to_queue()

    def do_review_scroll_down(self) -> None:
        self._screen.item.body.action_half_page(1)

    def do_review_scroll_up(self) -> None:
        self._screen.item.body.action_half_page(-1)

    def do_review_next_piece(self) -> None:
        """The next piece of evidence."""
        self._choose(1)
        self._screen.item.evidence.step(1)

    def do_review_previous_piece(self) -> None:
        """The piece of evidence before."""
        self._choose(1)
        self._screen.item.evidence.step(-1)

    # The queue

    def do_review_filter(self) -> None:
        self.to_queue()
        self._screen.queue.open_filter()

    def do_review_sort(self) -> None:
        self._screen.queue.choose_order(self._screen.queue.next_order())

    def do_review_next_tab(self) -> None:
        self._screen.queue.step_tab(1)

    def do_review_previous_tab(self) -> None:
        self._screen.queue.step_tab(-1)

    def do_review_refresh(self) -> None:
        """Show what others changed: what is known immediately, then what is read now, the item too."""
        reading = self._screen.reading
        if reading.newer is not None and reading.newer.items and reading.newer_than is self._screen.queue.view.items:
            self._screen.queue_read(reading.newer, "")
        reading.queue()
        self._screen.announce(self._screen.queue.current)  # its row may be the same, and what it is about not

    # Masked text

    def do_review_reveal(self) -> None:
        """Show the secret-like text of this item, which the log notes, or mask it again."""
        current = self._screen.queue.current
        if current is not None and current.ref in self._screen.item.revealed:
            self._screen.item.revealed.discard(current.ref)
            self._screen.reading.detail(current)
        elif current is not None and self._screen.item.hides_something:
            self._note_reveal(current.ref)
        else:
            self._screen.console.say("Nothing is masked here")

    def _note_reveal(self, item: Ref) -> None:
        """Once the log has noted it, it is shown."""
        session = self._screen.console.sessions.of(item)
        in_worker(
            self._screen, lambda: session.reveal(item.id), lambda _: self._revealed(item),
            group="reveal", description="noting a reveal", what="reveal",
        )  # fmt: skip

    def _revealed(self, item: Ref) -> None:
        self._screen.item.revealed.add(item)
        current = self._screen.queue.current
        if current is not None:
            self._screen.reading.detail(current)

    # A model's words

    def do_review_draft(self) -> None:
        """Ask a model for the rule of this item, and show the item with what it answered."""
        from dreamtui.text.danger.risks import mask
        from dreamtui.tui.screens.dialogs.drafting import DraftingScreen

        current = self._screen.queue.current
        if current is None:
            self._screen.console.say("There is no item here")
            return
        session, ref = self._screen.console.sessions.of(current.ref), current.ref

        def answered(changed: bool | None) -> None:
            now = self._screen.queue.current
            if changed and now is not None and now.ref == ref:
                self._screen.reading.detail(now)

        asking = DraftingScreen(mask(current.title), lambda cancelled: session.draft(ref.id, cancelled))
        self._screen.app.push_screen(asking, answered)

    # Copying

    def do_review_copy_id(self) -> None:
        current = self._screen.queue.current
        if current is not None:
            self._screen.console.copy(current.name, f"the id {current.name}")

    def copy_text(self) -> None:
        if self._screen.item.detail is not None:
            shown = self._screen.item.detail.shown.item
            self._screen.console.copy(inert(shown.text or shown.title), "the item's text")

    # Elsewhere

    def do_review_open_evidence(self) -> None:
        """Open the piece of evidence that is chosen, else the first."""
        piece = self._screen.item.evidence.piece
        if piece is None:
            self._screen.console.say("This item has no evidence to open")
        else:
            open_evidence(self._screen, piece)

    def do_review_file(self) -> None:
        """Write the item to a new file: as data if its name ends in .json, else as text."""
        detail = self._screen.item.detail
        if detail is None:
            self._screen.console.say("There is no item here")
            return
        item, desk, masked = detail.shown.item, self._screen.console.here.desk, self._screen.item.evidence.masks

        def text(path: Path) -> str:
            if path.suffix == ".json":
                return _as_json(desk, item.id, masked=masked)
            return (item.text or item.title).rstrip("\n") + "\n"

        write_file(self._screen, desk, f"{item.id}.md", text)

    # Rules in and out

    def do_review_import(self) -> None:
        """Ask for a file, and put its rules into the queue; without one those of all files of other tools."""
        from dreamtui.tui.screens.dialogs.questions import prompt

        hint = "enter without a name reads AGENTS.md, .cursor/rules and the others that are here"
        self._screen.app.push_screen(prompt("Import rules of which file?", "", hint), self._import)

    def _import(self, typed: str | None) -> None:
        if typed is None:
            return
        desk = self._screen.console.here.desk

        def bring_in() -> "ImportedRules":
            from dreamtui.desk.queue.import_rules import import_rules

            return import_rules(desk, [Path(typed.strip()).expanduser()] if typed.strip() else ())

        in_worker(
            self._screen, bring_in, self._imported,
            group="file", description="importing rules", what="file",
        )  # fmt: skip

    def _imported(self, found: "ImportedRules") -> None:
        from dreamtui.present.mining import import_sentences

        self._screen.console.say(". ".join(import_sentences(found)), timeout=8.0)
        self._screen.reading.queue()

    def do_review_export(self) -> None:
        """Write a bundle of the rules and notes into a new file."""
        desk = self._screen.console.here.desk

        def text(path: Path) -> str:
            from dreamtui.desk.queue.bundle import bundle

            return bundle(desk).decode("utf-8")

        write_file(self._screen, desk, "dreamtui-rules.json", text)


def _as_json(desk: "Desk", item: str, *, masked: bool) -> str:
    """An item as data; secret-like text replaced where it is masked on the screen."""
    from msgspec import to_builtins

    from dreamtui.desk.queue.show import show
    from dreamtui.present.documents import items as documents

    data = to_builtins(documents.shown(show(desk, item)))
    return json.dumps(documents.masked(data) if masked else data, indent=2) + "\n"
