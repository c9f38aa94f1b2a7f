"""What need not be remembered: text that agents read in CLAUDE.md anyway, and what the repository itself shows."""

import re
from collections.abc import Sequence

from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.merging import says
from dreamtui.memory.reorganize.settings import World
from dreamtui.memory.reorganize.statements import claims_of, plain, statements
from dreamtui.model.proposal import Memory

_DEPENDS = re.compile(
    r"^(?:the |this )?(?:project|repo(?:sitory)?|code(?:base)?|app(?:lication)?|we|it) "
    r"(?:uses?|depends? on|requires?|has a dependency on) (?:the )?`?([\w@/.-]+?)`?(?: (?:package|library))?\.?$",
    re.IGNORECASE,
)
_LIES = re.compile(
    r"^(?:the |our |all )?([\w .-]{1,60}?) (?:is|are|lives?|is located|are located|can be found|is defined|are defined"
    r"|is stored|are stored|is kept|are kept)(?: found)? (?:in|at|under|inside) `?(?:\./)?([\w@./+-]+?)/?`?\.?$",
    re.IGNORECASE,
)
_RUNS = re.compile(r"^(?:run|use) `([^`]+)` to (?:run |start )?(?:the )?([\w ]{1,30}?)\.?$", re.IGNORECASE)


class KnownLines:
    """Lines that agents read anyway, found by their words."""

    def __init__(self, said: Sequence[tuple[str, str]]) -> None:
        self._exact: dict[str, str] = {}
        self._by_word: dict[str, list[tuple[str, str]]] = {}
        for line, place in sorted(said, key=lambda pair: (pair[1], pair[0])):
            if not plain(line):
                continue
            self._exact.setdefault(plain(line), place)
            for form in read(line).heavy:
                self._by_word.setdefault(form, []).append((line, place))

    def place(self, statement: str) -> str:
        """Where a line says all of a statement; empty when none does."""
        found = self._exact.get(plain(statement))
        if found is not None:
            return found
        heavy = read(statement).heavy
        if len(heavy) < 2:
            return ""
        lists = [self._by_word.get(form, []) for form in sorted(heavy)]
        rarest = min((held for held in lists if held), key=len, default=[])
        return next((place for line, place in rarest if says(line, statement)), "")


def already_said(memory: Memory, known: KnownLines) -> tuple[str, ...]:
    """Places that together say every statement of a memory; none when one statement is said nowhere else."""
    places: list[str] = []
    for said in claims_of(memory.text):
        place = known.place(said.text)
        if not place:
            return ()
        if place not in places:
            places.append(place)
    return tuple(places)


def derivable(memory: Memory, world: World) -> str:
    """Where the repository shows what a one-statement memory says; empty when it does not."""
    said = statements(memory.text)
    if len(said) != 1:
        return ""
    text = said[0].text.lstrip("-*+ ").strip()
    depends = _DEPENDS.match(text)
    if depends and world.packages is not None and depends[1].lower() in {name.lower() for name in world.packages}:
        return f"the list of dependencies names {depends[1]}"
    lies = _LIES.match(text)
    if lies and world.tracked is not None:
        path = lies[2].rstrip("/.")
        there = path in world.tracked or any(other.startswith(path + "/") for other in world.tracked)
        named = read(re.sub(r"[/._-]", " ", path)).topic
        about = read(lies[1]).topic
        if there and about and about <= named:
            return f"the tree shows {path}"
    runs = _RUNS.match(text)
    if runs and world.scripts is not None and runs[1] in world.scripts:
        about = read(runs[2]).topic
        if about and about <= read(re.sub(r"[:._-]", " ", runs[1])).topic:
            return f"the repository defines {runs[1]}"
    return ""
