"""Pieces that the texts of several screens are made of."""

import re
from collections.abc import Iterable

from dreamtui.tui.widgets.text_pane import PaneLine, plain


def facts(pairs: Iterable[tuple[str, str]]) -> list[PaneLine]:
    """Names and values below each other, the values aligned; those without a value are left out."""
    kept = [(name, value) for name, value in pairs if value]
    width = max((len(name) for name, _ in kept), default=0) + 2
    return [PaneLine((("dim", f"{name:<{width}}"), ("text", value)), hanging=width) for name, value in kept]


def block(title: str, text: str) -> list[PaneLine]:
    """A dim title, the lines of a text below it, and a blank line."""
    return [plain(title, "dim"), *(plain(line) for line in text.split("\n")), plain("")]


_ID = re.compile(r"[a-z]-[0-9a-f]{4,}\b")


def sentence(text: str) -> str:
    """Words as a sentence begins; an id in front stays as it is."""
    return text if _ID.match(text) else f"{text[:1].upper()}{text[1:]}"
