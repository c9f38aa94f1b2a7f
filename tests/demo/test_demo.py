"""The demo: what is in it, that it is the same each time, and that nobody's settings reach into it."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from dreamtui.demo.build import build
from dreamtui.demo.story import MAIN, PEOPLE, StoryError, Teller, read_history
from dreamtui.desk.audit import audit_views
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.queue import listing, lookup, show
from dreamtui.desk.workspace.workspaces import remember_here
from dreamtui.model.errors import Refused
from dreamtui.sources.workspace import data_home
from dreamtui.store.person.workspace_registry import known

NOW = "2026-11-18T09:00:00Z"
TEMPLATE_HOOK = "#!/bin/sh\ntouch {mark}\nexit 1\n"


@pytest.fixture(scope="module")
def hostile_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose git signs, runs hooks, copies a template, rewrites line endings and calls branches otherwise."""
    home = tmp_path_factory.mktemp("home")
    hooks = home / "template" / "hooks"
    hooks.mkdir(parents=True)
    names = ("pre-commit", "post-commit", "post-checkout", "reference-transaction", "post-index-change")
    for name in names:
        (hooks / name).write_text(TEMPLATE_HOOK.format(mark=home / "hook-ran"))
        (hooks / name).chmod(0o755)
    (home / ".gitconfig").write_text(
        f"[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = /nonexistent/gpg\n[init]\n\tdefaultBranch = trunk\n"
        f"\ttemplateDir = {home}/template\n[core]\n\thooksPath = {hooks}\n\tautocrlf = true\n\tfileMode = false\n"
        f"\texcludesFile = {home}/ignore\n\tattributesFile = {home}/attributes\n[user]\n\tname = Mallory\n"
        f"\temail = mallory@elsewhere.example\n[safe]\n\tdirectory =\n"
    )
    (home / "ignore").write_text("*\n")
    (home / "attributes").write_text("* filter=gone text eol=crlf\n")
    return home


def environment(home: Path) -> dict[str, str]:
    """A user's environment with a frozen clock, and git variables that point elsewhere."""
    kept = {n: v for n, v in os.environ.items() if not n.startswith(("GIT_", "DREAMTUI_", "XDG_"))}
    return kept | {"HOME": str(home), "DREAMTUI_NOW": NOW, "GIT_DIR": str(home / "nowhere"), "GIT_AUTHOR_NAME": "Eve"}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, hostile_home: Path) -> Desk:
    """The demo, built once for the tests that only look."""
    return build(tmp_path_factory.mktemp("demo") / "shop", environment(hostile_home))


def command(desk: Desk, *args: str) -> subprocess.CompletedProcess[str]:
    """A command on the demo, as a person runs it."""
    env = {n: v for n, v in desk.env.items() if not n.startswith("GIT_")}
    return subprocess.run(
        [sys.executable, "-m", "dreamtui", "-C", str(desk.workspace.root), *args],
        env=env | {"PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )


def git(root: Path, *args: str) -> str:
    """What git says about the demo."""
    env: Mapping[str, str] = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(["git", *args], cwd=root, env=env, capture_output=True, text=True, check=True).stdout.strip()


def hostile_id(desk: Desk) -> str:
    """The id of the item filed by hand that is not to be trusted."""
    (entry,) = [e for e in listing.listing(desk).entries if e.row.signal == "manual"]
    return entry.row.id


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()}


def test_every_signal_waits(made: Desk) -> None:
    """Two dozen pending items, from every signal but one, by hand, and a rule that is due; others besides."""
    waiting = listing.listing(made, status="pending").entries
    entries = [entry for entry in waiting if entry.row.kind not in {"insight", "proposal", "promotion", "brief"}]
    assert 1 <= sum(entry.row.kind == "insight" for entry in waiting) <= 12
    signals = Counter(entry.row.signal for entry in entries)
    assert 18 <= len(entries) <= 24
    assert set(signals) == {
        "revert_cluster", "repeat_fix", "frequent_failure", "cross_actor_anti", "correction", "failing_command",
        "manual", "review-due", "substitution", "registration", "changed_together", "changelog_entry",
        "subject_template", "stated_cause", "reasoned_revert", "sync_comment",
    }  # fmt: skip


def test_recurring_and_deferred(made: Desk) -> None:
    """Decided items are seen again, one graduated and one rejected, and one item is put off."""
    assert len(listing.listing(made, status="recurring").entries) == 2
    assert len(listing.listing(made, status="deferred").entries) == 1
    assert [e.row.signal for e in listing.listing(made, status="rejected").entries] == ["frequent_failure"]


def test_noise_makes_no_candidate(made: Desk) -> None:
    """A lock file that is fixed again and again, a bot, two unrelated reverts and a cherry-pick count for nothing."""
    listed = listing.listing(made, status="all").json()
    assert "package-lock.json" not in listed
    assert "dependabot" not in listed
    clusters = [entry.row for entry in listing.listing(made).entries if entry.row.signal == "revert_cluster"]
    assert clusters and not {"src/mail.py", ".github/workflows/ci.yml"} & {
        path for row in clusters for path in row.files
    }
    (cart,) = [
        e for e in listing.listing(made).entries if e.row.signal == "cross_actor_anti" and "BUG-001" in e.row.title
    ]
    subjects = [piece.quote for piece in show.show(made, cart.row.id).item.evidence]
    assert subjects.count("fix(checkout): the pay button can be pressed twice") == 1


def test_history_is_believable(made: Desk) -> None:
    """Dozens of commits by several authors, merges, reverts, a rename, and a clean checkout of `main`."""
    root = made.workspace.root
    assert 60 <= int(git(root, "rev-list", "--count", "HEAD")) <= 130
    assert set(git(root, "log", "--format=%an").split("\n")) == {name for name, _ in PEOPLE.values()}
    assert len(git(root, "log", "--merges", "--format=%h").split()) == 2
    assert git(root, "symbolic-ref", "HEAD") == "refs/heads/main"
    assert "R100\tsrc/basket.ts\tsrc/cart.ts" in git(root, "log", "-M100%", "--name-status", "--diff-filter=R")
    assert git(root, "status", "--porcelain").split("\n") == ["M CLAUDE.md", "?? .agent/"]
    times = [int(line) for line in git(root, "log", "--first-parent", "--format=%ct").split()]
    assert times == sorted(times, reverse=True)
    git(root, "fsck", "--strict")


def test_reverts_name_real_commits(made: Desk) -> None:
    """Each `This reverts commit` and `cherry picked from` names a commit that is there."""
    log = git(made.workspace.root, "log", "--format=%B")
    named = [word.rstrip(".)") for word in log.split() if len(word.rstrip(".)")) == 40]
    assert len(named) == 7
    for sha in named:
        assert git(made.workspace.root, "cat-file", "-t", sha) == "commit"


def test_every_piece_of_evidence_resolves(made: Desk) -> None:
    """Quotes with a place are found there again."""
    for entry in listing.listing(made).entries:
        shown = show.show(made, entry.row.id)
        assert False not in shown.resolved
        assert shown.item.evidence


def test_challenge_has_something_to_say(made: Desk) -> None:
    """A line of CLAUDE.md already says what one candidate would."""
    waiting = listing.listing(made).entries
    (auth,) = [e for e in waiting if e.row.signal == "repeat_fix" and "src/auth.py" in e.row.title]
    assert "already-said" in {objection.kind for objection in show.show(made, auth.row.id).objections}


def test_hostile_item_is_flagged_and_inert(made: Desk) -> None:
    """It carries every risk flag, and no control character of it reaches a terminal."""
    item_id = hostile_id(made)
    assert set(show.show(made, item_id).item.flags) == {"hidden", "instructions", "secret"}
    for args in (("list",), ("show", item_id), ("show", item_id, "--preview"), ("list", "--json"), ("status",)):
        done = command(made, *args)
        assert done.returncode == 0, done.stderr
        assert not {
            c for c in done.stdout + done.stderr if c in "\x1b\x07\u202e\u202c\u200b" or (c < " " and c != "\n")
        }


def test_store_is_sound(made: Desk) -> None:
    """The audit verifies without drift, and nothing is wrong with the workspace."""
    verdict = audit_views.verify(made)
    assert verdict.records >= 10
    assert (verdict.broken, verdict.drift) == ((), ())
    wrong = [line for line in command(made, "doctor").stdout.splitlines() if line.startswith("✗")]
    assert wrong and all("MEMORY.md" in line or "lines of more than" in line for line in wrong)


def test_notes_repeat_and_contradict(made: Desk) -> None:
    """There are notes that say the same and notes that say the opposite."""
    titles = Counter(row.title for row in lookup.notes(made))
    assert titles["Node version"] == 2
    assert len(lookup.notes(made)) >= 10


def test_identity_is_you(made: Desk) -> None:
    """Neither the user's git nor their environment name who decides in the demo, but DREAMTUI_ACTOR does."""
    assert made.actor == "you"
    assert json.loads(command(made, "config", "--json").stdout)["identity"]["id"] == "you"
    env = {n: v for n, v in made.env.items() if n != "DREAMTUI_ACTOR"}
    assert Desk(made.workspace, env).actor == "you"


def test_sync_is_clean_until_something_is_decided(tmp_path: Path, hostile_home: Path) -> None:
    """`sync --check` passes on a fresh demo and fails after a decision."""
    desk = build(tmp_path / "shop", environment(hostile_home) | {"DREAMTUI_ACTOR": "robin"})
    assert desk.actor == "robin"
    assert command(desk, "sync", "--check").returncode == 0
    (due,) = [e.row.id for e in listing.listing(desk).entries if e.row.kind == "review-due"]
    reason = "The new provider sends its own keys since October, so this rule asks for what is there already."
    done = command(desk, "retire", due, "--rationale", reason)
    assert done.returncode == 0, done.stderr
    assert command(desk, "sync", "--check").returncode == 1
    assert outputs.plan(desk).changes


def test_same_clock_gives_the_same_demo(made: Desk, tmp_path: Path) -> None:
    """Built again by another person with an empty home it is the same, commit by commit and file by file."""
    home = tmp_path / "home"
    home.mkdir()
    again = build(tmp_path / "shop", environment(home))
    one, two = made.workspace.root, again.workspace.root
    assert git(one, "rev-parse", "HEAD") == git(two, "rev-parse", "HEAD")
    ids = [[(e.row.id, e.status, e.row.title) for e in listing.listing(d, status="all").entries] for d in (made, again)]
    assert ids[0] == ids[1]
    kept = [
        {name: data for name, data in everything(root / ".agent").items() if not name.startswith("dream/.state/")}
        for root in (one, two)
    ]
    assert kept[0] == kept[1]


def test_nothing_outside_its_folder(tmp_path: Path, hostile_home: Path) -> None:
    """Building writes only below the folder asked for: no home, no known workspaces, no hook runs."""
    env = environment(hostile_home) | {"XDG_DATA_HOME": str(tmp_path / "data"), "TMPDIR": str(tmp_path / "tmp")}
    (tmp_path / "tmp").mkdir()
    before = everything(hostile_home)
    build(tmp_path / "shop", env)
    assert everything(hostile_home) == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["shop", "tmp"]
    assert not list((tmp_path / "tmp").iterdir())


def test_users_own_settings_change_nothing(made: Desk, tmp_path: Path) -> None:
    """A configuration that would mine otherwise is not read while the demo is built."""
    config = tmp_path / "config" / "dreamtui"
    config.mkdir(parents=True)
    (config / "config.yaml").write_text("dream:\n  min_cluster_size: 9\ndreamtui:\n  max_new: 1\n")
    home = tmp_path / "home"
    home.mkdir()
    again = build(tmp_path / "shop", environment(home) | {"XDG_CONFIG_HOME": str(tmp_path / "config")})
    assert len(listing.listing(again).entries) == len(listing.listing(made).entries)


def test_default_folder_is_temporary(tmp_path: Path, hostile_home: Path) -> None:
    """Without a folder it is built in a new one among the temporary files."""
    desk = build(None, environment(hostile_home) | {"TMPDIR": str(tmp_path)})
    assert desk.workspace.root.name == "shop"
    assert desk.workspace.root.parent.parent == tmp_path.resolve()
    assert desk.workspace.root.parent.name.startswith("dreamtui-demo-")
    remember_here(desk)
    assert desk.workspace.root not in known(data_home(desk.env))


def test_a_demo_in_a_named_folder_becomes_a_known_workspace(tmp_path: Path, hostile_home: Path) -> None:
    """Whoever says where it is to be means to come back."""
    desk = build(tmp_path / "kept", environment(hostile_home))
    remember_here(desk)
    assert desk.workspace.root in known(data_home(desk.env))


def test_a_folder_in_use_is_refused(tmp_path: Path, hostile_home: Path) -> None:
    """A folder with anything in it, and a file, are left as they are."""
    (tmp_path / "kept.txt").write_text("mine")
    with pytest.raises(Refused, match="not empty"):
        build(tmp_path, environment(hostile_home))
    with pytest.raises(Refused, match="not a folder"):
        build(tmp_path / "kept.txt", environment(hostile_home))
    assert everything(tmp_path) == {"kept.txt": b"mine"}


def test_without_git_it_says_so(tmp_path: Path) -> None:
    """Where there is no git, one sentence says what is missing."""
    with pytest.raises(Refused, match="needs git"):
        build(tmp_path / "shop", {"HOME": str(tmp_path), "PATH": str(tmp_path), "DREAMTUI_NOW": NOW})


@pytest.mark.parametrize("clock", ["2026-11-18T00:00:30Z", "2026-03-01T23:59:30Z", "2024-02-29T12:00:00+09:00"])
def test_any_hour_gives_the_same_queue(tmp_path: Path, hostile_home: Path, made: Desk, clock: str) -> None:
    """Midnight, the end of a month, a leap day and another zone change nothing in what waits.

    A recall is named after its daily note, and that after its day; a commit that broke something, by its name; a rule
    that is due says since when it was seen.
    """
    desk = build(tmp_path / "shop", environment(hostile_home) | {"DREAMTUI_NOW": clock})
    asked = [
        sorted(
            (
                "" if e.row.kind == "promotion" or e.row.signal == "stated_cause" else e.row.id,
                re.sub(r"\([0-9a-f]{8}\)|since \d{4}-\d\d-\d\d", "", e.row.title),
                e.status,
            )
            for e in listing.listing(d).entries
        )
        for d in (made, desk)
    ]
    assert asked[0] == asked[1]


def test_steps_are_in_order() -> None:
    """The story goes from the oldest commit to the newest."""
    steps = [step for step in read_history() if step.branch == MAIN]
    moments = [(-step.day, step.time) for step in steps]
    assert moments == sorted(moments)


def test_a_story_that_contradicts_itself_is_noticed() -> None:
    """A change that does not apply is an error, never a different history."""
    steps = read_history()
    with pytest.raises(StoryError, match="does not apply"):
        list(Teller().tell(steps[1:2]))


def test_what_it_says_to_try_works(made: Desk, tmp_path: Path) -> None:
    """Every command the demo proposes on its way out does what it says, in the order it is proposed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {n: v for n, v in made.env.items() if not n.startswith("GIT_")} | {"TMPDIR": str(tmp_path), "PATH": path}
    run = {"env": env, "capture_output": True, "text": True, "check": False}
    done = subprocess.run([sys.executable, "-m", "dreamtui", "demo"], cwd=Path(__file__).parents[2], **run)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= 9
    proposed = [shlex.split(line) for line in done.stderr.splitlines() if line.startswith("  dreamtui ")]
    assert [words[3] for words in proposed] == ["show", "graduate", "reject", "sync", "why", "undo"]
    reason = "Seven failures in a month all wait for the same worker, so a longer sleep only hides that it is slow."
    for words in (words for words in proposed if words[3] != "reject"):
        said = [reason if word == "…" else word for word in words[1:]]
        tried = subprocess.run([sys.executable, "-m", "dreamtui", *said], cwd=Path(__file__).parents[2], **run)
        assert tried.returncode == 0, (said, tried.stderr)
