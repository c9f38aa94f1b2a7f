"""Asking and saying, line by line, on a terminal or a pipe; everything read is made inert before it is said."""

import sys
from dataclasses import dataclass, field
from typing import TextIO

from dreamtui.present.ascii_signs import plain_signs
from dreamtui.text.inert import inert


class Ended(Exception):
    """The input has ended."""


@dataclass
class Talk:
    """A conversation with a person, or with a script."""

    stream: TextIO = field(default_factory=lambda: sys.stdin)
    ascii: bool = False
    """Whether signs are said in ASCII."""

    @property
    def live(self) -> bool:
        """Whether a person can be asked again."""
        return self.stream.isatty()

    def say(self, text: str = "") -> None:
        """A line, safe for the terminal."""
        print(plain_signs(inert(text)) if self.ascii else inert(text))

    def ask(self, prompt: str) -> str:
        """One answer; a line that ends with a backslash goes on in the next."""
        answers: list[str] = []
        while True:
            line = self._line(f"{prompt} ")
            if not line.endswith("\\"):
                return "\n".join([*answers, line])
            answers.append(line[:-1])

    def _line(self, prompt: str) -> str:
        if self.live and self.stream is sys.stdin:
            import readline  # noqa: F401  gives `input` the keys people expect

            try:
                return input(prompt)
            except EOFError:
                print()
                raise Ended from None
        print(prompt, end="", flush=True)
        line = self.stream.readline()
        print()
        if not line:
            raise Ended
        return line.removesuffix("\n").removesuffix("\r")
