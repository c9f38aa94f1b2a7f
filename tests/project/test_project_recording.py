"""The recorded sitting: its recording is one, and its picture is made of it alone."""

import json
import re
from pathlib import Path

import recording

import dreamtui

SCREENSHOTS = Path(dreamtui.__file__).resolve().parent.parent / "screenshots"
RECORDED = (SCREENSHOTS / "session.cast").read_text("utf-8")


def test_the_recording_plays() -> None:
    """A head that names the format, then events in order; nothing in it changes anything but the screen."""
    head, *events = [json.loads(line) for line in RECORDED.splitlines()]
    assert (head["version"], head["width"], head["height"]) == (2, *recording.SIZE)
    moments = [moment for moment, kind, _ in events if kind == "o"]
    assert len(moments) == len(events) and moments == sorted(moments) and 20 < moments[-1] < 60
    left = re.sub(r"\x1b\[(?:[\d;]*m|\d+;1H|2J|\?25l)", "", "".join(data for _, _, data in events))
    assert "\x1b" not in left and "Five fixes" in left


def test_the_picture_shows_what_was_recorded() -> None:
    """It is the one the recording makes, every line once for as long as it stands."""
    assert recording.picture(RECORDED) == (SCREENSHOTS / "session.svg").read_text("utf-8")
    every, last = recording.rows(RECORDED)
    for moment in (0.0, last / 3, last / 2):
        standing = [row.at for row in every if row.begins <= moment < row.ends]
        assert sorted(standing) == list(range(recording.SIZE[1]))
