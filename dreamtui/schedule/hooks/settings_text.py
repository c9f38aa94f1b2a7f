"""Our hooks in the text of Claude Code's settings: put in, found, and taken out so that every other byte stays."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dreamtui.model.errors import Malformed
from dreamtui.text.json_spans import JsonPart, beginning, member, parts, put_last, take
from dreamtui.text.jsons import read_json

_OURS = re.compile(r"dreamtui(?:['\"])? hook run ([a-z-]+)")


@dataclass(frozen=True, slots=True)
class Hook:
    """One hook as it is to stand in the settings."""

    event: str
    """Claude Code's name of the event."""
    group: Mapping[str, Any]
    """The matcher and the one handler."""

    @property
    def command(self) -> str:
        return str(self.group["hooks"][0]["command"])


def our_event(handler: object) -> str:
    """What a handler of ours is run for, as `hook run` calls it; empty for a handler of somebody else."""
    if not isinstance(handler, dict) or handler.get("type") != "command":
        return ""
    command, words = handler.get("command"), handler.get("args", [])
    if not isinstance(command, str) or not isinstance(words, list):
        return ""
    found = _OURS.search(" ".join((command, *(word for word in words if isinstance(word, str)))))
    return found[1] if found else ""


def installed(text: str) -> dict[str, str]:
    """The command of each hook of ours, by what it is run for."""
    found: dict[str, str] = {}
    for _, _, _, handler in _handlers(text):
        found[our_event(handler.value)] = str(handler.value["command"])
    return found


def with_hooks(text: str | None, hooks: Sequence[Hook]) -> str:
    """The settings with exactly these hooks of ours; those that stand there already are not touched."""
    if text is None:
        wanted: dict[str, list[Mapping[str, Any]]] = {}
        for hook in hooks:
            wanted.setdefault(hook.event, []).append(hook.group)
        return json.dumps({"hooks": wanted}, indent=2) + "\n"
    checked(text)
    there = [(event, handler.value, group.value) for event, _, group, handler in _handlers(text)]
    wanted_now = [(hook.event, hook.group["hooks"][0], dict(hook.group)) for hook in hooks]
    if all(one in there for one in wanted_now) and len(there) == len(wanted_now):
        return text
    bare = without_hooks(text)
    if bare is None:
        return with_hooks(None, hooks)
    for hook in hooks:
        bare = _with_one(bare, hook)
    return bare


def without_hooks(text: str) -> str | None:
    """The settings without any hook of ours; None if nothing else was in the file."""
    checked(text)
    while (found := next(iter(_handlers(text)), None)) is not None:
        _, event, group, handler = found
        inner = member(text, group.at, "hooks")
        assert inner is not None
        root = beginning(text)
        hooks = member(text, root, "hooks")
        assert hooks is not None
        if len(parts(text, inner.at)) > 1:
            text, _ = take(text, inner.at, handler.start)
            continue
        text, alone = take(text, event.at, group.start)
        if alone:
            text, alone = take(text, hooks.at, event.start)
        if alone:
            text, alone = take(text, root, hooks.start)
        if alone:
            return None
    return text


def checked(text: str) -> None:
    """Refuse settings in which nothing can be changed: what is no JSON, or holds hooks in a form of its own."""
    try:
        value = read_json(text.removeprefix("\ufeff"))
    except Malformed:
        raise
    except ValueError as problem:
        raise Malformed(f"it is not valid JSON ({problem})") from None
    if not isinstance(value, dict):
        raise Malformed("it is not a JSON object")
    hooks = value.get("hooks", {})
    if not isinstance(hooks, dict):
        raise Malformed("its `hooks` are not an object")
    if odd := next((event for event, groups in hooks.items() if not isinstance(groups, list)), ""):
        raise Malformed(f"its hooks for {odd} are not a list")


def _with_one(text: str, hook: Hook) -> str:
    root = beginning(text)
    hooks = member(text, root, "hooks")
    if hooks is None:
        return put_last(text, root, "hooks", {hook.event: [hook.group]})
    event = member(text, hooks.at, hook.event)
    if event is None:
        return put_last(text, hooks.at, hook.event, [hook.group])
    return put_last(text, event.at, "", hook.group)


def _handlers(text: str) -> list[tuple[str, JsonPart, JsonPart, JsonPart]]:
    """Every handler of ours: the event's name, the list of the event, the group, the handler."""
    hooks = member(text, beginning(text), "hooks")
    if hooks is None or not isinstance(hooks.value, dict):
        return []
    found = []
    for event in parts(text, hooks.at):
        if not isinstance(event.value, list) or member(text, hooks.at, event.key) != event:
            continue
        for group in parts(text, event.at):
            inner = member(text, group.at, "hooks") if isinstance(group.value, dict) else None
            if inner is None or not isinstance(inner.value, list):
                continue
            found += [(event.key, event, group, one) for one in parts(text, inner.at) if our_event(one.value)]
    return found
