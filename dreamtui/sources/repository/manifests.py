"""Which commands and packages a repository declares in its Makefiles, package.json and the like. Read, never run."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.text.jsons import read_json
from dreamtui.text.tomls import read_toml

_LARGEST = 1 << 20
_MOST = 200
_TARGETS = re.compile(r"^([A-Za-z0-9][^\n:=#]*)(?:::(?!=)|:(?![=:]))", re.MULTILINE)
_OPEN_MAKEFILE = re.compile(
    r"^[ \t]*-?include\s|^[^\t#%\n]*%[^\n]*:|^[ \t]*\$\((?:eval|call|foreach)\b|^\$[({][\w.-]+[)}]\s*:", re.MULTILINE
)
"""A Makefile with one of these may have targets that it does not spell out."""
_RECIPES = re.compile(r"^@?([A-Za-z_][\w-]*)(?:[ \t][^:\n]*)?:(?!=)", re.MULTILINE)
_OPEN_JUSTFILE = re.compile(r"^(?:import|mod)\??\s", re.MULTILINE)
_REQUIREMENT = re.compile(r"^[^\S\n]*([A-Za-z0-9][\w.-]*)", re.MULTILINE)
_GO_REQUIRE = re.compile(r"^[^\S\n]*(?:require\s+)?([\w.-]+\.[a-z]+/[\w./-]+)\s+v\d", re.MULTILINE)
_CARGO = ("dependencies", "dev-dependencies", "build-dependencies")
_NPM = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_NAMES = {
    "GNUmakefile": "make", "makefile": "make", "Makefile": "make", "package.json": "npm", "pyproject.toml": "python",
    "Cargo.toml": "cargo", "justfile": "just", "Justfile": "just", ".justfile": "just", "go.mod": "go",
}  # fmt: skip


@dataclass(slots=True)
class Declared:
    scripts: set[str] = field(default_factory=set)
    """Commands: `make test`, `npm run build`."""
    packages: set[str] = field(default_factory=set)
    """Packages depended on, lower case."""
    has_scripts: bool = False
    """Whether any file that could declare commands was read."""
    has_packages: bool = False
    """Whether any file that could declare packages was read."""
    tools: set[str] = field(default_factory=set)
    """Tools of which a file was read: make, npm, just."""
    open: set[str] = field(default_factory=set)
    """Of these, those that may have commands which are not spelled out."""


def is_manifest(path: str) -> bool:
    """Whether a file of this name declares packages or commands."""
    name = path.rpartition("/")[2]
    return name in _NAMES or (name.startswith("requirements") and name.endswith(".txt"))


def read_manifests(root: Path, tracked: Iterable[str] | None = None) -> Declared:
    """Read the manifests at the root and, where the tracked files are known, those below, the shallowest first."""
    at_root = [*_NAMES, *(path.name for path in sorted(root.glob("requirements*.txt"))[:20])]
    below = sorted(
        (path for path in tracked or () if "/" in path and is_manifest(path)), key=lambda p: (p.count("/"), p)
    )
    found = Declared()
    if len(below) > _MOST:
        found.open |= {"make", "npm", "just"}
    for name in (*at_root, *below[:_MOST]):
        text = _text(root / name)
        if text:
            _READERS[_NAMES.get(name.rpartition("/")[2], "requirements")](text, found)
    return found


def _text(path: Path) -> str:
    try:
        return read_whole(path, _LARGEST, follow=True).decode("utf-8", "replace")
    except OSError:
        return ""


def _makefile(text: str, found: Declared) -> None:
    names = {name for group in _TARGETS.findall(text) for name in group.split()}
    found.scripts |= {f"make {name}" for name in names}
    found.has_scripts = True
    found.tools.add("make")
    if _OPEN_MAKEFILE.search(text):
        found.open.add("make")


def _justfile(text: str, found: Declared) -> None:
    found.scripts |= {f"just {name}" for name in _RECIPES.findall(text)}
    found.has_scripts = True
    found.tools.add("just")
    if _OPEN_JUSTFILE.search(text):
        found.open.add("just")


def _npm(text: str, found: Declared) -> None:
    try:
        loaded = read_json(text)
    except (ValueError, RecursionError):
        found.open.add("npm")
        return
    if not isinstance(loaded, dict):
        return
    for name in _table(loaded, "scripts"):
        found.scripts |= {f"{tool} {name}" for tool in ("npm run", "pnpm", "pnpm run", "yarn", "yarn run", "bun run")}
        found.scripts |= {f"npm {name}"} if name in {"test", "start", "stop", "restart"} else set()
    for section in _NPM:
        found.packages |= {name.lower() for name in _table(loaded, section)}
    found.has_scripts = found.has_packages = True
    found.tools.add("npm")


def _python(text: str, found: Declared) -> None:
    loaded = _toml(text)
    if not loaded:
        return
    project = _table(loaded, "project")
    found.scripts |= set(_table(project, "scripts"))
    groups = [project.get("dependencies"), *_table(project, "optional-dependencies").values()]
    groups += _table(loaded, "dependency-groups").values()
    found.packages |= {name for group in groups for one in _list(group) for name in _first_name(one)}
    poetry = _table(_table(loaded, "tool"), "poetry")
    tables = [poetry, *(one for one in _table(poetry, "group").values() if isinstance(one, dict))]
    found.packages |= {name.lower() for one in tables for name in _table(one, "dependencies") if name != "python"}
    found.has_scripts = found.has_packages = True


def _cargo(text: str, found: Declared) -> None:
    loaded = _toml(text)
    for section in _CARGO:
        found.packages |= {name.lower() for name in _table(loaded, section)}
    found.has_packages = found.has_packages or bool(loaded)


def _go(text: str, found: Declared) -> None:
    found.packages |= {name.lower() for name in _GO_REQUIRE.findall(text)}
    found.has_packages = True


def _requirements(text: str, found: Declared) -> None:
    found.packages |= {name.lower() for name in _REQUIREMENT.findall(text)}
    found.has_packages = True


_READERS = {
    "make": _makefile,
    "just": _justfile,
    "npm": _npm,
    "python": _python,
    "cargo": _cargo,
    "go": _go,
    "requirements": _requirements,
}


def _first_name(requirement: str) -> Iterator[str]:
    match = _REQUIREMENT.match(requirement.lstrip())
    if match:
        yield match[1].lower()


def _toml(text: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except ValueError:
        return {}


def _table(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def _list(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
