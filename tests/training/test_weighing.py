"""A brief as a person sees it: marks with their lines, what the checks found, and both in what is written."""

from pathlib import Path

import pytest
import workbench
from workbench import Bench, reason

from dreamtui.desk.decide import decide
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb
from dreamtui.training.ledger import Ledger
from dreamtui.training.marks.rubric import propose
from dreamtui.training.nights.nights import record

GOOD = (Path(__file__).parent / "briefs/gateway.md").read_text()


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A repository with one of the files that the brief names."""
    made = workbench.make_bench(tmp_path, git=True).at("2026-11-18T02:00:00Z")
    (made.root / "gateway").mkdir()
    (made.root / "gateway/limits.py").write_text("bucket = {}\n", encoding="utf-8")
    (made.root / "gateway/token.py").write_text("x = 1\n", encoding="utf-8")
    workbench.in_git(made, "add", "-A")
    workbench.in_git(made, "commit", "-qm", "Limits")
    return made


def test_the_proposed_marks_stand_with_their_lines_and_are_taken_as_they_are(bench: Bench) -> None:
    """Shown with quotes; accepted without a word about marks they are the brief's; the review has the checks."""
    item = record(bench.desk(), GOOD.encode(), "gateway").made.id
    shown = " ".join(bench.ok("show", item).out.split())
    assert "Proposed marks:" in shown
    assert "evidence" in shown and "+ statements say where they are from" in shown
    assert "line 16: “Envoy solves this with descriptors" in shown
    assert "line 21, claims: file gateway/auth.py is not in the repository" in shown
    decide.decide(bench.desk(), [item], Verb.ACCEPT, Words(reason(0)))
    [made] = [one.made for one in Ledger(bench.desk()).accepted("gateway")]
    assert made.marks.keys() == propose(made.brief).by_dimension.keys()
    review = (bench.desk().store.read(made.review) or b"").decode()
    assert "## What was checked" in review and "gateway/auth.py" in review
    bench.ok("audit", "verify", "--strict")


def test_a_brief_that_repeats_an_accepted_one_is_marked_down(bench: Bench) -> None:
    """Its copies are named with the brief they are from, and its marks are far lower."""
    first = record(bench.desk(), GOOD.encode(), "gateway").made.id
    decide.decide(bench.desk(), [first], Verb.ACCEPT, Words(reason(0)))
    later = bench.at("2026-11-19T02:00:00Z")
    again = record(later.desk(), GOOD.replace("Cycle 5", "Cycle 6").encode(), "gateway").made.id
    shown = " ".join(later.ok("show", again).out.split())
    assert f"stands in {first}, line 16" in shown
    mark = float(shown.partition("Proposed marks: ")[2].split()[0])
    assert mark <= propose(Ledger(later.desk()).accepted("gateway")[0].made.brief).mean - 3
