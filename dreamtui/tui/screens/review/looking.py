"""Looking around on the review screen: tabs, filter, sort, panes, copying, the evidence in another program."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.text.inert import inert
from dreamtui.tui.actions.registry import Scope, action
from dreamtui.tui.controllers.filing import write_file
from dreamtui.tui.controllers.opening import open_evidence
from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.review.reading import ReadingScreen
from dreamtui.tui.session.queue_items import ITEM_TABS

if TYPE_CHECKING:
    from dreamtui.tui.widgets.diff.view import DiffView
    from dreamtui.tui.widgets.text_pane import TextPane


class LookingScreen(ReadingScreen):
    """Everything on the review screen that changes nothing."""

    async def do(self, action_id: str) -> None:
        """Do an action; before the item's half is there, a key that means it does nothing, nor do words behind it."""
        if not self.filled and (action(action_id).scope is Scope.REVIEW or action_id == "review.zoom"):
            self.console.typed.release()
            return
        await super().do(action_id)

    # Tabs and panes

    def do_review_tab_1(self) -> None:
        """What it says."""
        self._choose(0)

    def do_review_tab_2(self) -> None:
        """The evidence."""
        self._choose(1)

    def do_review_tab_3(self) -> None:
        """What will change."""
        self._choose(2)

    def do_review_tab_4(self) -> None:
        """Its history."""
        self._choose(3)

    def do_review_tab_5(self) -> None:
        """What speaks against it."""
        self._choose(4)

    def _choose(self, number: int) -> None:
        """Show a tab; where only one pane fits, the item comes up."""
        self.item.choose(ITEM_TABS[number])
        if self.one_pane and not self.has_class("-item"):
            self.open_item()
        self.refresh_keys()

    def open_item(self) -> None:
        """Show the item, and go into it, once it is there."""
        if self.filled:
            self.add_class("-item")
            self.item.entrance.focus()

    def do_review_verb(self) -> None:
        """What the next possible decision would change."""
        self.item.next_verb()

    def do_review_pane(self) -> None:
        """From the queue to the item and back."""
        if self.item.has_focus_within:
            self.to_queue()
        else:
            self.open_item()

    def to_queue(self) -> None:
        self.remove_class("-item", "-zoomed")
        self.queue.items.focus()

    def do_review_back(self) -> None:
        """Close the topmost thing; at the top level, nothing."""
        if self.queue.field.has_focus:
            self.queue.close_filter(clear=not self.queue.items.shown)
        elif self.item.has_focus_within or self.has_class("-zoomed"):
            self.to_queue()
        elif self.queue.items.marked or self.queue.elsewhere:
            self.queue.unmark_all()
        elif self.queue.field.display:
            self.queue.close_filter(clear=True)

    def way_back(self) -> str:
        """What `do_review_back` goes back to now; empty at the top level."""
        if self.queue.field.has_focus:
            return "to the list" if self.queue.items.shown else "clear the filter"
        if (self.filled and self.item.has_focus_within) or self.has_class("-zoomed"):
            return "queue"
        if self.queue.items.marked or self.queue.elsewhere:
            return "unmark"
        return "clear filter" if self.queue.field.display else ""

    def do_review_zoom(self) -> None:
        """The item on the whole screen, or the queue back in its place."""
        self.toggle_class("-zoomed")
        if self.has_class("-zoomed"):
            self.item.entrance.focus()
        else:
            self.to_queue()

    def on_diff_view_full_screen(self, event: "DiffView.FullScreen") -> None:
        """The diff asks for the screen."""
        event.stop()
        self.do_review_zoom()

    def on_diff_view_mode_changed(self, event: "DiffView.ModeChanged") -> None:
        """Remember how diffs are looked at."""
        event.stop()
        self.console.split = event.split

    def do_review_scroll_down(self) -> None:
        """Scroll the item."""
        self.item.body.action_half_page(1)

    def do_review_scroll_up(self) -> None:
        """Scroll the item."""
        self.item.body.action_half_page(-1)

    def do_review_next_piece(self) -> None:
        """The next piece of evidence."""
        self._choose(1)
        self.item.evidence.step(1)

    def do_review_previous_piece(self) -> None:
        """The piece of evidence before."""
        self._choose(1)
        self.item.evidence.step(-1)

    # The queue

    def do_review_filter(self) -> None:
        """Filter."""
        self.to_queue()
        self.queue.open_filter()

    def do_review_sort(self) -> None:
        """Sort otherwise."""
        self.queue.choose_order(self.queue.next_order())

    def do_review_next_tab(self) -> None:
        """The next status."""
        self.queue.step_tab(1)

    def do_review_previous_tab(self) -> None:
        """The status before."""
        self.queue.step_tab(-1)

    def do_review_refresh(self) -> None:
        """Show what others changed: what is known of it at once, then what is there now."""
        if self.newer is not None and self.newer.items and self.newer_than is self.queue.view.items:
            self.post_message(self.QueueRead(self.newer, ""))
        self.read_queue()

    # Searching in a text

    def on_text_pane_search_wanted(self, event: "TextPane.SearchWanted") -> None:
        """Ask for the words."""
        from dreamtui.tui.screens.dialogs.prompt import PromptScreen

        event.stop()
        pane = event.pane

        def search(words: str | None) -> None:
            if words is not None:
                pane.search(words)

        self.app.push_screen(PromptScreen("Search for"), search)

    # Masked text

    def do_review_reveal(self) -> None:
        """Show the secret-like text of this item, which the log notes, or mask it again."""
        current = self.queue.current
        if current is not None and current.id in self.item.revealed:
            self.item.revealed.discard(current.id)
            self.read_detail(current)
        elif current is not None and self.item.hides_something:
            self._note_reveal(current.id)
        else:
            self.console.say("Nothing is masked here")

    def _note_reveal(self, item_id: str) -> None:
        """Once the log has noted it, it is shown."""
        in_worker(
            self, lambda: self.console.services.reveal(item_id), self._revealed,
            group="reveal", description="noting a reveal", what="reveal",
        )  # fmt: skip

    def _revealed(self, item_id: str) -> None:
        self.item.revealed.add(item_id)
        current = self.queue.current
        if current is not None:
            self.read_detail(current)

    # Copying

    def do_review_copy_id(self) -> None:
        """The item's id."""
        current = self.queue.current
        if current is not None:
            self.console.copy(current.id, f"the id {current.id}")

    def copy_text(self) -> None:
        """The item's text."""
        if self.item.detail is not None:
            shown = self.item.detail.shown.item
            self.console.copy(inert(shown.text or shown.title), "the item's text")

    def on_diff_view_copied(self, event: "DiffView.Copied") -> None:
        """A change."""
        event.stop()
        self.console.copy(inert(event.text), "the change")

    # Elsewhere

    def do_review_open_evidence(self) -> None:
        """Open the piece of evidence that is chosen, else the first."""
        piece = self.item.evidence.piece
        if piece is None:
            self.console.say("This item has no evidence to open")
        else:
            open_evidence(self, piece)

    def do_review_file(self) -> None:
        """Write the item into a new file: as data where its name ends in .json, else as it stands in the queue."""
        detail = self.item.detail
        if detail is None:
            self.console.say("There is no item here")
            return
        item, desk, masked = detail.shown.item, self.console.services.desk, self.item.evidence.masks

        def text(path: Path) -> str:
            from dreamtui.desk.queue.export import item_data

            if path.suffix == ".json":
                return json.dumps(item_data(desk, item.id, masked=masked), indent=2) + "\n"
            return (item.text or item.title).rstrip("\n") + "\n"

        write_file(self, desk, f"{item.id}.md", text)
