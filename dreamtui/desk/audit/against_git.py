"""The records held against the commits that brought them: who committed each, in which order, and that none changed."""

from collections.abc import Mapping
from dataclasses import dataclass

from dreamtui.desk.desk import Desk
from dreamtui.model.decision import Decision
from dreamtui.sources.git.record_commits import FileCommit, folder_commits
from dreamtui.sources.identity import Roster, read_roster
from dreamtui.store.layout import AUDIT
from dreamtui.text.dates import read_instant
from dreamtui.text.ids import slug
from dreamtui.text.inert import inert_line
from dreamtui.text.words import counted

_CLOCKS_DIFFER = 3600
"""Seconds by which the clocks of two machines may differ."""


@dataclass(frozen=True, slots=True)
class CommitVerdict:
    """What the commits of the records say."""

    rewritten: tuple[str, ...] = ()
    """Records that a commit changed or took away, a sentence each."""
    odd: tuple[str, ...] = ()
    """Records that somebody else committed, or that came before what they follow, a sentence each."""
    remarks: tuple[str, ...] = ()
    """What could not be told, a sentence each."""


def against_git(desk: Desk, records: Mapping[str, Decision]) -> CommitVerdict:
    """Hold records, by their logical path, against the commits that brought them."""
    if not desk.workspace.has_agent:
        return CommitVerdict(remarks=("the records are outside the repository, so no commit has them",))
    looked = folder_commits(desk.layout.real(AUDIT)) if desk.layout.real(AUDIT).is_dir() else None
    if looked is None:
        return CommitVerdict(remarks=("there is no commit to check the records against",))
    roster = read_roster(desk.workspace.root)
    by_path: dict[str, list[tuple[int, FileCommit]]] = {}
    for place, found in enumerate(reversed(looked.found)):
        by_path.setdefault(f"{AUDIT}/{found.path}", []).append((place, found))
    rewritten = [
        inert_line(f"{path} was {_DONE[found.what]} in commit {found.commit[:7]} by {found.name}")
        for path, every in sorted(by_path.items())
        for at, (_, found) in enumerate(every)
        if at or found.what != "A"
    ]
    rewritten += [
        inert_line(f"{path} is missing; commit {every[-1][1].commit[:7]} has it")
        for path, every in sorted(by_path.items())
        if path not in records and every[-1][1].what != "D" and not desk.layout.real(path).exists()
    ]
    born = {path: every[0] for path, every in by_path.items()}
    paths = {made.id: path for path, made in records.items()}
    odd = [said for path, made in records.items() if path in born for said in _odd(path, made, paths, born, roster)]
    remarks = ["the history is cut off here; older commits are not checked"] if looked.shallow else []
    if waiting := sum(path not in born for path in records):
        remarks.append(f"{counted(waiting, 'record is', 'records are')} not committed yet")
    return CommitVerdict(tuple(rewritten), tuple(odd), tuple(remarks))


_DONE = {"A": "added again", "M": "rewritten", "D": "taken away", "T": "made something else"}


def _odd(
    path: str, made: Decision, paths: Mapping[str, str], born: Mapping[str, tuple[int, FileCommit]], roster: Roster
) -> list[str]:
    _, by = born[path]
    what = f"{made.verb} {made.short}"
    said = []
    known = roster.person(by.name, by.email)
    if made.actor.casefold() not in {one.casefold() for one in (known, by.name, by.email, slug(by.name))}:
        said.append(f"{what} says that {made.actor} decided, and {known} committed it ({by.commit[:7]})")
    moment = read_instant(made.when)
    if moment is not None and by.when and moment.timestamp() > by.when + _CLOCKS_DIFFER:
        said.append(f"{what} is dated {made.when[:16]}, after the commit that brought it ({by.commit[:7]})")
    for parent in made.parents:
        before = born.get(paths.get(parent, ""))
        if parent in paths and (before is None or _is_later(before, born[path])):
            said.append(f"{what} was committed before {parent[:8]}, which it follows")
    return [inert_line(one) for one in said]


def _is_later(one: tuple[int, FileCommit], other: tuple[int, FileCommit]) -> bool:
    return one[0] > other[0] and one[1].commit != other[1].commit
