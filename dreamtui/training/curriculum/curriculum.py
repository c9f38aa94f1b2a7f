"""The curriculum: which verticals train, from which cycle on each level holds, and in which hours of the night."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from dreamtui.model.errors import Malformed, Usage
from dreamtui.text.danger.risks import flags
from dreamtui.text.ids import slug
from dreamtui.text.inert import inert_line
from dreamtui.text.markup.yamls import Place, read_placed_yaml
from dreamtui.training.curriculum.levels import LEVELS, PRESETS, STANDARD, Level, level_at
from dreamtui.training.curriculum.window import NightWindow, read_hours

CURRICULUM = ".agent/dream/training/curriculum.yaml"
FIRST_HOURS = NightWindow()
HANDOFFS = ("HANDOFF.md", "docs/handoff*.md")
"""Where handoff notes are looked for."""
MINUTES = 20
"""How long a model may take for one brief."""
_MOST_TOLD = 5
_MOST_VERTICALS = 100
_LONGEST_NAME = 40
_FOLDER = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_RESERVED = frozenset({"briefs", "inbox", "reviews"})
"""Folders beside those of the verticals."""


@dataclass(frozen=True, slots=True)
class Vertical:
    """A field in which an agent trains."""

    name: str
    """A slug; what commands call it."""
    focus: str
    """What it is about, as the assignment says it."""
    agent: str = ""
    """Who trains."""
    folder: str = ""
    """Where its training records lie."""


@dataclass(frozen=True, slots=True)
class Curriculum:
    """What is trained, how fast, and when."""

    verticals: tuple[Vertical, ...]
    """In the order in which they take turns."""
    thresholds: tuple[int, ...] = PRESETS[STANDARD]
    """Cycles done from which each level holds."""
    window: NightWindow = FIRST_HOURS
    handoffs: tuple[str, ...] = HANDOFFS
    """Path patterns of handoff notes."""
    minutes: int = MINUTES
    """How long a model may take for one brief."""
    is_written: bool = True
    """False for the default one, where no file says anything."""

    def level(self, cycles: int) -> Level:
        """The level of a vertical with so many accepted briefs."""
        return level_at(cycles, self.thresholds)

    @property
    def preset(self) -> str:
        """The name of its thresholds; empty for thresholds of its own."""
        return next((name for name, steps in PRESETS.items() if steps == self.thresholds), "")

    def find(self, name: str) -> Vertical | None:
        """A vertical by its name, or as it would be written in a title; None for no such one."""
        wanted = slug(name)
        return next((one for one in self.verticals if one.name == wanted), None)

    def need(self, name: str) -> Vertical:
        """The same; Usage, with the names there are."""
        found = self.find(name)
        if found is None:
            names = ", ".join(one.name for one in self.verticals)
            raise Usage(f"there is no vertical {inert_line(name)[:80]!r}; use one of {names}")
        return found


ELEVEN = tuple(
    Vertical(name, focus, f"{name}-lead", name)
    for name, focus in (
        ("gateway", "How requests come in and go out: routing, limits, retries, authentication."),
        ("infrastructure", "What everything runs on: hosts, deployment, storage, backups, cost."),
        ("web", "What people see in a browser: pages, accessibility, speed, forms."),
        ("legal", "Licences, privacy, contracts, and what has to be kept or deleted."),
        ("research", "What others found out that we can use: methods, papers, benchmarks."),
        ("business", "Who pays for what, and why: customers, prices, rivals, plans."),
        ("comms", "What we say to whom: announcements, documentation, support."),
        ("fleet-management", "Many agents at once: what runs, where, who starts and stops it, what it costs."),
        ("deepwell", "The store of knowledge: what is kept, how it is found again, what is out of date."),
        ("pipeline", "From a change to a release: builds, tests, reviews, releases."),
        ("ceremony", "Habits of the team: hand-overs, retrospectives, how decisions are made and written down."),
    )
)
"""The verticals of the protocol, where nothing else is said."""

DEFAULT = Curriculum(ELEVEN, is_written=False)
_KEYS = ("preset", "thresholds", "window", "timezone", "handoffs", "minutes", "verticals")
_VERTICAL_KEYS = ("name", "focus", "agent", "folder")


def parse(data: bytes) -> Curriculum:
    """Read the file; Usage that names every problem with its line."""
    try:
        value, lines = read_placed_yaml(data)
    except Malformed as problem:
        raise Usage(f"{CURRICULUM}: {problem.why}") from None
    reader = _CurriculumReader(value, lines)
    made = reader.curriculum()
    if reader.problems:
        told = sorted(reader.problems)[:_MOST_TOLD]
        more = f" and {len(reader.problems) - _MOST_TOLD} more" if len(reader.problems) > _MOST_TOLD else ""
        raise Usage("; ".join(f"{CURRICULUM}:{line}: {said}" for line, said in told) + more)
    return made


class _CurriculumReader:
    """Reads value by value and collects what is wrong."""

    def __init__(self, value: Any, lines: dict[Place, int]) -> None:
        self.value = value
        self.lines = lines
        self.problems: list[tuple[int, str]] = []

    def wrong(self, place: Place, said: str) -> None:
        while place not in self.lines and place:
            place = place[:-1]
        self.problems.append((self.lines.get(place, 1), said))

    def curriculum(self) -> Curriculum:
        if not isinstance(self.value, dict):
            self.wrong((), "a curriculum is a mapping with `verticals`")
            return DEFAULT
        for key in self.value:
            if key not in _KEYS:
                self.wrong((str(key),), f"{_shown(key)} is not a key here; use one of {', '.join(_KEYS)}")
        return Curriculum(
            self._verticals(), self._thresholds(), self._window(), self._handoffs(), self._minutes(),
        )  # fmt: skip

    def _verticals(self) -> tuple[Vertical, ...]:
        listed = self.value.get("verticals")
        if not isinstance(listed, list) or not listed:
            self.wrong(("verticals",), "`verticals` has to be a list with at least one vertical")
            return ()
        if len(listed) > _MOST_VERTICALS:
            self.wrong(("verticals",), f"there are {len(listed)} verticals; at most {_MOST_VERTICALS}")
            return ()
        found = tuple(made for number, one in enumerate(listed) if (made := self._vertical(number, one)))
        for what in ("name", "folder"):
            seen: dict[str, int] = {}
            for number, vertical in enumerate(found):
                value = getattr(vertical, what)
                if value in seen:
                    self.wrong(("verticals", number, what), f"another vertical has the {what} {value!r} too")
                seen[value] = number
        return found

    def _vertical(self, number: int, value: Any) -> Vertical | None:
        place = ("verticals", number)
        if isinstance(value, str):
            value = {"name": value}
        if not isinstance(value, dict):
            self.wrong(place, "a vertical is a mapping with name, focus, agent and folder")
            return None
        for key in value:
            if key not in _VERTICAL_KEYS:
                self.wrong(
                    (*place, str(key)), f"{_shown(key)} is not a key here; a vertical has name, focus, agent, folder"
                )
        texts = {key: self._text((*place, key), value.get(key)) for key in _VERTICAL_KEYS}
        name = texts["name"].strip()
        if not name or slug(name) != name or not name.isascii() or len(name) > _LONGEST_NAME:
            self.wrong(
                (*place, "name"), f"{_shown(name)} is not a name: lower-case letters, digits and dashes, at most 40"
            )
            return None
        known = next((one for one in ELEVEN if one.name == name), None)
        folder = texts["folder"] or name
        if not _FOLDER.fullmatch(folder) or folder in _RESERVED:
            self.wrong((*place, "folder"), f"{_shown(folder)} cannot be a folder: lower-case letters, digits, dashes")
        focus = " ".join(texts["focus"].split()) or (known.focus if known else "")
        if not focus:
            self.wrong((*place, "focus"), f"{name} has no focus: a sentence that says what it is about")
        agent = " ".join(texts["agent"].split()) or (known.agent if known else "")
        for what, text in (("focus", focus), ("agent", agent)):  # both are said to agents outside the data
            if flags((text,)) or not text.isprintable():
                self.wrong((*place, what), f"{name}: its {what} holds what looks like a secret or an order to an agent")
        return Vertical(name, focus, agent, folder)

    def _text(self, place: Place, value: Any) -> str:
        if value is None:
            return ""
        if not isinstance(value, str):
            self.wrong(place, f"{place[-1]} has to be text, not {_shown(value)}")
            return ""
        return value

    def _thresholds(self) -> tuple[int, ...]:
        preset, own = self.value.get("preset"), self.value.get("thresholds")
        if own is not None:
            if preset is not None:
                self.wrong(("thresholds",), "either `preset` or `thresholds`, not both")
            good = isinstance(own, list) and len(own) == len(LEVELS)
            good = good and all(isinstance(one, int) and not isinstance(one, bool) and 0 <= one < 10**6 for one in own)
            if not good or own[0] != 0 or list(own) != sorted(set(own)):
                self.wrong(("thresholds",), "thresholds are five rising whole numbers, the first of them 0")
                return PRESETS[STANDARD]
            return tuple(own)
        if preset is not None and (not isinstance(preset, str) or preset not in PRESETS):
            self.wrong(("preset",), f"there is no preset {_shown(preset)}; use one of {', '.join(PRESETS)}")
            return PRESETS[STANDARD]
        return PRESETS[preset or STANDARD]

    def _window(self) -> NightWindow:
        hours, zone = self.value.get("window", "01:00-04:00"), self._text(("timezone",), self.value.get("timezone"))
        try:
            NightWindow(zone=zone)
        except Usage as problem:
            self.wrong(("timezone",), str(problem))
            zone = ""
        try:
            opens, closes = read_hours(hours if isinstance(hours, str) else "")
        except ValueError as problem:
            self.wrong(("window",), str(problem))
            return NightWindow(zone=zone)
        return NightWindow(opens, closes, zone)

    def _handoffs(self) -> tuple[str, ...]:
        listed = self.value.get("handoffs")
        if listed is None:
            return HANDOFFS
        if not isinstance(listed, list) or not all(isinstance(one, str) and one.strip() for one in listed):
            self.wrong(("handoffs",), "handoffs are a list of paths, such as docs/handoff*.md")
            return HANDOFFS
        for number, one in enumerate(listed):
            if one.startswith(("/", "~")) or ".." in one.split("/"):
                self.wrong(("handoffs", number), f"{_shown(one)} does not stay inside the workspace")
        return tuple(listed)

    def _minutes(self) -> int:
        value = self.value.get("minutes", MINUTES)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= 240:
            self.wrong(("minutes",), "minutes are a whole number from 1 to 240")
            return MINUTES
        return value


def _shown(value: object) -> str:
    return repr(inert_line(str(value))[:60])


def render(made: Curriculum, reasons: Sequence[str] = ()) -> bytes:
    """The file; `reasons` say where each vertical comes from."""
    import json

    window = made.window
    lines = [
        "# What agents train at night, and when. `dreamtui train next` says whose turn it is.",
        f"preset: {made.preset}  # standard, faster or slower"
        if made.preset
        else f"thresholds: {list(made.thresholds)}",
        f'window: "{window.hours}"',
        f"timezone: {json.dumps(window.zone or 'UTC')}",
        f"minutes: {made.minutes}  # that a model may take for one brief",
        f"handoffs: {json.dumps(list(made.handoffs), ensure_ascii=False)}",
        "verticals:",
    ]
    for number, one in enumerate(made.verticals):
        why = f"  # {inert_line(reasons[number])}" if number < len(reasons) and reasons[number] else ""
        lines += [f"  - name: {json.dumps(one.name)}{why}", f"    focus: {json.dumps(one.focus, ensure_ascii=False)}"]
        lines += [f"    agent: {json.dumps(one.agent, ensure_ascii=False)}"] if one.agent else []
        lines += [f"    folder: {json.dumps(one.folder or one.name)}"]
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def with_verticals(made: Curriculum, verticals: Sequence[Vertical]) -> Curriculum:
    """The same with other verticals."""
    return replace(made, verticals=tuple(verticals))
