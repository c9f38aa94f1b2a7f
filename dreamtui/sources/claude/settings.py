"""What Claude Code's settings say of memory: which folder it is, and whether it is switched off.

A repository ships settings too, and a clone of it is nobody's word: they count only for a folder of its own.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.sources.claude.reach import is_folder, resolved, why_not_inside
from dreamtui.sources.workspace import Workspace, home_folder
from dreamtui.text.jsons import read_json
from dreamtui.text.paths import why_no_memory

_SETTING = "autoMemoryDirectory"
_LARGEST = 8 << 20
_SHOWN = 120


def of_repository(workspace: Workspace, env: Mapping[str, str], remarks: list[str]) -> Path | None:
    """The folder inside the repository that its own settings name; what does not count is told."""
    for file, path in _named(_own(workspace), env, remarks):
        why = why_not_inside(path, workspace)
        real = resolved(path)
        if why or real is None:
            remarks.append(
                f"{file} puts the memory into {_shown(path)}, {why}; a clone could say so too, so it does not count, "
                "and --memory-dir names the folder if it is right"
            )
        elif not is_folder(real):
            remarks.append(f"{file} puts the memory into {_shown(path)}, where no folder is; it does not count")
        else:
            return real
    return None


def of_person(workspace: Workspace, env: Mapping[str, str], own: Path, remarks: list[str]) -> Path | None:
    """The folder that the person's settings name."""
    for file, path in _named((own / "settings.json",), env, remarks):
        real = resolved(path)
        if real is None:
            why = "is no name that a folder can have"
        else:
            why = why_no_memory(real, workspace.root, home_folder(env), path)
            if not why:
                return real
        remarks.append(f"{file} puts the memory into {_shown(path)}, which {why}; it does not count")
    return None


def is_off(workspace: Workspace, env: Mapping[str, str], own: Path) -> str:
    """What switches auto memory off; empty when nothing does."""
    if env.get("CLAUDE_CODE_DISABLE_AUTO_MEMORY", "") in {"1", "true"}:
        return "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
    for file in (*_own(workspace), own / "settings.json"):
        value = _read(file).get("autoMemoryEnabled")
        if isinstance(value, bool):
            return "" if value else f"autoMemoryEnabled in {file}"
    return ""


def _own(workspace: Workspace) -> tuple[Path, Path]:
    folder = workspace.root / ".claude"
    return folder / "settings.local.json", folder / "settings.json"


def _named(files: tuple[Path, ...], env: Mapping[str, str], remarks: list[str]) -> Iterator[tuple[Path, Path]]:
    """Each file that names a folder, and the folder as it stands there."""
    for file in files:
        value = _read(file).get(_SETTING)
        if not isinstance(value, str) or not value.strip():
            continue
        path = home_folder(env) / value[2:] if value.startswith("~/") else Path(value)
        if path.is_absolute():
            yield file, path
        else:
            remarks.append(f"{_SETTING} in {file} is no absolute path and does not count")


def _shown(path: Path) -> str:
    text = str(path)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _read(file: Path) -> dict[str, Any]:
    """A JSON object from a plain file of a believable size; an empty one for anything else."""
    try:
        loaded = read_json(read_whole(file, _LARGEST, follow=True))
    except (OSError, ValueError, RecursionError):
        return {}
    return loaded if isinstance(loaded, dict) else {}
