"""A diff of any length is masked as a whole: no line of a secret is seen wherever its window begins, nor copied."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style
from stage import Stage, lines, perform
from textual.pilot import Pilot

from dreamtui.present.changes import FileDiff, masked_file
from dreamtui.text.danger.risks import mask, mask_versions
from dreamtui.tui.widgets.diff.draw import draw_entry
from dreamtui.tui.widgets.diff.files import PreparedDiff
from dreamtui.tui.widgets.diff.layout import DiffLayout, Geometry
from dreamtui.tui.widgets.diff.view import DiffView

BODY = [f"MIIEowIBAAKCAQEA{at:04}q7Rt2LxZ" for at in range(120)]
KEY = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *BODY, "-----END RSA PRIVATE KEY-----"])
OLD = "# Keys\n" + "".join(f"line {at}\n" for at in range(30)) + f"{KEY}\nport=1\n"
NEW = OLD.replace(KEY, KEY.replace("q7Rt2LxZ", "9vBn4KdW")).replace("line 3\n", "line three\n")

SHORT = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *BODY[:3], "-----END RSA PRIVATE KEY-----"])
PIECES = ("a line\n", "\n", "password=hunter2hunter2\n", f"{SHORT}\n", "-----BEGIN PRIVATE KEY-----\n", "-----\n")
texts = st.lists(st.sampled_from(PIECES), max_size=6).map("".join)


@pytest.mark.parametrize("size", [(120, 12), (60, 12)])
def test_no_line_of_a_key_is_seen_wherever_the_window_begins(size: tuple[int, int]) -> None:
    """Side by side and below each other, folds open, with every mark; and not in what is copied."""
    view = DiffView()
    view.show(OLD, NEW)

    async def script(stage: Stage, pilot: Pilot[None]) -> None:
        assert view.masks
        for _ in range(2):
            view.action_unfold_all()
            view.action_toggle_whitespace()
            for top in range(view.virtual_size.height):
                view.jump(top)
                shown = "\n".join(lines(view))
                assert "MIIE" not in shown and "q7Rt" not in shown and "9vBn" not in shown
            for _ in range(view.changes):
                assert "MIIE" not in view.text_of_change()
                view.action_change(1)

    perform(view, script, size)


@settings(max_examples=100, deadline=None)
@given(texts, texts, st.booleans())
def test_what_is_drawn_line_by_line_is_the_whole_text_masked_at_once(before: str, after: str, split: bool) -> None:
    """Each line at its own number, on both sides, and nothing of a secret in any."""
    prepared = PreparedDiff(masked_file(FileDiff("", before, after)), whitespace=False)
    old, new = mask_versions(before, after)
    assert "".join(prepared.before) == old == mask(before)
    assert "".join(prepared.after) == new
    layout = DiffLayout([prepared], Geometry(100, split, 3), expanded={(0, at) for at in range(40)})
    styles = {name: Style() for name in ("text", "number", "divider", "gap", "current", "added", "removed")}
    drawn = [strip.text for at in range(len(layout.entries)) for strip in draw_entry(layout, at, styles, [], False)]
    assert not any("MIIE" in line or "hunter2" in line for line in drawn)
    assert len(prepared.left) == before.count("\n") and len(prepared.right) == after.count("\n")
