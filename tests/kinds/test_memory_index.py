"""MEMORY.md read and edited line by line."""

import pytest

from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.line import links_of


@pytest.mark.parametrize(
    ("line", "targets"),
    [
        ("- [A](a.md) — hook", ["a.md"]),
        ("see [a](./x/../a.md#part) and [b](b%20c.md)", ["a.md", "b c.md"]),
        ('- [A](<a b.md>) - [B](b.md "title")', ["a b.md", "b.md"]),
        ("- [A [1]](a(1).md)", ["a(1).md"]),
        ("- `[A](a.md)` and ![p](p.png)", []),
        ("- [wiki] [[a]] [x] (a.md)", []),
        ("- [T](team\\file.md) [U](feed\\_back.md)", ["team/file.md", "feed_back.md"]),
        ("[![i](i.png)](a.md)", ["a.md"]),
        ("](" * 5000, []),
        ("[" * 5000 + "](a.md)", ["a.md"]),
    ],
    ids=["own", "prose", "angle", "brackets", "code", "wiki", "backslash", "image", "closers", "openers"],
)
def test_links_of_a_line(line: str, targets: list[str]) -> None:
    """What counts as a link, and the file it names."""
    assert [link.target for link in links_of(line)] == targets


def test_where_links_lead() -> None:
    """Below the folder, out of it, to the web, nowhere."""
    line = "[a](a.md) [b](../b.md) [c](/c.md) [d](C:\\d.md) [e](~/e.md) [f](https://f.example) [g](#g)"
    assert [link.place for link in links_of(line)] == ["in", "out", "out", "out", "out", "web", "none"]


def test_what_is_read() -> None:
    """Entries with title and hook; prose and nested remarks reach too; comments and fences do not."""
    data = (
        b"---\nx: [n](n.md)\n---\n<!-- [c](c.md) -->\n# H\n\n- [A](a.md) \xe2\x80\x94 hook\r\n"
        b"  - see [B](b.md): more\n```\n[f](f.md)\n```\n* **[D](d.md)** - bold\n"
    )
    found = memory_index.read(data).entries
    assert [(e.line, e.title, e.target, e.hook, e.own) for e in found] == [
        (7, "A", "a.md", "hook", True),
        (8, "B", "b.md", "more", False),
        (12, "D", "d.md", "bold", True),
    ]


def test_the_report_names_what_is_wrong() -> None:
    """Orphans, dangling lines, long ones, links out, and what is not loaded."""
    long = "- [L](l.md) — " + "x" * 150
    rows = ["# H", "- [A](a.md)", "- [G](gone.md)", "- [O](../out.md)", long, *["- free"] * 200]
    found = memory_index.report("\n".join(rows).encode(), ["a.md", "l.md", "lost.md", "team/t.md"])
    assert found.orphans == ("lost.md", "team/t.md")
    assert found.dangling == ("gone.md",)
    assert found.outside == ("../out.md",)
    assert found.long_lines == (5,)
    assert (found.lines, found.visible_lines, found.entries) == (205, 200, 3)
    assert found.hidden == tuple(range(201, 206))
    assert not found.healthy


def test_a_second_level_index_reaches_only_when_it_is_linked() -> None:
    """MEMORY-2.md has to be named; the MEMORY.md of a subfolder is loaded by itself."""
    pages = {"MEMORY-2.md": b"- [A](a.md)\n", "team/MEMORY.md": b"- [T](t.md)\n"}
    files = ["a.md", "team/t.md"]
    assert memory_index.report(b"", files, pages).orphans == ("MEMORY-2.md", "a.md")
    assert memory_index.report(b"- [More](MEMORY-2.md)\n", files, pages).healthy


def test_other_files_are_neither_orphans_nor_missing() -> None:
    """A line may name a log or a script; what is there is there."""
    data = b"- [log](logs/2026/x.md)\n- [s](run.sh)\n- [d](sub/)\n"
    assert memory_index.report(data, [], also=["logs/2026/x.md"]).healthy


def test_a_folder_without_an_index() -> None:
    """Every file is an orphan, nothing else is wrong."""
    found = memory_index.report(None, ["b.md", "a.md"])
    assert found.orphans == ("a.md", "b.md") and found.lines == 0
    assert memory_index.report(None, []).healthy


def test_lines_of_retired_files_go() -> None:
    """Only a line of its own goes; others keep their words."""
    data = b"# H\r\n- [A](a.md) \xe2\x80\x94 x\r\n- [B](b.md), [A](a.md)\r\nsee [A](a.md)\r\n- [C](c.md)\r\n  more\r\n"
    assert memory_index.without(data, ["a.md"]) == data.replace(b"- [A](a.md) \xe2\x80\x94 x\r\n", b"", 1)
    assert memory_index.without(data, ["c.md"]) == data.replace(b"- [C](c.md)", b"- C")
    assert memory_index.without(data, ["zzz.md"]) == data
    assert b"[B]" not in memory_index.without(data, ["a.md", "b.md"])


def test_a_line_is_replaced_or_added() -> None:
    """Its own line in its place and style, else one after the last entry."""
    data = b"# H\r\n\r\n* [A](a.md) - x\r\n* [B](b.md) - y\r\n\r\nend\r\n"
    assert memory_index.with_entry(data, "a.md", "New", "said") == data.replace(b"[A](a.md) - x", b"[New](a.md) - said")
    added = memory_index.with_entry(data, "c d.md", "C", "z")
    assert added == data.replace(b"- y\r\n", b"- y\r\n* [C](c%20d.md) - z\r\n")
    assert memory_index.with_entry(b"", "a.md", "A", "") == b"- [A](a.md)\n"
    assert memory_index.with_entry(b"# H\ntext", "a.md", "A", "") == b"# H\ntext\n\n- [A](a.md)\n"
    assert memory_index.with_entry(b"- [A](a.md)", "b.md", "B", "") == b"- [A](a.md)\n- [B](b.md)"


def test_a_line_of_several_files_stays() -> None:
    """The file has its words there, and the others would lose theirs."""
    data = b"- [A](a.md), [B](b.md)\n"
    assert memory_index.with_entry(data, "a.md", "New", "said") == data


def test_hostile_words_stay_on_their_line() -> None:
    """Nothing in a title or hook starts a line, a comment or an import; 150 characters are kept."""
    line = memory_index.entry_line("a\n# b ]( <!--", "x.md", "@/etc/passwd \x1b[31m " + "w " * 100)
    assert len(line) <= 150 and "\n" not in line and "\x1b" not in line and "<!--" not in line and " @/" not in line
    assert [link.target for link in links_of(line)] == ["x.md"]


def test_an_index_in_utf16_stays_so() -> None:
    """The new line is written in the file's encoding."""
    data = b"\xff\xfe" + "- [A](a.md)\n".encode("utf-16-le")
    after = memory_index.with_entry(data, "b.md", "B", "")
    assert after == b"\xff\xfe" + "- [A](a.md)\n- [B](b.md)\n".encode("utf-16-le")
    assert memory_index.report(data, ["a.md"]).healthy
