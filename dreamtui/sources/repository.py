"""What a repository offers by name: branches, commands, packages, files that were moved. Read, never run."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dreamtui.model.errors import Refused
from dreamtui.sources.git.command import capture, open_repository

_LARGEST = 1 << 20
_RENAMES = 2000
_TARGET = re.compile(r"^([A-Za-z0-9][\w./-]*)\s*:(?!=)", re.MULTILINE)
_REQUIREMENT = re.compile(r"^\s*([A-Za-z0-9][\w.-]*)", re.MULTILINE)
_CARGO = ("dependencies", "dev-dependencies", "build-dependencies")
_NPM = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")


@dataclass(frozen=True, slots=True)
class RepositoryFacts:
    """Names a memory may speak of; None where nobody can tell."""

    branches: frozenset[str] | None = None
    """Local and remote branches, without the remote's name."""
    renamed: Mapping[str, str] = field(default_factory=dict)
    """Old path to new path, of the newest renames."""
    scripts: frozenset[str] | None = None
    """Commands the repository defines: `make test`, `npm run build`."""
    packages: frozenset[str] | None = None
    """Packages it depends on, lower case."""


def read_repository(root: Path) -> RepositoryFacts:
    """Look at git and at the files that declare commands and packages."""
    scripts, packages = _declared(root)
    try:
        repository = open_repository(root)
    except Refused:
        repository = None
    if repository is None:
        return RepositoryFacts(None, {}, scripts, packages)
    trusted = repository.trusted
    code, out, _ = capture(root, ("for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes"), trusted)
    names = out.decode("utf-8", "replace").split("\n") if code == 0 else []
    branches = frozenset(_branch(name) for name in names if name and not name.endswith("/HEAD"))
    return RepositoryFacts(branches or None, _renames(root, trusted), scripts, packages)


def _branch(ref: str) -> str:
    kind, _, rest = ref.removeprefix("refs/").partition("/")
    return rest.partition("/")[2] if kind == "remotes" else rest


def _renames(root: Path, trusted: tuple[str, ...]) -> dict[str, str]:
    """Old path to newest path, from the newest commits that moved a file."""
    words = (
        "log",
        f"-{_RENAMES}",
        "--diff-filter=R",
        "--find-renames",
        "--name-status",
        "-z",
        "--format=",
        "--no-ext-diff",
    )
    code, out, _ = capture(root, words, trusted)
    if code != 0:
        return {}
    found: dict[str, str] = {}
    parts = iter(out.decode("utf-8", "replace").split("\0"))
    for part in parts:
        if part.strip().startswith("R") and part.strip()[1:].isdigit():
            old, new = next(parts, ""), next(parts, "")
            found.setdefault(old, found.get(new, new))
    return found


def _declared(root: Path) -> tuple[frozenset[str] | None, frozenset[str] | None]:
    scripts: set[str] = set()
    packages: set[str] = set()
    known = [_makefile(root, scripts), _npm(root, scripts, packages), _python(root, scripts, packages)]
    known += [_cargo(root, packages), _requirements(root, packages)]
    has_packages = any(known[1:])
    return frozenset(scripts) if any(known[:3]) else None, frozenset(packages) if has_packages else None


def _text(path: Path) -> str:
    try:
        if not path.is_file() or path.stat().st_size > _LARGEST:
            return ""
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return ""


def _makefile(root: Path, scripts: set[str]) -> bool:
    text = next(filter(None, (_text(root / name) for name in ("GNUmakefile", "makefile", "Makefile"))), "")
    scripts |= {f"make {target}" for target in _TARGET.findall(text)}
    return bool(text)


def _npm(root: Path, scripts: set[str], packages: set[str]) -> bool:
    try:
        loaded = json.loads(_text(root / "package.json") or "null")
    except (ValueError, RecursionError):
        return False
    if not isinstance(loaded, dict):
        return False
    for name in _table(loaded, "scripts"):
        scripts |= {f"{tool} {name}" for tool in ("npm run", "pnpm", "pnpm run", "yarn", "yarn run", "bun run")}
        scripts |= {f"npm {name}"} if name in {"test", "start", "stop", "restart"} else set()
    for section in _NPM:
        packages |= {name.lower() for name in _table(loaded, section)}
    return True


def _python(root: Path, scripts: set[str], packages: set[str]) -> bool:
    loaded = _toml(root / "pyproject.toml")
    if not loaded:
        return False
    project = _table(loaded, "project")
    scripts |= set(_table(project, "scripts"))
    listed = [*_list(project.get("dependencies"))]
    for extra in _table(project, "optional-dependencies").values():
        listed += _list(extra)
    packages |= {name for one in listed for name in _first_name(one)}
    poetry = _table(_table(loaded, "tool"), "poetry")
    packages |= {name.lower() for name in _table(poetry, "dependencies") if name != "python"}
    return True


def _cargo(root: Path, packages: set[str]) -> bool:
    loaded = _toml(root / "Cargo.toml")
    for section in _CARGO:
        packages |= {name.lower() for name in _table(loaded, section)}
    return bool(loaded)


def _requirements(root: Path, packages: set[str]) -> bool:
    text = "".join(_text(path) for path in sorted(root.glob("requirements*.txt"))[:20])
    packages |= {name.lower() for name in _REQUIREMENT.findall(text)}
    return bool(text)


def _first_name(requirement: str) -> Iterator[str]:
    match = _REQUIREMENT.match(requirement)
    if match:
        yield match[1].lower()


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(_text(path))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}


def _table(values: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def _list(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
