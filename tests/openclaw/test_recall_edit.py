"""Editing a recall store: what is asked for changes, in the layout that stands there; every other byte stays."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.model.errors import Refused
from dreamtui.openclaw import recall_store
from dreamtui.openclaw.js import stringify, to_fixed
from dreamtui.openclaw.memory_file import PromotionLine, shortened
from dreamtui.openclaw.plans import without
from dreamtui.openclaw.scoring.profiles import PROFILES

SHOWN = "the store"
keys = st.text(min_size=1, max_size=12).filter(lambda key: not key.isdigit())
texts = st.text(max_size=30)
values = st.one_of(texts, st.integers(0, 10**6), st.floats(0, 1), st.lists(texts, max_size=3), st.booleans(), st.none())
stores = st.dictionaries(keys, st.dictionaries(keys, values, max_size=4), min_size=1, max_size=4)


@given(stores, st.data(), st.sampled_from([2, 4, None]))
@settings(max_examples=120, deadline=None)
def test_setting_members_of_one_entry(
    found: dict[str, dict[str, object]], data: st.DataObject, indent: int | None
) -> None:
    """Whatever the layout, the value is what it should be; in OpenClaw's own, so are the bytes."""
    key = data.draw(st.sampled_from(sorted(found)))
    fields = data.draw(st.dictionaries(st.sampled_from([*found[key], "promotedAt", "snippet"]), values, min_size=1))
    before = {"version": 1, "updatedAt": "then", "entries": found}
    plain = stringify(before) + "\n"
    text = plain if indent == 2 else json.dumps(before, indent=indent)
    after = recall_store.set_entry(text, key, fields, "now", SHOWN)
    wanted = {**before, "updatedAt": "now", "entries": {**found, key: {**found[key], **fields}}}
    assert json.loads(after) == wanted
    if indent == 2 and found[key]:
        assert after == stringify(wanted) + "\n"


@given(stores, texts)
@settings(max_examples=60, deadline=None)
def test_a_member_that_is_added_and_removed_leaves_nothing(found: dict[str, dict[str, object]], words: str) -> None:
    """Every byte is as before."""
    key = sorted(found)[0]
    if "promotedAt" in found[key]:
        return
    text = stringify({"version": 1, "updatedAt": "then", "entries": found}) + "\n"
    member = recall_store.entry_member(text, key)
    assert member is not None
    added = recall_store.set_fields(text, member.value_start, {"promotedAt": words})
    assert recall_store.set_fields(added, member.value_start, {"promotedAt": recall_store.GONE}) == text


@given(stores, keys)
@settings(max_examples=60, deadline=None)
def test_putting_an_entry(found: dict[str, dict[str, object]], key: str) -> None:
    """A new entry comes last, an old one keeps its place; the bytes are those of the whole store written anew."""
    entry = {"key": key, "snippet": "words", "queryHashes": ["a", "b"]}
    text = recall_store.dump(found, "then").decode()
    after = recall_store.put_entry(text, key, entry, "now", SHOWN)
    assert after.encode() == recall_store.dump({**found, key: entry}, "now")


def test_putting_an_entry_into_nothing() -> None:
    """An empty store gets its first entry."""
    text = recall_store.dump({}, "then").decode()
    assert recall_store.put_entry(text, "k", {"a": 1}, "now", SHOWN).encode() == recall_store.dump(
        {"k": {"a": 1}}, "now"
    )
    assert json.loads(recall_store.put_entry("{}", "k", {"a": 1}, "now", SHOWN))["entries"] == {"k": {"a": 1}}


@pytest.mark.parametrize("text", ["", "[]", "{", '{"entries": []}', '{"entries": {"k": 1}}', '{"entries": {"k" 1}}'])
def test_what_is_no_store_is_left_alone(text: str) -> None:
    """One sentence, no change."""
    with pytest.raises(Refused):
        recall_store.set_entry(text, "k", {"a": 1}, "now", SHOWN)


def test_numbers_are_written_as_javascript_does() -> None:
    """Whole floats without a point, small ones with one, large ones with an exponent."""
    numbers = {
        1.0: "1",
        0.1 + 0.2: "0.30000000000000004",
        1e-7: "1e-7",
        5e-6: "0.000005",
        1e21: "1e+21",
        123456789012345680000.0: "123456789012345680000",
    }
    assert {value: stringify(value) for value in numbers} == numbers
    assert [to_fixed(0.8125, 3), to_fixed(0.0005, 3), to_fixed(1.0005, 3)] == ["0.813", "0.001", "1.000"]


def test_long_snippets_are_cut_at_a_sentence_or_a_word() -> None:
    """Never in the middle of a word where there is a better place."""
    sentences = ("A sentence of the note. " * 40).strip()
    words = "word " * 200
    assert shortened("- " + sentences).endswith("note....")
    assert len(shortened(sentences)) <= 643
    assert shortened(words).endswith("word...")
    assert shortened("x" * 700) == "x" * 640 + "..."
    assert shortened("") == "(no snippet captured)"


def test_one_line_is_taken_out_of_memory() -> None:
    """Its marker goes with it; headings over nothing go; two equal lines are nobody's to choose between."""
    line = PromotionLine("k", "memory/2026-11-17.md", 1, 1, "Words", 0.8, 3, 3, 0.9)
    from dreamtui.openclaw.memory_file import appended, bullet

    other = PromotionLine("l", "memory/2026-11-17.md", 2, 2, "Other", 0.8, 3, 3, 0.9)
    marked, bare = PROFILES["openclaw-v3"].form, PROFILES["seed"].form
    both = appended("# Mine\n", [line, other], "2026-11-18", marked)
    assert without(both, "k", bullet(line, marked)) == appended("# Mine\n", [other], "2026-11-18", marked)
    alone = appended("# Mine\n", [line], "2026-11-18", marked)
    assert without(alone, "k", bullet(line, marked)) == "# Mine\n"
    plain = appended("# Mine\n", [line, line], "2026-11-18", bare)
    assert without(plain, "k", bullet(line, bare)) is None
