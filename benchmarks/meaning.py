"""What vectors are worth here: which model, how fast its clusters are found, and where else they would help.

    .venv-semantic/bin/python benchmarks/meaning.py [--models] [--clusters] [--uses] [--search] [--static] [--count N]

Needs the extra `semantic`. Without an option all parts but the search run; `--static` distils a static model from the
same weights first (minutes) and measures it beside the others. All texts were written for this project before any model
saw them: meaning_events.txt, meaning_corrections.txt, merge_safety_pairs.txt.

`--models`: adjusted Rand of the clusters with each model at the settings of dotagent (eps 0.45, 3), every piece of
noise a group of its own; the best eps beside it. `--clusters`: ours and scikit-learn's DBSCAN on N vectors, processor
time and peak memory, each in a process of its own with one thread. `--uses`: of two texts that say the same in
different words, how often the one is found by the other among all texts, and how many wrong ones stand before it.
`--search` (minutes): the hundred questions of search.py answered by words, by vectors of the hits, and by both orders.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path

sys.path[:1] = [str(Path(__file__).resolve().parent.parent), str(Path(__file__).resolve().parent)]

import numpy as np  # noqa: E402

from dreamtui.mining.semantic.clusters import EPS, text_of  # noqa: E402
from dreamtui.mining.semantic.dbscan import dbscan  # noqa: E402
from dreamtui.model.evidence import Event, Locator, Where  # noqa: E402
from dreamtui.sources.embedding.model import find_model  # noqa: E402
from dreamtui.sources.embedding.process import EmbeddingProcess  # noqa: E402
from dreamtui.text.similarity import similarity  # noqa: E402
from dreamtui.text.words import content  # noqa: E402

HERE = Path(__file__).resolve().parent
Vectors = np.ndarray
Embed = Callable[[Sequence[str]], Vectors]
LEAST = 3
CROWD = Path(tempfile.gettempdir()) / "dreamtui-crowd.npy"
SUFFIXES = ("ations", "ation", "ings", "ing", "ies", "ied", "ers", "er", "ed", "es", "ly", "s")


def rows(name: str) -> list[list[str]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [[part.strip() for part in line.split("|")] for line in lines if line and not line.startswith("#")]


def events() -> tuple[list[str], list[str]]:
    """The labelled events as they are embedded, and their groups."""
    found = rows("meaning_events.txt")
    texts = [
        text_of(Event("", "", kind, said, Locator(Where.TEXT), tuple(filter(None, files.split()))))
        for _, kind, said, files in found
    ]
    return texts, [row[0] for row in found]


def unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def stem(word: str) -> str:
    return next((word[: -len(end)] for end in SUFFIXES if word.endswith(end) and len(word) - len(end) > 2), word)


def stems(texts: Sequence[str]) -> Vectors:
    """TF-IDF over stems: what is used where there is no model."""
    bags = [[stem(word) for word in content(text)] for text in texts]
    known = {word: number for number, word in enumerate(sorted({word for bag in bags for word in bag}))}
    counts = np.zeros((len(texts), len(known)), np.float32)
    for number, bag in enumerate(bags):
        for word in bag:
            counts[number, known[word]] = 1
    return unit(counts * np.log((1 + len(texts)) / (1 + counts.sum(axis=0))))


def minilm() -> Embed:
    process = EmbeddingProcess(find_model(None, {}), dict(os.environ))

    def embed(texts: Sequence[str]) -> Vectors:
        return np.stack([np.frombuffer(one, "<f4") for one in process.embed(texts)])

    return embed


def static(embed: Embed) -> Embed:
    """Each word piece by itself through the model, the common directions removed, frequent pieces weighed down."""
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(find_model(None, {}).folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    size = tokenizer.get_vocab_size()
    pieces = [tokenizer.id_to_token(number).removeprefix("##") for number in range(size)]
    table = embed(pieces)
    table = table - table.mean(axis=0)
    basis = np.linalg.svd(table[:: max(1, size // 8000)], full_matrices=False)[2][:256]
    table = (table @ basis.T) * np.log(1 + np.arange(size))[:, None]

    def made(texts: Sequence[str]) -> Vectors:
        numbers = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
        return unit(np.stack([table[some].mean(axis=0) for some in numbers]))

    return made


def adjusted_rand(groups: Sequence[str], labels: Sequence[int]) -> float:
    """Every text without a group, and every piece of noise, is a group of its own."""
    from sklearn.metrics import adjusted_rand_score

    truth = [f"-{at}" if group == "-" else group for at, group in enumerate(groups)]
    given = [f"-{at}" if label < 0 else str(label) for at, label in enumerate(labels)]
    return float(adjusted_rand_score(truth, given))


def models(every: dict[str, Embed]) -> None:
    texts, groups = events()
    print(f"{len(texts)} events, {len(set(groups) - {'-'})} groups, {groups.count('-')} of none; DBSCAN of {LEAST}")
    print(f"{'model':12} {'ARI at ' + str(EPS):>11} {'groups':>7} {'noise':>6}   best ARI at eps     texts/s")
    for name, embed in every.items():
        embed(texts[:2])
        began = time.perf_counter()
        vectors = embed(texts)
        speed = len(texts) / (time.perf_counter() - began)
        labels = dbscan(vectors, EPS, LEAST)
        tried = {eps: adjusted_rand(groups, dbscan(vectors, eps, LEAST)) for eps in np.arange(0.1, 0.96, 0.05).round(2)}
        best = max(tried, key=lambda eps: tried[eps])
        print(
            f"{name:12} {adjusted_rand(groups, labels):11.3f} {labels.max() + 1:7} {(labels < 0).sum():6}"
            f"   {tried[best]:8.3f} {best:6.2f} {speed:13,.0f}"
        )


def crowd(count: int) -> Vectors:
    """Vectors in groups of about ten, some of them apart, as short texts are."""
    random = np.random.default_rng(7)
    centres = random.normal(size=(count // 10, 384))
    return unit(centres[random.integers(0, len(centres), count)] + 0.9 * random.normal(size=(count, 384)))


def peak() -> float:
    """The most memory that this process had, in megabytes; since it began, unlike what `getrusage` says."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


def measured(which: str, count: int) -> None:
    """In a process of its own: seconds of processor time, megabytes above what there was before, labels."""
    vectors = np.load(CROWD)
    if which == "sklearn":
        from sklearn.cluster import DBSCAN
    before = peak()
    began = time.process_time()
    if which == "sklearn":
        labels = DBSCAN(eps=EPS, min_samples=LEAST, metric="cosine").fit(vectors).labels_
    else:
        labels = dbscan(vectors, EPS, LEAST)
    seconds = time.process_time() - began
    grown = peak() - before
    print(seconds, grown, hashlib.sha256(labels.astype("<i8").tobytes()).hexdigest(), labels.max() + 1)


def clusters(count: int) -> None:
    np.save(CROWD, crowd(count))
    found = {}
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    for which in ("ours", "sklearn"):
        command = [sys.executable, __file__, "--measure", which, "--count", str(count)]
        said = subprocess.run(command, capture_output=True, text=True, check=True, env=one_thread)
        found[which] = said.stdout.split()
        seconds, grown, _, many = found[which]
        print(f"{which:8} {count:,} vectors: {float(seconds):6.2f} s, {float(grown):7.0f} MB more, {many} clusters")
    ours, theirs = found["ours"], found["sklearn"]
    print(
        f"{float(theirs[0]) / float(ours[0]):.1f}x as fast, {float(ours[1]) / float(theirs[1]):.3f} of the memory; "
        f"labels {'equal' if ours[2:] == theirs[2:] else 'DIFFER'}"
    )


def found_by(likeness: Vectors, pairs: Sequence[tuple[int, int]]) -> tuple[float, float, float]:
    """How often one of a pair finds the other in the first and in the first three places, and the mean reciprocal."""
    np.fill_diagonal(likeness, -np.inf)
    places = [
        int((likeness[one] > likeness[one, other]).sum()) + 1 for pair in pairs for one, other in (pair, pair[::-1])
    ]
    ranks = np.array(places)
    return float((ranks == 1).mean()), float((ranks <= 3).mean()), float((1 / ranks).mean())


def profiles(texts: Sequence[str]) -> Vectors:
    """The likeness that marks similar titles: words and letter triples."""
    return np.array([[similarity(one, other) for other in texts] for one in texts], np.float32)


def uses(every: dict[str, Embed]) -> None:
    pairs = [row for row in rows("merge_safety_pairs.txt") if len(row) == 3]
    said = [row for row in pairs if row[0] == "paraphrase"]
    texts = [words for row in pairs for words in row[1:]]
    places = [(2 * at, 2 * at + 1) for at, row in enumerate(pairs) if row in said]
    every_talk = rows("meaning_corrections.txt")
    border = every_talk.index(["="])
    talk, held = every_talk[:border], every_talk[border + 1 :]
    spoken = [row[1] for row in talk]
    same = [
        (one, other)
        for one, other in combinations(range(len(talk)), 2)
        if talk[one][0] == talk[other][0] and talk[one][0] != "-"
    ]
    methods: dict[str, Callable[[Sequence[str]], Vectors]] = {"words": profiles}
    methods |= {name: lambda texts, embed=embed: (lambda v: v @ v.T)(embed(texts)) for name, embed in every.items()}
    for what, given, wanted in (
        (
            f"twins, decided before: {len(said)} paraphrases among {len(texts)} statements with their look-alikes",
            texts,
            places,
        ),
        (f"corrections said differently: {len(same)} pairs among {len(spoken)}", spoken, same),
    ):
        print(f"\n{what}\n{'method':12} {'first':>7} {'of three':>9} {'MRR':>6}")
        for name, method in methods.items():
            first, three, mean = found_by(method(given), wanted)
            print(f"{name:12} {first:7.2f} {three:9.2f} {mean:6.2f}")
    apart = [row for row in pairs if row[0] in {"duplicate", "paraphrase"}]
    alone = [words for row in apart for words in row[1:]]
    partners = {(2 * at, 2 * at + 1) for at in range(len(apart))}
    told = [(2 * at, 2 * at + 1) for at, row in enumerate(apart) if row[0] == "paraphrase"]
    print(
        f"\nmarked as similar among {len(alone)} statements, where 5 unrelated pairs are marked too: paraphrases marked"
    )
    for name, method in methods.items():
        likeness = method(alone)
        upper = np.triu_indices(len(alone), 1)
        unrelated = np.array([(int(one), int(other)) not in partners for one, other in zip(*upper, strict=True)])
        cut = np.sort(likeness[upper][unrelated])[-6]
        print(f"{name:12} {sum(likeness[pair] > cut for pair in told) / len(told):7.2f} above {cut:.2f}")
    truth, held_truth = same_group(talk), same_group(held)
    print("\ncorrections joined where they are alike: most pairs of one group joined with 9 of 10 joins right")
    for name, method in methods.items():
        scores, good = pair_scores(method(spoken)), [(0.0, 1.0)]
        for cut in np.arange(0.1, 0.96, 0.02):
            chosen = scores >= cut
            if chosen.any() and truth[chosen].mean() >= 0.9:
                good.append((float(chosen[truth].mean()), float(cut)))
        recall, cut = max(good)
        joined = pair_scores(method([row[1] for row in held])) >= cut
        right = f"{int(held_truth[joined].sum())} of {int(joined.sum())} joins right"
        print(f"{name:12} {recall:7.2f} at {cut:.2f}; held out {joined[held_truth].mean():.2f}, {right}")


def same_group(talk: Sequence[Sequence[str]]) -> Vectors:
    """Of each pair, whether both belong to one group."""
    return np.array([one[0] == other[0] != "-" for one, other in combinations(talk, 2)])


def pair_scores(likeness: Vectors) -> Vectors:
    return np.array([likeness[one, other] for one, other in combinations(range(len(likeness)), 2)])


def search(embed: Embed) -> None:
    """Whether meaning puts more answers into the first five, and what a key would cost."""
    import search as questions

    from dreamtui.desk.search.search import Searcher

    with tempfile.TemporaryDirectory() as folder:
        searcher = Searcher(questions.corpus(Path(folder)))
        searcher.update()
        asked = questions.questions()
        found = {text: searcher.find(text, most=60).hits for text, _ in asked}
        texts = {hit.ref: f"{hit.title}\n{searcher.whole(hit)}" for hits in found.values() for hit in hits}
        searcher.close()
    began = time.perf_counter()
    rows_ = dict(zip(texts, embed(list(texts.values())), strict=True))
    each = (time.perf_counter() - began) / len(texts)
    counts = {"words": [0, 0], "vectors": [0, 0], "both": [0, 0]}
    keys: list[float] = []
    for text, wanted in asked:
        began = time.perf_counter()
        vector = embed([text])[0]
        keys.append((time.perf_counter() - began) * 1000)
        hits = found[text]
        near = sorted(range(len(hits)), key=lambda at: -float(rows_[hits[at].ref] @ vector))
        joint = sorted(near, key=lambda at: -(1 / (20 + at) + 1 / (20 + near.index(at))))
        for name, order in (("words", range(len(hits))), ("vectors", near), ("both", joint)):
            right = [any(one in questions.said(hits[at]) for one in wanted) for at in list(order)[: questions.FIRST]]
            counts[name][0] += any(right)
            counts[name][1] += bool(right) and right[0]
    for name, (five, first) in counts.items():
        print(f"{name:8} {five} of {len(asked)} in the first {questions.FIRST}, {first} by the first")
    slow = sorted(keys)
    print(f"to embed a question: p50 {slow[len(slow) // 2]:.0f} ms, p95 {slow[int(len(slow) * 0.95)]:.0f} ms; "
          f"a passage {each * 1000:.0f} ms")  # fmt: skip


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("models", "clusters", "uses", "search", "static"):
        asked.add_argument(f"--{name}", action="store_true")
    asked.add_argument("--count", type=int, default=20_000)
    asked.add_argument("--measure", choices=("ours", "sklearn"), help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.measure:
        measured(given.measure, given.count)
        return
    whole = not (given.models or given.clusters or given.uses or given.search)
    if given.search:
        search(minilm())
    if given.models or given.uses or whole:
        mini = minilm()
        every = {"MiniLM": mini, "stems": stems}
        if given.static:
            every["static"] = static(mini)
        if given.models or whole:
            models(every)
        if given.uses or whole:
            uses(every)
    if given.clusters or whole:
        clusters(given.count)


if __name__ == "__main__":
    main()
