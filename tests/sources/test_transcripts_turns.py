"""What corrects, what orders to remember, what does neither, and the normal forms of words and commands."""

import pytest

from dreamtui.sources.transcripts.commands import normal_command, same_work, telling_line
from dreamtui.sources.transcripts.turns import heard, refusal


def said(kind: str, words: str, *, reply: bool = True) -> str:
    """What the words are about as a moment of that kind; empty when they are none."""
    return next((one.subject for one in heard(words, reply=reply) if one.kind == kind), "")


def correction(words: str) -> str:
    return said("correction", words)


def remembered(words: str) -> str:
    return said("remember", words)


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
        "why did the build not use pnpm?",
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


@pytest.mark.parametrize(
    "words",
    [
        "couldn't we read the port from the settings?",
        "why not just delete the old table?",
        "Can you use pnpm instead of npm?",
        "why did you not use pnpm?",
        "hmm, wouldn't it be better to keep both?",
        "is there any way to avoid the second request?",
        "but the lock is held by the worker, why aren't we asking that one?",
        "Thanks, that runs. The button should say Save, not Submit. Otherwise fine.",
        "I'd rather keep the parser in one file",
        "you forgot the migration",
        "I was talking about the other table",
        "i thought the cache holds one entry for each user",
        "We don't need the second queue any more. The worker reads the table.",
        "That doesn't make sense, the lock is held by the reader",
        "you didn't run the slow tests",
        "I'm only referring to the page of the orders",
        "But the lock is held by the worker while it waits",
        "Not true. The old server answers as well.",
        "the total shouldn't be rounded there",
        "you had access to the bucket before, as far as I know",
    ],
)
def test_a_correction_asked_politely_or_anywhere(words: str) -> None:
    """In the middle of a message, softly, or as a question."""
    assert correction(words)


@pytest.mark.parametrize(
    "words",
    [
        "Not sure if that fixed it?",
        "Can we remove the banner from the page of orders?",
        "sorry, I should have mentioned that earlier",
        "Seems the search is not correct: no data is returned",
        "Spawn a worker that checks whether we should use one queue, not two",
        "I feel like you should write all of this down in a document",
        "so that doesn't mean we can use the old address",
        "but what happens then if the worker stops, do you think it waits",
    ],
)
def test_doubts_tasks_and_reports_correct_nothing(words: str) -> None:
    assert not correction(words)


def test_of_an_objection_the_sentence_behind_it_is_kept() -> None:
    """One that only says that something is wrong tells nobody what."""
    (one,) = heard("Not true. The old server answers as well.")
    assert (one.kind, one.sentence) == ("correction", "The old server answers as well.")
    assert heard("Not true. Is it?") == []


def test_the_answer_of_an_agent_that_was_pasted_is_nobodys_words() -> None:
    assert heard("How was this found? 🤖 The query used the wrong table instead of the view.") == []


@pytest.mark.parametrize(
    "words",
    [
        "couldn't we read the port from the settings?",
        "the table should be wider instead",
        "I think we need a page for orders",
        "should it be possible to sort?",
    ],
)
def test_first_words_are_a_task(words: str) -> None:
    """There is nothing yet that they could correct."""
    assert said("correction", words, reply=False) == ""


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("correction", "Nein, nimm lieber pnpm"),
        ("correction", "Das stimmt so nicht, der Port steht in der Konfiguration"),
        ("correction", "Non, utilise plutôt pnpm"),
        ("correction", "pourquoi ne pas garder les deux tables ?"),
        ("correction", "No, usa pnpm en vez de npm"),
        ("correction", "eso está mal, el puerto es 8080"),
        ("correction", "não, use pnpm em vez de npm"),
        ("correction", "isso está errado, a porta é 8080"),
        ("correction", "нет, используй pnpm вместо npm"),
        ("correction", "я же говорил, сначала тесты"),
        ("correction", "不对，应该用 pnpm 而不是 npm"),
        ("correction", "npm ではなく pnpm を使ってください"),
        ("remember", "Ab jetzt bitte vor jedem Commit die Tests laufen lassen"),
        ("remember", "Immer erst die Tests laufen lassen"),
        ("remember", "désormais, lance les tests avant chaque commit"),
        ("remember", "recuerda que la base de pruebas es de solo lectura"),
        ("remember", "a partir de agora, rode os testes antes do commit"),
        ("remember", "запомни: тестовая база только для чтения"),
        ("remember", "记住：提交前先跑测试"),
        ("remember", "今後はコミットの前に必ずテストを実行してください"),
        ("decided", "Wir haben uns für Postgres entschieden, wir haben entschieden: kein SQLite"),
        ("decided", "on a décidé de garder une seule table"),
        ("decided", "hemos decidido usar una sola tabla"),
        ("decided", "мы решили оставить одну таблицу"),
        ("decided", "我们决定只保留一张表"),
        ("praise", "genau so sollen die Fehlermeldungen aussehen"),
    ],
)
def test_other_languages(kind: str, words: str) -> None:
    """The commonest ways to say it."""
    assert said(kind, words)


@pytest.mark.parametrize(
    "words",
    [
        "Füge eine Seite für die Bestellungen hinzu",
        "wie weit bist du?",
        "ajoute une page pour les commandes",
        "quel est le port ?",
        "agrega una página de pedidos",
        "adicione uma página de pedidos",
        "добавь страницу заказов",
        "какой это порт?",
        "添加一个订单页面",
        "注文のページを追加",
    ],
)
def test_tasks_and_questions_in_other_languages(words: str) -> None:
    assert heard(words) == []


@pytest.mark.parametrize(
    ("kind", "words", "subject"),
    [
        ("decided", "We decided to keep the queue in one table.", "decid keep one queu tabl"),
        ("decided", "let's go with uv instead of pip", "use uv not pip"),
        ("praise", "I really like how the errors name the file", "error fil how lik nam"),
        ("decided", "let's do it", ""),
        ("decided", "let's keep going", ""),
        ("praise", "Great, thanks!", ""),
        ("praise", "it works", ""),
    ],
)
def test_decisions_and_praise(kind: str, words: str, subject: str) -> None:
    """A decision says what it took over what, praise says what is liked; bare agreement is neither."""
    assert said(kind, words) == subject


def test_one_sentence_is_kept() -> None:
    """The one that says it, without the chatter around it, in the words in which it was said."""
    words = "Nice, thanks for that!\nThe tests pass here. No, please use `pnpm`, not npm. I'll be back after lunch."
    assert [(one.kind, one.sentence) for one in heard(words)] == [("correction", "No, please use `pnpm`, not npm.")]


@pytest.mark.parametrize(
    "words",
    [
        "Implement the following plan:\n\n# Plan\n\nAlways use pnpm, never npm.",
        "The lookup is wrong because the key is lower case. The caller should be told instead. Consider returning an"
        " error here, and adding a test for a key with capitals, as the other callers of the same function do now."
        " The same holds for the second lookup below, which is not correct either.",
        "> no, use pnpm\n> not npm",
        "commit 0123456789abcdef0123456789abcdef01234567 is not correct",
    ],
)
def test_what_nobody_typed(words: str) -> None:
    """Plans, comments of reviews, mails and logs that were pasted."""
    assert heard(words) == []


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("use pnpm", "use pnpm"),
        ("Nope, use pnpm instead of npm.", "Nope, use pnpm instead of npm."),
        (
            "thanks so far. the fixtures belong below tests/, not here. go on then",
            "the fixtures belong below tests/, not here.",
        ),
        ("could we read the port from the settings instead?", "could we read the port from the settings instead?"),
        ("isn't that what the cache is for?", "isn't that what the cache is for?"),
        ("rebase on main first", "rebase on main first"),
    ],
)
def test_why_a_step_was_refused(words: str, kept: str) -> None:
    """The sentence that says it, also where it is put as a question."""
    why = refusal(words)
    assert why is not None
    assert why[0] == kept


@pytest.mark.parametrize(
    "words",
    [
        "",
        "continue",
        "ok, go on please",
        "Why not?",
        "--- FAIL: TestHook\n    agent_test.go:650: hooks should use the runner, but the settings do not name it",
        "what does this change?",
        "do we know how often that happens?",
        "sorry, that was the wrong key",
        "Implement the following plan:\n\n# Plan\n\nNever do this. Use that instead.",
        "0123456789abcdef0123456789abcdef01234567 is not right",
    ],
)
def test_no_reason(words: str) -> None:
    """Questions that want to know, words that go on, and what was pasted."""
    assert refusal(words) is None


def test_an_interruption_alone_is_no_refusal() -> None:
    """Where no tool was stopped, the next task is only a task."""
    assert refusal("look at the login page", firm=True) is not None
    assert refusal("look at the login page", firm=False) is None
    assert refusal("no, the other login page", firm=False) is not None


@pytest.mark.parametrize(
    ("failed", "worked", "same"),
    [
        ("pytest", "uv run pytest", True),
        ("pytest", "python -m pytest", True),
        ("npm test", "pnpm test", True),
        ("docker-compose up", "docker compose up", True),
        ("pytest", "pytest", False),
        ("pytest", "make check", False),
        ("npm run build", "npm run test", False),
        ("npm", "uv", False),
    ],
)
def test_commands_that_do_the_same(failed: str, worked: str, same: bool) -> None:
    """The same program, started in another way."""
    assert same_work(failed, worked) is same


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
