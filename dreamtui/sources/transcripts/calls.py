"""Tool calls: what of them is remembered until their result comes, and which files they concern."""

import posixpath
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from dreamtui.sources.transcripts.moment import one_line
from dreamtui.sources.transcripts.record import ContentBlock, fields_of
from dreamtui.sources.transcripts.state import Call
from dreamtui.text.markup import frontmatter

_PROJECTS = "/.claude/projects/"
"""Where Claude Code keeps the memory of each project, with `\\` turned into `/`."""
_INDEX = "MEMORY.md"
_DETAIL = 2000
_LONG = 4096
"""Bytes from which on what a call was given is not kept whole."""
WRITERS = frozenset({"Write", "Edit", "MultiEdit"})
"""Tools that write a file."""
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
