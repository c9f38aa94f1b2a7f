"""Evidence: made from what a person names, and checked again when it is shown."""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import asked
from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Refused, Usage
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.text.danger.risks import mask
from dreamtui.text.inert import one_line
from dreamtui.text.paths import split_line

_SHA = re.compile(r"[0-9a-f]{4,64}")
_LINE_LIMIT = 64 * 1024 * 1024


def short_hash(data: bytes) -> str:
    """The digest evidence carries: 16 hex of the sha256."""
    return hashlib.sha256(data).hexdigest()[:16]


def resolve(desk: Desk, pieces: Sequence[Evidence]) -> list[bool | None]:
    """For each piece whether its place still says this; None if it has no place or that is unknown."""
    shas = [piece.locator.ref for piece in pieces if piece.locator.where is Where.COMMIT]
    commits: dict[str, bool | None] = {}
    if shas:
        from dreamtui.sources.git.objects import resolve_all

        commits = asked(lambda: resolve_all(desk.workspace.root, shas)) or {}
    records: dict[Locator, bool | None] = {}
    if any(piece.locator.where is Where.RECORD for piece in pieces):
        from dreamtui.desk.queue.transcript_evidence import resolve as find_records

        records = find_records(desk, pieces)
    files: dict[str, list[bytes] | None] = {}
    return [
        records[piece.locator] if piece.locator in records else _resolves(desk, piece, commits, files)
        for piece in pieces
    ]


def _resolves(
    desk: Desk, piece: Evidence, commits: dict[str, bool | None], files: dict[str, list[bytes] | None]
) -> bool | None:
    place = piece.locator
    if place.where is Where.COMMIT:
        return commits.get(place.ref)
    if place.where in {Where.TEXT, Where.RECORD}:
        return None
    if place.where is not Where.FILE:
        known = (actions.resolves[place.where] for actions in desk.every_action() if place.where in actions.resolves)
        return next((resolves(desk, place.ref) for resolves in known), None)
    if place.ref not in files:
        files[place.ref] = lines_named(desk, place.ref)
    lines = files[place.ref]
    if lines is None:
        return False
    if not place.line:
        return True
    if place.line > len(lines):
        return False
    line = lines[place.line - 1]
    return not piece.digest or piece.digest in {short_hash(line), short_hash(line.strip())}


def lines_named(desk: Desk, ref: str) -> list[bytes] | None:
    """The lines of a file named in a locator, without their newlines; None when it cannot be read."""
    try:
        path = desk.layout.real(ref)
        real = path.resolve()
        roots = (desk.layout.root, desk.layout.home, *desk.layout.folders.values())
        inside = any(real.is_relative_to(root.resolve()) for root in roots)
        if not inside:
            return None
        return [line.removesuffix(b"\r") for line in read_whole(real, _LINE_LIMIT).split(b"\n")]
    except (OSError, Refused):
        return None


def from_words(desk: Desk, words: str) -> Evidence:
    """A commit, a FILE:LINE, or a text, guessed in that order; `commit:`, `file:` and `text:` say which."""
    kind, _, rest = words.partition(":")
    if kind == "text":
        return _text(rest)
    if kind == "commit":
        return _commit(desk, rest) or _missing(f"{rest!r} is not a commit of this repository")
    if kind == "file":
        return _file(desk, rest) or _missing(f"{rest!r} is not a file of this workspace with such a line")
    guess = _commit(desk, words) if _SHA.fullmatch(words) else None
    return guess or _file(desk, words) or _text(words)


def _missing(sentence: str) -> Evidence:
    raise Refused(sentence)


def _text(words: str) -> Evidence:
    if not words.strip():
        raise Usage("a piece of evidence is empty")
    return Evidence(words, Locator(Where.TEXT), digest=short_hash(words.encode("utf-8", "replace")))


def _commit(desk: Desk, name: str) -> Evidence | None:
    from dreamtui.sources.git.objects import complete
    from dreamtui.sources.identity import read_roster

    if not _SHA.fullmatch(name):
        return None
    root = desk.workspace.root
    found = asked(lambda: complete(root, (name,), read_roster(root))) or {}
    event = found.get(name)
    if event is None:
        return None
    return Evidence(mask(event.summary), Locator(Where.COMMIT, event.sha), event.ts, event.actor, event.digest)


def _file(desk: Desk, words: str) -> Evidence | None:
    name, line = split_line(words)
    if not line:
        return None
    path = Path(name) if Path(name).is_absolute() else desk.cwd / name
    try:
        ref = desk.layout.logical(path.resolve())
    except OSError:
        return None
    lines = None if ref.startswith("/") else lines_named(desk, ref)
    if lines is None or line > len(lines):
        return None
    raw = lines[line - 1]
    quote = one_line(raw.decode("utf-8", "replace")).strip() or "(blank line)"
    return Evidence(mask(quote), Locator(Where.FILE, ref, line), digest=short_hash(raw))
