"""What is known about the repository: what memories name is looked up in git, in manifests and on the disk."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import asked
from dreamtui.model.claim import Claim, ClaimKind, Extent, History
from dreamtui.model.errors import Refused
from dreamtui.model.proposal import Memory

if TYPE_CHECKING:
    from dreamtui.memory.claims import World


_UNREAD = History(Extent.NONE, "git does not answer")


def world_of(desk: Desk, memories: Iterable[Memory] = ()) -> "World":
    """What is known about the repository, for telling which words of these memories still hold."""
    from dreamtui.memory.claims import claims_in

    listed = list(memories)
    claims = (claim for memory in listed for claim in claims_in(memory.text, memory.files))
    return world_for(desk, claims, [memory.path for memory in listed])


def world_for(desk: Desk, claims: Iterable[Claim], memories: Collection[str] = ()) -> "World":
    """What is known about the repository, and about what is claimed in particular.

    `memories` are the logical paths of the files that claim it: what one of them says is no proof of another.
    """
    from dreamtui.desk.queue.show import project_lines
    from dreamtui.memory.claims import World
    from dreamtui.sources.git.objects import tracked_files
    from dreamtui.sources.repository.facts import RepositoryFacts, read_repository

    root = desk.workspace.root
    kept = desk.workspace.git_dir is not None and not desk.workspace.bare
    tracked, unread = None, ""
    if kept:
        try:
            tracked = tracked_files(root) or None
        except Refused as problem:
            unread = str(problem).rstrip(".")
    said = tuple((said.text, said.locator) for said in project_lines(desk))
    facts = asked(lambda: read_repository(root, tracked)) or RepositoryFacts(history=_UNREAD)
    return _looked_up(
        desk,
        tuple(claims),
        memories,
        World(
            tracked=tracked,
            renamed=facts.renamed,
            said=said,
            branches=facts.branches,
            scripts=facts.scripts,
            packages=facts.packages,
            changed_in=facts.changed_in,
            deleted=frozenset(facts.changed_in) - (tracked or frozenset()),
            closed=facts.closed,
            history=History(Extent.NONE, unread) if unread else facts.history,
            narrow=facts.narrow,
            grew=facts.grew,
        ),
    )


def _looked_up(desk: Desk, claims: tuple[Claim, ...], memories: Collection[str], world: "World") -> "World":
    """The world with answers about the names that are claimed and that it does not know yet."""
    from dreamtui.memory.claims.judge import is_outside, normal
    from dreamtui.sources.repository.names import NameQuery, look_up

    tracked = world.tracked
    if tracked is None or not claims:
        return world

    def names(kind: ClaimKind) -> frozenset[str]:
        return frozenset(claim.name for claim in claims if claim.kind is kind)

    paths = {normal(name) for name in names(ClaimKind.FILE)}
    wanted = NameQuery(
        names(ClaimKind.SYMBOL),
        names(ClaimKind.PACKAGE),
        frozenset(path for path in paths if path not in tracked and not is_outside(path)),
        frozenset(name.lower() for name in names(ClaimKind.COMMIT)),
    )
    instead = _without_memories(desk, memories, tracked)
    found = asked(lambda: look_up(desk.workspace.root, wanted, tracked, instead))
    if found is None:
        return replace(world, older=_UNREAD)
    return replace(
        world,
        symbols=found.symbols,
        unsure=found.unsure,
        once=found.once,
        untracked=found.untracked,
        ignored=found.ignored,
        commits=found.commits,
        older=found.older,
    )


def _without_memories(desk: Desk, memories: Collection[str], tracked: Collection[str]) -> dict[str, bytes]:
    """What counts of files that hold memories: of a memory's own nothing, of an output what is outside our region."""
    from dreamtui.render.paths import READ
    from dreamtui.render.region import cut_region, read_region

    instead = dict.fromkeys(memories, b"")
    for path in (path for path in tracked if any(fnmatchcase(path, pattern) for pattern in READ)):
        try:
            data = desk.store.read_output(path)
        except Refused:
            continue
        regions = read_region(data).regions
        if data is None or path in instead or not regions:
            continue
        for region in reversed(regions):
            data = cut_region(data, region)
        instead[path] = data
    return instead
