"""Clusters by meaning, from vectors that are given: the same as plain DBSCAN's, found again, and explained."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dreamtui.kinds import meta
from dreamtui.kinds.candidate import codec
from dreamtui.kinds.candidate.intake import to_item
from dreamtui.mining.dotagent import clusters_like_dotagent
from dreamtui.mining.noise import Ignored
from dreamtui.mining.semantic import NAME
from dreamtui.mining.semantic import dbscan as tiles
from dreamtui.mining.semantic.clusters import comparable, find, text_of
from dreamtui.mining.semantic.corrections import joined
from dreamtui.mining.semantic.explain import explained, medoid
from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.text.ids import candidate_id

SINCE = MineSettings("2026-11-01T00:00:00Z", "30d", min_cluster_size=3)
unhurried = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
TOPICS = {"token": 0, "login": 0, "signature": 0, "table": 1, "rows": 1, "scroll": 1}


def event(number: int, summary: str, actor: str = "alice", **more: object) -> Event:
    """The n-th event of a log."""
    place = Locator(Where.FILE, ".agent/memory/episodic/2026/11/10/a__s.jsonl", number + 1)
    return Event(f"2026-11-10T09:{number:02}:00.000000Z", actor, "edit", summary, place, session=f"s{number}", **more)


def by_topic(texts: Sequence[str]) -> np.ndarray:
    """A vector by the words of a text that have a topic, nearly the same for each of a topic."""
    rows = []
    for text in texts:
        row = np.zeros(40, np.float32)
        topic = next((topic for word, topic in TOPICS.items() if word in text), None)
        row[2 + sum(map(ord, text)) % 38] = 0.3 if topic is not None else 1.0
        if topic is not None:
            row[topic] = 1.0
        rows.append(row / np.linalg.norm(row))
    return np.stack(rows)


def plain_dbscan(vectors: np.ndarray, eps: float, least: int) -> list[int]:
    """DBSCAN as its paper has it, in double precision and without any tricks."""
    wide = vectors.astype(np.float64)
    lengths = np.linalg.norm(wide, axis=1)
    lengths[lengths == 0] = 1
    near = 1 - (wide @ wide.T) / np.outer(lengths, lengths) <= eps
    core = near.sum(axis=1) >= least
    labels, number = [-1] * len(wide), 0
    for start in range(len(wide)):
        if not core[start] or labels[start] >= 0:
            continue
        waiting = [start]
        while waiting:
            one = waiting.pop()
            if labels[one] >= 0:
                continue
            labels[one] = number
            waiting += [int(other) for other in np.flatnonzero(near[one]) if core[one]]
        number += 1
    return labels


@unhurried
@given(
    st.integers(0, 2**32 - 1), st.integers(1, 60), st.integers(1, 6), st.floats(0.001, 0.9), st.integers(1, 5),
    st.integers(1, 9), st.sampled_from([0, 8, 1 << 20]),
)  # fmt: skip
def test_every_tiling_gives_the_labels_of_plain_dbscan(
    seed: int, count: int, width: int, eps: float, least: int, tile: int, budget: int
) -> None:
    """Whatever the tiles, and whether neighbourhoods are kept or computed again; equal vectors are among them."""
    random = np.random.default_rng(seed)
    vectors = random.normal(size=(count, width)).astype(np.float32)[random.integers(0, count, count)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiles, "_TILE", tile)
        patch.setattr(tiles, "_STRIP", 2)
        patch.setattr(tiles, "_BUDGET", budget)
        labels = tiles.dbscan(vectors, eps, least).tolist()
    assert labels == plain_dbscan(vectors, eps, least)


@unhurried
@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 4), min_size=1, max_size=20))
def test_a_weight_counts_as_so_many_equal_vectors(seed: int, weights: list[int]) -> None:
    """The labels of the distinct ones are those they have among all."""
    vectors = np.random.default_rng(seed).normal(size=(len(weights), 3)).astype(np.float32)
    each = np.repeat(np.arange(len(weights)), weights)
    whole = tiles.dbscan(vectors[each], 0.3, 3)
    first = np.searchsorted(each, np.arange(len(weights)))
    assert tiles.dbscan(vectors, 0.3, 3, np.array(weights)).tolist() == whole[first].tolist()


def test_pairs_on_the_threshold_are_computed_in_double_precision() -> None:
    """A cosine that single precision would round across the threshold."""
    angle = np.arccos(0.55)
    vectors = np.array([[1, 0], [np.cos(angle), np.sin(angle)]], np.float32)
    exact = 1 - float(vectors[0].astype(float) @ vectors[1].astype(float)) / np.linalg.norm(vectors[1].astype(float))
    assert tiles.dbscan(vectors, exact + 1e-9, 2).tolist() == [0, 0]
    assert tiles.dbscan(vectors, exact - 1e-9, 2).tolist() == [-1, -1]


EVENTS = [
    event(0, "token refused"),
    event(1, "login fails", "bob"),
    event(2, "signature does not match", files=("src/keys.py",)),
    event(3, "rename a helper"),
    event(4, "table is slow"),
    event(5, "too many rows"),
    event(6, "add an icon"),
    event(7, "token refused again"),
]


def found(events: Sequence[Event], wanted: MineSettings = SINCE) -> list[Finding]:
    return find(comparable(events, wanted.since), by_topic, wanted, Ignored())


def test_a_cluster_is_a_finding_with_its_events() -> None:
    """Named by its oldest event, the others as aliases; the title is what is nearest to all."""
    (one,) = found(EVENTS)
    assert (one.signal, one.weight, one.sessions) == (NAME, 4, 4)
    assert one.title.endswith(": 4 events in 4 wordings")
    assert [piece.quote for piece in one.evidence] == [
        "token refused again", "signature does not match", "login fails", "token refused"
    ]  # fmt: skip
    assert one.actors == ("alice", "bob")
    assert one.files == ("src/keys.py",)
    assert len(one.aliases) == 3
    assert text_of(EVENTS[2]) == "edit | signature does not match | files:src/keys.py"


@unhurried
@given(st.permutations(EVENTS))
def test_the_order_of_events_changes_nothing(events: list[Event]) -> None:
    assert found(events) == found(EVENTS)


def test_it_is_found_again_as_it_grows_and_as_the_window_moves() -> None:
    """More events leave its id; when its oldest leaves the window, its new id is one of the old aliases."""
    (whole,) = found(EVENTS)
    (grown,) = found([*EVENTS, event(8, "login page refuses a token")])
    assert (grown.subject, grown.weight) == (whole.subject, 5)
    (moved,) = found(EVENTS[1:])
    assert moved.subject in whole.aliases


def test_what_is_no_cluster() -> None:
    """Bots, empty summaries, too few, and one wording again and again."""
    assert found([event(n, "token refused") for n in range(5)]) == []
    assert found([event(n, f"token {n}", "renovate[bot]") for n in range(5)]) == []
    assert found([event(n, " ") for n in range(5)]) == []
    assert found(EVENTS[:2]) == []


def test_dotagent_numbers_its_clusters() -> None:
    """Its ids, titles and evidence lines, as its reference has them."""
    told = [event(1, "JWT validation broken", "bob", tool="cursor"), event(0, "fix auth bug", tool="cli")]
    first, second = clusters_like_dotagent(told, [[0, 1], [1]])
    assert candidate_id(first.signal, first.subject) == "bc75592182"
    assert candidate_id(second.signal, second.subject) == "78e79b890b"
    assert first.title == "edit cluster: JWT validation broken (2 events)"
    written = codec.render(to_item(first), "2026-11-18T00:00:00Z", bare=True).decode()
    assert "- 2026-11-10 bob via cursor: JWT validation broken\n- 2026-11-10 alice via cli: fix auth bug\n" in written
    assert "- **actors**: alice, bob\n" in written


def test_a_cluster_explains_itself() -> None:
    """The nearest pairs of different words, the words they share, and who is first to fall out."""
    vectors = np.array([[1, 0], [0.99, 0.14], [0.97, 0.24], [0.6, 0.8]], np.float32)
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    said = ["token expired early", "the token expired", "token expired too soon", "key rotation"]
    why = explained(said, vectors, 0.45, 3, [1, 1, 1, 1])
    assert (why.pairs[0].one, why.pairs[0].other, why.pairs[0].cosine) == (said[1], said[2], 0.99)
    assert why.terms == ("expired", "token")
    assert why.left_out == ("key rotation",)
    assert 0 < why.stricter < why.distance == 0.45
    assert said[medoid(vectors)] == "token expired too soon"


def test_the_explanation_is_kept_in_the_file() -> None:
    """What a run computed is read again where there is no model; a damaged comment gives nothing worse."""
    (one,) = found(EVENTS)
    data = codec.render(to_item(one), "2026-11-18T00:00:00Z")
    assert codec.parse(data, "x.md", "x").item.alike == one.alike
    kept = meta.find(data)
    assert kept is not None
    for odd in (3, {}, [], {"pairs": [[1], [1, 2, 3]], "left_out_count": 1e99, "distance": "x", "terms": [4]}):
        read = codec.parse(meta.replace(data, {**kept[2], "alike": odd}), "x.md", "x").item.alike
        assert read is None or all(isinstance(pair.one, str) for pair in read.pairs)


def correction(number: int, words: str, session: str) -> Event:
    """What a person said in a session."""
    place = Locator(Where.RECORD, f"a.jsonl#{number}", number + 1)
    when = f"2026-11-10T09:{number:02}:00Z"
    return Event(when, "alice", "correction", words, place, session=session, subject=words)


SAID = [
    correction(0, "the token has to be checked", "s1"),
    correction(1, "you forgot the login again", "s2"),
    correction(2, "no icon there", "s3"),
]


def test_corrections_in_other_words_are_joined() -> None:
    """Two of two sessions; named by the older, so that the same is found when a third one comes."""
    (one,) = joined(SAID, [], by_topic, SINCE)
    assert one.title.endswith(": user corrected this in 2 sessions, in other words")
    assert (one.subject, one.weight, one.sessions) == ("correction:the token has to be checked", 2, 2)
    assert one.alike is not None
    assert len(one.alike.pairs) == 1
    (more,) = joined([*SAID, correction(4, "check the signature first", "s4")], [], by_topic, SINCE)
    assert (more.subject, more.sessions) == (one.subject, 3)


def test_corrections_that_need_no_joining() -> None:
    """Of one session only, and what is found by its words already."""
    assert joined([replace(event, session="s1") for event in SAID], [], by_topic, SINCE) == []
    known = replace(found(EVENTS)[0], signal="correction", subject="!you forgot the login again")
    assert joined(SAID, [known], by_topic, SINCE) == []
