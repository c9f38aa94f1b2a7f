"""What a cycle does to the queue: new, updated, unchanged, recurring, settled, withdrawn; in any order the same."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.kinds.intake import Intake
from dreamtui.kinds.intake import take_in as take_in_by
from dreamtui.kinds.proposal import codec
from dreamtui.kinds.proposal.intake import QueuedProposals, rules, worth_asking
from dreamtui.kinds.proposal.kind import FOLDERS
from dreamtui.model.errors import Malformed
from dreamtui.model.proposal import Applied, Became, FiledProposal, MemorySource, Mutation, MutationKind, Proposal
from dreamtui.model.status import Status

NOW = "2026-11-18T09:00:00Z"
LATER = "2026-11-19T09:00:00Z"


def made(*names: str, text: str = "one text", method: str = "heuristic", hash_: str = "h") -> FiledProposal:
    """A merge of some memories."""
    sources = tuple(MemorySource(name, f"{name}.md", hash_, name) for name in names)
    mutation = Mutation(codec.mutation_id("merge", names), MutationKind.MERGE, sources, "T", text)
    item = codec.proposal_id("mutations", names)
    return FiledProposal(Proposal(item, "mutations", "T", (mutation,), method=method, score=0.9), NOW, NOW)


def queue(*pending: FiledProposal, rejected: tuple[FiledProposal, ...] = (), accepted: tuple[FiledProposal, ...] = (),
          hashes: dict[str, str] | None = None) -> QueuedProposals:  # fmt: skip
    """What waits and what was decided."""
    return QueuedProposals(
        FOLDERS.shared,
        {one.proposal.id: codec.render(one) for one in pending},
        {one.proposal.id: one for one in rejected},
        {one.proposal.id: one for one in accepted},
        hashes if hashes is not None else dict.fromkeys("abcdef", "h"),
    )


def take_in(found: list[FiledProposal], there: QueuedProposals, now: str) -> Intake[FiledProposal]:
    """What a cycle does."""
    return take_in_by(worth_asking(found, there), rules(there, now))


def test_a_new_one_waits() -> None:
    """It is written as pending, and only that."""
    intake = take_in([made("a", "b")], queue(), NOW)
    (change,) = intake.changes.changes
    assert (change.before, change.path) == (None, FOLDERS.shared.pending.path_of(intake.new[0].proposal.id))
    assert codec.parse(change.after or b"").status is Status.PENDING


def test_the_same_again_changes_nothing() -> None:
    """A pending twin is neither repeated nor written again."""
    intake = take_in([replace(made("a", "b"), created=LATER, updated=LATER)], queue(made("a", "b")), LATER)
    assert (len(intake.unchanged), len(intake.changes.changes)) == (1, 0)


def test_a_pending_twin_is_updated_and_keeps_its_deferral() -> None:
    """Its text and hashes are the new ones; when it came and until when it is deferred stay."""
    old = replace(made("a", "b"), until="2026-12-01")
    intake = take_in([replace(made("a", "b", text="another"), created=LATER)], queue(old), LATER)
    (fresh,) = intake.updated
    assert (fresh.created, fresh.updated, fresh.until) == (NOW, LATER, "2026-12-01")
    assert fresh.proposal.mutations[0].text == "another"


def test_a_rejected_one_is_not_proposed_again() -> None:
    """It recurs, and nothing is written."""
    intake = take_in([made("a", "b")], queue(rejected=(made("a", "b"),)), NOW)
    assert ([one.proposal.id for one in intake.recurring], intake.new) == ([made("a", "b").proposal.id], ())
    assert not intake.changes


def test_a_rejected_one_is_news_only_where_it_says_something_else() -> None:
    """The same words again, or of files that changed elsewhere, are as old as the rejection; other words are new."""
    rejected = made("a", "b")
    for hash_, text, when in (("h", "one text", NOW), ("k", "one text", NOW), ("k", "another", LATER)):
        found = replace(made("a", "b", text=text, hash_=hash_), created=LATER, updated=LATER)
        (again,) = take_in([found], queue(rejected=(rejected,)), LATER).recurring
        assert (again.updated, again.proposal.mutations[0].text) == (when, text)


def test_an_accepted_one_is_proposed_again_only_when_its_sources_changed() -> None:
    """Both were kept as they are: settled. One was edited since, so that it was skipped: proposed again."""
    accepted = replace(made("a", "b"), status=Status.ACCEPTED)
    assert take_in([made("a", "b")], queue(accepted=(accepted,)), NOW).settled == (accepted.proposal.id,)
    assert len(take_in([made("a", "b", hash_="k")], queue(accepted=(accepted,)), NOW).new) == 1


def test_what_a_person_left_out_stays_left_out_while_nothing_changed() -> None:
    """Left out of a larger proposal, and found by itself."""
    alone = made("a", "b")
    (mutation,) = alone.proposal.mutations
    out = Applied(mutation.id, mutation.kind, Became.LEFT, sources=mutation.sources)
    accepted = replace(made("a", "b", "c"), outcomes=(out,))
    assert not take_in([alone], queue(accepted=(accepted,)), NOW).changes
    assert take_in([made("a", "b", hash_="k")], queue(accepted=(accepted,)), NOW).new


def test_what_cannot_be_applied_any_more_is_marked_once() -> None:
    """Its sources are gone and no cycle finds it; it stays in the queue with a mark."""
    lost = queue(made("a", "b"), hashes={"a": "h"})
    intake = take_in([], lost, NOW)
    assert intake.vanished == (made("a", "b").proposal.id,)
    marked = codec.parse(intake.changes.changes[0].after or b"")
    assert marked.vanished
    assert not take_in([], queue(marked, hashes={"a": "h"}), LATER).changes
    assert not take_in([], queue(made("a", "b")), NOW).changes


def test_a_model_does_not_replace_what_was_found_and_the_other_way_round() -> None:
    """Whatever waits stays while it can be applied."""
    for first, second in (("heuristic", "model"), ("model", "heuristic")):
        intake = take_in([made("a", "b", text="new", method=second)], queue(made("a", "b", method=first)), LATER)
        assert not intake.changes


@given(st.permutations(range(6)))
@settings(max_examples=20, deadline=None)
def test_the_order_of_what_was_found_makes_no_difference(order: list[int]) -> None:
    """The same files with the same bytes."""
    every = [made(*pair) for pair in ("ab", "ac", "bc", "de", "df", "ef")]
    waiting = queue(made("a", "b", text="old"), rejected=(made("d", "e"),))
    straight = take_in(every, waiting, NOW)
    assert take_in([every[n] for n in order], waiting, NOW).changes == straight.changes


words = st.text(max_size=30)
sources = st.builds(MemorySource, words, words, words, words)


@given(
    st.builds(
        replace,
        st.just(made("a", "b")),
        rationale=words,
        instructions=words,
        until=words,
        lookback_days=st.none() | st.integers(1, 99),
    ),
    st.lists(sources, max_size=3),
    words,
    words,
)
@settings(max_examples=60, deadline=None)
def test_files_are_read_back_as_they_were_written(
    filed: FiledProposal, many: list[MemorySource], text: str, part: str
) -> None:
    """Whatever the words hold."""
    mutation = replace(filed.proposal.mutations[0], sources=tuple(many), text=text, parts=((part, text),))
    whole = replace(filed, proposal=replace(filed.proposal, mutations=(mutation,), title=text))
    assert codec.parse(codec.render(whole)) == whole


VALID = json.loads(codec.render(made("a", "b")))


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Where in a JSON value something stands, itself included."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, one in inner for place in places(one, (*path, name)))]


def put(path: tuple[str | int, ...], fresh: Any) -> Any:
    """The valid proposal with something else in one place."""
    if not path:
        return fresh
    whole = json.loads(json.dumps(VALID))
    inside = whole
    for name in path[:-1]:
        inside = inside[name]
    inside[path[-1]] = fresh
    return whole


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
    max_leaves=12,
)


@given(st.sampled_from(places(VALID)), JUNK)
@settings(max_examples=150, deadline=None)
def test_what_is_none_of_ours_is_refused_and_never_crashes(path: tuple[str | int, ...], junk: object) -> None:
    """A proposal with anything in any place of it: refused, or read so that it is written and read back the same."""
    assert codec.parse(json.dumps(put((), VALID)).encode()) == made("a", "b")
    for data in (json.dumps(put(path, junk)).encode("utf-8", "replace"), repr(junk).encode("utf-8", "replace")):
        try:
            read = codec.parse(data)
        except ValueError:
            continue
        assert codec.parse(codec.render(read)) == read


@pytest.mark.parametrize(
    ("path", "junk"),
    [
        ((), []),
        (("proposal",), None),
        (("proposal", "id"), "../up"),
        (("proposal", "kind"), "other"),
        (("proposal", "mutations", 0, "kind"), "other"),
        (("status",), "other"),
    ],
)
def test_what_cannot_be_a_proposal_is_refused(path: tuple[str | int, ...], junk: object) -> None:
    """One wrong value in an otherwise valid file."""
    with pytest.raises(Malformed):
        codec.parse(json.dumps(put(path, junk)).encode())


@pytest.mark.parametrize(("path", "junk"), [(("more",), {"deep": [1]}), (("lookback_days",), None), (("until",), "")])
def test_what_does_no_harm_is_read(path: tuple[str | int, ...], junk: object) -> None:
    """An unknown key, and what is empty."""
    assert codec.parse(json.dumps(put(path, junk)).encode()) == made("a", "b")
