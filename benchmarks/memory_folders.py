"""What is done with the memory folders of real repositories: proposals, dates, what leaves an index, history read.

    python benchmarks/memory_folders.py CLONE...
    python benchmarks/memory_folders.py --table

The first 15 proposals of some folders that the project did not write were judged as their owner would; they are known
by the hash of what they would do, and none of their text is kept. `--table` prints how they were judged before and
after their faults were mended (memory_verdicts.json), and which folders were opened only afterwards.

Each clone has a folder `.claude/memory`; it is copied, the copy is looked at with a home of its own, and nothing is
written even there. Every relative date that would become absolute is printed, to be judged by a person.
"""

import json
import re
import shutil
import sys
import tempfile
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

sys.path.pop(0)  # where git.py would stand for GitPython
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dreamtui.compose import open_desk
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory.verify import verify
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.model.claim import Verdict
from dreamtui.model.proposal import Proposal

_DATE = re.compile(r"“[^”]*” becomes “[^”]*”: [^.]*\.")


FIRST = 15
VERDICTS: dict[str, Any] = json.loads((Path(__file__).parent / "memory_verdicts.json").read_text(encoding="utf-8"))


def content(made: Proposal) -> str:
    """What a proposal would do, as a hash: its kind, the contents of its sources and what it makes of them."""
    mutations = [*made.mutations, *(mutation for choice in made.choices for mutation in choice.mutations)]
    words = [made.kind, made.default, *(source.hash for mutation in mutations for source in mutation.sources)]
    words += [text for mutation in mutations for text in (mutation.kind.value, mutation.text, *mutation.lost)]
    return sha256("\n".join(words).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def table() -> None:
    print(
        f"{'repository':44} {'commit':9} {'opened':7} {'before: right, harmless, wrong':>30} {'after':>12}"
        "  false of gone or moved"
    )
    every: dict[str, Counter[str]] = {"before": Counter(), "after": Counter()}
    for folder in VERDICTS["folders"].values():
        after = Counter(folder["verdicts"].values())
        for name, counts in (("before", Counter(folder["before"])), ("after", after)):
            every[name] += counts
        cells = [" ".join(f"{counts[word]:3}" for word in WORDS) for counts in (Counter(folder["before"]), after)]
        stale = " -> ".join(f"{wrong} of {all_}" for all_, wrong in folder["stale"].values())
        print(
            f"{folder['repository']:44} {folder['commit']:9} {folder['opened']:7} {cells[0]:>30} {cells[1]:>12}"
            f"  {stale}"
        )
    for name, counts in every.items():
        shares = ", ".join(f"{counts[word]} {word} ({counts[word] / counts.total():.0%})" for word in WORDS)
        print(f"{name}: {shares}")


WORDS = ("right", "harmless", "wrong")


def look(clone: Path, top: Path) -> None:
    root = top / clone.name
    shutil.copytree(clone, root, symlinks=True)
    env = {"HOME": str(top / "home"), "DREAMTUI_ACTOR": "bench"}
    desk = open_desk(root, env)
    print(f"{clone.name}: {len(desk.memory.folders)} folders")
    found = [made.proposal for made in reorganize(desk, ReorganizeRequest(dry_run=True)).proposals]
    known = VERDICTS["folders"].get(clone.name, {}).get("verdicts", {})
    first = sorted(found, key=lambda one: (-one.score, one.id))[:FIRST]
    judged = Counter(known.get(content(one), "not judged") for one in first)
    print(f"  proposals {len(found)}, the first {len(first)}: {dict(sorted(judged.items()))}")
    for made in found:
        for mutation in made.mutations:
            for said in _DATE.findall(mutation.reason):
                print(f"  date   {mutation.sources[0].path}: {said}")
    for folder in memory_index.chosen(desk):
        planned = memory_index.plan(desk, folder)
        done = planned.made
        print(f"  index  {folder.key}: {memory_index.summary(done)}")
        if done.moved:
            print(f"         {len(done.moved)} move, {memory_index.how_moved(done)}; first {done.moved[0]}")
        if why := memory_index.too_many_gone([planned]):
            print(f"         stops: {why}")
    report = verify(desk)
    counts = ", ".join(f"{report.count(verdict)} {verdict.value}" for verdict in Verdict)
    print(f"  claims {counts}")
    for remark in report.remarks:
        print(f"         {remark}")


def main() -> None:
    if "--table" in sys.argv:
        table()
        return
    clones = [Path(word) for word in sys.argv[1:]]
    if not clones:
        print("no clones were given, so nothing was measured: python benchmarks/memory_folders.py CLONE...")
    for clone in clones:
        if not (clone / ".claude" / "memory").is_dir():
            print(f"{clone}: no .claude/memory here, skipped")
            continue
        with tempfile.TemporaryDirectory() as top:
            look(clone.resolve(), Path(top))


if __name__ == "__main__":
    main()
