"""What real rule files are full of and what is no contradiction: numbered lists, headings as plain text, odd levels."""

import pytest

from dreamtui.memory.reorganize import FindSettings, World, propose
from dreamtui.memory.reorganize.language.reading import read
from dreamtui.model.proposal import Memory, MutationKind, Proposal


def topic(name: str, text: str, hook: str = "") -> Memory:
    return Memory(name, f"@claude/{name}.md", "0" * 64, name, text, "topic", hook=hook)


def found(*texts: str) -> tuple[Proposal, ...]:
    memories = [topic(f"t-{at}", text) for at, text in enumerate(texts)]
    return propose(memories, FindSettings(now="2026-11-18T00:00:00Z"), World()).proposals


def contradictions(*texts: str) -> list[str]:
    return [made.reason for made in found(*texts) if made.kind == "contradiction"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2. Implement proper error boundaries", "5. Implement proper error boundaries"),
        ("2) Implement proper error boundaries", "- 5. Implement proper error boundaries"),
        ("**1** **Testability**: Code is easy to test.", "**5** **Testability**: Code is easy to test."),
        ("**1.** Follow the style guide of the team", "6. Follow the style guide of the team"),
    ],
)
def test_the_number_of_an_item_is_not_what_it_says(one: str, other: str) -> None:
    """Two lists may say the same in another place."""
    assert read(one).tokens == read(other).tokens and not read(one).facts
    assert contradictions(f"# A\n\n{one}\n\nThe cart is red.", f"# B\n\n{other}\n\nThe lock is blue.") == []


@pytest.mark.parametrize(
    "text", ["3.5 MB is the limit", "**3** retries are made", "- 2: missing config", "5. 20 retries"]
)
def test_other_numbers_at_the_beginning_count(text: str) -> None:
    """Only what is the place in a list is passed over."""
    assert any(kind == "number" for kind, _ in read(text).facts)


def test_a_number_inside_an_item_still_contradicts() -> None:
    """Whatever place the items have."""
    one, other = "2. Wait 30 seconds for the worker", "7. Wait 60 seconds for the worker"
    (reason,) = contradictions(f"# A\n\n{one}\n\nThe cart is red.", f"# B\n\n{other}\n\nThe lock is blue.")
    assert "30 / 60" in reason and "2 / 7" not in reason


def test_headings_that_stand_as_plain_text_say_nothing() -> None:
    """`Performance Metrics` does not contradict `Performance Guidelines`; a short rule still does contradict."""
    assert contradictions("Performance Metrics\n\nThe cart is red.", "// Performance Guidelines\n\nA lock.") == []
    one, other = "- Use Shadcn UI and Tailwind for styling.", "- Use Daisy UI and Tailwind for styling."
    assert contradictions(f"# A\n\n{one}\n\nThe cart is red.", f"# B\n\n{other}\n\nThe lock is blue.")


def test_a_deeper_heading_may_stand_before_the_sections() -> None:
    """Such a memory is not split, and a short one is not either: nobody is helped by two files instead of one."""
    database = "Postgres holds orders, invoices, refunds and ledgers. Vacuum nightly, analyse weekly. "
    office = "Lunch arrives before noon; parking cards, badges, visitors and plants are at reception. "
    short, sections = (f"## Database\n{database * times}\n\n## Office\n{office * times}" for times in (1, 14))
    assert found(short) == ()
    kinds = {m.kind for made in found(sections) for m in made.mutations}
    assert kinds == {MutationKind.SPLIT}
    assert not any(m.kind is MutationKind.SPLIT for made in found(f"### Scope\n\n{sections}") for m in made.mutations)


def test_titles_begin_with_what_they_are_about() -> None:
    """In a narrow list only the beginning of a title is seen."""
    (made,) = found("- Wait 30 seconds for the worker\n\nThe cart.", "- Wait 60 seconds for the worker\n\nA lock.")
    assert made.title == "t-0 / t-1: contradiction"
    hook = f"{'The worker of the cart is restarted by hand. ' * 4}Ask Ann before that."
    memories = [topic("t-cart", "The lock of the cart is kept in Redis for an hour.", hook)]
    (kept,) = propose(memories, FindSettings(now="2026-11-18T00:00:00Z"), World()).proposals
    assert kept.title == "t-cart: keep its index words"


def test_the_index_words_of_a_folder_are_one_item() -> None:
    """Each memory is a change that can be switched off; what every word of stands in the memory is no loss."""
    hook = f"{'The worker of the cart is restarted by hand. ' * 4}Ask Ann before that."
    said = f"{'The queue of the shop drains at noon. ' * 5}At noon the shop drains."
    text = "The lock of the cart is kept in Redis for an hour."
    memories = [
        topic("t-cart", text, hook),
        topic("t-lock", "Invoices are sent at night.", hook),
        topic("t-full", "The queue of the shop drains at noon.", said),
    ]
    (made,) = [one for one in found_of(memories) if one.kind == "mutations"]
    assert made.title == "Keep the index words of 2 memories"
    assert [one.sources[0].id for one in made.mutations] == ["t-cart", "t-lock"]
    assert [one.text.partition("\n\n")[0][-20:] for one in made.mutations] == ["Ask Ann before that."] * 2
    (alone,) = found_of(memories[:1])
    assert alone.id == made.id


def found_of(memories: list[Memory]) -> tuple[Proposal, ...]:
    return propose(memories, FindSettings(now="2026-11-18T00:00:00Z"), World()).proposals
