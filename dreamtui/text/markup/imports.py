"""`@path` in a memory file: what Claude Code takes for an import."""

import re

from dreamtui.text.budget import LoadedLine
from dreamtui.text.markup.markdown import LinePart, classify, code_spans

_IMPORT = re.compile(r"(?:^|(?<=\s))@((?:[^\s\\]|\\ )+)")


def imports_of(lines: tuple[LoadedLine, ...]) -> list[tuple[int, str]]:
    """Line number and target of every `@path` outside fences and inline code, as the lines are loaded."""
    texts = [line.text + "\n" for line in lines]
    parts = classify(texts)
    text = "".join(line if part is LinePart.TEXT else "\n" for line, part in zip(texts, parts, strict=True))
    if "@" not in text:
        return []
    spans = code_spans(text)
    found: list[tuple[int, str]] = []
    span = index = place = 0
    for match in _IMPORT.finditer(text):
        index += text.count("\n", place, match.start())
        place = match.start()
        while span < len(spans) and spans[span][1] <= match.start():
            span += 1
        if span == len(spans) or match.start() < spans[span][0]:
            found.append((lines[index].number, match[1]))
    return found
