"""Where two people have to decide: the lines of `dreamtui.required_reviewers`, and those of CODEOWNERS.

What a list needs of them is whether they changed, so that nothing is read until something is judged.
"""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.model.errors import Usage
from dreamtui.sources.workspace import config_home

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.kinds.kind import Needs
    from dreamtui.model.memory import Rule
    from dreamtui.sources.identity import Roster
    from dreamtui.text.owners import OwnerLine

CODEOWNERS = "CODEOWNERS"
"""The line that stands for the lines of that file."""
_PLACES = (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS")
"""Where GitHub looks for it, the first that is there counts."""
_LARGEST = 3 * 1024 * 1024


class Reviewers:
    """Who has to decide beside the person who did."""

    def __init__(self, desk: "Desk") -> None:
        self._desk = desk

    def stamp(self) -> str:
        """Differs when a file was changed that says so."""
        root, home = self._desk.workspace.root, self._desk.workspace.home
        files = [home / "config.yaml", config_home(self._desk.env) / "dreamtui" / "config.yaml"]
        files += [*(root / place for place in _PLACES), root / ".agent" / "identity" / "developers.yaml"]
        return " ".join(map(_stamp, files))

    def asked(self) -> "Needs | None":
        """Says it of each rule; None where nobody asked for a second person anywhere."""
        return self.needs if self._asked else None

    def needs(self, told: "Rule") -> tuple[str, ...] | None:
        """The ids of those of whom one has to decide too, empty for anybody else; None where one person is enough."""
        if not self._asked:
            return None
        from dreamtui.text.owners import line_for

        paths = told.files or ("",)
        found = [line for line in self._lines if any(line.fits(path) for path in paths)]
        owned = [line_for(self._code_owners, path) for path in paths]
        found += [line for line in owned if line is not None and line.owners]
        if not found:
            return None
        return tuple(sorted({person for line in found for owner in line.owners if (person := self._person(owner))}))

    @cached_property
    def _asked(self) -> tuple[str, ...]:
        try:
            return tuple(map(str, self._desk.config["dreamtui.required_reviewers"]))
        except Usage:  # such settings stop every decision and every output; what only looks goes on and names them
            return ()

    @cached_property
    def _lines(self) -> "tuple[OwnerLine, ...]":
        from dreamtui.text.owners import parse

        return parse(line for line in self._asked if line.strip() != CODEOWNERS)

    @cached_property
    def _code_owners(self) -> "tuple[OwnerLine, ...]":
        from dreamtui.disk.opening import read_whole
        from dreamtui.text.owners import parse

        if CODEOWNERS not in (line.strip() for line in self._asked):
            return ()
        for place in _PLACES:
            try:
                data = read_whole(self._desk.workspace.root / place, _LARGEST)
            except FileNotFoundError:
                continue
            except OSError:
                return ()
            return parse(data.decode("utf-8", "replace").splitlines())
        return ()

    def _person(self, owner: str) -> str:
        """An owner as decisions name people; empty for a team, whose members are not known here."""
        if "/" in owner:
            return ""
        address = f"{owner[1:]}@users.noreply.github.com" if owner.startswith("@") else owner
        return self._roster.person("", address)

    @cached_property
    def _roster(self) -> "Roster":
        from dreamtui.sources.identity import read_roster

        return read_roster(self._desk.workspace.root)


def _stamp(path: Path) -> str:
    try:
        status = path.stat()
    except OSError:
        return "-"
    return f"{status.st_mtime_ns}:{status.st_size}:{status.st_ino}:{status.st_ctime_ns}"
