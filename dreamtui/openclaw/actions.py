"""What the desk does for promotions: queues them after a run, resolves their evidence, traces the lines they wrote."""

from collections.abc import Iterator

from dreamtui.desk.desk import Desk
from dreamtui.desk.kinds import DeskActions
from dreamtui.desk.outputs.why import LineOrigin
from dreamtui.kinds.decision import graph
from dreamtui.kinds.item_files import Gathered
from dreamtui.model.errors import DreamtuiError, Refused
from dreamtui.model.evidence import Where
from dreamtui.openclaw import promote
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw.daily_notes import DAILY_NOTE, daily_notes
from dreamtui.openclaw.js import quote
from dreamtui.openclaw.kind import FOLDERS, MEMORY, STORE
from dreamtui.openclaw.memory_file import markers
from dreamtui.openclaw.plans import PromotionFiles
from dreamtui.openclaw.promotion import Promotion
from dreamtui.openclaw.recalls import PromotionBatch, Recalls, promotion_lock
from dreamtui.openclaw.settings import PromotionOptions
from dreamtui.text.lines import Line, plain
from dreamtui.text.paths import split_line


def why_promoted(desk: Desk, reference: str) -> LineOrigin | None:
    """The promotion behind an id or MEMORY.md:LINE; None when the reference is neither."""
    item_id = reference if reference.startswith("m-") else _of_line(desk, reference)
    if not item_id:
        return None
    queue = desk.queue()
    rows = [row for folder in (FOLDERS.accepted, FOLDERS.pending, FOLDERS.rejected) for row in queue.rows(folder)]
    found = {row.id: row for row in reversed(rows) if row.id.startswith(item_id)}
    if len(found) > 1:
        raise Refused(f"{reference!r} could be {len(found)} promotions: {', '.join(sorted(found)[:6])}")
    if not found:
        return None
    [row] = found.values()
    made = _read(desk, row.path)
    if made is None:
        return None
    marks = graph.ordered(desk.store.audit.marks())
    stands = graph.in_force_of(marks)
    decisions = tuple((desk.store.audit.read(m.name), m, stands[m.id]) for m in marks if m.item == row.id)
    return LineOrigin(
        row.id, row.title, made.written or made.text, row.path, decisions, (made.rationale, made.actor, made.when)
    )


def _of_line(desk: Desk, reference: str) -> str:
    """The id of the promotion that a line of MEMORY.md belongs to; empty for any other line."""
    name, number = split_line(reference)
    if not number or (desk.cwd / name).resolve() != (desk.layout.root / MEMORY).resolve():
        return ""
    lines = (desk.store.read_output(MEMORY) or b"").decode("utf-8", "replace").split("\n")
    at = number - 1
    if at >= len(lines):
        return ""
    keys = markers("\n".join(lines[max(0, at - 1) : at + 1]) if lines[at].startswith("- ") else lines[at])
    if keys:
        return promotion_item.promotion_id(next(iter(keys)))
    rows = desk.queue().rows(FOLDERS.accepted)
    written = {row.id: made.written for row in rows if (made := _read(desk, row.path))}
    return next((item_id for item_id, line in sorted(written.items()) if line and line == lines[at]), "")


def _read(desk: Desk, path: str) -> Promotion | None:
    data = desk.store.read(path)
    try:
        return promotion_item.parse(data) if data is not None else None
    except ValueError:
        return None


def is_recalled(desk: Desk, key: str) -> bool | None:
    """Whether the recall store still has an entry; None if it is in OpenClaw's database."""
    try:
        data = desk.store.read(STORE)
    except Refused:
        return False
    return None if data is None else quote(key).encode("utf-8", "replace") in data


def queue_recalls(desk: Desk) -> list[str]:
    """Put the recalls that qualify into the queue too; what was done, a sentence each."""
    try:
        found = Recalls(desk, PromotionOptions(scheduled=True))
        if not found.settings.dreaming.enabled and found.settings.source != "default":
            return [f"recalls were not looked at, because dreaming is off ({found.settings.source})"]
        done = promote.queue(found)
    except DreamtuiError as problem:
        return [f"recalls were not looked at: {problem}"]
    told = (
        (len(done.intake.new), "new in the queue"),
        (len(done.intake.updated), "in the queue with newer figures"),
        (len(done.skipped), "that cannot be promoted"),
    )
    said = ", ".join(f"{count} {what}" for count, what in told if count)
    return [f"recalls: {said or 'nothing new'}"]


def workspace_of(desk: Desk) -> str:
    """By files that only an OpenClaw workspace has."""
    root = desk.workspace.root
    signs = [name for name in ("memory/.dreams", "SOUL.md", "openclaw.json") if (root / name).exists()]
    return f"an OpenClaw workspace ({', '.join(signs)})" if signs else ""


def _details(held: Gathered[PromotionFiles]) -> Iterator[Line]:
    """The figures of a recall, and why it could not be promoted."""
    made = held.files.promotion
    parts = ", ".join(f"{name} {value:.2f}" for name, value in made.components)
    yield plain()
    yield plain(f"Score {made.score:.3f} ({made.profile})", "heading", wraps=False)
    yield plain(f"{parts}; {made.signals} signals, {made.contexts} queries", indent=2)
    if held.files.problem:
        yield plain(f"! {held.files.problem}", "warning", indent=2, wraps=False)


ACTIONS = DeskActions(
    gather=PromotionBatch,
    lock=promotion_lock,
    details=_details,
    origin=why_promoted,
    resolves={Where.RECALL: is_recalled},
    recognises=workspace_of,
    passages=daily_notes,
    passage_kinds=(DAILY_NOTE,),
)
