"""Where a person was when they left the console: by id, so that it is found again when other things change."""

import json
from dataclasses import asdict, fields

from dreamtui.model.errors import Refused
from dreamtui.model.sitting import ResumePoint
from dreamtui.store.files.private import prepare_private_state
from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.store.layout import Layout
from dreamtui.text.jsons import read_json

_FILE = "console.json"


def save(layout: Layout, place: ResumePoint, name: str = _FILE) -> bool:
    """Remember the place under a name; false if it cannot be written, which costs a person some keys later."""
    try:
        prepare_private_state(layout)
    except (OSError, Refused):
        return False
    return save_blob(layout.private_state / name, json.dumps(asdict(place)).encode())


def load(layout: Layout, name: str = _FILE) -> ResumePoint:
    """The place remembered; the default if there is none or it cannot be read."""
    data = load_blob(layout.private_state / name)
    try:
        saved = read_json(data) if data else {}
        kinds = {field.name: field.type for field in fields(ResumePoint)}
        good = {name: value for name, value in saved.items() if name in kinds and type(value) is kinds[name]}
        return ResumePoint(**good)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return ResumePoint()
