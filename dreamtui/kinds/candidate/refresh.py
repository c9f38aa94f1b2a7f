"""Brings a candidate file up to date without touching what the reviewer wrote in it."""

from dataclasses import replace
from difflib import SequenceMatcher

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate.codec import FIELD, ParsedCandidate, body, evidence_line, parse, render, to_meta
from dreamtui.model.item import Item


def refresh(old: bytes, item: Item, path: str, *, bare: bool = False) -> bytes:
    """The file with our lines brought up to date and every line that is the reviewer's kept where it stands."""
    before = parse(old, path, item.id)
    generated_at = before.generated_at or item.first_seen
    known = {**before.meta}
    new = render(item, generated_at, bare=bare, known=known)
    if bare and before.meta:
        new = comment.replace(new, to_meta(item, generated_at, known))
    base = _as_last_written(before, item.id).encode("utf-8", "replace").decode("utf-8")
    mine = _without_comment(old)
    if base == mine:
        return new
    merged = _merge(base.split("\n"), mine.split("\n"), _without_comment(new).split("\n"))
    tail = comment.find(new)
    merged_bytes = "\n".join(merged).encode("utf-8", "replace")
    return comment.replace(merged_bytes, tail[2]) if tail else merged_bytes


def _as_last_written(before: ParsedCandidate, item_id: str) -> str:
    """What we wrote last, rebuilt from the comment; for dotagent's own files, from the lines in its shape."""
    if "signal" in before.meta:
        item = replace(before.item, title=str(before.meta.get("title") or before.item.title))
        return body(item, before.generated_at, tuple(evidence_line(p) for p in item.evidence))
    return body(replace(before.item, id=item_id), before.generated_at, before.lines)


def _without_comment(data: bytes) -> str:
    found = comment.find(data)
    if not found:
        return data.decode("utf-8", "replace")
    start, end, _ = found
    head = data[:start]
    head = head[:-1] if head.endswith(b"\n\n") else head
    return (head + data[end:]).decode("utf-8", "replace")


def _slot(line: str, section: str) -> str:
    """Which part of our text a line is: lines of one slot stand for each other across versions."""
    if line.startswith("# "):
        return "title"
    entry = FIELD.match(line)
    if entry and section == "":
        return f"field {entry.group(1)}"
    if section == "Evidence" and line.startswith("- "):
        return "evidence"
    return ""


def _slots(lines: list[str]) -> list[str]:
    section, slots = "", []
    for line in lines:
        if line.startswith("## "):
            section = line[3:].strip()
        slots.append(_slot(line, section))
    return slots


def _merge(base: list[str], mine: list[str], new: list[str]) -> list[str]:
    """Three-way by slots: our unchanged lines give way to the new ones, the reviewer's stay."""
    fresh: dict[str, list[str]] = {}
    for line, slot in zip(new, _slots(new), strict=True):
        fresh.setdefault(slot, []).append(line)
    out: list[str] = []
    written: set[str] = set()
    slots = _slots(base)
    for tag, b0, b1, m0, m1 in SequenceMatcher(None, base, mine, autojunk=False).get_opcodes():
        if tag == "equal":
            for index in range(b0, b1):
                slot = slots[index]
                if not slot:
                    out.append(base[index])
                elif slot not in written:
                    written.add(slot)
                    out.extend(fresh.get(slot, []))
            continue
        out.extend(mine[m0:m1])
        written.update(slot for slot in slots[b0:b1] if slot and slot != "evidence")
    return out
