"""What was said in conversations about a workspace: Claude Code's transcripts, only what is new of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.model.evidence import Event, Skip
from dreamtui.store.files.small import load_blob, save_blob

if TYPE_CHECKING:
    from dreamtui.sources.transcripts import TranscriptScan, TranscriptSnapshot

SIGNALS = frozenset({"correction", "failing_command", "remembered"})
"""What only conversations can show; not looked for where they are not read."""
_CACHE = "transcripts.msgpack"

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Heard:
    moments: tuple[Event, ...] = ()
    """Everything that a signal may want, or that is evidence of something."""
    files: int = 0
    sessions: int = 0
    skipped: int = 0
    skips: tuple[Skip, ...] = ()
    remarks: tuple[str, ...] = ()
    """What else is to be known, a sentence each."""
    read: bool = False
    """Whether conversations were looked for at all."""


def hear(desk: Desk, progress: Progress | None, cancelled: Callable[[], bool] | None, *, keep: bool) -> Heard:
    """The moments in the transcripts of this workspace and its worktrees; `keep` remembers how far was read."""
    if not desk.config["dreamtui.transcripts"]:
        return Heard()
    claude = desk.memory.claude
    saved = load_blob(desk.layout.state / _CACHE)
    if not saved and not (claude / "projects").is_dir():
        return Heard(read=True)
    from dreamtui.sources import transcripts
    from dreamtui.sources.claude.sessions import roots_of

    previous = transcripts.TranscriptSnapshot.from_bytes(saved) if saved else None
    found = transcripts.find(claude, roots_of(desk.workspace), previous=previous)
    told = (lambda done, total: progress("reading transcripts", done, total)) if progress else None
    scanned = transcripts.scan(found, previous=previous, cancelled=cancelled, progress=told)
    if keep and desk.layout.home.is_dir() and (data := scanned.snapshot.to_bytes()) != saved:
        save_blob(desk.layout.state / _CACHE, data)
    return Heard(
        tuple(scanned.events),
        scanned.files,
        len(scanned.sessions),
        scanned.skipped,
        tuple(scanned.skips),
        tuple(_remarks(scanned)),
        read=True,
    )


def known(desk: Desk) -> "TranscriptSnapshot | None":
    """How far the transcripts were read; None when they never were."""
    from dreamtui.sources.transcripts import TranscriptSnapshot

    saved = load_blob(desk.layout.state / _CACHE)
    return TranscriptSnapshot.from_bytes(saved) if saved else None


def _remarks(scanned: "TranscriptScan") -> list[str]:
    """What a person should know about the transcripts."""
    said = []
    if scanned.rewritten:
        names, count = ", ".join(scanned.rewritten[:3]), len(scanned.rewritten)
        said.append(f"transcripts that did more than grow were read again ({count}): {names}")
    if scanned.vanished:
        said.append(f"transcripts that are gone: {len(scanned.vanished)}; what was read in them is kept")
    return said
