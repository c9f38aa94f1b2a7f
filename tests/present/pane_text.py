"""What tests of `present` share: lines as plain text."""

from collections.abc import Iterable

from dreamtui.text.lines import Line


def text_of(lines: Iterable[Line]) -> str:
    """The words alone, a line each."""
    return "\n".join("".join(part for _, part in line.parts) for line in lines)
