"""Memory folders of Claude Code: their indexes mended, their claims verified, memories retired, moved, brought back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import work
from textual.message import Message

from dreamtui.desk import memory_history, memory_index, memory_move, verify
from dreamtui.desk.memory_index import Indexing
from dreamtui.model.change import ChangeSet
from dreamtui.model.claim import Verdict
from dreamtui.model.decision import Verb
from dreamtui.model.errors import DreamtuiError
from dreamtui.text.risks import mask
from dreamtui.tui.actions import Scope, bindings_of
from dreamtui.tui.screens.base import Failed
from dreamtui.tui.screens.beside import BesideTheQueue
from dreamtui.tui.screens.browse import STOPPED
from dreamtui.tui.screens.folder_reading import FolderReading
from dreamtui.tui.screens.reading import ReadingScreen
from dreamtui.tui.telling import tell
from dreamtui.tui.texts import folder as texts

if TYPE_CHECKING:
    from dreamtui.desk.decide import Outcome
    from dreamtui.desk.verify import Report
    from dreamtui.model.decision import Plan
    from dreamtui.review.sheaf import Words

SCOPES = ("project", "user", "team")
"""Where a memory can be moved to."""


@dataclass
class Planned(Message):
    """What regenerating the indexes would do."""

    indexing: tuple[Indexing, ...]
    """A plan a folder."""


@dataclass
class RestorePlanned(Message):
    """What bringing a version back would do."""

    path: str
    """Logical path of the file."""
    outcome: "Outcome"
    """Its changes; nothing is decided."""


@dataclass
class Verified(Message):
    """The claims were held against the repository."""

    report: "Report"
    """What was found."""


@dataclass
class Proposed(Message):
    """A move waits in the queue."""

    sentence: str
    """What to say of it."""


class FolderScreen(FolderReading, BesideTheQueue):
    """What can be done to a folder and its memories."""

    SCOPES = (Scope.FOLDER, Scope.BROWSE)
    BINDINGS = bindings_of(*SCOPES)

    def bar_label(self, action_id: str) -> str | None:
        """Keys that have something to do now."""
        if action_id == "browse.back" and self._verifying:
            return "stop"
        if action_id == "folder.versions" and self._versions:
            return "what it says"
        if action_id == "folder.undo" and not self.console.sitting.done:
            return ""
        deciding = {"folder.mend", "folder.retire", "folder.restore", "folder.scope", "folder.undo"}
        about_one = {"folder.retire", "folder.versions", "folder.restore", "folder.scope"}
        gone = self._retired()
        if action_id == "folder.restore" and gone is not None and gone.here:
            about_one = set()
        dead = (action_id in deciding and self.console.read_only) or (action_id in about_one and not self._chosen())
        return "" if dead else None

    def calls_for(self, action_id: str) -> bool:
        """Where many things need attention, the memories are a heading away."""
        return action_id == "rows.next-heading" and len(self.rows.headings()) > 1

    # Taking back

    def do_folder_undo(self) -> None:
        """What was decided last."""
        self.undo_here()

    def do_folder_redo(self) -> None:
        """What was undone last."""
        self.redo_here()

    # The index

    def do_folder_mend(self) -> None:
        """Show what regenerating the indexes would change."""
        if self.console.read_only:
            self.console.say(f"This console only reads: {self.console.read_only}", "warning")
        else:
            self._plan_index()

    @work(thread=True, exclusive=True, exit_on_error=False, group="plan", description="planning the index")
    def _plan_index(self) -> None:
        desk = self.console.services.desk
        self.guarded(lambda: Planned(tuple(memory_index.plan(desk, one) for one in memory_index.chosen(desk))), _same)

    def on_planned(self, message: Planned) -> None:
        """Show the exact change, or that there is none."""
        from dreamtui.tui.screens.apply import ApplyScreen

        message.stop()
        changes = ChangeSet.of(*(change for one in message.indexing for change in one.plan.changes.changes))
        remarks = [sentence for one in message.indexing for sentence in texts.left_words(one)]
        if not changes:
            self.console.say(
                remarks[0] if remarks else "Every index is in order", "warning" if remarks else "information"
            )
            return
        services, folders = self.console.services, [one.contents.folder for one in message.indexing]
        desk = services.desk
        made = (f"{one.key}: {memory_index.summary(one.made)}" for one in message.indexing if one.plan.changes)
        heading = f"Mend the index of {'; '.join(made)}"
        screen = ApplyScreen(
            changes, heading, lambda: services.named(memory_index.write(desk, folders, changes)[0]), remarks
        )
        self.app.push_screen(screen, self._applied)

    def _applied(self, outcome: "Outcome | None") -> None:
        """Say what was recorded, and read again."""
        if outcome is not None:
            tell(self.console, outcome)
            self.read_again()

    # Claims

    def do_folder_verify(self) -> None:
        """Hold what all memories say of the repository against it."""
        self._verifying = True
        self.refresh_keys()
        self._verify()

    @work(thread=True, exclusive=True, exit_on_error=False, group="verify", description="verifying claims")
    def _verify(self) -> None:
        desk = self.console.services.desk
        self.guarded(lambda: verify.verify(desk, progress=self.tell), Verified, "verify")

    def do_browse_back(self) -> None:
        """Stop verifying, else back by one."""
        if self._verifying:
            self.workers.cancel_group(self, "verify")
        else:
            super().do_browse_back()

    def failed(self, message: Failed) -> None:
        """Verifying ended, because it was stopped or could not be done."""
        if message.what == "verify":
            self._verifying = False
            self.refresh_keys()
            if message.sentence == STOPPED:
                self.console.say(STOPPED)
        super().failed(message)

    def on_verified(self, message: Verified) -> None:
        """Show what is stale."""
        message.stop()
        self._verifying = False
        report = message.report
        self._checked = {checked.path: checked for checked in report.memories}
        known = ((verdict, "not to be checked" if verdict is Verdict.UNKNOWN else verdict.value) for verdict in Verdict)
        counts = ", ".join(f"{report.count(verdict)} {words}" for verdict, words in known)
        self.console.say(" ".join([f"Claims: {counts}.", *report.remarks[:1]]), timeout=8.0)
        self.read_again()

    # Versions

    def do_folder_versions(self) -> None:
        """What the file said before, or what it says now."""
        self._versions = not self._versions
        self.refresh_keys()
        self.page_again()

    def do_folder_restore(self) -> None:
        """Show the earlier version of the file before it is written."""
        if self.console.read_only:
            return
        if (gone := self._retired()) is not None:
            if gone.here:
                self.take_back(gone.mark)
            else:
                self.console.say(gone.said, "warning", timeout=8)
        elif name := self._named():
            self._plan_restore(name)

    @work(thread=True, exclusive=True, exit_on_error=False, group="plan", description="looking for a version")
    def _plan_restore(self, name: str) -> None:
        desk = self.console.services.desk
        self.guarded(lambda: memory_history.restore(desk, name, dry_run=True), lambda done: RestorePlanned(name, done))

    def on_restore_planned(self, message: RestorePlanned) -> None:
        """Show it."""
        from dreamtui.tui.screens.apply import ApplyScreen

        message.stop()
        services, name = self.console.services, message.path
        desk = services.desk
        screen = ApplyScreen(
            message.outcome.changes,
            f"Bring back {name}",
            lambda: services.named(memory_history.restore(desk, name)),
            message.outcome.advice,
        )
        self.app.push_screen(screen, self._applied)

    def do_folder_well(self) -> None:
        """Say that a loss is well."""
        name = self._chosen()
        if all(one.path != name for one in self._seen.lost):
            self.console.say("Nothing was lost here.", "warning")
        elif not self.console.read_only:
            self._acknowledge(name)

    @work(thread=True, exclusive=True, exit_on_error=False, group="plan", description="noting that it is well")
    def _acknowledge(self, name: str) -> None:
        desk = self.console.services.desk
        self.guarded(lambda: memory_history.acknowledge(desk, name), lambda path: Proposed(f"Noted for {path}"))

    # Deciding

    def do_folder_retire(self) -> None:
        """Ask for the reason, then move the memory to the archive."""
        from dreamtui.tui.screens.rationale import Asked, RationaleScreen

        name = self._named()
        if name not in self._seen.files:
            return
        title = self._seen.files[name][1].topic.title
        services = self.console.services

        def record(words: "Words") -> "Outcome":
            return services.decide([name], Verb.RETIRE, words)

        def preview(words: "Words") -> "Plan":
            return services.preview(name, Verb.RETIRE, words)

        asked = Asked(Verb.RETIRE, f"Retire: {title}", record, ids=(name,), title=title, preview=preview)
        self.app.push_screen(RationaleScreen(asked), self._applied)

    def do_folder_scope(self) -> None:
        """Ask where the memory should be."""
        if self._named() and not self.console.read_only:
            self.ask("scope", f"move to: {', '.join(SCOPES)}")

    def answered(self, purpose: str, text: str) -> None:
        """Propose the move; it is decided in the queue."""
        name = self._chosen()
        if purpose == "scope" and name and text.strip():
            self._propose(name, text.strip().lower())

    @work(thread=True, exclusive=True, exit_on_error=False, group="plan", description="proposing a move")
    def _propose(self, name: str, to: str) -> None:
        desk = self.console.services.desk
        self.guarded(
            lambda: memory_move.propose_move(desk, name, to), lambda made: Proposed(_waits(made[0].proposal.title))
        )

    def on_proposed(self, message: Proposed) -> None:
        """Say it; the queue behind this screen shows it."""
        message.stop()
        self.console.say(message.sentence, timeout=6.0)
        for screen in self.console.screen_stack:
            if isinstance(screen, ReadingScreen):
                screen.read_queue()
        self.read_again()

    # Opening

    def do_folder_open(self) -> None:
        """Open the file where it lies."""
        from dreamtui.tui import editor

        row = self.rows.chosen
        name = self._chosen() or (f"{row.id.partition(':')[2].split('/')[0]}/MEMORY.md" if row is not None else "")
        desk = self.console.services.desk
        try:
            path = desk.layout.real(name) if name else None
        except DreamtuiError as problem:
            self.console.say(f"It cannot be opened: {problem}; R reads the folders again", "warning", timeout=8.0)
            return
        if path is None or not path.is_file():
            self.console.say("There is no file to open here.", "warning")
            return
        self.console.keep_everything()
        words = editor.run(self.app, editor.command_for(editor.chosen(desk.env, pager=False), path), desk.env)
        if words:
            self.console.complain(words)
        self.console.arm_guard()
        self.read_again()


def _same(message: Planned) -> Planned:
    return message


def _waits(title: str) -> str:
    return f"Waits in the queue: {mask(title)}"
