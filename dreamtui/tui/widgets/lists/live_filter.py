"""Filters a list while somebody types: what is typed next stops what is still running."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from dreamtui.text.query.fuzzy import fuzzy_words, load_library, similar
from dreamtui.text.query.parse import Match, Query, parse_query
from dreamtui.text.query.row import Listed
from dreamtui.text.query.select import TextIndex, select
from dreamtui.tui.widgets.lists.item_list import ItemList

T = TypeVar("T")

AT_ONCE = 10_000
"""Rows up to which a list is sorted and filtered at once; a longer one in a thread, while keys are answered."""


async def beside(work: Callable[[], T], rows: int) -> T:
    """What comes of work about so many rows."""
    return work() if rows <= AT_ONCE else await asyncio.to_thread(work)


class LiveFilter:
    """The filter of one list: words and fields at once; then, when asked for or nothing was found, similar ones."""

    def __init__(self, item_list: ItemList) -> None:
        self.item_list = item_list
        """The list that is filtered."""
        self.order: Sequence[int] = ()
        """The rows without a filter, sorted."""
        self._index: TextIndex | None = None
        self._turn = 0

    def load(self, items: Sequence[Listed], order: Sequence[int], now: datetime) -> None:
        """Filter these items from now on; call `apply` afterwards to show them."""
        self._turn += 1
        self.order = order
        if self._index is not None and self._index.renew(items):
            self._index.now = now
        else:
            self._index = TextIndex(items, now)

    def stop(self) -> None:
        """Let what is running end without touching the list."""
        self._turn += 1

    async def prepare(self) -> None:
        """Make the index and load the library, so that the first key finds everything ready."""
        if self._index is not None:
            await asyncio.to_thread(self._index.texts)
            await asyncio.to_thread(load_library)

    async def apply(self, text: str) -> Query:
        """Show what the text selects; gives back the query, whose problems are to be shown beside it."""
        self._turn += 1
        turn, index, order, query = self._turn, self._index, self.order, parse_query(text)
        if index is None:
            return query
        if not query:
            self.item_list.set_order(order)
            return query
        places = await beside(lambda: select(query, index, order), len(order))
        if turn != self._turn:
            return query
        if not query.fuzzy:
            self.item_list.set_order(places, found=query.words)
        words = fuzzy_words(query, len(places))
        if words:
            wanted = query if query.fuzzy else _without_words(query)
            near = await beside(lambda: similar(words, index, select(wanted, index, order)), len(order))
            if turn == self._turn and (near or query.fuzzy):  # else what is shown is that nothing holds the words
                self.item_list.set_order(near)
        return query


def _without_words(query: Query) -> Query:
    return replace(query, terms=tuple(term for term in query.terms if term.match is not Match.WORD))
