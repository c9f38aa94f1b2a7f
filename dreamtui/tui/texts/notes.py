"""What help says beside the keys: what a row of the queue shows, and what the mouse does."""

from collections.abc import Sequence
from typing import NamedTuple

from dreamtui.kinds.kind import Kinds
from dreamtui.text.query.row import RISKS, flag_sign, flag_words
from dreamtui.tui.widgets.lists.row_list import Cell, ListRow


class HelpNote(NamedTuple):
    """Something to know that is no key."""

    name: str
    """Its row's id."""
    sign: str
    """What is seen or done."""
    title: str
    """Two to four words."""
    help: str
    """One sentence."""


def _rows(kinds: Kinds) -> list[HelpNote]:
    signs: dict[str, list[str]] = {}
    for flag in RISKS:
        signs.setdefault(flag_sign((flag,)), []).append(flag_words(flag))
    return [
        *(HelpNote(f"risk-{at}", sign, "Risk", f"{'; '.join(said)}.") for at, (sign, said) in enumerate(signs.items())),
        *(HelpNote(f"kind-{kind.name}", kind.sign, kind.label, kind.about) for kind in kinds if kind.about),
        HelpNote("age", "9d", "Age", "How long ago its oldest evidence is: minutes, hours, days, weeks."),
        HelpNote(
            "count", "5×", "Weight: a count", "How often it was seen: fixes, failures, sessions, people, sources."
        ),
        HelpNote("percent", "81%", "Weight: a score", "How alike or sure a proposal is, or a promotion's score."),
        HelpNote("mark", "■", "Marked", "The next decision is about all marked rows together."),
    ]


_MOUSE = (
    HelpNote(
        "click", "click", "Go there", "On a row go to it, on its left edge mark it, on a tab or a key's word do that."
    ),
    HelpNote("click-twice", "click twice", "Open", "Open the row."),
    HelpNote("wheel", "wheel", "Scroll", "Scroll what is below the pointer."),
    HelpNote(
        "shift-drag",
        "shift+drag",
        "Select text",
        "Your terminal selects as usual (on a Mac: option or fn). y and Y copy without it; --no-mouse uses no mouse.",
    ),
)


def sections(kinds: Kinds) -> dict[str, Sequence[HelpNote]]:
    """The notes by their heading."""
    return {"What a row of the queue shows": _rows(kinds), "With the mouse": _MOUSE}


def find(row_id: str, kinds: Kinds) -> HelpNote | None:
    """The note of a row; none for the row of an action."""
    name = row_id.removeprefix("note:")
    found = (note for notes in sections(kinds).values() for note in notes if note.name == name)
    return next(found, None) if name != row_id else None


def note_rows(kinds: Kinds, words: str = "") -> list[ListRow]:
    """Every note in which all the words stand, under its heading."""
    wanted = words.casefold().split()
    rows: list[ListRow] = []
    for heading, notes in sections(kinds).items():
        kept = [note for note in notes if all(word in f"{heading} {' '.join(note)}".casefold() for word in wanted)]
        if kept:
            rows.append(ListRow(f"heading:{heading}", (Cell(heading),), heading=True))
        rows += [
            ListRow(f"note:{note.name}", (Cell(note.sign, "key"), Cell(note.title), Cell(note.help, "dim")))
            for note in kept
        ]
    return rows
