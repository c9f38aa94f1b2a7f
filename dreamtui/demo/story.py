"""What happened in the demo: what `history.txt` says, read into steps, and those that are commits told as such."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import NamedTuple

PEOPLE = {
    "alice": ("Alice Moreau", "alice@shop.example"),
    "bob": ("Bob Tanaka", "bob@shop.example"),
    "carol": ("Carol Nkemelu", "carol@shop.example"),
    "dave": ("Dave Lindqvist", "dave@shop.example"),
    "dependabot": ("dependabot[bot]", "49699333+dependabot[bot]@users.noreply.github.com"),
}
"""Name and e-mail of everybody who commits."""

MAIN = "main"

_NAMED = re.compile(r"\{(\w+)\}")
"""In a message the name of another step, which becomes its sha."""
_HEADER = re.compile(r"@ (\d+) (\d\d:\d\d) (\w+)((?: \w+=\S+)*)")


class Hunk(NamedTuple):
    """A small change of one file."""

    path: str
    old: str
    """What stands there exactly once; empty for a new file."""
    new: str
    """What stands there afterwards; empty for a file that goes."""


@dataclass(frozen=True, slots=True)
class StoryStep:
    day: int
    """How many days ago."""
    time: str
    """At what hour, UTC."""
    who: str
    options: Mapping[str, str]
    """name, branch, reverts, again, picks, merges, moves, logged; logs, files; notes, static."""
    message: str
    """What the author says; git's own words for reverts and copies come from us."""
    hunks: tuple[Hunk, ...]

    @property
    def is_commit(self) -> bool:
        return not {"logs", "notes"} & set(self.options)

    @property
    def branch(self) -> str:
        """The branch it is made on."""
        return self.options.get("branch", MAIN)


class StoryError(ValueError):
    """The story contradicts itself; the message names the commit."""


def read_history() -> tuple[StoryStep, ...]:
    """All steps, the oldest first."""
    text = files("dreamtui.demo").joinpath("history.txt").read_text(encoding="utf-8")
    return tuple(_step(part) for part in re.split(r"^(?=@ \d)", text, flags=re.MULTILINE)[1:])


def _step(text: str) -> StoryStep:
    header, _, rest = text.partition("\n")
    found = _HEADER.fullmatch(header)
    if found is None:
        raise StoryError(f"{header!r} is no header of a commit")
    options = dict(option.split("=", 1) for option in found[4].split())
    message, *changes = re.split(r"^>>> ", rest, flags=re.MULTILINE)
    return StoryStep(int(found[1]), found[2], found[3], options, message.strip("\n"), tuple(map(_hunk, changes)))


def _hunk(text: str) -> Hunk:
    path, *lines = text.strip("\n").split("\n")
    old = "".join(f"{line[1:]}\n" for line in lines if line[0] in "- ")
    new = "".join(f"{line[1:]}\n" for line in lines if line[0] in "+ ")
    return Hunk(path, old, new)


class CommitStep(NamedTuple):
    """A step with everything git needs."""

    step: StoryStep
    message: str
    parents: tuple[str, ...]
    """Full shas."""
    files: Mapping[str, str | None]
    """Whole text of every changed file; None for one that goes."""
    moves: tuple[tuple[str, str], ...]


@dataclass(slots=True)
class Branch:
    tip: str
    """Sha of its newest commit; empty before the first."""
    files: dict[str, str]
    fork: Mapping[str, str]
    """Every file as it was where the branch began."""


@dataclass(slots=True)
class Teller:
    """Turns steps into commits, one after the other; it has to be told the sha of each."""

    branches: dict[str, Branch] = field(default_factory=lambda: {MAIN: Branch("", {}, {})})
    named: dict[str, tuple[str, str, tuple[Hunk, ...]]] = field(default_factory=dict)
    """Sha, subject and changes of the steps that others name."""

    def tell(self, steps: Sequence[StoryStep]) -> Iterator[CommitStep]:
        """Each step as a commit; `made` has to be called before the next one is asked for."""
        for step in steps:
            yield self._merge(step) if "merges" in step.options else self._change(step)

    def made(self, told: CommitStep, sha: str) -> None:
        """Remember the sha of a commit."""
        self.branches[told.step.branch].tip = sha
        if name := told.step.options.get("name"):
            subject, hunks = told.message.split("\n")[0], told.step.hunks or self._meant(told.step)[1]
            self.named[name] = (sha, subject, hunks)

    def line(self, path: str, words: str) -> str:
        """FILE:LINE of the first line on main that holds these words."""
        lines = self.branches[MAIN].files[path].split("\n")
        return f"{path}:{next(number for number, line in enumerate(lines, 1) if words in line)}"

    def _change(self, step: StoryStep) -> CommitStep:
        main = self.branches[MAIN]
        branch = self.branches.setdefault(step.branch, Branch(main.tip, dict(main.files), dict(main.files)))
        message, hunks = self._meant(step)
        old, _, new = step.options.get("moves", "").partition(":")
        moves = ((old, new),) if old else ()
        if old:
            branch.files[new] = branch.files.pop(old)
        changed: dict[str, str | None] = {}
        for hunk in hunks:
            changed[hunk.path] = _applied(branch.files, hunk, step)
        return CommitStep(step, message, (branch.tip,) if branch.tip else (), changed, moves)

    def _merge(self, step: StoryStep) -> CommitStep:
        """Main takes over every file that the other branch changed and main did not."""
        main, side = self.branches[MAIN], self.branches[step.options["merges"]]
        ours = {path: text for path, text in side.files.items() if side.fork.get(path) != text}
        for path, text in ours.items():
            if main.files.get(path) not in (side.fork.get(path), text):
                raise StoryError(f"{step.message!r} has a conflict in {path}")
        main.files.update(ours)
        return CommitStep(step, step.message, (main.tip, side.tip), ours, ())

    def _meant(self, step: StoryStep) -> tuple[str, tuple[Hunk, ...]]:
        """The whole message, and the changes; a revert makes those of another step backwards."""
        message = _NAMED.sub(lambda name: self.named[name[1]][0][:8], step.message)
        said = f"\n\n{message}" if message else ""
        if name := step.options.get("reverts"):
            sha, subject, hunks = self.named[name]
            back = tuple(Hunk(h.path, h.new, h.old) for h in reversed(hunks))
            return f'Revert "{subject}"\n\nThis reverts commit {sha}.{said}\n', back
        if name := step.options.get("again"):
            _, subject, hunks = self.named[name]
            return f'Reapply "{subject}"{said}\n', hunks
        if name := step.options.get("picks"):
            sha, subject, hunks = self.named[name]
            return f"{subject}{said}\n\n(cherry picked from commit {sha})\n", hunks
        return f"{message}\n", step.hunks


def _applied(tree: dict[str, str], hunk: Hunk, step: StoryStep) -> str | None:
    """Change one file of a tree; its new text, None when it goes."""
    text = tree.get(hunk.path, "")
    if bool(hunk.old) != (hunk.path in tree) or (hunk.old and text.count(hunk.old) != 1):
        raise StoryError(f"day {step.day}: the change of {hunk.path} does not apply")
    if hunk.old == text and not hunk.new:
        del tree[hunk.path]
        return None
    tree[hunk.path] = text.replace(hunk.old, hunk.new) if hunk.old else hunk.new
    return tree[hunk.path]
