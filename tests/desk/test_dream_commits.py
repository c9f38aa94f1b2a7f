"""A run that asks one signal of the history: what it puts into the queue, what it reads the next time."""

from pathlib import Path
from typing import Any

import pytest
from gitrepo import START, Commit, build
from workbench import Bench, event, fixes, log_events, make_bench, reason

from dreamtui.desk.mine.run import DreamRequest, dream
from dreamtui.desk.queue import show
from dreamtui.kinds.candidate import codec
from dreamtui.present.item import says, spoken_lines
from dreamtui.sources.git import history

NOW = "2026-01-20T09:00:00.000000Z"
DAY = 86_400


def workspace(tmp_path: Path, count: int) -> Bench:
    """A repository in which new rules are listed, but for two that were mended later."""
    bench = make_bench(tmp_path).at(now=NOW)
    fill(bench, count)
    return bench


def fill(bench: Bench, count: int, *more: Commit) -> None:
    """The same with so many rules, and more commits."""
    names = [f"src/part{n}.py" for n in range(110)]
    commits = [Commit("Start", {**dict.fromkeys(names, "x = 1\n"), "src/codes.py": "0\n"}, committed=START)]
    commits += [
        Commit(f"Work on {n}", {name: f"x = {n}\n"}, committed=START + n * 600 + 9) for n, name in enumerate(names)
    ]
    for n in range(count):
        rule, listed = (
            {f"src/rules/r{n:02}.py": f"{n}\n"},
            {"src/codes.py": "".join(f"r{at:02}\n" for at in range(n + 1))},
        )
        when = START + (n + 1) * DAY
        commits.append(Commit(f"Rule {n}", rule if n in {3, 5} else {**rule, **listed}, committed=when))
        if n in {3, 5}:
            commits.append(Commit(f"List rule {n}", listed, committed=when + 60))
    build(bench.root, [*commits, *more], checkout=True)


def test_it_is_found_shown_and_becomes_a_rule(tmp_path: Path) -> None:
    """The sentence it suggests is what the rule says; the exceptions are what speaks against it."""
    bench = workspace(tmp_path, 12)
    told = bench.ok("dream", "--only", "registration")
    assert "125 commits since 2025-10-09 with what they changed, 125 of them new" in told.err
    ((item_id, item),) = bench.items().items()
    assert item["signal"] == "registration"
    shown = bench.ok("show", item_id).out
    assert "2 of 12 came without `src/codes.py`" in " ".join(shown.split())
    counted = "At HEAD 12 places follow it and none breaks it; it would have caught 2 of 2 past cases."
    assert counted in " ".join(shown.split())
    assert bench.ok("show", item_id, "--json").data["at_head"] == {
        "follows": 12, "breaks": 0, "read": [], "cases": 2, "caught": 2,
    }  # fmt: skip
    bench.ok("graduate", item_id, "--rationale", reason(1))
    rule = bench.only(".agent/memory/semantic/rules/auto-dream/*.md").read_text()
    assert "When you add a `*.py` file in `src/rules/`, list it in `src/codes.py` in the same commit." in rule


def test_the_second_run_reads_what_is_new(tmp_path: Path) -> None:
    """And brings the item up to date; another run by default leaves it as it is."""
    bench = workspace(tmp_path, 12)
    bench.ok("dream", "--only", "registration")
    ((item_id, _),) = bench.items().items()
    again = bench.ok("dream", "--only", "registration", "--json").data
    assert (again["read"]["fresh"], again["new"], again["updated"]) == (0, 0, 0)
    bench.ok("dream")
    assert "vanished" not in bench.items()[item_id]["flags"]
    fill(bench, 14)
    later = bench.ok("dream", "--only", "registration", "--json").data
    assert (later["read"]["fresh"], later["updated"]) == (2, 1)


def test_what_is_written_down_and_kept_is_told_and_no_item(tmp_path: Path) -> None:
    """Where the line stands is said; an `only` run says it too."""
    bench = workspace(tmp_path, 12)
    line = {"AGENTS.md": "# How\n\nList each file of src/rules/ in src/codes.py.\n"}
    fill(bench, 12, Commit("Say it", line, committed=START + 20 * DAY))
    for words in (["dream"], ["dream", "--only", "registration"]):
        told = bench.ok(*words, "--json").data
        assert "1 habit is written down already and kept, so not offered: AGENTS.md:3" in told["remarks"], words
    assert bench.items() == {}


def test_places_that_break_it_are_shown(tmp_path: Path) -> None:
    """By line, in the console too, as they were read: a secret in one is masked, what is hidden in one is marked."""
    bench = make_bench(tmp_path).at(now=NOW)
    names = [f"src/part{n}.py" for n in range(5)]
    password = "password = 'hunter2-Zx81qq'"
    start = {**{name: f"x{n} = Any\n" for n, name in enumerate(names)}, "src/left.py": f"{password}  # \u202e Any\n"}
    commits = [Commit("Start", start, committed=START)]
    commits += [
        Commit(f"Type {n}\n\nAny hides mistakes.\n", {name: f"x{n} = object\n"}, committed=START + n * DAY)
        for n, name in enumerate(names)
    ]
    build(bench.root, commits, checkout=True)
    bench.ok("dream", "--only", "substitution")
    ((item_id, _),) = bench.items().items()
    shown = " ".join(bench.ok("show", item_id).out.split())
    assert "At HEAD 5 places follow it and 1 place breaks it; it would have caught 5 of 5 past cases; to read:" in shown
    assert "src/left.py:1 " in shown and "hunter2" not in shown and "\u202e" not in shown
    found = show.show(bench.desk(), item_id)
    lines = ["".join(text for _, text in line.parts) for line in says(show.masked(found), "")]
    assert any(line.startswith("· src/left.py:1  ") for line in lines)
    assert not any("hunter2" in line for line in lines)
    assert any(line.strip().startswith("src/left.py:1  ") for line in spoken_lines(found, bench.desk().now, "1 of 1"))


def test_it_is_no_signal_of_dotagent(tmp_path: Path) -> None:
    """Under --compat dotagent there are its own and no others."""
    bench = workspace(tmp_path, 2)
    for name in ("registration", "sync_comment"):
        assert "is not a signal" in bench.refused(2, "dream", "--only", name, "--compat", "dotagent")


def test_a_file_keeps_what_was_found(tmp_path: Path) -> None:
    """The suggested rule and what speaks against it are read again; without them the file is as it always was."""
    bench = workspace(tmp_path, 12)
    bench.ok("dream", "--only", "registration")
    data = bench.only(".agent/dream/candidates/*.md").read_bytes()
    item = codec.parse(data, "p", "i").item
    assert item.rule.startswith("When you add") and item.against[0].startswith("2 of 12")
    assert b'"rule"' in data
    plain = codec.to_meta(codec.parse(data, "p", "i").item, "", {})
    assert "rule" in plain and "rule" not in codec.to_meta(
        codec.parse(b"# Candidate `i` \xe2\x80\x94 t\n", "p", "i").item, "", plain
    )


def test_a_run_asks_every_signal(tmp_path: Path) -> None:
    """Without `--only` too; a second run finds the same and changes nothing."""
    bench = workspace(tmp_path, 12)
    found = bench.ok("dream", "--json").data
    assert [item["signal"] for item in found["items"]] == ["registration"]
    again = bench.ok("dream", "--json").data
    assert (again["new"], again["updated"], again["vanished"]) == (0, 0, 0)


def test_the_window_widens_until_there_is_enough(tmp_path: Path) -> None:
    """And says so; not where the window was asked for, and not under --compat dotagent."""
    bench = make_bench(tmp_path).at(now=NOW)
    log_events(bench, *(event(n, summary="fix: x", files=["a.py"], day="2025-11-10") for n in range(4)))
    assert bench.ok("dream", "--since", "30d", "--json").data["items"] == []
    assert bench.ok("dream", "--compat", "dotagent", "--json").data["items"] == []
    told = bench.ok("dream")
    assert "fewer than 10 items were found (0 in 30d), so the window was widened to 90d" in " ".join(told.err.split())
    ((_, item),) = bench.items().items()
    assert "4 times in last 90d" in item["title"]


def test_ten_new_items_a_run_and_one_of_each_signal(tmp_path: Path) -> None:
    """The rest is counted and comes with the next run; the queue has them in the order in which they were found."""
    bench = make_bench(tmp_path).at(now="2026-11-18T09:00:00.000000Z")
    many = [line for n in range(12) for line in fixes(f"src/a{n:02}.py", 3 + n % 2)]
    log_events(bench, *many, *(event(n, summary="TimeoutError again") for n in range(3)))
    run = bench.ok("dream", "--json").data
    assert (run["new"], run["held_back"]) == (10, 3)
    listed = bench.ok("list", "--json").data["items"]
    assert [item["signal"] for item in listed] == ["frequent_failure", *["repeat_fix"] * 9]
    assert [item["id"] for item in listed] == [item["id"] for item in run["items"]]
    few = bench.ok("dream", "--dry-run", "--max-new", "2", "--json").data
    assert (few["new"], few["held_back"]) == (2, 1)
    assert bench.ok("dream", "--json").data["new"] == 3


def test_compat_has_no_limit(tmp_path: Path) -> None:
    """Under --compat dotagent everything goes into the queue."""
    bench = make_bench(tmp_path).at(now="2026-11-18T09:00:00.000000Z")
    log_events(bench, *(line for n in range(12) for line in fixes(f"src/a{n:02}.py", 3, 3 * n)))
    assert bench.ok("dream", "--compat", "dotagent", "--json").data["new"] == 12


def test_insights_are_looked_for_where_they_are_wanted(tmp_path: Path) -> None:
    """Where they are switched on, and where there are some."""
    bench = make_bench(tmp_path).at(now="2026-11-18T09:00:00.000000Z")
    log_events(bench, *(event(n, summary=f"blocked by `ledger export`, step {n}") for n in range(3)))
    bench.ok("dream")
    assert bench.ok("insights", "--json").data["insights"] == []
    bench.at(DREAMTUI_INSIGHTS="true").ok("dream")
    (before,) = bench.ok("insights", "--json").data["insights"]
    log_events(bench, *(event(n, summary=f"blocked by `ledger export`, step {n}") for n in range(5)))
    bench.ok("dream")
    (after,) = bench.ok("insights", "--json").data["insights"]
    assert (before["sessions"], after["sessions"]) == (3, 5)


@pytest.mark.parametrize("dry_run", [False, True])
def test_a_run_reads_the_history_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, dry_run: bool) -> None:
    """Insights are looked for in the commits that the run has read."""
    bench = workspace(tmp_path, 12)
    read, real = [], history.read_history

    def counted(*given: Any) -> history.GitHistory:
        read.append(given)
        return real(*given)

    monkeypatch.setattr(history, "read_history", counted)
    run = dream(bench.at(DREAMTUI_INSIGHTS="true").desk(), DreamRequest(dry_run=dry_run))
    assert run.insights is not None
    assert (len(read), len(run.read.history)) == (1, run.read.commits)


def test_what_waits_already_goes_on_counting(tmp_path: Path) -> None:
    """Reverts of commits that no log names: counted for the item that waits, and found no second time as another."""
    bench = make_bench(tmp_path).at(now="2025-10-20T09:00:00.000000Z")
    why = "The two options do not combine: `git` prints neither names nor separators when both are given."

    def reverts(count: int) -> None:
        files = {"a.py": "".join(f"line {n}\n" for n in range(9))}
        commits = [Commit("Use -z to read names", files, committed=START)]
        for n in range(count):
            message = f'Revert "Use -z to read names"\n\n{why}\n'
            commits.append(Commit(message, {"a.py": f"back {n}\n"}, committed=START + (n + 1) * DAY))
        build(bench.root, commits, checkout=True)

    reverts(2)
    assert bench.ok("dream", "--only", "revert_cluster", "--json").data["new"] == 1
    ((item_id, _),) = bench.items().items()
    assert bench.ok("dream", "--json").data["new"] == 0
    reverts(3)
    assert bench.ok("dream", "--json").data["updated"] == 1
    assert bench.items()[item_id]["weight"] == 3
    bench = make_bench(tmp_path / "new").at(now="2025-10-20T09:00:00.000000Z")
    reverts(2)
    assert [item["signal"] for item in bench.ok("dream", "--json").data["items"]] == ["reasoned_revert"]


def test_a_signal_is_switched_off(tmp_path: Path) -> None:
    """It is not asked, and what waits of it has not vanished; by name it is asked all the same."""
    bench = workspace(tmp_path, 12)
    bench.ok("dream")
    (bench.agent / "config.yaml").write_text("dreamtui:\n  signals_off: [registration, registrations]\n")
    run = bench.ok("dream", "--json").data
    assert (run["items"], run["vanished"]) == ([], 0)
    assert "dreamtui.signals_off: there is no signal registrations" in run["remarks"]
    assert len(bench.ok("dream", "--only", "registration", "--json").data["items"]) == 1


def test_a_secret_stays_masked_when_it_is_found_again(tmp_path: Path) -> None:
    """What waits is brought up to date from what all commits show; that is masked too."""
    bench = make_bench(tmp_path, git=True).at(now="2026-11-18T09:00:00Z")
    said = "fix: api_key=q7Rt2LxZ9vBn4KpW8sYd was refused"
    lines = [event(n, summary=f"{said} {n}", files=["src/a.py"]) for n in range(3)]
    log_events(bench, *lines)
    for _ in range(2):
        dream(bench.desk(), DreamRequest())
        (file,) = (bench.agent / "dream/candidates").glob("*.md")
        assert b"[secret]" in file.read_bytes() and b"q7Rt2LxZ9vBn4KpW8sYd" not in file.read_bytes()
