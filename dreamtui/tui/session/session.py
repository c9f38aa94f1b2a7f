"""One workspace of a console: its desk, and what a screen may ask of it. Each call may block, so a worker makes it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.desk import person
from dreamtui.desk.desk import Desk
from dreamtui.model.verb import Verb
from dreamtui.tui.session.drafts import WorkspaceDrafts
from dreamtui.tui.session.presence import ConsolePresence
from dreamtui.tui.session.queue_items import QueueItem
from dreamtui.tui.session.queue_reading import QueueReader
from dreamtui.tui.session.refs import Ref

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.desk.memory.verify import Report
    from dreamtui.desk.outputs.sync import Synced
    from dreamtui.desk.outputs.targets import TargetCost
    from dreamtui.desk.queue.show import Shown
    from dreamtui.desk.queue.source import EvidenceSource
    from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
    from dreamtui.desk.workspace.overview import Overview
    from dreamtui.model.change import ChangeSet
    from dreamtui.model.decision import Decision, Mark, Plan, Words
    from dreamtui.model.evidence import Evidence
    from dreamtui.model.model_draft import ModelDraft


@dataclass(frozen=True, slots=True)
class Detail:
    """One item with what is known around it, ready for the pane."""

    ref: Ref
    shown: "Shown"
    """The item, whether its evidence resolves, its history, what speaks against it."""
    history: "tuple[tuple[Decision, bool], ...]"
    """Earlier decisions on the same thing, oldest first, and whether each is in force."""
    place: str = ""
    """Where its file is, as a person here finds it."""
    cost: "TargetCost | None" = None
    """What the rule that it would become costs where it goes."""
    unsettled: bool = False
    """Whether something of it has to be settled before it can be taken."""

    def masked(self) -> "Detail":
        """The same with secret-like text replaced."""
        from dreamtui.desk.queue.show import masked
        from dreamtui.text.danger.risks import mask

        told = tuple(
            (replace(made, rationale=mask(made.rationale), rule=mask(made.rule)), stands)
            for made, stands in self.history
        )
        return replace(self, shown=masked(self.shown), history=told)


class Session:
    """A workspace while a console is open on it; ids are those it has there."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.presence = ConsolePresence(desk)
        self.drafts = WorkspaceDrafts(desk, self.presence)
        self.queue = QueueReader(desk)

    @property
    def now(self) -> datetime:
        """The desk's clock."""
        return self.desk.now

    @property
    def name(self) -> str:
        """What the workspace is called."""
        return self.desk.workspace.root.name or str(self.desk.workspace.root)

    def place_of(self, path: str) -> str:
        """The path of a file of ours: relative below the current folder, else in full."""
        from dreamtui.text.paths import tilde

        real, here = self.desk.layout.real(path), Path.cwd()
        return str(real.relative_to(here)) if real.is_relative_to(here) else tilde(real, self.desk.env)

    def leave(self) -> None:
        """Take the presence mark away, and end what still reads."""
        self.queue.live.stop()
        self.presence.leave()

    def last_run(self) -> str:
        """When the queue was last mined; empty for never."""
        from dreamtui.desk.workspace.last_run import last_run

        return last_run(self.desk)

    def overview(self, *, anew: bool) -> "Overview":
        """What agents remember here, without the claims of memories; `anew`: not with the queue as it was last read."""
        from dreamtui.desk.workspace.overview import overview

        return overview(self.desk, keep=False, anew=anew)

    def claims(self) -> "Report | None":
        """What became of the memories' claims about the repository; None without a memory folder."""
        from dreamtui.desk.memory.verify import verify_once

        return verify_once(self.desk) if self.desk.memory.folders else None

    # One item

    def detail(self, item: QueueItem) -> Detail:
        from dreamtui.desk.outputs.targets import cost_now
        from dreamtui.desk.queue.show import decisions_on, show_listed

        shown = show_listed(self.desk, item.id, item.status)
        history = decisions_on(self.desk, shown)
        path = shown.item.path
        place = path if self.desk.workspace.has_agent else self.place_of(path)
        unsettled = shown.kind.actions().unsettled(shown.held)
        return Detail(item.ref, shown, history, place, cost_now(self.desk, shown), unsettled)

    def became(self, item_id: str) -> str:
        """What words are about whose item is not in the queue, and what became of it."""
        from dreamtui.present.history import became

        return became(self.desk, item_id)

    def source(self, piece: "Evidence") -> "EvidenceSource":
        """The source of a piece of evidence: the commit with its patch, or the lines around the one meant."""
        from dreamtui.desk.queue.source import source_of

        return source_of(self.desk, piece)

    def draft(self, item_id: str, cancelled: Callable[[], bool]) -> "ModelDraft":
        """Have the model command draft the rule of an item; it may take minutes, and nothing is decided."""
        from dreamtui.desk.queue.model_draft import draft

        return draft(self.desk, item_id, cancelled=cancelled)[1]

    def reveal(self, item_id: str) -> None:
        """Note in the log that masked text was revealed."""
        with self.desk.store.writing(self.desk.writer()) as transaction:
            transaction.note("reveal", item=item_id)

    def preview(self, item_id: str, verb: Verb, words: "Words") -> "Plan":
        """Exactly what a verb would change with these words."""
        from dreamtui.desk.decide.decide import preview

        return preview(self.desk, item_id, verb, words)

    def live_rules(self, ids: Sequence[str]) -> dict[str, str]:
        """Of these items those whose rule is live, with its words: a rejection retires it."""
        from dreamtui.desk.queue.lookup import live_rules

        return live_rules(self.desk, ids)

    def rules_made(self, ids: Sequence[str]) -> dict[str, str]:
        """The rules that graduating these items together makes, by item: the words suggested."""
        from dreamtui.desk.decide.decide import rules_made

        return rules_made(self.desk, ids)

    def targets(self, item_id: str, verb: Verb, words: "Words") -> "tuple[TargetCost, ...]":
        """Where the rule that these words make of an item can go, or one that is moved, and what it costs there."""
        from dreamtui.desk.outputs.targets import costs_of

        return costs_of(self.desk, item_id, verb, words)

    # A proposal

    def proposal(self, item_id: str) -> "ProposalView":
        """A proposal, statement by statement, against the current memories."""
        from dreamtui.desk.reorganize.proposal_view import view

        return view(self.desk, item_id)

    def edited(self, item_id: str, change: "MutationView", text: str) -> "MutationView":
        """One change of a proposal with other words, and what becomes of every statement then."""
        from dreamtui.desk.reorganize.proposal_view import edited

        return edited(self.desk, item_id, change.mutation.id, text, change.choice)

    def edited_before(self, view: "ProposalView") -> "list[MutationView]":
        """The changes of a proposal whose words were edited earlier and not recorded, with these words."""
        begun = [(change, self.drafts.load_result(view.item.id, change)) for change in view.mutations]
        return [self.edited(view.item.id, change, text) for change, text in begun if text]

    def twins(self) -> dict[str, tuple[str, ...]]:
        """Waiting items with the same evidence, by id."""
        from dreamtui.desk.queue.twins import twins

        return twins(self.desk)

    # Deciding

    def decide(self, ids: Sequence[str], verb: Verb, words: "Words", expected: "ChangeSet | None" = None) -> "Outcome":
        """Record decisions; `expected` is what was shown for a single one."""
        from dreamtui.desk.decide.decide import decide

        return self._noted(decide(self.desk, ids, verb, words, expected=expected))

    def take_back(
        self,
        decision: str,
        rationale: str,
        *,
        redo: bool = False,
        sitting: bool = False,
        batch: bool = False,
        acknowledged: Sequence[str] = (),
    ) -> "Outcome":
        """Take back one decision, or one undo, the newest without a name; with or without the rest of its batch."""
        from dreamtui.desk.decide.decide import take_back

        made = take_back(
            self.desk,
            decision or None,
            rationale,
            redo=redo,
            sitting=sitting,
            whole_batch=batch,
            acknowledged=acknowledged,
        )
        return self._noted(made)

    def edit_note(self, note: str, text: str) -> "Outcome":
        """Give a note another text."""
        from dreamtui.desk.memory.notes import edit_note

        return edit_note(self.desk, note, None, text)

    def newest(self) -> "list[Mark]":
        """What an undo without a name would take back."""
        from dreamtui.desk.decide.undo import targets

        found, _ = targets(self.desk, self.desk.store.audit.marks(), None, redo=False)
        return found

    def day(self, typed: str) -> str:
        """The date that was typed, normalised; Usage if it is not one."""
        from dreamtui.desk.decide.decide import day

        return day(self.desk, typed)

    def holds_until(self, typed: str) -> str:
        """The date or the version that was typed; Usage if it is neither, or is reached."""
        from dreamtui.desk.decide.decide import holds_until

        return holds_until(self.desk, typed)

    def _noted(self, outcome: "Outcome") -> "Outcome":
        self.queue.live.decided()
        return outcome

    # Outputs

    def outputs(self) -> "Synced":
        """What a sync would write."""
        from dreamtui.desk.outputs.sync import plan

        return plan(self.desk)

    def write_outputs(self) -> "Synced":
        from dreamtui.desk.outputs.sync import sync

        return sync(self.desk)

    # Files lent to other programs, and errors

    def scratch(self, name: str, text: str, suffix: str = ".md") -> Path:
        """A private file for another program."""
        return person.lend(self.desk, name, text, suffix)

    def take_back_scratch(self, path: Path) -> str | None:
        """What the other program left in a private file, which goes; nothing when it is no text."""
        return person.take_back_lent(path)

    def keep_error(self, text: str) -> str:
        """Append a traceback to the error log; returns its path."""
        return person.keep_error(text, self.desk.env)
