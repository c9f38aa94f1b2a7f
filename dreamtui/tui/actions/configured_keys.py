"""Which key does what: a preset, changed by the configuration file, checked before the console opens."""

import difflib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from textual.binding import Keymap as TextualKeymap

from dreamtui.tui.actions.registry import (
    DISABLED,
    PRESETS,
    clashes,
    preset_keys,
    registry,
    shown_key,
    shown_keys,
    signs_by_name,
)

_MODIFIERS = frozenset({"ctrl", "shift", "alt", "super"})
_NAMED = frozenset(
    [
        "up",
        "down",
        "left",
        "right",
        "home",
        "end",
        "pageup",
        "pagedown",
        "enter",
        "escape",
        "tab",
        "backspace",
        "delete",
        "insert",
        "space",
    ]
    + [f"f{number}" for number in range(1, 25)]
)
_OTHER_NAMES = {"esc": "escape", "return": "enter", "pgup": "pageup", "pgdn": "pagedown", "del": "delete"}
NEVER = frozenset({"enter", "escape", "backspace"})
"""Keys no decision may sit on: people press them for something else."""


@dataclass(frozen=True, slots=True)
class Keymap:
    """The keys of every action, and problems with the ones configured."""

    keys: Mapping[str, str]
    """Action id to its keys, separated by commas; empty when it is switched off."""
    problems: tuple[str, ...] = ()
    """A sentence each, with the file and line."""

    def shown(self, action_id: str) -> str:
        """The first key of an action as it is shown; empty where it is switched off."""
        return shown_keys(self.keys.get(action_id, ""), 1)

    def overrides(self) -> TextualKeymap:
        """What differs from the keys the bindings were made with, as Textual wants it."""
        return {
            name: keys or DISABLED for name, keys in self.keys.items() if (keys or DISABLED) != registry()[name].keys
        }


def build(preset: str, wanted: Mapping[str, Any], where: str = "", text: str = "") -> Keymap:
    """The keymap of a preset with the keys a person wants; what is wrong is left as it was, and said."""
    problems: list[str] = []
    if preset not in PRESETS:
        problems.append(_said(where, text, "keymap", f"there is no keymap {preset!r}{_near(preset, PRESETS)}"))
    keys = preset_keys(preset)
    for name, value in wanted.items():
        problem = _apply(keys, str(name), value)
        if problem:
            problems.append(_said(where, text, str(name), problem))
    usual = preset_keys(preset)
    while found := [one for one in clashes(keys) if any(keys[each] != usual[each] for each in (one.first, one.second))]:
        clash = found[0]
        changed = clash.second if keys[clash.second] != usual[clash.second] else clash.first
        other = clash.first if changed == clash.second else clash.second
        said = f"{shown_key(clash.key)} is {other} already, so {changed} keeps its usual keys"
        problems.append(_said(where, text, changed, said))
        keys[changed] = usual[changed]
    return Keymap(keys, tuple(dict.fromkeys(problems)))


def _apply(keys: dict[str, str], name: str, value: Any) -> str:
    """Give an action its keys; a sentence when that cannot be."""
    action = registry().get(name)
    if action is None:
        return f"{name} is not an action{_near(name, tuple(registry()))}"
    listed = value if isinstance(value, list) else [] if value is None else _split(str(value))
    read = [(str(key), key_named(str(key).strip())) for key in listed if str(key).strip()]
    unknown = next((typed for typed, named in read if not named), "")
    if unknown:
        return f"{name}: {unknown!r} is not a key{_near(unknown, (*_NAMED, *signs_by_name()))}"
    bad = next((named for _, named in read if action.decides and named in NEVER), "")
    if bad:
        return f"{name} decides, so it cannot be on {shown_key(bad)}"
    keys[name] = ",".join(named for _, named in read)
    return ""


def _split(text: str) -> list[str]:
    """Keys separated by commas or blanks; a comma alone is the key."""
    return [text.strip()] if text.strip() == "," else re.split(r"[,\s]+", text.strip())


def key_named(typed: str) -> str:
    """Textual's name of a key as a person writes it; empty when there is no such key."""
    *held, last = typed.split("+") if len(typed) > 1 and not typed.endswith("+") else [typed]
    signs = {sign: name for name, sign in signs_by_name().items()}
    last = _OTHER_NAMES.get(last, signs.get(last, last))
    known = last in _NAMED or last in signs_by_name() or (len(last) == 1 and last.isprintable())
    if not known or not _MODIFIERS.issuperset(held):
        return ""
    return "+".join((*held, last))


def _near(word: str, known: tuple[str, ...]) -> str:
    found = difflib.get_close_matches(word, known, 1, 0.6)
    found = found or [name for name in known if name.rpartition(".")[2] == word][:1]
    return f"; did you mean {found[0]}?" if found else ""


def _said(where: str, text: str, name: str, sentence: str) -> str:
    """The sentence with the file and line of the name."""
    if not where:
        return sentence
    from dreamtui.desk.config import at_line

    return at_line(where, text, name, sentence)
