"""What is said of an item: on a screen, on the command line, in line mode."""

from dataclasses import replace
from datetime import UTC, datetime

from pane_text import text_of

from dreamtui.desk.desk import Desk
from dreamtui.desk.queue import listing, show
from dreamtui.model.decision import Decision
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.present import item as texts

NOW = datetime(2026, 11, 18, 9, tzinfo=UTC)


def shown(desk: Desk, status: str, kind: str = "candidate") -> show.Shown:
    """The first item of a status."""
    entries = listing.listing(desk, status=status).entries
    entry = next(e for e in entries if e.row.kind == kind and e.is_news and not e.row.flags)
    return show.show_entry(desk, entry)


def test_the_worst_risk_comes_first() -> None:
    """Then the key that shows what is masked, which stays longest where there is little room, then the others."""
    flags = ("hidden", "instructions", "secret")
    item = Item("candidate", "0" * 10, "manual", "A \u202etitle", Status.PENDING, "a.md", flags=flags)
    words = texts.risks(item, masked=True)
    assert "".join(word.text for word in words) == (
        "⚠ secret-like text · V shows it · reads like instructions · 1 hidden character"
    )
    assert min(words, key=lambda word: word.keep).text.endswith("reads like instructions")


def test_what_is_flagged_above_is_told_below(desk: Desk) -> None:
    """Nothing is said to speak against an item only where nothing is flagged; what was looked at is what was."""
    for entry in listing.listing(desk).entries:
        found = show.show_entry(desk, entry)
        said = text_of(texts.against(found))
        if texts.risks(found.item):
            assert "Nothing was found" not in said
        assert ("CLAUDE.md" in said.split("Looked at")[1]) is found.kind.is_challenged
        assert found.item.signal != "superseded" or "differ in numbers" in said


def test_the_reason_of_an_earlier_decision_is_told_from_its_rule() -> None:
    """Both have their name in front, and their lines stand below each other."""
    fields = ("0" * 10, "candidate", "f", "title", Verb.GRADUATE, "alice", "2026-11-01T09:00:00Z")
    decision = Decision(*fields, rule="Do it.", rationale="It broke.\nTwice.")
    assert text_of(texts.history([(decision, True)], NOW)[1:]).split("\n") == [
        "rule  Do it.",
        "why   It broke.",
        "      Twice.",
    ]


def test_a_graduated_item_has_no_empty_heading(desk: Desk) -> None:
    """Its status is our own line, so nothing stands below that heading; the reason below the next one stays."""
    entries = [e for e in listing.listing(desk, status="graduated").entries if e.row.kind == "candidate"]
    told = [text_of(texts.says(show.show_entry(desk, entry), "a.md")).split("\n") for entry in entries]
    assert any("Rationale" in lines for lines in told) and not any("Status" in lines for lines in told)


def test_what_came_up_again_says_what_is_wanted(desk: Desk) -> None:
    """Who decided it when, how much is new, and what can be done."""
    found = shown(desk, "recurring")
    said = texts.recurrence_line(found)
    assert " by " in said and "came up again with" in said and "b reopens it to decide again" in said
    assert said in text_of(texts.says(found, "a.md"))


def test_one_item_is_told_alike_everywhere(desk: Desk) -> None:
    """Title, every quote, every objection: on the command line and in line mode as on the screen."""
    found = shown(desk, "pending")
    printed = "\n".join(line.text for line in texts.printed_lines(found, (), NOW))
    spoken = "\n".join(texts.spoken_lines(found, NOW, "1 of 9"))
    assert found.objections and len(found.item.evidence) > 1
    for said in (found.item.title, *(one.text for one in found.objections)):
        assert said in printed and said in spoken, said
    for piece in found.item.evidence:
        assert piece.quote.split("\n")[0] in printed and piece.quote.split("\n")[0] in spoken
    against = text_of(texts.against(found))
    assert all(one.text in against for one in found.objections)
    assert spoken.startswith("Item 1 of 9. ") and f"id {found.item.id}" in spoken


def test_words_that_markdown_makes_bold_have_a_tone(desk: Desk) -> None:
    """No stars around them; what only looks like it stays."""
    found = shown(desk, "pending")
    body = "**Foundation** | **remember**\n\n2 ** 3 ** 4 and `**kwargs`, `**more`"
    told = texts.says(replace(found, held=replace(found.held, item=replace(found.item, text=body))), "a.md")
    first = next(line for line in told if "Foundation" in line.text)
    assert first.parts == (("heading", "Foundation"), ("text", " | "), ("heading", "remember"))
    assert any(line.text == "2 ** 3 ** 4 and `**kwargs`, `**more`" for line in told)
