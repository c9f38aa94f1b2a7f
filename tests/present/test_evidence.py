"""What is said of a piece of evidence and of the place it stands in."""

from pane_text import text_of

from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.source import source_of
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.present.evidence import line_meant, place_words, source_lines, spoken_source


def test_words_without_a_place_are_said_to_be_so_once(desk: Desk) -> None:
    """Above the quote; not once more below it."""
    piece = Evidence("Deploys fail on Fridays.", Locator(Where.TEXT))
    assert text_of(source_lines(piece, None, source_of(desk, piece))).count("Only these words were kept") == 1


def test_a_quote_without_a_line_is_looked_for_in_its_file(own_desk: Desk) -> None:
    """What is shown begins there."""
    words = "".join(f"line {n}\n" for n in range(80)) + "The lock of the cart stays.\n"
    (own_desk.workspace.root / "notes.md").write_text(words)
    piece = Evidence("Notes — The lock of the cart stays.", Locator(Where.FILE, "notes.md"))
    source = source_of(own_desk, piece)
    assert (source.line, source.title) == (81, "notes.md, line 81")
    at = line_meant(piece, True, source)
    assert "The lock of the cart stays." in source_lines(piece, True, source)[at].parts[1][1]
    spoken = list(spoken_source(source))
    assert spoken[-1].startswith(">    81  The lock") or spoken[-2].startswith(">    81  The lock")
    assert not any("line 70" in line for line in spoken)


def test_an_event_is_shown_field_by_field(own_desk: Desk) -> None:
    """As what was said, not as its line of JSON, which the editor opens; what is no event stays as it is."""
    root = own_desk.workspace.root
    log = root / ".agent/memory/episodic/2026/11/17/ann__000000000001.jsonl"
    log.parent.mkdir(parents=True, exist_ok=True)
    log.write_text(
        '{"ts": "2026-11-17T08:00:00Z", "files": ["a.py", "b.py"], "summary": "caf\\u00e9 is shut"}\n{"a": 1}\n'
    )
    place = log.relative_to(root).as_posix()
    event = Evidence("café is shut", Locator(Where.FILE, place, 1))
    source = source_of(own_desk, event)
    assert source.text.split("\n") == ["café is shut", "ts: 2026-11-17T08:00:00Z", "files: a.py, b.py"]
    assert (source.line, source.path, source.meant) == (1, log, (0, 3))
    assert place_words(event) == "event log"
    assert source_of(own_desk, Evidence("a", Locator(Where.FILE, place, 2))).text.split("\n")[1] == '{"a": 1}'
