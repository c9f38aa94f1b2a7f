"""Topic files in a reorganization: what is kept apart, what is a record of its day, what stands against CLAUDE.md."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.memory.model_answer import read_answer
from dreamtui.memory.reorganize import FindSettings, World, propose
from dreamtui.memory.reorganize.statements import sentences, statements, without
from dreamtui.memory.reorganize.ways_out import is_about
from dreamtui.model.proposal import Fate, Memory, Proposal

NOW = "2026-11-18T09:00:00Z"


def topic(name: str, text: str, **more: object) -> Memory:
    """A topic file of the repository's own folder."""
    fields = {"scope": "@claude", "category": "project", "created": "2026-10-10T08:00:00Z", "kind": "topic", **more}
    return Memory(f"t-{name}", f"@claude/{name}.md", f"hash of {text}", name, text, **fields)  # type: ignore[arg-type]


def found(*memories: Memory, said: tuple[str, ...] = (), tracked: tuple[str, ...] = ()) -> list[Proposal]:
    """What a cycle proposes; `said` are the lines of CLAUDE.md."""
    lines = tuple((line, f"CLAUDE.md:{number}") for number, line in enumerate(said, 1))
    world = World(tracked=frozenset(tracked) or None, said=lines)
    return list(propose(memories, FindSettings(now=NOW), world).proposals)


def test_a_merge_keeps_the_day_of_each_source() -> None:
    """The same words on two days: each "yesterday" is its own, and nothing counts as lost for that."""
    same = "The staging database was moved to the new host yesterday.\n\nIts port is 5433."
    old, new = topic("old", same), topic("new", same, created="2026-10-20T08:00:00Z")
    (made,) = found(old, new)
    (mutation,) = made.mutations
    assert "yesterday" not in mutation.text and "2026-10-09" in mutation.text and "2026-10-19" in mutation.text
    assert mutation.lost == ()
    assert mutation.reason.count("it was written on 2026-10-") == 2
    before = [one for one in mutation.statements if "yesterday" in one.text]
    assert [one.fate for one in before] == [Fate.MERGED] * 2 and all(one.into in mutation.text for one in before)


@pytest.mark.parametrize(
    ("text", "stale"),
    [
        ("The entry point is `src/gone.py`.\n\nIt is started by hand.\n\nOnce a week.", True),
        ("The entry points are `src/gone.py` and `src/app.py`.\n\nStarted by hand.\n\nOnce a week.", False),
        ("2026-05-26: added `src/gone.py`.\n\nStarted by hand.\n\nOnce a week.", False),
        ("Updated: `src/gone.py`, README.md and notes.md.\n\nStarted by hand.\n\nOnce a week.", False),
        ("What `src/gone.py` needs:\n\n- a token\n- a host\n- a port", False),
        (f"The entry point is `src/gone.py`, {'and so on, ' * 50}.\n\nStarted by hand.\n\nOnce a week.", False),
    ],
)
def test_only_what_says_nothing_else_goes_with_a_path(text: str, stale: bool) -> None:
    """A statement that names what is there too, leads to a list, or says a lot is not given up for one path."""
    assert bool(found(topic("a", text), tracked=("src/app.py", "src/b.py"))) is stale


def test_a_memory_named_after_a_day_tells_of_that_day() -> None:
    """What it names need not be there any more."""
    text = "The entry point is `src/gone.py`."
    assert found(topic("entry", text), tracked=("src/app.py",))
    assert not found(topic("entry_2026_05_07", text), tracked=("src/app.py",))


def test_records_of_two_days_do_not_contradict_each_other() -> None:
    """Two lists of figures are two moments; one figure that differs is a contradiction."""
    one = topic("one", "Counts now: 65 agents, 72 tools and 23 skills.")
    other = topic("other", "Counts now: 66 agents, 73 tools and 24 skills.")
    assert found(one, other) == []
    (made,) = found(topic("one", "The worker pool has 4 threads."), topic("other", "The worker pool has 8 threads."))
    assert made.kind == "contradiction"


def test_the_loser_of_a_contradiction_gives_up_one_statement() -> None:
    """A file that says other things too is not archived for one of them."""
    one = topic("one", "The worker pool has 4 threads.\n\nIts log is rotated every night.")
    other = topic("other", "The worker pool has 8 threads.")
    (made,) = found(one, other)
    ways = {choice.id: choice.mutations for choice in made.choices}
    assert [m.kind.value for m in (*ways["keep-a"], *ways["keep-b"])] == ["supersede", "supersede"]
    (short,) = ways["keep-b"]
    assert short.text == "Its log is rotated every night." and [s.id for s in short.sources] == ["t-one"]
    (gone,) = ways["keep-a"]
    assert gone.keeps == "t-one" and gone.text == ""


def test_a_sentence_inside_an_item_is_held_against_claude_md() -> None:
    """Items of several sentences are common; only the sentence goes."""
    text = "Rules:\n\n- Open a ticket first. Never open pull requests. Push to main.\n- Tests run by hand."
    (made,) = found(topic("a", text), said=("Always open pull requests.",))
    (claude,) = next(choice.mutations for choice in made.choices if choice.id == "keep-claude")
    assert claude.text == "Rules:\n\n- Open a ticket first. Push to main.\n- Tests run by hand."
    noted = topic("a", f"{text}\n\nContradicts CLAUDE.md:1 — verify which is current")
    assert found(noted, said=("Always open pull requests.",)) == []


def test_claude_md_is_held_against_nothing_but_topic_files() -> None:
    """A note against CLAUDE.md is as it was before there were topic files."""
    note = Memory("n-1", "n", "h", "n", "Never open pull requests.", "note")
    assert found(note, said=("Always open pull requests.",)) == []
    assert found(note, topic("a", "The cache is Redis."), said=("Always open pull requests.",)) == []


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Use pnpm.", True),
        ("Use pnpm.\n\n**Why:** npm broke twice.\n\n**How to apply:** in every script.", True),
        ("<!-- banner -->\n# Title\n\nUse pnpm.", True),
        ("Use pnpm.\n\nThe cache is Redis.", False),
        ("**Why:** npm broke twice. Use pnpm.", False),
    ],
)
def test_what_a_memory_is_about(text: str, about: bool) -> None:
    """Headings, comments and reasons are nothing of its own."""
    assert is_about(text, "Use pnpm.") is about or text.startswith("**Why")


_WORDS = st.text("abc dé", min_size=1, max_size=12).map(lambda text: f"X{text.strip()}y.")
_LINES = st.lists(st.one_of(_WORDS, _WORDS.map("- {}".format), _WORDS.map("# {}".format), st.just(""), st.just("a  ")))


@given(_LINES, st.integers(0, 30))
def test_a_statement_goes_and_every_other_line_stays(lines: list[str], number: int) -> None:
    """What is left says everything else, line by line as it stood, but for a heading with nothing left below it."""
    text = "\n".join(lines).strip("\n")
    said = statements(text)
    if not said:
        return
    gone = said[number % len(said)].text
    before, after = text.split("\n"), without(text, [gone]).split("\n")
    less = Counter(filter(str.strip, before)) - Counter(after)
    assert not Counter(filter(str.strip, after)) - Counter(before)
    more = Counter(line.strip() for line in less.elements())
    more.subtract(line.strip() for line in gone.split("\n"))
    assert all(count >= 0 and (not count or line.startswith("# ")) for line, count in more.items())


def test_sentences_of_an_item() -> None:
    """Only an item with more than one has any, and its mark is none of them."""
    (item,) = statements("2. NEVER open pull requests. Never run `gh pr create`.")
    assert sentences(item) == ("NEVER open pull requests.", "Never run `gh pr create`.")
    assert sentences(statements("- One only.")[0]) == ()


def test_a_model_cannot_join_what_lies_in_two_folders() -> None:
    """Its proposal over two scopes is dropped."""
    answer = (
        '{"proposals": [{"mutations": [{"kind": "merge", "sources": ["t-a", "t-b"], "title": "x", "text": "Words."}]}]}'
    )
    one, other = topic("a", "Words."), topic("b", "Words.", scope="@agent-x")
    assert read_answer(answer, [one, other], lambda sources, made: ()).proposals == ()
    same = read_answer(answer, [one, topic("b", "Words.")], lambda sources, made: ())
    assert len(same.proposals) == 1


def test_only_what_a_memory_does_not_say_is_taken_from_its_index_line() -> None:
    """Sentences it says already are not said twice, and nothing of the memory is touched."""
    text = "Releases leave on a Tuesday.\nThe day before, only Bob merges."
    hook = "Releases leave on a Tuesday. The day before, only Bob merges. Ask Carol when he is away, or wait a day."
    (made,) = found(topic("train", text, hook=hook))
    (mutation,) = made.mutations
    assert mutation.text == f"Ask Carol when he is away, or wait a day.\n\n{text}"
    assert mutation.lost == ()
    assert not found(topic("train", mutation.text, hook=hook))
    (made,) = found(topic("train", f"# Release train\n\n{text}", hook=hook))
    assert made.mutations[0].text.startswith("# Release train\n\nAsk Carol when he is away, or wait a day.\n\nReleases")


def test_how_something_stands_is_not_moved_from_the_index_into_a_memory() -> None:
    """The line is older than the memory; parts whose words all stand there are nothing new either."""
    text = "The picker of qualities has presets.\n\nPhases A and B are in since May, the presets can be picked by hand."
    for hook in (
        "Picker of qualities; NOT YET BUILT, waits for Ann",
        "presets picked by hand; the code is not started",
    ):
        assert not found(topic("picker", text, hook=hook))


@pytest.mark.parametrize(
    ("text", "hook"),
    [
        ("Monday: jobs.\nTuesday: grants.\nWednesday: consulting.\nThursday: deep build.\nFriday: light.",
         "Mon=jobs, Tue=grants, Wed=consulting, Thu/Fri=deep build."),
        ("| Outlet | Address |\n|---|---|\n| Daily Voice | - |\n| Fox 29 | - |\n\nThe crash was on US-40, day 34.",
         "Day 34 US-40 vehicle crash → 2-outlet coverage (Fox affiliates + Daily Voice)"),
        ("Never use a `Host:` header against localhost: it redirects with a 301 to the production shop.",
         "localhost curl with Host header 301s to prod"),
        ("Writing a caption passes: POST with `caption` answers success. Fix all captions of the feed.",
         "silently ignores a caption written to old media of other accounts; the feed of captions never moves"),
    ],
)  # fmt: skip
def test_what_a_memory_says_in_other_words_or_otherwise_is_not_taken_from_its_index_line(text: str, hook: str) -> None:
    """Days by their short names, the names of a table, stems of words, and what one of both denies."""
    assert not found(topic("rhythm", text, hook=hook))
