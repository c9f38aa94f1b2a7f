"""Filters a long list while somebody types: what is typed next stops what is still running."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from time import perf_counter
from typing import NamedTuple, TypeVar

from dreamtui.text.query.fuzzy import FuzzyHit, fuzzy_slices, fuzzy_words, load_library, rank_steps
from dreamtui.text.query.order import Steps
from dreamtui.text.query.parse import Match, Query, further, parse_query, without_fuzzy
from dreamtui.text.query.row import Listed
from dreamtui.text.query.select import ColumnIndex, select_slices
from dreamtui.tui.widgets.lists.item_list import ItemList

T = TypeVar("T")


async def in_steps(steps: Steps[T]) -> T:
    """What comes of the work."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        await asyncio.sleep(0)


_PREPARED = 500
_BREATH = 0.002
_AT_ONCE = 0.003


class Narrowed(NamedTuple):
    """What a query selected; what is typed next mostly says more, and is looked for in this."""

    columns: ColumnIndex
    """Of which items."""
    order: Sequence[int]
    """In which order."""
    query: Query
    """What they were selected by, without fuzzy words."""
    places: list[int]
    """Which are selected."""


class LiveFilter:
    """The filter of one list: words and fields at once; then, when asked for or nothing was found, similar ones."""

    def __init__(self, item_list: ItemList) -> None:
        self.item_list = item_list
        """The list that is filtered."""
        self.order: Sequence[int] = ()
        """The rows without a filter, sorted."""
        self._index: ColumnIndex | None = None
        self._last: Narrowed | None = None
        self._turn = 0

    def load(self, items: Sequence[Listed], order: Sequence[int], now: datetime) -> None:
        """Filter these items from now on; call `apply` afterwards to show them."""
        self._turn += 1
        self.order = order
        self._last = None
        if self._index is not None and self._index.renew(items):
            self._index.now = now
        else:
            self._index = ColumnIndex(items, now)

    def stop(self) -> None:
        """Let what is running end without touching the list."""
        self._turn += 1

    async def prepare(self) -> None:
        """Index the items in small steps, so that the first key finds everything ready."""
        if self._index is not None:
            for _ in self._index.steps(_PREPARED):
                await asyncio.sleep(_BREATH)
            await asyncio.to_thread(load_library)

    async def apply(self, text: str) -> Query:
        """Show what the text selects; gives back the query, whose problems are to be shown beside it."""
        self._turn += 1
        turn, index, query = self._turn, self._index, parse_query(text)
        if index is None:
            return query
        if not query:
            self.item_list.set_order(self.order)
            return query
        places = await self._selected(query, index, turn)
        if places is None:
            return query
        if not query.fuzzy:
            self.item_list.set_order(places, found=query.words)
        words = fuzzy_words(query, len(places))
        if words:
            await self._apply_fuzzy(query, words, places, turn)
        return query

    async def _selected(self, query: Query, index: ColumnIndex, turn: int) -> list[int] | None:
        """The rows for which everything but the fuzzy words holds; none when something else was typed meanwhile."""
        wanted, last, order = without_fuzzy(query), self._last, self.order
        rest, base = wanted, order
        if last is not None and last.columns is index and last.order is order:
            more = further(wanted, last.query)
            if more is not None:
                rest, base = more, last.places
        places: list[int] = []
        if not rest and base is not order:
            places = list(base)
        else:
            began = perf_counter()
            for some in select_slices(rest, index, base):
                places += some
                if perf_counter() - began > _AT_ONCE:
                    await asyncio.sleep(0)
                    if turn != self._turn:
                        return None
                    began = perf_counter()
        self._last = Narrowed(index, order, wanted, places)
        return places

    async def _apply_fuzzy(self, query: Query, words: tuple[str, ...], places: list[int], turn: int) -> None:
        """Show the similar items among those that satisfy the rest of the query, the most similar first."""
        index = self._index
        if index is None:
            return
        if not query.fuzzy:
            fields = replace(query, terms=tuple(term for term in query.terms if term.match is not Match.WORD))
            found = await self._selected(fields, index, turn)
            if found is None:
                return
            places = found
        hits: list[FuzzyHit] = []
        for some in fuzzy_slices(words, index, places):
            hits += some
            await asyncio.sleep(0)
            if turn != self._turn:
                return
        if not hits and not query.fuzzy:
            return  # that nothing holds the words as they are is shown already
        order = await in_steps(rank_steps(hits, places))
        if turn == self._turn:
            self.item_list.set_order(order)
