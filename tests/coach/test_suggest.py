"""A suggested rule is an instruction about this very item, and safe whatever the evidence says."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.coach.rationale import judge_rule
from dreamtui.coach.suggest import suggest_rule
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.status import Status

SIGNALS = [
    "repeat_fix",
    "revert_cluster",
    "frequent_failure",
    "cross_actor_anti",
    "correction",
    "remembered",
    "failing_command",
]


def item(
    signal: str, subject: str, *quotes: str, title: str = "a title", files: tuple[str, ...] = (), **more: int
) -> Item:
    """A mined candidate with these quotes as evidence."""
    evidence = tuple(Evidence(quote, Locator(Where.COMMIT, "a" * 40)) for quote in quotes)
    return Item(
        "candidate", "id", signal, title, Status.PENDING, "p", subject=subject, evidence=evidence, files=files,
        weight=more.get("weight", 3), actors=("alice", "bob"),
    )  # fmt: skip


def test_a_repeated_fix_asks_for_a_test() -> None:
    """It names the file and how often; the cases are evidence, and belong in the record."""
    found = item("repeat_fix", "src/auth.py", "fix: token rotation off by one", "fix(auth)!: ValueError when empty")
    assert suggest_rule(found) == (
        "When you change `src/auth.py`, add a test for the case you touch: it was fixed 3 times."
    )


def test_an_error_that_returns_is_named() -> None:
    """Where two fixes speak of the same error, the test is for that one."""
    found = item("repeat_fix", "src/a.py", "fix: KeyError on start", "fix: KeyError again")
    assert "the case where `KeyError` came from" in suggest_rule(found)


@pytest.mark.parametrize(
    ("path", "habit"),
    [
        ("docs/setup.md", "check it against the code"),
        ("db/migrations/0007_users.py", "run the migration forward and back"),
        ("config/app.yaml", "load it with the program"),
        (".github/workflows/ci.yml", "run it once"),
        ("tests/test_auth.py", "make the test independent"),
        ("web/auth.test.ts", "make the test independent"),
    ],
)
def test_a_file_that_has_no_tests_gets_another_habit(path: str, habit: str) -> None:
    """A test for a README would be nonsense."""
    assert habit in suggest_rule(item("repeat_fix", path))


def test_reverts_of_one_change_name_it() -> None:
    """And reverts that share a file name the file."""
    change = item("revert_cluster", "change:rename users.email column", weight=2)
    assert suggest_rule(change) == (
        "Before you try “rename users.email column” again, find out why it was reverted twice "
        "and cover that with a test."
    )
    assert "`src/db.py`" in suggest_rule(item("revert_cluster", "file:src/db.py", 'Revert "feat: rename"'))
    assert "`a.py` or `b.py`" in suggest_rule(item("revert_cluster", "", files=("a.py", "b.py")))


def test_a_frequent_error_is_to_be_handled() -> None:
    """With the files it came up in."""
    words = suggest_rule(item("frequent_failure", "ValueError", "ValueError: empty cursor", files=("src/list.py",)))
    assert "`ValueError` in `src/list.py`" in words and "empty cursor" not in words


def test_a_registry_entry_is_to_be_read() -> None:
    """With its title and its files."""
    title = "bug `BUG-007` (Stale JWT cache accepts revoked tokens) hit by 2 actors"
    words = suggest_rule(item("cross_actor_anti", "BUG-007", title=title, files=("src/auth.py", "src/cache.py")))
    assert words.startswith("Before you change `src/auth.py` or `src/cache.py`, read BUG-007 (Stale JWT cache")
    assert "2 people" in words


def test_only_a_person_can_word_what_was_filed_by_hand() -> None:
    """And what is no candidate."""
    assert suggest_rule(item("manual", "Retry webhooks")) == ""
    assert suggest_rule(item("", "")) == ""
    assert suggest_rule(item("unknown_signal", "x")) == ""


@given(
    st.sampled_from(SIGNALS),
    st.sampled_from(["", "change:", "file:"]),
    st.text(max_size=30)
    | st.sampled_from(["<!-- dreamtui:end -->", "a`b", "# x", "---", "@import", "\n## H\n", "```"]),
    st.lists(st.text(max_size=30) | st.sampled_from(["fix: <!-- x -->", "fix: ```", "fix:\n# h", "@a/b"]), max_size=4),
)
def test_a_suggestion_can_always_be_a_rule(signal: str, kind: str, subject: str, quotes: list[str]) -> None:
    """One line that the coach does not refuse, whatever was read."""
    words = suggest_rule(
        item(signal, kind + subject, *quotes, files=(subject,), title=f"bug `X` ({subject}) hit by 2 actors")
    )
    assert "\n" not in words
    assert not words or judge_rule(words).refusals == ()


def test_a_correction_becomes_an_instruction() -> None:
    """The preference where there is one, else the person's newest words."""
    assert suggest_rule(item("correction", "use pnpm not npm", "no, use pnpm")) == "Use pnpm, never npm."
    said = item("correction", "comment not obvious", "No, don't comment what is obvious")
    assert suggest_rule(said) == "Don't comment what is obvious."
    asked = item("remembered", "lint make run", "Remember: always run make lint before you commit")
    assert suggest_rule(asked) == "Always run make lint before you commit."
    assert suggest_rule(item("remembered", "", "remember")) == ""


@pytest.mark.parametrize("secret", ["[secret]", "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"])
def test_no_rule_is_made_of_words_around_a_secret(secret: str) -> None:
    """Neither of the secret nor of the mask that stands for it."""
    assert suggest_rule(item("remembered", "token", f"remember my token is {secret}")) == ""


def test_a_failing_command_says_how_it_failed() -> None:
    """How often, and what it said last; nothing that is not known."""
    found = item("failing_command", "npm run build", "`npm run build` failed: Cannot find module `vite`.", weight=2)
    assert suggest_rule(found) == (
        "Before you run `npm run build`, set up what it needs instead of trying it again: it failed twice, last with"
        " “Cannot find module `vite”."
    )
    checked = item("failing_command", "npx knip", "`npx knip` failed: Unused devDependencies (1)", weight=2)
    assert suggest_rule(checked) == (
        "Before you run `npx knip`, fix what made it fail here before: it failed twice, last with"
        " “Unused devDependencies (1)”."
    )
    mended = replace(checked, title="`npx knip` failed 2 times in one session; `pnpm knip` works")
    assert suggest_rule(mended) == (
        "Run `pnpm knip`, not `npx knip`: it failed twice, last with “Unused devDependencies (1)”."
    )
    masked = item("failing_command", "make", "`make` failed: no route to redis://[secret]@cache", weight=2)
    assert suggest_rule(masked).endswith("trying it again: it failed twice.")
    bare = item("failing_command", "make", "no such words")
    assert suggest_rule(bare).endswith("trying it again: it failed 3 times.")
