"""Hooks start processes that outlive them; a test waits for them by their lock."""

import fcntl

from workbench import Bench


def ended(bench: Bench) -> None:
    """Wait until no unattended run goes on in a workspace."""
    path = bench.desk().own_layout.state / "unattended.lock"
    if path.exists():
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
