"""Rules of other tools and of another workspace come in as items, each decided here; a bundle goes out."""

import json
from pathlib import Path

import pytest
from workbench import REASON, Bench, make_bench

RULES = "# How we work\n\n- Run `make check` before every commit.\n- Never edit `dist/` by hand.\n"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    made = make_bench(tmp_path, git=True)
    (made.root / "AGENTS.md").write_text(RULES, encoding="utf-8")
    return made


def test_each_rule_is_an_item_with_its_place(bench: Bench) -> None:
    """Nothing is decided by it; twice is once; what was rejected is not asked again."""
    done = bench.ok("import")
    first, second = done.out.split()
    assert "AGENTS.md: 2 rules" in done.err and "2 new in the queue" in done.err
    assert not (bench.root / "CLAUDE.md").exists()
    shown = bench.ok("show", first, "--json").data
    assert shown["suggestion"] == "Run `make check` before every commit."
    assert shown["evidence"][0]["locator"] == "file:AGENTS.md:3" and shown["evidence"][0]["resolves"] is True
    assert bench.ok("import").out == ""
    bench.ok("reject", second, "--rationale", "The build refuses such an edit since May, so nobody needs to be told.")
    bench.ok("graduate", first, "--rationale", REASON)
    bench.ok("sync")
    assert "Run `make check`" in (bench.root / "CLAUDE.md").read_text(encoding="utf-8")
    again = bench.ok("import", "--json").data
    assert (again["new"], again["waiting"], again["decided"]) == ([], 0, 2)


def test_what_agents_are_given_already_is_not_asked(bench: Bench) -> None:
    (bench.root / "CLAUDE.md").write_text("* never edit `dist/` by hand\n", encoding="utf-8")
    found = bench.ok("import", "--json").data
    assert len(found["new"]) == 1 and found["said"] == 1


def test_every_rule_that_makes_no_item_is_said(bench: Bench) -> None:
    """Repeated, too short, given to agents already: each with its place and reason, in words and as JSON."""
    (bench.root / "CLAUDE.md").write_text("- Never edit `dist/` by hand.\n", encoding="utf-8")
    more = "- Use tabs.\n- run make check before every commit\n- Short functions.\n"
    (bench.root / "AGENTS.md").write_text(RULES + more, encoding="utf-8")
    done = bench.ok("import")
    assert "4 skipped" in done.err and "skipped AGENTS.md:5 “Use tabs.”: too short for a rule" in done.err
    skipped = {one["place"]: one["why"] for one in bench.ok("import", "--json").data["skipped"]}
    assert skipped == {
        "AGENTS.md:3": "waits already",
        "AGENTS.md:4": "given to agents here already",
        "AGENTS.md:5": "too short for a rule",
        "AGENTS.md:6": "repeats AGENTS.md:3",
        "AGENTS.md:7": "too short for a rule",
    }


def test_what_a_person_asked_to_remember_waits_once(bench: Bench) -> None:
    """A rule of the file that a waiting item has in the person's own words is no second item."""
    item = bench.add("Checks", "text:Run `make check` before every commit.")
    (bench.root / "CLAUDE.md").touch()
    file = bench.only(f"**/{item}.md")
    file.write_text(file.read_text(encoding="utf-8").replace("manual", "remembered"), encoding="utf-8")
    found = bench.ok("import", "--json").data
    assert len(found["new"]) == 1 and found["waiting"] == 1
    assert [one["why"] for one in found["skipped"]] == [f"waits already as {item}"]


def test_a_rule_that_stands_in_its_target_is_said(bench: Bench) -> None:
    """An imported rule decided for the file it came from: where it stands is said before a sync says it twice."""
    first = bench.ok("import").out.split()[0]
    done = bench.ok("graduate", first, "--rationale", REASON, "--to", "agents")
    assert "is already at AGENTS.md:3" in done.err


def test_a_bundle_goes_out_and_comes_in_elsewhere(bench: Bench, tmp_path: Path) -> None:
    """With reasons and evidence, and decided anew; an item keeps its id, so that it is known again."""
    for item in bench.ok("import").out.split():
        bench.ok("graduate", item, "--rationale", REASON.replace("Two", f"{item} says: two"))
    bench.ok("memory", "add", "--title", "Cents", "--text", "Amounts are in cents.")
    bundle = tmp_path / "home" / "rules.md"
    bench.ok("export", "--out", str(bundle))
    data = json.loads(bundle.read_text(encoding="utf-8"))
    assert [rule["text"] for rule in data["rules"]] and REASON[4:] in data["rules"][0]["reason"]
    assert data == bench.ok("export").data
    other = make_bench(tmp_path / "other", git=True)
    new = other.ok("import", str(bundle)).out.split()
    assert len(new) == 3
    told = json.dumps(other.ok("show", new[0], "--json").data["evidence"])
    assert "alice" in told and "dry run" in told
    assert other.ok("import", str(bundle)).out == ""


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"schema": 1}', '{"schema": 2, "workspace": "x"}', '{"schema":1,"workspace":"x","rules":[5]}']
)
def test_what_is_no_bundle_is_refused_whole(bench: Bench, tmp_path: Path, text: str) -> None:
    path = tmp_path / "home" / "x.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    assert "not a bundle" in bench.refused(1, "import", str(path))


def test_a_secret_is_masked_on_the_way_in_and_out(bench: Bench) -> None:
    token = "ghp_" + "a1B2" * 9
    (bench.root / "AGENTS.md").write_text(f"- Use the token {token} for releases.\n", encoding="utf-8")
    (item,) = bench.ok("import").out.split()
    assert token not in bench.only(f"**/{item}.md").read_text(encoding="utf-8")
    assert token not in bench.ok("export").out


def test_a_link_to_what_agents_read_has_nothing_to_import(bench: Bench) -> None:
    (bench.root / "AGENTS.md").rename(bench.root / "CLAUDE.md")
    (bench.root / "AGENTS.md").symlink_to("CLAUDE.md")
    done = bench.ok("import")
    assert done.out == "" and "AGENTS.md is what agents are given here already" in done.err


def test_nothing_to_import_is_said(tmp_path: Path) -> None:
    made = make_bench(tmp_path, git=True)
    assert "no rule files" in made.refused(1, "import")
    assert "cannot be read" in made.refused(1, "import", "gone.md")
