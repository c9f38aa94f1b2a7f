"""Our own themes, the variables they define, and which one is used when the terminal shows no colours."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from textual.app import App
from textual.theme import Theme

ALL = 1 << 24
"""How many colours a terminal of true colours has."""

MONO = "dreamtui-mono"
"""The theme used under NO_COLOR: true colours only, because an ansi theme comes out black on black there."""

_DARK = {
    "dim": "#8b93a1",
    "rule": "#2f3642",
    "thumb": "#667081",
    "risk": "#ffb454",
    "warn-background": "#3a2f17",
    "ok": "#7fd28a",
    "over": "#ff7a85",
    "kind": "#7fb4ff",
    "mark": "#e8c268",
    "mark-background": "#26241d",
    "cursor-background": "#24405f",
    "cursor-blurred-background": "#22272f",
    "cursor-foreground": "#ffffff",
    "cursor-text-style": "bold",
    "cursor-blurred-text-style": "none",
    "toast-background": "#232a35",
    "toast-foreground": "#d7dce4",
    "toast-text-style": "none",
    "diff-added": "#a5e0ac",
    "diff-added-background": "#14281b",
    "diff-added-word-background": "#1f5130",
    "diff-removed": "#f5aeb2",
    "diff-removed-background": "#301a1e",
    "diff-removed-word-background": "#6b2a32",
    "diff-gap-background": "#181c22",
    "diff-heading-background": "#232a35",
    "diff-current": "#ffb454",
    "match-background": "#5c4a12",
}

_LIGHT = {
    "dim": "#636b78",
    "rule": "#cfd3da",
    "thumb": "#828a96",
    "risk": "#9a5200",
    "warn-background": "#fbecd0",
    "ok": "#1d6e32",
    "over": "#b3202e",
    "kind": "#1c5bb0",
    "mark": "#7a5700",
    "mark-background": "#f6efdc",
    "cursor-background": "#cfe2fa",
    "cursor-blurred-background": "#e6e9ee",
    "cursor-foreground": "#0d1117",
    "toast-background": "#e3e8f0",
    "toast-foreground": "#1b2028",
    "toast-text-style": "none",
    "cursor-text-style": "bold",
    "cursor-blurred-text-style": "none",
    "diff-added": "#124d22",
    "diff-added-background": "#e4f5e7",
    "diff-added-word-background": "#b1e3ba",
    "diff-removed": "#7d1420",
    "diff-removed-background": "#fdeaea",
    "diff-removed-word-background": "#f8c0c4",
    "diff-gap-background": "#f0f1f4",
    "diff-heading-background": "#e3e8f0",
    "diff-current": "#9a5200",
    "match-background": "#f6e3a1",
}

_CONTRAST = {
    "dim": "#d0d0d0",
    "rule": "#ffffff",
    "thumb": "#ffffff",
    "risk": "#ffd700",
    "warn-background": "#3a3000",
    "ok": "#66ff66",
    "over": "#ff8080",
    "kind": "#7fdfff",
    "mark": "#ffff00",
    "mark-background": "#1c1c00",
    "cursor-background": "#ffffff",
    "cursor-blurred-background": "#4d4d4d",
    "cursor-foreground": "#000000",
    "toast-background": "#26264d",
    "toast-foreground": "#ffffff",
    "toast-text-style": "none",
    "cursor-text-style": "bold",
    "cursor-blurred-text-style": "none",
    "diff-added": "#b8ffb8",
    "diff-added-background": "#002b00",
    "diff-added-word-background": "#005000",
    "diff-removed": "#ffc4c4",
    "diff-removed-background": "#3d0000",
    "diff-removed-word-background": "#780000",
    "diff-gap-background": "#101010",
    "diff-heading-background": "#26264d",
    "diff-current": "#ffd700",
    "match-background": "#554c00",
}

_COLOUR_BLIND = _DARK | {
    "risk": "#ffc04d",
    "ok": "#79b8ff",
    "over": "#ffa657",
    "kind": "#c8b6ff",
    "diff-added": "#b5d8ff",
    "diff-added-background": "#10263f",
    "diff-added-word-background": "#1c5189",
    "diff-removed": "#ffd0a1",
    "diff-removed-background": "#36230f",
    "diff-removed-word-background": "#7d4a12",
    "diff-current": "#ffc04d",
}

_MONO = _DARK | {
    "dim": "#a8a8a8",
    "rule": "#444444",
    "thumb": "#707070",
    "risk": "#ffffff",
    "warn-background": "#333333",
    "ok": "#ffffff",
    "over": "#ffffff",
    "kind": "#e4e4e4",
    "mark": "#ffffff",
    "mark-background": "#262626",
    "cursor-background": "#d8d8d8",
    "cursor-blurred-background": "#3a3a3a",
    "cursor-foreground": "#000000",
    "toast-background": "#303030",
    "toast-foreground": "#e4e4e4",
    "diff-added": "#ffffff",
    "diff-added-background": "#262626",
    "diff-added-word-background": "#4a4a4a",
    "diff-removed": "#dadada",
    "diff-removed-background": "#1c1c1c",
    "diff-removed-word-background": "#3a3a3a",
    "diff-gap-background": "#161616",
    "diff-heading-background": "#303030",
    "diff-current": "#ffffff",
    "match-background": "#4a4a4a",
}

# Which sixteen colours a terminal has is its owner's business: these hues can be read on black and on white in the
# usual palettes, and the cursor is the terminal's own pair turned round.
_ANSI = {
    "ansi-background": "ansi_default",
    "ansi-foreground": "ansi_default",
    "block-cursor-foreground": "ansi_bright_white",
    "block-cursor-background": "ansi_blue",
    "border-blurred": "ansi_bright_black",
    "input-selection-background": "ansi_blue",
    "input-selection-foreground": "ansi_bright_white",
    "screen-selection-background": "ansi_blue",
    "screen-selection-foreground": "ansi_bright_white",
    "dim": "ansi_bright_black",
    "rule": "ansi_bright_black",
    "thumb": "ansi_bright_black",
    "risk": "ansi_bright_magenta",
    "warn-background": "ansi_default",
    "ok": "ansi_green",
    "over": "ansi_bright_red",
    "kind": "ansi_bright_blue",
    "mark": "ansi_bright_magenta",
    "mark-background": "ansi_default",
    "cursor-background": "ansi_default",
    "cursor-blurred-background": "ansi_default",
    "cursor-foreground": "ansi_default",
    "cursor-text-style": "bold reverse",
    "cursor-blurred-text-style": "bold",
    "toast-background": "ansi_default",
    "toast-foreground": "ansi_default",
    "toast-text-style": "reverse",
    "diff-added": "ansi_green",
    "diff-added-background": "ansi_default",
    "diff-added-word-background": "ansi_default",
    "diff-removed": "ansi_bright_red",
    "diff-removed-background": "ansi_default",
    "diff-removed-word-background": "ansi_default",
    "diff-gap-background": "ansi_default",
    "diff-heading-background": "ansi_default",
    "diff-current": "ansi_bright_magenta",
    "match-background": "ansi_default",
}


# On white the bright ones and green are too faint; these can be read on black too, where a light theme may end up.
_ANSI_LIGHT = _ANSI | {
    "risk": "ansi_magenta",
    "ok": "ansi_bright_blue",
    "over": "ansi_red",
    "mark": "ansi_magenta",
    "diff-added": "ansi_bright_blue",
    "diff-removed": "ansi_red",
    "diff-current": "ansi_magenta",
}


# What 256 colours cannot show: between black and a full colour they have greys alone, so that a dark green line behind
# words would come out black, and a dark red word purple.
_DARK_256 = _DARK | {
    "dim": "#949494",
    "rule": "#3a3a3a",
    "thumb": "#767676",
    "risk": "#ffaf5f",
    "warn-background": "#303030",
    "ok": "#87d787",
    "over": "#ff8787",
    "kind": "#87afff",
    "mark": "#d7af5f",
    "mark-background": "#262626",
    "cursor-background": "#005f87",
    "cursor-blurred-background": "#303030",
    "toast-background": "#303030",
    "toast-foreground": "#dadada",
    "diff-added": "#afd7af",
    "diff-added-background": "#262626",
    "diff-added-word-background": "#005f00",
    "diff-removed": "#ffafaf",
    "diff-removed-background": "#262626",
    "diff-removed-word-background": "#870000",
    "diff-gap-background": "#1c1c1c",
    "diff-heading-background": "#303030",
    "diff-current": "#ffaf5f",
    "match-background": "#5f5f00",
}

_LIGHT_256 = _LIGHT | {
    "dim": "#5f5f5f",
    "rule": "#c6c6c6",
    "thumb": "#767676",
    "risk": "#875f00",
    "warn-background": "#ffffd7",
    "ok": "#005f00",
    "over": "#af0000",
    "kind": "#005faf",
    "mark": "#5f5f00",
    "mark-background": "#ffffd7",
    "cursor-background": "#d7d7ff",
    "cursor-blurred-background": "#e4e4e4",
    "cursor-foreground": "#000000",
    "toast-background": "#d7d7ff",
    "toast-foreground": "#000000",
    "diff-added": "#005f00",
    "diff-added-background": "#d7ffd7",
    "diff-added-word-background": "#afd7af",
    "diff-removed": "#870000",
    "diff-removed-background": "#ffd7d7",
    "diff-removed-word-background": "#ffafaf",
    "diff-gap-background": "#f7f7f7",
    "diff-heading-background": "#e4e4e4",
    "diff-current": "#875f00",
    "match-background": "#ffd787",
}

_CONTRAST_256 = _CONTRAST | {
    "warn-background": "#303030",
    "mark-background": "#1c1c1c",
    "toast-background": "#00005f",
    "ok": "#5fff5f",
    "over": "#ff8787",
    "kind": "#87d7ff",
    "diff-added": "#d7ffd7",
    "diff-added-background": "#1c1c1c",
    "diff-added-word-background": "#005f00",
    "diff-removed": "#ffd7d7",
    "diff-removed-background": "#1c1c1c",
    "diff-removed-word-background": "#5f0000",
    "diff-gap-background": "#121212",
    "diff-heading-background": "#00005f",
    "match-background": "#4e4e4e",
}

_COLOUR_BLIND_256 = _DARK_256 | {
    "risk": "#ffd75f",
    "ok": "#5fafff",
    "over": "#ffaf5f",
    "kind": "#d7afff",
    "diff-added": "#afd7ff",
    "diff-added-word-background": "#005f87",
    "diff-removed": "#ffd7af",
    "diff-removed-word-background": "#5f5f00",
    "diff-current": "#ffd75f",
}


def _theme(
    name: str, variables: Mapping[str, str], background: str, surface: str, foreground: str, *, dark: bool = True
) -> Theme:
    return Theme(
        name=name,
        dark=dark,
        primary=variables["kind"],
        secondary=variables["dim"],
        accent=variables["risk"],
        warning=variables["risk"],
        error=variables["over"],
        success=variables["ok"],
        foreground=foreground,
        background=background,
        surface=surface,
        panel=variables["diff-heading-background"],
        variables=dict(variables),
    )


def _terminals(name: str) -> Theme:
    """A theme of the terminal's own sixteen colours, for a light one where that is what the theme is for."""
    is_light = name == "dreamtui-light"
    variables = _ANSI_LIGHT if is_light else _ANSI
    return Theme(
        name=name,
        ansi=True,
        dark=not is_light,
        primary=variables["kind"],
        secondary=variables["dim"],
        accent=variables["risk"],
        warning=variables["risk"],
        error=variables["over"],
        success=variables["ok"],
        foreground="ansi_default",
        background="ansi_default",
        surface="ansi_default",
        panel="ansi_default",
        boost="ansi_default",
        variables=dict(variables),
    )


THEMES: tuple[Theme, ...] = (
    _theme("dreamtui-dark", _DARK, "#12151a", "#171b21", "#d7dce4"),
    _theme("dreamtui-light", _LIGHT, "#fafbfc", "#f3f4f7", "#1b2028", dark=False),
    _theme("dreamtui-high-contrast", _CONTRAST, "#000000", "#000000", "#ffffff"),
    _theme("dreamtui-colour-blind", _COLOUR_BLIND, "#12151a", "#171b21", "#d7dce4"),
    _theme(MONO, _MONO, "#121212", "#181818", "#e4e4e4"),
    _terminals("dreamtui-ansi"),
)
"""Every theme we ship, the default first."""

_IN_256 = {
    theme.name: theme
    for theme in (
        _theme("dreamtui-dark", _DARK_256, "#121212", "#1c1c1c", "#e4e4e4"),
        _theme("dreamtui-light", _LIGHT_256, "#ffffff", "#f7f7f7", "#1c1c1c", dark=False),
        _theme("dreamtui-high-contrast", _CONTRAST_256, "#000000", "#000000", "#ffffff"),
        _theme("dreamtui-colour-blind", _COLOUR_BLIND_256, "#121212", "#1c1c1c", "#e4e4e4"),
    )
}


def at_depth(colours: int) -> tuple[Theme, ...]:
    """The same themes where there are only so many colours: with sixteen all have the terminal's own."""
    if colours > 256:
        return THEMES
    return tuple(_IN_256.get(theme.name, theme) if colours > 16 else _terminals(theme.name) for theme in THEMES)


def colours_of(app: App[Any]) -> int:
    """How many colours the terminal has; where it is to show none, all, because greys are left out of what is sent."""
    found = app.console.color_system
    return ALL if app.no_color or found is None else {"standard": 16, "windows": 16, "256": 256}.get(found, ALL)


DEFAULT = THEMES[0].name
"""The theme used when nothing else is asked for."""

_SHORT = {theme.name.removeprefix("dreamtui-"): theme.name for theme in THEMES} | {"color-blind": THEMES[3].name}


def variable_defaults() -> dict[str, str]:
    """Our variables under a theme that is not ours; an app returns them from `get_theme_variable_defaults`."""
    return dict(_DARK)


def theme_names() -> tuple[str, ...]:
    """What `--theme` accepts, without the prefix."""
    return tuple(sorted(_SHORT))


def is_theme(name: str) -> bool:
    """Whether there is a theme of this name, short or in full."""
    return name in _SHORT or name in _SHORT.values()


def install(app: App[Any], wanted: str = "", colours: int = ALL) -> str:
    """Register our themes and use the one wanted, the default for an unknown name; returns the one used."""
    for theme in at_depth(colours):
        app.register_theme(theme)
    chosen = choose(wanted, no_color=app.no_color)
    known = app.available_themes
    app.theme = chosen if chosen in known else DEFAULT
    return app.theme


def choose(wanted: str, *, no_color: bool) -> str:
    """The full name of a theme; without colours only the light theme or the one in greys."""
    name = _SHORT.get(wanted, wanted) or DEFAULT
    if no_color:
        return name if name in {MONO, "dreamtui-light"} else MONO
    return name


def stylesheet(name: str) -> Path:
    """The path of a style sheet: inside the installed package, else beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "styles" / name
    return shipped if shipped.exists() else package.parent / "styles" / name
