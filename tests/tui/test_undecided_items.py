"""What nobody decided, and what waits for a second person, in the console's queue: its words, its reason, its undo."""

from pathlib import Path

from at_review import REASON, count, current
from visit import Visit, visit
from workbench import make_bench, reason

from dreamtui.tui.widgets.words_box import WordsBox

RULE = "Run each migration against a copy of production before the release."


def test_a_rule_nobody_decided_is_adopted_and_given_back(tmp_path: Path) -> None:
    bench = make_bench(tmp_path)
    path = bench.agent / "memory/semantic/rules/auto-dream/aaaaaaaa-x.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"# Candidate `aaaaaaaaaa` — tests are flaky\n\n{RULE}\n\n## Graduated by\n\nalice\n")

    async def story(v: Visit) -> None:
        name = current(v)
        assert name.startswith("u-") and "no decision" in v.shown() and "Run each migration" in v.shown()
        await v.press("g")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        await v.until(lambda: count(v, "Pending") == 0)
        await v.press("u")
        await v.until(lambda: count(v, "Pending") == 1)
        assert current(v) == name
        await v.press("r")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        await v.until(lambda: count(v, "Pending") == 0)
        assert not path.exists()

    visit(bench.root, story, env=bench.env)


def test_what_waits_is_completed_by_a_second_person(tmp_path: Path) -> None:
    """The first one is told who may; nothing is recorded for them."""
    bench = make_bench(tmp_path)
    (bench.agent / "config.yaml").write_text('dreamtui:\n  required_reviewers: ["*"]\n')
    (item,) = bench.file("Releases break")
    bench.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)

    async def first(v: Visit) -> None:
        assert current(v).startswith("u-") and "waits for a" in v.shown()
        await v.press("g")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        assert "decided it already" in " ".join(v.shown().replace("│", " ").split())
        assert len(list(bench.agent.glob("dream/audit/*/*/*.md"))) == 1

    async def second(v: Visit) -> None:
        await v.press("g")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        await v.until(lambda: count(v, "Pending") == 0)

    visit(bench.root, first, env=bench.env)
    visit(bench.root, second, env=bench.at(actor="bob").env)
    bench.ok("sync")
    assert RULE in bench.text("CLAUDE.md").decode()
