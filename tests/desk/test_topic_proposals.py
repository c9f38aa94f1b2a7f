"""Proposals about topic files of Claude Code: what is edited, archived and moved, with the index, and undone."""

from pathlib import Path

import proposing
import pytest
import topicbox
from sandbox import Sandbox, assert_sound
from topicbox import CENTS, CENTS_AGAIN, WHY

from dreamtui.desk.decide import decide
from dreamtui.desk.memory.all import live_memories
from dreamtui.desk.memory.notes import add_note
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.index.regenerate import fact_of, regenerate
from dreamtui.kinds.note import codec as note_format
from dreamtui.model.decision import Words
from dreamtui.model.errors import Changed, OutOfDate
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb

SAME = {"amounts": ("project", CENTS), "money": ("project", CENTS_AGAIN), "team": ("user", "The team sits in Bonn.")}
PORT = {"ports": ("project", "The worker listens on port 9000.\n\nIts log is rotated every night by logrotate.")}


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace without anything."""
    return Sandbox(tmp_path)


def test_without_a_memory_folder_there_are_no_topics(box: Sandbox) -> None:
    """Nothing is read and nothing is proposed."""
    assert live_memories(box.desk()) == {}
    assert topicbox.cycle(box).proposals == ()


def test_topic_files_are_memories_and_indexes_are_not(box: Sandbox) -> None:
    """Id, scope, type, pin and words are those of the file; indexes, odd files and empty ones take no part."""
    topicbox.put(
        box,
        {
            "MEMORY.md": b"# index\n",
            "MEMORY-2.md": b"- [a](a.md)\n",
            "a.md": topicbox.memory("a-b", "Words.", type="feedback", pinned=True),
            "team/b.md": b"No front matter at all.\n",
            "empty.md": b"---\nname: x\n---\n",
            "logs/2026.md": b"a log\n",
            "bad.md": b"\xff\xfe\x00broken \x80",
        },
    )
    (topicbox.folder(box) / "link.md").symlink_to("a.md")
    found = {key: kept.memory for key, kept in live_memories(box.desk()).items()}
    assert sorted(found) == ["t-a", "t-b", "t-bad"]
    assert (found["t-a"].scope, found["t-a"].category, found["t-a"].pinned) == ("@claude", "feedback", True)
    assert (found["t-b"].scope, found["t-b"].path, found["t-b"].text) == (
        "@claude/team", "@claude/team/b.md", "No front matter at all.",
    )  # fmt: skip


def test_when_a_memory_was_written(box: Sandbox) -> None:
    """Its own stamp counts first, then its session, a day in its name, the time of its file."""
    session = "7acd37a8-0000-4000-8000-000000000001"
    topicbox.put(
        box,
        {
            "stamped.md": topicbox.memory("x 2026-01-01", "Words.", modified="2026-04-18T13:30:00.000Z"),
            "of-session.md": topic.render("x 2026-01-01", "d", "project", "Words.", session=session),
            "named_2026_05_07.md": topicbox.memory("named", "Words."),
            "plain.md": topicbox.memory("plain", "Words."),
        },
    )
    transcript = topicbox.folder(box).parent / f"{session}.jsonl"
    transcript.write_text('{"type":"summary"}\n{"timestamp":"2026-03-02T10:00:00.000Z","type":"user"}\n')
    found = {key: (kept.memory.created[:10], kept.memory.dated) for key, kept in live_memories(box.desk()).items()}
    assert found == {
        "t-stamped": ("2026-04-18", ""),
        "t-of-session": ("2026-03-02", "the day of its session"),
        "t-named-2026-05-07": ("2026-05-07", "the day in its name"),
        "t-plain": ("2026-09-21", "the file's time stamp"),
    }


def test_a_merge_goes_into_the_newest_file(box: Sandbox) -> None:
    """It keeps its name and front matter; the other is archived, its line goes, no other byte; undo gives all back."""
    topicbox.furnish(box, SAME)
    held = topicbox.held(box)
    made = proposing.proposal(
        proposing.mutation(box, "merge", ("t-amounts", "t-money"), title="Money", text=f"{CENTS}\nShown in euros.")
    )
    topicbox.accept(box, proposing.queue(box, made))
    after = topicbox.held(box)
    assert sorted(after) == ["MEMORY.md", "money.md", "team.md"]
    assert topic.parse(after["money.md"], "").text == f"{CENTS}\nShown in euros."
    front = held["money.md"].partition(b"\n---\n")[0]
    assert after["money.md"].startswith(front)
    assert after["MEMORY.md"] == held["MEMORY.md"].replace(
        b"- [amounts](amounts.md) \xe2\x80\x94 hook of amounts\n", b""
    )
    assert topicbox.archived(box) == ["claude/amounts.md"]
    assert_sound(box)
    topicbox.undo(box)
    assert topicbox.held(box) == held and topicbox.archived(box) == []


def test_what_only_the_archived_file_was_reached_by_is_reached_still(box: Sandbox) -> None:
    """Where the index names only the file that goes, the one that stays gets a line."""
    topicbox.furnish(box, SAME)
    index = topicbox.held(box)["MEMORY.md"]
    kept = b"".join(line for line in index.splitlines(keepends=True) if b"money.md" not in line)
    topicbox.put(box, {"MEMORY.md": kept})
    made = proposing.proposal(proposing.mutation(box, "merge", ("t-amounts", "t-money"), title="M", text=CENTS))
    topicbox.accept(box, proposing.queue(box, made))
    after = topicbox.held(box)["MEMORY.md"].decode()
    assert "(money.md)" in after and "(amounts.md)" not in after


def test_a_cycle_finds_doubles_and_a_batch_changes_one_index(box: Sandbox) -> None:
    """Two merges accepted at once chain on the index; one undo takes both back."""
    topicbox.furnish(
        box,
        {
            "amounts": ("project", CENTS),
            "amounts-2": ("project", CENTS),
            "ports": ("project", "The worker listens on port 9000."),
            "port": ("project", "The worker listens on port 9000."),
        },
    )
    held = topicbox.held(box)
    ids = [one.proposal.id for one in topicbox.cycle(box).proposals]
    assert len(ids) == 2
    outcome = topicbox.accept(box, *ids)
    assert len(outcome.decisions) == 2
    index = topicbox.held(box)["MEMORY.md"].decode()
    assert index.count("](") == 2 and "A line of the user's own.  \n" in index
    assert len(topicbox.archived(box)) == 2
    topicbox.undo(box)
    assert topicbox.held(box) == held and topicbox.archived(box) == []


def test_a_correction_changes_its_line_and_nothing_else(box: Sandbox) -> None:
    """A relative date becomes absolute by the day of the file; other lines keep their bytes, their blanks too."""
    text = (
        "Kept with two blanks.  \r\n\r\nThe migration was dropped yesterday.\r\n\r\n**Why:** it locked the table.\t\r\n"
    )
    front = b"---\r\nname: old one\r\nmodified: 2026-10-12T08:00:00Z\r\n---\r\n\r\n"
    topicbox.put(box, {"old.md": front + text.encode(), "MEMORY.md": b"- [Old](old.md) - x\r\n"})
    held = topicbox.held(box)
    made = topicbox.found(box, "supersede")
    assert "2026-10-11" in made.reason
    topicbox.accept(box, made.id)
    after = topicbox.held(box)
    assert after["old.md"] == held["old.md"].replace(b"yesterday", b"on 2026-10-11")
    assert after["MEMORY.md"] == held["MEMORY.md"]
    topicbox.undo(box)
    assert topicbox.held(box) == held


def test_a_split_makes_files_with_lines(box: Sandbox) -> None:
    """Each part is a file of the same type; the file itself goes to the archive."""
    topicbox.furnish(box, PORT)
    held = topicbox.held(box)
    parts = (("Worker ports", "The worker listens on port 9000."), ("Ports", "Its log is rotated every night."))
    made = proposing.proposal(proposing.mutation(box, "split", ("t-ports",), parts=parts))
    topicbox.accept(box, proposing.queue(box, made))
    after = topicbox.held(box)
    assert sorted(after) == ["MEMORY.md", "ports-2.md", "worker-ports.md"]
    assert topic.parse(after["worker-ports.md"], "").type == "project"
    index = after["MEMORY.md"].decode()
    assert "(worker-ports.md)" in index and "(ports-2.md)" in index and "(ports.md)" not in index
    topicbox.undo(box)
    assert topicbox.held(box) == held


def test_a_part_that_begins_with_code_is_described_in_words(box: Sandbox) -> None:
    """A fence says nothing in an index; where there are no words, the title is all."""
    topicbox.furnish(box, PORT)
    parts = (("Ports", "```cpp\nlisten(9000);\n```\nThe worker listens there."), ("Code", "```cpp\nrotate();\n```"))
    made = proposing.proposal(proposing.mutation(box, "split", ("t-ports",), parts=parts))
    topicbox.accept(box, proposing.queue(box, made))
    after = topicbox.held(box)
    assert topic.parse(after["ports-2.md"], "").description == "The worker listens there."
    assert topic.parse(after["code.md"], "").description == "Code"


def test_another_type_changes_one_word(box: Sandbox) -> None:
    """A move of category writes the type in the front matter."""
    topicbox.furnish(box, PORT)
    held = topicbox.held(box)
    made = proposing.proposal(proposing.mutation(box, "move", ("t-ports",), category="reference"))
    topicbox.accept(box, proposing.queue(box, made))
    after = topicbox.held(box)
    assert after["ports.md"] == held["ports.md"].replace(b"type: project", b"type: reference")
    assert after["MEMORY.md"] == held["MEMORY.md"]


def test_a_topic_and_a_note_become_the_topic(box: Sandbox) -> None:
    """Claude Code reads the topic file, so it gets the words; the note is retired with a link to it."""
    topicbox.furnish(box, PORT)
    _, note_id = add_note(box.desk(), Note("", "", "Ports", "The worker listens on port 9000."))
    made = proposing.proposal(
        proposing.mutation(box, "merge", (note_id, "t-ports"), title="Ports", text="The worker listens on port 9000.")
    )
    topicbox.accept(box, proposing.queue(box, made))
    data = box.desk().store.read(f".agent/memory/notes/{note_id}.md")
    assert data is not None and b"merged_into: t-ports" in data
    assert note_format.parse(data, "x").status == "deprecated"  # type: ignore[union-attr]
    assert topic.parse(topicbox.held(box)["ports.md"], "").text == "The worker listens on port 9000."


def test_a_cycle_keeps_topics_and_notes_apart(box: Sandbox) -> None:
    """They are read by different readers: equal words are no reason to make them one."""
    topicbox.furnish(box, {"ports": ("project", "The worker listens on port 9000.")})
    add_note(box.desk(), Note("", "", "Ports", "The worker listens on port 9000."))
    assert topicbox.cycle(box).proposals == ()


def test_what_changed_meanwhile_is_planned_again(box: Sandbox) -> None:
    """A file Claude Code wrote since is not overwritten; a line it added to the index stays."""
    topicbox.furnish(box, SAME)
    made = proposing.proposal(proposing.mutation(box, "merge", ("t-amounts", "t-money"), title="M", text=CENTS))
    item_id = proposing.queue(box, made)
    index = topicbox.held(box)["MEMORY.md"] + b"- [New](new.md) - by Claude\n"
    topicbox.put(box, {"MEMORY.md": index, "new.md": b"New words of Claude.\n"})
    shown = decide.preview(box.desk(), item_id, Verb.ACCEPT, Words(rationale=WHY, acknowledged=("all",)))
    topicbox.put(box, {"MEMORY.md": index + b"- [Newer](new.md) - again\n"})
    with pytest.raises(Changed, match="check the new preview"):
        decide.decide(
            box.desk(), [item_id], Verb.ACCEPT, Words(rationale=WHY, acknowledged=("all",)), expected=shown.changes
        )
    changed = topicbox.held(box)["money.md"] + b"\nA line Claude added.\n"
    topicbox.put(box, {"money.md": changed})
    with pytest.raises(OutOfDate, match="has changed since"):
        topicbox.accept(box, item_id)
    assert topicbox.held(box)["money.md"] == changed
    made = proposing.proposal(proposing.mutation(box, "deprecate", ("t-amounts",)))
    topicbox.accept(box, proposing.queue(box, made))
    after = topicbox.held(box)["MEMORY.md"]
    assert b"[New](new.md)" in after and b"[Newer](new.md)" in after and b"amounts.md" not in after


def test_the_archive_never_overwrites(box: Sandbox) -> None:
    """A second file of the same name is archived beside the first; the same bytes are archived once."""
    for text in ("First words.", "Second words.", "Second words."):
        topicbox.put(box, {"a.md": topicbox.memory("a", text), "MEMORY.md": b"- [a](a.md)\n"})
        made = proposing.proposal(proposing.mutation(box, "deprecate", ("t-a",)))
        topicbox.accept(box, proposing.queue(box, made))
    first, second = topicbox.archived(box)
    assert second == "claude/a.md" and first.startswith("claude/a-")
    assert b"First words." in (topicbox.private_archive(box) / second).read_bytes()
    assert topicbox.held(box) == {"MEMORY.md": b""}


def test_a_pinned_memory_is_never_touched(box: Sandbox) -> None:
    """Not by a cycle, and not by a proposal made before it was pinned."""
    topicbox.put(box, {"a.md": topicbox.memory("a", CENTS), "b.md": topicbox.memory("b", CENTS)})
    made = topicbox.found(box, "merge")
    topicbox.put(box, {"a.md": topicbox.memory("a", CENTS, pinned=True)})
    with pytest.raises(OutOfDate):
        topicbox.accept(box, made.id)
    assert topicbox.cycle(box).proposals == ()


def test_what_was_skipped_can_be_accepted_as_it_is_now(box: Sandbox) -> None:
    """A found merge of a file that changed since is found again at once, from what the file says now."""
    topicbox.furnish(box, {"ports": PORT["ports"], "ports-too": PORT["ports"]})
    made = topicbox.found(box, "merge")
    changed = topicbox.held(box)["ports.md"] + b"\nBoth ports are closed to the outside.\n"
    topicbox.put(box, {"ports.md": changed})
    with pytest.raises(OutOfDate, match="planned again"):
        topicbox.accept(box, made.id)
    assert topicbox.held(box)["ports.md"] == changed
    topicbox.accept(box, made.id)
    assert b"closed to the outside" in topicbox.held(box)["ports-too.md"] and "ports.md" not in topicbox.held(box)


def test_decisions_beside_each_other_are_taken_back_in_any_order(box: Sandbox) -> None:
    """Neighbouring lines go one after the other; the first comes back while the second is gone, then that too."""
    topicbox.furnish(box, {name: ("project", f"The {name} is painted {name}.") for name in ("red", "green", "blue")})
    held = topicbox.held(box)
    outcomes = {}
    for name in ("red", "green"):
        made = proposing.proposal(proposing.mutation(box, "deprecate", (f"t-{name}",)))
        outcomes[name] = topicbox.accept(box, proposing.queue(box, made)).decisions[0].short
    topicbox.undo(box, outcomes["red"])
    index = topicbox.held(box)["MEMORY.md"].decode()
    assert "(red.md)" in index and "(green.md)" not in index
    topicbox.undo(box, outcomes["green"])
    assert topicbox.held(box) == held


def test_what_only_a_long_line_says_goes_into_the_memory(box: Sandbox) -> None:
    """A line that cannot be cut without a loss becomes one that can."""
    hook = "of the worker, which " + "was moved twice because the first and the second one were taken, " * 3
    topicbox.put(box, {"ports.md": topicbox.memory("ports", PORT["ports"][1])})
    topicbox.put(box, {"MEMORY.md": f"- [Ports](ports.md) — {hook.strip()}\n- [Ports](ports.md)\n".encode()})
    facts = {"ports.md": fact_of(topic.parse(topicbox.held(box)["ports.md"], "ports.md"), "")}
    assert regenerate(topicbox.held(box)["MEMORY.md"], facts).unfit == (1,)
    made = topicbox.found(box, "supersede")
    assert made.mutations[0].lost == ()
    topicbox.accept(box, made.id)
    after = topicbox.held(box)
    assert after["ports.md"].endswith(f"were taken,\n\n{PORT['ports'][1]}\n".encode())
    facts = {"ports.md": fact_of(topic.parse(after["ports.md"], "ports.md"), "")}
    again = regenerate(after["MEMORY.md"], facts)
    assert again.unfit == () and again.shortened == (1,)
    assert topicbox.cycle(box).proposals == ()


def test_an_index_of_the_team_loses_its_line_too(box: Sandbox) -> None:
    """Whatever index names a file is changed: the first, one below team/, a second-level one."""
    topicbox.put(
        box,
        {
            "team/ports.md": topicbox.memory("ports", PORT["ports"][1]),
            "team/MEMORY.md": b"- [Ports](ports.md)\n- [Other](other.md)\n",
            "MEMORY.md": b"- [Ports](team/ports.md)\n- [More](MEMORY-2.md)\n",
            "MEMORY-2.md": b"- [Ports](team/ports.md) - again\n",
        },
    )
    made = proposing.proposal(proposing.mutation(box, "deprecate", ("t-ports",)))
    topicbox.accept(box, proposing.queue(box, made))
    assert topicbox.held(box) == {
        "MEMORY.md": b"- [More](MEMORY-2.md)\n",
        "MEMORY-2.md": b"",
        "team/MEMORY.md": b"- [Other](other.md)\n",
    }
    assert topicbox.archived(box) == ["claude/team/ports.md"]
