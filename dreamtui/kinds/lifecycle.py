"""What a recall and a proposal that wait in the queue go through alike: decided, put back, their files moved."""

from dataclasses import replace
from typing import TypeVar

from dreamtui.kinds.item_files import Setting, StoredFile, Words, gone
from dreamtui.model.change import Change
from dreamtui.model.errors import Refused
from dreamtui.model.item import Disposition, Status
from dreamtui.model.promotion import Promotion
from dreamtui.model.proposal import FiledProposal

Waiting = TypeVar("Waiting", Promotion, FiledProposal)


def check_date(words: Words) -> None:
    """A rejection has a date only where it says `not now`."""
    if words.until and words.disposition != Disposition.NOT_NOW:
        raise Refused("a date goes only with --as not-now")


def decided(made: Waiting, status: Status, words: Words, setting: Setting) -> Waiting:
    """With who decided, when and why."""
    return replace(made, status=status, actor=setting.actor, when=setting.when, rationale=words.rationale, until="")


def rejected(made: Waiting, words: Words, setting: Setting) -> Waiting:
    """With why it is not done, and until when."""
    known = decided(made, Status.REJECTED, words, setting)
    return replace(known, disposition=words.disposition, until=words.until)


def undecided(made: Waiting, setting: Setting) -> Waiting:
    """As it waited before; put back now."""
    bare = replace(made, status=Status.PENDING, until="", disposition="", rationale="", actor="", when="")
    return replace(bare, reopened=setting.when)


def moved(source: StoredFile, path: str, there: StoredFile | None, setting: Setting, data: bytes) -> list[Change]:
    """The file that waited goes, and what became of it stands at the path, whatever stood there."""
    before = there.data if there else setting.occupied.get(path)
    return [Change(source.path, source.data, None), Change(path, before, data)]


def put_back(path: str, pending: StoredFile | None, there: StoredFile | None, data: bytes) -> list[Change]:
    """It waits at the path again; what became of it goes, unless it waited there all along."""
    changes = [Change(path, pending.data if pending else None, data)]
    return changes if pending else [*changes, *gone(there)]
