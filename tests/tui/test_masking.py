"""Secret-like text is masked wherever the text of a file or a change is shown, until V asks for that of an item."""

from collections.abc import Callable
from pathlib import Path

import pytest
from stage import lines, perform
from visit import Visit, demo_copy, visit
from workbench import Bench, make_bench

from dreamtui.desk.audit.audit_views import log_entries
from dreamtui.desk.decide.decide import Outcome
from dreamtui.desk.outputs.sync import Synced
from dreamtui.model.change import Change, ChangeSet
from dreamtui.present.changes import FileDiff
from dreamtui.tui.screens.base import BaseScreen
from dreamtui.tui.screens.dialogs.leave import LeaveScreen
from dreamtui.tui.screens.dialogs.questions import agree_to_changes, show_changes
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.widgets.diff.view import DiffView

SECRET = "hunter2hunter2x9"
CHANGES = ChangeSet.of(Change("CLAUDE.md", b"# Rules\n", f"# Rules\nUse password={SECRET}\n".encode()))


def _nothing() -> Outcome:
    raise AssertionError("nothing is to be written")


@pytest.mark.parametrize(
    "made",
    [
        lambda: LeaveScreen(Synced((), CHANGES, ())),
        lambda: agree_to_changes(CHANGES, "Fix", _nothing),
        lambda: show_changes(CHANGES, "Exactly"),
    ],
    ids=["leave", "apply", "changes"],
)
def test_every_diff_of_files_is_masked_and_says_where_to_look(
    tmp_path: Path, made: Callable[[], BaseScreen[object]]
) -> None:
    """Before something is written as well as after; the note names the one act that shows it."""

    async def story(v: Visit) -> None:
        v.app.push_screen(made())
        await v.rest()
        assert "password=[secret]" in v.shown() and SECRET not in v.shown()
        assert "V on its item in the queue shows it" in v.shown()

    visit(demo_copy(tmp_path), story)


def test_a_secret_in_the_place_of_another_is_still_a_change() -> None:
    """Masked on both sides, the line would look as if it stayed; and what is copied is masked too."""
    view = DiffView()
    view.show_files([FileDiff("env", f"password={SECRET}\nport=1\n", "password=other2other2y7\nport=1\n")])

    async def script(stage: object, pilot: object) -> None:
        text = "\n".join(lines(view))
        assert "[secret]" in text and "[another secret]" in text and view.changes == 1
        assert SECRET not in view.text_of_change() and "other2" not in view.text_of_change()
        view.show_files([FileDiff("env", f"password={SECRET}\n", "")], reveal=True)
        assert SECRET in "\n".join(lines(view)) and not view.masks

    perform(view, script)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """One item; the file it points to holds a secret that the item itself does not."""
    made = make_bench(tmp_path)
    (made.root / "settings.py").write_text(f"LIMIT = 3\nPASSWORD = '{SECRET}'\n", encoding="utf-8")
    made.ok("add", "--title", "Limits are read from settings", "--evidence", "file:settings.py:1")
    return made


def test_the_source_of_an_item_without_a_risk_is_masked_until_v(bench: Bench) -> None:
    """The item has no flag, its file has a secret; V shows it, which the log notes, and masks it again."""

    async def story(v: Visit) -> None:
        screen = v.app.screen
        assert isinstance(screen, ReviewScreen) and screen.queue.current is not None
        assert "secret" not in screen.queue.current.flags
        await v.press("2")
        await v.until(lambda: "LIMIT = 3" in v.shown())
        assert SECRET not in v.shown() and "[secret]" in v.shown() and "V unmasks it" in v.shown()
        await v.press("V")
        await v.until(lambda: SECRET in v.shown())
        assert log_entries(v.desk, 1)[0]["what"] == "reveal"
        await v.press("V")
        await v.until(lambda: SECRET not in v.shown() and "[secret]" in v.shown())

    visit(bench.root, story, env=bench.env)


def test_line_mode_masks_the_same_and_v_turns_it_round(bench: Bench) -> None:
    """`o` says the source masked; after `V` as it is; after another `V` masked again."""
    done = bench.spawn("--plain", feed=b"o\nV\no\nV\no\nq\n")
    told = done.out.split("Evidence 1:")
    assert len(told) == 4
    assert [SECRET in part for part in told] == [False, False, True, False]


def test_headless_changes_are_masked_until_reveal(tmp_path: Path) -> None:
    """`show --preview`, with the text of the item, and the outputs that a sync would write."""
    bench = make_bench(tmp_path)
    item = bench.ok("add", "--title", "Deploys need a login", "--evidence", f"text:password={SECRET}").out.strip()
    masked = bench.ok("show", item, "--preview")
    assert SECRET not in masked.out and "[secret]" in masked.out and "--reveal" in masked.out
    assert SECRET in bench.ok("show", item, "--preview", "--reveal").out
    why = "The login was missing in three deploys of this month, so it is named where everybody looks first."
    bench.ok(
        "graduate",
        item,
        "--rule",
        f"Deploy with password={SECRET} only.",
        "--rationale",
        why,
        "--acknowledge",
        "secret",
    )
    assert SECRET not in bench.ok("sync", "--dry-run").out
