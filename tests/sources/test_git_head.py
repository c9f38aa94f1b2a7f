"""What stands in the files of HEAD, read once each, never from the folder, and never fetched."""

from itertools import islice
from pathlib import Path

import pytest
from gitrepo import Commit, build, git

from dreamtui.model.mining.commits import Comment, Sought, Stands
from dreamtui.sources.git.head import HeadSnapshot, _comments, read_head
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot


def test_words_and_texts_at_head(tmp_path: Path) -> None:
    """Lines of code with a whole word in them, by file; texts are those of HEAD, not of the folder."""
    root = tmp_path / "repo"
    files = {
        "a.py": "from typing import Any\n# Any\nx: Any = Any\nMany\n\ny: Any\n",
        "b/c.css": "a: $text;\nb: $text-muted;\n",
        "CLAUDE.md": "never Any\n",
        "d.ts": "Any\n",
        "e.py": b"\0 Any\n",
    }
    build(root, [Commit("one", files)], checkout=True)
    (root / "CLAUDE.md").write_text("something else")
    head = read_head(root)
    every, some, absent, style = Sought("Any"), Sought("Any", ".py"), Sought("absent"), Sought("$text")
    assert head.places([every, some, absent, style]) == {
        every: {"a.py": Stands(2, ((3, "x: Any = Any"), (6, "y: Any"))), "d.ts": Stands(1, ((1, "Any"),))},
        some: {"a.py": Stands(2, ((3, "x: Any = Any"), (6, "y: Any")))},
        absent: {},
        style: {"b/c.css": Stands(1, ((1, "a: $text;"),))},
    }
    assert head.texts(["CLAUDE.md", "missing.md"]) == {"CLAUDE.md": "never Any\n"}
    assert set(head.files) == set(files)


def test_a_part_of_a_longer_text_does_not_count(tmp_path: Path) -> None:
    """What is replaced may stand within what replaces it."""
    build(tmp_path, [Commit("one", {"a.py": "cast(Any, db)\ndb\ncast(Any, db) or db\n"})])
    bare = Sought("db", "", "cast(Any, db)")
    assert read_head(tmp_path).places([bare])[bare]["a.py"].lines == ((2, "db"), (3, "cast(Any, db) or db"))


def test_what_a_docstring_says_is_not_done(tmp_path: Path) -> None:
    """A string of three quotes that stands for itself; one that is given to a name is code."""
    lines = [
        "import x", "def f(a: Any):", '    """What Any is.', "    a: Any of them.", '    """', "    return Any",
        'CSS = """', "Any", '"""', "\'\'\'Any\'\'\'", "x = Any",
    ]  # fmt: skip
    build(tmp_path, [Commit("one", {"a.py": "\n".join(lines) + "\n", "b.py": '"""' * 100_000 + " Any\n"})])
    one = Sought("Any")
    found = read_head(tmp_path).places([one])[one]
    assert [number for number, _ in found["a.py"].lines] == [2, 6, 8, 11]


def test_only_new_contents_are_looked_through(tmp_path: Path) -> None:
    """A second run reads what changed, and everything only for a text that is new; the answers are the same."""
    root = tmp_path / "repo"
    commits = [Commit("one", {f"f{n}.py": f"old{n % 3}()\nx = {n}\n" for n in range(20)})]
    build(root, commits)
    asked = [Sought("old0"), Sought("old1", ".py")]
    head = read_head(root)
    first = head.places(asked)
    assert head.fresh == 20 and head.places(asked) == first and head.fresh == 20
    kept = decode_snapshot(encode_snapshot(head.snapshot()), HeadSnapshot)
    assert kept is not None
    head = read_head(root, kept)
    assert head.places(asked) == first and head.fresh == 0
    build(root, [*commits, Commit("two", {"f1.py": "old0()\n", "f2.py": None, "g.py": "old1()\n"})])
    head = read_head(root, kept)
    assert head.places(asked) == read_head(root).places(asked)
    assert head.fresh == 2
    more = [*asked, Sought("old2")]
    assert head.places(more) == read_head(root).places(more)
    assert head.fresh == 2 + 20


def test_what_is_large_or_endless_is_left_out(tmp_path: Path) -> None:
    """A file of many megabytes and a line without an end cost little and count as nothing."""
    files = {"huge.py": "Any\n" * 400_000, "line.py": "Any " * 5_000 + "\nAny\n", "a.py": "Any\n"}
    build(tmp_path, [Commit("one", files)])
    one = Sought("Any")
    assert {path: stands.times for path, stands in read_head(tmp_path).places([one])[one].items()} == {
        "a.py": 1,
        "line.py": 1,
    }
    assert read_head(tmp_path).texts(["huge.py", "a.py"]) == {"a.py": "Any\n"}


def test_names_that_are_none(tmp_path: Path) -> None:
    """Links, folders of other repositories, odd names; and where there is no repository."""
    build(tmp_path / "r", [Commit("one", {"a\nb.py": "Any\n", "-rf": "Any\n", "c.py": "Any\n"})])
    tree = git(tmp_path / "r", "ls-tree", "HEAD") + "\n160000 commit " + "1" * 40 + "\tsub.py\n"
    made = git(tmp_path / "r", "mktree", "--missing", feed=tree.encode())
    git(tmp_path / "r", "update-ref", "HEAD", git(tmp_path / "r", "commit-tree", made, "-m", "x"))
    one = Sought("Any")
    head = read_head(tmp_path / "r")
    assert set(head.places([one])[one]) == {"a\nb.py", "-rf", "c.py"}
    assert "sub.py" in head.files and head.texts(["sub.py"]) == {}
    assert read_head(tmp_path).places([one]) == {one: {}} and read_head(tmp_path).texts(["a"]) == {}


def test_a_text_counts_in_one_role(tmp_path: Path) -> None:
    """Calls, members and types are told apart by what stands around them."""
    build(tmp_path, [Commit("one", {"a.py": "x: Text = 1\ny = Text(1)\nz = rich.Text\ndef f(a) -> Text: ...\nText\n"})])
    asked = {role: Sought("Text", "", "", role) for role in ("", "call", "member", "type")}
    found = read_head(tmp_path).places(asked.values())
    lines = {role: [number for number, _ in found[one]["a.py"].lines] for role, one in asked.items()}
    assert lines == {"": [1, 2, 3, 4, 5], "call": [2], "member": [3], "type": [1, 4]}


def test_comments_with_a_word_in_them(tmp_path: Path) -> None:
    """Whole paragraphs of comments and docstrings; not code, not words in documents; each content once."""
    files = {
        "a.ts": "// Limits.\n//\n// Keep in sync with\n// `b.py`. */\nx = 1;\ny = 'in sync';\nz = 2; // in sync too\n",
        "b.py": 'x = 1\n"""Says.\n\nKept in sync\nwith a.\n"""\n',
        "c.yml": "# in sync\na: in sync\n",
        "d.md": "<!-- in sync -->\n",
        "e.py": b"# in sync \0\n",
    }
    build(tmp_path, [Commit("one", files)])
    head = read_head(tmp_path)
    found = head.commented(["in sync"], files)
    assert found == {
        "a.ts": (Comment(3, "Keep in sync with\n`b.py`."), Comment(7, "in sync too")),
        "b.py": (Comment(4, "Kept in sync\nwith a."),),
        "c.yml": (Comment(1, "in sync"),),
    }
    again = read_head(tmp_path, decode_snapshot(encode_snapshot(head.snapshot()), HeadSnapshot))
    assert again.commented(["in sync"], files) == found and again.fresh == 0
    assert again.commented(["Limits"], files) == {"a.ts": (Comment(1, "Limits."),)} and again.fresh > 0


class Counted(bytes):
    """Contents that count how many of their bytes a search has read."""

    read = 0

    def find(self, sub: bytes, begin: int = 0) -> int:  # type: ignore[override]
        found = super().find(sub, begin)
        self.read += (found if found >= 0 else len(self)) - begin
        return found

    def rfind(self, sub: bytes, begin: int, end: int) -> int:  # type: ignore[override]
        found = super().rfind(sub, begin, end)
        self.read += end - max(found, begin)
        return found

    def count(self, sub: bytes, begin: int, end: int) -> int:  # type: ignore[override]
        self.read += end - begin
        return super().count(sub, begin, end)


@pytest.mark.parametrize(
    ("text", "kept"),
    [(b"# " + b"in sync " * 130_000, 1), (b"# in sync\n" * 100_000, 20), (b"x='in sync'\n" * 87_000, 0)],
    ids=["one line", "lines of comment", "lines of code"],
)
def test_hostile_comments_are_read_once(text: bytes, kept: int) -> None:
    """However often a word stands in a file, it is not read again for each; what is kept of it is little."""
    data = Counted(text)
    found = list(islice(_comments(data, [b"in sync", b"lockstep"]), 20))
    assert data.read < 6 * len(data)
    assert len(found) == kept
    assert sum(len(comment.text) for comment in found) < 20_000
