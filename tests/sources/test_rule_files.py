"""Rules that other tools keep, read as single statements with their lines."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.sources.rule_files import found_in, read_rules, said_once, tool_of

TEXT = """---
description: how we work
globs: "src/**/*.ts, *.tsx"
alwaysApply: false
---
# Style

Some words on what this project is.

Always run the linter before a commit,
and read what it says.

- Tabs only.
- Never edit `dist/`:
  - it is generated
  - the release does it
* Write tests first

```
- not a rule, but code in a fence
```

| a | table |

<!-- dreamtui:begin sha=0 -->
- A rule of ours that came from here.
<!-- dreamtui:end -->

1. Keep the changelog up to date
2. Install the deps
3. Then build it
"""


def test_bullets_and_paragraphs_that_order_are_statements(tmp_path: Path) -> None:
    path = tmp_path / ".cursor/rules/style.mdc"
    path.parent.mkdir(parents=True)
    path.write_text(TEXT, encoding="utf-8")
    read = read_rules(path)
    assert (read.tool, read.globs) == ("Cursor", ("src/**/*.ts", "*.tsx"))
    assert [(one.text, one.line) for one in read.statements] == [
        ("Always run the linter before a commit, and read what it says.", 10),
        ("Never edit `dist/`:\n- it is generated\n- the release does it", 14),
        ("Write tests first", 17),
        ("Keep the changelog up to date", 29),
    ]
    assert {one.heading for one in read.statements} == {"Style"}


def test_the_files_of_tools_are_found_and_links_out_are_not(tmp_path: Path) -> None:
    root = tmp_path / "root"
    for name in ("AGENTS.md", "GEMINI.md", ".github/copilot-instructions.md", ".cursor/rules/deep/x.mdc", "other.md"):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("- Use tabs everywhere\n", encoding="utf-8")
    (tmp_path / "secret").write_text("- Use tabs everywhere\n", encoding="utf-8")
    (root / ".windsurfrules").symlink_to(tmp_path / "secret")
    assert [(path.name, tool) for path, tool in found_in(root)] == [
        ("AGENTS.md", "AGENTS.md"),
        ("GEMINI.md", "Gemini CLI"),
        ("copilot-instructions.md", "GitHub Copilot"),
        ("x.mdc", "Cursor"),
    ]
    assert tool_of(Path("elsewhere/CLAUDE.md")) == "CLAUDE.md"


def test_a_statement_is_known_again_in_other_dress() -> None:
    assert said_once("**Use** `tabs`.") == said_once("use tabs") != said_once("use spaces")


@given(st.text(alphabet="-*`# \n\t|>abcUse:.1)", max_size=400))
def test_any_text_can_be_read(text: str) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "AGENTS.md"
        path.write_text(text, encoding="utf-8")
        lines = text.split("\n")
        for one in read_rules(path).statements:
            assert 1 <= one.line <= len(lines)
            assert one.text.split()[0] in lines[one.line - 1]
