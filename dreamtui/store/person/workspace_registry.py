"""The workspaces a person uses, so that one queue can be shown over all of them."""

import json
from pathlib import Path

from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.text.jsons import read_json

MOST = 200


def known(data_folder: Path) -> list[Path]:
    """Roots of known workspaces that still exist, the most recently used first."""
    data = load_blob(data_folder / "dreamtui" / "workspaces.json")
    try:
        listed = read_json(data) if data else []
    except (ValueError, RecursionError):
        return []
    roots = [Path(entry) for entry in listed if isinstance(entry, str)] if isinstance(listed, list) else []
    return [root for root in roots if root.is_absolute() and _is_there(root)]


def _is_there(root: Path) -> bool:
    try:
        return root.is_dir()
    except (OSError, ValueError):  # a name that is too long, or no name at all
        return False


def remember(data_folder: Path, root: Path) -> None:
    """Put a workspace first in the list; where that cannot be written, nothing is lost but the list."""
    roots = known(data_folder)
    if roots and roots[0] == root:
        return
    listed = [str(root), *(str(other) for other in roots if other != root)][:MOST]
    save_blob(data_folder / "dreamtui" / "workspaces.json", json.dumps(listed).encode())
