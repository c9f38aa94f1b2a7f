"""The registry: every action has an id, words, a twin, a way to be done, and no key clashes."""

import importlib
import inspect
import pkgutil

import pytest
from textual.widget import Widget

import dreamtui.tui.screens
import dreamtui.tui.widgets
from dreamtui.coach.rationale import templates_for
from dreamtui.model.change import ChangeSet
from dreamtui.model.verb import Verb
from dreamtui.tui.actions.configured_keys import NEVER, build, key_named
from dreamtui.tui.actions.opened import maker_of
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
from dreamtui.tui.screens.browse.subject import Subject
from dreamtui.tui.screens.dialogs import questions

ALL = tuple(registry().values())


def doers() -> list[type]:
    """Every screen of the console, its controllers, and every subject of the screen of rows."""
    found: dict[str, type] = {}
    for module in pkgutil.walk_packages(dreamtui.tui.screens.__path__, "dreamtui.tui.screens."):
        members = inspect.getmembers(importlib.import_module(module.name), inspect.isclass)
        found |= {name: one for name, one in members if issubclass(one, BaseScreen | Subject)}
    return [owner for one in found.values() for owner in (one, *getattr(one, "CONTROLLERS", ()))]


FORMS = [
    one.form
    for one in (
        questions.confirm("", (), ""),
        questions.notice("", ()),
        questions.show_changes(ChangeSet.of(), ""),
        questions.agree_to_changes(ChangeSet.of(), "", lambda: None),
        questions.prompt(""),
        questions.beginning(templates_for(Verb.REJECT)),
        questions.until_when("", lambda typed: "2026-12-01"),
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
        found |= {name: one for name, one in members if issubclass(one, Widget) and hasattr(one, "SCOPES")}
    return list(found.values())


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_an_action_says_what_it_is(one: Action) -> None:
    """Title, a sentence, a twin or the reason why there is none."""
    assert one.title and one.help.endswith(".") and len(one.title) <= 28
    assert one.twin.removeprefix("- ").strip()
    assert one.id.count(".") == 1


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_an_action_can_be_done(one: Action) -> None:
    """A screen of its scope, or the app, has the method; or a widget has the Textual action."""
    if one.runs:
        name = f"action_{one.runs.partition('(')[0].rpartition('.')[2]}"
        owners = [each for each in widgets() if one.scope in each.SCOPES]
        assert any(hasattr(each, name) for each in owners), f"no widget has {name}"
        return
    if any(one.scope is form.scope for form in FORMS):
        assert any(one.id in form.keys for form in FORMS), "no form has it"
        return
    assert any(hasattr(each, one.method) for each in (*doers(), Console)) or maker_of(one.id) is not None


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
    wanted = {"review.take": ["A", "ctrl+a"], "review.refuse": "s", "review.later": "r", "app.theme": ""}
    made = build("default", wanted)
    assert made.problems == ()
    assert (made.keys["review.take"], made.keys["review.refuse"], made.keys["review.later"]) == ("A,ctrl+a", "s", "r")
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
