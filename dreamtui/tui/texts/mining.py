"""What a run of mining did, as sentences."""

from collections.abc import Sequence

from dreamtui.desk.mine import Run
from dreamtui.model.item import Item
from dreamtui.text.row import kind_sign, kind_word
from dreamtui.tui.widgets.text_pane import PaneLine, plain


def run_lines(run: Run) -> list[PaneLine]:
    """What was read, what came of it, and what is to be known."""
    read, intake = run.read, run.intake
    lines = [
        plain(_outcome(run), "heading"),
        plain(""),
        plain(
            f"Read {_many(read.events, 'event')} and {_many(read.commits, 'commit')}, {read.fresh:,} of them new, "
            f"of the last {run.settings.since_text} ({run.window_source})."
        ),
        plain(f"A cluster needs {run.settings.min_cluster_size} events ({run.size_source})."),
    ]
    counts = [
        (len(intake.updated), "item has new evidence.", "items have new evidence."),
        (len(intake.unchanged), "item is as it was.", "items are as they were."),
        (len(intake.recurring), "decided thing was seen again.", "decided things were seen again."),
        (len(intake.vanished), "item's signal is no longer seen.", "items' signals are no longer seen."),
        (len(intake.held_back), "is held back: dreamtui.max_new.", "are held back: dreamtui.max_new."),
    ]
    lines += [plain(f"{count:,} {one if count == 1 else many}") for count, one, many in counts if count]
    lines += _found("New", intake.new) + _found("Seen again although decided", intake.recurring)
    lines += [plain("")] if read.remarks or read.skips else []
    lines += [plain(f"{sentence[:1].upper()}{sentence[1:]}.", "dim", hanging=2) for sentence in read.remarks]
    lines += [
        plain(f"Skipped {skip.path}{f':{skip.line}' if skip.line else ''}: {skip.why}", "warning", hanging=2)
        for skip in read.skips[:20]
    ]
    if read.skipped > 20:
        lines.append(plain(f"{read.skipped:,} lines were skipped in all.", "warning"))
    return lines


def _outcome(run: Run) -> str:
    new = len(run.intake.new)
    if not new:
        return "Nothing new."
    return "One new item is in the queue." if new == 1 else f"{new:,} new items are in the queue."


def _found(title: str, items: Sequence[Item]) -> list[PaneLine]:
    if not items:
        return []
    lines = [plain(""), plain(title, "dim")]
    lines += [_item(item) for item in items[:200]]
    if len(items) > 200:
        lines.append(plain(f"  and {len(items) - 200:,} more", "dim"))
    return lines


def _item(item: Item) -> PaneLine:
    sign, word = kind_sign(item.kind), kind_word(item.kind, item.signal)
    return PaneLine((("heading", f"  {sign} "), ("dim", f"{word:<11}"), ("text", item.title)), hanging=15)


def _many(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
