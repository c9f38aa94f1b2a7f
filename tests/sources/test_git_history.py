"""Git history as events: people, noise, renames, windows, and reading only what is new."""

import random
from pathlib import Path

import pytest
from gitrepo import START, STEP, Commit, build, git

from dreamtui.model.errors import Refused, Usage
from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.sources.git.events import is_robot
from dreamtui.sources.git.history import GitSnapshot, read_history
from dreamtui.sources.identity import Roster
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot


def by_summary(events: tuple[Event, ...]) -> dict[str, Event]:
    return {event.summary: event for event in events}


def test_a_commit_becomes_an_event(tmp_path: Path) -> None:
    """Sha, UTC committer time, author, files and co-authors are there; newest first."""
    message = "fix: off by one\n\nWhy.\n\nCo-authored-by: Bob <bob@corp.example>\n"
    shas = build(tmp_path, [Commit("start", {"a.py": "1"}), Commit(message, {"a.py": "2", "b.py": "1"}, authored=5)])
    newest, oldest = read_history(tmp_path).events
    assert newest.sha == shas[1] and oldest.sha == shas[0]
    assert newest.locator == Locator(Where.COMMIT, shas[1])
    assert newest.ts == "2025-10-09T09:53:20Z"
    assert (newest.actor, newest.coauthors) == ("alice", ("bob",))
    assert (newest.kind, newest.tool, newest.summary) == ("commit", "git", "fix: off by one")
    assert newest.files == ("a.py", "b.py")
    assert len(newest.digest) == 16 and newest.noise == ""


def test_reverts_are_resolved(tmp_path: Path) -> None:
    """A short sha becomes the full one, an unknown one stays, and the subject is found through the sha."""
    build(tmp_path, [Commit("Add retries (#4)", {"a": "1"})])
    sha = git(tmp_path, "rev-parse", "main")
    later = [
        Commit("Add retries (#4)", {"a": "1"}),
        Commit(f"Undo that\n\nThis reverts commit {sha[:9]}.", {"a": "2"}),
        Commit("Undo more\n\nThis reverts commit abcdef012345.", {"a": "3"}),
        Commit('Reapply "Add retries"', {"a": "4"}),
    ]
    shas = build(tmp_path, later)
    found = by_summary(read_history(tmp_path).events)
    undo = found["Undo that"]
    assert (undo.kind, undo.reverts, undo.reverted_subject) == ("revert", (shas[0],), "Add retries")
    assert found["Undo more"].reverts == ("abcdef012345",)
    assert found["Undo more"].reverted_subject == ""
    assert found['Reapply "Add retries"'].kind == "commit"


def test_noise_is_named(tmp_path: Path) -> None:
    """Robots, merges, picked and squashed commits say why they do not count; people and coding agents count."""
    base = [Commit("start", {"a": "0", "b": "0"}), Commit("fix: one", {"a": "1"}), Commit("fix: two", {"b": "1"})]
    one = build(tmp_path / "first", base)[1]
    commits = [
        *base,
        Commit(f"fix: one\n\n(cherry picked from commit {one})", {"a": "2"}, parents=[0]),
        Commit("fix: far\n\n(cherry picked from commit abcdef0123)", {"a": "3"}),
        Commit("Merge branch x", {}, parents=[2, 4]),
        Commit("All at once (#9)\n\n* fix: one\n\n* fix: two", {"a": "4", "b": "4"}),
        Commit("Another (#10)\n\n* never seen\n\n* fix: two", {"b": "5"}),
        Commit("bump", {"a": "6"}, author="dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>"),
        Commit("lint", {"a": "7"}, author="CI <noreply@corp.example>"),
        Commit("work", {"a": "8"}, author="Claude <noreply@anthropic.com>"),
        Commit("mine", {"a": "9"}, author="Abbot <12+abbot@users.noreply.github.com>"),
    ]
    shas = build(tmp_path / "second", commits)
    assert shas[1] == one
    noise = {event.sha: event.noise for event in read_history(tmp_path / "second").events}
    said = [noise[sha] for sha in shas]
    assert said[:3] == ["", "", ""]
    assert said[3] == f"cherry-pick of {one}"
    assert said[4] == ""
    assert said[5] == "merge"
    assert said[6] == f"squash of {shas[1]}, {shas[2]}"
    assert said[7:] == ["", "bot", "bot", "", ""]


def test_same_patch_on_two_branches_counts_once(tmp_path: Path) -> None:
    """Rebased and picked without a trailer: same author, time and subject in parallel. One after the other counts."""
    when = START + 10
    commits = [
        Commit("start", {"a": "0"}),
        Commit("fix: x", {"a": "1"}, authored=when),
        Commit("fix: x", {"a": "1"}, parents=[0], authored=when),
        Commit("Merge", {}, parents=[1, 2]),
        Commit("fix: y", {"a": "2"}, authored=when),
        Commit("fix: y", {"a": "3"}, authored=when),
    ]
    shas = build(tmp_path, commits)
    noise = {event.sha: event.noise for event in read_history(tmp_path).events}
    assert [noise[sha] for sha in shas] == ["", "", f"cherry-pick of {shas[1]}", "merge", "", ""]


def test_five_fixes_of_one_renamed_file(tmp_path: Path) -> None:
    """Three before the rename and two after are five of the file as it is called now."""
    fixes = [Commit(f"fix: {n}", {"old.py": f"{n}"}) for n in range(3)]
    commits = [*fixes, Commit("move", {}, moves=[("old.py", "new.py")])]
    commits += [Commit(f"fix: {n}", {"new.py": f"{n}"}) for n in range(3, 5)]
    build(tmp_path, commits)
    events = read_history(tmp_path).events
    assert [event.files for event in events if event.summary.startswith("fix")] == [("new.py",)] * 5


def test_rename_chains_swaps_and_reused_names(tmp_path: Path) -> None:
    """a becomes b becomes c; x and y change places; a file made later at an old name is its own."""
    commits = [
        Commit("1", {"a": "first", "x": "ex", "y": "why"}),
        Commit("2", {}, moves=[("a", "b")]),
        Commit("3", {"a": "another file"}),
        Commit("4", {}, moves=[("b", "c")]),
        Commit("5", {"x": "ex 2"}),
        Commit("6", {}, moves=[("x", "t")]),
        Commit("7", {}, moves=[("y", "x")]),
        Commit("8", {}, moves=[("t", "y")]),
        Commit("9", {"x": "why 2", "a": "more"}),
    ]
    build(tmp_path, commits)
    files = {event.summary: event.files for event in read_history(tmp_path).events}
    assert files["1"] == ("c", "x", "y")
    assert files["2"] == ("c",)
    assert files["3"] == ("a",)
    assert files["5"] == ("y",)
    assert files["7"] == ("x",)
    assert files["9"] == ("a", "x")


def test_parallel_work_on_a_renamed_file(tmp_path: Path) -> None:
    """A branch that still used the old name while main renamed the file worked on the same file."""
    commits = [
        Commit("1", {"old": "content", "z": "z"}),
        Commit("2", {}, moves=[("old", "new")]),
        Commit("3", {"old": "changed"}, parents=[0]),
        Commit("merge", {"old": None, "new": "changed"}, parents=[1, 2]),
    ]
    build(tmp_path, commits)
    files = {event.summary: event.files for event in read_history(tmp_path).events}
    assert files["3"] == ("new",)


def random_commits(dice: random.Random, count: int) -> list[Commit]:
    """A tangled history: branches, merges, renames, removals, reverts, equal subjects."""
    commits = [Commit("start", {name: name for name in "abcd"})]
    trees = [set("abcd")]
    for number in range(1, count):
        parent = max(0, number - dice.choice((1, 1, 1, 2, 3)))
        tree = set(trees[parent])
        parents = [parent]
        if dice.random() < 0.2 and number > 3:
            other = dice.randrange(number)
            if other != parent:
                parents.append(other)
        files: dict[str, str | bytes | None] = {}
        moves = []
        roll = dice.random()
        if roll < 0.3 and tree:
            old, new = dice.choice(sorted(tree)), dice.choice("abcdefgh")
            if new not in tree:
                moves.append((old, new))
                tree = tree - {old} | {new}
        elif roll < 0.4 and tree:
            gone = dice.choice(sorted(tree))
            files[gone] = None
            tree = tree - {gone}
        else:
            name = dice.choice("abcdefgh")
            files[name] = f"{name} {number}"
            tree = tree | {name}
        subject = dice.choice(("fix: it", "work", 'Revert "work"'))
        when = START + dice.choice((number, number, 5)) * STEP
        commits.append(Commit(subject, files, moves, parents=parents, committed=when, authored=dice.randrange(3)))
        trees.append(tree)
    return commits


@pytest.mark.parametrize("seed", range(8))
def test_reading_in_steps_equals_reading_at_once(tmp_path: Path, seed: int) -> None:
    """Whatever the history, and wherever the readings were cut, the events are the same."""
    dice = random.Random(seed)
    commits = random_commits(dice, 24)
    shas = build(tmp_path, commits)
    whole = read_history(tmp_path)
    snapshot = None
    for cut in sorted(dice.sample(range(24), 3)):
        git(tmp_path, "update-ref", "refs/heads/main", shas[cut])
        before = read_history(tmp_path, previous=snapshot)
        assert before.snapshot is not None
        snapshot = decode_snapshot(encode_snapshot(before.snapshot), GitSnapshot)
    git(tmp_path, "update-ref", "refs/heads/main", shas[-1])
    assert read_history(tmp_path, previous=snapshot).events == whole.events


def test_only_new_commits_are_read(tmp_path: Path) -> None:
    """Nothing new: nothing read, the same events. One more: one read."""
    first = [Commit(f"c{n}", {"a": str(n)}) for n in range(5)]
    build(tmp_path, first)
    history = read_history(tmp_path)
    again = read_history(tmp_path, previous=history.snapshot)
    assert (history.new_commits, again.new_commits, again.rewritten) == (5, 0, False)
    assert again.events is history.events
    build(tmp_path, [*first, Commit("c5", {"a": "5"})])
    more = read_history(tmp_path, previous=again.snapshot)
    assert (more.new_commits, more.rewritten, len(more.events)) == (1, False, 6)


def test_rewritten_history_is_noticed(tmp_path: Path) -> None:
    """A HEAD that is no longer in the history, or gone altogether, means reading again."""
    build(tmp_path, [Commit("a", {"a": "1"}), Commit("b", {"a": "2"})])
    history = read_history(tmp_path)
    build(tmp_path, [Commit("a", {"a": "1"}), Commit("c", {"a": "3"})])
    later = read_history(tmp_path, previous=history.snapshot)
    assert later.rewritten and {event.summary for event in later.events} == {"a", "c"}
    git(tmp_path, "reflog", "expire", "--expire=now", "--all")
    git(tmp_path, "gc", "-q", "--prune=now")
    gone = read_history(tmp_path, previous=history.snapshot)
    assert gone.rewritten and gone.events == later.events


def test_windows(tmp_path: Path) -> None:
    """The window goes by committer time to the second; wider is read again, narrower is cut, both as if read fresh."""
    build(tmp_path, [Commit(f"c{n}", {"a": str(n)}) for n in range(6)])
    at = "2025-10-09T11:53:20Z"
    narrow = read_history(tmp_path, at)
    assert [event.summary for event in narrow.events] == ["c5", "c4", "c3"]
    assert len(read_history(tmp_path, "2025-10-09T11:53:20.5Z").events) == 2
    wide = read_history(tmp_path, previous=narrow.snapshot)
    assert len(wide.events) == 6 and wide.new_commits == 6
    cut = read_history(tmp_path, at, previous=wide.snapshot)
    assert cut.events == narrow.events and cut.new_commits == 0
    back = read_history(tmp_path, previous=cut.snapshot)
    assert back.events == wide.events and back.new_commits == 0
    with pytest.raises(Usage):
        read_history(tmp_path, "banana")


def test_a_wrong_clock_hides_nothing(tmp_path: Path) -> None:
    """One commit dated long ago does not end the reading of what lies behind it."""
    commits = [Commit("one", {"a": "1"}), Commit("skewed", {"a": "2"}, committed=1000), Commit("two", {"a": "3"})]
    build(tmp_path, commits)
    events = read_history(tmp_path, "2025-01-01T00:00:00Z").events
    assert [event.summary for event in events] == ["two", "one"]


def test_snapshots_are_checked(tmp_path: Path) -> None:
    """Garbage is no snapshot, and one with damaged commits is read again."""
    build(tmp_path, [Commit("a", {"a": "1"})])
    history = read_history(tmp_path)
    snapshot = history.snapshot
    assert snapshot is not None
    assert decode_snapshot(encode_snapshot(snapshot), GitSnapshot) == snapshot
    for bad in (b"", b"\x00", b"garbage", encode_snapshot(snapshot)[:-3], b"\x80"):
        assert decode_snapshot(bad, GitSnapshot) is None
    build(tmp_path, [Commit("a", {"a": "1"}), Commit("b", {"a": "2"})])
    broken = GitSnapshot(snapshot.head, snapshot.key, 0, 0, snapshot.events, b"broken")
    assert len(read_history(tmp_path, previous=broken).events) == 2


def test_the_roster_names_people(tmp_path: Path) -> None:
    """An author and an event actor are one person through the roster; a changed roster is read again."""
    build(tmp_path, [Commit("a", {"a": "1"}, author="A. Smith <asmith@corp.example>")])
    history = read_history(tmp_path)
    assert history.events[0].actor == "asmith"
    people = Roster({"asmith@corp.example": "alice"}, {})
    assert read_history(tmp_path, previous=history.snapshot, people=people).events[0].actor == "alice"


def test_the_mailmap_is_honoured(tmp_path: Path) -> None:
    """The repository's .mailmap joins addresses, also after the first reading."""
    build(tmp_path, [Commit("a", {"a": "1"}, author="Al <al@old.example>")])
    history = read_history(tmp_path)
    assert history.events[0].actor == "al"
    (tmp_path / ".mailmap").write_text("Alice <alice@corp.example> <al@old.example>\n")
    assert read_history(tmp_path, previous=history.snapshot).events[0].actor == "alice"


def test_a_mailmap_that_arrives_in_a_bare_repository(tmp_path: Path) -> None:
    """Where there is no working tree the .mailmap of HEAD counts, for earlier commits too."""
    first = [Commit("a", {"a": "1"}, author="Al <al@old.example>")]
    build(tmp_path, first, bare=True)
    history = read_history(tmp_path)
    build(tmp_path, [*first, Commit("b", {".mailmap": "Alice <alice@corp.example> <al@old.example>\n"})])
    later = read_history(tmp_path, previous=history.snapshot)
    assert {event.actor for event in later.events} == {"alice"}
    assert later.events == read_history(tmp_path).events


@pytest.mark.parametrize(
    ("name", "email", "robot"),
    [
        ("renovate[bot]", "29139614+renovate[bot]@users.noreply.github.com", True),
        ("github-actions", "41898282+github-actions@users.noreply.github.com", True),
        ("Release Bot", "release@corp.example", True),
        ("Jenkins", "x@corp.example", True),
        ("copilot-swe-agent[bot]", "198982749+Copilot@users.noreply.github.com", False),
        ("Travis Smith", "travis@corp.example", False),
        ("Kate Jenkins", "kate@corp.example", False),
        ("Talbot", "talbot@corp.example", False),
        ("Alice", "1+alice@users.noreply.github.com", False),
    ],
)
def test_who_is_a_robot(name: str, email: str, robot: bool) -> None:
    """Automation is told from people with similar names; coding agents count as people do."""
    assert is_robot(name, email) is robot


def test_cancelling_and_progress(tmp_path: Path) -> None:
    """Reading says how far it is, and stops when asked to."""
    build(tmp_path, [Commit(f"c{n}", {"a": str(n)}) for n in range(3)])
    told: list[int] = []
    read_history(tmp_path, progress=told.append)
    assert told[-1] == 3
    with pytest.raises(Refused, match="stopped"):
        read_history(tmp_path, cancelled=lambda: True)


def test_a_folder_inside_the_repository(tmp_path: Path) -> None:
    """A workspace below the top sees its own files, under its own paths."""
    build(tmp_path, [Commit("in", {"sub/a.py": "1"}), Commit("out", {"b.py": "1"})], checkout=True)
    events = read_history(tmp_path / "sub").events
    assert [(event.summary, event.files) for event in events] == [("in", ("a.py",))]
