"""The log and what was said in this sitting, as rows and lines."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from dreamtui.present.parts import Cell, Column, ListRow, facts
from dreamtui.text.dates import ago, humanise, moment
from dreamtui.text.lines import Line, plain
from dreamtui.text.paths import tilde


@dataclass(frozen=True, slots=True)
class SittingNotice:
    """Something a person was told."""

    when: str
    """UTC time."""
    text: str
    severity: str
    """information, warning or error."""


COLUMNS = (Column(1), Column(5, right=True), Column(10), Column(10, least=50), Column(0))
"""Sign, age, what, who, details."""

_SIGNS = {"error": ("✗", "over"), "warning": ("!", "warning"), "information": ("·", "dim")}
_SKIP = ("ts", "actor", "what", "verb")
"""Shown in columns of their own."""


def rows(said: Sequence[SittingNotice], entries: Sequence[Mapping[str, Any]], now: datetime) -> list[ListRow]:
    """Messages of this sitting, newest first, then the log of the workspace, newest first."""
    made: list[ListRow] = []
    if said:
        made.append(ListRow("heading:said", (Cell("Said in this sitting"),), heading=True))
        made += [_said(number, one, now) for number, one in reversed(list(enumerate(said)))]
    if entries:
        newest = "the newest line" if len(entries) == 1 else f"the newest {len(entries)} lines"
        made.append(ListRow("heading:log", (Cell(f"The workspace's log, {newest}"),), heading=True))
        made += [_entry(number, one, now) for number, one in reversed(list(enumerate(entries)))]
    return made


def _said(number: int, one: SittingNotice, now: datetime) -> ListRow:
    sign, tone = _SIGNS.get(one.severity, _SIGNS["information"])
    cells = (Cell(sign, tone), Cell(ago(one.when, now), "dim"), Cell("said", "dim"), Cell(""), Cell(one.text))
    return ListRow(f"said:{number}", cells)


def _entry(number: int, entry: Mapping[str, Any], now: datetime) -> ListRow:
    cells = (
        Cell(" "),
        Cell(ago(str(entry["ts"]), now), "dim"),
        Cell(what_of(entry), "kind"),
        Cell(str(entry.get("actor", "")), "dim"),
        Cell(details(entry)),
    )
    return ListRow(f"log:{number}:{entry['ts']}", cells, words=json.dumps(dict(entry), ensure_ascii=False))


def what_of(entry: Mapping[str, Any]) -> str:
    return str(entry.get("verb") or entry.get("what", ""))


def details(entry: Mapping[str, Any]) -> str:
    """The rest of a line of the log, after when, who and what; --json has it whole."""
    told = {key: words for key, value in entry.items() if key not in _SKIP and (words := _words(value))}
    about = [" ".join(told.pop(key) for key in ("title", "item") if key in told)]
    if entry.get("what") == "dream":
        new = entry.get("new")
        if told.get("trigger") == "manual":
            del told["trigger"]
        about += [f"{len(new) if isinstance(new, list) else 0} new, {told.pop('updated', 0)} updated"]
    return ", ".join(filter(None, (*about, *(f"{key.replace('_', ' ')} {said}" for key, said in told.items()))))


_HASH = re.compile(r"[0-9a-f]{40,64}")


def _words(value: object) -> str:
    """A value for a person: hashes and times short, lists by their items, nothing for what is empty."""
    if isinstance(value, list):
        return " ".join(words for one in value if (words := _words(one)))
    if value in ("", 0, None) or value is False:
        return ""
    text = str(value)
    return text[:8] if _HASH.fullmatch(text) else moment(text)


def entry_lines(entry: Mapping[str, Any], now: datetime) -> list[Line]:
    """One line of the log, every field."""
    return [
        plain(what_of(entry), "heading"),
        plain(f"{humanise(str(entry['ts']), now)}, {str(entry['ts'])[11:19]} UTC · {entry.get('actor', '')}", "dim"),
        plain(""),
        *field_lines(entry),
    ]


def field_lines(entry: Mapping[str, Any]) -> list[Line]:
    """What a line of the log says beside when, who and what."""
    single = {key: value for key, value in entry.items() if key not in _SKIP and not _several(value)}
    lines = facts(
        (key, _one(value[0] if isinstance(value, list) else value)) for key, value in single.items() if value != []
    )
    for key, value in entry.items():
        if key not in _SKIP and _several(value):
            lines += [plain(""), plain(key, "dim"), *(plain(_one(part), hanging=2) for part in value)]
    return lines


def _several(value: object) -> bool:
    return isinstance(value, list) and len(value) > 1


def _one(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def said_lines(one: SittingNotice, now: datetime) -> list[Line]:
    """Something that was said, whole."""
    tone = _SIGNS.get(one.severity, _SIGNS["information"])[1]
    return [
        plain(one.severity, tone),
        plain(f"{humanise(one.when, now)}, {one.when[11:19]} UTC", "dim"),
        plain(""),
        plain(one.text),
    ]


def error_log_words(path: Path, env: Mapping[str, str]) -> str:
    """Where tracebacks go, and whether there are any."""
    shown = tilde(path, env)
    try:
        size = path.stat().st_size
    except OSError:
        return f"no errors logged; they would be in {shown}"
    return f"errors are in {shown}, {size:,} bytes"
