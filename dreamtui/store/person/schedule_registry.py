"""What a person has scheduled on this machine, so that a status can say when the next run comes."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.text.jsons import read_json

_LARGEST = 1024 * 1024
MOST = 500


@dataclass(frozen=True, slots=True)
class Scheduled:
    """One schedule of one workspace."""

    root: str
    """The workspace."""
    kind: str
    """cron, systemd, launchd."""
    name: str
    """daily, weekly, or whatever else it was called."""
    times: str
    """Five fields of cron."""
    zone: str
    """UTC, local, or the name of a time zone."""
    task: str = "dream"
    """What is run: dream, promote, train."""


def scheduled(data_folder: Path, root: Path | None = None) -> list[Scheduled]:
    """Everything that was scheduled, or that of one workspace; nothing for a file that is not ours."""
    data = load_blob(_file(data_folder), _LARGEST)
    try:
        listed = read_json(data) if data else []
        found = [Scheduled(**one) for one in listed]
    except (ValueError, TypeError):
        return []
    texts = [one for one in found if all(isinstance(value, str) for value in asdict(one).values())]
    return [one for one in texts if root is None or one.root == str(root)]


def keep_scheduled(data_folder: Path, root: Path, kind: str, now: Sequence[Scheduled]) -> bool:
    """Note what of one kind is scheduled for a workspace now; false where it cannot be written."""
    others = [one for one in scheduled(data_folder) if one.root != str(root) or one.kind != kind]
    listed = [asdict(one) for one in (*now, *others)][:MOST]
    return save_blob(_file(data_folder), json.dumps(listed, indent=1).encode())


def _file(data_folder: Path) -> Path:
    return data_folder / "dreamtui" / "schedules.json"
