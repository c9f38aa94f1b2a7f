"""A secret of every kind and orders of several sorts are refused on every way by which words come in."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from test_risky_words import ORDERS, SECRETS
from training_briefs import brief
from workbench import Bench, make_bench, reason

from dreamtui.desk.decide import decide
from dreamtui.desk.decide.gate import ORDER
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory.notes import add_note, edit_note
from dreamtui.desk.queue.add_candidate import add
from dreamtui.desk.queue.listing import listing
from dreamtui.model.decision import Words
from dreamtui.model.errors import Lack, Missing, Refused
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import INSTRUCTIONS, SECRET

RISKY = [(texts[0], SECRET) for texts in SECRETS.values()] + [(text, ORDER) for text in ORDERS[::4]]
RULE = "Run each migration against a copy of production before the release."

Way = Callable[[Desk, Mapping[str, str], str], object]


def note(title: str, text: str, category: str = "") -> Note:
    return Note(id="", path="", title=title, text=text, category=category)


def deciding(verb: Verb, item: str, rule: str = "") -> Way:
    """A decision whose reason is the text."""
    return lambda desk, names, text: decide.decide(desk, [names[item]], verb, Words(text, rule))


def ruling(*, as_note: bool) -> Way:
    """A graduation whose words for agents are the text."""
    return lambda desk, names, text: decide.decide(
        desk, [names["waits"]], Verb.GRADUATE, Words(reason(9), rule=text, as_note=as_note)
    )


def edited(*, title: bool) -> Way:
    return lambda desk, names, text: edit_note(desk, names["note"], *((text, None) if title else (None, text)))


WAYS: dict[str, Way] = {
    "graduate --rule": ruling(as_note=False),
    "graduate --as note": ruling(as_note=True),
    "graduate, the reason": deciding(Verb.GRADUATE, "waits", rule="Take care of the queue."),
    "reject": deciding(Verb.REJECT, "waits"),
    "accept": deciding(Verb.ACCEPT, "undecided"),
    "reject what nobody decided": deciding(Verb.REJECT, "undecided"),
    "retire": deciding(Verb.RETIRE, "rule"),
    "retire a note": deciding(Verb.RETIRE, "note"),
    "rerationale": deciding(Verb.RERATIONALE, "rule"),
    "undo": lambda desk, names, text: decide.take_back(desk, None, text),
    "redo": lambda desk, names, text: decide.take_back(desk, None, text, redo=True),
    "memory add --text": lambda desk, names, text: add_note(desk, note("A title", text)),
    "memory add --title": lambda desk, names, text: add_note(desk, note(text, "A text.")),
    "memory add --category": lambda desk, names, text: add_note(desk, note("A title", "A text.", text)),
    "memory edit --text": edited(title=False),
    "memory edit --title": edited(title=True),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> tuple[Bench, dict[str, str]]:
    """A workspace with something for every way; nothing that is refused changes it."""
    bench = make_bench(tmp_path_factory.mktemp("ways"))
    waits, decided, taken = bench.file("Queues run full", "Releases break on migrations", "Tests hang")
    decide.decide(bench.desk(), [decided], Verb.GRADUATE, Words(reason(1), RULE))
    _, name = add_note(bench.desk(), note("Backups", "They lie in the second region."))
    foreign = bench.agent / "memory/semantic/rules/auto-dream/12345678-foreign.md"
    foreign.write_text("# Foreign\n\nKeep commits small.\n")
    decide.decide(bench.desk(), [taken], Verb.REJECT, Words(reason(2)))
    decide.take_back(bench.desk(), None, reason(3))
    return bench, {"waits": waits, "rule": decided, "note": name, "undecided": bench.undecided()}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_lets_one_in_unasked(place: tuple[Bench, dict[str, str]], way: str) -> None:
    """Refused with what is to be acknowledged, and nothing is recorded."""
    bench, names = place
    before = bench.tree()
    for text, what in RISKY:
        with pytest.raises(Refused) as refused:
            WAYS[way](bench.desk(), names, text)
        assert refused.value.missing == Missing(Lack.RISK, (what,)), (text, str(refused.value))
    assert bench.tree() == before


@pytest.mark.parametrize("way", ["rule file", "note file"])
def test_what_lies_in_a_folder_is_accepted_only_when_it_is_acknowledged(tmp_path: Path, way: str) -> None:
    """Whoever accepts many has not read the one."""
    bench = make_bench(tmp_path)
    path = bench.agent / {"rule file": "memory/semantic/rules/x/12345678-x.md", "note file": "memory/notes/n-1.md"}[way]
    path.parent.mkdir(parents=True)
    for text, what in RISKY:
        head = "# Foreign\n\n" if way == "rule file" else '---\nid: "n-1"\ntitle: "Foreign"\nstatus: active\n---\n\n'
        path.write_text(f"{head}{text}\n", encoding="utf-8")
        with pytest.raises(Refused) as refused:
            decide.decide(bench.desk(), [bench.undecided()], Verb.ACCEPT, Words(reason(1)))
        assert refused.value.missing == Missing(Lack.RISK, (what,)), (text, str(refused.value))


def test_a_training_brief_is_accepted_only_when_it_is_acknowledged(tmp_path: Path) -> None:
    """Its insight goes to another vertical, whose agents read it."""
    bench = make_bench(tmp_path, git=True)
    bench.ok("train", "init", "--eleven")
    for number, (text, what) in enumerate(RISKY):
        written = brief("gateway", 0, f"Number {number} of the limits is too low.").replace(
            "- Insight for", f"- {text}\n- Insight for"
        )
        assert text in written
        item = bench.ok("train", "record", "-", "--vertical", "gateway", "--json", feed=written.encode()).data["id"]
        with pytest.raises(Refused) as refused:
            decide.decide(bench.desk(), [item], Verb.ACCEPT, Words(reason(40 + number)))
        assert refused.value.missing == Missing(Lack.RISK, (what,)), (text, str(refused.value))
        bench.ok("reject", item, "--rationale", reason(number))


@pytest.mark.parametrize("way", ["title", "evidence", "rule"])
def test_what_is_proposed_is_marked(tmp_path: Path, way: str) -> None:
    """Anybody may propose anything: it is shown with its risk, and decides nothing."""
    bench = make_bench(tmp_path)
    for number, (text, what) in enumerate(RISKY):
        given = {"title": f"Deploys {number}", "evidence": "text:seen", "rule": "", way: text}
        evidence = given["evidence"] if way != "evidence" else f"text:{text}"
        added = add(bench.desk(), given["title"], [evidence], given["rule"])
        (entry,) = [one for one in listing(bench.desk()).entries if one.row.id == added.id]
        flag = {SECRET: SECRET, ORDER: INSTRUCTIONS}[what]
        assert flag in entry.row.flags, (text, entry.row.flags)


def test_an_edited_result_is_read_as_carefully(tmp_path: Path) -> None:
    """To acknowledge what it loses is not to acknowledge what it says."""
    bench = make_bench(tmp_path)
    for title, text in (
        ("One", "Always run make lint before you push."),
        ("Two", "Always run make lint before pushing."),
    ):
        add_note(bench.desk(), note(title, text))
    bench.ok("reorganize")
    (item,) = (one["id"] for one in bench.ok("reorganize", "list", "--json").data["proposals"])
    for text, what in RISKY:
        edited_words = Words(reason(1), text=f"# Lint\n\nAlways run make lint. {text}\n", acknowledged=("all",))
        with pytest.raises(Refused) as refused:
            decide.decide(bench.desk(), [item], Verb.ACCEPT, edited_words)
        assert refused.value.missing == Missing(Lack.RISK, (what,)), (text, str(refused.value))


def test_what_is_imported_is_read_again_when_it_is_decided(tmp_path: Path) -> None:
    """The words that a file of rules suggests are trusted no more than typed ones; masked ones are no suggestion."""
    bench = make_bench(tmp_path)
    lines = [(" ".join(text.split()), what) for text, what in RISKY if "\n" not in text]
    (bench.root / "AGENTS.md").write_text("# Rules\n\n" + "".join(f"- {text}\n" for text, _ in lines), encoding="utf-8")
    items = bench.ok("import", "AGENTS.md", "--json").data["new"]
    assert len(items) > len(lines) // 2, "what is no rule makes no item"
    refusals = []
    for number, item in enumerate(items):
        with pytest.raises(Refused) as refused:
            decide.decide(bench.desk(), [item], Verb.GRADUATE, Words(reason(number)))
        refusals.append(refused.value.missing)
    assert set(refusals) == {Missing(Lack.RISK, (ORDER,)), Missing(Lack.RULE)}
    masked = [item for item, why in zip(items, refusals, strict=True) if why == Missing(Lack.RULE)]
    listed = bench.items()
    assert all("[secret]" in listed[item]["title"] for item in masked)
