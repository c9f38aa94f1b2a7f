"""Speed of finding near-duplicates, every figure beside its peers in the same run; all counts are compared.

    python benchmarks/reorganize.py [--quick]

Peers that are not installed are named as such (`pip install -e '.[bench]'` brings scipy, rapidfuzz is there anyway,
semhash is large and stays out). Times are the best of three, imports excluded; the corpus is drawn from a fixed seed:
words by Zipf's law, one entry in ten a copy with one word exchanged.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dreamtui.memory.reorganize import SCORERS, FindSettings, World, propose
from dreamtui.memory.reorganize.likeness import alike, clusters
from dreamtui.model.proposal import Memory

SEED = 20261118
THRESHOLD = 0.92


def corpus(count: int) -> list[str]:
    """Entries of 6 to 18 words of a vocabulary of 20,000."""
    dice = random.Random(SEED)
    words = [f"w{number}" for number in range(20_000)]
    weights = [1 / (number + 2.7) for number in range(20_000)]
    made: list[str] = []
    while len(made) < count:
        entry = dice.choices(words, weights, k=dice.randint(6, 18))
        made.append(" ".join(entry))
        if dice.random() < 0.1:
            entry[dice.randrange(len(entry))] = dice.choice(words)
            made.append(" ".join(entry))
    dice.shuffle(made)
    return made[:count]


def templates(count: int) -> list[str]:
    """Entries of 12 out of 40 words: hardly two equal, and every word stands in a third of them."""
    dice = random.Random(SEED)
    words = [f"w{number}" for number in range(40)]
    return [" ".join(dice.sample(words, 12)) for _ in range(count)]


def best(work: Callable[[], object], times: int = 3) -> tuple[float, object]:
    """The shortest of some runs in seconds, and what the last one gave."""
    taken, result = [], None
    for _ in range(times):
        start = time.perf_counter()
        result = work()
        taken.append(time.perf_counter() - start)
    return min(taken), result


def ours(texts: list[str], threshold: float, times: int = 3) -> tuple[float, int]:
    seconds, found = best(lambda: clusters(texts, SCORERS["bow"], threshold), times)
    return seconds, sum(map(len, found))  # type: ignore[call-overload, no-any-return]


def scipy_pairs(texts: list[str]) -> int:
    """All pairs by a sparse product in row blocks, binary weights, the cosine at the threshold or above."""
    import numpy as np
    from scipy.sparse import csr_matrix

    numbers: dict[str, int] = {}
    indices, starts = [], [0]
    for text in texts:
        indices += [numbers.setdefault(word, len(numbers)) for word in set(text.lower().split())]
        starts.append(len(indices))
    ones = csr_matrix((np.ones(len(indices)), indices, starts), shape=(len(texts), len(numbers)))
    lengths = np.sqrt(np.diff(starts))
    other = ones.T.tocsr()
    found = 0
    for begin in range(0, len(texts), 1000):
        block = (ones[begin : begin + 1000] @ other).tocoo()
        row = block.row + begin
        later = block.col > row
        found += int((block.data / (lengths[row] * lengths[block.col]) >= THRESHOLD - 1e-9)[later].sum())
    return found


def rapidfuzz_pairs(texts: list[str]) -> int:
    from rapidfuzz import fuzz, process

    found = 0
    for begin in range(0, len(texts), 500):
        scores = process.cdist(
            texts[begin : begin + 500], texts, scorer=fuzz.token_sort_ratio, score_cutoff=92, workers=1
        )
        found += int((scores > 0).sum())
    return found


def semhash_rest(texts: list[str]) -> int:
    from semhash import SemHash

    return len(SemHash.from_records(records=texts).self_deduplicate(threshold=THRESHOLD).selected)


def line(name: str, seconds: float | None, note: str = "") -> None:
    print(f"  {name:44} {'not installed' if seconds is None else f'{seconds:9.3f} s'}  {note}")


def sizes(count: int, quick: bool) -> None:
    texts = corpus(count)
    print(f"{count:,} entries at {THRESHOLD}")
    base, inside = ours(texts, THRESHOLD, 1 if count > 50_000 else 3)
    line("ours", base, f"{inside} entries in clusters")
    if find_spec("scipy") is None:
        line("scipy, all pairs", None)
    elif count <= 20_000:
        seconds, pairs = best(lambda: scipy_pairs(texts), 1)
        own = alike(texts, SCORERS["bow"], THRESHOLD).total
        line("scipy, all pairs", seconds, f"{seconds / base:.0f} times ours; {pairs} pairs, ours {own}")
    if count <= 5_000:
        if find_spec("rapidfuzz") and find_spec("numpy"):
            seconds, pairs = best(lambda: rapidfuzz_pairs(texts), 1)
            line("rapidfuzz cdist, token_sort_ratio", seconds, f"{seconds / base:.0f} times ours; another measure")
        else:
            line("rapidfuzz cdist, token_sort_ratio", None)
    if find_spec("semhash") is None:
        line("semhash", None)
    elif not quick:
        try:
            seconds, kept = best(lambda: semhash_rest(texts), 1)
            line("semhash", seconds, f"{seconds / base:.0f} times ours; not exact, {kept} kept")
        except OSError as refused:
            print(f"  {'semhash':44} not measured: its model could not be fetched ({type(refused).__name__})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="5,000 and 20,000 entries only")
    options = parser.parse_args()
    for count in (5_000, 20_000) if options.quick else (5_000, 20_000, 100_000):
        sizes(count, options.quick)
    if not options.quick:
        texts = corpus(100_000)
        seconds, inside = ours(texts, 0.85, 1)
        print("100,000 entries at 0.85")
        line("ours", seconds, f"{inside} entries in clusters")
    few = templates(5_000)
    print("5,000 entries of 40 words that are met everywhere, at 0.92")
    seconds, inside = ours(few, THRESHOLD, 1)
    line("ours", seconds, f"{inside} entries in clusters")
    held = [Memory(f"n-{at:06}", f"{at}.md", "", "", text, "note") for at, text in enumerate(corpus(5_000))]
    seconds, cycle = best(lambda: propose(held, FindSettings(max_mutations=10_000), World()), 1)
    print("a whole cycle (default scorer, guards, contradictions, merged texts) over 5,000 memories")
    line("ours", seconds, f"{len(cycle.proposals)} proposals")  # type: ignore[attr-defined]


if __name__ == "__main__":
    main()
