"""Puts text on the clipboard: through the terminal (OSC 52), else into a file that is named."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from dreamtui.model.errors import DreamtuiError
from dreamtui.text.inert import inert_line
from dreamtui.tui.widgets.cells import cut

if TYPE_CHECKING:
    from dreamtui.tui.app import Console

LIMIT = 74_000
"""Bytes most terminals accept."""

_DEAF = frozenset({"Apple_Terminal"})
_DEAF_TERMS = ("linux", "dumb", "vt")


def deaf(env: Mapping[str, str]) -> bool:
    """Whether the terminal is known not to take a clipboard."""
    return env.get("TERM_PROGRAM", "") in _DEAF or env.get("TERM", "").startswith(_DEAF_TERMS)


def copy(console: "Console", text: str, what: str) -> None:
    """Copy a text; the toast names what was copied, and the file it is in if the terminal refuses it."""
    whole = text.encode("utf-8", "replace").decode("utf-8")
    env = console.here.desk.env
    named = cut(inert_line(what), 48)
    if not whole:
        console.say("There is nothing to copy here.", "warning")
    elif deaf(env) or len(whole.encode()) > LIMIT:
        try:
            path = console.here.scratch("copied", whole, ".txt")
        except DreamtuiError as problem:
            console.complain(str(problem))
            return
        console.say(f"This terminal has no clipboard for it: {named} is in {path}", timeout=8)
    else:
        console.copy_to_clipboard(whole)
        note = "; tmux passes it on with `set -g set-clipboard on`" if env.get("TMUX") else ""
        console.say(f"Copied {named}{note}")
