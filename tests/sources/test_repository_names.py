"""Names that memories speak of, looked up in real repositories: manifests, moves, symbols now and before, commits."""

from pathlib import Path

from gitrepo import Commit, build, git

from dreamtui.sources.git.objects import tracked_files
from dreamtui.sources.repository.facts import RepositoryFacts, read_repository
from dreamtui.sources.repository.manifests import read_manifests
from dreamtui.sources.repository.names import Answers, NameQuery, look_up

HISTORY = (
    Commit(
        "begin",
        {
            "src/app.py": "OLD_LIMIT = 3\n\ndef load_all():\n    return OLD_LIMIT + THEIR_LIMIT\n",
            "src/old.py": "def drop_all():\n    pass\n" * 9,
            "src/dead.py": "x = 1\n",
            "pyproject.toml": '[project]\nname = "p"\ndependencies = ["requests>=2", "numpy"]\n',
            "docs/guide.md": "`only_in_docs` and load_all\n",
        },
    ),
    Commit("move", moves=(("src/old.py", "src/mid.py"),)),
    Commit("again", moves=(("src/mid.py", "src/new.py"),)),
    Commit(
        "clean",
        {
            "src/app.py": "def load_all():\n    return 1\n",
            "src/dead.py": None,
            "src/new.py": "def keep_all():\n    pass\n" * 9,
            "pyproject.toml": '[project]\nname = "p"\ndependencies = ["numpy"]\n',
            ".gitignore": "dist/\n",
        },
    ),
)


def ask(root: Path, **names: set[str]) -> Answers:
    asked = NameQuery(**{kind: frozenset(one) for kind, one in names.items()})
    return look_up(root, asked, tracked_files(root))


def test_moves_are_followed_to_the_newest_name_and_deletions_known(tmp_path: Path) -> None:
    """With the commit that did it last."""
    shas = build(tmp_path, HISTORY, checkout=True)
    facts = read_repository(tmp_path)
    assert facts.renamed == {"src/old.py": "src/new.py", "src/mid.py": "src/new.py"}
    assert {path: shas[at][:7] for path, at in {"src/old.py": 1, "src/mid.py": 2, "src/dead.py": 3}.items()} == dict(
        facts.changed_in
    )
    assert facts.branches == {"main"}


def test_a_workspace_below_the_top_knows_its_own_paths(tmp_path: Path) -> None:
    """Paths are relative to the folder that was opened, and moves elsewhere are not seen."""
    build(tmp_path, (*HISTORY, Commit("out", moves=(("docs/guide.md", "guide.md"),))), checkout=True)
    facts = read_repository(tmp_path / "src")
    assert facts.renamed == {"old.py": "new.py", "mid.py": "new.py"}


def test_symbols_stand_in_code_in_documents_or_in_an_older_state(tmp_path: Path) -> None:
    """One search for all of them; whole words only, capitals count; what was only used there is not theirs."""
    build(tmp_path, HISTORY, checkout=True)
    found = ask(
        tmp_path,
        symbols={
            "load_all",
            "load_al",
            "Load_All",
            "drop_all",
            "OLD_LIMIT",
            "THEIR_LIMIT",
            "only_in_docs",
            "never_was",
        },
    )
    assert found.symbols == {"load_all"}
    assert found.unsure == {"only_in_docs"}
    assert set(found.once or ()) == {"drop_all", "OLD_LIMIT"}


def test_packages_that_a_manifest_had_are_known(tmp_path: Path) -> None:
    """One that none ever declared is not, and neither is a word in code."""
    build(tmp_path, HISTORY, checkout=True)
    assert set(ask(tmp_path, packages={"requests", "flask", "load_all"}).once or ()) == {"requests"}


def test_memories_in_the_repository_do_not_prove_themselves(tmp_path: Path) -> None:
    """A name that only a tracked note or memory holds is in no code."""
    build(tmp_path, [Commit("one", {".agent/memory/notes/n.yaml": "my_symbol", "a.py": "x"})], checkout=True)
    found = ask(tmp_path, symbols={"my_symbol"})
    assert (found.symbols, found.unsure, found.once) == (frozenset(), frozenset(), {})


def test_changes_that_are_not_committed_count(tmp_path: Path) -> None:
    """What stands in the working tree is what is there."""
    build(tmp_path, HISTORY, checkout=True)
    (tmp_path / "src/app.py").write_text("def fresh_name(): ...\n")
    assert ask(tmp_path, symbols={"fresh_name"}).symbols == {"fresh_name"}


def test_commits_paths_on_the_disk_and_ignored_ones(tmp_path: Path) -> None:
    """All are asked together; paths that leave the repository are not looked at."""
    (sha, *_) = build(tmp_path, HISTORY, checkout=True)
    (tmp_path / "local.cfg").write_text("x")
    found = ask(
        tmp_path, commits={sha[:8], "0" * 9}, paths={"local.cfg", "dist/app.js", "nowhere.py", "../work", "/etc/passwd"}
    )
    assert found.commits == {sha[:8]: True, "0" * 9: False}
    assert (found.untracked, found.ignored) == ({"local.cfg"}, {"dist/app.js"})


def test_hostile_names_are_only_names(tmp_path: Path) -> None:
    """Options, newlines, NUL and patterns change nothing of what is asked."""
    build(tmp_path, HISTORY, checkout=True)
    found = ask(tmp_path, symbols={"--no-index", ".*", "a\nb", "", "load_all"}, paths={"", "a\0b", "--stdin", "a\nb"})
    assert found.symbols == {"load_all"}
    assert found.untracked == frozenset()


def test_without_a_repository_or_a_commit_nothing_is_known(tmp_path: Path) -> None:
    """No symbol is missing where there is nothing to look through."""
    assert ask(tmp_path, symbols={"load_all"}).symbols is None
    git(tmp_path, "init", "-q")
    assert ask(tmp_path, symbols={"load_all"}) == Answers()
    assert read_repository(tmp_path) == RepositoryFacts(closed=frozenset())


def test_a_clone_that_fetched_no_branches_knows_none(tmp_path: Path) -> None:
    """Any branch may be at the remote."""
    build(tmp_path, HISTORY, checkout=True)
    git(tmp_path, "remote", "add", "origin", "nowhere")
    assert read_repository(tmp_path).branches is None


def test_manifests_of_every_kind_are_read(tmp_path: Path) -> None:
    """Commands and packages, at the root and below; a tool is closed when its files spell every command out."""
    files = {
        "Makefile": "VAR := 1\n.PHONY: all\nall check: dep\n\tx\nclean::\n\ty\n",
        "justfile": "set x := '1'\nbuild target='a': dep\n  x\n@quiet:\n  y\n",
        "package.json": '{"scripts": {"dev": "x", "test": "y"}, "devDependencies": {"Zod": "1"}}',
        "web/package.json": '{"scripts": {"lint": "x"}}',
        "pyproject.toml": '[project.scripts]\ntool = "x"\n[dependency-groups]\ndev = ["pytest>8"]\n'
        '[tool.poetry.group.x.dependencies]\nflask = "1"\n',
        "go.mod": "module m\nrequire (\n\tgithub.com/a/b v1.2.3\n)\n",
        "Cargo.toml": '[dependencies]\nserde = "1"\n',
        "requirements-dev.txt": "ruff==1\n# no\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = read_manifests(tmp_path, files)
    assert {"make all", "make check", "make clean", "just build", "just quiet", "npm run dev", "yarn lint", "tool"} <= (
        found.scripts
    )
    assert "make VAR" not in found.scripts
    assert found.packages == {"zod", "pytest", "flask", "github.com/a/b", "serde", "ruff"}
    assert (found.tools, found.open) == ({"make", "just", "npm"}, set())


def test_what_may_have_more_commands_is_open(tmp_path: Path) -> None:
    """Includes, patterns and broken files leave room for commands that are not spelled out."""
    for name, text in {"Makefile": "include more.mk\n", "justfile": "import 'x'\n", "package.json": "{"}.items():
        (tmp_path / name).write_text(text)
    assert read_manifests(tmp_path).open == {"make", "just", "npm"}
    for text in ("%.o: %.c\n\tx\n", "$(eval $(call rule,x))\n", "$(NAMES): x\n"):
        (tmp_path / "Makefile").write_text(text)
        assert "make" in read_manifests(tmp_path).open
