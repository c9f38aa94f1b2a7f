"""Reorganizing real rule files: every exact copy is found, and every merge keeps every statement."""

import os
import re
from collections import defaultdict
from hashlib import sha256
from pathlib import Path

import pytest

from dreamtui.memory.reorganize import FindSettings, World, propose
from dreamtui.memory.reorganize.statements import statements
from dreamtui.model.proposal import Fate, Memory, Reorganization

_DATA = (
    Path(os.environ.get("DREAMTUI_DATA", Path(__file__).resolve().parents[3] / "shared" / "data")) / "rules" / "rules"
)

pytestmark = pytest.mark.skipif(not _DATA.is_dir(), reason=f"no shared rules in {_DATA}; set DREAMTUI_DATA")


@pytest.fixture(scope="module")
def items() -> list[Memory]:
    """Every list item of the rule files as a memory."""
    found = []
    for path in sorted(_DATA.glob("*.mdc")):
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), start=1):
            match = re.match(r"^\s*(?:[-*]|\d+[.)])\s+(.*\S)", line)
            if match:
                name = "n-" + sha256(f"{path.name}:{number}".encode()).hexdigest()[:10]
                found.append(Memory(name, f"{path.name}:{number}", "0" * 64, "", match[1], "note"))
    return found


@pytest.fixture(scope="module")
def found(items: list[Memory]) -> Reorganization:
    """One cycle over all of them."""
    return propose(items, FindSettings(max_mutations=1_000_000), World())


def test_every_exact_copy_is_found(items: list[Memory], found: Reorganization) -> None:
    """All memories with one text are sources of one merge."""
    merge_of = {
        source.id: proposal.id
        for proposal in found.proposals
        for mutation in proposal.mutations
        for source in mutation.sources
    }
    copies: dict[str, list[str]] = defaultdict(list)
    for memory in items:
        copies[memory.text].append(memory.id)
    repeated = [ids for ids in copies.values() if len(ids) > 1]
    assert len(repeated) > 500
    for ids in repeated:
        assert len({merge_of[one] for one in ids}) == 1


def test_every_merge_of_real_rules_keeps_every_statement(items: list[Memory], found: Reorganization) -> None:
    """Nothing lost, each statement or the one that stands for it in the text, and no memory in two merges."""
    texts = {memory.id: memory.text for memory in items}
    seen: set[str] = set()
    for proposal in found.proposals:
        for mutation in proposal.mutations:
            ids = [source.id for source in mutation.sources]
            assert not seen & set(ids)
            seen |= set(ids)
            assert sorted(s.text for s in mutation.statements) == sorted(
                said.text for one in ids for said in statements(texts[one])
            )
            for statement in mutation.statements:
                assert statement.fate is not Fate.LOST
                assert (statement.into or statement.text) in mutation.text


def test_whole_rule_files_take_part(found: Reorganization) -> None:
    """Forty real files as long memories: a cycle ends, and is the same backwards."""
    files = [
        Memory(f"f-{at:02}", path.name, "0" * 64, path.stem, path.read_text(encoding="utf-8", errors="replace"), "note")
        for at, path in enumerate(sorted(_DATA.glob("*.mdc"))[:40])
    ]
    told = FindSettings(threshold=0.5)
    assert propose(files, told, World()) == propose(files[::-1], told, World())
