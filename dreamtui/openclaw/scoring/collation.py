"""The order `localeCompare` puts paths in: punctuation, digits, letters; accents, then lower before upper case.

This is the root order of ICU for what occurs in paths; other scripts stand in the order of their code points.
"""

import unicodedata
from functools import lru_cache

_SIGNS = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_PLACE = {sign: place for place, sign in enumerate(_SIGNS)}

Key = tuple[tuple[tuple[int, str], ...], tuple[str, ...], tuple[bool, ...]]


@lru_cache(maxsize=65536)
def collation_key(text: str) -> Key:
    """Texts sorted by this key stand in the order of `localeCompare`."""
    plain = unicodedata.normalize("NFD", text)
    letters = [char for char in plain if not unicodedata.combining(char)]
    accents = tuple(char for char in plain if unicodedata.combining(char))
    return tuple(map(_primary, letters)), accents, tuple(char.isupper() for char in letters)


def _primary(char: str) -> tuple[int, str]:
    place = _PLACE.get(char)
    if place is not None:
        return 0, chr(place)
    if char.isdigit():
        return 2, char
    return (3, char.casefold()) if char.isalpha() else (1, char)
