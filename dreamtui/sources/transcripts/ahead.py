"""Asks the system to fetch what will be read soon, so that the disk works while lines are looked at."""

import os


def fetch(handle: int, start: int, length: int) -> int:
    """Ask the system to fetch a stretch of a file while other work is done; where it will have been fetched to."""
    if hasattr(os, "posix_fadvise"):
        os.posix_fadvise(handle, start, length, os.POSIX_FADV_WILLNEED)
    return start + length
