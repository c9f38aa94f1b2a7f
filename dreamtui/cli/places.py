"""Paths in words for the person: `.agent/…` is named where it really lies when the workspace has none of its own."""

import re
from dataclasses import dataclass

_OURS = re.compile(r"(?<![\w./@~-])\.agent/(?=[\w.])")


@dataclass(slots=True)
class HomePlace:
    """Where the files of the workspace of a command lie, once the command has found out."""

    home: str = ""
    """The folder that `.agent` stands for; empty where it is one of the workspace, or not known yet."""

    def opened(self, sentence: str) -> str:
        """The sentence with every path of ours as it can be opened."""
        return _OURS.sub(lambda _: f"{self.home}/", sentence) if self.home else sentence
