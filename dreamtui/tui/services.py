"""Everything a screen may ask of the desk. Each call may block, so it is made in a worker, never on the event loop."""

import contextlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.model.change import ChangeSet
from dreamtui.model.decision import Decision, Mark, Plan, Verb
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.evidence import Evidence
from dreamtui.store import drafts, resume, scratch, watch
from dreamtui.store.drafts import SavedDraft
from dreamtui.store.resume import Place
from dreamtui.tui.queue_items import QueueView

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome
    from dreamtui.desk.outputs import Synced
    from dreamtui.desk.show import Shown
    from dreamtui.desk.source import Source
    from dreamtui.review.coach import Judgement
    from dreamtui.review.sheaf import Words
    from dreamtui.store.presence import Presence
    from dreamtui.text.budget import Size


@dataclass(frozen=True, slots=True)
class Detail:
    """One item with what is known around it, ready for the pane."""

    shown: "Shown"
    """The item, whether its evidence resolves, its history, what speaks against it."""
    history: tuple[tuple[Decision, bool], ...]
    """Earlier decisions on the same thing, oldest first, and whether each stands."""
    draft_verbs: tuple[str, ...] = ()
    """Verbs for which words were begun."""


@dataclass(frozen=True, slots=True)
class Budgets:
    """How full the files are that agents load."""

    claude: int
    """Lines of CLAUDE.md."""
    memory: int
    """Lines of our MEMORY.md."""
    out_of_date: tuple[str, ...] = ()
    """Outputs a sync would write."""


class Services:
    """The desk as the console uses it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.presence: Presence | None = None
        self._first: list[QueueView] = []
        self._reading: threading.Thread | None = None

    @property
    def now(self) -> datetime:
        """The desk's clock."""
        return self.desk.now

    @property
    def name(self) -> str:
        """What the workspace is called."""
        return self.desk.workspace.root.name or str(self.desk.workspace.root)

    # The queue

    def begin(self) -> None:
        """Read the queue while the console is being imported and drawn."""
        self._reading = threading.Thread(target=self._read_first, name="first-queue", daemon=True)
        self._reading.start()

    def _read_first(self) -> None:
        with contextlib.suppress(DreamtuiError, OSError):
            self._first.append(self.queue())

    def first_queue(self) -> QueueView | None:
        """The queue read at the beginning, when that is done already; once."""
        reading = self._reading
        if reading is None or reading.is_alive() or not self._first:
            return None
        return self._first.pop()

    def queue(self) -> QueueView:
        """The whole queue, read now."""
        from dreamtui.desk.listing import listing

        stamp = watch.stamp(self.desk.layout)
        found = listing(self.desk, status="all")
        return QueueView.of(found.entries, [f"{p.path}: {p.why}" for p in found.problems], stamp)

    def stamp(self) -> str:
        """What the files look like now."""
        return watch.stamp(self.desk.layout)

    def last_run(self) -> str:
        """When the queue was last mined; empty for never."""
        from dreamtui.store import log

        last = log.last_entry(self.desk.layout, "dream")
        return str(last["ts"]) if last else ""

    def budgets(self) -> Budgets:
        """How full CLAUDE.md and our MEMORY.md are after a sync, and whether one is due."""
        from dreamtui.desk.outputs import plan
        from dreamtui.store.layout import INDEX

        planned = plan(self.desk)
        sizes = {file.path: file.size for file in planned.files if file.after is not None}
        claude = next((size for path, size in sizes.items() if path.endswith("CLAUDE.md")), None)
        index = sizes.get(INDEX)
        paths = tuple(change.path for change in planned.changes.changes)
        return Budgets(claude.lines if claude else 0, index.lines if index else 0, paths)

    # One item

    def detail(self, item_id: str) -> Detail:
        """Everything about an item."""
        from dreamtui.desk.show import show
        from dreamtui.review.graph import standing

        shown = show(self.desk, item_id)
        stands = standing(self.desk.store.audit.marks()) if shown.history else {}
        history = tuple((self.desk.store.audit.read(mark.name), stands.get(mark.id, False)) for mark in shown.history)
        begun = tuple(verb.value for verb in Verb if drafts.load(self.desk.layout, item_id, verb.value))
        return Detail(shown, history, begun)

    def source(self, piece: Evidence) -> "Source":
        """Where a piece of evidence stands: the commit with its patch, or the lines around the one meant."""
        from dreamtui.desk.source import source_of

        return source_of(self.desk, piece)

    def preview(self, item_id: str, verb: Verb, words: "Words") -> Plan:
        """Exactly what a verb would change with these words."""
        from dreamtui.desk.decide import preview

        return preview(self.desk, item_id, verb, words)

    # Deciding

    def decide(self, ids: Sequence[str], verb: Verb, words: "Words", expected: ChangeSet | None = None) -> "Outcome":
        """Record decisions; `expected` is what was shown for a single one."""
        from dreamtui.desk.decide import decide

        return decide(self.desk, ids, verb, words, expected=expected)

    def judge(
        self, ids: Sequence[str], verb: Verb, title: str, evidence: tuple[Evidence, ...], words: "Words"
    ) -> "tuple[Judgement, Judgement | None]":
        """What the coach says about the reason, and about the rule where there is one."""
        from dreamtui.review import coach

        reason = coach.judge(
            words.rationale, verb=verb, title=title, rule=words.rule, evidence=evidence, batch=len(ids) > 1
        )
        ruled = coach.judge_rule(words.rule, title) if verb is Verb.GRADUATE and len(ids) == 1 else None
        return reason, ruled

    def undo(self, decision: Decision | None, rationale: str, *, sitting: bool) -> "Outcome":
        """Take back a decision with its batch, or the newest one."""
        from dreamtui.desk.decide import take_back

        reference = decision.id if decision else None
        return take_back(self.desk, reference, rationale, sitting=sitting, whole_batch=True)

    def redo(self, undo: Decision | None) -> "Outcome":
        """Take back an undo with its batch, or the newest one."""
        from dreamtui.desk.decide import take_back

        return take_back(self.desk, undo.id if undo else None, "", redo=True, whole_batch=True)

    def newest(self) -> list[Mark]:
        """What an undo without a name would take back."""
        from dreamtui.review.graph import newest_to_undo

        return newest_to_undo(self.desk.store.audit.marks())

    def day(self, typed: str) -> str:
        """The date somebody typed, as it is kept; Usage when it is none."""
        from dreamtui.desk.decide import day

        return day(self.desk, typed)

    # Outputs

    def outputs(self) -> "Synced":
        """What a sync would write."""
        from dreamtui.desk.outputs import plan

        return plan(self.desk)

    def write_outputs(self) -> "Synced":
        """Write them."""
        from dreamtui.desk.outputs import sync

        return sync(self.desk)

    def rule_cost(self, text: str) -> "Size":
        """What the words of a rule cost an agent."""
        from dreamtui.render.safe import bullet
        from dreamtui.text.budget import Size, measure

        return measure("\n".join(bullet(text)).encode("utf-8", "replace")) if text.strip() else Size()

    # Drafts, place, scratch files, presence

    def load_draft(self, item: str, verb: Verb) -> SavedDraft | None:
        """Words begun earlier."""
        return drafts.load(self.desk.layout, item, verb.value)

    def save_draft(self, draft: SavedDraft) -> None:
        """Keep words; quick enough for the event loop, and the last thing done when a signal comes."""
        drafts.save(self.desk.layout, draft)

    def drop_draft(self, item: str, verb: Verb | None = None) -> None:
        """Forget words that were recorded."""
        drafts.drop(self.desk.layout, item, verb.value if verb else "")

    def drafted(self) -> frozenset[str]:
        """Ids of items with words begun."""
        return drafts.items(self.desk.layout)

    def load_place(self) -> Place:
        """Where the person was."""
        return resume.load(self.desk.layout)

    def save_place(self, place: Place) -> None:
        """Remember where the person is."""
        if self.desk.layout.home.is_dir():
            resume.save(self.desk.layout, place)

    def scratch(self, name: str, text: str, suffix: str = ".md") -> Path:
        """A private file for another program."""
        return scratch.write(self.desk.layout, name, text, suffix=suffix)

    def take_back_scratch(self, path: Path) -> str | None:
        """What the other program left in a private file, which goes; nothing when it is no text."""
        text = scratch.read(path)
        scratch.remove(path)
        return text

    def enter(self, *, take_over: bool) -> str:
        """Leave the presence mark; gives back why the console has to be read-only, empty when it has not."""
        from dreamtui.store.index import prepare_state
        from dreamtui.store.presence import Presence

        layout = self.desk.layout
        if not layout.home.is_dir():
            return ""
        try:
            prepare_state(layout)
        except OSError:
            return ""
        self.presence = Presence.take(layout.state / "presence", who=self.desk.actor, now=self.now)
        if take_over and not self.presence.held:
            self.presence.take_over(now=self.now)
        owner = None if self.presence.held else self.presence.owner()
        if owner is None:
            return ""
        return f"read-only, because {owner.said(self.now)} has a console open here; --take-over takes it"

    def ousted(self) -> str:
        """Why a console that could write must not any more: somebody took over; empty when nobody did."""
        if self.presence is None or self.presence.held:
            return ""
        owner = self.presence.owner()
        return f"{owner.said(self.now)} has taken over; this console is read-only now" if owner else ""

    def leave(self) -> None:
        """Take the presence mark away."""
        if self.presence is not None:
            self.presence.release()
            self.presence = None

    def keep_error(self, text: str) -> str:
        """Put a traceback into the error log; gives back where it is."""
        from dreamtui.store.errorlog import keep

        return keep(text, self.desk.env)
