"""The answer of the last run, for a run that finds every source as that one found it: nothing is read or mined again.

Whether it is so is asked of times, sizes and hashes, never of contents. A window moves with the clock, so the answer
holds until the first thing that it counts leaves the window.
"""

import hashlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from dreamtui.desk import meaning
from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import Heard, SourcesRead
from dreamtui.model.errors import Refused, Unavailable
from dreamtui.model.mining.interface import MineSettings
from dreamtui.sources.embedding.model import NoModel
from dreamtui.sources.identity import Roster
from dreamtui.sources.registry import Registry
from dreamtui.sources.snapshots import code_stamp, decode_snapshot, encode_snapshot
from dreamtui.sources.workspace import data_home
from dreamtui.store.layout import EVENTS
from dreamtui.store.person.sealed import load_sealed, save_sealed
from dreamtui.text.dates import read_instant

_FILE = "answer.msgpack"
_ABOUT = b"answer of a run"
_LARGEST = 64 << 20
_ROOMS = ("desk", "disk", "mining", "model", "sources", "text")
"""What the answer is made by; another version of it may find something else."""


@dataclass(frozen=True, slots=True)
class LastAnswer:
    """What a run found, and when the same question has the same answer."""

    of: str
    """Hash of what was asked and of everything that was read."""
    made: float
    """When, in seconds."""
    holds: float
    """For how many seconds nothing leaves a window."""
    window: int
    """Which of the windows was taken."""
    read: SourcesRead
    """Without the conversations, which are always read."""


def question(desk: Desk, windows: Sequence[MineSettings], people: Roster, registry: Registry, heard: Heard) -> str:
    """A hash of what is asked and of everything that is read, taken before it is read; empty if it cannot be known."""
    from dreamtui.sources.events.scanning import logs_stamp
    from dreamtui.sources.git.stamp import repository_stamp

    about = [replace(window, since="", until="") for window in windows]
    settings = sorted((name, repr(value.value)) for name, value in desk.config.values.items())
    try:
        model = meaning.local_model(desk).key
    except NoModel as problem:
        model = str(problem)
    try:
        git = desk.workspace.trouble or repository_stamp(desk.workspace.root, people)
    except Refused:
        return ""
    logs = logs_stamp(desk.layout.real(EVENTS), desk.workspace.root)
    asked = repr((about, settings, model, people.digest, registry, git, logs, desk.today))
    seen = hashlib.sha256(asked.encode("utf-8", "surrogatepass"))
    seen.update(encode_snapshot(heard))
    seen.update(code_stamp(*_ROOMS).encode())
    return seen.hexdigest()


def load(desk: Desk, of: str) -> LastAnswer | None:
    """The answer to the question with this hash, if it was given before and still holds."""
    body = load_sealed(desk.layout.private_state / _FILE, data_home(desk.env), _ABOUT, _LARGEST) if of else None
    kept = decode_snapshot(body, LastAnswer) if body else None
    if kept is None or kept.of != of:
        return None
    return kept if 0 <= desk.now.timestamp() - kept.made <= kept.holds else None


def save(desk: Desk, answer: LastAnswer) -> None:
    """Keep it for the next run; where it cannot be sealed there is none."""
    with suppress(Unavailable):
        save_sealed(desk.layout.private_state / _FILE, data_home(desk.env), _ABOUT, encode_snapshot(answer))


def holds(since: str, times: Iterable[str]) -> float:
    """Seconds until the first of these leaves a window that begins there now."""
    begin, oldest = read_instant(since), read_instant(min(times, default=""))
    return (oldest - begin).total_seconds() if begin is not None and oldest is not None else float("inf")
