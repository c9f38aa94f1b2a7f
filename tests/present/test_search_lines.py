"""What a search found, as it is shown."""

from dreamtui.present.search import around


def test_a_long_line_is_shown_around_the_words_asked_for() -> None:
    """The words stand in what is shown; a short line and one that answers at its beginning stay whole."""
    long = f"{'filler words here ' * 40}the cache expires at noon {'and so on ' * 40}"
    shown = around(long, "cache noon")
    assert shown.startswith("… ") and 0 <= shown.find("cache expires at noon") < 80
    assert around("the cache expires", "cache") == "the cache expires"
    assert around(long, "filler") == long and around(long, "absent") == long
