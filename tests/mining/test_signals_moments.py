"""Signals from conversations: corrections, failing commands, what is to be remembered, and what counts for none."""

from hypothesis import given
from hypothesis import strategies as st

from dreamtui.mining.signals import EventMiners
from dreamtui.model.evidence import Event, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.interface import MineSettings

FLOOR = "2026-01-01T00:00:00Z"
WINDOW = MineSettings(FLOOR, "30d")


def moment(
    number: int, kind: str, summary: str, subject: str = "", *, session: str = "s1", **more: object
) -> Event:  # fmt: skip
    """A moment of a conversation."""
    place = Locator(Where.RECORD, f"claude/-work-shop/{session}.jsonl#u{number}", number + 1)
    fields = {"ts": f"2026-11-{number % 28 + 1:02}T09:00:00Z", "actor": "user", "digest": f"{number:016x}", **more}
    return Event(kind=kind, summary=summary, locator=place, session=session, subject=subject, **fields)  # type: ignore[arg-type]


def mined(*moments: Event, window: MineSettings = WINDOW) -> list[Finding]:
    """What the signals find in these moments alone."""
    return EventMiners(FLOOR).findings(window, moments)


def named(*moments: Event, window: MineSettings = WINDOW) -> list[tuple[str, str]]:
    """The signal and title of what is found."""
    return [(finding.signal, finding.title) for finding in mined(*moments, window=window)]


USE = "use pnpm not npm"


def test_the_same_correction_in_two_sessions() -> None:
    """It is named by its preference, with the words of both sessions and where they stand."""
    (found,) = mined(
        moment(1, "correction", "no, use pnpm, we never use npm here", USE),
        moment(5, "correction", "use pnpm instead of npm", USE, session="s2"),
    )
    assert (found.signal, found.subject, found.weight, found.sessions) == ("correction", USE, 2, 2)
    assert found.title == "use pnpm, not npm: user corrected this in 2 sessions"
    assert [str(piece.locator) for piece in found.evidence] == [
        "record:claude/-work-shop/s2.jsonl#u5:6", "record:claude/-work-shop/s1.jsonl#u1:2",
    ]  # fmt: skip
    assert found.evidence[1].quote == "no, use pnpm, we never use npm here"
    assert found.evidence[1].digest == f"{1:016x}" and found.actors == ("user",)


def test_twice_in_one_session_is_not_enough() -> None:
    """An agent that does not listen at once is no habit; the threshold can be set."""
    twice = moment(1, "correction", "use pnpm", USE), moment(2, "correction", "pnpm!", USE)
    assert mined(*twice) == []
    assert mined(*twice, window=MineSettings(FLOOR, "30d", min_correction_sessions=1))[0].weight == 2


def test_once_is_enough_with_a_reason_or_a_remember() -> None:
    """A refusal with a reason, and a correction that is to be remembered."""
    assert named(moment(1, "rejection", "use pnpm", "use pnpm")) == [
        ("correction", "Use pnpm: user refused a step because of this")
    ]
    assert named(moment(1, "rejection", "Rejected `npm install`")) == []
    both = moment(1, "correction", "no, use pnpm", USE), moment(2, "remember", "remember: pnpm, not npm", USE)
    assert named(*both) == [("correction", "use pnpm, not npm: user corrected this and asked to remember it")]


def test_what_is_to_be_remembered_is_found_once() -> None:
    """In the person's words; when it is a correction too, only that is found."""
    asked = moment(1, "remember", "Remember: always run make lint first", "lint make run")
    assert named(asked) == [("remembered", "Always run make lint first: user asked to remember this")]
    assert [name for name, _ in named(asked, moment(2, "correction", "run make lint!", "lint make run"))] == [
        "correction"
    ]


def test_a_command_that_fails_again() -> None:
    """In one session or over several, with what to run instead; without that nobody can do anything about it."""
    failed = [moment(n, "command-fail", f"`pytest` failed: no worker {n}", "pytest") for n in range(3)]
    mended = moment(5, "command-fix", "`uv run pytest` works, `pytest` failed: no worker 2", "pytest")
    assert mined(*failed) == []
    (found,) = mined(*failed, mended)
    assert (found.signal, found.subject, found.weight) == ("failing_command", "pytest", 3)
    assert found.title == "`pytest` failed 3 times in one session; `uv run pytest` works"
    assert found.evidence[0].quote == mended.summary and len(found.evidence) == 4
    elsewhere = moment(9, "command-fail", "`pytest` failed: no worker", "pytest", session="s2")
    told = moment(10, "command-fix", "use `make check`, `pytest` failed: no worker", "pytest", session="s2")
    assert named(failed[0], elsewhere, mended, told) == [
        ("failing_command", "`pytest` failed 2 times in 2 sessions; use `make check`")
    ]
    assert mined(failed[0], mended) == []
    assert mined(*failed, mended, window=MineSettings(FLOOR, "30d", min_command_failures=4)) == []


def test_what_was_decided_and_praised_is_found_once() -> None:
    """In the person's words, or by what was taken over what."""
    assert named(moment(1, "decided", "We decided to keep the queue in one table.", "keep one queu tabl")) == [
        ("decided", "We decided to keep the queue in one table: user decided this")
    ]
    assert named(moment(1, "decided", "let's go with uv instead of pip", "use uv not pip")) == [
        ("decided", "use uv, not pip: user decided this")
    ]
    assert named(moment(1, "praise", "I really like how the errors name the file", "error fil nam")) == [
        ("praised", "I really like how the errors name the file: user liked this")
    ]


def test_a_conflict_is_no_failing_command() -> None:
    """What git stops for is no fault of the command."""
    failed = [moment(n, "command-fail", "`git rebase` failed: conflict", "git rebase") for n in range(3)]
    mended = moment(5, "command-fix", "`x git rebase` works, `git rebase` failed: conflict", "git rebase")
    assert mined(*failed, mended) == []


def test_errors_feed_the_signal_for_errors() -> None:
    """Those of tools and commands do; what people say, decide and interrupt does not."""
    errors = [moment(n, "error", "TimeoutError: the worker", session=f"s{n}") for n in range(2)]
    failed = moment(7, "command-fail", "`make` failed: TimeoutError", "make")
    assert named(*errors, failed) == [("frequent_failure", "`TimeoutError` appeared 3 times in last 30d")]
    said = [
        moment(n, kind, "fix: TimeoutError; revert it", session=f"s{n}")
        for n, kind in enumerate(("correction", "remember", "interrupt", "decision", "saved", "rejection"))
    ]
    assert mined(*said) == []


def test_a_record_counts_once() -> None:
    """In a second file and at another line it is the same record; another kind or subject of it is another moment."""
    first = moment(1, "command-fail", "`make` failed: x", "make")
    copy = Event(**{**{name: getattr(first, name) for name in Event.__slots__}, "locator": Locator(
        Where.RECORD, "claude/-work-shop/forked.jsonl#u1", 40)})  # fmt: skip
    mended = moment(3, "command-fix", "use `just`, `make` failed: y", "make")
    assert mined(first, copy, mended) == []
    assert mined(first, copy, mended, moment(2, "command-fail", "`make` failed: y", "make"))[0].weight == 2


def test_the_window_and_unreadable_times() -> None:
    """What lies before the window does not count, nor what has no time."""
    old = [moment(n, "correction", "x", USE, session=f"s{n}", ts="2025-11-01T00:00:00Z") for n in range(2)]
    assert mined(*old) == []
    none = [moment(n, "correction", "x", USE, session=f"s{n}", ts="") for n in range(2)]
    assert mined(*none) == []


def test_only_one_signal() -> None:
    """`--only` asks for one."""
    failed = [moment(n, "command-fail", "`make` failed: TimeoutError", "make") for n in range(3)]
    failed.append(moment(5, "command-fix", "use `just`, `make` failed: TimeoutError", "make"))
    only = MineSettings(FLOOR, "30d", only="failing_command")
    assert [finding.signal for finding in mined(*failed, window=only)] == ["failing_command"]


def test_a_subject_cannot_pretend() -> None:
    """Signs that stand for something inside of the signals are taken off what was read."""
    assert named(moment(1, "remember", "x y", "~!=use a not b"), moment(2, "correction", "x", "use a not b")) == [
        ("correction", "use a, not b: user corrected this and asked to remember it")
    ]


KINDS = st.sampled_from(["correction", "rejection", "remember", "command-fail", "error", "decision", "saved"])
MOMENTS = st.lists(
    st.builds(
        lambda number, kind, subject, session: moment(number, kind, f"said {number}", subject, session=session),
        st.integers(0, 60),
        KINDS,
        st.sampled_from(["", "pytest", "make", USE, "a b"]),
        st.sampled_from(["s1", "s2", ""]),
    ),
    max_size=20,
)


@given(MOMENTS, st.randoms())
def test_order_and_copies_make_no_difference(moments: list[Event], chance: object) -> None:
    """The same moments in another order, and all of them twice, are the same findings."""
    shuffled = [*moments, *moments]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert mined(*shuffled) == mined(*moments)


@given(MOMENTS)
def test_what_was_asked_twice_is_answered_alike(moments: list[Event]) -> None:
    """Findings come from memory when nothing changed, and packing loses none of the rest."""
    miners = EventMiners(FLOOR)
    first = miners.findings(WINDOW, moments)
    assert miners.findings(WINDOW, moments) == first
    other = EventMiners(FLOOR)
    assert other.absorb_packed(miners.pack()) and other.findings(WINDOW, moments) == first
