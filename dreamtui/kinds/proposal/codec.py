"""The file of a proposal: JSON with sorted keys, so that equal proposals are equal bytes, and what lists show of it."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import Any

from dreamtui.kinds.boundary import reading
from dreamtui.kinds.proposal.kind import AGREED, DECLINED, NAME, PENDING
from dreamtui.kinds.row import QueueRow, item_row
from dreamtui.model.errors import Malformed
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item, Status
from dreamtui.model.proposal import (
    Applied,
    Became,
    Choice,
    Fate,
    FiledProposal,
    MemorySource,
    Mutation,
    MutationKind,
    Proposal,
    Statement,
)
from dreamtui.text.inert import one_line
from dreamtui.text.jsons import read_json
from dreamtui.text.markup.scalars import finite

CONTRADICTION = "contradiction"
"""The kind of proposal that a person settles by choosing one of several ways out."""
_TITLE = 200


def mutation_id(kind: str, sources: Iterable[str]) -> str:
    """The id of a mutation: the same for the same kind and sources, whatever its text."""
    return "u-" + _hash(f"{kind}\n" + "\n".join(sorted(sources)))


def proposal_id(kind: str, sources: Iterable[str]) -> str:
    """The id of a proposal: the same for the same kind and sources, whatever its text."""
    return "p-" + _hash(f"{kind}\n" + "\n".join(sorted(set(sources))))


def _hash(text: str) -> str:
    return hashlib.sha1(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:10]


def pending_path(item_id: str) -> str:
    return f"{PENDING.path}/{item_id}.json"


def accepted_path(item_id: str) -> str:
    """Where it lies once it was accepted."""
    return f"{AGREED.path}/{item_id}.json"


def rejected_path(item_id: str) -> str:
    """Where it lies once it was rejected."""
    return f"{DECLINED.path}/{item_id}.json"


def mutations_of(made: Proposal) -> tuple[Mutation, ...]:
    """Every mutation, those of all choices included."""
    return (*made.mutations, *(mutation for choice in made.choices for mutation in choice.mutations))


def sources_of(made: Proposal) -> tuple[MemorySource, ...]:
    """Every memory it is made from, once, by id."""
    found = {source.id: source for mutation in mutations_of(made) for source in mutation.sources}
    return tuple(found[key] for key in sorted(found))


def parts_text(mutation: Mutation) -> str:
    """The text of a result; the parts of a split each under a heading with its title."""
    if mutation.kind is MutationKind.SPLIT:
        return "\n\n".join(f"# {one_line(title)}\n\n{text.strip()}" for title, text in mutation.parts)
    return mutation.text


def parts_from(text: str) -> tuple[tuple[str, str], ...]:
    """The parts of a split as a person edited them: what stands under each `# ` heading."""
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
    """Read a file; Malformed for one that is none of ours."""
    with reading():
        return _filed(read_json(data))


def _filed(values: Any) -> FiledProposal:
    read = _Reader(_object(values))
    outcomes = tuple(map(_applied, read.list("outcomes")))
    days = read.values.get("lookback_days")
    return FiledProposal(
        proposal=proposal_from(_object(read.values.get("proposal"))),
        created=read.text("created"),
        updated=read.text("updated"),
        scorer=read.text("scorer"),
        threshold=read.number("threshold"),
        instructions=read.text("instructions"),
        lookback_days=days if isinstance(days, int) and not isinstance(days, bool) else None,
        vanished=read.values.get("vanished") is True,
        until=read.text("until"),
        reopened=read.text("reopened"),
        status=Status(read.text("status") or Status.PENDING),
        actor=read.text("actor"),
        when=read.text("when"),
        rationale=read.text("rationale"),
        disposition=read.text("disposition"),
        choice=read.text("choice"),
        outcomes=outcomes,
    )


def proposal_from(values: dict[str, Any]) -> Proposal:
    """A proposal from its JSON; ValueError for what is none."""
    read = _Reader(values)
    kind = read.text("kind")
    if kind not in {"mutations", CONTRADICTION}:
        raise ValueError(f"{kind!r} is no kind of proposal")
    return Proposal(
        id=read.id("id"),
        kind=kind,
        title=read.text("title"),
        mutations=tuple(map(mutation_from, read.list("mutations"))),
        choices=tuple(map(_choice, read.list("choices"))),
        reason=read.text("reason"),
        method=read.text("method") or "heuristic",
        score=read.number("score"),
        against=tuple(_pair(line) for line in read.list("against")),
    )


def mutation_from(values: Any) -> Mutation:
    """A mutation from its JSON; ValueError for what is none."""
    read = _Reader(_object(values))
    return Mutation(
        id=read.id("id"),
        kind=MutationKind(read.text("kind")),
        sources=tuple(map(_source, read.list("sources"))),
        title=read.text("title"),
        text=read.text("text"),
        parts=tuple(_pair(part) for part in read.list("parts")),
        category=read.text("category"),
        keeps=read.text("keeps"),
        to=read.text("to"),
        reason=read.text("reason"),
        score=read.number("score"),
        guards=read.texts("guards"),
        statements=tuple(map(_statement, read.list("statements"))),
    )


def _choice(values: Any) -> Choice:
    read = _Reader(_object(values))
    return Choice(read.id("id"), read.text("label"), tuple(map(mutation_from, read.list("mutations"))))


def _source(values: Any) -> MemorySource:
    read = _Reader(_object(values))
    return MemorySource(read.text("id"), read.text("path"), read.text("hash"), read.text("title"))


def _statement(values: Any) -> Statement:
    read = _Reader(_object(values))
    return Statement(read.text("text"), read.text("source"), Fate(read.text("fate")), read.text("into"))


def _applied(values: Any) -> Applied:
    read = _Reader(_object(values))
    return Applied(
        read.id("mutation"),
        MutationKind(read.text("kind")),
        Became(read.text("became")),
        read.text("reason"),
        read.texts("made"),
        read.texts("retired"),
        read.texts("acknowledged"),
        tuple(map(_source, read.list("sources"))),
    )


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("no object")
    return value


def _pair(value: Any) -> tuple[str, str]:
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(word, str) for word in value)):
        raise ValueError("a pair is no two texts")
    return value[0], value[1]


class _Reader:
    """Typed looks at the keys of a JSON object; a key that is missing is empty, one of another type an error."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values = values

    def text(self, key: str) -> str:
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise ValueError(f"{key} is no text")
        return value

    def id(self, key: str) -> str:
        value = self.text(key)
        if not value or not all(char in "abcdefghijklmnopqrstuvwxyz0123456789-" for char in value):
            raise ValueError(f"{key} is no id")
        return value

    def number(self, key: str) -> float:
        number = finite(self.values.get(key, 0))
        if number is None:
            raise ValueError(f"{key} is no number")
        return number

    def list(self, key: str) -> list[Any]:
        value = self.values.get(key, [])
        if not isinstance(value, list):
            raise ValueError(f"{key} is no list")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        return tuple(word for word in self.list(key) if isinstance(word, str))


def signal_of(made: Proposal) -> str:
    """The word that stands beside it in lists: what it does, or that a model made it."""
    if made.method != "heuristic":
        return made.method
    if made.kind == CONTRADICTION:
        return CONTRADICTION
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
    """A proposal's file; what is none of ours is a problem, never a crash."""
    try:
        filed = parse(data)
    except ValueError as problem:
        raise Malformed(f"no proposal of ours: {problem}", path) from None
    if filed.proposal.id != stem:
        raise Malformed(f"it holds another proposal, {one_line(filed.proposal.id)[:20]}", path)
    return row_of(filed, path)


def row_of(filed: FiledProposal, path: str) -> QueueRow:
    """The row of a proposal, with the risks of all its words."""
    from dreamtui.text.danger.risks import flags

    item, words = to_item(filed, path), words_of(filed.proposal)
    flagged = replace(item, flags=tuple(sorted({*flags([item.title, words]), *item.flags})))
    return item_row(flagged, meta={"reopened": filed.reopened}, status=filed.status, words=words)
