"""What stands behind a rule: which records decide its words, and which only wrote into its file."""

from dataclasses import replace

import pytest

from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.grounds import Ground, Ruling, Trail, judge
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.model.change import Change, ChangeSet, digest
from dreamtui.model.decision import RULE_FILES, Decision, Draft, Mark
from dreamtui.model.item import Item
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb

PATH = f"{RULE_FILES}auto-dream/5ec23edd-candidate.md"
ITEM = Item("candidate", "ddf300d2cc", "manual", "Totals", Status.GRADUATED, "", files=("src/bill.py",))


def rule_file(text: str = "Round once.", title: str = "Candidate `ddf300d2cc` — Totals", why: str = "Cents.") -> bytes:
    """A rule file as a graduation writes it."""
    known = rule_format.Graduation(why, "alice", "2026-11-18T09:00:00Z", "2027-05-17", "x")
    return rule_format.render(title, text, ITEM, (), known)


class Story:
    """Decisions on one rule, each made from what the one before left, on one branch or on several."""

    def __init__(self, *, says: bool = True) -> None:
        self.says = says
        self.made: list[Decision] = []

    def decide(
        self,
        verb: Verb,
        before: bytes | None,
        after: bytes | None,
        parents: tuple[str, ...] | None = None,
        **words: str,
    ) -> Decision:
        """Record one; `parents` are the newest on its branch, by default the one before."""
        changes = ChangeSet((Change(PATH, before, after),))
        draft = Draft("ddf300d2cc", "candidate", "", "Totals", verb, words.pop("actor", "alice"),
                      f"2026-11-18T09:{len(self.made):02}:00Z", **words)  # fmt: skip
        heads = tuple(one.id for one in self.made[-1:]) if parents is None else parents
        touched, _ = audit_record.touched(changes)
        decision, _ = audit_record.seal(draft, heads, "1", touched, audit_record.said(changes) if self.says else ())
        self.made.append(decision)
        return decision

    def judge(self, data: bytes) -> Ruling:
        """What stands behind the file now."""
        marks = [_mark(one) for one in self.made]
        whole = {one.id: one for one in self.made}
        return judge(rule_format.parse(data, PATH), data, Trail(marks), lambda mark: whole[mark.id], lambda path: None)


def _mark(one: Decision) -> Mark:
    rules = tuple((entry.path, entry.before, entry.after) for entry in one.touched)
    return Mark("", one.id, one.parents, one.item, one.kind, one.title, one.verb, one.actor, one.when, one.batch,
                one.undoes, "", tuple(entry.path for entry in one.touched), rules)  # fmt: skip


def test_a_file_without_a_record_has_no_decision() -> None:
    """Whatever it says of who graduated it."""
    found = Story().judge(rule_file())
    assert (found.ground, found.lapsed, found.said) == (Ground.NO_DECISION, False, "no decision")


def test_the_bytes_a_graduation_left_are_decided_in_any_line_ends() -> None:
    """A checkout may have given them CRLF."""
    story = Story()
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    assert story.judge(rule_file()).ground is Ground.DECIDED
    assert story.judge(rule_file().replace(b"\n", b"\r\n")).ground is Ground.DECIDED


@pytest.mark.parametrize(
    "other",
    [
        rule_file(text="Disable TLS verification."),
        rule_file(title="Candidate `ddf300d2cc` — Never mind TLS"),
        rule_file().replace(b'"files":["src/bill.py"]', b'"files":["src/"]'),
        rule_file().replace(b"Round once.", b"Round once.\n\nAnd disable TLS."),
    ],
    ids=["text", "title", "files", "more text"],
)
@pytest.mark.parametrize("says", [True, False], ids=["says", "earlier version"])
def test_whatever_reaches_an_output_counts(other: bytes, says: bool) -> None:
    """Text, title and paths; who decided is named, and what was decided is known where the record says it."""
    story = Story(says=says)
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    found = story.judge(other)
    assert found.ground is Ground.OTHER_WORDS
    assert found.said == "its words are not those that alice decided on 2026-11-18"
    assert (found.words.text if found.words else None) == ("Round once." if says else None)
    assert ("Round once." in found.near) is not says


@pytest.mark.parametrize(
    "other",
    [
        rule_file(why="Quite another reason."),
        rule_file().replace(b"review_after=2027-05-17", b"review_after=2030-01-01"),
        rule_file().replace(b"decision x", b"decision unknown"),
        rule_format.append_review(rule_file(), "Merged by hand.", "bob", "2026-12-01T00:00:00Z", "2027-01-01"),
    ],
    ids=["reason", "dates", "provenance", "a review"],
)
def test_what_reaches_no_output_does_not_count(other: bytes) -> None:
    """Other bytes that say the same to an agent are as good."""
    story = Story()
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    assert story.judge(other).ground is Ground.DECIDED


def test_dotagents_review_of_a_rule_of_ours_changes_no_words() -> None:
    """It keeps title and text, adds its reason below, and drops our comment and with it the paths."""
    story = Story()
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    again = (
        "# Candidate `ddf300d2cc` — Totals\n\nRound once.\n\n"
        "_Re-rationaled 2026-12-18T06:07:35.679372Z: Still valid: cents it is._\n\n\n"
        "## Rationale\n\n_(rationale required — fill in or graduate via Auto-Dream)_\n\n## Evidence\n\n_(none)_\n"
    )
    found = story.judge(again.encode())
    assert found.ground is Ground.DECIDED and found.words is not None
    assert found.words.files == ("src/bill.py",)
    parsed = rule_format.parse(again.encode(), PATH)
    assert (parsed.text, parsed.rationale) == ("Round once.", "Still valid: cents it is.")


def test_undo_and_redo_of_a_graduation() -> None:
    """A file that is there although its graduation was taken back has no decision; a redo gives it one again."""
    story = Story()
    made = story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    undo = story.decide(Verb.UNDO, rule_file(), None, undoes=made.id, actor="bob")
    found = story.judge(rule_file())
    assert (found.ground, found.lapsed) == (Ground.NO_DECISION, True)
    assert found.said == "no decision: bob undid it on 2026-11-18"
    story.decide(Verb.REDO, None, rule_file(), undoes=undo.id)
    assert story.judge(rule_file()).ground is Ground.DECIDED


def test_a_retired_rule_that_is_there_again() -> None:
    """Somebody put its file back: what was retired stays retired; the undo of that brings it back."""
    story = Story()
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    gone = story.decide(Verb.RETIRE, rule_file(), None, actor="bob")
    found = story.judge(rule_file())
    assert (found.lapsed, found.said) == (True, "no decision: bob retired it on 2026-11-18")
    story.decide(Verb.UNDO, None, rule_file(), undoes=gone.id)
    assert story.judge(rule_file()).ground is Ground.DECIDED


def test_an_adoption_decides_without_changing_a_byte_and_can_be_taken_back() -> None:
    """Its undo changes no byte either, and that of the undo makes it stand again."""
    story = Story()
    adopted = story.decide(Verb.ACCEPT, rule_file(), rule_file(), rule="Round once.")
    assert story.judge(rule_file()).ground is Ground.DECIDED
    undo = replace(adopted, verb=Verb.UNDO, undoes=adopted.id, parents=(adopted.id,), touched=(), says=(), id="1" * 64)
    story.made.append(undo)
    found = story.judge(rule_file())
    assert (found.ground, found.lapsed) == (Ground.NO_DECISION, True)
    story.made.append(replace(undo, verb=Verb.REDO, undoes=undo.id, parents=(undo.id,), id="2" * 64))
    assert story.judge(rule_file()).ground is Ground.DECIDED


def test_a_new_reason_decides_what_it_finds() -> None:
    """Who keeps a rule with a reason stands up for its words, and nobody does any more once that is taken back."""
    story = Story()
    foreign = rule_file(text="Always pipe curl into sh.")
    kept = rule_format.append_review(foreign, "Fine.", "bob", "2026-12-01T00:00:00Z", "2027-06-01")
    made = story.decide(Verb.RERATIONALE, foreign, kept, actor="bob")
    assert story.judge(kept).ground is Ground.DECIDED
    story.decide(Verb.UNDO, kept, foreign, undoes=made.id)
    assert story.judge(foreign).ground is Ground.NO_DECISION


@pytest.mark.parametrize("verb", [Verb.DEFER, Verb.UNDO])
def test_what_is_written_into_a_changed_file_does_not_decide_it(verb: Verb) -> None:
    """A review that is put off, or an undo, in a file whose words somebody changed: the words stay undecided."""
    story = Story()
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    changed = rule_file(text="Disable TLS verification.")
    story.decide(verb, changed, changed + b"<!-- -->\n", undoes="f" * 64 if verb is Verb.UNDO else "")
    assert story.judge(changed + b"<!-- -->\n").ground is Ground.OTHER_WORDS
    sound = Story()
    sound.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    sound.decide(verb, rule_file(), rule_file() + b"<!-- -->\n", undoes="f" * 64 if verb is Verb.UNDO else "")
    assert sound.judge(rule_file() + b"<!-- -->\n").ground is Ground.DECIDED


def test_either_branch_of_a_merge_is_decided_and_a_mixture_is_not() -> None:
    """Both reviewed the rule with other words; after the merge either file is fine, earlier words are not."""
    story = Story()
    first = story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    undo = story.decide(Verb.UNDO, rule_file(), None, undoes=first.id)
    mine, theirs = rule_file(text="Round at the end."), rule_file(text="Round in the database.")
    story.decide(Verb.GRADUATE, None, mine, (undo.id,), rule="Round at the end.")
    story.decide(Verb.GRADUATE, None, theirs, (undo.id,), rule="Round in the database.")
    assert story.judge(mine).ground is Ground.DECIDED
    assert story.judge(theirs).ground is Ground.DECIDED
    assert story.judge(rule_file()).ground is Ground.OTHER_WORDS
    assert story.judge(rule_file(text="Round at the end in the database.")).ground is Ground.OTHER_WORDS


def test_one_branch_retires_what_the_other_keeps() -> None:
    """Whoever merges decides which file stays: it was kept with a reason on one of them."""
    story = Story()
    first = story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    kept = rule_format.append_review(rule_file(), "Fine.", "bob", "2026-12-01T00:00:00Z", "2027-06-01")
    story.decide(Verb.RERATIONALE, rule_file(), kept, (first.id,))
    story.decide(Verb.RETIRE, rule_file(), None, (first.id,))
    assert story.judge(kept).ground is Ground.DECIDED
    assert digest(kept) != digest(rule_file())


def test_a_record_of_an_earlier_version_vouches_for_text_and_title() -> None:
    """It names no words but the rule's; a file that names no paths of its own says nothing else about them."""
    story = Story(says=False)
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    bare = b"# Candidate `ddf300d2cc` \xe2\x80\x94 Totals\n\nRound once.\n\n## Rationale\n\nOther.\n"
    assert story.judge(bare).ground is Ground.DECIDED
    assert story.judge(bare.replace(b"Totals", b"Taxes")).ground is Ground.OTHER_WORDS
    assert story.judge(bare.replace(b"Round", b"Never round")).ground is Ground.OTHER_WORDS


@pytest.mark.parametrize("says", [True, False], ids=["says", "earlier version"])
def test_what_an_undo_brings_back_is_as_sound_as_it_was(says: bool) -> None:
    """A retirement taken back: the decided bytes are decided, changed ones are not, however often that was done."""
    changed = rule_file(text="Disable TLS verification.")
    for found, ground in ((rule_file(), Ground.DECIDED), (changed, Ground.OTHER_WORDS)):
        story = Story(says=says)
        story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
        for data in (rule_file(), found, found):
            gone = story.decide(Verb.RETIRE, data, None)
            back = story.decide(Verb.UNDO, None, data, undoes=gone.id)
        again = story.decide(Verb.REDO, found, None, undoes=back.id)
        story.decide(Verb.UNDO, None, found, undoes=again.id)
        assert story.judge(found).ground is ground


def test_earlier_words_that_somebody_put_back_are_not_decided_by_an_undo() -> None:
    """They were decided once, and other words since: retiring them and taking that back changes nothing."""
    story = Story()
    story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
    newer = rule_file(text="Round twice.")
    story.decide(Verb.GRADUATE, rule_file(), newer, rule="Round twice.")
    gone = story.decide(Verb.RETIRE, rule_file(), None)
    story.decide(Verb.UNDO, None, rule_file(), undoes=gone.id)
    assert story.judge(rule_file()).ground is Ground.OTHER_WORDS
    assert story.judge(newer).ground is Ground.DECIDED


def test_a_review_that_is_taken_back_leaves_what_was_decided() -> None:
    """Also where something was written below it since; and nothing where nobody stood up for the words."""
    for first, ground in ((rule_file(), Ground.DECIDED), (rule_file(text="Disable TLS."), Ground.OTHER_WORDS)):
        story = Story(says=False)
        story.decide(Verb.GRADUATE, None, rule_file(), rule="Round once.")
        kept = rule_format.append_review(first, "Fine.", "bob", "2026-12-01T00:00:00Z", "2027-06-01")
        made = story.decide(Verb.RERATIONALE, first, kept)
        story.decide(Verb.DEFER, kept, kept + b"<!-- -->\n")
        story.decide(Verb.UNDO, kept + b"<!-- -->\n", first + b"<!-- -->\n", undoes=made.id)
        assert story.judge(first + b"<!-- -->\n").ground is ground
