"""What every prompt to a model needs: a fence that no data can close, and the answer without the fence around it."""

import hashlib


def fence(*texts: str) -> str:
    """A line that occurs in none of the texts; the same for the same texts."""
    everything = "\n".join(texts)
    seed = everything
    while True:
        seed = hashlib.sha256(seed.encode("utf-8", "replace")).hexdigest()
        line = f"=====data-{seed[:24]}====="
        if line not in everything:
            return line


def bare(answer: str) -> str:
    """The document without a code fence around it."""
    stripped = answer.strip()
    if stripped.startswith("```") and stripped.endswith("```"):
        stripped = stripped[3:-3].strip().removeprefix("json")
    return stripped
