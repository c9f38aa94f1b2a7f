"""Entries in a changelog: which changes bring one along, which got theirs later, and what is left alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from dreamtui.mining.history.base import DAY, Past
from dreamtui.mining.history.changelog_entry import ChangelogEntry
from dreamtui.model.item import BY_ALL, Finding
from dreamtui.model.mining.commits import ChangedLines, Diffed
from tests.mining.test_history_signals import START, commit, past

LOG = "CHANGELOG.md"
TEXT = {LOG: "# Changes\n\n## [Unreleased]\n\n- One.\n"}
NAMES = ("parser", "lexer", "printer", "linker", "loader", "router", "mailer", "ledger", "cursor", "palette")
ABOUT = ("umlauts", "brackets", "comments", "margins", "fonts", "queries", "headers", "cents", "tabs", "hues")


def with_entry(count: int, log: str = LOG) -> list[Diffed]:
    """Changes that bring their entry along, over two months."""
    return [
        commit(n, f"Teach the engine trick {n}", changed=["src/core.py", log], at=START + n * 5 * DAY)
        for n in range(count)
    ]


def late(count: int, log: str = LOG, who: str = "other@corp.example") -> list[Diffed]:
    """Changes without an entry, each with the commit of somebody else that adds it three days later."""
    made = []
    for n, (name, about) in enumerate(zip(NAMES[:count], ABOUT, strict=False)):
        when = START + (60 + n * 7) * DAY
        made += [
            commit(100 + n, f"Widen the {name} for {about}", changed=["src/core.py"], at=when),
            commit(200 + n, f"Add {name} {about} to the changelog", changed=[log], at=when + 3 * DAY, who=who),
        ]
    return made


def lines(commits: Sequence[Diffed], text: str = "- The engine can do more now.") -> dict[str, dict[str, ChangedLines]]:
    """Each commit put one line into every file it touched."""
    return {one.sha: {path: ChangedLines((), (text,)) for path in one.files} for one in commits}


def find(seen: Past) -> list[Finding]:
    return list(ChangelogEntry().find(seen))


def seen(commits: Sequence[Diffed], **more: Any) -> Past:
    given: dict[str, Any] = {"lines": lines(commits), "read": TEXT, **more}
    return past(commits, **given)


def test_entries_that_came_later() -> None:
    """The title says how many lacked one, the rule where it goes, and the evidence has both commits of each."""
    (one,) = find(seen([*with_entry(12), *late(3)]))
    assert one.title == (
        "3 changes to `src/` came without an entry in `CHANGELOG.md`, which was added later (3 by somebody else); "
        "12 came with one"
    )
    assert one.rule == (
        "When you change what users notice in `src/`, add an entry to `CHANGELOG.md` under “Unreleased” in the same "
        "commit."
    )
    assert (one.subject, one.kept_at, one.weight) == (LOG, "", 6)
    assert one.files == (LOG, "src/core.py")
    quotes = [piece.quote for piece in one.evidence]
    assert quotes[1] == "Widen the printer for comments [no entry in CHANGELOG.md]"
    assert quotes[0].startswith("Add printer comments to the changelog [the entry for ")
    assert "Nearly all entries that came later are by one author." in one.against


@pytest.mark.parametrize(
    ("commits", "why"),
    [
        (with_entry(9) + late(3), "too few changes bring one"),
        ([one._replace(committed=START, authored=START) for one in with_entry(12)] + late(3), "all of them on one day"),
        ([one._replace(subject=f"Release 1.{n}.0") for n, one in enumerate(with_entry(12))] + late(3), "by releases"),
        ([one._replace(changed=("tests/test_core.py", LOG)) for one in with_entry(12)] + late(3), "with tests"),
        ([one._replace(changed=("src/core.py", "src/history.py")) for one in with_entry(12)], "no changelog"),
        (
            [*with_entry(12), *late(3), *(commit(500 + n, f"Step {n}", changed=["src/a.py"]) for n in range(200))],
            "most changes need none",
        ),
    ],
)
def test_no_changelog_that_changes_come_with(commits: list[Diffed], why: str) -> None:
    """Where changes to code do not bring entries along, nothing is found."""
    assert find(seen(commits)) == [], why


@pytest.mark.parametrize(
    "subject",
    ["Fix a typo in the changelog", "Release 2.0.1", "changelog: move the entry to the right section",
     "Reword the news of the parser", "Tidy up"],
)  # fmt: skip
def test_what_only_polishes_the_changelog(subject: str) -> None:
    """Commits that mend, move or date entries are none that bring one."""
    polished = [one._replace(subject=subject) if one.files == (LOG,) else one for one in late(3)]
    assert [one.kept_at for one in find(seen([*with_entry(12), *polished]))] == [BY_ALL]


def test_lines_that_are_no_entry() -> None:
    """A heading, a date, and lines that gave way to as many others bring no entry."""
    commits = [*with_entry(12), *late(3)]
    for put in ("## [2.0.0] - 2026-01-01", "### Added", "1.0"):
        assert [one.kept_at for one in find(seen(commits, lines=lines(commits, put)))] == [BY_ALL], put
    reworded = {one.sha: {LOG: ChangedLines(("- Old words of it.",), ("- New words of it.",))} for one in commits}
    assert [one.kept_at for one in find(seen(commits, lines=reworded))] == [BY_ALL]
    assert [one.kept_at for one in find(seen(commits, lines={}))] == [BY_ALL]


def test_an_entry_of_ones_own_the_next_day() -> None:
    """A bare "changelog" belongs to what its author did just before; one that names something else does not."""

    def own(subject: str, after: int = 1) -> list[Diffed]:
        made = []
        for n in range(3):
            when = START + (60 + n * 7) * DAY
            made.append(
                commit(300 + n, f"Teach it {NAMES[n]}", changed=["src/core.py"], at=when, who="me@corp.example")
            )
            made.append(commit(400 + n, subject, changed=[LOG], at=when + after * DAY, who="me@corp.example"))
        return [*with_entry(12), *made]

    (one,) = find(seen(own("changelog")))
    assert one.kept_at == "" and "which was added later; 12 came" in one.title
    assert [one.kept_at for one in find(seen(own("changelog", after=3)))] == [BY_ALL]
    assert [one.kept_at for one in find(seen(own("Mention the website in the changelog")))] == [BY_ALL]


def test_what_is_said_already() -> None:
    """Said and broken since: the line and how often; said and kept: told only; so is what a workflow checks."""
    commits = [*with_entry(12), *late(4)]
    said = {"CONTRIBUTING.md": "# How\n\n- Add an entry to the changelog.\n"}
    (one,) = find(seen(commits, texts=said))
    assert one.title.startswith("CONTRIBUTING.md:3 says it, yet 4 changes to `src/` came without an entry in ")
    assert "Already said at CONTRIBUTING.md:3: “- Add an entry to the changelog.”" in one.against
    place = ("CONTRIBUTING.md", 3)
    (one,) = find(seen(commits, texts=said, written={place: START + 66 * DAY}))
    assert "yet 3 changes" in one.title
    (one,) = find(seen(commits, texts=said, written={place: START + 80 * DAY}))
    assert one.kept_at == "CONTRIBUTING.md:3"
    checks = {".github/workflows/check.yml": "run: towncrier check --compare-with origin/main\n"}
    guarded = [*commits, commit(900, "ci: check", added=[".github/workflows/check.yml"], at=START + DAY)]
    (one,) = find(seen(guarded, read=TEXT | checks))
    assert one.kept_at == ".github/workflows/check.yml"


def test_exceptions_are_counted() -> None:
    """Tests need no entry where hardly any of them had one; otherwise nothing is said of them."""
    tests = [commit(600 + n, f"Test {n}", changed=["tests/test_core.py"], at=START + n * DAY + 5) for n in range(12)]
    (one,) = find(seen([*with_entry(12), *late(3), *tests]))
    assert one.rule.endswith("in the same commit; tests need none.")
    assert "12 commits that changed only tests: none came with an entry." in one.against
    brought = [one._replace(changed=(*one.changed, LOG)) for one in tests[:6]]
    (one,) = find(seen([*with_entry(12), *late(3), *brought, *tests[6:]]))
    assert one.rule.endswith("in the same commit.")


def test_folders_of_pieces_and_a_changelog_for_each_part() -> None:
    """A fragment a change, release notes, and many changelogs of one name are told apart in the rule."""

    def moved(where: str) -> list[Diffed]:
        return [
            one._replace(changed=tuple(p for p in one.changed if p != LOG), added=(where.format(n),))
            if LOG in one.changed
            else one
            for n, one in enumerate([*with_entry(12), *late(3)])
        ]

    (one,) = find(seen(moved("news/{}.bugfix.rst")))
    assert "add a file with its entry to `news/` in" in one.rule and one.files[0].startswith("news/")
    (one,) = find(seen(moved("docs/releases/2.{}.txt")))
    assert "add it to the release notes in `docs/releases/` in" in one.rule
    (one,) = find(seen(moved("src/part{}/CHANGELOG.md")))
    assert one.subject == "*/CHANGELOG.md" and "to the `CHANGELOG.md` of the part you change in" in one.rule


def test_entries_in_the_wrong_section() -> None:
    """Four that were moved are an item of their own; what only orders them is none."""

    def moved(count: int, subject: str = "docs: move misplaced changelog entry") -> list[Diffed]:
        return [commit(700 + n, f"{subject} {n}", changed=[LOG], at=START + (50 + n) * DAY) for n in range(count)]

    kept, place = find(seen([*with_entry(12), *moved(4)]))
    assert kept.kept_at == BY_ALL
    assert place.title == "Entries in `CHANGELOG.md` stood in the wrong section 4 times and were moved later"
    assert "still stands under “Unreleased”" in place.rule and place.subject == "CHANGELOG.md:place"
    assert len(find(seen([*with_entry(12), *moved(3)]))) == 1
    assert len(find(seen([*with_entry(12), *moved(4, "changelog: move some stuff around for a better order")]))) == 1


def test_the_order_of_commits_does_not_matter() -> None:
    commits = [*with_entry(12), *late(5)]
    assert find(seen(commits)) == find(seen(commits[::-1]))


def test_hostile_entries_are_bounded() -> None:
    """Many commits with long lines and subjects in every script end soon and quote nothing that is alive."""
    word = "слово" * 2000 + "\u202e\x1b[31m"
    many = [commit(1000 + n, f"changelog {word}", changed=[LOG], at=START + n * 999) for n in range(900)]
    commits = [*with_entry(12), *late(3), *many]
    assert find(seen(commits, lines=lines(commits, "- " + "x " * 200_000)))


def test_the_change_that_an_entry_names() -> None:
    """The number in its subject says which change it tells of, not the author's newest one or the words."""
    pairs = late(3)
    named = commit(300, "Sort the rows (#41)", changed=["src/core.py"], at=START + 90 * DAY, who="me@corp.example")
    other = commit(301, "Paint the rows (#42)", changed=["src/core.py"], at=START + 91 * DAY, who="me@corp.example")
    entry = commit(302, "Add the entry for #41 (#43)", changed=[LOG], at=START + 92 * DAY, who="me@corp.example")
    (one,) = find(seen([*with_entry(12), *pairs, named, other, entry]))
    assert one.evidence[0].quote == f"Add the entry for #41 (#43) [the entry for {named.sha[:8]}]"
    (one,) = find(seen([*with_entry(12), *pairs, named._replace(changed=("src/core.py", LOG)), other, entry]))
    assert all("#43" not in piece.quote for piece in one.evidence)
