"""Which coding agent a process runs in: by the variables that agents set for the commands they run.

Only variables that agents set for their own commands are named. Those that stand in every terminal of an editor or a
hosted machine (CURSOR_TRACE_ID, CLAUDE_CODE_SSE_PORT, REPL_ID, TERM_PROGRAM) or that people set themselves (CODEX_HOME,
GOOSE_PROVIDER) would shut out a person. The processes a command was started by are a hint and nothing more: a person's
terminal may have been started by an agent's program too.
"""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from dreamtui.disk.opening import read_whole


class AgentSign(NamedTuple):
    """A variable by which an agent is known."""

    agent: str
    variable: str
    source: str
    """Where it is said that the agent sets it for its commands."""
    value: str = ""
    """The value that means this agent; empty for any."""


_DETECT = "github.com/cli/cli internal/agents/detect.go"
_VIBING = "github.com/ascorbic/am-i-vibing releases 0.2.0 and 0.3.0"
_CODEX = "github.com/openai/codex codex-rs/core/src/spawn.rs, exec_env.rs, unified_exec/process_manager.rs"

SIGNS = (
    AgentSign("amp", "AGENT", _DETECT, "amp"),
    AgentSign("amp", "AMP_CURRENT_THREAD_ID", _VIBING),
    AgentSign("goose", "AGENT", "github.com/block/goose pull request 7017", "goose"),
    AgentSign("goose", "GOOSE_TERMINAL", "github.com/anthropics/claude-code issue 24838"),
    AgentSign("crush", "AGENT", _VIBING, "crush"),
    AgentSign("crush", "CRUSH", _VIBING),
    AgentSign("codex", "CODEX_SANDBOX", _CODEX),
    AgentSign("codex", "CODEX_SANDBOX_NETWORK_DISABLED", _CODEX),
    AgentSign("codex", "CODEX_THREAD_ID", _CODEX),
    AgentSign("codex", "CODEX_CI", _CODEX),
    AgentSign("gemini-cli", "GEMINI_CLI", "github.com/google-gemini/gemini-cli docs/tools/shell.md"),
    AgentSign("qwen-code", "QWEN_CODE", _VIBING),
    AgentSign("copilot-cli", "COPILOT_CLI", _DETECT),
    AgentSign("opencode", "OPENCODE", "github.com/anomalyco/opencode packages/opencode/src/index.ts"),
    AgentSign("antigravity", "ANTIGRAVITY_AGENT", "github.com/vercel/vercel pull request 15413"),
    AgentSign("auggie", "AUGMENT_AGENT", _VIBING),
    AgentSign("cline", "CLINE_ACTIVE", "pkg.go.dev/github.com/jehiah/agentdetection"),
    AgentSign("pi", "PI_CODING_AGENT", "github.com/earendil-works/pi pull request 2867"),
    AgentSign("cursor", "CURSOR_AGENT", "github.com/aws/aws-cdk-cli packages/aws-cdk/lib/cli/util/detect-agent.ts"),
    AgentSign("cursor", "CURSOR_EXTENSION_HOST_ROLE", _DETECT, "agent-exec"),
    AgentSign("claude-code", "CLAUDECODE", "code.claude.com/docs/en/env-vars"),
    AgentSign("claude-code", "CLAUDE_CODE_ENTRYPOINT", "github.com/anthropics/claude-code issue 24838"),
    AgentSign("claude-code", "CLAUDE_CODE_IS_COWORK", _DETECT),
)
"""The agents that are known; one that sets another one's variable too stands before it."""

ANY_AGENT = "AI_AGENT"
"""The variable that names whichever agent sets it: github.com/vercel/vercel packages/detect-agent/README.md."""

ANCESTRY = "DREAMTUI_ANCESTRY"
"""What is recorded in place of the processes we were started by, so that the same inputs give the same bytes."""

VARIABLES = frozenset({ANY_AGENT, *(sign.variable for sign in SIGNS)})

_OFF = frozenset({"", "0", "false", "no"})
_NAME = re.compile(r"[a-z0-9][a-z0-9.-]{0,39}")
_PROGRAMS = frozenset(
    {"aider", "amp", "auggie", "claude", "codex", "crush", "cursor-agent", "devin", "droid", "gemini", "goose"}
    | {"opencode", "qwen"}
)
"""Names of processes of agents."""
_FARTHEST = 16
_LARGEST = 4096
"""Bytes of what the system says of a process; it is a line."""


def running_agent(env: Mapping[str, str]) -> str:
    """The agent in whose environment we run; empty for none."""
    for sign in SIGNS:
        value = env.get(sign.variable, "").strip().lower()
        if value == sign.value if sign.value else value not in _OFF:
            return sign.agent
    named = env.get(ANY_AGENT, "").strip().lower()
    if named in _OFF:
        return ""
    known = _NAME.match(named)
    return known[0].rstrip(".-") if known else "an agent"


def without_agents(env: Mapping[str, str]) -> dict[str, str]:
    """An environment in which a person is meant, whoever started us."""
    return {name: value for name, value in env.items() if name not in VARIABLES} | {ANCESTRY: ""}


def started_by(env: Mapping[str, str]) -> tuple[str, ...]:
    """Agents among the processes we were started by, the nearest first, where the system has them in /proc."""
    given = env.get(ANCESTRY)
    names = given.split() if given is not None else _ancestors(Path("/proc"), os.getppid())
    return tuple(dict.fromkeys(name for name in names if name in _PROGRAMS))


def _ancestors(proc: Path, first: int) -> list[str]:
    names: list[str] = []
    process = first
    while process > 1 and len(names) < _FARTHEST:
        try:
            status = read_whole(proc / str(process) / "stat", _LARGEST).decode("utf-8", "replace")
        except OSError:
            break
        name, end, rest = status.partition("(")[2].rpartition(")")
        fields = rest.split()
        if not end or len(fields) < 2 or not fields[1].isdigit():
            break
        names.append(name)
        process = int(fields[1])
    return names
