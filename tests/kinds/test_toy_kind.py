"""A kind of item that the program has never heard of: one package and one line in compose are all it costs."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import demo_console
import pytest
import settling  # noqa: F401  the wait of every pilot
from textual.pilot import Pilot
from toy import codec
from toy.kind import FOLDERS, TIP, rules
from workbench import Bench, reason

from dreamtui import compose
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.kinds import DeskKind
from dreamtui.desk.queue import show
from dreamtui.desk.queue.listing import listing
from dreamtui.kinds.intake import take_in
from dreamtui.model.decision import Words
from dreamtui.model.errors import Lack, Missing, Refused
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.store.index import recurrence
from dreamtui.text.dates import iso
from dreamtui.tui.actions.configured_keys import build as build_keymap
from dreamtui.tui.app import Console, Options
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.session.refs import Ref
from dreamtui.tui.session.session import Session
from dreamtui.tui.session.sessions import Sessions
from dreamtui.tui.texts.help import sections
from dreamtui.tui.widgets.words_box import WordsBox

FIRST, SECOND, THIRD = "t-0000000001", "t-0000000002", "t-0000000003"


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A workspace in which two tips wait, and a program that was put together with one more kind."""
    monkeypatch.setattr(compose, "KINDS", (*compose.KINDS, DeskKind(TIP)))
    made = Bench(tmp_path, tmp_path / "work")
    (made.root / "src").mkdir(parents=True)
    (made.root / "src/app.py").write_text("retries = 3\ntimeout = 10\n", encoding="utf-8")
    folder = made.root / codec.TIPS
    folder.mkdir(parents=True)
    for item_id, title, line, quote in (
        (FIRST, "Retry with a backoff", 1, "retries = 3"),
        (SECOND, "Raise the timeout", 2, "no such line"),
    ):
        tip = codec.Tip(item_id, title, f"src/app.py:{line}", quote, "2026-11-17T09:00:00Z")
        (folder / f"{item_id}.json").write_bytes(codec.render(tip))
    return made


def desk_of(bench: Bench) -> Desk:
    return compose.open_desk(bench.root, bench.env)


def status(bench: Bench, item_id: str) -> str:
    """Where a tip stands, by the whole queue and by its own files alike."""
    desk = desk_of(bench)
    whole = [e.status.value for e in desk.queue().entries(tuple(Status)) if e.row.id == item_id]
    assert [show.show(desk, item_id).entry.status.value] == whole
    return whole[0]


def run(bench: Bench, found: list[codec.Tip]) -> tuple[list[str], list[str], list[str]]:
    """What a run that found tips does to the queue: ids that are new, updated, and recurring."""
    desk = desk_of(bench)
    with desk.store.writing(desk.writer()) as transaction:
        waiting = {row.id: desk.store.read(row.path) or b"" for row in desk.queue().rows(FOLDERS.pending)}
        rejected = {row.id for row in desk.queue().rows(FOLDERS.rejected)}
        intake = take_in(found, rules(waiting, rejected))
        transaction.apply(intake.changes, "tips")
    recurrence.save(desk.layout, TIP.name, intake.rows)
    return tuple([tip.id for tip in some] for some in (intake.new, intake.updated, intake.recurring))  # type: ignore[return-value]


def test_it_lists_and_shows(bench: Bench) -> None:
    """In lists, by its name, with its evidence looked up and what each verb would change."""
    desk = desk_of(bench)
    assert [e.row.id for e in listing(desk).entries] == [FIRST, SECOND]
    assert [e.row.kind for e in listing(desk, kind="tip").entries] == ["tip", "tip"]
    listed = json.loads(listing(desk).json())["items"][0]
    assert (listed["kind"], listed["status"], listed["title"]) == ("tip", "pending", "Retry with a backoff")
    assert [show.show(desk, item_id).resolved for item_id in (FIRST, SECOND)] == [(True,), (False,)]
    plans = show.previews(desk, FIRST)
    assert list(plans) == ["accept", "reject", "defer"]
    paths = [change.path for change in plans["accept"].changes.changes]
    assert sorted(paths) == sorted([FOLDERS.pending.path_of(FIRST), FOLDERS.accepted.path_of(FIRST)])


def test_it_is_decided_recorded_undone_and_redone(bench: Bench) -> None:
    """Only with a reason, by the preview that was shown; what an undo puts back is byte for byte what was there."""
    desk, before = desk_of(bench), bench.tree()
    for verb in (Verb.ACCEPT, Verb.REJECT):
        with pytest.raises(Refused, match="A reason is needed"):
            decide.decide(desk, [FIRST], verb, Words())
    with pytest.raises(Refused, match=r"graduate does not apply .* possible: accept, reject, defer, reopen"):
        decide.decide(desk, [FIRST], Verb.GRADUATE, Words(reason(0), "Retry."))
    shown = decide.preview(desk, FIRST, Verb.ACCEPT, Words("…")).changes
    done = decide.decide(desk, [FIRST], Verb.ACCEPT, Words(reason(1)), expected=shown)
    made = done.decisions[0]
    assert (made.kind, made.verb, made.rationale) == ("tip", Verb.ACCEPT, reason(1))
    assert status(bench, FIRST) == "accepted"
    with pytest.raises(Refused) as found:
        decide.decide(desk, [FIRST], Verb.REJECT, Words(reason(2)))
    assert found.value.missing == Missing(Lack.UNDOING, (made.short,))
    decide.take_back(desk, None, reason(3))
    assert status(bench, FIRST) == "pending"
    after = bench.tree()
    assert all(after[path] == before[path] for path in before if codec.TIPS in path)
    decide.take_back(desk, None, "", redo=True)
    assert status(bench, FIRST) == "accepted"


def test_what_was_rejected_is_put_back_and_comes_up_again(bench: Bench) -> None:
    """Rejected until a date, reopened, put off; found again although it is rejected it recurs."""
    desk = desk_of(bench)
    decide.decide(desk, [FIRST, SECOND], Verb.REJECT, Words(reason(1), disposition="wrong"))
    assert {status(bench, FIRST), status(bench, SECOND)} == {"rejected"}
    decide.decide(desk, [FIRST], Verb.REOPEN, Words())
    decide.decide(desk, [FIRST], Verb.DEFER, Words(until=iso(desk.now + timedelta(days=9))[:10]))
    assert status(bench, FIRST) == "deferred"
    assert run(bench, []) == ([], [], [])
    assert status(bench, SECOND) == "rejected"
    found = [codec.Tip(item, "Found anew", "src/app.py:1", "retries = 3", "") for item in (FIRST, SECOND, THIRD)]
    assert run(bench, found) == ([THIRD], [FIRST], [SECOND])
    assert (status(bench, FIRST), status(bench, SECOND), status(bench, THIRD)) == ("deferred", "recurring", "pending")
    assert show.show(desk_of(bench), FIRST).item.title == "Found anew"
    assert run(bench, found) == ([], [], [SECOND])
    decide.decide(desk_of(bench), [SECOND], Verb.REOPEN, Words())
    assert run(bench, found)[1:] == ([SECOND], [])


def test_the_command_line_has_it(bench: Bench) -> None:
    """list, show, accept, reject, undo, redo and the audit, without a command of its own."""
    assert [item["kind"] for item in json.loads(bench.ok("list", "--json").out)["items"]] == ["tip", "tip"]
    assert "✗ no longer resolves" in bench.ok("show", SECOND).out
    assert FOLDERS.accepted.path_of(FIRST) in bench.ok("show", FIRST, "--preview").out
    bench.refused(1, "accept", FIRST)
    bench.ok("accept", FIRST, "--rationale", reason(1))
    bench.ok("reject", SECOND, "--rationale", reason(2))
    records = json.loads(bench.ok("audit", "list", "--json").out)["decisions"]
    assert {(one["item"], one["verb"]) for one in records} == {(FIRST, "accept"), (SECOND, "reject")}
    bench.ok("audit", "verify", "--strict")
    bench.ok("undo", "--rationale", reason(3))
    assert (status(bench, FIRST), status(bench, SECOND)) == ("accepted", "pending")
    bench.ok("redo")
    assert status(bench, SECOND) == "rejected"


def in_console(bench: Bench, story: Callable[[Console, "Pilot[int]"], Awaitable[None]]) -> None:
    app = Console(
        Sessions.alone(Session(desk_of(bench))),
        build_keymap("default", {}, ""),
        Options(),
        clock=demo_console.ticking(),
    )

    async def run() -> None:
        async with app.run_test(size=(120, 40), notifications=False) as pilot:
            await demo_console.arrive(app, pilot)
            await story(app, pilot)

    asyncio.run(run())


def test_the_console_has_it(bench: Bench) -> None:
    """A row with its sign, its text, evidence and preview; its keys take, refuse and bring it back."""

    async def story(app: Console, pilot: "Pilot[int]") -> None:
        async def press(*keys: str) -> str:
            await demo_console.press(app, pilot, *keys)
            lines = app.screen._compositor.render_strips()
            return "\n".join(line.crop(0, app.size.width).text for line in lines)

        async def stands(where: str) -> None:
            await demo_console.until(pilot, lambda: status(bench, FIRST) == where)
            await demo_console.rest(app, pilot)

        review = app.screen
        assert isinstance(review, ReviewScreen)
        assert review.queue.items.move_to_key(Ref("", FIRST))
        shown = await press("1")
        assert "✚ tip" in shown and "Retry with a backoff" in shown and "accept" in shown
        assert "retries = 3" in await press("2")
        shown = await press("3")
        assert "− 1 removed  + 1 added" in shown and f"{FIRST[-9:]}.json" in shown
        for key, verb, at in (("g", Verb.ACCEPT, "accepted"), ("r", Verb.REJECT, "rejected")):
            await press(key)
            app.screen.query_one("#why", WordsBox).put(reason(len(app.sitting.done)))
            await press("ctrl+s")
            await stands(at)
            assert app.sitting.done[-1][0].verb is verb
            for back, where in (("u", "pending"), ("U", at), ("u", "pending")):
                await press(back)
                await stands(where)
            assert review.queue.items.move_to_key(Ref("", FIRST))
        assert ("✚", "Tip") in {note[1:3] for notes in sections(app.here.desk.kinds).values() for note in notes}

    in_console(bench, story)
