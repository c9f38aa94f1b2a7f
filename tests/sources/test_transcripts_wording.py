"""What corrects, what orders to remember, what does neither, and the normal forms of words and commands."""

import pytest

from dreamtui.sources.transcripts.commands import normal_command, telling_line
from dreamtui.sources.transcripts.wording import correction, reason, remembered


@pytest.mark.parametrize(
    "words",
    [
        "use pnpm not npm",
        "Use PNPM, not npm!",
        "no, use pnpm, we never use npm here",
        "Use pnpm instead of npm",
        "don't use npm, use pnpm",
        "instead of npm use pnpm",
        "No. We use pnpm here rather than npm.",
        "ok, but actually use `pnpm` not `npm`",
    ],
)
def test_one_correction_in_many_words(words: str) -> None:
    """The subject is the same."""
    assert correction(words) == "use pnpm not npm"


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("that's wrong, the port is 8080", "8080 port"),
        ("I told you to run the tests first", "first run test"),
        ("we don't commit generated files", "not commit fil generat"),
        ("Don't mock the database", "not databas mock"),
        ("you should never push to main", "not main push"),
        ("use tabs instead", "use tabs"),
        ("let's go with postgres rather than sqlite", "use postgres not sqlite"),
        ("wrong file, it is in src/b.py", "fil src/b.py"),
    ],
)
def test_corrections(words: str, subject: str) -> None:
    """Each is one, and what it is about."""
    assert correction(words) == subject


@pytest.mark.parametrize(
    "words",
    [
        "Refactor the authentication module to use JWT tokens instead of session cookies.",
        "Can you use pnpm instead of npm?",
        "why did you not use pnpm?",
        "you don't need to add tests",
        "don't worry about it",
        "don't forget the docs",
        "no problem, go on",
        "No errors now, thanks",
        "no",
        "never mind",
        "please use pnpm",
        "it doesn't work, error: no such file",
        "Create a parser that does not use regexes",
        "I don't know yet",
        "yes please, and let's make it cross-browser",
        "```\ndon't use npm\n```\nwhat does this say?",
        "",
        "Тест с эмодзи",
    ],
)
def test_what_only_looks_like_one(words: str) -> None:
    """Tasks, questions, reports, politeness, code."""
    assert correction(words) == ""


def test_a_long_prompt_weighs_less() -> None:
    """A word in passing in a long text is no correction."""
    assert correction("undo that.") == "undo"
    assert correction("stop adding comments. " + "And the rest of it is about something else entirely. " * 9) == ""


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("always run tests before committing", "befor commit run test"),
        ("Always run the tests before you commit!", "befor commit run test"),
        ("from now on, run make lint before committing", "befor commit lint run"),
        ("remember: the staging DB is read-only", "db read-only stag"),
        ("Looks good.\n\nPlease remember that we deploy on Fridays.", "deploy friday"),
        ("make sure to always use bun, never npm", "use bun not npm"),
        ("never commit to main", "not commit main"),
    ],
)
def test_orders_to_remember(words: str, subject: str) -> None:
    """Where a sentence begins with one."""
    assert remembered(words) == subject


@pytest.mark.parametrize(
    "words",
    [
        "do you remember the name?",
        "remember when we fixed this?",
        "I always do that",
        "never mind",
        "The tests always fail on CI",
        "never seen that before",
        "use pnpm not npm",
        "",
    ],
)
def test_no_orders_to_remember(words: str) -> None:
    """Memories of one's own, statements, questions."""
    assert remembered(words) == ""


def test_a_reason_is_about_something() -> None:
    """In the same form as a correction; nothing for no words."""
    assert reason("use pnpm") == "use pnpm"
    assert reason("Nope, use pnpm instead of npm.") == "use pnpm not npm"
    assert reason("") == ""


def test_endless_words_take_no_time_and_no_room() -> None:
    """Megabytes without a blank, or of one word."""
    for words in ("remember: " + "x" * 3_000_000, "remember " + "never use npm " * 100_000, "no, " * 500_000):
        assert len(remembered(words)) <= 120
        assert len(correction(words)) <= 120
        assert len(reason(words)) <= 120


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("pytest tests/x.py -k foo", "pytest"),
        ("cd /r/app && FOO=1 npm run build -- --x 2>&1 | tail -5", "npm run build"),
        ("npm test", "npm test"),
        ("make test", "make test"),
        ("uv run ruff check src", "uv run ruff check"),
        ("uv tool install .", "uv tool install"),
        ("python -m pytest -q", "python -m pytest"),
        ("/r/app/.venv/bin/python scripts/a.py --x", "python scripts/a.py"),
        ("/r/app/scripts/check.sh all", "scripts/check.sh"),
        ("./gradlew test --info", "./gradlew"),
        ("git commit -m \"$(cat <<'EOF'\nfix: a\nEOF\n)\"", "git commit"),
        ("cd /r && git add -A && git commit -m 'x; y && z'", "git commit"),
        ("timeout 60 cargo test foo", "cargo test"),
        ("docker compose up -d", "docker compose up"),
        ("gh pr view 12", "gh pr view"),
        ("(cd web && pnpm run lint)", "pnpm run lint"),
        ("npx vitest run src/a.test.ts", "npx vitest"),
        ("pytest > /tmp/x 2>&1; echo done", "pytest"),
        ("# a note\nmypy dreamtui", "mypy"),
        ("tsc --noEmit && eslint .", "eslint"),
        ("sleep 5 & cargo build", "cargo build"),
    ],
)
def test_commands(command: str, shown: str) -> None:
    """Without folder, environment, pipes, options and what varies."""
    assert normal_command(command, "/r/app") == shown


@pytest.mark.parametrize(
    "command",
    [
        "ls -la",
        "grep -rn x .",
        "cd x",
        "python3 /tmp/x.py",
        "node -e '1'",
        "python - <<'E'\nprint(1)\nE",
        "",
        "   ",
        "'",
        "(((",
    ],
)
def test_commands_that_only_look_around(command: str) -> None:
    """Nothing is remembered of them."""
    assert normal_command(command, "/r/app") == ""


def test_telling_lines() -> None:
    """The line with the error, of a traceback its end, without colours, frames and the exit code."""
    assert telling_line("Exit code 2\n\n> build\n\x1b[31merror\x1b[0m TS1:  x\nmore") == "error TS1: x"
    assert telling_line('Traceback (most recent call last):\n  File "a"\nValueError: no\n') == "ValueError: no"
    assert telling_line("╭───╮\n│ hook failed │\nall of it is red") == "all of it is red"
    assert telling_line("one\ntwo") == "two"
    linked = "all is well\n\x1b]8;;https://a.b/rule\x1b\\rule\x1b]8;;\x1b\\\n  \x1b[31m✖\x1b[0m The cart is open.\n5"
    assert telling_line(linked) == "✖ The cart is open."
    ignored = "hook ran\nThe following paths are ignored by one of your .gitignore files:\nbuild\nlint (0.2 seconds)"
    assert telling_line(ignored).startswith("The following paths are ignored")
    assert telling_line("Exit code 1") == ""
    assert telling_line("") == ""
