"""Every kind of moment that is drawn from transcripts, and what is none."""

import json
from pathlib import Path

import pytest
from transcript_lines import ROOT, SESSION, SLUG, answers, calls, fails, kinds, line, read, says, write

from dreamtui.model.evidence import Locator, Where
from dreamtui.sources.transcripts.calls import is_spoken
from dreamtui.text.ids import line_digest

REJECTED = (
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the"
    " new_string was NOT written to the file). "
)
STOP = "STOP what you are doing and wait for the user to tell you how to proceed."
WHY = "The user provided the following reason for the rejection:  "


def test_a_correction_can_be_found_again(tmp_path: Path) -> None:
    """Every field of the event, with the file the agent had changed."""
    edited = calls(1, "Edit", file_path=f"{ROOT}/src/a.py", old_string="a", new_string="b") + answers(2, "t1", "done")
    words = says(3, "no, use pnpm,\n  we never use npm here")
    write(tmp_path, edited, words)
    (event,) = read(tmp_path).events
    assert (event.kind, event.subject) == ("correction", "use pnpm not npm")
    assert event.summary == "no, use pnpm, we never use npm here"
    assert event.locator == Locator(Where.RECORD, f"claude/{SLUG}/{SESSION}.jsonl#r0003", 3)
    assert Locator.parse(str(event.locator)) == event.locator
    assert (event.ts, event.actor, event.tool) == ("2026-04-18T13:00:03.000Z", "user", "claude_code")
    assert (event.session, event.files) == (SESSION, ("src/a.py",))
    assert event.digest == line_digest(words.encode())


def test_a_rejection_carries_the_reason(tmp_path: Path) -> None:
    """The reason is the quote and the subject."""
    write(tmp_path, calls(1, "Bash", command="npm install"), answers(2, "t1", REJECTED + WHY + "use pnpm", error=True))
    assert kinds(read(tmp_path)) == [("rejection", "use pnpm", "use pnpm")]


def test_the_reason_in_other_words_of_the_tool(tmp_path: Path) -> None:
    """Some versions say `the user said`."""
    text = REJECTED + "To tell you how to proceed, the user said:\nuse pnpm, not npm"
    write(tmp_path, calls(1, "Bash", command="npm install"), answers(2, "t1", text, error=True))
    assert kinds(read(tmp_path)) == [("rejection", "use pnpm not npm", "use pnpm, not npm")]


def test_a_rejection_without_reason_names_the_call(tmp_path: Path) -> None:
    """The command or the file that was turned down; no subject."""
    write(
        tmp_path,
        calls(1, "Bash", command="rm -rf\n build"),
        answers(2, "t1", REJECTED + STOP, error=True),
        calls(3, "Write", file_path=f"{ROOT}/x.md", content="x" * 9000),
        answers(4, "t3", REJECTED + STOP, error=True),
        answers(5, "unknown", REJECTED + STOP, error=True),
        answers(6, "unknown too", "error: no", error=True),
    )
    result = read(tmp_path)
    assert kinds(result) == [
        ("rejection", "", "Rejected `rm -rf build`"),
        ("rejection", "", f"Rejected Write of {ROOT}/x.md"),
    ]
    assert [event.files for event in result.events] == [(), ("x.md",)]


def test_calls_stopped_beside_a_rejected_one_are_none(tmp_path: Path) -> None:
    """The others of a parallel call were not turned down themselves."""
    text = "The user doesn't want to take this action right now. " + STOP
    write(tmp_path, calls(1, "Bash", command="ls"), answers(2, "t1", text, error=True))
    assert read(tmp_path).events == []


def test_an_interruption(tmp_path: Path) -> None:
    """Its words, by the person; a subagent's does not count."""
    text = [{"type": "text", "text": "[Request interrupted by user for tool use]"}]
    write(tmp_path, says(1, text), says(2, text, isSidechain=True))
    result = read(tmp_path)
    assert kinds(result) == [("interrupt", "", "[Request interrupted by user for tool use]")]
    assert result.events[0].actor == "user"


@pytest.mark.parametrize(
    ("words", "subject"),
    [
        ("Remember: the staging database is read-only.", "databas read-only stag"),
        ("never use npm", "not npm"),
        ("From now on, always use bun, not npm", "use bun not npm"),
        ("<user-memory-input>use uv not pip</user-memory-input>", "use uv not pip"),
    ],
)
def test_an_order_to_remember(tmp_path: Path, words: str, subject: str) -> None:
    """Explicit orders, and what was saved with `#`."""
    write(tmp_path, says(1, words))
    assert [(kind, about) for kind, about, _ in kinds(read(tmp_path))] == [("remember", subject)]


def test_a_command_that_fails(tmp_path: Path) -> None:
    """The command in its normal form with the line that tells what went wrong."""
    write(tmp_path, fails(1, f"cd {ROOT}/web && CI=1 npm run build 2>&1 | tail", "Exit code 1\n> build\nerror TS1: x"))
    result = read(tmp_path)
    assert kinds(result) == [("command-fail", "npm run build", "`npm run build` failed: error TS1: x")]
    assert result.events[0].actor == "claude_code"


def test_a_subagent_fails_but_says_nothing(tmp_path: Path) -> None:
    """Its commands count for the session it was started in, its words do not."""
    name = f"{SLUG}/{SESSION}/subagents/agent-1.jsonl"
    write(tmp_path, says(1, "no, use pnpm not npm"), fails(2, "pytest -q", "Exit code 1\nFAILED a"), name=name)
    result = read(tmp_path)
    assert [event.kind for event in result.events] == ["command-fail"]
    assert result.sessions[SESSION].prompts == 0


def test_looking_around_is_no_failure(tmp_path: Path) -> None:
    """What an agent tries, is refused or forgets is noise."""
    write(
        tmp_path,
        fails(1, "grep x y", "Exit code 1\nnothing here"),
        fails(3, "make test", "This command requires approval"),
        calls(5, "Edit", file_path="a"),
        answers(6, "t5", "<tool_use_error>File has not been read yet. Read it first</tool_use_error>", error=True),
        calls(7, "Read", file_path="a"),
        answers(8, "t7", "Error", error=True),
        fails(9, "make test", "Sibling tool call errored"),
    )
    assert read(tmp_path).events == []


def test_real_errors(tmp_path: Path) -> None:
    """Of a tool, of the API, and of a hook that blocks."""
    blocking = {"blockingError": "ruff check failed", "command": "uv run ruff check"}
    hook = {"type": "hook_blocking_error", "hookName": "PostToolUse:Edit", "blockingError": blocking}
    limit = {"role": "assistant", "content": [{"type": "text", "text": "You've hit your limit"}]}
    write(
        tmp_path,
        calls(1, "WebFetch", url="https://e.org"),
        answers(2, "t1", "Request failed with status code 403", error=True),
        line("system", 3, subtype="api_error", error={"error": {"type": "overloaded_error"}}),
        line("system", 4, subtype="api_error", error={}),
        line("attachment", 5, attachment=hook),
        line("attachment", 6, attachment={"type": "hook_success", "content": "hook_blocking_error"}),
        line("assistant", 7, isApiErrorMessage=True, error="rate_limit", message=limit),
    )
    assert kinds(read(tmp_path)) == [
        ("error", "WebFetch: request failed with status code 403", "WebFetch: Request failed with status code 403"),
        ("error", "api: overloaded_error", "API error: overloaded_error"),
        ("error", "api", "API error"),
        ("error", "hook: uv run ruff check", "`uv run ruff check` blocked: ruff check failed"),
        ("error", "api: rate_limit", "You've hit your limit"),
    ]


def test_decisions(tmp_path: Path) -> None:
    """Answers to questions, as fields or in words, and a plan that was approved; nothing without words."""
    result = {"answers": {"Which database?": "Postgres", "Tests?": ["unit", "e2e"]}}
    told = 'User has answered your questions: "Port?"="8080".'
    approved = "User has approved your plan. You can now start coding."
    write(
        tmp_path,
        calls(1, "AskUserQuestion") + answers(2, "t1", "ok", toolUseResult=result),
        calls(3, "AskUserQuestion") + answers(4, "t3", told),
        calls(5, "ExitPlanMode", plan="## Plan: move to uv\n\n1. a") + answers(6, "t5", approved),
        calls(7, "ExitPlanMode") + answers(8, "t7", approved),
    )
    assert kinds(read(tmp_path)) == [
        ("decision", "which database", "Which database? Postgres"),
        ("decision", "tests", "Tests? unit, e2e"),
        ("decision", "port", "Port? 8080"),
        ("decision", "plan move to uv", "Approved: Plan: move to uv"),
    ]


def test_a_secret_stays_in_the_transcript(tmp_path: Path) -> None:
    """Whichever way it was said or printed, a moment has it masked, in its words and in what it is about."""
    token = "API_TOKEN=" + "d3m0-n0t-4-r34l-0n3"
    told = f'User has answered your questions: "Is it {token}?"="{token}".'
    blocking = {"blockingError": f"no {token}", "command": f"env {token} lint"}
    approved = "User has approved your plan. You can now start coding."
    write(
        tmp_path,
        line("attachment", 1, attachment={"type": "hook_blocking_error", "blockingError": blocking}),
        calls(2, "ExitPlanMode", plan=f"## Plan: set {token}") + answers(3, "t2", approved),
        calls(4, "AskUserQuestion") + answers(5, "t4", told),
        calls(6, "Bash", command=f"env {token} make") + answers(7, "t6", f"Exit code 1\nerror: {token}", error=True),
        calls(8, "WebFetch", url="https://e.org") + answers(9, "t8", f"Request failed: {token}", error=True),
    )
    found = kinds(read(tmp_path))
    assert [kind for kind, _, _ in found] == ["error", "decision", "decision", "command-fail", "error"]
    assert "d3m0" not in str(found) and all("[secret]" in words for _, _, words in found)


def test_a_memory_that_claude_saved(tmp_path: Path) -> None:
    """By its file, with its description; not the index, not elsewhere, and not when the call failed."""
    base = "/home/u/.claude/projects/-home-u-app/memory"
    text = '---\nname: pnpm\ndescription: "Use pnpm here"\n---\nx'
    write(
        tmp_path,
        calls(1, "Write", file_path=f"{base}/feedback_pnpm.md", content=text) + answers(2, "t1", "created"),
        calls(3, "Edit", file_path=base.replace("/", "\\") + "\\b.md", new_string="- Plain words")
        + answers(4, "t3", "ok"),
        calls(5, "Write", file_path=f"{base}/MEMORY.md", content="- x") + answers(6, "t5", "ok"),
        calls(7, "Write", file_path=f"{ROOT}/docs/memory/a.md", content="x") + answers(8, "t7", "ok"),
        calls(9, "Write", file_path=f"{base}/c.md", content="x") + answers(10, "t9", "EACCES denied", error=True),
        calls(11, "Write", file_path=f"{base}/d.md", content="x"),
    )
    saved = [kind for kind in kinds(read(tmp_path)) if kind[0] == "saved"]
    assert saved == [("saved", "feedback_pnpm.md", "Use pnpm here"), ("saved", "b.md", "Plain words")]


def test_sessions(tmp_path: Path) -> None:
    """Times, prompts, files and the best title; a summary goes to the session of the record it names."""
    other = "9" * 36
    write(
        tmp_path,
        says(5, "hello"),
        json.dumps({"type": "summary", "summary": "About it", "leafUuid": "r0005"}) + "\n",
        json.dumps({"type": "summary", "summary": "Of another", "leafUuid": "r0009"}) + "\n",
        says(2, "and this", timestamp="2026-04-18T13:00:01.000Z"),
        says(9, "later", sessionId=other),
        json.dumps({"type": "ai-title", "aiTitle": "Better", "sessionId": SESSION}) + "\n",
        json.dumps({"type": "custom-title", "customTitle": "Best", "sessionId": SESSION}) + "\n",
        json.dumps({"type": "ai-title", "aiTitle": "Better again", "sessionId": SESSION}) + "\n",
    )
    sessions = read(tmp_path).sessions
    mine = sessions[SESSION]
    assert (mine.prompts, mine.title) == (2, "Best")
    assert (mine.first, mine.last) == ("2026-04-18T13:00:01.000Z", "2026-04-18T13:00:05.000Z")
    assert (sessions[other].prompts, sessions[other].title) == (1, "Of another")
    assert mine.files == (f"claude/{SLUG}/{SESSION}.jsonl",)


def test_a_time_is_the_last_that_was_named(tmp_path: Path) -> None:
    """A record without a time, or with one that is none, stands where the one before it stands."""
    write(
        tmp_path,
        says(3, "hello"),
        says(4, "use pnpm not npm", timestamp=...),
        says(5, "never use npm", timestamp="soon"),
    )
    assert {event.ts for event in read(tmp_path).events} == {"2026-04-18T13:00:03.000Z"}
    write(tmp_path, says(3, "never use npm", timestamp="2026-04-18T15:00:03+02:00"))
    assert [event.ts for event in read(tmp_path).events] == ["2026-04-18T13:00:03Z"]


def test_long_words_are_cut(tmp_path: Path) -> None:
    """A summary has at most 500 characters and ends with a word."""
    write(tmp_path, says(1, "Remember: " + "word " * 500))
    (event,) = read(tmp_path).events
    assert len(event.summary) <= 500
    assert event.summary.endswith("word")


SPOKEN = [
    "Wait a sec, we need to copy the new logo over token.svg first",
    "no, push to the fork",
    "Use pnpm here.",
    "why do you push without asking? I want to see the diff first",
    "Please don't force push.\n\nWe never do that on main.",
    "I said that the error in src/app.py comes from the cache, so fix it there instead",
    "Nein, erst die Tests. Das müssen wir prüfen, bevor wir das tun; do not push",
    "сначала запусти тесты",
    "先跑测试",
]
WRITTEN = [
    "Exit code 1\nWe could not find your file, please look again",
    "error: failed to push some refs to 'origin'\nhint: Updates were rejected, you should pull first",
    "fatal: 'main' is already used by worktree at '/x'",
    "Unused devDependencies (1)\ntailwindcss  package.json:94:6",
    "ERROR: Validation error: Unrecognized key(s) in object: 'x'",
    "> build\n> tsc\n\nsrc/a.ts(217,9): error TS2322: Type 'x' is not assignable",
    "bash: pnpm: command not found",
    "npm ERR! You can rerun the command with --loglevel=verbose",
    'Traceback (most recent call last):\n  File "a.py", line 1\nValueError: you must give a name',
    "╭──────╮\n│ lefthook you should not push │\n╰──────╯",
    "make: *** No rule to make target 'you'.  Stop.",
    "Everything up-to-date",
    "",
]


@pytest.mark.parametrize("words", SPOKEN)
def test_what_a_person_typed_is_no_failing_command(tmp_path: Path, words: str) -> None:
    """Some versions hand the words with which a command was turned down on as its error, and nothing else."""
    write(tmp_path, fails(1, "git push", words), fails(3, "git push", [{"type": "text", "text": words}]))
    events = read(tmp_path).events
    assert [(event.kind, event.actor) for event in events] == [("rejection", "user")] * 2
    assert all(event.subject and event.summary in words.replace("\n", " ") for event in events)


@pytest.mark.parametrize("words", WRITTEN)
def test_what_a_program_wrote_is_none_of_a_person(words: str) -> None:
    """With an exit code, or in the forms in which programs speak."""
    assert not is_spoken(words)


def test_a_record_that_names_a_refusal_is_one(tmp_path: Path) -> None:
    """Whatever its words; they are the reason, where they are the person's."""
    write(
        tmp_path,
        calls(1, "Bash", command="git push"),
        answers(2, "t1", "no, push to the fork", error=True, toolUseResult="User rejected tool use"),
        calls(3, "Bash", command="npm run deploy"),
        answers(4, "t3", "not on a Friday", error=True, toolDenialKind="user-rejected"),
        calls(5, "Edit", file_path=f"{ROOT}/a.py"),
        answers(6, "t5", REJECTED + STOP, error=True, toolUseResult="User rejected tool use"),
        calls(7, "Bash", command="make"),
        answers(8, "t7", "error: no", error=True, toolDenialKind=7),
    )
    assert kinds(read(tmp_path)) == [
        ("rejection", "not fork push", "no, push to the fork"),
        ("rejection", "not friday", "not on a Friday"),
        ("rejection", "", f"Rejected Edit of {ROOT}/a.py"),
        ("command-fail", "make", "`make` failed: error: no"),
    ]


def test_a_person_is_never_quoted_as_the_failure_of_a_command(tmp_path: Path) -> None:
    """Four refusals of one command in two sessions make no candidate."""
    for name in ("a/a.jsonl", "b/b.jsonl"):
        words = [fails(n, "git push", "Wait a sec, we need to copy the new logo over token.svg") for n in (1, 3)]
        write(tmp_path, *words, name=name)
    assert {event.kind for event in read(tmp_path).events} == {"rejection"}


INTERRUPTED = [{"type": "text", "text": "[Request interrupted by user for tool use]"}]
NO_NPM = ("rejection", "use pnpm", "use pnpm")


def test_what_is_said_after_an_interruption_is_the_reason(tmp_path: Path) -> None:
    """Where a tool was stopped; what only goes on or asks is none, and the next words are a message again."""
    write(
        tmp_path,
        says(1, "install what is missing"),
        calls(2, "Bash", command="npm install"),
        answers(3, "t2", REJECTED + STOP, error=True),
        says(4, INTERRUPTED),
        says(5, "use pnpm"),
        says(6, INTERRUPTED),
        says(7, "continue"),
        says(8, "look at the page of the orders"),
    )
    found = kinds(read(tmp_path))
    assert found == [
        ("rejection", "", "Rejected `npm install`"),
        ("interrupt", "", "[Request interrupted by user for tool use]"),
        NO_NPM,
        ("interrupt", "", "[Request interrupted by user for tool use]"),
    ]


def test_the_next_task_after_a_stopped_answer_is_no_reason(tmp_path: Path) -> None:
    """Where no tool was stopped, only words that say what is wrong are one."""
    stopped = [{"type": "text", "text": "[Request interrupted by user]"}]
    write(tmp_path, says(1, "hello"), says(2, stopped), says(3, "now the page of the orders"))
    assert [kind for kind, _, _ in kinds(read(tmp_path))] == ["interrupt"]
    write(tmp_path, says(1, "hello"), says(2, stopped), says(3, "no, I meant the other page"))
    assert [kind for kind, _, _ in kinds(read(tmp_path))] == ["interrupt", "rejection"]


def test_the_reason_may_come_with_the_next_run(tmp_path: Path) -> None:
    """What was interrupted when the file was read is remembered with it."""
    path = write(tmp_path, says(1, "hello"), says(2, INTERRUPTED))
    first = read(tmp_path)
    path.write_bytes(path.read_bytes() + says(3, "use pnpm").encode())
    assert kinds(read(tmp_path, first.snapshot))[-1] == NO_NPM


def test_a_question_with_a_refusal_is_no_reason(tmp_path: Path) -> None:
    """It stays as what was said, and is about nothing."""
    write(tmp_path, calls(1, "Bash", command="make"), answers(2, "t1", REJECTED + WHY + "what does it do?", error=True))
    assert kinds(read(tmp_path)) == [("rejection", "", "what does it do?")]


def test_the_words_of_a_person_are_those_of_any_tool_that_asks(tmp_path: Path) -> None:
    """An edit that was turned down; a tool that asks nobody writes its errors itself."""
    write(
        tmp_path,
        calls(1, "Edit", file_path=f"{ROOT}/a.py"),
        answers(2, "t1", "no, that belongs in b.py", error=True),
        calls(3, "WebFetch", url="https://e.org"),
        answers(4, "t3", "you are not allowed to see this", error=True),
    )
    assert [event.kind for event in read(tmp_path).events] == ["rejection", "error"]
    assert read(tmp_path).events[0].files == ("a.py",)


NOT_THERE = "Exit code 127\nbash: pytest: command not found"
RED = "Exit code 1\nFAILED tests/test_a.py::test_a - assert 1 == 2"


def fixes(tmp_path: Path) -> list[tuple[str, str]]:
    return [(about, words) for kind, about, words in kinds(read(tmp_path)) if kind == "command-fix"]


def test_a_command_that_another_one_makes_good(tmp_path: Path) -> None:
    """It is said what works, once; what lacks something stays so over an edit."""
    edit = calls(3, "Edit", file_path=f"{ROOT}/a.py") + answers(4, "t3", "done")
    works = calls(5, "Bash", command="uv run pytest -q") + answers(6, "t5", "3 passed")
    again = calls(7, "Bash", command="uv run pytest") + answers(8, "t7", "3 passed")
    write(tmp_path, fails(1, "pytest -q", NOT_THERE), edit, works, again)
    assert fixes(tmp_path) == [
        ("pytest", "`uv run pytest` works, `pytest` failed: bash: pytest: command not found"),
    ]


def test_a_failure_that_was_the_point_of_the_work_is_not_made_good(tmp_path: Path) -> None:
    """A test that passes after an edit, or when it is run again, says nothing about the command."""
    edit = calls(3, "Edit", file_path=f"{ROOT}/a.py") + answers(4, "t3", "done")
    works = calls(5, "Bash", command="uv run pytest -q") + answers(6, "t5", "3 passed")
    write(tmp_path, fails(1, "pytest -q", RED), edit, works)
    assert fixes(tmp_path) == []
    again = calls(3, "Bash", command="pytest -q") + answers(4, "t3", "3 passed")
    write(tmp_path, fails(1, "pytest -q", RED), again, works)
    assert fixes(tmp_path) == []


def test_a_person_says_what_to_run(tmp_path: Path) -> None:
    """The words that correct a command that failed say what to run instead of it."""
    write(tmp_path, says(1, "run the tests"), fails(2, "pytest", RED), says(4, "no, use make check, not pytest"))
    assert fixes(tmp_path) == [
        ("pytest", "use `make check`, `pytest` failed: FAILED tests/test_a.py::test_a - assert 1 == 2"),
    ]
