"""What tests of promotions share: a store of recalls, the screen, the box of the reason."""

import hashlib
from pathlib import Path
from typing import Any

from visit import Visit, is_about

from dreamtui.openclaw import kind, recall_store
from dreamtui.tui.screens.browse.promotions import PromotionRows
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.widgets.words_box import WordsBox

NOW = "2026-04-20T12:00:00.000Z"
DAY = "memory/2026-04-15.md"
NOTE = """\
# 2026-04-15

## Network
- Configured VLAN 10 on Omada router
- Deploys happen on Tuesdays at 14:00

Tail line with the S3 Glacier backup plan. It matters.
and then the
"""
WHY = "Two incidents began with somebody who did not know this, so everybody should have it at hand from now on."
BETTER = "Router: VLAN 10 carries the cameras."


def entry(start: int, snippet: str, recalls: int, queries: int, path: str = DAY) -> dict[str, Any]:
    """One entry of a store."""
    return {
        "key": f"memory:{path}:{start}:{start}", "path": path, "startLine": start, "endLine": start,
        "source": "memory", "snippet": snippet, "recallCount": recalls, "totalScore": recalls * 0.9, "maxScore": 0.95,
        "firstRecalledAt": "2026-04-16T08:00:00.000Z", "lastRecalledAt": "2026-04-20T06:00:00.000Z",
        "queryHashes": [f"{number:012x}" for number in range(queries)],
        "recallDays": ["2026-04-16", "2026-04-18", "2026-04-20"][-min(queries, 3) :],
        "conceptTags": ["router", "vlan", "backup"],
    }  # fmt: skip


ENTRIES = [
    entry(4, "- Configured VLAN 10 on Omada router", 8, 5),
    entry(7, "Tail line with the S3 Glacier backup plan. It matters.", 9, 5),
    entry(8, "and then the", 7, 4),
    entry(5, "- Deploys happen on Tuesdays at 14:00", 6, 1),
    entry(1, "Not a daily note", 9, 5, "docs/other.md"),
]


def workspace(top: Path, entries: list[dict[str, Any]] | None = None, memory: str = "") -> Path:
    """A workspace with these recalls."""
    root = top / "work"
    (root / "memory").mkdir(parents=True)
    (root / DAY).write_text(NOTE)
    if memory:
        (root / "MEMORY.md").write_text(memory)
    store = root / kind.STORE
    store.parent.mkdir(parents=True)
    listed = ENTRIES if entries is None else entries
    store.write_bytes(recall_store.dump({one["key"]: one for one in listed}, NOW))
    return root


def bytes_below(root: Path) -> dict[str, str]:
    """Every file of a workspace that is not a cache, by its hash."""
    files = [path for path in root.rglob("*") if path.is_file() and ".state" not in path.parts]
    return {str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def clock(now: str = NOW) -> dict[str, str]:
    return {"DREAMTUI_NOW": now}


async def open_lane(v: Visit) -> BrowseScreen:
    await v.press("D")
    found = v.app.screen
    assert is_about(found, PromotionRows)
    await v.until(lambda: "reading" not in v.line("#browse-heading"))
    await v.rest()
    return found


async def go_to(v: Visit, at: BrowseScreen, words: str) -> None:
    """Put the cursor on the row that says this, and let it be read."""
    position = next(n for n in range(at.rows.shown) if any(words in cell.text for cell in at.rows.item_at(n).cells))
    at.rows.move_to(position)
    await v.until(lambda: words in at.pane.text.text)
    await v.rest()


def reason_box(v: Visit) -> WordsBox:
    """Where the reason is written."""
    return v.app.screen.query_one("#why", WordsBox)


def headings(at: BrowseScreen) -> list[str]:
    rows = [at.rows.item_at(n) for n in range(at.rows.shown)]
    return [row.cells[0].text for row in rows if row.heading]
