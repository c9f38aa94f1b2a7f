"""What ranking 20,000 recalls costs, beside a plain `json.loads` of the same file and the gates without any scoring.

    python benchmarks/promotion.py [--entries 20000]

The store has about 600 bytes an entry, half of the entries pass every gate, one in ten was promoted.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from dreamtui.compose import open_desk
from dreamtui.openclaw import kind, recall_store
from dreamtui.openclaw.promote import what_if
from dreamtui.openclaw.recalls import Recalls
from dreamtui.openclaw.scoring.score import rank
from dreamtui.openclaw.settings import PromotionOptions

NOW = datetime(2026, 11, 18, 9, 0, tzinfo=UTC)
ROUNDS = 7
WORDS = ["router", "gateway", "invoice", "deploy", "backup", "retention", "staging", "vault", "calendar", "migration"]


def iso(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


def entry(dice: random.Random, number: int) -> tuple[str, dict[str, object]]:
    """One recall, as the files of April 2026 have it."""
    day = NOW - timedelta(days=dice.randrange(60))
    path = f"memory/{day:%Y-%m-%d}.md"
    start = number + 1
    recalls = dice.randrange(1, 12)
    last = day + timedelta(seconds=number % 86_400)
    key = f"memory:{path}:{start}:{start + 1}"
    found: dict[str, object] = {
        "key": key, "path": path, "startLine": start, "endLine": start + 1, "source": "memory",
        "snippet": " ".join(dice.choices(WORDS, k=5)).capitalize() + ".", "recallCount": recalls,
        "totalScore": recalls * dice.uniform(0.5, 1),
        "maxScore": dice.uniform(0.6, 1), "firstRecalledAt": iso(last - timedelta(days=3)),
        "lastRecalledAt": iso(last),
        "queryHashes": [f"{dice.getrandbits(48):012x}" for _ in range(dice.randrange(1, 5))],
        "recallDays": [f"{day - timedelta(days=n):%Y-%m-%d}" for n in range(dice.randrange(1, 3))],
        "conceptTags": dice.sample(WORDS, 2),
    }  # fmt: skip
    if number % 10 == 0:
        found["promotedAt"] = iso(last)
    return key, found


def write_store(root: Path, count: int) -> Path:
    """A store of so many recalls."""
    dice = random.Random(20261118)
    path = root / kind.STORE
    path.parent.mkdir(parents=True)
    path.write_bytes(recall_store.dump(dict(entry(dice, number) for number in range(count)), iso(NOW)))
    return path


def median_ms(run: Callable[[], object]) -> float:
    """The median of some rounds, in milliseconds."""
    taken = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        run()
        taken.append(1e3 * (time.perf_counter() - started))
    return sorted(taken)[ROUNDS // 2]


def main() -> None:
    """Print the figures side by side."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=20_000)
    count = parser.parse_args().entries
    with tempfile.TemporaryDirectory() as name:
        path = write_store(Path(name) / "work", count)
        env = {"HOME": name, "DREAMTUI_NOW": NOW.isoformat(), "DREAMTUI_ACTOR": "ada"}
        data = path.read_bytes()
        print(f"{count:,} recalls, {len(data) / 1e6:.1f} MB")
        print(f"json.loads of the file alone        {median_ms(lambda: json.loads(data)):7.1f} ms")
        for profile in ("seed", "openclaw", "openclaw-v5"):
            whole = median_ms(
                lambda profile=profile: Recalls(open_desk(path.parents[2], env), PromotionOptions(profile)).ranking
            )  # type: ignore[misc]
            found = Recalls(open_desk(path.parents[2], env), PromotionOptions(profile))
            passed = len(found.ranking.candidates)
            alone = median_ms(lambda found=found: rank(found.entries, found.rules))  # type: ignore[misc]
            print(
                f"{profile:<12} read and ranked {whole:7.1f} ms, ranking alone {alone:7.1f} ms, {passed:,} candidates"
            )
        found = Recalls(open_desk(path.parents[2], env), PromotionOptions())
        print(f"every entry scored, for thresholds that move  {median_ms(lambda: what_if(found)):7.1f} ms")
        print("reach: read and ranked under 400 ms, ranking alone under 200 ms")


if __name__ == "__main__":
    main()
