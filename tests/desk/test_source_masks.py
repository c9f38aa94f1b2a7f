"""What is shown around a piece of evidence is masked with what stands before it in its file."""

from pathlib import Path

from workbench import make_bench

from dreamtui.desk.queue.source import AROUND, source_of
from dreamtui.model.evidence import Evidence, Locator, Where


def test_a_key_that_began_long_before_the_line_is_masked(tmp_path: Path) -> None:
    """The window on a file opens within a private key: its lines are masked, those after it keep their numbers."""
    bench = make_bench(tmp_path)
    key = [f"line {number} of a key" for number in range(AROUND * 2)]
    lines = ["first", "-----BEGIN RSA PRIVATE KEY-----", *key, "-----END RSA PRIVATE KEY-----", "after", "last"]
    (bench.root / "deploy.txt").write_text("\n".join(lines), encoding="utf-8")
    at = len(lines) - 2
    source = source_of(bench.desk(), Evidence("quoted", Locator(Where.FILE, "deploy.txt", at)))
    assert source.first > 2 and "of a key" in source.text
    masked = source.masked.split("\n")
    assert "of a key" not in source.masked
    assert len(masked) == len(source.text.split("\n"))
    assert masked[-2:] == ["after", "last"]


def test_a_source_without_a_key_is_shown_from_where_it_begins(tmp_path: Path) -> None:
    """A key that ended before the window hides nothing in it."""
    bench = make_bench(tmp_path)
    key = ["-----BEGIN RSA PRIVATE KEY-----", "MIIE", "-----END RSA PRIVATE KEY-----"]
    lines = [*key, *(f"line {number}" for number in range(AROUND * 2))]
    (bench.root / "deploy.txt").write_text("\n".join(lines), encoding="utf-8")
    source = source_of(bench.desk(), Evidence("quoted", Locator(Where.FILE, "deploy.txt", len(lines))))
    assert source.masked == source.text
