"""The server, driven by the official client."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from workbench import make_bench

mcp = pytest.importorskip("mcp", reason="the mcp package is an extra: install `dreamtui[mcp]`")


def test_the_official_client_proposes_searches_and_recalls(tmp_path: Path) -> None:
    """Three tools and no more; a refusal is an error of the tool; nothing is decided."""
    import anyio

    bench = make_bench(tmp_path, git=True)
    bench.ok("memory", "add", "--title", "Currency", "--text", "All amounts are in cents.")
    words = ["-P", "-m", "dreamtui", "-C", str(bench.root), "mcp"]
    server = mcp.StdioServerParameters(command=sys.executable, args=words, env=bench.env)

    async def talk() -> list[Any]:
        async with mcp.stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            listed = await session.list_tools()
            given = {"title": "Lists begin at one", "evidence": ["text:they begin at one"]}
            return [
                sorted(tool.name for tool in listed.tools),
                await session.call_tool("propose", given),
                await session.call_tool("search", {"text": "begin"}),
                await session.call_tool("recall", {"query": "cents"}),
                await session.call_tool("propose", {"title": "Nothing", "evidence": []}),
            ]

    names, proposed, found, recalled, refused = anyio.run(talk)
    assert names == ["propose", "recall", "search"]
    item = json.loads(proposed.content[0].text)["id"]
    assert bench.items()[item]["status"] == "pending"
    assert item in found.content[0].text
    assert "All amounts are in cents." in recalled.content[0].text
    assert "evidence" in refused.content[0].text
    assert getattr(refused, "is_error", getattr(refused, "isError", False))
    assert {one["status"] for one in bench.items().values()} == {"pending"}
