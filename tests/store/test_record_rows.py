"""Rows made from all records: after a decision only what it added is read, and they are as if all were read."""

import random
from pathlib import Path

import pytest
from workbench import Bench, make_bench, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.queue.listing import listing
from dreamtui.model.decision import Words
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.verb import Verb
from dreamtui.store.records.record_reader import Audit

RULES = ".agent/memory/semantic/rules/auto-dream"


def rows(bench: Bench) -> list[tuple[str, str]]:
    """What nobody decided, as the index that was kept has it."""
    listing(bench.desk())
    return [(entry.row.id, entry.row.title) for entry in listing(bench.desk(), kind="undecided").entries]


def anew(bench: Bench) -> list[tuple[str, str]]:
    """The same without an index."""
    from dreamtui.store.index.schema import discard

    discard(bench.desk().layout)
    return rows(bench)


def step(bench: Bench, chance: random.Random, number: int) -> None:
    """Something that a person, or somebody else, does to decisions, rules and notes."""
    at = bench.at(now=f"2026-11-18T{9 + number // 60:02}:{number % 60:02}:00.000000Z")
    desk = at.desk()
    items = [entry.row for entry in listing(desk, status="all").entries]
    rules = sorted((bench.root / RULES).glob("*.md"))
    words = Words(reason(number), rule=f"Do number {number} first.")
    what = chance.choice(["graduate", "reject", "retire", "review", "undo", "redo", "edit", "put", "note", "accept"])
    candidates = [row.id for row in items if row.kind == "candidate"]
    undecided = [row.id for row in items if row.kind == "undecided"]
    if what in {"graduate", "reject"}:
        decide.decide(desk, [chance.choice(candidates)], Verb(what), words)
    elif what == "retire" and rules:
        decide.decide(desk, [chance.choice(rules).name], Verb.RETIRE, words)
    elif what == "review" and rules:
        decide.decide(desk, [chance.choice(rules).name], Verb.RERATIONALE, words)
    elif what in {"undo", "redo"}:
        decide.take_back(desk, None, reason(number), redo=what == "redo")
    elif what == "accept" and undecided:
        decide.decide(desk, [chance.choice(undecided)], Verb.ACCEPT, words)
    elif what == "edit" and rules:
        path = chance.choice(rules)
        path.write_text(path.read_text().replace("first", "last"))
    elif what == "put":
        (bench.root / RULES).mkdir(parents=True, exist_ok=True)
        (bench.root / RULES / f"1234{number:04}-x.md").write_text(f"# Foreign {number}\n\nKeep number {number}.\n")
    elif what == "note":
        at.ok("memory", "add", "--title", f"Note {number}", "--text", f"It is number {number}.")


@pytest.mark.parametrize("seed", range(4))
def test_they_are_the_same_as_if_all_were_read(tmp_path: Path, seed: int) -> None:
    """Whatever was decided, taken back, edited and put there by others, looked at after each or after several."""
    bench = make_bench(tmp_path)
    bench.file(*(f"Observation number {number}" for number in range(12)))
    chance = random.Random(seed)
    for number in range(40):
        try:
            step(bench, chance, number)
        except DreamtuiError:
            continue
        if number % 3:
            assert rows(bench) == anew(bench), number


def test_a_decision_has_no_other_record_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a list reads after a decision does not grow with the decisions there were."""
    bench = make_bench(tmp_path)
    one, two, *_ = bench.file("Releases break", "Tests hang", "Builds fail")
    decide.decide(bench.desk(), [one], Verb.GRADUATE, Words(reason(1), rule="Run each migration against a copy."))
    listing(bench.desk())
    decide.decide(bench.desk(), [two], Verb.GRADUATE, Words(reason(2), rule="Give every test a limit of time."))

    def never(audit: Audit) -> None:
        raise AssertionError("all records were read")

    monkeypatch.setattr(Audit, "readable", never)
    assert listing(bench.desk()).entries
