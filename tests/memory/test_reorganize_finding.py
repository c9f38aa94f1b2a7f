"""What a cycle finds: merges, contradictions with choices, stale memories, splits and moves."""

from datetime import date

import pytest

from dreamtui.memory.reorganize import FindSettings, World, check_mutation, merge_texts, propose, threshold_for
from dreamtui.memory.reorganize.dates import absolute
from dreamtui.model.errors import Usage
from dreamtui.model.proposal import Fate, Memory, MutationKind, Proposal

NOW = "2026-11-18T00:00:00Z"


def note(name: str, text: str, **fields: object) -> Memory:
    return Memory(name, f"notes/{name}.md", "0" * 64, "", text, "note", **fields)  # type: ignore[arg-type]


def found(*memories: Memory, world: World | None = None, **told: object) -> tuple[Proposal, ...]:
    return propose(memories, FindSettings(now=NOW, **told), world or World()).proposals  # type: ignore[arg-type]


def only(*memories: Memory, world: World | None = None, **told: object) -> Proposal:
    (proposal,) = found(*memories, world=world, **told)
    return proposal


def test_two_wordings_of_one_rule_are_one_merge() -> None:
    """The newest wording stays and stands for the older one."""
    old = note("a", "Use tabs in Makefiles.", created="2026-01-01T00:00:00Z")
    new = note("b", "In Makefiles, use tabs.", created="2026-02-01T00:00:00Z")
    mutation = only(old, new).mutations[0]
    assert mutation.kind is MutationKind.MERGE
    assert mutation.text == new.text
    assert [(s.source, s.fate) for s in mutation.statements] == [("a", Fate.MERGED), ("b", Fate.KEPT)]


def test_a_merge_keeps_what_only_one_source_says() -> None:
    """Dates, links and sentences of every source are in the text."""
    one = note("a", "Run make check before pushing. See https://ci.example.org/runs.", created="2026-01-01")
    two = note("b", "Before pushing, run make check. Agreed on 2026-03-01.", created="2026-02-01")
    text, fates = merge_texts([two, one])
    assert "https://ci.example.org/runs" in text
    assert "2026-03-01" in text
    assert text.count("make check") == 1
    assert all(fate.fate is not Fate.LOST for fate in fates)


def test_the_same_words_in_two_sections_stay_two_statements() -> None:
    """A rule under "Backend" does not stand for one under "Frontend"."""
    text, _ = merge_texts([note("a", "## Backend\n- Use strict types"), note("b", "## Frontend\n- Use strict types")])
    assert text == "## Backend\n\n- Use strict types\n\n## Frontend\n\n- Use strict types"


def test_an_edit_that_drops_a_statement_is_noticed() -> None:
    """What the edited text does not say is lost, and only that."""
    sources = [note("a", "Use tabs in Makefiles. Never commit secrets.")]
    assert [s.text for s in check_mutation(sources, "In Makefiles use tabs.") if s.fate is Fate.LOST] == [
        "Never commit secrets."
    ]


@pytest.mark.parametrize(
    ("one", "other", "guard"),
    [
        ("Deploys happen on Friday.", "Deploys never happen on Friday.", "negation"),
        ("The timeout is 30 seconds.", "The timeout is 60 seconds.", "numbers"),
        ("The contract ends on 2026-06-30.", "The contract ends on 2026-09-30.", "dates"),
        ("Terraform v1.5.7 is required.", "Terraform v1.6.0 is required.", "versions"),
        ("Enable strict mode in the compiler.", "Disable strict mode in the compiler.", "antonyms"),
        ("Always write a changelog entry for features.", "Sometimes write a changelog entry for features.", "modality"),
        ("Migrate from MySQL to PostgreSQL.", "Migrate from PostgreSQL to MySQL.", "direction"),
        ("Payments are handled by Stripe.", "Payments are handled by Adyen.", "entities"),
        ("Team of 8.", "Team grew to 11.", "slot"),
        ("The user is based in New York.", "The user moved to San Francisco.", "slot"),
        ("We use Jenkins for CI.", "We switched from Jenkins to GitHub Actions for CI.", "slot"),
        ("The office is in Hamburg.", "The office is no longer in Hamburg.", "slot"),
    ],
)
def test_what_cannot_both_hold_is_a_contradiction_with_choices(one: str, other: str, guard: str) -> None:
    """Keep one, keep the other, or keep both with their dates; never a merge."""
    proposal = only(note("a", one, created="2026-01-02T00:00:00Z"), note("b", other, created="2026-02-03T00:00:00Z"))
    assert proposal.kind == "contradiction"
    assert f"differ in {guard}:" in proposal.reason
    assert [choice.id for choice in proposal.choices] == ["keep-a", "keep-b", "keep-both"]
    keep_a, keep_b, both = (choice.mutations for choice in proposal.choices)
    assert (keep_a[0].keeps, keep_a[0].lost) == ("a", (other,))
    assert (keep_b[0].keeps, keep_b[0].lost) == ("b", (one,))
    assert keep_a[0].id != keep_b[0].id
    assert {m.text for m in both} == {f"As of 2026-01-02: {one}", f"As of 2026-02-03: {other}"}
    assert all(m.lost == () for m in both)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Use UserService for lookups.", "Use AdminService for lookups."),
        ("Configuration lives in config/dev.yaml.", "Configuration lives in config/prod.yaml."),
        ("Use strict types in the backend.", "Use strict types in the frontend."),
        ("Validate the email field.", "Validate the phone field."),
    ],
)
def test_another_thing_is_neither_merged_nor_a_contradiction(one: str, other: str) -> None:
    """A statement about another name, path, place or thing stands beside the first."""
    assert found(note("a", one), note("b", other), threshold=0.3) == ()


def test_what_is_kept_apart_is_named_with_its_reason() -> None:
    """The report counts pairs by guard and by what differs."""
    result = propose(
        [note("a", "The API allows retries on errors."), note("b", "The API never allows retries on errors.")],
        FindSettings(), World(),
    )  # fmt: skip
    (kept,) = result.kept_apart
    assert (kept.guard, kept.reason, kept.count, kept.examples) == ("negation", "affirmed / never", 1, (("a", "b"),))


def test_memories_of_different_scopes_are_kept_apart() -> None:
    """The same words for the user and for the project stay two."""
    same = "Use tabs in Makefiles."
    assert found(note("a", same, scope="user"), note("b", same, scope="project")) == ()


def test_a_contradiction_inside_longer_texts_stops_their_merge() -> None:
    """One sentence that cannot hold beside the other's is enough."""
    shared = "Run the linter before pushing. Write a changelog entry. Keep pull requests small."
    one, other = note("a", f"{shared} The timeout is 30 seconds."), note("b", f"{shared} The timeout is 60 seconds.")
    assert [proposal.kind for proposal in found(one, other)] == ["contradiction"]


def test_overdue_gone_said_and_derivable_memories_are_retired() -> None:
    """Each with its reason; losing words that agents read nowhere else has to be acknowledged."""
    world = World(
        tracked=frozenset({"src/new.py", "tests/test_a.py"}),
        said=(("Always run the linter before pushing.", "CLAUDE.md:3"),),
        scripts=frozenset({"make test"}), branches=frozenset({"main"}), packages=frozenset({"numpy"}),
        symbols=frozenset({"load"}),
    )  # fmt: skip
    for text, reason in {
        "Edit src/old.py for the session logic.": "file src/old.py",
        "Run `make check` first.": "command make check",
        "Hotfixes go to branch `stable`.": "branch stable",
        "Mind the package `leftpad` in builds.": "package leftpad",
        "Call the function `unload()` at the end.": "symbol unload",
        "Run the linter before pushing.": "CLAUDE.md:3",
        "The tests are in tests/.": "the tree shows tests",
        "The project depends on numpy.": "names numpy",
    }.items():
        mutation = only(note("a", text), world=world).mutations[0]
        assert mutation.kind is MutationKind.DEPRECATE
        assert reason in mutation.reason
        assert mutation.lost == (() if reason == "CLAUDE.md:3" else (text,))
    overdue = only(note("a", "Check the vendor list.", review_after="2026-11-01")).mutations[0]
    assert overdue.reason == "Its review was due on 2026-11-01."
    assert found(note("a", "Check the vendor list.", review_after="2026-11-18")) == ()


def test_what_the_world_does_not_tell_is_not_called_gone() -> None:
    """Without a list of files, commands or branches nothing is missing; what is there is not missing either."""
    text = "Edit src/old.py, run `make check` and push to branch `stable`."
    assert found(note("a", text)) == ()
    known = World(
        tracked=frozenset({"app/src/old.py"}), scripts=frozenset({"make check"}), branches=frozenset({"stable"})
    )
    assert found(note("a", text), world=known) == ()


def test_a_rule_is_not_called_said_because_it_was_rendered() -> None:
    """CLAUDE.md says what rules say because they are rules."""
    rule = Memory("r", "r.md", "", "", "Run the linter before pushing.", "rule")
    assert found(rule, world=World(said=(("Run the linter before pushing.", "CLAUDE.md:3"),))) == ()


def test_the_moved_paths_of_one_memory_are_corrected_together() -> None:
    """The state of some work names where it lies; a folder goes where its files went; what is told of a day stays."""
    moves = {
        "src/hud.ts": "web/src/hud.ts", "plans/7-hud.md": "docs/plans/7-hud.md",
        "src/fonts/a.ttf": "web/type/a.ttf", "src/fonts/b.ttf": "web/type/b.ttf",
        "src/kit/a.ts": "web/src/kit/a.ts", "src/kit/b.ts": "game/src/kit/b.ts",
    }  # fmt: skip
    world = World(tracked=frozenset(moves.values()), renamed=moves)
    text = (
        "Plan 7 (`plans/7-hud.md`), DONE.\n\nThe clock is drawn in `src/hud.ts`, its letters are in `src/fonts/`, its"
        " kit is in `src/kit/`.\n\n- 2026-03-01: DONE, see `plans/7-hud.md`"
    )
    (made,) = found(note("hud", text), world=world)
    (mutation,) = made.mutations
    wanted = text.replace("src/hud", "web/src/hud").replace("src/fonts", "web/type")
    assert mutation.text == wanted.replace("plans/7", "docs/plans/7", 1) and mutation.lost == ()
    assert "plans/7-hud.md is now docs/plans/7-hud.md." in made.reason
    alone = "Plan 7 (`plans/7-hud.md`), DONE.\n\nIts letters are small."
    assert found(note("hud", alone), world=world) == ()


def test_a_renamed_file_and_a_relative_date_are_corrected() -> None:
    """The text is replaced, the old wording stands merged into the new one, nothing is lost."""
    world = World(tracked=frozenset({"src/new.py"}), renamed={"src/old.py": "src/new.py"})
    mutation = only(
        note("a", "Since yesterday the parser is in `src/old.py`.", created="2026-05-09T10:00:00Z"), world=world
    ).mutations[0]
    assert mutation.kind is MutationKind.SUPERSEDE
    assert mutation.keeps == ""
    assert mutation.text == "Since 2026-05-08 the parser is in `src/new.py`."
    assert mutation.lost == ()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("We met yesterday.", "We met on 2026-03-03."),
        ("Released 3 days ago.", "Released on 2026-03-01."),
        ("Released two weeks ago.", "Released in the week of 2026-02-16."),
        ("It broke last month.", "It broke in February 2026."),
        ("Due next Friday.", "Due on 2026-03-06."),
        ("Frozen until next week.", "Frozen until the week of 2026-03-09."),
        ("Planned for this quarter.", "Planned for Q1 2026."),
        ("Open since yesterday.", "Open since 2026-03-03."),
        ("Yesterday's build was red.", "Yesterday's build was red."),
        ("Never deploy today what can wait.", "Never deploy today what can wait."),
        ("Run `date yesterday` there.", "Run `date yesterday` there."),
        ("It failed last night.", "It failed in the night of 2026-03-03."),
        ("It failed yesterday evening.", "It failed in the evening of 2026-03-03."),
        ("Frozen until tomorrow morning.", "Frozen until the morning of 2026-03-05."),
        ("Wrapped earlier today.", "Wrapped earlier on 2026-03-04."),
        ("Found earlier this week.", "Found earlier in the week of 2026-03-02."),
        ("Due at the end of this month.", "Due at the end of March 2026."),
        ("It ends 10 days from now.", "It ends on 2026-03-14."),
        ("It ends two weeks from today.", "It ends in the week of 2026-03-16."),
        ("It ends 3 months from now.", "It ends in June 2026."),
        ("It broke during last month.", "It broke during February 2026."),
        ("Agreed the day before yesterday.", "Agreed the day before 2026-03-03."),
        ("Covers the last week of changes.", "Covers the last week of changes."),
        ("Slow over the past month.", "Slow over the past month."),
        ("Fixed about 3 weeks ago.", "Fixed about 3 weeks ago."),
        ("Fixed 2-3 weeks ago.", "Fixed 2-3 weeks ago."),
        ("Fixed more than a year ago.", "Fixed more than a year ago."),
        ("Reports are due at the end of the month.", "Reports are due at the end of the month."),
        ("Use `git log --since='3 days ago'` there.", "Use `git log --since='3 days ago'` there."),
        ("It runs 9999 years from now.", "It runs 9999 years from now."),
    ],
)
def test_relative_dates_become_absolute(text: str, wanted: str) -> None:
    """From the day it was written; habits and code stay as they are."""
    assert absolute(text, date(2026, 3, 4))[0] == wanted


def test_only_the_sentence_that_names_what_is_gone_is_dropped() -> None:
    """A longer memory is corrected; the lost sentence is named."""
    text = "Sessions live in Redis. Tokens expire daily. Handlers are thin. See src/old.py for the helpers."
    mutation = only(note("a", text), world=World(tracked=frozenset({"src/new.py"}))).mutations[0]
    assert mutation.kind is MutationKind.SUPERSEDE
    assert mutation.text == "Sessions live in Redis. Tokens expire daily. Handlers are thin."
    assert mutation.lost == ("See src/old.py for the helpers.",)


def test_a_memory_of_two_unrelated_sections_may_be_split() -> None:
    """Each part has its heading as title and nowhere else, its words untouched, and nothing is lost."""
    text = (
        "## Database\nPostgres holds orders, invoices, refunds and ledgers. Vacuum nightly, analyse weekly.\n\n"
        "## Office\nLunch arrives before noon; parking cards, badges, visitors and plants belong to reception."
    )
    mutation = only(note("a", text)).mutations[0]
    assert mutation.kind is MutationKind.SPLIT
    assert [title for title, _ in mutation.parts] == ["Database", "Office"]
    assert "\n\n".join(f"## {title}\n{part}" for title, part in mutation.parts) == text
    assert mutation.lost == ()


def test_a_rare_spelling_of_a_category_is_moved_to_the_common_one() -> None:
    """`Testing` goes where the others are."""
    held = [
        note(f"n{at}", f"Topic {word} alpha.", category="tests") for at, word in enumerate(("red", "blue", "green"))
    ]
    mutation = only(*held, note("x", "Snapshot files rot.", category="Test")).mutations[0]
    assert (mutation.kind, mutation.category, mutation.sources[0].id) == (MutationKind.MOVE, "tests", "x")


def test_lookback_takes_what_is_recent_and_the_cap_the_strongest() -> None:
    """A pair counts when one of it is recent; ids stay sorted under the cap."""
    old = [
        note("a", "Use tabs in Makefiles.", created="2026-01-01"),
        note("b", "Use tabs in Makefiles.", created="2026-01-01"),
    ]
    new = [
        note("c", "Ship small changes often.", created="2026-11-17"),
        note("d", "Ship small changes often", created="2026-01-01"),
    ]
    assert [p.mutations[0].sources[0].id for p in found(*old, *new, lookback_days=7)] == ["c"]
    both = found(*old, *new)
    assert len(both) == 2
    assert [p.id for p in both] == sorted(p.id for p in both)
    assert len(found(*old, *new, max_mutations=1)) == 1


def test_unknown_scorers_and_thresholds_are_refused() -> None:
    """One sentence says what is allowed; SecondBrain's own default is known."""
    with pytest.raises(Usage, match="not a scorer"):
        found(note("a", "x"), scorer="magic")
    with pytest.raises(Usage, match="threshold"):
        found(note("a", "x"), threshold=0)
    assert threshold_for("bow") == 0.92


def test_a_cancelled_cycle_ends() -> None:
    """It returns what it has; nothing raises."""
    held = [note(str(at), f"Edit src/{at}.py now.") for at in range(5)]
    world = World(tracked=frozenset({"a.py"}))
    assert propose(held, FindSettings(now=NOW), world, lambda: True).proposals == ()
