"""Detached signatures with the key that git signs with: `ssh-keygen -Y` or gpg, as the person's settings of git say.

Only what git knows of the person and of the system counts, never what a repository's own configuration says: whoever
could name a key or a program there could sign as anybody.
"""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from dreamtui.disk.opening import read_whole
from dreamtui.model.errors import Refused
from dreamtui.sources.program import Answer, ProgramLimits, run_program
from dreamtui.sources.workspace import home_folder

NAMESPACE = "dreamtui"
"""What an ssh signature is for, so that none made for anything else counts."""
_LIMITS = ProgramLimits(30.0, 1 << 20)
_ASKED = r"^(gpg\.|user\.signingkey$)"
_SSH = "-----BEGIN SSH SIGNATURE-----"
_PGP = "-----BEGIN PGP SIGNATURE-----"
_GPG = ("--batch", "--no-tty", "--no-auto-key-retrieve")
_TRUSTED = ("TRUST_ULTIMATE", "TRUST_FULLY", "TRUST_MARGINAL")


@unique
class Signed(StrEnum):
    """What a signature says of a record."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown key"
    UNSIGNED = "unsigned"
    UNCHECKED = "unchecked"
    """The program that would tell is not there."""


@dataclass(frozen=True, slots=True)
class Signature:
    state: Signed
    by: str = ""
    """Whose key it is, as the list of allowed signers or the key itself says."""


@dataclass(frozen=True, slots=True)
class GitSigning:
    """How git signs for this person."""

    settings: Mapping[str, str]
    """By name in lower case."""
    env: Mapping[str, str]

    @classmethod
    def read(cls, env: Mapping[str, str]) -> "GitSigning":
        """The settings of the system and the person; those of no repository."""
        found: dict[str, str] = {}
        for scope in ("--system", "--global"):
            words = ("git", "config", scope, "--includes", "-z", "--get-regexp", _ASKED)
            answer = run_program(words, "git", _folder(env), env, _LIMITS)
            entries = (entry.partition("\n") for entry in answer.text.split("\0") if entry)
            found |= {key.lower(): value for key, _, value in entries}
        return cls(found, env)

    def sign(self, data: bytes) -> bytes:
        """The signature of some bytes; Refused where there is none."""
        key = self.settings.get("user.signingkey", "")
        if not key:
            raise Refused("git names no key to sign with (user.signingkey in your own settings of git)")
        if self.settings.get("gpg.format", "openpgp") == "ssh":
            words: tuple[str, ...] = (self._ssh, "-Y", "sign", "-n", NAMESPACE, "-f", str(self._key_file(key)))
        else:
            words = (self._gpg, *_GPG, "--armor", "--detach-sign", "--local-user", key)
        answer = self._run(words, data)
        if answer.problem or not answer.text.startswith((_SSH, _PGP)):
            raise Refused(f"the decision could not be signed: {answer.problem or 'there is no signature'}")
        return answer.text.encode()

    def depends_on(self) -> bytes:
        """What a verdict on an ssh signature rests on besides the record and the signature: settings and known keys."""
        allowed = self._allowed
        try:
            known = read_whole(allowed, _LIMITS.largest) if allowed is not None else b""
        except OSError:
            known = b""
        return repr(sorted(self.settings.items())).encode() + b"\0" + known

    def check(self, data: bytes, signature: Path) -> Signature:
        """What the signature in a file says of some bytes."""
        try:
            kind = read_whole(signature, _LIMITS.largest)[: len(_SSH)].decode("ascii", "replace")
        except FileNotFoundError:
            return Signature(Signed.UNSIGNED)
        except OSError:
            return Signature(Signed.BAD)
        if kind == _SSH:
            return self._check_ssh(data, str(signature))
        return self._check_gpg(data, str(signature)) if kind.startswith(_PGP) else Signature(Signed.BAD)

    def _check_ssh(self, data: bytes, signature: str) -> Signature:
        about = ("-n", NAMESPACE, "-s", signature)
        if not self._is_there(self._ssh):
            return Signature(Signed.UNCHECKED)
        if self._run((self._ssh, "-Y", "check-novalidate", *about), data).problem:
            return Signature(Signed.BAD)
        allowed = self._allowed
        if allowed is None:
            return Signature(Signed.UNKNOWN)
        found = self._run((self._ssh, "-Y", "find-principals", "-s", signature, "-f", str(allowed)), data)
        names = found.text.split("\n")[0].split(",") if not found.problem else []
        for name in names:
            words = (self._ssh, "-Y", "verify", "-I", name, "-f", str(allowed), *about)
            if name and not self._run(words, data).problem:
                return Signature(Signed.GOOD, name)
        return Signature(Signed.UNKNOWN)

    def _check_gpg(self, data: bytes, signature: str) -> Signature:
        if not self._is_there(self._gpg):
            return Signature(Signed.UNCHECKED)
        answer = self._run((self._gpg, *_GPG, "--status-fd=1", "--verify", signature, "-"), data)
        if answer.problem:
            return Signature(Signed.BAD if "BAD signature" in answer.problem else Signed.UNKNOWN)
        told = [line.removeprefix("[GNUPG:] ").split(" ", 2) for line in answer.text.split("\n")]
        by = next((words[2] for words in told if words[0] == "GOODSIG" and len(words) > 2), "")
        trusted = any(words[0] in _TRUSTED for words in told)
        return Signature(Signed.GOOD, by) if by and trusted else Signature(Signed.UNKNOWN, by)

    @property
    def _allowed(self) -> Path | None:
        """The file that says whose keys are known."""
        named = self.settings.get("gpg.ssh.allowedsignersfile", "")
        path = _path(named, self.env) if named else None
        return path if path is not None and path.is_absolute() else None

    def _is_there(self, program: str) -> bool:
        return shutil.which(program, path=self.env.get("PATH", os.defpath)) is not None

    @property
    def _ssh(self) -> str:
        return self.settings.get("gpg.ssh.program", "") or "ssh-keygen"

    @property
    def _gpg(self) -> str:
        return self.settings.get("gpg.openpgp.program", "") or self.settings.get("gpg.program", "") or "gpg"

    def _key_file(self, key: str) -> Path:
        path = _path(key, self.env)
        if not path.is_absolute():
            raise Refused("user.signingkey has to be the path of a key file, from the root or from your home")
        return path

    def _run(self, words: tuple[str, ...], data: bytes) -> Answer:
        env = {**self.env, "LC_ALL": "C"}
        return run_program(words, words[0], _folder(env), env, _LIMITS, data.decode("utf-8", "replace"))


def _path(named: str, env: Mapping[str, str]) -> Path:
    return home_folder(env) / named[2:] if named.startswith("~/") else Path(named)


def _folder(env: Mapping[str, str]) -> Path:
    """Where programs run: not in the repository, so that none of its settings is looked at."""
    home = home_folder(env)
    return home if home.is_dir() else Path(os.sep)
