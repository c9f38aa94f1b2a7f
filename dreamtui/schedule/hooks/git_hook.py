"""Git's post-commit hook: a block of ours in a shell script, which notes each commit with its subject and its files."""

import subprocess
from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.workspace.workspaces import observe
from dreamtui.model.errors import Refused

_BEGIN, _END = b"# dreamtui:begin post-commit", b"# dreamtui:end post-commit"
_JOINED, _MADE = b" added-newline", b" made"
_SHELLS = (b"sh", b"bash", b"dash", b"zsh", b"ksh")
_SECONDS = 20


def hook_file(desk: Desk) -> Path:
    """Where git looks for the hook; Refused where another program manages git's hooks."""
    common = desk.workspace.common_dir
    if common is None:
        raise Refused("there is no git repository here")
    if named := _git(desk, "config", "--get", "core.hooksPath"):
        raise Refused(
            f"git's hooks are in {named} (core.hooksPath); add `dreamtui hook run post-commit` there yourself"
        )
    return common / "hooks" / "post-commit"


def with_hook(script: bytes | None, command: str) -> bytes:
    """The script with our block behind its first line, where no `exit` comes before it."""
    if script is None:
        return b"#!/bin/sh\n" + _block(command, _MADE)
    bare = without_hook(script)
    if bare is None:
        return with_hook(None, command)
    first, newline, rest = bare.partition(b"\n")
    shell = first.removeprefix(b"#!").split()
    names = [word.rpartition(b"/")[2] for word in shell]
    if not first.startswith(b"#!") or not any(name in _SHELLS for name in names[:2]):
        raise Refused(
            "the hook that is there is no shell script; call `dreamtui hook run post-commit` from it yourself"
        )
    if not newline:
        return first + b"\n" + _block(command, _JOINED)
    return first + newline + _block(command, b"") + rest


def without_hook(script: bytes) -> bytes | None:
    """The script without our block; None if it was made for it."""
    start = script.find(_BEGIN)
    end = script.find(_END + b"\n", start)
    if start < 0 or end < 0:
        return script
    notes = script[start:end].partition(b"\n")[0].removeprefix(_BEGIN)
    before, after = script[:start], script[end + len(_END) + 1 :]
    if _MADE in notes and before == b"#!/bin/sh\n" and not after:
        return None
    return before.removesuffix(b"\n") if _JOINED in notes and not after else before + after


def _block(command: str, notes: bytes) -> bytes:
    line = f"{command} hook run post-commit >/dev/null 2>&1 </dev/null || true".encode("utf-8", "surrogateescape")
    return b"\n".join((_BEGIN + notes, line, _END, b""))


def note_commit(desk: Desk) -> None:
    """The commit that was just made, as an event with its subject and its files."""
    sha, _, subject = _git(desk, "log", "-1", "--format=%H %s").partition(" ")
    files = _git(desk, "show", "--no-ext-diff", "--no-textconv", "--format=", "--name-only", "-z", sha)
    listed = [name for name in files.split("\0") if name]
    if sha:
        observe(desk, "commit", tool="git", summary=subject, files=listed, sha=sha, session="")


def _git(desk: Desk, *words: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(desk.workspace.root), *words], env=dict(desk.env), capture_output=True, check=False,
            timeout=_SECONDS,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "surrogateescape").strip("\n") if done.returncode == 0 else ""
