"""The coach against rationales that were labelled by hand: no good one is refused, and nearly every bad one is."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from dreamtui.coach.rationale import judge
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.verb import Verb

DATA = Path(__file__).parent / "data"
SEEN, UNSEEN = "rationales", "rationales-unseen"
BAR = 55 / 60
"""The share of the bad that has to be refused."""


class Labelled(NamedTuple):
    item: str
    verb: Verb
    words: str


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


ITEMS = _read(SEEN)["items"]


def _labelled(label: str, *names: str) -> Iterator[Labelled]:
    for name in names:
        for item, verbs in _read(name)[label].items():
            for verb, several in verbs.items():
                yield from (Labelled(item, Verb(verb), words) for words in several)


def _piece(written: str) -> Evidence:
    """A piece of evidence: a sha, a file with or without a line, or an error."""
    place, _, line = written.partition(":")
    if re.fullmatch("[0-9a-f]{7}", written):
        locator = Locator(Where.COMMIT, written + "0" * 33)
    else:
        locator = Locator(Where.FILE, place, int(line or 1)) if "." in place else Locator(Where.TEXT)
    return Evidence(f"seen: {written}", locator, "2026-11-05T08:00:00Z", "bob")


def _refused(one: Labelled) -> bool:
    item = ITEMS[one.item]
    evidence = tuple(map(_piece, item["evidence"]))
    return not judge(one.words, verb=one.verb, title=item["title"], evidence=evidence).ok


@pytest.mark.parametrize("names", [(SEEN,), (UNSEEN,), (SEEN, UNSEEN)], ids=["seen", "unseen", "all"])
def test_the_good_pass_and_the_bad_are_refused(names: tuple[str, ...]) -> None:
    """None of the good, 55 of 60 of the bad; the figures are printed."""
    good, bad = list(_labelled("good", *names)), list(_labelled("bad", *names))
    wrongly, passed = [one for one in good if _refused(one)], [one for one in bad if not _refused(one)]
    print(
        f"{' + '.join(names)}: {len(wrongly)} of {len(good)} good refused, {len(bad) - len(passed)} of {len(bad)} bad"
    )
    assert wrongly == []
    assert len(passed) <= len(bad) * (1 - BAR), passed


def test_there_are_enough_of_them() -> None:
    """At least 60 of each, none twice, and a third of them apart."""
    for label in ("good", "bad"):
        every, unseen = list(_labelled(label, SEEN, UNSEEN)), list(_labelled(label, UNSEEN))
        assert len({one.words for one in every}) == len(every) >= 60
        assert len(unseen) * 3 >= len(every) * 0.97
