"""dotagent's own workspaces: the same queue from every stage, and the same bytes in compat."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from workbench import Bench, copied, data_folder, make_bench

STAGES = (
    "1-candidates",
    "2-after-decisions",
    "3-after-sync",
    "4-run-again-reproposed",
    "5-after-rerationale",
)
RUN = ("dream", "--compat", "dotagent", "--since", "30d", "--min-cluster-size")

_TITLE = re.compile(r"^# Candidate `[^`]*` — (.*)$")
_TIMES = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")


def _golden() -> list[dict[str, Any]]:
    """The cases of golden.json, whatever there are; none where the data is absent."""
    top = os.environ.get("DREAMTUI_DATA") or Path(__file__).resolve().parents[3] / "shared" / "data"
    path = Path(top, "dotagent", "golden.json")
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


CASES = _golden()


def timeless(data: bytes) -> bytes:
    """A file with its timestamps taken out, and nothing else."""
    return _TIMES.sub(b"<time>", data)


def expected(files: Mapping[str, str]) -> dict[str, bytes]:
    """Files of a case by name."""
    return {name: timeless(text.encode()) for name, text in files.items()}


def written(folder: Path) -> dict[str, bytes]:
    """Markdown files of a folder by name."""
    return {path.name: timeless(path.read_bytes()) for path in folder.glob("*.md")}


def stage(tmp_path: Path, name: str) -> Bench:
    """A writable copy of one of dotagent's workspaces."""
    source = data_folder("dotagent", name)
    bench = make_bench(tmp_path, agent=False).at(now="2026-11-18T06:05:00Z")
    copied(source, bench.root)
    return bench


def titles(folder: Path) -> dict[str, str]:
    """Ids and titles as dotagent's `dream list` prints them, without its own beginning of the line."""
    found = {}
    for path in folder.glob("*.md"):
        match = _TITLE.match(path.read_text(encoding="utf-8").split("\n", 1)[0])
        assert match, path
        found[path.stem] = match[1]
    return found


def case_bench(tmp_path: Path, case: dict[str, Any]) -> Bench:
    """A workspace made from a golden case, at the moment dotagent ran."""
    bench = make_bench(tmp_path).at(now=case["now"], actor="alice")
    for name, text in case["events"].items():
        path = bench.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    for name, text in (("docs/bug-registry.md", case["bug_registry"]), (".agent/config.yaml", case["config"])):
        if text is not None:
            (bench.root / name).parent.mkdir(exist_ok=True)
            (bench.root / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    return bench


def reason_in(text: str) -> str:
    """The reason a rejected file carries."""
    return text.split("\n\n\n## Rejection rationale\n\n", 1)[1].rsplit("\n\n## Rejected by\n\n", 1)[0]


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_lists_the_ids_and_titles_of_its_candidate_files(tmp_path: Path, name: str) -> None:
    """What dotagent lists is what we list, in every stage of its loop."""
    bench = stage(tmp_path, name)
    wanted = titles(bench.agent / "dream" / "candidates")
    shown = {item: entry["title"] for item, entry in bench.items(status="").items() if entry["kind"] == "candidate"}
    assert wanted and shown == wanted
    everything = {item: entry["title"] for item, entry in bench.items().items() if entry["kind"] == "candidate"}
    decided = titles(bench.agent / "dream" / "graduated") | titles(bench.agent / "dream" / "rejected")
    assert everything == decided | wanted


@pytest.mark.parametrize("name", STAGES[3:])
def test_what_dotagent_proposes_again_is_shown_as_decided(tmp_path: Path, name: str) -> None:
    """A re-proposed candidate is recurring and names the decision it recurs against; the others are pending."""
    bench = stage(tmp_path, name)
    dream = bench.agent / "dream"
    decided = {path.stem for path in (*dream.glob("graduated/*.md"), *dream.glob("rejected/*.md"))}
    shown = {item: entry for item, entry in bench.items(status="").items() if entry["kind"] == "candidate"}
    assert decided
    assert {item for item, entry in shown.items() if entry["status"] == "recurring"} == decided
    assert all(shown[item]["decision"] for item in decided)
    assert {entry["status"] for item, entry in shown.items() if item not in decided} == {"pending"}


def test_stage_one_is_mined_and_decided_with_the_same_bytes(tmp_path: Path) -> None:
    """Mining stage 1 again gives its candidates; deciding them gives the files of stage 2."""
    bench = stage(tmp_path, "1-candidates")
    dream = bench.agent / "dream"
    wanted = written(dream / "candidates")
    for path in dream.glob("candidates/*.md"):
        path.unlink()
    bench.ok(*RUN, "3")
    assert written(dream / "candidates") == wanted

    after = data_folder("dotagent", "2-after-decisions") / ".agent"
    for path in sorted((after / "dream" / "graduated").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        why = text.split("\n\n\n## Rationale\n\n", 1)[1].rsplit("\n\n## Graduated by\n\n", 1)[0]
        who = text.rsplit("\n- ", 1)[1].split(" on ")[0]
        bench.at(actor=who).ok("graduate", path.stem, "--rationale", why)
    for path in sorted((after / "dream" / "rejected").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        who = text.rsplit("\n- ", 1)[1].split(" on ")[0]
        bench.at(actor=who).ok("reject", path.stem, "--rationale", reason_in(text))
    for folder in ("dream/candidates", "dream/graduated", "dream/rejected"):
        assert written(bench.agent / folder) == written(after / folder)
    rules = "memory/semantic/rules/auto-dream"
    assert _as_typed(written(bench.agent / rules)) == _as_typed(written(after / rules))
    assert bench.ok("audit", "verify").out.strip() == "3 records verified"


def _as_typed(rules: dict[str, bytes]) -> dict[str, bytes]:
    """Rules without the candidate's id in their provenance, where dotagent repeats the prefix that was typed."""
    return {name: re.sub(rb"(from candidate [0-9a-f]{1,4})[0-9a-f]*\n", rb"\1\n", text) for name, text in rules.items()}


@pytest.mark.skipif(not CASES, reason="golden.json is not here: set DREAMTUI_DATA to the shared data")
@pytest.mark.parametrize("case", CASES, ids=[f"case-{case['seed']}" for case in CASES])
@pytest.mark.parametrize("flag", [(), ("--compat", "dotagent")], ids=["by-itself", "asked-for"])
def test_a_golden_case_gives_dotagents_bytes(tmp_path: Path, case: dict[str, Any], flag: tuple[str, ...]) -> None:
    """Candidates, graduated, rejected and rule files equal dotagent's but for the timestamps."""
    bench = case_bench(tmp_path, case)
    dream = bench.agent / "dream"
    done = bench.run(*RUN, str(case["min_cluster_size"]))
    assert done.code == case["rc"], done
    assert written(dream / "candidates") == expected(case["candidates"])

    left = set(case["candidates"])
    if graduate := case.get("graduate"):
        bench.ok("graduate", graduate["id"], "--rationale", graduate["rationale"], *flag)
        assert written(dream / "graduated") == expected(graduate["graduated"])
        assert written(bench.agent / "memory/semantic/rules/auto-dream") == expected(graduate["rules"])
        left -= set(graduate["graduated"])
    if reject := case.get("reject"):
        why = reject.get("rationale") or reason_in(next(iter(reject["rejected"].values())))
        bench.ok("reject", reject["id"], "--rationale", why, *flag)
        assert written(dream / "rejected") == expected(reject["rejected"])
        left -= set(reject["rejected"])
    assert written(dream / "candidates") == expected({name: case["candidates"][name] for name in left})
    assert bench.ok("audit", "verify", "--strict", "--json").data["drift"] == []
