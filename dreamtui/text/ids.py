"""Ids made from content, never from position."""

from hashlib import sha1, sha256


def candidate_id(signal: str, subject: str) -> str:
    """Id of a mined candidate: the same for the same signal and subject, whatever its counts, window or wording.

    An empty subject stands for a signal that has one candidate a repository, as dotagent's `revert_cluster` does.
    """
    fingerprint = f"{signal}:{subject}" if subject else signal
    return sha1(fingerprint.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:10]


def line_digest(line: bytes) -> str:
    """First 16 hex of the sha256 of a line without its LF or CRLF: tells later whether it still says the same."""
    if line[-1:] in (b"\n", b"\r"):
        line = line.removesuffix(b"\n").removesuffix(b"\r")
    return sha256(line).digest()[:8].hex()
