"""The sentences that console and command line can say: the catalogue finds them, and keeps to plain English."""

import ast
import re

import pytest
import sentences

PLAIN = {
    r"(?<!here )\b(?:is|are) no (?!longer|more|other|such|reason|part|way)\w": "is not a",
    r"\banew\b": "again",
    r"\bis well\b": "is intended",
    r"\bshall\b": "should",
    r"\bbelongs? into\b": "belongs in",
    r"\bnothing is to be \w+": "there is nothing to …",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bsymbolic link": "symlink",
    r"\bpass(?:ed|es)? over\b": "skip",
    r"\bwords begun\b": "draft",
    r"\bways? out\b": "choice",
    r"\b(?:gave|gives) no answer\b": "did not answer",
    r"\btaken back\b|\b(?:takes?|took) (?:this|that|it) back\b": "undo",
    r"\bis there already\b": "already exists",
    r"; there are ‹": "use one of",
}
"""What nobody says aloud, and what is said instead."""


def test_no_sentence_says_what_nobody_says_aloud() -> None:
    said = [one for one in sentences.sentences() if not one.path.startswith("training/nights/prompt")]
    odd = [f"{one.path}:{one.line} {one.text}" for one in said for words in PLAIN if re.search(words, one.text)]
    assert odd == []


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('"""About this."""\nsay("Two words")', ["Two words"]),
        (
            'def f() -> "list[int] | None":\n    """Gives a list."""\n    raise Refused(f"{name} is not there")',
            ["‹…› is not there"],
        ),
        ('PATTERN = r"^one two$"\nSHEET = "A { b: c; }"\nWORD = "one"', []),
        ("x = f\"{'one more' if many else 'a last one'} of them\"", ["‹…› of them", "one more", "a last one"]),
    ],
)
def test_the_catalogue_has_what_is_said(code: str, found: list[str]) -> None:
    """Not docstrings, types, patterns, style sheets or single words."""
    assert [text for _, text in sentences._said(ast.parse(code), "tui/app.py")] == found


def test_what_a_command_says_of_itself_is_in_it() -> None:
    """Its docstring is its help."""
    assert any(one.text.startswith("Write the outputs: CLAUDE.md") for one in sentences.sentences())
