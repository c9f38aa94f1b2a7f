"""The audit trail: what was changed behind its back is named, and what was not verifies."""

import json
import re
from pathlib import Path

import pytest
import yaml
from workbench import REASON, Bench, make_bench, reason

from dreamtui.kinds.decision import audit_record

RULE = "Run each migration against a copy first."
HOSTILE = (
    "A migration broke: with [brackets], \"quotes\", 'more', # signs, --- rulers\n---\n"
    "\ttabs \x85 \u2028 \x1b[31m é 日本 \x7f"
)


@pytest.fixture
def decided(tmp_path: Path) -> Bench:
    """A workspace with a graduation, a rejection, a deferral, a note and an undo."""
    bench = make_bench(tmp_path)
    one, two, three = bench.file("Releases break on migrations", "Tests are skipped on Fridays", "Logs hold tokens")
    bench.ok("graduate", one, "--rationale", reason(1), "--rule", RULE)
    bench.ok("reject", two, "--rationale", reason(2))
    bench.ok("defer", three, "--until", "+3d")
    bench.ok("memory", "add", "--title", "A note", "--text", "Its words.")
    bench.ok("undo", two, "--rationale", "Fridays came back, so this is open again.")
    return bench


def records(bench: Bench) -> dict[str, Path]:
    """The records by verb."""
    return {path.name.split("-")[1]: path for path in sorted(bench.agent.glob("dream/audit/*/*/*.md"))}


def fails(bench: Bench, *names: str) -> None:
    """verify is exit 4 in one line, for people and as JSON, and names what is wrong."""
    done = bench.run("audit", "verify")
    assert done.code == 4 and done.problem
    for name in names:
        assert name in done.out, (name, done)
    as_data = bench.run("audit", "verify", "--json")
    assert as_data.code == 4 and as_data.data["ok"] is False and as_data.data["broken"]
    assert bench.run("doctor").code == 1


def test_a_deferral_may_have_a_reason(tmp_path: Path) -> None:
    """In the record and in the history; without one it is put off as well, and a secret in it is asked about."""
    bench = make_bench(tmp_path)
    one, two = bench.file("Releases break on migrations", "Tests are skipped on Fridays")
    bench.ok("defer", one, "--until", "+3d", "--rationale", "The audit of October is still under way.")
    assert "The audit of October is still under way." in records(bench)["defer"].read_text()
    assert "The audit of October is still under way." in json.dumps(bench.ok("audit", "export", "--json").data)
    secret = "Waits for password=zx9Kq82LmP0w of the vault."
    assert bench.run("defer", two, "--until", "+3d", "--reason", secret).code == 1
    bench.ok("defer", two, "--until", "+3d", "--reason", secret, "--acknowledge", "secret")
    bench.ok("audit", "verify", "--strict")


def test_an_untouched_trail_verifies(decided: Bench) -> None:
    """Exit 0, nothing broken, no drift, also strictly."""
    assert decided.ok("audit", "verify", "--strict").out == "5 records verified\n"
    data = decided.ok("audit", "verify", "--json").data
    nothing: dict[str, list[str]] = {
        key: []
        for key in (
            "broken",
            "drift",
            "ahead",
            "undecided",
            "conflicts",
            "opposites",
            "commits",
            "remarks",
            "signatures",
        )
    }
    assert data == {"schema": 1, "records": 5, "ok": True, **nothing}


@pytest.mark.parametrize("verb", ["graduate", "reject", "undo", "add"])
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (rb'"actor": "alice"|actor: "alice"', b'actor: "mallory"'),
        (rb"\n## Rationale\n\n", b"\n## Rationale\n\nNot "),
        (rb"\Z", b"\n"),
    ],
    ids=["the actor", "the reason", "a line at the end"],
)
def test_a_changed_record_is_named(decided: Bench, verb: str, old: bytes, new: bytes) -> None:
    """Whatever was changed in it, verify is exit 4, and no further decision builds on it."""
    path = records(decided)[verb]
    changed = re.sub(old, new, path.read_bytes(), count=1)
    assert changed != path.read_bytes()
    path.write_bytes(changed)
    fails(decided, path.name)
    (item,) = decided.file("Another title of its own")
    assert path.name in decided.refused(4, "reject", item, "--rationale", REASON)


@pytest.mark.parametrize("verb", ["graduate", "reject", "undo"])
def test_a_missing_record_is_named(decided: Bench, verb: str) -> None:
    """A parent that others follow, or the newest, which only the log still knows."""
    path = records(decided)[verb]
    path.unlink()
    fails(decided, path.stem.rsplit("-", 1)[1])


def test_a_renamed_record_is_named(decided: Bench) -> None:
    """A record under another name, time or verb is not where it belongs."""
    path = records(decided)["reject"]
    renamed = path.with_name(path.name.replace("-reject-", "-graduate-"))
    path.rename(renamed)
    fails(decided, renamed.name)


def test_a_copied_record_is_named(decided: Bench) -> None:
    """The same record twice, the second under a later name."""
    path = records(decided)["reject"]
    copy = path.with_name("20270101T000000000000Z" + path.name[22:])
    copy.write_bytes(path.read_bytes())
    fails(decided, copy.name)


def test_a_record_of_garbage_is_named(decided: Bench) -> None:
    """A file with a record's name that is none."""
    path = records(decided)["reject"]
    forged = path.with_name(path.name[:-11] + "00000000.md")
    forged.write_bytes(b"---\nverb: reject\n---\n")
    fails(decided, forged.name)


def test_a_missing_or_changed_object_is_named(tmp_path: Path) -> None:
    """What an undo needs and does not find is exit 4, in verify and in the undo."""
    bench = make_bench(tmp_path)
    item = bench.add("Releases break on migrations", "text:" + "a long quote " * 9000)
    bench.ok("reject", item, "--rationale", REASON)
    thing = bench.only(".agent/dream/objects/*")
    data = thing.read_bytes()
    thing.unlink()
    fails(bench, thing.name[:12])
    bench.refused(4, "undo", "--rationale", "It was right after all, see the log of the last release.")
    thing.write_bytes(data.replace(b"long", b"huge"))
    fails(bench, thing.name[:12])
    bench.refused(4, "undo", "--rationale", "It was right after all, see the log of the last release.")
    thing.write_bytes(data)
    bench.ok("audit", "verify", "--strict")
    bench.ok("undo", "--rationale", "It was right after all, see the log of the last release.")


def test_a_record_with_other_line_ends_still_verifies(decided: Bench) -> None:
    """git may check records out with CRLF; that is no tampering."""
    for path in records(decided).values():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    done = decided.run("audit", "verify")
    assert done.code == 0, done


def test_drift_is_listed_and_strict_fails(decided: Bench) -> None:
    """Files that others changed since are named; exit 0, or 1 with --strict."""
    rule = decided.only(".agent/memory/semantic/rules/auto-dream/*.md")
    rule.write_bytes(rule.read_bytes() + b"\nA line by hand.\n")
    decided.only(".agent/memory/notes/*.md").unlink()
    done = decided.ok("audit", "verify")
    assert f"{rule.name} was changed" in done.out and ".md is gone" in done.out
    strict = decided.run("audit", "verify", "--strict")
    assert strict.code == 1 and strict.problem


def test_every_record_is_yaml_too(tmp_path: Path) -> None:
    """A YAML reader sees the same front matter as ours, whatever the words."""
    bench = make_bench(tmp_path).at(actor="al: ice #1 'q' \"w\" é")
    from dreamtui.desk.queue.add_candidate import add

    item = add(bench.desk(), f"Title: {HOSTILE} and more words", [f"text:{HOSTILE}"]).id
    bench.ok("graduate", item, "--rationale", "-", "--rule", "Check \u2028 \x85 'it' \"all\".", feed=HOSTILE.encode())
    bench.ok("undo", "--rationale", HOSTILE)
    bench.ok("audit", "verify", "--strict")
    paths = sorted(bench.agent.glob("dream/audit/**/*.md"))
    assert len(paths) == 2
    for path in paths:
        data = path.read_bytes()
        ours = audit_record.parse(data)
        front = yaml.safe_load(data.decode("utf-8").split("---\n")[1])
        assert front["decision"] == ours.id
        assert front["parents"] == list(ours.parents)
        for name in ("item", "kind", "fingerprint", "title", "actor", "when", "tool"):
            assert front[name] == getattr(ours, name)
        assert front["verb"] == ours.verb.value
        assert front["evidence"] == [list(pair) for pair in ours.evidence]
        assert [entry["path"] for entry in front["touched"]] == [entry.path for entry in ours.touched]
        assert ours.rationale == HOSTILE and path.name == audit_record.file_name(ours)


def test_export_is_one_document_a_line(decided: Bench) -> None:
    """Everything as data, oldest first, the same with and without --json."""
    lines = [json.loads(line) for line in decided.ok("audit", "export").out.splitlines()]
    assert lines == decided.ok("audit", "export", "--json").data["decisions"]
    assert [line["verb"] for line in lines] == ["graduate", "reject", "defer", "add", "undo"]
    assert [line["stands"] for line in lines] == [True, False, True, True, True]
    for line in lines[1:]:
        assert line["parents"]


def test_the_same_inputs_give_the_same_trail(tmp_path: Path) -> None:
    """Two workspaces, the same clock, words and actor: the same bytes everywhere but where their paths stand."""
    trees = []
    for name in ("one", "two"):
        bench = make_bench(tmp_path / name)
        (item,) = bench.file("Releases break on migrations")
        bench.ok("graduate", item, "--rationale", REASON, "--rule", RULE)
        bench.ok("sync")
        trees.append({path.removeprefix(str(bench.root)): what for path, what in bench.tree().items()})
    assert trees[0] == trees[1]


def test_a_record_from_the_future_is_named_and_breaks_nothing(decided: Bench) -> None:
    """A clock that was ahead is said by verify and doctor; the records hold all the same."""
    (item,) = decided.file("Caches are cold on Mondays")
    decided.at(now="2036-01-02T00:00:00Z").ok("reject", item, "--rationale", reason(9))
    done = decided.ok("audit", "verify", "--strict")
    assert "2036-01-02" in done.out and "6 records verified" in done.out
    (said,) = decided.ok("audit", "verify", "--json").data["ahead"]
    assert said.startswith("reject ") and "in the future" in said
    assert "2036-01-02" in decided.ok("doctor").out
