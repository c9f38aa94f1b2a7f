"""Makes docs/keys.md: every action of the console with its keys in each preset and the command that does the same.

python scripts/generate_keys.py [--check]
"""

from generated import ROOT, settle

from dreamtui.tui.actions.registry import PRESETS, Action, Scope, in_scope, preset_keys, shown_keys
from dreamtui.tui.texts.help import GROUPS

NOTE = "<!-- Made by scripts/generate_keys.py (`make docs`); change dreamtui/tui/actions/all_actions.py instead. -->"
INTRODUCTION = """\
Every key of the console, made from the one registry that the key bar, `?` and the palette are made from too.
`?` shows the keys as you have them, searched by word (`/`) or by pressing a key (`space`).

In `.agent/config.yaml` or your own `config.yaml`, `dreamtui: {keymap: vim}` chooses a preset, and an entry under
`keys` changes one action by its id; an empty value switches it off. What cannot be (an unknown id or key, a key that
another action has in the same place, a decision on enter, escape or backspace) is said when the console opens, with
file and line, and in the settings screen (`,`).

```yaml
dreamtui:
  keymap: default
  keys:
    review.later: L
    review.zoom: ""
```

Keys of a dialog are active only in it; keys of a list, a pane, a text or a diff while it has the focus. Keys that
decide do nothing for 300 ms after the screen changed, in a read-only console, and while the terminal is too small.
"""


def cell(text: str) -> str:
    """A text as a cell of a Markdown table."""
    return text.replace("|", "\\|")


def code(text: str) -> str:
    """Keys or a command as code; a backtick among the keys as the word for it."""
    return " ".join(f"`{key}`" if "`" not in key else key for key in text.split()) if text else ""


def keys_of(one: Action) -> str:
    """The keys by default; those of other presets where they differ."""
    shown = {preset: code(shown_keys(preset_keys(preset)[one.id], between=" ")) or "none" for preset in PRESETS}
    others = [f"{preset}: {keys}" for preset, keys in shown.items() if keys != shown["default"]]
    return "; ".join([shown["default"], *others])


def twin(one: Action) -> str:
    """The command that does the same, or why there is none."""
    if one.twin.startswith("- "):
        return f"none: {one.twin[2:]}"
    return f"`{one.twin}`" if one.twin.startswith(("dreamtui", "git ")) else one.twin


def section(scope: Scope) -> str:
    """All actions of a scope."""
    rows = [
        f"| {cell(keys_of(a))} | {cell(a.title)} | {cell(a.help)} | {cell(twin(a))} | `{a.id}` |"
        for a in in_scope(scope)
    ]
    heads = ["| Keys | Action | What it does | Without the console | Id |", "| --- | --- | --- | --- | --- |"]
    return "\n".join([f"## {scope.value[:1].upper()}{scope.value[1:]}", "", *heads, *rows])


def page() -> str:
    """The whole page."""
    scopes = [scope for scope in dict.fromkeys((*GROUPS, *Scope)) if in_scope(scope)]
    return "\n\n".join([f"# Keys\n\n{NOTE}", INTRODUCTION.strip(), *map(section, scopes)]) + "\n"


if __name__ == "__main__":
    raise SystemExit(settle({ROOT / "docs" / "keys.md": page()}))
