"""How many recalls there are, how many became memory, in which mode, and when the next run is due."""

import re
from dataclasses import dataclass
from typing import Any

from dreamtui.desk.desk import Desk
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.errors import Refused, Usage
from dreamtui.openclaw.js import units
from dreamtui.openclaw.kind import MEMORY
from dreamtui.openclaw.memory_file import BUDGET, RESERVE, markers
from dreamtui.openclaw.recall_store import LOCK
from dreamtui.openclaw.recalls import Recalls
from dreamtui.openclaw.scoring.recall_entries import is_short_term
from dreamtui.openclaw.settings import (
    MODES,
    PromotionOptions,
    Settings,
    command_text,
    next_run,
    resolve,
    settle,
)
from dreamtui.store.files.foreign_lock import is_stale
from dreamtui.store.records import log
from dreamtui.text.dates import iso
from dreamtui.text.zones import zone_named

CONFIG = ".agent/config.yaml"


@dataclass(frozen=True, slots=True)
class Deep:
    invalid: int
    """Entries of the store that are none."""
    dangling: int
    """Entries whose note is not there."""
    tagged: int
    spaced: int
    """Entries recalled on more than one day."""
    lock: str
    """The promotion lock: free, held or stale."""
    reasons: tuple[tuple[str, int], ...]
    """How many entries each gate holds back."""


@dataclass(frozen=True, slots=True)
class MemoryCounts:
    """What OpenClaw's own view shows."""

    short_term: int
    long_term: int
    """Entries of MEMORY.md: lines that begin with a bullet."""
    promoted: int
    waiting: int
    mode: str
    next_cycle: str
    """When the next run is due; empty if none is."""


def counts(found: Recalls) -> MemoryCounts:
    """How much is in short-term and long-term memory, and when the next cycle comes."""
    from dreamtui.openclaw.kind import FOLDERS

    desk, dreaming = found.desk, found.settings.dreaming
    memory = (desk.store.read_output(MEMORY) or b"").decode("utf-8", "replace")
    promoted = sum(bool(entry.promoted_at) for entry in found.entries)
    due = next_run(dreaming.cron, desk.now, zone_named(dreaming.timezone)) if dreaming.enabled else None
    return MemoryCounts(
        len(found.entries) - promoted,
        len(re.findall(r"^[-*+] ", memory, re.MULTILINE)),
        promoted,
        len(desk.queue().rows(FOLDERS.pending)),
        dreaming.mode,
        iso(due) if due else "",
    )


@dataclass(frozen=True, slots=True)
class DreamingStatus:
    settings: Settings
    short_term: int
    long_term: int
    """Entries of MEMORY.md: lines that begin with a bullet."""
    promoted: int
    marked: int
    """Promotions with a marker in MEMORY.md."""
    qualified: int
    """Recalls that would pass every gate now."""
    waiting: int
    size: int
    budget: int
    next_cycle: str
    """When the next run is due; empty if none is."""
    last_run: str
    """When a run was last; empty for never."""
    where: str
    store_bytes: int
    writable: bool
    """Whether promotions may be marked there."""
    remarks: tuple[str, ...]
    deep: Deep | None = None
    """What a closer look shows, when it was asked for."""


def status(desk: Desk, asked: PromotionOptions, *, deep: bool = False) -> DreamingStatus:
    """Count everything; `deep` looks at each entry."""
    found = Recalls(desk, asked)
    memory = (desk.store.read_output(MEMORY) or b"").decode("utf-8", "replace")
    last, counted = log.last_entry(desk.layout, "promote"), counts(found)
    return DreamingStatus(
        found.settings,
        counted.short_term,
        counted.long_term,
        counted.promoted,
        len(markers(memory)),
        len(found.ranking.candidates),
        counted.waiting,
        units(memory),
        BUDGET - RESERVE,
        counted.next_cycle,
        str(last["ts"]) if last else "",
        found.source.where,
        found.source.size,
        found.source.writable,
        found.source.remarks,
        _deep(desk, found) if deep else None,
    )


def _deep(desk: Desk, found: Recalls) -> Deep:
    root = desk.workspace.root
    known: dict[str, bool] = {}
    for entry in found.entries:
        if entry.path not in known:
            paths = (entry.path, f"memory/{entry.path.rsplit('/', 1)[-1]}")
            usable = [p for p in paths if ".." not in p.split("/") and not p.startswith("/")]
            known[entry.path] = is_short_term(entry.path, nested=True) and any((root / p).is_file() for p in usable)
    reasons: dict[str, int] = {}
    for dropped in found.ranking.excluded:
        reasons[dropped.reason] = reasons.get(dropped.reason, 0) + 1
    lock = root / LOCK
    return Deep(
        len(found.source.store.entries) - len(found.entries),
        sum(not known[entry.path] for entry in found.entries),
        sum(bool(entry.tags) for entry in found.entries),
        sum(len(entry.days) > 1 for entry in found.entries),
        "free" if not lock.exists() else "stale" if is_stale(lock) else "held",
        tuple(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
    )


def mode(desk: Desk, word: str, asked: PromotionOptions) -> tuple[str, bool]:
    """The answer to `promote mode WORD`, and whether something was changed."""
    name = word.strip().lower()
    settings = settle(desk, asked)
    if name not in MODES:
        if name not in ("", "status", "help"):
            raise Usage(f"{word!r} is not a mode; use one of off, core, rem, deep, status, help")
        return command_text(name, settings.dreaming), False
    desk.decides()
    if settings.from_openclaw:
        raise Refused(f"the mode is set in {settings.source}, which is only read; say /dreaming {name} to OpenClaw")
    before = desk.store.read(CONFIG)
    after = with_mode(before, name)
    if before != after:
        with desk.store.writing(desk.writer()) as transaction:
            transaction.apply(ChangeSet.of(Change(CONFIG, before, after)), "promote-mode", mode=name)
    ours = {**desk.config["dreamtui.dreaming"], "mode": name}
    return command_text(name, resolve(ours, settings.profile.thresholds)), before != after


def with_mode(before: bytes | None, name: str) -> bytes:
    """The configuration with the mode set and every other byte kept; Refused where that needs a person."""
    from dreamtui.text.markup.yamls import read_yaml

    text = (before or b"").decode("utf-8", "replace")
    after = _edited(text, name)
    old, new = read_yaml(text.encode()) or {}, read_yaml(after.encode())
    wanted = _merged(old, name)
    if new != wanted:
        raise Refused(f"{CONFIG} has a layout that is not edited; write dreamtui: dreaming: mode: {name} by hand")
    return after.encode("utf-8")


def _merged(old: Any, name: str) -> Any:
    ours = old.get("dreamtui") if isinstance(old, dict) else None
    ours = ours if isinstance(ours, dict) else {}
    dreaming = ours.get("dreaming")
    dreaming = dreaming if isinstance(dreaming, dict) else {}
    top = old if isinstance(old, dict) else {}
    return {**top, "dreamtui": {**ours, "dreaming": {**dreaming, "mode": name}}}


def _edited(text: str, name: str) -> str:
    """The text with one line changed or some added; the result is parsed and compared with what was meant."""
    # YAML reads a bare `off` as false, so every mode is quoted
    line = f'mode: "{name}"'
    if found := re.search(
        r"^(dreamtui:[ \t]*\r?\n(?:[ \t]+\S.*\n|[ \t]*\r?\n)*?)([ \t]+)dreaming:[ \t]*\r?\n", text, re.MULTILINE
    ):
        body = re.compile(rf"(?:{found[2]}[ \t]+.*(?:\n|\Z)|[ \t]*\n)*").match(text, found.end())
        block = body.group() if body else ""
        if old := re.search(r"^([ \t]+)mode:.*$", block, re.MULTILINE):
            at = found.end() + old.start()
            return f"{text[:at]}{old[1]}{line}{text[at + len(old.group()) :]}"
        return f"{text[: found.end()]}{found[2]}  {line}\n{text[found.end() :]}"
    if found := re.search(r"^dreamtui:[ \t]*\r?\n", text, re.MULTILINE):
        below = text[found.end() :].split("\n", 1)[0]
        lead = below[: len(below) - len(below.lstrip(" \t"))] if below.strip() else ""
        lead = lead or "  "
        return f"{text[: found.end()]}{lead}dreaming:\n{lead}  {line}\n{text[found.end() :]}"
    ended = text if not text or text.endswith("\n") else f"{text}\n"
    return f"{ended}dreamtui:\n  dreaming:\n    {line}\n"
