"""The source of a piece of evidence: the commit with its patch, the lines around the one meant, the conversation."""

import re
from dataclasses import dataclass
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.evidence import lines_named
from dreamtui.model.evidence import Evidence, Where
from dreamtui.text.danger.risks import mask
from dreamtui.text.jsons import read_json
from dreamtui.text.quotes import line_saying

AROUND = 200
"""Lines shown before and after the one that is meant."""

_FIRST_FIELDS = ("summary", "ts", "actor", "kind", "files", "branch")
"""Fields of an event in the order in which people ask for them; the others come after."""
_KEY_BEGINS = re.compile(rb"-----BEGIN .{0,60}PRIVATE KEY")


@dataclass(frozen=True, slots=True)
class EvidenceSource:
    """The current content of a place."""

    title: str
    """What it is, in a few words."""
    text: str
    """The commit with its patch, or the file's lines; empty when there is nothing to show."""
    line: int = 0
    """The line that is meant, counted in the file from 1; 0 for none."""
    first: int = 1
    """Number in the file of the first line of `text`."""
    is_patch: bool = False
    """Whether the text is a commit with its patch."""
    path: Path | None = None
    """The file, when there is one that can be opened."""
    meant: tuple[int, int] | None = None
    """Of a conversation the lines of `text` that are the record meant, from 0, and the one after; its lines have no
    numbers of their own."""
    before: str = ""
    """Lines before `text` in which a private key begins, so that the rest of it is known for what it is."""

    @property
    def masked(self) -> str:
        """`text` with every secret replaced, also one that began before it."""
        return "\n".join(mask(self.before + self.text).split("\n")[self.before.count("\n") :])


def source_of(desk: Desk, piece: Evidence) -> EvidenceSource:
    """The place of a piece of evidence, read now; the title says so if it is gone."""
    place = piece.locator
    match place.where:
        case Where.COMMIT:
            from dreamtui.sources.git import objects

            text = objects.show(desk.workspace.root, place.ref)
            if text is None:
                return EvidenceSource(f"commit {place.ref[:12]} is not in this repository; only the quote is left", "")
            return EvidenceSource(f"commit {place.ref}", text, is_patch=True)
        case Where.FILE:
            return _file(desk, place.ref, place.line, piece.quote)
        case Where.RECORD:
            from dreamtui.desk.queue.transcript_evidence import conversation

            found = conversation(desk, piece)
            return EvidenceSource(found.title, found.text, found.line, path=found.path, meant=found.meant)
        case Where.TEXT:
            where = f" They are in {place.ref}, which is not opened." if place.ref else ""
            return EvidenceSource(f"Only these words were kept; there is no commit or file to look at.{where}", "")
        case _:
            return EvidenceSource("From the recall store, which keeps nothing more than this.", "")


def _file(desk: Desk, ref: str, line: int, quote: str) -> EvidenceSource:
    """A file around the line that is meant; where the place names none, around the one that says the quote."""
    lines = lines_named(desk, ref)
    if lines is None:
        return EvidenceSource(f"{ref} is gone or cannot be read; only the quote is left", "")
    if not line:
        at = line_saying([one.decode("utf-8", "replace") for one in lines], quote)
        line = 0 if at is None else at + 1
    told = _event(lines[line - 1]) if ref.endswith(".jsonl") and 0 < line <= len(lines) else []
    if told:
        text = "\n".join(told)
        return EvidenceSource(f"{ref}, line {line}", text, line, path=desk.layout.real(ref), meant=(0, len(told)))
    start = max(0, line - 1 - AROUND)
    some = lines[start : max(line, 1) + AROUND]
    gone = f", which has {len(lines)} lines only" if line > len(lines) else ""
    where = f", line {line}{gone}" if line else ""
    text = b"\n".join(some).decode("utf-8", "replace")
    begun = max((n for n, one in enumerate(lines[:start]) if _KEY_BEGINS.search(one)), default=start)
    before = b"".join(one + b"\n" for one in lines[begun:start]).decode("utf-8", "replace")
    return EvidenceSource(f"{ref}{where}", text, line, start + 1, path=desk.layout.real(ref), before=before)


def _event(line: bytes) -> list[str]:
    """An event of a log, field by field, the most telling first; empty if the line is not an event."""

    try:
        fields = read_json(line)
    except (ValueError, RecursionError):
        return []
    if not isinstance(fields, dict) or not isinstance(fields.get("summary"), str):
        return []
    names = dict.fromkeys((*_FIRST_FIELDS, *fields))
    told = ((name, _value(fields.get(name))) for name in names)
    return [f"{name}: {value}" if name != "summary" else value for name, value in told if value]


def _value(value: object) -> str:
    """A field's value on one line."""
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    return "" if value is None else " ".join(str(value).split())
