"""Beginning: a curriculum proposed from the repository, or the eleven verticals of the protocol, written once."""

from dataclasses import dataclass, replace

from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import asked
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Refused, Usage
from dreamtui.text.owners import OwnerLine
from dreamtui.text.owners import parse as parse_owners
from dreamtui.training.curriculum.curriculum import CURRICULUM, DEFAULT, ELEVEN, Curriculum, parse, render
from dreamtui.training.curriculum.levels import PRESETS
from dreamtui.training.curriculum.proposed import propose
from dreamtui.training.curriculum.window import NightWindow, read_hours

_CODEOWNERS = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")


@dataclass(frozen=True, slots=True)
class Begun:
    """A curriculum that was written, or would be."""

    curriculum: Curriculum
    reasons: tuple[str, ...]
    """Where each vertical comes from."""
    changes: ChangeSet


def begin(
    desk: Desk, *, eleven: bool = False, preset: str = "", hours: str = "", zone: str = "", dry_run: bool = False
) -> Begun:
    """Write the curriculum; Refused where there is one, which is a person's to edit."""
    if preset and preset not in PRESETS:
        raise Usage(f"there is no preset {preset!r}; use one of {', '.join(PRESETS)}")
    if not dry_run:
        desk.decides()
    if desk.store.read(CURRICULUM) is not None:
        raise Refused(f"{CURRICULUM} already exists; edit it, and check it with `dreamtui train status`")
    found = () if eleven else propose(_tracked(desk), _owners(desk))
    verticals = tuple(one.vertical for one in found) or ELEVEN
    reasons = tuple(one.why for one in found) or tuple("the protocol's" for _ in ELEVEN)
    made = replace(DEFAULT, verticals=verticals, window=_window(hours, zone), is_written=True)
    if preset:
        made = replace(made, thresholds=PRESETS[preset])
    data = render(made, reasons)
    parse(data)
    changes = ChangeSet.of(Change(CURRICULUM, None, data))
    if not dry_run:
        with desk.store.writing(desk.writer()) as transaction:
            transaction.apply(changes, "curriculum", verticals=[one.name for one in verticals])
    return Begun(made, reasons, changes)


def _window(hours: str, zone: str) -> NightWindow:
    if not hours:
        return NightWindow(zone=zone)
    try:
        return NightWindow(*read_hours(hours), zone)
    except ValueError as problem:
        raise Usage(str(problem)) from None


def _tracked(desk: Desk) -> frozenset[str]:
    from dreamtui.sources.git.objects import tracked_files

    return asked(lambda: tracked_files(desk.workspace.root)) or frozenset()


def _owners(desk: Desk) -> tuple[OwnerLine, ...]:
    for place in _CODEOWNERS:
        data = desk.store.read_output(place)
        if data is not None:
            return parse_owners(data.decode("utf-8", "replace").splitlines())
    return ()
