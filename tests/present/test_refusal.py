"""What a refusal lacks is data; the command line says what to type."""

import ast
from pathlib import Path

import pytest
from pane_text import text_of

import dreamtui
from dreamtui.model.errors import Lack, Missing, Refused
from dreamtui.model.proposal import Choice
from dreamtui.model.verb import Verb
from dreamtui.present.refusal import refusal_lines, typed

PACKAGE = Path(dreamtui.__file__).parent


@pytest.mark.parametrize("lack", Lack)
def test_everything_that_can_be_missing_has_words(lack: Lack) -> None:
    """The refusal stands first; what is named stands in what is to be typed."""
    said = typed(Refused("not possible", Missing(lack, ("one", "two"))))
    assert said.startswith("not possible") and ("--" in said or "`" in said)
    assert "{" not in said


def test_what_is_to_be_typed_names_what_there_is() -> None:
    """Choices, days and decisions are named; nothing is said where nothing is missing."""
    ways = Missing(Lack.CHOICE, ("keep-a", "keep-b"))
    assert typed(Refused("settle it", ways)) == "settle it: --choose keep-a, keep-b"
    assert "the promotions of 2026-01-01, --over" in typed(Refused("full", Missing(Lack.ROOM, ("2026-01-01",))))
    assert typed(Refused("full", Lack.ROOM)) == "full; --over-budget writes all the same"
    assert "`dreamtui undo abcd --rationale …`" in typed(Refused("decided", Missing(Lack.UNDOING, ("abcd",))))
    assert "`dreamtui undo --rationale …`" in typed(Refused("decided", Lack.UNDOING))
    assert typed(Refused("no")) == "no"


def test_no_error_below_the_front_ends_names_an_option() -> None:
    """An option belongs to the command line; an error that is raised elsewhere says what is missing as data."""
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).parts[0] in ("cli", "tui", "demo", "present"):
            continue
        for raised in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Raise)):
            texts = (node.value for node in ast.walk(raised) if isinstance(node, ast.Constant))
            said = " ".join(text for text in texts if isinstance(text, str))
            if " --" in f" {said}" and "git config" not in said and "<!--" not in said:
                found.append(f"{path.name}:{raised.lineno}: {said}")
    assert not found


def test_what_is_missing_is_asked_for_by_a_key() -> None:
    """What a refusal lacks is asked for by a key, or is a way out to be taken."""
    key = {"review.take": "g", "review.refuse": "r", "review.proposal": "P"}.__getitem__
    said = text_of(refusal_lines("i-1 has no words of its own", Missing(Lack.MEMORY_WORDS), Verb.ACCEPT, (), key))
    assert (
        said.startswith("Needs a rule or a note") and "Press g: it asks for the words, of a rule or of a note." in said
    )
    assert "Press r" in text_of(refusal_lines("there is a rule", Missing(Lack.GROUND), Verb.REJECT, (), key))
    assert "Press" not in text_of(refusal_lines("it was changed since", None, Verb.ACCEPT, (), key))
    later = {"review.refuse": "r", "review.later": "s"}.__getitem__
    spent = text_of(refusal_lines("it is planned again", None, Verb.ACCEPT, (), later, spent="“a” is retired"))
    assert "nothing to accept: “a” is retired" in spent and "r: it rejects this. s puts it off" in spent
    assert "planned again" not in spent
    ways = (Choice("keep-a", "Keep “a”", ()), Choice("keep-b", "Keep “b”", ()))
    missing = Missing(Lack.CHOICE, ("keep-a", "keep-b"))
    said = text_of(refusal_lines("a contradiction is settled by a choice", missing, Verb.ACCEPT, ways, key))
    assert "Keep “a”" in said and "Keep “b”" in said and "Press P" in said and "--" not in said
