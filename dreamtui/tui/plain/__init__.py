"""Line mode: one item at a time, its text, a prompt; for screen readers, pipes and scripts. The same desk calls."""

from dreamtui.tui.plain.review import PlainReview, run_plain
from dreamtui.tui.plain.talk import Ended, Talk

__all__ = ["Ended", "PlainReview", "Talk", "run_plain"]
