"""The registry: every action has an id, words, a twin, a way to be done, and no key clashes."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from textual.widget import Widget
from visit import Visit, visit

import dreamtui.tui.screens
import dreamtui.tui.widgets
from dreamtui.coach.rationale import templates_for
from dreamtui.desk.outputs.targets import TargetCost
from dreamtui.model.change import ChangeSet
from dreamtui.model.target import OUTPUTS, Destination, Target
from dreamtui.model.verb import Verb
from dreamtui.tui.actions.configured_keys import NEVER, build, key_named
from dreamtui.tui.actions.opened import BESIDE, maker_of
from dreamtui.tui.actions.registry import (
    PRESETS,
    Action,
    Scope,
    bindings_of,
    chains,
    clashes,
    for_bar,
    preset_keys,
    registry,
    search,
    shown_key,
    split_keys,
)
from dreamtui.tui.app import Console
from dreamtui.tui.screens.base import MOST_KEYS, BaseScreen
from dreamtui.tui.screens.dialogs import questions
from dreamtui.tui.screens.dialogs.form import FormScreen
from dreamtui.tui.screens.review.review import ReviewScreen
from dreamtui.tui.widgets.lists.item_list import ItemList

ALL = tuple(registry().values())


def screens() -> list[type[BaseScreen[Any]]]:
    """Every screen of the console whose scopes are known before it is made."""
    found: dict[str, type[BaseScreen[Any]]] = {}
    for module in pkgutil.walk_packages(dreamtui.tui.screens.__path__, "dreamtui.tui.screens."):
        members = inspect.getmembers(importlib.import_module(module.name), inspect.isclass)
        found |= {name: one for name, one in members if issubclass(one, BaseScreen) and one.SCOPES}
    return list(found.values())


def date_form() -> FormScreen[str]:
    return questions.until_when("", lambda typed: "2026-12-01")


def target_form() -> FormScreen[Destination]:
    costs = [TargetCost(Destination(one), "", 0, 0, 0) for one in Target]
    return questions.which_target(costs, lambda typed: OUTPUTS)


FIELDS: tuple[Callable[[], FormScreen[Any]], ...] = (date_form, target_form)
"""The forms with a field that is hidden at first."""

FORMS = [
    one.form
    for one in (
        questions.confirm("", (), ""),
        questions.notice("", ()),
        questions.show_changes(ChangeSet.of(), ""),
        questions.agree_to_changes(ChangeSet.of(), "", lambda: None),
        questions.prompt(""),
        questions.beginning(templates_for(Verb.REJECT)),
        *(make() for make in FIELDS),
    )
]
"""One of each kind of form."""


def test_a_form_answers_every_key_of_its_scope_and_no_other() -> None:
    """What a form has no answer for would do nothing."""
    for form in FORMS:
        assert set(form.keys) == {one.id for one in ALL if one.scope is form.scope}


def widgets() -> list[type[Widget]]:
    """Every widget that has keys of its own."""
    found: dict[str, type[Widget]] = {}
    for module in pkgutil.walk_packages(dreamtui.tui.widgets.__path__, "dreamtui.tui.widgets."):
        members = inspect.getmembers(importlib.import_module(module.name), inspect.isclass)
        found |= {name: one for name, one in members if issubclass(one, Widget) and "SCOPES" in vars(one)}
    return list(found.values())


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_an_action_says_what_it_is(one: Action) -> None:
    """Title, a sentence, a twin or the reason why there is none."""
    assert one.title and one.help.endswith(".") and len(one.title) <= 28
    assert one.twin.removeprefix("- ").strip()
    assert one.id.count(".") == 1


def undone(scopes: Iterable[Scope], *owners: object) -> list[str]:
    """The actions of these scopes that none of the owners has a method for; the app has those of its own scope."""
    wanted = [one for one in ALL if one.scope in scopes]
    return [
        one.id for one in wanted
        if not any(hasattr(owner, action_name(one) if one.runs else one.method) for owner in owners)
    ]  # fmt: skip


def action_name(one: Action) -> str:
    """The method of a widget for an action that runs on it."""
    return f"action_{one.runs.partition('(')[0].rpartition('.')[2]}"


@pytest.mark.parametrize("screen", screens(), ids=lambda screen: screen.__name__)
def test_a_screen_can_do_every_action_of_its_scopes(screen: type[BaseScreen[Any]]) -> None:
    """A key of a scope that the screen cannot do would end the console."""
    assert undone(screen.SCOPES, screen, *screen.CONTROLLERS) == []


@pytest.mark.parametrize("opens", BESIDE)
def test_a_screen_beside_the_queue_can_do_every_action_of_its_scopes(opens: str) -> None:
    """The screen of rows with its subject."""
    make = maker_of(opens)
    assert make is not None
    screen = make()
    assert undone(screen.SCOPES, screen, *screen.controllers) == []


@pytest.mark.parametrize("widget", widgets(), ids=lambda widget: widget.__name__)
def test_a_widget_can_do_every_action_of_its_scopes(widget: type[Widget]) -> None:
    """By the Textual action that the binding names; those of the queue's list are partly the review screen's."""
    owners = (ReviewScreen, *ReviewScreen.CONTROLLERS) if issubclass(widget, ItemList) else ()
    assert undone(vars(widget)["SCOPES"], widget, *owners) == []


def test_every_screen_can_do_what_is_alive_everywhere() -> None:
    """By a method that all screens have or the app has, or by opening a screen."""
    assert [name for name in undone({Scope.ANYWHERE}, Console, BaseScreen) if maker_of(name) is None] == []


def test_every_scope_has_an_owner() -> None:
    """No action escapes these checks."""
    owned = {scope for one in (*screens(), *widgets()) for scope in vars(one).get("SCOPES", ())}
    owned |= {form.scope for form in FORMS} | {one.scope for one in BESIDE.values()} | {Scope.BROWSE, Scope.ANYWHERE}
    assert owned == set(Scope)


def test_a_key_for_what_is_typed_says_so_while_nothing_can_be_typed(shop: Path) -> None:
    """In the choice of a target and of a date, from the box of a reason and from the queue."""

    async def story(v: Visit) -> None:
        for make in FIELDS:
            for name in sorted(make().form.with_field):
                v.app.push_screen(make())
                await v.rest()
                form = v.app.screen
                await v.press(split_keys(registry()[name].keys)[0])
                assert v.app.screen is form and "Nothing is typed" in v.line("#field-says")
                await v.press("escape")

    visit(shop, story)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_two_keys_clash(preset: str) -> None:
    """In every preset, in every chain of scopes that are alive together."""
    assert clashes(preset_keys(preset)) == []


def test_a_clash_is_found() -> None:
    """The check sees two actions of one chain on one key."""
    assert [(c.key, {c.first, c.second}) for c in clashes({**preset_keys("default"), "review.undo": "r"})] == [
        ("r", {"review.refuse", "review.undo"})
    ]


def test_every_scope_is_in_a_chain() -> None:
    """No scope escapes the check."""
    assert {scope for chain in chains() for scope in chain} == set(Scope)


@pytest.mark.parametrize("preset", PRESETS)
def test_no_decision_sits_on_a_key_pressed_for_something_else(preset: str) -> None:
    """Never enter, escape or backspace."""
    keys = preset_keys(preset)
    assert not [one.id for one in ALL if one.decides and NEVER.intersection(split_keys(keys[one.id]))]


def test_no_binding_has_priority() -> None:
    """Letters typed into a box stay letters."""
    made = [binding for scope in Scope for binding in bindings_of(scope)]
    assert not any(getattr(binding, "priority", False) for binding in made)


def test_confirmation_is_on_another_key() -> None:
    """The key that leads to a confirmation never confirms it."""
    leading = {key for one in ALL if one.decides and one.scope is Scope.REVIEW for key in split_keys(one.keys)}
    assert not leading.intersection(split_keys(registry()["confirm.yes"].keys))


def test_the_bar_always_has_help_and_fits() -> None:
    """At 80 columns at most seven keys are shown, and help is one of them."""
    shown = for_bar((Scope.QUEUE, Scope.LIST, Scope.REVIEW, Scope.ANYWHERE), preset_keys("default"))
    assert shown[0].id == "app.help"
    assert MOST_KEYS == 7


def test_search_by_key_and_by_word() -> None:
    """What is typed is looked up as a key first, then as words."""
    keys = preset_keys("default")
    assert search("u", ALL, keys)[0].id == "review.undo"
    assert search("snooze", ALL, keys)[0].id == "review.later"
    assert "review.next-tab" in {one.id for one in search("drafts", ALL, keys)}
    assert [search(words, ALL, keys)[0].id for words in ("log", "Memory", "hist")] == [
        "app.log",
        "app.memory",
        "app.history",
    ]


def test_keys_are_shown_as_people_know_them() -> None:
    """Signs instead of names."""
    assert [shown_key(key) for key in ("question_mark", "escape", "ctrl+s", "slash", "right_square_bracket")] == [
        "?", "esc", "ctrl+s", "/", "]",
    ]  # fmt: skip


# The keymap of the configuration file


def test_a_key_can_be_changed_and_switched_off() -> None:
    """A new key, several, a swap, and none."""
    wanted = {"review.take": ["Z", "ctrl+a"], "review.refuse": "s", "review.later": "r", "app.theme": ""}
    made = build("default", wanted)
    assert made.problems == ()
    assert (made.keys["review.take"], made.keys["review.refuse"], made.keys["review.later"]) == ("Z,ctrl+a", "s", "r")
    assert made.overrides()["app.theme"] == "disabled"


def test_a_clash_leaves_the_usual_key() -> None:
    """Who wants a key that is taken keeps the usual one, and is told."""
    made = build("default", {"review.refuse": "u"})
    assert made.keys["review.refuse"] == "r"
    assert made.problems == ("u is review.undo already, so review.refuse keeps its usual keys",)


def test_what_is_wrong_is_said_with_its_line_and_the_nearest_name() -> None:
    """Unknown actions, unknown keys, unknown presets, decisions on enter."""
    text = "dreamtui:\n  keymap: vmi\n  keys:\n    review.tak: x\n    review.undo: enter\n    app.theme: ctrll+t\n"
    wanted = {"review.tak": "x", "review.undo": "enter", "app.theme": "ctrll+t"}
    problems = build("vmi", wanted, ".agent/config.yaml", text).problems
    assert problems[0] == ".agent/config.yaml:2: there is no keymap 'vmi'; did you mean vim?"
    assert problems[1] == ".agent/config.yaml:4: review.tak is not an action; did you mean review.take?"
    assert problems[2] == ".agent/config.yaml:5: review.undo decides, so it cannot be on enter"
    assert problems[3].startswith(".agent/config.yaml:6: app.theme: 'ctrll+t' is not a key")


@pytest.mark.parametrize(
    ("typed", "named"),
    [("?", "question_mark"), ("esc", "escape"), ("ctrl+s", "ctrl+s"), ("G", "G"), ("/", "slash"), ("+", "plus"),
     ("nonsense", ""), ("ctrl+", "")],
)  # fmt: skip
def test_keys_as_people_write_them(typed: str, named: str) -> None:
    """Signs, short names, and what is no key."""
    assert key_named(typed) == named


def test_vim_gives_g_back_to_the_list() -> None:
    """In the preset vim `g` goes to the top and `a` graduates."""
    keys = build("vim", {}).keys
    assert split_keys(keys["list.first"])[0] == "g"
    assert keys["review.take"] == "a"
