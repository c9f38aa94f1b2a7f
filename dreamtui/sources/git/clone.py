"""What a clone lacks of the repository it was made from: older commits, file contents, branches."""

import re
from dataclasses import dataclass

from dreamtui.sources.git.command import Repository, capture, sentence

_MISSING = re.compile(r"unable to (?:read|load|access)|missing (?:blob|tree|commit)|bad (?:object|tree)|not our ref")
_SETTINGS = r"^remote\..*\.(promisor|fetch)$"


@dataclass(frozen=True, slots=True)
class Clone:
    """Why what is not here may be elsewhere."""

    shallow: bool
    partial: bool
    """Objects were left out that git would fetch when they are needed; here it never does."""
    narrow: bool

    def why(self, words: str) -> str:
        """Why git could not read on, a few words, from what it said: nothing that is missing is ever fetched."""
        if self.partial:
            return "partial clone"
        return "missing objects" if _MISSING.search(words) else f"git says “{sentence(words)}”"


def clone_of(repository: Repository) -> Clone:
    """What a clone lacks, as its settings and git tell."""
    words = ("config", "--local", "-z", "--get-regexp", _SETTINGS)
    _, out, _ = capture(repository.root, words, repository.trusted)
    settings = [entry.partition("\n") for entry in out.decode("utf-8", "replace").split("\0") if entry]
    fetched = [value for key, _, value in settings if key.endswith(".fetch")]
    partial = any(key.endswith(".promisor") and value != "false" for key, _, value in settings)
    narrow = bool(fetched) and not any(value.lstrip("+").startswith(("refs/heads/*", "refs/*")) for value in fetched)
    return Clone(repository.shallow, partial, narrow)
