"""Makes transcripts for tests: lines as Claude Code writes them, and the folder they lie in."""

import json
from pathlib import Path
from typing import Any

from dreamtui.sources.transcripts import FoundTranscripts, TranscriptScan, TranscriptSnapshot, find, scan

ROOT = "/home/u/app"
SESSION = "7acd37a8-0000-4000-8000-000000000001"
SLUG = "-home-u-app"


def line(kind: str, number: int, **more: Any) -> str:
    """A record with a time and an id made from a number."""
    fields = {
        "type": kind,
        "uuid": f"r{number:04}",
        "sessionId": SESSION,
        "timestamp": f"2026-04-18T13:{number // 60 % 60:02}:{number % 60:02}.000Z",
        "cwd": ROOT,
    }
    return json.dumps({name: value for name, value in (fields | more).items() if value is not ...}) + "\n"


def says(number: int, words: Any, **more: Any) -> str:
    """A prompt."""
    return line("user", number, message={"role": "user", "content": words}, **more)


def calls(number: int, tool: str, call: str | None = None, **given: Any) -> str:
    """A tool call."""
    block = {"type": "tool_use", "id": call or f"t{number}", "name": tool, "input": given}
    return line("assistant", number, message={"id": f"m{number}", "role": "assistant", "content": [block]})


def answers(number: int, call: str, content: Any, error: bool = False, **more: Any) -> str:
    """The result of a tool call."""
    block = {"type": "tool_result", "tool_use_id": call, "content": content, "is_error": error}
    return line("user", number, message={"role": "user", "content": [block]}, **more)


def fails(number: int, command: str, output: str) -> str:
    """A command and its failure."""
    return calls(number, "Bash", command=command) + answers(number + 1, f"t{number}", output, error=True)


def write(folder: Path, *lines: str, name: str = f"{SLUG}/{SESSION}.jsonl") -> Path:
    """A transcript below a folder that stands for ~/.claude."""
    path = folder / "projects" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes("".join(lines).encode("utf-8", "surrogatepass"))
    return path


def found(folder: Path, previous: TranscriptSnapshot | None = None, root: str = ROOT) -> FoundTranscripts:
    """What belongs to the repository."""
    return find(folder, [Path(root)], previous=previous)


def read(folder: Path, previous: TranscriptSnapshot | None = None, **more: Any) -> TranscriptScan:
    """Find and scan."""
    return scan(found(folder, previous), previous=previous, **more)


def kinds(result: TranscriptScan) -> list[tuple[str, str, str]]:
    """Kind, subject and summary of every event."""
    return [(event.kind, event.subject, event.summary) for event in result.events]
