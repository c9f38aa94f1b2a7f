"""Where everything lies that dreamtui reads as its own or writes here."""

from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.person import error_log, run_log
from dreamtui.sources.workspace import config_home, data_home


def places(desk: Desk) -> tuple[tuple[str, Path], ...]:
    """Each with its name, there or not."""
    shared = data_home(desk.env) / "dreamtui"
    return (
        ("workspace", desk.workspace.root),
        ("home", desk.workspace.home),
        ("settings of the workspace", desk.layout.real(".agent/config.yaml")),
        ("your own settings", config_home(desk.env) / "dreamtui" / "config.yaml"),
        ("state: journal, locks", desk.layout.state),
        ("your drafts and caches", desk.layout.private_state),
        ("data of your own", shared),
        ("errors", error_log(desk.env)),
        ("unattended runs", run_log(desk.env)),
        *((f"memory folder {folder.key}", folder.path) for folder in desk.memory.folders),
    )
