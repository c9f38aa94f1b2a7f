"""The words of everything that can be found: a full-text index, kept in step with where the passages come from.

A passage is known by its source, its key there and a stamp that differs when it changed. What is new is read and put
in, batch by batch; several processes may do so at once. No secret gets in: texts are masked before.
"""

import heapq
import json
import math
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from dreamtui.model.errors import Unavailable
from dreamtui.model.search import SearchPassage
from dreamtui.store.index.schema import PASSAGE_COLUMNS, SEARCH, discard, open_in_memory, open_private
from dreamtui.store.index.sync import Progress, storable, writing
from dreamtui.text.danger.risks import mask
from dreamtui.text.search.question import Asked, SearchQuestion
from dreamtui.text.search.rank import Text, TextAnswer, answer
from dreamtui.text.search.words import indexed

BATCH = 400
"""Passages that are put in at once, so that who reads finds more and more of them."""
LONGEST = 64 * 1024
"""Characters of a text that can be found; what is behind them is another file's length."""
_MOST_READ = 2_000
"""Passages with a word that are looked at; a word that more have says little, and the newest are taken."""
_RATED = 90
"""Candidates whose texts are looked at."""
_MANY = 60
"""Passages with forms of a word from which on those with the word itself are looked for too."""
_NEAREST = 4
_WORDS = ("kind", "title", "text", "evidence", "names")


class Rated(NamedTuple):
    ref: int
    passage: SearchPassage
    answer: TextAnswer


@dataclass(frozen=True, slots=True)
class Searched:
    """What came of a question."""

    rated: tuple[Rated, ...]
    """The best first."""
    corrected: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """For a word that nothing has, those that were looked for instead."""


class SearchScope(NamedTuple):
    """What a search is confined to."""

    kinds: tuple[str, ...] = ()
    """Empty for all."""
    part: str = ""
    """text or evidence where only that counts."""
    since: str = ""
    until: str = ""


class SearchIndex:
    """The index of one workspace for one person."""

    def __init__(self, folder: Path) -> None:
        """SearchScope there can be no file it is in memory, and made anew each time."""
        self._folder = folder
        self._lock = threading.RLock()
        self._writer: sqlite3.Connection
        self._reader: sqlite3.Connection
        self._vocabulary: dict[int, list[str]] = {}
        self._vocabulary_of = (-1, -1)
        self._open()

    def _open(self) -> None:
        try:
            found = open_private(self._folder, SEARCH)
            other = open_private(self._folder, SEARCH) if found is not None else None
            if found is None or other is None:
                found = other = open_in_memory(SEARCH)
        except sqlite3.OperationalError as problem:
            raise Unavailable(f"search needs sqlite with full-text search (FTS5): {problem}") from None
        self._writer, self._reader = found, other

    @property
    def in_memory(self) -> bool:
        return self._writer is self._reader

    def close(self) -> None:
        with suppress(sqlite3.Error):
            self._writer.close()
            self._reader.close()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """In memory there is one connection for both, and one thread at a time has it."""
        if not self.in_memory:
            yield
            return
        with self._lock:
            yield

    # Keeping it in step

    def update(
        self, source: str, stamps: Mapping[str, str], read: Callable[[str], SearchPassage | None],
        progress: Progress | None = None,
    ) -> int:  # fmt: skip
        """Put in what is new of a source and take out what is gone; how many passages were read.

        An error in `progress` stops it; what was put in stays.
        """
        try:
            return self._update(source, stamps, read, progress)
        except sqlite3.OperationalError as problem:
            raise Unavailable(f"the search index cannot be written: {problem}") from None
        except sqlite3.DatabaseError:
            self.close()
            discard(self._folder, SEARCH)
            self._open()
            return self._update(source, stamps, read, progress)

    def _update(
        self,
        source: str,
        stamps: Mapping[str, str],
        read: Callable[[str], SearchPassage | None],
        progress: Progress | None,
    ) -> int:
        with self._alone():
            query = "SELECT key, stamp, ref FROM passage WHERE source = ?"
            known = {key: (stamp, ref) for key, stamp, ref in self._writer.execute(query, (source,))}
        gone = [ref for key, (_, ref) in known.items() if key not in stamps]
        new = [key for key, stamp in stamps.items() if key not in known or known[key][0] != stamp]
        for start in range(0, len(gone), BATCH):
            with self._alone(), writing(self._writer):
                self._remove(gone[start : start + BATCH])
        for start in range(0, len(new), BATCH):
            keys = new[start : start + BATCH]
            found = [(key, _ready(passage) if (passage := read(key)) is not None else None) for key in keys]
            with self._alone(), writing(self._writer):
                self._put(source, found, stamps)
            if progress is not None:
                progress(min(start + BATCH, len(new)), len(new))
        return len(new)

    def _put(self, source: str, found: Sequence[tuple[str, SearchPassage | None]], stamps: Mapping[str, str]) -> None:
        """Put passages in, unless another process did meanwhile; one that says nothing is kept as such."""
        query = "SELECT key, stamp, ref FROM passage WHERE source = ? AND key IN (SELECT value FROM json_each(?))"
        keys = json.dumps([key for key, _ in found])
        known = {key: (stamp, ref) for key, stamp, ref in self._writer.execute(query, (source, keys))}
        fresh = [(key, passage) for key, passage in found if key not in known or known[key][0] != stamps[key]]
        self._remove([known[key][1] for key, _ in fresh if key in known])
        marks = ", ".join("?" * len(SearchPassage._fields))
        insert = f"INSERT INTO passage (source, key, stamp, {PASSAGE_COLUMNS}) VALUES (?, ?, ?, {marks})"
        for key, passage in fresh:
            row = map(storable, passage or _NOTHING)
            ref = self._writer.execute(insert, (source, key, stamps[key], *row)).lastrowid
            if passage is not None:
                words = f"INSERT INTO words (rowid, {', '.join(_WORDS)}) VALUES (?, ?, ?, ?, ?, ?)"
                self._writer.execute(words, (ref, *map(storable, _words(passage))))

    def _remove(self, refs: Sequence[int]) -> None:
        query = f"SELECT ref, {PASSAGE_COLUMNS} FROM passage WHERE ref IN (SELECT value FROM json_each(?))"
        rows = self._writer.execute(query, (json.dumps(refs),)).fetchall()
        delete = f"INSERT INTO words (words, rowid, {', '.join(_WORDS)}) VALUES ('delete', ?, ?, ?, ?, ?, ?)"
        gone = [(row[0], *_words(SearchPassage._make(row[1:]))) for row in rows if row[1]]
        self._writer.executemany(delete, gone)
        self._writer.executemany("DELETE FROM passage WHERE ref = ?", [(row[0],) for row in rows])

    def drop_others(self, sources: Iterable[str]) -> None:
        """Take out what comes from sources that are no more."""
        with self._alone():
            found = {row[0] for row in self._writer.execute("SELECT DISTINCT source FROM passage")}
        for source in sorted(found.difference(sources)):
            self.update(source, {}, lambda key: None)

    # Asking

    def ask(self, question: SearchQuestion, where: SearchScope, most: int) -> Searched:
        """The best answers."""
        if not question or most < 1:
            return Searched(())
        try:
            with self._alone():
                return _Asking(self, question, where).best(most)
        except sqlite3.OperationalError as problem:
            raise Unavailable(f"the search index cannot be read: {problem}") from None
        except sqlite3.DatabaseError:
            return Searched(())  # it is made anew the next time it is brought up to date

    def matching(self, expression: str, most: int = _MOST_READ) -> list[int]:
        """Passages that an FTS5 expression selects, the newest first."""
        query = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid DESC LIMIT ?"
        return [row[0] for row in self._reader.execute(query, (expression, most))]

    def passages(self, refs: Iterable[int]) -> dict[int, SearchPassage]:
        query = f"SELECT ref, {PASSAGE_COLUMNS} FROM passage WHERE ref IN (SELECT value FROM json_each(?))"
        rows = self._reader.execute(query, (json.dumps(list(refs)),))
        return {row[0]: SearchPassage._make(row[1:]) for row in rows}

    def passage(self, ref: int) -> SearchPassage | None:
        """One passage, whole."""
        with self._alone():
            return self.passages((ref,)).get(ref)

    def size(self) -> int:
        """About how many passages there are."""
        return self._reader.execute("SELECT coalesce(max(ref), 0) FROM passage").fetchone()[0] or 0

    def vocabulary(self) -> dict[int, list[str]]:
        """Every word by its length; kept until the index changes."""
        version = self._reader.execute("PRAGMA data_version").fetchone()[0], self._reader.total_changes
        if self._vocabulary_of != version:
            words: dict[int, list[str]] = {}
            for (word,) in self._reader.execute("SELECT term FROM vocabulary"):
                words.setdefault(len(word), []).append(word)
            self._vocabulary, self._vocabulary_of = words, version
        return self._vocabulary


_NOTHING = SearchPassage("", "", "", "", "")


def _ready(passage: SearchPassage) -> SearchPassage:
    """The passage as it is kept: without secrets, and no longer than can be searched."""
    return passage._replace(
        title=mask(passage.title[:LONGEST]),
        text=mask(passage.text[:LONGEST]),
        evidence=mask(passage.evidence[:LONGEST]),
        names=mask(passage.names[:LONGEST]),
    )


def _words(passage: SearchPassage) -> tuple[str, ...]:
    """What the full-text index gets of it."""
    names = f"{passage.names}\n{passage.place}\n{passage.id}"
    return tuple(map(indexed, (passage.kind, passage.title, passage.text, passage.evidence, names)))


class _Asking:
    """One question."""

    def __init__(self, index: SearchIndex, question: SearchQuestion, where: SearchScope) -> None:
        self._index = index
        self._question = question
        self._where = where
        self._size = max(1, index.size())
        self._instead: dict[Asked, tuple[str, ...]] = {}
        self._weights: list[tuple[Asked, float]] = []
        self._known: dict[int, float] = {}

    def best(self, most: int) -> Searched:
        for one in self._question.asked:
            self._look_for(one)
        refs = self._candidates()
        rated = self._rated(refs)
        corrected = {str(one): words for one, words in self._instead.items()}
        return Searched(tuple(rated[:most]), corrected)

    def _look_for(self, one: Asked) -> None:
        """Find the passages with a word, or what it may have been meant as."""
        found = self._index.matching(self._confined(_expression(one), one.field))
        if not found and len(one.words) > 1:
            for word in dict.fromkeys(one.words):
                self._look_for(Asked((word,), one.field, one.open and word == one.words[-1]))
            return
        if not found:
            nearest = self._nearest(one.words[0])
            if nearest:
                self._instead[one] = nearest
                found = self._index.matching(self._confined(_either(nearest), one.field))
        weight = math.log(1 + self._size / (1 + len(found)))
        self._weights.append((one, weight))
        self._add(found, weight)
        if found and not one.field:
            self._add(self._index.matching(self._confined(self._meant(one), "title")), 1.6 * weight)
        if len(found) >= _MANY and one.open and len(one.words) == 1:
            self._add(self._index.matching(self._confined(_quoted(one.words), one.field)), 0.8 * weight)

    def _candidates(self) -> list[int]:
        """Those whose texts are looked at: what has every word first, then what has most."""
        if len(self._weights) > 1:
            every = " AND ".join(f"({self._meant(one)})" for one, _ in self._weights if not one.field)
            whole = self._index.matching(self._confined(every, "")) if every else []
            total = sum(weight for _, weight in self._weights)
            self._add(whole, total)
        most = _RATED * 4 if self._where.since or self._where.until else _RATED
        return [ref for _, ref in heapq.nlargest(most, zip(self._known.values(), self._known, strict=True))]

    def _add(self, refs: Iterable[int], weight: float) -> None:
        known = self._known
        for ref in refs:
            known[ref] = known.get(ref, 0.0) + weight

    def _meant(self, one: Asked) -> str:
        return _either(self._instead[one]) if one in self._instead else _expression(one)

    def _confined(self, expression: str, part: str) -> str:
        """The expression in one column, of some kinds, without what is excluded."""
        column = {"file": "names"}.get(part, part) or self._where.part
        said = f"{column} : ({expression})" if column else f"({{title text evidence names}} : ({expression}))"
        if self._where.kinds:
            kinds = " OR ".join(_quoted(kind.split("-")) for kind in self._where.kinds)
            said = f"(kind : ({kinds})) AND {said}"
        for one in self._question.excluded:
            said = f"({said}) NOT ({_expression(one)})"
        return said

    def _rated(self, refs: Sequence[int]) -> list[Rated]:
        passages = self._index.passages(refs)
        rated: list[Rated] = []
        for ref in refs:
            passage = passages.get(ref)
            if passage is None or not self._in_time(passage.when):
                continue
            names = f"{passage.names}\n{passage.place}\n{passage.id}"
            parts = Text(passage.title, passage.text, passage.evidence, names)
            if self._where.part:
                parts = Text("", "", "", "")._replace(**{self._where.part: getattr(passage, self._where.part)})
            found = answer(parts, self._weights, self._instead)
            if found.score > 0:
                rated.append(Rated(ref, passage, found))
            if len(rated) == _RATED:
                break
        return sorted(rated, key=lambda one: (-one.answer.score, -one.ref))

    def _in_time(self, when: str) -> bool:
        since, until = self._where.since, self._where.until
        return (not since or when >= since) and (not until or "" < when <= until)

    def _nearest(self, word: str) -> tuple[str, ...]:
        """The words of the index that a mistyped one is nearest to."""
        allowed = 0 if len(word) < 3 else 1 if len(word) < 6 else 2
        if not allowed:
            return ()
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        by_length = self._index.vocabulary()
        near = [other for length in range(len(word) - allowed, len(word) + allowed + 1)
                for other in by_length.get(length, ())]  # fmt: skip
        found = process.extract(word, near, scorer=OSA.distance, score_cutoff=allowed, limit=_NEAREST)
        if not found:
            inside = (other for length in sorted(by_length) if length > len(word) for other in by_length[length])
            return tuple(sorted((other for other in inside if word in other), key=len)[:_NEAREST]) if allowed else ()
        least = min(distance for _, distance, _ in found)
        return tuple(str(other) for other, distance, _ in found if distance == least)


def _expression(one: Asked) -> str:
    """A word in all its forms, or words one behind the other."""
    if not one.open:
        return _quoted(one.words)
    words = (one.stem,) if len(one.words) == 1 else one.words
    return f"{_quoted(words)} *" if len(words[-1]) > 1 else _quoted(words)


def _either(words: Sequence[str]) -> str:
    return " OR ".join(_quoted((word,)) for word in words)


def _quoted(words: Sequence[str]) -> str:
    return '"' + " ".join(words).replace('"', '""') + '"'
