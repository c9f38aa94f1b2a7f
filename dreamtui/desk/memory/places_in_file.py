"""Where the text of a memory stands in its file."""

from dreamtui.text.decoding import in_utf8


def lines_before(data: bytes, text: str) -> int:
    """How many lines of a file come before a text that stands in it; 0 where it does not stand there as it is."""
    whole = plain(in_utf8(data)[0])
    at = whole.find(text.strip("\n")) if text.strip() else -1
    lead = len(text) - len(text.lstrip("\n"))
    return max(0, whole.count("\n", 0, at) - lead) if at > 0 else 0


def plain(data: bytes) -> str:
    """The words of a file, each line ended by a line feed."""
    return data.decode("utf-8", "replace").replace("\r\n", "\n")
