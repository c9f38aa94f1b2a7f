"""Which words of a memory file import another file."""

from dreamtui.text.budget import as_loaded
from dreamtui.text.markup.imports import imports_of


def test_imports_keep_their_line_numbers() -> None:
    """Numbers are those of the file, comments and front matter included."""
    lines = as_loaded(b"---\na: b\n---\n<!-- x -->\n`a\n@in/code.md b`\n\n`c\n\n@real.md`d` @two.md\n")
    assert imports_of(lines) == [(10, "real.md`d`"), (10, "two.md")]
