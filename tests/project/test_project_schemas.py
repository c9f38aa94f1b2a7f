"""Every JSON document a command prints is what its shipped schema says, and every command has one."""

import contextlib
import json
import sqlite3
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import build_schemas
import jsonschema
import pytest
import talking
import workbench
from command_tree import commands
from training_briefs import WHOLE
from workbench import Bench

from dreamtui.present.documents.table import DOCUMENTS
from dreamtui.training.marks.scores import DIMENSIONS

PRINTS_NO_DATA = {"demo", "hook run", "mcp"}
REASON = "Two of three releases broke on this file because the totals are rounded twice; round once, at the end."


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Every schema, as it is written for the wheel."""
    written = build_schemas.write(tmp_path_factory.mktemp("written"))
    return {path.name.removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8")) for path in written}


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What commands print on a small workspace in which something of everything is, by the schema it belongs to."""
    bench = workbench.make_bench(tmp_path_factory.mktemp("schemas"), git=True).at(DREAMTUI_INSIGHTS="true")
    workbench.log_events(
        bench, *workbench.fixes("src/bill.py", 4), *workbench.fixes("src/tax.py", 3, start=9), "torn\n"
    )
    (bench.root / "CLAUDE.md").write_text("# Shop\n\nSee @docs/gone.md and @README.md.\n")
    (bench.root / "README.md").write_text("# Shop\n")
    workbench.in_git(bench, "add", "README.md")
    workbench.in_git(bench, "commit", "-q", "-m", "start")
    talk = talking.session(bench.root).says("Remember: always write the totals of a bill in cents")
    talk.written(Path(bench.env["HOME"]) / ".claude")
    memory = bench.root / ".claude" / "memory" / "feedback_cents.md"
    memory.parent.mkdir(parents=True)
    memory.write_text("---\ndescription: Always write the totals of a bill in cents\n---\n\nIn cents.\n")
    found: dict[str, list[Any]] = {}
    for name, words in _session(bench):
        done = bench.run(*words, "--json")
        assert done.code == (1 if name == "doctor" else 0), (words, done)  # a memory was lost
        found.setdefault(name, []).append(done.data)
    return found


def _session(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A schema's name and a command that prints it, in an order that gives each something to print."""
    yield "dream", ("dream", "--dry-run")
    yield "dream", ("dream",)
    yield from _promotions(bench)
    yield "init", ("init",)
    yield "observe", ("observe", "edit", "--summary", "changed it", "--files", "src/a.py")
    yield "filed", ("add", "--title", "Totals are rounded twice", "--evidence", "README.md:1", "--evidence", "seen it")
    yield "filed", ("add", "--title", "Totals are rounded two times", "--evidence", "HEAD")
    yield "filed", ("memory", "add", "--title", "Currency", "--text", "All amounts are in cents.")
    yield "filed", ("memory", "add", "--title", "Currency", "--text", "All amounts are in cents.")
    (bench.root / "AGENTS.md").write_text("- Keep totals in one place.\n")
    yield "import", ("import",)
    (bench.root / "AGENTS.md").unlink()
    yield "export", ("export",)
    yield from _decisions(bench)
    yield "export", ("export",)
    yield from _proposals(bench)
    yield "filed", ("memory", "add", "--title", "Where it starts", "--text", "See `README.md` on branch `stable`.")
    yield "memory-verify", ("memory", "verify")
    yield "memory-verify", ("memory", "verify", "CLAUDE.md")
    yield "dream", ("dream", "--unattended")
    yield from _drafts(bench)
    yield from _trainings(bench)
    yield from _moves(bench)
    yield from _indexes(bench)
    yield from _losses(bench)
    yield from _rules_nobody_decided(bench)
    yield "list", ("list", "--status", "all")
    yield "list", ("list", "--kind", "note", "--status", "all")
    yield "list-all", ("list", "--all", "--status", "all")
    yield "search", ("search", "totals", "curency")
    yield "search", ("search", "totals", "flag:secret", "--all", "--kind", "note")
    yield "notes", ("memory", "list")
    for item in bench.items():
        yield "show-preview", ("show", item, "--preview")
        yield "show", ("show", item)
    yield "status", ("status",)
    yield "status-full", ("status", "--full")
    yield "status-all", ("status", "--all")
    yield "sync-dry-run", ("sync", "--dry-run")
    yield "sync", ("sync",)
    yield "sync", ("sync", "--check")
    yield "why", ("why", bench.only(".agent/memory/semantic/rules/auto-dream/*.md").name)
    yield "context", ("context",)
    yield from ((name, (name,)) for name in ("doctor", "config"))
    for verb in ("list", "verify", "export", "log"):
        yield f"audit-{verb}", ("audit", verb)
    yield "schedule-change", ("schedule", "install", "systemd", "--dry-run")
    yield "schedule-change", ("schedule", "install", "launchd")
    yield "schedules", ("schedule", "status")
    yield "schedule-run", ("schedule", "run")
    yield "digest", ("dream", "--digest")
    yield "hook-change", ("hook", "install", "--dry-run")
    yield "hook-change", ("hook", "install")
    yield "hooks", ("hook", "status")
    yield "hook-change", ("hook", "uninstall")
    for entry in bench.ok("audit", "list", "--json").data["decisions"]:
        yield "audit-show", ("audit", "show", entry["decision"][:8])


def _drafts(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a model drafts: a rule, and none."""
    item = bench.add("Lists begin at one", "text:they begin at one", "text:the weather was fine")
    rule = {"words": "Begin lists at one.", "quote": "they begin at one", "source": "E1"}
    answer = {"schema": 1, "clauses": [rule], "against": ["Said once."], "foreign": ["E2"]}
    program = bench.top / "model.py"
    config = bench.top / "home/config/dreamtui/config.yaml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f"dreamtui:\n  model_command: {sys.executable} {program}\n  model_unconfined: home\n")
    program.write_text(f"import json, sys\nsys.stdin.read()\nprint(json.dumps({answer!r}))\n")
    yield "draft-dry-run", ("draft", item, "--dry-run")
    yield "draft", ("draft", item)
    program.write_text("import sys\nsys.stdin.read()\nprint('no JSON')\n")
    yield "draft", ("draft", bench.add("Lists end", "text:they end somewhere"))
    program.write_text("""import sys\nsys.stdin.read()\nprint('{"schema": 1, "none": "Nothing follows."}')\n""")
    yield "dream", ("dream", "--draft", "1")


def _promotions(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Recalls of two notes: one that qualifies and one that does not."""
    note = bench.root / "memory" / "2026-11-17.md"
    note.parent.mkdir()
    note.write_text("# Notes\n\nThe gateway listens on the loopback only.\n")
    for query in ("gateway", "loopback", "who listens", "port"):
        hit = "memory/2026-11-17.md:3=0.97:The gateway listens on the loopback only."
        yield "promote-record", ("promote", "record", "--query", query, "--result", hit)
    few = "memory/2026-11-17.md:1=0.5:Notes"
    yield "promote-record", ("promote", "record", "--query", "notes", "--result", few)
    yield "promote", ("promote", "--profile", "seed")
    yield "promote", ("promote", "--min-score", "0.6", "--limit", "0")
    yield "promote-explain", ("promote", "explain", "loopback")
    yield "promote-explain", ("promote", "explain", "Notes")
    yield "promote-status", ("promote", "status", "--deep")
    yield "promote-mode", ("promote", "mode", "core")
    yield "promote-queue", ("promote", "--queue", "--profile", "seed")
    reason = ("--rationale", "The loopback came up in four searches, because nobody finds the note.")
    yield "decided", ("accept", "m-", *reason)
    yield "decided", ("undo", "--rationale", "Taken back to show that it can be, with every byte as it was.")
    yield "decided", ("promote", "--apply", "--profile", "seed", *reason[:1], "Four searches asked for the loopback.")


def _trainings(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A curriculum, two briefs, one accepted and one sent back, and a night that brings none."""
    yield "train-init", ("train", "init", "--eleven", "--dry-run")
    hours = ("--window", "22:00-03:00", "--timezone", "Europe/Berlin")
    yield "train-init", ("train", "init", "--preset", "faster", *hours)
    yield "train-next", ("train", "next")
    yield "train-prompt", ("train", "prompt", "--vertical", "web")
    for name in ("gateway", "web"):
        (bench.root / "brief.md").write_text(WHOLE.replace("Gateway", name), encoding="utf-8")
        yield "train-record", ("train", "record", "brief.md", "--vertical", name)
    (bench.root / "brief.md").unlink()
    yield "train-next", ("train", "next")
    assert bench.run("train", "run", "--force").code == 1  # the model answers JSON
    yield "train-run", ("train", "run")
    yield "train-summary", ("train", "summary")
    first, second = (one["id"] for one in bench.run("train", "history", "--json").data["briefs"])
    marks = [word for one in DIMENSIONS for word in ("--score", f"{one}=7")]
    yield "decided", ("accept", first, *marks, "--rationale", "One bucket a client starves batch jobs.")
    yield "decided", ("train", "redo", second, "--rationale", "Nothing was recalled from memory first.")
    yield "train-progress", ("train", "progress")
    curriculum = bench.agent / "dream/training/curriculum.yaml"
    curriculum.write_text("verticals: [{name: gateway, focus: Requests.}]\n", encoding="utf-8")
    yield "train-status", ("train", "status")
    yield "train-history", ("train", "history", "--vertical", "gateway")
    yield "train-history", ("train", "history")
    yield "train-summary", ("train", "summary")


def _proposals(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Two notes that say the same, two that contradict each other, what sessions have in common, and an import."""
    lines = (workbench.event(30 + n, summary=f"blocked by `ledger export` {n}") for n in range(3))
    workbench.log_events(bench, *lines, name="bob__000000000002")
    yield "dream", ("dream",)
    texts = ("Always run make lint before you push.", "Always run make lint before pushing.")
    for number, text in enumerate((*texts, "Always use tabs in Python files.", "Never use tabs in Python files.")):
        yield "filed", ("memory", "add", "--title", f"Note {number}", "--text", text)
    yield "reorganize-dry-run", ("reorganize", "--dry-run")
    yield "reorganize", ("reorganize", "--instructions", "look at the linter")
    yield "reorganize-list", ("reorganize", "list")
    for one in bench.ok("reorganize", "list", "--json").data["proposals"]:
        yield "reorganize-show", ("reorganize", "show", one["id"])
        yield "show-preview", ("show", one["id"], "--preview")
        verb = "accept" if [m["kind"] for m in one["mutations"]] == ["merge"] else "reject"
        said = f"{one['id']}: nobody remembers why there are two of them, and the linter does not care."
        yield "decided", ("reorganize", verb, one["id"], "--rationale", said)
        yield "reorganize-show", ("reorganize", "show", one["id"])
    yield "reorganize-list", ("reorganize", "list", "--status", "all")
    yield "insights", ("insights", "--status", "all")
    database = bench.top / "brain.db"
    with contextlib.closing(sqlite3.connect(database)) as brain, brain:
        brain.execute("CREATE TABLE long_term_memories (memory_id TEXT, content TEXT, status TEXT)")
        brain.execute("INSERT INTO long_term_memories VALUES ('a', 'The build runs on host nine.', 'active')")
        brain.execute("INSERT INTO long_term_memories VALUES ('b', 'Deploys break on Fridays.', 'pending')")
    yield "memory-import", ("memory", "import", "--secondbrain", str(database))
    yield "memory-import", ("memory", "import", "--secondbrain", str(database))


def _moves(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A memory that is to go to the team, and one that contradicts CLAUDE.md."""
    folder = bench.root / ".claude" / "memory"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shared.md").write_text("Orders are numbered by year.\n")
    yield "memory-move", ("memory", "move", "shared.md", "--to", "team")
    (folder / "pnpm.md").write_text("---\nname: pnpm\ntype: feedback\n---\n\nNever use pnpm for installing packages.\n")
    claude = bench.root / "CLAUDE.md"
    before = claude.read_bytes()
    claude.write_bytes(before + b"\n- Always use pnpm for installing packages.\n")
    yield "reorganize", ("reorganize",)
    for one in bench.ok("reorganize", "list", "--json").data["proposals"]:
        yield "reorganize-show", ("reorganize", "show", one["id"])
    claude.write_bytes(before)
    for name in ("shared.md", "pnpm.md"):
        (folder / name).unlink()


def _indexes(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A memory folder with one of everything that can be wrong with an index, and what becomes of it."""
    folder = bench.root / ".claude" / "memory"
    rows = ["[Gone](gone.md)", "[Plan](../plans/p.md)", f"[Cents](feedback_cents.md) - {'said nowhere else ' * 9}"]
    (folder / "MEMORY.md").write_text("".join(f"- {row}\n" for row in rows) + "free words\n" * 200)
    (folder / "link.md").symlink_to(folder / "feedback_cents.md")
    (folder / "lost.md").write_text("---\nname: lost\n---\n\nWithout a line.\n")
    yield "memory-status", ("memory", "status")
    (folder / "MEMORY.md").write_text("".join(f"- {row}\n" for row in rows))
    yield "memory-index-dry-run", ("memory", "index", "--dry-run")
    yield "memory-index", ("memory", "index")
    yield "memory-status", ("memory", "status", "--all")
    (folder / "MEMORY.md").write_text("- [Cents](feedback_cents.md)\n- [Lost](lost.md)\n")
    yield "memory-status", ("memory", "check")


def _losses(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Memories that vanish and shrink outside our decisions, one of them without a line in the index, and come back."""
    folder = bench.root / ".claude" / "memory"
    (folder / "alone.md").write_text("---\nname: alone\n---\n\nNothing ever named it.\n")
    (folder / "large.md").write_text("word " * 300_000)
    yield "memory-history", ("memory", "history")
    for name in ("lost", "alone"):
        (folder / f"{name}.md").unlink()
    (folder / "large.md").write_text("word\n")
    yield "dream", ("dream",)
    yield "memory-history", ("memory", "history")
    yield "memory-restore-dry-run", ("memory", "restore", "lost.md", "--dry-run")
    yield "memory-restore-dry-run", ("memory", "restore", "alone.md", "--dry-run")
    yield "decided", ("memory", "restore", "lost.md")
    yield "memory-history", ("memory", "history", "--acknowledge", "alone.md")
    (folder / "alone.md").write_text("---\nname: alone\n---\n\nSomebody wrote it again.\n")
    (folder / "large.md").unlink()


def _rules_nobody_decided(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A rule that somebody put there, and one whose words were changed: named by everything, then accepted."""
    changed = bench.only(".agent/memory/semantic/rules/auto-dream/*.md")
    before = changed.read_bytes()
    changed.write_bytes(before.replace(b"at the end", b"whenever you like"))
    foreign = changed.parent.with_name("by-hand") / "12345678-foreign.md"
    foreign.parent.mkdir()
    foreign.write_text("# Foreign\n\nKeep it short.\n\n- **files**: src/bill.py\n")
    yield "sync", ("sync",)
    yield "sync-dry-run", ("sync", "--dry-run")
    yield "status", ("status",)
    yield "audit-verify", ("audit", "verify")
    yield "why", ("why", foreign.name)
    yield "decided-dry-run", ("accept", "--kind", "undecided", "--dry-run")
    yield "decided-dry-run", ("reject", "--kind", "undecided", "--dry-run")
    reason = "It has been the rule of this house for two years, and nobody wants to write long again."
    yield "decided", ("accept", "--kind", "undecided", "--rationale", reason)
    changed.write_bytes(before)
    settings = bench.agent / "config.yaml"
    config = settings.read_text()
    settings.write_text(f"{config}dreamtui:\n  outputs: [claude-rules]\n")
    (foreign.parent / "12345679-reaches-nobody.md").write_text("# Nobody\n\nSay it once.\n")
    reason = "It is the other rule of this house, and the shorter one of the two."
    yield "decided", ("accept", "--kind", "undecided", "--rationale", reason)
    yield "sync-dry-run", ("sync", "--dry-run")
    yield "sync", ("sync",)
    settings.write_text(config)


def _decisions(bench: Bench) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every verb once."""
    by_title = {item["title"]: item_id for item_id, item in bench.items().items()}
    bill, tax = (next(i for title, i in by_title.items() if name in title) for name in ("bill", "tax"))
    filed = by_title["Totals are rounded twice"]
    rule = ("--rule", "Round totals once, at the end.")
    yield "decided", ("graduate", bill, "--rationale", REASON, *rule)
    yield "decided", ("rerationale", bill, "--rationale", REASON.replace("Two of three", "All"))
    yield "decided", ("reject", tax, "--rationale", "The tax file was rewritten last week, so this says nothing now.")
    yield "decided", ("reopen", tax)
    yield "decided", ("defer", filed, "--until", "+3d")
    note = bench.ok("memory", "list", "--json").data["notes"][0]["id"]
    yield "decided", ("memory", "edit", note, "--text", "All amounts are in cents, as integers.")
    yield "decided", ("retire", note, "--rationale", "Amounts are decimals since the last release, so this is wrong.")
    yield "decided", ("undo", "--rationale", "Retired by mistake: the other service still counts in cents.")
    yield "decided", ("redo",)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_schema_is_valid_and_strict(name: str, schemas: dict[str, dict[str, Any]]) -> None:
    """A shipped schema is a JSON Schema in which every key is required and no other is allowed."""
    loaded = schemas[name]
    jsonschema.Draft202012Validator.check_schema(loaded)
    shapes = (one for one in loaded.get("$defs", {}).values() if "properties" in one)
    for shape in (loaded, *shapes):
        assert shape["additionalProperties"] is False
        assert shape["required"] == list(shape["properties"])


@pytest.mark.parametrize("name", DOCUMENTS)
def test_output_is_what_its_schema_says(
    name: str, printed: dict[str, list[Any]], schemas: dict[str, dict[str, Any]]
) -> None:
    """What the real commands print validates."""
    check = jsonschema.Draft202012Validator(schemas[name])
    assert printed[name], "nothing was printed"
    for document in printed[name]:
        problems = [f"{error.json_path}: {error.message}" for error in check.iter_errors(document)]
        assert not problems


def test_something_of_everything_was_printed(printed: dict[str, list[Any]]) -> None:
    """The lists the schemas speak of were not all empty, so that their entries were checked too."""
    filled: set[tuple[str, str]] = set()
    lists: set[tuple[str, str]] = set()
    for name, documents in printed.items():
        for document in documents:
            for key, value in document.items():
                if isinstance(value, list):
                    lists.add((name, key))
                    filled |= {(name, key)} if value else set()
    never = {key for _, key in lists - filled}
    rare = {
        "updated",
        "skipped",
        "recurring",
        "problems",
        "left",
        "unread",
        "repairs",
        "broken",
        "commits",
        "conflicts",
        "opposites",
        "withdrawn",
        "drift",
        "ahead",
        "remarks",
        "signatures",
        "elsewhere",
        "misplaced",
        "similar_to",
        "advice",
        "challenge",
        "flags",
        "quiet",
    }
    assert never <= rare


def test_exported_lines_are_decisions(printed: dict[str, list[Any]], schemas: dict[str, dict[str, Any]]) -> None:
    """Each decision of the export is what `audit show` prints."""
    check = jsonschema.Draft202012Validator(schemas["audit-show"])
    for decision in printed["audit-export"][0]["decisions"]:
        assert check.is_valid(decision)


def test_every_command_has_a_schema() -> None:
    """A command that prints data says in which shape."""
    described = {command.split(" --")[0] for document in DOCUMENTS.values() for command in document.commands}
    assert described == set(commands()) - PRINTS_NO_DATA
