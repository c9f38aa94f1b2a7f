"""A path with a long file name, cut for a line that names it."""

from dreamtui.text.paths import short_path


def test_a_long_name_is_cut_in_the_middle_with_a_sign() -> None:
    """The folder, the beginning and the ending stay."""
    cut = short_path(f"rules/auto-dream/12345678-{'a' * 190}-end.md")
    assert cut.startswith("rules/auto-dream/12345678-aaa") and cut.endswith("a-end.md")
    assert cut.count("…") == 1 and len(cut.rpartition("/")[2]) == 64


def test_a_short_name_stays() -> None:
    """With and without a folder."""
    assert short_path("rules/x.md") == "rules/x.md"
    assert short_path("x" * 64) == "x" * 64
