"""Claude Code's real memory folders, read where they are, and what was counted in each by hand."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

STORE = "fixture-store/claude-memory-admin"


@dataclass(frozen=True)
class Counted:
    """What was counted in a memory folder.

    Lines and bytes with `wc` on the index without its front matter and comment lines (bytes less the last line feed,
    which ends the last line and starts none); links with `grep -oE '\\]\\([^)]*\\)' | sort -u`, compared by `comm` with
    the listing of `*.md`: only in the listing is an orphan, only in the links is dangling; long lines with
    `perl -CSD -ne 'print "$. " if length > 150'` after the line end is taken off; entries with `grep -c ']('`.
    """

    lines: int
    """Lines of the index."""
    bytes: int
    """Bytes of these lines."""
    entries: int = 0
    """Lines with links."""
    files: int = 0
    """Topic files."""
    orphans: int = 0
    """Files without a link."""
    dangling: int = 0
    """Links without a file."""
    long: tuple[int, ...] = ()
    """Numbers of lines over 150 characters."""
    hidden: int = 0
    """Lines past the 200th."""


_LONG = (
    *(5, 11, 14, 15, 16, 24, 25, 26, 31, 32, 33, 34, 35, 36, 39, 43, 50, 51, 53, 62, 68, 70, 74, 75, 76, 77),
    *(82, 83, 84, 85, 86, 87, 88, 91, 92, 100, 104, 111, 112, 116, 120, 121, 122, 123, 124, 131, 133, 134, 135, 137),
)

FOLDERS = {
    "memory/actorforth/memory": Counted(164, 11_100, long=(94, 95, 96, 98, 99, 113, 117)),
    "memory/recommendarr/memory": Counted(33, 2_186, 13, 13, long=(15,)),
    "memory/tlamatini/memory": Counted(135, 22_005, 135, 77, 9, 86, _LONG),
    f"{STORE}/store/-Users-demo-repos-alpha/memory": Counted(17, 655, 4, 5, 1),
    f"{STORE}/store/-Users-demo-repos-empty/memory": Counted(0, 0),
    f"{STORE}/store/-Users-demo-repos-hyphen/memory": Counted(1, 80, 1, 1),
    f"{STORE}/store/-Users-demo-repos-messy/memory": Counted(17, 589, 7, 6),
    f"{STORE}/store/-Users-demo-repos-overflow/memory": Counted(210, 10_426, 9, 9, hidden=10),
    f"{STORE}/agents/repo/.claude/agent-memory/code-reviewer": Counted(3, 93, 1, 1),
    f"{STORE}/agents/repo/.claude/agent-memory-local/scratch": Counted(1, 68, 1, 1),
    f"{STORE}/agents/user-scope/code-reviewer": Counted(4, 162, 2, 2),
}
"""Every memory folder of the data."""


def data_folder() -> Path:
    """Where Claude's data lies."""
    named = os.environ.get("DREAMTUI_DATA", "")
    base = Path(named) if named else Path(__file__).resolve().parents[2].parent / "shared" / "data"
    return base / "claude"


def memory_folder(name: str) -> Path:
    """One of its memory folders; the test is skipped where it is not there."""
    path = data_folder() / name
    if not path.is_dir():
        pytest.skip(f"Claude's memory folders are not there: {name} is looked for in $DREAMTUI_DATA/claude")
    return path


def topic_files() -> list[Path]:
    """Every topic file of every memory folder."""
    found = [path for name in FOLDERS for path in (data_folder() / name).rglob("*.md") if path.name != "MEMORY.md"]
    return sorted(found)
