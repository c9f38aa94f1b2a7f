"""The signals over logs and commits: what they find and leave out, and that order and merging do not matter."""

import re
from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.mining.noise import DEFAULT_IGNORED, Ignored, is_bot
from dreamtui.mining.signals import SIGNALS, EventMiners
from dreamtui.mining.signals.commits import SeenBatch, see
from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings
from dreamtui.model.mining.registry import RegistryEntry

FLOOR = "2026-01-01T00:00:00Z"
WINDOW = MineSettings(FLOOR, "30d")


def event(number: int, summary: str, *files: str, actor: str = "alice", **more: object) -> Event:
    """An event of a log."""
    ts = f"2026-11-{number // 60 % 28 + 1:02}T09:{number % 60:02}:00Z"
    place = Locator(Where.FILE, ".agent/memory/episodic/a.jsonl", number + 1)
    fields = {"kind": "commit", "session": f"s{number}", "digest": f"{number:016x}", **more}
    return Event(ts=ts, actor=actor, summary=summary, locator=place, files=files, **fields)


def mined(events: list[Event], window: MineSettings = WINDOW, registry: list[RegistryEntry] | None = None,
          commits: list[Event] | None = None, ignored: tuple[str, ...] | None = None) -> list[Finding]:  # fmt: skip
    """Findings of events fed as a log is, and of commits."""
    miners = EventMiners(FLOOR, registry or [], ignored)
    miners.feed(as_log(events))
    return miners.findings(window, commits or [])


def as_log(events: list[Event]) -> SeenBatch:
    """A batch whose records are put aside when they name a commit."""
    batch = SeenBatch(see(events))
    batch.aside = set()
    return batch


def of(signal: str, found: list[Finding]) -> list[Finding]:
    """The findings of one signal."""
    return [finding for finding in found if finding.signal == signal]


def test_unrelated_reverts_are_nothing_and_related_ones_are_apart() -> None:
    """Two of one change, two on one file, and one alone."""
    events = [
        event(1, 'Revert "feat: rename users.email"', "src/db.py"),
        event(2, "revert: Feat:  Rename users.email (#12)", "src/models.py", actor="bob"),
        event(3, "revert(api): drop v1", "src/api.py"),
        event(4, "Reverted the cache", "src/api.py", "src/other.py"),
        event(5, 'Revert "something alone"', "src/alone.py"),
    ]
    first, second = of("revert_cluster", mined(events))
    assert (first.subject, first.weight) == ("change:feat: rename users.email", 2)
    assert first.title == "`feat: rename users.email` was reverted 2 times in last 30d"
    assert (first.actors, first.files) == (("alice", "bob"), ("src/db.py", "src/models.py"))
    assert (second.subject, second.title) == ("file:src/api.py", "2 reverts touching `src/api.py` in last 30d")
    assert mined([events[0], events[2], events[4]]) == []


def test_a_clusters_other_names_are_aliases() -> None:
    """So that a decision is found again when another subject comes to the front."""
    events = [event(n, 'Revert "a change"', "src/x.py", "src/y.py") for n in range(2)]
    (found,) = mined(events)
    assert (found.subject, found.aliases) == ("change:a change", ("file:src/x.py", "file:src/y.py"))
    events += [event(9 + n, f'Revert "other {n}"', "src/y.py") for n in range(3)]
    (found,) = mined(events)
    assert (found.subject, found.weight) == ("change:a change", 5)


@pytest.mark.parametrize(
    ("summary", "is_one"),
    [
        ('Revert "x"', True), ("revert: x", True), ("revert(db)!: x", True), ("Reverts x", True), ("reverting x", True),
        ('Revert "Revert "x""', True), ("REVERT x", True), ("reversion of x", False), ("do not revert x", False),
        ("feat: revert button", False), ('Reapply "x"', False),
    ],
)  # fmt: skip
def test_what_is_a_revert(summary: str, is_one: bool) -> None:
    """Only what begins so, unlike dotagent."""
    found = mined([event(1, summary, "a.py"), event(2, 'Revert "x"', "a.py")])
    assert bool(found) == is_one


def test_a_revert_by_kind_or_by_its_body() -> None:
    """A kind `revert`, and a commit whose body says so, need no such words."""
    by_kind = event(1, "roll back the migration", "src/db.py", kind="revert")
    by_body = event(2, "Back out x", "src/db.py", sha="a" * 40, reverts=("b" * 40,), reverted_subject="Add X")
    named = event(2, "Revert x", "src/db.py", sha="a" * 40)
    (found,) = mined([by_kind, named], commits=[by_body])
    assert (found.subject, found.weight) == ("file:src/db.py", 2)


def test_fixes_and_reverts_count_where_a_log_has_them() -> None:
    """A commit that no log names is left to the signals that read its changes, unless all are to count."""
    commits = [event(n, "fix: TypeError in a", "src/a.py", sha=f"{n:040x}") for n in range(4)]
    assert mined([], commits=commits) == []
    logged = [event(n, "fix: TypeError in a", "src/a.py", sha=f"{n:040x}") for n in range(4)]
    assert [found.signal for found in mined(logged, commits=commits)] == ["repeat_fix", "frequent_failure"]


@pytest.mark.parametrize(
    ("summary", "is_one"),
    [
        ("fix: a", True), ("Fix(auth): a", True), ("hotfix!: a", True), ("bug: a", True), ("bugfix: a", True),
        ("fixes #12", True), ("Fixed the thing", True), ("FIX a", True), ("fixup! fix: a", False),
        ("squash! fix: a", False), ("fixture: a", False), ("prefix: a", False), ("bugs everywhere", False),
        ("feat: fix", False),
    ],
)  # fmt: skip
def test_what_is_a_fix(summary: str, is_one: bool) -> None:
    """dotagent's words, and those it misses."""
    assert bool(mined([event(n, summary, "a.py") for n in range(3)])) == is_one


def test_a_fix_counts_once_for_each_file() -> None:
    """Even when the file is listed twice; the threshold is the cluster size."""
    events = [event(n, "fix: a", "a.py", "a.py", "b.py") for n in range(2)] + [event(5, "fix: b", "a.py", actor="bob")]
    (found,) = mined(events)
    assert (found.subject, found.weight, found.sessions) == ("a.py", 3, 3)
    assert found.title == "`a.py` was fix-touched 3 times in last 30d"
    assert (found.first_seen, found.last_seen) == ("2026-11-01T09:00:00Z", "2026-11-01T09:05:00Z")
    assert len(mined(events, MineSettings(FLOOR, "30d", min_cluster_size=2))) == 2


def test_an_error_counts_once_an_event() -> None:
    """However often the event names it; several errors are several."""
    events = [
        event(1, "KeyError KeyError KeyError", "a.py"),
        event(2, "KeyError: x"),
        event(3, "a KeyError ValueError"),
    ]
    (found,) = mined(events)
    assert (found.subject, found.weight, found.actors, found.files) == ("KeyError", 3, ("alice",), ("a.py",))
    assert mined([event(n, "xKeyError Error keyerror KeyErrors _KeyError") for n in range(5)]) == []


@given(st.text("aKEe_ rorxcptin.é", max_size=40))
def test_error_names_are_dotagents(text: str) -> None:
    """The fast expression finds exactly what dotagent's finds."""
    expected = set(re.findall(r"\b([A-Z][A-Za-z0-9_]+(?:Error|Exception))\b", text))
    found = mined([event(1, text)], MineSettings(FLOOR, "30d", min_cluster_size=1, only="frequent_failure"))
    assert {finding.subject for finding in found} == expected


REGISTRY = [
    RegistryEntry("BUG-1", "exact", ("src/auth.py",)),
    RegistryEntry("BUG-2", "globs", ("src/**/*.py", "*.sql", "db/")),
    RegistryEntry("BUG-3", "nobody", ("src/none.py",)),
]


def test_actors_on_a_known_bug() -> None:
    """Exact paths and globs; any kind of event; co-authors are actors, bots are not."""
    events = [
        event(1, "", "src/auth.py", kind="pre-commit"),
        event(2, "feat: x", "src/auth.py", "README.md", actor="bob"),
        event(3, "x", "deep/in/schema.sql", actor="carol"),
        event(4, "x", "db/a/b", actor="dependabot[bot]"),
    ]
    one, two = of("cross_actor_anti", mined(events, registry=REGISTRY))
    assert (two.subject, two.actors, two.files) == ("BUG-1", ("alice", "bob"), ("src/auth.py",))
    assert (one.subject, one.actors) == ("BUG-2", ("alice", "bob", "carol"))
    assert one.files == ("deep/in/schema.sql", "src/auth.py")
    assert [piece.quote for piece in two.evidence] == ["feat: x", "pre-commit"]
    commit = event(9, "x", "src/auth.py", sha="c" * 40, coauthors=("claude", "renovate[bot]"))
    found = of("cross_actor_anti", mined([], registry=REGISTRY[:1], commits=[commit]))
    assert [finding.actors for finding in found] == [("alice", "claude")]


def test_pre_commit_events_count_nowhere_else() -> None:
    """They hold files only."""
    assert mined([event(n, "", "a.py", kind="pre-commit") for n in range(9)]) == []


def test_noise_never_counts() -> None:
    """Ignored paths make no finding and join no cluster; noisy commits and bots are left out."""
    for path in ("package-lock.json", "a/b/uv.lock", "web/dist/x.js", "x.min.js", "CHANGELOG.md", ".agent/x.md"):
        assert mined([event(n, "fix: x", path) for n in range(5)]) == []
        assert mined([event(n, f'Revert "{n}"', path) for n in range(5)]) == []
    fixes = [event(n, "fix: x", "a.py", sha=f"{n:040x}", noise="bot") for n in range(5)]
    assert mined([], commits=fixes) == []
    assert mined([event(n, "fix: x", "a.py", actor="renovate[bot]") for n in range(5)]) == []
    assert len(mined([event(n, "fix: x", "uv.lock") for n in range(3)], ignored=())) == 1


def test_a_commit_in_log_and_history_counts_once() -> None:
    """git's words win; a commit that git does not have counts by the log, once."""
    shas = [f"{n:040x}" for n in range(3)]
    log = [event(n, "fix: in the log", "a.py", sha=sha, actor="bob") for n, sha in enumerate(shas)]
    history = [event(20 + n, "fix: in git", "a.py", sha=sha) for n, sha in enumerate(shas)]
    (both,) = mined(log + log, commits=history + history)
    assert (both.weight, both.actors, {piece.quote for piece in both.evidence}) == (3, ("alice",), {"fix: in git"})
    (part,) = mined(log + log, commits=history[:1])
    assert (part.weight, part.actors) == (3, ("alice", "bob"))
    (alone,) = mined(log + log)
    assert (alone.weight, alone.actors) == (3, ("bob",))


def test_commits_the_log_only_names() -> None:
    """They are asked of git."""
    miners = EventMiners(FLOOR)
    miners.feed(as_log([event(1, "", kind="post-commit", sha="b" * 40), event(2, "", kind="post-commit", sha="a" * 40),
                        event(3, "", sha="not a sha"), event(4, "fix: x", "a.py", sha="c" * 40)]))  # fmt: skip
    assert miners.wanted_shas() == ["a" * 40, "b" * 40]
    loaded = EventMiners(FLOOR)
    assert loaded.absorb_packed(miners.pack()) and loaded.wanted_shas() == miners.wanted_shas()


def test_evidence_is_the_newest_ten() -> None:
    """Newest first, whole quotes, equal ones are kept apart."""
    events = [event(n, "fix: " + "long " * 40, "a.py") for n in range(25)]
    (found,) = mined(events)
    assert [piece.locator.line for piece in found.evidence] == list(range(25, 15, -1))
    assert found.evidence[0].quote == "fix: " + "long " * 40
    assert (found.weight, found.evidence[0].digest) == (25, f"{24:016x}")


def test_the_question_may_be_asked_again() -> None:
    """The answer follows the settings and the window, and what is fed in between."""
    miners = EventMiners(FLOOR)
    miners.feed(as_log([event(60 * n, "fix: x", "a.py") for n in range(6)]))
    assert [f.weight for f in miners.findings(WINDOW)] == [6]
    assert [f.weight for f in miners.findings(WINDOW)] == [6]
    assert [f.weight for f in miners.findings(MineSettings("2026-11-03T00:00:00Z", "30d"))] == [4]
    assert miners.findings(MineSettings("2026-11-05T00:00:00Z", "30d")) == []
    assert [f.weight for f in miners.findings(MineSettings("2026-11-02T00:00:00Z", "30d"))] == [5]
    assert [f.title for f in miners.findings(MineSettings(FLOOR, "2026-01-01"))] == [
        "`a.py` was fix-touched 6 times since 2026-01-01"
    ]
    miners.feed(as_log([event(999, "fix: x", "a.py")]))
    assert [f.weight for f in miners.findings(WINDOW)] == [7]
    assert miners.findings(MineSettings(FLOOR, "30d", only="revert_cluster")) == []


def test_every_signal_is_registered_by_its_name() -> None:
    """The order is the order of reports."""
    of_conversations = ["correction", "failing_command", "remembered", "decided", "praised"]
    assert [*SIGNALS][:4] == ["revert_cluster", "repeat_fix", "frequent_failure", "cross_actor_anti"]
    assert [*SIGNALS][4:] == of_conversations
    assert all(signal.name == name for name, signal in SIGNALS.items())


def test_ignored_paths_and_bots() -> None:
    """The built-in list; bots by their mark or name, people who are called alike are people."""
    ignored = Ignored(DEFAULT_IGNORED)
    assert all(ignored[path] for path in ("yarn.lock", "a/node_modules/b/c.js", "api_pb2.py", "x/vendor/y.go"))
    assert not any(ignored[path] for path in ("src/lock.py", "vendor.py", "distance/a.py", "src/changelog.py"))
    assert all(map(is_bot, ("dependabot[bot]", "renovate", "github-actions", "mergify[bot]")))
    assert not any(map(is_bot, ("alice", "abbot", "robot-fan", "renovator")))


EVENTS = st.lists(
    st.builds(
        lambda n, words, files, actor, kind: event(n, words, *files, actor=actor, kind=kind),
        st.integers(0, 1600),
        st.sampled_from(["fix: a", "Fixes b", 'Revert "a"', "revert: b", 'Revert "Revert "a""', "KeyError", "x",
                         "fix: KeyError ValueError", "reverted"]),
        st.lists(st.sampled_from(["a.py", "b.py", "c.py", "uv.lock", "d/x.sql"]), max_size=3),
        st.sampled_from(["alice", "bob", "x[bot]"]),
        st.sampled_from(["commit", "revert", "edit"]),
    ),
    max_size=40,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(EVENTS, st.randoms(use_true_random=False), st.integers(0, 40))
def test_order_and_merging_make_no_difference(events: list[Event], dice, cut: int) -> None:
    """Shuffled, split in two and merged either way, packed and unpacked: the same findings."""
    expected = mined(events, registry=REGISTRY)
    mixed = events[:]
    dice.shuffle(mixed)
    assert mined(mixed, registry=REGISTRY) == expected
    halves = []
    for part in (mixed[:cut], mixed[cut:]):
        half = EventMiners(FLOOR, REGISTRY)
        half.feed(as_log(part))
        loaded = EventMiners(FLOOR, REGISTRY)
        assert loaded.absorb_packed(half.pack())
        halves.append(loaded)
    parts = list(halves[0].pack())
    halves[1].absorb(halves[0])
    assert halves[1].findings(WINDOW) == expected
    rest = EventMiners(FLOOR, REGISTRY)
    rest.feed(as_log(mixed[cut:]))
    assert rest.absorb_packed(parts)
    assert rest.findings(WINDOW) == expected


@settings(max_examples=60, deadline=None)
@given(EVENTS, st.integers(1, 27))
def test_counts_agree_with_counting_by_hand(events: list[Event], day: int) -> None:
    """Fixes, errors, actors and joined reverts counted the slow way, for a window that starts anywhere."""
    since = f"2026-11-{day:02}T00:00:00Z"
    inside = [e for e in events if e.ts >= since and not e.actor.endswith("[bot]")]
    fixes, errors, reverts = defaultdict(list), defaultdict(list), []
    for one in inside:
        if re.match(r"fix(es)?[: ]", one.summary, re.IGNORECASE):
            for path in set(one.files) - {"uv.lock"}:
                fixes[path].append(one)
        for error in set(re.findall("KeyError|ValueError", one.summary)):
            errors[error].append(one)
        if one.kind == "revert" or one.summary.lower().startswith("revert"):
            change = {'Revert "a"': "a", "revert: b": "b", 'Revert "Revert "a""': "a"}.get(one.summary)
            about = set(one.files) - {"uv.lock"} | ({("change", change)} if change else set())
            reverts.append(about)
    found = mined(events, MineSettings(since, "x", min_cluster_size=2))
    for signal, groups in (("repeat_fix", fixes), ("frequent_failure", errors)):
        counted = {key: (len(hits), {e.actor for e in hits}, min(e.ts for e in hits)) for key, hits in groups.items()
                   if len(hits) >= 2}  # fmt: skip
        assert {f.subject: (f.weight, set(f.actors), f.first_seen) for f in of(signal, found)} == counted
    assert sorted(f.weight for f in of("revert_cluster", found)) == sorted(n for n in sizes_of(reverts) if n >= 2)


def sizes_of(reverts: list[set]) -> list[int]:
    """How many reverts each cluster has, worked out the slow way; a file of more than five reverts joins nothing."""
    files = {path for about in reverts for path in about if isinstance(path, str)}
    hubs = {path for path in files if sum(path in about for about in reverts) > 5}
    clusters: list[tuple[set, set[int]]] = []
    for number, about in enumerate(reverts):
        if joining := about - hubs:
            touching = [cluster for cluster in clusters if cluster[0] & joining]
            clusters = [cluster for cluster in clusters if not cluster[0] & joining]
            clusters.append((joining.union(*(c[0] for c in touching)), {number}.union(*(c[1] for c in touching))))
    alone = [{number for number, about in enumerate(reverts) if hub in about} for hub in hubs]
    return [len(c[1]) for c in clusters] + [len(a) for a in alone if not any(a <= c[1] for c in clusters)]
