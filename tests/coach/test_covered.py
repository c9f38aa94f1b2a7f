"""A memory answers for a finding when it says the same thing, and never when it says the opposite."""

import pytest

from dreamtui.coach.challenge import Facts, challenge
from dreamtui.coach.covered import CoveringMemory, KnownStatement, covering, prefers, statements
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status


def item(signal: str, subject: str, quote: str) -> Item:
    """A finding from a conversation."""
    piece = Evidence(quote, Locator(Where.RECORD, "claude/-x/s.jsonl#u", 3), "2026-11-10T08:00:00Z", "user")
    return Item("candidate", "id", signal, "a title", Status.PENDING, "p", subject=subject, evidence=(piece,))


def memory(*said: str, path: str = "@claude/feedback.md") -> CoveringMemory:
    """A memory that says this."""
    return CoveringMemory(path, said)


PNPM = item("correction", "use pnpm not npm", "no, use pnpm, we never use npm here")


@pytest.mark.parametrize(
    ("statement", "says_it"),
    [
        ("Use pnpm, never npm", True),
        ("The user prefers pnpm over npm for everything in this repository", True),
        ("pnpm instead of npm", True),
        ("Never use npm here; pnpm is the only package manager", True),
        ("Use npm, not pnpm", False),
        ("npm instead of pnpm", False),
        ("Install with npm or pnpm", False),
        ("pnpm is fast", False),
        ("", False),
    ],
)
def test_a_preference_is_found_in_any_wording(statement: str, says_it: bool) -> None:
    """Both are named, and only the unwanted one is spoken against."""
    assert prefers(statement, "pnpm", "npm") == says_it
    assert bool(covering(PNPM, [memory(statement)])) == says_it


def test_nearly_the_same_words_are_the_same() -> None:
    """What was to be remembered stands there already, though not with a negation."""
    asked = item("remembered", "branch ticket", "Remember: always begin a branch name with its ticket number")
    assert covering(asked, [memory("Always begin a branch name with the ticket number")]) == "@claude/feedback.md"
    assert covering(asked, [memory("Never begin a branch name with the ticket number")]) == ""
    assert covering(asked, [memory("Release notes are written on Tuesday")]) == ""


def test_a_command_has_to_be_named() -> None:
    """That something else needs a worker says nothing about this command."""
    failing = item("failing_command", "pytest", "`pytest` failed: could not connect to the worker")
    assert covering(failing, [memory("Before you run make, start the worker")]) == ""


def test_what_claude_saved_in_the_same_conversation_needs_less() -> None:
    """Half of the words will do, but nothing that says the opposite."""
    asked = item("remembered", "x", "Remember: run make lint before you commit anything")
    loose = memory("Run make lint first")
    assert covering(asked, [loose]) == ""
    assert covering(asked, [loose], {"feedback.md"}) == "@claude/feedback.md"
    assert covering(asked, [loose], {"other.md"}) == ""
    assert covering(PNPM, [memory("npm instead of pnpm")], {"feedback.md"}) == ""


def test_what_happened_in_the_code_is_not_answered() -> None:
    """Only what was said is; a file that is fixed again is looked at by a person."""
    fixed = item("repeat_fix", "src/a.py", "fix: a")
    assert covering(fixed, [memory("When you change src/a.py, add a test")]) == ""


def test_statements_are_the_description_and_the_lines() -> None:
    """Without marks, each once."""
    text = "# A heading here\n\n- **Use pnpm** everywhere\n- short\n2. Second thing to do"
    assert statements("Use it", text) == ("A heading here", "Use pnpm everywhere", "Second thing to do")
    assert statements("What it is about", "What it is about") == ("What it is about",)


def test_one_objection_a_memory() -> None:
    """However many of its lines say so."""
    said = (
        KnownStatement("Prefers pnpm over npm", "@claude/a.md"),
        KnownStatement("Use pnpm and never npm", "@claude/a.md"),
    )
    other = KnownStatement("We use npm, not pnpm", "@claude/b.md")
    found = challenge(PNPM, Facts("2026-11-10T09:00:00Z", said=(*said, other)))
    assert [(one.kind, one.text) for one in found] == [
        ("contradicts", "@claude/b.md says the opposite: “We use npm, not pnpm”"),
        ("already-said", "@claude/a.md already says “Prefers pnpm over npm”"),
    ]
