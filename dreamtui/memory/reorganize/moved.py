"""Paths that moved, renamed where a memory says that something is there; those beside them come along."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from dreamtui.memory.claims import World, claims_in, judge_all
from dreamtui.memory.claims.judge import judge, normal
from dreamtui.memory.claims.tense import tells_past
from dreamtui.memory.reorganize.language.reading import form_of
from dreamtui.memory.reorganize.statements import is_entry
from dreamtui.model.claim import Claim, ClaimKind, Tone, Verdict


def with_new_paths(
    text: str, kept: str, moved: Sequence[tuple[str, str]], world: World
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """A text with what moved called as it is now, and each old name that went with its new one.

    `kept` is the text before its dates changed, line by line the same. Where anything went, the paths come along that
    the same text names in the state of some work, and folders all of whose files moved to one place.
    """
    done: list[tuple[str, str]] = []

    def rename(name: str, now: str, places: frozenset[int]) -> None:
        nonlocal text
        renamed = _renamed(text, name, now, places)
        if renamed != text:
            text = renamed
            if (name, now) not in done:
                done.append((name, now))

    for name, now in moved:
        rename(name, now, _where_claimed(kept, name, now, world))
    if done:
        for name, now, place in _along(kept, world):
            rename(name, now, frozenset({place}))
    return text, tuple(done)


def _where_claimed(text: str, name: str, now: str, world: World) -> frozenset[int]:
    """Places of the lines that say where something is that moved; what tells of the past stays as it is."""
    lines = text.split("\n")
    return frozenset(
        one.claim.line - 1
        for one in judge_all(claims_in(text, every=True), world)
        if one.verdict is Verdict.MOVED and one.claim.name == name
        and not _is_called_so(lines[one.claim.line - 1], name, now)
    )  # fmt: skip


_STATE = re.compile(r"\b(?:DONE|MERGED|SHIPPED|COMPLETE|CLOSED|BUILT|FIXED)\b")
"""How far some work is: what the line names beside it is where the work lies, and no report of a day."""


def _along(text: str, world: World) -> Iterator[tuple[str, str, int]]:
    """Moved paths that nothing else corrects: their names, what they are called now, and their lines from 0."""
    lines = text.split("\n")
    for claim in claims_in(text, every=True):
        line = lines[claim.line - 1]
        if claim.kind is not ClaimKind.FILE or claim.tone not in {Tone.THERE, Tone.HEDGED, Tone.TOLD}:
            continue
        told = is_entry(line) or not _STATE.search(line) or tells_past(line, line.find(claim.name))
        if claim.tone is Tone.TOLD and told:
            continue
        now = _moved_to(claim, world)
        if now and not _is_called_so(line, claim.name, now):
            yield claim.name, now, claim.line - 1


def _moved_to(claim: Claim, world: World) -> str:
    """Where a path is now that is named in full; empty where it is still there, or may be in several places."""
    found = judge(replace(claim, tone=Tone.THERE), world)
    path = normal(claim.name)
    if found.verdict is Verdict.VERIFIED:
        return ""
    if found.verdict is Verdict.MOVED:
        return found.now if path in world.renamed else ""
    slash = "/" if path.endswith("/") else ""
    now = _folder_now(path.rstrip("/"), world.renamed, world.tracked or frozenset())
    return f"{now}{slash}" if now else ""


def _folder_now(folder: str, renamed: Mapping[str, str], tracked: frozenset[str]) -> str:
    """The one folder to which everything moved that lay in another and is known to have moved; empty otherwise."""
    below = [
        (old[len(folder) :], new) for old, new in renamed.items() if old.startswith(f"{folder}/") and new in tracked
    ]
    homes = {new.removesuffix(rest) if new.endswith(rest) else "" for rest, new in below}
    return homes.pop() if len(homes) == 1 else ""


_PARTS = re.compile(r"[\W_]+")
_SHORTEST_PART = 4


def _is_called_so(line: str, name: str, now: str) -> bool:
    """Whether a line also says a word of the old name that the new one lacks: then the thing became another."""
    left = set(_PARTS.split(name.lower())) - set(_PARTS.split(now.lower()))
    words = {form_of(word) for word in _PARTS.split(line.replace(name, " ").lower())}
    return any(len(part) >= _SHORTEST_PART and form_of(part) in words for part in left)


def _renamed(text: str, name: str, now: str, places: frozenset[int]) -> str:
    """The text with what a thing is called now, where it is named by itself and not as the end of another path."""
    instead = now.replace("\\", r"\\")
    found = re.compile(rf"(?<![\w/-])(?<![\w/]\.){re.escape(name)}(?![\w-]|/\w)")
    return "\n".join(found.sub(instead, line) if at in places else line for at, line in enumerate(text.split("\n")))
