"""Hostile words, ids, files and disks: kept or refused, shown inert, and nothing half done."""

import json
import os
from pathlib import Path

import pytest
from forked import hidden_in
from workbench import REASON, Bench, event, fixes, in_git, log_events, make_bench, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.queue.add_candidate import add
from dreamtui.model.decision import Words
from dreamtui.model.errors import DreamtuiError
from dreamtui.model.verb import Verb

WORDS = {
    "escapes": "red \x1b[31mtext\x1b[0m and a title \x1b]0;gone\x07 and \x9b2J in it",
    "carriage returns": "looks fine\rbut is not\x08\x08\x08",
    "markup": "[bold red]x[/] <script>alert(1)</script> **b** `code` | a | b | # no heading <!-- dreamtui:end -->",
    "10 kb": "every release " * 720 + "breaks",
    "right to left": "start \u202eevil\u202c \u2066hidden\u2069 \u05e9\u05dc\u05d5\u05dd end",
    "zero width": "in\u200bvis\u200dible \ufeff and tags \U000e0041\U000e0042",
    "line breaks": "one\ntwo\r\nthree\x0bfour\x0cfive\x85six\u2028seven\u2029eight",
    "quotes": """it's "quoted" -- and: {json} [list] \\n %s $(id) `id` ; rm -rf /""",
    "front matter": "--- title: x\n---\nverb: reject",
    "emoji": "👩‍👩‍👧 family 🏴󠁧󠁢󠁥󠁮󠁧󠁿 é",
}

READING = (
    ("list",),
    ("list", "--status", "all"),
    ("list", "--status", "all", "--json"),
    ("status",),
    ("doctor",),
    ("audit", "list"),
    ("audit", "log"),
    ("audit", "export"),
    ("audit", "verify"),
    ("context", "--lines"),
    ("sync", "--dry-run"),
    ("memory", "list"),
    ("dream", "--dry-run"),
)
"""Commands that show what was read; `Bench.run` checks that nothing in it can act on a terminal."""


def look_at(bench: Bench, *ids: str) -> None:
    """Commands that show a queue, an item, its decisions and an output made of it."""
    for words in (("list", "--status", "all"), ("audit", "list"), ("audit", "log"), ("sync", "--dry-run")):
        bench.ok(*words)
    for item in ids:
        bench.ok("show", item, "--preview")


def rule_of(kind: str) -> str:
    """A rule of such words; markup and rulers are what the coach refuses in a rule, so those get others."""
    return (
        f"Always check the copy first {kind}" if kind in {"markup", "front matter"} else f"Always check {WORDS[kind]}"
    )


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, dict[str, tuple[str, str, str]]]:
    """A synced workspace whose pending, graduated and rejected items and notes are all of hostile words."""
    bench = make_bench(tmp_path_factory.mktemp("crowd"))
    ids: dict[str, tuple[str, str, str]] = {}
    for kind, words in WORDS.items():
        pending = bench.add(f"Left {words}", f"text:quote {words}")
        ruled, refused = (add(bench.desk(), f"{verb} {words}", [f"text:{words}"]).id for verb in ("Rule", "Refuse"))
        said = Words(rationale=f"{reason(len(ids))} {words}", rule=rule_of(kind))
        decide.decide(bench.desk(), [ruled], Verb.GRADUATE, said)
        decide.decide(bench.desk(), [refused], Verb.REJECT, Words(rationale=f"{reason(100 + len(ids))} {words}"))
        bench.ok("memory", "add", "--title", f"Note {words}", "--text", f"Text {words}", "--category", words[:40])
        ids[kind] = (pending, ruled, refused)
    bench.ok("sync")
    return bench, ids


@pytest.mark.parametrize("words", READING, ids=[" ".join(words) for words in READING])
def test_hostile_words_are_shown_inert(crowd: tuple[Bench, object], words: tuple[str, ...]) -> None:
    """Every command that reads: no escape, no C1, no bidi, no carriage return on stdout or stderr."""
    done = crowd[0].ok(*words)
    assert done.out or done.err


@pytest.mark.parametrize("kind", WORDS)
def test_hostile_words_are_kept_as_they_are(crowd: tuple[Bench, dict[str, tuple[str, str, str]]], kind: str) -> None:
    """Title, quote, reason and rule come back as they were given, and are harmless to look at."""
    bench, ids = crowd
    words = WORDS[kind]
    pending, ruled, refused = ids[kind]
    kept = bench.ok("show", pending, "--json", "--preview").data
    assert kept["evidence"][0]["quote"] == f"quote {words}"
    if kind not in {"line breaks", "carriage returns", "front matter"}:
        assert kept["title"] == f"Left {words}"
    assert "\n" not in kept["title"] and "\r" not in kept["title"]
    bench.ok("show", pending, "--preview")
    for item, number in ((ruled, 0), (refused, 100)):
        decision = bench.ok("audit", "show", item, "--json").data
        assert decision["rationale"] == f"{reason(number + list(WORDS).index(kind))} {words}"
        bench.ok("audit", "show", item)
    assert bench.ok("audit", "show", ruled, "--json").data["rule"] == rule_of(kind)
    bench.ok("why", ruled)


def test_hostile_rules_cannot_break_the_outputs(crowd: tuple[Bench, dict[str, tuple[str, str, str]]]) -> None:
    """The region is whole, nothing in the outputs is hidden, and every line leads back to its rule."""
    bench, _ = crowd
    written = bench.text("CLAUDE.md").decode("utf-8")
    assert written.count("\n<!-- dreamtui:end -->") == 1
    assert not hidden_in(written) and not hidden_in(bench.text(".agent/memory/MEMORY.md").decode("utf-8"))
    bench.ok("sync", "--check")
    assert bench.run("audit", "verify").code == 0


def test_hostile_decisions_can_be_taken_back(tmp_path: Path) -> None:
    """Undone and synced, no trace of the rule is left, whatever its words were."""
    bench = make_bench(tmp_path)
    for kind, words in WORDS.items():
        item = add(bench.desk(), f"Rule {words}", [f"text:{words}"]).id
        said = Words(rationale=f"{reason(len(kind))} {words}", rule=rule_of(kind))
        decide.decide(bench.desk(), [item], Verb.GRADUATE, said)
    bench.ok("sync")
    for words in WORDS.values():
        bench.ok("undo", "--rationale", "-", feed=f"No longer true {words}".encode())
    bench.ok("sync")
    assert not (bench.root / "CLAUDE.md").exists()
    assert set(bench.items("pending")) == set(bench.items())


def test_line_breaks_and_nul_become_a_space_in_titles(tmp_path: Path) -> None:
    """A title is one line; everything else in it stays as it is."""
    bench = make_bench(tmp_path)
    filed = add(bench.desk(), "one\ntwo\r\nthree\0four\u2028five", ["text:a\0b\nc"])
    shown = bench.items()[filed.id]
    assert shown["title"] == "one two three four five"
    assert shown["evidence"][0]["quote"] == "a\0b\nc"
    look_at(bench, filed.id)


def test_nul_in_a_reason_is_kept_and_shown_inert(tmp_path: Path) -> None:
    """Standard input can carry what argv cannot."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    why = f"{REASON} a\0b \x1b[2J"
    bench.ok("reject", item, "--rationale", "-", feed=why.encode())
    assert bench.ok("audit", "show", item, "--json").data["rationale"] == why
    assert "␀" in bench.ok("audit", "show", item).out
    bench.ok("audit", "verify")
    look_at(bench, item)


def test_bytes_that_are_no_utf_8_are_accepted(tmp_path: Path) -> None:
    """argv and standard input in another encoding: replaced where they cannot be written, and never a traceback."""
    bench = make_bench(tmp_path)
    item = bench.ok("add", "--title", b"Caf\xe9 \xff title", "--evidence", b"text:qu\xf8te").out.strip()
    look_at(bench, item)
    bench.ok("graduate", item, "--rationale", "-", "--rule", b"Always \xe9 check", feed=REASON.encode() + b" \xfc\xff")
    look_at(bench, item)
    bench.ok("sync")
    bench.ok("audit", "verify")
    assert bench.refused(2, "show", b"\xff\xfe")
    assert bench.run("list", "--query", b"caf\xe9").code == 0


def test_the_real_command_shows_hostile_words_inert_in_a_c_locale(tmp_path: Path) -> None:
    """From the very start of the process, with a locale that can encode nothing but ASCII."""
    bench = make_bench(tmp_path).at(LANG="C", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    bench.spawn("add", "--title", WORDS["right to left"], "--evidence", "text:" + WORDS["escapes"])
    shown = bench.spawn("list")
    assert shown.code == 0 and shown.out


def test_hostile_file_names_are_shown_inert(tmp_path: Path) -> None:
    """Files of ours and outputs whose names carry escapes: whatever is said of them is harmless."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    bench.ok("graduate", item, "--rationale", REASON, "--rule", "Run each migration against a copy first.")
    rules = bench.agent / "memory/semantic/rules/auto-dream"
    candidates = bench.agent / "dream/candidates"
    (bench.root / ".claude" / "rules").mkdir(parents=True)
    (bench.root / ".claude" / "rules" / "dreamtui-\x1b[31m\u202e.md").write_text("words\n")
    for name in ("\x1b[31mred\u202e.md", "two\nlines.md", os.fsdecode(b"caf\xe9 \x9b.md")):
        (rules / f"rule-{name}").write_bytes(os.fsencode(f"# Rule {name}\n\nSay less of {name}.\n"))
        (candidates / name).write_text("# A title\n")
        (candidates / f"link-{name}").symlink_to("nowhere")
        (bench.root / ".claude" / "rules" / f"dreamtui-{name}").write_text("words\n")
        log_events(bench, "torn\n", *fixes("src/a.py", 1), name=f"log {name}")
    bench.ok("dream")
    for words in (*READING, ("list", "--all"), ("status", "--all"), ("sync",), ("sync", "--check"), ("why", item)):
        bench.run(*words)
    assert bench.ok("list", "--json").data["items"]


@pytest.mark.parametrize("source", ["an event log", "git", "a registry"])
def test_hostile_words_from_a_source_are_shown_inert(tmp_path: Path, source: str) -> None:
    """What a miner reads is no safer than what a person types."""
    bench = make_bench(tmp_path, git=True)
    evil = "fix: \x1b[31m\u202eevil\x07 \x9b2J"
    path = "src/a\u202eb.py"
    if source == "an event log":
        log_events(bench, *(event(n, summary=evil, files=[path], actor=f"al\x1b[{n}m") for n in range(4)))
    elif source == "git":
        (bench.root / "src").mkdir()
        for number in range(4):
            (bench.root / path).write_text(str(number))
            in_git(bench, "add", "-A", "src")
            when = "2026-11-11T09:00:00Z"
            eve = bench.at(GIT_AUTHOR_NAME="\x1b[31mEve\u202e", GIT_AUTHOR_DATE=when, GIT_COMMITTER_DATE=when)
            why = f"Readers {evil} of page {number} wait for each other's locks, which breaks every page."
            in_git(eve, "commit", "-qm", f'Revert "Cache {evil} {number}"\n\n{why}')
    else:
        (bench.root / "docs").mkdir()
        entry = f"# Bugs\n\n## BUG-001: {evil}\n- **Files**: {path}\n\ntext {evil}\n"
        (bench.root / "docs" / "bug-registry.md").write_text(entry, encoding="utf-8")
        log_events(bench, *(event(n, summary="feat: a", files=[path], actor=f"a{n % 2}") for n in range(4)))
    bench.ok("dream", "--since", "40000d")
    found = bench.items()
    assert found
    look_at(bench, *found)
    for number, item in enumerate(found):
        bench.ok("reject", item, "--rationale", reason(number))
    look_at(bench, *found)


def test_hostile_names_in_the_environment_are_harmless(tmp_path: Path) -> None:
    """An actor of escapes and slashes writes inside the home only, and is shown inert."""
    bench = make_bench(tmp_path).at(actor="../../\x1b[31mEve\u202e/..")
    (item,) = bench.file("Releases break on migrations")
    bench.ok("reject", item, "--rationale", REASON)
    look_at(bench, item)
    bench.ok("observe", "commit", "--summary", "fix: \x1b[0m x", "--files", "../../etc/passwd", "--session", "../../s")
    assert sorted(path.name for path in bench.top.iterdir()) == ["home", "work"]
    assert [path.name for path in bench.root.iterdir()] == [".agent"]
    for path in bench.agent.glob("dream/log/**/*.jsonl"):
        for line in path.read_text(encoding="ascii").splitlines():
            json.loads(line)


def test_every_reason_has_to_be_one(tmp_path: Path) -> None:
    """No reason, a blank one, an empty one on standard input, one that says nothing: refused, exit 1 or 2."""
    bench = make_bench(tmp_path)
    (item,) = bench.file("Releases break on migrations")
    for verb in ("graduate", "reject"):
        rule = ("--rule", "Run each migration against a copy first.") if verb == "graduate" else ()
        assert bench.run(verb, item, *rule).code in {1, 2}
        for why in ("", "   ", "\u200b\u00a0\t", "agree, ship it", "seems important", "Releases break on migrations"):
            bench.refused(1, verb, item, *rule, "--rationale", why)
        bench.refused(1, verb, item, *rule, "--rationale", "-", feed=b"\n \n")
    with pytest.raises(DreamtuiError):
        decide.decide(bench.desk(), [item], Verb.REJECT, Words(rationale="\0 \n"))
