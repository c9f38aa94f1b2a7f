"""Two memories on one subject are shown side by side, never merged; what tells of a change is the newer."""

import json
import os
from pathlib import Path

import pytest
import topicbox
from workbench import make_bench

from dreamtui.memory.reorganize import FindSettings, World, propose
from dreamtui.memory.reorganize.duplicates import LookAlike
from dreamtui.memory.reorganize.language.changes import supersedes
from dreamtui.memory.reorganize.naming import TOPIC_FILE
from dreamtui.memory.reorganize.repeating import do_different_things
from dreamtui.memory.reorganize.statements import is_report
from dreamtui.memory.reorganize.ways_out import pair_proposal
from dreamtui.model.proposal import Memory, Proposal

NOW = "2026-11-18T00:00:00Z"
DATA = Path(os.environ.get("DREAMTUI_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))


def note(name: str, text: str, day: str = "", **more: object) -> Memory:
    when = f"{day}T08:00:00Z" if day else ""
    return Memory(name, f"notes/{name}.md", "0" * 64, "", text, "note", created=when, updated=when, **more)  # type: ignore[arg-type]


def found(*memories: Memory) -> tuple[Proposal, ...]:
    return propose(memories, FindSettings(now=NOW), World()).proposals


def only(*memories: Memory) -> Proposal:
    (made,) = found(*memories)
    return made


REPEATED = (
    "Ask before a new dependency is added to the lock file.",
    "The user wants to approve every new dependency before it is added to the lock file.",
)


def test_two_on_one_subject_are_looked_at_and_never_merged() -> None:
    """Ways out that keep one or both; accepting one names what would be lost."""
    made = only(note("a", REPEATED[0]), note("b", REPEATED[1]))
    assert (made.kind, made.mutations, made.default) == ("pair", (), "")
    assert [choice.id for choice in made.choices] == ["keep-a", "keep-b", "keep-both"]
    (keep,) = made.choices[0].mutations
    assert (keep.keeps, keep.text, keep.lost) == ("a", "", (REPEATED[1],))
    assert made.choices[2].mutations == ()
    assert REPEATED[0] in made.reason and REPEATED[1] in made.reason


def test_long_memories_have_to_repeat_a_statement() -> None:
    """To be about the same is not enough."""
    head = "The invoice importer reads CSV files of the bank and books them to the ledger."
    one = f"{head}\n\nThe importer logs each booking with the number of the invoice."
    two = "The invoice importer retries a bank file that is locked.\n\nBooking to the ledger needs a token of the bank."
    assert found(note("a", one), note("b", two)) == ()
    three = f"Importer of invoices, how it works.\n\n{head}\n\nIt was written in the spring."
    made = only(note("a", one), note("b", three))
    assert made.kind == "pair" and head in made.reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Run the smoke tests against staging.", "Run the smoke tests against production."),
        ("Squash commits when merging into main.", "Squash commits when merging into release branches."),
        ("Tests in tests/unit must not touch the network.", "Tests in tests/e2e must not touch the network."),
    ],
)  # fmt: skip
def test_the_same_about_another_thing_is_no_pair(one: str, other: str) -> None:
    assert found(note("a", one), note("b", other)) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("documents: `agents.md` lists 68 types of agents and `flow.md` shows 69 of them",
         "documents: `agents.md` lists 69 types of agents and `flow.md` shows 70 of them"),
        ("`SECTION_AUDIO` is sent with `input_path` and the seconds that were played to every target",
         "`SECTION_VIDEO` is sent with `input_path` and the seconds that were played to every target"),
    ],
)  # fmt: skip
def test_two_cases_of_one_kind_repeat_nothing(one: str, other: str) -> None:
    """Each has figures of its own, or a name that differs in one part."""
    head = "It was asked for by the team that builds the players."
    assert found(note("a", f"{one}\n\n{head}"), note("b", f"Another one came with the release.\n\n{other}")) == ()


FILLED = (
    "- The rope of the attic is kept by the tailor.\n- The lamp of the garden is kept by the cook.\n"
    "- The boat of the pond is kept by the mayor.\n- The coat of the chapel is kept by the clerk.",
    "- Invoices leave the office at noon on Fridays.\n- Refunds are paid from the second account.\n"
    "- Orders without an address wait for a call.\n- Parcels over ten kilograms travel by train.",
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Checks AC-014 and AC-036 stay partial until the live run.",
         "Checks AC-012 and AC-013 stay partial until the live run."),
        ("Double the `force_pref` and the drift of the energy blows up at once.",
         "Double the `mass_ratio` and the drift of the energy blows up at once."),
        ("This corrects the closing line of [[b]]: the string cannot deliver the shape at any budget.",
         "The closing line is that the string cannot deliver the shape at any budget."),
    ],
)  # fmt: skip
def test_what_names_other_things_or_speaks_of_the_other_is_no_repetition(one: str, other: str) -> None:
    """Ids and code that have nothing in common; a statement that links to the other memory."""
    memories = note("a", f"{one}\n\n{FILLED[0]}"), note("b", f"{other}\n\n{FILLED[1]}")
    assert not [made for made in found(*memories) if made.kind == "pair"]


def test_one_sentence_in_common_makes_no_pair_of_two_long_memories() -> None:
    """Two of five are worth a decision, and both go from the one that gives way."""
    said = (
        "Never push to the main branch of the shop without a green run.",
        "Ask the owner of the shop before a table of stock is dropped.",
    )
    ones, others = (f"{text}\n{text.replace('kept', 'sold').replace('at noon', 'by post').replace('paid', 'booked')}"
                    for text in FILLED)  # fmt: skip
    once = note("a", f"{ones}\n\n{said[0]}"), note("b", f"{others}\n\n{said[0]}")
    assert not [made for made in found(*once) if made.kind == "pair"]
    heads = (text.partition("\n")[0] for text in FILLED)
    (made,) = found(*(note(name, f"{head}\n\n{' '.join(said)}") for name, head in zip("ab", heads, strict=True)))
    assert made.kind == "pair" and "and 1 more" in made.reason


def test_a_log_is_no_half_of_a_pair() -> None:
    """What a history of sessions tells stands in another memory too, and stays there."""
    text = "Ask the user before a new dependency is added to the lock file of the shop."
    more = "The shop runs in two regions."
    assert found(note("a", f"{text}\n\n{more}"), note("b", f"{text}\n\nThe till prints a receipt for each order."))
    log = Memory(
        "b",
        "memory/session_history.md",
        "0" * 64,
        "",
        f"{text}\n\nThe till prints a receipt for each order.",
        TOPIC_FILE,
    )
    assert not [one for one in found(note("a", f"{text}\n\n{more}"), log) if one.kind == "pair"]


def test_of_two_long_memories_only_the_repeated_statement_goes() -> None:
    """Nobody gives up a long memory for one sentence; a short one that repeats another goes as a whole."""
    said = "Open the staging page in a private window after each deploy of the shop."
    ones, others = (
        "\n".join(f"- The {what} of the {where} is kept by the {how}." for what, where, how in zip(*words, strict=True))
        for words in (
            (("log", "key", "cat", "cup", "map", "ink"), ("cellar", "tower", "barn", "inn", "mill", "dock"),
             ("baker", "smith", "nurse", "monk", "judge", "piper")),
            (("rope", "lamp", "boat", "coat", "drum", "bell"), ("attic", "garden", "pond", "chapel", "bridge", "yard"),
             ("tailor", "cook", "mayor", "clerk", "groom", "abbot")),
        )
    )  # fmt: skip
    made = only(note("a", f"{ones}\n\n{said}"), note("b", f"{said}\n\n{others}"))
    (keep,) = made.choices[0].mutations
    assert (keep.text, keep.lost) == (others, (said,)) and "take the statement out" in made.choices[0].label
    (keep,) = only(note("a", f"{ones}\n\n{said}"), note("b", said)).choices[0].mutations
    assert (keep.keeps, keep.text) == ("a", "")


_RULES = "\n".join(f"- The {what} of the {where} is red." for what, where in zip(
    ("log", "key", "cat", "cup", "map", "ink", "pen"), ("cellar", "tower", "barn", "inn", "mill", "dock", "shed"),
    strict=True))  # fmt: skip
_SCRIPTS = "\n".join(f"- The {what} of the {where} is blue." for what, where in zip(
    ("rope", "lamp", "boat", "coat", "drum", "bell", "oar"), ("attic", "yard", "pond", "hall", "pier", "gate", "lane"),
    strict=True))  # fmt: skip


def ways(one: str, other: str, behind: str = "") -> list[str]:
    """The ways out of two long memories that were found to say nearly the same."""
    memories = note("a", f"{_RULES}\n\n{one}"), note("b", f"{_SCRIPTS}\n\n{behind or other}")
    made = pair_proposal(LookAlike(*memories, 0.4, ((one, other),)))
    return [choice.id for choice in made.choices] if made else []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("- Commit source JSON files of the shop packs (never commit compiled packs)",
         "- Converts source JSON files of the shop to compiled packs"),
        ("- All item `_id` fields must be unique across all packs of the shop.",
         "- Validates unique item `_id` fields across all packs of the shop"),
    ],
)  # fmt: skip
def test_another_verb_or_a_rule_beside_what_a_program_does_is_no_twin(one: str, other: str) -> None:
    """No way out takes either of them away."""
    assert ways(one, other) == []
    assert do_different_things("- Commit JSON files", "- Converts JSON files")
    assert not do_different_things("- Commit JSON files", "Always commit files of JSON")


def test_only_what_the_other_says_in_full_can_go() -> None:
    """The longer one stays as it is, and what leans on a sentence, or is led by its label, is not left alone."""
    more = "Posting to the feed of the shop needs a second approval and is not asked for at the first review by Ann."
    less = "Posting to the feed of the shop needs a second approval."
    assert ways(more, less) == ["keep-a", "keep-both"]
    assert ways(more, less, f"{less} Films are free.") == ["keep-a", "keep-both"]
    assert ways(more, less, f"{less} This holds for films too.") == []
    label = f"**Feed:** {less}"
    assert ways(more, label, f"{label} Films are free.") == []


def test_a_memory_that_goes_on_for_long_behind_its_first_reason_stays() -> None:
    """No way out takes everything below "Why:" along with one sentence."""
    said = "Open the staging page in a private window after each deploy of the shop."
    long = f"## Shop\n\n**Why:** pages are cached.\n\n## Pages\n\n{said}\n\n" + "\n".join(
        f"- After deploy {number} of the shop page {number} is open." for number in range(30)
    )
    made = only(note("a", long), note("b", f"{said}\n\nThe cat is in the cellar."))
    for choice in made.choices:
        assert all(len(mutation.lost) <= 2 for mutation in choice.mutations)


def test_a_direction_is_read_only_where_the_little_words_are() -> None:
    one, other = "Uso: zonas de ciudad / áreas urbanas.", "Uso: zonas urbanas / áreas de ciudad."
    assert [made.kind for made in found(note("a", one), note("b", other)) if made.kind == "contradiction"] == []


@pytest.mark.parametrize(
    "said",
    [
        "- [[shop-layout]] - staging page, private window, deploy of the shop, cache",
        "* **SHOP-135** (2026-07-14) - Open the staging page in a private window after each deploy of the shop.",
        "Open the staging page in a private window after each deploy of the shop:",
    ],
)
def test_links_entries_of_logs_and_lines_that_lead_on_repeat_nothing(said: str) -> None:
    one, other = f"{said}\n\nThe cat is in the cellar.", f"{said}\n\nThe dog sleeps in the tower."
    assert [made.kind for made in found(note("a", one), note("b", other)) if made.kind != "mutations"] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The API runs on Node 18.", "The API was upgraded to Node 22."),
        ("We use npm for package management.", "We switched from npm to pnpm for package management."),
        ("Frontend state is kept in Redux.", "We replaced Redux with Zustand for frontend state."),
        ("The export job runs on Jenkins.", "The export job now runs on GitHub Actions."),
        ("Feature X is planned, not started.", "Feature X is done and shipped in v2.3."),
        ("Mails are sent by the web server.", "Mails are now sent by the worker, not by the web server."),
        ("The limit of an upload is 10 MB.", "The limit of an upload was raised to 50 MB."),
    ],
)
def test_what_tells_of_a_change_is_newer(old: str, new: str) -> None:
    """The newer is the default, whichever memory is older and whichever comes first."""
    for one, other, default in ((old, new, "keep-b"), (new, old, "keep-a")):
        made = only(note("a", one, "2026-05-01"), note("b", other, "2026-02-01"))
        assert (made.kind, made.default) == ("contradiction", default)
        assert "is newer: it tells" in made.reason
        against = "although it was written on 2026-02-01 and the other on 2026-05-01" in made.reason
        assert against == (default == "keep-b"), "who is asked to believe words against a date is told so"


def test_without_such_words_the_later_day_is_newer() -> None:
    """And where no day is known, nobody says which."""
    old, new = "The free plan allows 3 projects.", "The free plan allows 5 projects."
    made = only(note("a", old, "2026-02-01"), note("b", new, "2026-05-01"))
    assert made.default == "keep-b" and "written on 2026-05-01, the other on 2026-02-01" in made.reason
    assert only(note("a", old), note("b", new)).default == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The client library supports Python 3.10 and later.", "The client library supports Python 3.12 and later."),
        ("All API endpoints require authentication.", "Some API endpoints require authentication."),
        ("Requests time out after 30 seconds.", "Requests time out after 30 minutes."),
        ("Lint runs before the tests in CI.", "Lint runs after the tests in CI."),
        ("At least two people approve a payment.", "At most two people approve a payment."),
        ("Use Node 18 LTS for builds.", "Use Node 22 LTS for builds."),
        ("Deploys happen on Friday.", "Deploys never happen on Friday."),
    ],
)
def test_dates_alone_retire_nothing(one: str, other: str) -> None:
    """A person sees both; the later day is no reason to give up the other where neither fills a slot with a value."""
    (made,) = found(note("a", one, "2026-01-05"), note("b", other, "2026-06-05"))
    assert (made.kind, made.default) == ("contradiction", "")
    assert "superseded" not in made.title and "newer" not in made.reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The timeout is 30 seconds.", "The timeout is 60 seconds."),
        ("The free plan allows 3 projects.", "The free plan allows 5 projects."),
        ("The customer is based in Berlin.", "The customer is based in Munich."),
        ("Our cloud is Azure.", "Our cloud is AWS."),
    ],
)
def test_of_one_slot_the_later_day_holds(one: str, other: str) -> None:
    assert only(note("a", one, "2026-01-05"), note("b", other, "2026-06-05")).default == "keep-b"
    assert only(note("a", one), note("b", other)).default == ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The timeout on staging is 30 seconds.", "The timeout on production is 60 seconds."),
        ("The API of staging runs on Node 18.", "The API of production was upgraded to Node 22."),
        ("The staging database is on RDS.", "The production database now lives on Neon."),
        ("The billing service runs on Node 18.", "The search service was upgraded to Node 22."),
        ("The main branch is built with Go 1.21.", "The release branch is now built with Go 1.22."),
        ("Tests in tests/unit run for 5 minutes.", "Tests in tests/e2e now run for 20 minutes."),
        ("Ask Maria before changing the pricing rules.", "Ask Marco before changing the pricing rules."),
        ("Ask Maria about invoices.", "Since May 2026 ask Marco about taxes."),
        ("Cache responses when the user is logged in.", "Cache responses when the user is logged out."),
        ("If the queue is empty, sleep.", "If the queue is full, sleep."),
        ("Retry requests when the status is 429.", "Retry requests when the status is 503."),
        (
            "Delete the temporary tables after the import succeeds.",
            "Delete the temporary tables after the import fails.",
        ),
        ("Retry a call if it is idempotent.", "Do not retry a call if it charges a card."),
        ("The free plan allows 3 projects.", "The free plan allows 10 members."),
        ("The client supports TLS 1.2.", "The client supports TLS 1.3."),
        ("The user likes Python.", "The user likes Go."),
        ("Ticket 1423 tracks the login bug.", "Ticket 1432 tracks the login bug."),
    ],
)
def test_another_thing_person_or_condition_contradicts_nothing(one: str, other: str) -> None:
    """Whichever is later, and also where one of them tells of a change."""
    for days in (("", ""), ("2026-01-05", "2026-06-05"), ("2026-06-05", "2026-01-05")):
        made = found(note("a", one, days[0]), note("b", other, days[1]))
        assert [each.kind for each in made if each.kind != "pair"] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The API runs on Node 18.", "The worker was upgraded to Node 22."),
        ("Use vitest for unit tests.", "Unit tests of vitest now run in CI."),
        ("The build uses esbuild.", "The build is now twice as quick."),
        ("Never deploy on Friday.", "The deploy script was moved to tools."),
        ("Key files:", "The key files were moved to src/keys.py."),
        ("The recovery uses the `HKCU` entry.", "* FIXED (TICKET-37): the recovery can now start at sign-in."),
        ("The rest card shows `REST DAY`.", "The rest card has `restDay` and is labeled NOW."),
        ("Profile lives under home (not a feature of its own).", "Profile is under home, not a feature of its own"),
    ],
)
def test_a_change_of_something_else_supersedes_nothing(one: str, other: str) -> None:
    assert supersedes(other, one) == ""
    assert [made.kind for made in found(note("a", one), note("b", other))] in ([], ["pair"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("189 tests green.", "157 tests green."),
        ("- Commits: 20+", "- Commits: 30+"),
        ("slot: 113", "slot: 2"),
        ("Agent count 86 → 87.", "All counts now 64 agents and 23 skills in every document."),
        ("The click handler now also reads `card.modes`.", "The click handler reads `card.title`."),
        ("Gates green: 582 vitest, lint clean.", "Gates green: 735 vitest, lint clean."),
        ("2026-03-02: deploys are frozen.", "2026-04-02: deploys are not frozen."),
        ("Lead with what you bring.", "Lead with what you bring, not what you lack."),
        ("Resumes must fill exactly 1 page.", "Resumes must fill exactly 1 page, 95 to 98% of it."),
    ],
)
def test_counters_status_lines_and_logs_contradict_nothing(one: str, other: str) -> None:
    assert [made for made in found(note("a", one), note("b", other)) if made.kind != "mutations"] == []


def test_a_bound_is_no_count() -> None:
    assert is_report("34 files changed") and is_report("All 12 tests passed")
    assert not is_report("A change may touch at most 34 files") and not is_report("Keep 12 tests per module")


def test_a_change_against_claude_md_keeps_the_newer(tmp_path: Path) -> None:
    """By the real command; `accept` without `--choose` takes the way out that is suggested."""
    bench = make_bench(tmp_path, agent=False)
    (bench.root / "CLAUDE.md").write_text("# Rules\n\n- The API runs on Node 18.\n")
    topicbox.put_into(
        bench.root / ".claude" / "memory", {"api.md": topicbox.memory("api", "The API was upgraded to Node 22.")}
    )
    (made,) = bench.ok("reorganize", "--json").data["proposals"]
    assert made["default"] == "keep-memory"
    bench.ok("accept", made["id"], "--rationale", "Node 22 is in the Dockerfile since the upgrade of last week.")
    assert b"Contradicts CLAUDE.md:3" in bench.text(".claude/memory/api.md")


def test_the_pairs_written_by_hand() -> None:
    """Measured in full by benchmarks/merge_safety.py."""
    path = DATA / "pairs" / "memory-pairs.json"
    if not path.is_file():
        pytest.skip("no shared pairs")
    data = json.loads(path.read_text(encoding="utf-8"))
    for one, other, _ in data["lookalikes"]:
        assert all(not made.mutations and made.kind != "pair" for made in found(note("a", one), note("b", other)))
        for days in (("2026-01-01", "2026-05-01"), ("2026-05-01", "2026-01-01")):
            made = found(note("a", one, days[0]), note("b", other, days[1]))
            assert not any(each.default for each in made)
    together = sum(any(made.mutations or made.kind == "pair" for made in found(note("a", a), note("b", b)))
                   for a, b in data["duplicates"])  # fmt: skip
    assert together >= 0.6 * len(data["duplicates"])
    dated = [found(note("a", a, "2026-01-01"), note("b", b, "2026-05-01")) for a, b in data["superseded"]]
    assert sum(any(made.default == "keep-b" for made in every) for every in dated) >= 0.6 * len(dated)
