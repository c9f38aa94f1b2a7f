"""Holds what memories claim about the repository against the repository: verified, gone, moved, or unknown."""

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.all import live_memories
from dreamtui.desk.memory.repo_facts import world_for
from dreamtui.desk.memory.topics import FolderContents
from dreamtui.desk.mine.reading import Progress, asked
from dreamtui.model.claim import Claim, JudgedClaim, Verdict
from dreamtui.model.errors import NotFound, Refused
from dreamtui.store.files.small import load_blob, read_regular, save_blob
from dreamtui.text.decoding import in_utf8, lines_before, plain
from dreamtui.text.markup.frontmatter import body

FILE, INDEX = "file", "index"
"""The kinds of a file that is no memory of this workspace, and of an index of a memory folder."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A memory and what became of its claims."""

    id: str
    """Id of the memory; empty for a file that is none."""
    kind: str
    """topic, note, rule; index for a MEMORY.md, which is there only if it claims something; file for any other."""
    title: str
    path: str
    """Logical path of its file, in which the lines of the claims count."""
    claims: tuple[JudgedClaim, ...]
    """In the order in which they are made."""


def gone_words(checked: Checked) -> str:
    """The claims of a memory that no longer hold, in a few words; empty where all do."""
    names = (f"{one.claim.kind.value} {one.claim.name}" for one in checked.claims if one.verdict is Verdict.GONE)
    return ", ".join(dict.fromkeys(names))


@dataclass(frozen=True, slots=True)
class Report:
    memories: tuple[Checked, ...]
    """Those with claims or without, by path."""
    remarks: tuple[str, ...] = ()
    """What else is to be known, a sentence each."""

    def count(self, verdict: Verdict) -> int:
        """How many claims have this verdict."""
        return sum(one.verdict is verdict for checked in self.memories for one in checked.claims)

    @property
    def is_stale(self) -> bool:
        """Whether any claim is gone or moved."""
        return bool(self.count(Verdict.GONE) or self.count(Verdict.MOVED))


@dataclass(frozen=True, slots=True)
class _Text:
    id: str
    """Id of the memory; empty for a file that is none."""
    kind: str
    """topic, note, rule, index, file."""
    title: str
    path: str
    """Logical path."""
    text: str
    files: tuple[str, ...]
    """Paths it says it is about."""
    shift: int
    """Lines of the file before the text begins."""


def verify(
    desk: Desk,
    references: Sequence[str] = (),
    *,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Report:
    """Check the claims of memories, of all of them where none is named; a file may be named that is no memory."""
    from dreamtui.memory.claims import claims_in, judge_all

    def tell(what: str, done: int, total: int) -> None:
        if cancelled is not None and cancelled():
            raise Refused("Checking the claims was stopped.")
        if progress is not None:
            progress(what, done, total)

    tell("reading memories", 0, 0)
    texts = _texts(desk, references)
    claims: list[tuple[Claim, ...]] = []
    for done, one in enumerate(texts):
        tell("looking for claims", done, len(texts))
        claims.append(claims_in(one.text, one.files))
    tell("asking the repository", 0, 0)
    claiming = {one.path for one in texts}.union(kept.filed.path for kept in live_memories(desk).values())
    world = world_for(desk, (claim for held in claims for claim in held), claiming)
    checked: list[Checked] = []
    for one, held in zip(texts, claims, strict=True):
        if one.kind == INDEX and not held and not references:
            continue
        tell("checking claims", len(checked), len(texts))
        checked.append(Checked(one.id, one.kind, one.title, one.path, _placed(judge_all(held, world), one.shift)))
    remarks = []
    if world.tracked is None and not world.history.said:
        what = "has no files in git" if desk.workspace.git_dir is not None else "is in no git repository"
        remarks.append(f"{desk.workspace.root} {what}, so most claims cannot be checked")
    remarks += dict.fromkeys(filter(None, (world.history.said, world.older.said)))
    if world.history.exact:
        remarks.append("only files that moved unchanged are followed")
    if world.narrow:
        remarks.append("this clone has only some branches, so other branches and their commits cannot be checked")
    return Report(tuple(checked), tuple(remarks))


_CACHE = "claims.json"
_LARGEST = 16 * 1024 * 1024


def verify_once(desk: Desk, *, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None) -> Report:
    """The same of all memories, but what was found before where neither they nor the repository changed since.

    Files that git does not track are not looked at again, so a person who asks for it gets `verify`.
    """
    cache, stamp = desk.layout.private_state / _CACHE, _stamp(desk)
    kept = load_blob(cache, _LARGEST)
    if kept is not None and stamp:
        with contextlib.suppress(msgspec.MsgspecError):
            known = msgspec.json.decode(kept, type=_Kept)
            if known.stamp == stamp:
                return known.report
    report = verify(desk, progress=progress, cancelled=cancelled)
    if stamp:
        save_blob(cache, msgspec.json.encode(_Kept(stamp, report)))
    return report


@dataclass(frozen=True, slots=True)
class _Kept:
    stamp: str
    report: Report


def _stamp(desk: Desk) -> str:
    """What the answer depends on: the memories, the commit, what is staged; empty outside git."""
    from dreamtui.sources.git.command import open_repository

    repository = asked(lambda: open_repository(desk.workspace.root))
    if repository is None or not repository.head or desk.workspace.git_dir is None:
        return ""
    told = hashlib.sha256(repository.head.encode())
    for path in (desk.workspace.git_dir / "index", repository.common_dir / "packed-refs"):
        with contextlib.suppress(OSError):
            found = path.stat()
            told.update(f" {path.name} {found.st_mtime_ns} {found.st_size} {found.st_ino} {found.st_ctime_ns}".encode())
    for one in _texts(desk, ()):
        told.update(f"{one.path}\0{one.shift}\0{one.files}\0{one.text}\0".encode("utf-8", "surrogatepass"))
    return told.hexdigest()


def _placed(judged: tuple[JudgedClaim, ...], shift: int) -> tuple[JudgedClaim, ...]:
    """The claims with lines counted from the beginning of the file."""
    return tuple(replace(one, claim=replace(one.claim, line=one.claim.line + shift)) for one in judged)


def _texts(desk: Desk, references: Sequence[str]) -> list[_Text]:
    folders = FolderContents(desk)
    kept = live_memories(desk, folders)
    known = {}
    for item_id, live in kept.items():
        memory = live.memory
        shift = lines_before(live.filed.data, memory.text)
        known[item_id] = _Text(item_id, memory.kind, memory.title, memory.path, memory.text, memory.files, shift)
    indexes = (_read(path, path.rpartition("/")[2], data, INDEX) for path, data in folders.indexes.items())
    every = sorted((*known.values(), *indexes), key=lambda one: one.path)
    if not references:
        return every
    found: dict[str, _Text] = {}
    for reference in references:
        for one in _named(desk, reference, every):
            found[one.path] = one
    return sorted(found.values(), key=lambda one: one.path)


def _named(desk: Desk, reference: str, every: Sequence[_Text]) -> list[_Text]:
    """The memories that an id, the beginning of one, a logical path or a file name means; else the file itself."""
    by_path = [one for one in every if reference in {one.path, one.id}]
    if by_path:
        return by_path
    real = desk.cwd / reference
    for one in every:
        if _same(desk.layout.real(one.path), real):
            return [one]
    if real.is_file():
        return [_file(desk, real.resolve())]
    by_name = [one for one in every if one.path.rpartition("/")[2] == reference or one.id.startswith(reference)]
    if len(by_name) == 1:
        return by_name
    if by_name:
        raise Refused(f"{reference!r} may mean {', '.join(one.path for one in by_name[:5])}; give the whole path")
    raise NotFound(
        f"{reference!r} is neither a memory of this workspace nor a file; `dreamtui memory list` shows notes"
    )


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _file(desk: Desk, path: Path) -> _Text:
    """A file that is no memory, read as if it were one."""
    return _read(desk.layout.logical(path), path.name, read_regular(path), FILE)


def _read(path: str, name: str, data: bytes, kind: str) -> _Text:
    text = plain(body(in_utf8(data)[0]))
    return _Text("", kind, name, path, text, (), lines_before(data, text))
