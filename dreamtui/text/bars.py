"""A small chart of one line."""

from collections.abc import Sequence

_BARS, _PLAIN_BARS = "▁▂▃▄▅▆▇█", "_.-:=+*#"


def bars(counts: Sequence[int], *, plain: bool = False, most: int = 0) -> str:
    """A bar for each, as high as the highest or as `most`; `plain` for ASCII."""
    most, signs = most or max(counts, default=0), _PLAIN_BARS if plain else _BARS
    return "".join(signs[-(-count * (len(signs) - 1) // most) if most else 0] for count in counts)
