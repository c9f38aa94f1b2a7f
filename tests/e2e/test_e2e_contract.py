"""The command line's contract: where options go, exit codes, streams, and that nothing ends in a traceback."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from forked import HANGS, checked
from workbench import REASON, Bench, fixes, log_events, make_bench, reason

RULE = "Run each migration against a copy first."
COMMANDS = [
    *("add", "audit", "config", "context", "defer", "demo", "doctor", "dream", "graduate", "init", "list", "memory"),
    *("observe", "redo", "reject", "reopen", "rerationale", "retire", "show", "status", "sync", "undo", "why"),
]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """A workspace with one mined and one filed candidate."""
    made = make_bench(tmp_path)
    log_events(made, *fixes("src/auth.py", 3))
    made.ok("dream", "--quiet")
    made.file("Releases break on migrations")
    return made


def test_the_whole_loop_from_fresh_interpreters(tmp_path: Path) -> None:
    """`python -m dreamtui`, each command from the very start, as a person runs it."""
    bench = make_bench(tmp_path)
    log_events(bench, *fixes("src/auth.py", 3))
    assert bench.spawn("--version").out.startswith("dreamtui ")
    assert bench.spawn("dream").code == 0
    (item,) = [entry["id"] for entry in bench.spawn("list", "--json").data["items"]]
    assert bench.spawn("show", item, "--preview").code == 0
    assert bench.spawn("graduate", item, "--rationale", "-", feed=REASON.encode()).code == 0
    assert bench.spawn("sync").code == 0
    assert bench.spawn("why", item).code == 0
    assert bench.spawn("undo", "--rationale", "It was the wrong lesson to draw.").code == 0
    assert bench.spawn("audit", "verify", "--strict").code == 0
    assert bench.spawn("doctor").code in {0, 1}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(tmp_path: Path, command: str) -> None:
    """--help is exit 0 on stdout, before or after everything else."""
    done = make_bench(tmp_path).run(command, "--help")
    assert done.code == 0 and command in done.out and not done.err


def test_global_options_go_before_and_after(bench: Bench, tmp_path: Path) -> None:
    """The same words in another place are the same command; an option's value is never taken for one."""
    where = ("-C", str(bench.root))
    away = bench.at(root=tmp_path)
    wanted = away.ok("--json", *where, "list").out
    for words in (
        ("list", "--json", *where),
        (*where, "list", "--json"),
        ("--json", "list", *where),
        ("list", f"--workspace={bench.root}", "--json"),
        ("list", f"-C{bench.root}", "--json"),
        ("list", "--no-color", "--json", *where, "--quiet", "--wait", "3"),
    ):
        assert away.ok(*words).out == wanted, words
    quiet = bench.run("list", "--quiet")
    assert quiet.err == "" and quiet.out
    (item,) = [i for i, entry in bench.items().items() if entry["signal"] == "manual"]
    bench.ok(
        "graduate",
        item,
        "--rationale",
        f"{REASON} --json",
        "--rule",
        "--quiet is for cron jobs only; never use it by hand.",
    )
    assert bench.ok("audit", "show", item, "--json").data["rule"].startswith("--quiet")


def test_list_shows_what_was_asked_for(bench: Bench) -> None:
    """Statuses, kinds, signals and words; unknown ones are usage errors."""
    ids = {entry["signal"]: item for item, entry in bench.items().items()}
    bench.ok("reject", ids["manual"], "--rationale", REASON)
    bench.ok("memory", "add", "--title", "Deploys", "--text", "Deploys go out on Tuesdays.")
    assert list(bench.items("")) == [ids["repeat_fix"]]
    assert list(bench.items("rejected")) == [ids["manual"]]
    assert set(bench.items("all")) == set(ids.values())
    for words, wanted in (
        (("--signal", "repeat_fix"), {ids["repeat_fix"]}),
        (("--query", "AUTH.PY"), {ids["repeat_fix"]}),
        (("--query", "nothing like it"), set()),
        (("--kind", "candidate", "--status", "all"), set(ids.values())),
    ):
        assert {entry["id"] for entry in bench.ok("list", "--json", *words).data["items"]} == wanted, words
    for words in (("--status", "open"), ("--kind", "thing")):
        assert bench.refused(2, "list", *words)
    (entry,) = bench.ok("list", "--json").data["items"]
    keys = "id kind signal title status decision doubts first_seen last_seen weight actors files flags evidence"
    assert list(entry) == keys.split()
    assert list(entry["evidence"][0]) == ["quote", "locator", "when", "who"]


def test_lists_are_readable_in_a_pipe(bench: Bench) -> None:
    """No boxes, no colour, no cut titles; words go to stderr."""
    done = bench.ok("list")
    assert "│" not in done.out and "\x1b" not in done.out
    assert "`src/auth.py` was fix-touched 3 times" in done.out
    assert "items" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ("nonsense",),
        ("list", "--nonsense"),
        ("show",),
        ("graduate",),
        ("defer", "abc"),
        ("reject", "abc", "--until", "tomorrow", "--rationale", REASON),
        ("defer", "abc", "--until", "yesterday"),
        ("dream", "--lookback-days", "many"),
        ("--wait", "-1", "list"),
        ("-C",),
        ("memory", "add", "--title", "x"),
        ("audit", "list", "--limit", "-1"),
        (),
    ],
    ids=lambda words: " ".join(words) or "nothing",
)
def test_wrong_usage_is_exit_two_in_one_line(bench: Bench, words: tuple[str, ...]) -> None:
    """The reason on stderr, nothing on stdout, nothing changed."""
    assert bench.refused(2, *words)


def test_a_wrong_configuration_is_exit_two_and_names_the_file(bench: Bench) -> None:
    """Broken YAML, a wrong type, an impossible number; an unknown key is a remark with the nearest name."""
    config = bench.agent / "config.yaml"
    for text in ("dream: [\n", "dream:\n  window_days: many\n", "dream:\n  min_cluster_size: 0\n", "\x00"):
        config.write_text(text)
        assert "config.yaml" in bench.refused(2, "dream")
        assert "config.yaml" in bench.run("doctor").out
    config.write_text("dreamtui:\n  max_nwe: 3\n")
    assert "max_new" in bench.run("config").err
    config.write_text("dream:\n  window_days: 9\ndreamtui:\n  max_new: 7\n")
    shown = {v["name"]: v for v in bench.ok("config", "--json").data["settings"]}
    assert (shown["dream.window_days"]["value"], shown["dreamtui.max_new"]["value"]) == (9, 7)
    assert shown["dream.window_days"]["source"] == ".agent/config.yaml"
    assert "9d (.agent/config.yaml)" in bench.ok("dream").err


def test_wrong_clocks_are_exit_two(bench: Bench) -> None:
    """DREAMTUI_NOW has to be a time."""
    assert bench.at(now="yesterday").refused(2, "list")
    bench.at(now="2026-11-18T10:00:00+01:00").ok("list")


def test_a_rationale_from_standard_input_is_kept_as_it_is(bench: Bench) -> None:
    """`-` reads it whole, with its paragraphs; --reason is the same option; an empty one is refused."""
    one, two = bench.items("")
    why = f"{reason(1)}\n\nSecond paragraph, with \u201cquotes\u201d.\n  indented"
    bench.ok("reject", one, "--rationale", "-", feed=(why + "\n").encode())
    assert bench.ok("audit", "show", one, "--json").data["rationale"] == why
    bench.refused(1, "reject", two, "--rationale", "-", feed=b"")
    bench.ok("reject", two, "--reason", reason(2))


def test_the_console_needs_a_terminal(bench: Bench) -> None:
    """Without one: exit 2 and the headless commands to use."""
    assert "dreamtui list" in bench.refused(2)


def test_a_closed_pipe_is_no_error(bench: Bench) -> None:
    """`dreamtui … | head` ends quietly."""
    bench.file(*(f"Title number {n} {'x' * 4000}" for n in range(40)))
    run = bench.start("list", "--json")
    assert run.stdin and run.stdout and run.stderr
    run.stdin.close()
    run.stdout.read(10)
    run.stdout.close()
    said = run.stderr.read()
    run.stderr.close()
    assert run.wait(60) in {0, 1} and b"Traceback" not in said and b"rror" not in said


_WAITING = """
import io, os, sys
place = int(sys.argv.pop(1))

class Told(io.BufferedReader):
    def read(self, *size):
        os.write(place, b".")
        return super().read(*size)

sys.stdin = io.TextIOWrapper(Told(sys.stdin.buffer.detach()))
from dreamtui.cli.run import main
sys.exit(main())
"""
"""The command, saying when it is about to read its standard input, where the interrupt then finds it."""


def test_an_interrupt_is_exit_130(bench: Bench) -> None:
    """ctrl+c while a reason is being waited for: one line, nothing changed."""
    item = next(iter(bench.items("")))
    before = bench.tree()
    reader, writer = os.pipe()
    run = subprocess.Popen(
        [sys.executable, "-c", _WAITING, str(writer), "reject", item, "--rationale", "-"],
        cwd=bench.root,
        env=bench.env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        pass_fds=[writer],
    )
    os.close(writer)
    assert os.read(reader, 1) == b"."
    os.close(reader)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=HANGS)
    done = checked(("reject",), run.returncode, out, err)
    assert done.code == 130 and "interrupted" in done.problem and bench.tree() == before


def test_an_id_may_be_a_unique_beginning(bench: Bench) -> None:
    """Unique among the items of the asked status; several are named."""
    ids = list(bench.items(""))
    short = next(n for n in range(1, 11) if len({item[:n] for item in ids}) == len(ids))
    bench.ok("reject", ids[0][:short], "--rationale", reason(1))
    assert "was rejected by alice" in bench.refused(1, "reject", ids[0], "--rationale", reason(2))
    bench.ok("show", ids[0][:short])


def test_reading_commands_write_nothing(bench: Bench) -> None:
    """Looking changes no file that people or agents read, nor the log."""
    (item, _) = bench.items("")
    before = bench.tree()
    for words in (
        ("list",),
        ("list", "--status", "all"),
        ("show", item, "--preview"),
        ("status",),
        ("doctor",),
        ("config",),
        ("context",),
        ("audit", "list"),
        ("audit", "verify"),
        ("audit", "log"),
        ("sync", "--dry-run"),
        ("memory", "list"),
        ("dream", "--dry-run"),
    ):
        bench.ok(*words)
        assert bench.tree() == before, words
    assert bench.run("sync", "--check").code in {0, 1} and bench.tree() == before


def test_listing_loads_nothing_heavy(tmp_path: Path) -> None:
    """A list imports no console, git, number or model library."""
    bench = make_bench(tmp_path)
    bench.file("Releases break on migrations")
    probe = (
        "import sys; from dreamtui.cli.run import main; code = main(['list', '--json']); "
        "heavy = {'textual', 'rich', 'git', 'numpy', 'sklearn', 'torch', 'rapidfuzz'} & set(sys.modules); "
        "print(sorted(heavy), file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", probe], cwd=bench.root, env=bench.env, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"[]\n")


def test_an_interrupted_decision_is_mended_and_said(bench: Bench) -> None:
    """A journal left by a killed process: the next command finishes or puts back, and tells."""
    from faults import KillingPort, run_in_child

    from dreamtui.desk.decide import decide
    from dreamtui.model.decision import Words
    from dreamtui.model.verb import Verb

    (item, _) = bench.items("")
    before = bench.tree()

    def killed(number: int) -> int:
        def act() -> None:
            desk = bench.desk()
            desk.store.port = KillingPort(number)
            decide.decide(desk, [item], Verb.REJECT, Words(rationale=REASON))

        return run_in_child(act)

    told = 0
    for number in range(2, 30, 3):
        if killed(number) == 0:
            break
        done = bench.ok("list", "--json", "--status", "all")
        told += "interrupted" in done.err
        status = bench.status_of(item)
        assert status in {"pending", "rejected"}
        if status == "rejected":
            bench.ok("undo", "--rationale", f"Only a trial, number {number}.")
        kept = {path: what for path, what in bench.tree().items() if "/audit/" not in path and "/log/" not in path}
        assert kept == {path: what for path, what in before.items() if "/audit/" not in path and "/log/" not in path}
        bench.ok("audit", "verify", "--strict")
    assert told
