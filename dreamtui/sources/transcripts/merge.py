"""Puts together what the transcripts say: what stands in several of them because it was copied counts once."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from dreamtui.model.evidence import Event
from dreamtui.sources.transcripts.files import PREFIX
from dreamtui.sources.transcripts.moment import Moment
from dreamtui.sources.transcripts.state import FileState


@dataclass(frozen=True, slots=True)
class SessionSeen:
    """A session as its transcripts show it."""

    id: str
    """The session."""
    first: str
    """Time of its first record; empty when none has one."""
    last: str
    """Time of its last record."""
    files: tuple[str, ...]
    """Its transcripts, as locators name them, sorted."""
    prompts: int
    """How often the person said something."""
    title: str
    """Its title: the person's, else Claude's, else a summary; empty when it has none."""


def events_of(files: Mapping[str, FileState]) -> list[Event]:
    """The events of all files in the order of time; of copies the one in a file that is there, by name and line."""
    best: dict[str, tuple[bool, str, int, Moment]] = {}
    for name, state in files.items():
        for moment in state.moments:
            place = (state.gone, name, moment.line, moment)
            other = best.get(moment.key)
            if other is None or place[:3] < other[:3]:
                best[moment.key] = place
    ordered = sorted(best.values(), key=lambda place: (place[3].ts, place[1], place[2], place[3].key))
    return [moment.event(PREFIX + name) for _, name, _, moment in ordered]


def sessions_of(files: Mapping[str, FileState]) -> dict[str, SessionSeen]:
    """The sessions of all files by id; a prompt that was copied into another session counts for the first."""
    ordered = sorted(files.items())
    owners: dict[str, str] = {}
    for _, state in ordered:
        for session, seen in sorted(state.sessions.items()) if len(state.sessions) > 1 else state.sessions.items():
            for key in seen.prompts:
                owners.setdefault(key, session)
    prompts = Counter(owners.values())
    parts: dict[str, list[tuple[str, FileState]]] = {}
    for name, state in ordered:
        for session in state.sessions:
            parts.setdefault(session, []).append((PREFIX + name, state))
    return {session: _session(session, parts[session], prompts[session]) for session in sorted(parts)}


def _session(session: str, parts: list[tuple[str, FileState]], prompts: int) -> SessionSeen:
    """One session from all files that speak of it."""
    seen = [state.sessions[session] for _, state in parts]
    _, title = max(((one.rank, one.title) for one in seen), default=(0, ""))
    return SessionSeen(
        id=session,
        first=min((one.first for one in seen if one.first), default=""),
        last=max((one.last for one in seen), default=""),
        files=tuple(name for name, _ in parts),
        prompts=prompts,
        title=title,
    )
