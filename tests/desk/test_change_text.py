"""Changes told to a person: a move is one file, what is read stands first, data for the program is one short line."""

from dreamtui.desk.audit.change_text import diff_text
from dreamtui.kinds import meta
from dreamtui.model.change import Change, ChangeSet

WAITS, REJECTED = ".agent/dream/candidates/c1.md", ".agent/dream/rejected/c1.md"


def with_data(text: str, **more: object) -> bytes:
    """A file of ours with its line of JSON."""
    return f"{text}\n{meta.render({'v': 1, 'signal': 'repeat_fix', 'until': '', **more})}\n".encode()


def told(*changes: Change, reveal: bool = False) -> str:
    """The diff a person reads."""
    return diff_text(ChangeSet.of(*changes), reveal=reveal)


def test_a_file_that_moves_is_one_diff() -> None:
    """Only what is added is shown, between the old place and the new one."""
    text = told(
        Change(WAITS, b"# One\n\nline\n", None),
        Change(REJECTED, None, b"# One\n\nline\n\n## Rejection rationale\n\nWhy.\n"),
    )
    assert f"--- {WAITS}\n+++ {REJECTED}\n" in text
    assert [line for line in text.splitlines() if line.startswith("-") and not line.startswith("---")] == []
    assert "+## Rejection rationale" in text and "/dev/null" not in text


def test_a_file_that_moves_as_it_is_takes_one_line() -> None:
    """Nothing of it is repeated."""
    assert told(Change("a/x.md", b"x\n", None), Change("b/x.md", None, b"x\n")) == "moves as it is: a/x.md → b/x.md\n"


def test_files_of_one_name_pair_off_and_the_rest_comes_and_goes() -> None:
    """Two that leave and one that comes are one move and one removal; no change is lost."""
    text = told(Change("a/x.md", b"1\n", None), Change("b/x.md", b"2\n", None), Change("c/x.md", None, b"1\n"))
    assert text.startswith("moves as it is: a/x.md → c/x.md\n")
    assert "--- b/x.md\n+++ /dev/null\n" in text
    assert "--- /dev/null\n+++ new.md\n" in told(Change("new.md", None, b"1\n"))


def test_what_agents_read_stands_first_and_records_last() -> None:
    """CLAUDE.md, MEMORY.md, rules and notes, then what is kept for the record."""
    paths = [".agent/dream/proposals/p.json", ".agent/memory/notes/n.md", "MEMORY.md", "CLAUDE.md", "docs/a.md"]
    text = told(*(Change(path, b"1\n", b"2\n") for path in paths))
    shown = [line.removeprefix("+++ ") for line in text.splitlines() if line.startswith("+++ ")]
    assert shown == ["CLAUDE.md", "MEMORY.md", ".agent/memory/notes/n.md", "docs/a.md", ".agent/dream/proposals/p.json"]


def test_our_line_of_data_says_what_changes_in_it() -> None:
    """Where fields change, these; in a new file its length; and the facts of a deferral are seen."""
    text = told(Change(WAITS, with_data("# One"), with_data("# One", until="2026-12-01")))
    assert '-<!-- dreamtui: {"until": ""} and 2 fields that stay -->' in text
    assert '+<!-- dreamtui: {"until": "2026-12-01"} and 2 fields that stay -->' in text
    new = told(Change(WAITS, None, with_data("# One")))
    assert "characters of data, whole with --json" in new and "repeat_fix" not in new


def test_a_comment_that_is_not_ours_is_shown_whole() -> None:
    """In a file of the user's nothing is folded, and neither is what is no JSON."""
    line = "<!-- dreamtui: {not json} -->"
    assert f"+{line}" not in told(Change(WAITS, None, f"{line}\n".encode()))
    assert f"+{line}" in told(Change("docs/a.md", None, f"{line}\n".encode()))


def test_secrets_stay_masked_where_a_file_moves() -> None:
    """A move shows no more than a change in place."""
    secret = b"password: hunter2hunter2\n"
    changes = (Change(WAITS, secret, None), Change(REJECTED, None, secret + b"\nWhy.\n"))
    assert "hunter2" not in told(*changes) and "hunter2" in told(*changes, reveal=True)
