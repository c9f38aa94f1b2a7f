"""Relative dates: made absolute only where the day and the meaning are beyond doubt."""

from datetime import date, timedelta

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.memory.reorganize import FindSettings, World, propose
from dreamtui.memory.reorganize.dates import absolute, days_in, lines_to_date
from dreamtui.model.proposal import Fate, Memory, Proposal

WRITTEN = date(2026, 3, 4)
NOW = "2026-11-18T09:00:00Z"


def topic(text: str, name: str = "a", **more: object) -> Memory:
    """A topic file; without more nothing tells when it was written."""
    fields = {"scope": "@claude", "category": "project", "kind": "topic", **more}
    return Memory(f"t-{name}", f"@claude/{name}.md", "0" * 64, name, text, **fields)  # type: ignore[arg-type]


def found(*memories: Memory, now: str = NOW) -> tuple[Proposal, ...]:
    return propose(memories, FindSettings(now=now), World()).proposals


@pytest.mark.parametrize(
    "text",
    [
        "**Why:** Today the client sets the header, since yesterday.",
        "Today the client sets `gameId` in a store.",
        "The extension is skipped by our parser today; fine for a static render.",
        "The preview skips spectral for all files today (the absence verifies).",
        "6 collaborators converged in one week. Each needs an architect.",
        "The service was rebuilt in two days.",
        "They expand the system. None pay tomorrow but all have revenue paths.",
        "No new connection requests this week (at the cap).",
        "She offered to call today or tomorrow.",
        "Runs are compared between yesterday and today.",
        "Write for a teammate hitting the same wall next quarter.",
        "Somebody who joins next year has to find it.",
        "A flag without an owner would still be there next month.",
        "Name it as if the team were another one next year.",
        "The operator said “harvest them tomorrow”.",
        'The operator said "an album got stamped today" and left.',
        "Rejects are kept (operator: harvest them tomorrow too).",
        "> We deployed yesterday.",
        "'We deployed yesterday' is what the log says.",
        "When the user asks: what should I do tomorrow?",
        "| yesterday | red |",
        "```\nfailed yesterday\n```",
        "Run `date yesterday` there.",
        "<!-- written yesterday -->",
        "## Why\n\nIt broke yesterday.",
        "**Why:**\n- It broke yesterday.\n- It broke last week.",
        "**How to apply:** until next week use the old host.",
        "Errors rose over the past week.",
        "Past week: three deploys.",
        "What we know of today is little.",
        "Tomorrow is a class in src/dates.py.",
        "Yesterday was the deadline.",
        "The Tomorrow class is final; we met it.",
        "We import tomorrow from src/dates.py.",
        "Call today() and then we met.",
        "The yesterday-view was slow.",
        "The view $yesterday was slow.",
        "Last week was slow.",
        "A tomorrow module was added.",
        "See [yesterday](log.md), which was slow.",
    ],
)
def test_words_that_may_mean_something_else_stay(text: str) -> None:
    """Nowadays, a duration, an idiom, a quotation, code, a reason, a choice of days."""
    assert absolute(text, WRITTEN) == (text, ())
    assert lines_to_date(text) == frozenset()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("We met today.", "We met on 2026-03-04."),
        ("Deployed today, after the freeze.", "Deployed on 2026-03-04, after the freeze."),
        ("Frozen since today.", "Frozen since 2026-03-04."),
        ("The freeze ends in two weeks.", "The freeze ends on 2026-03-18."),
        ("The audit is due in 3 days.", "The audit is due on 2026-03-07."),
        ("5 more applications tomorrow", "5 more applications on 2026-03-05"),
        ("**Why:** slow.\n\n**Status:** fixed yesterday.", "**Why:** slow.\n\n**Status:** fixed on 2026-03-03."),
        ("## Why\n\nSlow.\n\n## Then\n\nRed yesterday.", "## Why\n\nSlow.\n\n## Then\n\nRed on 2026-03-03."),
    ],
)
def test_words_beyond_doubt_become_a_date(text: str, wanted: str) -> None:
    """From the day on which they were written."""
    assert absolute(text, WRITTEN)[0] == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2026-07-16 (later): fixed yesterday.", "2026-07-16 (later): fixed on 2026-07-15."),
        ("**Corpus IN (2026-07-22 22:00):** red\nyesterday.", "**Corpus IN (2026-07-22 22:00):** red\non 2026-07-21."),
        ("- **UPDATE 2026-03-25 — active:** fixed yesterday", "- **UPDATE 2026-03-25 — active:** fixed on 2026-03-24"),
        ("July 16, 2026: fixed yesterday.", "July 16, 2026: fixed on 2026-07-15."),
        ("## On 2026-03-25\n\n### Open\n- 5 more tomorrow", "## On 2026-03-25\n\n### Open\n- 5 more on 2026-03-26"),
        ("# Log\n\n2026-07-16: red.\n\nGreen since yesterday.", "# Log\n\n2026-07-16: red.\n\nGreen since 2026-03-03."),
    ],
)
def test_the_day_of_a_paragraph_comes_before_every_other(text: str, wanted: str) -> None:
    """Its label, else the heading above it; a day in another paragraph says nothing of it."""
    assert absolute(text, WRITTEN)[0] == wanted


@pytest.mark.parametrize(
    "text",
    [
        "The release of 2026-07-16 was approved yesterday.",
        "2026-07-16 to 2026-07-19: fixed yesterday.",
        "- Mar 17: Harvey called yesterday.",
        "Fixed yesterday, see 2026-07-16.",
        "## Session 2026-03-15 through 2026-03-19\n\nFixed yesterday.",
        "17/3: fixed yesterday.",
    ],
)
def test_a_paragraph_that_names_days_without_telling_its_own_stays(text: str) -> None:
    """Several days, a day elsewhere in the sentence, a day without its year: nobody can tell."""
    assert absolute(text, WRITTEN) == (text, ())


def test_nothing_becomes_a_date_after_the_clock() -> None:
    """Neither the day of writing nor what it leads to."""
    assert absolute("Fixed yesterday.", date(2026, 11, 20), date(2026, 11, 18)) == ("Fixed yesterday.", ())
    assert absolute("Due tomorrow.", date(2026, 11, 18), date(2026, 11, 18)) == ("Due tomorrow.", ())
    assert absolute("Due tomorrow.", date(2026, 11, 17), date(2026, 11, 18))[0] == "Due on 2026-11-18."
    assert absolute("2027-01-05: fixed yesterday.", None, date(2026, 11, 18))[1] == ()


def test_the_time_of_a_file_dates_nothing() -> None:
    """Nor its session, nor its name: only what the text, its own stamp or the commit of the line says."""
    for how in ("the file's time stamp", "the day of its session", "the day in its name"):
        told = {"created": "2026-10-10T08:00:00Z", "updated": "2026-10-10T08:00:00Z", "dated": how}
        assert found(topic("The migration was dropped yesterday.", **told)) == ()


def test_what_a_date_rests_on_is_said() -> None:
    """The paragraph, the commit of the line, or the file's own stamp."""
    words = "The migration was dropped yesterday."
    stamp = {"created": "2026-10-10T08:00:00Z", "updated": "2026-10-10T08:00:00Z"}
    for memory, said in (
        (topic(f"2026-10-10: {words}"), "its paragraph or section is of 2026-10-10"),
        (topic(words, lines=((0, "2026-10-10"),)), "its line was added on 2026-10-10"),
        (topic(words, **stamp), "it was written on 2026-10-10"),
    ):
        (made,) = found(memory)
        assert "on 2026-10-09" in made.mutations[0].text and said in made.reason


def test_a_stamp_dates_no_file_that_was_changed_since_or_tells_of_other_days() -> None:
    """It is that of the last change; an earlier line may be of any day."""
    words = "The migration was dropped yesterday."
    stamp = {"created": "2026-10-10T08:00:00Z", "updated": "2026-10-10T08:00:00Z"}
    assert found(topic(f"{words}\n\n2026-10-02: the host moved.", **stamp)) == ()
    assert found(topic(words, "notes_2026_10_02", **stamp)) == ()
    assert found(topic(words, **{**stamp, "created": "2026-10-02T08:00:00Z"})) == ()


def test_only_lines_whose_commit_is_known_are_dated() -> None:
    """In a repository its file's own stamp counts no more."""
    text = "The host moved yesterday.\n\nThe port moved yesterday."
    stamp = {"created": "2026-10-10T08:00:00Z", "updated": "2026-10-10T08:00:00Z"}
    (made,) = found(topic(text, **stamp, lines=((2, "2026-10-05"),)))
    assert made.mutations[0].text == "The host moved yesterday.\n\nThe port moved on 2026-10-04."
    assert found(topic(text, **stamp, lines=())) == ()


def test_a_corrected_statement_is_not_lost_and_a_removed_one_is() -> None:
    """Each is told by where it stands, not by how many words it shares with another."""
    text = (
        "See src/gone.py for the session helpers of it. See src/old.py for the session helpers of it. "
        "Tokens expire daily. Handlers are thin. Sessions live in Redis."
    )
    world = World(tracked=frozenset({"src/new.py"}), renamed={"src/old.py": "src/new.py"})
    note = Memory("n-1", "n.md", "0" * 64, "n", text, "note")
    (made,) = propose([note], FindSettings(now=NOW), world).proposals
    (mutation,) = made.mutations
    assert "src/new.py" in mutation.text and "src/gone.py" not in mutation.text
    assert mutation.lost == ("See src/gone.py for the session helpers of it.",)
    fates = {one.text: one.fate for one in mutation.statements}
    assert fates["See src/old.py for the session helpers of it."] is Fate.MERGED


_PIECES = st.sampled_from(
    [
        "yesterday",
        "today",
        "tomorrow",
        "last week",
        "in two weeks",
        "We met",
        "It broke",
        "the client sets",
        '"',
        "`",
        "“",
        "”",
        "**Why:**",
        "> ",
        "\n",
        "\n\n",
        "## ",
        "- ",
        "2026-07-16:",
        "Mar 3",
        ".",
        "?",
        "(",
        ")",
        "none pay",
        "is",
        "was",
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(_PIECES, max_size=14).map(" ".join), st.integers(0, 400))
def test_laws_of_dates(text: str, days: int) -> None:
    """The same again changes nothing more; nothing after the clock; only the words that are told change."""
    today = date(2026, 11, 18)
    written = today - timedelta(days=days)
    made, changed = absolute(text, written, today)
    assert absolute(made, written, today)[0] == made
    assert all(one.day <= today for one in changed)
    assert absolute(text, None, today)[1] == tuple(one for one in changed if one.own)
    back = made
    for one in changed:
        back = back.replace(one.now, one.was, 1)
    assert back == text or len(changed) > 1
    assert bool(lines_to_date(text)) >= any(not one.own for one in changed)


def test_a_day_at_the_end_of_a_sentence_is_no_label() -> None:
    """What became a date gives the rest of its paragraph no day of its own."""
    text, done = absolute("tomorrow yesterday", date(2026, 11, 18), date(2026, 11, 18))
    assert text == "tomorrow on 2026-11-17" and len(done) == 1
    assert absolute(text, date(2026, 11, 18), date(2026, 11, 18)) == (text, ())


_TODAY = date(2026, 11, 18)
_SAYS = st.sampled_from(
    [
        "We deployed the shop yesterday.", "The key was rotated today.", "The freeze was lifted last week.",
        "It broke three days ago and was mended.", "The review is due tomorrow.", "We plan the launch for next week.",
        "The timeout is 30 seconds.", "The timeout is 60 seconds.", "The API runs on Node 18.",
        "The API was upgraded to Node 22.", "Never deploy on Friday.", "Deploy on Friday.",
    ]
)  # fmt: skip
_SHIFTS = {"yesterday": (-1,), "today": (0,), "last week": range(-14, 1), "three days ago": (-3,), "tomorrow": (1,),
           "next week": range(0, 15)}  # fmt: skip
_SOME_DAY = st.integers(-60, 40).map(lambda days: _TODAY + timedelta(days=days))


@st.composite
def _dated_memories(draw: st.DrawFn) -> list[Memory]:
    made = []
    for name in "abc"[: draw(st.integers(1, 3))]:
        said = draw(st.lists(_SAYS, min_size=1, max_size=3, unique=True))
        label = f"{draw(_SOME_DAY)}: " if draw(st.booleans()) else ""
        when = draw(st.none() | _SOME_DAY)
        lines = draw(st.none() | st.just("lines"))
        days = {"created": f"{when}T08:00:00Z", "updated": f"{when}T08:00:00Z"} if when else {}
        known = tuple((at, str(draw(_SOME_DAY))) for at in range(len(said))) if lines else None
        made.append(topic(label + "\n".join(said), name, lines=known, dated=draw(st.sampled_from(["", "old"])), **days))
    return made


@pytest.mark.parametrize(
    "text",
    [
        "The mirror is currently read-only.",
        "For now uploads go through the old host.",
        "Uploads go through the old host until the next release.",
        "2026-03-04: Uploads temporarily go through the old host.",
    ],
)
def test_what_holds_for_a_time_is_looked_at_again_and_never_rewritten(text: str) -> None:
    """With the day it was written and how that is known; leaving it changes nothing."""
    memory = topic(
        f"{text}\n\nThe key is in the vault.", created="2026-03-04T08:00:00Z", updated="2026-03-04T08:00:00Z"
    )
    (made,) = found(memory)
    assert (made.kind, made.mutations, made.default) == ("recheck", (), "") and "2026-03-04" in made.reason
    still, gone = made.choices
    assert still.mutations == ()
    assert [mutation.text for mutation in gone.mutations] == ["The key is in the vault."]
    assert found(memory, now="2026-03-20T09:00:00Z") == ()


@pytest.mark.parametrize(
    ("text", "left", "takes"),
    [
        ("- `tiny:3b` - 2 GB, 131K context, chat model (currently primary)",
         "- `tiny:3b` - 2 GB, 131K context, chat model", "(currently primary)"),
        ("The mirror in Bern serves all reads, currently through the old proxy.",
         "The mirror in Bern serves all reads.", "currently through the old proxy"),
        ("The mirror in Bern serves all reads; for now through a proxy; Ann owns it.",
         "The mirror in Bern serves all reads; Ann owns it.", "for now through a proxy"),
        ("- The bridge pays the studio every month. Currently 2 entries exist.",
         "- The bridge pays the studio every month.", "Currently 2 entries exist."),
    ],
)  # fmt: skip
def test_of_what_holds_no_longer_only_the_doubtful_words_go(text: str, left: str, takes: str) -> None:
    """The other facts of its statement stay as they stand."""
    (made,) = found(
        topic(f"{text}\n\nThe key is in the vault.", created="2026-03-04T08:00:00Z", updated="2026-03-04T08:00:00Z")
    )
    _, gone = made.choices
    assert gone.label == f"It holds no longer: take “{takes}” out"
    assert [mutation.text for mutation in gone.mutations] == [f"{left}\n\nThe key is in the vault."]


@pytest.mark.parametrize(
    "text",
    [
        "The currently active server is restarted.", "Ask “what holds for now?” first.", "`currently` is a column.",
        "Always say which mirror is currently read-only.", "Why: it is currently slow.",
    ],
)  # fmt: skip
def test_what_holds_whenever_it_is_read_is_not(text: str) -> None:
    assert found(topic(text, created="2026-03-04T08:00:00Z", updated="2026-03-04T08:00:00Z")) == ()
    assert found(topic("The mirror is currently read-only.")) == ()


_LATER = {"created": "2026-12-20T08:00:00Z", "updated": "2026-12-20T08:00:00Z"}
_EARLIER = {"created": "2026-01-01T08:00:00Z", "updated": "2026-01-01T08:00:00Z"}


@given(_dated_memories())
@example([topic("The timeout is 30 seconds.", "a", **_LATER), topic("The timeout is 60 seconds.", "b", **_EARLIER)])
@example([topic("The key was rotated today.", "a", **_LATER)])
@settings(max_examples=150)
def test_no_proposal_writes_a_day_after_the_clock_or_one_that_nothing_supports(memories: list[Memory]) -> None:
    """Each stands in a source, or follows from words there and a day that the text, its file or git tells."""
    held = {memory.id: memory for memory in memories}
    for made in found(*memories, now=f"{_TODAY}T09:00:00Z"):
        for mutation in (*made.mutations, *(one for choice in made.choices for one in choice.mutations)):
            sources = [held[source.id] for source in mutation.sources]
            words = "\n".join(memory.text for memory in sources)
            told = {day for day in days_in(words) if day is not None}
            for memory in sources:
                told |= {date.fromisoformat(day[:10]) for day in (memory.created, memory.updated) if day}
                told |= {date.fromisoformat(day) for _, day in memory.lines or ()}
            reached = {base + timedelta(days=step) for base in told
                       for phrase, steps in _SHIFTS.items() if phrase in words for step in steps}  # fmt: skip
            for day in set(days_in("\n".join([mutation.text, *(text for _, text in mutation.parts)]))) - set(
                days_in(words)
            ):
                assert day is not None and day <= _TODAY
                assert day in reached | {base for base in told if f"As of {base}" in mutation.text}
