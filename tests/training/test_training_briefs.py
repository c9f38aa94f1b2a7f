"""A brief as an item: recorded, marked, accepted, rejected, sent back, undone; what it leaves, and what counts."""

import json
from pathlib import Path
from typing import Any

import pytest
import workbench
from training_briefs import MARKS, brief
from workbench import Bench, reason

from dreamtui.desk.decide import decide
from dreamtui.model.decision import Words
from dreamtui.model.errors import Refused
from dreamtui.model.verb import Verb
from dreamtui.training.briefs.kind import TRAINING
from dreamtui.training.ledger import Ledger
from dreamtui.training.marks.scores import DIMENSIONS, Dimension, grade, mean, read_marks, write_marks
from dreamtui.training.nights.nights import background, record
from dreamtui.training.nights.prompt import prompt_for

BOX = "\n".join(f"{one}: 7" for one in DIMENSIONS)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with a file that briefs name."""
    made = workbench.make_bench(tmp_path).at("2026-11-18T02:00:00Z")
    (made.root / "src").mkdir()
    (made.root / "src/limits.py").write_text("bucket = {}\n", encoding="utf-8")
    return made


def recorded(bench: Bench, vertical: str, headline: str, towards: str = "web") -> str:
    """A brief put into the queue; its id."""
    return record(bench.desk(), brief(vertical, 0, headline, towards).encode(), vertical).made.id


def take(bench: Bench, item: str, words: str = BOX, number: int = 0) -> None:
    decide.decide(bench.desk(), [item], Verb.ACCEPT, Words(reason(number), words))


def cycles(bench: Bench) -> dict[str, int]:
    """By vertical, those that have any."""
    return Ledger(bench.desk()).cycles


def files(bench: Bench) -> dict[str, Any]:
    """What lies in the training folder and among the candidates, by path."""
    return {path: what for path, what in bench.tree().items() if TRAINING in path or "/candidates/" in path}


def test_the_same_brief_is_recorded_once_and_counts_nothing(bench: Bench) -> None:
    """Twice the same text is one item; a decided one is refused; nothing counts before it is accepted."""
    first = record(bench.desk(), brief("gateway", 0, "Buckets starve").encode(), "Gateway")
    again = record(bench.desk(), brief("gateway", 0, "Buckets starve").encode(), "gateway")
    assert (first.is_new, again.is_new, again.made.id) == (True, False, first.made.id)
    assert (first.made.cycle, first.made.level, first.made.output) == (0, "Foundation", "Research brief")
    assert cycles(bench) == {}
    take(bench, first.made.id)
    with pytest.raises(Refused, match="was accepted already"):
        record(bench.desk(), brief("gateway", 0, "Buckets starve").encode(), "gateway")
    assert cycles(bench) == {"gateway": 1}


@pytest.mark.parametrize(
    ("data", "why"),
    [(b"\xff\xfe caf\xe9", "not UTF-8"), (b" \n\n", "is empty"), (b"x" * 70_000, "bytes"), (b"# a\0", "NUL")],
)
def test_what_is_no_text_is_refused(bench: Bench, data: bytes, why: str) -> None:
    """With a sentence, and nothing is written."""
    before = bench.tree()
    with pytest.raises(Refused, match=why):
        record(bench.desk(), data, "gateway")
    assert bench.tree() == before


def test_accepting_writes_all_of_it_and_an_undo_takes_all_of_it_back(bench: Bench) -> None:
    """Record, review, candidate and inbox; the cycle; what was there byte for byte after the undo, and again."""
    item = recorded(bench, "gateway", "Buckets starve batch jobs")
    before = files(bench)
    take(bench, item, f"{BOX}\ndepth: 9\n\nSay who owns the bucket.")
    desk = bench.desk()
    [made] = [one.made for one in Ledger(desk).accepted("gateway")]
    assert made.marks[Dimension.DEPTH] == 9
    assert made.notes == "Say who owns the bucket."
    text = (desk.store.read(made.record) or b"").decode()
    assert made.record == f"{TRAINING}/gateway/training-2026-11-18.md"
    assert "score: 7.4" in text and text.endswith(made.text)
    review = (desk.store.read(made.review) or b"").decode()
    assert "| Depth | 9 |" in review and reason(0) in review and "Case study analysis at level Foundation" in review
    inbox = (desk.store.read(f"{TRAINING}/inbox/web/{item}.md") or b"").decode()
    assert "which pages wait for Buckets?" in inbox and item in inbox
    listed = json.loads(bench.ok("list", "--kind", "candidate", "--json").out)["items"]
    [candidate] = [one for one in listed if one["title"] == "Buckets starve batch jobs"]
    evidence = json.loads(bench.ok("show", candidate["id"], "--json").out)["evidence"]
    assert len(evidence) > 1 and all(piece["when"] and piece["who"] for piece in evidence)
    assert evidence[0]["locator"].startswith(f"file:{made.record}:")
    assert evidence[0]["resolves"] is True
    assert cycles(bench) == {"gateway": 1}
    after = files(bench)
    decide.take_back(bench.desk(), None, "The sources were not read.")
    assert files(bench) == before
    assert cycles(bench) == {}
    decide.take_back(bench.desk(), None, "", redo=True)
    assert files(bench) == after
    bench.ok("audit", "verify", "--strict")


def test_rejected_and_sent_back_count_nothing_and_deliver_nothing(bench: Bench) -> None:
    """A brief that was sent back has its turn next, and its reason is the coaching of the next assignment."""
    first, second = recorded(bench, "gateway", "One"), recorded(bench, "infrastructure", "Two")
    decide.decide(bench.desk(), [first], Verb.REPEAT, Words("Nothing of `src/limits.py` was recalled from memory."))
    decide.decide(bench.desk(), [second], Verb.REJECT, Words(reason(1), disposition="wrong"))
    assert cycles(bench) == {}
    left = [path for path in files(bench) if not path.endswith(".gitkeep")]
    assert len(left) == 2 and all("/briefs/rejected/" in path for path in left)
    ledger = Ledger(bench.desk())
    asked = ledger.assignment()
    assert (asked.vertical.name, asked.cycle) == ("gateway", 0)
    assert "sent back" in asked.why
    text = prompt_for(asked, ledger.night, background(ledger, asked))
    assert '"kind": "coaching"' in text and "was recalled from memory" in text
    assert json.loads(bench.ok("show", first, "--json").out)["decision"]
    decide.decide(bench.desk(), [first], Verb.REOPEN, Words())
    assert Ledger(bench.desk()).assignment().vertical.name == "web"


def test_two_of_a_vertical_in_one_night_are_accepted_together(bench: Bench) -> None:
    """Each has files of its own, and both count; either can be undone alone."""
    first, second = recorded(bench, "gateway", "One"), recorded(bench, "gateway", "Two")
    decide.decide(bench.desk(), [first, second], Verb.ACCEPT, Words(reason(0), BOX))
    assert cycles(bench) == {"gateway": 2}
    records = {one.made.record for one in Ledger(bench.desk()).accepted()}
    assert {path.rpartition("/")[2] for path in records} == {"training-2026-11-18.md", "training-2026-11-18-2.md"}
    marks = [mark for mark in bench.desk().store.audit.marks() if mark.item == first]
    decide.take_back(bench.desk(), marks[0].id, "The first was a copy.")
    assert cycles(bench) == {"gateway": 1}
    assert [one.made.id for one in Ledger(bench.desk()).accepted()] == [second]


def test_a_file_among_the_accepted_without_a_decision_is_no_cycle(bench: Bench) -> None:
    """A repository can ship such a file; it inflates no level."""
    item = recorded(bench, "gateway", "One")
    pending = bench.agent / f"dream/training/briefs/{item}.json"
    accepted = pending.parent / "accepted" / pending.name
    accepted.parent.mkdir(exist_ok=True)
    pending.rename(accepted)
    assert cycles(bench) == {}
    assert [one.status.value for one in Ledger(bench.desk()).briefs] == ["accepted"]


def test_questions_stay_open_until_a_brief_names_them(bench: Bench) -> None:
    """Delivered with the assignment of the other vertical, gone once an accepted brief of it answers."""
    item = recorded(bench, "gateway", "Buckets starve", "infrastructure")
    assert not Ledger(bench.desk()).questions("infrastructure")
    take(bench, item)
    [question] = Ledger(bench.desk()).questions("infrastructure")
    assert (question.sender, question.brief, question.said.text) == ("gateway", item, "which pages wait for Buckets?")
    assert len(Ledger(bench.desk()).insights("infrastructure")) == 1
    later = bench.at("2026-11-19T02:00:00Z")
    other = recorded(later, "infrastructure", "Two pools")
    take(later, other, number=1)
    assert len(Ledger(later.desk()).questions("infrastructure")) == 1
    assert not Ledger(later.desk()).insights("infrastructure")
    answer = brief("infrastructure", 1, "None wait", more=f"No page waits, as asked in {item}.")
    take(later, record(later.desk(), answer.encode(), "infrastructure").made.id, number=2)
    assert not Ledger(later.desk()).questions("infrastructure")


def test_a_title_that_was_filed_already_makes_no_second_candidate(bench: Bench) -> None:
    """The one that is there stays as it is."""
    known = bench.add("Buckets starve", "text:seen in the replay")
    before = (bench.agent / f"dream/candidates/{known}.md").read_bytes()
    take(bench, recorded(bench, "gateway", "Buckets starve"))
    assert (bench.agent / f"dream/candidates/{known}.md").read_bytes() == before


def test_hostile_words_of_a_brief_are_inert_wherever_they_are_shown(bench: Bench) -> None:
    """No control character reaches list, show, summary, prompt or history; the digest's links are ours."""
    bad = "Buckets \x1b[31m](http://evil.example) \u202e<!-- dreamtui: {} --> `x` starve"
    item = recorded(bench, "gateway", bad)
    take(bench, item)
    for words in (("list", "--status", "all"), ("show", item), ("train", "summary"), ("train", "prompt"),
                  ("train", "history"), ("train", "next")):  # fmt: skip
        shown = bench.ok(*words)
        assert not {"\x1b", "\u202e"} & {*shown.out, *shown.err}, words
    digest = bench.ok("train", "summary").out
    assert "](http" not in digest.replace("\\](http", "")
    assert "\\]" in digest


def test_marks_are_read_as_they_are_typed() -> None:
    """Lines of marks in any order, the rest is coaching; what is left out is as proposed."""
    proposed = dict.fromkeys(DIMENSIONS, 5)
    marks, notes = read_marks("- Depth = 9/10\nNote: more numbers\nsources: 8\n", proposed)
    assert (marks[Dimension.DEPTH], marks[Dimension.SOURCES], marks[Dimension.EVIDENCE]) == (9, 8, 5)
    assert notes == "Note: more numbers"
    assert read_marks(write_marks(marks, notes), {}) == (marks, notes)
    assert [grade(score) for score in (9, 8.9, 7, 6, 5, 4.9, 3)] == ["A+", "A", "B+", "B", "C", "D", "F"]
    assert mean({Dimension.DEPTH: 7, Dimension.SOURCES: 8}) == 7.5
    for text in ("depth: 11", "depth: 0", "depth: seven", "depth: 7.5", "depth: -3"):
        with pytest.raises(Refused, match="whole number from 1 to 10"):
            read_marks(text, proposed)


def test_its_own_risks_and_assumptions_are_put_against_it(bench: Bench) -> None:
    """As objections beside the brief, with their lines, and sources that are examples; an accepted one has none."""
    item = recorded(bench, "gateway", "Buckets starve")
    challenge = bench.ok("show", item, "--json").data["challenge"]
    assert [one["kind"] for one in challenge] == ["risk", "risk", "risk", "assumption", "example-source"]
    assert "“clients keep their keys for a day” (line " in challenge[3]["text"]
    take(bench, item)
    assert {one["kind"] for one in bench.ok("show", item, "--json").data["challenge"]} == {"doubtful"}


def test_accepting_says_its_score_and_what_it_puts_into_the_queue(bench: Bench) -> None:
    """The scale with the score, and how many candidates; none where its headline was filed already."""
    item = recorded(bench, "gateway", "Buckets starve")
    said = bench.ok("accept", item, "--rule", BOX, "--rationale", reason(1))
    told = f"{said.out} {said.err}"
    assert " of 10, grade " in told and "1 candidate goes into the queue: its headline" in told


def test_the_command_line_marks_and_sends_back(bench: Bench) -> None:
    """--score and --notes, what is wrong with them, `redo` with the id of a brief."""
    item = recorded(bench, "gateway", "Buckets starve")
    bench.refused(2, "accept", item, "--score", "beauty=7", "--rationale", reason(0))
    bench.refused(2, "accept", item, "--score", "depth=17", "--rationale", reason(0))
    bench.refused(2, "accept", item, "--only", "u-1", "--rationale", reason(0))
    bench.refused(1, "accept", item, *MARKS)
    bench.ok("accept", item, *MARKS, "--notes", "Name the owner.", "--rationale", reason(0))
    shown = bench.ok("show", item).out
    assert "Marks: 6.8 (B)" in shown and "Name the owner." in shown
    standing = json.loads(bench.ok("train", "status", "--json").out)["verticals"]
    assert standing[0] | {"vertical": "gateway", "cycles": 1, "level": "Foundation"} == standing[0]
    other = recorded(bench, "infrastructure", "Two pools")
    bench.refused(1, "redo", other)
    done = json.loads(bench.ok("redo", other, "--rationale", reason(1), "--json").out)
    assert done["decisions"][0]["verb"] == "repeat"
    bench.refused(2, "train", "record", "nothing.md", "--vertical", "gateway")
    bench.refused(2, "train", "record", "src/limits.py", "--vertical", "kitchen")
    bench.refused(2, "train", "record", "src/limits.py", "--vertical", "web", "--night", "2026-11-30")
