"""Claude Code's settings: our hooks go in and out, and every other byte stays."""

import json
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.model.errors import Malformed
from dreamtui.schedule.hooks.settings_text import checked, installed, our_event, with_hooks, without_hooks
from dreamtui.schedule.hooks.wanted import SHARED, hooks

HOOKS = hooks("/opt/my tools/bin/dreamtui")
SPACE = st.sampled_from(["", " ", "  ", "\n", "\r\n", "\n  ", "\t", "\r\n    "])
NAMES = st.sampled_from(["Stop", "SessionEnd", "permissions", "env", "möbel", 'a"b', "matcher", "command"])
PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-9, 10**20),
    st.sampled_from(["", "ä\u2028", "\\\\"]),
    st.sampled_from(["dreamtui", "hook run stop", "{", '"', "]"]),
)
OTHERS = st.fixed_dictionaries({"hooks": st.just([{"type": "command", "command": "their-tool --stop"}])})


def spelled(value: Any, blanks: Iterator[str]) -> str:
    """A value as JSON, with blanks wherever they may stand."""
    if isinstance(value, dict):
        members = (
            f"{next(blanks)}{json.dumps(k)}{next(blanks)}:{next(blanks)}{spelled(v, blanks)}{next(blanks)}"
            for k, v in value.items()
        )
        return "{" + (",".join(members) or next(blanks)) + "}"
    if isinstance(value, list):
        elements = (f"{next(blanks)}{spelled(v, blanks)}{next(blanks)}" for v in value)
        return "[" + (",".join(elements) or next(blanks)) + "]"
    return json.dumps(value, ensure_ascii=False)


@st.composite
def settings_texts(draw: st.DrawFn) -> str:
    """Settings as people and tools write them: in any order, with hooks of others or without."""
    value: dict[str, Any] = draw(st.dictionaries(NAMES, st.one_of(PLAIN, st.lists(PLAIN, max_size=2)), max_size=3))
    if draw(st.booleans()):
        events = st.sampled_from(["Stop", "SessionEnd", "PreToolUse"])
        value["hooks"] = draw(st.dictionaries(events, st.lists(OTHERS, max_size=2), max_size=2))
    order = draw(st.permutations(list(value)))
    blanks = cycle(draw(st.lists(SPACE, min_size=1, max_size=12)))
    mark = draw(st.sampled_from(["", "\ufeff"]))
    return mark + next(blanks) + spelled({name: value[name] for name in order}, blanks) + next(blanks)


@given(settings_texts())
def test_in_and_out_leaves_every_byte(text: str) -> None:
    """Whatever stood there; and what is put in is valid JSON in which all else is as it was."""
    made = with_hooks(text, HOOKS)
    value, before = (json.loads(one.removeprefix("\ufeff")) for one in (made, text))
    assert set(installed(made)) == {"stop", "session-end", "session-start"}
    assert {k: v for k, v in value.items() if k != "hooks"} == {k: v for k, v in before.items() if k != "hooks"}
    assert with_hooks(made, HOOKS) == made
    assert without_hooks(made) == text


@given(settings_texts(), st.sampled_from([2, 4, None]))
def test_out_of_a_file_that_was_written_anew(text: str, indent: int | None) -> None:
    """Claude Code writes the whole file again when a setting is changed; what is not ours stays all the same."""
    before = json.loads(text.removeprefix("\ufeff"))
    anew = json.dumps(json.loads(with_hooks(text, HOOKS).removeprefix("\ufeff")), indent=indent)
    left = without_hooks(anew)
    after = json.loads(left) if left is not None else {}
    theirs = [{k: v for k, v in one.get("hooks", {}).items() if v} for one in (before, after)]
    assert theirs[0] == theirs[1]
    rest = [{k: v for k, v in one.items() if k != "hooks"} for one in (before, after)]
    assert rest[0] == rest[1]


def test_a_file_of_ours_alone_goes_again() -> None:
    """Without settings there is a file with our hooks, and without our hooks there is none."""
    made = with_hooks(None, HOOKS)
    assert list(json.loads(made)) == ["hooks"]
    assert without_hooks(made) is None


def test_another_installation_takes_the_place_of_the_first() -> None:
    """An interpreter that moved is not called beside the new one."""
    first = with_hooks('{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "theirs"}]}]}}', HOOKS)
    again = with_hooks(first, hooks("/new/dreamtui"))
    assert set(installed(again).values()) == {f"/new/dreamtui hook run {name}" for name in installed(again)}
    assert again.count("hook run stop") == 1
    assert "theirs" in again


def test_what_a_person_put_beside_ours_stays() -> None:
    """A handler that was added to our group, and a group that was added behind it."""
    value = json.loads(with_hooks(None, HOOKS))
    mine = {"type": "command", "command": "notify-send done"}
    value["hooks"]["Stop"][0]["hooks"].append(mine)
    value["hooks"]["SessionEnd"].append({"hooks": [mine]})
    left = without_hooks(json.dumps(value, indent=2))
    assert left is not None
    assert json.loads(left) == {"hooks": {"Stop": [{"hooks": [mine]}], "SessionEnd": [{"hooks": [mine]}]}}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "// mine\n{}", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"a": 1,}', "[" * 5000, "nul", "\x00"],
)
def test_broken_settings_are_refused(text: str) -> None:
    """Nothing is guessed of what is no JSON object with hooks in it."""
    with pytest.raises(Malformed):
        checked(text)
    with pytest.raises(Malformed):
        with_hooks(text, HOOKS)


@pytest.mark.parametrize(
    ("handler", "event"),
    [
        ({"type": "command", "command": f"{SHARED} hook run stop"}, "stop"),
        ({"type": "command", "command": "dreamtui", "args": ["hook", "run", "session-end"]}, "session-end"),
        ({"type": "command", "command": "'/a b/python' -P -m dreamtui hook run session-start"}, "session-start"),
        ({"type": "command", "command": "echo dreamtui"}, ""),
        ({"type": "prompt", "command": "dreamtui hook run stop"}, ""),
        ({"type": "command", "command": 7, "args": None}, ""),
        ("dreamtui hook run stop", ""),
    ],
)
def test_our_handlers_are_known(handler: object, event: str) -> None:
    """By what they run, however the program is called."""
    assert our_event(handler) == event
