"""What is done with the memory folders of real repositories: dates, what leaves an index, how much history was read.

    python benchmarks/memory_folders.py CLONE...

Each clone has a folder `.claude/memory`; it is copied, the copy is looked at with a home of its own, and nothing is
written even there. Every relative date that would become absolute is printed, to be judged by a person.
"""

import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.pop(0)  # where git.py would stand for GitPython
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dreamtui.compose import open_desk
from dreamtui.desk.memory import index as memory_index
from dreamtui.desk.memory.verify import verify
from dreamtui.desk.reorganize.cycle import ReorganizeRequest, reorganize
from dreamtui.model.claim import Verdict

_DATE = re.compile(r"“[^”]*” becomes “[^”]*”: [^.]*\.")


def look(clone: Path, top: Path) -> None:
    root = top / clone.name
    shutil.copytree(clone, root, symlinks=True)
    env = {"HOME": str(top / "home"), "DREAMTUI_ACTOR": "bench"}
    desk = open_desk(root, env)
    print(f"{clone.name}: {len(desk.memory.folders)} folders")
    for made in reorganize(desk, ReorganizeRequest(dry_run=True)).proposals:
        for mutation in made.proposal.mutations:
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
