"""Long queues: files read by two processes, told while they are read, glanced at, and found by their names."""

import mmap
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from sandbox import Sandbox, furnish, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.lookup import Lookup
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate.kind import CANDIDATE_FILES, CANDIDATES
from dreamtui.kinds.row import QueueRow
from dreamtui.model.decision import Words
from dreamtui.model.errors import AlreadyDecided, NotFound, Refused
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item, Status
from dreamtui.model.verb import Verb
from dreamtui.store.index import parallel_parse
from dreamtui.store.index import sync as indexed
from dreamtui.store.index.queue import ItemQueue
from dreamtui.store.index.queue_head import Glance
from dreamtui.store.index.sync import FileIndex

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
    decide.decide(box.desk(), [first], Verb.GRADUATE, Words(rationale=reason(1), rule="Run it against a copy first."))
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
            if str(name).startswith(str(folder)):
                self.paths.append(str(name))
            return real(path, *words, **more)

        patch.setattr(os, "open", spy)


def rows_of(desk: Desk) -> tuple[list[QueueRow], list[object]]:
    """The rows of candidates/ read with an index of their own, and what could not be read."""
    index = FileIndex(desk.layout)
    return index.rows(CANDIDATES, CANDIDATE_FILES.read), list(index.problems)


def no_cache(desk: Desk) -> None:
    """Throw the index away."""
    (desk.layout.state / "index.sqlite").unlink(missing_ok=True)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few files count as many."""
    monkeypatch.setattr(indexed, "FIRST", 10)
    monkeypatch.setattr(indexed, "PAIRED", 20)


def test_two_processes_read_what_one_reads(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows, problems and what is kept are the same, in the same order."""
    desk = box.desk()
    no_cache(desk)
    alone = rows_of(desk)
    no_cache(desk)
    monkeypatch.setattr(indexed, "FIRST", 10)
    monkeypatch.setattr(indexed, "PAIRED", 20)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert rows_of(desk) == alone
    assert len(alone[0]) > MANY and len(alone[1]) == 2
    spy = Opened(desk.layout.real(CANDIDATES), monkeypatch)
    assert rows_of(desk) == alone
    assert sorted({Path(path).name for path in spy.paths}) == ["folder.md", "link.md"]


@pytest.mark.usefixtures("small")
def test_a_child_that_dies_costs_only_time(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it did not hand back is read here."""
    desk = box.desk()
    alone = rows_of(desk)
    no_cache(desk)

    parent, died = os.getpid(), mmap.mmap(-1, 1)
    whole = parallel_parse.answer

    def dies(*given: object) -> object:
        if os.getpid() != parent:
            died[0] = 1
            os._exit(9)
        return whole(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(parallel_parse, "answer", dies)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    assert rows_of(desk) == alone
    assert died[0] == 1


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("cores", [1, 2])
def test_the_first_rows_are_told_before_the_rest_is_read(
    box: Sandbox, monkeypatch: pytest.MonkeyPatch, cores: int
) -> None:
    """First some rows, then only how far it is, never backwards."""
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    desk = box.desk()
    no_cache(desk)
    told: list[tuple[list[str], int, int]] = []
    index = FileIndex(desk.layout)
    rows = index.rows(
        CANDIDATES,
        CANDIDATE_FILES.read,
        told=lambda some, done, total: told.append(([row.id for row in some], done, total)),
    )
    assert 0 < len(told[0][0]) <= 10 and set(told[0][0]) < {row.id for row in rows}
    assert told[0][1] == 10
    assert [done for _, done, _ in told] == sorted(done for _, done, _ in told)
    assert {total for _, _, total in told} == {len(rows) + 2}


def test_what_waits_is_kept_when_it_is_asked_for(box: Sandbox) -> None:
    """Until then the index knows nothing of it."""
    desk = box.desk()
    no_cache(desk)
    queue = desk.queue(keeps_later=True)
    queue.entries(tuple(Status))
    assert FileIndex(desk.layout).ids(CANDIDATES) == set()
    queue.keep()
    assert len(FileIndex(desk.layout).ids(CANDIDATES)) > MANY


def check_glance(desk: Desk) -> None:
    """Totals and first entries are those of the whole queue."""
    whole = [e for e in desk.queue().entries(tuple(Status)) if e.row.kind != "note"]
    found = Glance(desk.layout, desk.today, desk.kinds).first(25)
    assert found is not None
    tally, first = found
    assert {name: count for name, count in tally.items() if count} == Counter(e.stands.value for e in whole)
    assert first == whole[:25]


def test_a_glance_sees_what_the_whole_queue_has(box: Sandbox) -> None:
    """Risky first, put off, decided, decided under another name, recurring, due."""
    desk = box.desk()
    no_cache(desk)
    assert Glance(desk.layout, desk.today, desk.kinds).first(25) is None
    check_glance(desk)
    decided(box)
    check_glance(box.desk())


def test_a_glance_reads_what_changed(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that came, went or were replaced since, and no other."""
    desk = box.desk()
    check_glance(desk)
    new, changed = write(box, 700), write(box, 3, title="Another title")
    desk.layout.real(f"{CANDIDATES}/bare.md").unlink()
    with pytest.MonkeyPatch.context() as patch:
        spy = Opened(desk.layout.real(CANDIDATES), patch)
        assert Glance(desk.layout, desk.today, desk.kinds).first(25) is not None
        assert {Path(path).stem for path in spy.paths} == {new, changed, "link", "folder"}
    check_glance(desk)


def test_a_folder_nobody_touched_is_not_looked_through(box: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless it changed so lately that another change might look the same."""
    desk = box.desk()
    folder = desk.layout.real(CANDIDATES)
    rows_of(desk)
    assert FileIndex(desk.layout)._seen(CANDIDATES) is None
    os.utime(folder, ns=(10**18, 10**18))
    rows_of(desk)
    monkeypatch.setattr(indexed, "entries_in", lambda *words: pytest.fail("it was looked through"))
    assert FileIndex(desk.layout).current(CANDIDATES, CANDIDATE_FILES.read)


def test_an_id_has_what_the_whole_queue_has_of_it(box: Sandbox) -> None:
    """For every item there is, one by one and together."""
    decided(box)
    desk = box.desk()
    whole = desk.queue().entries(tuple(Status))
    ids = sorted({entry.row.id for entry in whole})
    expected = {item_id: [entry for entry in whole if entry.row.id == item_id] for item_id in ids}
    assert ItemQueue(desk.layout, desk.today, desk.kinds).about(ids) == expected
    few = ItemQueue(desk.layout, desk.today, desk.kinds)
    assert {item_id: few.about([item_id])[item_id] for item_id in ids} == expected
    assert few.about(["0000000bad"]) == {"0000000bad": []}


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
    with pytest.raises(Refused, match="symbolic link"):
        look.resolve("link", (Status.PENDING,))
