"""One malformed file of each kind in a workspace: it is named, and everything else goes on."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from malformed import CLOSED_LINE, DEEP_LINE, DIGITS, ODD, WHEN, a_record
from workbench import REASON, Bench, make_bench, reason

from dreamtui.desk.audit import audit_views
from dreamtui.kinds.decision import audit_record
from dreamtui.model.decision import Draft, Touched
from dreamtui.model.verb import Verb
from dreamtui.store.records import log

RULES = "memory/semantic/rules/auto-dream"
FRONT = "---\nid: {id}\ntype: gap\ntitle: {odd}\n---\n\nSaid.\n\n## Evidence\n"


def planted(relative: str, text: str) -> Callable[[Bench], str]:
    """Puts a file into .agent; what has to be named."""

    def plant(bench: Bench) -> str:
        path = bench.agent / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as stream:
            stream.write(text.encode("utf-8", "surrogateescape"))
        return path.name

    return plant


def a_rule(line: str) -> str:
    """A rule with this last line."""
    return f"# A title\n\nDo it.\n\n## Graduated by\n\nalice\n\n{line}\n"


def an_object(bench: Bench) -> str:
    """A record that matches its hash and needs an object that matches its name, and cannot be meant."""
    data = b'[{"at":1e999,"was":"","now":""}]'
    key = audit_record.object_key(data)
    planted(f"dream/objects/{key}", data.decode())(bench)
    draft = Draft("0123456789", "candidate", "f", "T", Verb.REJECT, "alice", f"{WHEN[:-1]}.000000Z", "Because.")
    made, text = audit_record.seal(draft, (), "0.1", (Touched("a.md", "0" * 64, "1" * 64, (), key),))
    planted(f"dream/audit/2026/11/{audit_record.file_name(made)}", text.decode())(bench)
    return key[:12]


PLANTS: dict[str, Callable[[Bench], str]] = {
    "a rule with a deep comment": planted(f"{RULES}/bad-deep.md", a_rule(DEEP_LINE)),
    "a rule with a closed deep comment": planted(f"{RULES}/bad-closed.md", a_rule(CLOSED_LINE)),
    **{
        f"a rule whose files are {odd}": planted(
            f"{RULES}/bad-{number}.md", a_rule(f'<!-- dreamtui: {{"v":1,"files":{odd}}} -->')
        )
        for number, odd in enumerate(("5", "true", "null", "1e999"))
    },
    "a retired rule": planted("dream/expired/bad-retired.md", a_rule(DEEP_LINE)),
    "a candidate": planted("dream/candidates/aaaaaaaaaa.md", f"# Candidate `aaaaaaaaaa` — T\n\n{DEEP_LINE}\n"),
    "a candidate with many digits": planted(
        "dream/candidates/aaaaaaaaab.md", f'# A\n\n<!-- dreamtui: {{"signal":"x","weight":{DIGITS}}} -->\n'
    ),
    "a graduated file": planted("dream/graduated/aaaaaaaaac.md", f"# A\n\n{CLOSED_LINE}\n"),
    "a rejected file": planted("dream/rejected/aaaaaaaaad.md", f"# A\n\n{DEEP_LINE}\n"),
    "a note": planted("memory/notes/n-bad.md", FRONT.format(id="n-bad", odd="[" * 3000)),
    "a note with many digits": planted("memory/notes/n-bad.md", FRONT.format(id="n-bad", odd=DIGITS)),
    "an insight": planted("dream/insights/i-aaaaaaaaaa.md", FRONT.format(id='"i-aaaaaaaaaa"', odd="[" * 3000)),
    "an insight that is none": planted("dream/insights/i-aaaaaaaaab.md", "nothing"),
    "a proposal": planted("dream/proposals/p-aaaaaaaaaa.json", '{"files": ' + "[" * 3000),
    "a proposal with odd fields": planted(
        "dream/proposals/p-aaaaaaaaab.json", '{"proposal": {"id": 5, "score": 1e999}}'
    ),
    "an accepted proposal": planted("dream/proposals/accepted/p-aaaaaaaaac.json", "[]"),
    "a promotion": planted("dream/promotions/m-aaaaaaaaaa.json", "[" * 3000),
    "a promotion with odd fields": planted("dream/promotions/m-aaaaaaaaab.json", '{"id": [], "days": 1e999}'),
    "a promoted one": planted("dream/promotions/accepted/m-aaaaaaaaac.json", f'{{"start": {DIGITS}}}'),
    "a record": planted(f"dream/audit/2026/11/{a_record()[0]}", "---\nevidence: " + "[" * 3000 + "\n---\n"),
    "an object": an_object,
    "a log line": planted("dream/log/2026/11/mallory-0000.jsonl", DEEP_LINE + "\n"),
    "a log line of depth": planted("dream/log/2026/11/mallory-0000.jsonl", '{"ts": ' + "[" * 3000 + "\n"),
    "a log line of digits": planted("dream/log/2026/11/mallory-0000.jsonl", f'{{"ts": {DIGITS}}}\n'),
}

SILENT = ("a record", "an object", "a log line", "a note", "a retired rule", "an accepted", "a promoted")
"""What a list of what waits does not look at."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A workspace with an item that waits, a rule and a note."""
    made = make_bench(tmp_path_factory.mktemp("malformed"), git=True)
    first, _ = made.file("Totals are rounded twice", "Retries hide timeouts")
    made.ok("graduate", first, "--rationale", REASON, "--rule", "Round totals once, at the end.")
    made.ok("memory", "add", "--title", "A good note", "--text", "Kept.")
    made.ok("sync")
    return made


@pytest.mark.parametrize("kind", PLANTS)
def test_a_malformed_file_is_named_and_the_rest_goes_on(bench: Bench, tmp_path: Path, kind: str) -> None:
    """status, list, doctor, sync, dream, show, why and verify: one line at most, and never an internal error."""
    import shutil

    root = tmp_path / "work"
    shutil.copytree(bench.root, root, symlinks=True)
    here = replace(bench, root=root)
    name = PLANTS[kind](here)
    items = here.items()
    good = next(item for item in items.values() if item["title"] == "Retries hide timeouts")
    rule = next(item for item in items.values() if item["status"] == "graduated")

    doctor = here.run("doctor")
    assert name.partition(".")[0] in doctor.out, doctor
    listed = here.ok("list", "--json")
    assert good["id"] in {item["id"] for item in listed.data["items"]}
    status = here.ok("status", "--json")
    synced = here.ok("sync", "--dry-run")
    dreamt = here.ok("dream", "--dry-run", "--json")
    if kind.startswith("a log line"):
        assert doctor.code == 0
    else:
        assert doctor.code == 1
    if not kind.startswith(("a record", "an object", "a log line")):
        assert any(name in sentence for sentence in status.data["problems"]), status
        assert any(name in sentence for sentence in dreamt.data["remarks"]), dreamt
        assert name in here.run("list", "--status", "all").err
    if not kind.startswith(SILENT):
        assert name in listed.err, listed
    if name.startswith(("bad-", "n-")) and kind != "a retired rule":
        assert name in synced.err
        assert here.run("sync", "--check").code == 1
    shown = here.run("show", good["id"])
    assert ("Retries hide timeouts" in shown.out) is (kind != "a record")
    verified = here.run("audit", "verify")
    assert verified.code == (4 if kind in ("a record", "an object") else 0)
    why = here.run("why", rule["id"])
    assert why.code == (4 if kind == "a record" else 0), why
    for done in (doctor, listed, status, synced, dreamt, shown, verified, why):
        assert "internal error" not in done.err + done.out
    if kind == "an object":
        short = next(here.agent.glob("dream/audit/*/*/*-0123456789-*.md")).stem.rpartition("-")[2]
        for words in (("audit", "show", "0123456789"), ("undo", short, "--rationale", REASON)):
            done = here.run(*words)
            assert done.code == 4, done
            assert name in done.err


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_any_value_in_any_comment(bench: Bench, tmp_path: Path, odd: str) -> None:
    """A candidate, a decided one and a rule with an odd value in every field: listed, or named."""
    import shutil

    root = tmp_path / "work"
    shutil.copytree(bench.root, root, symlinks=True)
    here = replace(bench, root=root)
    keys = ("weight", "actors", "files", "evidence", "aliases", "similar_to", "first_seen", "title", "until", "subject")
    for number, key in enumerate(keys):
        text = f'# Candidate `bbbbbbbbb{number}` — T\n\n<!-- dreamtui: {{"signal":"manual","{key}":{odd}}} -->\n'
        for folder in ("dream/candidates", "dream/rejected", RULES):
            planted(f"{folder}/bbbbbbbbb{number}.md", text)(here)
    for words in (("list", "--json"), ("list", "--status", "all"), ("status",), ("doctor",), ("sync", "--dry-run")):
        done = here.run(*words)
        assert "internal error" not in done.err + done.out, (words, done.err[-300:])
        assert done.code in ((0, 1) if words == ("doctor",) else (0,)), (words, done.err[-300:])
    assert "Retries hide timeouts" in here.ok("list").out


def test_a_region_without_a_hash_is_repaired(tmp_path: Path) -> None:
    """An empty hash in a marker is no reason for an error that nobody understands."""
    bench = make_bench(tmp_path)
    (bench.root / "CLAUDE.md").write_text("<!-- dreamtui:begin sha=-->\n#\n<!-- dreamtui:end -->")
    done = bench.run("sync", "--repair")
    assert done.code == 0, done
    assert "#\n" in (bench.root / "CLAUDE.md").read_text()


def test_a_decision_while_everything_is_verified_is_no_loss(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody decides between the look at the records and the look at the log, or the other way round."""
    bench = make_bench(tmp_path)
    first, second, third = bench.file("Totals are rounded twice", "Retries hide timeouts", "Caches are cold")
    bench.ok("reject", first, "--rationale", REASON)
    waiting = [second, third]
    entries, names = log.entries, audit_views.audit_record.file_name

    def decide() -> None:
        if waiting:
            item = waiting.pop()
            with monkeypatch.context() as plain:
                plain.setattr(log, "entries", entries)
                plain.setattr(audit_views.audit_record, "file_name", names)
                bench.ok("reject", item, "--rationale", reason(len(waiting)))

    def entries_later(*given: object, **named: object) -> object:
        decide()
        return entries(*given, **named)  # type: ignore[arg-type]

    def names_later(*given: object) -> str:
        decide()
        return names(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "entries", entries_later)
    monkeypatch.setattr(audit_views.audit_record, "file_name", names_later)
    verdict = audit_views.verify(bench.desk())
    assert waiting == []
    assert (verdict.broken, verdict.drift) == ((), ())
    assert json.loads(bench.ok("audit", "verify", "--json").out)


@pytest.mark.parametrize("number", ["9" * 5001, "²", "0", "-1", "1" * 30], ids=range(5))
def test_a_line_that_no_file_has_is_refused_in_words(bench: Bench, number: str) -> None:
    """Thousands of digits, a sign that is a digit to Python only: no such line, whoever asks."""
    words = bench.refused(1, "add", "--title", "Odd", "--evidence", f"file:CLAUDE.md:{number}")
    assert "is not a file of this workspace with such a line" in words
    for name in ("CLAUDE.md", "MEMORY.md", ".agent/memory/MEMORY.md"):
        assert "internal error" not in bench.refused(1, "why", f"{name}:{number}")
    asked = bench.at(DREAMTUI_MAX_NEW=number).run("status")
    assert "internal error" not in asked.err


@pytest.mark.parametrize("value", ["!!bool zz", "!!int ''", "!!float '-'", "!!timestamp x", "!!set [a]"])
def test_a_tag_that_its_value_is_none_of_is_named_with_its_line(tmp_path: Path, value: str) -> None:
    """Settings with a tag in them stop no command without a name."""
    bench = make_bench(tmp_path)
    (bench.agent / "config.yaml").write_text(f"dream:\n  window_days: 30\ndreamtui: {{max_new: {value}}}\n")
    for words in (("status",), ("doctor",), ("sync",), ("config",), ("dream",)):
        done = bench.run(*words)
        assert "internal error" not in done.err + done.out, (words, done)
        assert done.code in (1, 2) and ".agent/config.yaml" in done.err + done.out, (words, done)
        assert "3: " in done.err + done.out, (words, done)
