"""One line of an event log: decoded and checked, as strictly as can be and as leniently as dotagent reads it."""

from datetime import UTC, datetime
from typing import Annotated, ClassVar

import msgspec

from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.sources.jsonl.lines import BadLine
from dreamtui.text.ids import line_digest

LONGEST = 4 << 20
"""Bytes of a line that is still read; a longer one is skipped."""


class LogRecord(msgspec.Struct, gc=False, rename={"sha": "diff_sha"}):
    """The twelve fields, each with its type checked; only the time must be there."""

    ts: Annotated[datetime, msgspec.Meta(tz=True)]
    actor: str = ""
    tool: str = ""
    host: str = ""
    session: str = ""
    kind: str = ""
    repo: str = ""
    branch: str = ""
    files: list[str] = []
    sha: str = ""
    summary: str = ""
    tags: list[str] = []
    coauthors: ClassVar[tuple[str, ...]] = ()
    reverted: ClassVar[str] = ""


def event_of(record: LogRecord, stamp: str, name: str, number: int, line: bytes) -> Event:
    """A record as an event, with its place in the logs and its time as it is to be said."""
    return Event(
        ts=stamp,
        actor=record.actor,
        kind=record.kind,
        summary=record.summary,
        locator=Locator(Where.FILE, name, number),
        files=tuple(record.files),
        tool=record.tool,
        session=record.session,
        sha=record.sha,
        digest=line_digest(line),
    )


def framed(lines: bytes) -> bytes:
    """Lines so that each but the first and the last is in brackets of its own; those are added when it is read.

    Two bytes longer for every newline, which gives the number of lines.
    """
    return lines.replace(b"\n", b"]\n[")


def read_framed(frame: bytes) -> list[LogRecord]:
    """Many valid lines in one decoding, each in brackets.

    The decoder ignores newlines, the brackets do not: a blank line, half an event or two events with a comma are no
    list of one event, and a line with `][` in it gives more records than there are lines.
    """
    return [record for (record,) in _read_frames(frame)]


_read_frames = msgspec.json.Decoder(tuple[LogRecord]).decode_lines
_read_one = msgspec.json.Decoder(LogRecord).decode


def read_line(line: bytes) -> LogRecord | None:
    """One line that is not perfect: None for a blank one, BadLine for what cannot be read.

    A field of another type than it should have becomes what dotagent makes of it: null is empty, a number is its text.
    """
    try:
        return _read_one(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        if not line.strip():
            return None
    try:
        line.decode()
        fields = msgspec.json.decode(line)
    except UnicodeDecodeError as error:
        raise BadLine("invalid UTF-8") from error
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadLine("not JSON") from error
    if not isinstance(fields, dict):
        raise BadLine("not an object")
    return LogRecord(
        ts=_moment(fields.get("ts")),
        files=_texts(fields.get("files")),
        tags=_texts(fields.get("tags")),
        sha=_text(fields.get("diff_sha")),
        **{name: _text(fields.get(name)) for name in _WORDS},
    )


_WORDS = ("actor", "tool", "host", "session", "kind", "repo", "branch", "summary")


def _moment(value: object) -> datetime:
    """The event's time; one without a zone is UTC."""
    if not isinstance(value, str):
        raise BadLine("no usable time")
    try:
        moment = datetime.fromisoformat(value.strip())
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadLine("no usable time") from error


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return ""


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
