"""Values of parameters without the library that checks them, where nothing is to be checked.

The parser has every value converted by a library of data models, which takes as long to load as a list takes. Text that
is asked for as text, a folder that is there and a default need no conversion; all else is left to the parser.
"""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def convert_little(parameters: Iterable[Any]) -> None:
    """Let parameters convert only what they have to; a parser that knows nothing of this does as it always did."""
    for parameter in parameters:
        parameter._runtime_param = _AsTyped(parameter)


class _AsTyped:
    """Stands where a parameter keeps what converts its values, until one comes that has to be converted."""

    def __init__(self, parameter: Any) -> None:
        self._parameter = parameter

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """The value as the command gets it."""
        wanted = self._parameter.type_descriptor.annotation
        if self._parameter.multiple or self._parameter.nargs != 1:
            if value is None:
                return ()
            if wanted == list[str] and all(type(one) is str for one in value):
                return list(value)
        elif value is None or value is self._parameter.default or (wanted is str and type(value) is str):
            return value
        elif wanted is Path and isinstance(value, str) and os.access(value, os.R_OK):
            return Path(value)
        self._parameter._runtime_param = None  # it makes its own again
        return self._parameter.get_runtime_param().coerce(value, param=param, ctx=ctx)
