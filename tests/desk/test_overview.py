"""What agents remember here, all of it: what is wrong, the worst first, what they load, what waits."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from workbench import Bench, in_git, make_bench

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import verify
from dreamtui.desk.workspace.health import status
from dreamtui.desk.workspace.overview import (
    PROBLEMS,
    Overview,
    OverviewFinding,
    Wrong,
    overview,
    whole_overview,
    with_claims,
)
from dreamtui.model.errors import Refused
from dreamtui.present.overview import REMEDIES, said, strip, whole
from dreamtui.sources.claude.places import slug
from dreamtui.text.bars import bars


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A repository with a CLAUDE.md that imports a file, and the auto memory of Claude Code: 108 files."""
    made = make_bench(tmp_path, git=True)
    (made.root / "CLAUDE.md").write_text("# Shop\n\n@docs/style.md\n@docs/gone.md\n", encoding="utf-8")
    (made.root / "docs").mkdir()
    (made.root / "docs/style.md").write_text("Use tabs.\n", encoding="utf-8")
    folder = memory_of(made)
    folder.mkdir(parents=True)
    for number in range(108):
        text = (
            f"---\nname: topic {number}\ndescription: what is known of {number}\n---\n\nSee `src/gone_{number}.py`.\n"
        )
        (folder / f"topic_{number}.md").write_text(text, encoding="utf-8")
    lines = "".join(f"- [Topic {n}](topic_{n}.md) — what is known of {n}\n\n" for n in range(107))
    (folder / "MEMORY.md").write_text(f"# Index\n\n{lines}- [Gone](gone.md) — is not there\n", encoding="utf-8")
    return made


def memory_of(bench: Bench) -> Path:
    return bench.top / "home" / ".claude" / "projects" / slug(bench.root) / "memory"


def look(bench: Bench) -> Overview:
    return whole_overview(bench.desk())


def test_the_worst_comes_first(bench: Bench) -> None:
    found = look(bench)
    kinds = [one.kind for one in found.findings]
    assert kinds == [Wrong.HIDDEN, Wrong.ORPHAN, Wrong.DANGLING, Wrong.MISSING]
    assert kinds == sorted(kinds, key=list(Wrong).index)
    hidden, orphan, dangling, missing = found.findings
    assert said(hidden) == "17 lines of Claude's MEMORY.md are never loaded"
    assert said(orphan) == "1 memory has no line in Claude's MEMORY.md" and orphan.names == ("topic_107.md",)
    assert said(dangling) == "Claude's MEMORY.md names 1 file that is not there"
    assert "gone.md" in missing.names[0]


def test_claims_that_are_gone_are_counted_by_memory(bench: Bench) -> None:
    """A file that git once had is gone; the claims are looked at once where they are given."""
    source = bench.root / "src/gone_0.py"
    source.parent.mkdir()
    source.write_text("x = 1\n", encoding="utf-8")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-qm", "add it")
    source.unlink()
    in_git(bench, "commit", "-qam", "remove it")
    found = look(bench)
    (gone,) = [one for one in found.findings if one.kind is Wrong.GONE]
    assert gone.count == 1 and gone.names == ("@claude/topic_0.md: file src/gone_0.py",)
    assert "names what is gone: file src/gone_0.py" in bench.run("doctor").out
    again = with_claims(overview(bench.desk()), found.claims)
    assert again.claims is found.claims and again.findings == found.findings


def test_claims_are_looked_at_once_until_something_changes(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second look takes what was found; a memory, a commit or a broken cache makes it look again."""
    looked: list[int] = []
    real = verify.verify

    def counted(desk: Desk, **more: Any) -> verify.Report:
        looked.append(1)
        return real(desk, **more)

    monkeypatch.setattr(verify, "verify", counted)
    in_git(bench, "commit", "-q", "--allow-empty", "-m", "start")
    first = verify.verify_once(bench.desk())
    assert verify.verify_once(bench.desk()) == first and len(looked) == 1
    (memory_of(bench) / "topic_3.md").write_text("See `src/other.py`.\n", encoding="utf-8")
    assert verify.verify_once(bench.desk()) != first and len(looked) == 2
    in_git(bench, "commit", "-q", "--allow-empty", "-m", "again")
    verify.verify_once(bench.desk())
    assert len(looked) == 3
    (bench.desk().layout.private_state / "claims.json").write_bytes(b"{")
    verify.verify_once(bench.desk())
    assert len(looked) == 4


def test_what_every_session_loads(bench: Bench) -> None:
    """CLAUDE.md with its import and Claude's own index, not ours that nobody reads."""
    bench.ok("memory", "add", "--title", "T", "--text", "words")
    bench.ok("sync")
    assert (bench.root / ".agent/memory/MEMORY.md").is_file()
    loaded = [file.path.rpartition("/")[2] for file in look(bench).loaded.files]
    assert loaded.count("MEMORY.md") == 1 and "CLAUDE.md" in loaded and "style.md" in loaded


def test_two_lines_say_it(bench: Bench) -> None:
    lines = strip(look(bench), lambda action: {"review.worst": "i", "app.overview": "I"}[action], bench.desk().now)
    texts = [" ".join(word.key + word.text for word in (*line.left, *line.right)) for line in lines]
    assert len(texts) == 2
    assert "17 lines of Claude's MEMORY.md are never loaded" in texts[0] and "i fixes it" in texts[0]
    assert "3 more" in texts[0]
    assert "every session loads" in texts[1] and "MEMORY.md 217/200 lines" in texts[1] and "1 import" in texts[1]
    assert "never looked" in texts[1]


def test_an_index_over_its_bytes_is_told_in_bytes(bench: Bench) -> None:
    """Few long lines are too much as many short ones are; a gauge of its lines would look well."""
    folder = memory_of(bench)
    lines = [f"- [T{number}](topic_{number}.md) — {'long words ' * 30}\n" for number in range(100)]
    (folder / "MEMORY.md").write_text("".join(lines), encoding="utf-8")
    told = "".join(word.text for word in strip(look(bench), lambda action: "i", bench.desk().now)[1].left)
    assert "/25,000 bytes" in told and "/200 lines" not in told


def test_the_command_says_it_and_doctor_fails_for_it(bench: Bench) -> None:
    told = bench.ok("status", "--full").out
    assert "17 lines of Claude's MEMORY.md are never loaded   dreamtui memory index" in told
    data = json.loads(bench.ok("--json", "status", "--full").out)
    assert [one["kind"] for one in data["wrong"]] == [one.kind.value for one in look(bench).findings]
    assert data["wrong"][0]["problem"] is True and data["folders"][0]["hidden"]
    done = bench.run("doctor")
    assert done.code == 1 and "past 200 lines" in done.out and "memory index --dry-run" in done.out
    bench.ok("memory", "index")
    assert all(one.kind not in PROBLEMS for one in look(bench).findings)
    bench.ok("doctor")


def test_nothing_wrong_is_said_too(tmp_path: Path) -> None:
    made = make_bench(tmp_path, git=True)
    found = look(made)
    assert found.findings == () and found.folders == ()
    words = strip(found, lambda action: "", made.desk().now)[0].left
    assert "nothing here yet" in words[0].text
    assert "nothing" in [line.text for line in whole(found, made.desk().now)]


def test_it_can_be_stopped(bench: Bench) -> None:
    with pytest.raises(Refused):
        overview(bench.desk(), cancelled=lambda: True)


def test_status_counts_as_the_list_does(tmp_path: Path) -> None:
    made = make_bench(tmp_path, git=True)
    for number in range(3):
        made.add(f"item {number}")
    listed = json.loads(made.ok("--json", "list").out)["items"]
    assert status(made.desk()).pending == len(listed) == 3
    assert [(one.kind, one.pending) for one in status(made.desk()).kinds] == [("candidate", 3)]


def test_everything_wrong_has_a_remedy() -> None:
    assert set(REMEDIES) == set(Wrong)


@pytest.mark.parametrize(("counts", "chart"), [((0, 0), "▁▁"), ((0, 7, 14), "▁▅█"), ((1, 100), "▂█"), ((), "")])
def test_a_chart_shows_little_and_much(counts: tuple[int, ...], chart: str) -> None:
    assert bars(counts) == chart
    assert bars(counts, plain=True).isascii() and len(bars(counts, plain=True)) == len(chart)


def test_what_is_wrong_and_its_key_come_before_the_names(tmp_path: Path) -> None:
    """Outputs with long paths leave no room for both."""
    made = make_bench(tmp_path, git=True)
    names = (".claude/rules/dreamtui-src-catalog-py-a66d7e.md", "CLAUDE.md", ".agent/memory/MEMORY.md")
    found = replace(look(made), findings=(OverviewFinding(Wrong.STALE, 3, names[0], names),))
    said = "".join(word.key + word.text for word in strip(found, lambda action: "i", made.desk().now)[0].left)
    assert said == " ⚠ 3 outputs are out of date   i shows the change   CLAUDE.md and 2 more"
