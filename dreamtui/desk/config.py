"""Settings and where each comes from: flags, environment, .agent/config.yaml, the user's config.yaml, defaults."""

import difflib
import re
import reprlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from functools import lru_cache
from pathlib import Path
from typing import Any

from dreamtui.model.errors import Malformed, Refused, Usage
from dreamtui.sources.workspace import Workspace, config_home
from dreamtui.store.files.small import read_or_none
from dreamtui.text.paths import tilde

SHARED = ".agent/config.yaml"
"""How the file is called that a repository brings along."""
LARGEST = 1024 * 1024
"""Bytes of a configuration file that are read."""
_LONGEST_KEY = 80
_DECIMAL = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,9})?")
_MOST_TOLD = 20
"""Keys that mean nothing that are named one by one."""


@unique
class Says(StrEnum):
    """Whose word counts for a setting."""

    NEAREST = "nearest"
    """The nearest one's: the environment, the workspace, the person."""
    PERSON = "person"
    """Only what stands in the person's own file: neither a repository nor whoever starts the command decides it."""
    STRICTER = "stricter"
    """Whoever says yes: nobody takes it back for another one. The environment does not count."""


@dataclass(frozen=True, slots=True)
class Option:
    """One setting: its name, default and meaning."""

    name: str
    """Dotted path in the configuration file."""
    default: Any
    """Used when nothing else says."""
    help: str
    """One sentence."""
    choices: tuple[str, ...] = ()
    """Allowed values besides the default; empty for any value of its type."""
    says: Says = Says.NEAREST
    least: int = 1
    """The smallest whole number it can be."""

    @property
    def variable(self) -> str:
        """The environment variable that sets it too: DREAMTUI_MAX_NEW, DREAMTUI_WINDOW_DAYS; empty for none."""
        if self.says is not Says.NEAREST:
            return ""
        return "DREAMTUI_" + self.name.rpartition(".")[2].upper()


THEMES = ("ansi", "color-blind", "colour-blind", "dark", "high-contrast", "light", "mono")
"""Names of the console's themes; the console has the themes themselves, and a test compares the two."""

KEYMAPS = ("arrows", "default", "vim")
"""Names of the console's presets of keys, compared in the same way."""

AGENTS_DECIDE = "dreamtui.agents_decide"

OPTIONS = (
    Option("dream.min_cluster_size", 3, "events needed for repeat_fix and frequent_failure"),
    Option("dream.window_days", 30, "how many days a run looks back"),
    Option(
        "dream.min_hours",
        24,
        "hours since the last whole dream, ours or Claude's, before one runs unattended",
        least=0,
    ),
    Option("dream.min_sessions", 5, "finished sessions since the last whole dream before one runs unattended", least=0),
    Option("dreamtui.transcripts", True, "read the conversations of this project that Claude Code keeps"),
    Option("dreamtui.min_correction_sessions", 2, "sessions with the same correction, for a correction"),
    Option("dreamtui.min_command_failures", 2, "failures of the same command for a failing_command"),
    Option("dreamtui.max_new", 10, "new items a run may add, at least one of each signal; the rest is counted"),
    Option(
        "dreamtui.signals_off",
        ["hotspot", "own_repair", "substitution"],
        "signals that a run leaves out; --only runs one all the same",
    ),
    Option(
        "dreamtui.embeddings",
        "logs",
        "what is compared by meaning where the extra `semantic` is installed: `logs` (event logs, and corrections in "
        "conversations), `all` (commits and all moments of conversations too), `off`: meaning.md",
        ("logs", "all", "off"),
    ),
    Option(
        "dreamtui.embedding_model",
        "",
        "folder of the sentence-transformers model; only in your own file",
        says=Says.PERSON,
    ),
    Option("dreamtui.insights", False, "look for what several sessions have in common; always on once some exist"),
    Option("dreamtui.dedup_threshold", 0.85, "similarity, from 0.5 to 1, above which two insights are one"),
    Option("dreamtui.compat", "", "`dotagent`: mine and write exactly as dotagent does", ("dotagent",)),
    Option("dreamtui.ignore", [], "path patterns left out of mining, beside the built-in list; `!pattern` removes one"),
    Option(
        "dreamtui.outputs",
        [],
        "what sync writes: claude, patterns, index, agents, claude-rules, cursor, copilot; default claude and index, "
        "patterns beside dotagent, agents where AGENTS.md is",
    ),
    Option(
        "dreamtui.dreaming",
        {},
        "promotion: mode, frequency, timezone, limit, minScore, minRecallCount, minUniqueQueries, maxAgeDays,"
        " recencyHalfLifeDays, profile, weights; openclaw.json goes before it where there is one",
    ),
    Option("dreamtui.theme", "", "theme of the console: dark, light, high-contrast, colour-blind, mono, ansi", THEMES),
    Option("dreamtui.keys", {}, "console keys: one action with its keys per line; an empty value disables"),
    Option("dreamtui.keymap", "default", "console preset: default, vim, arrows", KEYMAPS),
    Option("dreamtui.auto_advance", True, "after a decision go to the next undecided item"),
    Option("dreamtui.model_command", "", "your own command that drafts rules and proposes merges: docs/drafts.md"),
    Option(
        AGENTS_DECIDE,
        False,
        "commands inside a coding agent may decide, but not what an agent filed; only in your own file",
        says=Says.PERSON,
    ),
    Option(
        "dreamtui.need_other_reviewer",
        False,
        "another person decides what somebody filed by hand; yes in either file counts",
        says=Says.STRICTER,
    ),
    Option(
        "dreamtui.required_reviewers",
        [],
        "path patterns, each with owners behind it if it has some, where a second person decides too; `CODEOWNERS` for"
        " the lines of that file; the lines of both files count: security.md",
        says=Says.STRICTER,
    ),
    Option(
        "dreamtui.need_terminal",
        False,
        "decisions are refused without a terminal; yes in either file counts",
        says=Says.STRICTER,
    ),
    Option(
        "dreamtui.need_own_name",
        False,
        "decisions are refused under a name that differs from git's; yes in either file counts",
        says=Says.STRICTER,
    ),
    Option(
        "dreamtui.sign",
        False,
        "sign each decision with the key that your own git settings name; only in your own file",
        says=Says.PERSON,
    ),
    Option(
        "dreamtui.need_signature",
        False,
        "decisions are refused without a signature, and `audit verify` misses one after the first; yes in either file"
        " counts",
        says=Says.STRICTER,
    ),
    Option("dreamtui.model_env", [], "variables the model command gets besides PATH, HOME, LANG and TMPDIR"),
    Option(
        "dreamtui.model_writes",
        [],
        "files and folders that the confined model command may write, such as ~/.codex; only in your own file",
        says=Says.PERSON,
    ),
    Option(
        "dreamtui.model_unconfined",
        "",
        "where it cannot be confined: `allow` runs the model command with an empty home, `home` with your own; only in"
        " your own file",
        ("allow", "home"),
        says=Says.PERSON,
    ),
)
"""Every setting we read; generated into the documentation."""

_PERSON = "user config.yaml"
_SHARED = ("min_cluster_size", "window_days", "min_hours", "min_sessions", "enabled", "cron")
"""Keys under `dream:`, dotagent's own among them."""
_BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Value:
    """A setting's value and where it comes from."""

    name: str
    """Dotted path."""
    value: Any
    source: str
    """`default`, or the file that sets it."""


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of a workspace."""

    values: Mapping[str, Value]
    """By dotted name."""
    problems: tuple[str, ...] = ()
    """What is wrong in the files, a sentence each."""
    raw: Mapping[str, Any] | None = None
    """The workspace's file as read, for readers of dotagent's own keys."""
    own: Mapping[str, Value] = field(default_factory=dict)
    """The same values without what a repository's own file says, for what no repository may choose."""

    def __getitem__(self, name: str) -> Any:
        return self.values[name].value

    def source(self, name: str) -> str:
        """Where a value comes from."""
        return self.values[name].source


def user_file(env: Mapping[str, str]) -> Path:
    """The person's own settings, for every workspace."""
    return config_home(env) / "dreamtui" / "config.yaml"


def files_of(workspace: Workspace, env: Mapping[str, str]) -> tuple[tuple[Path, str], ...]:
    """The configuration files, the nearest first, and what each is called."""
    return (
        (workspace.home / "config.yaml", SHARED if workspace.has_agent else "home config.yaml"),
        (user_file(env), _PERSON),
    )


def text_of(workspace: Workspace, env: Mapping[str, str], source: str) -> str:
    """The text of the file a value comes from, to name its line; empty for no such file."""
    for path, shown in files_of(workspace, env):
        if shown == source and path.is_file():
            return (read_or_none(path.resolve(), LARGEST) or b"").decode("utf-8", "replace")
    return ""


def load(workspace: Workspace, env: Mapping[str, str]) -> Config:
    """Read both files; an unreadable or malformed file is a usage error that names it."""
    values = {option.name: Value(option.name, option.default, "default") for option in OPTIONS}
    own = dict(values)
    problems: list[str] = []
    files = [(*_read(path, shown), shown) for path, shown in files_of(workspace, env)]
    for raw, text, shown in reversed(files):
        for option in OPTIONS:
            found, value = _dig(raw, option.name)
            if found and value is not None:
                checked = _checked(option, value, shown)
                if option.says is Says.PERSON and shown != _PERSON:
                    problem = f"{option.name} counts only in your own settings, which are {tilde(user_file(env), env)}"
                    problems.append(at_line(shown, text, option.name.rpartition(".")[2], problem))
                elif option.says is Says.STRICTER and values[option.name].value is True:
                    continue
                elif option.says is Says.STRICTER and isinstance(checked, list) and values[option.name].value:
                    both = [*values[option.name].value, *checked]
                    values[option.name] = Value(option.name, both, f"{values[option.name].source}, {shown}")
                elif problem := _no_choice(option, checked):
                    problems.append(at_line(shown, text, option.name.rpartition(".")[2], problem))
                else:
                    values[option.name] = Value(option.name, checked, shown)
                    if shown != SHARED:
                        own[option.name] = values[option.name]
        problems += [at_line(shown, text, key, sentence) for key, sentence in _unknown(raw)]
    for option in OPTIONS:
        named = env.get(option.variable, "") if option.variable else ""
        if named:
            checked = _from_env(option, named)
            if problem := _no_choice(option, checked):
                problems.append(f"{option.variable}: {problem}")
            else:
                values[option.name] = own[option.name] = Value(option.name, checked, option.variable)
    return Config(values, tuple(problems), files[0][0], own)


def at_line(shown: str, text: str, key: str, sentence: str) -> str:
    """A sentence about a key of a file, with the line the key stands in."""
    number = _keys_of(text).get(key)
    return f"{shown}:{number}: {sentence}" if number else f"{shown}: {sentence}"


@lru_cache(maxsize=8)
def _keys_of(text: str) -> Mapping[str, int]:
    """The first line of each key."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        key, colon, _ = line.partition(":")
        if colon:
            found.setdefault(key.strip().strip("\"'"), number)
    return found


class _Short(reprlib.Repr):
    """Values in a sentence: of long ones the beginning, so that no file can fill a screen."""

    def repr_int(self, x: int, level: int) -> str:
        """Python itself does not print thousands of digits."""
        return repr(x) if abs(x) < 10**40 else "a number of many digits"


_shown = _Short().repr


def _no_choice(option: Option, value: Any) -> str:
    """Why a value is none of those there are, with the nearest one; empty when it is."""
    known = option.choices
    if not known or value == option.default or str(value).removeprefix("dreamtui-") in known:
        return ""
    what = option.name.rpartition(".")[2]
    near = _near(value, known) or f"; use {'one of ' if len(known) > 1 else ''}{', '.join(known)}"
    return f"there is no {what} {_shown(value)}{near}"


def _from_env(option: Option, text: str) -> Any:
    """The value of an environment variable, as the default's type."""
    default = option.default
    if isinstance(default, bool):
        words = {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False}
        value: Any = words.get(text.lower(), text)
    elif isinstance(default, int):
        value = int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 20 else text
    elif isinstance(default, float):
        value = float(text) if _DECIMAL.fullmatch(text) else text
    elif isinstance(default, list):
        value = [word for word in text.replace(",", " ").split() if word]
    else:
        value = text
    return _checked(option, value, option.variable)


def _read(path: Path, shown: str) -> tuple[Mapping[str, Any], str]:
    """A configuration file, and its text to name lines of."""
    try:
        data = read_or_none(path.resolve(), LARGEST)
    except (OSError, RuntimeError, Refused) as problem:
        raise Usage(f"{shown} cannot be read: {problem}") from None
    if data is None or not data.strip():
        return {}, ""
    from dreamtui.text.markup.yamls import read_yaml

    try:
        loaded = read_yaml(data)
    except Malformed as problem:
        raise Usage(f"{shown} is not valid YAML: {problem.why}") from None
    return loaded if isinstance(loaded, dict) else {}, data.decode("utf-8", "replace")


def _dig(raw: Mapping[str, Any], dotted: str) -> tuple[bool, Any]:
    value: Any = raw
    for part in dotted.split("."):
        if not isinstance(value, dict) or part not in value:
            return False, None
        value = value[part]
    return True, value


def _checked(option: Option, value: Any, shown: str) -> Any:
    """The value when it is of the default's type; else a usage error naming file, key and what it should be."""
    wanted = type(option.default)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    good = isinstance(value, wanted) and not (wanted is int and isinstance(value, bool))
    if wanted is float and good and not 0.5 <= value <= 1:
        raise Usage(f"{shown}: {option.name} is {_shown(value)}, but has to be between 0.5 and 1")
    if wanted is int and good and value < option.least:
        raise Usage(f"{shown}: {option.name} is {_shown(value)}, but has to be at least {option.least}")
    if good:
        return value
    names = {
        int: "a whole number",
        str: "text",
        bool: "true or false",
        list: "a list",
        dict: "a mapping",
        float: "a number",
    }
    raise Usage(f"{shown}: {option.name} has to be {names[wanted]}, not {_shown(value)}")


def _unknown(raw: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Keys under `dream:` and `dreamtui:` that mean nothing, each with a sentence that has the nearest name."""
    shared, ours = raw.get("dream"), raw.get("dreamtui")
    strange = [key for key in shared if key not in _SHARED] if isinstance(shared, dict) else []
    found = _named("dream", strange, _SHARED)
    if ours is None:
        return found
    if not isinstance(ours, dict):
        return [*found, ("dreamtui", "dreamtui has to be a mapping")]
    known = [name.removeprefix("dreamtui.") for name in _BY_NAME if name.startswith("dreamtui.")]
    return found + _named("dreamtui", [key for key in ours if key not in known], known)


def _named(above: str, strange: list[Any], known: Collection[str]) -> list[tuple[str, str]]:
    """A sentence for each of the first keys that mean nothing, and one for all the others."""
    words = [key if isinstance(key, str) and len(key) <= _LONGEST_KEY else _shown(key) for key in strange[:_MOST_TOLD]]
    found = [(word, f"{above}.{word} is not a setting{_near(word, known)}") for word in words]
    if len(strange) > _MOST_TOLD:
        found.append((above, f"{len(strange) - _MOST_TOLD:,} more keys under {above} are not settings"))
    return found


def _near(key: object, known: Collection[str]) -> str:
    near = difflib.get_close_matches(str(key), list(known), 1) if isinstance(key, str) else []
    return f"; did you mean {near[0]}?" if near else ""


def shown_value(value: object) -> str:
    """A value as it is written in the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {shown}" for key, shown in value.items()) or "none"
    return str(value) if value != "" else "not set"
