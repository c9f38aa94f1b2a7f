"""Where a person was when they left the console: by id, so that it is found again whatever else has changed."""

import json
from dataclasses import asdict, dataclass, fields

from dreamtui.model.errors import Refused
from dreamtui.store.files.small import load_blob, save_blob
from dreamtui.store.index.schema import prepare_state
from dreamtui.store.layout import Layout
from dreamtui.text.jsons import read_json

_FILE = "console.json"


@dataclass(frozen=True, slots=True)
class ResumePoint:
    item: str = ""
    """Id of the item the cursor stands on."""
    status: str = ""
    filter: str = ""
    order: str = ""
    tab: str = ""
    """Which tab of the item is shown."""
    scroll: int = 0
    """First line of the item's pane on the screen."""
    split: str = ""
    """`split` or `unified` when a person chose; empty for what the width allows."""
    theme: str = ""
    """The theme chosen in the console; empty for none."""


def save(layout: Layout, place: ResumePoint, name: str = _FILE) -> bool:
    """Remember the place under a name; false if it cannot be written, which costs a person some keys later."""
    try:
        prepare_state(layout)
    except (OSError, Refused):
        return False
    return save_blob(layout.state / name, json.dumps(asdict(place)).encode())


def load(layout: Layout, name: str = _FILE) -> ResumePoint:
    """The place remembered; the beginning when there is none or it cannot be read."""
    data = load_blob(layout.state / name)
    try:
        saved = read_json(data) if data else {}
        kinds = {field.name: field.type for field in fields(ResumePoint)}
        good = {name: value for name, value in saved.items() if name in kinds and type(value) is kinds[name]}
        return ResumePoint(**good)
    except (ValueError, TypeError, AttributeError, RecursionError):
        return ResumePoint()
