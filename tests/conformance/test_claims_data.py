"""Claims of real memories, held against repositories that were made up from the names in them.

The repositories that the memories were written in are not here. So the paths and symbols they name are put into a
repository of their own: some stay, some are deleted, some renamed. What stays may never be called gone.
"""

import json
import re
import zlib
from pathlib import Path

import pytest
from gitrepo import Commit, build
from workbench import Bench, data_folder, make_bench

from dreamtui.compose import open_desk
from dreamtui.desk.memory.verify import verify
from dreamtui.model.claim import ClaimKind, Verdict

_PATH = re.compile(r"(?<![\w/.~:-])((?:[\w-]+/)+[\w-]+\.(?:py|js|ts|tsx|md|yaml|json|css|html))\b")
_SYMBOL = re.compile(r"`(_?[a-z]\w*_\w*[a-z]|[a-z]+[A-Z]\w+)(?:\(\))?`")


def share(name: str) -> int:
    """A number from 0 to 9 that depends on the name alone."""
    return zlib.crc32(name.encode()) % 10


def made_up(bench: Bench, memory: Path) -> tuple[set[str], set[str], set[str]]:
    """A repository for a memory folder; what stays in it, what is deleted, what is renamed, each meaning one thing."""
    text = "\n".join(path.read_text("utf-8", "replace") for path in sorted(memory.rglob("*.md")))
    paths, symbols = set(_PATH.findall(text)), sorted(set(_SYMBOL.findall(text)))
    stays = {path for path in paths if share(path) < 6}
    deleted = {path for path in paths if 6 <= share(path) < 8}
    renamed = paths - stays - deleted
    short = {path for path in paths if any(other.endswith(f"/{path}") for other in paths)}
    begin = {path: f"{json.dumps(path)}\n" * 5 for path in paths}
    names = "\n".join(f"def {name}(): ..." for name in symbols)
    build(
        bench.root,
        [
            Commit("one", {**begin, "zz/names.py": names}),
            Commit("two", dict.fromkeys(deleted), moves=[(path, f"zz/now/{share(path)}-{path}") for path in renamed]),
        ],
        checkout=True,
    )
    return stays | set(symbols), deleted - short, renamed - short


@pytest.mark.parametrize("project", ["tlamatini", "recommendarr", "actorforth"])
def test_what_is_there_is_never_gone_and_what_went_is_found(tmp_path: Path, project: str) -> None:
    """No false alarm at all; nearly everything that was deleted or renamed is told."""
    memory = data_folder("claude", "memory", project, "memory")
    bench = make_bench(tmp_path, agent=False, git=True)
    stays, deleted, renamed = made_up(bench, memory)
    claims = [
        one
        for checked in verify(open_desk(bench.root, bench.env, memory_dir=memory)).memories
        for one in checked.claims
    ]
    alarms = [one for one in claims if one.verdict in {Verdict.GONE, Verdict.MOVED}]
    assert [one.claim.name for one in alarms if one.claim.name in stays] == []
    went = [one for one in claims if one.claim.kind is ClaimKind.FILE and one.claim.name in deleted | renamed]
    history = ("as the line says", "the line tells what was done at that time")
    told = [one for one in went if one in alarms or one.reason.endswith(history)]
    assert len(told) >= 0.95 * len(went)
    assert all(one.verdict is not Verdict.MOVED or one.now for one in claims)


@pytest.mark.parametrize("project", ["tlamatini", "recommendarr"])
def test_without_their_repository_nobody_can_tell(tmp_path: Path, project: str) -> None:
    """Every claim says so; the lines are those of the files."""
    memory = data_folder("claude", "memory", project, "memory")
    bench = make_bench(tmp_path, agent=False)
    report = verify(open_desk(bench.root, bench.env, memory_dir=memory))
    assert report.count(Verdict.UNKNOWN) == sum(len(checked.claims) for checked in report.memories) > 20
    for checked in report.memories:
        lines = (memory / checked.path.partition("/")[2]).read_text("utf-8", "replace").split("\n")
        for one in checked.claims:
            assert one.claim.name.split(" ")[-1] in lines[one.claim.line - 1]
