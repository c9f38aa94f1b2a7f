"""What the result of a tool call says: turned down by the person, noise of the agent's own, or a real error."""

import re
from enum import Enum, auto, unique

import msgspec

from dreamtui.sources.transcripts.commands import normal_command, telling_line
from dreamtui.sources.transcripts.moment import one_line
from dreamtui.sources.transcripts.record import fields_of

LONGEST = 4000
"""Characters of a result that are looked at."""

_REASONS = re.compile(
    r"(?:The user provided the following reason for the rejection:|[Tt]he user said:)\s*(?P<reason>.+)", re.DOTALL
)
_REJECTED = re.compile(r"(?:Error:\s*)?(?:The user doesn't want to proceed with this tool use|User rejected tool use)")
_NOISE = re.compile(
    r"<tool_use_error>|(?:Error:\s*)?(?:"
    r"The user doesn't want to take this action right now"
    r"|File has not been read yet|File has been (?:modified|unexpectedly modified)|File does not exist"
    r"|Path does not exist|String to replace not found|No changes to make|Found \d+ matches of the string"
    r"|No such tool available|Sibling tool|InputValidationError|EISDIR|ENOENT|File content \(|Directory does not exist"
    r"|Cannot read|This tool|No task found"
    r"|Claude requested permissions|This command requires approval|This Bash command contains|Permission to use"
    r"|Permission for this|Tool permission|Hook \S+ denied|Shell \S+ is not running|No shell found|Cancelled:"
    r"|\[Request interrupted|Request interrupted|Interrupted by user|Streaming fallback|Not connected)"
    r"|\S+ (?:in|of|to|from) '[^']*' was blocked\b"
)
"""How results begin that are about how the agent works, not about the project."""
_MUTE = frozenset({"Error", "Error:"})
"""Results that say nothing else."""
_APPROVED = re.compile(r"User has approved (?:your|the) plan", re.IGNORECASE)
_ANSWERED = re.compile(r"User has answered your questions?:\s*(?P<answers>.+)", re.DOTALL | re.IGNORECASE)
_PAIR = re.compile(r'"((?:[^"\\]|\\.)+)"\s*=\s*"((?:[^"\\]|\\.)*)"')


@unique
class Outcome(Enum):
    """What a result that says it is an error is."""

    REJECTED = auto()
    NOISE = auto()
    ERROR = auto()


def outcome(text: str) -> Outcome:
    """What kind of error a result is."""
    bare = text.strip()
    if _REJECTED.match(bare):
        return Outcome.REJECTED
    return Outcome.NOISE if not bare or bare in _MUTE or _NOISE.match(bare) else Outcome.ERROR


def reason_of(text: str) -> str:
    """The reason a person gave for turning a tool call down; empty when there is none."""
    match = _REASONS.search(text)
    return match["reason"].strip() if match else ""


def is_approval(text: str) -> bool:
    """Whether a result says that a plan was approved."""
    return _APPROVED.match(text) is not None


def answers_in(text: str) -> list[tuple[str, str]]:
    """The questions and answers of a result that only tells them in words."""
    match = _ANSWERED.match(text[:LONGEST])
    return _PAIR.findall(match["answers"]) if match else []


_VARYING = re.compile(
    r"0x[0-9a-f]+|[0-9a-f]{8,}(?:-[0-9a-f]{4,})*|(?:/[\w.@~-]+){2,}|\d{4,}|:\d+(?::\d+)?|https?://\S+"
)


def error_subject(tool: str, line: str) -> str:
    """An error without what varies: ids, addresses, paths, places."""
    return f"{tool}: {' '.join(_VARYING.sub('*', line.lower()).split())}"[:120]


def answer_words(answer: object) -> str:
    """An answer as words; of several choices all."""
    if isinstance(answer, str):
        return answer.strip()
    if isinstance(answer, list):
        return ", ".join(one for one in answer if isinstance(one, str))
    return ""


_CAUSES = 20
"""How many errors inside errors are looked at."""


def named_error(error: object, left: int = _CAUSES) -> str:
    """What an error of the API is called."""
    if isinstance(error, str):
        return one_line(error, 120)
    if not isinstance(error, dict) or not left:
        return ""
    inner = error.get("error")
    named = named_error(inner, left - 1) if isinstance(inner, dict | str) else ""
    found = named or next((str(error[key]) for key in ("type", "code", "status") if error.get(key)), "")
    return one_line(found or named_error(error.get("cause"), left - 1), 120)


def stopped_call(attachment: msgspec.Raw, cwd: str) -> tuple[str, str] | None:
    """What a hook stopped and what it said about it; None when the attachment is something else."""
    if b"hook_blocking_error" not in bytes(attachment):
        return None
    fields = fields_of(attachment)
    blocking = fields.get("blockingError")
    words = blocking.get("blockingError") if isinstance(blocking, dict) else blocking
    command = blocking.get("command") if isinstance(blocking, dict) else fields.get("command")
    if fields.get("type") != "hook_blocking_error" or not isinstance(words, str) or not words.strip():
        return None
    name = normal_command(command, cwd) if isinstance(command, str) else ""
    return name or str(fields.get("hookName") or "hook"), telling_line(words) or words
