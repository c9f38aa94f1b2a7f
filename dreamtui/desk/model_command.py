"""The model command of the person at the desk: which one, and asking it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dreamtui.desk.config import SHARED
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Lack, Missing, Refused

if TYPE_CHECKING:
    from dreamtui.sources.program import Answer

_COMMAND, _NAMED = "dreamtui.model_command", "dreamtui.model_env"


@dataclass(frozen=True, slots=True)
class ModelCommand:
    """A command with the variables it gets."""

    line: str
    """As configured."""
    named: tuple[str, ...]
    """Names of the variables it gets besides the usual ones."""

    @property
    def shown(self) -> str:
        """As it is shown and recorded: on one line, without secrets."""
        from dreamtui.text.danger.risks import mask
        from dreamtui.text.inert import inert_line

        return inert_line(mask(self.line))[:200]


def own_command(desk: Desk) -> ModelCommand | None:
    """What the person's own settings name; what a repository says about it counts for nothing."""
    own = desk.config.own
    line = str(own[_COMMAND].value).strip()
    return ModelCommand(line, tuple(map(str, own[_NAMED].value))) if line else None


def need_command(desk: Desk) -> ModelCommand:
    """The same; refused if none is configured."""
    command = own_command(desk)
    if command is not None:
        return command
    from dreamtui.desk.config import user_file

    where = Missing(Lack.MODEL_COMMAND, (str(user_file(desk.env)),))
    if shared_command(desk) is not None:
        said = f"the model command of {SHARED} is not run, because a repository cannot run commands by itself"
        raise Refused(said, where)
    raise Refused("there is no model command in your own settings", where)


def shared_command(desk: Desk) -> ModelCommand | None:
    """What the repository's file names; run only where the person asks for exactly that."""
    if desk.config.source(_COMMAND) != SHARED:
        return None
    line = str(desk.config[_COMMAND]).strip()
    return ModelCommand(line, tuple(map(str, desk.config[_NAMED]))) if line else None


def ask(
    desk: Desk,
    command: ModelCommand,
    prompt: str,
    cancelled: Callable[[], bool] | None = None,
    *,
    repository: bool = False,
    seconds: float | None = None,
) -> "Answer":
    """What it answers, or why it did not; it is confined, and with `repository` it starts there and can read it."""
    from dreamtui.desk.model_confinement import place
    from dreamtui.sources.model_command import SECONDS, run_model
    from dreamtui.sources.program import Answer

    try:
        with place(desk, repository=repository) as where:
            within = SECONDS if seconds is None else seconds
            named = command.named
            return run_model(command.line, prompt, desk.env, named, place=where, seconds=within, cancelled=cancelled)
    except Refused as problem:
        return Answer(problem=str(problem))
