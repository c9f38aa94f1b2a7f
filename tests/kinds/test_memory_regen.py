"""The index made whole again: what is in order stays, nothing reachable and no line of a person is lost."""

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.reading import INDEX, goes_on, rows_of
from dreamtui.kinds.memory.index.regenerate import Fact, Regenerated, fact_of, regenerate
from dreamtui.kinds.memory.topic import parse

NAMES = [f"m{number}.md" for number in range(12)] + ["team/t.md"]


def fact(
    name: str, when: str = "2026-01-01T00:00:00Z", hook: str = "a hook", words: str = "", pin: bool = False
) -> Fact:
    """What an index needs to know of a made-up memory."""
    return Fact(f"Title {name}", hook, words, when, pin)


def after(made: Regenerated, before: bytes) -> bytes:
    """The index after it."""
    return made.files.get(INDEX, before)


def test_an_orphan_gets_a_line_after_the_last_entry() -> None:
    """The oldest first; headings and what follows stay."""
    data = b"# H\n- [A](m0.md) - x\n\n## End\nwords\n"
    facts = {"m0.md": fact("a"), "m1.md": fact("b", "2026-03"), "m2.md": fact("c", "2026-02")}
    made = regenerate(data, facts)
    lines = b"- [Title c](m2.md) - a hook\n- [Title b](m1.md) - a hook\n"
    assert after(made, data) == data.replace(b"x\n", b"x\n" + lines)
    assert made.added == ("m2.md", "m1.md")


def test_dangling_lines_go_unless_they_say_more() -> None:
    """A line with a live link, prose, and one with lines below keep their words."""
    data = b"- [G](g.md) - gone\n- [G](g.md) and [A](m0.md)\nsee [G](g.md)\n\n"
    data += b"- [H](h.md)\n  - below\n- [I](i.md), [O](../o.md)\n"
    made = regenerate(data, {"m0.md": fact("a")})
    wanted = data.replace(b"- [G](g.md) - gone\n", b"").replace(b"- [H](h.md)", b"- H")
    assert after(made, data) == wanted
    assert made.dropped == ("g.md", "h.md") and made.left == ("g.md", "i.md")


def test_a_long_line_is_cut_only_when_nothing_is_lost() -> None:
    """The rest has to stand word for word in the memory; a link behind the cut keeps the line."""
    hook = "first words of the hook " + "and then a good many more of them " * 5
    line = f"- [A](m0.md) — {hook.strip()}".encode()
    known = regenerate(line, {"m0.md": fact("a", words=f"It says {hook}")})
    short = after(known, line).decode()
    assert (
        len(short) <= 150 and short.endswith("…") and line.decode().startswith(short[:-1]) and known.shortened == (1,)
    )
    unknown = regenerate(line, {"m0.md": fact("a", words="something else")})
    assert unknown.unfit == (1,) and not unknown.files
    linked = line + b" [B](m1.md)"
    facts = {"m0.md": fact("a", words=f"It says {hook} B"), "m1.md": fact("b")}
    assert regenerate(linked, facts).unfit == (1,)


def test_a_changed_description_renews_its_line() -> None:
    """In the place and style it had."""
    data = b"* [Old](m0.md) - old\n* [B](m1.md) - stays\n"
    facts = {"m0.md": fact("a", hook="new"), "m1.md": fact("b")}
    made = regenerate(data, facts, changed={"m0.md"})
    assert after(made, data) == data.replace(b"[Old](m0.md) - old", b"[Title a](m0.md) - new")
    assert made.renewed == ("m0.md",) and not regenerate(after(made, data), facts, changed={"m0.md"}).files


def many(count: int) -> tuple[bytes, dict[str, Fact]]:
    """An index with so many entries, the older ones first."""
    names = [f"f{number:04}.md" for number in range(count)]
    facts = {name: fact(name, f"2026-01-01T{n // 60:02}:{n % 60:02}:00Z") for n, name in enumerate(names)}
    return "".join(f"- [{name}]({name}) — hook\n" for name in names).encode(), facts


def test_what_does_not_fit_moves_oldest_first() -> None:
    """The newest stay, a link leads to the rest, and the second run changes nothing."""
    data, facts = many(230)
    made = regenerate(data, facts)
    assert made.moved == tuple(sorted(facts)[:31])
    assert set(made.files) == {INDEX, "MEMORY-2.md"}
    pages = {"MEMORY-2.md": made.files["MEMORY-2.md"]}
    assert memory_index.report(made.files[INDEX], facts, pages).healthy
    assert memory_index.report(made.files[INDEX], facts, pages).lines == 200
    assert not regenerate(made.files[INDEX], facts, pages).files


def test_a_full_page_is_followed_by_another() -> None:
    """Every page is loaded whole, and MEMORY.md links to all."""
    data, facts = many(700)
    made = regenerate(data, facts)
    pages = {name: page for name, page in made.files.items() if name != INDEX}
    assert sorted(pages) == ["MEMORY-2.md", "MEMORY-3.md", "MEMORY-4.md"]
    assert all(memory_index.report(page, []).hidden == () for page in pages.values())
    assert memory_index.report(made.files[INDEX], facts, pages).healthy


def test_a_page_never_takes_the_name_of_a_memory() -> None:
    """A memory that is called MEMORY-2.md keeps its file."""
    data, facts = many(230)
    made = regenerate(data, {**facts, "MEMORY-2.md": fact("x")})
    assert "MEMORY-2.md" not in made.files and "MEMORY-3.md" in made.files


def test_pinned_and_newest_memories_stay() -> None:
    """A pinned one leaves last, though it is the oldest."""
    data, facts = many(230)
    facts["f0000.md"] = fact("f0000.md", "2020-01-01T00:00:00Z", pin=True)
    made = regenerate(data, facts)
    assert "f0000.md" not in made.moved and "f0229.md" not in made.moved


def test_without_dates_the_last_lines_move_and_nothing_is_called_old() -> None:
    """What no session is given anyway leaves first, in the order of the index; a pinned one leaves last."""
    data, facts = many(230)
    undated = {name: replace(one, when="", pinned=name == "f0229.md") for name, one in facts.items()}
    made = regenerate(data, undated)
    assert made.moved == tuple(sorted(facts)[198:229]) and not made.by_age and made.undated == 230
    assert b"older" not in made.files[INDEX] and "f0229.md" not in made.moved
    pages = {"MEMORY-2.md": made.files["MEMORY-2.md"]}
    assert not regenerate(made.files[INDEX], undated, pages).files


def test_of_some_without_a_date_the_dated_move_first() -> None:
    """They are not taken for the oldest, and that they are there is told; where most are unknown no age counts."""
    data, facts = many(230)
    some = {
        name: replace(one, when="") if at % 10 == 0 else one for at, (name, one) in enumerate(sorted(facts.items()))
    }
    made = regenerate(data, some)
    assert made.by_age and made.undated == 23 and b"older" not in made.files[INDEX]
    assert made.moved == tuple(name for name in sorted(facts) if some[name].when)[:31]
    most = {
        name: one if at % 10 == 0 else replace(one, when="") for at, (name, one) in enumerate(sorted(facts.items()))
    }
    assert regenerate(data, most).moved == tuple(sorted(facts)[199:])


def test_entries_that_go_are_counted() -> None:
    """Against all lines that link to memories, those of further indexes too; a line that stays is not counted."""
    index = b"# A\n- [K](k.md)\n- [A](a.md)\n- [B](b.md) and [K](k.md)\nprose [C](c.md)\n[out](../x.md)\n"
    made = regenerate(index, {"k.md": fact("k")}, {"MEMORY-2.md": b"- [D](d.md)\n- [E](e.md)\n"})
    assert (made.entries, made.gone) == (6, 3)


def test_an_entry_with_lines_below_stays() -> None:
    """It cannot leave without a person's words, though it is the oldest."""
    data, facts = many(230)
    made = regenerate(b"- [O](old.md)\n  - a remark\n" + data, {**facts, "old.md": fact("old", "2020")})
    assert made.files[INDEX].startswith(b"- [O](old.md)\n  - a remark\n") and "old.md" not in made.moved


def test_free_lines_alone_over_the_limit_write_nothing() -> None:
    """The reason is said."""
    data = b"- free\n" * 201 + b"- [A](m0.md)\n- [G](g.md)\n"
    made = regenerate(data, {"m0.md": fact("a"), "m1.md": fact("b")})
    assert not made.files and "202 of 200 lines" in made.refused


def test_an_index_is_made_where_there_is_none() -> None:
    """One line a memory."""
    made = regenerate(None, {"m0.md": fact("a")})
    assert made.files == {INDEX: "- [Title a](m0.md) — a hook\n".encode()}
    assert not regenerate(None, {}).files and not regenerate(b"", {}).files


def test_an_unlinked_page_is_linked_again() -> None:
    """What stands in it is reachable then, and gets no second line."""
    pages = {"MEMORY-2.md": b"- [A](m0.md)\n- [G](gone.md)\n"}
    made = regenerate(b"# H\n", {"m0.md": fact("a")}, pages)
    assert b"](MEMORY-2.md)" in made.files[INDEX] and b"m0.md" not in made.files[INDEX]
    assert made.files["MEMORY-2.md"] == b"- [A](m0.md)\n"


def test_facts_of_a_topic_file() -> None:
    """Its description, else its first line; a stamp that is none does not count."""
    found = fact_of(parse(b"---\nname: use-bun\nmodified: soon\n---\n# T\n- first words\n", "p.md"), "2026-01-01")
    assert (found.title, found.hook, found.when) == ("Use bun", "first words", "2026-01-01")
    assert fact_of(parse(b"---\nname: Same\ndescription: same.\n---\n", "p.md"), "").hook == ""


entry = st.builds(
    lambda sign, name, hook: f"{sign} [T]({name}){hook}",
    st.sampled_from(["-", "*", "  -"]),
    st.sampled_from([*NAMES, "gone.md", "MEMORY-2.md"]),
    st.sampled_from(["", " — hook", " - hook", " " + "long words " * 20, " see [O](m1.md)", " [w](https://w.example)"]),
)
free = st.sampled_from(
    [
        "# Heading",
        "",
        "prose with [a link](m2.md)",
        "  indented",
        "- plain item",
        "```",
        "<!-- note -->",
        "---",
        "\u2028",
    ]
)
index = st.builds(
    lambda rows, filler, newline: (newline.join([*rows, *filler]) + newline).encode(),
    st.lists(st.one_of(entry, free), max_size=25),
    st.sampled_from([[], [f"- [F](f{n}.md) — filler" for n in range(190)], ["- filler"] * 195, ["- filler"] * 210]),
    st.sampled_from(["\n", "\r\n"]),
)
known = st.dictionaries(
    st.sampled_from(NAMES),
    st.builds(
        fact,
        st.just("x"),
        st.sampled_from(["2026-01-01", "2026-02-02"]),
        st.sampled_from(["h", "long words " * 30]),
        st.sampled_from(["", "long words " * 30]),
    ),
)


def reached(data: bytes, pages: dict[str, bytes], files: dict[str, Fact]) -> set[str]:
    """The memories an index leads to."""
    return set(files) - set(memory_index.report(data, files, pages).orphans)


@settings(max_examples=150, deadline=None)
@given(index, known, st.sampled_from([{}, {"MEMORY-2.md": b"- [T](m3.md)\n"}]))
@example(b"- [T](m0.md)\n---\n- [T](m1.md)\n---\n", {"m1.md": fact("x", "2026-01-01", "h")}, {})
@example(b"- [T](m0.md)\n---\n- [T](MEMORY-2.md)\n---\n", {}, {"MEMORY-2.md": b"- [T](m3.md)\n"})
def test_laws_of_regenerating(data: bytes, some: dict[str, Fact], pages: dict[str, bytes]) -> None:
    """Nothing reachable is lost, no free line moves or goes, all is reachable and loaded, twice is once."""
    facts = some | {f"f{n}.md": fact("f", "2025") for n in range(190) if f"(f{n}.md)".encode() in data}
    made = regenerate(data, facts, pages)
    if made.refused:
        assert not made.files
        return
    new, further = after(made, data), {**pages, **{n: page for n, page in made.files.items() if n != INDEX}}
    assert reached(data, pages, facts) <= reached(new, further, facts) == set(facts)
    assert not memory_index.report(new, facts, further).hidden
    rows = rows_of(data)
    kept = [row.raw for at, row in enumerate(rows) if not row.own or goes_on(rows, at)]
    fresh = [row.raw for row in rows_of(new)]
    left = iter(fresh)
    assert all(line in left for line in kept if "[T]" not in line), "a free line is gone or moved"
    everything = new + b"".join(further.values())
    for row in rows:
        if row.own and len(row.text) <= 150 and set(row.targets) <= set(facts):
            assert row.text.strip().encode() in everything
    assert not regenerate(new, facts, further).files
