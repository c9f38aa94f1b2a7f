"""Ids, slugs and file names made from content, never from position; exactly as dotagent makes them."""

import hashlib
from hashlib import sha1, sha256


def candidate_id(signal: str, subject: str) -> str:
    """Id of a mined candidate: the same for the same signal and subject, with any counts, window or wording.

    An empty subject is that of a signal with one candidate a repository, as dotagent's `revert_cluster`.
    """
    fingerprint = f"{signal}:{subject}" if subject else signal
    return sha1(fingerprint.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:10]


def line_digest(line: bytes) -> str:
    """First 16 hex of the sha256 of a line without its LF or CRLF, to see later whether it still says the same."""
    if line[-1:] in (b"\n", b"\r"):
        line = line.removesuffix(b"\n").removesuffix(b"\r")
    return sha256(line).digest()[:8].hex()


LONGEST_NAME = 200
"""Bytes a rule's file name may have, extension and all; dotagent has no limit and fails at the file system's."""


def slug(text: str) -> str:
    """Lower case, every run of other characters than letters and digits one dash, none at the ends."""
    spaced = "".join(char if char.isalnum() else " " for char in text.lower())
    return "-".join(spaced.split())


def rule_file_name(title: str, *, kind: str = "rules", category: str = "auto-dream") -> str:
    """The name of a graduated rule's file: eight hex of kind, category and title, then the slug of the title."""
    seed = f"{kind}{category}{title}".encode("utf-8", "surrogatepass")
    name = f"{hashlib.sha1(seed, usedforsecurity=False).hexdigest()[:8]}-{slug(title)}"
    return cut_bytes(name, LONGEST_NAME - len(".md")) + ".md"


def cut_bytes(text: str, most: int) -> str:
    """The longest beginning of the text that fits in so many bytes of UTF-8, never half a character."""
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")


def email_slug(email: str) -> str:
    """The identity made from an e-mail address: the slug of the part before the @."""
    return slug(email.strip().strip("<>").partition("@")[0])
