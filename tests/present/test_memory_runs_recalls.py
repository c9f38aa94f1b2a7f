"""What is said of rules, runs, recalls and proposals."""

from pane_text import text_of

from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.index import summary
from dreamtui.desk.mine import run as mine
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.kinds.memory.index.regenerate import Regenerated
from dreamtui.kinds.proposal.kind import strength
from dreamtui.present.memory import rule_lines
from dreamtui.present.mining import run_lines
from dreamtui.present.promotions import empty_lines, score_bar
from dreamtui.sources.workspace import INNER_CLAUDE_FOLDER


def test_evidence_of_a_rule_without_a_date_begins_with_its_words(desk: Desk) -> None:
    """A quote from a file has neither a date nor somebody who said it, and no colon for them."""
    texts = [text_of(rule_lines(rule, desk.now)) for rule in remembered(desk).rules]
    quotes = [line for text in texts for line in text.partition("\nEvidence\n")[2].split("\n")]
    assert any(quote.startswith("send(to") for quote in quotes)


def test_a_run_says_what_it_listened_to(own_desk: Desk) -> None:
    """How many transcripts, and what a memory says already."""
    shop = own_desk.workspace.root
    for path in (shop / INNER_CLAUDE_FOLDER).rglob("*.jsonl"):
        was = path.read_text().split('"cwd": "')[1].partition('"')[0]
        path.write_text(path.read_text().replace(f'"cwd": "{was}"', f'"cwd": "{shop}"'))
    words = text_of(run_lines(mine.dream(own_desk, mine.DreamRequest())))
    assert "Read 2 transcripts of 2 sessions." in words
    assert "1 is remembered already." in words
    assert ".claude/memory/feedback_branch_names.md: " in words and "user asked to remember this" in words


def test_bars_say_what_they_measure() -> None:
    """Empty for nothing, one cell for anything above, full for one."""
    assert score_bar(0.0) == ("", "─" * 10)
    assert score_bar(0.004) == ("━", "─" * 9)
    assert score_bar(0.5) == ("━" * 5, "─" * 5)
    assert score_bar(1.0, 6) == ("━" * 6, "")


def test_where_there_are_no_recalls_it_is_said_what_makes_some() -> None:
    """No store is told from a store that is empty."""
    none, empty = text_of(empty_lines("")), text_of(empty_lines("memory/.dreams/short-term-recall.json"))
    assert "There is no recall store" in none and "No recall is recorded yet" in empty
    assert "short-term-recall.json holds none" in empty
    assert "dreamtui promote record" in none and "dreamtui promote record" in empty


def test_how_alike_and_how_sure() -> None:
    """Only what is wholly the same is called 100 %."""
    assert strength("merge", 1.0) == "100 % alike" and strength("contradiction", 0.999) == "99 % alike"
    assert strength("deprecate", 0.29) == "29 % sure" and strength("merge", 1.7) == "100 % alike"


def test_what_mending_does_names_what_it_counts() -> None:
    """The number of files is not taken for the number of lines."""
    made = Regenerated(added=("a", "b"), dropped=("c",), shortened=(1,))
    assert summary(made) == "2 memories get a line, 1 file that is gone loses its line, 1 line is shortened"
    assert summary(Regenerated()) == "nothing to do"
