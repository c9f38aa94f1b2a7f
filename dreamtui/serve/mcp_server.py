"""The server over standard input and output, made with the official `mcp` package, which is an extra."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dreamtui import __version__
from dreamtui.model.errors import DreamtuiError, Usage
from dreamtui.serve.tools import Tools

INSTRUCTIONS = (
    "Read what was decided with recall before you rely on a habit of this repository. When something worth remembering "
    "turns up, file it with propose and the evidence for it. Only a person decides; nothing here can."
)


def serve(folder: Path | None, env: Mapping[str, str]) -> None:
    """Serve until standard input ends."""
    try:
        from mcp.server import MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ImportError:
        raise Usage("`dreamtui mcp` needs the mcp package: install `dreamtui[mcp]`") from None
    tools = Tools(folder, env)
    server = MCPServer("dreamtui", version=__version__, instructions=INSTRUCTIONS, log_level="ERROR")

    @contextmanager
    def told() -> Iterator[None]:
        """A refusal is told to the agent as what came of its call."""
        try:
            yield
        except DreamtuiError as problem:
            raise ToolError(str(problem)) from None

    @server.tool(structured_output=False)
    def propose(title: str, evidence: list[str], rule: str = "") -> dict[str, Any]:
        """File a candidate for a person to decide. Evidence: a commit, FILE:LINE, or the words that were said."""
        with told():
            return tools.propose(title, evidence, rule)

    @server.tool(structured_output=False)
    def search(text: str, status: str = "all") -> dict[str, Any]:
        """Items, rules, notes and decisions that answer a few words, the best first. Status: pending, … or all."""
        with told():
            return tools.search(text, status)

    @server.tool(structured_output=False)
    def recall(query: str, limit: int = 10) -> dict[str, Any]:
        """What was decided to be remembered about something: rules and notes, and passages of daily notes."""
        with told():
            return tools.recall(query, limit)

    server.run("stdio")
