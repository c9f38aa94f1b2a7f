"""What two people decided apart, in the console: both reasons, what either choice changes, the choice, its undo."""

from pathlib import Path

from at_review import REASON, count, current
from merging import make_clones
from visit import Visit, visit
from workbench import in_git, reason

from dreamtui.tui.widgets.words_box import WordsBox

RULE = "Run each migration against a copy of production before the release."


def test_one_of_two_decisions_is_chosen_with_a_reason(tmp_path: Path) -> None:
    clones, (item,) = make_clones(tmp_path, "Releases break on migrations")
    clones.mine.ok("graduate", item, "--rationale", reason(1), "--rule", RULE)
    clones.theirs.ok("reject", item, "--rationale", reason(2), "--as", "wrong")
    for bench in (clones.mine, clones.theirs):
        clones.commit(bench)
    clones.pull()
    in_git(clones.mine, "add", "-A")
    late = clones.mine.at(now="2026-11-20T10:00:00.000000Z")

    async def story(v: Visit) -> None:
        assert count(v, "Pending") == 1 and current(v).startswith("o-")
        assert "contradict" in v.shown() and "accept: graduate" in v.shown()
        assert "nobody ran migration 1" in v.shown()
        apart = current(v)
        await v.press("r")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        await v.until(lambda: count(v, "Pending") == 0)
        assert not list(late.agent.glob("memory/semantic/rules/auto-dream/*.md"))
        await v.press("u")
        await v.until(lambda: count(v, "Pending") == 1)
        assert current(v) == apart
        await v.press("g")
        v.app.screen.query_one("#why", WordsBox).put(REASON)
        await v.press("ctrl+s")
        assert late.only(".agent/memory/semantic/rules/auto-dream/*.md")
        await v.until(lambda: count(v, "Pending") == 0)

    visit(late.root, story, env=late.env)
    assert late.run("audit", "verify").code == 0
