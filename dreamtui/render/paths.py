"""Where the outputs are, without the renderers, for code that only asks which files are ours to write."""

CLAUDE = ("CLAUDE.md", ".claude/CLAUDE.md")
"""Where CLAUDE.md may be; the first that exists is used, else the first is made."""
AGENTS = "AGENTS.md"
PATTERNS = ".agent/patterns.md"
COPILOT = ".github/copilot-instructions.md"
CURSOR = ".cursor/rules/dreamtui.mdc"
INDEX = ".agent/memory/MEMORY.md"
"""Logical path of our own index."""
PAGES = ".agent/memory/MEMORY-*.md"
AREAS = ".claude/rules/dreamtui-*.md"

READ = (*CLAUDE, AGENTS, PATTERNS, COPILOT, CURSOR, AREAS, INDEX, PAGES)
"""Logical paths and patterns of all of them."""
