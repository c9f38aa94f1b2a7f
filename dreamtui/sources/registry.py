"""Reads the bug registry: `docs/bug-registry*.md` and the shards the configuration names, straight from the files."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from dreamtui.disk.opening import TooLarge, read_whole
from dreamtui.model.evidence import Skip
from dreamtui.model.mining.registry import RegistryEntry
from dreamtui.text.ids import slug

DEFAULT_PATH = "docs/bug-registry.md"
"""Where dotagent looks when the configuration names no registry."""

_PATTERN = "bug-registry*.md"
_LARGEST = 8 << 20
"""Bytes of a registry file; a larger one is skipped and named."""

_ID = re.compile(r"([A-Z]{2,8}-\d{1,5})(?=[:：\s]|$)")
_FIELD = re.compile(r"[ \t]*[-*+][ \t]+\*\*([^*:：]+)(?:\*\*[ \t]*[:：]|[:：][ \t]*\*\*)(.*)$")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_BACKTICKED = re.compile(r"`([^`\n]{1,300})`")
_PATH = re.compile(r"[\w.@+][\w./@+*?\[\]{},!-]*")
_LOOKS_LIKE_FILE = re.compile(r"\.\w{1,8}$")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]*\)$")
_LINE_NUMBER = re.compile(r"(?::\d+(?:-\d+)?|#L\d+(?:-L?\d+)?)$")
_NOTHING = frozenset({"", "-", "none", "(none)", "n/a", "tbd", "unknown", "?"})
_ID_LENGTH = 32
_LONGEST_ID = 80


@dataclass(frozen=True, slots=True)
class Registry:
    """All entries of all registry files."""

    entries: tuple[RegistryEntry, ...] = ()
    """In the order of files and lines; each id once."""
    files: tuple[str, ...] = ()
    """The registry files that were read, relative to the workspace."""
    skipped: tuple[Skip, ...] = ()
    """Registry files that could not be read."""


def read_registry(root: Path, sources: Mapping[str, object] | None = None, *, compat: bool = False) -> Registry:
    """Read the registry of a workspace; `sources` is that part of `.agent/config.yaml`.

    With `compat` only what dotagent's dream loop sees: the one file under `bug_registry`, without its shards, fenced
    and commented headings included, and equal ids repeated.
    """
    configured = sources or {}
    entries: list[RegistryEntry] = []
    files: list[str] = []
    skipped: list[Skip] = []
    for path, name in _files(root, configured, skipped, compat=compat):
        try:
            data = read_whole(path, _LARGEST)
        except TooLarge:
            skipped.append(Skip(name, 0, "larger than a registry"))
            continue
        except OSError as error:
            skipped.append(Skip(name, 0, f"unreadable: {error.strerror or error}"))
            continue
        files.append(name)
        entries += parse_registry(data.decode("utf-8-sig", "replace"), name, compat=compat)
    return Registry(tuple(entries if compat else _each_once(entries)), tuple(files), tuple(skipped))


def parse_registry(text: str, path: str, *, compat: bool = False) -> list[RegistryEntry]:
    """The entries of one file: each second-level heading with the fields and text below it."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    said = list(lines) if compat else list(_outside(lines))
    starts = [at for at, line in enumerate(said) if line.startswith("## ")]
    entries = []
    for start, end in pairwise([*starts, len(lines)]):
        heading = said[start][2:].strip(" \t").rstrip("#").rstrip(" \t")
        if heading:
            entries.append(_entry(heading, said[start + 1 : end], path, start + 1, compat=compat))
    return entries


def _entry(heading: str, body: list[str], path: str, line: int, *, compat: bool) -> RegistryEntry:
    named = _ID.match(heading)
    if named:
        name = named.group(1)
        title = heading[named.end() :].lstrip(":： \t" if compat else ":： \t—–-") or name
    else:
        name, title = slug(heading[:_ID_LENGTH]) or "entry", heading
    fields, rest = _fields(body)
    listed = [fields[key] for key in ("file", "files") if key in fields]
    if listed:
        files = [_clean(part, compat=compat) for value in listed for part in re.split(r"[,;]", value)]
    else:
        files = [found for found in _BACKTICKED.findall("\n".join(rest)) if _is_path(found, compat=compat)]
        files = [_clean(found, compat=compat) for found in files]
    kept = tuple(dict.fromkeys(file for file in files if file.lower() not in _NOTHING))
    severity = fields.get("severity") or fields.get("priority") or ""
    return RegistryEntry(name, title, kept, path, line, severity.lower())


def _fields(body: list[str]) -> tuple[dict[str, str], list[str]]:
    """The leading `- **Key**: value` lines by lower-cased key, and the lines after them."""
    fields: dict[str, str] = {}
    for at, line in enumerate(body):
        match = _FIELD.match(line)
        if match:
            fields.setdefault(match.group(1).strip().lower(), match.group(2).strip())
        elif line.strip():
            return fields, body[at:]
    return fields, []


def _outside(lines: Iterable[str]) -> Iterator[str]:
    """The lines with those inside code fences and comments emptied."""
    fence = ""
    comment = False
    for line in lines:
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and not line.strip().strip(fence[0]):
                fence = ""
            yield ""
        elif comment:
            comment = "-->" not in line
            yield ""
        elif mark:
            fence = mark.group(1)
            yield ""
        elif line.lstrip().startswith("<!--"):
            comment = "-->" not in line
            yield ""
        else:
            yield line


def _is_path(text: str, *, compat: bool) -> bool:
    bare = text if compat else _LINE_NUMBER.sub("", text)
    if not _PATH.fullmatch(bare):
        return False
    if _LOOKS_LIKE_FILE.search(bare):
        return True
    return not compat and "/" in text and not text.startswith("/")


def _clean(text: str, *, compat: bool) -> str:
    """A path without the marks people put around it; with `compat` only without spaces and backticks."""
    path = text.strip().strip("`").strip()
    if compat:
        return path
    link = _LINK.match(path)
    path = (link.group(1) if link else path).strip("`\"'").strip()
    return _LINE_NUMBER.sub("", path).removeprefix("./")


def _each_once(entries: Iterable[RegistryEntry]) -> list[RegistryEntry]:
    """Entries of the same id become one with the files of all; two headings that only begin alike stay two."""
    found: dict[str, RegistryEntry] = {}
    for entry in entries:
        earlier = found.get(entry.id)
        if earlier is not None and earlier.title != entry.title and not _ID.fullmatch(entry.id):
            entry = replace(entry, id=slug(entry.title)[:_LONGEST_ID])
            earlier = found.get(entry.id)
        if earlier is None:
            found[entry.id] = entry
        else:
            files = tuple(dict.fromkeys((*earlier.files, *entry.files)))
            found[entry.id] = replace(earlier, files=files, severity=earlier.severity or entry.severity)
    return list(found.values())


def _files(
    root: Path, sources: Mapping[str, object], skipped: list[Skip], *, compat: bool
) -> Iterator[tuple[Path, str]]:
    """The registry files that are there, each once, none outside the workspace."""
    named = _texts(sources.get("bug_registry", DEFAULT_PATH))
    if not compat:
        extra = sources.get("extra")
        for shard in extra if isinstance(extra, list) else ():
            if isinstance(shard, Mapping) and shard.get("kind") == "bug_registry":
                named += _texts(shard.get("path"))
        named += _found_in_docs(root)
    top = root.resolve()
    seen: set[Path] = set()
    for name in dict.fromkeys(named):
        try:
            path = (root / name).resolve()
            there = path.is_file()
        except (OSError, ValueError, RuntimeError):
            skipped.append(Skip(name, 0, "no path"))
            continue
        if not path.is_relative_to(top):
            skipped.append(Skip(name, 0, "outside the workspace"))
        elif there and path not in seen:
            seen.add(path)
            yield path, name.removeprefix("./")


def _found_in_docs(root: Path) -> list[str]:
    try:
        return sorted(f"docs/{path.name}" for path in (root / "docs").glob(_PATTERN))
    except OSError:
        return []


def _texts(value: object) -> list[str]:
    """A path, or a list of paths, as the configuration may have it."""
    if isinstance(value, str):
        return [value] if value else []
    return [part for part in value if isinstance(part, str) and part] if isinstance(value, list) else []
