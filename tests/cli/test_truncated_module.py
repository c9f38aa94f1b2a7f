"""A module whose compiled file is cut off, as a full disk leaves it, is an error and no interruption."""

from pathlib import Path

import pytest
from workbench import make_bench

from dreamtui.cli.run import main
from dreamtui.desk.workspace import health


def test_it_is_not_said_to_be_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Python raises EOFError for it, which the parser takes for the end of what is typed."""
    bench = make_bench(tmp_path)
    for name, value in bench.env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(bench.root)

    def cut(*_: object, **__: object) -> None:
        raise EOFError("marshal data too short")

    monkeypatch.setattr(health, "status", cut)
    assert main(["status"]) == 1
    said = capfd.readouterr().err
    assert "an internal error (EOFError)" in said and "interrupted" not in said
    log = said.partition("the traceback is in ")[2].partition(";")[0]
    assert "marshal data too short" in Path(log).read_text(encoding="utf-8")
