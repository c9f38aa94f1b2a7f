"""Finds event logs."""

import os
from collections.abc import Callable
from operator import itemgetter
from pathlib import Path

from dreamtui.sources.jsonl.files import what_is
from dreamtui.sources.jsonl.lines import Skips


def find_logs(folder: Path, name_of: Callable[[str], str], skips: Skips) -> tuple[dict[str, "os.DirEntry[str]"], int]:
    """Every `*.jsonl` below a folder by the name it is shown with, newest day first; and how much was left out."""
    found: dict[str, os.DirEntry[str]] = {}
    left_out = 0
    pending = [str(folder)]
    while pending:
        where = pending.pop()
        base = name_of(where)
        try:
            with os.scandir(where) as entries:
                for entry in entries:
                    file = entry.name
                    if file.endswith(".jsonl") and entry.is_file(follow_symlinks=False):
                        found[f"{base}/{file if file.isascii() else name_of(file)}"] = entry
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    if file.endswith(".jsonl"):
                        left_out += 1
                        skips.add(f"{base}/{name_of(file)}", 0, what_is(entry))
        except FileNotFoundError:
            continue
        except OSError as error:
            left_out += 1
            skips.add(base, 0, f"unreadable folder: {error.strerror}")
    return dict(sorted(found.items(), key=itemgetter(0), reverse=True)), left_out


def shown_name(root: Path) -> Callable[[str], str]:
    """How log files are named: relative to the workspace where they lie in it, else whole."""
    base = str(root) + os.sep if str(root) != os.sep else os.sep

    def name(path: str) -> str:
        short = path[len(base) :] if path.startswith(base) else path
        if not short.isascii():
            short = short.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return short if os.sep == "/" else short.replace(os.sep, "/")

    return name
