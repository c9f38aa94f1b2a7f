"""The words of the filter are those on the screen: every kind and signal is found as its rows call it, everywhere."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from known_kinds import KINDS
from visit import console_on, demo_copy

from dreamtui.desk.queue.listing import listing
from dreamtui.desk.queue.matching import matching
from dreamtui.kinds.row import QueueEntry, bare_row
from dreamtui.mining.history.signals import HISTORY_SIGNALS
from dreamtui.mining.signals.names import SIGNALS
from dreamtui.model.errors import Usage
from dreamtui.model.status import Status
from dreamtui.store.index.queue import ListedRow
from dreamtui.text.query.parse import parse_query
from dreamtui.text.query.select import TextIndex, select
from dreamtui.tui.session.queue_items import QueueItem

KNOWN = (*SIGNALS, *HISTORY_SIGNALS, "manual", "merge", "supersede", "pair", "theme", "pattern", "recall", "")
"""Signals and methods; of a kind with a word of its own each is shown as that word."""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demo that is only looked at."""
    return demo_copy(tmp_path_factory.mktemp("words"))


def entry(kind: str, signal: str) -> QueueEntry:
    """A row of a kind, found by a signal."""
    row = bare_row(".agent/x.md", f"{kind}-{signal}", kind, signal, "A title", 1, "", "", (), (), (), ())
    return QueueEntry(row, Status.PENDING, None)


def in_console(entries: Sequence[QueueEntry], query: str, shop: Path) -> list[str]:
    """Ids that the console's filter shows."""
    items = [QueueItem(ListedRow.of(one), KINDS) for one in entries]
    index = TextIndex(items, console_on(shop).here.now)
    return [items[place].id for place in select(parse_query(query), index, range(len(items)))]


@pytest.mark.parametrize("kind", [one.name for one in KINDS])
def test_every_kind_and_signal_is_found_by_the_word_of_its_rows(kind: str, shop: Path) -> None:
    """By `signal:` and `kind:` alike, with the same answer in the console and on the command line."""
    desk = console_on(shop).here.desk
    entries = [entry(one.name, signal) for one in KINDS for signal in KNOWN]
    shown = {one.row.id: KINDS.of(one.row.kind).word_for(one.row.signal) for one in entries}
    for one in entries:
        if one.row.kind != kind:
            continue
        word = shown[one.row.id]
        alike = {item for item, said in shown.items() if said == word}
        for query in (f'signal:"{word}"', f'kind:"{word}"', f'"{word}"'):
            found = in_console(entries, query, shop)
            assert alike <= set(found), (query, one.row.id)
            assert [each.row.id for each in matching(desk, entries, query)] == found, query
        assert one.row.id in in_console(entries, f"kind:{kind}", shop)
        if one.row.signal:
            assert one.row.id in in_console(entries, f"signal:{one.row.signal}", shop)


def test_list_asks_in_the_language_of_the_filter(shop: Path) -> None:
    """Fields, comparisons and words select the same items of the demo; what is not understood is said."""
    desk = console_on(shop).here.desk
    entries = listing(desk).entries
    words = {KINDS.of(one.row.kind).word_for(one.row.signal) for one in entries}
    assert {"brief", "insight", "due", "promote", "by hand", "swap"} <= words
    asked = [f'signal:"{word}"' for word in sorted(words)]
    for query in (
        *asked,
        "kind:insight weight>4",
        "flag:secret",
        "-kind:candidate age<3d",
        "file:src/ ~falure",
        "cart",
    ):
        found = {one.row.id for one in listing(desk, query=query).entries}
        if "~" not in query:
            assert found == set(in_console(entries, query, shop)), query
            assert found, query
    for word in words:
        assert {one.row.id for one in listing(desk, signal=word).entries} >= {
            one.row.id for one in entries if KINDS.of(one.row.kind).word_for(one.row.signal) == word
        }
    assert {one.row.kind for one in listing(desk, kind="due").entries} == {"review-due"}
    with pytest.raises(Usage, match="age"):
        listing(desk, query="age>soon")
