"""Search: whether the answer is among the first five, and how long a key takes at 100,000 passages.

    python benchmarks/search.py             # both; some minutes
    python benchmarks/search.py --answers   # only the questions, with those that miss
    python benchmarks/search.py --speed 20000

The questions are in `search_queries.tsv`. Their corpus is the demo with the memory folders, rules and transcripts of
the shared data ($DREAMTUI_DATA, default ../shared/data). The large index has passages put together at random, with a
fixed seed, from the lines of that corpus. Every question is typed key by key. Times are processor time, so that whoever
else works on the machine does not count; its peers are sqlite's own ranking (bm25) and a scan over the same texts.
"""

import argparse
import json
import os
import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from dreamtui.compose import open_desk
from dreamtui.demo.build import build
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.import_rules import import_rules
from dreamtui.desk.search.search import Searcher
from dreamtui.desk.search.sources import private_sources, shared_sources
from dreamtui.model.search import Hit, SearchPassage
from dreamtui.store.index.search_index import SearchIndex, SearchScope
from dreamtui.text.search.question import read_question

DATA = Path(os.environ.get("DREAMTUI_DATA", Path(__file__).resolve().parents[2] / "shared" / "data"))
QUERIES = Path(__file__).with_name("search_queries.tsv")
FIRST = 5
NOW = "2026-11-19T23:00:00Z"
"""The clock of the corpus: the history of the demo lies before it."""
_CWD = re.compile(rb'"cwd":\s*"[^"]*"')


def questions() -> list[tuple[str, tuple[str, ...]]]:
    lines = (line for line in QUERIES.read_text().splitlines() if line and not line.startswith("#"))
    return [(asked, tuple(answers.split("|"))) for asked, answers in (line.split("\t") for line in lines)]


def corpus(folder: Path) -> Desk:
    """A workspace with everything that the questions are about."""
    env = {**os.environ, "DREAMTUI_NOW": NOW, "HOME": str(folder / "home"), "XDG_DATA_HOME": str(folder / "data"),
           "XDG_CONFIG_HOME": str(folder / "config")}  # fmt: skip
    (folder / "home").mkdir(parents=True)
    desk = build(folder / "shop", env)
    root = desk.workspace.root
    for name in (
        "memory/tlamatini",
        "memory/recommendarr",
        "memory/actorforth",
        "fixture-store/claude-memory-admin/store",
    ):
        for found in sorted((DATA / "claude" / name).rglob("*.md")):
            inside = desk.memory.main / name.replace("/", "-") / found.parent.parent.name / found.name
            inside.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(found, inside)
    project = desk.memory.main.parent
    for found in sorted((DATA / "claude" / "transcripts").rglob("*.jsonl")):
        data = _CWD.sub(b'"cwd":"%s"' % os.fsencode(root), found.read_bytes())
        (project / found.name).write_bytes(data)
    shutil.copytree(DATA / "rules" / "rules", root / ".cursor" / "rules")
    import_rules(open_desk(root, env), ())
    return open_desk(root, env)


def said(hit: Hit) -> str:
    """What an answer is looked for in."""
    return " ".join((hit.kind, hit.id, hit.place, hit.locator, hit.title))


def answers(desk: Desk) -> tuple[int, int]:
    """How many questions are answered by the first hit, and by one of the first five; those that miss are printed."""
    searcher = Searcher(desk)
    begin = time.process_time()
    read = searcher.update()
    took = time.process_time() - begin
    begin = time.process_time()
    again = searcher.update()
    print(f"index: {read:,} passages in {took:.2f} s; again, {again} new, {time.process_time() - begin:.2f} s")
    first = five = 0
    for asked, wanted in questions():
        hits = searcher.find(asked, most=FIRST).hits
        at = next((at for at, hit in enumerate(hits) if any(one in said(hit) for one in wanted)), None)
        first, five = first + (at == 0), five + (at is not None)
        if at is None:
            print(f"  misses: {asked!r} -> {'|'.join(wanted)}")
            for hit in hits:
                print(f"      {hit.score:6.2f} {hit.kind:10} {hit.id[:40]:40} {hit.title[:60]}")
    searcher.close()
    print(f"{len(questions())} questions: {five} answered in the first {FIRST}, {first} by the first hit")
    return first, five


def passages(desk: Desk, count: int) -> list[SearchPassage]:
    """Passages of random lines of the corpus, as long as those there are."""
    rng = random.Random(7)
    known = [one for source in (*shared_sources(desk, desk.queue()), *private_sources(desk)) for key in source.stamps
             if (one := source.read(key)) is not None]  # fmt: skip
    lines = [line for one in known for line in one.text.split("\n") if len(line) > 20]
    titles = [one.title for one in known]
    made = []
    for number in range(count):
        like = known[number % len(known)]
        words = " ".join((rng.choice(titles), rng.choice(lines))).split()
        title = " ".join(rng.sample(words, min(len(words), 10)))
        text = "\n".join(rng.choices(lines, k=min(12, 1 + like.text.count("\n"))))
        evidence = "\n".join(rng.choices(titles, k=1 + like.evidence.count("\n")))
        made.append(like._replace(id=f"{number:010x}", title=title, text=text, evidence=evidence))
    return made


def timed(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return (time.process_time() - begin) * 1000


def speed(desk: Desk, count: int, folder: Path) -> dict[str, float]:
    """Milliseconds a key, every question typed key by key."""
    made = passages(desk, count)
    index = SearchIndex(folder / "large")
    by_key = {str(number): one for number, one in enumerate(made)}
    stamps = dict.fromkeys(by_key, "1")
    begin = time.process_time()
    index.update("made", stamps, by_key.get)
    built = time.process_time() - begin
    begin = time.process_time()
    index.update("made", stamps, by_key.get)
    again = time.process_time() - begin
    size = sum(path.stat().st_size for path in (folder / "large").iterdir()) / 1e6
    print(f"{count:,} passages: built in {built:.1f} s, {size:.0f} MB; again with nothing new {again * 1000:.0f} ms")
    keys = [asked[:end] for asked, _ in questions() for end in range(1, len(asked) + 1)]
    index.ask(read_question("xyzzyq"), SearchScope(), 20)  # the vocabulary, which a console reads before the first key
    ours = {key: timed(lambda key=key: index.ask(read_question(key), SearchScope(), 20)) for key in dict.fromkeys(keys)}
    slow = sorted(ours, key=ours.__getitem__)[-5:]
    few = random.Random(3).sample([asked for asked, _ in questions()], 20)
    texts = [f"{one.title}\n{one.text}\n{one.evidence}".lower() for one in made]
    scan = [timed(lambda asked=asked: [t for t in texts if all(w in t for w in asked.split())]) for asked in few]
    ranked = [timed(lambda asked=asked: _bm25(index, asked)) for asked in few]
    whole = [ours[asked] for asked in few]
    facts = {
        "passages": count, "build_s": built, "again_ms": again * 1000, "megabytes": size, "keys": len(ours),
        "p50": statistics.median(ours.values()), "p95": statistics.quantiles(ours.values(), n=20)[-1],
        "worst": max(ours.values()), "questions_p50": statistics.median(whole), "bm25_p50": statistics.median(ranked),
        "bm25_worst": max(ranked), "scan_p50": statistics.median(scan),
    }  # fmt: skip
    print(f"  a key: p50 {facts['p50']:.1f} ms, p95 {facts['p95']:.1f} ms, worst {facts['worst']:.1f} ms; {slow}")
    print(f"  20 whole questions: ours {facts['questions_p50']:.1f} ms, bm25 over all words {facts['bm25_p50']:.1f} ms "
          f"(worst {facts['bm25_worst']:.0f}), a scan {facts['scan_p50']:.1f} ms")  # fmt: skip
    index.close()
    return facts


def _bm25(index: SearchIndex, asked: str) -> list[object]:
    words = " OR ".join(f'"{word}"*' for word in re.findall(r"\w+", asked))
    query = "SELECT rowid FROM words WHERE words MATCH ? ORDER BY bm25(words, 1, 6, 1, 1, 3) LIMIT 20"
    return index._reader.execute(query, (words,)).fetchall()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--answers", action="store_true", help="only the questions")
    parser.add_argument("--speed", type=int, default=100_000, metavar="N", help="passages of the large index")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there too")
    chosen = parser.parse_args()
    if not DATA.is_dir():
        sys.exit(f"the shared data is not in {DATA}; $DREAMTUI_DATA names it")
    with tempfile.TemporaryDirectory() as folder:
        desk = corpus(Path(folder))
        first, five = answers(desk)
        facts: dict[str, float] = {"questions": len(questions()), "first": first, "first_five": five}
        if not chosen.answers:
            facts |= speed(desk, chosen.speed, Path(folder))
        if chosen.json:
            chosen.json.write_text(json.dumps(facts, indent=2) + "\n")


if __name__ == "__main__":
    main()
