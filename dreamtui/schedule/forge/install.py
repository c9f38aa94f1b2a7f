"""Writes the workflow into the repository and takes it out again; a workflow that somebody changed is left alone."""

from dreamtui.desk.decide.shut import why_shut
from dreamtui.desk.desk import Desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Refused, Usage
from dreamtui.schedule.forge.github import WORKFLOW, workflow
from dreamtui.schedule.tasks import DAILY
from dreamtui.store.files.foreign_file import read_foreign, replace_foreign
from dreamtui.text.cron_times import parse_cron

_OURS = b"# Written by `dreamtui schedule install github-action`."


def install_plan(desk: Desk, cron: str, package: str) -> ChangeSet:
    """The workflow as it is to be; it goes by UTC."""
    if not desk.workspace.has_agent:
        raise Refused("dreamtui's files are not in the repository, which a workflow needs; `dreamtui init` first")
    if not all(letter.isprintable() and letter not in "\"\\'$`" for letter in package):
        raise Usage("what pip installs cannot have quotes, dollar signs or backslashes")
    try:
        times = parse_cron(cron or DAILY)
    except ValueError as problem:
        raise Usage(str(problem)) from None
    before = _read(desk)
    return ChangeSet.of(Change(WORKFLOW.as_posix(), before, workflow(times.text, package).encode()))


def uninstall_plan(desk: Desk) -> ChangeSet:
    return ChangeSet.of(Change(WORKFLOW.as_posix(), _read(desk), None))


def carry_out(desk: Desk, changes: ChangeSet) -> None:
    """Write or remove the file, with a line in the workspace's log."""
    if why := why_shut(desk):
        raise Refused(f"a person decides what runs by itself, and {why}")
    for change in changes.changes:
        replace_foreign(desk.workspace.root / change.path, change.before, change.after, desk.store.port)
        with desk.store.writing(desk.writer()) as transaction:
            what = "schedule install" if change.after is not None else "schedule uninstall"
            transaction.note(what, scheduler="github-action", path=change.path)


def _read(desk: Desk) -> bytes | None:
    data = read_foreign(desk.workspace.root / WORKFLOW)
    if data is not None and not data.startswith(_OURS):
        raise Refused(f"{WORKFLOW} is another workflow; it is left alone")
    return data
