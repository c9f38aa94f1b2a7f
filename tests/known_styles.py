"""Keeps for the next console of a test session what textual worked out of the style sheets for the one before.

Each app reads every sheet anew and asks of each widget anew which rules are meant: a quarter of the processor time of
these tests. Textual keeps both within one app; here they are kept under the sheets' own words and under everything a
selector can ask of a widget and of what it lies in.
"""

from typing import Any

from textual.app import App
from textual.cache import LRUCache
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.widget import Widget

KEPT_SHEETS = 512
"""Pieces of style sheets that are kept as they were read with some variables."""

FLAGS = ("_has_hover_style", "_has_focus_within", "_has_order_style", "_has_odd_or_even")
"""What textual notes of a widget while it looks for its rules."""

Read = LRUCache[tuple[Any, ...], list[RuleSet]]

_read: dict[tuple[tuple[str, str], ...], Read] = {}
_numbers: dict[tuple[int, ...], tuple[int, list[RuleSet]]] = {}
"""A number for all the rules of an app; the rules are held, so that nothing else gets their identity."""
_meant: dict[tuple[Any, ...], tuple[tuple[bool, ...], Any]] = {}

_parse_rules = Stylesheet._parse_rules
_apply = Stylesheet.apply


def _read_before(sheet: Stylesheet) -> Read:
    """What was read with the variables of this sheet."""
    variables = sheet._variables
    known: tuple[dict[str, str], Read] | None = getattr(sheet, "_known_variables", None)
    if known is None or known[0] is not variables:
        read = _read.setdefault(tuple(sorted(variables.items())), LRUCache(KEPT_SHEETS))
        known = (variables, read)
        vars(sheet)["_known_variables"] = known
    return known[1]


def _parse_rules_once(
    self: Stylesheet,
    css: str,
    read_from: CSSLocation,
    is_default_rules: bool = False,
    tie_breaker: int = 0,
    scope: str = "",
) -> list[RuleSet]:
    kept = _read_before(self)
    key = (css, read_from, is_default_rules, tie_breaker, scope)
    found = kept.get(key)
    if found is None:
        found = kept[key] = _parse_rules(self, css, read_from, is_default_rules, tie_breaker, scope)
    return found


def _number(sheet: Stylesheet) -> int:
    """The number of all its rules together, the same in every app that has the same ones."""
    rules = sheet.rules
    known: tuple[list[RuleSet], int] | None = getattr(sheet, "_known_rules", None)
    if known is None or known[0] is not rules:
        number, _ = _numbers.setdefault(tuple(map(id, rules)), (len(_numbers), rules))
        known = (rules, number)
        vars(sheet)["_known_rules"] = known
    return known[1]


def _of_node(node: DOMNode) -> tuple[Any, ...]:
    asked: tuple[Any, ...] = ()
    if isinstance(node, Widget):
        asked = (node.mouse_hover, node.has_focus, node.is_disabled, node.allow_focus())
    return (type(node), node._id, node.classes, *asked)


def _key(sheet: Stylesheet, node: DOMNode) -> tuple[Any, ...] | None:
    app, *path = node.css_path_nodes
    if not isinstance(app, App):
        return None
    around = (app.app_focus, app.current_theme.dark, app.is_inline, app.native_ansi_color, app.no_color)
    return (_number(sheet), around, type(app), app.classes, app._id, *map(_of_node, path))


def _apply_known(
    self: Stylesheet, node: DOMNode, *, animate: bool = False, cache: dict[tuple[Any, ...], Any] | None = None
) -> None:
    key = _key(self, node)
    known = _meant.get(key) if key is not None else None
    if known is not None:
        for name, flag in zip(FLAGS, known[0], strict=True):
            setattr(node, name, flag)
        self.replace_rules(node, known[1], animate=animate)
        self._process_component_classes(node)
        return
    own: dict[tuple[Any, ...], Any] = {}
    _apply(self, node, animate=animate, cache=own)
    if key is not None and own:  # textual leaves out what depends on the widgets beside it
        (rules,) = own.values()
        _meant[key] = (tuple(getattr(node, name) for name in FLAGS), rules)


def _install(name: str, known: Any) -> None:
    assert hasattr(Stylesheet, name), f"Textual applies its sheets in another way now: no {name}"
    setattr(Stylesheet, name, known)


_install("_parse_rules", _parse_rules_once)
_install("apply", _apply_known)
