"""Progress: levels, marks over time, who tells whom, who is quiet; on the command line, in rows and lines."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from sandbox import Sandbox
from training_briefs import brief

from dreamtui.desk.decide import decide
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.present import training as texts
from dreamtui.training.curriculum.levels import Level
from dreamtui.training.ledger import Ledger
from dreamtui.training.marks.scores import DIMENSIONS
from dreamtui.training.nights.nights import record
from dreamtui.training.progress import TrainingProgress, progress

FIRST = date(2026, 9, 1)


class Nights(Sandbox):
    """A sandbox at two in the morning of one night after the other."""

    night: date = FIRST

    @property
    def now(self) -> str:
        return f"{self.night}T02:00:00.000000Z"

    def train(self, vertical: str, mark: int, towards: str, *, accept: bool = True, answers: str = "") -> str:
        """A brief of the next night, accepted with this mark."""
        number = (self.night - FIRST).days
        text = f"{brief(vertical, number, f'{vertical} learns {number}', towards)}\n{answers}"
        item = record(self.desk(), text.encode(), vertical).made.id
        if accept:
            marks = "\n".join(f"{one}: {mark}" for one in DIMENSIONS)
            reason = f"In `src/limits.py` night {number} of {vertical} explains what happened to the buckets."
            decide.decide(self.desk(), [item], Verb.ACCEPT, Words(reason, marks))
        self.night += timedelta(days=1)
        return item


@pytest.fixture
def found(tmp_path: Path) -> TrainingProgress:
    """Six briefs of gateway, one of web that answers, one that waits; then three weeks of nothing."""
    box = Nights(tmp_path / "box")
    ids = [box.train("gateway", mark, "web") for mark in (4, 5, 6, 7, 8, 9)]
    box.train("web", 7, "legal", answers=f"This answers {ids[0]}.")
    box.train("legal", 5, "web", accept=False)
    box.night += timedelta(days=7)
    return progress(Ledger(box.desk()))


def test_levels_marks_and_trends(found: TrainingProgress) -> None:
    """From the accepted briefs alone, towards the next level."""
    by_name = {one.vertical.name: one for one in found.verticals}
    gateway = by_name["gateway"]
    assert (gateway.cycles, gateway.level, gateway.begun, gateway.next_at) == (6, Level.APPLICATION, 4, 7)
    assert gateway.next_level is Level.ANALYSIS
    assert gateway.share == pytest.approx(2 / 3)
    assert gateway.scores == (4, 5, 6, 7, 8, 9)
    assert gateway.trend == 3
    assert (by_name["web"].trend, by_name["legal"].cycles, by_name["legal"].waiting) == (None, 0, 1)


def test_who_tells_whom_and_what_is_open(found: TrainingProgress) -> None:
    """An arrow each way; a question is open until a brief of the other names the one it came with."""
    links = {(one.sender, one.to): one for one in found.links}
    assert set(links) == {("gateway", "web"), ("web", "legal")}
    one = links["gateway", "web"]
    assert (len(one.insights), len(one.questions), len(one.unanswered)) == (6, 6, 5)
    shown = "\n".join(line.text for line in texts.link_lines(one))
    assert shown.count("open  ") == 5
    assert all(brief in shown for brief, _ in one.insights)


def test_who_is_quiet(found: TrainingProgress) -> None:
    """Nobody while everybody can still have had a turn; those that never trained count from the first brief."""
    quiet = [(one.vertical.name, one.quiet_nights) for one in found.quiet]
    assert ("infrastructure", 15) in quiet
    assert not {"gateway", "web"} & {name for name, _ in quiet}


def test_rows_and_lines_say_it(found: TrainingProgress) -> None:
    """A bar, a chart, the last mark; the page has the marks by dimension and every brief."""
    rows = {row.id: row for row in texts.rows(found)}
    cells = [cell.text for cell in rows["vertical:gateway"].cells]
    assert cells == ["●", "gateway", "Application", "━━━━──", "▄▄▅▆▆▇", "9.0 A+"]
    assert [cell.text for cell in rows["vertical:legal"].cells][5] == "waits"
    assert rows["vertical:infrastructure"].cells[0].text == "◌"
    plain_row = next(row for row in texts.rows(found, ascii_signs=True) if row.id == "vertical:gateway")
    assert plain_row.cells[4].text.isascii()
    page = "\n".join(line.text for line in texts.vertical_lines(found.verticals[0]))
    assert "Analysis from 7" in page and "+3.0 against the briefs before" in page
    assert all(one.brief in page for one in found.verticals[0].marked)
    assert "quiet: it never had an accepted brief" in "\n".join(
        line.text for line in texts.vertical_lines(found.verticals[1])
    )


def test_nothing_yet(tmp_path: Path) -> None:
    """Eleven verticals at the beginning, and nobody is quiet."""
    made = progress(Ledger(Nights(tmp_path / "box").desk()))
    assert len(made.verticals) == 11
    assert (made.links, made.quiet) == ((), ())
    assert [row.cells[5].text for row in texts.rows(made)] == ["never"] * 11
