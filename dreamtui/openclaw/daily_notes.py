"""Daily notes of an OpenClaw workspace, as a search finds them."""

import re
from collections.abc import Iterable
from contextlib import suppress

from dreamtui.desk.desk import Desk
from dreamtui.desk.search.sources import PassageSource
from dreamtui.disk.opening import read_whole
from dreamtui.model.search import SearchPassage
from dreamtui.openclaw.kind import is_workspace

DAILY_NOTE = "daily-note"
"""The kind of these passages."""
_LARGEST = 1024 * 1024
_FILES = 400
"""Daily notes that are looked at, the newest first."""
_DAILY = re.compile(r"\d{4}-\d\d-\d\d[\w-]{0,80}\.md")


def daily_notes(desk: Desk) -> Iterable[PassageSource]:
    """One source, where the workspace is OpenClaw's."""
    folder = desk.workspace.root / "memory"
    if not is_workspace(desk.workspace.root) or folder.is_symlink():
        return
    stamps: dict[str, str] = {}
    for path in sorted((one for one in folder.iterdir() if _DAILY.fullmatch(one.name)), reverse=True)[:_FILES]:
        with suppress(OSError):
            status = path.lstat()
            stamps[path.name] = f"{status.st_mtime_ns} {status.st_size} {status.st_ino} {status.st_ctime_ns}"

    def read(name: str) -> SearchPassage | None:
        try:
            text = read_whole(folder / name, _LARGEST).decode("utf-8", "replace")
        except OSError:
            return None
        lines = ("" if line.startswith("#") else line for line in text.splitlines())
        path = f"memory/{name}"
        return SearchPassage(DAILY_NOTE, path, path, name.removesuffix(".md"), "\n".join(lines), when=name[:10])

    yield PassageSource("daily notes", stamps, read)
