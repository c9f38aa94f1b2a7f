"""No text of the console is ever read as markup: a title in brackets is a title, not a style, an action or a crash."""

import ast
from pathlib import Path

import dreamtui.tui

ROOT = Path(dreamtui.tui.__file__).parent
READS_MARKUP = {"Static", "Label", "OptionList", "ListItem", "Markdown", "MarkdownViewer", "RichLog", "DataTable"}
"""Widgets of Textual that read what they are given as markup, or send it on as it is."""


def calls(tree: ast.AST) -> list[ast.Call]:
    """Every call in a module."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Call)]


def name_of(call: ast.Call) -> str:
    """The last name of what is called."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def offences(source: str) -> list[str]:
    """What in a module would read markup."""
    found = []
    for call in calls(ast.parse(source)):
        on = [word.value for word in call.keywords if word.arg == "markup"]
        if name_of(call) in READS_MARKUP or name_of(call) == "from_markup":
            found.append(name_of(call))
        if any(not (isinstance(value, ast.Constant) and value.value is False) for value in on):
            found.append("markup=")
        if name_of(call) == "notify" and not on:
            found.append("notify")
    return found


def test_no_widget_reads_markup() -> None:
    """Neither by its kind, nor by an option, nor as a toast."""
    assert {
        str(path.relative_to(ROOT)): bad for path in ROOT.rglob("*.py") if (bad := offences(path.read_text()))
    } == {}


def test_what_reads_markup_is_found() -> None:
    """The check sees each of them."""
    source = (
        "Static(title)\nContent.from_markup(text)\napp.notify(text)\nInput(markup=True)\nnotify(text, markup=False)"
    )
    assert offences(source) == ["Static", "from_markup", "notify", "markup="]
