"""The moments that are drawn from one transcript, as they are kept from one scan to the next."""

import msgspec

from dreamtui.model.evidence import Event, Locator, Where

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
    """The kind of the event."""
    ts: str
    """When."""
    session: str
    """In which session."""
    uuid: str
    """Id of the record; empty when it has none."""
    line: int
    """Line of the record, from 1."""
    summary: str
    """The words, on one line."""
    subject: str
    """What it is about, in a normal form."""
    digest: str
    """Digest of the line."""
    by_user: bool
    """Whether the person did it."""
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
