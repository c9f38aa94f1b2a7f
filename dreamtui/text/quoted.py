"""Where in a text a quote stands that was read as one line."""

from collections.abc import Sequence

_LEAST = 12
"""Characters below which words say too little to be found by."""
_ENOUGH = 40
"""Characters of a quote that are looked for."""
_JOINTS = (" — ", ": ")
"""What stands between the words before a quote, such as a title, and the quote."""


def line_saying(lines: Sequence[str], quote: str) -> int | None:
    """The first line, from 0, that says the quote, or what stands behind the words before it; None where none does.

    What stands furthest behind is looked for first: it is the quote itself, the words before it often are a heading;
    these alone are looked for last.
    """
    flat = [" ".join(line.split()) for line in lines]
    for wanted in _readings(" ".join(quote.split())):
        at = next((at for at, line in enumerate(flat) if _says(line, wanted)), None)
        if at is not None:
            return at
    return None


def _readings(quote: str) -> list[str]:
    """What is left of the quote behind each joint, the shortest first, then all of it, then what is before them."""
    begins = {0}
    for joint in _JOINTS:
        at = quote.find(joint)
        while at >= 0:
            begins.add(at + len(joint))
            at = quote.find(joint, at + 1)
    behind = [quote[at:] for at in sorted(begins, reverse=True) if not at or len(quote) - at >= _LEAST]
    before = min((quote.partition(joint)[0] for joint in _JOINTS), key=len)
    return [*behind, before] if len(before) >= _LEAST else behind


def _says(line: str, wanted: str) -> bool:
    """Whether a line holds what is wanted, or is the beginning of it."""
    return (bool(wanted) and wanted[:_ENOUGH] in line) or (len(line) >= _LEAST and wanted.startswith(line))
