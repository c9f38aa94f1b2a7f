"""How strong the reason of a proposal is, in words a person knows."""

import math

_ALIKE = frozenset({"merge", "contradiction"})
"""What is proposed because memories say nearly the same; everything else for a reason of its own."""


def strength(signal: str, score: float) -> str:
    """`92 % alike` where memories were compared, `70 % sure` for other reasons; 100 % only for what is wholly so."""
    return f"{_hundredths(score)} % {'alike' if signal in _ALIKE else 'sure'}"


def percent(score: float) -> str:
    """The same for a column."""
    return f"{_hundredths(score)}%"


def _hundredths(score: float) -> int:
    return math.floor(max(0.0, min(1.0, score)) * 100 + 1e-9)
