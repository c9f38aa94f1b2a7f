"""File names and identities are dotagent's, and fit every file system."""

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.text.ids import LONGEST_NAME, cut_bytes, email_slug, rule_file_name, slug


def test_the_check_value_of_a_rule_file() -> None:
    """The name dotagent itself gave the rule of its fixture."""
    title = "Candidate `7d78a69c60` — `src/auth.py` was fix-touched 3 times in last 30d"
    assert rule_file_name(title) == "4519e080-candidate-7d78a69c60-src-auth-py-was-fix-touched-3-times-in-last-30d.md"


def test_letters_of_every_script_are_kept() -> None:
    """Only what is neither letter nor digit becomes a dash."""
    assert slug("  Über_die: 日本語 — ok!  ") == "über-die-日本語-ok"


@given(st.text(max_size=400))
def test_a_rule_file_name_is_one_short_safe_name(title: str) -> None:
    """Whatever the title: at most 200 bytes, whole characters, no separator, not hidden, and always the same."""
    name = rule_file_name(title)
    assert len(name.encode()) <= LONGEST_NAME
    assert name == rule_file_name(title)
    assert name.endswith(".md")
    assert not set(name) & set("/\\\0\n.") - {"."} and name.count(".") == 1
    assert not name.startswith((".", "-"))


def test_a_long_title_is_cut_between_characters() -> None:
    """Two titles that differ only behind the cut still get different names."""
    one, two = rule_file_name("é" * 300), rule_file_name("é" * 301)
    assert len(one.encode()) in (199, 200)
    assert one != two


def test_bytes_are_cut_at_a_character() -> None:
    """Half a character never stays."""
    assert cut_bytes("aé日", 2) == "a"
    assert cut_bytes("aé日", 3) == "aé"


def test_an_identity_is_the_local_part_of_the_address() -> None:
    """As dotagent derives it from git's user.email."""
    assert email_slug("Alice.Smith+work@example.org") == "alice-smith-work"
    assert email_slug("<bob@example.org>") == "bob"
