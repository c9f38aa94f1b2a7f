"""What the process that begins again is told of the terminal: anybody can put anything into the environment."""

import io
import sys

import pytest

from dreamtui.cli.encoding import prepare_streams


@pytest.mark.parametrize("named", ["bogus", "hex", "rot13", "undefined", "\udcff", "x" * 5000])
def test_an_encoding_that_is_none_is_passed_over(monkeypatch: pytest.MonkeyPatch, named: str) -> None:
    """The streams and the words of the command line stay as they are."""
    monkeypatch.setenv("_DREAMTUI_STREAMS", named)
    monkeypatch.setattr(sys, "argv", ["dreamtui", "é"])
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", stdout)
    prepare_streams()
    assert sys.argv == ["dreamtui", "é"] and stdout.encoding == "latin-1"


def test_an_encoding_that_is_one_is_spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a terminal in another locale needs it."""
    monkeypatch.delenv("PYTHONIOENCODING", raising=False)
    monkeypatch.setenv("_DREAMTUI_STREAMS", "iso8859-15")
    monkeypatch.setattr(sys, "argv", ["dreamtui"])
    stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", stdout)
    prepare_streams()
    assert stdout.encoding == "iso8859-15"
