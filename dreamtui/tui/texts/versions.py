"""The versions of a memory as lines: when each stood there, how large it was, and who made it so."""

from collections.abc import Sequence

from dreamtui.desk.memory.history import FolderHistory
from dreamtui.store.claude.manifest import OURS, Version
from dreamtui.tui.widgets.text_pane import PaneLine, plain


def _known(count: int) -> str:
    return "1 version is known" if count == 1 else f"{count} versions are known"


def version_lines(told: FolderHistory, file: str, versions: Sequence[Version]) -> list[PaneLine]:
    """Every version of a file that is known, the newest first."""
    lines = [plain(f"{told.key}/{file}", "heading"), plain(_known(len(versions)), "dim"), plain("")]
    for one in versions:
        who = f"decision {one.why.removeprefix(OURS)[:8]}" if one.why.startswith(OURS) else one.why
        what = "gone" if one.gone else f"{one.size:,} bytes"
        kept = "" if one.gone or told.history.is_kept(one.sha) else "not kept"
        lines.append(
            PaneLine(
                (
                    ("text", f"{one.when[:16].replace('T', ' ')}  "),
                    ("over" if one.gone else "text", f"{what:>14}  "),
                    ("dim", f"{one.sha[:8]:<8}  {who}"),
                    ("warning", f"  {kept}" if kept else ""),
                )
            )
        )
    return [*lines, plain(""), plain("b brings the version before the present one back.", "dim")]
