"""Asking for a memory to be moved to another scope: a proposal like any other, nothing moves until it is accepted."""

from collections.abc import Sequence

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.all import every_memory
from dreamtui.desk.memory.topics import homes
from dreamtui.kinds.item_files import StoredMemory
from dreamtui.kinds.memory import plans
from dreamtui.kinds.proposal import codec
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import NotFound, Refused, Usage
from dreamtui.model.proposal import FiledProposal
from dreamtui.text.dates import iso
from dreamtui.text.inert import inert_line


def propose_move(desk: Desk, reference: str, to: str) -> tuple[FiledProposal, bool]:
    """The proposal that waits for a person, and whether it is new; asking twice gives the same one."""
    from dreamtui.memory.reorganize import WHERE, scope_move

    if to not in WHERE:
        raise Usage(f"{to!r} is not a scope; use one of {', '.join(sorted(WHERE))}")
    kept = find_topic(desk, reference)
    _may_go(desk, kept, to)
    now = iso(desk.now)
    made = FiledProposal(scope_move(kept.memory, to), now, now)
    item_id = made.proposal.id
    folders = codec.folders_of(made.proposal)
    pending, rejected = folders.pending.path_of(item_id), folders.rejected.path_of(item_id)
    with desk.store.writing(desk.writer()) as transaction:
        waiting, refused = desk.store.read(pending), desk.store.read(rejected)
        if waiting is not None and (filed := codec.parse(waiting)).proposal == made.proposal:
            return filed, False
        changes = [Change(pending, waiting, codec.render(made))]
        changes += [Change(rejected, refused, None)] if refused is not None else []
        transaction.apply(ChangeSet.of(*changes), "memory move", item=item_id, to=to)
    return made, True


def find_topic(desk: Desk, reference: str) -> StoredMemory:
    """The one topic file that an id, a path or the name of a file means."""
    every = [kept for kept in every_memory(desk).values() if kept.folder]
    real = str((desk.cwd / reference).resolve()) if reference and "\0" not in reference else ""
    ways: Sequence[set[str]] = (
        {kept.memory.id for kept in every if reference in {kept.memory.id, kept.filed.path}},
        {kept.memory.id for kept in every if str(desk.layout.real(kept.filed.path)) == real},
        {kept.memory.id for kept in every if reference in {plans.name_of(kept), _stem(kept)}},
    )
    found = next((ids for ids in ways if ids), set())
    if len(found) > 1:
        raise Refused(f"{inert_line(reference)!r} could be {', '.join(sorted(found)[:6])}")
    if not found:
        raise NotFound(
            f"no memory file is called {inert_line(reference)!r}; `dreamtui memory status` names the folders"
        )
    return next(kept for kept in every if kept.memory.id in found)


def _stem(kept: StoredMemory) -> str:
    return kept.filed.path.rpartition("/")[2].removesuffix(".md")


def _may_go(desk: Desk, kept: StoredMemory, to: str) -> None:
    """Refused, with what is in the way, where the move could not be accepted."""
    if kept.memory.pinned:
        raise Refused(f"{kept.memory.id} is pinned and is never touched")
    folder, name = plans.destination(kept, to, homes(desk))
    target = f"{folder}/{name}"
    if target == kept.filed.path:
        raise Refused(f"{inert_line(kept.filed.path)} already exists")
    if desk.store.read(target) is not None:
        raise Refused(f"{inert_line(target)} already exists; rename one of the two files first")
