"""What a proposal makes of the memories, in few lines: read before anything else is."""

from collections.abc import Callable, Iterator

from dreamtui.kinds.item_files import Gathered
from dreamtui.kinds.proposal.codec import parts_text
from dreamtui.kinds.proposal.plans import ProposalFiles, spent
from dreamtui.model.proposal import Fate, Mutation, MutationKind
from dreamtui.text.diff.marked import change_lines
from dreamtui.text.lines import Line, plain

_MOST = 14
"""Lines of one change; what it loses is always said."""


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
        lines = [line for line in _change(mutation, files, safe) if line.text.strip()]
        yield from lines[:_MOST]
        if len(lines) > _MOST:
            yield plain(f"⋯ {len(lines) - _MOST} more lines; g shows all of them", "dim")
        yield from _losses(mutation, files, safe)


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


def _losses(mutation: Mutation, files: ProposalFiles, safe: Callable[[str], str]) -> Iterator[Line]:
    sources = [files.memories[one.id].memory for one in mutation.sources if one.id in files.memories]
    if mutation.kind in (MutationKind.DEPRECATE, MutationKind.MOVE) or not sources:
        return
    told = files.check(sources, mutation)
    lost = list(dict.fromkeys(one.text for one in told if one.fate is Fate.LOST))
    if not lost:
        yield plain("Nothing is lost.", "ok")
    yield from (plain(f"✗ lost: {' '.join(safe(said).split())}", "over", 2) for said in lost)
