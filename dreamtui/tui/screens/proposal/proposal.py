"""What the proposal pane shows: changes, statements and result, each with its cursor, and the way between them."""

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from dreamtui.desk.reorganize.proposal_view import MutationView
from dreamtui.model.proposal import Fate, Statement
from dreamtui.present.parts import Word
from dreamtui.text.danger.risks import mask
from dreamtui.text.lines import Line
from dreamtui.text.query.row import word_of
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.controllers.working import BEING_RECORDED, Failed
from dreamtui.tui.panes.page_pane import Page
from dreamtui.tui.screens.base import BaseScreen, KeyBar
from dreamtui.tui.screens.proposal.accepting import Accepting
from dreamtui.tui.screens.proposal.choosing import UNSETTLED, Choosing
from dreamtui.tui.screens.proposal.stepping import Stepping
from dreamtui.tui.screens.proposal.taking import Taking
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.session.proposal_sketch import Key, Sketch, key_of
from dreamtui.tui.texts import proposal as texts
from dreamtui.tui.texts import ways_out
from dreamtui.tui.themes import stylesheet
from dreamtui.tui.widgets.bar_line import BarLine
from dreamtui.tui.widgets.cards import Cards
from dreamtui.tui.widgets.lists.long_list import LongList
from dreamtui.tui.widgets.lists.row_list import RowList
from dreamtui.tui.widgets.text_pane import TextPane
from dreamtui.tui.widgets.title_lines import TitleLines

_OF_STATEMENTS = frozenset(f"proposal.{name}" for name in ("choose", "edit", "restore", "let-go", "keep"))
"""Actions on what is not to be seen while the ways out of a contradiction are shown as cards."""


class ProposalScreen(BaseScreen[ConsoleOutcome]):
    """One proposal with its sketch; returns what was recorded, or None."""

    SCOPES = (Scope.PROPOSAL,)
    CONTROLLERS = (Stepping, Choosing, Taking, Accepting)
    CSS_PATH: ClassVar[Any] = [stylesheet("browse.tcss"), stylesheet("proposal.tcss")]
    AUTO_FOCUS = "#statements"

    def __init__(self, sketch: Sketch, *, masks: bool = False) -> None:
        super().__init__()
        self.sketch = sketch
        self.masks = masks
        """Whether secret-like text is replaced."""
        self.key = key_of(sketch.view.mutations[0]) if sketch.view.mutations else None
        """The change that is shown."""
        self._shown: Key | None = None
        """The change whose result is shown."""

    def compose(self) -> ComposeResult:
        """Title, ways out or changes, sources and result, the statement in full, keys."""
        yield TitleLines(id="proposal-title")
        yield BarLine(id="proposal-facts")
        yield Cards(id="ways")
        yield RowList(texts.CHANGE_COLUMNS, scopes=(Scope.LIST,), id="changes")
        with Horizontal(id="sides"):
            with Vertical(id="sources"):
                yield BarLine(id="sources-title")
                yield RowList(
                    texts.STATEMENT_COLUMNS, empty="No statements are known.", scopes=(Scope.LIST,), id="statements"
                )
            with Vertical(id="results"):
                yield BarLine(id="result-title")
                yield TextPane(id="result")
        yield TextPane(id="said")
        yield KeyBar()

    def on_mount(self) -> None:
        several = len(self.sketch.view.mutations) != 1 or self.sketch.contradiction
        self.table.set_class(not several, "-one")
        self.set_class(self.sketch.contradiction, "-cards")
        self.show_all()
        if self.on_cards:
            self.ways.focus()
        elif several:
            self.table.focus()
            self.controller(Choosing).to_open_loss(enter=False)

    def _result_to_first_change(self) -> None:
        """In a correction of one memory, let the result begin where it says something else than the memory."""
        change = self.change
        if change is not None and (line := texts.first_change(self.sketch, change)):
            self.result.begin_at(line)

    # The parts

    @property
    def ways(self) -> Cards:
        """What stands against what; shown instead of everything else until tab goes on to the statements."""
        return self.query_one("#ways", Cards)

    @property
    def on_cards(self) -> bool:
        return self.has_class("-cards")

    @property
    def table(self) -> RowList:
        return self.query_one("#changes", RowList)

    @property
    def statements(self) -> RowList:
        """The statements of the sources."""
        return self.query_one("#statements", RowList)

    @property
    def result(self) -> TextPane:
        return self.query_one("#result", TextPane)

    @property
    def change(self) -> MutationView | None:
        """The change that is shown."""
        return self.sketch.change(self.key)

    @property
    def place(self) -> int:
        """The change's statement under the cursor; -1 for none."""
        row, change = self.statements.chosen, self.change
        return int(row.id) if row is not None and change is not None else -1

    @property
    def statement(self) -> Statement | None:
        """The statement under the cursor."""
        change = self.change
        return change.statements[self.place] if change is not None and self.place >= 0 else None

    async def do(self, action_id: str) -> None:
        """Do an action; none that is about statements while these are not to be seen."""
        if self.on_cards and action_id in _OF_STATEMENTS:
            self.console.say("tab shows the statements; a number takes a choice")
        else:
            await super().do(action_id)

    def will_ask(self, action_id: str) -> bool:
        """A number asks for a reason only where it takes a way out."""
        return super().will_ask(action_id) and (self.sketch.contradiction or ".take-" not in action_id)

    # What is shown

    def show_all(self) -> None:
        """Refresh everything, with every cursor where it was."""
        self.console.over(UNSETTLED)
        sketch, item = self.sketch, self.sketch.view.item
        self.query_one("#proposal-title", TitleLines).show(
            self.safe(item.title.removesuffix(f": {word_of(item.signal)}"))
        )
        self.query_one("#proposal-facts", BarLine).show(
            [word._replace(text=self.safe(word.text)) for word in texts.facts(sketch)],
            [] if self.on_cards and sketch.choice and not sketch.view.spent else texts.state_words(sketch),
        )
        if sketch.contradiction:
            made = ways_out.cards(sketch, self.console.here.now, self.safe)
            chosen = next((at for at, card in enumerate(made) if card.way == sketch.choice), -1)
            below = self.safe_lines(ways_out.way_lines(sketch))
            self.ways.show([card.lines for card in made], chosen, below)
        rows = texts.change_rows(sketch)
        self.table.set_rows([row.masked() for row in rows] if self.masks else rows)
        self.table.styles.height = min(len(rows), 5 if self.size.height < 30 else 9) + 1
        self.show_change()
        self.refresh_keys()

    def go_to(self, change: MutationView) -> None:
        """Show a change, with the cursor on its row."""
        self.key = key_of(change)
        self.table.move_to_key(texts.change_id(change))
        self.show_change()

    def show_change(self) -> None:
        """Show the statements and the result of the change."""
        change = self.change
        if change is None:
            self.statements.set_rows(())
            self.result.show("This choice changes nothing.")
            return
        rows = texts.statement_rows(self.sketch, change, self.console.here.now)
        self.statements.set_rows([row.masked() for row in rows] if self.masks else rows)
        again, self._shown = self._shown == self.key, self.key
        self.result.show(self.safe_lines(texts.result_lines(self.sketch, change)), keep_place=again)
        if not again:
            self.call_after_refresh(self._result_to_first_change)
        self.query_one("#sources-title", BarLine).show(
            [Word(" Sources", "strong", keep=9), *texts.tally(self.sketch, change)]
        )
        whose = "the wording you took; E drops it" if self.sketch.only_took(change) else "your words; E drops them"
        edited = [Word(f" {whose} ", "warning", "proposal.restore", 3)]
        self.query_one("#result-title", BarLine).show(
            [Word(texts.result_title(change), "strong", keep=9)],
            edited if self.key in self.sketch.edits else [],
        )
        self.show_statement()

    def show_statement(self) -> None:
        """Show the statement under the cursor in full."""
        if self.change is not None:
            lines = texts.statement_lines(self.sketch, self.change, self.place, self.safe)
            self.query_one("#said", TextPane).show(self.safe_lines(lines))

    def safe(self, text: str) -> str:
        """A text with what looks like a secret replaced, where it is to be."""
        return mask(text) if self.masks else text

    def safe_lines(self, lines: list[Line]) -> list[Line]:
        return list(Page(lines).masked().lines) if self.masks else lines

    def bar_label(self, action_id: str) -> str | None:
        """Keys that would do nothing here are not shown."""
        change, said = self.change, self.statement
        idle = change is None or self.sketch.does_nothing(change)
        lost = said is not None and said.fate is Fate.LOST and not idle
        several = self.is_mounted and self.table.display
        if self.sketch.view.spent and action_id in ("proposal.accept", "proposal.preview"):
            return ""
        if self.on_cards and action_id == "proposal.accept" and not self.console.read_only:
            return f"take {ways_out.numbers(self.sketch)[self.sketch.choice]}" if self.sketch.choice else ""
        if action_id == "proposal.accept" and self.sketch.why_not():
            return ""
        several_ways = self.on_cards or self.controller(Taking).pair is None
        fixed = change is None or bool(self.sketch.may_edit(change))
        dead = {
            "app.quit": True,
            "proposal.choose": not several,
            "proposal.edit": fixed,
            "proposal.let-go": (idle or change is None or not change.lost) and not self.sketch.open_losses(),
            "proposal.take-1": several_ways,
            "proposal.take-2": several_ways,
            "proposal.take-3": several_ways,
            "proposal.keep": not lost or fixed,
        }
        if dead.get(action_id) or (self.on_cards and action_id in _OF_STATEMENTS):
            return ""
        if self.console.read_only and action_id in ("proposal.accept", "proposal.reject", "proposal.later"):
            return ""
        if action_id == "proposal.pane" and self.is_mounted and not self.on_cards:
            return self.controller(Stepping).following
        if action_id == "proposal.let-go" and lost and said is not None and self.sketch.is_let_go(said.text):
            return "hold on"
        return None

    def on_long_list_highlighted(self, event: LongList.Highlighted) -> None:
        """Another change, or another statement."""
        event.stop()
        if event.item_list.id == "changes" and event.item is not None:
            name = str(event.item.key)
            if name.startswith("choice "):
                choice = name.removeprefix("choice ")
                self.key = next((key_of(one) for one in self.sketch.changes if one.choice == choice), None)
            else:
                self.key = next((key_of(one) for one in self.sketch.changes if texts.change_id(one) == name), None)
            self.show_change()
        else:
            self.show_statement()
        self.refresh_keys()

    def on_long_list_opened(self, event: LongList.Opened) -> None:
        """Enter goes on to the next pane; it never chooses."""
        event.stop()
        self.controller(Stepping).do_proposal_pane()

    def on_cards_moved(self, event: Cards.Moved) -> None:
        """Choose another way out."""
        event.stop()
        self.sketch.step_choice(event.step)
        self.show_all()
        self.call_after_refresh(self.ways.to_chosen)

    async def on_cards_opened(self, event: Cards.Opened) -> None:
        """Enter takes the way out that is chosen, as its key does."""
        event.stop()
        await self.do("proposal.accept")

    def do_proposal_back(self) -> None:
        """To the queue; the sketch stays. What is being recorded has to be seen first."""
        if self.controller(Accepting).is_recording:
            self.console.say(BEING_RECORDED, about="running")
        else:
            self.dismiss(None)

    def do_app_quit(self) -> None:
        """To the queue, from which one leaves."""
        self.do_proposal_back()

    def failed(self, message: Failed) -> None:
        self.controller(Accepting).is_recording = False
        super().failed(message)

    def do_app_mine(self) -> None:
        """Only the queue can show what is found."""
        self.console.say("m looks for new items from the queue; esc goes there")
