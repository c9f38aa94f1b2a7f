"""Which version a repository is at: its git tags, and what its manifests say. Read, never run."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import DreamtuiError
from dreamtui.sources.git.objects import tags
from dreamtui.text.jsons import read_json
from dreamtui.text.tomls import read_toml
from dreamtui.text.versions import LONGEST

_LARGEST = 1 << 20
_TABLES = {
    "pyproject.toml": (("project",), ("tool", "poetry")),
    "Cargo.toml": (("package",), ("workspace", "package")),
    "package.json": ((),),
}
"""Where a version stands in each manifest."""


def versions_of(root: Path) -> tuple[str, ...]:
    """Every version that a tag or a manifest at the root names; without git those of the manifests."""
    found = set(_declared(root))
    with suppress(DreamtuiError):  # git gives no answer: what it would say is not known
        found |= tags(root)
    return tuple(sorted(found))


def _declared(root: Path) -> Iterator[str]:
    for name, places in _TABLES.items():
        try:
            data = read_whole(root / name, _LARGEST)
            whole: Any = read_json(data) if name.endswith(".json") else read_toml(data.decode("utf-8"))
        except (OSError, ValueError):
            continue
        for place in places:
            table = whole
            for key in place:
                table = table.get(key) if isinstance(table, dict) else None
            version = table.get("version") if isinstance(table, dict) else None
            if isinstance(version, str) and len(version) <= LONGEST:
                yield version
