"""Deciding proposals: what each mutation does, what is skipped, what has to be acknowledged."""

from pathlib import Path

import proposing
import pytest
from sandbox import Sandbox, assert_sound, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.memory import notes as note_desk
from dreamtui.desk.queue import listing, lookup, show
from dreamtui.desk.reorganize.proposal_view import edited, view
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.proposal.kind import FOLDERS
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.model.decision import Words
from dreamtui.model.errors import AlreadyDecided, Lack, Missing, OutOfDate, Refused
from dreamtui.model.memory import NoteStatus
from dreamtui.model.proposal import Became, Choice, Fate, FiledProposal
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.store.records import log

Ids = dict[str, str]


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace without anything."""
    return Sandbox(tmp_path)


@pytest.fixture
def ids(box: Sandbox) -> Ids:
    """Six notes."""
    return proposing.put_notes(box)


def accept(box: Sandbox, item: str, **words: object) -> decide.Outcome:
    """Accept with a reason of its own."""
    box.steps += 1
    return decide.decide(box.desk(), [item], Verb.ACCEPT, Words(reason(box.steps), **words))  # type: ignore[arg-type]


def filed(box: Sandbox, folder: str, item: str) -> FiledProposal:
    """The file of a proposal in accepted/ or rejected/."""
    data = box.desk().store.read(f".agent/dream/proposals/{folder}/{item}.json")
    assert data is not None
    return codec.parse(data)


def test_merge_writes_one_note_with_its_lineage_and_retires_the_sources(box: Sandbox, ids: Ids) -> None:
    """Front matter says where it comes from, each source where it went; the proposal moves to accepted/."""
    item = proposing.queue(box, proposing.merge_of(box, ids))
    outcome = accept(box, item)
    made = filed(box, "accepted", item)
    (done,) = made.outcomes
    assert (done.became, done.retired) == (Became.APPLIED, tuple(sorted((ids["cents"], ids["cents2"]))))
    new = proposing.note(box, done.made[0])
    assert new.merged_from == tuple(sorted((ids["cents"], ids["cents2"])))
    assert (new.title, new.category, new.status) == ("Money", "project", NoteStatus.ACTIVE)
    for name in ("cents", "cents2"):
        old = proposing.note(box, ids[name])
        assert (old.status, old.merged_into, old.text) == (NoteStatus.DEPRECATED, new.id, proposing.NOTES[name][1])
    assert box.desk().store.read(FOLDERS.shared.pending.path_of(item)) is None
    assert made.rationale == outcome.decisions[0].rationale
    assert_sound(box)


def test_merge_of_equal_notes_is_a_note_of_its_own(box: Sandbox, ids: Ids) -> None:
    """A result that says exactly what a source says does not take the source's file."""
    title, text = proposing.NOTES["cents"]
    item = proposing.queue(box, proposing.merge_of(box, ids, text=text))
    accept(box, item, acknowledged=("all",))
    (new,) = filed(box, "accepted", item).outcomes[0].made
    assert new not in ids.values()
    assert proposing.note(box, new).text == text
    assert proposing.note(box, ids["cents"]).title == title


def test_a_statement_that_would_be_lost_has_to_be_acknowledged(box: Sandbox, ids: Ids) -> None:
    """Refused by name, accepted when the statement itself is acknowledged, and kept in the record of what was done."""
    item = proposing.queue(
        box, proposing.merge_of(box, ids, text="All amounts are in cents.\n\nThe invoice shows euros.")
    )
    before = box.files()
    with pytest.raises(Refused, match="Rounding happens once"):
        accept(box, item)
    assert box.files() == before
    with pytest.raises(Refused, match="Rounding happens once"):
        accept(box, item, acknowledged=("Something else.",))
    accept(box, item, acknowledged=("rounding happens once, at the END",))
    assert filed(box, "accepted", item).outcomes[0].acknowledged == ("Rounding happens once, at the end.",)


def test_an_edited_text_is_what_is_written_and_judged(box: Sandbox, ids: Ids) -> None:
    """The person's words stand in the note, and what they leave out has to be acknowledged too."""
    made = proposing.merge_of(box, ids)
    item = proposing.queue(box, made)
    short = "All amounts are in cents."
    shown = edited(box.desk(), item, made.mutations[0].id, short)
    assert set(shown.lost) == {"Rounding happens once, at the end.", "The invoice shows euros."}
    with pytest.raises(Refused, match="would lose"):
        accept(box, item, text=short)
    accept(box, item, text=short, acknowledged=("all",))
    (new,) = filed(box, "accepted", item).outcomes[0].made
    assert proposing.note(box, new).text == short


def test_a_changed_source_is_skipped_and_planned_again(box: Sandbox, ids: Ids) -> None:
    """Nothing is forced: the other mutation is applied, the reason is told and in the log."""
    money = proposing.merge_of(box, ids).mutations[0]
    gone = proposing.mutation(box, "deprecate", [ids["old"]])
    item = proposing.queue(box, proposing.proposal(money, gone))
    box.steps += 1
    note_desk.edit_note(box.desk(), ids["cents"], None, "All amounts are in tenths of a cent.")
    outcome = accept(box, item, acknowledged=("all",))
    assert any("has changed since" in line for line in outcome.advice)
    became = {one.mutation: one.became for one in filed(box, "accepted", item).outcomes}
    assert became == {money.id: Became.SKIPPED, gone.id: Became.APPLIED}
    assert proposing.note(box, ids["cents2"]).status is NoteStatus.ACTIVE
    assert proposing.note(box, ids["old"]).status is NoteStatus.DEPRECATED
    entries = log.entries(box.desk().layout)
    told = [entry["outcomes"] for entry in entries if entry.get("decision") == outcome.decisions[0].id]
    assert {one["outcome"] for one in told[0]} == {"applied", "skipped"}
    assert any(entry.get("again") == [item] and "changed since" in entry["skipped"] for entry in entries)


def test_when_nothing_can_be_applied_it_is_refused(box: Sandbox, ids: Ids) -> None:
    """A retired source: no decision is recorded, no memory changes, and the skip is in the log."""
    item = proposing.queue(box, proposing.merge_of(box, ids))
    box.steps += 1
    decide.decide(box.desk(), [ids["cents2"]], Verb.RETIRE, Words(reason(80)))
    marks = len(box.desk().store.audit.marks())
    with pytest.raises(OutOfDate, match="has been retired or removed"):
        accept(box, item)
    assert len(box.desk().store.audit.marks()) == marks
    assert proposing.note(box, ids["cents"]).status is NoteStatus.ACTIVE
    assert any("again" in entry for entry in log.entries(box.desk().layout))
    assert "vanished" in listing.listing(box.desk(), status="expired").entries[0].row.flags


@pytest.mark.parametrize("mark", ["pinned", "static"])
def test_pinned_and_static_are_never_touched(box: Sandbox, ids: Ids, mark: str) -> None:
    """Even by a proposal that was made from exactly these bytes."""
    path = box.desk().layout.real(f".agent/memory/notes/{ids['cents']}.md")
    path.write_bytes(path.read_bytes().replace(b"status: active\n", f"status: active\n{mark}: true\n".encode()))
    item = proposing.queue(box, proposing.merge_of(box, ids))
    with pytest.raises(OutOfDate, match=f"is {mark} and is never touched"):
        accept(box, item)


def test_supersede_keeps_one_and_links_the_other_to_it(box: Sandbox, ids: Ids) -> None:
    """The one that stays is not changed by a byte."""
    stays = box.desk().store.read(f".agent/memory/notes/{ids['team11']}.md")
    made = proposing.mutation(box, "supersede", (ids["team"], ids["team11"]), keeps=ids["team11"])
    item = proposing.queue(box, proposing.proposal(made))
    with pytest.raises(Refused, match="The team has 8 people"):
        accept(box, item)
    accept(box, item, acknowledged=("all",))
    old = proposing.note(box, ids["team"])
    assert (old.status, old.superseded_by) == (NoteStatus.DEPRECATED, ids["team11"])
    assert box.desk().store.read(f".agent/memory/notes/{ids['team11']}.md") == stays


def test_supersede_with_a_text_writes_it(box: Sandbox, ids: Ids) -> None:
    """As for a relative date turned into an absolute one: a new note, the old one linked to it."""
    made = proposing.mutation(box, "supersede", [ids["old"]], text="The build runs on host nine since 2026-11-02.")
    item = proposing.queue(box, proposing.proposal(made))
    accept(box, item, acknowledged=("all",))
    (new,) = filed(box, "accepted", item).outcomes[0].made
    assert proposing.note(box, ids["old"]).superseded_by == new
    assert proposing.note(box, new).merged_from == (ids["old"],)


def test_split_writes_a_note_a_part(box: Sandbox, ids: Ids) -> None:
    """Each part is a note with its own title; an edited text has a heading a part."""
    parts = (("Deploys", "Deploys happen on Tuesday."), ("Cache", "The cache is Redis."))
    item = proposing.queue(box, proposing.proposal(proposing.mutation(box, "split", [ids["wide"]], parts=parts)))
    with pytest.raises(Refused, match="heading with the title of each part"):
        accept(box, item, text="no heading at all")
    text = "# Deploys\n\nDeploys happen on Tuesday.\n\n# Where things are cached\n\nThe cache is Redis.\n"
    accept(box, item, text=text)
    new = [proposing.note(box, one) for one in filed(box, "accepted", item).outcomes[0].made]
    assert [(one.title, one.text) for one in new] == [parts[0], ("Where things are cached", "The cache is Redis.")]
    assert proposing.note(box, ids["wide"]).merged_into == ", ".join(one.id for one in new)


def test_move_changes_the_category_alone(box: Sandbox, ids: Ids) -> None:
    """Title and text stay, and nothing has to be acknowledged."""
    item = proposing.queue(box, proposing.proposal(proposing.mutation(box, "move", [ids["old"]], category="hosts")))
    accept(box, item)
    moved = proposing.note(box, ids["old"])
    assert (moved.category, moved.text, moved.status) == ("hosts", proposing.NOTES["old"][1], NoteStatus.ACTIVE)


def test_only_the_chosen_mutations_are_applied(box: Sandbox, ids: Ids) -> None:
    """What was left out is recorded as such and stays as it is."""
    money = proposing.merge_of(box, ids).mutations[0]
    gone = proposing.mutation(box, "deprecate", [ids["old"]])
    item = proposing.queue(box, proposing.proposal(money, gone))
    with pytest.raises(Refused, match="is not a change of this proposal"):
        accept(box, item, only=("u-0",))
    accept(box, item, only=(money.id[:6],))
    became = {one.mutation: one.became for one in filed(box, "accepted", item).outcomes}
    assert became == {money.id: Became.APPLIED, gone.id: Became.LEFT}
    assert proposing.note(box, ids["old"]).status is NoteStatus.ACTIVE


def test_two_mutations_of_one_source_are_not_both_applied(box: Sandbox, ids: Ids) -> None:
    """The second one is skipped, because the first changes its source."""
    money = proposing.merge_of(box, ids).mutations[0]
    gone = proposing.mutation(box, "deprecate", [ids["cents"]])
    item = proposing.queue(box, proposing.proposal(money, gone))
    outcome = accept(box, item, acknowledged=("all",))
    assert any("takes one of its sources already" in line for line in outcome.advice)


def contradiction(box: Sandbox, ids: Ids) -> str:
    """Two notes that contradict each other, with three ways out."""
    both = (ids["team"], ids["team11"])
    choices = (
        Choice("keep-a", "the team has 8", (proposing.mutation(box, "supersede", both, keeps=ids["team"]),)),
        Choice("keep-b", "the team grew to 11", (proposing.mutation(box, "supersede", both, keeps=ids["team11"]),)),
        Choice("keep-both", "both hold", ()),
    )
    made = proposing.proposal(choices=choices)
    item = codec.proposal_id("contradiction", both)
    return proposing.queue(box, proposing.proposal(choices=choices, id=item) if made.id != item else made)


def test_a_contradiction_is_settled_by_a_choice(box: Sandbox, ids: Ids) -> None:
    """Without one it is refused with the choices named; the other note is the one that goes."""
    item = contradiction(box, ids)
    with pytest.raises(Refused) as unsettled:
        accept(box, item, acknowledged=("all",))
    assert unsettled.value.missing == Missing(Lack.CHOICE, ("keep-a", "keep-b", "keep-both"))
    with pytest.raises(Refused, match="is not one of its choices"):
        accept(box, item, choose="keep-c")
    accept(box, item, choose="keep-a", acknowledged=("all",))
    assert filed(box, "accepted", item).choice == "keep-a"
    assert proposing.note(box, ids["team11"]).superseded_by == ids["team"]
    assert proposing.note(box, ids["team"]).status is NoteStatus.ACTIVE


def test_keeping_both_changes_nothing_and_is_a_decision(box: Sandbox, ids: Ids) -> None:
    """Both notes stay; the contradiction is out of the queue."""
    item = contradiction(box, ids)
    notes = {path: data for path, data in box.files().items() if "/notes/" in path}
    accept(box, item, choose="keep-both")
    assert {path: data for path, data in box.files().items() if "/notes/" in path} == notes
    assert filed(box, "accepted", item).status is Status.ACCEPTED
    previews = show.previews(box.desk(), contradiction(box, ids))
    assert {"accept keep-a", "accept keep-b", "accept keep-both", "reject"} <= set(previews)


def test_rules_become_a_rule_and_go_to_expired_with_a_link(box: Sandbox, ids: Ids) -> None:
    """What agents are told in every session stays something they are told in every session."""
    one, two = proposing.put_rule(box, 1, "Run the linter first."), proposing.put_rule(box, 2, "Run the linter first!")
    made = proposing.mutation(box, "merge", (one, two), title="The linter", text="Run the linter first.")
    item = proposing.queue(box, proposing.proposal(made))
    accept(box, item)
    (new,) = filed(box, "accepted", item).outcomes[0].made
    row = lookup.rule_or_note(box.desk(), new)
    data = box.desk().store.read(row.path) or b""
    parsed = rule_format.parse(data, row.path)
    assert (parsed.title, parsed.text, parsed.files) == ("The linter", "Run the linter first.", ("src/a.py",))
    assert len(parsed.evidence) == 2
    assert b'"merged_from":["bbbbbbbbb1","bbbbbbbbb2"]' in data
    expired = box.desk().layout.real(".agent/dream/expired")
    assert all(f'"merged_into":"{new}"'.encode() in path.read_bytes() for path in expired.glob("*.md"))
    assert len(list(expired.glob("*.md"))) == 2


def test_a_rule_whose_result_cannot_be_a_rule_becomes_a_note_and_it_is_said(box: Sandbox, ids: Ids) -> None:
    """Headings cannot stand in a rule, so the words leave CLAUDE.md; the person is told."""
    one = proposing.put_rule(box, 1, "Run the linter first.")
    made = proposing.mutation(
        box, "merge", (one, ids["old"]), text="# Linter\n\nRun the linter first.\n\nHost nine builds."
    )
    item = proposing.queue(box, proposing.proposal(made))
    outcome = accept(box, item, acknowledged=("all",))
    assert any("leave CLAUDE.md" in line for line in outcome.advice)


def test_what_was_decided_cannot_be_applied_again(box: Sandbox, ids: Ids) -> None:
    """Neither an accepted nor a rejected one; a rejected one can be put back, an accepted one only be undone."""
    item = proposing.queue(box, proposing.merge_of(box, ids))
    accept(box, item)
    with pytest.raises(AlreadyDecided, match="accepted"):
        accept(box, item)
    with pytest.raises(Refused):
        decide.decide(box.desk(), [item], Verb.REOPEN, Words())
    other = contradiction(box, ids)
    box.steps += 1
    decide.decide(box.desk(), [other], Verb.REJECT, Words(reason(50), disposition="wrong"))
    with pytest.raises(AlreadyDecided, match="rejected"):
        accept(box, other, choose="keep-a")
    box.steps += 1
    decide.decide(box.desk(), [other], Verb.REOPEN, Words())
    accept(box, other, choose="keep-a", acknowledged=("all",))


@pytest.mark.parametrize("verb", [Verb.ACCEPT, Verb.REJECT])
@pytest.mark.parametrize("words", ["", "  \n ", "\u200b"])
def test_both_ways_need_a_reason(box: Sandbox, ids: Ids, verb: Verb, words: str) -> None:
    """A blank is none, and nothing changes."""
    item = proposing.queue(box, proposing.merge_of(box, ids))
    before = box.files()
    with pytest.raises(Refused):
        decide.decide(box.desk(), [item], verb, Words(words))
    assert box.files() == before


def test_a_deferred_proposal_comes_back_by_itself(box: Sandbox, ids: Ids) -> None:
    """It waits until its day."""
    item = proposing.queue(box, proposing.merge_of(box, ids))
    decide.decide(box.desk(), [item], Verb.DEFER, Words(until="2026-11-20"))
    status = {e.row.id: e.status for e in listing.listing(box.desk(), status="all", kind="proposal").entries}
    assert status == {item: Status.DEFERRED}
    box.steps += 24 * 3
    assert listing.listing(box.desk(), kind="proposal").entries[0].status is Status.PENDING


def test_the_view_says_of_every_statement_where_it_goes(box: Sandbox, ids: Ids) -> None:
    """Each statement of each source as it is now, kept, merged or lost, and sources that changed are marked."""
    made = proposing.merge_of(box, ids)
    item = proposing.queue(box, made)
    (one,) = view(box.desk(), item).mutations
    fates = sorted((said.text, said.fate) for said in one.statements)
    assert [text for text, _ in fates].count("All amounts are in cents.") == 2
    assert not one.lost
    assert {fate for _, fate in fates} <= {Fate.KEPT, Fate.MERGED}
    assert one.skip == ""
    box.steps += 1
    note_desk.edit_note(box.desk(), ids["cents"], None, "All amounts are in cents.\nNever round.")
    (one,) = view(box.desk(), item).mutations
    assert {source.id: source.state for source in one.sources}[ids["cents"]] == "changed"
    assert "Never round." in one.lost
    assert "has changed since" in one.skip
    assert [one.text for one in show.show(box.desk(), item).objections] == [
        "Nothing of it is left to do: “Money” has changed since."
    ]


def test_what_would_be_skipped_is_named_by_what_it_does(box: Sandbox, ids: Ids) -> None:
    """By the titles of its sources, while another change of the proposal can be carried out."""
    gone = proposing.mutation(box, "deprecate", [ids["old"]])
    item = proposing.queue(box, proposing.proposal(proposing.merge_of(box, ids).mutations[0], gone))
    box.steps += 1
    decide.decide(box.desk(), [ids["cents2"]], Verb.RETIRE, Words(reason(80)))
    assert [one.text for one in show.show(box.desk(), item).objections] == [
        "The merge of “Amounts” and “Money” would be skipped: “Amounts” has been retired or removed."
    ]
    assert not view(box.desk(), item).spent


def test_nothing_is_left_of_a_pair_whose_one_side_was_retired(box: Sandbox, ids: Ids) -> None:
    """The item says so first, and why, by the title of the note."""
    both = (ids["cents"], ids["cents2"])
    ways = tuple(
        Choice(f"keep-{name}", "Keep it", (proposing.mutation(box, "supersede", both, keeps=one),))
        for name, one in zip("ab", both, strict=True)
    )
    item = proposing.queue(box, proposing.proposal(choices=ways, kind="pair"))
    box.steps += 1
    decide.decide(box.desk(), [ids["cents2"]], Verb.RETIRE, Words(reason(80)))
    found = show.show(box.desk(), item)
    assert found.kind.actions().spent(found.held) == "“Amounts” has been retired or removed"
    first = next(iter(found.kind.actions().above(found.held, str))).text
    assert first.startswith("⚠ Nothing is left to do: “Amounts” has been retired or removed.")


def test_a_file_that_is_no_proposal_is_named_and_nothing_else_is_affected(box: Sandbox, ids: Ids) -> None:
    """A torn file, one with another id, and a sound one."""
    item = proposing.queue(box, proposing.merge_of(box, ids))
    folder = box.desk().layout.real(".agent/dream/proposals")
    (folder / "p-0000000000.json").write_bytes(b'{"schema": 1, "proposal": {"id": "p-1", "ki')
    (folder / "p-0000000001.json").write_bytes((folder / f"{item}.json").read_bytes())
    found = listing.listing(box.desk(), kind="proposal")
    assert [entry.row.id for entry in found.entries] == [item]
    assert {problem.path.rsplit("/", 1)[-1] for problem in found.problems} == {"p-0000000000.json", "p-0000000001.json"}
