"""Memory folders that were written to and lie outside a workspace, or were named: an undo or a repair finds them again.

Kept with the person's own data: a repository could ship such a list and have us write where it likes.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.text.jsons import read_json
from dreamtui.text.paths import why_no_memory

_FILE = "memory-folders.json"


def known_folders(data_folder: Path, root: Path) -> dict[str, Path]:
    """The folders of a workspace by their key; one that means another place by now is known no more."""
    listed = _load(data_folder).get(str(root), {})
    return {key: Path(path) for key, path in listed.items() if key.startswith("@") and _is_lasting(path, root)}


def known_inside(data_folder: Path, root: Path) -> frozenset[str]:
    """The keys of folders inside the workspace that were named once and written to."""
    listed = _load(data_folder).get(str(root), {})
    inside = (key for key, path in listed.items() if not key.startswith("@") and path == os.fspath(root / key))
    return frozenset(key for key in inside if _is_lasting(os.fspath(root / key), root))


def remember_folders(data_folder: Path, root: Path, folders: Mapping[str, Path]) -> None:
    """Add folders to those of a workspace; where that cannot be written, a later undo has to name them."""
    if not folders:
        return
    every = _load(data_folder)
    lasting = {key: path for key, folder in folders.items() if _is_lasting(path := os.fspath(folder), root)}
    merged = {**every.get(str(root), {}), **lasting}
    if merged != every.get(str(root)):
        save_blob(data_folder / "dreamtui" / _FILE, json.dumps({**every, str(root): merged}, sort_keys=True).encode())


def _is_lasting(path: str, root: Path) -> bool:
    """Whether a folder is where it says, whoever asks: no link on the way, no part of the system, nothing of git's."""
    try:
        is_real = os.path.realpath(path) == path and not Path(path).is_symlink()  # one to itself stays as it is
        return is_real and not why_no_memory(Path(path), root)
    except (OSError, ValueError):
        return False


def _load(data_folder: Path) -> dict[str, dict[str, str]]:
    data = load_blob(data_folder / "dreamtui" / _FILE)
    try:
        loaded = read_json(data) if data else {}
    except (ValueError, RecursionError):
        return {}
    if not isinstance(loaded, dict):
        return {}
    return {
        str(root): {key: path for key, path in listed.items() if isinstance(path, str)}
        for root, listed in loaded.items()
        if isinstance(listed, dict)
    }
