"""Whether a candidate is decided with dotagent's bytes."""

from dreamtui.desk.desk import Desk
from dreamtui.kinds import meta
from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.kinds.row import QueueRow
from dreamtui.store.records import log


def writes_compat(desk: Desk, row: QueueRow) -> bool:
    """True when the configuration says so, or the candidate is bare and the last run mined in compat mode."""
    if not row.path.startswith(CANDIDATES):
        return False
    if desk.config["dreamtui.compat"] == "dotagent":
        return True
    data = desk.store.read(row.path)
    if data is None or meta.find(data) is not None:
        return False
    last = log.last_entry(desk.layout, "dream")
    return bool(last and last.get("compat"))


def check(name: str) -> bool:
    """The value of `--compat`."""
    from dreamtui.model.errors import Usage

    if name not in {"", "dotagent"}:
        raise Usage(f"{name!r} is not a compat mode; there is dotagent")
    return name == "dotagent"
