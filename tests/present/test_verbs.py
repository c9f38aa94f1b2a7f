"""Every word there is for a verb comes from one table."""

from dreamtui.model.verb import VERBS, Verb


def test_every_verb_has_its_words() -> None:
    """A past for each; a sentence for each that a key stands for; reasons for those that change what agents read."""
    assert set(VERBS) == set(Verb)
    assert len({verb.past for verb in Verb}) == len(Verb)
    assert all(bool(verb.explained) == (verb.slot is not None) for verb in Verb)
    assert {verb for verb in Verb if verb.needs_reason} == {
        Verb.GRADUATE, Verb.ACCEPT, Verb.REJECT, Verb.REPEAT, Verb.RETIRE, Verb.RERATIONALE, Verb.MOVE,
    }  # fmt: skip
    assert (Verb.DEFER.key_word, Verb.DEFER.label, Verb.RERATIONALE.key_word) == ("later", "defer", "keep it")
