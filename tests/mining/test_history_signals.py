"""What the signals of the history find in commits, and above all what they leave alone."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

import pytest

from dreamtui.mining.history.base import DAY, Past
from dreamtui.mining.history.counted import named_in
from dreamtui.mining.history.reasons import reason, sentences
from dreamtui.mining.history.run import apart, each_once, mine_history
from dreamtui.mining.history.said import ENFORCING, SAYING, is_of, named_documents
from dreamtui.mining.history.signals import HISTORY_SIGNALS
from dreamtui.mining.history.words import bare, is_aside, is_fix
from dreamtui.mining.noise import Ignored
from dreamtui.model.item import BY_ALL, Finding
from dreamtui.model.mining.commits import ChangedLines, Comment, Diffed, Replacement, Sought, Stands

START = 1_780_000_000


def commit(
    number: int,
    subject: str,
    *,
    body: str = "",
    added: Sequence[str] = (),
    changed: Sequence[str] = (),
    replaced: Sequence[tuple[str, str]] = (),
    who: str = "",
    at: int = 0,
) -> Diffed:
    """A commit a day, by two people in turn."""
    when = at or START + number * DAY
    email = who or f"dev{number % 2}@corp.example"
    swaps = tuple(Replacement(old, new, changed[0]) for old, new in replaced)
    sha = f"{number:x}".rjust(7, "0")[::-1].ljust(40, "0")
    files = tuple(added), tuple(changed)
    return Diffed(sha, when, when, "Dev", email, subject, body, "d" * 16, *files, (), swaps)


def past(commits: Iterable[Diffed], *, gone: Iterable[str] = (), **more: object) -> Past:
    """These commits, with every file they touched still there."""
    ordered = each_once(commits)
    present = {path for one in ordered for path in one.files} - set(gone)
    places, texts, read, lines, written, comments = (
        dict(more.get(name) or {})  # type: ignore[call-overload]
        for name in NAMED
    )
    return Past(
        ordered,
        frozenset(present),
        Ignored(),
        texts=texts,
        places=lambda sought: {one: stands(places.get(one.text, {}), one.text) for one in sought},
        read=lambda paths: {path: read[path] for path in paths if path in read},
        comments=lambda words, paths: {path: comments[path] for path in paths if path in comments},
        lines=lambda shas: {sha: lines[sha] for sha in shas if sha in lines},
        written=lambda places: {place: written.get(place, 0) for place in places},
    )


NAMED = ("places", "texts", "read", "lines", "written", "comments")


def stands(files: dict[str, int], text: str) -> dict[str, Stands]:
    """A text so often in each file, every second line."""
    return {
        path: Stands(times, tuple((2 * n, f"x: {text}") for n in range(min(times, 5)))) for path, times in files.items()
    }


def found(name: str, seen: Past) -> list[Finding]:
    """What one signal finds."""
    return list(HISTORY_SIGNALS[name]().find(seen))


NOISE = [
    commit(1000 + n, f"Work on step {n}", changed=[f"src/other{n}.py"], at=START + n * DAY + 9) for n in range(120)
]
STANDS = {"Any": {"src/a.py": 7}, "object": {"src/a.py": 30}}


def swaps(count: int, old: str = "Any", new: str = "object", body: str = "Any hides mistakes.") -> list[Diffed]:
    """Commits in each of which one name gives way to another."""
    return [commit(n, f"Type part {n}", body=body, changed=["src/a.py"], replaced=[(old, new)]) for n in range(count)]


def test_a_name_that_is_given_up() -> None:
    """Four commits on four days whose messages say it: the rule names both, the title what still stands."""
    (one,) = found("substitution", past(swaps(4), places=STANDS))
    assert one.rule == "Use `object` instead of `Any` in `*.py` files under `src/`."
    assert one.title == "`Any` -> `object`: 4 commits, 7 uses of `Any` left in `*.py` files under `src/`"
    assert one.subject == "Any -> object" and one.weight == 4
    assert "Any hides mistakes." in one.evidence[0].quote


def test_places_at_head_follow_or_break_it() -> None:
    """Counted where the rule is about: by ending and folder; five to read, one a file first, sources before tests."""
    other = commit(9, "Type a test", body="Any hides mistakes.", changed=["tools/b.py"], replaced=[("Any", "object")])
    typed = [
        commit(n, f"Type {n}", body="Any hides.", changed=[f"src/p{n}.py"], replaced=[("Any", "object")])
        for n in range(12)
    ]
    places = {
        "Any": {"src/a.py": 7, "src/b.py": 2, "src/test_a.py": 1, "tools/b.py": 3, "src/c.ts": 5},
        "object": {"src/a.py": 30, "lib/a.py": 5},
    }
    (one,) = found("substitution", past([*typed, other], places=places))
    assert one.rule.endswith("in `*.py` files under `src/`.")
    assert one.at_head is not None
    assert (one.at_head.follows, one.at_head.breaks) == (30, 10)
    assert (one.at_head.cases, one.at_head.caught) == (13, 12)
    assert [f"{piece.locator.ref}:{piece.locator.line}" for piece in one.at_head.read] == [
        "src/a.py:0", "src/b.py:0", "src/test_a.py:0", "src/a.py:2", "src/b.py:2",
    ]  # fmt: skip
    assert one.at_head.read[0].quote == "x: Any" and "10 uses of `Any` left" in one.title


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ('storage.removeItem("Any") // old key', False),
        ("migrate_settings(Any)", False),
        ("Any = object  # legacy", False),
        ("remove_this(Any)", True),
        ("x: Any", True),
    ],
)
def test_lines_that_mean_the_old_name(line: str, *, left: bool) -> None:
    """Where the old one is removed or kept on purpose nothing is left over."""
    seen = past(swaps(4), places={"object": {"src/a.py": 30}})

    def places(sought: Iterable[Sought]) -> dict[Sought, dict[str, Stands]]:
        there = seen.places(sought)
        return {one: {"src/a.py": Stands(1, ((3, line),))} if one.text == "Any" else there[one] for one in there}

    assert bool(found("substitution", replace(seen, places=places))) is left


def test_files_that_a_list_names() -> None:
    """A list that names files in whatever spelling is counted; one that does not go by names is not."""
    codes = "".join(f"Rule::R{n} => rules::R{n},\n" for n in range(10))
    (one,) = found("registration", past([*rules(12, missed=1), *NOISE], read={"lists/codes.py": codes}))
    assert one.at_head is not None
    assert (one.at_head.follows, one.at_head.breaks, one.at_head.cases) == (10, 2, 1)
    assert [piece.locator.ref for piece in one.at_head.read] == ["src/rules/r11.py", "src/rules/r10.py"]
    lists = [one._replace(changed=("data/codes.yml",)) for one in rules(12)]
    assert found("registration", past([*lists, *NOISE], read={"data/codes.yml": "everything\n"})) == []
    files = {"x/unused_import.rs", "6.0.1.txt", "HalfDone.tsx"}
    assert named_in("see `a/unused_import.rs`, 6.0.1 and half-done", files) == files
    assert named_in("re-used, a.b", ["used.py", "b/a.py", "c.py"]) == set()


@pytest.mark.parametrize(
    ("commits", "places"),
    [
        (swaps(3), STANDS),
        (swaps(4, body=""), STANDS),
        (swaps(4, "private", "public"), {"private": {"src/a.py": 1}, "public": {"src/a.py": 1}}),
        (swaps(4, "v1.2", "v1.3"), {"v1": {"src/a.py": 1}}),
        (swaps(9, "debug", "info"), {"debug": {"src/a.py": 9}, "info": {"src/a.py": 9}}),
        (
            swaps(9, "Result", "async Task < Result >"),
            {"Result": {"src/a.py": 9}, "async Task < Result >": {"src/a.py": 9}},
        ),
        (swaps(4, '["id"]', ".id"), {"id": {"src/a.py": 9}}),
        (swaps(4), {"Any": {}, "object": {"src/a.py": 30}}),
        (swaps(4), {"Any": {"src/a.py": 3}, "object": {}}),
        ([*swaps(4), commit(90, "back", changed=["src/a.py"], replaced=[("object", "Any")])], STANDS),
        ([one._replace(authored=START) for one in swaps(4)], STANDS),
        ([one._replace(replaced=(Replacement("Any", "object", "vendor/a.py"),)) for one in swaps(4)], STANDS),
    ],
    ids=[
        "three",
        "unsaid",
        "visibility",
        "version",
        "loudness",
        "wrapped",
        "same name",
        "gone",
        "not here",
        "back",
        "one day",
        "vendored",
    ],
)
def test_a_name_that_is_not_given_up(commits: list[Diffed], places: dict[str, dict[str, int]]) -> None:
    """Too few, said nowhere, a keyword, a version, already gone, taken back, on one day, or not ours."""
    assert found("substitution", past(commits, places=places)) == []


def rules(count: int, missed: int = 0) -> list[Diffed]:
    """Commits that add a file below a folder, most with the list it belongs in."""
    lists = [[] if n < missed else ["lists/codes.py"] for n in range(count)]
    return [commit(n, f"Rule {n}", added=[f"src/rules/r{n}.py"], changed=changed) for n, changed in enumerate(lists)]


def test_a_file_that_has_to_be_registered() -> None:
    """The rule names what to do when; who forgot it and mended it later is named."""
    mended = commit(0, "forgot", changed=["lists/codes.py"], at=START + DAY + 60)._replace(
        sha="f" * 40, email="dev1@corp.example"
    )
    one, *more = found("registration", past([*rules(12, missed=2), mended, *NOISE]))
    assert not more
    assert one.rule == "When you add a `*.py` file in `src/rules/`, update `lists/codes.py` in the same commit."
    assert "needs a change to `lists/codes.py`: 10 of 12 commits did, 2 forgot (1 fixed later)" in one.title
    assert "10000000 (fixed in ffffffff)" in one.against[0]


@pytest.mark.parametrize(
    ("commits", "gone"),
    [
        (rules(4), ()),
        (rules(12, missed=5), ()),
        (rules(12), ["lists/codes.py"]),
        (rules(12), [f"src/rules/r{n}.py" for n in range(12)]),
        ([one._replace(changed=("CHANGELOG.md",)) for one in rules(12)], ()),
        ([one._replace(changed=("src/rules/__init__.py",)) for one in rules(12)], ()),
        ([one._replace(changed=("src/rules.py",)) for one in rules(12)], ()),
        ([one._replace(added=(f"tests/test_{n}.py",)) for n, one in enumerate(rules(12))], ()),
        ([one._replace(authored=START) for one in rules(12)], ()),
    ],
    ids=["few", "unsure", "list gone", "family gone", "changelog", "package", "module", "tests of it", "one day"],
)
def test_a_file_that_has_not(commits: list[Diffed], gone: list[str]) -> None:
    """Too few, too often without, gone, a changelog, plumbing, tests that come because the code changed."""
    assert found("registration", past([*commits, *NOISE], gone=gone)) == []


def test_data_that_only_tests_read() -> None:
    """Who adds a case writes it for its test; a list of fixtures outside the tests is another thing."""
    cases = [
        commit(n, f"Case {n}", added=[f"tests/fixtures/c{n}.php"], changed=["tests/test_dumper.py"]) for n in range(12)
    ]
    assert found("registration", past([*cases, *NOISE])) == []
    above = [one._replace(added=(f"hooks/github/fixtures/c{n}.json",)) for n, one in enumerate(cases)]
    assert found("registration", past([*[one._replace(changed=("hooks/tests.py",)) for one in above], *NOISE])) == []
    listed = [one._replace(changed=("tools/cases.yml",)) for one in cases]
    assert len(found("registration", past([*listed, *NOISE]))) == 1


def test_code_above_that_nobody_forgets() -> None:
    """What it does not name is never run; where it was forgotten, or is of another language, it is a rule."""
    above = [one._replace(changed=("src/codes.py",)) if one.changed else one for one in rules(12)]
    assert found("registration", past([*above, *NOISE])) == []
    mended = commit(0, "forgot", changed=["src/codes.py"], at=START + DAY + 60)._replace(email="dev1@corp.example")
    missed = [*[one._replace(changed=()) for one in above[:2]], *above[2:], mended._replace(sha="f" * 40)]
    assert len(found("registration", past([*missed, *NOISE]))) == 1
    assert (
        len(found("registration", past([*[one._replace(changed=("src/codes.toml",)) for one in above], *NOISE]))) == 1
    )


def test_a_list_without_which_the_build_stops() -> None:
    """mkdocs stops at a page that is not listed, if it is told to."""
    pages = [commit(n, f"Page {n}", added=[f"docs/p{n}.md"], changed=["mkdocs.yml"]) for n in range(12)]
    nav = "nav:\n" + "".join(f"  - p{n}.md\n" for n in range(12))
    for text, count in (("", 1), ("strict: true\n", 0), ("validation:\n  omitted_files: warn\n", 0)):
        assert len(found("registration", past([*pages, *NOISE], read={"mkdocs.yml": text + nav}))) == count


def test_a_list_is_about_the_new_files_too() -> None:
    """The list first, then the newest files that have to be listed and are still there, not all of them."""
    (one,) = found("registration", past([*rules(12), *NOISE], gone=["src/rules/r11.py"]))
    assert one.files == ("lists/codes.py", "src/rules/r10.py", "src/rules/r9.py", "src/rules/r8.py")


@pytest.mark.parametrize("module", ["src/ui/index.ts", "src/ui/mod.rs", "src/lib.rs", "src/main.rs", "src/__init__.py"])
def test_a_module_that_the_language_asks_for(module: str) -> None:
    """A compiler finds what is missing in it, so that it needs no rule; a list in another folder is one."""
    listed = [commit(200 + n, f"Part {n}", added=[f"src/ui/p{n}.tsx"], changed=[module]) for n in range(20)]
    (one,) = found("registration", past([*rules(12), *listed, *NOISE]))
    assert one.files[0] == "lists/codes.py" and not {"src/ui", module}.intersection(one.files)
    listed = [one._replace(changed=("src/registry/index.ts",)) for one in listed]
    assert len(found("registration", past([*rules(12), *listed, *NOISE]))) == 2


def test_a_family_is_as_narrow_as_its_evidence() -> None:
    """A deeper folder, folders that begin alike, and not the folders that never needed it."""
    deep = [commit(n, f"Logo {n}", added=[f"img/logos/l{n}.webmanifest"], changed=["data.yml"]) for n in range(9)]
    other = [commit(20 + n, f"Shot {n}", added=[f"img/shots/s{n}.webmanifest"]) for n in range(2)]
    (one,) = found("registration", past([*deep, *other, *NOISE]))
    assert one.rule == "When you add a `*.webmanifest` file in `img/logos/`, update `data.yml` in the same commit."
    assert "9 of 9" in one.title
    alike = [commit(n, f"Case {n}", added=[f"cases/jinja_{n}/a.sql"], changed=["run.py"]) for n in range(9)]
    (one,) = found("registration", past([*alike, commit(30, "Flyway", added=["cases/flyway/a.sql"]), *NOISE]))
    assert one.rule == "When you add a `*.sql` file in `cases/jinja_*/`, update `run.py` in the same commit."
    assert one.subject == "cases/jinja_*/**.sql -> run.py"
    pages = [commit(n, f"Page {n}", added=[f"docs/{n % 3}/p{n}.md"], changed=["nav.yml"]) for n in range(18)]
    parts = [commit(40 + n, f"Part {n}", added=[f"docs/parts/p{n}.md"]) for n in range(3)]
    (one,) = found("registration", past([*pages, *parts, *NOISE]))
    assert "`*.md` file in `docs/` (not `docs/parts/`)" in one.rule and "18 of 18" in one.title
    (one,) = found("registration", past([*pages, parts[0], *NOISE]))
    assert "in `docs/`, update" in one.rule and "1 forgot" in one.title


def test_a_companion_that_everything_changes() -> None:
    """A file that is in every commit says nothing about new files."""
    busy = [one._replace(changed=(*one.changed, "lists/codes.py")) for one in NOISE]
    assert found("registration", past([*rules(12), *busy])) == []


def test_what_stands_nearly_everywhere_is_not_given_up() -> None:
    """The new one is twice as usual by now; where a line asks for it, as usual is enough."""
    for count, often in ((2 * 50, True), (2 * 50 - 1, False)):
        places = {"Any": {"src/a.py": 50}, "object": {"src/a.py": count}}
        assert bool(found("substitution", past(swaps(9), places=places))) is often
    wanted = {"CLAUDE.md": "Never use `Any`.\n"}
    for count, often in ((50, True), (49, False)):
        places = {"Any": {"src/a.py": 50}, "object": {"src/a.py": count}}
        assert bool(found("substitution", past(swaps(9), places=places, texts=wanted))) is often
    held = {"cast(Any, db)": {"src/a.py": 5}, "db": {"src/a.py": 90}}
    assert found("substitution", past(swaps(9, "cast(Any, db)", "db", "`db` is typed."), places=held)) == []


def test_a_cause_that_is_named_several_times() -> None:
    """The title says what was fixed; the rule names the place, what it is about, and what to check."""
    cause = commit(0, "Selected fields in order", changed=["db/query.py"])
    repairs = [
        commit(
            3,
            "Fixed a crash of selected fields with transforms",
            body=f"Regression in {cause.sha}.",
            changed=["db/query.py", "tests/t.py"],
        ),
        commit(
            5,
            "Fixed wrong order of selected fields",
            body=f"Regression in {cause.sha[:10]}, because of aliases.",
            changed=["db/query.py"],
        ),
        commit(6, "Fixed aliases of fields", body=f"Regression in {cause.sha[:9]}.", changed=["db/query.py"]),
        commit(4, "Fixed typo in docs", body=f"Regression in {cause.sha}.", changed=["db/query.py"]),
    ]
    (one,) = found("stated_cause", past([cause, *repairs]))
    assert one.title.startswith("“Selected fields in order” (00000000) broke and was fixed 3 times:")
    assert one.rule == (
        "When you change “fields” in `db/query.py`, check what broke there before: "
        "selected fields with transforms; wrong order of selected fields; aliases of fields."
    )
    assert one.subject == f"commit:{cause.sha}"
    assert found("stated_cause", past([cause, *repairs[:2]])) == []
    apart = [one._replace(subject=f"Fixed the {word}") for one, word in zip(repairs[1:3], ("page", "map"), strict=True)]
    assert found("stated_cause", past([cause, repairs[0], *apart])) == []
    own = [one._replace(email=cause.email, authored=cause.authored + n) for n, one in enumerate(repairs)]
    assert found("stated_cause", past([cause, *own])) == []


def test_follow_ups_that_mend_what_they_follow() -> None:
    """Those that say what was wrong and change what the first one changed; others go on with a plan."""
    first = commit(0, "Rework annotations (#12)", changed=["src/types.py"])
    body = "Follow-up to #12.\n\nPreviously, invalid arguments could be evaluated."
    mends = [commit(n, f"Skip arguments {n}", body=body, changed=["src/types.py"]) for n in (3, 5, 7)]
    (one,) = found("stated_cause", past([first, *mends]))
    assert "broke and was fixed 3 times: skip arguments 3; skip arguments 5; skip arguments 7" in one.title
    elsewhere = [one._replace(changed=("src/other.py",)) for one in mends]
    assert found("stated_cause", past([first, *elsewhere])) == []
    assert found("stated_cause", past([first, *(one._replace(body="Follow-up to #12.") for one in mends)])) == []


def test_a_plan_in_several_steps_is_no_cause() -> None:
    """Commits that only follow up, or that name what nobody knows, put nothing right."""
    first = commit(0, "Start (#12)", changed=["a.py"])
    steps = [commit(n, f"Step {n}", body="Follow-up to #12", changed=["a.py"]) for n in range(2, 6)]
    later = [one._replace(body="Follow-up to #12. It was a bug before.") for one in steps]
    assert len(found("stated_cause", past([first, *later]))) == 1
    hidden = first._replace(subject="Add the initial hidden command (#12)")
    assert found("stated_cause", past([hidden, *later])) == []
    soon = [one._replace(email=first.email, authored=first.authored + n) for n, one in enumerate(later)]
    assert found("stated_cause", past([first, *soon])) == []
    lost = [commit(n, f"Fix {n}", body="Regression in " + "ab" * 20, changed=["a.py"]) for n in range(5, 8)]
    assert found("stated_cause", past([first, *steps, *lost])) == []


def test_one_sentence_again_and_again() -> None:
    """Names, numbers and tickets apart, the subject is the same."""
    commits = [
        commit(
            n, f"[`plugin-{n}`] Make fix unsafe if it deletes comments (`X{n}`) (#{n})", changed=[f"src/rules/r{n}.py"]
        )
        for n in range(6)
    ]
    (one,) = found("subject_template", past([*commits, *NOISE]))
    assert one.rule == "In `src/rules/`, make fix unsafe if it deletes comments."
    said = {"AGENTS.md": "A fix that deletes comments is unsafe; make it so.\n"}
    (one,) = found("subject_template", past([*commits, *NOISE], texts=said))
    assert one.kept_at == "AGENTS.md:1"
    within = [one._replace(subject=f"Skip the slow checks in `r{n}.py` again") for n, one in enumerate(commits)]
    assert found("subject_template", past([*within, *NOISE])) == []
    moved = [
        one._replace(subject=f"Migrate the old rules (`X{n}`) to wrapper classes") for n, one in enumerate(commits)
    ]
    assert found("subject_template", past([*moved, *NOISE])) == []
    assert found("subject_template", past([*commits[:4], *NOISE])) == []
    same = [commit(n, "Stage and commit all changes today", changed=["a"]) for n in range(9)]
    assert found("subject_template", past([*same, *NOISE])) == []
    bumps = [commit(n, f"Bump the version number of everything to {n}", changed=["a"]) for n in range(9)]
    release = [commit(n, f"Finalized release notes for Django {n}.0", changed=["a"]) for n in range(9)]
    assert found("subject_template", past([*bumps, *release, *NOISE])) == []
    for beginning in ("🌐 Add Traditional Chinese translation for", "Check the usual settings again of"):
        prefix = [commit(n, f"{beginning} `docs/p{n}.md`", changed=[f"docs/p{n}.md"]) for n in range(9)]
        assert found("subject_template", past([*prefix, *NOISE])) == []


WHY = "The two options do not combine: `git` prints neither names nor separators when both are given."


def test_one_revert_with_its_reason() -> None:
    """One is enough, and the reason is part of the rule."""
    made = commit(1, "Use --name-only with -z (#7)", changed=["git.py"])
    back = commit(5, 'Revert "Use --name-only with -z (#7)" (#9)', body=f"This reverts commit {made.sha}.\n\n{WHY}",
                  changed=["git.py", "tests/test_git.py"])  # fmt: skip
    (one,) = found("reasoned_revert", past([made, back]))
    assert one.title == f"“Use --name-only with -z” was reverted after 4 days: {WHY}"
    assert one.rule == f"Do not use --name-only with -z: {WHY}"
    assert one.files == ("git.py", "tests/test_git.py")


def test_a_revert_by_its_type_says_what_was_done() -> None:
    """Where its subject is that of no earlier change; else it names what was taken back."""
    made = commit(1, "Add a wrapper", changed=["db.py"])
    asks = f"{WHY[:-1]}, so they must be read line by line."
    back = commit(5, "revert(db): remove the wrapper, keep rows as they are", body=asks, changed=["db.py"])
    (one,) = found("reasoned_revert", past([made, back]))
    assert one.title == f"“remove the wrapper, keep rows as they are”: {asks}"
    assert found("reasoned_revert", past([made, back._replace(body=WHY)])) == []
    back = back._replace(body=WHY)
    (one,) = found("reasoned_revert", past([made, back._replace(subject="revert: Add a wrapper")]))
    assert one.title == f"“Add a wrapper” was reverted: {WHY}"


def test_a_reason_on_the_line_of_git_and_in_another_script() -> None:
    """Behind the name of the commit; in words of which none is known."""
    sha = "0123456789" * 4
    body = f"This reverts commit {sha} due to a crash on Oracle\nas it didn't allow two indexes on a field.\n"
    (one,) = found("reasoned_revert", past([commit(3, 'Revert "Use -z"', body=body, changed=["a.py"])]))
    assert one.title.endswith("Due to a crash on Oracle as it didn't allow two indexes on a field.")
    body = "Пользователь предпочитает всегда видеть список при входе."
    (one,) = found("reasoned_revert", past([commit(3, 'Revert "Use -z"', body=body, changed=["a.py"])]))
    assert one.title.endswith(body)


@pytest.mark.parametrize(
    ("subject", "title"),
    [
        ('Revert "Reapply "Use -z""', "“Use -z” was reverted twice"),
        ("revert: Use -z", "“Use -z” was reverted twice"),
        ("revert(git): Use -z (#12)", "“Use -z” was reverted twice"),
    ],
)
def test_a_change_that_was_taken_back_again(subject: str, title: str) -> None:
    """It is about the change at bottom, with all of its reverts."""
    commits = [commit(1, "Use -z"), commit(2, 'Revert "Use -z"'), commit(3, 'Reapply "Use -z"')]
    why = "page() splits at newlines, so the names of files never end there."
    last = commit(5, subject, body=f"This reverts commit 0123456789.\n\n{why}", changed=["g"])
    (one,) = found("reasoned_revert", past([*commits, last]))
    assert one.title == f"{title}: {why}"
    assert [piece.locator.ref for piece in one.evidence] == [last.sha, commits[1].sha]


@pytest.mark.parametrize(
    ("subject", "rule"),
    [
        ('Revert "Fixed #7 -- Simplified names by -z."', "Do not simplify names by -z: "),
        ('Revert "Adds -z to names"', "Do not add -z to names: "),
    ],
)
def test_the_rule_of_a_revert(subject: str, rule: str) -> None:
    """What was reverted is not to be done again for that reason."""
    (one,) = found("reasoned_revert", past([commit(3, subject, body=WHY, changed=["git.py"])]))
    assert one.rule == f"{rule}{WHY}"


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Revert deferred names", WHY),
        ('Revert "Fixed #7 -- Avoided -z."', WHY),
        ('Revert "Names by -z"', WHY),
        ('Revert "Use -z"', "There is a regression, so it is better not to have it while we look."),
        ('Revert "Use -z"', "This approach does not work well, because `git` prints no separators."),
        ('Revert "Use -z"', "Names cannot be told from each other when they are read in that way."),
        ('Revert "unwanted use of -z"', WHY),
        ('Revert "most of the tests of -z"', WHY),
        ('Revert "escapes of paths in 1414af41a8"', WHY),
        ('Revert "Use -z"', "How can other people who review it test the change when it fails?"),
        ('Revert "Use -z"', "If it did not fail, we would need to call it twice for each of the rows."),
        ('Revert "Use -z"', "These functions cannot know how the paths that they are given are used."),
        ('Revert "Use -z"', "fix: names are wrong where a path has a line break in it, and more of that"),
    ],
)
def test_a_revert_of_a_slip_or_without_a_reason_of_its_own(subject: str, body: str) -> None:
    """What nobody would bring back, what does not say what went wrong, questions, subjects of other commits."""
    assert found("reasoned_revert", past([commit(3, subject, body=body, changed=["a.py"])])) == []


def test_a_reason_that_stands_in_many_messages_is_a_form() -> None:
    """Or in the template of pull requests; tests and documents alone, and a command called revert, are no change."""
    back = commit(3, 'Revert "Use -z"', body=WHY, changed=["a.py"])
    assert len(found("reasoned_revert", past([back]))) == 1
    others = [commit(10 + n, f"Other {n}", body=f"{WHY} It is so.", changed=["b.py"]) for n in range(3)]
    assert len(found("reasoned_revert", past([back, *others[:2]]))) == 1
    assert found("reasoned_revert", past([back, *others])) == []
    assert found("reasoned_revert", past([back], texts={".github/pull_request_template.md": f"## What\n{WHY}\n"})) == []
    assert found("reasoned_revert", past([back._replace(changed=("docs/a.md", "tests/test_a.py"))])) == []
    part = commit(3, "revert: make the revision required", body=WHY, changed=["src/commands/revert.rs"])
    assert found("reasoned_revert", past([part])) == []


def test_a_reason_that_the_code_itself_says() -> None:
    """A comment in the file that was put back tells whoever would do it again."""
    back = commit(3, 'Revert "Use -z"', body=WHY, changed=["a.py"])
    comment = (
        "x = 1\n# These two options do not combine: git prints no names\n# and no separators when both are given.\n"
    )
    (one,) = found("reasoned_revert", past([back], read={"a.py": comment}))
    assert one.kept_at == "a.py:2"
    (one,) = found("reasoned_revert", past([back], read={"a.py": "# Options are tested together.\n"}))
    assert not one.kept_at


def test_a_revert_that_names_no_change_has_the_rule_that_its_reason_states() -> None:
    """A reason that asks for nothing is no rule; one that says what is to be done is."""
    asks = "Names must be read line by line, because `git` never prints separators when both are given."
    done = commit(3, "revert: strip -z from names", body=WHY, changed=["git.py"])
    assert found("reasoned_revert", past([done])) == []
    (one,) = found("reasoned_revert", past([done._replace(body=asks)]))
    assert one.rule == asks and one.against == ()
    back = done._replace(subject="fix: revert names back to lines")
    assert found("reasoned_revert", past([back])) == []
    assert found("reasoned_revert", past([back._replace(body=asks)]))[0].rule == asks


@pytest.mark.parametrize(
    ("taken", "put", "head", "holds"),
    [
        (("names = run('-z', paths)",), ("names = run(paths).lines()",), "    names = run(paths).lines()\n", True),
        (("names = run('-z', paths)",), ("names = run(paths).lines()",), "names = run('-z', paths)\n", False),
        (("names = run('-z', paths)",), ("names = run(paths).lines()",), "names = repository.names()\n", False),
        (("names = run('-z', paths)",), (), "names = repository.names()\n", True),
        (("}",), ("{",), "}\n", True),
    ],
)
def test_a_revert_holds_while_its_lines_stand(
    taken: tuple[str, ...], put: tuple[str, ...], head: str, *, holds: bool
) -> None:
    """Not where the lines it took out stand again, nor where those it put back have given way to others."""
    back = commit(3, 'Revert "Use -z"', body=WHY, changed=["git.py", "tests/test_git.py"])
    lines = {
        back.sha: {"git.py": ChangedLines(taken, put), "tests/test_git.py": ChangedLines(("assert nothing_of_it",), ())}
    }
    read = {"git.py": head, "tests/test_git.py": "assert nothing_of_it\n"}
    assert bool(found("reasoned_revert", past([back], lines=lines, read=read))) is holds


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ('Revert "Revert "Use -z""', WHY),
        ('Revert "Use -z"', "This reverts commit 0123456789."),
        ('Revert "Use -z"', "No longer needed now that the parser reads names by itself in every case."),
        (
            'Revert "Use -z"',
            "This reverts commit 0123456789.\n\nWe'll look into it again on Wednesday, see the thread.",
        ),
        ("Use -z again", WHY),
        ('Revert "Use -z"', "It brought back what was wrong before, which is the following list of problems:\n\n- a\n"),
        ('Reapply "Use -z"', WHY),
        ("fix: revert the dialog, mend the list and count again", WHY),
        ('Revert "Use -z"', "These changes to how names are read appear to have caused #13208."),
        ('Revert "Use -z"', "There's a regression in the names of files that was reported in"),
        ('Revert "Use -z"', "We originally got a report that names with newlines fail, and so read them by -z."),
        (
            'Revert "Use -z"',
            "The AWS_KEY of CI still points at the old account and must be set to fresh credentials first.",
        ),
        ('Revert "Use -z"', "The HTTP mirror is down since Monday, and so no build of any branch can finish instead."),
        ('Revert "Use -z"', "As we are merging 1.51.x into 1.52.x and then main, we should not include this change."),
    ],
)
def test_a_revert_without_a_lasting_reason(subject: str, body: str) -> None:
    """Nothing said, a reason that has passed, a promise, or no revert at all."""
    assert found("reasoned_revert", past([commit(3, subject, body=body, changed=["a.py"])])) == []


def test_a_change_that_came_back() -> None:
    """What was taken back and made again stands."""
    back = commit(3, 'Revert "Use -z"', body=WHY, changed=["a.py"])
    assert len(found("reasoned_revert", past([back]))) == 1
    assert found("reasoned_revert", past([back, commit(9, "Use -z", changed=["a.py"])])) == []
    assert found("reasoned_revert", past([back, commit(9, 'Reapply "Use -z"', changed=["a.py"])])) == []
    assert found("reasoned_revert", past([back], gone=["a.py"])) == []


@pytest.mark.parametrize(
    ("subject", "body"),
    [
        ("Fixed #36 -- Use -z.", ""),
        ("Read names by zeros", "Re-lands the reading of #7, which #9 took back."),
        ("Read names by zeros", "This combines #7 and #8."),
        ("Use -z when names of files are read", ""),
    ],
)
def test_a_change_that_came_back_in_other_words(subject: str, body: str) -> None:
    """Its ticket, its number, a word like reland, or the same words in the same files."""
    made = commit(1, "Fixed #36 -- Use -z. (#7)", changed=["git.py", "names.py"])
    shown = "Fixed #36 -- Use -z." if subject.startswith("Fixed") else "Use -z when the names are read (#7)"
    back = commit(5, f'Revert "{shown}" (#9)', body=WHY, changed=["git.py", "names.py"])
    later = commit(9, subject, body=body, changed=["git.py", "names.py"])
    assert len(found("reasoned_revert", past([made, back]))) == 1
    assert found("reasoned_revert", past([made, back, later])) == []
    other = commit(9, "Count the words of a page", changed=["git.py", "names.py"])
    assert len(found("reasoned_revert", past([made, back, other]))) == 1


def test_the_motive_of_a_change_is_no_reason_against_it() -> None:
    """A sentence from the message of what was taken back says why it was made."""
    motive = "Names with newlines cannot be told from two names when `git` prints them line by line."
    made = commit(1, "Use -z", body=motive, changed=["git.py"])
    back = commit(5, 'Revert "Use -z"', body=f"{motive}\n\n{WHY}", changed=["git.py"])
    (one,) = found("reasoned_revert", past([made, back]))
    assert one.title.endswith(WHY)
    assert found("reasoned_revert", past([made, back._replace(body=motive)])) == []


def test_what_people_repair_of_their_own() -> None:
    """Many small commits of one kind, each soon after the author's own; not where changes are reviewed first."""
    work = [commit(n, f"Feature {n}", changed=[f"src/f{n}.py"], who="a@corp.example") for n in range(12)]
    repairs = [
        commit(100 + n, "snapshots", changed=["tests/__snaps__/s.svg"], who="a@corp.example", at=START + n * DAY + 600)
        for n in range(12)
    ]
    (one,) = found("own_repair", past([*work, *repairs]))
    assert one.rule.startswith("Update the snapshots in the same commit as the change that alters them")
    assert "12 times on 12 days" in one.title
    assert found("own_repair", past([*work, *repairs[:9]])) == []
    reviewed = [one._replace(subject=f"{one.subject} (#{n})") for n, one in enumerate([*work, *repairs])]
    assert found("own_repair", past(reviewed)) == []
    others = [one._replace(email="b@corp.example") for one in repairs]
    assert found("own_repair", past([*work, *others])) == []


def test_where_most_changes_are_fixes() -> None:
    """Well above what is usual here; files that are fixed together are one, tests and documents are none."""
    fixes = [
        commit(
            n,
            f"Prevent a crash when the list number {n} is empty",
            changed=["src/a.py", "src/b.py", *(["tests/test_a.py"] if n % 2 else ["tests/test_b.py"] if n % 4 else [])],
        )
        for n in range(0, 45, 5)
    ]
    (one,) = found("hotspot", past([*fixes, *NOISE]))
    assert one.files == ("src/a.py", "src/b.py") and one.rule == ""
    assert one.title == (
        "`src/a.py` and 1 more that are fixed with it: 9 of 9 changes were fixes (7 % elsewhere), "
        "9 of them about “empty”"
    )
    assert "6 of the 9 fixes came with a test already." in one.against
    tested = [one._replace(changed=("src/a.py", "src/b.py", "tests/test_a.py")) for one in fixes]
    assert found("hotspot", past([*tested, *NOISE])) == []
    mixed = [one._replace(subject=f"Prevent a crash of part{n}") for n, one in enumerate(fixes)]
    assert found("hotspot", past([*mixed, *NOISE])) == []
    burst = [one._replace(authored=START + n * DAY, sha=f"{n:040x}") for n, one in enumerate(fixes)]
    assert found("hotspot", past([*burst, *NOISE])) == []
    short = [one._replace(subject="fix") for one in fixes]
    assert found("hotspot", past([*short, *NOISE])) == []
    spaces = [one._replace(subject=f"Fix mypy errors and whitespace of the list {n}") for n, one in enumerate(fixes)]
    assert found("hotspot", past([*spaces, *NOISE])) == []
    copies = [one._replace(sha=f"{n:040x}", subject=f"{fixes[0].subject} (#{n})") for n, one in enumerate(fixes)]
    copies = [one._replace(email=fixes[0].email) for one in copies]
    assert found("hotspot", past([*copies, *NOISE])) == []
    others = [commit(50 + n, f"Extend the list {n}", changed=["src/a.py", "src/b.py"]) for n in range(10)]
    assert found("hotspot", past([*fixes, *others, *NOISE])) == []
    everywhere = [one._replace(subject=f"Fix the problem with step {n}") for n, one in enumerate(NOISE)]
    assert found("hotspot", past([*fixes, *everywhere])) == []


def kept(seen: Past) -> list[str]:
    """Where the only findings are written down; none of them is an item."""
    findings = mine_history(seen)
    assert all(one.kept_at for one in findings)
    return [one.kept_at for one in findings]


def test_what_is_said_already() -> None:
    """A rule that was not kept is one that is said; one that is kept, or that a linter holds, is no item."""
    broken = past(swaps(5), places=STANDS, texts={"CLAUDE.md": "# Rules\nNever use `Any`.\n"})
    (one,) = mine_history(broken)
    assert one.title == "CLAUDE.md:2 says it, 7 uses of `Any` are left: `Any` -> `object` in 5 commits"
    assert one.against[0] == "Already said at CLAUDE.md:2: “Never use `Any`.”"
    for text in ("Never mind. Any type that crosses is checked.", "One of `str`, `Any`, `object`.", "`Any` is fine."):
        (one,) = mine_history(past(swaps(5), places=STANDS, texts={"CLAUDE.md": text}))
        assert one.title.startswith("`Any` -> `object`")
    line = {"AGENTS.md": "List each file of src/rules/ in lists/codes.py.\n"}
    assert kept(past([*rules(12), *NOISE], texts=line)) == ["AGENTS.md:1"]
    assert kept(past([*rules(12, missed=1), *NOISE], texts=line)) == ["AGENTS.md:1"]
    forgotten = [*rules(12, missed=2), *NOISE]
    (one,) = mine_history(past(forgotten, texts=line))
    assert one.title.startswith("AGENTS.md:1 says it, forgotten 2 times since: a new `*.py` file in `src/rules/`")
    assert kept(past(forgotten, texts=line, written={("AGENTS.md", 1): START + 5 * DAY})) == ["AGENTS.md:1"]
    counted = {"docs/typing.md": "A test counts each\n`Any`\nand refuses one more.\n"}
    assert mine_history(past(swaps(5), places=STANDS, texts=counted)) == []
    named = [one._replace(body="Any: pyright reports it.") for one in swaps(5)]
    assert mine_history(past(named, places=STANDS)) == []
    linted = {"ruff.toml": 'select = ["ANN401"]\n'}
    assert mine_history(past(swaps(5), places=STANDS, texts=linted)) == []
    ignored = {"ruff.toml": 'ignore = ["ANN401"]\n'}
    assert len(mine_history(past(swaps(5), places=STANDS, texts=ignored))) == 1


def test_the_order_takes_turns() -> None:
    """One of each signal first, hotspots last, and nothing twice."""
    commits = [*rules(12), *[one._replace(sha=f"e{n:07}" + "0" * 32) for n, one in enumerate(swaps(5))], *NOISE]
    names = [one.signal for one in mine_history(past(commits, places=STANDS))]
    assert names[:2] == ["substitution", "registration"]
    (one,) = found("registration", past([*rules(12), *NOISE]))
    assert apart([one, one]) == [one]


def test_whatever_order_the_commits_come_in() -> None:
    """The same commits give the same findings."""
    commits = [
        *rules(12, missed=2),
        *[one._replace(sha=f"e{n:07}" + "0" * 32) for n, one in enumerate(swaps(5))],
        *NOISE,
    ]
    expected = mine_history(past(commits, places=STANDS))
    assert expected
    for seed in range(5):
        shuffled = random.Random(seed).sample(commits, len(commits))
        assert mine_history(past(shuffled, places=STANDS)) == expected


def test_a_copy_counts_once() -> None:
    """The second copy of a commit that was cherry-picked is the same change."""
    one = commit(1, "a", changed=["x"])
    copy = one._replace(sha="b" * 40, committed=one.committed + 9)
    assert each_once([copy, one]) == [one]
    back = commit(2, 'Revert "a"', changed=["x"], at=one.committed + 5)
    assert each_once([copy, one, back]) == [copy, back, one]


def test_only_one_signal() -> None:
    """Asked for one, the others do not run."""
    seen = past([*rules(12), *swaps(5), *NOISE], places=STANDS)
    assert {one.signal for one in mine_history(seen, "registration")} == {"registration"}
    assert all(kind.name == name for name, kind in HISTORY_SIGNALS.items())


@pytest.mark.parametrize(
    "line",
    [
        "Add every rule to lists/codes.py.",
        "1. Map the rule to a code in `lists/codes.py`.",
        "Rules live in `src/rules/`.\n\nTheir codes are in `lists/codes.py`.",
    ],
)
def test_a_list_that_is_asked_for_in_other_words(line: str) -> None:
    """With a verb, or with the folder some lines apart; another file of the same name is another file."""
    assert len(kept(past([*rules(12), *NOISE], texts={"CONTRIBUTING.md": line}))) == 1
    other = {"CONTRIBUTING.md": line.replace("lists/codes.py", "tools/codes.py")}
    (one,) = mine_history(past([*rules(12), *NOISE], texts=other))
    assert one.kept_at == BY_ALL


def test_a_table_of_what_is_meant_for_what() -> None:
    """A property of CSS is said by its name; two sizes of one scale are one thing to learn."""
    places = {text: {"src/a.py": 9} for text in ("8px", "16px")}
    places |= {text: {"src/a.py": 18} for text in ("var(--space-2)", "var(--space-4)")}
    sixteen = [one._replace(sha=f"d{n:07}" + "0" * 32) for n, one in enumerate(swaps(7, "16px", "var(--space-4)"))]
    (one,) = found("substitution", past([*swaps(9, "8px", "var(--space-2)"), *sixteen], places=places))
    assert not one.title.startswith("AGENTS.md")
    table = {"AGENTS.md": "Use the scale of spaces:\n- `--space-2` (8px), `--space-4` (16px)\n"}
    (one,) = found("substitution", past(swaps(9, "8px", "var(--space-2)"), places=places, texts=table))
    assert one.title.startswith("AGENTS.md:2 says it")


def test_where_it_is_said() -> None:
    """Beside the files that agents read, what these name, but no plan and no log."""
    for path in (".claude/skills/fix/SKILL.md", "crates/ty/AGENTS.md", ".github/pull_request_template.md"):
        assert is_of(path, SAYING) and not is_of(path, ENFORCING)
    texts = {"AGENTS.md": "See docs/style.md, `docs/plans/x.md` and ./gone.md.", "web/CLAUDE.md": "Read guide.md."}
    present = frozenset({"docs/style.md", "docs/plans/x.md", "web/guide.md", "AGENTS.md"})
    assert named_documents(texts, present) == ["docs/style.md", "web/guide.md"]


def test_a_file_that_only_brings_others_in() -> None:
    """What imports each new file is no list: who adds one has to, before anything of it is used."""
    imports = "".join(f"from src.rules import (\n    r{n},\n)\n" for n in range(12))
    assert found("registration", past([*rules(12), *NOISE], read={"lists/codes.py": imports})) == []
    lists = "RULES = [\n" + "".join(f'    "r{n}",\n' for n in range(12)) + "]\n"
    (one,) = found("registration", past([*rules(12), *NOISE], read={"lists/codes.py": lists}))
    assert one.kept_at == BY_ALL
    (one,) = found("registration", past([*rules(12, missed=1), *NOISE], read={"lists/codes.py": lists}))
    assert one.kept_at == BY_ALL
    assert found("registration", past([*rules(12, missed=2), *NOISE], read={"lists/codes.py": lists})) == []
    mended = commit(0, "forgot", changed=["lists/codes.py"], at=START + DAY + 60)._replace(email="dev1@corp.example")
    forgotten = [*rules(12, missed=2), mended._replace(sha="f" * 40), *NOISE]
    (one,) = found("registration", past(forgotten, read={"lists/codes.py": lists}))
    assert not one.kept_at
    assert found("registration", past(forgotten, read={"lists/codes.py": "nothing of it\n"})) == []
    assert one.rule == "When you add a `*.py` file in `src/rules/`, list it in `lists/codes.py` in the same commit."
    assert found("registration", past([*rules(12), *NOISE], read={"lists/codes.py": "nothing of it\n"})) == []
    images = [one._replace(added=tuple(f"{path[:-3]}.png" for path in one.added)) for one in rules(12)]
    assert found("registration", past([*images, *NOISE])) == []


def test_a_list_that_a_program_writes() -> None:
    """The rule names the command that the file itself names; without one there is none."""
    made = "# Generated by a script, do not edit: run `make codes`.\n"
    (one,) = found("registration", past([*rules(12), *NOISE], read={"lists/codes.py": made}))
    assert one.rule == "When you add a `*.py` file in `src/rules/`, run `make codes`, which writes `lists/codes.py`."
    for line, at in (
        ("Before you commit, run make codes.", "AGENTS.md:1"),
        ("- [ ] The codes are up to date (`make codes`)", "AGENTS.md:1"),
        ("- [ ] The manual is up to date (`make codes`)", BY_ALL),
    ):
        seen = past([*rules(12), *NOISE], read={"lists/codes.py": made}, texts={"AGENTS.md": line})
        (one,) = found("registration", seen)
        assert one.kept_at == at
    silent = {"lists/codes.py": "# Generated, do not edit.\n"}
    assert found("registration", past([*rules(12), *NOISE], read=silent)) == []


def test_a_name_within_another_one_is_said_with_it() -> None:
    """`TextType` goes where `Text` goes; two ordinary words need more commits than two names."""
    longer = [
        one._replace(sha=f"d{n:07}" + "0" * 32, subject=f"Name {n}")
        for n, one in enumerate(swaps(4, "AnyType", "objectType", "AnyType."))
    ]
    places = {**STANDS, "AnyType": {"src/a.py": 2}, "objectType": {"src/a.py": 4}}
    (one,) = found("substitution", past([*swaps(5), *longer], places=places))
    assert one.rule == "Use `object` instead of `Any`, `objectType` instead of `AnyType`, in `*.py` files under `src/`."
    words = {"content": {"src/a.py": 9}, "page": {"src/a.py": 3}}
    for asked, count in (("The page is content.", 0), ("Never use `page`.", 1)):
        pages = past(swaps(8, "page", "content", "A `page` is content."), places=words, texts={"CLAUDE.md": asked})
        assert len(found("substitution", pages)) == count
    masks = {"id_of": {"src/a.py": 3}, "%s": {"src/a.py": 30}}
    assert found("substitution", past(swaps(8, "id_of", "%s", "`id_of` goes."), places=masks)) == []
    declared = {"df: Frame": {"src/a.py": 9}, "input: Data": {"src/a.py": 3}}
    assert found("substitution", past(swaps(8, "input: Data", "df: Frame"), places=declared)) == []


def test_paths_of_tests_and_documents() -> None:
    """By folder and by name, in the manner of several languages."""
    for path in (
        "tests/a.py",
        "App.Tests/Fakes.cs",
        "src/SessionTests.cs",
        "pkg/list_test.go",
        "a/x.spec.ts",
        "docs/a.py",
    ):
        assert is_aside(path), path
    for path in ("src/latest.py", "src/Contest.cs", "src/testing.py", "lib/attests.go"):
        assert not is_aside(path), path


@pytest.mark.parametrize(
    ("subject", "text", "fix"),
    [
        ("[ty] Prevent crash (#12)", "Prevent crash", True),
        ("fix(core): x", "x", True),
        ("feat: fix everything", "fix everything", False),
        ("Fixed #36516, Refs #36366 -- Fixed footer", "Fixed footer", True),
        ("Fixed #36516 -- Added a field", "Added a field", False),
        ("修复 WebServer 中内存泄漏", "修复 WebServer 中内存泄漏", True),
        ("Исправлена ошибка", "Исправлена ошибка", True),
        ("Corrige le calcul", "Corrige le calcul", True),
        ("Fix typo", "Fix typo", False),
        ("Resolve an issue with tabs", "Resolve an issue with tabs", True),
        ("Resolve paths against the root", "Resolve paths against the root", False),
        ("Avoid redundant clone", "Avoid redundant clone", False),
        ("runtime: avoid pointer casts on miri", "avoid pointer casts on miri", False),
        ("Avoid a crash of empty lists", "Avoid a crash of empty lists", True),
        ("Fix trailing whitespace in resolver", "Fix trailing whitespace in resolver", False),
        ("Fix type hints of the reader", "Fix type hints of the reader", False),
        ("(#1)", "", False),
    ],
)
def test_subjects(subject: str, text: str, *, fix: bool) -> None:
    """Types, scopes and tickets are taken off; a fix is one in whatever words."""
    assert (bare(subject), is_fix(subject)) == (text, fix)


def test_the_sentence_that_gives_the_reason() -> None:
    """Trailers, lists of shas, headings, code and quotes give none."""
    body = (
        "## Summary\n\n<!-- what -->\nThis reverts commit 0123456.\nFixes #12\n\n```\nthis fails because of code\n```\n"
        "Moves the reader to its own file. It is read twice otherwise, because\nthe cache is made later.\n\n"
        "Co-authored-by: A <a@corp.example>\n"
    )
    assert reason(body) == "It is read twice otherwise, because the cache is made later."
    assert list(sentences("- one thing that is done\n- another thing")) == ["one thing that is done", "another thing"]
    wrapped = "We got a report at\nhttps://example.org/issues/7 that names fail.\n"
    assert list(sentences(wrapped)) == ["We got a report at https://example.org/issues/7 that names fail."]
    assert reason("") == "" and reason("short") == ""
    assert (
        reason("因为缓存在之后才创建，所以会被读取两次，导致错误。")
        == "因为缓存在之后才创建，所以会被读取两次，导致错误。"
    )


def test_hostile_words_cost_little() -> None:
    """Messages of a megabyte, lines without an end, marks of all kinds."""
    for text in ("(" * 6000, "`" * 6000, "fixes #1, " * 600, "regression in " * 400, "a." * 3000, "- \n" * 2000):
        one = commit(1, text[:400], body=text, changed=["a.py"])
        mine_history(past([one] * 50 + [one._replace(sha=f"{n:040x}") for n in range(50)]))


@pytest.mark.parametrize(
    ("path", "aside"),
    [
        ("tests/a.py", True), ("src/App.Tests/Services/Case.cs", True), ("AppTests/a.swift", True),
        ("pkg/a_test.go", True), ("src/OrderTest.java", True), ("src/a.spec.ts", True), ("spec/a_spec.rb", True),
        ("conftest.py", True),
        ("src/latest/a.py", False), ("src/contest.py", False), ("src/Request.cs", False), ("src/attests.py", False),
    ],
)  # fmt: skip
def test_what_stands_beside_the_code(path: str, aside: bool) -> None:
    """Tests by the names that languages give them."""
    assert is_aside(path) == aside


def test_what_a_test_needs_is_no_list() -> None:
    """Files that are made for the test beside them; one that is forgotten and mended is worth a rule."""
    made = [one._replace(added=(f"play/hmr/dep{n}.js",), changed=("play/hmr/__tests__/hmr.spec.ts",))
            for n, one in enumerate(rules(12))]  # fmt: skip
    names = {"play/hmr/__tests__/hmr.spec.ts": "".join(f"page.goto('/dep{n}.js')\n" for n in range(12))}
    assert found("registration", past([*made, *NOISE], read=names)) == []
    mended = commit(0, "forgot", changed=made[0].changed, at=START + DAY + 60)._replace(email="dev1@corp.example")
    forgotten = [*[one._replace(changed=()) for one in made[:2]], mended._replace(sha="f" * 40)]
    assert len(found("registration", past([*forgotten, *made[2:], *NOISE], read=names))) == 1


def test_what_whoever_releases_changes_is_no_list() -> None:
    """A version that is cut changes the same files each time, by a script or a checklist."""
    cut = [one._replace(subject=f"Cut 1.{n}", added=(f"notes/v1.{n}.md",), changed=("docs/site.yml",))
           for n, one in enumerate(rules(12))]  # fmt: skip
    assert found("registration", past([*cut, *NOISE])) == []


def test_a_word_that_only_says_which_file_is_no_theme() -> None:
    """In whatever spelling: half of the fixes of a file name it."""
    fixes = [commit(n, f"Fix wrong part{n} of `WideLine`", changed=["cop/wide_line.rb"]) for n in range(0, 45, 5)]
    assert found("hotspot", past([*fixes, *NOISE])) == []


def test_names_are_no_formatting() -> None:
    """What a linter calls its rules says nothing about what was done to the code."""
    work = [commit(n, f"Feature {n}", changed=[f"src/f{n}.py"], who=f"p{n % 3}@corp.example") for n in range(12)]
    repairs = [
        commit(
            100 + n, "Fix an error of Lint/Void", changed=["a.rb"], who=f"p{n % 3}@corp.example", at=START + n * DAY + 9
        )
        for n in range(12)
    ]
    assert found("own_repair", past([*work, *repairs])) == []
    lint = [one._replace(subject="Fix what lint says") for one in repairs]
    assert len(found("own_repair", past([*work, *lint]))) == 1


def test_names_of_one_class_go_together() -> None:
    """Constants that all become members of one class are one item."""
    other = [
        one._replace(sha=f"d{n:07}" + "0" * 32, subject=f"Name {n}")
        for n, one in enumerate(swaps(4, "BILLION", "Unit.BILLION_PARTS", "BILLION goes."))
    ]
    places = {name: {"src/a.py": 9} for name in ("MILLION", "BILLION")}
    places |= {f"Unit.{name}_PARTS": {"src/a.py": 18} for name in ("MILLION", "BILLION")}
    mine = swaps(5, "MILLION", "Unit.MILLION_PARTS", "MILLION goes.")
    (one,) = found("substitution", past([*mine, *other], places=places))
    assert "`Unit.MILLION_PARTS` instead of `MILLION`, `Unit.BILLION_PARTS` instead of `BILLION`" in one.rule
    both = {"AGENTS.md": "Not testing both `Any` and `object` is wrong.\n"}
    (one,) = found("substitution", past(swaps(5), places=STANDS, texts=both))
    assert one.title.startswith("`Any` -> `object`")


def in_sync(text: str, there: str = "ROW_LIMITS = 3\n", here: str = "", **more: object) -> list[Finding]:
    """What a comment of `web/a.ts` gives, beside `lib/b.py`, which two commits changed, one of them with it."""
    commits = [
        commit(1, "Count more", changed=["lib/b.py", "web/a.ts"]),
        commit(9, "Count less", changed=["lib/b.py"]),
        commit(20, "Other", changed=["lib/c.py", "web/c.ts"]),
    ]
    read = {"web/a.ts": here or f"// {text}\n", "lib/b.py": there}
    return found("sync_comment", past(commits, read=read, comments={"web/a.ts": [Comment(7, text)]}, **more))


def test_a_comment_that_only_one_of_two_files_has() -> None:
    """The rule is for whoever changes the other one; the comment is the evidence, the commits show how it is kept."""
    (one,) = in_sync("Keep this list in sync with ROW_LIMITS in lib/b.py.")
    assert one.title == (
        "Only `web/a.ts` says that it has to match `ROW_LIMITS` in `lib/b.py`: "
        "“Keep this list in sync with ROW_LIMITS in lib/b.py”"
    )
    assert one.rule == (
        "When you change `ROW_LIMITS` in `lib/b.py`, keep `web/a.ts` in sync with it: "
        "“Keep this list in sync with ROW_LIMITS in lib/b.py.”"
    )
    (one,) = in_sync("Keep this list in sync with lib/b.py.")
    assert one.rule == "When you change `lib/b.py`, keep `web/a.ts` in sync with it."
    assert [str(piece.locator)[:18] for piece in one.evidence] == ["file:web/a.ts:7", "commit:10000000000"]
    (one,) = in_sync("NOTE: the order of the columns must match b.py, since clients send numbers, never names.") or [
        None
    ]
    assert one is None  # what it denies is not told from what it asks
    (one,) = in_sync("NOTE: the order of all columns on this page must match b.py, since clients send numbers.")
    assert one.rule.endswith(
        "keep `web/a.ts` in sync with it: "
        "“the order of all columns on this page must match b.py, since clients send numbers.”"
    )
    said = {"AGENTS.md": "lib/b.py and web/a.ts go together.\n"}
    (one,) = in_sync("Keep in sync with lib/b.py, please.", texts=said)
    assert one.kept_at == "AGENTS.md:1"


def test_a_comment_on_the_other_side_in_its_own_words() -> None:
    """It names the module as its language does, or what only this file defines; a name of its own says nothing."""
    text, here = "Keep this list in sync with lib/b.py.", "// Keep this list in sync.\nconst tidyLimits = 3\n"
    assert in_sync(text, "# Has to match web.a, with its names.\n", here) == []
    for other, count in (("Keep in sync with x.y.tidyLimits, in web.", 0), ("Keep in sync with x.y.otherLimits.", 1)):
        comments = {"web/a.ts": [Comment(7, text)], "lib/b.py": [Comment(1, other)]}
        commits = [commit(1, "Count more", changed=["lib/b.py", "web/a.ts"])]
        read = {"web/a.ts": here, "lib/b.py": f"# {other}\n"}
        assert len(found("sync_comment", past(commits, read=read, comments=comments))) == count


def test_a_comment_about_one_name_below_it() -> None:
    """The rule is about that name, and the commits shown are those that changed it."""
    text = "This variable naming must match the name used in lib/b.py, always."
    here = "\n" * 6 + f'// {text}\nstd::string var_name("window_dots");\n'
    there = "window_dots = 3\nother = 4\n"
    changes = {"1": ("window_dots = 2",), "9": ("other = 3",)}
    lines = {f"{sha}".ljust(40, "0"): {"lib/b.py": ChangedLines((), put)} for sha, put in changes.items()}
    (one,) = in_sync(text, there, here, lines=lines)
    assert one.rule.startswith("When you change `window_dots` in `lib/b.py`, keep `web/a.ts` in sync with it")
    assert [piece.locator.ref[:1] for piece in one.evidence] == ["w", "1"]
    (one,) = in_sync(text, "nothing = 3\n", here)
    assert one.rule.startswith("When you change `lib/b.py`,")


def test_a_change_within_what_a_name_defines_is_about_it() -> None:
    """Its lines stand behind the definition; what changed elsewhere in the file is not shown."""
    text = "This needs to be kept in sync with `count_limits()`."
    there = "def count_limits():\n    return sum(rows_of_all_pages())\n" + "\n" * 30 + "unrelated_to_it = of_course()\n"
    places = {"count_limits": {"lib/b.py": 1}}
    for line, shown in (("return sum(rows_of_all_pages())", ["w", "1"]), ("unrelated_to_it = of_course()", ["w"])):
        lines = {one.ljust(40, "0"): {"lib/b.py": ChangedLines((), (line,))} for one in ("1", "9")}
        (one,) = in_sync(text, there, places=places, lines=lines)
        assert [piece.locator.ref[:1] for piece in one.evidence] == shown and one.actors


def test_a_comment_may_name_two_files_that_count_alike() -> None:
    """Neither comes before the other, and both are named."""
    text = "Keep these limits in sync with lib/b.py and lib/c.py."
    commits = [commit(at, "Count more", changed=["lib/b.py", "lib/c.py"]) for at in (1, 2)]
    commits.append(commit(9, "Show more", changed=["web/a.ts"]))
    read = {"web/a.ts": f"// {text}\n", "lib/b.py": "LIMITS = 3\n", "lib/c.py": "LIMITS = 3\n"}
    (one,) = found("sync_comment", past(commits, read=read, comments={"web/a.ts": [Comment(1, text)]}))
    assert "`lib/b.py`" in one.title and "`lib/c.py`" in one.title


def test_one_comment_in_two_files_is_one_finding() -> None:
    """Also where one of them has an article more."""
    commits = [
        commit(1, "Count more", changed=["lib/b.py"]),
        commit(9, "Show more", changed=["web/a.ts"]),
        commit(20, "Show less", changed=["web/b.ts"]),
    ]
    texts = {
        "web/a.ts": "Keep row limits in sync with lib/b.py.",
        "web/b.ts": "Keep the row limits in sync with lib/b.py.",
    }
    read = {path: f"// {text}\n" for path, text in texts.items()} | {"lib/b.py": "ROW_LIMITS = 3\n"}
    comments = {path: [Comment(7, text)] for path, text in texts.items()}
    (one,) = found("sync_comment", past(commits, read=read, comments=comments))
    assert one.title.startswith("Only `web/a.ts` and `web/b.ts` say that they have to match `lib/b.py`")


@pytest.mark.parametrize(
    ("text", "there"),
    [
        ("Keep this list in sync with lib/b.py.", "# see a.ts\n"),
        ("Keep LONG_GONE in sync with lib/b.py.", "ROW_LIMITS = 3\n"),
        ("Keep this list in sync with lib/b.py; a test checks it. The test fails otherwise.", "ROW_LIMITS = 3\n"),
        ("This list is generated by a script to be kept in sync with lib/b.py.", "ROW_LIMITS = 3\n"),
        ("Mirrors what lib/b.py does with the names of files.", "ROW_LIMITS = 3\n"),
        ("This need not be kept in sync with lib/b.py at all.", "ROW_LIMITS = 3\n"),
        ("Keep in sync with https://example.org/x/blob/main/lib/b.py.", "ROW_LIMITS = 3\n"),
        ("Keep this list in sync with lib/gone.py, please.", "ROW_LIMITS = 3\n"),
        ("The empty branch must match (`b.py`, `c.py`).", "ROW_LIMITS = 3\n"),
        ("Both pages show the limits; keep them in sync (see ``lib/b.py``, on rows).", "ROW_LIMITS = 3\n"),
        ("Both pages show the limits, please keep them in sync, see lib/b.py.", "ROW_LIMITS = 3\n"),
    ],
    ids=[
        "both say it",
        "old",
        "tested",
        "generated",
        "told",
        "denied",
        "elsewhere",
        "gone",
        "example",
        "reference",
        "referred",
    ],
)
def test_a_comment_that_asks_for_nothing(text: str, there: str) -> None:
    """Said on both sides, about what is gone, seen to by something else, or no obligation."""
    assert in_sync(text, there) == []


@pytest.mark.parametrize(
    "text",
    [
        "Keep in sync with b.py, must match b.py " * 25_000,
        "must be kept " * 80_000 + "in sync with b.py",
        "keep in sync with b.py\n" * 100_000,
        "долж" * 250_000 + " совпада b.py",
        " " * 1_000_000 + "must match what b.py has.",
        "`" * 1_000_000 + "must match b.py",
    ],
    ids=["one line", "no end", "lines", "one word", "spaces", "marks"],
)
def test_a_hostile_comment(text: str) -> None:
    """A comment of a megabyte is no sentence; spaces do not count."""
    assert len(in_sync(text)) == text.startswith("  ")


def test_a_hostile_file_defines_nothing() -> None:
    """Beginnings of definitions without an end, in a megabyte of lines or in one."""
    text, places = "This needs to be kept in sync with `count_limits()`.", {"count_limits": {"lib/b.py": 1}}
    for there in ("export\n" * 150_000, "static " * 150_000, "const int\n" * 100_000, "(" * 1_000_000):
        assert in_sync(text, f"{there}count_limits()\n", places=places) == []
    assert len(in_sync(text, "export\n" * 150_000 + "export count_limits = 3\n", places=places)) == 1


def test_a_comment_that_names_what_one_file_defines() -> None:
    """Not where its own file uses it, nor where two files define it."""
    text = "This needs to be kept in sync with `count_limits()`."
    places = {"count_limits": {"lib/b.py": 1}}
    (one,) = in_sync(text, "def count_limits():\n", places=places)
    assert one.rule.startswith("When you change `count_limits` in `lib/b.py`, keep `web/a.ts` in sync with it")
    assert in_sync(text, "def count_limits():\n", f"// {text}\ncount_limits();\n", places=places) == []
    assert in_sync(text, "count_limits()\n", places=places) == []
