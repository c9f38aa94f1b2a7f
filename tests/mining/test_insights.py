"""Insights: what recurs over sessions is found, what is said twice is one, and nothing is remembered by itself."""

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from dreamtui.kinds.insight import codec
from dreamtui.kinds.insight.intake import KnownInsight, cosine, rules, unlike
from dreamtui.kinds.intake import Intake
from dreamtui.kinds.intake import take_in as take_in_by
from dreamtui.mining.insights import find
from dreamtui.model.evidence import Event, Evidence, Locator, Where
from dreamtui.model.insight import Insight, InsightType
from dreamtui.model.status import Status

NOW, TODAY = "2026-11-18T09:00:00Z", "2026-11-18"


def event(number: int, summary: str, session: int | None = None, **more: object) -> Event:
    """An event of one session, one a number."""
    when = f"2026-11-{number % 17 + 1:02}T0{number % 10}:00:00Z"
    known = Event(when, "alice", "commit", summary, Locator(Where.FILE, "log.jsonl", number + 1))
    return replace(known, session=f"s{number if session is None else session}", **more)  # type: ignore[arg-type]


def found(events: Iterable[Event], kind: str) -> dict[str, Insight]:
    """Insights of one type by what they are about."""
    return {one.subject: one for one in find(events) if one.type == kind}


@pytest.mark.parametrize("sessions", [1, 2, 3, 5])
def test_an_entity_is_a_pattern_from_three_sessions_on(sessions: int) -> None:
    """Many events of few sessions are none."""
    events = [event(n, f"PaymentClient retries {n}", session=n % sessions) for n in range(6)]
    patterns = found(events, "pattern")
    assert ("paymentclient" in patterns) == (sessions >= 3)
    if sessions >= 3:
        assert (patterns["paymentclient"].sessions, patterns["paymentclient"].mentions) == (sessions, 6)
        assert patterns["paymentclient"].importance == pytest.approx(min(0.9, 0.45 + 0.08 * sessions))


@pytest.mark.parametrize(
    "name", ["`make lint`", "PAY-417", "retry_limit", "MAX_RETRIES", "src/pay/client.py", "PaymentClient"]
)
def test_what_counts_as_an_entity(name: str) -> None:
    """Code, ticket numbers, identifiers, constants and paths."""
    assert name.strip("`").casefold() in found([event(n, f"look at {name} once {n}") for n in range(3)], "pattern")


def test_a_word_is_a_theme_from_five_uses_in_three_sessions_on() -> None:
    """Words of every project's history are none."""
    events = [event(n, f"fix: currency of step {n} is wrong, another attempt", session=n % 3) for n in range(5)]
    assert set(found(events, "theme")) == {"currency"}
    assert found(events[:4], "theme") == {}
    assert found([replace(one, session=f"s{n % 2}") for n, one in enumerate(events)], "theme") == {}


@pytest.mark.parametrize("wording", ["blocked by", "TODO:", "unknown why", "not sure about", "waiting for"])
def test_a_gap_about_one_thing_is_found_from_two_sessions_on(wording: str) -> None:
    """What is left open twice is worth a look."""
    events = [event(n, f"{wording} `ledger export` {n}") for n in range(2)]
    assert set(found(events, "gap")) == {"ledger export"}
    assert found(events[:1], "gap") == {}


def test_a_gap_about_different_things_needs_three_sessions() -> None:
    """The wording alone."""
    events = [event(n, f"blocked: {word}") for n, word in enumerate(("ledger", "printer", "weather"))]
    assert set(found(events, "gap")) == {"wording blocked"}
    assert found(events[:2], "gap") == {}


def test_two_things_named_together_are_a_connection() -> None:
    """In three sessions; each quote names both."""
    events = [event(n, f"`ledger` again after `exporter` {n}") for n in range(3)]
    (one,) = found(events, "connection").values()
    assert one.subject == "exporter + ledger"
    assert len(one.evidence) == 3


def test_what_candidates_are_about_and_what_machines_do_is_left_out() -> None:
    """A pattern that is in the queue already, and noise."""
    events = [event(n, "PaymentClient fails") for n in range(3)]
    assert [one.type for one in find(events, frozenset({"paymentclient"}))] == []
    assert find([replace(one, noise="bot") for one in events]) == ()


def test_commits_of_one_person_and_day_are_one_session() -> None:
    """And a commit that an event names counts once."""
    commits = [event(n, "PaymentClient", sha=f"{n:040}", ts="2026-11-01T00:00:00Z") for n in range(4)]
    assert find([replace(one, session="") for one in commits]) == ()
    days = [replace(one, session="", ts=f"2026-11-0{n + 1}T00:00:00Z") for n, one in enumerate(commits)]
    assert found([*days, *days], "pattern")["paymentclient"].mentions == 4


def test_the_order_of_events_makes_no_difference() -> None:
    """Shuffled twenty times, the same insights byte for byte."""
    events = [event(n, f"blocked by `ledger`, PaymentClient and currency {n % 4}", session=n % 7) for n in range(30)]
    straight = [codec.render(one) for one in find(events)]
    assert straight
    for seed in range(20):
        random.Random(seed).shuffle(events)
        assert [codec.render(one) for one in find(events)] == straight


def known(*made: Insight) -> dict[str, KnownInsight]:
    """Insights that are here."""
    return {one.id: KnownInsight(one, codec.render(one)) for one in made}


def take_in(
    found: list[Insight], there: dict[str, KnownInsight], *, today: str = TODAY, most: int = 9
) -> Intake[Insight]:
    """Taken in at a fixed time."""
    return take_in_by(found, rules(there, now=NOW, today=today, most=most))


def insight(number: int, words: str, kind: InsightType = InsightType.PATTERN, **more: object) -> Insight:
    """An insight that rests on some words."""
    item = codec.insight_id(kind, str(number))
    piece = event(number, words)
    quote = Evidence(words, piece.locator, piece.ts, piece.actor)
    made = Insight(item, kind, f"title {number}", str(number), "text", codec.path_of(item), evidence=(quote,))
    return replace(made, first_seen=piece.ts, last_seen=piece.ts, importance=0.5, **more)  # type: ignore[arg-type]


LEDGER = "the ledger export of the billing service fails whenever the currency is not set in the form"
ALIKE = LEDGER + " today"
OTHER = "printers in the warehouse need paper and somebody has to order it from the other supplier"


def test_near_duplicates_are_one_within_a_cycle_and_against_what_is_there() -> None:
    """At a cosine of 0.85; the more specific one stays."""
    gap, pattern = insight(1, LEDGER, InsightType.GAP), insight(2, ALIKE)
    intake = take_in([pattern, gap, insight(3, OTHER)], {})
    assert {one.id for one in intake.new} == {gap.id, insight(3, OTHER).id}
    assert unlike([pattern, gap], [])[1] == [(pattern.id, gap.id)]
    for status in (Status.PENDING, Status.GRADUATED, Status.REJECTED):
        there = known(replace(gap, status=status))
        assert unlike([pattern], [one.made for one in there.values()])[1] == [(pattern.id, gap.id)]
        assert not take_in([pattern], there).new


def test_how_alike_two_have_to_be_is_a_setting() -> None:
    """SecondBrain's `dedup_threshold`: at 1 only the same words are one."""
    one, other = insight(1, LEDGER), insight(2, ALIKE)
    strict = rules({}, now=NOW, today=TODAY, most=9, alike=1.0)
    assert len(take_in_by([one, other], strict).new) == 2


def test_what_a_person_wants_looked_at_comes_first() -> None:
    """Also where only so many are taken."""
    found = [insight(1, LEDGER), insight(2, OTHER)]
    for words, subject in (("look at printers", "2"), ("the ledger export", "1"), ("", "1")):
        steered = rules({}, now=NOW, today=TODAY, most=1, steered=words)
        assert [one.subject for one in take_in_by(found, steered).new] == [subject]


def test_cosine_is_one_for_equal_bags() -> None:
    """And nothing for bags that share nothing."""
    assert cosine(frozenset("abc"), frozenset("abc")) == 1
    assert cosine(frozenset("abc"), frozenset("def")) == 0


def test_what_was_decided_stays_decided() -> None:
    """Rejected recurs, graduated is left alone; a not-now comes back on its day."""
    one = insight(1, LEDGER)
    rejected = replace(one, status=Status.REJECTED, until="2026-12-01", disposition="not-now")
    assert [r.id for r in take_in([one], known(rejected)).recurring] == [one.id]
    over = take_in([one], known(rejected), today="2026-12-01")
    assert [n.id for n in over.new] == [one.id]
    assert over.changes.changes[0].before == codec.render(rejected)
    graduated = replace(one, status=Status.GRADUATED)
    assert not take_in([one], known(graduated)).changes


def test_a_waiting_one_gets_newer_counts_and_a_limit_holds_back() -> None:
    """A file that a person edited keeps their words."""
    old = insight(1, LEDGER, until="2026-12-01")
    newer = replace(insight(1, LEDGER), sessions=9, last_seen="2026-11-17T00:00:00Z")
    intake = take_in([newer, insight(2, OTHER)], known(old), most=0)
    assert [one.id for one in intake.held_back] == [insight(2, OTHER).id]
    read = codec.parse(intake.changes.changes[0].after or b"", old.path)
    assert read is not None
    assert (read.sessions, read.until) == (9, "2026-12-01")
    edited = codec.render(old).replace(b"\ntext\n", b"\nmy own words\n")
    kept = take_in([newer], {old.id: KnownInsight(old, edited)})
    assert b"\nmy own words\n" in (kept.changes.changes[0].after or b"")


def test_a_file_is_read_back_as_it_was_written() -> None:
    """With hostile words in every field, decided and not."""
    hostile = 'x\n---\ntitle: "y" --> \u202e\x1b[31m\n\n## Rationale\n\nnot this'
    made = replace(insight(1, hostile), text="A text.", rationale="", subject="a: b", files=("a\nb.py", "c, d.py"))
    read = codec.parse(codec.render(made), made.path)
    assert read is not None
    assert read.evidence == made.evidence
    assert (read.subject, read.files, read.rationale) == ("a: b", ("a b.py", "c, d.py"), "")
    decided = codec.decided(codec.render(made), "Because of this.", status="rejected", by="bob")
    again = codec.parse(decided, made.path)
    assert again is not None
    assert (again.status, again.by, again.rationale) == (Status.REJECTED, "bob", "Because of this.")
    assert codec.parse(b"# something else", "x") is None


def test_an_insight_says_what_it_was_found_in() -> None:
    """Sessions where there were some, else commits, and days of what is neither."""
    commits = [event(n, f"look at retry_limit once {n}", sha=f"{n}" * 40) for n in range(4)]
    loose = [replace(one, session="") for one in commits]
    told = found(loose, "pattern")["retry_limit"].title
    assert told == "`retry_limit` came up in 4 commits"
    both = found([*loose[:3], event(9, "retry_limit is 3")], "pattern")["retry_limit"].title
    assert both == "`retry_limit` came up in 1 session and 3 commits"
    days = [replace(one, sha="") for one in loose[:3]]
    assert found(days, "pattern")["retry_limit"].title == "`retry_limit` came up in 3 days"
