"""The file of a proposal: JSON with sorted keys, so that equal proposals are equal bytes, and what lists show of it."""

import hashlib
import json
import math
from collections.abc import Iterable
from dataclasses import asdict, replace

import msgspec

from dreamtui.kinds.boundary import reading
from dreamtui.kinds.kind import ThreeFolders
from dreamtui.kinds.proposal.kind import FOLDERS, NAME
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.proposal import (
    Fate,
    FiledProposal,
    MemorySource,
    Mutation,
    MutationKind,
    Proposal,
)
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.paths import is_private

CONTRADICTION, PAIR, RECHECK = "contradiction", "pair", "recheck"
"""The kinds of proposal that a person settles by choosing one of several ways out."""
SUPERSEDED = "superseded"
"""The word for a contradiction of which it is known what is newer."""
_TITLE = 200
_ID_CHARS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def mutation_id(kind: str, sources: Iterable[str]) -> str:
    """The id of a mutation: the same for the same kind and sources, with any text."""
    return "u-" + _hash(f"{kind}\n" + "\n".join(sorted(sources)))


def proposal_id(kind: str, sources: Iterable[str]) -> str:
    """The id of a proposal: the same for the same kind and sources, with any text."""
    return "p-" + _hash(f"{kind}\n" + "\n".join(sorted(set(sources))))


def _hash(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:10]


def mutations_of(made: Proposal) -> tuple[Mutation, ...]:
    """Every mutation, those of all choices included."""
    return (*made.mutations, *(mutation for choice in made.choices for mutation in choice.mutations))


def sources_of(made: Proposal) -> tuple[MemorySource, ...]:
    """Every memory it is made from, once, by id."""
    found = {source.id: source for mutation in mutations_of(made) for source in mutation.sources}
    return tuple(found[key] for key in sorted(found))


def folders_of(made: Proposal) -> ThreeFolders:
    """Where it is kept: with the person's own data where it quotes a private memory."""
    return FOLDERS.of(private=any(is_private(source.path) for source in sources_of(made)))


def parts_text(mutation: Mutation) -> str:
    """The text of a result; the parts of a split each under a heading with its title."""
    if mutation.kind is MutationKind.SPLIT:
        return "\n\n".join(f"# {one_line(title)}\n\n{text.strip()}" for title, text in mutation.parts)
    return mutation.text


def parts_from(text: str) -> tuple[tuple[str, str], ...]:
    """The parts of a split as a person edited them: the text under each `# ` heading."""
    parts: list[tuple[str, list[str]]] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        if line.startswith("# "):
            parts.append((line[2:].strip(), []))
        elif parts:
            parts[-1][1].append(line)
        elif line.strip():
            return ()
    return tuple((title, "\n".join(lines).strip()) for title, lines in parts)


def render(filed: FiledProposal) -> bytes:
    values = {"schema": 1, **asdict(filed)}
    return json.dumps(values, indent=2, sort_keys=True, ensure_ascii=True).encode() + b"\n"


def parse(data: bytes) -> FiledProposal:
    """Read a file; Malformed if it is not a proposal."""
    with reading():
        filed = msgspec.convert(read_json(data), FiledProposal)
        _check(filed)
        return filed


def _check(filed: FiledProposal) -> None:
    """What the types do not say; ValueError for what cannot be meant."""
    made = filed.proposal
    if made.kind not in {"mutations", CONTRADICTION, PAIR, RECHECK}:
        raise ValueError(f"{made.kind!r} is not a kind of proposal")
    mutations = mutations_of(made)
    named = [one.id for one in mutations] + [one.id for one in made.choices] + [one.mutation for one in filed.outcomes]
    if made.default and made.default not in {one.id for one in made.choices}:
        raise ValueError(f"{made.default!r} is not one of its choices")
    for item_id in (made.id, *named):
        if not item_id or not _ID_CHARS.issuperset(item_id):
            raise ValueError(f"{item_id!r} is not an id")
    for number in (filed.threshold, made.score, *(one.score for one in mutations)):
        if not math.isfinite(number):
            raise ValueError(f"{number} is not a number")


def signal_of(made: Proposal) -> str:
    """The word in lists: what it does, or that a model made it."""
    if made.method != "heuristic":
        return made.method
    if made.choices:
        return SUPERSEDED if made.default else made.kind
    kinds = sorted({mutation.kind.value for mutation in made.mutations})
    return kinds[0] if len(kinds) == 1 else "changes"


def to_item(filed: FiledProposal, path: str) -> Item:
    """The proposal as an item of the queue."""
    made = filed.proposal
    sources = sources_of(made)
    flags = ["contradicts"] * (made.kind == CONTRADICTION) + ["vanished"] * filed.vanished
    title = one_line(made.title).strip() or f"{signal_of(made)} of {len(sources)} memories"
    return Item(
        kind=NAME,
        id=made.id,
        signal=signal_of(made),
        title=title if len(title) <= _TITLE else f"{title[: _TITLE - 1]}…",
        status=filed.status,
        path=path,
        first_seen=filed.created,
        last_seen=filed.updated,
        weight=round(made.score, 3),
        actors=("model",) if made.method == "model" else (),
        files=tuple(source.path for source in sources),
        flags=tuple(flags),
        evidence=(*(_evidence(source, made) for source in sources), *map(_against, made.against)),
        until=filed.until,
        text=made.reason,
    )


def _evidence(source: MemorySource, made: Proposal) -> Evidence:
    """A source with the first of its statements that does not stay as it is, else with its first words."""
    told = [s for m in mutations_of(made) for s in m.statements if s.source == source.id]
    first = next((s.text for s in told if not s.text.startswith("<!--")), "")
    said = next((s.text for s in told if s.fate is not Fate.KEPT), first)
    words = f"{source.title} — {said}" if said and said != source.title else source.title or source.id
    return Evidence(one_line(words), Locator(Where.FILE, source.path))


def _against(line: tuple[str, str]) -> Evidence:
    """A line of CLAUDE.md, with its place."""
    place, words = line
    path, _, number = place.rpartition(":")
    numbered = path and number.isdecimal() and len(number) < 10
    locator = Locator(Where.FILE, path, int(number)) if numbered else Locator(Where.FILE, place)
    digest = hashlib.sha256(words.encode("utf-8", "replace")).hexdigest()[:16]
    return Evidence(one_line(words), locator, digest=digest)


def words_of(made: Proposal) -> str:
    """All words it holds, for searching and for looking for risks."""
    found = [made.reason, *(words for _, words in made.against)]
    for mutation in mutations_of(made):
        found += [mutation.title, parts_text(mutation), *(s.text for s in mutation.statements)]
    return "\n".join(dict.fromkeys(filter(None, found)))


def read_row(data: bytes, path: str, stem: str) -> QueueRow:
    """A proposal's file; another file is a problem, never a crash."""
    try:
        filed = parse(data)
    except ValueError as problem:
        raise Malformed(f"not a dreamtui proposal: {problem}", path) from None
    if filed.proposal.id != stem:
        raise Malformed(f"it holds another proposal, {one_line(filed.proposal.id)[:20]}", path)
    return row_of(filed, path)


def row_of(filed: FiledProposal, path: str) -> QueueRow:
    """The row of a proposal, with the risks of all its words."""
    from dreamtui.text.danger.risks import flags

    item, words = to_item(filed, path), words_of(filed.proposal)
    flagged = replace(item, flags=tuple(sorted({*flags([item.title, words]), *item.flags})))
    return item_row(flagged, meta={"reopened": filed.reopened}, status=filed.status, words=words)
