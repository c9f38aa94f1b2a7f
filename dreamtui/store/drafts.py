"""Drafts: words of a decision that is not recorded yet, one file an item, outside git; a crash loses none of them."""

import hashlib
import json
import re
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from dreamtui.store.blobs import load_blob, remove_blob, save_draft
from dreamtui.store.index import prepare_state
from dreamtui.store.layout import Layout

_PLAIN = re.compile(r"[a-z0-9-]{1,80}")
_SUFFIX = ".draft.json"


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """What was typed so far."""

    item: str
    """Id of the item, or ids of several, separated by blanks."""
    verb: str
    """The decision it is for."""
    rationale: str = ""
    """The reason so far."""
    rule: str = ""
    """The rule so far."""
    disposition: str = ""
    """Why it is to be rejected."""
    as_note: bool = False
    """Whether it is to become a note."""

    def __bool__(self) -> bool:
        return bool(self.rationale.strip() or self.rule.strip())


def save(layout: Layout, draft: SavedDraft) -> None:
    """Keep a draft, safe from a loss of power; one without words goes. Raises `WriteFailed`."""
    path = _path(layout, draft.item)
    others = [one for one in _read(path) if one.verb != draft.verb]
    _write(layout, path, [*others, draft] if draft else others)


def load(layout: Layout, item: str, verb: str) -> SavedDraft | None:
    """The draft of a decision on an item; None when there is none."""
    return next((one for one in _read(_path(layout, item)) if one.item == item and one.verb == verb), None)


def drop(layout: Layout, item: str, verb: str = "") -> None:
    """Forget the drafts of an item, or the one for this verb."""
    path = _path(layout, item)
    kept = [one for one in _read(path) if verb and one.verb != verb]
    if kept:
        _write(layout, path, kept)
    else:
        remove_blob(path)


def everything(layout: Layout) -> list[SavedDraft]:
    """All drafts, in the order of their files."""
    folder = layout.state / "drafts"
    try:
        names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(_SUFFIX))
    except OSError:
        return []
    return [one for name in names for one in _read(folder / name)]


def items(layout: Layout) -> frozenset[str]:
    """Ids of all items with a draft."""
    return frozenset(each for one in everything(layout) for each in one.item.split())


def _path(layout: Layout, item: str) -> Path:
    """The file of an item; anything that is no plain id gets a name from its hash."""
    name = item if _PLAIN.fullmatch(item) else f"many-{hashlib.sha256(item.encode()).hexdigest()[:16]}"
    return layout.state / "drafts" / f"{name}{_SUFFIX}"


def _read(path: Path) -> list[SavedDraft]:
    data = load_blob(path)
    try:
        listed = json.loads(data) if data else []
        return [_checked(entry) for entry in listed]
    except (ValueError, TypeError):
        return []


def _checked(entry: object) -> SavedDraft:
    if not isinstance(entry, dict):
        raise ValueError("not a draft")
    kinds = {field.name: field.type for field in fields(SavedDraft)}
    if any(name not in kinds or type(value) is not kinds[name] for name, value in entry.items()):
        raise ValueError("not a draft")
    return SavedDraft(**entry)


def _write(layout: Layout, path: Path, drafts: list[SavedDraft]) -> None:
    if not drafts:
        remove_blob(path)
        return
    prepare_state(layout)
    save_draft(path, json.dumps([asdict(one) for one in drafts]).encode())
