"""The interface of a signal of the history: given all commits of the window, it returns findings, best first."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from typing import ClassVar

from dreamtui.mining.history.reasons import reason
from dreamtui.mining.history.words import spoken
from dreamtui.mining.noise import Ignored
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import AtHead, Finding
from dreamtui.model.mining.commits import ChangedLines, Comment, Diffed, Sought, Stands

DAY = 86_400
QUOTED = 8
"""Most pieces of evidence of a finding."""
_SHORT = 8


def _nobody(name: str, email: str) -> str:
    return email or name


def _nowhere(sought: Iterable[Sought]) -> Mapping[Sought, Mapping[str, Stands]]:
    return {}


def _silent(words: Iterable[str], paths: Iterable[str]) -> Mapping[str, Sequence[Comment]]:
    return {}


def _unread(paths: Iterable[str]) -> Mapping[str, str]:
    return {}


def _unseen(shas: Iterable[str]) -> Mapping[str, Mapping[str, ChangedLines]]:
    return {}


def _undated(places: Sequence[tuple[str, int]]) -> Mapping[tuple[str, int], int]:
    return {}


@dataclass(frozen=True)
class Past:
    """The commits of a window, and the repository at HEAD."""

    commits: Sequence[Diffed]
    """Newest first, each change once."""
    present: AbstractSet[str]
    """Every file at HEAD."""
    ignored: Ignored
    """Ignored paths."""
    person: Callable[[str, str], str] = _nobody
    """Maps name and address to a person."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """Texts at HEAD of instructions and linter settings, by path."""
    places: Callable[[Iterable[Sought]], Mapping[Sought, Mapping[str, Stands]]] = field(default=_nowhere)
    """Looks up texts in the code at HEAD, by file."""
    read: Callable[[Iterable[str]], Mapping[str, str]] = field(default=_unread)
    """Reads files at HEAD; unreadable ones are absent."""
    comments: Callable[[Iterable[str], Iterable[str]], Mapping[str, Sequence[Comment]]] = field(default=_silent)
    """The comments at HEAD in which one of some words stands, among some files."""
    lines: Callable[[Iterable[str]], Mapping[str, Mapping[str, ChangedLines]]] = field(default=_unseen)
    """What commits did to the lines of each file; commits of which that is not known are absent."""
    written: Callable[[Sequence[tuple[str, int]]], Mapping[tuple[str, int], int]] = field(default=_undated)
    """When lines of HEAD were written, by path and number; 0 before the oldest commit here."""

    @cached_property
    def spoken(self) -> Counter[str]:
        """In how many subjects each word stands."""
        return Counter(word for commit in self.commits for word in spoken(commit.subject))

    @cached_property
    def known(self) -> dict[str, Diffed]:
        """Commits by the first characters of their shas."""
        return {commit.sha[:7]: commit for commit in reversed(self.commits)}

    @cached_property
    def newest(self) -> int:
        return max((commit.committed for commit in self.commits), default=0)


class HistorySignal(ABC):
    """A pattern in commits and their changes."""

    name: ClassVar[str]
    """Its name in ids, in the configuration and on the command line."""
    reads_lines: ClassVar[bool] = False
    """Whether it needs changed lines, which some clones lack."""

    @abstractmethod
    def find(self, past: Past) -> Iterable[Finding]:
        """The findings, best first; they must not depend on the order of the commits."""


def best(findings: Sequence[Finding], most: int) -> list[Finding]:
    """The first of them, best first, and all that are written down and kept, which take nobody's place."""
    items = [one for one in findings if not one.kept_at]
    return [*items[:most], *(one for one in findings if one.kept_at)]


def day(commit: Diffed) -> int:
    """Its author's day."""
    return commit.authored // DAY


def days(commits: Iterable[Diffed]) -> int:
    """The number of different days."""
    return len({day(commit) for commit in commits})


def short(sha: str) -> str:
    """A commit in a sentence."""
    return sha[:_SHORT]


def moment(seconds: int) -> str:
    """UTC time, ISO 8601 with Z."""
    return datetime.fromtimestamp(seconds, UTC).isoformat()[:19] + "Z"


def code(text: str) -> str:
    """A path or name in backticks, without backticks or line ends of its own."""
    return "`" + " ".join(text.replace("`", "'").replace("<!--", "").replace("-->", "").split())[:160] + "`"


def found(
    past: Past,
    signal: str,
    subject: str,
    title: str,
    rule: str,
    commits: Sequence[Diffed],
    *,
    files: Iterable[str] = (),
    against: Iterable[str] = (),
    quotes: Mapping[str, str] | None = None,
    at_head: AtHead | None = None,
    kept_at: str = "",
) -> Finding:
    """A finding with its commits as evidence, newest first, each quoted by the sentence with its reason."""
    ordered = sorted(commits, key=lambda commit: (-commit.committed, commit.sha))
    said = quotes or {}
    actors = sorted({past.person(commit.name, commit.email) for commit in ordered})
    times = [commit.committed for commit in ordered]
    return Finding(
        signal=signal,
        subject=subject,
        title=" ".join(title.split()),
        weight=len(ordered),
        actors=tuple(actors),
        files=tuple(files),
        evidence=tuple(
            Evidence(
                said.get(commit.sha) or reason(commit.body) or commit.subject,
                Locator(Where.COMMIT, commit.sha),
                moment(commit.committed),
                past.person(commit.name, commit.email),
                commit.digest,
            )
            for commit in ordered[:QUOTED]
        ),
        first_seen=moment(min(times)),
        last_seen=moment(max(times)),
        rule=" ".join(rule.split()),
        against=tuple(against),
        at_head=at_head,
        kept_at=kept_at,
    )
