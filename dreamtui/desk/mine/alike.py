"""Events that say the same in other words, looked for by a run where there is a model that makes vectors."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dreamtui.desk import meaning
from dreamtui.desk.desk import Desk
from dreamtui.mining.semantic import NAME
from dreamtui.model.errors import Refused
from dreamtui.model.evidence import Event, Evidence
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.sources.embedding.model import NoModel
from dreamtui.store.layout import EVENTS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]


@dataclass
class AlikeEvents:
    """The clusters of one run; its windows share the vectors."""

    remark: str = ""
    """Why there are none, where a person should know it; empty if there are, or nobody asked."""
    looked: bool = False
    """Whether events were compared."""
    vectors: "Callable[[Sequence[str]], Floats] | None" = None

    def _embed(self, texts: Sequence[str]) -> "Floats":
        assert self.vectors is not None
        return self.vectors(texts)

    def find(self, events: Sequence[Event], settings: MineSettings) -> list[Finding]:
        """The clusters among events of a window."""
        from dreamtui.mining.noise import DEFAULT_IGNORED, Ignored
        from dreamtui.mining.semantic.clusters import comparable, find

        ignored = Ignored(DEFAULT_IGNORED if settings.ignored is None else settings.ignored)
        return self._tried(lambda: find(comparable(events, settings.since), self._embed, settings, ignored))

    def corrections(self, moments: Sequence[Event], found: Sequence[Finding], settings: MineSettings) -> list[Finding]:
        """What people corrected in several sessions in other words."""
        from dreamtui.mining.semantic.corrections import joined

        return self._tried(lambda: joined(moments, found, self._embed, settings))

    def find_like_dotagent(self, events: Sequence[Event], settings: MineSettings) -> list[Finding]:
        """The clusters among dotagent's events, with its ids and titles."""
        from dreamtui.mining.dotagent import clusters_like_dotagent
        from dreamtui.mining.semantic.clusters import MOST_EVENTS, grouped

        newest = events[:MOST_EVENTS]
        return self._tried(
            lambda: clusters_like_dotagent(newest, grouped(newest, self._embed, settings.min_cluster_size))
        )

    def _tried(self, found: Callable[[], list[Finding]]) -> list[Finding]:
        from dreamtui.sources.embedding.process import EmbeddingFailed

        if self.vectors is None:
            return []
        try:
            answer = found()
        except EmbeddingFailed as problem:
            self.looked, self.vectors = False, None
            self.remark = f"{NAME} was not looked for: {problem}"
            return []
        self.looked = True
        return answer


@contextmanager
def alike_events(
    desk: Desk,
    settings: MineSettings,
    progress: meaning.Progress | None,
    cancelled: Callable[[], bool] | None,
    *,
    keep: bool,
) -> Iterator[AlikeEvents]:
    """What compares the events of this run; without a model, or where it is not wanted, something that finds nothing.

    A run that asks for this signal alone is refused where there is no model.
    """
    asked = settings.only == NAME
    if not settings.embeddings or settings.only not in (None, NAME):
        yield AlikeEvents()
        return
    try:
        found = meaning.open_meaning(desk, keep=keep)
    except NoModel as problem:
        if asked:
            raise Refused(f"{NAME} cannot be looked for: {problem}") from None
        wanted = desk.config[meaning.SETTING] == meaning.ALL
        yield AlikeEvents(f"{NAME} was not looked for: {problem}" if wanted else "")
        return
    limits = f"{NAME} was looked for in {meaning.compared(desk)} ({meaning.SETTING})" if asked else ""
    with closing(found):
        yield AlikeEvents(limits, vectors=_once(lambda texts: found.vectors(texts, progress, cancelled)))


def _once(vectors: "Callable[[Sequence[str]], Floats]") -> "Callable[[Sequence[str]], Floats]":
    """Remembers the vectors of a run: windows overlap, and every cluster asks for its members again."""
    known: dict[str, Floats] = {}

    def embed(texts: Sequence[str]) -> "Floats":
        import numpy as np

        if new := [text for text in texts if text not in known]:
            known.update(zip(new, vectors(new), strict=True))
        return np.stack([known[text] for text in texts])

    return embed


def events_of(desk: Desk, since: str, commits: Mapping[str, Event], moments: Sequence[Event]) -> list[Event]:
    """The newest events of the logs, each that names a known commit as that commit; with the setting also the other
    commits and what was said in conversations.
    """
    from dreamtui.mining.semantic.clusters import MOST_EVENTS
    from dreamtui.sources.events.stream import recent

    folder = desk.layout.real(EVENTS)
    logged = recent(folder, desk.workspace.root, since, MOST_EVENTS)[0] if folder.is_dir() else []
    events = [_as_commit(event, commits) for event in logged]
    if desk.config[meaning.SETTING] == meaning.ALL:
        events += [*commits.values(), *moments]
    return events


def _as_commit(event: Event, commits: Mapping[str, Event]) -> Event:
    """An event of a log as the commit that it names, at the time of the event."""
    commit = commits.get(event.sha) if event.sha else None
    return event if commit is None else replace(commit, ts=event.ts, session=event.session)


def not_said_better(found: Sequence[Finding], others: Sequence[Finding]) -> list[Finding]:
    """Clusters without those of which another finding has half of the events as its evidence."""
    theirs = [{str(piece.locator) for piece in other.evidence} for other in others]

    def is_told(evidence: Sequence[Evidence]) -> bool:
        mine = {str(piece.locator) for piece in evidence}
        return any(2 * len(mine & places) >= len(mine) for places in theirs)

    return [one for one in found if not is_told(one.evidence)]
