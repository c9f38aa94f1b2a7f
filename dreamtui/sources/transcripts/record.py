"""One line of a transcript: decoded strictly and quickly where it is as it should be, leniently where it is not.

The format is Claude Code's own and changes between versions, so that no field is required and none is trusted.
"""

import json
from typing import Any

import msgspec

from dreamtui.sources.jsonl.lines import BOM, BadLine

LONGEST = 8 << 20
"""Most bytes of a line; a longer one is skipped."""

_NOTHING = msgspec.Raw()


class ContentBlock(msgspec.Struct, gc=False):
    """A content block of a message: text, a tool call or its result; long parts are decoded on demand."""

    type: str = ""
    id: str = ""
    name: str = ""
    tool_use_id: str = ""
    is_error: bool | None = None
    text: msgspec.Raw = _NOTHING
    content: msgspec.Raw = _NOTHING
    input: msgspec.Raw = _NOTHING


class Message(msgspec.Struct, gc=False):
    content: list[ContentBlock] | str | None = None


class TranscriptRecord(msgspec.Struct, gc=False):
    """The fields that are used, of any kind of line."""

    type: str = ""
    subtype: str | None = None
    uuid: str = ""
    session: str = msgspec.field(default="", name="sessionId")
    timestamp: str = ""
    cwd: str = ""
    meta: bool | None = msgspec.field(default=None, name="isMeta")
    sidechain: bool | None = msgspec.field(default=None, name="isSidechain")
    compact: bool | None = msgspec.field(default=None, name="isCompactSummary")
    unseen: bool | None = msgspec.field(default=None, name="isVisibleInTranscriptOnly")
    api_error: bool | None = msgspec.field(default=None, name="isApiErrorMessage")
    message: Message | None = None
    denial: str | None = msgspec.field(default=None, name="toolDenialKind")
    origin: msgspec.Raw = _NOTHING
    error: msgspec.Raw = _NOTHING
    attachment: msgspec.Raw = _NOTHING
    result: msgspec.Raw = msgspec.field(default=_NOTHING, name="toolUseResult")
    summary: msgspec.Raw = _NOTHING
    leaf: msgspec.Raw = msgspec.field(default=_NOTHING, name="leafUuid")
    custom_title: msgspec.Raw = msgspec.field(default=_NOTHING, name="customTitle")
    ai_title: msgspec.Raw = msgspec.field(default=_NOTHING, name="aiTitle")


class RecordRun:
    """Consecutive complete lines, each of them a record."""

    __slots__ = ("data", "ends", "number", "start")

    def __init__(self, data: bytes, start: int, ends: list[int], number: int) -> None:
        self.data = data
        self.start = start
        self.ends = ends
        self.number = number
        """Number of the first line in the file."""

    def line(self, index: int) -> bytes:
        return self.data[self.ends[index - 1] + 1 if index else self.start : self.ends[index]]


_decoder = msgspec.json.Decoder(TranscriptRecord)
decode_lines = _decoder.decode_lines
"""Decodes many well-formed lines at once; it also accepts a record over several lines, and several in one line."""
decode = _decoder.decode
"""Decodes a well-formed line; anything else raises one of the following, and is for `read_record`."""
IMPERFECT = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError)
_CONTROLS = bytes(32 if byte < 32 else byte for byte in range(256))
"""Control characters become blanks: they are invalid in strings, and equal to blanks between values."""
_TEXTS = ("type", "subtype", "uuid", "sessionId", "timestamp", "cwd", "toolDenialKind")
_FLAGS = ("isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "isApiErrorMessage")
_ANY = ("origin", "error", "attachment", "toolUseResult", "summary", "leafUuid", "customTitle", "aiTitle")
_BLANKS = b" \t\r\n\x0b\x0c"


def read_record(line: bytes) -> TranscriptRecord | None:
    """The record of a line, None for a blank one; BadLine if it is malformed."""
    try:
        return decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        bare = line.strip(_BLANKS).removeprefix(BOM)
    if not bare:
        return None
    if bare[0] != 0x7B:
        raise BadLine("nothing but NUL bytes" if not bare.strip(b"\0") else _not_an_object(bare))
    bare = bare.decode("utf-8", "replace").encode().translate(_CONTROLS)
    try:
        return decode(bare)
    except (msgspec.MsgspecError, RecursionError):
        return _lenient(bare)


def _not_an_object(line: bytes) -> str:
    """Why a line that does not begin like a record is malformed."""
    if line[0] not in b'["-0123456789ntf' or len(line) > 1 << 16:
        return "not JSON"
    try:
        msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return "not JSON"
    return "not an object"


def _lenient(line: bytes) -> TranscriptRecord:
    """A record without those of its fields that have the wrong type."""
    try:
        fields = json.loads(line, strict=False)
    except (ValueError, RecursionError) as error:
        raise BadLine("not JSON") from error
    kept: dict[str, Any] = {name: fields[name] for name in _ANY if name in fields}
    kept.update((name, fields[name]) for name in _TEXTS if isinstance(fields.get(name), str))
    kept.update((name, fields[name]) for name in _FLAGS if isinstance(fields.get(name), bool))
    message = fields.get("message")
    if isinstance(message, dict):
        kept["message"] = {"content": _content(message.get("content"))}
    try:
        whole = json.dumps(kept).encode()
        return decode(whole)
    except (msgspec.MsgspecError, RecursionError):
        pass
    try:
        return decode(json.dumps(kept, ensure_ascii=False).encode("utf-8", "replace"))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadLine("not JSON") from error


def _content(value: object) -> str | list[dict[str, Any]] | None:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return [block for one in value if (block := _block(one)) is not None]
    return None


def _block(value: object) -> dict[str, Any] | None:
    """A block without fields of the wrong type; a string among blocks becomes a block of text."""
    if isinstance(value, str):
        return {"type": "text", "text": value}
    if not isinstance(value, dict):
        return None
    block = {name: value[name] for name in ("text", "content", "input") if name in value}
    block.update(
        (name, value[name]) for name in ("type", "id", "name", "tool_use_id") if isinstance(value.get(name), str)
    )
    if isinstance(value.get("is_error"), bool):
        block["is_error"] = value["is_error"]
    return block


def value_of(raw: msgspec.Raw) -> Any:
    """What stands in a part that was left undecoded; None when it is absent or cannot be read."""
    data = bytes(raw)
    if not data:
        return None
    try:
        return msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        pass
    try:
        value = json.loads(data.decode("utf-8", "replace"), strict=False)
        return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return None


def text_of(raw: msgspec.Raw, longest: int) -> str:
    """The words of a part: a text, or the text blocks of a list one below the other; at most so many characters."""
    value = value_of(raw)
    if isinstance(value, str):
        return value[:longest]
    if not isinstance(value, list):
        return ""
    found: list[str] = []
    room = longest
    for one in value:
        words = one.get("text") if isinstance(one, dict) else one
        if isinstance(words, str) and room > 0:
            found.append(words[:room])
            room -= len(words)
    return "\n".join(found)


def fields_of(raw: msgspec.Raw) -> dict[str, Any]:
    """An object that was left undecoded; empty for anything else."""
    value = value_of(raw)
    return value if isinstance(value, dict) else {}
