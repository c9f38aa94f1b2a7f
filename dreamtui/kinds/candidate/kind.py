"""Candidates: found in events, history or sessions, or filed by hand; a person makes rules of them."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING

from dreamtui.kinds.kind import FileSource, Folder, Gatherer, ItemKind, Planner, Shelf, Slots, UnrecordedVerdict
from dreamtui.kinds.row import QueueEntry, QueueRow
from dreamtui.model.item import Status
from dreamtui.model.verb import Verb

if TYPE_CHECKING:
    from dreamtui.coach.challenge import Objection
    from dreamtui.kinds.candidate.files import CandidateFiles
    from dreamtui.kinds.item_files import Gathered, Words

NAME = "candidate"
CANDIDATES = ".agent/dream/candidates"
GRADUATED = ".agent/dream/graduated"
REJECTED = ".agent/dream/rejected"
RECURRING = "recurring.json"
"""What the last run saw again; its rows hold the candidate files it would have written."""


def _row(data: bytes, path: str, stem: str) -> QueueRow:
    from dreamtui.kinds.candidate.row import read

    return read(data, path, stem)


CANDIDATE_FILES = Folder(CANDIDATES, _row, by_id=True)
GRADUATED_FILES = Folder(GRADUATED, _row)
REJECTED_FILES = Folder(REJECTED, _row)


def _entries(shelf: Shelf, wanted: frozenset[Status]) -> Iterable[QueueEntry]:
    from dreamtui.kinds.candidate.standing import CandidateStanding

    return CandidateStanding(shelf).entries(wanted)


def _gather(source: FileSource) -> "Gatherer[CandidateFiles]":
    from dreamtui.kinds.candidate.files import CandidateGatherer

    return CandidateGatherer(source)


@cache
def _plans() -> "Mapping[Verb, Planner[CandidateFiles]]":
    from dreamtui.kinds.candidate import plans
    from dreamtui.kinds.rule import plans as rules

    return {
        Verb.GRADUATE: plans.graduate,
        Verb.REJECT: plans.reject,
        Verb.DEFER: plans.defer,
        Verb.REOPEN: plans.reopen,
        Verb.RERATIONALE: rules.rerationale,
        Verb.RETIRE: rules.retire,
    }


def _complete(held: "Gathered[CandidateFiles]", verb: Verb, words: "Words") -> "Words":
    from dreamtui.kinds.candidate.files import complete

    return complete(held, verb, words)


def _warnings(held: "Gathered[CandidateFiles]", verb: Verb) -> list[str]:
    from dreamtui.kinds.candidate.files import warnings

    return warnings(held, verb)


def _suggest(held: "Gathered[CandidateFiles]") -> str:
    from dreamtui.coach.suggest import suggest_rule

    return suggest_rule(held.item)


def _proposed(held: "Gathered[CandidateFiles]", verb: Verb) -> str:
    from dreamtui.kinds.candidate.files import rule_at_first

    return rule_at_first(held)


def _proposed_name(held: "Gathered[CandidateFiles]") -> str:
    files = held.files
    return "Rule as it stands" if files.rule else "Rule before it was retired" if files.expired else "Suggested rule"


def _verdict(held: "Gathered[CandidateFiles]") -> UnrecordedVerdict | None:
    from dreamtui.kinds.candidate.files import verdict

    return verdict(held)


def _objections(held: "Gathered[CandidateFiles]") -> "tuple[Objection, ...]":
    from dreamtui.kinds.candidate.files import objections

    return objections(held)


CANDIDATE = ItemKind(
    NAME,
    label="Candidate",
    about="Something found in events, history or sessions, or filed by hand.",
    sign="●",
    folders=(CANDIDATE_FILES, GRADUATED_FILES, REJECTED_FILES),
    entries=_entries,
    recurring=RECURRING,
    gather=_gather,
    plans=_plans,
    kept=frozenset({Verb.RERATIONALE, Verb.RETIRE}),
    slots=Slots(Verb.GRADUATE, Verb.REJECT, Verb.DEFER),
    slots_at={Status.GRADUATED: Slots(Verb.RERATIONALE, Verb.RETIRE, None, Verb.REOPEN)},
    complete=_complete,
    warnings=_warnings,
    suggest=_suggest,
    proposed=_proposed,
    proposed_name=_proposed_name,
    listed_evidence="## Evidence",
    verdict=_verdict,
    objections=_objections,
)
