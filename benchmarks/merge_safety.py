"""Whether proposed merges are safe: contradictions among them, and true duplicates found, with and without guards.

    python benchmarks/merge_safety.py [--examples] [--sick FILE]

The pairs of merge_safety_pairs.txt were written before the guards; every second pair of a kind is held out and printed
apart. Those of merge_safety_fresh.txt were written after the guards had been tuned. One author wrote pairs and guards
and remembered some of the held-out ones, so the figures are about these kinds of difference, not about all text. Where
the shared rules are there, 60 proposals that were judged by hand are looked up again.

`--sick` takes SICK.txt (Marelli et al. 2014; tab-separated, 9,927 pairs with entailment, contradiction or neutral): how
many contradictions are among the pairs that would be merged, and how many entailments are found. The look-alikes of the
shared pairs may never be merged, however low the threshold.
"""

import argparse
import json
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dreamtui.memory.reorganize import DEFAULT_SCORER, DEFAULT_THRESHOLD, SCORERS, FindSettings, World, propose
from dreamtui.memory.reorganize.likeness import score
from dreamtui.memory.reorganize.merging import compare
from dreamtui.model.proposal import Memory, Proposal

HERE = Path(__file__).resolve().parent
SAME = frozenset({"duplicate", "paraphrase"})
SEED = "dreamtui 60"
DRAWN = 60


@dataclass(frozen=True)
class Case:
    """One pair and whose it is."""

    kind: str
    one: Memory
    other: Memory
    part: str

    @property
    def may_merge(self) -> bool:
        return self.kind in SAME


def memory(number: int, text: str) -> Memory:
    return Memory(f"n-{number:010}", f"notes/{number}.md", "0" * 64, text, text, "note")


def cases() -> Iterator[Case]:
    for name in ("pairs", "fresh"):
        seen: Counter[str] = Counter()
        for line in (HERE / f"merge_safety_{name}.txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("#") or not line.strip():
                continue
            kind, one, other = (part.strip() for part in line.split(" | "))
            part = "fresh" if name == "fresh" else ("tuned on", "held out")[seen[kind] % 2]
            seen[kind] += 1
            yield Case(kind, memory(1, one), memory(2, other), part)


def figures(chosen: list[Case], threshold: float, scorer: str, guarded: bool) -> tuple[int, int, int, int, int, int]:
    """Proposed, contradictions among them, duplicates found and there, paraphrases found and there."""
    bag = SCORERS[scorer].bag
    proposed = [
        case
        for case in chosen
        if score(bag(case.one.text), bag(case.other.text)) >= threshold
        and not (guarded and compare(case.one, case.other))
    ]
    kinds, there = Counter(case.kind for case in proposed), Counter(case.kind for case in chosen)
    wrong = sum(not case.may_merge for case in proposed)
    return (
        len(proposed), wrong, kinds["duplicate"], there["duplicate"], kinds["paraphrase"], there["paraphrase"],
    )  # fmt: skip


def row(chosen: list[Case], threshold: float, scorer: str) -> str:
    cells = []
    for guarded in (False, True):
        proposed, wrong, found, there, near, all_near = figures(chosen, threshold, scorer, guarded)
        share = 100 * wrong / proposed if proposed else 0.0
        cells.append(f"{wrong:4} of {proposed:3} ({share:4.1f} %)  {found:3}/{there:<3} {near:3}/{all_near:<3}")
    return "   ".join(cells)


def table(everything: list[Case]) -> None:
    print(f"{'':33}without guards                            with guards")
    print(f"{'':33}wrong among proposed  dupl.   paraphr.    wrong among proposed  dupl.   paraphr.")
    for part in ("tuned on", "held out", "fresh"):
        chosen = [case for case in everything if case.part == part]
        print(f"{part}, {len(chosen)} pairs")
        for name, scorer in SCORERS.items():
            mark = "*" if name == DEFAULT_SCORER else " "
            print(f" {mark}{name:8} at its default {scorer.threshold:4.2f}  {row(chosen, scorer.threshold, name)}")
        for threshold in (0.6, 0.7, 0.8, 0.85, 0.92):
            print(f"  {DEFAULT_SCORER:8} at {threshold:15.2f}  {row(chosen, threshold, DEFAULT_SCORER)}")


def by_kind(everything: list[Case], examples: bool) -> None:
    print(
        f"\nkinds at the default ({DEFAULT_SCORER} {DEFAULT_THRESHOLD}): pairs, alike, merged; guards; contradictions"
    )
    groups: dict[str, list[Case]] = defaultdict(list)
    for case in everything:
        groups[case.kind].append(case)
    bag = SCORERS[DEFAULT_SCORER].bag
    settings = FindSettings(now="2026-11-18T00:00:00Z")
    for kind, chosen in groups.items():
        alike = [c for c in chosen if score(bag(c.one.text), bag(c.other.text)) >= DEFAULT_THRESHOLD]
        guards: Counter[str] = Counter()
        merged = contradicted = 0
        for case in chosen:
            objection = compare(case.one, case.other)
            if objection is not None:
                guards[objection.guard] += 1
            found = propose([case.one, case.other], settings, World())
            merged += any(p.kind == "mutations" and len(p.mutations[0].sources) == 2 for p in found.proposals)
            contradicted += any(p.kind == "contradiction" for p in found.proposals)
            if examples and case.may_merge == (objection is not None) and kind != "paraphrase":
                print(f"    {case.part}: {case.one.text} | {case.other.text} | {objection and objection.guard}")
        named = ", ".join(f"{name} {count}" for name, count in guards.most_common())
        print(f"  {kind:10} {len(chosen):3} {len(alike):3} {merged:3}   contradictions {contradicted:3}   {named}")


def rules(folder: Path) -> list[Memory]:
    """Every list item of the shared rule files as a memory; its id is its place."""
    found = []
    for path in sorted(folder.glob("*.mdc")):
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), start=1):
            match = re.match(r"^\s*(?:[-*]|\d+[.)])\s+(.*\S)", line)
            if match:
                name = "n-" + sha256(f"{path.name}:{number}".encode()).hexdigest()[:10]
                found.append(Memory(name, f"{path.name}:{number}", "0" * 64, match[1], match[1], "note"))
    return found


def drawn(memories: list[Memory]) -> list[Proposal]:
    """The proposals to be judged: of those that are more than copies, the first 60 in an order that a seed gives."""
    found = propose(memories, FindSettings(max_mutations=1_000_000), World()).proposals
    texts = {memory.id: memory.text for memory in memories}
    open_ones = [p for p in found if not p.mutations or len({texts[s.id] for s in p.mutations[0].sources}) > 1]
    return sorted(open_ones, key=lambda p: sha256(f"{SEED} {p.id}".encode()).hexdigest())[:DRAWN]


def judged(folder: Path, examples: bool) -> None:
    memories = rules(folder)
    verdicts: dict[str, str] = json.loads((HERE / "rules_verdicts.json").read_text())["verdicts"]
    copies: dict[str, list[str]] = defaultdict(list)
    for memory in memories:
        copies[memory.text].append(memory.id)
    found = propose(memories, FindSettings(max_mutations=1_000_000), World())
    home = {s.id: p.id for p in found.proposals for m in p.mutations if p.kind == "mutations" for s in m.sources}
    together = sum(len({home.get(one, one) for one in ids}) == 1 for ids in copies.values() if len(ids) > 1)
    repeated = sum(len(ids) > 1 for ids in copies.values())
    kinds = Counter(p.kind for p in found.proposals)
    print(f"\nshared rules: {len(memories)} items; {together} of {repeated} repeated texts found whole; {dict(kinds)}")
    chosen = drawn(memories)
    counted = Counter(verdicts.get(p.id, "not judged") for p in chosen)
    print(f"{len(chosen)} proposals drawn by seed, judged by hand: {dict(sorted(counted.items()))}")
    if examples:
        texts = {memory.id: memory.text for memory in memories}
        for p in chosen:
            mutation = p.mutations[0] if p.mutations else p.choices[0].mutations[0]
            said = " | ".join(sorted({texts[source.id] for source in mutation.sources}))
            print(f"    {p.id} {verdicts.get(p.id, 'not judged')} {p.kind}: {said}")


def sick(path: Path, examples: bool) -> None:
    """SICK at the default: merges by label, and pairs that are proposed as a contradiction."""
    there: Counter[str] = Counter()
    merged: Counter[str] = Counter()
    against: Counter[str] = Counter()
    together: Counter[str] = Counter()
    bag = SCORERS[DEFAULT_SCORER].bag
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) < 5 or fields[0] == "pair_ID":
            continue
        one, other, label = memory(1, fields[1]), memory(2, fields[2]), fields[4]
        there[label] += 1
        if score(bag(one.text), bag(other.text)) >= DEFAULT_THRESHOLD and compare(one, other) is None:
            merged[label] += 1
            if examples and label == "CONTRADICTION":
                print(f"    merged: {one.text} | {other.text}")
        kinds = {p.kind for p in propose([one, other], FindSettings(), World()).proposals}
        against[label] += "contradiction" in kinds
        together[label] += bool(kinds & {"mutations", "pair"})
    total, said = sum(merged.values()), sum(against.values())
    wrong, right = merged["CONTRADICTION"], merged["ENTAILMENT"]
    print(
        f"\nSICK, {sum(there.values()):,} pairs: {total:,} merges; {wrong} contradictions ({wrong / total:.1%}),",
        end=" ",
    )
    print(f"{merged['NEUTRAL']} neutral ({merged['NEUTRAL'] / total:.1%}); entailments found", end=" ")
    print(f"{right:,} of {there['ENTAILMENT']:,} ({right / there['ENTAILMENT']:.1%});", end=" ")
    print(f"merged or shown side by side {together['ENTAILMENT']:,};", end=" ")
    hits, contradictions = against["CONTRADICTION"], there["CONTRADICTION"]
    print(f"contradictions proposed {hits:,} of {contradictions:,}, precision {hits / said:.1%}")


def pairs(path: Path) -> None:
    """Pairs of memory notes written by hand: each by itself, and all of them in one workspace."""
    data = json.loads(path.read_text(encoding="utf-8"))
    every: list[Memory] = []
    kinds: dict[frozenset[str], str] = {}
    for kind in ("duplicates", "lookalikes", "superseded"):
        alone: Counter[str] = Counter()
        for texts in data[kind]:
            old = replace(memory(len(every) + 1, texts[0]), created=_OLD, updated=_OLD)
            new = replace(memory(len(every) + 2, texts[1]), created=_NEW, updated=_NEW)
            every += [old, new]
            kinds[frozenset((old.id, new.id))] = kind
            bare = [replace(one, created="", updated="") for one in (old, new)]
            alone.update(_found(propose([old, new], FindSettings(), World()).proposals))
            alone.update(f"{what} without dates" for what in _found(propose(bare, FindSettings(), World()).proposals))
            low = propose([old, new], FindSettings(threshold=0.3), World()).proposals
            alone.update(f"{what} at 0.3" for what in _found(low) if what == "merge")
        print(f"{kind:10} {len(data[kind])}, each by itself: {dict(sorted(alone.items()))}")
    together: Counter[str] = Counter()
    for made in propose(every, FindSettings(max_mutations=10_000), World()).proposals:
        told = made.mutations or made.choices[0].mutations
        kind = kinds.get(frozenset(source.id for source in told[0].sources), "two of different pairs")
        together.update(f"{kind}: {what}" for what in _found([made]))
    print(f"all in one workspace: {dict(sorted(together.items()))}")


_OLD, _NEW = "2026-01-05T08:00:00Z", "2026-06-05T08:00:00Z"


def _found(made: Iterable[Proposal]) -> Iterator[str]:
    """What was found of a pair whose second memory is the newer: merge, pair, contradiction, or which is newer."""
    for one in made:
        if one.default:
            yield "newer is the newer" if one.default == "keep-b" else "older is the newer"
        else:
            yield "merge" if one.kind == "mutations" else one.kind


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", action="store_true", help="print the pairs that were decided wrongly")
    parser.add_argument(
        "--sick", type=Path, metavar="FILE", default=os.environ.get("DREAMTUI_SICK"),
        help="SICK.txt, which is not part of this project; else what DREAMTUI_SICK names",
    )  # fmt: skip
    options = parser.parse_args()
    everything = list(cases())
    table(everything)
    by_kind(everything, options.examples)
    shared = Path(os.environ.get("DREAMTUI_DATA", HERE.parents[1] / "shared" / "data"))
    data = shared / "rules" / "rules"
    if data.is_dir():
        judged(data, options.examples)
    else:
        print(f"\nno shared rules in {data}; set DREAMTUI_DATA")
    by_hand = shared / "pairs" / "memory-pairs.json"
    if by_hand.is_file():
        print()
        pairs(by_hand)
    else:
        print(f"\nno pairs in {by_hand}; set DREAMTUI_DATA")
    if options.sick is not None and Path(options.sick).is_file():
        sick(Path(options.sick), options.examples)
    else:
        print("\nSICK was not measured: give its file with --sick FILE")


if __name__ == "__main__":
    main()
