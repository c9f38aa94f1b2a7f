"""A copy of a real memory folder to sit down with, its repository missing or made up.

The folder has no two files that say the same and none that contradict each other in words, so a few made-up files are
added to the copy; what the made-up CLAUDE.md is contradicted by is a real memory.
"""

from pathlib import Path

import gitrepo
import topicbox
from workbench import copied, data_folder

MADE_UP = {
    "made_up_ports.md": "The chat server listens on port 8000 and the worker on port 9000.",
    "made_up_ports_again.md": "The chat server listens on port 8000, and the worker on port 9000.",
    "made_up_ci.md": "The release build must run on the Windows host.\n\n**Why:** the installer is signed there.",
    "made_up_ci_now.md": "The release build must not run on the Windows host.\n\n**Why:** its disk is full.",
    "made_up_gone.md": "The lint entry point is `Tlamatini/agent/lint_everything.py`.",
}
"""The files that are added, by name."""
KEPT = (
    "Tlamatini/manage.py",
    "Tlamatini/agent/views.py",
    "Tlamatini/agent/urls.py",
    "docs/claude/agents.md",
    "build.py",
)
"""Paths that real memories name and that the made-up repository has."""
CLAUDE = "# Tlamatini\n\nDaily work goes through review.\n\n- Always open pull requests.\n"
"""The CLAUDE.md of the made-up repository; a real memory contradicts its last line."""


def furnish(folder: Path) -> None:
    """The real folder and the made-up files, each with a line in the index; skips without the shared data."""
    copied(data_folder("claude", "memory", "tlamatini", "memory"), folder)
    index = folder / "MEMORY.md"
    lines = "".join(f"- [{name[:-3]}]({name}) — made up\n" for name in MADE_UP)
    topicbox.put_into(folder, {name: topicbox.memory(name[:-3], text) for name, text in MADE_UP.items()})
    topicbox.put_into(folder, {"MEMORY.md": index.read_bytes().rstrip(b"\r\n") + b"\n" + lines.encode()})


def make_repository(root: Path) -> None:
    """A repository at the workspace: a few of the paths that the memories name, and a CLAUDE.md."""
    files = {**dict.fromkeys(KEPT, "x\n"), "CLAUDE.md": CLAUDE}
    gitrepo.build(root, [gitrepo.Commit("Begin", files)], checkout=True)
