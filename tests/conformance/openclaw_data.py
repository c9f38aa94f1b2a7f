"""The conformance cases of OpenClaw, read where they are, and which of them are not claimed."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

PROFILE = {"v1": "seed", "v2": "openclaw-v2", "v3": "openclaw-v3", "v4": "openclaw", "v5": "openclaw-v5"}
"""The profile that answers to each version of the cases."""

NOT_CLAIMED = {
    "v5": "a transcription of an index rather than the real code; compared all the same, and named when it differs",
    "untagged cjk": "an entry without stored tags whose text is Chinese, Japanese or Thai: its words cannot be told"
    " apart without a dictionary; compared all the same, and named when it differs",
}
"""Why a case may differ without being a defect; a case that is none of these has to be equal."""


def folder() -> Path:
    """Where the shared data lies."""
    named = os.environ.get("DREAMTUI_DATA", "")
    return Path(named) if named else Path(__file__).resolve().parents[2].parent / "shared" / "data"


@cache
def loaded(name: str) -> Any:
    """A file of cases; the test is skipped where it is not there."""
    path = folder() / "openclaw" / name
    if not path.is_file():
        pytest.skip(f"the conformance cases are not there: {path.name} is looked for in $DREAMTUI_DATA/openclaw")
    return json.loads(path.read_text(encoding="utf-8"))


def cases(kind: str) -> list[Any]:
    """All cases of a kind; none where the data is absent, so that collecting never fails."""
    path = folder() / "openclaw" / "golden.json"
    return list(json.loads(path.read_text(encoding="utf-8"))[kind]) if path.is_file() else []


def has_cjk(text: str) -> bool:
    """Whether a text holds Chinese, Japanese or Thai."""
    return any(
        "\u3040" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\u0e00" <= char <= "\u0e7f" for char in text
    )


def unclaimed(version: str, store: dict[str, Any] | None = None) -> str:
    """The reason why a case is not claimed; empty for one that is."""
    if version == "v5":
        return NOT_CLAIMED["v5"]
    entries = (store or {}).get("entries", {}).values()
    if version != "v1" and any("conceptTags" not in entry and has_cjk(entry.get("snippet", "")) for entry in entries):
        return NOT_CLAIMED["untagged cjk"]
    return ""


def settle(differences: list[str], reason: str, name: str) -> None:
    """Fail for a claimed case that differs; name one that is not claimed and differs."""
    if differences and reason:
        pytest.xfail(f"{name} is not claimed ({reason}): {differences[0]}")
    assert differences == [], name
