"""What a team asks for beside a reason: another reviewer, and no more removals at once than are meant."""

from pathlib import Path

from workbench import Bench, in_git, make_bench, reason

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


RULE = "Run each migration against a copy first."


def decided(bench: Bench, title: str = "Releases break", files: str = "") -> str:
    """A rule that one person graduated; the candidate."""
    (item,) = bench.file(title)
    if files:
        path = bench.agent / f"dream/candidates/{item}.md"
        path.write_text(path.read_text().replace('"files":[]', f'"files":["{files}"]'))
    done = bench.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    assert ("waits for a second person" in done.err) == bool(asks_for_two(bench))
    return item


def asks_for_two(bench: Bench) -> list[str]:
    """Items that wait for somebody else."""
    return [one["title"] for one in bench.items("pending").values() if "waits for a second person" in one["title"]]


def waiting(bench: Bench) -> dict[str, object]:
    (found,) = [item for item in bench.ok("list", "--json").data["items"] if item["kind"] == "undecided"]
    return dict(found)


def claude(bench: Bench) -> str:
    path = bench.root / "CLAUDE.md"
    return path.read_text() if path.exists() else ""


def test_a_second_person_completes_what_one_decided(tmp_path: Path) -> None:
    """Until then it is recorded, said everywhere, and in no output; the first person does not complete it."""
    bench = make_bench(tmp_path)
    settings = bench.agent / "config.yaml"
    settings.write_text('dreamtui:\n  required_reviewers: ["*"]\n')
    item = decided(bench)
    found = waiting(bench)
    said = "alice decided it, and it waits for a second person: anybody else"
    assert said in str(found["title"])
    bench.ok("sync")
    assert RULE not in claude(bench)
    for command in (("status",), ("doctor",), ("why", item), ("audit", "verify")):
        assert said in " ".join(bench.run(*command).out.split()), command
    name = str(found["id"])
    assert "decided it already" in bench.refused(1, "accept", name, "--rationale", reason(2))
    assert "by its id only" in bench.refused(1, "accept", "--kind", "undecided", "--rationale", reason(2))
    bench.ok("rerationale", item, "--rationale", reason(3))
    name = str(waiting(bench)["id"])
    bob = bench.at(actor="bob")
    bob.ok("accept", name, "--rationale", reason(4))
    bench.ok("sync")
    assert RULE in claude(bench)
    assert {"alice", "bob"} <= {one["actor"] for one in bench.ok("why", item, "--json").data["decisions"]}
    bob.ok("undo", "--rationale", "It was too early to say so.")
    assert "waits for a second person" in str(waiting(bench)["title"])
    settings.write_text("dreamtui: {}\n")
    assert not [one for one in bench.items("pending").values() if one["kind"] == "undecided"]


def test_neither_file_takes_back_what_the_other_asks_for(tmp_path: Path) -> None:
    """The repository and the person: the lines of both count."""
    bench = make_bench(tmp_path)
    own = Path(bench.env["XDG_CONFIG_HOME"]) / "dreamtui/config.yaml"
    own.parent.mkdir(parents=True)
    own.write_text('dreamtui:\n  required_reviewers: ["*"]\n')
    (bench.agent / "config.yaml").write_text("dreamtui:\n  required_reviewers: []\n")
    decided(bench)
    assert "waits for a second person" in str(waiting(bench)["title"])


def test_owners_of_paths_are_read_as_github_reads_them(tmp_path: Path) -> None:
    """The last line that fits counts; one who owns nothing there does not complete it."""
    bench = make_bench(tmp_path)
    (bench.agent / "config.yaml").write_text("dreamtui:\n  required_reviewers: [CODEOWNERS]\n")
    owners = bench.root / ".github/CODEOWNERS"
    owners.parent.mkdir()
    owners.write_text("src/ @dave  # all of it\n/src/pay/ @carol @corp/payments\nsrc/free/\n")
    decided(bench, "Pay breaks", "src/pay/card.py")
    found = waiting(bench)
    assert "a second person: carol" in str(found["title"])
    name = str(found["id"])
    assert "it waits for carol, and you are bob" in bench.at(actor="bob").refused(
        1, "accept", name, "--rationale", reason(2)
    )
    bench.at(actor="carol").ok("accept", name, "--rationale", reason(2))
    bench.ok("sync")
    assert RULE in claude(bench)


def test_a_name_that_is_only_given_makes_nobody_a_second_person(tmp_path: Path) -> None:
    """Whom git knows by another name is that person, whichever of the two decided first."""
    bench = make_bench(tmp_path, git=True)
    (bench.agent / "config.yaml").write_text('dreamtui:\n  required_reviewers: ["* @bob"]\n')
    in_git(bench, "config", "user.name", "alice")
    in_git(bench, "config", "user.email", "alice@corp.example")
    decided(bench)
    name = str(waiting(bench)["id"])
    said = bench.at(actor="bob").refused(1, "accept", name, "--rationale", reason(2))
    assert "a second person: bob" in said or "you are alice" in said or "decided it already" in said
    in_git(bench, "config", "user.name", "bob")
    in_git(bench, "config", "user.email", "bob@corp.example")
    bench.at(actor="bob").ok("accept", name, "--rationale", reason(2))
    assert not [one for one in bench.items("pending").values() if one["kind"] == "undecided"]
