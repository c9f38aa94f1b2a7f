"""What a scan of transcripts leaves for the next one, as bytes and back."""

from dataclasses import dataclass, field

import msgspec

from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.sources.jsonl.lines import FilePosition, plausible
from dreamtui.sources.snapshots import decode_snapshot, encode_snapshot

TOOL = "claude_code"
"""The tool and, for what the agent did, the actor of every event."""
USER = "user"
"""The actor of what the person did; who it was the transcript does not say."""
SUMMARY = 500
"""Characters of a summary."""


class Moment(msgspec.Struct, array_like=True, gc=False):
    """Something that happened in a session."""

    key: str
    """What it is recognised by where a record was copied: its kind with the id of the tool call or of the record."""
    kind: str
    ts: str
    session: str
    uuid: str
    """Id of the record; empty when it has none."""
    line: int
    """Line of the record, from 1."""
    summary: str
    subject: str
    """What it is about, in a normal form."""
    digest: str
    by_user: bool
    files: tuple[str, ...] = ()
    """Files it concerns, relative to the repository."""

    def event(self, file: str) -> Event:
        """The event, for the transcript of that name."""
        return Event(
            ts=self.ts,
            actor=USER if self.by_user else TOOL,
            kind=self.kind,
            summary=self.summary,
            locator=Locator(Where.RECORD, f"{file}#{self.uuid}", self.line),
            files=self.files,
            tool=TOOL,
            session=self.session,
            digest=self.digest,
            subject=self.subject,
        )


def one_line(text: str, longest: int = SUMMARY) -> str:
    """Text on one line, cut at a word where it is too long."""
    line = " ".join(text[: longest * 4].split())
    if len(line) <= longest:
        return line
    head, blank, _ = line[: longest + 1].rpartition(" ")
    return head if blank and len(head) > longest // 2 else line[:longest]


PENDING = 256
"""Tool calls without a result that are remembered of a file, the newest."""
SKIPS = 20
"""Skipped lines that are named of a file; all are counted."""


class Call(msgspec.Struct, array_like=True, gc=False):
    """A tool call whose result has not been read yet."""

    name: str
    given: bytes
    """What it was given, as JSON; empty when that is long, then the two that follow say what of it matters."""
    detail: str = ""
    """The command of Bash, the plan, the query: what tells which call it is."""
    file: str = ""
    """The file it concerns, as it was named."""
    saved: Moment | None = None
    """What it saves, when it writes a memory; counts when the result is no error."""


class SessionFacts(msgspec.Struct, array_like=True, gc=False):
    """What one transcript says about one session."""

    first: str = ""
    last: str = ""
    prompts: list[str] = []
    """Keys of the person's prompts."""
    title: str = ""
    rank: int = 0
    """How good the title is: given by the person 3, by Claude 2, a summary 1."""


class FileState(msgspec.Struct, gc=False):
    stem: str
    """Session of records that name none."""
    subagent: bool
    """Whether it is a subagent's, so that nobody in it is human."""
    mark: FilePosition = msgspec.field(default_factory=FilePosition)
    gone: bool = False
    """Whether the file is not there any more; what was drawn from it stays."""
    cwd: str = ""
    """Working directory of the last record that named one."""
    ts: str = ""
    """Time of the last record that had one."""
    uuid: str = ""
    calls: dict[str, Call] = {}
    """Tool calls without a result, by their id."""
    stopped: int = 0
    """Whether the person stopped the agent and has not yet said why: 1 while it spoke, 2 before a tool was used."""
    failed: dict[str, str] = {}
    """The line that told of it, by the command that failed and was neither repeated nor made good by an edit yet."""
    touched: list[str] = []
    """Files the agent changed since the last prompt."""
    leaves: dict[str, str] = {}
    """Summaries whose session is not known yet, by the record they belong to."""
    sessions: dict[str, SessionFacts] = {}
    """Sessions in the file, by id."""
    moments: list[Moment] = []
    skips: list[tuple[int, str]] = []
    """The first lines that were skipped, and why."""

    def copy(self) -> "FileState":
        """A state of its own, so that a scan that is cancelled leaves the earlier one as it was."""
        return _decode(encode_snapshot(self))


_decode = msgspec.msgpack.Decoder(FileState).decode


_VERSION = 1
_DRAWN = 3
"""Changes with what is drawn from a record, so that what an older version kept is read again."""


class Origin(msgspec.Struct, array_like=True, gc=False):
    """Where the conversation in a file took place, as its first records say."""

    inode: int
    """Inode of the file that was looked at."""
    size: int
    """Its size then; a file without an answer is looked at again when it has grown."""
    cwds: list[str]
    """Working directories, sorted; empty when no record named one."""


class _Saved(msgspec.Struct, array_like=True):
    version: int
    drawn: int
    claude: str
    roots: list[str]
    origins: dict[str, Origin]
    files: dict[str, FileState]


@dataclass(slots=True)
class TranscriptSnapshot:
    """What was read, by the names of the files relative to the folder of all projects."""

    claude: str = ""
    """The folder of all projects, as it was given."""
    roots: tuple[str, ...] = ()
    """The roots whose conversations were looked for."""
    origins: dict[str, Origin] = field(default_factory=dict)
    """Where each file belongs, those of other projects too, so that they need not be opened again."""
    files: dict[str, FileState] = field(default_factory=dict)
    """What is remembered of each file that belongs here."""

    def to_bytes(self) -> bytes:
        """As MessagePack."""
        files = dict(sorted(self.files.items()))
        return encode_snapshot(_Saved(_VERSION, _DRAWN, self.claude, list(self.roots), self.origins, files))

    @classmethod
    def from_bytes(cls, data: bytes) -> "TranscriptSnapshot | None":
        """Read what `to_bytes` made; None for anything else, so that everything is read again."""
        saved = decode_snapshot(data, _Saved)
        if saved is None or (saved.version, saved.drawn) != (_VERSION, _DRAWN):
            return None
        if not plausible(state.mark for state in saved.files.values()):
            return None
        return cls(saved.claude, tuple(saved.roots), saved.origins, saved.files)
