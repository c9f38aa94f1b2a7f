"""Lines in named styles, as they were read: what shows them makes them inert."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line or, where a text has several, a paragraph."""

    parts: tuple[tuple[str, str], ...]
    """Name of a style and text, in turn."""
    hanging: int = 0
    """Cells by which the lines after the first are indented further, when a pane wraps it."""
    indent: int = 0
    """Cells by which all of it is indented."""
    wraps: bool = True
    """Whether a terminal wraps it."""

    @property
    def text(self) -> str:
        return "".join(text for _, text in self.parts)


def plain(text: str = "", tone: str = "text", hanging: int = 0, *, indent: int = 0, wraps: bool = True) -> Line:
    """A line in one style."""
    return Line(((tone, text),), hanging, indent, wraps)


def lines_of(text: str, tone: str = "text") -> list[Line]:
    return [plain(line, tone) for line in text.split("\n")]
