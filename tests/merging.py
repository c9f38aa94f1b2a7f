"""Two clones of a workspace that decide apart, and the merge of what they did, with git itself."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

from workbench import Bench, in_git, make_bench


@dataclass
class Clones:
    """A shared repository, and two people who each work in a clone of it."""

    mine: Bench
    theirs: Bench

    def commit(self, bench: Bench, what: str = "work") -> None:
        """Commit everything in one of the clones."""
        in_git(bench, "add", "-A")
        in_git(bench, "commit", "-qm", what)

    def pull(self, *options: str) -> bool:
        """Merge what they did into mine; false where git leaves conflicts behind."""
        in_git(self.mine, "fetch", "-q", str(self.theirs.root), "main")
        words = ["git", *options, "merge", "-q", "-m", "merged", "FETCH_HEAD"]
        return (
            subprocess.run(words, cwd=self.mine.root, env=self.mine.env, capture_output=True, check=False).returncode
            == 0
        )

    def conflicting(self) -> list[str]:
        """The files git could not merge."""
        return in_git(self.mine, "diff", "--name-only", "--diff-filter=U").splitlines()


def make_clones(top: Path, *titles: str, crlf: bool = False) -> tuple[Clones, list[str]]:
    """Both clones of a workspace with these items in its queue; their ids."""
    mine = make_bench(top, git=True)
    if crlf:
        in_git(mine, "config", "core.autocrlf", "true")
    ids = mine.file(*titles)
    in_git(mine, "add", "-A")
    in_git(mine, "commit", "-qm", "start")
    theirs = mine.at(root=top / "theirs", actor="bob", now="2026-11-18T10:00:00.000000Z")
    more = ["-c", "core.autocrlf=true"] if crlf else []
    in_git(mine, *more, "clone", "-q", "--template=", str(mine.root), str(theirs.root))
    if crlf:
        in_git(theirs, "config", "core.autocrlf", "true")
    return Clones(mine, theirs), ids
