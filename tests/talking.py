"""Writes conversations as Claude Code keeps them, below a folder of one's own."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Talk:
    """One session, record by record; `written` puts it where Claude Code would."""

    cwd: str
    """The working directory of every record."""
    name: str = "7acd37a8-2745-4b58-a8a9-46164b22ad9e"
    """Its id, and the name of its file."""
    day: str = "2026-11-10"
    """The day it took place."""
    records: list[dict[str, Any]] = field(default_factory=list)
    """What was recorded so far."""

    def add(self, **fields: Any) -> "Talk":
        """A record of any kind, a minute after the last one."""
        number = len(self.records)
        self.records.append(
            {
                "uuid": f"{self.name[:8]}-{number}",
                "sessionId": self.name,
                "timestamp": f"{self.day}T08:{number % 60:02}:00.000Z",
                "cwd": self.cwd,
                **fields,
            }
        )
        return self

    def says(self, words: str) -> "Talk":
        """The person types something."""
        return self.add(type="user", message={"role": "user", "content": words})

    def answers(self, words: str) -> "Talk":
        """The agent says something."""
        return self._agent({"type": "text", "text": words})

    def runs(self, command: str, output: str = "done", *, fails: bool = False) -> "Talk":
        """The agent runs a command, and what came of it."""
        return self.calls("Bash", {"command": command}, output, fails=fails)

    def calls(self, tool: str, given: dict[str, Any], output: str = "done", *, fails: bool = False) -> "Talk":
        """The agent calls a tool, and what came of it."""
        name = f"toolu_{self.name[:8]}_{len(self.records)}"
        self._agent({"type": "tool_use", "id": name, "name": tool, "input": given})
        result: dict[str, Any] = {"type": "tool_result", "tool_use_id": name, "content": output}
        return self.add(
            type="user", message={"role": "user", "content": [result | ({"is_error": True} if fails else {})]}
        )

    def refuses(self, command: str, reason: str = "") -> "Talk":
        """The person refuses a command, perhaps with a reason."""
        words = (
            "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit"
        )
        why = f" The user provided the following reason for the rejection:  {reason}" if reason else ""
        return self.runs(command, f"{words}, the new_string was NOT written to the file).{why}", fails=True)

    def _agent(self, block: dict[str, Any]) -> "Talk":
        message = {"id": f"msg_{self.name[:8]}_{len(self.records)}", "role": "assistant", "content": [block]}
        return self.add(type="assistant", message=message)

    @property
    def lines(self) -> bytes:
        """The records as they are kept."""
        return "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in self.records).encode()

    def written(self, claude: Path, slug: str = "-work-shop") -> Path:
        """Write it below Claude Code's folder; the file."""
        path = claude / "projects" / slug / f"{self.name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.lines)
        return path


def session(cwd: Path | str, number: int = 1, day: str = "2026-11-10") -> Talk:
    """An empty session with an id of its own."""
    return Talk(str(cwd), f"{number:08x}-2745-4b58-a8a9-46164b22ad9e", day)
