"""Numbers as JSON and YAML give them, from files that anybody may have written."""

import math


def finite(value: object) -> float | None:
    """A number as a float; None for anything else, flags, NaN and what no float can hold among it."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None
