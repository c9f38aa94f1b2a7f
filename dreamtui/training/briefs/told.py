"""What there is to know of a brief beside its text: whose it is, its marks with their reasons, what was checked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dreamtui.kinds.item_files import Gathered
from dreamtui.model.status import Status
from dreamtui.text.lines import Line, plain
from dreamtui.training.marks.scores import DIMENSIONS, HIGHEST, grade, mean
from dreamtui.training.marks.weighing import reason_words

if TYPE_CHECKING:
    from dreamtui.training.briefs.plans import BriefFiles


def told(held: "Gathered[BriefFiles]") -> Iterator[Line]:
    """For the command line and for the console."""
    files = held.files
    made = files.made
    yield plain(f"{made.vertical}, night of {made.night}", "heading", wraps=False)
    yield plain(f"cycle {made.cycle} · {made.level} · {made.output}", indent=2)
    marks = made.marks or files.proposed
    if marks:
        whose = "Marks" if made.status is Status.ACCEPTED else "Proposed marks"
        yield plain()
        yield plain(f"{whose}: {mean(marks)} ({grade(mean(marks))})", "heading", wraps=False)
        proposed = {one.dimension: one for one in files.weighed.marks} if made.status is not Status.ACCEPTED else {}
        for one in DIMENSIONS:
            if one in marks:
                yield plain(f"{one.value:<14}{marks[one]:>3} of {HIGHEST}", indent=2)
                for further, said in reason_words(proposed[one]) if one in proposed else ():
                    yield plain(said, "dim", indent=4 + further, hanging=2)
    if made.notes:
        yield plain()
        yield plain("Coaching", "heading")
        yield plain(made.notes, indent=2)
    if files.checked:
        yield plain()
        yield plain("What was checked", "heading")
        for said in files.checked:
            yield plain(said, indent=2, hanging=2)
