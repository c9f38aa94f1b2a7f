"""Whose turn it is, for 200 nights in several zones: with clocks put forward and back, missed nights and two in one."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.errors import Usage
from dreamtui.text.dates import iso
from dreamtui.training.curriculum.curriculum import DEFAULT, ELEVEN, Curriculum, parse, render
from dreamtui.training.curriculum.levels import OUTPUTS, PRESETS, Level
from dreamtui.training.curriculum.window import NightWindow, read_hours
from dreamtui.training.nights.rotation import Assignment, TrainingTurn, cycles_of, upcoming

ZONES = (
    "UTC", "America/Chicago", "America/New_York", "Europe/Berlin", "Australia/Lord_Howe", "Pacific/Apia",
    "Asia/Kathmandu", "Africa/Casablanca", "America/Sao_Paulo",
)  # fmt: skip
HOURS = ("01:00-04:00", "22:00-03:00", "02:00-03:00", "00:00-00:30", "02:30-02:15", "23:59-00:01")
TABLE = ((0, "Foundation"), (4, "Application"), (7, "Analysis"), (13, "Strategy"), (21, "Innovation"))


def by_the_table(cycles: int) -> str:
    """The level, from the table as it is printed in the protocol."""
    return [name for least, name in TABLE if cycles >= least][-1]


@dataclass
class School:
    """Briefs that were written in nights, and what became of each."""

    curriculum: Curriculum
    turns: list[TrainingTurn] = field(default_factory=list)

    def next(self, now: datetime) -> Assignment:
        night = self.curriculum.window.night_of(now).isoformat()
        return upcoming(self.curriculum, self.turns, night)[0]

    def train(self, now: datetime, *, accepted: bool = True, sent_back: bool = False) -> Assignment:
        asked = self.next(now)
        night = self.curriculum.window.night_of(now).isoformat()
        self.turns.append(TrainingTurn(asked.vertical.name, night, iso(now), accepted, sent_back))
        return asked


def nights(window: NightWindow, start: date, count: int) -> Iterator[datetime]:
    """A moment inside the window of each night."""
    for number in range(count):
        night = start + timedelta(days=number)
        opening, closing = window.opening(night), window.closing(night)
        yield opening + (closing - opening) / 2


@pytest.mark.parametrize("hours", HOURS)
@pytest.mark.parametrize("zone", ZONES)
def test_two_hundred_nights_follow_the_tables(zone: str, hours: str) -> None:
    """One vertical after the other, the level of its cycles, the output of its cycles modulo eight, in every zone."""
    window = NightWindow(*read_hours(hours), zone)
    school = School(Curriculum(ELEVEN, window=window))
    done = dict.fromkeys((one.name for one in ELEVEN), 0)
    seen: list[date] = []
    for number, now in enumerate(nights(window, date(2026, 9, 1), 200)):
        assert window.is_open(now)
        seen.append(window.night_of(now))
        asked = school.train(now)
        assert asked.vertical == ELEVEN[number % len(ELEVEN)]
        assert asked.cycle == done[asked.vertical.name]
        assert (asked.level.value, asked.output) == (by_the_table(asked.cycle), OUTPUTS[asked.cycle % 8])
        done[asked.vertical.name] += 1
    assert seen == [date(2026, 9, 1) + timedelta(days=number) for number in range(200)]
    assert cycles_of(school.turns) == done


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(ZONES),
    st.sampled_from(HOURS),
    st.lists(st.sampled_from(("accepted", "waits", "rejected", "missed", "failed", "two")), min_size=1, max_size=60),
)
def test_only_accepted_briefs_count_whatever_a_night_brings(zone: str, hours: str, each: list[str]) -> None:
    """Missed and failed nights change nothing, two in one night are two verticals, and turns stay fair."""
    window = NightWindow(*read_hours(hours), zone)
    school = School(Curriculum(ELEVEN, window=window))
    accepted: dict[str, int] = {}
    for now, what in zip(nights(window, date(2027, 3, 1), len(each)), each, strict=False):
        before = school.next(now)
        if what in ("missed", "failed"):
            assert school.next(now + timedelta(days=1)).vertical == before.vertical
            continue
        first = school.train(now, accepted=what in ("accepted", "two"))
        assert first == before
        if what in ("accepted", "two"):
            accepted[first.vertical.name] = accepted.get(first.vertical.name, 0) + 1
        if what == "two":
            second = school.train(now + timedelta(seconds=1))
            accepted[second.vertical.name] = accepted.get(second.vertical.name, 0) + 1
            assert second.vertical != first.vertical
    assert cycles_of(school.turns) == accepted
    written: dict[str, int] = dict.fromkeys((one.name for one in ELEVEN), 0)
    for turn in school.turns:
        written[turn.vertical] += 1
    assert max(written.values()) - min(written.values()) <= 1


def test_what_was_sent_back_comes_next_and_an_extra_vertical_counts() -> None:
    """It is first until it was done again; one asked for by name skips nobody."""
    school = School(DEFAULT)
    now = datetime(2026, 11, 18, 2, tzinfo=UTC)
    school.train(now, accepted=False, sent_back=True)
    assert school.next(now).vertical.name == "gateway"
    assert school.next(now).cycle == 0
    school.train(now + timedelta(hours=1))
    school.turns.append(TrainingTurn("web", "2026-11-18", iso(now + timedelta(hours=2)), accepted=True))
    following = upcoming(DEFAULT, school.turns, "2026-11-19")
    assert [one.vertical.name for one in following][:2] == ["infrastructure", "legal"]
    assert [one.vertical.name for one in following][-2:] == ["gateway", "web"]
    assert [one.cycle for one in following][-2:] == [1, 1]


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("hours", HOURS)
def test_every_moment_belongs_to_one_night(zone: str, hours: str) -> None:
    """A year of windows: each opens after the last one, is open for a while, and nights never go back."""
    window = NightWindow(*read_hours(hours), zone)
    days = [date(2026, 1, 1) + timedelta(days=number) for number in range(400)]
    for night, following in pairwise(days):
        opening, closing, then = window.opening(night), window.closing(night), window.opening(following)
        if opening == then:  # a day that the zone left out
            continue
        assert opening < closing
        assert opening < then
        assert window.night_of(opening) == night
        assert window.night_of(then - timedelta(seconds=1)) == night
        assert window.is_open(opening)
        assert window.is_open(closing) == (closing >= then)
        assert window.next_opening(opening) == then


def test_a_window_is_right_where_clocks_change() -> None:
    """An hour that is skipped keeps its length; an hour that comes twice opens at its first time."""
    berlin = NightWindow(time(2), time(3), "Europe/Berlin")
    spring = date(2026, 3, 29)
    assert iso(berlin.opening(spring)) == "2026-03-29T01:00:00Z"
    assert iso(berlin.closing(spring)) == "2026-03-29T02:00:00Z"
    assert iso(berlin.opening(date(2026, 10, 25))) == "2026-10-25T00:00:00Z"
    chicago = NightWindow(time(22), time(4), "America/Chicago")
    for moment in ("2026-11-19T04:00:00+00:00", "2026-11-19T09:59:00+00:00"):
        assert chicago.night_of(datetime.fromisoformat(moment)) == date(2026, 11, 18)


def test_a_curriculum_is_written_as_it_is_read() -> None:
    """The eleven, with any preset."""
    for thresholds in (*PRESETS.values(), (0, 1, 2, 3, 4)):
        made = Curriculum(ELEVEN, thresholds, NightWindow(*read_hours("22:00-03:30"), "Europe/Berlin"))
        assert parse(render(made, ["CODEOWNERS: # a"] * 11)) == made
        assert made.level(thresholds[3]) is Level.STRATEGY


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("verticals:\n  - name: web\n  - name: web\n", 3, "another vertical has the name 'web'"),
        ("verticals:\n  - name: own\n", 2, "has no focus"),
        ("preset: fast\nverticals: [web]\n", 1, "there is no preset 'fast'"),
        ("verticals: [web]\nthresholds: [0, 4, 4, 5, 6]\n", 2, "five rising whole numbers"),
        ("verticals: [web]\nwindow: 25:00-04:00\n", 2, "hour must be"),
        ("verticals: [web]\nwindow: 04:00-04:00\n", 2, "at the same time"),
        ("verticals: [web]\ntimezone: Moon/Base\n", 2, "is not a time zone"),
        ("verticals: [web]\n\nverticles: []\n", 3, "is not a key here"),
        ("verticals:\n  - {name: web, folder: ../up}\n", 2, "cannot be a folder"),
        ("verticals:\n  - {name: web, folder: reviews}\n", 2, "cannot be a folder"),
        ("verticals:\n  - {name: 'W b', focus: x}\n", 2, "is not a name"),
        ("verticals: [web]\nhandoffs: [a.md, ../b.md]\n", 2, "does not stay inside"),
        ("verticals: [web]\nminutes: true\n", 2, "minutes are a whole number"),
        ("verticals: []\n", 1, "at least one vertical"),
        ("- web\n", 1, "a curriculum is a mapping"),
        ("verticals: [web\n", 2, ""),
    ],
)
def test_what_is_wrong_in_a_curriculum_is_named_with_its_line(text: str, line: int, said: str) -> None:
    """Exit 2, with the line of the value."""
    with pytest.raises(Usage) as found:
        parse(text.encode())
    assert f"{line}: " in str(found.value)
    assert said in str(found.value)


def test_several_problems_are_named_together() -> None:
    """Each with its own line, in order."""
    with pytest.raises(Usage) as found:
        parse(b"preset: x\nwindow: y\nverticals: 3\n")
    assert all(f"curriculum.yaml:{line}: " in str(found.value) for line in (1, 2, 3))
