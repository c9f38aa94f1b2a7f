"""Graduated and rejected files: the candidate's bytes, then the reason and who gave it, as dotagent writes them."""

import re

from dreamtui.kinds import meta as comment

_HEADING = re.compile(r"\n\n\n## (?:Rationale|Rejection rationale)\n\n")
_BY = ("\n\n## Graduated by\n\n- ", "\n\n## Rejected by\n\n- ")
_SECTIONS = re.compile(rb"\n\n## (?:Rationale|Rejection rationale)\n\n")


def append_graduation(candidate: bytes, rationale: str, actor: str, when: str) -> bytes:
    """The bytes of graduated/<id>.md."""
    return _append(candidate, "Rationale", "Graduated by", rationale, actor, when)


def append_rejection(candidate: bytes, rationale: str, actor: str, when: str) -> bytes:
    """The bytes of rejected/<id>.md."""
    return _append(candidate, "Rejection rationale", "Rejected by", rationale, actor, when)


def _append(candidate: bytes, heading: str, by: str, rationale: str, actor: str, when: str) -> bytes:
    tail = f"\n\n## {heading}\n\n{rationale}\n\n## {by}\n\n- {actor} on {when}\n"
    return candidate + comment.without_marks(tail).encode("utf-8", "replace")


def undecided(data: bytes) -> bytes:
    """The candidate inside a decided file: everything before the sections a decision put behind it."""
    found = comment.find(data)
    sections = _SECTIONS.search(data, found[1] - 1 if found else 0)
    return data[: sections.start()] if sections else data


def verdict(data: bytes) -> tuple[str, str, str]:
    """Rationale, who and when of the last decision in the file; empty when there is none."""
    text = data.decode("utf-8", "replace")
    head, on, when = text.removesuffix("\n").removesuffix("\n").rpartition(" on ")
    place, by = max((head.rfind(by), by) for by in _BY)
    heading = _HEADING.search(head, 0, max(place, 0))
    if heading is None or not on or not text.endswith("\n") or len(when.split()) != 1 or when != when.strip():
        return "", "", ""
    return head[heading.end() : place], head[place + len(by) :], when


def with_meta(data: bytes, **keys: object) -> bytes:
    """The candidate with keys of its comment set (None removes one)."""
    found = comment.find(data)
    meta = {**(found[2] if found else {}), **keys}
    return comment.replace(data, {key: value for key, value in meta.items() if value is not None})
