"""Filters a long list while somebody types: what is typed next stops what is still running."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from dreamtui.text.fuzzy import Hit, fuzzy_slices, fuzzy_words, load_library, ranked
from dreamtui.text.query import Index, Match, Query, parse_query, select_slices
from dreamtui.text.row import Listed
from dreamtui.tui.widgets.item_list import ItemList


class LiveFilter:
    """The filter of one list: words and fields at once; then, when asked for or nothing was found, similar ones."""

    def __init__(self, item_list: ItemList) -> None:
        self.item_list = item_list
        """The list that is filtered."""
        self.order: Sequence[int] = ()
        """The rows without a filter, sorted."""
        self._index: Index | None = None
        self._turn = 0

    def load(self, items: Sequence[Listed], order: Sequence[int], now: datetime) -> None:
        """Filter these items from now on; call `apply` afterwards to show them."""
        self._turn += 1
        self.order = order
        self._index = Index(items, now)

    def stop(self) -> None:
        """Let what is running end without touching the list."""
        self._turn += 1

    async def prepare(self) -> None:
        """Index the items in small steps, so that the first key finds everything ready."""
        if self._index is not None:
            for _ in self._index.steps():
                await asyncio.sleep(0)
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
        places: list[int] = []
        for some in select_slices(query, index, self.order):
            places += some
            await asyncio.sleep(0)
            if turn != self._turn:
                return query
        if not query.fuzzy:
            self.item_list.set_order(places, found=query.words)
        words = fuzzy_words(query, len(places))
        if words:
            await self._apply_fuzzy(query, words, places, turn)
        return query

    async def _apply_fuzzy(self, query: Query, words: tuple[str, ...], places: list[int], turn: int) -> None:
        """Show the similar items among those that satisfy the rest of the query, the most similar first."""
        index = self._index
        if index is None:
            return
        if not query.fuzzy:
            fields = replace(query, terms=tuple(term for term in query.terms if term.match is not Match.WORD))
            places = [place for some in select_slices(fields, index, self.order) for place in some]
        hits: list[Hit] = []
        for some in fuzzy_slices(words, index, places):
            hits += some
            await asyncio.sleep(0)
            if turn != self._turn:
                return
        self.item_list.set_order(ranked(hits, places))
