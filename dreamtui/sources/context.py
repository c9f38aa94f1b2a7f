"""What an agent really loads in a workspace: CLAUDE.md files with their imports, rules, the visible part of MEMORY.md.

Order is Claude Code's: managed, user, user's rules, ancestors from the top down, the project, its rules, memory.
Everything is read-only; a file that is no plain file, too large, or not text is named and not read.
"""

import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum, unique
from fnmatch import fnmatch
from os.path import normpath
from pathlib import Path

from dreamtui.disk.opening import TooLarge, read_whole
from dreamtui.text.budget import CLAUDE_BYTES, LoadedLine, Size, as_loaded, loaded, size_of
from dreamtui.text.markup.imports import imports_of
from dreamtui.text.markup.markdown import front_matter_lines, lines_of

MOST_HOPS = 4
"""How far imports are followed from the file that is loaded first."""
OUTSIDE_BYTES = 256 * 1024
"""Largest imported file outside the workspace that is read."""
_MOST_FILES = 500
_TRAILING = ".,;:!?)]}'\"*_`"
_PATH_LIKE = re.compile(r"^(~|\.{0,2}/)|/|\.[A-Za-z0-9]{1,8}$")


@unique
class LoadReason(StrEnum):
    """Why a file is loaded."""

    MANAGED = "managed"
    USER = "user"
    ANCESTOR = "ancestor"
    PROJECT = "project"
    LOCAL = "local"
    IMPORT = "import"
    RULE = "rule"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """A file an agent is given."""

    path: str
    """Its path: relative to the workspace if it is inside, else absolute."""
    why: LoadReason
    lines: tuple[LoadedLine, ...]
    """The lines that are loaded, with their numbers in the file."""
    size: Size
    imported_by: str = ""
    """`file:line` of the import, empty for a file loaded for itself."""
    outside: bool = False
    """Whether it was imported from outside the workspace: Claude Code asks once before it does."""
    only_for: tuple[str, ...] = ()
    """Patterns of a rule that is loaded only when a file that fits is read."""
    hidden: int = 0
    """Lines past the limit of MEMORY.md, which no agent sees."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that is not loaded, and why."""

    where: str
    """`file:line` of an import, or a file."""
    what: str


@dataclass(frozen=True, slots=True)
class LoadedContext:
    files: tuple[LoadedFile, ...]
    """In the order they are loaded."""
    troubles: tuple[Trouble, ...]
    """What is missing, too large or not readable."""
    always: Size
    on_demand: Size
    """What the rules limited to some files add when all of them are read."""

    @property
    def of_project(self) -> list[LoadedFile]:
        """CLAUDE.md, with those of the folders above and the local one."""
        own = {LoadReason.PROJECT, LoadReason.LOCAL, LoadReason.ANCESTOR}
        return [file for file in self.files if file.why in own]

    def lines(self) -> Iterator[tuple[LoadedFile, LoadedLine]]:
        """Every line with the file it comes from."""
        for file in self.files:
            for line in file.lines:
                yield file, line


@dataclass(frozen=True, slots=True)
class Places:
    """Where to look; every folder is a parameter so that nothing depends on who runs it."""

    root: Path
    home: Path
    """The user's home, for `~`."""
    claude: Path | None = None
    """The user's Claude folder, `<home>/.claude` when not given."""
    managed: Path | None = None
    """The organisation's CLAUDE.md, if there is one."""
    memory: tuple[Path, ...] = ()
    """MEMORY.md files of this workspace."""
    excludes: tuple[str, ...] = ()
    """`claudeMdExcludes`: patterns of absolute paths that are not loaded."""


@dataclass(slots=True)
class _Reader:
    places: Places
    root: Path
    files: list[LoadedFile] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    seen: set[Path] = field(default_factory=set)

    def shown(self, path: Path) -> str:
        """The path as it is named."""
        plain = Path(normpath(path))
        return plain.relative_to(self.root).as_posix() if plain.is_relative_to(self.root) else str(plain)

    def load(self, path: Path, why: LoadReason, *, imported_by: str = "", hops: int = 0, own: bool = False) -> None:
        """Take in a file and what it imports; a file that is not there is nothing. `own`: the user's own chain."""
        real = _real(path)
        if real is None or real in self.seen or self._excluded(path) or len(self.files) >= _MOST_FILES:
            return
        own = own or why in (LoadReason.MANAGED, LoadReason.USER)
        outside = bool(imported_by) and not own and not real.is_relative_to(self.root)
        data = self._bytes(real, OUTSIDE_BYTES if outside else CLAUDE_BYTES, imported_by or self.shown(path))
        if data is None:
            return
        self.seen.add(real)
        name = self.shown(path)
        if why is LoadReason.MEMORY:
            cut = loaded(data)
            self.files.append(LoadedFile(name, why, cut.visible, size_of(cut.visible), hidden=len(cut.hidden)))
            return
        lines = as_loaded(data)
        only_for = _paths_of(data) if why is LoadReason.RULE else ()
        self.files.append(LoadedFile(name, why, lines, size_of(lines), imported_by, outside, only_for))
        for number, target in imports_of(lines)[:_MOST_FILES]:
            self._follow(path, f"{name}:{number}", target, hops + 1, own)

    def _follow(self, path: Path, where: str, target: str, hops: int, own: bool) -> None:
        """Load an import, or say why it is not."""
        found = next((f for f in self._candidates(path, target) if _real(f) is not None), None)
        if found is None:
            if _PATH_LIKE.search(target) and not ("@" in target and "/" not in target):
                self.troubles.append(Trouble(where, f"imports {target}, which {self._missing(path, target)}"))
        elif hops > MOST_HOPS:
            self.troubles.append(Trouble(where, f"imports {target} more than {MOST_HOPS} files deep: not loaded"))
        else:
            self.load(found, LoadReason.IMPORT, imported_by=where, hops=hops, own=own)

    def _candidates(self, path: Path, target: str) -> Iterator[Path]:
        """The paths an import may mean: as it is written, without its fragment, without what ends the sentence."""
        plain = target.replace("\\ ", " ")
        for text in dict.fromkeys((plain, plain.partition("#")[0], plain.rstrip(_TRAILING))):
            if text and "\0" not in text:
                if text == "~" or text.startswith("~/"):
                    yield self.places.home / text[2:]
                else:
                    yield path.parent / text

    def _missing(self, path: Path, target: str) -> str:
        """Why there is no file to import, words for a sentence: there may be something that is not a file."""
        for found in self._candidates(path, target):
            with suppress(OSError, RuntimeError, ValueError):
                mode = found.stat().st_mode
                return f"is {'a folder' if stat.S_ISDIR(mode) else 'not a regular file'}: not loaded"
        return "is not there"

    def _excluded(self, path: Path) -> bool:
        return any(fnmatch(str(path), pattern) for pattern in self.places.excludes)

    def _bytes(self, real: Path, limit: int, where: str) -> bytes | None:
        """The bytes of a plain file of text that is not too large."""
        try:
            data = read_whole(real, limit)
        except TooLarge:
            self.troubles.append(Trouble(where, f"{self.shown(real)} is over {limit} bytes: not loaded"))
            return None
        except OSError as error:
            self.troubles.append(Trouble(where, f"{self.shown(real)} cannot be read: {error.strerror}"))
            return None
        if b"\0" in data:
            self.troubles.append(Trouble(where, f"{self.shown(real)} is not text: not loaded"))
            return None
        return data

    def rules(self, folder: Path) -> None:
        """Every rule file below a folder, links included, each real folder once."""
        for path in _markdown_below(folder):
            self.load(path, LoadReason.RULE)


def what_is_loaded(places: Places) -> LoadedContext:
    """What an agent that starts in the workspace is given, in order, each line with where it comes from."""
    root = Path(places.root).resolve()
    reader = _Reader(places, root)
    claude = places.claude or places.home / ".claude"
    if places.managed:
        reader.load(places.managed, LoadReason.MANAGED)
    reader.load(claude / "CLAUDE.md", LoadReason.USER)
    reader.rules(claude / "rules")
    for folder in [*reversed(root.parents), root]:
        why = LoadReason.PROJECT if folder == root else LoadReason.ANCESTOR
        reader.load(folder / "CLAUDE.md", why)
        reader.load(folder / ".claude" / "CLAUDE.md", why)
        if folder == root:
            reader.rules(folder / ".claude" / "rules")
        reader.load(folder / "CLAUDE.local.md", LoadReason.LOCAL)
    for path in places.memory:
        reader.load(path, LoadReason.MEMORY)
    if len(reader.files) >= _MOST_FILES:
        reader.troubles.append(Trouble(reader.shown(root), f"only the first {_MOST_FILES} files were read"))
    always = sum((file.size for file in reader.files if not file.only_for), Size())
    on_demand = sum((file.size for file in reader.files if file.only_for), Size())
    return LoadedContext(tuple(reader.files), tuple(reader.troubles), always, on_demand)


def _real(path: Path) -> Path | None:
    """The real path of a plain file, or nothing."""
    try:
        real = path.resolve(strict=True)
        return real if stat.S_ISREG(real.stat().st_mode) else None
    except (OSError, RuntimeError, ValueError):
        return None


def _markdown_below(folder: Path) -> Iterator[Path]:
    """Markdown files in the order of their paths."""
    seen: set[Path] = set()
    waiting = [folder]
    while waiting and len(seen) < _MOST_FILES:
        current = waiting.pop()
        try:
            real = current.resolve(strict=True)
            entries = sorted(current.iterdir()) if real not in seen else []
        except (OSError, RuntimeError):
            continue
        seen.add(real)
        yield from (entry for entry in entries if entry.suffix == ".md" and not entry.is_dir())
        waiting += [entry for entry in reversed(entries) if entry.is_dir()]


def _paths_of(data: bytes) -> tuple[str, ...]:
    """The patterns under `paths:` in the front matter, as a list in either form or as one text."""
    lines = lines_of(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    found: list[str] = []
    listing = False
    for line in lines[1 : max(front_matter_lines(lines) - 1, 1)]:
        key, colon, value = line.strip().partition(":")
        if listing and line.strip().startswith("- "):
            found.append(line.strip()[2:])
        elif colon and key == "paths" and not line[0].isspace():
            listing = not value.strip()
            found += _flow(value)
        elif line.strip() and not line.strip().startswith("#"):
            listing = False
    return tuple(text for text in (one.strip().strip("\"'") for one in found) if text)


def _flow(value: str) -> list[str]:
    """The parts of `[a, b]`; commas in braces belong to a pattern."""
    text = value.strip()
    if not text.startswith("["):
        return [text] if text else []
    return re.findall(r"\"[^\"]*\"|'[^']*'|(?:\{[^{}]*\}|[^,{}\[\]])+", text[1:].rstrip("]"))
