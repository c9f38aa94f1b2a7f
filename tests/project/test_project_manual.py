"""The manual page: every command is in it, and nothing in it is a request by accident."""

import re
from pathlib import Path

import man_page
from command_tree import commands

import dreamtui

MANUAL = Path(dreamtui.__file__).resolve().parent.parent / "docs/dreamtui.1"


def test_every_command_is_in_the_manual() -> None:
    """Under its name, in the order of help."""
    text = MANUAL.read_text("ascii").replace("\\-", "-")
    for name in commands():
        assert re.search(rf'^\.SS "dreamtui {re.escape(name)}[ "]', text, re.MULTILINE)
    requests = set(re.findall(r"^\.(\S+)", text, re.MULTILINE))
    assert requests == {'\\"', "TH", "SH", "SS", "PP", "TP", "B"}


def test_words_are_no_requests() -> None:
    """A text that begins with a dot, or holds a backslash, says just that."""
    made = man_page.page(
        "1.0", "Says.", [("-x", ".agent is \\ here…")], [man_page.Part("dreamtui a", "'One.\n\nTwo.", ())], []
    )
    assert "\\&.agent is \\e here\\[u2026]" in made and "\n\\&'One.\n.PP\nTwo.\n" in made and ".B \\-x" in made
