"""The boundary of our files: anything that cannot be read raises one error, with the path of the file."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from dreamtui.model.errors import Malformed


@contextmanager
def reading(path: str = "") -> Iterator[None]:
    """Around all code that parses the bytes of one file; the path if the reader knows it."""
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
