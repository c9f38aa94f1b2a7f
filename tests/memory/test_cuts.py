"""What is cut out of a memory leaves everything around it whole."""

import pytest

from dreamtui.memory.reorganize.statements import without


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("One.\n\nTwo.\n\nThree.", "Two.", "One.\n\nThree."),
        ("- one\n- two\n- three", "- two", "- one\n- three"),
        ("## A\n\n- one\n\n## B\n\n- two", "- one", "## B\n\n- two"),
        ("# T\n\n## A\n\n- one\n\n## B\n\n- two", "- one", "# T\n\n## B\n\n- two"),
        ("# T\n\n## A\n\n- one\n\n## B\n\n- two", "- two", "# T\n\n## A\n\n- one"),
        ("## A\n\n- one\n\n### C\n\nMore.", "- one", "## A\n\n### C\n\nMore."),
        ("- one\n- two\n  - below\n  - also\n- three", "- two", "- one\n- below\n- also\n- three"),
        ("**How to apply:** Approve it. Commit and push.", "**How to apply:** Approve it.",
         "**How to apply:** Commit and push."),
        ("- **Why:** It was slow. It is fast now.", "**Why:** It was slow.", "- **Why:** It is fast now."),
        ("Head.\n**How to apply:** Approve it.\n\nTail.", "**How to apply:** Approve it.", "Head.\n\nTail."),
        ("A first line is here.\n\nA long line. It\nis wrapped. The rest.", "It\nis wrapped.",
         "A first line is here.\n\nA long line. The rest."),
    ],
)  # fmt: skip
def test_a_cut_leaves_its_neighbours(text: str, gone: str, left: str) -> None:
    assert without(text, [gone]) == left
