"""A state folder that a repository ships with links in it: nothing outside is read, written or removed."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from known_kinds import KINDS

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.model.sitting import ResumePoint, SavedDraft
from dreamtui.store.files import small as scratch
from dreamtui.store.files.owned_paths import DecidedFiles
from dreamtui.store.files.small import load_blob, remove_blob, save_blob, save_draft, set_aside
from dreamtui.store.index.schema import open_cache, prepare_state
from dreamtui.store.layout import STATE, Layout
from dreamtui.store.person import drafts, resume
from dreamtui.store.person.presence import Presence
from dreamtui.store.store import Store, Writer
from dreamtui.text.paths import PRIVATE_HOME

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)
DRAFT = SavedDraft("abc", "reject", "why")


def world(top: Path, linked: str) -> tuple[Layout, Path]:
    """A workspace whose folder of this name is a link to a folder outside, which holds what must stay."""
    root, outside = top / "repo", top / "outside"
    layout = Layout(root, root / ".agent", {PRIVATE_HOME: top / "own"})
    for name in ("abc.draft.json", "copied.txt", "console.json", "lock", "presence", "index.sqlite", "deep/file"):
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_bytes(b"precious")
    place = root.joinpath(*linked.split("/"))
    place.parent.mkdir(parents=True)
    place.symlink_to(outside)
    return layout, outside


def note_a_run(layout: Layout) -> None:
    store = Store(layout, data_folder=layout.root.parent / "data", decided=DecidedFiles.of(KINDS))
    with store.writing(Writer("ann", NOW)) as transaction:
        transaction.note("run")


def everything_in(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("linked", [".agent/dream", STATE, f"{STATE}/drafts", f"{STATE}/scratch", f"{STATE}/journal"])
def test_nothing_goes_through_a_link(tmp_path: Path, linked: str) -> None:
    """Whoever writes: drafts, the place, lent files, caches, the index, the lock with its journal."""
    layout, outside = world(tmp_path, linked)
    before = everything_in(tmp_path)
    writes: tuple[Callable[[], object], ...] = (
        lambda: drafts.save(layout, layout.root / "data", DRAFT),
        lambda: drafts.drop(layout, layout.root / "data", "abc"),
        lambda: resume.save(layout, ResumePoint("abc")),
        lambda: scratch.write(layout, "copied", "words", suffix=".txt"),
        lambda: open_cache(layout),
        lambda: note_a_run(layout),
    )
    for write in writes:
        try:
            write()
        except (Refused, WriteFailed) as problem:
            assert "is a symlink" in str(problem) and "remove it" in str(problem)
    assert {path: data for path, data in everything_in(outside).items() if path in before} == {
        path: data for path, data in before.items() if Path(path).is_relative_to(outside)
    }
    assert len(everything_in(outside)) == 7
    assert not [path for path in before if path not in everything_in(tmp_path)]


@pytest.mark.parametrize("linked", ["drafts", "a/b", "a"])
def test_blobs_look_at_every_part_of_the_way(tmp_path: Path, linked: str) -> None:
    """Not only at the last one; a link in the last place is replaced, never written through."""
    layout, outside = world(tmp_path, f"{STATE}/{linked}")
    path = layout.state / linked / "deep/file"
    assert load_blob(path) is None and not save_blob(path, b"x") and not remove_blob(path)
    changes: tuple[Callable[[], object], ...] = (lambda: save_draft(path, b"x"), lambda: set_aside(path))
    for change in changes:
        with pytest.raises(WriteFailed, match="is a symlink"):
            change()
    assert (outside / "deep/file").read_bytes() == b"precious" and len(everything_in(outside)) == 7
    last = layout.state / "last.json"
    last.symlink_to(outside / "lock")
    assert load_blob(last) is None and save_blob(last, b"x") and not last.is_symlink()
    assert (outside / "lock").read_bytes() == b"precious"


def test_files_elsewhere_may_lie_below_links(tmp_path: Path) -> None:
    """The person's own data may lie wherever they put it."""
    (tmp_path / "real").mkdir()
    (tmp_path / "data").symlink_to(tmp_path / "real")
    assert save_blob(tmp_path / "data/dreamtui/x.json", b"x") and load_blob(tmp_path / "real/dreamtui/x.json") == b"x"


def test_a_linked_state_is_refused_and_words_are_kept_all_the_same(tmp_path: Path) -> None:
    """They are with the person's own data."""
    layout, _ = world(tmp_path, STATE)
    assert resume.save(layout, ResumePoint("abc")) and resume.load(layout) == ResumePoint("abc")
    with pytest.raises(Refused, match="remove it"):
        prepare_state(layout)


def test_a_presence_mark_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    """Neither locked nor read."""
    (tmp_path / "victim").write_bytes(b'{"who": "eve", "pid": 1, "host": "h", "since": ""}')
    (tmp_path / "presence").symlink_to(tmp_path / "victim")
    presence = Presence.take(tmp_path / "presence", who="ann", now=NOW)
    assert not presence.held and presence.owner() is None


def test_a_mark_is_lost_to_whoever_put_another_there(tmp_path: Path) -> None:
    """Even when they are gone again; one that was deleted is nobody's."""
    path = tmp_path / "presence"
    first, second = (Presence.take(path, who=who, now=NOW) for who in ("ann", "bob"))
    assert not first.lost and not second.lost
    second.take_over(now=NOW)
    assert first.lost and not second.lost
    second.release()
    assert first.lost
    first.release()
    third = Presence.take(path, who="cy", now=NOW)
    path.unlink()
    assert not third.lost
