"""What a repository keeps of the files of a folder: their last change, and the commit that added a line."""

from datetime import date
from pathlib import Path

import pytest
from gitrepo import START, STEP, Commit, build, git

from dreamtui.sources.git import kept
from dreamtui.sources.git.events import moment
from dreamtui.sources.git.kept import changed_last, days_of_lines

DAY = 86_400
FIRST = "# A\n\nThe host moved yesterday.\n"
SECOND = FIRST + "The port moved yesterday.\n"


def commits() -> list[Commit]:
    """Two memories: one grows by a line ten days later and is rebased after that; one never changes."""
    return [
        Commit("one", {"m/a.md": FIRST, "m/b.md": "b\n", "src.py": "x\n"}, committed=START),
        Commit("two", {"m/a.md": SECOND}, authored=START + 10 * DAY, committed=START + 40 * DAY),
        Commit("three", {"src.py": "y\n"}, committed=START + 50 * DAY),
    ]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    build(tmp_path / "main", commits(), checkout=True)
    return tmp_path / "main"


def test_the_last_change_of_each_file(root: Path) -> None:
    """By the author's clock; neither the time of the checkout nor a later commit of other files counts."""
    folder = root / "m"
    files = {"a.md": SECOND.encode(), "b.md": b"b\n"}
    assert changed_last(folder, files) == {"a.md": moment(START + 10 * DAY), "b.md": moment(START)}


def test_a_file_that_differs_from_its_commit_has_no_date(root: Path) -> None:
    """It was changed since, and git does not say when; one that was never committed has none either."""
    assert changed_last(root / "m", {"a.md": b"other\n", "new.md": b"x", "b.md": b"b\n"}) == {"b.md": moment(START)}
    assert changed_last(root / "m", {}) == {}


def test_each_line_has_the_day_of_its_commit(root: Path) -> None:
    """Lines count from 0; a line that moved because others were put before it keeps its day."""
    first, second = date(2025, 10, 9), date(2025, 10, 19)
    data = SECOND.encode()
    assert days_of_lines(root / "m", {"a.md": (data, [2, 3])}) == {"a.md": {2: first, 3: second}}
    moved = b"Put before.\n\n" + data
    assert days_of_lines(root / "m", {"a.md": (moved, [0, 4, 5])}) == {"a.md": {4: first, 5: second}}


def test_the_day_is_that_of_the_author(tmp_path: Path) -> None:
    """An hour before midnight there is the next day in UTC."""
    root = tmp_path / "west"
    root.mkdir()
    git(root, "init", "-q", "-b", "main", "--template=")
    (root / "a.md").write_text("It broke yesterday.\n")
    git(root, "add", "a.md")
    git(
        root,
        "commit",
        "-q",
        "-m",
        "x",
        GIT_AUTHOR_DATE="2026-03-03T23:30:00 -0800",
        GIT_COMMITTER_DATE="2026-03-09T10:00:00Z",
    )
    assert days_of_lines(root, {"a.md": (b"It broke yesterday.\n", [0])}) == {"a.md": {0: date(2026, 3, 3)}}


def test_a_line_that_is_new_changed_or_repeated_has_no_day(root: Path) -> None:
    """Only a line that stands once, in the file and in its commit, is beyond doubt."""
    changed = SECOND.replace("port moved", "port was moved").encode() + b"The host moved yesterday.\n"
    assert days_of_lines(root / "m", {"a.md": (changed, [2, 3, 4])}) == {"a.md": {}}
    assert days_of_lines(root / "m", {"c.md": (b"New yesterday.\n", [0])}) == {}


def test_without_a_repository_or_a_commit_nothing_is_kept(tmp_path: Path) -> None:
    assert days_of_lines(tmp_path, {"a.md": (b"x yesterday\n", [0])}) == {}
    assert changed_last(tmp_path, {"a.md": b"x"}) == {}
    git(tmp_path, "init", "-q", "--template=")
    assert days_of_lines(tmp_path, {"a.md": (b"x yesterday\n", [0])}) == {}


def test_behind_the_edge_of_a_shallow_clone_nothing_is_told(root: Path, tmp_path: Path) -> None:
    """Its first commit seems to add every file."""
    git(tmp_path, "clone", "-q", "--depth=2", f"file://{root}", "shallow")
    folder = tmp_path / "shallow/m"
    assert changed_last(folder, {"a.md": SECOND.encode(), "b.md": b"b\n"}) == {}
    assert days_of_lines(folder, {"a.md": (SECOND.encode(), [2, 3])}) == {"a.md": {}}
    git(tmp_path, "clone", "-q", "--depth=3", f"file://{root}", "deeper")
    assert days_of_lines(tmp_path / "deeper/m", {"a.md": (SECOND.encode(), [3])}) == {"a.md": {3: date(2025, 10, 19)}}


def test_a_partial_clone_tells_what_it_has_and_fetches_nothing(root: Path, tmp_path: Path) -> None:
    """The date of a file needs no contents; that of a line does, and is not told without them."""
    git(root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", f"file://{root}", "part")
    folder = tmp_path / "part/m"
    assert changed_last(folder, {"a.md": SECOND.encode()}) == {"a.md": moment(START + 10 * DAY)}
    before = git(tmp_path / "part", "count-objects", "-v")
    assert days_of_lines(folder, {"a.md": (SECOND.encode(), [2, 3])}) == {"a.md": {}}
    assert git(tmp_path / "part", "count-objects", "-v") == before


def test_neither_filters_nor_settings_of_the_repository_take_part(root: Path) -> None:
    """A clean filter would be run if the working tree were read; a list of ignored commits would move days."""
    mark = root / "ran"
    (root / ".git/info/attributes").parent.mkdir(exist_ok=True)
    (root / ".git/info/attributes").write_text("*.md filter=evil diff=evil\n")
    for name in ("filter.evil.clean", "filter.evil.process", "diff.evil.textconv", "diff.evil.command"):
        git(root, "config", name, f"touch {mark}")
    git(root, "config", "blame.ignoreRevsFile", "nowhere")
    assert days_of_lines(root / "m", {"a.md": (SECOND.encode(), [2])}) == {"a.md": {2: date(2025, 10, 9)}}
    assert changed_last(root / "m", {"b.md": b"b\n"}) == {"b.md": moment(START)}
    assert not mark.exists()


def test_when_the_time_is_over_nothing_more_is_told(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git is ended and what it would have said is not known; nothing raises."""
    monkeypatch.setattr(kept, "_LIMIT", -1.0)
    assert changed_last(root / "m", {"b.md": b"b\n"}) == {}
    assert days_of_lines(root / "m", {"a.md": (SECOND.encode(), [2])}) == {"a.md": {}}


def test_odd_names_and_more_files_than_are_named_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blanks, quotes, dashes and signs of path patterns; beyond a bound git goes through all of the history."""
    monkeypatch.setattr(kept, "_MOST", 3)
    names = ["a b.md", "-c.md", ":(top).md", "ü*.md", '"q".md', "plain.md"]
    build(tmp_path, [Commit(f"{at}", {name: "x\n"}) for at, name in enumerate(names)], checkout=True)
    assert changed_last(tmp_path, dict.fromkeys(names, b"x\n")) == {
        name: moment(START + at * STEP) for at, name in enumerate(names)
    }
