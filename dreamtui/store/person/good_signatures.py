"""Signatures that were found good here, so that a glance asks no program again; may be deleted at any time."""

from pathlib import Path

import msgspec

from dreamtui.model.errors import DreamtuiError
from dreamtui.store.files.private import prepare_private_state
from dreamtui.store.layout import Layout
from dreamtui.store.person.sealed import load_sealed, save_sealed

FILE = "good-signatures.json"
_ABOUT = b"good signatures\n"
_LARGEST = 8 << 20


def load(layout: Layout, data_folder: Path) -> dict[str, str]:
    """Whose key signed, by what was checked."""
    body = load_sealed(layout.private_state / FILE, data_folder, _ABOUT, _LARGEST)
    if body is None:
        return {}
    try:
        return msgspec.json.decode(body, type=dict[str, str])
    except msgspec.DecodeError:
        return {}


def save(layout: Layout, data_folder: Path, good: dict[str, str]) -> None:
    """Keep them; what cannot be kept is checked again."""
    try:
        prepare_private_state(layout)
        save_sealed(layout.private_state / FILE, data_folder, _ABOUT, msgspec.json.encode(good))
    except (OSError, DreamtuiError):
        return
