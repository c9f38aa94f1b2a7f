"""What a run found and what waits, as Markdown for mail, chat or the body of a pull request.

The words of others stand in code spans: no link, mention, image or tag in them comes to life, wherever it is shown.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from dreamtui.text.danger.risks import mask
from dreamtui.text.inert import inert_line, one_line
from dreamtui.text.jsons import read_json

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.kinds.row import QueueEntry

_ITEMS, _PIECES, _LONGEST = 20, 5, 240
_RISKY = {
    "secret": "looks like a secret",
    "hidden": "hidden characters",
    "instructions": "reads like an order to an agent",
}


class DigestItem(NamedTuple):
    """An item with its evidence; secrets are masked."""

    id: str
    kind: str
    signal: str
    title: str
    new: bool
    """It was added by this run."""
    evidence: tuple[str, ...]
    """Who said or did what and when, a line each."""
    notes: tuple[str, ...]
    """What a reader should be careful about."""


class QueueDigest(NamedTuple):
    workspace: str
    new: int
    """Items that this run added."""
    updated: int
    waits: int
    """Items that wait for a person."""
    recurring: int
    """Decided items that came up again with anything newer."""
    oldest: str
    """The day of the oldest that waits; empty for none."""
    items: tuple[DigestItem, ...]
    """What waits, what is new first."""


def digest(desk: "Desk", new: Iterable[str], updated: int = 0) -> QueueDigest:
    """What waits now; `new` are the ids that a run added."""
    from dreamtui.desk.queue.listing import listing
    from dreamtui.model.status import Status

    added = frozenset(new)
    entries = [one for one in listing(desk).entries if one.is_news]
    waiting = [one for one in entries if one.status is Status.PENDING]
    ordered = sorted(waiting, key=lambda one: one.row.id not in added)
    oldest = min((one.row.last_seen for one in waiting if one.row.last_seen), default="")
    return QueueDigest(
        inert_line(desk.workspace.root.name),
        sum(one.row.id in added for one in waiting),
        updated,
        len(waiting),
        len(entries) - len(waiting),
        oldest[:10],
        tuple(_item(one, new=one.row.id in added) for one in ordered),
    )


def _item(entry: "QueueEntry", *, new: bool) -> DigestItem:
    row = entry.row
    pieces = read_json(row.evidence_json)
    evidence = (" ".join(filter(None, (piece["when"][:10], piece["who"], piece["quote"]))) for piece in pieces)
    flags = row.flags.split()
    return DigestItem(
        row.id,
        row.kind,
        row.signal,
        _plain(row.title),
        new,
        tuple(map(_plain, evidence)),
        tuple(words for flag, words in _RISKY.items() if flag in flags),
    )


def _plain(text: str) -> str:
    """One line without secrets and without anything that acts on a terminal or hides from a reader."""
    line = inert_line(one_line(mask(text))).strip()
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def markdown(found: QueueDigest, how: Sequence[str] = ("dreamtui",)) -> str:
    """The digest as Markdown; `how` are the commands with which a person decides."""
    counts = [f"**{found.new} new**", f"{found.waits} in all"] if found.new else [f"{found.waits} in all"]
    counts += [f"{found.recurring} decided before, with newer evidence"] if found.recurring else []
    counts += [f"the oldest since {found.oldest}"] if found.oldest else []
    lines = [f"# What waits for a decision in {code(found.workspace)}", "", ", ".join(counts) + ".", ""]
    for one in found.items[:_ITEMS]:
        sign = "new, " if one.new else ""
        lines += [f"### {code(one.id)} {sign}{code(one.signal or one.kind)}", "", code(one.title), ""]
        lines += [f"- {code(piece)}" for piece in one.evidence[:_PIECES]]
        lines += [f"- and {len(one.evidence) - _PIECES} more"] if len(one.evidence) > _PIECES else []
        lines += [f"- careful: {', '.join(one.notes)}"] if one.notes else []
        lines.append("")
    if len(found.items) > _ITEMS:
        lines += [f"And {len(found.items) - _ITEMS} more: `dreamtui list`.", ""]
    lines += ["Nothing of this is remembered until a person decides it, with a reason:", "", "```"]
    return "\n".join([*lines, *how, "```", ""])


def code(text: str) -> str:
    """A text as a code span, whose fence is longer than any run of backticks in it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if longest or not text.strip() or text[0] == " " or text[-1] == " " else ""
    return f"{fence}{gap}{text or ' '}{gap}{fence}"
