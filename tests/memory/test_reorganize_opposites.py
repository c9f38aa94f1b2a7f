"""Statements of the same words that say something else: neither is merged into the other, and none is lost."""

from collections.abc import Sequence

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dreamtui.memory.reorganize import FindSettings, World, check_mutation, merge_texts, propose
from dreamtui.memory.reorganize.guards import GUARDS, objection
from dreamtui.memory.reorganize.language.reading import read
from dreamtui.memory.reorganize.merging import compare, says
from dreamtui.memory.reorganize.statements import plain, statements
from dreamtui.model.proposal import Fate, Memory, MutationKind

OPPOSITES = [
    # what is negated
    ("Do not edit generated files and do not commit them.", "Edit generated files and commit them."),
    ("Don't edit generated files and don't commit them.", "Edit generated files and commit them."),
    ("Edit generated files and do not commit them.", "Do not edit generated files and commit them."),
    ("The migration is done.", "The migration is not done and will not be done."),
    ("It is done and tested.", "It is done and not tested."),
    ("Tests not run in CI must pass.", "Tests run in CI must not pass."),
    ("Do not run tests that edit files.", "Run tests that do not edit files."),
    ("Not all endpoints require a token.", "All endpoints do not require a token."),
    ("Never log tokens and never log names.", "Log tokens and log names."),
    ("No. Deploy on Friday.", "No deploy on Friday."),
    ("No, commits go to main.", "No commits go to main."),
    # the order of the words
    ("Only admins can delete projects.", "Admins can only delete projects."),
    ("The server sends the client a token.", "The client sends the server a token."),
    ("Tests in staging run before lint in CI.", "Tests in CI run before lint in staging."),
    ("The worker calls the API and the cache is cold.", "The cache calls the API and the worker is cold."),
    ("Tests may fail and lint must pass.", "Tests must fail and lint may pass."),
    ("Copy settings from staging to production.", "Copy settings from production to staging."),
    # the same beside a word more
    ("Prefer Redis over Postgres for caching.", "In this monorepo: prefer Postgres over Redis for caching."),
    ("Use pnpm instead of npm.", "In this monorepo: use npm instead of pnpm."),
    ("Restart the worker after the database.", "Restart the database after the worker, says the wiki."),
    ("Never log the token of a user.", "Never log the user of a token anywhere."),
    # little words
    ("The database has been migrated to Neon.", "The database will be migrated to Neon."),
    ("The staging database was on RDS.", "The staging database is on RDS."),
    ("Move the logs into the bucket.", "Move the logs out of the bucket."),
    ("Read the settings from the vault.", "Write the settings to the vault."),
    ("Tests and lint must pass.", "Tests or lint must pass."),
    ("Freeze the branch before the release.", "Freeze the branch after the release."),
    ("The API has been moved and the cache will be moved.", "The API will be moved and the cache has been moved."),
    # which little word leads to a word
    ("The mail is signed by the gateway.", "The mail is signed for the gateway."),
    ("The mailer was rewritten by Alice in Go.", "The mailer was rewritten in Go for Alice."),
    ("Bugs are assigned by Alice.", "Bugs are assigned to Alice."),
    ("Review happens with Carol.", "Review happens at Carol."),
    ("The worker runs as root on the host.", "The worker runs on the host of root."),
    ("In this monorepo mails are signed by the gateway.", "Mails are signed for the gateway."),
    ("Bill customers of Alice.", "Bill customers for Alice."),
    ("Report to Carol on Friday.", "Report Carol on Friday."),
    ("Mail the customer about the invoice.", "Mail about the customer the invoice."),
    ("Log in as the admin to the host.", "Log in to the admin as the host."),
    ("Ask what Bob does.", "Ask how Bob does."),
    ("We pay them.", "They pay us."),
    ("Your key is in the vault.", "My key is in the vault."),
    # which order matters
    ("Ask Bob and then Carol about invoices.", "Ask Carol and then Bob about invoices."),
    ("Stop the worker and then drain the queue.", "Drain the queue and then stop the worker."),
    ("Then drain the queue.", "Drain the queue."),
    ("Bob and Carol pay tax and invoices respectively.", "Carol and Bob pay tax and invoices respectively."),
    ("Try Redis and Postgres, in that order.", "Try Postgres and Redis, in that order."),
    ("Trust the worker that the gateway signs.", "Trust the gateway that the worker signs."),
    ("Run the daily job of the parser.", "Run the job of the daily parser."),
    # what a phrase belongs to
    ("Deploy the worker and restart the queue on Friday.", "Restart the queue on Friday and deploy the worker."),
    ("Keep logs of users and admins.", "Keep admins and logs of users."),
    # signs
    ("The limit is < 5 MB.", "The limit is > 5 MB."),
    ("The offset is -1.", "The offset is 1."),
    ("Write the parser in C++.", "Write the parser in C."),
    ("Deploy on Friday?", "Deploy on Friday."),
    ("Stop if a != b.", "Stop if a = b."),
    ("- [ ] Ship the parser", "- [x] Ship the parser"),
    ("~~Use tabs in Makefiles~~", "Use tabs in Makefiles"),
    ("Call it user_id everywhere.", "Call it userid everywhere."),
]
ALIKE = [
    ("The report is written by the worker.", "The worker writes the report."),
    ("The cover made of steel is on the pump.", "The steel cover is on the pump."),
    ("Use tabs in Makefiles.", "In Makefiles, use tabs."),
    ("Never edit generated files.", "Do not edit generated files."),
    ("Generated files must not be edited manually.", "Generated files must not be manually edited."),
    ("Run the tests and the linter in CI.", "Run the linter and the tests in CI."),
    ("The staging database is reset every night.", "Every night the staging database is reset."),
    ("The trunk of the tree is checked.", "The tree trunk is checked."),
    ("The worker deletes old sessions.", "Old sessions are deleted by the worker."),
    ("Sign the releases.", "Releases are signed."),
    ("The gateway issues the token to the user.", "The token is issued to the user by the gateway."),
    ("Alice looks at the tower.", "The tower is looked at by Alice."),
    ("Deploy on Friday with Alice.", "Deploy with Alice on Friday."),
    ("Send invoices to Bob and Carol for tax.", "Send invoices to Carol and Bob for tax."),
    ("Before the queue drains, stop the worker.", "Stop the worker before the queue drains."),
    ("If the test fails, then deploy.", "If the test fails, deploy."),
    ("Mails are sent with no delay.", "Mails are sent without delay."),
    ("Prefer async/await over raw promises.", "Prefer async/await to raw promises."),
    ("Copy the file into the bucket.", "Copy the file in the bucket."),
    ("Deploy Friday.", "Deploy on Friday."),
    ("Walk down the street of the city.", "Walk down the city street."),
    ("Shut down the host.", "Shut the host down."),
    ("Use `pathlib` instead of `os.path`.", "Use pathlib, not os.path."),
    ("Error messages should name the file that failed.", "Error messages should name the failing file."),
    ("> Keep pull requests small.", "Keep pull requests small!"),
    ("**Keep** pull requests _small_.", "Keep pull requests small"),
]


def memories(texts: Sequence[str]) -> list[Memory]:
    return [Memory(f"n-{at}", f"notes/{at}.md", "0" * 64, "", text, "note") for at, text in enumerate(texts)]


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_the_opposite_is_never_the_same(one: str, other: str) -> None:
    """Not by its plain form, not by the guards, in no direction; no merge is proposed, however low the threshold."""
    assert plain(one) != plain(other)
    first, second = memories([one, other])
    assert compare(first, second) is not None and compare(second, first) is not None
    assert not says(one, other) and not says(other, one)
    found = propose([first, second], FindSettings(threshold=0.1), World())
    assert not [m for p in found.proposals for m in p.mutations if m.kind is MutationKind.MERGE]


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_a_merge_of_longer_texts_keeps_both(one: str, other: str) -> None:
    """Where two memories are merged for what else they say, both statements stand in the result word for word."""
    sources = memories([f"Keep pull requests small.\n\n{one}", f"Keep pull requests small.\n\n{other}"])
    text, fates = merge_texts(sources)
    assert one in text and other in text
    assert all(fate.fate is not Fate.LOST for fate in fates)


@pytest.mark.parametrize(("one", "other"), OPPOSITES)
def test_a_result_that_says_the_opposite_lost_the_statement(one: str, other: str) -> None:
    """Which has to be acknowledged."""
    for source, result in ((one, other), (other, one)):
        kept = {said.text for said in statements(result)}
        gone = [said.text for said in statements(source) if said.text not in kept]
        assert [fate.text for fate in check_mutation(memories([source]), result) if fate.fate is Fate.LOST] == gone


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_says_the_same_is_still_merged(one: str, other: str) -> None:
    """A phrase in front, a list in another order, the passive, markup."""
    first, second = memories([one, other])
    assert compare(first, second) is None


def test_copies_that_differ_in_a_sign_are_no_copies() -> None:
    """ "Word for word the same" is said of what is."""
    found = propose(memories(["The limit is < 5 MB.", "The limit is > 5 MB."]), FindSettings(), World())
    assert found.proposals == ()
    (kept,) = found.kept_apart
    assert (kept.guard, kept.reason) == ("signs", "< / >")


def test_two_negations_are_a_contradiction_of_none() -> None:
    """A person is shown that both cannot hold."""
    one, other = "Do not edit generated files and do not commit them.", "Edit generated files and commit them."
    (made,) = propose(memories([one, other]), FindSettings(), World()).proposals
    assert made.kind == "contradiction" and "negation" in made.reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Der Deploy läuft am Freitag.", "Der Deploy läuft nicht am Freitag."),
        ("Builds laufen im Cluster.", "Keine Builds laufen im Cluster."),
        ("Commitez les secrets du coffre.", "Ne commitez jamais les secrets du coffre."),
        ("The worker does retry a charge.", "The worker doesnt retry a charge."),
        ("The worker does retry a charge.", "The worker does n't retry a charge."),
    ],
)
def test_a_negation_in_other_words_is_one(one: str, other: str) -> None:
    """Nobody is told that nothing contradicts."""
    found = propose(memories([one, other]), FindSettings(), World())
    assert not any("nothing contradicts" in made.reason for made in found.proposals)
    objected = compare(*memories([one, other]))
    assert objected is not None and (objected.guard, objected.contradicts) == ("negation", True)


WORDS = [
    "deploy", "staging", "worker", "database", "parser", "token", "branch", "review", "linter", "session", "vault",
    "bucket", "release", "Friday", "before", "in", "to", "from", "and", "the", "of",
]  # fmt: skip
LIGHTLESS = ["deploy", "staging", "parser", "vault", "bucket", "linter", "rocket", "human", "market", "window"]
NEGATIONS = ["not", "never", "don't", "no", "without", "cannot"]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from([*WORDS, *NEGATIONS, ",", "."]), min_size=1, max_size=12),
    st.sampled_from(NEGATIONS),
    st.integers(0, 12),
)
def test_a_negation_more_is_never_the_same(words: list[str], negation: str, place: int) -> None:
    """Wherever it is put, and however many there are already."""
    turned = [*words[: place % (len(words) + 1)], negation, *words[place % (len(words) + 1) :]]
    one, other = " ".join(words), " ".join(turned)
    assert objection(read(one), read(other)) is not None
    assert objection(read(other), read(one)) is not None
    assert not says(one, other) and not says(other, one)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(LIGHTLESS), min_size=2, max_size=7, unique=True), st.data())
def test_a_negation_elsewhere_is_never_the_same(words: list[str], data: st.DataObject) -> None:
    """The same words and one negation each, but of another word."""
    here, there = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
    assume(here != there)
    one, other = (" ".join([*words[:at], "not", *words[at:]]) for at in (here, there))
    assert objection(read(one), read(other)) is not None
    assert not says(one, other) and not says(other, one)


def test_joined_parts_are_read_alike_from_both_sides() -> None:
    """A phrase within one of them tells that they may not change places, on whichever side it stands."""
    one = read("staging and deploy deploy before deploy")
    other = read("before deploy deploy deploy and staging")
    for guard in GUARDS.values():
        assert guard.check(one, other) == guard.check(other, one)


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from([*WORDS, *NEGATIONS, "only", "will", ",", ".", "<", "?"]), max_size=14), st.randoms())
def test_every_guard_is_symmetric_over_the_same_words(words: list[str], dice: object) -> None:
    """Down to the words of its reason, however the words are shuffled."""
    shuffled = words[:]
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = read(" ".join(words)), read(" ".join(shuffled))
    for guard in GUARDS.values():
        assert guard.check(one, other) == guard.check(other, one)
        assert guard.check(one, one) == ""


def test_long_statements_are_compared_in_little_time() -> None:
    """Thousands of words in another order are another order; nothing is searched through that grows with the square."""
    words = [f"word{number}x" for number in range(20_000)]
    one, other = read(" ".join(words)), read(" ".join(reversed(words)))
    assert GUARDS["word order"].check(one, other) == "the same words in another order"
