"""What is to be typed when something was refused because it was not said."""

from dreamtui.model.errors import DreamtuiError, Lack, Missing

_TYPED = {
    Lack.REASON: ": say why with --rationale",
    Lack.RULE: ": say what agents shall read with --rule",
    Lack.MEMORY_WORDS: "; say what is to be remembered with --rule",
    Lack.CHOICE: ": --choose {names}",
    Lack.CHANGES: "; --only chooses among its changes",
    Lack.ONE_CHANGE: "; choose it with --only",
    Lack.LOSSES: "; --acknowledge each statement, or all, or keep them",
    Lack.GROUND: ": keep it with `rerationale`, or say --as wrong",
    Lack.REMOVALS: ", `dreamtui memory index --allow-removals` takes them out",
    Lack.MEMORY_FOLDER: "; --memory-dir names a folder that holds MEMORY.md and its topic files, and nothing else",
    Lack.CLAUDE_FOLDER: "; --claude-dir names Claude Code's own folder",
    Lack.KNOWN_ITEM: "; `dreamtui list --status all` shows all",
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
        return f" — `dreamtui {' '.join(('undo', *missing.names))} --rationale …` takes that back"
    return _TYPED[missing.what].format(names=names)
