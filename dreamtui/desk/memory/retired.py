"""Memories that a decision of ours took out of a memory folder: where their words are, who decided it, and why."""

from collections.abc import Iterator
from dataclasses import dataclass

from dreamtui.desk.decide.undo import only_elsewhere
from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision import graph
from dreamtui.kinds.memory import topic
from dreamtui.model.decision import Mark
from dreamtui.model.verb import Verb
from dreamtui.store.layout import ARCHIVE
from dreamtui.text.inert import inert_line

_TAKES_AWAY = frozenset({Verb.RETIRE, Verb.ACCEPT})


@dataclass(frozen=True, slots=True)
class Retired:
    """A memory that lies in the archive."""

    path: str
    """Logical path it had in its folder."""
    archived: str
    """Logical path it has now."""
    mark: Mark
    """The decision that stands and took it away."""
    title: str
    """What it is called."""
    text: str
    """What it says."""
    here: bool = True
    """Whether the decision can be taken back on this machine; one on private memory only where it was made."""

    @property
    def said(self) -> str:
        """Who retired it and how it comes back, in a sentence without its stop."""
        mark = self.mark
        how = "" if mark.verb is Verb.RETIRE else f" with {inert_line(mark.item)}"
        return f"{inert_line(self.path)} was retired by {inert_line(mark.actor)} on {mark.when[:10]}{how}; {self.back}"

    @property
    def back(self) -> str:
        """How it comes back, or where its words are for somebody who cannot bring it back."""
        if self.here:
            return f"`dreamtui undo {self.mark.short}` brings it back"
        return f"that was on another machine and can be taken back only there; its words are in {self.archived}"


def retired(desk: Desk) -> list[Retired]:
    """Every memory that a standing decision moved to the archive and that is not there again, the newest first."""
    marks = graph.ordered(desk.store.audit.marks())
    stands = graph.standing(marks)
    elsewhere = only_elsewhere(desk, marks)
    found: dict[str, Retired] = {}
    for mark in reversed(marks):
        if mark.verb not in _TAKES_AWAY or not stands[mark.id]:
            continue
        for path, archived in _moved(desk, mark):
            if path not in found and desk.store.read(path) is None:
                data = desk.store.read(archived)
                if data is not None:
                    read = topic.parse(data, path)
                    found[path] = Retired(path, archived, mark, read.title, read.text, mark.id not in elsewhere)
    return list(found.values())


def _moved(desk: Desk, mark: Mark) -> Iterator[tuple[str, str]]:
    """The memories of a decision, each with the file of the archive that it changed for it."""
    archived = [path for path in mark.paths if path.startswith(f"{ARCHIVE}/")]
    for path in mark.paths if archived else ():
        key = next((one.key for one in desk.memory.folders if path.startswith(f"{one.key}/")), "")
        if not key or not path.endswith(".md"):
            continue
        plain = f"{ARCHIVE}/{key.removeprefix('@').replace('/', '-')}/{path[len(key) + 1 :].removesuffix('.md')}"
        own = next((one for one in archived if one == f"{plain}.md"), "")
        own = own or next((one for one in archived if one.startswith(f"{plain}-")), "")
        if own:
            yield path, own
