"""What a machine can say of a brief: structure, length, claims, copies, recall; each with its line."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dreamtui.memory.claims import World, judge_all
from dreamtui.training.briefs.brief import Brief, parse
from dreamtui.training.checks.checks import BriefCheck, BriefFinding, checked
from dreamtui.training.checks.claims import claims_of, is_confirmed, is_unfounded
from dreamtui.training.checks.earlier import EarlierBrief, Recall, copied, recalled
from dreamtui.training.marks.rubric import propose

GOOD = (Path(__file__).parent / "briefs/gateway.md").read_text()


def of(text: str, check: BriefCheck, *earlier: EarlierBrief) -> list[BriefFinding]:
    """The findings of one check."""
    return [one for one in checked(parse(text), earlier) if one.check is check]


def lines(text: str, words: str) -> int:
    """The line some words stand in."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if words in line)


def test_a_whole_brief_lacks_nothing() -> None:
    """Nothing fails, and what is to be known is only that there is nothing to recall."""
    assert [one for one in checked(parse(GOOD)) if one.fails] == []
    assert [one.said for one in checked(parse(GOOD))] == [
        "this vertical has no earlier accepted brief, so there is nothing to recall, and no mark depends on it"
    ]


@pytest.mark.parametrize(
    ("old", "new", "said", "where"),
    [
        ("## Headline insight", "## Something", "there is no part “Headline insight”", ""),
        ("## Action items", "## Nothing", "there is no part “Action items”", ""),
        ("Batch jobs starve interactive calls because both draw from one token bucket.", "",
         "“Headline insight” is empty", "## Headline insight"),
        ("- Question for infrastructure: can the scheduler spread starts over ten minutes?\n", "",
         "there is no question for another vertical", "## Cross-vertical"),
        ("- Insight for infrastructure", "- Insight for gateway", "the vertical of the brief itself", "for gateway"),
        ("3. Access log of 3 November, `ops/incidents/2026-11-03.md`", "", "2 of at least 3 sources", "## Sources"),
        ("`ops/incidents/2026-11-03.md`", "`gateway/limits.py`", "the same source as in line", "3. Access log"),
        ("- A bad ratio", "And a bad ratio", "2 of 3 risks are named", "## Critical evaluation"),
        ("### Assumptions\n- Clients do not change the class within a session.\n", "", "no assumption is named",
         "## Critical evaluation"),
    ],
)  # fmt: skip
def test_what_is_missing_is_said_with_its_line(old: str, new: str, said: str, where: str) -> None:
    """Parts, the headline, the other vertical, sources, risks, assumptions."""
    assert old in GOOD
    text = GOOD.replace(old, new)
    found = [one for one in of(text, BriefCheck.STRUCTURE) if said in one.said and one.fails]
    assert [one.line for one in found] == [lines(text, where) if where else 0]


def test_the_line_in_which_it_gets_too_long() -> None:
    """Addresses count one word each."""
    assert of(GOOD + "https://example.org/" + "a-b/" * 900, BriefCheck.LENGTH) == []
    text = GOOD + "\n" + "one two three four\n" * 200
    (found,) = of(text, BriefCheck.LENGTH)
    assert "words; 800 end in this line" in found.said
    assert 60 < found.line < 250


def test_claims_are_held_against_the_repository() -> None:
    """What was deleted fails with its line, what was moved is to be known, and addresses of the web are no claims."""
    brief = parse(GOOD)
    names = {claim.name for claim in claims_of(brief)}
    assert {"gateway/limits.py", "gateway/auth.py", "ops/incidents/2026-11-03.md"} <= names
    assert not any("envoyproxy" in name for name in names)
    never = [one for one in _held(brief, World(tracked=frozenset({"a/b.py"}))) if "never was" in one.said]
    assert {one.line: one.fails for one in never} == {
        lines(GOOD, "`gateway/limits.py` keeps"): False,
        lines(GOOD, "`gateway/auth.py`"): False,
        lines(GOOD, "`ops/incidents"): True,
    }
    world = World(
        tracked=frozenset({"ops/incidents/2026-11-03.md", "gateway/token.py"}),
        deleted=frozenset({"gateway/limits.py", "gateway/auth.py"}),
        renamed={"gateway/auth.py": "gateway/token.py"},
    )
    found = _held(brief, world)
    gone = [one for one in found if "gateway/limits.py is not in the repository: deleted" in one.said]
    moved = [one for one in found if "gateway/auth.py is now gateway/token.py" in one.said]
    assert (gone[0].line, gone[0].fails) == (lines(GOOD, "`gateway/limits.py` keeps"), True)
    assert (moved[0].line, moved[0].fails) == (lines(GOOD, "`gateway/auth.py`"), False)


def _held(brief: Brief, world: World) -> list[BriefFinding]:
    """What is found of its claims in a repository."""
    claims = judge_all(claims_of(brief), world)
    return [one for one in checked(brief, claims=claims) if one.check is BriefCheck.CLAIMS]


RELAY = World(
    tracked=frozenset({
        "src/relay/backoff.py", "src/relay/bucket.py", "tests/test_backoff.py", "docs/limits.md", "Makefile",
        "package.json", "README.md",
    }),
    deleted=frozenset({"src/relay/old_limit.py"}),
    changed_in={"src/relay/old_limit.py": "1234567"},
    scripts=frozenset({"make test", "make lint", "npm run build"}),
    symbols=frozenset({"parse_retry_after", "TokenBucket", "take", "MAX_RETRIES", "sleep"}),
    once={},
)  # fmt: skip


def _named(line: str, part: str = "Research") -> tuple[set[str], set[str]]:
    """What a line of a brief names that is not in the repository, and what is."""
    claims = judge_all(claims_of(parse(f"# [Relay] Training Brief\n## {part}\n{line}\n")), RELAY)
    return {c.claim.name for c in claims if is_unfounded(c)}, {c.claim.name for c in claims if is_confirmed(c)}


@given(st.text(st.sampled_from("#- \n`a.py/[](){}:0é") | st.characters(), max_size=200))
@example("# A heading alone\n\nand `src/a.py`, in no part\n")
@example("")
def test_claims_are_found_in_any_text(text: str) -> None:
    """Also in one without a single part."""
    brief = parse(text)
    assert all(0 < claim.line <= text.count("\n") + 1 for claim in claims_of(brief))


@pytest.mark.parametrize(
    ("line", "there"),
    [
        ("The retry loop in src/relay/backoff.py sleeps.", {"src/relay/backoff.py"}),
        ("The loop in src/relay/backoff.py:12-14 sleeps.", {"src/relay/backoff.py"}),
        ("The loop in `src/relay/backoff.py#L12` sleeps.", {"src/relay/backoff.py"}),
        ("In backoff.py the wait is fixed (see bucket.py:3).", {"backoff.py", "bucket.py"}),
        ("`parse_retry_after()` reads integers only.", {"parse_retry_after"}),
        ("parse_retry_after() reads integers only.", {"parse_retry_after"}),
        ("The function parse_retry_after reads integers only.", {"parse_retry_after"}),
        ("`TokenBucket.take()` never blocks; MAX_RETRIES is five.", {"TokenBucket", "MAX_RETRIES"}),
        ("We run make test before each release, and npm run build.", {"make test", "npm run build"}),
        ("The README.md says nothing of it.", {"README.md"}),
    ],
)
def test_what_the_repository_has_is_confirmed_however_it_is_written(line: str, there: set[str]) -> None:
    """With backticks and without, with lines, by the name of the file alone."""
    assert _named(line) == (set(), there)


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        ("The retry loop in src/relay/queue.py:12 sleeps.", {"src/relay/queue.py"}),
        ("In queue_worker.py the wait is fixed.", {"queue_worker.py"}),
        ("The worker (see retry_queue.ts, line 40) never waits.", {"retry_queue.ts"}),
        ("`compute_jitter()` spreads our retries.", {"compute_jitter"}),
        ("Our function compute_jitters spreads the retries, spread_retries() as well.",
         {"compute_jitters", "spread_retries"}),
        ("In our code `RetryPolicy.apply()` never blocks.", {"RetryPolicy"}),
        ("We run make deploy before each release.", {"make deploy"}),
        ("The limit in old_limit.py is used.", {"old_limit.py"}),
        ("Never change scripts/replay.sh by hand.", {"scripts/replay.sh"}),
        ("Ada adds a cap to `src/relay/queue.py` by Friday.", {"src/relay/queue.py"}),
    ],
)  # fmt: skip
def test_what_the_repository_does_not_have_is_pointed_out_however_it_is_written(line: str, missing: set[str]) -> None:
    """A file, a function, a class, a command, in plain words as in backticks."""
    assert _named(line)[0] == missing


@pytest.mark.parametrize(
    "line",
    [
        "We weigh cost and/or latency, client/server, CI/CD, TCP/IP, 24/7 and HTTP/1.1.",
        "Node.js, Next.js and D3.js have it; so do socket.io, docs.rs and bun.sh.",
        "See https://example.org/a/b.py and github.com/foo/bar/blob/main/x.py.",
        "Version 1.2.3, v2.0/v2.1 and python3.11 differ; e.g. this, i.e. that.",
        "Use path/to/file.py or src/<name>.py or src/*/x.py as a pattern.",
        "Create `src/relay/jitter.py` with a class `JitterPolicy` and `JitterPolicy.next()`.",
        "Ada: add src/relay/chat_bucket.py by Friday.",
        "Add a test tests/test_jitter.py that fails first, and write docs/backoff.md.",
        "A new file bucket_by_chat.py would hold it.",
        "There is no `src/relay/jitter.py` here yet.",
        "Split `src/relay/bucket.py` into `src/relay/chat.py` and `src/relay/bot.py`.",
        "In Envoy's `source/common/http/conn_manager.cc` it is the same.",
        "It is in [`conn_manager.cc`](https://github.com/envoyproxy/envoy/blob/main/conn_manager.cc).",
        "Redis has `INCR`; Slack has `chat.postMessage`; use `asyncio.sleep()` and `time.perf_counter()`.",
        "The Bot API method `sendMessage()` takes a `chat_id` and `retry_after`.",
        "GET /v1/messages.json and api/users.list are limited; it sends application/json.",
        "We must make sure, make it work, and just do it; /etc/nginx/nginx.conf is theirs.",
    ],
)
@pytest.mark.parametrize("part", ["Research", "Application", "Action items"])
def test_what_is_of_elsewhere_or_to_be_made_is_not_missing(line: str, part: str) -> None:
    """Addresses, versions, words with a slash, placeholders, others' code, plans."""
    if part != "Research" and "sendMessage" in line:
        pytest.skip("where something is applied here, a function is one of here")
    assert _named(line, part)[0] == set()


def test_what_is_to_be_made_in_an_action_is_missing_nowhere_else() -> None:
    """The headline may speak of the file that an action makes."""
    said = "# T\n## Research\nThe waits lie in src/relay/jitter.py alone.\n"
    text = f"{said}## Action items\n- Ada: create src/relay/jitter.py\n"
    assert len(_held(parse(said), RELAY)) == 1
    assert _held(parse(text), RELAY) == []


def test_the_findings_say_what_is_there_and_what_could_not_be_looked_up() -> None:
    """One line each, with the lines of the brief."""
    brief = parse("# T\n## Research\nThe loop in backoff.py sleeps.\nWe run make lint.\n")
    assert [one.said for one in _held(brief, RELAY)] == ["in the repository: backoff.py (line 3), make lint (line 4)"]
    assert [one.said for one in _held(brief, World())] == [
        "not looked up, because there is no repository of git here: backoff.py (line 3), make lint (line 4)"
    ]


def test_without_an_earlier_brief_nothing_has_to_be_recalled() -> None:
    """Neither the findings nor a mark depend on it: a recall that is short, empty, or not there."""
    begin, end = GOOD.index("## Retrieval"), GOOD.index("## Headline")
    for recall in ("", "## Retrieval check\nNo earlier brief.\n\n", "## Retrieval check\n1. One finding.\n\n"):
        text = GOOD[:begin] + recall + GOOD[end:]
        found = [one for one in checked(parse(text)) if one.check in (BriefCheck.STRUCTURE, BriefCheck.RETRIEVAL)]
        assert [one.said for one in found] == [
            "this vertical has no earlier accepted brief, so there is nothing to recall, and no mark depends on it"
        ]
        assert propose(parse(text)).by_dimension == propose(parse(GOOD)).by_dimension
        told = [one.said for one in of(text, BriefCheck.STRUCTURE, EARLIER)]
        assert ("there is no part “Retrieval check”" in told) == (not recall)


EARLIER = EarlierBrief("b-0123456789", parse(GOOD))


def test_copied_text_is_named_with_both_lines() -> None:
    """Whole statements and half ones; a recall may repeat, and other words for the same are nobody's copy."""
    text = (
        "# [Gateway] Training Brief -- Cycle 6 (Framework development)\n## Retrieval check\n"
        "1. Batch jobs starve interactive calls because both draw from one token bucket.\n## Research\n"
        "Two buckets need twice the memory in Redis when keys are many. And so on.\n\n"
        "Exports and people should not share a bucket.\n"
    )
    (found,) = of(text, BriefCheck.COPIED, EARLIER)
    assert found.line == lines(text, "Two buckets")
    assert f"stands in b-0123456789, line {lines(GOOD, 'Two buckets')}" in found.said
    assert len(copied(parse(GOOD), [EARLIER])) > 10


RECALL = """# [Gateway] Training Brief -- Cycle 6 (Framework development)
## Retrieval check
1. Batch jobs starve interactive calls, since they draw from one bucket.
2. On 3 November 112 of 240 rejected calls were interactive.
3. Kafka was replaced with a faster queue.
- Recommendation: split the bucket behind a flag by class.
- Open question: can the scheduler spread the starts?
"""


def test_what_was_recalled_is_held_against_the_accepted_briefs() -> None:
    """Rightly in other words, wrongly with another figure, and what no brief ever said."""
    found = recalled(parse(RECALL), [EARLIER])
    assert [one.recall for one in found] == [
        Recall.RIGHT, Recall.WRONG, Recall.UNKNOWN, Recall.RIGHT, Recall.RIGHT,
    ]  # fmt: skip
    assert found[1].why == "3, 112, 240 here, 3, 212, 240, 3 there"
    told = of(RECALL, BriefCheck.RETRIEVAL, EARLIER)
    assert [(one.line, one.fails) for one in told] == [(3, False), (4, True), (5, True), (6, False), (7, False)]
    assert f"b-0123456789, line {lines(GOOD, 'Batch jobs starve')}" in told[0].said


def test_a_headline_that_nobody_recalls_is_named() -> None:
    """Not recalled at all, with where it stands."""
    text = "# T\n## Retrieval check\n1. Nothing much.\n"
    (last,) = [one for one in recalled(parse(text), [EARLIER]) if one.recall is Recall.MISSING]
    assert last.earlier is not None and last.earlier.text.startswith("Batch jobs starve")
    assert any("not recalled at all" in one.said and one.line == 2 for one in of(text, BriefCheck.RETRIEVAL, EARLIER))


def test_a_denial_is_recalled_wrongly() -> None:
    """The same words with a not."""
    text = "# T\n## Retrieval check\n1. Clients do change the class within a session.\n"
    (first, *_) = recalled(parse(text), [EARLIER])
    assert (first.recall, first.why) == (Recall.WRONG, "one of them denies it")
