"""What is to be typed, or pressed, when something was refused because it was not said."""

from collections.abc import Callable, Sequence

from dreamtui.model.errors import DreamtuiError, Lack, Missing
from dreamtui.model.proposal import Choice
from dreamtui.model.verb import Verb
from dreamtui.present.parts import sentence
from dreamtui.text.danger.risks import mask
from dreamtui.text.lines import Line, plain

_TYPED = {
    Lack.REASON: ": say why with --rationale",
    Lack.RULE: ": say what agents should read with --rule",
    Lack.MEMORY_WORDS: "; say what is to be remembered with --rule",
    Lack.CHOICE: ": --choose {names}",
    Lack.CHANGES: "; --only chooses among its changes",
    Lack.ONE_CHANGE: "; choose it with --only",
    Lack.LOSSES: "; --acknowledge each statement, or all, or keep them",
    Lack.PATHS: " with --paths",
    Lack.GROUND: ": keep it with `rerationale`, or say --as wrong",
    Lack.REMOVALS: "; --only add adds the missing lines alone, --allow-removals takes these out",
    Lack.MEMORY_FOLDER: "; --memory-dir names a folder that holds MEMORY.md and its topic files, and nothing else",
    Lack.CLAUDE_FOLDER: "; --claude-dir names Claude Code's own folder",
    Lack.KNOWN_ITEM: "; `dreamtui list --status all` shows all",
    Lack.KNOWN_MEMORY: "; `dreamtui memory history` lists them",
    Lack.KNOWN_VERSION: "; `dreamtui memory history {names}` lists them",
    Lack.KNOWN_NOTE: "; `dreamtui memory list` shows notes, `dreamtui memory status` memory folders",
    Lack.KNOWN_DECISION: "; `dreamtui audit list` shows them",
    Lack.MODEL_COMMAND: ": name it as `dreamtui.model_command` in {names}",
    Lack.MODEL_RULE: "; `dreamtui draft {names}` asks a model for one",
    Lack.REMOVED_MANY: " (--most {names} confirms it)",
    Lack.RISK: "; take it out, or say with --acknowledge {names} that you mean it",
    Lack.PERSON: "; `dreamtui propose --title … --evidence …` puts it into a person's queue",
    Lack.REOPENING: " — `dreamtui reopen {names}` puts it back",
}


def typed(problem: DreamtuiError) -> str:
    """An error as the command line says it: what was refused, and what to type."""
    return f"{problem}{_typed(problem.missing)}" if problem.missing else str(problem)


def _typed(missing: Missing) -> str:
    names = ", ".join(missing.names)
    if missing.what is Lack.ROOM:
        drop = f"--make-room drops the promotions of {names}, " if names else ""
        return f"; {drop}--over-budget writes all the same"
    if missing.what is Lack.UNDOING:
        return f" — `dreamtui {' '.join(('undo', *missing.names))} --rationale …` undoes that"
    return _TYPED[missing.what].format(names=names)


def refusal_lines(
    said: str,
    missing: Missing | None,
    verb: Verb | None,
    choices: Sequence[Choice],
    key: Callable[[str], str],
    *,
    spent: str = "",
) -> list[Line]:
    """Why nothing can be shown, and what to press.

    `choices` are the ways out of a contradiction, `key` says the key of an action, `spent` why nothing is left to do.
    """
    if spent:
        keys = f"Press {key('review.refuse')}: it rejects this. {key('review.later')} puts it off."
        why = f"There is nothing to accept: {mask(spent)}."
        return [plain("Nothing is left to do", "heading"), plain(""), plain(why), plain(""), plain(keys)]
    if choices and missing is not None and missing.what is Lack.CHOICE:
        return _ways_out(choices, key("review.proposal"))
    if missing is not None and missing.what is Lack.MEMORY_WORDS:
        asks = f"Press {key('review.take')}: it asks for the words, of a rule or of a note."
        seen = "It says what was seen, and not yet what agents should know or do."
        return [plain("Needs a rule or a note", "heading"), plain(""), plain(seen), plain(""), plain(asks)]
    lines = [plain("Not possible as it is", "heading"), plain(""), plain(f"{sentence(said).rstrip('.')}.")]
    if missing is not None and verb is not None:
        place = "review.take" if verb.slot == "take" else "review.refuse"
        lines += [plain(""), plain(f"Press {key(place)}: it asks for what is missing.")]
    return lines


def _ways_out(choices: Sequence[Choice], key: str) -> list[Line]:
    """A contradiction changes nothing until a way out is chosen: the ways out, and where to choose one."""
    lines = [
        plain("A contradiction is settled by one of these choices", "heading"),
        plain(""),
        *(Line((("text", "• "), ("text", mask(one.label))), hanging=2) for one in choices),
        plain(""),
        plain(f"Press {key}: it shows both sides statement by statement, and space marks a choice there."),
    ]
    return lines
