"""Drafts: words of a decision that is not recorded yet, one file an item, among the person's own data; a crash loses
none of them.

Each file has a seal that only this person can make on this machine: words that another program put there would be
offered as one's own, one key from being recorded.
"""

import hashlib
import json
import os
import re
from contextlib import suppress
from dataclasses import asdict, fields, replace
from datetime import date
from pathlib import Path

from dreamtui.model.errors import Refused, Unavailable, WriteFailed
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.status import Disposition
from dreamtui.model.target import destination_written
from dreamtui.model.verb import Verb
from dreamtui.store.files.links import check_state_path
from dreamtui.store.files.private import prepare_private_state
from dreamtui.store.files.small import load_blob, remove_blob, save_draft, set_aside
from dreamtui.store.layout import Layout
from dreamtui.store.person.sealed import load_sealed, sealed
from dreamtui.text.inert import inert_line
from dreamtui.text.jsons import read_json
from dreamtui.text.versions import is_version

LARGEST = 4 * 1024 * 1024
"""Bytes above which a file of drafts is not believed."""
_PLAIN = re.compile(r"[a-z0-9-]{1,80}")
_RESULT = "result "
"""What edited words of a proposal's change are for begins with this."""
_LONGEST_NAME = 400
_SUFFIX = ".draft.json"


def save(layout: Layout, data_folder: Path, draft: SavedDraft) -> None:
    """Keep a draft, safe from a loss of power; one without words goes. Raises `WriteFailed`.

    A file that cannot be read is set aside for it, because whose words it holds is not known.
    """
    _bring_in(layout, data_folder)
    path = _path(layout, draft.item)
    known = _read(path, data_folder)
    if known is None and not draft:
        return
    others = [one for one in known or () if one.verb != draft.verb]
    _write(layout, data_folder, path, [*others, _sound(draft)] if draft else others, aside=known is None)


def load(layout: Layout, data_folder: Path, item: str, verb: str) -> SavedDraft | None:
    """The draft of a decision on an item, or None."""
    _bring_in(layout, data_folder)
    found = _read(_path(layout, item), data_folder) or ()
    return next((one for one in found if one.item == item and one.verb == verb), None)


def drop(layout: Layout, data_folder: Path, item: str, verb: str = "") -> None:
    """Forget the drafts of an item, or the one for this verb; a file that cannot be read stays."""
    _bring_in(layout, data_folder)
    path = _path(layout, item)
    known = _read(path, data_folder)
    if known is not None:
        _write(layout, data_folder, path, [one for one in known if verb and one.verb != verb])


def everything(layout: Layout, data_folder: Path) -> list[SavedDraft]:
    """All drafts, in the order of their files."""
    _bring_in(layout, data_folder)
    return [one for path in _files(layout) for one in _read(path, data_folder) or ()]


def unreadable(layout: Layout, data_folder: Path) -> tuple[str, ...]:
    """What a person has to know of drafts that cannot be read, a sentence each."""
    folder = layout.private_state / "drafts"
    odd = [path for path in _files(layout) if _read(path, data_folder) is None]
    if not odd:
        return ()
    names = ", ".join(inert_line(path.name)[:60] for path in odd[:3]) + (", …" if len(odd) > 3 else "")
    what = "1 draft file is" if len(odd) == 1 else f"{len(odd)} draft files are"
    return (f"{what} not as dreamtui writes them and left alone in {inert_line(str(folder))}: {names}",)


def items(layout: Layout, data_folder: Path) -> frozenset[str]:
    """Ids of all items with a draft."""
    return frozenset(each for one in everything(layout, data_folder) for each in one.item.split())


def _path(layout: Layout, item: str) -> Path:
    """The file of an item; anything that is no plain id gets a name from its hash."""
    return layout.private_state / "drafts" / _name(item)


def _name(item: str) -> str:
    hashed = hashlib.sha256(item.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return f"{item if _PLAIN.fullmatch(item) else f'many-{hashed}'}{_SUFFIX}"


def _bring_in(layout: Layout, data_folder: Path) -> None:
    """Move drafts that were sealed here and lie in the repository, where an earlier version kept them, to our own.

    One of an item of which there are newer words goes.
    """
    folder = layout.state / "drafts"
    try:
        check_state_path(folder / "any")
        found = [path for path in folder.iterdir() if path.name.endswith(_SUFFIX)]
    except (OSError, Refused):
        return
    for path in found:
        data = load_sealed(path, data_folder, _about(path), LARGEST)
        target = layout.private_state / "drafts" / path.name
        if data is None:
            continue
        with suppress(OSError, Refused, Unavailable, WriteFailed):
            prepare_private_state(layout)
            if not os.path.lexists(target):
                save_draft(target, sealed(data_folder, _about(path), data))
            remove_blob(path)


def _files(layout: Layout) -> list[Path]:
    folder = layout.private_state / "drafts"
    try:
        return sorted(path for path in folder.iterdir() if path.name.endswith(_SUFFIX))
    except OSError:
        return []


def _read(path: Path, data_folder: Path) -> list[SavedDraft] | None:
    """The drafts of a file; None if it was not sealed here, or one of them is not as we write it."""
    if not os.path.lexists(path):
        return []
    data = load_sealed(path, data_folder, _about(path), LARGEST)
    if data is None:
        return None if load_blob(path, 0) != b"" else []
    try:
        found = [_checked(entry) for entry in read_json(data)] if data else []
    except (ValueError, TypeError, RecursionError):
        return None
    return found if all(_name(one.item) == path.name for one in found) else None


def _checked(entry: object) -> SavedDraft:
    if not isinstance(entry, dict):
        raise ValueError("not a draft")
    kinds = {field.name: field.type for field in fields(SavedDraft)}
    if any(name not in kinds or type(value) is not kinds[name] for name, value in entry.items()):
        raise ValueError("not a draft")
    draft = SavedDraft(**entry)
    if not _is_verb(draft.verb) or draft != _sound(draft):
        raise ValueError("not a draft")
    return draft


def _is_verb(text: str) -> bool:
    """Whether words can be for this: a decision, or a change of a proposal."""
    return text in tuple(Verb) or (text.startswith(_RESULT) and len(text) <= _LONGEST_NAME and text.isprintable())


def _sound(draft: SavedDraft) -> SavedDraft:
    """The draft without a kind of rejection that does not exist, a date or a target that is none."""
    disposition = draft.disposition if draft.disposition in tuple(Disposition) else ""
    until, to = (
        draft.until if _is_day(draft.until) or is_version(draft.until) else "",
        draft.to if _is_target(draft.to) else "",
    )
    return replace(draft, disposition=disposition, until=until, to=to)


def _is_target(text: str) -> bool:
    """Whether it is a target inside the workspace: a repository can ship a draft, which names no place outside."""
    try:
        return not destination_written(text).target.is_written_by_decision
    except ValueError:
        return False


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _about(path: Path) -> bytes:
    """What the seal is about, so that the draft of one item is not taken for that of another."""
    return f"draft {path.name}\n".encode()


def _write(layout: Layout, data_folder: Path, path: Path, drafts: list[SavedDraft], *, aside: bool = False) -> None:
    if not drafts:
        remove_blob(path)
        return
    data = json.dumps([asdict(one) for one in drafts]).encode()
    if len(data) > LARGEST:
        raise WriteFailed(f"the draft is too long, more than {LARGEST:,} bytes; shorten it")
    try:
        prepare_private_state(layout)
        data = sealed(data_folder, _about(path), data)
    except (Refused, Unavailable) as problem:
        raise WriteFailed(f"the draft could not be saved: {problem}") from None
    except OSError as error:
        raise WriteFailed(f"the draft could not be saved ({error.strerror})") from error
    if aside:
        set_aside(path)
    save_draft(path, data)
