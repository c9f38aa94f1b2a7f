"""When the lines of memories were written, where that matters: those with a relative date, asked of git in one go."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import asked
from dreamtui.kinds.item_files import StoredMemory
from dreamtui.kinds.memory import topic
from dreamtui.model.proposal import Memory
from dreamtui.text.dates import read_instant
from dreamtui.text.decoding import in_utf8, lines_before
from dreamtui.text.markup.frontmatter import split


def with_days(desk: Desk, kept: Iterable[StoredMemory]) -> list[Memory]:
    """The memories; of those in a repository the lines with a relative date have the day of the commit that added them.

    Nothing is asked where no line waits for it. What git does not tell, nobody tells: the time of a file in a checkout
    is that of the checkout.
    """
    from dreamtui.memory.reorganize.dates import lines_to_date

    every = list(kept)
    waiting = {at: lines_to_date(one.memory.text) for at, one in enumerate(every) if one.folder}
    folders: dict[Path, list[int]] = {}
    for at, lines in waiting.items():
        if lines:
            folders.setdefault(desk.layout.real(every[at].filed.path).parent, []).append(at)
    memories = [one.memory for one in every]
    for folder, places in sorted(folders.items()):
        for at, told in _told(folder, {at: (every[at], waiting[at]) for at in places}).items():
            memories[at] = replace(memories[at], lines=told)
    return memories


def _told(
    folder: Path, wanted: dict[int, tuple[StoredMemory, frozenset[int]]]
) -> dict[int, tuple[tuple[int, str], ...]]:
    """What git tells of the lines of the memories in a folder, for those that it keeps."""
    from dreamtui.sources.git.kept import days_of_lines

    places = {at: _in_file(kept, lines) for at, (kept, lines) in wanted.items()}
    names = {at: kept.filed.path.rpartition("/")[2] for at, (kept, _) in wanted.items()}
    asked_for = {names[at]: (kept.filed.data, tuple(places[at])) for at, (kept, _) in wanted.items()}
    days = asked(lambda: days_of_lines(folder, asked_for))
    if days is None:  # there may be a repository, and it cannot be read
        return dict.fromkeys(wanted, ())
    found: dict[int, tuple[tuple[int, str], ...]] = {}
    for at, (kept, _) in wanted.items():
        if names[at] in days:
            told = ((places[at][number], day) for number, day in sorted(days[names[at]].items()))
            found[at] = tuple((number, day.isoformat()) for number, day in told if _agrees(kept, day))
    return found


def _in_file(kept: StoredMemory, lines: frozenset[int]) -> dict[int, int]:
    """Lines of a memory by where they stand in its file; those that do not stand there as they are, are left out."""
    shift = lines_before(kept.filed.data, kept.memory.text)
    held, said = kept.filed.data.split(b"\n"), kept.memory.text.split("\n")
    there = {number + shift: number for number in lines if number + shift < len(held)}
    return {
        at: number for at, number in there.items() if held[at].rstrip(b"\r").strip() == said[number].strip().encode()
    }


_STAMPS = frozenset(
    ("modified", "updated", "date", "created", "lastmod", "last_updated", "last_modified", "updated_at", "created_at")
)
"""Fields of a file that say when it was written, by whatever wrote it; the newest counts."""
_NEAR = timedelta(days=1)


def _agrees(kept: StoredMemory, day: date) -> bool:
    """Whether nothing in a file tells that it was written on another day than it was committed.

    A memory that is older than its commit was brought here; of one that was changed later the line may be too.
    """
    from dreamtui.memory.reorganize.dates import days_in

    parsed = topic.parse(kept.filed.data, kept.filed.path)
    stem = kept.filed.path.rpartition("/")[2].replace("_", "-")
    named = days_in("\n".join((stem, parsed.name, parsed.description)))
    stamps = [_day_said(value) for value in _stamps(kept.filed.data)]
    known = [stamp for stamp in stamps if stamp is not None]
    if len(known) < len(stamps) or (known and abs(max(known) - day) > _NEAR):
        return False
    return all(one == day for one in named)


def _stamps(data: bytes) -> Iterator[str]:
    front = split(in_utf8(data)[0])
    for field in front.fields if front is not None else ():
        if field.key.rpartition(".")[2].replace("-", "_").lower() in _STAMPS and field.value.strip():
            yield field.value


def _day_said(value: str) -> date | None:
    """The one day that a field names."""
    from dreamtui.memory.reorganize.dates import days_in

    when = read_instant(value)
    days = {when.date()} if when is not None else set(days_in(value))
    return days.pop() if len(days) == 1 else None
