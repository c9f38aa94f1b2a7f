"""Search over a whole workspace: what is found, where it stands, and what is whose."""

import subprocess
from pathlib import Path

import pytest
from sandbox import Sandbox, furnish, reason
from trees import below

from dreamtui.desk.decide.decide import decide
from dreamtui.desk.memory.notes import add_note
from dreamtui.desk.queue.add_candidate import add
from dreamtui.desk.queue.source import source_of
from dreamtui.desk.search.search import Hits, Searcher, evidence_of, kinds_of, revealed, search
from dreamtui.model.decision import Words
from dreamtui.model.errors import Usage
from dreamtui.model.memory import Note
from dreamtui.model.search import Hit
from dreamtui.model.verb import Verb

SECRET = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    made = Sandbox(tmp_path)
    furnish(made)
    return made


def remember(box: Sandbox, name: str, text: str) -> Path:
    """A memory in Claude Code's folder of this workspace."""
    path = box.desk().memory.main / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def ask(box: Sandbox, text: str, *kinds: str) -> Hits:
    return search(box.desk(), text, kinds=kinds)


def first(box: Sandbox, text: str, *kinds: str) -> Hit:
    return ask(box, text, *kinds).hits[0]


def test_every_kind_of_thing_is_found_where_it_stands(box: Sandbox) -> None:
    """Items, rules, notes, memories, reasons and evidence, each with a place that can be opened."""
    remember(
        box, "release.md", "---\nname: release\ndescription: how it is shipped\n---\n\nOn Tuesdays.\n\nWith a tag.\n"
    )
    desk = box.desk()
    hit = first(box, "tuesday")
    assert (hit.kind, hit.quote, hit.locator) == ("memory", "On Tuesdays.", f"file:{hit.place}:6")
    assert source_of(desk, evidence_of(hit)).line == 6
    item = add(desk, "Totals drift", ["text:one cent"]).id
    decide(desk, [item], Verb.REJECT, Words(rationale=reason(3)))
    assert first(box, "one cent", "evidence").id == item
    reasons = ask(box, "migration", "reason").hits
    assert {one.kind for one in reasons} == {"decision"}
    assert {one.where for one in reasons} == {"reason"}
    rules = ask(box, "the", "rule").hits
    assert {one.kind for one in ask(box, "migration").hits} >= {"decision", "rule"}
    assert all(one.status == "live" for one in rules)


def test_what_is_forgotten_is_not_found_any_more(box: Sandbox) -> None:
    """A memory that was deleted leaves the index with the next search."""
    path = remember(box, "gone.md", "Zebras are striped.\n")
    assert first(box, "zebras").kind == "memory"
    path.unlink()
    assert ask(box, "zebras").hits == ()


def test_nothing_private_lies_in_the_workspace(box: Sandbox) -> None:
    """Git sees nothing of the index, not even where a repository ships a file in its place."""
    subprocess.run(["git", "init", "-q", str(box.root)], check=True)
    remember(box, "private.md", "Zebras are private.\n")
    shipped = box.root / ".agent/dream/.state/search.sqlite"
    shipped.parent.mkdir(parents=True, exist_ok=True)
    shipped.write_bytes(b"shipped")
    assert first(box, "zebras").kind == "memory"
    assert shipped.read_bytes() == b"shipped"
    inside = [Path(entry.path) for entry in below(box.root, ()) if entry.is_file()]
    assert not [path for path in inside if b"Zebras" in path.read_bytes()]


def test_agents_are_told_nothing_private(box: Sandbox) -> None:
    """Memories and moments are not even in what is asked for them, whatever kinds they name."""
    remember(box, "private.md", "Zebras are private.\n")
    assert first(box, "zebras").kind == "memory"
    searcher = Searcher(box.desk(), shared_only=True)
    searcher.update()
    for kinds in ((), ("memory",), ("moment",), ("item",)):
        assert searcher.find("zebras", kinds=kinds).hits == ()


def test_a_kind_that_there_is_not_is_refused_and_half_a_one_is_told(box: Sandbox) -> None:
    """On the command line the first, in the words the second."""
    with pytest.raises(Usage):
        ask(box, "x", "nonsense")
    assert "no kind" in ask(box, "x kind:nonsense").problems[0]
    assert ask(box, "kind:can x").problems == ()
    assert {"item", "rule", "memory", "reason", "evidence", "moment"} <= set(kinds_of(box.desk()))


def test_secrets_are_shown_only_when_they_are_asked_for(box: Sandbox) -> None:
    """The index has none; to reveal one its file is read again."""
    add_note(box.desk(), Note("", "", title="Deploy", text=f"The key is {SECRET} for now."), ("secret",))
    hit = first(box, "deploy")
    assert hit.quote == "The key is [secret] for now." or hit.where == "title"
    hit = first(box, "key for now")
    assert SECRET not in hit.quote
    assert SECRET in revealed(box.desk(), hit).quote


def test_retired_things_come_after_what_counts(box: Sandbox) -> None:
    """They are found, and say so."""
    ids = [add_note(box.desk(), Note("", "", title=f"Zebra {name}", text="Striped."))[1] for name in ("one", "two")]
    assert {hit.id for hit in ask(box, "zebra", "note").hits} == set(ids)
    gone = ask(box, "zebra", "note").hits[0].id
    box.steps += 1
    decide(box.desk(), [gone], Verb.RETIRE, Words(rationale=reason(7)))
    kept, retired = ask(box, "zebra", "note").hits
    assert (retired.id, retired.status, kept.status) == (gone, "retired", "accepted")
