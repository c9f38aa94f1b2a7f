"""Settings, themes, paths and what is wrong with them, as rows and lines."""

from collections.abc import Sequence

from dreamtui.desk.config import OPTIONS, Config, Option, Value, shown_value, user_file
from dreamtui.desk.desk import Desk
from dreamtui.desk.person import error_log
from dreamtui.present.parts import Cell, Column, ListRow, facts
from dreamtui.text.dates import iso
from dreamtui.text.lines import Line, plain
from dreamtui.text.paths import tilde
from dreamtui.tui.themes import THEMES

COLUMNS = (Column(1), Column(32), Column(0), Column(20, least=76))
"""Sign, name, value, where it comes from."""

_THEME_WORDS = {
    "dark": "for dark rooms",
    "light": "for bright rooms",
    "high-contrast": "black and white with strong signs",
    "colour-blind": "blue and orange for added and removed",
    "mono": "greys only; used under NO_COLOR",
    "ansi": "your terminal's own sixteen colours and background",
}


def _heading(name: str, text: str) -> ListRow:
    return ListRow(f"heading:{name}", (Cell(text),), heading=True)


def problem_rows(problems: Sequence[str]) -> list[ListRow]:
    """What is wrong in the configuration and the keymap, first of all."""
    if not problems:
        return []
    rows = [ListRow(f"problem:{n}", (Cell("!", "warning"), Cell("problem", "warning"), Cell(p), Cell("")))
            for n, p in enumerate(problems)]  # fmt: skip
    return [_heading("problems", f"To be fixed {len(problems)}"), *rows]


_DEFAULTS = {option.name: option.default for option in OPTIONS}


def is_own(value: Value) -> bool:
    """Whether a setting differs from its default; a file that sets the default makes no difference."""
    return value.source != "default" and value.value != _DEFAULTS[value.name]


def setting_rows(config: Config) -> list[ListRow]:
    """Every setting with its value and where it comes from."""
    made = [_heading("settings", "Settings")]
    for value in config.values.values():
        own = is_own(value)
        made.append(
            ListRow(
                f"setting:{value.name}",
                (
                    Cell("●" if own else " ", "kind"),
                    Cell(value.name),
                    Cell(shown_value(value.value), "text" if own else "dim"),
                    Cell(value.source, "kind" if own else "dim"),
                ),
            )
        )
    return made


def theme_rows(current: str) -> list[ListRow]:
    """Every theme; the cursor on one previews it."""
    made = [_heading("themes", "Themes: the cursor shows one, enter keeps it")]
    for theme in THEMES:
        name = theme.name.removeprefix("dreamtui-")
        chosen = theme.name == current
        cells = (
            Cell("■" if chosen else " ", "ok"),
            Cell(name),
            Cell(_THEME_WORDS.get(name, ""), "dim"),
            Cell("in use" if chosen else "", "ok"),
        )
        made.append(ListRow(f"theme:{theme.name}", cells))
    return made


def place_rows(desk: Desk) -> list[ListRow]:
    """Who decides, and where everything is."""
    who = desk.identity
    places = {
        "identity": (who.id, who.source),
        "workspace": (str(desk.workspace.root), ""),
        "dreamtui's files": (
            str(desk.workspace.home),
            "shared through git" if desk.workspace.has_agent else "private",
        ),
        "workspace settings": (str(desk.workspace.home / "config.yaml"), _there(desk, workspace=True)),
        "your settings": (str(user_file(desk.env)), _there(desk, workspace=False)),
        "drafts, caches": (str(desk.layout.private_state), "may be deleted"),
        "error log": (str(error_log(desk.env)), ""),
        "clock": (iso(desk.now), "DREAMTUI_NOW" if desk.env.get("DREAMTUI_NOW") else "the system's"),
    }
    rows = [
        ListRow(f"place:{name}", (Cell(" "), Cell(name), Cell(value), Cell(source, "dim")))
        for name, (value, source) in places.items()
    ]
    return [_heading("places", "Who and where"), *rows]


def _there(desk: Desk, *, workspace: bool) -> str:
    path = desk.workspace.home / "config.yaml" if workspace else user_file(desk.env)
    return "" if path.is_file() else "not there yet"


def setting_lines(desk: Desk, name: str) -> list[Line]:
    """One setting: what it means, its value, and which line to put where to change it."""
    config = desk.config
    option = next(option for option in OPTIONS if option.name == name)
    value = config.values[name]
    own_file = tilde(user_file(desk.env), desk.env)
    lines = [
        plain(name, "heading"),
        plain(option.help),
        plain(""),
        *facts([("value", shown_value(value.value)), ("from", value.source), ("default", shown_value(option.default))]),
        plain(""),
        plain("To change it here, in this workspace only:", "dim"),
        plain(f"  {_workspace_file(desk)}", hanging=4),
        *example_lines(option),
        plain(""),
        plain("For every workspace of yours:", "dim"),
        plain(f"  {own_file}", hanging=4),
        plain("    the same lines"),
        plain(""),
        plain("For one run:", "dim"),
        *([plain(f"  {option.variable}={_example(option)}")] if option.variable else []),
    ]
    return lines


def _workspace_file(desk: Desk) -> str:
    path = desk.workspace.home / "config.yaml"
    return ".agent/config.yaml" if desk.workspace.has_agent else tilde(path, desk.env)


def example_lines(option: Option) -> list[Line]:
    """The lines to write into the file."""
    section, _, key = option.name.partition(".")
    return [plain(f"    {section}:", "added"), plain(f"      {key}: {_example(option)}", "added")]


def _example(option: Option) -> str:
    examples = {
        "dreamtui.theme": "light",
        "dreamtui.compat": "dotagent",
        "dreamtui.model_command": "'my-model --json'",
        "dreamtui.keys": "{review.later: L, review.zoom: ''}",
        "dreamtui.keymap": "vim",
        "dreamtui.ignore": "['vendor/*']",
        "dreamtui.outputs": "[claude, index, agents]",
    }
    return examples.get(option.name) or shown_value(option.default)


def theme_lines(desk: Desk, name: str) -> list[Line]:
    """One theme, shown in itself, and the setting that keeps it."""
    short = name.removeprefix("dreamtui-")
    return [
        plain(f"Theme {short}", "heading"),
        plain(_THEME_WORDS.get(short, "")),
        plain(""),
        plain("plain text as items have it"),
        plain("dim text for what is secondary", "dim"),
        plain("✓ what is fine", "ok"),
        plain("⚠ what is risky", "warning"),
        plain("✗ what is over the limit", "over"),
        plain("- a removed line", "removed"),
        plain("+ an added line", "added"),
        plain(""),
        plain("enter keeps it in this workspace until another is chosen; esc goes back to the one before.", "dim"),
        plain("To have it in every workspace of yours, write these lines:", "dim"),
        plain(f"  {tilde(user_file(desk.env), desk.env)}", hanging=4),
        plain("    dreamtui:", "added"),
        plain(f"      theme: {short}", "added"),
    ]


def problem_lines(sentence: str) -> list[Line]:
    """What is wrong, and that nothing else is affected."""
    return [plain(sentence, "warning"), plain(""), plain("The value or key keeps its earlier setting.")]


_PLACE_WORDS = {
    "identity": "Every decision is recorded under this name; DREAMTUI_ACTOR sets another.",
    "workspace": "The folder these decisions are about.",
    "dreamtui's files": "Rules, notes, candidates, the audit and the log are here.",
    "workspace settings": "Settings for everybody who works here.",
    "your settings": "Settings of yours in every workspace; those of the workspace come before them.",
    "drafts, caches": "Drafts, caches and where you were; without them only drafts and speed are lost.",
    "error log": "Where a traceback goes when something unexpected happens; never to the screen.",
    "clock": "The time decisions are recorded with.",
}


def place_lines(name: str, value: str) -> list[Line]:
    """A path or a name, and what it is."""
    return [plain(name, "heading"), plain(value, hanging=2), plain(""), plain(_PLACE_WORDS.get(name, ""))]
