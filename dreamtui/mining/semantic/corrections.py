"""Corrections that people put in other words in each session: joined by meaning, where no two have the same words."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from dreamtui.mining.semantic.clusters import finding_of
from dreamtui.mining.semantic.explain import explained, medoid
from dreamtui.mining.signals.correction import Correction
from dreamtui.mining.signals.moments import ASKED, CORRECTION, REFUSED, REJECTION, SHOWN
from dreamtui.model.evidence import Event
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.text.saying import cut, instruction

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

EPS = 0.36
"""The largest cosine distance of two that ask for the same; chosen by measurement: benchmarks/meaning.py."""


def joined(
    moments: Iterable[Event],
    found: Iterable[Finding],
    embed: Callable[[Sequence[str]], "Floats"],
    settings: MineSettings,
) -> list[Finding]:
    """Groups of corrections from enough sessions, without those that were found by their words."""
    told = {one.subject.removeprefix(ASKED).removeprefix(REFUSED) for one in found if one.signal == Correction.name}
    said: dict[str, list[Event]] = {}
    for event in sorted(moments, key=lambda event: (event.ts, str(event.locator))):
        if event.kind in (CORRECTION, REJECTION) and event.subject and event.ts >= settings.since:
            said.setdefault(event.subject, []).append(event)
    subjects = [subject for subject in said if subject not in told]
    if len(subjects) < 2:
        return []
    from dreamtui.mining.semantic.dbscan import dbscan

    words = [_words(said[subject][-1]) for subject in subjects]
    vectors = embed(words)
    labels = dbscan(vectors, EPS, 2).tolist()
    groups = [[at for at, label in enumerate(labels) if label == number] for number in range(max(labels) + 1)]
    findings = []
    for group in groups:
        events = [event for at in group for event in said[subjects[at]]]
        sessions = {event.session for event in events}
        if len(sessions) >= settings.min_correction_sessions:
            counts = [len(said[subjects[at]]) for at in group]
            middle = words[group[medoid(vectors[group])]]
            why = explained([words[at] for at in group], vectors[group], EPS, 2, counts)
            named = [f"{CORRECTION}:{subjects[at]}" for at in group]
            newest = sorted(events, key=lambda event: (event.ts, str(event.locator)), reverse=True)
            files = sorted({path for event in events for path in event.files})
            told_in = f"user corrected this in {len(sessions)} sessions, in other words"
            title = f"{cut(middle, SHOWN).removesuffix('.')}: {told_in}"
            findings.append(finding_of(newest, named, title, files, why))
    return sorted(findings, key=lambda finding: (-finding.weight, finding.subject))


def _words(event: Event) -> str:
    return instruction(event.summary, event.subject) or event.subject
