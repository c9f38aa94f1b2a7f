"""Rows made from all records: after a decision only what it added is read, and they are as if all were read."""

import random
from pathlib import Path

import pytest
from workbench import Bench, make_bench, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.listing import listing
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate.kind import CANDIDATES
from dreamtui.model.decision import Words
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.store.records.record_reader import Audit

RULES = ".agent/memory/semantic/rules/auto-dream"


Rows = list[tuple[str, str, str, str, str | None, bool]]


def rows(bench: Bench) -> Rows:
    """Every item with its status, what nobody decided among them, as the index that was kept has it."""
    listing(bench.desk())
    found = bench.desk().queue().entries(tuple(Status))
    return [
        (one.row.id, one.row.path, one.row.title, f"{one.status} {one.stands}", one.decision, one.is_news)
        for one in found
    ]


def anew(bench: Bench) -> Rows:
    """The same without an index."""
    from dreamtui.store.index.schema import discard

    discard(bench.desk().layout.private_state)
    return rows(bench)


def step(bench: Bench, chance: random.Random, number: int) -> None:
    """Something that a person, or somebody else, does to decisions, rules and notes."""
    at = bench.at(now=f"2026-11-18T{9 + number // 60:02}:{number % 60:02}:00.000000Z")
    desk = at.desk()
    items = [entry.row for entry in listing(desk, status="all").entries]
    rules = sorted((bench.root / RULES).glob("*.md"))
    words = Words(reason(number), rule=f"Do number {number} first.")
    what = chance.choice(
        ["graduate", "reject", "retire", "review", "undo", "redo", "edit", "put", "note", "accept", "defer", "reopen",
         "again", "forget", "gone"]
    )  # fmt: skip
    candidates = [row.id for row in items if row.kind == "candidate"]
    decided = sorted((bench.root / ".agent/dream/rejected").glob("*.md"))
    undecided = [row.id for row in items if row.kind == "undecided"]
    if what in {"graduate", "reject"}:
        decide.decide(desk, [chance.choice(candidates)], Verb(what), words)
    elif what == "defer":
        until = Words(reason(number), until="2027-03-01")
        decide.decide(desk, [chance.choice(candidates)], Verb(chance.choice(["defer", "reject"])), until)
    elif what == "reopen":
        decide.decide(desk, [chance.choice(candidates)], Verb.REOPEN, words)
    elif what == "again":
        found_again(desk, chance, candidates, number)
    elif what == "forget" and decided:
        path = chance.choice(decided)
        path.write_text(path.read_text() + f"\nSomebody wrote {number} here.\n")
    elif what == "gone" and (decided or rules):
        chance.choice([*decided, *rules]).unlink()
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


def found_again(desk: Desk, chance: random.Random, known: list[str], number: int) -> None:
    """A candidate as a run finds it, that may be called by an id that is known or be found under one."""
    item_id = chance.choice([*known, f"{number:010x}"])
    item = Item(
        "candidate", item_id, "repeat_fix", f"Found again {number}", Status.PENDING, "",
        first_seen="2026-11-17T10:00:00Z", last_seen=f"2026-11-18T{9 + number // 60:02}:{number % 60:02}:00Z",
        subject=item_id, aliases=(chance.choice(known),),
    )  # fmt: skip
    path = desk.layout.real(f"{CANDIDATES}/{item_id}.md")
    path.write_bytes(candidate.render(item, "2026-11-18T09:00:00Z"))


@pytest.mark.parametrize("seed", range(6))
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
