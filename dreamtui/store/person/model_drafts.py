"""What models drafted for items, one file an item, outside git; may be deleted at any time.

A repository can ship such a file, so each carries a seal that only this person can make on this machine: words that no
model said here are not shown as a model's.
"""

import hmac
from pathlib import Path

import msgspec

from dreamtui.model.errors import Refused, WriteFailed
from dreamtui.model.model_draft import ModelDraft
from dreamtui.store.commit.machine_key import known_key, machine_key, seal_of
from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.store.index.schema import prepare_state
from dreamtui.store.layout import Layout

FOLDER = "model-drafts"
_LARGEST = 256 * 1024


def save(layout: Layout, data_folder: Path, item: str, draft: ModelDraft) -> None:
    """Keep a draft in place of an earlier one; raises `WriteFailed` or `Unavailable`."""
    body = msgspec.json.encode(draft)
    seal = seal_of(machine_key(data_folder), _about(item) + body)
    try:
        prepare_state(layout)
    except (OSError, Refused) as problem:
        raise WriteFailed(f"the draft could not be kept ({problem})") from None
    if not save_blob(_path(layout, item), seal.encode() + b"\n" + body):
        raise WriteFailed("the draft could not be kept: the state folder cannot be written")


def load(layout: Layout, data_folder: Path, item: str) -> ModelDraft | None:
    """The draft of an item, or None if none was made here."""
    data = load_blob(_path(layout, item), _LARGEST)
    if data is None:
        return None
    seal, _, body = data.partition(b"\n")
    key = known_key(data_folder)
    if not key or not hmac.compare_digest(seal, seal_of(key, _about(item) + body).encode()):
        return None
    try:
        return msgspec.json.decode(body, type=ModelDraft)
    except msgspec.DecodeError:
        return None


def _path(layout: Layout, item: str) -> Path:
    return layout.state / FOLDER / f"{item}.json"


def _about(item: str) -> bytes:
    """What the seal is about, so that the draft of one item is not taken for that of another."""
    return f"model draft {item}\n".encode()
