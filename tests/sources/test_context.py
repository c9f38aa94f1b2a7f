"""What an agent loads: order, imports, rules, the visible part of the index."""

import os
from pathlib import Path

import pytest

from dreamtui.sources.context import LoadedContext, LoadReason, Places, what_is_loaded

REPO = Path(__file__).parents[2]
DATA = Path(os.environ.get("DREAMTUI_DATA", REPO.parent / "shared" / "data"))


def tree(folder: Path, files: dict[str, str]) -> None:
    """Write files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def load(tmp_path: Path, files: dict[str, str], **more: object) -> LoadedContext:
    """What is loaded in `code/repo` of a tree with a home of its own."""
    tree(tmp_path, files)
    root = tmp_path / "code" / "repo"
    root.mkdir(parents=True, exist_ok=True)
    return what_is_loaded(Places(root, tmp_path / "home", **more))  # type: ignore[arg-type]


def names(context: LoadedContext, tmp_path: Path) -> list[str]:
    """The loaded files, those outside relative to the test's folder."""
    return [file.path.removeprefix(f"{tmp_path.resolve()}/") for file in context.files]


def test_order_is_broad_to_narrow(tmp_path: Path) -> None:
    """Managed, user, user's rules, ancestors, project, its rules, local, memory."""
    files = {
        "managed.md": "managed",
        "home/.claude/CLAUDE.md": "user",
        "home/.claude/rules/a.md": "user rule",
        "code/CLAUDE.md": "ancestor",
        "code/repo/CLAUDE.md": "project",
        "code/repo/.claude/CLAUDE.md": "second",
        "code/repo/.claude/rules/b/deep.md": "---\npaths:\n  - 'src/**'\n---\nrule",
        "code/repo/.claude/rules/a.md": "rule",
        "code/repo/CLAUDE.local.md": "local",
        "memory/MEMORY.md": "\n".join(f"- line {n}" for n in range(230)),
    }
    context = load(tmp_path, files, managed=tmp_path / "managed.md", memory=(tmp_path / "memory/MEMORY.md",))
    assert names(context, tmp_path) == [
        "managed.md",
        "home/.claude/CLAUDE.md",
        "home/.claude/rules/a.md",
        "code/CLAUDE.md",
        "CLAUDE.md",
        ".claude/CLAUDE.md",
        ".claude/rules/a.md",
        ".claude/rules/b/deep.md",
        "CLAUDE.local.md",
        "memory/MEMORY.md",
    ]
    deep, memory = context.files[7], context.files[-1]
    assert deep.only_for == ("src/**",) and deep.lines[0].number == 5 and context.on_demand == deep.size
    assert (len(memory.lines), memory.hidden, memory.why) == (200, 30, LoadReason.MEMORY)
    assert context.always.tokens == sum(file.size.tokens for file in context.files) - deep.size.tokens


def test_imports_are_followed_and_what_is_missing_is_said(tmp_path: Path) -> None:
    """Imports in fences, code and comments are none; depth, cycles, outside and missing ones are told apart."""
    files = {
        "code/repo/CLAUDE.md": "see @docs/a.md.\n`@docs/code.md`\n```\n@docs/fence.md\n```\n<!--\n@docs/comment.md\n"
        "-->\nmail me@x.org or @ann and @team@x.org\n@docs/gone.md @../out.md @~/own.md @with\\ blank.md @docs\n",
        "code/repo/docs/a.md": "@a2.md\n@../CLAUDE.md",
        "code/repo/docs/a2.md": "@a3.md",
        "code/repo/docs/a3.md": "@a4.md",
        "code/repo/docs/a4.md": "@a5.md",
        "code/repo/docs/a5.md": "too deep",
        "code/repo/docs/code.md": "x",
        "code/repo/docs/fence.md": "x",
        "code/repo/docs/comment.md": "x",
        "code/repo/with blank.md": "x",
        "code/out.md": "outside",
        "home/own.md": "own",
    }
    context = load(tmp_path, files)
    assert names(context, tmp_path) == [
        "CLAUDE.md",
        *(f"docs/a{n}.md" for n in ("", 2, 3, 4)),
        "code/out.md",
        "home/own.md",
        "with blank.md",
    ]
    by_name = {file.path: file for file in context.files}
    assert by_name["docs/a2.md"].imported_by == "docs/a.md:1" and not by_name["docs/a2.md"].outside
    assert [file.outside for file in context.files[-3:]] == [True, True, False]
    said = {trouble.where: trouble.what for trouble in context.troubles}
    assert said == {
        "docs/a4.md:1": "imports a5.md more than 4 files deep: not loaded",
        "CLAUDE.md:10": "imports docs/gone.md, which is not there",
    }
    assert next(context.lines())[1].text == "see @docs/a.md."


def test_imports_of_the_user_are_the_users_own(tmp_path: Path) -> None:
    """What the user's own file imports needs no approval."""
    context = load(tmp_path, {"home/.claude/CLAUDE.md": "@extra.md", "home/.claude/extra.md": "@more.md"})
    assert [file.outside for file in context.files] == [False, False] and len(context.troubles) == 1


def test_odd_files_do_no_harm(tmp_path: Path) -> None:
    """Links in a circle, pipes, folders, unreadable, huge and binary files are named or nothing."""
    root = tmp_path / "code" / "repo"
    tree(root, {"CLAUDE.md": "@pipe @folder/x @big.md @bin.md @loop.md", "big.md": "", "folder/y": ""})
    os.mkfifo(root / "pipe")
    (root / "bin.md").write_bytes(b"a\0b")
    with (root / "big.md").open("wb") as file:
        file.truncate(5 * 1024 * 1024)
    (root / "loop.md").symlink_to("loop.md")
    (root / ".claude" / "rules" / "again").mkdir(parents=True)
    (root / ".claude" / "rules" / "again" / "up").symlink_to(root / ".claude" / "rules")
    (root / ".claude" / "rules" / "r.md").write_bytes(
        b'\xef\xbb\xbf---\r\npaths: ["a/*.{ts,tsx}", b/**]\r\n---\r\nr\xff\r\n'
    )
    context = load(tmp_path, {})
    assert [file.path for file in context.files] == ["CLAUDE.md", ".claude/rules/r.md"]
    assert context.files[1].only_for == ("a/*.{ts,tsx}", "b/**")
    words = " ".join(trouble.what for trouble in context.troubles)
    assert "over" in words and "not text" in words and "folder/x" in words and "loop.md" in words


def test_excluded_files_are_not_loaded(tmp_path: Path) -> None:
    """`claudeMdExcludes` hides files."""
    context = load(tmp_path, {"code/CLAUDE.md": "a", "code/repo/CLAUDE.md": "b"}, excludes=("*/code/CLAUDE.md",))
    assert [file.path for file in context.files] == ["CLAUDE.md"]


@pytest.mark.skipif(not DATA.is_dir(), reason="the shared data (DREAMTUI_DATA) is not there")
def test_real_import_graphs(tmp_path: Path) -> None:
    """The public fixtures load as their authors say."""
    fixtures = DATA / "claude" / "fixture-store" / "claude-memory-admin" / "instructions"
    project = what_is_loaded(Places(fixtures / "project", fixtures / "user-home"))
    paths = [file.path for file in project.files if not file.path.startswith("/")]
    assert paths[:2] == ["CLAUDE.md", "docs/conventions.md"] and "docs/never-imported.md" not in paths
    assert any("missing-file.md" in trouble.what for trouble in project.troubles)
    assert not any("team@" in trouble.what for trouble in project.troubles)
    cycle = what_is_loaded(Places(fixtures / "cycle", tmp_path))
    assert [file.path for file in cycle.files if not file.path.startswith("/")] == ["CLAUDE.md", "a.md"]
    twice = what_is_loaded(Places(fixtures / "duplicate", tmp_path))
    assert [file.path for file in twice.files].count("docs/shared.md") == 1


def test_what_stands_there_and_is_no_file_is_said_as_that(tmp_path: Path) -> None:
    """A pipe is there and is not waited for; a folder is no file; neither is said to be missing."""
    root = tmp_path / "code" / "repo"
    (root / "folder.md").mkdir(parents=True)
    os.mkfifo(root / "pipe.md")
    (root / "loop.md").symlink_to("loop.md")
    found = load(tmp_path, {"code/repo/CLAUDE.md": "@pipe.md\n@folder.md\n@gone.md\n@loop.md\n"})
    assert {trouble.where: trouble.what for trouble in found.troubles} == {
        "CLAUDE.md:1": "imports pipe.md, which is not a regular file: not loaded",
        "CLAUDE.md:2": "imports folder.md, which is a folder: not loaded",
        "CLAUDE.md:3": "imports gone.md, which is not there",
        "CLAUDE.md:4": "imports loop.md, which is not there",
    }
