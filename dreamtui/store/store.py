"""The one door: every change to a file that people or agents read goes through `Store.writing`."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from dreamtui import __version__
from dreamtui.kinds.decision import audit_record
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Decision, DecisionOrigin, Plan
from dreamtui.model.errors import Changed, Refused, Unavailable
from dreamtui.store.commit.lock import locked
from dreamtui.store.commit.machine_key import machine_key
from dreamtui.store.commit.recovery import Recovered, recover
from dreamtui.store.commit.transaction import Append, FileStep, commit
from dreamtui.store.files.guard import PathGuard
from dreamtui.store.files.owned_paths import DecidedFiles, is_usual, may_decide, may_write
from dreamtui.store.files.port import DISK, Port
from dreamtui.store.files.private import make_private
from dreamtui.store.files.small import append_line, read_or_none
from dreamtui.store.index.schema import prepare_state
from dreamtui.store.layout import AUDIT, CONSOLIDATING, HOME, OBJECTS, SIGNATURE, Layout
from dreamtui.store.person.private_memory import kept_apart, remember_folders
from dreamtui.store.records import log
from dreamtui.store.records.record_reader import Audit
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import PRIVATE_HOME

OUTPUT_LIMIT = 16 * 1024 * 1024
"""Bytes above which a file that is not ours is left alone."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Who writes, and when."""

    actor: str
    """Identity of the person or agent."""
    now: datetime
    """The clock, frozen for the whole transaction."""
    wait: float = 5.0
    """Seconds to wait for the lock."""
    decides: Callable[[], DecisionOrigin] = DecisionOrigin
    """Where a decision of theirs comes from; raises Refused where they may not make one."""
    signs: Callable[[bytes], bytes | None] = lambda data: None
    """The signature of a record, where they sign."""


@dataclass(slots=True)
class Store:
    """The files of one workspace."""

    layout: Layout
    port: Port = DISK
    """Every write goes through here; tests replace it."""
    recovered: list[Recovered] = field(default_factory=list)
    """Interrupted transactions that were finished or put back; the front end reports them."""
    data_folder: Path | None = None
    """The person's own data, where memory folders that were written to are remembered."""
    memory: Mapping[str, bool] = field(default_factory=dict)
    """The memory folders by their key, and whether Claude Code's lock counts there."""
    remarks: list[str] = field(default_factory=list)
    """What could not be kept of their history, a sentence each."""
    outputs: Collection[str] = ()
    """Paths of the outputs, and patterns of them."""
    places: Collection[str] = ()
    """Keys of further folders in which decisions of this person keep memories."""
    decided: DecidedFiles = field(default_factory=DecidedFiles)
    """The other files that decisions change."""

    @property
    def audit(self) -> Audit:
        return Audit(self.layout, self._cache_key, data_folder=self.data_folder)

    def _cache_key(self) -> bytes:
        """What cached facts are sealed with; empty if no key can be kept, and then the records are read."""
        try:
            return machine_key(self.data_folder, self.port)
        except Unavailable:
            return b""

    @property
    def guard(self) -> PathGuard:
        """What may be written at all."""
        return PathGuard((self.layout.root, self.layout.home, *self.layout.folders.values()), self._is_ours)

    def may_decide(self, logical: str) -> bool:
        """Whether a decision, and so an undo, may change a file."""
        return may_decide(logical, self._memory, self.decided, self._signs)

    @property
    def _signs(self) -> frozenset[str]:
        """Of the folders that make a shared file another system's, those that exist."""
        wanted = frozenset(shared.sign for shared in self.decided.shared.values())
        return frozenset(sign for sign in wanted if (self.layout.root / sign).is_dir())

    @property
    def _memory(self) -> frozenset[str]:
        """The keys of all folders in which memories are kept."""
        return frozenset({*self.memory, *self.layout.folders, *self.places})

    def _is_ours(self, path: Path) -> bool:
        """Whether a change of ours may write a file: one of ours, or the target of an output that is a link."""
        if may_write(self.layout.logical(path), self._memory, self.outputs, self.decided, self._signs):
            return True
        linked = (name for name in self.outputs if "*" not in name and self.layout.real(name).is_symlink())
        return any(self.output_path(name) == path for name in linked)

    def read(self, logical: str) -> bytes | None:
        """The bytes of a file, ours or not; None if there is none, Refused for anything odd."""
        if not logical.startswith(f"{HOME}/"):
            return self.read_output(logical)
        return read_or_none(self.layout.place(logical))

    def read_output(self, logical: str) -> bytes | None:
        """The bytes of a file that is not ours; a symlink inside the workspace is followed."""
        shared = self.decided.shared.get(logical)
        return read_or_none(self.output_path(logical), max(OUTPUT_LIMIT, shared.largest if shared else 0))

    def leads_out(self, logical: str) -> bool:
        """Whether an output is a symlink to somewhere outside the workspace."""
        path = self.layout.real(logical)
        return path.is_symlink() and self.output_path(logical) == path

    def why_not_through(self, logical: str) -> str:
        """Why an output that is a symlink is not written through, a sentence; empty if it may be.

        A repository can ship such a link, and text for agents would break the file of ours it leads to.
        """
        path = self.layout.real(logical)
        if not path.is_symlink():
            return ""
        target = path.resolve()
        name = self.layout.logical(target)
        if not (target.is_relative_to(self.layout.home.resolve()) or self.may_decide(name)):
            return ""
        return inert_line(f"{logical} is a symlink to {name}, which is dreamtui's own file; remove the link")

    def output_path(self, logical: str) -> Path:
        """The file an output is really written to: the target of a symlink that stays in the workspace."""
        path = self.layout.real(logical)
        if path.is_symlink():
            target = path.resolve()
            if target.is_relative_to(self.layout.root.resolve()):
                return target
        return path

    def memory_key(self, logical: str) -> str:
        """The key of the innermost memory folder that contains a path; empty for none."""
        return max((key for key in self.memory if logical.startswith(f"{key}/")), key=len, default="")

    def mend(self, writer: Writer) -> None:
        """Finish or put back what an interrupted transaction left."""
        if self.layout.journal_waiting():
            with self.writing(writer):
                pass

    @contextmanager
    def writing(self, writer: Writer) -> Iterator["Transaction"]:
        """Hold the write lock for one transaction; interrupted ones are mended first."""
        try:
            prepare_state(self.layout)
        except OSError as problem:
            raise Unavailable(f"the store at {self.layout.home} cannot be written: {problem.strerror}") from None
        with locked(self.layout.state / "lock", wait=writer.wait, who=writer.actor, now=writer.now):
            key = machine_key(self.data_folder, self.port)
            settled = recover(self.layout.state, guard=self.guard, port=self.port, key=key)
            self.recovered.extend(settled)
            if self.memory or (self.layout.state / CONSOLIDATING).is_file():
                from dreamtui.store.claude.memory_transaction import mend_memory

                mend_memory(self, writer.now, settled, key)
            yield Transaction(self, writer, key)


@dataclass(slots=True)
class Transaction:
    """What can be done while the write lock is held."""

    store: Store
    writer: Writer
    """Who writes, and when."""
    key: bytes
    """What the journal is sealed with."""

    def record(
        self, plans: Sequence[Plan], heads: tuple[str, ...], whole: Collection[str] = ()
    ) -> tuple[Decision, ...]:
        """Apply plans all or nothing and write an audit record for each; `heads` are the graph's heads now.

        `whole` are the keys of the memory folders in which nothing is left to be decided after this.
        """
        origin = self.writer.decides()
        decisions: list[Decision] = []
        names: dict[str, str] = {}
        private: list[str] = []
        secret: dict[str, bytes] = {}
        changes: list[Change] = []
        lines: list[bytes] = []
        for plan in plans:
            apart = kept_apart(change.path for change in plan.changes.changes)
            touched, objects = audit_record.touched(plan.changes, apart)
            shared = {mark.object for mark in touched if mark.path not in apart}
            secret |= {mark.object: objects[mark.object] for mark in touched if mark.object and mark.path in apart}
            decision, data = audit_record.seal(
                plan.draft, heads, __version__, touched, audit_record.said(plan.changes), origin
            )
            heads = (decision.id,)
            changes += plan.changes.changes
            changes += [
                Change(f"{OBJECTS}/{key}", self.store.read(f"{OBJECTS}/{key}"), packed)
                for key, packed in objects.items()
                if key in shared
            ]
            month = f"{decision.when[:4]}/{decision.when[5:7]}"
            name = f"{AUDIT}/{month}/{audit_record.file_name(decision)}"
            changes.append(Change(name, None, data))
            if (signature := self.writer.signs(data)) is not None:
                changes.append(Change(f"{name}{SIGNATURE}", None, signature))
            names.update({change.path: decision.id for change in plan.changes.changes})
            if apart:
                private.append(decision.id)
            lines.append(_decision_line(decision, dict(plan.log)))
            decisions.append(decision)
        label = (
            f"{decisions[0].verb} {decisions[0].item}"
            if len(decisions) == 1
            else f"{decisions[0].verb} of {len(decisions)} items"
        )
        self._remember(private, secret)
        self._commit(_chained(changes), lines, label, names, whole)
        return tuple(decisions)

    def apply(self, changes: ChangeSet, what: str, **details: Any) -> None:
        """Apply changes that are no decision (mined candidates, outputs, events), with a line in the log."""
        line = log.log_line(_when(self.writer), self.writer.actor, what, **details)
        self._commit(changes, [line], what)

    def note(self, what: str, **details: Any) -> None:
        """A line in the log for something that changed no file."""
        self.apply(ChangeSet(), what, **details)

    def _commit(
        self,
        changes: ChangeSet,
        lines: list[bytes],
        label: str,
        decisions: Mapping[str, str] | None = None,
        whole: Collection[str] = (),
    ) -> None:
        store = self.store
        steps = [
            FileStep(self._target(change.path), change.before, change.after, _is_own(change.path))
            for change in changes.changes
        ]
        path = store.layout.real(log.log_path(_when(self.writer), self.writer.actor))
        appends = [Append(path, line) for line in lines]
        self._remember_folders(changes)
        with ExitStack() as held:
            if store.memory:
                from dreamtui.store.claude.memory_transaction import Errand, into_memory

                errand = Errand(changes, decisions or {}, label, whole)
                held.enter_context(into_memory(store, self.writer, errand, self.key))
            state, guard = store.layout.state, store.guard
            commit(steps, appends, state=state, guard=guard, label=label, port=store.port, key=self.key)

    def _remember(self, private: Sequence[str], secret: Mapping[str, bytes]) -> None:
        """Note which decisions on private memory were made here, before anything of them can be found anywhere."""
        if private and self.store.data_folder is not None:
            from dreamtui.store.person.private_memory import remember_made

            remember_made(self.store.data_folder, self.store.layout.root, private, secret, self.store.port)

    def _remember_folders(self, changes: ChangeSet) -> None:
        """Note the memory folders that are written to, before anything can be interrupted there."""
        folders = self.store.layout.folders
        used = {key: folders[key] for change in changes.changes if (key := change.path.partition("/")[0]) in folders}
        if (private := used.pop(PRIVATE_HOME, None)) is not None:
            make_private(private)
        inside = {key for change in changes.changes if (key := self.store.memory_key(change.path)) not in folders}
        used |= {key: self.store.layout.root / key for key in inside if key and not is_usual(key)}
        if used and self.store.data_folder is not None:
            remember_folders(self.store.data_folder, self.store.layout.root, used)

    def _target(self, logical: str) -> Path:
        if logical.startswith(".agent/"):
            return self.store.layout.real(logical)
        if why := self.store.why_not_through(logical):
            raise Refused(why)
        return self.store.output_path(logical)


def _chained(changes: list[Change]) -> ChangeSet:
    """One change a path; a later one must start from what an earlier one of the same path left."""
    last: dict[str, Change] = {}
    for change in changes:
        earlier = last.get(change.path)
        if earlier is not None and earlier.after != change.before:
            raise Changed(f"two decisions of this batch change {change.path}; decide them one after the other")
        last[change.path] = change
    return ChangeSet.of(*changes)


def _is_own(logical: str) -> bool:
    """Whether a file is the person's own, for nobody else to read."""
    return logical.startswith(f"{PRIVATE_HOME}/")


def _when(writer: Writer) -> str:
    from dreamtui.text.dates import iso

    return iso(writer.now)


def _decision_line(decision: Decision, more: dict[str, object]) -> bytes:
    return log.log_line(
        decision.when,
        decision.actor,
        "decision",
        verb=decision.verb,
        item=decision.item,
        decision=decision.id,
        undoes=decision.undoes,
        title=decision.title[:200],
        **more,
    )


def observe(store: Store, relative: str, line: bytes) -> None:
    """Add one event line to an event log; the only write that needs no lock, because each writer has its file."""
    append_line(store.layout.real(relative), line, guard=store.guard, port=store.port)


__all__ = ["Store", "Transaction", "Writer", "observe"]
