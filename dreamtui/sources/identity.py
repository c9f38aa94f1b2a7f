"""Who decides, and who is who: identities from the environment, dotagent, git or the system, and the team's roster."""

import hashlib
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Malformed
from dreamtui.sources.workspace import home_folder
from dreamtui.text.ids import email_slug, slug

_LARGEST = 1 << 20
"""Bytes of an identity or roster file that are read; a larger one is no such file."""
_MOST = 30_000
"""Values of one, which is a team of some thousands."""

_GITHUB_NUMBER = re.compile(r"^\d+\+(?=.+@users\.noreply\.github\.com$)")
_NOBODY = frozenset({"noreply", "no-reply", "donotreply", "do-not-reply", "none", "unknown"})
_LONGEST = 80
_VARIABLE = "DREAMTUI_ACTOR"


@dataclass(frozen=True, slots=True)
class Identity:
    """Who decides, and how that is known."""

    id: str
    source: str
    """Where it comes from, for `config`: DREAMTUI_ACTOR, a file, git, the system."""

    @property
    def is_given(self) -> bool:
        """Whether the environment gave the name."""
        return self.source == _VARIABLE


@dataclass(frozen=True, slots=True)
class Roster:
    """Which e-mail addresses belong to which person of the team."""

    by_email: Mapping[str, str]
    """Lower-case address to id."""
    by_name: Mapping[str, str]
    """Lower-case full name to id, for authors without an address."""

    def person(self, name: str, email: str) -> str:
        """The id of an author: the roster's, else the slug of the address, else of the name."""
        address = email.strip().strip("<>").lower()
        known = self.by_email.get(address)
        if known is None and not address:
            known = self.by_name.get(name.strip().lower())
        if known:
            return known
        short = email_slug(_GITHUB_NUMBER.sub("", address))
        if not short or short in _NOBODY:
            short = slug(name) or short
        return short[:_LONGEST] or "unknown"

    @property
    def digest(self) -> str:
        """Changes when the roster does; what was read with another roster is read again."""
        lines = [*(f"{k}\0{v}" for k, v in sorted(self.by_email.items())), ""]
        lines += (f"{k}\0{v}" for k, v in sorted(self.by_name.items()))
        return hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).hexdigest()[:16]


EMPTY_ROSTER = Roster({}, {})
"""An empty roster: people are named after their address."""


def roster_trouble(root: Path) -> str:
    """Why the team's roster cannot be read, in a sentence; empty if it can, or is not there."""
    path = root / ".agent" / "identity" / "developers.yaml"
    try:
        _read(path)
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as problem:
        return f"{path} cannot be read: it is {problem.strerror}"
    except Malformed as problem:
        return f"{path} cannot be read: {problem.why}"
    return ""


def read_roster(root: Path) -> Roster:
    """The team's roster in `.agent/identity/developers.yaml`; empty if it is missing or malformed."""
    data = _load(root / ".agent" / "identity" / "developers.yaml")
    entries = data.get("developers") if isinstance(data, dict) else data
    by_email: dict[str, str] = {}
    by_name: dict[str, str] = {}
    for entry in entries if isinstance(entries, list) else ():
        if not isinstance(entry, dict) or not (person := _text(entry.get("id"))):
            continue
        emails = entry.get("emails", entry.get("email"))
        for email in emails if isinstance(emails, list) else [emails]:
            if address := _text(email).lower():
                by_email.setdefault(address, person)
        for service, host in (("github", "users.noreply.github.com"), ("gitlab", "users.noreply.gitlab.com")):
            if account := _text(entry.get(service)).lower():
                by_email.setdefault(f"{account}@{host}", person)
        if name := _text(entry.get("name")).lower():
            by_name.setdefault(name, person)
    return Roster(by_email, by_name)


def who_decides(
    root: Path,
    environ: Mapping[str, str] | None = None,
    home: Path | None = None,
    ask_git: Callable[[Path], tuple[str, str]] | None = None,
) -> Identity:
    """The person at the keyboard: DREAMTUI_ACTOR, else dotagent's identity, else git's, else the system's user.

    `ask_git` gives the name and e-mail git is configured with; by default git itself is asked.
    """
    env = os.environ if environ is None else environ
    if actor := _line(env.get(_VARIABLE, "")):
        return Identity(actor, _VARIABLE)
    house = home if home is not None else home_folder(env)
    file = Path(env.get("XDG_CONFIG_HOME") or house / ".config") / "dotagent" / "identity.yaml"
    data = _load(file)
    if isinstance(data, dict) and (own := _text(data.get("id"))):
        return Identity(own, str(file))
    roster = read_roster(root)
    name, email = (ask_git or _git_user)(root)
    if email or name:
        key = "user.email" if email else "user.name"
        return Identity(roster.person(name, email), f"git config {key}")
    user = env.get("LOGNAME") or env.get("USER") or env.get("USERNAME") or _system_user()
    return Identity(slug(user)[:_LONGEST] or "unknown", "system user")


def named_by_git(root: Path, actor: str) -> str:
    """Who decides according to git, if that differs from a name that was given; else empty."""
    name, email = _git_user(root)
    if not (name or email):
        return ""
    known = read_roster(root).person(name, email)
    same = {one.casefold() for one in (known, name, email, slug(name))}
    return "" if actor.casefold() in same else known


def _git_user(root: Path) -> tuple[str, str]:
    """Name and e-mail from git's configuration, the user's own included; empty without git."""
    from dreamtui.sources.git.command import configured_user

    return configured_user(root)


def _system_user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return ""


def _load(path: Path) -> Any:
    """A YAML file's data; None when it is missing, too large or malformed."""
    try:
        return _read(path)
    except (OSError, Malformed):
        return None


def _read(path: Path) -> Any:
    from dreamtui.text.markup.yamls import read_yaml

    return read_yaml(read_whole(path, _LARGEST, follow=True), _MOST)


def _text(value: object) -> str:
    """A value as one short line; a list or mapping is none."""
    return _line(str(value)) if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _line(value: str) -> str:
    return " ".join(value.split())[:_LONGEST]
