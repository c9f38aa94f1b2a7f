"""Files that are changed alike: which pairs are found, what was forgotten and mended, and what is left alone."""

from collections.abc import Sequence
from typing import Any

import pytest

from dreamtui.mining.history.base import DAY, Past
from dreamtui.mining.history.changed_together import ChangedTogether
from dreamtui.model.item import BY_ALL, Finding
from dreamtui.model.mining.commits import ChangedLines, Diffed
from tests.mining.test_history_signals import NOISE, START, commit, past

ONE, OTHER = "conf/staging.yaml", "conf/production.yaml"
KEYS = ("request_timeout", "pool_members", "log_target", "upload_limit", "mail_server", "cache_minutes", "page_length")
Lines = dict[str, dict[str, ChangedLines]]


def put(**texts: str) -> dict[str, ChangedLines]:
    return {path: ChangedLines((), tuple(text.split("\n"))) for path, text in texts.items()}


def alike(count: int, one: str = ONE, other: str = OTHER, line: str = "{}: yes") -> tuple[list[Diffed], Lines]:
    """Changes to two files, ten days apart, that put one line into both."""
    commits = [
        commit(n, f"Set {KEYS[n]}", changed=[one, other], at=START + n * 10 * DAY) for n in range(min(count, len(KEYS)))
    ]
    return commits, {
        made.sha: put(**{one: line.format(key), other: line.format(key)})
        for made, key in zip(commits, KEYS, strict=False)
    }


def forgotten(days_later: int, who: str = "other@corp.example") -> tuple[list[Diffed], Lines]:
    """A change to one file, and the other that gets the same line later."""
    first = commit(60, "Compress the answers", changed=[ONE], at=START + 33 * DAY, who="me@corp.example")
    later = commit(61, "Compress in production", changed=[OTHER], at=START + (33 + days_later) * DAY, who=who)
    line = "compress_answers: true"
    return [first, later], {first.sha: put(**{ONE: line}), later.sha: put(**{OTHER: line})}


def find(commits: Sequence[Diffed], lines: Lines, **more: Any) -> list[Finding]:
    return list(ChangedTogether().find(seen(commits, lines, **more)))


def seen(commits: Sequence[Diffed], lines: Lines, **more: Any) -> Past:
    return past([*commits, *NOISE], lines=lines, **more)


def test_files_that_get_the_same_lines() -> None:
    """The title counts, the rule names both, and each piece of evidence has the line that came to both."""
    commits, lines = alike(6)
    (one,) = find(commits, lines)
    assert one.title == (
        "`conf/production.yaml` and `staging.yaml` are changed alike: 6 of 6 changes to the first came with the other, "
        "6 of the 6 newest with the same lines"
    )
    assert one.rule == (
        "When you change `conf/production.yaml`, make the same change in `staging.yaml` beside it where the lines are "
        "the same."
    )
    assert one.subject == "conf/production.yaml -> conf/staging.yaml" and one.weight == 6
    assert one.files == (OTHER, ONE) and one.kept_at == "" and one.against == ()
    assert one.evidence[0].quote == "Set cache_minutes [both: cache_minutes: yes]"


def test_what_was_forgotten_and_mended() -> None:
    """The direction in which it was forgotten comes first; the second half of one's own work was not forgotten."""
    commits, lines = alike(6)
    more, new = forgotten(12)
    (one,) = find([*commits, *more], lines | new)
    assert one.subject == f"{ONE} -> {OTHER}"
    assert one.title.endswith("6 of the 6 newest with the same lines; 1 change came to it later")
    quotes = [piece.quote for piece in one.evidence]
    assert "Compress the answers [only conf/staging.yaml: compress_answers: true]" in quotes
    assert "Compress in production [conf/production.yaml got it: compress_answers: true]" in quotes
    for days_later, who in ((90, "other@corp.example"), (0, "me@corp.example")):
        more, new = forgotten(days_later or 1, who)
        if not days_later:
            more[1] = more[1]._replace(committed=more[0].committed + 3600, authored=more[0].authored + 3600)
        (one,) = find([*commits, *more], lines | new)
        assert "later" not in one.title
    more, new = forgotten(90)
    (one,) = find([*commits, *more], lines | new)
    assert [line for line in one.against if "came without it, such as" in line]


@pytest.mark.parametrize(
    ("one", "other", "line"),
    [
        ("src/a.py", "tests/test_a.py", "assert_it({})"),
        ("src/card.tsx", "src/card.css", "width_of_{}: 3"),
        ("src/a.rs", "src/b.rs", "fn {}(&self) -> u8;"),
        ("src/a.rs", "src/b.rs", "use crate::{};"),
        ("src/a.py", "src/b.py", "return False"),
        ("package.json", "web/package.json", "{}: yes"),
        ("vendor/a.c", "vendor/b.c", "call_{}(1);"),
        ("src/a.py", "web/b.ts", "nothing of interest"),
    ],
)
def test_pairs_that_tell_nothing(one: str, other: str, line: str) -> None:
    """Tests, halves of one part, what a compiler asks for, documents and manifests."""
    assert find(*alike(6, one, other, line)) == []


def test_a_file_that_everything_changes() -> None:
    """A companion that is changed by everything, few commits, one week, or a file that often goes alone."""
    commits, lines = alike(6)
    hub = [commit(300 + n, f"Tune {n}", changed=[OTHER], at=START + n * DAY) for n in range(40)]
    assert find([*commits, *hub], lines) == []
    assert find(commits[:4], lines) == []
    near = [one._replace(authored=START + n * DAY, committed=START + n * DAY) for n, one in enumerate(commits)]
    assert find(near, lines) == []
    alone = [commit(400 + n, f"Turn {n}", changed=[(ONE, OTHER)[n % 2]], at=START + n * DAY) for n in range(12)]
    assert find([*commits, *alone], lines) == []
    everywhere = [one._replace(changed=(*one.changed, *(f"x/{n}.yaml" for n in range(30)))) for one in commits]
    assert find(everywhere, lines) == []


def test_lines_that_came_everywhere_are_no_sign() -> None:
    """The same line in four more files of the commit is a sweep; in three it is not."""
    commits, lines = alike(6)
    for others, count in ((4, 0), (3, 1)):
        paths = [f"conf/x{n}.yaml" for n in range(others)]
        wide = {sha: {**files, **dict.fromkeys(paths, next(iter(files.values())))} for sha, files in lines.items()}
        assert len(find(commits, wide)) == count


def test_what_is_not_known_of_lines_is_no_sign() -> None:
    """Other lines, or none that could be read."""
    commits, _ = alike(6)
    assert find(commits, {}) == []
    assert find(commits, {one.sha: put(**{ONE: "a_line: of_it", OTHER: "another: one"}) for one in commits}) == []


def test_names_across_languages() -> None:
    """The same name in another spelling; it is quoted as it stands in the first file."""
    commits, lines = alike(6, "backend/flags.cs", "web/flags.ts")
    spelled = {
        sha: put(
            **{"backend/flags.cs": f"public bool {name.title().replace('_', '')};", "web/flags.ts": f"{name}: true"}
        )
        for sha, name in zip(lines, KEYS, strict=False)
    }
    (one,) = find(commits, spelled)
    assert one.title.endswith("with the same names")
    assert one.rule.startswith(
        "When you add, rename or remove a name in `backend/flags.cs`, do the same in `web/flags.ts`"
    )
    assert one.evidence[0].quote.endswith("[both: CacheMinutes]")


def test_code_and_its_document() -> None:
    """Told only, until it was forgotten."""
    commits, lines = alike(6, "src/settings.py", "docs/settings.md", "{} = 3")
    (one,) = find(commits, lines)
    assert one.kept_at == BY_ALL and one.rule.endswith("say so in `docs/settings.md` in the same commit.")
    first = commit(60, "More", changed=["src/settings.py"], at=START + 33 * DAY, who="me@corp.example")
    later = commit(61, "Tell it", changed=["docs/settings.md"], at=START + 40 * DAY)
    new = {
        first.sha: put(**{"src/settings.py": "retry_limit = 3"}),
        later.sha: put(**{"docs/settings.md": "retry_limit"}),
    }
    (one,) = find([*commits, first, later], lines | new)
    assert one.kept_at == ""


def test_generated_files_and_imports() -> None:
    """A file that a program makes, and files of which one brings the other in."""
    commits, lines = alike(6, "src/left.py", "src/right.py", "call_{}(1)")
    assert len(find(commits, lines)) == 1
    assert find(commits, lines, read={"src/left.py": "# Generated by make; do not edit.\n"}) == []
    assert find(commits, lines, read={"src/left.py": "from src.right import one\n"}) == []


def test_what_is_said_already() -> None:
    """A line that names both is enough, unless it was broken twice since."""
    commits, lines = alike(6)
    texts = {"CLAUDE.md": "- staging.yaml and production.yaml have the same keys.\n"}
    (one,) = find(commits, lines, texts=texts)
    assert one.kept_at == "CLAUDE.md:1"
    broken, known = list(commits), dict(lines)
    for n in range(2):
        more, new = forgotten(9)
        more = [made._replace(sha=f"{made.sha[0]}{n}{made.sha[2:]}", subject=f"{made.subject} {n}") for made in more]
        broken += more
        known |= {made.sha: files for made, files in zip(more, new.values(), strict=True)}
    (one,) = find(broken, known, texts=texts)
    assert (
        one.title == "CLAUDE.md:1 says it, yet `conf/staging.yaml` was changed without `production.yaml` 2 times since"
    )


def test_three_files_are_one_finding() -> None:
    commits, lines = alike(6, "cmd/get.py", "cmd/put.py", "add({}_option)")
    third = "cmd/wheel.py"
    commits = [one._replace(changed=(*one.changed, third)) for one in commits]
    lines = {sha: {**files, third: next(iter(files.values()))} for sha, files in lines.items()}
    (one,) = find(commits, lines)
    assert one.title.startswith(
        "`cmd/get.py`, `put.py` and `wheel.py` are changed alike: of 6 changes to the first 6 and 6 came with the "
        "others"
    )


def test_order_and_size_do_not_matter() -> None:
    """The order of commits changes nothing; a commit of many files and long lines in every script costs little."""
    commits, lines = alike(6)
    assert find(commits, lines) == find(commits[::-1], lines)
    word = "слово漢字\u202e" * 20_000
    huge = commit(900, "Everything", changed=[f"d/{n}.yaml" for n in range(20)], at=START)
    many = [huge._replace(sha=f"{n:040x}", authored=START + n * DAY, subject=f"Everything {n}") for n in range(1, 200)]
    wide = {one.sha: put(**dict.fromkeys(one.changed, word)) for one in many}
    assert [one.subject for one in find([*commits, *many], lines | wide)] == [
        "conf/production.yaml -> conf/staging.yaml"
    ]


def test_a_change_that_was_taken_back_and_made_again_counts_once() -> None:
    """A revert and its reapplication, whatever they are called, are the change they repeat."""
    commits, lines = alike(5)
    first = commits[-1]
    back = commit(50, "Take it back", changed=first.changed, at=START + 50 * DAY)
    again = commit(51, "Try once more", changed=first.changed, at=START + 51 * DAY)
    undone = {path: ChangedLines(one.put, one.taken) for path, one in lines[first.sha].items()}
    known = {**lines, back.sha: undone, again.sha: lines[first.sha]}
    (one,) = find([*commits, back, again], known)
    assert "5 of 5 changes" in one.title and one.weight == 5
    assert find([*commits[1:], back, again], known) == []


def test_files_that_went_apart() -> None:
    """Hardly a line is in both, and each was changed alone since: whoever split them meant it."""
    commits, lines = alike(6)
    split = [
        commit(60 + n, f"Restyle {n}", changed=[(ONE, OTHER)[n]], at=START + (60 + n) * DAY, who="me@corp.example")
        for n in range(2)
    ]
    known = lines | {made.sha: put(**{made.changed[0]: f"own_line_{n}: of it"}) for n, made in enumerate(split)}
    far = {
        ONE: "\n".join(f"staging_{n}: text" for n in range(20)),
        OTHER: "\n".join(f"live_{n}: of it" for n in range(20)),
    }
    near = {ONE: far[ONE], OTHER: "\n".join([*far[ONE].split("\n")[:5], *far[OTHER].split("\n")])}
    assert find([*commits, *split], known, read=far) == []
    assert len(find([*commits, *split], known, read=near)) == 1
    assert len(find(commits, lines, read=far)) == 1


def test_the_one_that_leads_is_named_first() -> None:
    """The file that is changed alone more often is where the other one is forgotten."""
    commits, lines = alike(6)
    alone = [commit(70 + n, f"Tune {n}", changed=[OTHER], at=START + (3 + n) * DAY) for n in range(3)]
    (one,) = find([*commits, *alone], lines)
    assert one.rule.startswith("When you change `conf/production.yaml`, make the same change in `staging.yaml`")
    alone = [made._replace(changed=(ONE,)) for made in alone]
    (one,) = find([*commits, *alone], lines)
    assert one.rule.startswith("When you change `conf/staging.yaml`, make the same change in `production.yaml`")
    assert one.files == (ONE, OTHER)


def test_a_third_file_that_gets_the_same_is_named() -> None:
    """Where it got the same lines in half of the commits; others are left out."""
    commits, lines = alike(6, "docker/Dockerfile.database", "Dockerfile", "RUN install {}")
    third = "docker/Dockerfile.small"
    some = [made._replace(changed=(*made.changed, third)) if n % 3 else made for n, made in enumerate(commits)]
    alone = [commit(80 + n, f"Shrink {n}", changed=[third], at=START + n * DAY) for n in range(9)]
    known = {
        made.sha: {**lines[made.sha], third: next(iter(lines[made.sha].values()))} if n % 3 else lines[made.sha]
        for n, made in enumerate(some)
    }
    (one,) = find([*some, *alone], known)
    assert set(one.files) == {"docker/Dockerfile.database", "Dockerfile", third}
    assert "with the same lines" in one.title and "beside it" not in one.rule
    assert "of 6 changes to the first 6 and 4 came with the others" in one.title
    (one,) = find([*commits, *alone], lines)
    assert third not in one.files
    often = [commit(90 + n, f"Tune {n}", changed=["Dockerfile"], at=START + n * DAY) for n in range(3)]
    (one,) = find([*some, *alone, *often], known)
    assert ("When you change one of" in one.rule) == one.subject.startswith("docker/")


@pytest.mark.parametrize(
    ("texts", "read"),
    [
        ({}, {".github/workflows/check.yml": f"run: |\n  diff {ONE} {OTHER} || exit 1\n"}),
        ({}, {"scripts/check-sync.py": f'FIRST = "{ONE}"\nSECOND = "{OTHER}"\n'}),
        ({}, {"Makefile": f"check:\n\tgit diff --exit-code {OTHER}\n"}),
        ({"AGENTS.md": f"Never: Edit {OTHER} manually\n"}, {}),
        ({"CONTRIBUTING.md": f"`{ONE}` is automatically generated.\n"}, {}),
    ],
)
def test_what_a_check_keeps_in_step(texts: dict[str, str], read: dict[str, str]) -> None:
    """It is told only, with the line that sees to it."""
    commits, lines = alike(6)
    there = [commit(90, "Check it", added=list(read), at=START)] if read else []
    (one,) = find([*commits, *there], lines, texts=texts, read=read)
    assert one.kept_at.startswith(next(iter(texts or read)) + ":")


@pytest.mark.parametrize(
    "line",
    [f"diff old/{ONE} {OTHER}", f"cat {ONE} {OTHER}", f"git diff --exit-code old/{OTHER}", f"different {ONE} {OTHER}"],
)
def test_a_check_of_something_else(line: str) -> None:
    commits, lines = alike(6)
    there = commit(90, "Check it", added=["scripts/run.sh"], at=START)
    (one,) = find([*commits, there], lines, read={"scripts/run.sh": line}, texts={"AGENTS.md": f"Never skip {ONE}.\n"})
    assert one.kept_at == ""
