"""The boundary of our files: whatever cannot be read inside comes out as one error, with the path of the file."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from dreamtui.model.errors import Malformed


@contextmanager
def reading(path: str = "") -> Iterator[None]:
    """Around everything that turns the bytes of one file into a noun; the path where the reader is told it."""
    try:
        yield
    except Malformed as problem:
        raise problem.at(path) from None
    except json.JSONDecodeError:
        raise Malformed("it is not JSON", path) from None
    except UnicodeError:
        raise Malformed("it is not UTF-8", path) from None
    except ValueError as problem:
        raise Malformed(str(problem), path) from None
