"""The error log: appended to, begun anew when it is large, and never written through a link that somebody left."""

import os
import tempfile
from pathlib import Path

import pytest

from dreamtui.store.person import errorlog


def test_traceback_is_appended_and_a_large_log_begins_anew(tmp_path: Path) -> None:
    """What does not fit an encoding is escaped."""
    env = {"XDG_STATE_HOME": str(tmp_path)}
    name = errorlog.keep("one \ud800", env)
    assert errorlog.keep("two", env) == name
    assert Path(name).read_text() == "one \\ud800\ntwo\n"
    Path(name).write_bytes(b"x" * (2 << 20))
    errorlog.keep("three", env)
    assert Path(name).read_text() == "three\n"


def test_link_in_the_folder_that_all_share_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no home can be written to, the log lies in a folder in which anybody may leave a link."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    precious = tmp_path / "precious"
    precious.write_text("words")
    (tmp_path / f"dreamtui-errors-{os.getuid()}.log").symlink_to(precious)
    assert errorlog.keep("one", {}).startswith("no file")
    assert precious.read_text() == "words"
