"""Finding things: the index brought up to date with what there is, and the best answers to a question."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.search.sources import Wait, private_sources, shared_sources
from dreamtui.kinds.note.kind import NAME as NOTE
from dreamtui.kinds.rule.kind import EXPIRED
from dreamtui.model.errors import Usage
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.search import DECISION, EVIDENCE, ITEM, MEMORY, MOMENT, PRIVATE, REASON, RULE, Hit
from dreamtui.sources.agents import running_agent
from dreamtui.sources.workspace import data_home
from dreamtui.store.index.search_index import Rated, SearchIndex, SearchScope
from dreamtui.store.person.private_memory import folder_for
from dreamtui.text.paths import PRIVATE_HOME
from dreamtui.text.search.question import SearchQuestion, read_question, times

MOST = 20
_REMEMBERED, _WAITING, _HAPPENED = 1.0, 0.92, 0.85
"""What a hit counts: one that agents read, an item, a decision or a moment."""
_READ = frozenset({RULE, NOTE, MEMORY})
_GONE = frozenset({"rejected", "retired", "expired"})
_OF_THE_PAST = 0.75
_RATED_PER_HIT = 3


@dataclass(frozen=True, slots=True)
class Hits:
    """What a search found."""

    question: SearchQuestion
    hits: tuple[Hit, ...]
    """The best first."""
    corrected: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Words that nothing has, with those that were looked for instead."""
    problems: tuple[str, ...] = field(default=())
    """What of the question was not understood, a sentence each."""


def kinds_of(desk: Desk) -> tuple[str, ...]:
    """Everything that can be asked for as a kind."""
    items = [kind.name for kind in desk.kinds if kind.folders]
    more = (name for actions in desk.every_action() for name in actions.passage_kinds)
    return tuple(dict.fromkeys((ITEM, *items, RULE, MEMORY, DECISION, REASON, EVIDENCE, MOMENT, *more)))


class Searcher:
    """Search in one workspace. `update` and `find` may run in two threads."""

    def __init__(self, desk: Desk, *, shared_only: bool = False) -> None:
        """`shared_only`: without what is one person's own, as agents are told."""
        self.desk = desk
        self._shared_only = shared_only
        self._index = SearchIndex(_folder(desk))
        self._queue = desk.queue()

    def close(self) -> None:
        self._index.close()

    def update(self, wait: Wait | None = None) -> int:
        """Bring the index up to date; how many passages were read. An error in `wait` stops it."""
        self._queue.refresh()  # statuses too, of which the files of the items do not tell
        read, names = 0, []
        private = () if self._shared_only else private_sources(self.desk, self._queue, wait)
        for source in chain(private, shared_sources(self.desk, self._queue)):
            progress = (lambda done, total: wait("reading what can be found", done, total)) if wait else None
            read += self._index.update(source.name, source.stamps, source.read, progress)
            names.append(source.name)
        if not self._shared_only:
            self._index.drop_others(names)
        return read

    def find(self, text: str, *, kinds: Sequence[str] = (), most: int = MOST) -> Hits:
        """The best answers as the index knows them; an unknown kind is refused."""
        for name in kinds:
            if name not in kinds_of(self.desk):
                raise Usage(f"{name!r} is not a kind; use one of {', '.join(kinds_of(self.desk))}")
        question = read_question(text)
        problems = list(question.problems)
        named = list(kinds)
        for begun in question.kinds:
            meant = [name for name in kinds_of(self.desk) if name.startswith(begun)]
            named += meant
            problems += [] if meant else [f"There is no kind “{begun}”; use one of {', '.join(kinds_of(self.desk))}."]
        if (question.kinds and not named) or not self._is_here(question):
            return Hits(question, (), problems=tuple(problems))
        since, until = times(question, self.desk.now)
        within = self._within(named, since, until)
        if within is None:
            return Hits(question, (), problems=tuple(problems))
        found = self._index.ask(question, within, most * _RATED_PER_HIT)
        hits = self._hits(found.rated, within.part)[:most]
        return Hits(question, tuple(hits), tuple(found.corrected.items()), tuple(problems))

    def _is_here(self, question: SearchQuestion) -> bool:
        name = self.desk.workspace.name.casefold()
        return not question.workspaces or any(name.startswith(one) for one in question.workspaces)

    def _within(self, named: Sequence[str], since: str, until: str) -> SearchScope | None:
        """Which kinds of passage, and which part of them; None where all that is asked for is not told here."""
        part = ""
        if named and set(named) <= {REASON}:
            part = "text"
        elif named and set(named) <= {EVIDENCE}:
            part = "evidence"
        wanted: set[str] = set()
        for name in named:
            if name == ITEM:
                wanted |= {kind.name for kind in self.desk.kinds if kind.is_queued}
            elif name == REASON:
                wanted.add(DECISION)
            elif name == EVIDENCE:
                wanted |= {RULE, *(kind.name for kind in self.desk.kinds)}
            else:
                wanted.add(name)
        if self._shared_only:
            every = set(kinds_of(self.desk)) - PRIVATE
            wanted = wanted & every if wanted else every
            if not wanted:
                return None
        return SearchScope(tuple(sorted(wanted)), part, since, until)

    def _hits(self, rated: Sequence[Rated], part: str) -> list[Hit]:
        standing = self._queue.standing([one.passage.place for one in rated])
        told = (one for one in rated if not (self._shared_only and one.passage.place.startswith(f"{PRIVATE_HOME}/")))
        hits = [_hit(one, standing.get(one.passage.place, ""), part) for one in told]
        return sorted(hits, key=lambda hit: -hit.score)

    def whole(self, hit: Hit) -> str:
        """All of what was found, as the index has it."""
        passage = self._index.passage(hit.ref)
        if passage is None:
            return ""
        return "\n".join(filter(None, (passage.text.strip("\n"), passage.evidence)))


def search(desk: Desk, text: str, *, kinds: Sequence[str] = (), most: int = MOST, wait: Wait | None = None) -> Hits:
    """Bring the index up to date, and ask; inside an agent without what is one person's own."""
    with closing(Searcher(desk, shared_only=bool(running_agent(desk.env)))) as searcher:
        searcher.update(wait)
        return searcher.find(text, kinds=kinds, most=most)


def revealed(desk: Desk, hit: Hit) -> Hit:
    """The hit with its words as they stand, secrets among them; the index has none."""
    place = Locator.parse(hit.locator)
    if place.where is not Where.FILE or not place.line:
        return hit
    from dreamtui.desk.queue.evidence import lines_named

    lines = lines_named(desk, place.ref)
    if lines is None or len(lines) < place.line:
        return hit
    return replace(hit, quote=lines[place.line - 1].decode("utf-8", "replace").strip())


def evidence_of(hit: Hit) -> Evidence:
    """The hit as a piece of evidence, which can be opened where it stands."""
    return Evidence(hit.quote or hit.title, Locator.parse(hit.locator), hit.when)


def _hit(rated: Rated, status: str, part: str) -> Hit:
    passage, found = rated.passage, rated.answer
    if passage.kind == RULE:
        status = "retired" if passage.place.startswith(f"{EXPIRED.path}/") else "live"
    lines = getattr(passage, found.part).split("\n")
    quote = lines[found.line].strip() if found.line < len(lines) else ""
    worth = _HAPPENED if passage.kind in {DECISION, MOMENT} else _REMEMBERED if passage.kind in _READ else _WAITING
    worth *= _OF_THE_PAST if status in _GONE else 1.0
    where = REASON if passage.kind == DECISION and found.part == "text" else found.part
    return Hit(
        kind=passage.kind,
        id=passage.id,
        title=passage.title,
        status=status,
        where=part if part == EVIDENCE else where,
        quote=quote if found.part in {"text", "evidence"} else "",
        locator=_locator(rated),
        place=passage.place,
        when=passage.when,
        score=round(found.score * worth, 3),
        share=round(found.share, 3),
        ref=rated.ref,
    )


def _locator(rated: Rated) -> str:
    """Where the answer stands."""
    passage, found = rated.passage, rated.answer
    if passage.kind == MOMENT:
        return passage.place
    locators = passage.locators.split("\n")
    if found.part == "evidence" and found.line < len(locators):
        return locators[found.line]
    has_lines = passage.kind != DECISION and passage.place.endswith(".md") and found.part == "text"
    return str(Locator(Where.FILE, passage.place, found.line + 1 if has_lines else 0))


def _folder(desk: Desk) -> Path:
    """Among the person's own data: there is private memory in the index, and a repository is shared."""
    return folder_for(data_home(desk.env), "search", desk.workspace.root.resolve())
