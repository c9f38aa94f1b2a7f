"""What `dreamtui list --json` costs over a bare typer command, at 50 items and 50 decisions and up to 10,000 items.

Beside it what it costs a decision to ask git for the person's name: one under a given name, which is held against
git's, and one under git's own, over one where there is no git to ask. Then what a list costs right after a decision:
the statuses that it touches are settled anew, and all that is read of the records is the new one. Of both, what the
gate costs: words held against secrets and orders, rules and records against each other, doubts about who decided.
"""

import os
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dreamtui.compose import open_desk
from dreamtui.desk.decide import decide, gate
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue import listing
from dreamtui.desk.queue.add_candidate import add
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.opposites.kind import OPPOSITES
from dreamtui.kinds.undecided.kind import UNDECIDED
from dreamtui.model.decision import Words
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.ids import candidate_id

BARE = "import typer\napp = typer.Typer()\n@app.command()\ndef hi() -> None:\n    print('x')\napp()\n"
RUNS = 15


def once(command: list[str], env: dict[str, str]) -> float:
    """Seconds one run takes."""
    started = time.perf_counter()
    subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - started


def side_by_side(commands: dict[str, list[str]], envs: dict[str, dict[str, str]]) -> dict[str, float]:
    """Median seconds of each command in its environment, run in turns so that all meet the same machine."""
    times: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(RUNS + 2):
        for name, command in commands.items():
            seconds = once(command, envs[name])
            if turn >= 2:
                times[name].append(seconds)
    return {name: sorted(taken)[len(taken) // 2] for name, taken in times.items()}


def decisions(folder: Path, env: dict[str, str]) -> None:
    """A decision under a given name without and with a git to ask, and under the name that git has."""
    root = folder / "repository"
    (root / ".agent").mkdir(parents=True)
    for words in (["init", "-q"], ["config", "user.email", "ada@corp.example"]):
        subprocess.run(["git", "-C", str(root), *words], env=env, check=True)
    unnamed = {key: value for key, value in env.items() if key != "DREAMTUI_ACTOR"}
    item = add(open_desk(root, env), "an observation to decide", ["text:quote"]).id
    command = [sys.executable, "-m", "dreamtui", "-C", str(root), "defer", item, "--until", "+3d"]
    asked_nobody = env | {"PATH": str(root)}
    environments = {"no git to ask": asked_nobody, "under a given name": env, "under git's name": unnamed}
    medians = side_by_side(dict.fromkeys(environments, command), environments)
    nobody = medians["no git to ask"]
    for name, seconds in medians.items():
        print(f"a decision, {name:<36} {1e3 * seconds:7.1f} ms  +{1e3 * (seconds - nobody):5.1f} ms")
    print("reach: +20 ms")


def after_decisions(folder: Path, decided: int, env: dict[str, str]) -> None:
    """Processor time of a list right after a decision, beside one where nothing changed, and of the decision itself."""
    workspace(folder, 50, decided, env)
    ids = [add(open_desk(folder, env), f"further observation {n}", [f"text:quote {n}"]).id for n in range(20)]
    listing.listing(open_desk(folder, env))
    times: dict[str, list[float]] = {"a decision": [], "list after it": [], "list again": []}
    for number, item in enumerate(ids):
        words = Words(f"further number {number} happened twice as nobody tested it", f"Test further case {number}.")
        for name in times:
            desk = open_desk(folder, env)
            started = time.process_time()
            if name == "a decision":
                decide.decide(desk, [item], Verb.GRADUATE if number % 2 else Verb.REJECT, words)
            else:
                found = listing.listing(desk)
                found.json(listing.doubts_in(desk, found))
            times[name].append(time.process_time() - started)
    medians = {name: 1e3 * sorted(taken)[len(taken) // 2] for name, taken in times.items()}
    print(f"{decided} decided, in process: " + ", ".join(f"{name} {ms:.1f} ms" for name, ms in medians.items()))


def gate_costs(folder: Path, decided: int, env: dict[str, str]) -> None:
    """Processor time with the gate over that without it, in two workspaces in turns."""
    checks = {name: getattr(gate, name) for name in ("check_words", "check_plans", "check_origin", "check_author")}
    looks = {kind: kind.entries for kind in (UNDECIDED, OPPOSITES)}

    def switch(on: bool) -> None:
        for name, check in checks.items():
            for module in (gate, decide):
                setattr(module, name, check if on else lambda *_, **__: None)
        for kind, entries in looks.items():
            object.__setattr__(kind, "entries", entries if on else lambda *_: ())

    def listed(root: Path) -> None:
        desk = open_desk(root, env)
        found = listing.listing(desk)
        found.json(listing.doubts_in(desk, found))

    roots, times = {on: folder / f"gate-{on}" for on in (True, False)}, dict[tuple[str, bool], list[float]]()
    for on, root in roots.items():
        switch(on)
        workspace(root, 50, decided, env)
        ids = [add(open_desk(root, env), f"further observation {n}", [f"text:quote {n}"]).id for n in range(40)]
        listed(root)
    for number, item in enumerate(ids):
        words = Words(f"further number {number} happened twice as nobody tested it", f"Test further case {number}.")
        verb = Verb.GRADUATE if number % 2 else Verb.REJECT
        for on in (True, False) if number % 2 else (False, True):
            switch(on)
            steps = {"a decision": lambda root: decide.decide(open_desk(root, env), [item], verb, words)}  # noqa: B023
            for name, step in (steps | {"list after it": listed, "list again": listed}).items():
                started = time.process_time()
                step(roots[on])
                times.setdefault((name, on), []).append(time.process_time() - started)
    switch(True)
    medians = {key: 1e3 * sorted(taken)[len(taken) // 2] for key, taken in times.items()}
    over = ", ".join(f"{name} {medians[name, True] - medians[name, False]:+.1f} ms" for name, on in medians if on)
    print(f"{decided} decided, what the gate costs: {over}   (reach: +5 ms on a list, +20 ms on a decision)")


def make_item(number: int) -> Item:
    """A mined candidate with five pieces of evidence."""
    path = f"src/module_{number:05}.py"
    item_id = candidate_id("repeat_fix", path)
    day = datetime(2026, 10, 1, tzinfo=UTC) + timedelta(minutes=number)
    pieces = tuple(
        Evidence(
            f"fix: case {k} of module {number}",
            Locator(Where.COMMIT, f"{number * 31 + k:040x}"),
            day.isoformat(),
            "ada",
        )
        for k in range(5)
    )
    when = day.strftime("%Y-%m-%dT%H:%M:%SZ")
    return Item(
        "candidate", item_id, "repeat_fix", f"`{path}` was fix-touched 5 times in last 30d", Status.PENDING,
        f".agent/dream/candidates/{item_id}.md", first_seen=when, last_seen=when, weight=5, actors=("ada", "ben"),
        files=(path,), evidence=pieces, subject=path,
    )  # fmt: skip


def workspace(folder: Path, pending: int, decided: int, env: dict[str, str]) -> Desk:
    """A workspace with so many items waiting and so many decided through the one door."""
    (folder / ".agent").mkdir(parents=True)
    desk = open_desk(folder, env)
    ids = [add(desk, f"observation number {n} of the benchmark", [f"text:quote {n}"]).id for n in range(decided)]
    for number, item_id in enumerate(ids):
        words = Words(
            rationale=f"number {number} happened twice because nobody tested it", rule=f"Test case {number} first."
        )
        decide.decide(desk, [item_id], Verb.GRADUATE if number % 2 else Verb.REJECT, words)
    candidates = folder / ".agent/dream/candidates"
    candidates.mkdir(parents=True, exist_ok=True)
    for number in range(pending):
        item = make_item(number)
        (candidates / f"{item.id}.md").write_bytes(candidate.render(item, "2026-11-01T00:00:00Z"))
    return desk


def main() -> None:
    """Print the figures side by side."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        compiled = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}  # as installed
        env = {**compiled, "HOME": name, "DREAMTUI_ACTOR": "ada", "XDG_DATA_HOME": f"{name}/data"}
        (root / "bare.py").write_text(BARE)
        commands = {"bare typer command": [sys.executable, str(root / "bare.py")]}
        for pending in (50, 1_000, 10_000):
            workspace(root / f"w{pending}", pending, 50, env)
            commands[f"list --json, {pending:,} pending, 50 decided"] = [
                sys.executable, "-m", "dreamtui", "-C", str(root / f"w{pending}"), "list", "--json",
            ]  # fmt: skip
        cold = {n: once(c, env) for n, c in commands.items()}
        medians = side_by_side(commands, dict.fromkeys(commands, env))
        bare = medians["bare typer command"]
        first = medians["list --json, 50 pending, 50 decided"]
        for name, seconds in medians.items():
            count = int(name.split(", ")[1].split()[0].replace(",", "")) if "pending" in name else 0
            each = f"  {1e6 * (seconds - first) / (count - 50):5.1f} us for each further item" if count > 50 else ""
            over = f"  +{1e3 * (seconds - bare):5.1f} ms" if count else ""
            print(f"{name:<48} {1e3 * seconds:7.1f} ms{over}{each}   (index cold: {1e3 * cold[name]:.0f} ms)")
        print(f"reach: +30 ms at 50 (is +{1e3 * (first - bare):.1f}), 25 us for each further item")
        decisions(root, env)
        for decided in (50, 400):
            after_decisions(root / f"d{decided}", decided, env)
            gate_costs(root / f"g{decided}", decided, env)


if __name__ == "__main__":
    main()
