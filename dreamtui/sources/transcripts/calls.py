"""Tool calls: what of them is remembered until their result comes, and which files they concern."""

import posixpath
import re
from collections.abc import Sequence
from enum import Enum, auto, unique
from typing import Any

import msgspec

from dreamtui.sources.transcripts.commands import normal_command, telling_line
from dreamtui.sources.transcripts.record import ContentBlock, TranscriptRecord, fields_of
from dreamtui.sources.transcripts.state import Call, one_line
from dreamtui.text.markup import frontmatter

_PROJECTS = "/.claude/projects/"
"""Where Claude Code keeps the memory of each project, with `\\` turned into `/`."""
_INDEX = "MEMORY.md"
_DETAIL = 2000
_LONG = 4096
"""Bytes from which on what a call was given is not kept whole."""
WRITERS = frozenset({"Write", "Edit", "MultiEdit"})
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


class _Given(msgspec.Struct, gc=False):
    """Of what a call was given the parts that tell which it is, in the order in which the first counts."""

    file_path: str | None = None
    notebook_path: str | None = None
    path: str | None = None
    command: str | None = None
    plan: str | None = None
    query: str | None = None
    pattern: str | None = None
    url: str | None = None
    skill: str | None = None
    description: str | None = None
    prompt: str | None = None


_given = msgspec.json.Decoder(_Given).decode


def kept_call(call: ContentBlock | Call) -> Call:
    """A call as it is remembered: what it was given is copied, and only looked at when it is needed."""
    if isinstance(call, Call):
        return call
    kept = Call(call.name, bytes(call.input))
    if len(kept.given) > _LONG:
        kept.detail, kept.file = _detail_and_file(kept.given)
        kept.given = b""
    return kept


def memory_in(block: ContentBlock) -> tuple[str, str] | None:
    """Name and description of the memory that a call writes; None when it writes something else."""
    fields = fields_of(block.input)
    path = fields.get("file_path")
    return _memory(path, fields) if isinstance(path, str) else None


def looked_at(call: ContentBlock | Call) -> Call:
    """The call with its detail and file read from what it was given."""
    call = kept_call(call)
    if call.given:
        call.detail, call.file = _detail_and_file(call.given)
        call.given = b""
    return call


def _detail_and_file(raw: bytes) -> tuple[str, str]:
    try:
        given = _given(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        fields = fields_of(msgspec.Raw(raw))
        texts = {name: value for name in _Given.__struct_fields__ if isinstance(value := fields.get(name), str)}
        given = _Given(**texts)
    detail = given.command or given.plan or given.query or given.pattern or given.url or given.skill
    detail = detail or given.description or given.prompt or ""
    return detail[:_DETAIL], (given.file_path or given.notebook_path or given.path or "")[:_DETAIL]


def _memory(path: str, fields: dict[str, Any]) -> tuple[str, str] | None:
    """Name and description of a memory that a call writes; None when it writes something else."""
    _, _, below = f"/{path}".replace("\\", "/").partition(_PROJECTS)
    project, _, kept = below.partition("/")
    folder, _, file = kept.partition("/")
    parts = file.split("/")
    name = parts[-1]
    if not (project and folder == "memory" and all(parts)) or name in (_INDEX, ".md") or not name.endswith(".md"):
        return None
    text = next((value for name in ("content", "new_string") if isinstance(value := fields.get(name), str)), "")
    named = frontmatter.read(text[:LONGEST_HEAD].encode("utf-8", "replace"))
    described = named.get("description") or named.get("name")
    first = next((line for line in text[:LONGEST_HEAD].splitlines() if line.strip("-# \t")), "")
    return file, one_line(described or first.strip("-# \t"))


LONGEST_HEAD = 4000
"""Characters of a memory in which its name and description are looked for."""


def about(call: Call | None) -> str:
    """A call in a few words, for one that was turned down."""
    if call is None:
        return "a tool call"
    if call.name == "Bash" and call.detail:
        return f"`{one_line(call.detail, 200)}`"
    if call.file:
        return f"{call.name} of {call.file}"
    return f"{call.name}: {one_line(call.detail, 120)}" if call.detail else call.name


def repo_path(path: str, cwd: str, roots: Sequence[str]) -> str:
    """A path relative to the root it lies in; empty for one outside of all."""
    if not path:
        return ""
    whole = plain(path)
    if not is_absolute(whole):
        whole = plain(f"{cwd}/{whole}") if is_absolute(plain(cwd)) else whole
    for root in roots:
        if whole.startswith(root.rstrip("/") + "/"):
            return whole[len(root.rstrip("/")) + 1 :]
    return ""


def plain(path: str) -> str:
    """A path with slashes as everywhere and without `.` and `..`; only looked at, never followed."""
    slashed = path.replace("\\", "/") if _DRIVE.match(path) else path
    return posixpath.normpath(slashed) if slashed else ""


def is_absolute(path: str) -> bool:
    """Whether a path, with slashes as everywhere, names its place by itself."""
    return path.startswith("/") or _DRIVE.match(path) is not None


LONGEST = 4000
"""Characters of a result that are looked at."""

_REASONS = re.compile(
    r"(?:The user provided the following reason for the rejection:|[Tt]he user said:)\s*(?P<reason>.+)", re.DOTALL
)
_REJECTED = re.compile(r"(?:Error:\s*)?(?:The user doesn't want to proceed with this tool use|User rejected tool use)")
_BY_USER = "user-rejected"
_TURNED_DOWN = b'"User rejected tool use"'
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
_APPROVED = re.compile(r"User has approved (?:your|the) plan", re.IGNORECASE)
_ANSWERED = re.compile(r"User has answered your questions?:\s*(?P<answers>.+)", re.DOTALL | re.IGNORECASE)
_PAIR = re.compile(r'"((?:[^"\\]|\\.)+)"\s*=\s*"((?:[^"\\]|\\.)*)"')


_EXIT = re.compile(r"\s*(?:Error:\s*)?Exit code \d")
_SAID = 1500
"""Characters of a result from which on it was not typed."""
_LINES = 12
_OUTPUT = re.compile(
    r"^[ \t]*(?:"
    r"(?:\w{1,40} )?"
    r"(?:error|fatal|warning|warn|hint|usage|traceback|err!|note|failure|exception|panic|npm|make)\b ?[:!\[(]"
    r"|npm (?:err|warn)|make\[\d|FAIL|ERROR\b|E {3}|[$>#%✖×✗✘✓●│┃╭╰┌└━─═|+*]|--|==|\.\.\.|at \S{1,200} ?\("
    r"|\w{1,60}(?:Error|Exception)\b|[A-Z][A-Z_]{2,40} ?[:=]|\S{1,200}:\d|\d+[:.|]|\{|\[|<)"
    r"|command not found|no such file or directory|permission denied|exit (?:code|status)|not a git repository"
    r"|: not found\b|is not recognized as|timed out after",
    re.IGNORECASE | re.MULTILINE,
)
"""What programs write and people do not."""
_TYPED = re.compile(
    r"\b(?:I|we|you|let's|lets|please|pls|don't|dont|do not|instead|should|shouldn't|I'm|I'd|I've|we're|we'll|you're|"
    r"yourself|my|our|your)\b"
    r"|\A\W{0,3}(?:no|nope|not|wait|stop|hold on|hmm|sorry|thanks|ok|okay|yes|yeah|actually|why|what|how|first|just|"
    r"only|never|always|use|run|try|add|remove|change|skip|keep|move|copy|rename|check|look|read|go|do|put|fix|revert|"
    r"leave|ask|commit|make sure)\b",
    re.IGNORECASE,
)
"""Words of somebody who speaks to somebody."""
_LETTER = re.compile(r"[^\W\d_]")


def is_spoken(text: str) -> bool:
    """Whether an error is what a person typed when they turned a command down: some versions hand it on as it is.

    What ran says how it ended, or looks like the output of a program; in doubt nobody says that a command failed.
    """
    bare = text.strip().replace("’", "'")
    if not bare or len(bare) > _SAID or bare.count("\n") >= _LINES or _EXIT.match(bare):
        return False
    if "\x1b" in bare or "\r" in bare or _OUTPUT.search(bare):
        return False
    if _TYPED.search(bare):
        return True
    letters = _LETTER.findall(bare)
    return sum(not letter.isascii() for letter in letters) * 3 > len(letters)  # in another script than programs write


@unique
class ErrorKind(Enum):
    """What a result that says it is an error is."""

    REJECTED = auto()
    NOISE = auto()
    ERROR = auto()


def outcome(text: str, *, refused: bool = False) -> ErrorKind:
    """What kind of error a result is; `refused` says that the record names a refusal, whatever its words."""
    bare = text.strip()
    if _REJECTED.match(bare):
        return ErrorKind.REJECTED
    if not bare or bare in _MUTE or _NOISE.match(bare):
        return ErrorKind.NOISE
    return ErrorKind.REJECTED if refused else ErrorKind.ERROR


def is_refused(record: TranscriptRecord) -> bool:
    """Whether a record names its result as a refusal of the person."""
    return record.denial == _BY_USER or bytes(record.result) == _TURNED_DOWN


def reason_of(text: str) -> str:
    """The reason a person gave for turning a tool call down; empty when there is none."""
    match = _REASONS.search(text)
    if match:
        return match["reason"].strip()
    return "" if _REJECTED.match(text.strip()) else text.strip()


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
