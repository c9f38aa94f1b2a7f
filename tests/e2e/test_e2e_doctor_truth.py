"""What doctor says of folders and of others' files is so."""

from pathlib import Path

from workbench import make_bench, reason


def test_a_folder_that_is_a_link_is_named(tmp_path: Path) -> None:
    """Nothing can be filed there, which doctor says too."""
    bench = make_bench(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    (bench.agent / "dream").mkdir()
    (bench.agent / "dream" / "candidates").symlink_to(tmp_path / "elsewhere")
    assert bench.run("add", "--title", "Tests hang").code == 1
    done = bench.run("doctor")
    assert done.code == 1
    assert ".agent/dream/candidates is a symlink" in done.out


def test_an_output_of_ours_is_no_sign_of_dotagent(tmp_path: Path) -> None:
    """Whoever asks for patterns.md has it from us; what dotagent wrote there is a sign as ever."""
    bench = make_bench(tmp_path)
    (bench.agent / "config.yaml").write_text("dreamtui:\n  outputs: [patterns]\n")
    (item,) = bench.file("Releases break")
    bench.ok("graduate", item, "--rationale", reason(1), "--rule", "Run each migration against a copy first.")
    bench.ok("sync")
    assert (bench.agent / "patterns.md").exists()
    assert "dotagent writes here" not in bench.run("doctor").out
    (bench.agent / "patterns.md").write_text("# Patterns\n")
    assert "dotagent writes here" in bench.run("doctor").out
