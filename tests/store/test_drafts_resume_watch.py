"""Drafts, the place in the console, files lent to other programs, and noticing what others changed."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from known_kinds import KINDS

from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.model.errors import WriteFailed
from dreamtui.model.sitting import ResumePoint, SavedDraft
from dreamtui.store.files import small as scratch
from dreamtui.store.files import watch
from dreamtui.store.layout import Layout
from dreamtui.store.person import drafts, resume
from dreamtui.store.person.sealed import sealed
from dreamtui.text.paths import PRIVATE_HOME


@pytest.fixture
def layout(tmp_path: Path) -> Layout:
    """An empty workspace."""
    (tmp_path / ".agent").mkdir()
    return Layout(tmp_path, tmp_path / ".agent", {PRIVATE_HOME: tmp_path / "own"})


def home(layout: Layout) -> Path:
    """Where the person's own data are, and with them the key that seals drafts."""
    return layout.root / "data"


def test_a_draft_comes_back_for_its_item_and_verb(layout: Layout) -> None:
    """One file an item, private, each verb apart."""
    one = SavedDraft("abc123", "graduate", "why \u202e\x1b", "rule", as_note=True)
    two = SavedDraft("abc123", "reject", "other", disposition="wrong")
    drafts.save(layout, home(layout), one)
    drafts.save(layout, home(layout), two)
    assert drafts.load(layout, home(layout), "abc123", "graduate") == one
    assert drafts.load(layout, home(layout), "abc123", "reject") == two
    assert drafts.load(layout, home(layout), "abc123", "retire") is None
    files = list((layout.private_state / "drafts").iterdir())
    assert len(files) == 1 and files[0].stat().st_mode & 0o777 == 0o600
    assert drafts.items(layout, home(layout)) == {"abc123"}
    drafts.drop(layout, home(layout), "abc123", "reject")
    assert drafts.load(layout, home(layout), "abc123", "graduate") == one
    drafts.drop(layout, home(layout), "abc123")
    assert drafts.items(layout, home(layout)) == frozenset()


def test_an_empty_draft_is_none(layout: Layout) -> None:
    """Words that were deleted leave nothing behind."""
    drafts.save(layout, home(layout), SavedDraft("abc", "graduate", "why"))
    drafts.save(layout, home(layout), SavedDraft("abc", "graduate", "  "))
    assert drafts.items(layout, home(layout)) == frozenset() and not list((layout.private_state / "drafts").iterdir())


@pytest.mark.parametrize("name", ["../../evil", "a/b", "x" * 500, "one two three", ""])
def test_odd_names_never_leave_the_folder(layout: Layout, name: str) -> None:
    """Ids are never paths; several items have one draft, which counts for each."""
    drafts.save(layout, home(layout), SavedDraft(name, "reject", "why"))
    assert drafts.load(layout, home(layout), name, "reject") == SavedDraft(name, "reject", "why")
    assert {path.parent for path in layout.root.rglob("*.draft.json")} == {layout.private_state / "drafts"}
    assert drafts.items(layout, home(layout)) == frozenset(name.split())


def shipped(**other: object) -> bytes:
    """A file of drafts as anybody can write it."""
    return json.dumps([{"item": "abc", "verb": "reject", "rationale": "why", **other}]).encode()


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"[1]",
        b"null",
        b'[{"item": 3}]',
        b'[{"item": "a", "verb": "b", "else": ""}]',
        b"[" * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b"[" + b"9" * 10_000 + b"]",
        shipped(verb=""),
        shipped(verb="  "),
        shipped(verb="re\x1b[31mject"),
        shipped(verb="result a\x1b b"),
        shipped(verb="result " + "x" * 500),
        shipped(item="another"),
        shipped(as_note=1),
        shipped(disposition="bogus\x1b]0;pwn\x07"),
        shipped(disposition="not_now"),
        shipped(disposition="not-now", until="9999-99-99"),
        shipped(disposition="not-now", until="20270101"),
        shipped(rationale="x" * drafts.LARGEST),
        shipped(),
    ],
    ids=range(21),
)
@pytest.mark.parametrize("own", [True, False])
def test_a_draft_not_as_we_write_it_is_told_and_kept(layout: Layout, data: bytes, own: bool) -> None:
    """Nothing of it is believed, nothing raised, and words that are saved later leave it where it can be found.

    Neither is a good one believed that was not written on this machine, nor one that was sealed for another item.
    """
    if own:
        about = "abd" if data == shipped() else "abc"
        data = sealed(home(layout), f"draft {about}.draft.json\n".encode(), data)
    folder = layout.private_state / "drafts"
    folder.mkdir(parents=True)
    (folder / "abc.draft.json").write_bytes(data)
    assert drafts.load(layout, home(layout), "abc", "reject") is None and drafts.everything(layout, home(layout)) == []
    [said] = drafts.unreadable(layout, home(layout))
    assert "1 draft file is not as dreamtui writes them" in said and "abc.draft.json" in said
    drafts.drop(layout, home(layout), "abc")
    drafts.save(layout, home(layout), SavedDraft("abc", "reject", " "))
    assert (folder / "abc.draft.json").read_bytes() == data
    drafts.save(layout, home(layout), SavedDraft("abc", "reject", "mine"))
    assert drafts.load(layout, home(layout), "abc", "reject") == SavedDraft("abc", "reject", "mine")
    assert (folder / "abc.draft.json.unreadable-1").read_bytes() == data and drafts.unreadable(
        layout, home(layout)
    ) == ()


def test_drafts_that_an_earlier_version_left_in_the_repository_move_out_of_it(layout: Layout) -> None:
    """Those that were sealed here; newer words count, and what others put there stays and is not looked at."""
    old, one = layout.state / "drafts", SavedDraft("abc", "reject", "why")
    drafts.save(layout, home(layout), one)
    drafts.save(layout, home(layout), SavedDraft("abd", "reject", "older"))
    old.parent.mkdir(parents=True)
    (layout.private_state / "drafts").rename(old)
    drafts_now = SavedDraft("abd", "reject", "newer")
    (old / "zz.draft.json").write_bytes(shipped(item="zz"))
    kept = (old / "abd.draft.json").rename(old / "aside")
    drafts.save(layout, home(layout), drafts_now)
    kept.rename(old / "abd.draft.json")
    assert drafts.everything(layout, home(layout)) == [one, drafts_now]
    assert {path.name for path in old.iterdir()} == {"zz.draft.json"}
    assert drafts.load(layout, home(layout), "abc", "reject") == one and drafts.unreadable(layout, home(layout)) == ()


def test_good_drafts_stay_beside_a_bad_one(layout: Layout) -> None:
    """One bad file does not take the others with it; an empty one holds no words."""
    good = [
        SavedDraft("abc", "reject", "why", disposition="not-now", until="2027-01-01"),
        SavedDraft("abc", "result  p-1", rule="words"),
        SavedDraft("abc", "result keep-a p-1", rule="words"),
    ]
    for draft in good:
        drafts.save(layout, home(layout), draft)
    (layout.private_state / "drafts/zz.draft.json").write_bytes(shipped(item="zz", verb=""))
    (layout.private_state / "drafts/empty.draft.json").write_bytes(b"")
    assert drafts.everything(layout, home(layout)) == good and len(drafts.unreadable(layout, home(layout))) == 1


def test_what_is_saved_can_be_read_again(layout: Layout) -> None:
    """Words of a forged record lose a kind and a date that there are not; words beyond all bounds are refused."""
    drafts.save(layout, home(layout), SavedDraft("abc", "reject", "why", disposition="bogus", until="soon"))
    assert drafts.load(layout, home(layout), "abc", "reject") == SavedDraft("abc", "reject", "why")
    with pytest.raises(WriteFailed, match="too long"):
        drafts.save(layout, home(layout), SavedDraft("abc", "reject", "x" * drafts.LARGEST))
    assert drafts.load(layout, home(layout), "abc", "reject") == SavedDraft("abc", "reject", "why")


@given(st.text(max_size=200), st.text(max_size=200))
@settings(max_examples=25, deadline=None)
def test_any_words_come_back_verbatim(tmp_path_factory: pytest.TempPathFactory, why: str, rule: str) -> None:
    """Whatever was typed."""
    root = tmp_path_factory.mktemp("draft")
    (root / ".agent").mkdir()
    draft = SavedDraft("abc", "graduate", why, rule)
    layout = Layout(root, root / ".agent", {PRIVATE_HOME: root / "own"})
    drafts.save(layout, home(layout), draft)
    assert drafts.load(layout, home(layout), "abc", "graduate") == (draft if draft else None)


def test_the_place_comes_back(layout: Layout) -> None:
    """Every part of it."""
    place = ResumePoint("abc", "Deferred", "age>7d", "weight", "history", 12, "split", "dreamtui-light")
    assert resume.save(layout, place)
    assert resume.load(layout) == place


@pytest.mark.parametrize("data", [None, b"", b"[]", b"{", b"null", b'{"item": 3, "scroll": "x", "else": 1}'])
def test_a_damaged_place_is_the_beginning(layout: Layout, data: bytes | None) -> None:
    """Nothing is believed that is of another type."""
    if data is not None:
        layout.private_state.mkdir(parents=True)
        (layout.private_state / "console.json").write_bytes(data)
    assert resume.load(layout) == ResumePoint()


def test_what_is_good_in_a_place_is_kept(layout: Layout) -> None:
    """One wrong part does not take the others with it."""
    layout.private_state.mkdir(parents=True)
    (layout.private_state / "console.json").write_text(json.dumps({"item": "abc", "scroll": "far"}), encoding="utf-8")
    assert resume.load(layout) == ResumePoint(item="abc")


def test_a_lent_file_is_private_and_goes(layout: Layout) -> None:
    """Its name tells what it is and never leads anywhere else."""
    path = scratch.write(layout, "../../graduate x", "words\n")
    assert path.parent == layout.private_state / "scratch" and path.stat().st_mode & 0o777 == 0o600
    assert scratch.read(path) == "words\n"
    path.write_bytes(b"\xff")
    assert scratch.read(path) is None
    scratch.remove(path)
    assert scratch.read(path) is None


def test_the_stamp_changes_with_every_change_and_only_then(layout: Layout) -> None:
    """A file comes, changes, goes."""
    folder = layout.real(CANDIDATES)
    folder.mkdir(parents=True)
    stamps = [watch.stamp(layout, KINDS), watch.stamp(layout, KINDS)]
    assert stamps[0] == stamps[1]
    (folder / "a.md").write_text("one", encoding="utf-8")
    stamps.append(watch.stamp(layout, KINDS))
    (folder / "a.md").write_text("three", encoding="utf-8")
    stamps.append(watch.stamp(layout, KINDS))
    (folder / "a.md").unlink()
    stamps.append(watch.stamp(layout, KINDS))
    assert len(set(stamps)) == 4
