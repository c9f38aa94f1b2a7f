"""Vectors of texts, for what compares by meaning: from the cache, and of new text from the model's process."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from dreamtui.desk.desk import Desk
from dreamtui.model.mining.interface import ScanStopped
from dreamtui.sources.embedding.model import NAME, LocalModel, NoModel, find_model
from dreamtui.sources.workspace import data_home
from dreamtui.store.person.vectors import VectorCache, text_hash

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

SETTING, MODEL_SETTING = "dreamtui.embeddings", "dreamtui.embedding_model"
OFF, LOGS, ALL = "off", "logs", "all"
_SAVED_AT_ONCE = 256

Progress = Callable[[str, int, int], None]


class Embedder(Protocol):
    """Whatever makes vectors."""

    def embed(self, texts: Sequence[str], cancelled: Callable[[], bool] | None = None) -> Iterator[bytes]:
        """The vector of each text in order, as little-endian floats of length 1."""

    def close(self) -> None:
        """No more is asked."""


class Meaning:
    """Texts as vectors; the model is started for the first text that is not in the cache."""

    def __init__(self, cache: VectorCache, start: Callable[[], Embedder], *, keep: bool = True) -> None:
        self._cache, self._start, self._keep = cache, start, keep
        self._embedder: Embedder | None = None
        self.embedded = 0
        """How many texts the model was given."""

    def vectors(
        self, texts: Sequence[str], progress: Progress | None = None, cancelled: Callable[[], bool] | None = None
    ) -> "Floats":
        """A row for each text; `EmbeddingFailed` if the model gave none, `ScanStopped` if it was cancelled."""
        import numpy as np

        named = {text_hash(text): text for text in texts}
        known = self._cache.load(list(named))
        ordered = sorted(named.items(), key=lambda pair: len(pair[1]))  # texts of one length need no filling up
        new = {name: text for name, text in ordered if name not in known}
        for name, vector in self._embedded(new, progress, cancelled):
            known[name] = vector
        rows = [np.frombuffer(known[text_hash(text)], "<f4") for text in texts]
        return np.stack(rows).astype(np.float32) if rows else np.empty((0, 0), np.float32)

    def _embedded(
        self, new: dict[bytes, str], progress: Progress | None, cancelled: Callable[[], bool] | None
    ) -> Iterator[tuple[bytes, bytes]]:
        from dreamtui.sources.embedding.process import EmbeddingFailed

        if not new:
            return
        done: list[tuple[bytes, bytes]] = []
        saved = 0
        try:
            if self._embedder is None:
                self._embedder = self._start()
            for name, vector in zip(new, self._embedder.embed(list(new.values()), cancelled), strict=True):
                done.append((name, vector))
                self.embedded += 1
                yield name, vector
                if progress is not None and len(done) % 32 == 0:
                    progress("embedding texts", len(done), len(new))
                if len(done) - saved >= _SAVED_AT_ONCE:
                    saved += self._save(done[saved:])
        except EmbeddingFailed:
            self.close()
            if cancelled is not None and cancelled():
                raise ScanStopped from None
            raise
        finally:
            self._save(done[saved:])

    def _save(self, vectors: list[tuple[bytes, bytes]]) -> int:
        if self._keep and vectors:
            self._cache.save(vectors)
        return len(vectors)

    def close(self) -> None:
        """End the model's process, if there is one."""
        if self._embedder is not None:
            self._embedder.close()
            self._embedder = None


def local_model(desk: Desk) -> LocalModel:
    """The model that is used here; `NoModel` where there is none or embeddings are switched off."""
    if desk.config[SETTING] == OFF:
        raise NoModel(f"embeddings are switched off ({SETTING}: {OFF}, {desk.config.source(SETTING)})")
    named = str(desk.config[MODEL_SETTING]).strip()
    return find_model(Path(named).expanduser() if named else None, desk.env)


def open_meaning(desk: Desk, *, keep: bool = True) -> Meaning:
    """What makes vectors here, to be closed; `NoModel` where nothing does. Without `keep` no vector is remembered."""
    from dreamtui.sources.embedding.process import EmbeddingProcess

    model = local_model(desk)
    return Meaning(VectorCache(data_home(desk.env), model.key), lambda: EmbeddingProcess(model, desk.env), keep=keep)


def said(desk: Desk) -> tuple[bool, str]:
    """Whether texts can be compared by meaning here, and why not, in a sentence without its full stop."""
    try:
        model = local_model(desk)
    except NoModel as problem:
        return False, f"semantic_cluster is off: {problem}"
    name = "the model in" if desk.config[MODEL_SETTING] else f"{NAME} of"
    return True, f"semantic_cluster is on in {compared(desk)}: {name} {model.origin}"


def compared(desk: Desk) -> str:
    """What a run compares by meaning."""
    if desk.config[SETTING] == ALL:
        return "event logs, commits and conversations"
    return "event logs and corrections, not in commits"
