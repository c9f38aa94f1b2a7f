"""Long queues: read batch by batch, kept in step with the files by several at once, and found by their names."""

import os
import sqlite3
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sandbox import Sandbox, furnish, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.queue.lookup import Lookup
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.kinds.decision import graph
from dreamtui.kinds.row import QueueEntry
from dreamtui.model.decision import Mark, Words
from dreamtui.model.errors import AlreadyDecided, NotFound, Refused
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.store.index import sync as indexed
from dreamtui.store.index.queue import ListedRow, Queue
from dreamtui.text.query.order import ORDERS, sort_items
from dreamtui.tui.session.queue_items import TABS, QueueItem

MANY = 120


def write(box: Sandbox, number: int, *, until: str = "", aliases: tuple[str, ...] = (), title: str = "") -> str:
    """A mined candidate's file; gives back its id."""
    item_id = f"{number * 7919 % 100_000:010x}"
    when = f"2026-10-{number % 28 + 1:02}T10:00:00Z"
    pieces = (Evidence(f"fix: case {number}", Locator(Where.COMMIT, f"{number:040x}"), when, "ada"),)
    secret = "token ghp_abcdefghijklmnopqrstuvwxyz0123456789" if number % 17 == 0 else ""
    item = Item(
        "candidate", item_id, "repeat_fix", title or f"`src/{number}.py` was fixed {secret}", Status.PENDING, "",
        first_seen=when, last_seen=when, weight=number % 5, actors=("ada",), files=(f"src/{number}.py",),
        evidence=pieces, subject=f"src/{number}.py", aliases=aliases, until=until,
    )  # fmt: skip
    path = box.desk().layout.real(f"{CANDIDATES}/{item_id}.md")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(candidate.render(item, when))
    return item_id


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """Many candidates, of which some are put off, one has another name, one is no file, one is bare."""
    made = Sandbox(tmp_path)
    furnish(made)
    ids = [write(made, number, until="2027-01-01" if number % 11 == 0 else "") for number in range(MANY)]
    folder = made.desk().layout.real(CANDIDATES)
    (folder / "link.md").symlink_to(folder / f"{ids[0]}.md")
    (folder / "bare.md").write_bytes(b"# Candidate `bare` \xe2\x80\x94 By hand\n\n- **kind**: `manual`\n")
    (folder / "folder.md").mkdir()
    return made


def pending(desk: Desk) -> list[str]:
    """Ids of the candidates that wait."""
    entries = desk.queue().entries((Status.PENDING,))
    return [entry.row.id for entry in entries if entry.row.kind == "candidate"]


def decided(box: Sandbox) -> tuple[str, str, str]:
    """A rule, a rejection and a postponement that were recorded, and a candidate decided under another name."""
    first, second, third = pending(box.desk())[5:14:4]
    box.steps += 1
    decide.decide(
        box.desk(),
        [first],
        Verb.GRADUATE,
        Words(reason(1), rule="Run it against a copy first.", acknowledged=("secret",)),
    )
    decide.decide(box.desk(), [second], Verb.REJECT, Words(rationale=reason(2)))
    decide.decide(box.desk(), [third], Verb.DEFER, Words(until="2026-12-24"))
    write(box, 500, aliases=(second,))
    write(box, 501, aliases=("nobody",))
    return first, second, third


class Opened:
    """Counts the files that are opened below a folder."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.paths: list[str] = []
        real: Callable[..., int] = os.open

        def spy(path: object, *words: object, **more: object) -> int:
            name = os.fspath(path) if isinstance(path, str | os.PathLike) else ""
            if str(name).startswith(f"{folder}/"):
                self.paths.append(str(name))
            return real(path, *words, **more)

        patch.setattr(os, "open", spy)


def whole(desk: Desk) -> list[QueueEntry]:
    """The whole queue."""
    return desk.queue().entries(tuple(Status))


def made_anew(box: Sandbox) -> list[QueueEntry]:
    """The whole queue by an index that is made from the files alone."""
    no_cache(box.desk())
    return whole(box.desk())


def no_cache(desk: Desk) -> None:
    """Throw the index away."""
    (desk.layout.private_state / "index.sqlite").unlink(missing_ok=True)


def in_index(desk: Desk) -> list[str]:
    """Ids of the items that the index has, without a look at the files."""
    return [entry.row.id for entry in desk.queue().select(tuple(Status))]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few files count as many."""
    monkeypatch.setattr(indexed, "FIRST", 10)
    monkeypatch.setattr(indexed, "BATCH", 20)


@pytest.mark.usefixtures("small")
def test_batches_are_in_the_index_when_they_are_told(box: Sandbox) -> None:
    """Never backwards, and each with where its items stand."""
    desk = box.desk()
    expected = made_anew(box)
    no_cache(desk)
    told: list[tuple[int, int, int]] = []
    queue = desk.queue()
    queue.sync(progress=lambda done, total: told.append((done, total, len(in_index(desk)))))
    assert [done for done, _, _ in told] == sorted(done for done, _, _ in told)
    assert told[0][0] == 10 and told[-1][0] == told[-1][1] > MANY
    assert 0 < told[0][2] < told[1][2] < told[-1][2]
    assert queue.select(tuple(Status)) == expected


@pytest.mark.usefixtures("small")
def test_what_was_broken_off_is_finished_by_the_next(box: Sandbox) -> None:
    """What was read is not read again."""
    desk = box.desk()
    expected = made_anew(box)
    no_cache(desk)

    def stop(done: int, total: int) -> None:
        if done >= 50:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.queue().sync(progress=stop)
    assert not desk.queue().is_whole()
    known = set(in_index(desk))
    with pytest.MonkeyPatch.context() as patch:
        spy = Opened(desk.layout.real(CANDIDATES), patch)
        assert whole(desk) == expected
        assert known and known.isdisjoint(Path(path).stem for path in spy.paths)
    assert desk.queue().is_whole()


@pytest.mark.usefixtures("small")
def test_two_at_once_come_to_the_same(box: Sandbox) -> None:
    """Each goes on from what the other has put into the index, in whatever order."""
    expected = made_anew(box)
    no_cache(box.desk())
    one, other = box.desk().queue(), box.desk().queue()
    seen: list[list[QueueEntry]] = []
    one.sync(progress=lambda done, total: seen.append(other.entries(tuple(Status))))
    assert seen[0] == one.select(tuple(Status)) == expected
    assert whole(box.desk()) == expected


def test_only_what_changed_is_read(box: Sandbox) -> None:
    """Files that came, went or were replaced since, and no other; and what the index says is what the files say."""
    whole(box.desk())
    desk = box.desk()
    new, changed = write(box, 700), write(box, 3, title="Another title")
    desk.layout.real(f"{CANDIDATES}/bare.md").unlink()
    with pytest.MonkeyPatch.context() as patch:
        spy = Opened(desk.layout.real(CANDIDATES), patch)
        found = whole(desk)
        assert {Path(path).stem for path in spy.paths} == {new, changed, "link", "folder"}
    assert found == made_anew(box)


def test_the_index_is_in_step_with_what_is_decided(box: Sandbox) -> None:
    """Taken, refused, put off, under another name, taken back, on another day: as if it were made anew."""
    whole(box.desk())
    decided(box)
    assert whole(box.desk()) == made_anew(box)
    decide.take_back(box.desk(), None, reason(9))
    assert whole(box.desk()) == made_anew(box)
    rejected = next(e for e in whole(box.desk()) if e.status is Status.REJECTED)
    box.desk().layout.real(rejected.row.path).unlink()
    assert whole(box.desk()) == made_anew(box)
    desk = box.desk()
    later = Queue(desk.layout, "2027-02-01", desk.kinds).entries(tuple(Status))
    assert Status.DEFERRED in {e.status for e in whole(box.desk())} - {e.status for e in later}
    assert whole(box.desk()) == made_anew(box)


def test_a_console_is_told_what_changed(box: Sandbox) -> None:
    """All rows the first time, then those that are not as they were, and ids of those that are gone."""
    queue = box.desk().queue()
    queue.refresh()
    ids, rows = queue.changes()
    listed = [entry for entry in queue.select(tuple(Status)) if entry.row.kind != "note"]
    assert ids is None and [row._replace(weeks="") for row in rows] == [ListedRow.of(entry) for entry in listed]
    assert any(row.weeks for row in rows)
    changed = write(box, 3, title="Another title")
    box.desk().layout.real(f"{CANDIDATES}/bare.md").unlink()
    queue.refresh()
    ids, rows = queue.changes()
    assert (
        ids is not None
        and sorted(ids) == sorted([changed, "bare"])
        and [row.title for row in rows] == ["Another title"]
    )
    assert queue.changes() == ([], [])
    with sqlite3.connect(box.desk().layout.private_state / "index.sqlite") as other:
        other.execute("DROP TABLE item")
    ids, rows = queue.changes()
    listed = [entry for entry in whole(box.desk()) if entry.row.kind != "note"]
    assert ids is None and [row._replace(weeks="") for row in rows] == [ListedRow.of(entry) for entry in listed]


@pytest.mark.parametrize("order", ORDERS)
def test_a_page_is_the_head_of_the_sorted_queue(box: Sandbox, order: str) -> None:
    """In every order and every tab that a console can start with, secrets masked, and with the totals of all."""
    whole(box.desk())
    decided(box)
    write(box, 600, title="\u00c4pfel: a title that is not ASCII")
    dream(box.desk(), DreamRequest())
    queue = box.desk().queue()
    queue.refresh()
    items = [QueueItem(row, box.desk().kinds) for row in queue.changes()[1]]
    assert {item.status for item in items} >= {"pending", "deferred", "graduated", "rejected"}
    assert any("secret" in item.flags for item in items)
    for tab in TABS:
        parts = ([item for item in items if (item.status in tab.statuses) is inside] for inside in (True, False))
        expected = [part[at] for part in parts for at in sort_items(part, order)]
        for most in (1, 20, len(items) + 1):
            page = queue.page(most, order, tab.statuses)
            assert page is not None and page.tally == Counter(item.status for item in items)
            assert [(row.id, row.path) for row in page.rows] == [(item.id, item.path) for item in expected[:most]]


def test_a_page_is_what_the_index_knows(box: Sandbox) -> None:
    """No file is looked at for it; of an index that breaks there is none."""
    rows = len(whole(box.desk()))
    desk = box.desk()
    write(box, 700)
    queue = desk.queue()
    with pytest.MonkeyPatch.context() as patch:
        spy = Opened(desk.layout.home, patch)
        patch.setattr(indexed, "_stamped", lambda *asked: pytest.fail("a folder was looked through"))
        page = queue.page(-1, "", ())
        assert page is not None and len(page.rows) == sum(page.tally.values()) <= rows and not spy.paths
    with sqlite3.connect(desk.layout.private_state / "index.sqlite") as other:
        other.execute("DROP TABLE item")
        other.execute("DROP TABLE mark")
    assert queue.page(-1, "", ()) is None and not queue.is_whole()


@pytest.mark.parametrize("harm", ["no tables", "garbage", "a hole", "read-only"])
def test_an_index_of_no_use_is_done_without(box: Sandbox, harm: str) -> None:
    """Whatever became of it, the queue is what the files say."""
    desk = box.desk()
    expected = whole(desk)
    path = desk.layout.private_state / "index.sqlite"
    write(box, 3, title="Another title")
    match harm:
        case "no tables":
            with sqlite3.connect(path) as connection:
                connection.execute("DROP TABLE item")
        case "garbage":
            path.write_bytes(b"not a database " * 400)
        case "a hole":
            data = bytearray(path.read_bytes())
            data[4096 * 3 :] = bytes(len(data) - 4096 * 3)
            path.write_bytes(data)
        case _:
            path.chmod(0o400)
    found = whole(box.desk())
    assert len(found) == len(expected) and "Another title" in {entry.row.title for entry in found}


def test_an_index_that_breaks_later_is_done_without_too(box: Sandbox) -> None:
    """The queue is then read into memory."""
    expected = whole(box.desk())
    queue = box.desk().queue()
    queue.sync()
    with sqlite3.connect(box.desk().layout.private_state / "index.sqlite") as connection:
        connection.execute("DROP TABLE item")
    assert queue.entries(tuple(Status)) == expected
    assert queue.in_memory and whole(box.desk()) == expected


def _printed(entry: QueueEntry) -> QueueEntry:
    """Without the weeks of its evidence, which a list does not print."""
    return entry._replace(row=entry.row._replace(weeks=""))


def test_an_id_has_what_the_whole_queue_has_of_it(box: Sandbox) -> None:
    """For every item there is, one by one and together."""
    decided(box)
    desk = box.desk()
    whole = desk.queue().entries(tuple(Status))
    ids = sorted({entry.row.id for entry in whole})
    expected = {item_id: [entry for entry in whole if entry.row.id == item_id] for item_id in ids}
    about = {item_id: [_printed(entry) for entry in found] for item_id, found in desk.queue().about(ids).items()}
    assert about == expected
    few = desk.queue()
    alone = {item_id: [_printed(entry) for entry in few.about([item_id])[item_id]] for item_id in ids}
    assert alone == expected
    assert few.about(["0000000bad"]) == {"0000000bad": []}


def test_a_run_opens_only_what_it_finds_or_changes(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first marks what nobody finds any more; the second finds a few again as they are."""
    assert len(dream(box.desk(), DreamRequest()).intake.vanished) == MANY
    spy = Opened(box.desk().layout.real(CANDIDATES), monkeypatch)
    done = dream(box.desk(), DreamRequest())
    assert not done.intake.vanished and not done.intake.changes
    again = {item.id for item in done.intake.unchanged}
    assert {Path(path).stem for path in spy.paths} == {"link", "folder"} | again and len(again) < 5


def test_a_decision_opens_no_other_items(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Preview, decision and undo read the files of their item, however long the queue is."""
    decided(box)
    desk = box.desk()
    target = pending(desk)[3]
    spy = Opened(desk.layout.real(CANDIDATES), monkeypatch)
    decide.preview(desk, target, Verb.REJECT, Words(rationale="‹your reason›"))
    decide.decide(desk, [target], Verb.REJECT, Words(rationale=reason(7)))
    decide.take_back(desk, None, reason(8))
    opened = [path for path in spy.paths if not Path(path).name.startswith(".")]
    assert {Path(path).stem for path in opened} == {target}
    assert len(opened) < 20


def test_the_beginning_of_an_id_still_finds_it(box: Sandbox) -> None:
    """And an exact id never means another item."""
    first, second, third = decided(box)
    desk = box.desk()
    look = Lookup(desk)
    assert look.resolve(third[:9], (Status.DEFERRED,)).row.id == third
    with pytest.raises(AlreadyDecided):
        look.resolve(first, (Status.PENDING,))
    with pytest.raises(AlreadyDecided):
        look.resolve(second[:9], (Status.PENDING,))
    with pytest.raises(NotFound):
        look.resolve("fffffffffe", (Status.PENDING,))
    with pytest.raises(Refused, match="symlink"):
        look.resolve("link", (Status.PENDING,))


def test_what_another_process_did_to_the_index_meanwhile_is_seen(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder counts as seen by what the index has, not by what this process alone did to it."""
    folder = box.desk().layout.real(CANDIDATES)
    (folder / "folder.md").rmdir()
    for odd in ("link.md", "bare.md"):  # where a file cannot be read, the folder is compared each time anyway
        (folder / odd).unlink()
    expected = whole(box.desk())
    write(box, 3, title="Another title")
    other_item = next(entry.row for entry in expected if entry.row.signal == "repeat_fix" and "5.py" in entry.row.title)
    keep = indexed.FileRows._keep

    def meddled(self: indexed.FileRows, *given: Any, **named: Any) -> set[tuple[str, int, int, int]]:
        done = keep(self, *given, **named)
        with sqlite3.connect(box.desk().layout.private_state / "index.sqlite") as other:
            other.execute("DELETE FROM item WHERE path = ?", (other_item.path,))
        return done

    monkeypatch.setattr(indexed.FileRows, "_keep", meddled)
    box.desk().queue().sync()
    monkeypatch.undo()
    assert whole(box.desk()) == made_anew(box)
    assert other_item.id in in_index(box.desk())


def test_taking_back_a_batch_looks_at_other_decisions_as_often_as_taking_back_one(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their order is made once, and none is compared with each that is taken back."""
    waiting = [entry.row.id for entry in box.desk().queue().entries((Status.PENDING,), "signal = 'repeat_fix'")]
    looked: Counter[str] = Counter()

    def count(holder: object, name: str) -> None:
        called = getattr(holder, name)

        def counted(*given: object) -> object:
            looked[name] += 1
            return called(*given)

        monkeypatch.setattr(holder, name, counted)

    count(graph, "ordered")
    count(Mark, "__eq__")
    calls = []
    for size in (1, 30):
        some, waiting = waiting[:size], waiting[size:]
        decide.decide(box.desk(), some, Verb.REJECT, Words(rationale=reason(70 + size)))
        looked.clear()
        done = decide.take_back(box.desk(), None, "Too early, the release is not out.")
        assert {mark.item for mark in done.taken_back} == set(some)
        calls.append(dict(looked))
    assert calls[0]["ordered"] > 0
    assert calls[1] == calls[0]
