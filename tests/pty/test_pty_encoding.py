"""Locales that are not UTF-8: the command and the console, from their very start, on files of any script."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from forked import HANGS
from terminal import Terminal, open_terminal
from workbench import Bench, make_bench

WORDS = "Żółw Grüße"
FILE = "żółw.txt"
UNAWARE = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""Switches off what Python does by itself in the locale C."""


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace in a folder and with a file that no old encoding can name."""
    made = make_bench(tmp_path / "Größe").at(LANG="", LC_ALL="", TERM="xterm-256color", TEXTUAL_ANIMATIONS="none")
    (made.root / FILE).write_text("one\ntwo\n", "utf-8")
    return made


@pytest.fixture
def latin(tmp_path: Path) -> dict[str, str]:
    """A locale in ISO 8859-1 of its own."""
    tool = shutil.which("localedef")
    if tool is None:
        pytest.skip("localedef is needed to make a locale in ISO 8859-1")
    made = tmp_path / "locales" / "en_US.ISO-8859-1"
    made.parent.mkdir()
    done = subprocess.run([tool, "-i", "en_US", "-f", "ISO-8859-1", str(made)], capture_output=True, check=False)
    if not made.is_dir():
        pytest.skip(f"localedef makes no locale here: {done.stderr.decode(errors='replace').strip()}")
    return {"LOCPATH": str(made.parent), "LC_ALL": made.name}


def output(bench: Bench, *words: str | bytes, feed: bytes = b"") -> bytes:
    """What a command of its own prints, as bytes."""
    process = bench.start(*words)
    out, err = process.communicate(feed, timeout=HANGS)
    assert process.returncode == 0, err
    return out


@pytest.mark.parametrize(
    "more",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "POSIX"},
        {"LC_ALL": "C", **UNAWARE},
        {"LC_ALL": "xx_XX.ISO-8859-1", **UNAWARE},
        {"LC_ALL": "C", "PYTHONIOENCODING": "ascii"},
        {"LC_ALL": "C", "PYTHONIOENCODING": "latin-1", **UNAWARE},
    ],
)
def test_words_and_files_are_what_they_are_in_every_locale(bench: Bench, more: dict[str, str]) -> None:
    """Kept as they were typed, found again, shown as far as the locale goes, and never an internal error."""
    there = bench.at(**more)
    found = output(there, "add", "--title", WORDS, "--evidence", f"{FILE}:2").decode().strip()
    data = bench.at(LANG="C.UTF-8").ok("show", found, "--json").data
    piece = data["evidence"][0]
    assert data["title"] == WORDS and piece["locator"].startswith(f"file:{FILE}:2") and piece["resolves"] is True
    listed = output(there, "list", "--query", "Żółw")
    assert found.encode() in listed
    if "PYTHONIOENCODING" in more or "PYTHONUTF8" in more:
        assert b"\\u017b" in listed
    else:
        assert WORDS.encode() in listed


def test_signs_have_a_stand_in_and_letters_an_escape(bench: Bench) -> None:
    """Nothing of ours is printed as a number."""
    there = bench.at(LC_ALL="C", PYTHONIOENCODING="ascii")
    output(there, "add", "--title", WORDS, "--evidence", f"{FILE}:1")
    assert b"+ workspace " in output(there, "doctor")
    said = output(there, "status")
    assert b" . " in said and b"\\x" not in said


def test_a_reason_in_line_mode_and_through_a_pipe(bench: Bench, latin: dict[str, str]) -> None:
    """What a terminal in ISO 8859-1 sends is understood, in arguments, in lines and in a pipe."""
    there = bench.at(**latin)
    first = output(there, "add", "--title", "Grüße ä".encode("latin-1"), "--evidence", "x").decode().strip()
    second = output(there, "add", "--title", "Größe", "--evidence", "x").decode().strip()
    titles = {e["id"]: e["title"] for e in bench.at(LANG="C.UTF-8").ok("list", "--json").data["items"]}
    assert titles == {first: "Grüße ä", second: "Größe"}
    why = "Für größere Warenkörbe brach die Summe zweimal; ein Test mit großen Zahlen hätte es gezeigt."
    output(there, "reject", first, "--as", "wrong", "--rationale", "-", feed=why.encode("latin-1"))
    output(there, "reject", second, "--as", "wrong", "--rationale", "-", feed=f"{why} Ja.".encode())
    aware = bench.at(LANG="C.UTF-8")
    made = [e["decision"] for e in aware.ok("audit", "list", "--json").data["decisions"]]
    told = [aware.ok("audit", "show", one, "--json").data["rationale"] for one in made]
    assert sorted(told) == sorted([why, f"{why} Ja."])
    assert "Grüße".encode("latin-1") in output(there, "list", "--status", "all")

    third = output(there, "add", "--title", "Überlauf", "--evidence", "x").decode().strip()
    said = output(there, "--plain", feed=f"r\n{why} Auch hier.\nwrong\nq\n".encode("latin-1"))
    assert "Überlauf".encode("latin-1") in said
    [mark] = aware.ok("show", third, "--json").data["history"]
    assert aware.ok("audit", "show", mark["decision"], "--json").data["rationale"] == f"{why} Auch hier."


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    """Closed at the end."""
    opened: list[Terminal] = []
    yield opened
    for one in opened:
        one.close()


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({"LC_ALL": "C"}, WORDS),
        ({"LC_ALL": "C", **UNAWARE}, "???w Gr??e"),
        ({"PYTHONIOENCODING": "latin-1"}, "?\ufffd?w Gr\ufffd\ufffde"),
    ],
)
def test_the_console_keeps_its_columns(
    bench: Bench, terminals: list[Terminal], more: dict[str, str], shown: str
) -> None:
    """A letter that cannot be shown takes the room of one, and bytes that are no letter do not end the console."""
    bench.at(LANG="C.UTF-8").ok("add", "--title", f"{WORDS} end", "--evidence", f"{FILE}:1")
    terminal = open_terminal(bench.root, bench.at(**more).env)
    terminals.append(terminal)
    terminal.see("1 open")
    terminal.until_quiet()
    assert f" {shown} end" in terminal.screen.text  # the small screen reads UTF-8 alone
    assert "\\u" not in terminal.screen.text
    os.write(terminal.handle, b"\xfc\xff")
    terminal.until_quiet()
    terminal.press("?")
    terminal.see("Help")
    terminal.press("esc")
    terminal.until_quiet()
    terminal.press("q")
    assert terminal.end() == 0
