"""What help and the palette list: every action with the keys a person has; what rows show and the mouse does."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.present.parts import Cell, Column, ListRow
from dreamtui.text.query.row import RISKS, flag_sign, flag_words
from dreamtui.tui.actions.registry import Action, Scope, registry, search, shown_keys

if TYPE_CHECKING:
    from dreamtui.kinds.kind import Kinds

HELP_COLUMNS = (Column(16), Column(26), Column(0, least=60))
"""Keys, title, what it does."""
PALETTE_COLUMNS = (Column(0), Column(24, least=64), Column(14, right=True))
"""Title, where it is alive, keys."""

GROUPS = (
    Scope.REVIEW,
    Scope.QUEUE,
    Scope.PROPOSAL,
    Scope.RESULT,
    Scope.REASON,
    Scope.TEMPLATE,
    Scope.DATE,
    Scope.TARGET,
    Scope.CONFIRM,
    Scope.LEAVE,
    Scope.LIST,
    Scope.PANE,
    Scope.TEXT,
    Scope.DIFF,
    Scope.ANYWHERE,
    Scope.HISTORY,
    Scope.MEMORY,
    Scope.PROMOTIONS,
    Scope.TRAINING,
    Scope.SEARCH,
    Scope.MINING,
    Scope.ROWS,
    Scope.BROWSE,
    Scope.HELP,
    Scope.PALETTE,
    Scope.NOTICE,
)
"""The order of the scopes in help; others come after."""


FIRST = (
    *("review.take", "review.refuse", "review.later", "list.down", "list.up", "review.tab-1", "review.tab-2"),
    *("review.tab-3", "review.undo", "app.mine", "app.quit"),
)
"""What a new user needs, in this order: to decide, move, see, take back, go on and leave."""


def help_rows(
    keys: Mapping[str, str], alive: Sequence[Scope], words: str = "", key: str = "", *, plain: bool = False
) -> list[ListRow]:
    """Every action under the heading of its scope, those alive where help was asked for first."""
    found = [*registry().values()]
    if key:
        found = [one for one in found if key in keys.get(one.id, "").split(",")]
    elif words:
        found = search(words, found, keys)
    begin = [one for name in FIRST for one in found if one.id == name and one.scope in alive]
    begin = begin if any(one.scope is Scope.REVIEW for one in begin) else []
    groups = [("first", "To begin with", begin)]
    for scope in _ordered(alive):
        here = [one for one in found if one.scope is scope and one not in begin]
        groups.append((scope.name, _heading(scope, alive), here))
    rows: list[ListRow] = []
    for name, heading, actions in groups:
        if actions:
            rows.append(ListRow(f"heading:{name}", (Cell(heading),), heading=True))
            rows += [_help_row(one, shown_keys(keys.get(one.id, ""), plain=plain)) for one in actions]
    return rows


def _ordered(alive: Sequence[Scope]) -> list[Scope]:
    first: list[Scope] = [scope for scope in alive if scope is not Scope.ANYWHERE]
    first.sort(key=lambda scope: scope is not Scope.REVIEW)
    first += [Scope.ANYWHERE] if Scope.ANYWHERE in alive else []
    return list(dict.fromkeys([*first, *GROUPS, *Scope]))


def _heading(scope: Scope, alive: Sequence[Scope]) -> str:
    name = scope.value[:1].upper() + scope.value[1:]
    if scope is Scope.ANYWHERE and scope not in alive:
        return "On every screen, where no box is open"
    return f"{name} · active now" if scope in alive else name


def _help_row(one: Action, shown: str) -> ListRow:
    return ListRow(one.id, (Cell(shown or "no key", "key" if shown else "dim"), Cell(one.title), Cell(one.help, "dim")))


def twin_words(one: Action) -> str:
    """The headless command that does the same, or why there is none."""
    if one.twin.startswith("- "):
        return f"no command: {one.twin[2:]}"
    return one.twin if " " in one.twin and not one.twin.startswith("dreamtui") else f"command: {one.twin}"


def palette_rows(
    keys: Mapping[str, str], alive: Sequence[Scope], recent: Sequence[str], words: str, *, plain: bool = False
) -> list[ListRow]:
    """Every action: those used last first, then those alive here, then the rest, which cannot be done from here."""
    everything = search(words, list(registry().values()), keys)
    here = [one for one in everything if one.scope in alive]
    used = {name: place for place, name in enumerate(recent)}
    here.sort(key=lambda one: (-used.get(one.id, -1), -one.priority) if not words else (0, 0))
    rest = [one for one in everything if one.scope not in alive]
    return [
        _palette_row(one, shown_keys(keys.get(one.id, ""), 3, plain=plain), alive=alive_here)
        for alive_here, actions in ((True, here), (False, rest))
        for one in actions
    ]


def _palette_row(one: Action, shown: str, *, alive: bool) -> ListRow:
    tone = "text" if alive else "dim"
    where = one.scope.value if alive else f"only {one.scope.value}"
    return ListRow(one.id, (Cell(one.title, tone), Cell(where, "dim"), Cell(shown, "key")))


class HelpNote(NamedTuple):
    """Something to know that is no key."""

    name: str
    sign: str
    """What is seen or done."""
    title: str
    """Two to four words."""
    help: str
    """One sentence."""


def _rows(kinds: "Kinds") -> list[HelpNote]:
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
    HelpNote("wheel", "wheel", "Scroll", "Scroll what is under the pointer."),
    HelpNote(
        "shift-drag",
        "shift+drag",
        "Select text",
        "Your terminal selects as usual (on a Mac: option or fn). y and Y copy without it; --no-mouse uses no mouse.",
    ),
)


def sections(kinds: "Kinds") -> dict[str, Sequence[HelpNote]]:
    """The notes by their heading."""
    return {"What a row of the queue shows": _rows(kinds), "With the mouse": _MOUSE}


def find(row_id: str, kinds: "Kinds") -> HelpNote | None:
    """The note of a row; none for the row of an action."""
    name = row_id.removeprefix("note:")
    found = (note for notes in sections(kinds).values() for note in notes if note.name == name)
    return next(found, None) if name != row_id else None


def note_rows(kinds: "Kinds", words: str = "") -> list[ListRow]:
    """Every note that contains all the words, under its heading."""
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
