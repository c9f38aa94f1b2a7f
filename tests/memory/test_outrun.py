"""What time or the repository has outrun is offered for a look, with a way out that says so."""

import pytest

from dreamtui.memory.claims import World
from dreamtui.memory.reorganize import FindSettings, propose
from dreamtui.model.proposal import Memory, MutationKind, Proposal

WORLD = World(
    tracked=frozenset({"firmware/wifi/karma/karma.cpp", "firmware/main.cpp"}), branches=frozenset({"main"}), once={}
)


def memory(name: str, text: str, about: str = "") -> Memory:
    return Memory(f"t-{name}", f".claude/memory/{name}.md", "h", name, text, "topic", about=about, scope="@claude")


def found(one: Memory, world: World = WORLD) -> list[Proposal]:
    made = propose([one], FindSettings(now="2026-11-20T00:00:00Z"), world).proposals
    return [proposal for proposal in made if proposal.kind == "recheck"]


def test_a_day_on_which_something_ended_is_asked_about() -> None:
    """The statement goes, or all of the memory where that was its point."""
    one = memory("school", "The user is at school.\n\n- Start: 2026-04-07\n- End: 2026-06-17 (70 days)\n- No calls.")
    (made,) = found(one)
    assert "2026-06-17 has passed" in made.reason
    assert [choice.id for choice in made.choices] == ["still", "no-longer", "over"]
    still, gone, over = (choice.mutations for choice in made.choices)
    assert still == () and "2026-06-17" not in gone[0].text and "No calls." in gone[0].text
    assert over[0].kind is MutationKind.DEPRECATE and "- No calls." in over[0].lost


@pytest.mark.parametrize(
    "text",
    [
        "The freeze holds until 2027-01-15.",
        "The freeze was in force until 2026-06-17.",
        "- 2026-06-18: the freeze ended 2026-06-17.",
        "Extended until 2026-06-17, done.",
        "The count was taken on 2026-06-17.",
    ],
)
def test_what_is_to_come_or_is_told_of_the_past_is_not_asked_about(text: str) -> None:
    assert found(memory("freeze", f"{text}\n\nAsk Ann.")) == []


def test_a_plan_whose_file_is_there_is_built() -> None:
    """Its file is called after it; once it says so it is not asked about again."""
    text = "# karma, an attack (PLANNED, not yet built)\n\nNew module `wifi/karma/karma.cpp`, called from `main.cpp`."
    (made,) = found(memory("project_karma_plan", text))
    assert "“not yet built”" in made.reason and "`wifi/karma/karma.cpp`" in made.reason
    (built,) = next(choice.mutations for choice in made.choices if choice.id == "built")
    assert built.text.startswith("It is built: `wifi/karma/karma.cpp` is there.\n\n# karma") and built.lost == ()
    assert found(memory("project_karma_plan", built.text)) == []
    assert found(memory("project_karma_plan", text), World(tracked=frozenset({"firmware/main.cpp"}))) == []
    assert found(memory("project_probe_plan", text)) == []
    assert found(memory("project_karma_plan", f"**BUILT and shipped** in May.\n\n{text}", "not started")) == []


def test_work_on_a_branch_that_is_no_more_is_asked_about() -> None:
    text = "**PR #126 is OPEN, NOT merged** — branch `feat/gates`.\n\nThe gates run in CI."
    (made,) = found(memory("gates", text))
    assert "`feat/gates`, which is no more" in made.reason
    assert found(memory("gates", text.replace("feat/gates", "main"))) == []
    assert found(memory("gates", "Built on branch `feat/gates`.\n\nThe gates run in CI.")) == []
    assert found(memory("gates", text), World(tracked=frozenset({"a.py"}))) == []


@pytest.mark.parametrize(
    ("about", "more"),
    [
        ("The form is firmware/old/form.cpp, not main.cpp", ""),
        ("", "\n- Whoever edits it begins at `firmware/old/form.cpp`, because Bob does.\n"
             "- Ann reads `firmware/old/form.cpp` first, which is short."),
    ],
)  # fmt: skip
def test_a_memory_about_a_file_that_is_gone_is_looked_at_as_a_whole(about: str, more: str) -> None:
    """Its description, or several statements, would still send a reader there if one sentence were taken out."""
    rest = "- The form asks for a name.\n- It posts to Ann.\n- It is red."
    text = f"The form lives in `firmware/old/form.cpp`.\n\n{rest}{more}"
    world = World(tracked=WORLD.tracked, deleted=frozenset({"firmware/old/form.cpp"}), once={})
    (made,) = found(memory("form", text, about), world)
    assert "It is about what is gone: file firmware/old/form.cpp." in made.reason
    assert (about or "Whoever edits it") in made.reason
    assert [choice.id for choice in made.choices] == ["still", "over"] and made.choices[0].mutations == ()
    assert made.choices[1].mutations[0].kind is MutationKind.DEPRECATE
    plain = text.removesuffix(more)
    (cut,) = propose([memory("form", plain)], FindSettings(now="2026-11-20T00:00:00Z"), world).proposals
    assert cut.kind == "mutations" and cut.mutations[0].text == rest
