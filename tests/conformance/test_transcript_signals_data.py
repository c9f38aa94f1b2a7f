"""What the signals find in the real transcripts, each finding judged by reading the conversation it came from.

A finding is named by the record its newest evidence stands in, and held to be true when the person did want that from
then on, or when the command did fail again for a reason that another session would meet too.
"""

import json
import os
import shutil
from functools import cache
from pathlib import Path

import pytest
from workbench import data_folder, make_bench

from dreamtui.mining.signals import EventMiners
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.sources.claude import records
from dreamtui.sources.transcripts import find, scan

EVER = MineSettings("2000-01-01T00:00:00Z", "ever")
JUDGED = {
    ("correction", "01cc930d-253a-4632-831c-ee2567287ac8"): True,  # which package manager
    ("correction", "4838f5cc-f8fc-4b0a-9d05-e12ccd7c8d42"): True,  # nothing is assumed of anybody's environment
    ("correction", "8eeb7038-5c0b-465d-a7f0-341f654243fd"): True,  # "remember that I'd rather …"
    ("correction", "8f25a85d-06d8-44a7-bd36-20ecc95dfe38"): False,  # a detail of one plan, not of what follows
    ("decided", "d7b6b125-81d6-4080-b09d-cf1a11142bce"): True,  # in which container the work is done
}
"""Every finding there is, and whether it is worth a person's attention."""


def laid_out(claude: Path) -> list[str]:
    """Every folder of transcripts as a project; the outermost of the working directories in them."""
    base = data_folder("claude", "transcripts")
    for folder in sorted({path.parent for path in base.rglob("*.jsonl")}):
        name = "-" + str(folder.relative_to(base)).replace("/", "-").replace(".", "-")
        if "subagents" not in folder.parts and not (claude / "projects" / name).exists():
            shutil.copytree(folder, claude / "projects" / name)
    places = sorted({cwd for path in base.rglob("*.jsonl") for cwd in _places(path)})
    return [cwd for cwd in places if not any(cwd.startswith(other + "/") for other in places)]


def _places(path: Path) -> set[str]:
    """The working directories in a transcript."""
    found = set()
    for line in path.read_bytes().split(b"\n"):
        try:
            cwd = json.loads(line).get("cwd")
        except (ValueError, AttributeError):
            continue
        if isinstance(cwd, str) and cwd.startswith("/"):
            found.add(cwd)
    return found


@cache
def found_in(claude: Path) -> tuple[Finding, ...]:
    """The findings of every project."""
    every: list[Finding] = []
    for root in laid_out(claude):
        every += EventMiners(EVER.since).findings(EVER, scan(find(claude, [Path(root)])).events)
    return tuple(every)


@pytest.fixture(scope="module")
def claude(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for Claude Code's."""
    return tmp_path_factory.mktemp("home") / ".claude"


def newest(finding: Finding) -> tuple[str, str]:
    """What a finding is named by."""
    return finding.signal, finding.evidence[0].locator.ref.rpartition("#")[2]


def test_every_finding_was_judged(claude: Path) -> None:
    """None is missing and none is new; two in three are worth it."""
    assert sorted(map(newest, found_in(claude))) == sorted(JUDGED)
    assert sum(JUDGED.values()) * 3 >= len(JUDGED) * 2


def test_every_piece_of_evidence_is_found_again(claude: Path) -> None:
    """By its id and digest, at the very line it was read from."""
    for finding in found_in(claude):
        for piece in finding.evidence:
            file, uuid = records.split(piece.locator.ref)
            with records.opened(claude, file) as stream:
                assert stream is not None
                wanted = records.Wanted(uuid, piece.locator.line, piece.digest)
                assert records.lines_now(stream, [wanted]) == [piece.locator.line]


def test_a_real_conversation_in_a_workspace_of_its_own(tmp_path: Path) -> None:
    """From the files of one project to an item in the queue that can be looked up."""
    bench = make_bench(tmp_path, git=True)
    source = data_folder("claude", "transcripts", "claude-code-log", "-Users-dain-workspace-JSSoundRecorder")
    target = Path(bench.env["HOME"]) / ".claude" / "projects" / "-any-name"
    target.mkdir(parents=True)
    for path in source.glob("*.jsonl"):
        there = os.fsencode(bench.root)
        (target / path.name).write_bytes(path.read_bytes().replace(b"/Users/dain/workspace/JSSoundRecorder", there))
    done = bench.ok("dream", "--since", "2000-01-01", "--json").data
    assert (done["read"]["transcripts"], [item["signal"] for item in done["items"]]) == (11, ["correction"] * 2)
    (pnpm,) = [item["id"] for item in done["items"] if "pnpm" in item["title"]]
    shown = bench.ok("show", pnpm, "--json").data
    assert shown["suggestion"] == "Use pnpm."
    assert [piece["resolves"] for piece in shown["evidence"]] == [True]
