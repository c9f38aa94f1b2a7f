"""Claims: what a text says of the repository, where it says it, and what the repository makes of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dreamtui.memory.claims import NO_REPOSITORY, World, claims_in, judge_all
from dreamtui.model.claim import Claim, ClaimKind, JudgedClaim, Tone, Verdict

WORLD = World(
    tracked=frozenset(
        {"src/auth/login.py", "src/auth/token.py", "web/app.ts", "README.md", "package.json", "a/x.py", "b/x.py"}
    ),
    renamed={"src/auth/session.py": "src/auth/token.py", "old/kit/tool.py": "gone/kit/tool.py"},
    changed_in={
        "src/auth/session.py": "abc1234", "src/legacy.py": "def5678", "old/kit/tool.py": "0aa0aa0", "lib/a/one.py": "1",
        "lib/b/one.py": "2",
    },
    deleted=frozenset({"src/auth/session.py", "src/legacy.py", "old/kit/tool.py", "lib/a/one.py", "lib/b/one.py"}),
    branches=frozenset({"main", "feature/pay"}),
    scripts=frozenset({"make test", "npm run build"}),
    packages=frozenset({"numpy", "left-pad"}),
    symbols=frozenset({"load_all", "UserService"}),
    once={"drop_all": "beef000", "requests": "beef000"},
    unsure=frozenset({"only_in_docs"}),
    untracked=frozenset({"conf/site.yaml"}),
    ignored=frozenset({"dist/app.js"}),
    commits={"abcdef1": True, "abcdef2": False, "abcdef3": None},
    closed=frozenset({"make", "npm"}),
)  # fmt: skip


NOWHERE = "nothing here has or had that name"
PROGRAM = "no package.json script; it may be an installed program"


def judged(text: str, world: World = WORLD) -> list[tuple[str, str, str]]:
    return [(one.claim.name, one.verdict.value, one.reason) for one in judge_all(claims_in(text), world)]


def one(text: str, world: World = WORLD) -> JudgedClaim:
    (found,) = judge_all(claims_in(text), world)
    return found


@pytest.mark.parametrize(
    ("text", "name", "verdict", "reason"),
    [
        ("See src/auth/login.py.", "src/auth/login.py", "verified", "tracked"),
        ("See `./src/auth/login.py`.", "./src/auth/login.py", "verified", "tracked"),
        (r"See `src\auth\login.py` on Windows.", r"src\auth\login.py", "verified", "tracked"),
        ("See `src/auth/login.py:42`.", "src/auth/login.py", "verified", "tracked"),
        ("The page/`screen` pair, `a`/`b`.", "", "", ""),
        ("All of `src/auth/` is ours.", "src/auth/", "verified", "tracked"),
        ("All of src/auth/ is ours.", "src/auth/", "verified", "tracked"),
        ("See auth/login.py.", "auth/login.py", "verified", "tracked as src/auth/login.py"),
        ("See `login.py`.", "login.py", "verified", "tracked as src/auth/login.py"),
        ("See `x.py`.", "x.py", "verified", "tracked in several places"),
        ("See src/auth/session.py.", "src/auth/session.py", "moved", "renamed in abc1234"),
        ("See src/legacy.py.", "src/legacy.py", "gone", "deleted in def5678"),
        ("See `legacy.py`.", "legacy.py", "gone", "deleted in def5678"),
        ("See old/kit/tool.py.", "old/kit/tool.py", "gone", "deleted in 0aa0aa0"),
        ("See src/auth/never.py.", "src/auth/never.py", "gone", "not in src/auth/"),
        ("See src/never.py.", "src/never.py", "cannot tell", NOWHERE),
        ("See elsewhere/in/never.py.", "elsewhere/in/never.py", "cannot tell", NOWHERE),
        ("See `never.py`.", "never.py", "cannot tell", NOWHERE),
        ("It reads `conf/site.yaml`.", "conf/site.yaml", "verified", "exists, not tracked"),
        ("The bundle is dist/app.js.", "dist/app.js", "cannot tell", "ignored by git"),
        ("It is in `/etc/app/main.py`.", "/etc/app/main.py", "cannot tell", "outside the repository"),
        (r"It is in `C:\app\main.py`.", r"C:\app\main.py", "cannot tell", "outside the repository"),
        ("It is in `~/.config/app`.", "~/.config/app", "cannot tell", "outside the repository"),
        ("Name it path/to/file.py.", "path/to/file.py", "cannot tell", "a placeholder"),
        ("Ship `npm run X:append` for it.", "npm run X:append", "cannot tell", "a placeholder"),
        ("Run `make test` first.", "make test", "verified", "defined"),
        ("Run `make deploy` first.", "make deploy", "gone", "no Makefile target"),
        ("Run `npm run lint`.", "npm run lint", "gone", "no package.json script"),
        ("Run `yarn eslint .`.", "yarn eslint", "cannot tell", PROGRAM),
        ("Run `yarn install`.", "", "", ""),
        ("Run `just build`.", "just build", "cannot tell", "no file here defines such commands"),
        ("The package `numpy` is slow.", "numpy", "verified", "declared"),
        ("Mind `left_pad` package.", "left_pad", "verified", "declared"),
        ("The library `requests` is used.", "requests", "gone", "declared in beef000, no longer"),
        ("The library `flask` is used.", "flask", "cannot tell", "no manifest declares or declared it"),
        ("Work on branch `main`.", "main", "verified", "a branch"),
        ("Push to branch `stable`.", "stable", "gone", "no branch of that name"),
        ("Merge the feature/pay branch.", "feature/pay", "verified", "a branch"),
        ("The `receive` branch of the switch handles it.", "", "", ""),
        ("Call the function `load_all`.", "load_all", "verified", "in the code"),
        ("Call `db.load_all()` once.", "load_all", "verified", "in the code"),
        ("Call `drop_all(now=True)` once.", "drop_all", "gone", "in the code at beef000, no longer"),
        ("The class `Nobody` is odd.", "Nobody", "cannot tell", "nowhere in the code, and never was"),
        ("Call `only_in_docs()`.", "only_in_docs", "cannot tell", "only documents name it"),
        ("`UserService` looks up.", "UserService", "verified", "in the code"),
        ("`SomeOther` looks up.", "", "", ""),
        ("Fixed in commit abcdef1.", "abcdef1", "verified", "a commit"),
        ("Fixed in commit `abcdef2`.", "abcdef2", "gone", "no commit of that name"),
        ("Fixed in commit abcdef3.", "abcdef3", "cannot tell", "the history is cut off"),
        ("The session `abcdef2` was long.", "", "", ""),
    ],
)  # fmt: skip
def test_each_kind_of_claim_has_its_verdict(text: str, name: str, verdict: str, reason: str) -> None:
    """What is there, what moved, what went, and what nobody can tell; without a name nothing is claimed."""
    assert judged(text) == ([(name, verdict, reason)] if name else [])


def test_a_moved_path_says_where_it_is_now() -> None:
    """As long as it was named, without the folders before it where they are the same."""
    assert one("See src/auth/session.py.").now == "src/auth/token.py"
    world = World(
        tracked=frozenset({"app/src/new.py"}), renamed={"app/src/old.py": "app/src/new.py"},
        deleted=frozenset({"app/src/old.py"}),
    )  # fmt: skip
    assert one("See src/old.py.", world).now == "src/new.py"


def test_a_path_of_two_deleted_files_is_gone_and_not_moved() -> None:
    """Nobody knows which of them is meant, but neither is there."""
    assert one("See `one.py`.").verdict is Verdict.GONE


@pytest.mark.parametrize(
    "text",
    [
        "We removed src/legacy.py.",
        "src/legacy.py was replaced by the new module.",
        "src/legacy.py no longer exists.",
        "The file src/auth/session.py was renamed.",
    ],
)
def test_what_the_line_itself_says_is_gone_holds(text: str) -> None:
    """A memory that tells of a removal is not stale because it is true."""
    found = one(text)
    assert found.verdict is Verdict.VERIFIED
    assert found.reason.endswith(", as the line says")


@pytest.mark.parametrize(
    "text",
    [
        "We will add src/auth/never.py.",
        "Never write to src/auth/never.py.",
        "The build writes src/auth/never.py.",
        "Use a file such as src/auth/never.py.",
        "Mails are parsed in the worker (not `src/auth/never.py`).",
        "## Files to build (not yet created)\n\n- src/auth/never.py parses mails.",
    ],
)
def test_what_need_not_be_there_is_not_gone(text: str) -> None:
    """Plans, prohibitions, products and examples claim nothing."""
    assert one(text).verdict is Verdict.UNKNOWN


def test_where_most_commits_are_unknown_they_are_of_other_repositories() -> None:
    """One that alone is not here is gone: rewritten, or never pushed."""
    text = "Fixed in commit abcdef1, then in commit abcdef2."
    assert [verdict for _, verdict, _ in judged(text)] == ["verified", "gone"]
    many = World(tracked=WORLD.tracked, commits=WORLD.commits | {"abcdef4": False, "abcdef5": False})
    assert [verdict for _, verdict, _ in judged(text, many)] == ["verified", "cannot tell"]


def test_another_sentence_says_nothing_of_this_one() -> None:
    """The tone is that of the sentence around the name."""
    tones = {claim.name: claim.tone for claim in claims_in("We removed src/a/b.py. Now src/a/c.py does it.")}
    assert tones == {"src/a/b.py": Tone.LOST, "src/a/c.py": Tone.THERE}


def test_blocks_of_code_and_addresses_claim_little() -> None:
    """Examples in fences, web addresses, link targets and wiki links are not held against the repository."""
    text = (
        "See https://example.org/src/auth/never.py and [this](src/auth/never.py) and [[src/auth/never.py]].\n"
        "Mail bob@corp.example.\n```\ncat src/auth/never.py\ncat src/auth/login.py\n```\n"
    )
    assert judged(text) == [("src/auth/login.py", "verified", "tracked")]


def test_patterns_are_verified_or_unknown_but_never_gone() -> None:
    """A glob that nothing fits may be meant for later."""
    found = judge_all(claims_in("", ("src/**/*.py", "vendor/**/*.go")), WORLD)
    assert [(o.claim.name, o.verdict.value) for o in found] == [
        ("src/**/*.py", "verified"), ("vendor/**/*.go", "cannot tell"),
    ]  # fmt: skip


def test_each_claim_has_the_line_where_it_stands_first() -> None:
    """Counted from one; the same thing is one claim."""
    text = "# Auth\n\nSee src/auth/login.py.\nAnd `load_all()`.\nAgain src/auth/login.py."
    assert [(c.name, c.line) for c in claims_in(text)] == [("src/auth/login.py", 3), ("load_all", 4)]


def test_a_path_with_a_symbol_is_two_claims() -> None:
    """`file.py::name` names both."""
    found = claims_in("`src/auth/login.py::check_token` does it.")
    assert {(c.kind, c.name) for c in found} == {
        (ClaimKind.FILE, "src/auth/login.py"), (ClaimKind.SYMBOL, "check_token"),
    }  # fmt: skip


def test_without_a_repository_nobody_can_tell() -> None:
    """Every sure claim says so; what only might be one is left out."""
    text = "See src/a.py, run `make test`, branch `main`, package `x`, function `f`, commit abcdef1, `looseName`."
    found = judge_all(claims_in(text), World())
    assert {(o.verdict, o.reason) for o in found} == {(Verdict.UNKNOWN, NO_REPOSITORY)}
    assert len(found) == 6


@given(st.text(alphabet=st.sampled_from("ab/.`_-\\ \n[]()<>{}*$~:0f#|\r\té"), max_size=200))
def test_any_text_is_read_and_nothing_is_gone_in_an_empty_world(text: str) -> None:
    """No text makes reading fail; lines are lines of the text; a world that knows nothing calls nothing gone."""
    claims = claims_in(text)
    assert all(1 <= claim.line <= text.count("\n") + 1 for claim in claims)
    assert all(o.verdict is Verdict.UNKNOWN for o in judge_all(claims, World()))
    assert claims_in(text) == claims


@given(st.sets(st.sampled_from(sorted(WORLD.tracked or ())), min_size=1))
def test_what_is_tracked_is_never_gone(paths: set[str]) -> None:
    """Whatever the words around it."""
    text = "\n".join(f"We never removed `{path}`." for path in sorted(paths))
    assert {o.verdict for o in judge_all(claims_in(text), WORLD)} == {Verdict.VERIFIED}


def test_claims_are_values() -> None:
    """Equal words make equal claims."""
    assert claims_in("See a/b.py.") == (Claim(ClaimKind.FILE, "a/b.py", 1),)


MONOREPO = frozenset({"packages/game/src/core/camera.ts", "packages/ui/stl/blade.stl", "tools/core/other.ts"})


@pytest.mark.parametrize(
    ("text", "name", "verdict", "now"),
    [
        ("See `game/core/camera.ts`.", "game/core/camera.ts", "moved", "packages/game/src/core/camera.ts"),
        ("See `src/game/core/camera.ts`.", "src/game/core/camera.ts", "moved", "packages/game/src/core/camera.ts"),
        ("See `models/iris/stl/blade.stl`.", "models/iris/stl/blade.stl", "cannot tell", ""),
    ],
)
def test_a_path_that_one_file_alone_ends_in_has_moved(text: str, name: str, verdict: str, now: str) -> None:
    """The folders above have to be the same too, but for those that every repository has."""
    found = {one.claim.name: one for one in judge_all(claims_in(text), World(tracked=MONOREPO))}
    if verdict == "cannot tell" and name not in found:
        return
    assert (found[name].verdict, found[name].now) == (verdict, now)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("The helper is in `src/app/old.py`.", "gone"),
        ("2026-07-01: `src/app/old.py` got a lock.", "cannot tell"),
        ("DONE, merged as PR #12: `src/app/old.py` parses mails.", "cannot tell"),
        ("In the billing repo the helper is in `src/app/old.py`.", "cannot tell"),
        ("The template is a repo of its own, the PlatformIO repo. It has `src/app/old.py`.", "cannot tell"),
        ("删 `src/app/old.py`,不留别名。", "verified"),
        ("Here and in these sister repos: `src/app/old.py`.", "cannot tell"),
        ("The client of ../shop lives in `src/app/old.py`.", "cannot tell"),
        ("* FIXED 2026-07-09 (TICKET-37): mails are read. The parser is `src/app/old.py`.", "cannot tell"),
        ("* **TICKET-0135** (2026-07-14, feature) - New `src/app/old.py` parses mails.", "cannot tell"),
        ("## 2026-07-14\n\nNew `src/app/old.py` parses mails.", "cannot tell"),
        ("## State as of 2026-07-14\n\n`src/app/old.py` parses mails.", "gone"),
        ("## Kept from session 3, 2026-07-14\n\n### Parser\n\n`src/app/old.py` parses mails.", "cannot tell"),
        ("解析器 `src/app/old.py` 已删除。", "verified"),
        ("`src/app/old.py` -> `src/app/new.py`", "verified"),
    ],
)
def test_history_and_other_repositories_are_no_false_claims(text: str, verdict: str) -> None:
    world = World(
        tracked=frozenset({"src/app/new.py"}), deleted=frozenset({"src/app/old.py"}),
        changed_in={"src/app/old.py": "beef000"}, once={},
    )  # fmt: skip
    (judged,) = [one for one in judge_all(claims_in(text), world) if one.claim.name == "src/app/old.py"]
    assert judged.verdict == verdict


def test_a_branch_of_a_worktree_is_there_for_a_while() -> None:
    """That it is gone says nothing against the memory."""
    world = World(tracked=frozenset({"a.py"}), branches=frozenset({"main"}))
    for text, verdict in (
        ("The work was done on the worktree branch `claude/calm-tree`.", "cannot tell"),
        ("Releases are cut from branch `release/next`.", "gone"),
    ):
        (judged,) = judge_all(claims_in(text), world)
        assert judged.verdict == verdict
