"""What commit messages say: reverts in every spelling, copies, squashes, co-authors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.sources.git import message
from dreamtui.sources.git.message import bare_subject, read_message

SHA = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("subject", "reverted"),
    [
        ('Revert "Add retries"', "Add retries"),
        ('Revert "Add retries (#12)" (#13)', "Add retries"),
        ('revert "Add retries"', "Add retries"),
        ('Revert "Revert "Add retries""', "Add retries"),
        ('Revert "Reapply "Add retries""', "Add retries"),
        ('Revert "A very long subject that was cut in the mid…', "A very long subject that was cut in the mid…"),
        ("revert: feat(api): add retries", "feat(api): add retries"),
        ("revert(api): add retries", "add retries"),
        ("revert!: add retries", "add retries"),
        ("Revert Add retries", "Add retries"),
        ("Reverts the retry change", "the retry change"),
    ],
)
def test_revert_subjects(subject: str, reverted: str) -> None:
    """Every usual way to name a revert is understood, nested ones down to the first change."""
    message = read_message(subject)
    assert (message.revert, message.reverted) == (True, reverted)


@pytest.mark.parametrize(
    "subject",
    ['Reapply "Add retries"', 'Reland "Add retries"', "Add a revert button", "reverted", "fix: irreversible", "Revert"],
)
def test_what_is_no_revert(subject: str) -> None:
    """Putting a change back in, or only using the word, is no revert."""
    assert not read_message(subject).revert


def test_shas_taken_back() -> None:
    """Full and short shas, several of them, are read; the parent a merge is reset to is not."""
    other = "fedcba9876543210fedcba9876543210fedcba98"
    assert read_message(f"Undo it\n\nThis reverts commit {SHA}.").reverts == (SHA,)
    assert read_message(f"Undo it\n\nThis reverts commit {SHA}.").revert
    assert read_message("Undo\n\nThis reverts commits 0123456, fedcba9 and abcdef0.").reverts == (
        "0123456",
        "fedcba9",
        "abcdef0",
    )
    twice = read_message(f"Undo\n\nThis reverts commit {SHA}.\nThis reverts commit {other}.")
    assert twice.reverts == (SHA, other)
    merge = read_message(f"Undo\r\n\r\nThis reverts commit {SHA}, reversing\r\nchanges made to {other}.")
    assert merge.reverts == (SHA,)


def test_reapply_names_no_revert() -> None:
    """Git writes "This reverts commit" under a Reapply too; that is the revert being taken back."""
    message = read_message(f'Reapply "Add retries"\n\nThis reverts commit {SHA}.')
    assert (message.revert, message.reverts) == (False, ())


def test_squash_that_contains_a_revert_is_none() -> None:
    """A squash of work and its own undoing is a piece of work."""
    message = read_message(f"Add the parser (#7)\n\n* add parser\n\n* Revert it\n\nThis reverts commit {SHA}.")
    assert not message.revert
    assert message.squashed == ("add parser", "Revert it")


def test_squash_lists() -> None:
    """Both the web's bullets and git's own listing are read; a single bullet is an ordinary text."""
    assert read_message("Add\n\n* fix: a\n* fix: b").squashed == ("fix: a", "fix: b")
    assert read_message("Add\n\n* only one").squashed == ()
    other = "f" * 40
    own = f"Add\n\nSquashed commit of the following:\n\ncommit {SHA}\nAuthor: A\n\n    a\n\ncommit {other}\n\n    b\n"
    assert read_message(own).squashed == (SHA, other)


def test_trailers() -> None:
    """Co-authors are people; dotagent's own trailer names a tool."""
    message = read_message(
        "Add\n\n(cherry picked from commit " + SHA + ")\n"
        "Co-authored-by: Bob B <bob@corp.example>\nco-authored-by: Bob B <bob@corp.example>\n"
        "Co-authored-by: dotagent <dotagent@local> trailer-actor=alice trailer-tool=cli\n"
    )
    assert message.coauthors == (("Bob B", "bob@corp.example"),)
    assert message.picked == (SHA,)


def test_subject_is_the_first_paragraph() -> None:
    """As git does: lines up to the first empty one, joined."""
    assert read_message("\nA subject\non two lines\n\nbody").subject == "A subject on two lines"


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    """No message makes the reading fail, and what is bare stays bare."""
    read_message(text)
    assert bare_subject(bare_subject(text)) == bare_subject(text)


def test_hostile_lengths_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Very long and deeply nested messages: layers are taken off the beginning only, and the rest is still read."""
    layers: list[int] = []
    unwrap = message._unwrap

    def counted(subject: str) -> str:
        layers.append(len(subject))
        return unwrap(subject)

    monkeypatch.setattr(message, "_unwrap", counted)
    plain = read_message("Revert " * 3_000)
    assert plain.revert and len(plain.subject) > 20_000
    quoted = read_message('Revert "' * 3_000 + "\n\n" + "* \n" * 50_000)
    assert quoted.revert and quoted.squashed == ()
    assert 100 < len(layers) < 500
    assert sorted(layers)[-3] <= 1000
    named = read_message("x\n\nThis reverts commit " + "0123456, " * 50_000 + "0123456789")
    assert named.reverts == ("0123456", "0123456789")
