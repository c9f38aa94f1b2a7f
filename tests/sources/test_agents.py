"""Which agent a command runs in: by the variables that agents set, never by those that people and editors set."""

from pathlib import Path

import pytest

from dreamtui.sources.agents import (
    ANCESTRY,
    ANY_AGENT,
    SIGNS,
    AgentSign,
    _ancestors,
    running_agent,
    started_by,
    without_agents,
)


@pytest.mark.parametrize("sign", SIGNS, ids=lambda sign: f"{sign.agent} {sign.variable}")
def test_every_sign_names_its_agent_and_its_source(sign: AgentSign) -> None:
    """One variable is enough."""
    env = {sign.variable: sign.value or "1"}
    assert running_agent(env) == sign.agent
    assert sign.source
    assert running_agent(without_agents(env)) == ""


@pytest.mark.parametrize(
    "env",
    [
        {},
        {"CLAUDECODE": ""},
        {"CLAUDECODE": "0"},
        {"AGENT": "ssh-agent"},
        {"CODEX_HOME": "/home/ann/.codex"},
        {"CLAUDE_CODE_SSE_PORT": "41234"},
        {"CURSOR_TRACE_ID": "af09"},
        {"GEMINI_API_KEY": "x"},
        {"GOOSE_PROVIDER": "openai"},
        {"TERM_PROGRAM": "vscode"},
        {"REPL_ID": "1"},
        {"AIDER_MODEL": "x"},
        {"CURSOR_EXTENSION_HOST_ROLE": "user"},
        {ANY_AGENT: "false"},
    ],
)
def test_what_a_person_or_an_editor_sets_is_no_agent(env: dict[str, str]) -> None:
    """A person in an editor's terminal, or with an agent's settings, decides as anywhere else."""
    assert running_agent(env) == ""


@pytest.mark.parametrize(
    ("value", "name"),
    [("devin@1", "devin"), ("claude-code_2.1_agent", "claude-code"), ("\x1b[2J", "an agent"), ("1", "1")],
)
def test_any_agent_may_name_itself(value: str, name: str) -> None:
    """By the variable that is there for all of them; nothing of it can act on a terminal."""
    assert running_agent({ANY_AGENT: value}) == name


def test_an_agent_that_sets_the_variable_of_another_one_is_known_by_its_own() -> None:
    """Amp says that it is Claude Code too."""
    assert running_agent({"CLAUDECODE": "1", "AGENT": "amp"}) == "amp"


def test_ancestors_are_read_as_far_as_they_go(tmp_path: Path) -> None:
    """A name with blanks and parentheses is one name; a line that is none ends it, and so does a circle."""
    for process, stat in {
        7: "7 (bash) S 6 1",
        6: "6 (claude) S 5 1",
        5: "5 (a (b) c) S 4 1",
        4: "no line",
        9: "9 (goose) S 9 1",
    }.items():
        (tmp_path / str(process)).mkdir()
        (tmp_path / str(process) / "stat").write_text(stat)
    assert _ancestors(tmp_path, 7) == ["bash", "claude", "a (b) c"]
    assert _ancestors(tmp_path, 1) == []
    assert len(_ancestors(tmp_path, 9)) == 16


def test_only_agents_are_kept_of_the_ancestors() -> None:
    """What else a person runs is nobody's business."""
    assert started_by({ANCESTRY: "bash claude tmux codex claude"}) == ("claude", "codex")
    assert started_by({ANCESTRY: ""}) == ()
