"""The outputs: which files, what they say, and the way back to a tree without us."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.kinds.rule.area import patterns_of
from dreamtui.model.errors import Usage
from dreamtui.model.memory import Note, Rule
from dreamtui.render.outputs import RENDERERS, asked_for, checked_names, provenance, render_all
from dreamtui.render.paths import INDEX, READ
from dreamtui.render.region import State, read_region
from dreamtui.render.rendered import Rendered, Surroundings
from dreamtui.render.rules import area_of, rules_body
from dreamtui.text.budget import as_loaded
from dreamtui.text.markup.imports import imports_of
from dreamtui.text.markup.markdown import LinePart, classify


def rule(number: int, text: str, *files: str, title: str = "t") -> Rule:
    """A rule with its words and files."""
    path = f".agent/memory/semantic/rules/auto-dream/{number:08x}-t.md"
    return Rule(f"{number:010x}", path, title, text, files, graduated_at=f"2026-11-{number:02}T00:00:00Z")


NOTE = Note("n-0000000001", ".agent/memory/notes/n-0000000001.md", "A note", "What is known.")
RULES = (
    rule(1, "Write it down."),
    rule(2, "Test tokens.", "src/auth/token.py", "src/auth/deep/refresh.py"),
    rule(3, "Two lines\n\n- of words", "src/auth/x.py"),
    rule(4, "Backfill.", "db/**/*.sql"),
)


def files(
    around: Surroundings, rules: tuple[Rule, ...] = RULES, notes: tuple[Note, ...] = (NOTE,)
) -> dict[str, Rendered]:
    """Every output by path."""
    return {file.path: file for file in render_all(rules, notes, around)}


def test_the_body_is_grouped_by_area() -> None:
    """General first, areas by name, one bullet a rule, then where the notes are."""
    assert rules_body(RULES, (NOTE,), INDEX).split("\n") == [
        "## Team rules", "", "### General", "", "- Write it down.", "",
        "### `db/`", "", "- Backfill.", "",
        "### `src/auth/`", "", "- Test tokens.", "- Two lines", "", "  - of words", "",
        "Longer notes are indexed in `.agent/memory/MEMORY.md`: read those that touch your task.",
    ]  # fmt: skip
    assert rules_body(()) == "" and rules_body(RULES[:1]).split("\n")[2] == "- Write it down."


@pytest.mark.parametrize(
    ("paths", "area"),
    [
        ((), "General"),
        (("README.md",), "General"),
        (("src/a.py",), "src"),
        (("src/a/b/c/d.py", "src/a/b/x.py"), "src/a"),
        (("src/a.py", "docs/b.md"), "General"),
        (("./src/x/y.py", "src\\x\\z.py"), "src/x"),
        (("/etc/passwd",), "General"),
        (("../up/x.py",), "General"),
        (("~/x/y",), "General"),
        (("src/**/*.py",), "src"),
    ],
)
def test_areas(paths: tuple[str, ...], area: str) -> None:
    """An area is the first two folders all files share, inside the workspace."""
    assert area_of(rule(1, "x", *paths)) == area


@pytest.mark.parametrize(
    ("files", "patterns"),
    [
        (("src/a.py", "src/b.py"), ("src/**",)),
        (("src/a.py",), ("src/**",)),
        (("src/a.py", "mails/x.html", "mails/y.html"), ("src/a.py", "mails/**")),
        (("src/a/x.py", "src/b/y.py", "docs/[x].md"), ("src/**", "docs/**")),
        (("lists/*.py", "mails/x.html"), ("lists/**", "mails/x.html")),
        (("src/a.py", "docs/b.md", "db/c.sql"), ()),
        (("src/a.py", "README.md"), ()),
        (("../a.py", "src/a.py"), ()),
        ((), ()),
    ],
)
def test_patterns_are_those_of_one_or_two_folders(files: tuple[str, ...], patterns: tuple[str, ...]) -> None:
    """A file that is alone in its folder is named itself; files all over the place have none."""
    assert patterns_of(files) == patterns


def test_targets() -> None:
    """./CLAUDE.md, else ./.claude/CLAUDE.md, else ./CLAUDE.md is made; AGENTS.md and patterns.md where they belong."""
    assert set(files(Surroundings())) == {"CLAUDE.md", INDEX}
    second = files(Surroundings({".claude/CLAUDE.md": b"x"}))
    assert set(second) == {".claude/CLAUDE.md", INDEX}
    both = files(Surroundings({"CLAUDE.md": b"a", ".claude/CLAUDE.md": second[".claude/CLAUDE.md"].after or b""}))
    assert both[".claude/CLAUDE.md"].after == b"x" and b"Test tokens" in (both["CLAUDE.md"].after or b"")
    more = files(Surroundings({"AGENTS.md": b"a\n"}, dotagent=True))
    assert set(more) == {"CLAUDE.md", INDEX, "AGENTS.md", ".agent/patterns.md"}
    assert asked_for(Surroundings({"AGENTS.md": b""}, wanted=("claude",))) == {"claude"}
    assert checked_names(RENDERERS) == tuple(RENDERERS)
    with pytest.raises(Usage, match="no output 'x'"):
        checked_names(["x"])


def test_every_output_goes_when_nothing_is_left() -> None:
    """With all outputs on: twice is once, and without rules and notes the tree is what it was."""
    existing = {"CLAUDE.md": b"@AGENTS.md", "AGENTS.md": b"# A\r\n", ".github/copilot-instructions.md": b""}
    made = files(Surroundings(existing, wanted=tuple(RENDERERS)))
    assert len(made) == 8 and not any(file.problems for file in made.values())
    after = {path: file.after for path, file in made.items() if file.after is not None}
    assert after["CLAUDE.md"].count(b"- Write it down.") == 1 and b"Test tokens" not in after["CLAUDE.md"]
    assert after[".claude/rules/dreamtui-src-auth.md"].startswith(
        b'---\npaths:\n  - "src/auth/**"\n---\n\n<!-- dreamtui'
    )
    assert after[".cursor/rules/dreamtui.mdc"].startswith(b"---\ndescription: ")
    assert not any(file.changed for file in files(Surroundings(after, wanted=tuple(RENDERERS))).values())
    for gone in (files(Surroundings(after, wanted=tuple(RENDERERS)), (), ()), files(Surroundings(after, wanted=()))):
        assert {path: file.after for path, file in gone.items() if file.after is not None} == existing
    assert set(after) <= {path for path in after if any(_fits(path, pattern) for pattern in READ)}


def _fits(path: str, pattern: str) -> bool:
    head, star, tail = pattern.partition("*")
    return path.startswith(head) and path.endswith(tail) if star else path == pattern


def test_rules_loaded_twice_are_pointed_out() -> None:
    """A CLAUDE.md that imports an AGENTS.md with the same region is written, and a person is told."""
    twice = files(Surroundings({"CLAUDE.md": b"@AGENTS.md", "AGENTS.md": b"x"}))["CLAUDE.md"]
    assert twice.changed and any("AGENTS.md" in words for words in twice.advice)
    assert not files(Surroundings({"CLAUDE.md": b"`@AGENTS.md`", "AGENTS.md": b"x"}))["CLAUDE.md"].advice


def test_trouble_in_one_file_leaves_it_and_writes_the_others() -> None:
    """A file with two regions stays as it is and says why."""
    one = files(Surroundings())["CLAUDE.md"].after or b""
    made = files(Surroundings({"CLAUDE.md": one + one}))
    assert [p.state for p in made["CLAUDE.md"].problems] == [State.TWO] and not made["CLAUDE.md"].changed
    assert made[INDEX].changed


def test_one_file_under_two_names_is_written_once() -> None:
    """AGENTS.md that is a link to CLAUDE.md, or the other way round, gets one region."""
    around = Surroundings({"CLAUDE.md": b"x\n", "AGENTS.md": b"x\n"}, same_file={"AGENTS.md": "CLAUDE.md"})
    assert set(files(around)) == {"CLAUDE.md", INDEX}
    turned = Surroundings(around.existing, wanted=("claude",), same_file={"CLAUDE.md": "AGENTS.md"})
    assert [file.output for file in files(turned).values()] == ["claude"]


def test_the_order_of_the_input_does_not_matter() -> None:
    """Same rules, same bytes."""
    shuffled = list(RULES)
    random.Random(1).shuffle(shuffled)
    assert files(Surroundings())["CLAUDE.md"].after == files(Surroundings(), tuple(shuffled))["CLAUDE.md"].after


HOSTILE = ["```", "~~~", "===", "---", "-->", "<!--", "@../x.md", "`", "-", "<<<<<<<", "======="]
MORE = ["# H", "<!-- dreamtui:end -->", "`a @b`", "\\`", "- x", ">>>>>>> x", "\x1b[31m", "\u202e", "1. @y", "(@z", ""]
WORDS = st.lists(
    st.sampled_from([*HOSTILE, *MORE, "    code", "\r", "\x85@w", "* * *"]) | st.text(max_size=5),
    min_size=1,
    max_size=8,
).flatmap(lambda words: st.sampled_from(["\n", " ", "\n\n", "\r\n"]).map(lambda glue: glue.join(words)))


@settings(max_examples=400, deadline=None)
@given(st.lists(WORDS, min_size=1, max_size=3), st.sampled_from([b"", b"# Mine\n", b"```\nx\n"]))
def test_no_words_of_a_rule_get_out(texts: list[str], user: bytes) -> None:
    """No text closes the region, opens a fence, heading or comment, imports a file or hides; each line is traced."""
    rules = tuple(rule(n, text, title="title") for n, text in enumerate(texts, start=1))
    plain = files(Surroundings({"CLAUDE.md": user}), (rule(1, "x"),), ())["CLAUDE.md"].after or b""
    data = files(Surroundings({"CLAUDE.md": user}), rules, ())["CLAUDE.md"].after or b""
    reading = read_region(data)
    assert reading.state is State.ONE and reading.regions[0].start == read_region(plain).regions[0].start
    body = reading.regions[0].body.decode()
    lines = body.split("\n")
    assert all(part is LinePart.TEXT for part in classify(lines))
    assert [line for line in lines if line.startswith("#")] == ["## Team rules"]
    assert not [line for line in lines if line.strip() and not line.startswith(("## T", "- ", "  "))]
    assert imports_of(as_loaded(reading.regions[0].body)) == []
    assert not any(char in body for char in "\x1b\u202e\x85\r")
    bullets = [n for n, line in enumerate(data.decode().split("\n"), start=1) if line.startswith("- ")]
    assert set(bullets) <= set(provenance(data, rules, ()))


def test_provenance_of_rules() -> None:
    """Every line of a rule leads to it, in files with other text and other line ends too."""
    around = Surroundings({"CLAUDE.md": b"- Write it down.\r\n"})
    data = files(around)["CLAUDE.md"].after or b""
    lines = data.decode().split("\r\n")
    found = provenance(data, RULES, (NOTE,))
    assert found == {
        lines.index("- Write it down.", 1) + 1: RULES[0].id,
        lines.index("- Backfill.") + 1: RULES[3].id,
        lines.index("- Test tokens.") + 1: RULES[1].id,
        **{lines.index("- Two lines") + 1 + n: RULES[2].id for n in range(3)},
    }
    assert provenance(b"no region\n", RULES, (NOTE,)) == {} == provenance(b"\xff\0", RULES, ())
