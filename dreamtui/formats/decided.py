"""Graduated and rejected files: the candidate's bytes, then the reason and who gave it, as dotagent writes them."""

import re

from dreamtui.formats import meta as comment

_DECIDED = re.compile(
    r"\n\n\n## (?P<heading>Rationale|Rejection rationale)\n\n(?P<why>.*)\n\n"
    r"## (?P<by>Graduated by|Rejected by)\n\n- (?P<who>.*) on (?P<when>\S+)\n$",
    re.DOTALL,
)

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
    found = _DECIDED.search(data.decode("utf-8", "replace"))
    return (found["why"], found["who"], found["when"]) if found else ("", "", "")


def with_meta(data: bytes, **keys: object) -> bytes:
    """The candidate with keys of its comment set (None removes one)."""
    found = comment.find(data)
    meta = {**(found[2] if found else {}), **keys}
    return comment.replace(data, {key: value for key, value in meta.items() if value is not None})
