"""How good what is offered is: the first ten items of real repositories, and the verdicts a judge gave them.

Each repository gets a run as a person begins one, `dreamtui dream`, but for its writing nothing, in a home of its own.

    python benchmarks/judgement.py [--judge] [--verdicts FILE] [--oracle FILE] REPOSITORY...

`--judge` prints every item of the first ten with all a judge needs, and the key under which its verdict belongs in
the file: 0 noise, 1 worth a look, 2 a rule worth having can be written from the item as it stands. A verdict is kept by
the item's content, so that an item that says something else has none until it is judged again; `second` is that of a
reader who had not seen the first one's, and `maker` says that the first is of whoever changed the signals. The clock
is that of each history's last commit. `--oracle` counts how many of the rules its maintainers would want were found.

Ten histories were named before the signals were last changed, and opened once, after that: immich, deno, airflow,
phoenix, beads, ghostty, discourse, loki, codex and neovim. They gave 26 items, three of them none; one judge in two
passes, no blind second reader: 88 and 84 % worth a look, 53 and 42 % that lead to a rule. Before, of items that two
blind readers judged, it was about 50 and 20 %. `substitution` alone had 4 of 6
worth a look; what it gave of placeholders and of two ordinary words it no longer gives, which is not measured.

`changed_together` and `changelog_entry` came after that; their marks on the histories above are those of whoever made
them. For both, and for all the others once more, ten histories were named before and opened once: undici,
sentry-python, langgraph, goose, react-router, biome, matplotlib, dagster, litellm and svelte. They gave 27 items. Two
blind readers each found 19 worth a look (70 %), and 12 and 11 that lead to a rule (44 and 40 %); they gave the same
mark to 20, and agreed on 23 whether it is noise. `changed_together` had 16 of these, 13 worth a look and 9 and 7 that
lead to a rule; `sync_comment` 4, 2 and 1; `registration` 2, 1 and 1; `substitution` 2, 1 and none; `reasoned_revert` 1
and none; `subject_template` 1, a rule; `changelog_entry` 1 worth a look, a rule for the second reader.

The signals were changed by these marks, and nine more opened once: vite, polars, pnpm, cli, continue, cline, terraform,
nest and n8n. Six have items, 29: 22 and 20 worth a look (76 and 69 %), 15 and 14 that lead to a rule (52 and 48 %).
All four of `substitution` were noise, so it is off by default; without it 88 and 80 %, 60 and 56 %. Then, with nothing
else changed, gemini-cli, Roo-Code, cargo, ansible, vllm, fastify, dify, bevy and spring-boot: 28 items, 19 and 19 worth
a look (68 %), 11 and 15 that lead to a rule (39 and 54 %), `changed_together` 12 and 13 of 16, `sync_comment` 4 of 8.

Reaches, by the 78 items of these 28 histories without `substitution`: 76 and 73 % of the first ten worth a look (80
wanted), 49 and 51 % that lead to a rule (40 wanted).
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

# This folder leaves the path: in it, `git.py` would be found in place of GitPython's `git`.
sys.path[:1] = [str(Path(__file__).resolve().parent.parent)]

from dreamtui.compose import open_desk  # noqa: E402
from dreamtui.desk.mine.run import DreamRequest, Run, dream  # noqa: E402
from dreamtui.mining.history.signals import HISTORY_SIGNALS  # noqa: E402
from dreamtui.model.item import Finding, Item  # noqa: E402
from dreamtui.text.dates import iso  # noqa: E402

FIRST = 10
REACHABLE = frozenset(["1", "2", "3", "4", "5", "6", "7", "11"])
"""Methods by which a rule can be found without a model; the others need bodies read: functions, words, sentences."""
KNOWN, OLDER = ", known: ", ", before the window"
HERE = Path(__file__).resolve().parent


def run_in(root: Path, only: str, home: Path) -> Run:
    """A first run, by the clock of the history's last commit."""
    said = subprocess.run(["git", "-C", str(root), "log", "-1", "--format=%ct"], capture_output=True, check=True)
    now = iso(datetime.fromtimestamp(int(said.stdout), UTC))
    names = {name: str(home) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    env = {"PATH": os.environ["PATH"], "DREAMTUI_NOW": now, "DREAMTUI_ACTOR": "judge", **names}
    return dream(open_desk(root, env), DreamRequest(only=only, dry_run=True))


def key(finding: Item) -> str:
    """What an item says, as a name for its verdict."""
    said = [finding.title, finding.rule, *finding.against, *(f"{e.quote} {e.locator}" for e in finding.evidence)]
    return hashlib.sha256("\n".join(said).encode("utf-8", "replace")).hexdigest()[:12]


def show(number: int, finding: Item, verdict: object) -> None:
    """An item as a judge reads it."""
    print(f"\n{number}. {key(finding)}  [{finding.signal}]  verdict {verdict}\n   {finding.title}")
    print(f"   RULE     {finding.rule or '(left to a person)'}")
    if finding.files:
        print(f"   FILES    {', '.join(finding.files[:4])}")
    for line in finding.against:
        print(f"   AGAINST  {line}")
    for piece in finding.evidence:
        print(f"   {piece.when[:10]} {piece.locator.ref[:10]} {piece.who[:24]:24} {piece.quote[:300]}")


def is_inside(rule: dict[str, Any], finding: Item | Finding) -> bool:
    """Whether an item about something else says the rule among what it names."""
    return any(name in line for name in rule.get("inside", ()) for line in finding.against)


def hits(rules: Iterable[dict[str, Any]], findings: Sequence[Item | Finding]) -> dict[str, tuple[str, int]]:
    """For each rule that was found the signal that did, and at which place."""
    found: dict[str, tuple[str, int]] = {}
    for rule in rules:
        for place, finding in enumerate(findings, 1):
            shas = [piece.locator.ref for piece in finding.evidence]
            named = any(name in finding.subject for name in rule.get("names", ()))
            if (
                named
                or is_inside(rule, finding)
                or any(sha.startswith(tuple(rule.get("shas", ())) or ("-",)) for sha in shas)
            ):
                found[rule["rule"]] = (finding.signal, place)
                break
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repositories", nargs="+", type=Path)
    parser.add_argument("--judge", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--verdicts", type=Path, default=HERE / "judgement_verdicts.json")
    parser.add_argument("--oracle", type=Path, default=HERE / "judgement_oracle.json")
    asked = parser.parse_args()
    verdicts = json.loads(asked.verdicts.read_text()) if asked.verdicts.is_file() else {}
    oracle = json.loads(asked.oracle.read_text()) if asked.oracle.is_file() else {}
    by_signal: defaultdict[str, Counter[object]] = defaultdict(Counter)
    rows: list[tuple[str, Run, float, Counter[object]]] = []
    told: list[tuple[str, str, str, str]] = []
    for root in asked.repositories:
        start = time.perf_counter()
        with tempfile.TemporaryDirectory() as home:
            run = run_in(root, asked.only, Path(home))
        taken = time.perf_counter() - start
        new = run.intake.new
        known = verdicts.get(root.name, {})
        counts: Counter[object] = Counter()
        if asked.judge:
            print(f"\n== {root.name}: {run.read.changes:,} commits since {run.read.changes_since}, {count(run)} items")
            print("\n".join(f"   {sentence}" for sentence in run.read.remarks))
        for number, finding in enumerate(new[:FIRST], 1):
            verdict = known.get(key(finding), {}).get("verdict")
            counts[verdict] += 1
            by_signal[finding.signal][verdict] += 1
            if asked.judge:
                show(number, finding, "none yet" if verdict is None else verdict)
        rows.append((root.name, run, taken, counts))
        rules = oracle.get(root.name, [])
        older = [one for one in run.read.known_only if one.signal in HISTORY_SIGNALS]
        queue = [*new, *run.intake.held_back]
        offered = [*queue, *older]
        found = hits(rules, offered)
        written = hits(rules, run.read.kept)
        places = {(one.signal, at): one.kept_at for at, one in enumerate(run.read.kept, 1)}
        for rule in rules:
            name, kind = rule["rule"], rule["method"] + ("" if rule["method"] in REACHABLE else " (a model)")
            where = "-"
            if name in found:
                signal, at = found[name]
                where = f"{'in ' if is_inside(rule, offered[at - 1]) else ''}{signal} ({at})"
                where += "" if at <= len(queue) else OLDER
            elif name in written:
                where = f"{written[name][0]}{KNOWN}{places[written[name]]}"
            told.append((root.name, kind, where, name))
    print(f"\n{'repository':18} {'commits':>8} {'s':>6} {'found':>6} {'first':>6} {'>=1':>6} {'=2':>6} {'open':>5}")
    total: Counter[object] = Counter()
    for name, run, taken, counts in rows:
        total += counts
        print(f"{name:18} {run.read.changes:8,} {taken:6.1f} {count(run):6} {sum(counts.values()):6} {shares(counts)}")
    print(f"{'all':18} {'':8} {'':6} {'':6} {sum(total.values()):6} {shares(total)}")
    for signal, counts in sorted(by_signal.items()):
        print(f"{signal:18} {'':8} {'':6} {'':6} {sum(counts.values()):6} {shares(counts)}")
    for scope, both in (("asked for", [root.name for root in asked.repositories]), ("all", list(verdicts))):
        print(f"Two readers, {scope}: {agreement([one for name in both for one in verdicts.get(name, {}).values()])}")
    if told:
        print("\nRules that maintainers would want:")
        for kind, lines in (("all", told), ("without a model", [one for one in told if " (a model)" not in one[1]])):
            known = sum(KNOWN in where for _, _, where, _ in lines)
            older = sum(where.endswith(OLDER) for _, _, where, _ in lines)
            within = sum(where.startswith("in ") and not where.endswith(OLDER) for _, _, where, _ in lines)
            queued = sum(where != "-" for _, _, where, _ in lines) - known - older - within
            print(
                f"  {kind}, {len(lines)}: {queued} in the queue, {within} named in an item about something else; told "
                f"as known: {known} (written down and kept, checked, or hardly ever forgotten); {older} before the "
                "window"
            )
        print("\n".join(f"{root:18} {kind:>2}  {where}  {name}" for root, kind, where, name in told))
    return 0


def agreement(verdicts: Iterable[dict[str, Any]]) -> str:
    """How often two readers of the same item gave the same mark, and how often they agreed whether it is noise."""
    both = [one for one in verdicts if "verdict" in one and "second" in one and not one.get("maker")]
    pairs = [(one["verdict"], one["second"]) for one in both]
    same = sum(first == second for first, second in pairs)
    noise = sum((first == 0) == (second == 0) for first, second in pairs)
    return (
        f"{len(pairs)} items, the same mark{_share(same, len(pairs))}, both noise or neither{_share(noise, len(pairs))}"
    )


def count(run: Run) -> int:
    """How many items a run found."""
    return len(run.intake.new) + len(run.intake.held_back)


def shares(counts: Counter[object]) -> str:
    """Precision at 1 and at 2 among what was judged, and how many were not."""
    judged = sum(count for verdict, count in counts.items() if verdict is not None)
    one, two = (counts[1] + counts[2]), counts[2]
    return f"{_share(one, judged)} {_share(two, judged)} {counts[None]:5}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part // whole:5}%" if whole else f"{'-':>6}"


if __name__ == "__main__":
    raise SystemExit(main())
