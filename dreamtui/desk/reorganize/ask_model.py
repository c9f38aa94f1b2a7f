"""Asks the model command for more proposals; whatever goes wrong is a remark, never a failure."""

from collections.abc import Sequence

from dreamtui.desk.desk import Desk
from dreamtui.desk.reorganize.proposal_files import statements
from dreamtui.memory.model_answer import BadAnswer, build, read_answer
from dreamtui.model.proposal import Memory, Proposal
from dreamtui.sources.model_command import run_model

_SHARED = ".agent/config.yaml"


def may_run(desk: Desk, *, wanted: bool) -> str:
    """Why the configured command is not run, a sentence; empty when it is.

    A repository that somebody else wrote must not be able to run a command by its configuration alone.
    """
    if wanted or desk.config.source("dreamtui.model_command") != _SHARED:
        return ""
    return (
        f"the model command of {_SHARED} was not run, because a repository cannot run commands by itself: use --model"
    )


def ask_model(
    desk: Desk, command: str, memories: Sequence[Memory], found: Sequence[Proposal], instructions: str
) -> tuple[tuple[Proposal, ...], list[str]]:
    """What the model proposes and nothing found before, and what is to be said about it."""
    prompt = build(memories, found, instructions)
    named = [str(name) for name in desk.config["dreamtui.model_env"]]
    answer = run_model(command, prompt.text, desk.env, named)
    kept = "; what was found without it stays, and the instructions are recorded"
    if answer.problem:
        return (), [f"{answer.problem}{kept}"]
    try:
        read = read_answer(answer.text, memories, statements)
    except BadAnswer as problem:
        return (), [f"{problem}{kept}"]
    known = {made.id for made in found}
    fresh = tuple(made for made in read.proposals if made.id not in known)
    said = [f"the model command proposed {len(read.proposals)}, {len(fresh)} of them not found otherwise"]
    said += [f"{read.dropped} parts of its answer could not be used"] if read.dropped else []
    said += [f"{prompt.left_out} of the oldest memories did not fit into its prompt"] if prompt.left_out else []
    return fresh, said
