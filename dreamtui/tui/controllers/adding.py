"""What a person puts down by hand, asked for line by line: a candidate, a note, what a run should look at."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from dreamtui.tui.controllers.working import in_worker
from dreamtui.tui.screens.base import BaseScreen
from dreamtui.tui.screens.dialogs.questions import prompt

if TYPE_CHECKING:
    from dreamtui.desk.queue.add_candidate import AddedCandidate
    from dreamtui.tui.app import Console
    from dreamtui.tui.session.outcomes import ConsoleOutcome


class _Question(NamedTuple):
    words: str
    hint: str = "enter goes on, esc stops"
    may_be_empty: bool = False


def _ask(console: "Console", questions: Sequence[_Question], then: Callable[[list[str]], object], *said: str) -> None:
    """Ask one question after the other; esc, or nothing where something is needed, ends it and nothing is kept."""
    question = questions[len(said)]

    def answered(typed: str | None) -> None:
        if typed is None or not (typed.strip() or question.may_be_empty):
            return
        together = (*said, typed.strip())
        if len(together) == len(questions):
            then(list(together))
        else:
            _ask(console, questions, then, *together)

    console.push_screen(prompt(question.words, "", question.hint), answered)


def _work(console: "Console", call: Callable[[], Any], then: Callable[[Any], None], description: str) -> None:
    if isinstance(console.screen, BaseScreen):
        in_worker(console.screen, call, then, group="add", description=description, what="add")


def add_candidate(console: "Console") -> None:
    """Into the queue, with a piece of evidence."""
    from dreamtui.desk.queue.add_candidate import add

    def added(found: "AddedCandidate") -> None:
        alike = f"; it looks like {found.similar[0][1]}" if found.similar else ""
        said = "In the queue" if found.is_new else "Already in the queue; the evidence is added"
        console.say(f"{said}{alike}", timeout=6.0)
        console.queue_changed()

    def file(words: list[str]) -> None:
        title, evidence = words
        desk = console.here.desk
        _work(console, lambda: add(desk, title, [evidence] if evidence else []), added, "adding a candidate")

    shows = _Question(
        "Add a candidate: what shows it?", "a commit, FILE:LINE or your words; may be empty", may_be_empty=True
    )
    _ask(console, (_Question("Add a candidate: what did you see?"), shows), file)


def add_note(console: "Console") -> None:
    """Into memory, recorded and undone like a decision."""
    from dreamtui.desk.memory import notes
    from dreamtui.model.memory import Note
    from dreamtui.tui.telling import tell

    def write(words: list[str]) -> "ConsoleOutcome | None":
        title, text = words
        outcome, _ = notes.add_note(console.here.desk, Note("", "", title, text))
        return console.sessions.told(outcome) if outcome is not None else None

    def written(outcome: "ConsoleOutcome | None") -> None:
        if outcome is None:
            console.say("This note already exists")
            return
        tell(console, outcome)
        console.queue_changed()

    questions = (_Question("Add a note: its title?"), _Question("Add a note: what should be remembered?"))
    _ask(console, questions, lambda words: _work(console, partial(write, words), written, "adding a note"))


def look_for(console: "Console") -> None:
    """A run that is told what to look at."""
    from dreamtui.tui.screens.dialogs.mining import MiningScreen

    def run(words: list[str]) -> None:
        console.push_screen(MiningScreen(instructions=words[0]), console.and_then)

    _ask(console, (_Question("What should the run look at?"),), run)
