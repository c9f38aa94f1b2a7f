"""The guard: what an agent writes into a memory folder by itself becomes an item that waits for a person.

It sees the tools that write files, and of shell commands what their text says (shell_writes.py).
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dreamtui.compose import open_desk
from dreamtui.desk.audit import audit_views
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.add_candidate import add
from dreamtui.desk.queue.lookup import Lookup
from dreamtui.kinds.candidate.intake import MANUAL
from dreamtui.model.errors import AlreadyDecided
from dreamtui.model.status import Status
from dreamtui.schedule.hooks.event import SHELL
from dreamtui.schedule.hooks.shell_writes import written
from dreamtui.sources.agents import ANY_AGENT, running_agent
from dreamtui.sources.workspace import home_folder
from dreamtui.text.danger.risks import mask
from dreamtui.text.ids import candidate_id
from dreamtui.text.inert import one_line
from dreamtui.text.markup.frontmatter import body, read

_LONGEST = 4000
"""Characters of the words that are kept as evidence."""
_TITLE = 120
_RULE = 400
"""Characters of the rule that is suggested."""
_ASIDE = ("description", "timeout", "run_in_background")
"""What a shell command is given beside its text, and may be told otherwise the next time."""
_PATHS = ("file_path", "notebook_path")
"""What the tools call the file that they write."""


def guarded(event: Mapping[str, Any], env: Mapping[str, str], folder: Path, *, hold: bool) -> str:
    """File what is to be written, if it goes into a memory folder; the answer for Claude Code, empty for none."""
    asked = event.get("tool_input")
    if not isinstance(asked, dict):
        return ""
    named = _named(asked, folder, home_folder(env))
    if not named:
        return ""
    desk = open_desk(folder, env if running_agent(env) else {**env, ANY_AGENT: "claude-code"})
    is_command = event.get("tool_name") == SHELL
    path = next((one for one in map(_real, named) if is_memory(desk, one, whole=is_command)), None)
    if path is None:
        return ""
    words = _words(asked)
    rule = "" if is_command else _rule(words)
    title = (
        f"An agent wrote a memory: {_title(path, words)}" if not hold else f"To be remembered: {_title(path, words)}"
    )
    session = event.get("session_id")
    said = f"{event.get('tool_name')} of {path.parent.name}/{path.name}"
    shown = mask(words)
    evidence = [f"text:{shown[:_LONGEST]}", f"text:{said} in session {session}" if session else f"text:{said}"]
    subject = f"{title}\n{_digest(path, event.get('tool_name'), asked)}"
    try:
        filed = add(desk, title, evidence, rule, subject=subject).id
    except AlreadyDecided:
        return "" if not hold else _answer(desk, subject, rule, is_whole=len(shown) <= _LONGEST)
    if not hold:
        return ""
    return _denied(
        f"This memory waits for a person to decide as item {filed}; nothing was written. Go on without it, do not "
        "write it another way, and tell the user that `dreamtui` shows it."
    )


def _named(asked: Mapping[str, Any], folder: Path, home: Path) -> list[Path]:
    """The files that a tool is about to write, as they are spelled."""
    command = asked.get("command")
    if isinstance(command, str):
        return [] if "\0" in command else written(command, folder, home)
    named = [one for one in map(asked.get, _PATHS) if isinstance(one, str) and one and "\0" not in one]
    return [folder / Path(one).expanduser() for one in named]


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _answer(desk: Desk, subject: str, rule: str, *, is_whole: bool) -> str:
    """For what is decided: only what a person was shown whole and accepted in these words is let through."""
    item_id = candidate_id(MANUAL, subject)
    lookup = Lookup(desk)
    entry = lookup.entries_of(item_id)[0]
    is_same = lookup.gathered(entry.row).item.subject == subject
    is_recorded = bool(entry.decision) and "/" not in str(entry.decision)
    stands = entry.stands if is_recorded else f"{entry.stands} without a record"
    if not (entry.stands in {Status.GRADUATED, Status.ACCEPTED} and is_recorded and is_same):
        return _denied(
            f"No person accepted this memory: item {item_id} is {stands}; nothing "
            "was written. Go on without it, and do not write it another way."
        )
    if not rule:
        return _denied(
            f"Item {item_id} was decided, but no command is let through: nothing was run. Its words are remembered as "
            "the person wrote them."
        )
    decided = audit_views.decision(desk, item_id)[0].rule
    if _folded(decided) != _folded(rule):
        return _denied(
            f"A person decided item {item_id} in other words, and these are what is remembered: "
            f"{one_line(mask(decided))[:_RULE]!r}. Nothing was written, and nothing needs to be."
        )
    if not is_whole:
        return _denied(
            f"Item {item_id} was accepted, but shows only the first {_LONGEST:,} characters of this memory; nothing "
            "was written. Write it in shorter pieces, which a person can read whole."
        )
    return ""


def _denied(why: str) -> str:
    decision = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": why}
    return json.dumps({"hookSpecificOutput": decision})


def _digest(path: Path, tool: object, asked: Mapping[str, Any]) -> str:
    """Of the file and of everything that the tool was given but the file's name, which has many spellings."""
    given = {name: value for name, value in asked.items() if name not in (*_PATHS, *_ASIDE)}
    return hashlib.sha256(json.dumps([str(path), tool, given], sort_keys=True).encode()).hexdigest()


def is_memory(desk: Desk, path: Path, *, whole: bool = False) -> bool:
    """Whether a path lies in a memory folder of this workspace, or in any of Claude Code's own; `whole`: or is one."""
    claude = desk.memory.claude.resolve()
    kept = [folder.path.resolve() for folder in desk.memory.folders]
    kept += [claude / "rules", claude / "CLAUDE.md"]
    if any(path.is_relative_to(one) for one in kept):
        return True
    projects = claude / "projects"
    if path.name == "**" and any(one.is_relative_to(path.parent) for one in (*kept, projects)):
        return True
    inside = path.relative_to(projects).parts if path.is_relative_to(projects) else ()
    return len(inside) > (1 if whole else 2) and inside[1] == "memory"


def _words(asked: Mapping[str, Any]) -> str:
    """What is to stand there: the whole text, or what an edit puts in."""
    edits = asked.get("edits")
    new = [one.get("new_string") for one in edits if isinstance(one, dict)] if isinstance(edits, list) else []
    found = [asked.get(name) for name in ("content", "new_string", "new_source", "command")] + new
    return "\n".join(one for one in found if isinstance(one, str)).strip() or "(nothing)"


def _rule(words: str) -> str:
    """The rule that is suggested: the words themselves if they are few, else what they say of themselves."""
    data = words.encode("utf-8", "replace")
    text = " ".join(body(data).decode("utf-8", "replace").split())
    return one_line(mask(text if 0 < len(text) <= _RULE else _headline(words)))[:_RULE]


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _headline(words: str) -> str:
    """What a memory says of itself: its description, else its first line."""
    data = words.encode("utf-8", "replace")
    lines = (line.strip(" #-*") for line in body(data).decode("utf-8", "replace").splitlines())
    return read(data).get("description") or next(filter(None, lines), "")


def _title(path: Path, words: str) -> str:
    """The name or the first line of the memory, beside the name of its file."""
    return one_line(mask(f"{path.name}: {_headline(words)}"))[:_TITLE]
