"""What a proposal makes of the memories, in few lines: read before anything else is."""

from collections.abc import Callable, Iterator

from dreamtui.kinds.item_files import Gathered
from dreamtui.kinds.proposal.codec import parts_text
from dreamtui.kinds.proposal.plans import ProposalFiles, losses, spent
from dreamtui.model.proposal import Mutation, MutationKind
from dreamtui.text.diff.marked import change_lines
from dreamtui.text.lines import Line, plain

_MOST = 14
"""Lines of one change; what it loses is always said, and first."""


def effect(held: Gathered[ProposalFiles], safe: Callable[[str], str]) -> Iterator[Line]:
    """Change by change; of a contradiction its ways out. `safe` masks what is to be masked."""
    files = held.files
    if files.pending is None:
        return
    if why := spent(held):
        yield plain(f"⚠ Nothing is left to do: {safe(why)}. Reject it, or put it off.", "warning")
        return
    for choice in files.filed.proposal.choices:
        yield Line((("dim", "· "), ("text", safe(choice.label))), hanging=2)
    for at, mutation in enumerate(files.filed.proposal.mutations):
        if at:
            yield plain()
        heading, *lines = [line for line in _change(mutation, files, safe) if line.text.strip()]
        lost = _lost(mutation, files)
        yield heading
        yield from (plain(f"✗ lost: {' '.join(safe(said).split())}", "over", 2) for said in lost or ())
        yield from lines[:_MOST]
        if len(lines) > _MOST:
            yield plain(f"⋯ {len(lines) - _MOST} more lines; g shows all of them", "dim")
        if lost == ():
            yield plain("Nothing is lost.", "ok")


def _change(mutation: Mutation, files: ProposalFiles, safe: Callable[[str], str]) -> Iterator[Line]:
    texts = {one.id: safe(files.memories[one.id].memory.text) for one in mutation.sources if one.id in files.memories}
    titles = {one.id: safe(one.title or one.path) for one in mutation.sources}
    result = safe(parts_text(mutation))
    if mutation.kind is MutationKind.MOVE:
        yield plain(f"{', '.join(titles.values())}: goes to {mutation.to or mutation.category}", "heading")
    elif mutation.keeps:
        gone = ", ".join(f"“{title}”" for one, title in titles.items() if one != mutation.keeps)
        yield plain(f"{gone} gives way to “{titles.get(mutation.keeps, mutation.keeps)}”", "heading")
    elif mutation.kind is MutationKind.DEPRECATE:
        yield plain("Goes", "heading")
        for text in texts.values():
            yield from (plain(f"- {line}", "removed", 2) for line in text.split("\n") if line.strip())
    elif mutation.kind is MutationKind.SUPERSEDE and len(texts) == 1:
        yield plain(f"Changes in “{next(iter(titles.values()))}”", "heading")
        yield from change_lines(next(iter(texts.values())), result)
    else:
        count = len(mutation.sources)
        yield plain(f"{count} memories become one" if count > 1 else "Becomes", "heading")
        yield from map(plain, result.split("\n"))


def _lost(mutation: Mutation, files: ProposalFiles) -> tuple[str, ...] | None:
    """Statements that no memory would say afterwards; None where that is not asked of a change."""
    has_sources = any(one.id in files.memories for one in mutation.sources)
    if mutation.kind in (MutationKind.DEPRECATE, MutationKind.MOVE) or not has_sources:
        return None
    return losses(mutation, files)
