"""What models drafted for items, one file an item, among the person's own data; may be deleted at any time.

Each carries a seal that only this person can make on this machine: words that no model said here are not shown as a
model's.
"""

from pathlib import Path

import msgspec

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.model.model_draft import ModelDraft
from dreamtui.store.files.private import prepare_private_state
from dreamtui.store.layout import Layout
from dreamtui.store.person.sealed import load_sealed, save_sealed

FOLDER = "model-drafts"
_LARGEST = 256 * 1024


def save(layout: Layout, data_folder: Path, item: str, draft: ModelDraft) -> None:
    """Keep a draft in place of an earlier one; raises `WriteFailed` or `Unavailable`."""
    body = msgspec.json.encode(draft)
    try:
        prepare_private_state(layout)
    except (OSError, Refused) as problem:
        raise WriteFailed(f"the draft could not be saved ({problem})") from None
    if not save_sealed(_path(layout, item), data_folder, _about(item), body):
        raise WriteFailed("the draft could not be saved: the folder for your drafts cannot be written")


def load(layout: Layout, data_folder: Path, item: str) -> ModelDraft | None:
    """The draft of an item, or None if none was made here."""
    body = load_sealed(_path(layout, item), data_folder, _about(item), _LARGEST)
    if body is None:
        return None
    try:
        return msgspec.json.decode(body, type=ModelDraft)
    except msgspec.DecodeError:
        return None


def _path(layout: Layout, item: str) -> Path:
    return layout.private_state / FOLDER / f"{item}.json"


def _about(item: str) -> bytes:
    """What the seal is about, so that the draft of one item is not taken for that of another."""
    return f"model draft {item}\n".encode()
