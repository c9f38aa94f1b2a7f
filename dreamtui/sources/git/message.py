"""What a commit message says about other commits and people: reverts, copies, squashes, co-authors. Pure text."""

import re
from typing import NamedTuple

_QUOTED_REVERT = re.compile(
    r'\s*revert(?:ed|s)?:?\s+["“](.*)["”]\s*+(?:\.\s*+)?(?:\(#\d+\)\s*+)?$', re.IGNORECASE | re.DOTALL
)
_TYPED_REVERT = re.compile(r"\s*revert(?:\([^)]*\))?!?:\s*(.+)$", re.IGNORECASE | re.DOTALL)
_PLAIN_REVERT = re.compile(r"\s*revert(?:ed|s|ing)?\s+(.+)$", re.IGNORECASE | re.DOTALL)
_QUOTED_REAPPLY = re.compile(r'\s*re-?(?:apply|land)\s+["“](.*)["”]\s*$', re.IGNORECASE | re.DOTALL)
_REAPPLY = re.compile(r"\s*re-?(?:apply|land)\b", re.IGNORECASE)
_PULL_REQUEST = re.compile(r"(?<!\s)\s*\((?:#|!)\d+\)\s*$")

_TAKES_BACK = re.compile(
    r"^this reverts commits?[:\s]+((?:[`\"']?\b[0-9a-f]{7,64}\b[`\"']?(?:\s*,\s*and\s+|\s*,\s*|\s+and\s+)?)+)",
    re.IGNORECASE | re.MULTILINE,
)
_SHA = re.compile(r"\b[0-9a-f]{7,64}\b")
_PICKED = re.compile(r"^\(cherry[- ]picked from commit ([0-9a-f]{7,64})\)", re.IGNORECASE | re.MULTILINE)
_COAUTHOR = re.compile(r"^co-authored-by:([^<>\n]*)<([^<>\n]*)>", re.IGNORECASE | re.MULTILINE)
_BULLET = re.compile(r"^[*-] (\S.*)$", re.MULTILINE)
_SQUASHED = "Squashed commit of the following:"
_SQUASHED_COMMIT = re.compile(r"^commit ([0-9a-f]{40,64})\b", re.MULTILINE)

_LONGEST = 1000
"""Characters of a subject that are compared; more is no subject."""

_TOOL_TRAILER = "dotagent@local"
"""Address of the trailer dotagent adds to every commit; it names a tool, not a person."""


class CommitMessage(NamedTuple):
    """What was parsed of one commit message."""

    subject: str
    """The first paragraph on one line, as git shows it."""
    revert: bool
    """Whether the commit takes another change back."""
    reverted: str
    """Subject of what is taken back as the message gives it; empty when it does not."""
    reverts: tuple[str, ...]
    """Shas of "This reverts commit" lines, perhaps abbreviated, in the order given."""
    picked: tuple[str, ...]
    """Shas of "(cherry picked from commit …)" lines."""
    squashed: tuple[str, ...]
    """Subjects or full shas of the commits a squash lists."""
    coauthors: tuple[tuple[str, str], ...]
    """Name and e-mail of each Co-authored-by trailer."""


def read_message(message: str) -> CommitMessage:
    """Understand a commit message; `Reapply "…"` is no revert, `Revert "Revert …"` is one."""
    text = message.replace("\r\n", "\n").strip("\n")
    head, gap, body = text.partition("\n\n")
    subject = " ".join(line.strip() for line in head.split("\n")).strip() if "\n" in head else head.strip()
    if not gap:
        revert, reverted = _revert_subject(subject)
        return CommitMessage(subject, revert, reverted, (), (), (), ())
    lower = body.lower()
    squashed = _squash_list(body)
    revert, reverted = _revert_subject(subject)
    reverts: tuple[str, ...] = ()
    if "this reverts" in lower and not _REAPPLY.match(subject) and (revert or not squashed):
        reverts = tuple(dict.fromkeys(_taken_back(lower)))
        revert = revert or bool(reverts)
    picked = tuple(dict.fromkeys(_PICKED.findall(lower))) if "picked from commit" in lower else ()
    people = _COAUTHOR.findall(body) if "co-authored-by:" in lower else ()
    coauthors = tuple(
        dict.fromkeys((name.strip(" \t"), mail) for name, mail in people if mail.strip().lower() != _TOOL_TRAILER)
    )
    return CommitMessage(subject, revert, reverted, reverts, picked, () if revert else squashed, coauthors)


def bare_subject(subject: str) -> str:
    """A subject to compare by: spaces collapsed, pull-request numbers and revert wrappings taken off."""
    text = " ".join(subject[:_LONGEST].split())
    while True:
        text = _PULL_REQUEST.sub("", text).strip()
        inner = _unwrap(text)
        if not inner or inner == text:
            return text
        text = inner


def _unwrap(subject: str) -> str:
    """One layer of Revert or Reapply removed; empty if there is none."""
    quoted = _QUOTED_REVERT.match(subject) or _QUOTED_REAPPLY.match(subject)
    if quoted:
        return quoted.group(1).strip()
    typed = _TYPED_REVERT.match(subject) or _PLAIN_REVERT.match(subject)
    return typed.group(1).strip(' "“”') if typed else ""


def _revert_subject(subject: str) -> tuple[bool, str]:
    if subject[:1] not in "Rr" or subject[:6].lower() != "revert":
        return False, ""
    inner = _unwrap(subject)
    return bool(inner), bare_subject(inner) if inner else ""


def _taken_back(lower: str) -> list[str]:
    return [sha for match in _TAKES_BACK.finditer(lower) for sha in _SHA.findall(match.group(1))]


def _squash_list(body: str) -> tuple[str, ...]:
    """What a squash says it is made of; at least two entries, else it is an ordinary list."""
    if body.lstrip().startswith(_SQUASHED):
        found = _SQUASHED_COMMIT.findall(body)
    else:
        found = _BULLET.findall(body) if "\n* " in body or body.startswith(("* ", "- ")) else []
    return tuple(dict.fromkeys(entry.strip() for entry in found)) if len(found) > 1 else ()
