"""What a team asks for beside a reason: another reviewer, and no more removals at once than are meant."""

from pathlib import Path

from workbench import Bench, make_bench, reason

from dreamtui.desk.decide import decide
from dreamtui.model.decision import Words
from dreamtui.model.verb import Verb

RULES = ".agent/memory/semantic/rules/auto-dream/*.md"


def test_another_person_takes_what_somebody_filed(tmp_path: Path) -> None:
    """Where the team, or the person, says so; one's own may be turned down, and what nobody filed is everybody's."""
    bench = make_bench(tmp_path)
    (bench.agent / "config.yaml").write_text("dreamtui:\n  need_other_reviewer: true\n")
    one, two = bench.file("Releases break", "Tests hang")
    words = ("graduate", one, "--rationale", reason(1), "--rule", "Run each migration against a copy first.")
    assert f"you filed {one}; another person takes it" in bench.refused(1, *words)
    bench.ok("reject", two, "--rationale", reason(2))
    bench.at(actor="bob").ok(*words)


def many(bench: Bench, count: int) -> list[str]:
    """So many rules in force; their ids."""
    found = bench.file(*(f"Thing {number} breaks" for number in range(count)))
    for number, item in enumerate(found):
        decide.decide(bench.desk(), [item], Verb.GRADUATE, Words(reason(number), f"Check thing {number} twice."))
    return found


def test_more_than_twenty_five_rules_go_only_when_that_is_said(tmp_path: Path) -> None:
    """Refused whole, with the number to say; one undo brings all back."""
    bench = make_bench(tmp_path)
    items = many(bench, 26)
    why = ("--rationale", "The service they were about was switched off in October, so none of them holds.")
    said = bench.refused(1, "retire", *items, *why)
    assert "26 rules and notes would go at once" in said and "--most 26" in said
    bench.ok("retire", *items, *why, "--most", "26")
    assert list(bench.root.glob(RULES)) == []
    bench.ok("undo", "--rationale", reason(41))
    assert len(list(bench.root.glob(RULES))) == 26
