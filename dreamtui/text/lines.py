"""The lines of a file's text."""


def lines_of(text: str) -> list[str]:
    """The text at its LF or CRLF ends alone; other separators, which `splitlines` knows, are part of a line's words."""
    return text.replace("\r\n", "\n").split("\n")
