"""What one person has here: words begun, the place they were, the mark of their console, files lent to programs."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.model.sitting import ResumePoint, SavedDraft
from dreamtui.sources.workspace import data_home

if TYPE_CHECKING:
    from dreamtui.store.person.presence import Presence


def load_draft(desk: Desk, item: str, verb: str) -> SavedDraft | None:
    from dreamtui.store.person import drafts

    return drafts.load(desk.layout, data_home(desk.env), item, verb)


def save_draft(desk: Desk, draft: SavedDraft) -> None:
    from dreamtui.store.person import drafts

    drafts.save(desk.layout, data_home(desk.env), draft)


def drop_draft(desk: Desk, item: str, verb: str = "") -> None:
    """Forget the drafts of an item, or the one for this verb."""
    from dreamtui.store.person import drafts

    drafts.drop(desk.layout, data_home(desk.env), item, verb)


def every_draft(desk: Desk) -> list[SavedDraft]:
    from dreamtui.store.person import drafts

    return drafts.everything(desk.layout, data_home(desk.env))


def unreadable_drafts(desk: Desk) -> tuple[str, ...]:
    """What a person has to know of drafts that cannot be read, a sentence each."""
    from dreamtui.store.person import drafts

    return drafts.unreadable(desk.layout, data_home(desk.env))


def load_place(desk: Desk, name: str = "") -> ResumePoint:
    """Where a console was left; a queue of several workspaces is named and has a place of its own."""
    from dreamtui.store.person import resume

    return resume.load(desk.layout, name) if name else resume.load(desk.layout)


def save_place(desk: Desk, place: ResumePoint, name: str = "") -> None:
    from dreamtui.store.person import resume

    if desk.layout.home.is_dir():
        resume.save(desk.layout, place, name) if name else resume.save(desk.layout, place)


def presence_mark(desk: Desk) -> "Presence":
    """The mark that a console is open here, held or another's; raises what keeps it from being made."""
    from dreamtui.store.index.schema import prepare_state
    from dreamtui.store.person.presence import Presence

    prepare_state(desk.layout)
    return Presence.take(desk.layout.state / "presence", who=desk.actor, now=desk.now)


def lend(desk: Desk, name: str, text: str, suffix: str = ".md") -> Path:
    """A private file for another program."""
    from dreamtui.store.files import small

    return small.write(desk.layout, name, text, suffix=suffix)


def take_back_lent(path: Path) -> str | None:
    """What the other program left in a private file, which goes; None if it is no text."""
    from dreamtui.store.files import small

    text = small.read(path)
    small.remove(path)
    return text


def error_log(env: Mapping[str, str]) -> Path:
    from dreamtui.store.person import errorlog

    return errorlog.path(env)


def run_log(env: Mapping[str, str]) -> Path:
    """Where every unattended run leaves a line."""
    from dreamtui.store.person import errorlog

    return errorlog.run_log(env)


def keep_error(text: str, env: Mapping[str, str]) -> str:
    """Append a traceback to the error log; returns its path."""
    from dreamtui.sources.workspace import home_folder
    from dreamtui.store.person import errorlog

    return errorlog.keep(text, {**env, "HOME": str(home_folder(env))})
