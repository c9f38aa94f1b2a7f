"""Importing and exporting rules in the console."""

import json
from pathlib import Path

from visit import Visit, demo_copy, visit


def test_rules_come_in_and_a_bundle_goes_out(tmp_path: Path) -> None:
    root = demo_copy(tmp_path)
    (root / "AGENTS.md").write_text("- Run `make check` before every commit.\n", encoding="utf-8")

    async def story(v: Visit) -> None:
        await v.press("B", "enter")
        await v.until(lambda: any("1 new in the queue" in words for words in v.said()))
        await v.until(lambda: any("make check" in item.title for item in v.app.screen.queue.view.items))  # type: ignore[attr-defined]
        await v.press("T", "enter")
        await v.until(lambda: (root / "dreamtui-rules.json").is_file())
        assert json.loads((root / "dreamtui-rules.json").read_text(encoding="utf-8"))["workspace"] == "shop"

    visit(root, story)
