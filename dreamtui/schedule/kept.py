"""Keeps what goes wrong where nobody is there to be told; it imports nothing until something does."""

import os


class Kept:
    """Keeps whatever goes wrong inside, and lets it go no further: nobody is there to be told."""

    problem = ""
    """A sentence; empty while nothing went wrong."""

    def __enter__(self) -> "Kept":
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: object) -> bool:
        if problem is None:
            return False
        from dreamtui.model.errors import DreamtuiError

        self.problem = str(problem) if isinstance(problem, DreamtuiError) else f"{type(problem).__name__}: {problem}"
        if not isinstance(problem, DreamtuiError | OSError):
            import traceback

            from dreamtui.desk.person import keep_error

            keep_error("".join(traceback.format_exception(problem)), os.environ)
        return isinstance(problem, Exception)
