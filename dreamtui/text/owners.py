"""CODEOWNERS, in the format that GitHub documents: a pattern and its owners a line; the last one that fits counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dreamtui.text.paths import matches

_EVERYWHERE = frozenset({"*", "**", "/**"})


@dataclass(frozen=True, slots=True)
class OwnerLine:
    """Who owns the paths of a pattern."""

    pattern: str
    owners: tuple[str, ...] = ()
    """`@name`, `@organisation/team` or an address, as written; empty for nobody."""

    def fits(self, path: str) -> bool:
        """Whether it is about a path, or, for the empty one, about the whole repository."""
        if not path:
            return self.pattern in _EVERYWHERE
        inside = self.pattern.strip("/").replace("[", "[[]")
        anchored = self.pattern.startswith("/") or "/" in inside
        whole = f"/{inside}" if anchored else f"/**/{inside}"
        if matches(whole, path) and not self.pattern.endswith("/"):
            return True
        return not inside.endswith("/*") and matches(f"{whole}/**", path)


def parse(lines: Iterable[str]) -> tuple[OwnerLine, ...]:
    """The lines that say something; a comment ends a line, and a pattern that GitHub does not know is left out."""
    found = []
    for line in lines:
        words = line.partition("#")[0].split()
        if words and not words[0].startswith("!"):
            found.append(OwnerLine(words[0], tuple(word for word in words[1:] if "@" in word)))
    return tuple(found)


def line_for(lines: Sequence[OwnerLine], path: str) -> OwnerLine | None:
    """The line that counts for a path."""
    return next((line for line in reversed(lines) if line.fits(path)), None)
