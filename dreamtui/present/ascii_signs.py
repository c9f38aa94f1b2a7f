"""ASCII in the place of signs and borders, cell for cell; letters of any script stay as they are. Pure."""

from functools import lru_cache

_SIGNS = {
    "●": "*", "◆": "#", "◇": "^", "★": "%", "▣": "=", "↻": "@", "▪": "-", "○": "o", "■": "X", "⚠": "!", "≠": "!",
    "≈": "~", "✓": "+", "✗": "x", "×": "x", "·": ".", "…": "~", "⋯": "~", "→": ">", "←": "<", "↶": "<", "↓": "v",
    "↑": "^", "›": ">", "‹": "<", "⟩": ">", "⟨": "<", "▸": ">", "▶": ">", "◂": "<", "◀": "<", "▾": "v", "▴": "^",
    "–": "-", "—": "-", "−": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "▌": ">", "▏": "|", "▓": "#", "░": ".",
    "▕": "|", "▎": "|", "▊": "|", "▐": "|", "▔": "-", "▁": "_", "━": "-", "─": "-", "│": "|", "┃": "|",
    "⇄": "&", "◌": "?", "▤": "$", "\N{NO-BREAK SPACE}": " ",
}  # fmt: skip
"""The signs the console draws, and their replacements."""

_TABLE = (
    dict.fromkeys(range(0x2500, 0x2580), "+")
    | dict.fromkeys(range(0x2580, 0x25A0), "#")
    | dict.fromkeys(range(0x2581, 0x2588), " ")
    | dict.fromkeys(range(0x2400, 0x2440), "?")
    | {ord(sign): stands for sign, stands in _SIGNS.items()}
)


@lru_cache(4096)
def plain_signs(text: str) -> str:
    """A text with every sign, border and mark of ours replaced by ASCII of the same width."""
    return text if text.isascii() else text.translate(_TABLE)
