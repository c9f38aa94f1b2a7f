"""What is asked and told in dialogs: each a form, made by a function."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from dreamtui.coach.rationale import Template
from dreamtui.model.change import ChangeSet
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.target import Destination
from dreamtui.present import targets
from dreamtui.present.changes import files_of
from dreamtui.present.parts import Word
from dreamtui.text.budget import Size
from dreamtui.text.lines import Line, plain
from dreamtui.text.versions import is_version
from dreamtui.text.words import counted
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.dialogs.form import Compared, DialogForm, FormField, FormScreen, R, Said, gives

if TYPE_CHECKING:
    from dreamtui.desk.outputs.targets import TargetCost


def _strong(heading: str, hint: str = "") -> Said:
    return [Word(heading, "strong", keep=9), *([Word(f"  {hint}", "dim")] if hint else [])]


def confirm(question: str, lines: Sequence[Line], yes: str) -> FormScreen[bool]:
    """Ask before something that cannot be meant by a slip; the key is another one than those that lead here."""
    return FormScreen(
        DialogForm(
            Scope.CONFIRM, "confirm", _strong(question),
            {"confirm.yes": gives(True), "confirm.no": gives(False)},
            {"confirm.yes": yes}, text=tuple(lines), focus="TextPane",
        )
    )  # fmt: skip


def notice(heading: str, sentences: Sequence[str | Line]) -> FormScreen[None]:
    """Say what failed, or what a person should know before going on."""
    lines = [plain(one) if isinstance(one, str) else one for one in sentences]
    return FormScreen(
        DialogForm(
            Scope.NOTICE, "notice", _strong(heading), {"notice.close": gives(None)},
            text=lines, focus="TextPane",
        )
    )  # fmt: skip


def show_changes(made: ChangeSet, heading: str, *, revealed: bool = False) -> FormScreen[None]:
    """Show changes over the whole screen, to be looked at and left."""
    compared = Compared(files_of(made), reveal=revealed)
    return FormScreen(
        DialogForm(
            Scope.NOTICE, "whole", _strong(heading), {"notice.close": gives(None)}, compared=compared, focus="DiffView"
        )
    )  # fmt: skip


def agree_to_changes(
    made: ChangeSet, heading: str, write: Callable[[], R], remarks: Sequence[str] = ()
) -> FormScreen[R]:
    """Show changes that need no reason before they are written; the answer is what writing them gives."""
    return FormScreen(
        DialogForm(
            Scope.APPLY, "whole", heading,
            {"apply.write": lambda form: form.answer_with(write), "apply.back": gives(None)},
            lines=[([Word(sentence, "warning")], ()) for sentence in remarks[:3]],
            compared=Compared(files_of(made), ("now", "written")), focus="DiffView",
        )
    )  # fmt: skip


def prompt(question: str, value: str = "", hint: str = "") -> FormScreen[str]:
    """Ask for one line of words; for looking things up, never for deciding."""

    def entered(form: FormScreen[str], typed: str) -> Said:
        form.dismiss(typed)
        return ()

    field = FormField(entered, value=value)
    return FormScreen(
        DialogForm(
            Scope.PROMPT, "prompt", _strong(question, hint), {"prompt.back": gives(None)}, field=field, focus="Input"
        )
    )


def beginning(templates: Sequence[Template]) -> FormScreen[str]:
    """Choose a beginning of a reason by its number."""
    lines: list[Line] = []
    for template in templates:
        lines.append(Line((("heading", f"{template.number}  {template.name}"),)))
        lines += [Line((("text", f"   {template.text}"),), hanging=3), Line((("text", ""),))]
    names = ("template.first", "template.second", "template.third")
    keys = {name: gives(template.text) for name, template in zip(names, templates, strict=False)}
    keys["template.back"] = gives(None)
    return FormScreen(
        DialogForm(
            Scope.TEMPLATE,
            "template",
            _strong("Begin with", "the ‹gaps› have to be filled"),
            keys,
            text=lines,
            writes_on=True,
        )
    )


def which_target(
    costs: "Sequence[TargetCost]", patterns: Callable[[str], Destination], own: Size | None = None, known: int = 0
) -> FormScreen[Destination]:
    """Choose where a rule goes, each place with what it costs there, or type patterns; `patterns` reads these.

    `own` is the size of the words as they are now, of whose lines `known` are in the costs.
    """

    def take(form: FormScreen[Destination]) -> None:
        form.trying(lambda: form.dismiss(patterns(form.typed)))

    def entered(form: FormScreen[Destination], typed: str) -> Said:
        return [Word(f"= {patterns(typed).said}", "strong"), Word("  ctrl+s takes it", "dim")]

    def refuses(why: str) -> Callable[[FormScreen[Destination]], object]:
        return lambda form: form.say([Word(f"Not possible: {why}", "warning")])

    lines: list[tuple[Said, Said]] = []
    keys: dict[str, Callable[[FormScreen[Destination]], object]] = {}
    for number, cost in enumerate(costs, 1):
        name = f"target.{cost.destination.target}"
        if cost.why_not:
            lines.append(([Word(f"    {targets.place(cost)}", "dim")], [Word(f"{cost.why_not} ", "dim")]))
            keys[name] = refuses(cost.why_not)
            continue
        keys[name] = gives(cost.destination)
        file, reaches = targets.choice(cost, costs)
        left = [Word(f"  {file}", action=name, key=f" {number}", keep=9)]
        left += [Word("  suggested", "warning", keep=8)] if cost.suggested else []
        lines.append((left, [Word(f"{targets.filling(cost, own.lines if own else None, known)} ", "dim", keep=7)]))
        if below := "; ".join(filter(None, (reaches, cost.suggested))):
            lines.append(([Word(f"    {below}", "dim")], ()))
    lines.append(([Word("  .claude/rules for other files", action="target.paths", key=" p")], ()))
    return FormScreen(
        DialogForm(
            Scope.TARGET, "target",
            _strong("The rule goes to", f"about {counted(own.tokens, 'token')}" if own and own.tokens else ""),
            {**keys, "target.paths": FormScreen.open_field, "target.take": take, "target.back": gives(None)},
            lines=lines,
            field=FormField(
                entered, title=_strong("For files like", "ctrl+s takes them"), hint="src/api/** *.sql", hidden=True
            ),
            with_field=frozenset({"target.take"}), writes_on=True,
        )
    )  # fmt: skip


_DATES = {
    "date.tomorrow": ("1", "tomorrow", "tomorrow"),
    "date.week": ("2", "in a week", "1w"),
    "date.month": ("3", "in four weeks", "4w"),
    "date.quarter": ("4", "in a quarter", "13w"),
}
"""Key, words and date of each choice, by its action."""

WITH_REASON = "with a reason"
"""The answer instead of a date of who wants to write why first."""

EXAMPLES = "2026-12-01, +3d, 2w"
"""What can be typed for a date."""


def until_when(
    heading: str,
    day: Callable[[str], str],
    *,
    versions: bool = False,
    about: Sequence[Said] = (),
    may_have_reason: bool = False,
) -> FormScreen[str]:
    """Ask until when: a few usual dates by number, or one that is typed. `day` reads one, or refuses it.

    With `versions` it may be a version too. `about` names several items, a line each. With `may_have_reason` the answer
    may be `WITH_REASON`.
    """
    examples = f"{EXAMPLES}, 2.0" if versions else EXAMPLES

    def shown(typed: str) -> str:
        read = day(typed)
        if is_version(read):
            return f"version {read}"
        found = date.fromisoformat(read)
        return f"{found:%a} {found.day} {found:%b %Y}"

    def choose(typed: str) -> Callable[[FormScreen[str]], None]:
        return lambda form: form.trying(lambda: form.dismiss(day(typed)))

    def record(form: FormScreen[str]) -> None:
        if form.typed:
            choose(form.typed)(form)
        else:
            form.say([Word(f"Type a date first: {examples}", "warning")])

    def live(typed: str) -> Said:
        try:
            return [Word(f"= {shown(typed)}", "strong")] if typed else []
        except DreamtuiError:
            return [Word("no date after today yet", "dim")]

    def entered(form: FormScreen[str], typed: str) -> Said:
        """Enter decides nothing anywhere: it says which day is meant and what records it."""
        return [Word(f"= {shown(typed)}", "strong"), Word("  ctrl+s records it", "dim")]

    def in_the_box(form: FormScreen[str]) -> None:
        form.say([Word("The reason is in the box below", "dim")])

    lines: list[tuple[Said, Said]] = [(one, ()) for one in about]
    lines += [
        ([Word(f"  {words}", action=name, key=f" {key}")], [Word(f"{shown(typed)} ", "dim")])
        for name, (key, words, typed) in _DATES.items()
    ]
    lines.append(([Word(f"  another date, such as {examples}", action="date.other", key=" d")], ()))
    title = _strong("Until", "ctrl+s records with this date")
    return FormScreen(
        DialogForm(
            Scope.DATE, "date", _strong(heading),
            {
                **{name: choose(typed) for name, (_, _, typed) in _DATES.items()},
                "date.other": FormScreen.open_field, "date.record": record, "date.back": gives(None),
                "date.reason": gives(WITH_REASON) if may_have_reason else in_the_box,
            },
            {} if may_have_reason else {"date.reason": ""},
            lines=lines, field=FormField(entered, live, title, hint="2w", hidden=True),
            with_field=frozenset({"date.record"}),
        )
    )  # fmt: skip
