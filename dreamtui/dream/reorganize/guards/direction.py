"""Direction: A to B is not B to A."""

from dreamtui.dream.reorganize.guards.base import Guard
from dreamtui.dream.reorganize.reading import Reading

_JOINING = frozenset({"and", "or", "of", "for"})
"""Words on both sides of which things may be exchanged."""
_PASSIVE = "by"
_LONG = 200
"""Words of a statement above which any other order counts as another direction."""


def direction(one: Reading, other: Reading) -> str:
    """Two things have changed places around a word that points from one to the other."""
    first, second = list(one.sequence), list(other.sequence)
    if max(len(first), len(second)) > _LONG:
        return "" if first == second or sorted(first) != sorted(second) else "the same words in another order"
    if sorted(first) != sorted(second):
        return _voice(first, second)
    while first and second and first[0] == second[0]:
        first, second = first[1:], second[1:]
    while first and second and first[-1] == second[-1]:
        first, second = first[:-1], second[:-1]
    exchanged = _exchange(first, second)
    if exchanged is None:
        return ""
    left, middle, right = exchanged
    ways = sorted((f"{left} {middle} {right}", f"{right} {middle} {left}"))
    return " / ".join(ways)


def _exchange(first: list[str], second: list[str]) -> tuple[str, str, str] | None:
    """`X M Y` against `Y M X`: X, M and Y, or none."""
    size = len(first)
    for ahead in range(1, min(size - 1, 5)):
        for behind in range(1, min(size - ahead, 5)):
            middle = first[ahead : size - behind]
            if (
                set(middle) - _JOINING
                and first[:ahead] == second[size - ahead :]
                and first[size - behind :] == second[:behind]
                and middle == second[behind : size - ahead]
            ):
                return " ".join(first[:ahead]), " ".join(middle), " ".join(first[size - behind :])
    return None


def _voice(first: list[str], second: list[str]) -> str:
    """The same words in the same order, but done *by* the last in one of them only."""
    if (_PASSIVE in first) == (_PASSIVE in second):
        return ""
    if [word for word in first if word != _PASSIVE] == [word for word in second if word != _PASSIVE]:
        return "done by / done to"
    return ""


DIRECTION = Guard("direction", direction, True)
