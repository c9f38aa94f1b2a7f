"""A plan that nobody was shown is made once more when a file changed under it."""

from collections.abc import Callable
from typing import TypeVar

from dreamtui.model.change import ChangeSet
from dreamtui.model.errors import Changed, OutOfDate

T = TypeVar("T")


def once_more(run: Callable[[], T], unless: ChangeSet | None = None) -> T:
    """What `run` gives: it plans and writes, so after a change by somebody else it starts from what stands there now.

    Not where a person was shown a preview, `unless`, and has to look again. A second change at that very moment is
    told; what is out of date is planned again by those who propose it.
    """
    try:
        return run()
    except OutOfDate:
        raise
    except Changed:
        if unless is not None:
            raise
        return run()
