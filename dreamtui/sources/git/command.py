"""Runs git through GitPython, so that neither the repository nor the user's settings can change or run anything.

The repository is untrusted: no external diff, text conversion, hook, file-system monitor, pager, prompt, signature
check, replace reference, graft or lazy fetch takes part. The user's and the system's configuration are left out; only
the list of trusted folders is taken from there, and only when git asks for it.

Output is read as it comes, and a git that is silent for too long is stopped.
"""

import contextlib
import os
import re
import select
import shutil
import stat
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Self

from dreamtui.model.errors import Refused
from dreamtui.text.inert import inert_line

ANSWER_WITHIN = 20.0
"""Seconds in which git says where a repository is and how it is configured; it takes some thousandths."""
SILENT_FOR = 60.0
"""Seconds after which a git that says nothing more is stopped; a long history says something all the time."""
_FORGIVEN = 300.0
"""Seconds after which a command that gave no answer is tried again."""
_ENDS_WITHIN = 5.0

_CHUNK = 1 << 18
_PROGRAM = "GIT_PYTHON_GIT_EXECUTABLE"
"""The variable that names another git program; GitPython's."""
_STDERR_KEPT = 1 << 16


class NoAnswer(Refused):
    """Git said nothing for too long and was stopped: something that it reads has no end, as a pipe has none."""


_silent: dict[tuple[str, str], float] = {}
"""Folders and commands that gave no answer, and until when they are not asked again: each would wait as long."""


def _no_answer(folder: str, word: str, seconds: float) -> NoAnswer:
    _silent[folder, word] = time.monotonic() + _FORGIVEN
    return NoAnswer(
        f"git did not answer in {folder} for {seconds:g} seconds and was stopped (git {word}); something that it reads "
        "has no end, such as a pipe in the place of a file"
    )


def _check_silent(folder: str, word: str) -> None:
    """Do not wait again for what gave no answer a moment ago."""
    until = _silent.get((folder, word), 0.0)
    if until > time.monotonic():
        raise NoAnswer(f"git did not answer in {folder} a moment ago (git {word}), so it is not retried yet")


def sentence(words: str) -> str:
    """The last thing git said, on one line, without its `fatal:` and without a full stop."""
    lines = [line for line in words.strip().splitlines() if line.strip()] or ["no reason given"]
    said = next((line for line in lines if line.startswith(("fatal:", "error:"))), lines[-1])
    return inert_line(said.split(":", 1)[-1].strip()).rstrip(".")


_MISSING = "git is not installed or not on the PATH, so the history cannot be read."


def _program() -> str:
    """The git program, by the name it is called by; a sentence when there is none."""
    name = os.environ.get(_PROGRAM, "git")
    if shutil.which(name) is None:
        raise Refused(_MISSING)
    return name


def gitpython() -> tuple[Any, str]:
    """GitPython's runner and the git program it uses; a sentence when there is no git."""
    _program()
    try:
        import git
    except ImportError as error:
        raise Refused(_MISSING) from error
    return git.Git, str(git.Git.GIT_PYTHON_GIT_EXECUTABLE or "git")


@dataclass(slots=True)
class Running:
    """One running git command whose output is read as it comes."""

    process: "subprocess.Popen[bytes]"
    said: bytearray
    """The first part of what git said on its error stream."""
    ear: threading.Thread
    """Reads the error stream, so that git never waits for us there."""
    folder: str
    word: str
    within: float
    """Seconds that it may say nothing."""
    keeper: Any = None
    """GitPython's handle of the process, which ends it when it is dropped."""

    @classmethod
    def begin(
        cls,
        folder: str,
        argv: list[str],
        word: str,
        within: float,
        feed: bytes | None = None,
        env: dict[str, str] | None = None,
    ) -> Self:
        """Start a whole command line in a folder."""
        runner, _ = gitpython()
        _check_silent(folder, word)
        source = None if feed is None else subprocess.PIPE
        try:
            keeper = runner(folder).execute(argv, as_process=True, istream=source, env=env)
        except (OSError, ValueError) as error:
            raise Refused(f"git could not be started in {folder}: {error}.") from error
        return cls._listened(keeper.proc, folder, word, within, feed, keeper)

    @classmethod
    def begin_lightly(cls, folder: str, argv: list[str], word: str, within: float, env: dict[str, str]) -> Self:
        """The same with just this environment and without GitPython, whose import takes longer than a short answer."""
        _check_silent(folder, word)
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(argv, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe)
        except (OSError, ValueError) as error:
            raise Refused(f"git could not be started in {folder}: {error}.") from error
        return cls._listened(process, folder, word, within)

    @classmethod
    def _listened(
        cls,
        process: "subprocess.Popen[bytes]",
        folder: str,
        word: str,
        within: float,
        feed: bytes | None = None,
        keeper: Any = None,
    ) -> Self:
        assert process.stderr is not None
        said = bytearray()
        ear = threading.Thread(target=_listen, args=(process.stderr, said), daemon=True)
        ear.start()
        if feed is not None:
            threading.Thread(target=_feed, args=(process.stdin, feed), daemon=True).start()
        return cls(process, said, ear, folder, word, within, keeper)

    def chunks(self, *, may_be_empty: bool = False) -> Generator[bytes, None, None]:
        """The output piece by piece; leaving early ends git, a failure at the end is raised as a sentence.

        Commands that search say with status 1 that they found nothing, which `may_be_empty` allows.
        """
        done = False
        try:
            while piece := self.read():
                yield piece
            done = True
        finally:
            status = self.end(kill=not done)
        if status and not (may_be_empty and status == 1):
            raise Refused(f"git stopped while its answer was read: {self.words()}.")

    def read(self) -> bytes:
        """The next piece of the output, empty at its end; raises `NoAnswer` where none comes for too long."""
        assert self.process.stdout is not None
        output = self.process.stdout.fileno()
        waiting = select.poll()
        waiting.register(output, select.POLLIN | select.POLLHUP)
        if not waiting.poll(self.within * 1000):
            raise _no_answer(self.folder, self.word, self.within)
        return os.read(output, _CHUNK)

    def whole(self) -> tuple[int, bytes, str]:
        """Read it to its end: its exit status, its output and what it said."""
        pieces = []
        status, done = 0, False
        try:
            while piece := self.read():
                pieces.append(piece)
            done = True
        finally:
            status = self.end(kill=not done)
        return status, b"".join(pieces), self.said.decode("utf-8", "replace").removesuffix("\n")

    def words(self) -> str:
        """What git said, as one sentence."""
        return sentence(self.said.decode("utf-8", "replace"))

    def end(self, *, kill: bool) -> int:
        """Wait for its end, or see to it; its exit status."""
        child = self.process
        if kill:
            child.terminate()
        try:
            status = child.wait(_ENDS_WITHIN if kill else self.within)
        except subprocess.TimeoutExpired:
            child.kill()
            status = child.wait()
        self.ear.join(_ENDS_WITHIN)
        for pipe in (child.stdout, child.stderr):
            if pipe is not None:
                pipe.close()
        return status


def _listen(pipe: IO[bytes], said: bytearray) -> None:
    """Read everything, keep the first part."""
    with contextlib.suppress(OSError, ValueError):  # it was closed, because a process behind git holds it open
        while piece := os.read(pipe.fileno(), _STDERR_KEPT):
            said += piece[: max(0, _STDERR_KEPT - len(said))]


def _feed(pipe: IO[bytes], data: bytes) -> None:
    """Write the standard input; a git that has stopped reading says why itself."""
    with contextlib.suppress(OSError):
        pipe.write(data)
    with contextlib.suppress(OSError):
        pipe.close()


def answer(
    folder: str, argv: list[str], word: str, within: float, env: dict[str, str] | None = None
) -> tuple[int, bytes, str]:
    """Run a command to its end: its exit status, its output and what it said."""
    return Running.begin(folder, argv, word, within, env=env).whole()


def tokens(stream: Running, after_chunk: Callable[[], None] | None = None) -> Generator[str, None, None]:
    """The NUL-separated words of the output as text; bytes that are not UTF-8 become U+FFFD."""
    rest = bytearray()
    with contextlib.closing(stream.chunks()) as pieces:
        for piece in pieces:
            head, found, tail = piece.rpartition(b"\0")
            if not found:
                rest += piece
                continue
            yield from (rest + head).decode("utf-8", "replace").split("\0")
            rest = bytearray(tail)
            if after_chunk is not None:
                after_chunk()
    if rest:
        yield rest.decode("utf-8", "replace")


_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": f"{os.devnull}/none",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_ADVICE": "0",
}
"""Set for every git process besides the inherited environment."""

_HARMLESS = re.compile(r"GIT_(AUTHOR|COMMITTER|PYTHON|SSH|SSL|HTTP)_|GIT_(EDITOR|SEQUENCE_EDITOR|PAGER|EXEC_PATH|SSH)$")
"""Inherited GIT_ variables that cannot change what is read; any other is taken out of the environment."""

_OPTIONS = (
    "--no-pager",
    "--no-replace-objects",
    "-c", "core.hooksPath=/dev/null",
    "-c", "core.fsmonitor=false",
    "-c", "core.quotePath=false",
    "-c", "core.attributesFile=/dev/null",
    "-c", "color.ui=false",
    "-c", "log.showSignature=false",
    "-c", "log.showRoot=true",
    "-c", "log.follow=false",
    "-c", "log.mailmap=true",
    "-c", "mailmap.file=",
    "-c", "protocol.allow=never",
    "-c", "i18n.logOutputEncoding=UTF-8",
    "-c", "diff.ignoreSubmodules=none",
)  # fmt: skip
"""Options of every git process; the repository's own configuration cannot override them."""

_HEX = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True, slots=True)
class Repository:
    """A git repository as far as reading it needs to know it."""

    root: Path
    """Folder the commands run in; paths are relative to it."""
    prefix: str
    """Path of root inside the repository with a slash at the end; empty at the top."""
    common_dir: Path
    """The git folder all worktrees share."""
    bare: bool
    """Whether there is no working tree."""
    shallow: bool
    """Whether the history is cut off, so that a missing commit may exist elsewhere."""
    head: str
    """Full sha of HEAD; empty when there is no commit yet."""
    trusted: tuple[str, ...] = ()
    """Options that name the folders the user trusts although another user owns them."""


def is_sha(text: str) -> bool:
    """Whether the text is a full object name."""
    return _HEX.fullmatch(text) is not None


def open_repository(root: Path) -> Repository | None:
    """Find the repository of a folder; None if there is none, one sentence if git refuses to read it."""
    if not root.is_dir():
        return None
    trusted: tuple[str, ...] = ()
    status, out, words = _identify(root, trusted)
    if status and "dubious ownership" in words:
        trusted = _trusted_folders(root)
        if trusted:
            status, out, words = _identify(root, trusted)
        if status and "dubious ownership" in words:
            raise Refused(
                f"git does not read {root} because somebody else owns it; "
                f"allow it with: git config --global --add safe.directory {root}"
            )
    if status:
        if "not a git repository" in words and not (root / ".git").exists():
            return None
        raise Refused(f"git cannot read {root}: {sentence(words)}.")
    lines = out.decode("utf-8", "surrogateescape").split("\n")
    if len(lines) not in (5, 6) or lines[0] not in ("true", "false"):
        raise Refused(f"git gave an unexpected answer about {root}.")
    return Repository(
        root=root,
        prefix=lines[3],
        common_dir=root / lines[2],
        bare=lines[0] == "true",
        shallow=lines[1] == "true",
        head=lines[4] if is_sha(lines[4]) else "",
        trusted=trusted,
    )


def _identify(root: Path, trusted: tuple[str, ...]) -> tuple[int, bytes, str]:
    questions = ("--is-bare-repository", "--is-shallow-repository", "--git-common-dir", "--show-prefix")
    return _lightly(root, ("rev-parse", *questions, "--revs-only", "HEAD"), trusted)


def _trusted_folders(root: Path) -> tuple[str, ...]:
    """The user's own `safe.directory` values as options; git honours them on the command line too."""
    found: list[str] = []
    for scope in ("--system", "--global"):
        _, program = gitpython()
        argv = [program, "config", scope, "-z", "--get-all", "safe.directory"]
        status, out, _ = answer(root.anchor or "/", argv, "config", ANSWER_WITHIN)
        if status == 0:
            found += out.decode("utf-8", "surrogateescape").split("\0")[:-1]
    return tuple(part for value in found for part in ("-c", f"safe.directory={value}"))


def _prefix() -> list[str]:
    """The start of a command line that takes other repositories' variables out of the inherited environment."""
    dropped = _foreign()
    return ["env", *(part for name in dropped for part in ("-u", name))] if dropped else []


def _foreign() -> list[str]:
    names = [name for name in os.environ if name.startswith("GIT_") and name not in _ENVIRONMENT]
    return sorted(name for name in names if not _HARMLESS.match(name))


def _argv(program: str, args: Sequence[str], options: tuple[str, ...]) -> list[str]:
    return [*_prefix(), program, *_OPTIONS, *options, *args]


def capture(
    root: Path, args: Sequence[str], trusted: tuple[str, ...] = (), *, within: float = 0.0
) -> tuple[int, bytes, str]:
    """Run one short command: its exit status, its output and what it said; it may be silent `within` seconds."""
    _, program = gitpython()
    return answer(str(root), _argv(program, args, trusted), args[0], within or SILENT_FOR, _ENVIRONMENT)


class Stream(Running):
    """One git command in a repository whose output is read as it comes."""

    __slots__ = ()

    @classmethod
    def start(
        cls, repository: Repository, args: Sequence[str], feed: bytes | None = None, options: Sequence[str] = ()
    ) -> "Stream":
        """Start git; `feed` becomes its standard input, `options` come before the command."""
        _, program = gitpython()
        argv = _argv(program, args, (*repository.trusted, *options))
        _check_names(repository, args[0])
        return cls.begin(str(repository.root), argv, args[0], SILENT_FOR, feed, _ENVIRONMENT)


def _check_names(repository: Repository, word: str) -> None:
    """Raise early where git would wait forever for the list of names at the root."""
    if word not in ("log", "show") or repository.bare:
        return
    names = repository.root / ("../" * repository.prefix.count("/")) / ".mailmap"
    try:
        regular = stat.S_ISREG(names.stat().st_mode)
    except OSError:
        return
    if not regular:
        raise NoAnswer(f"{names} is not a regular file, and git would wait for it forever")


def git_version() -> tuple[int, ...]:
    """The version of the git program."""
    runner, _ = gitpython()
    return tuple(runner().version_info)


def quick_answer(root: Path, args: Sequence[str]) -> tuple[int, bytes, str]:
    """The same as `capture` for one who asks nothing else; folders that the user trusts are asked for if need be."""
    found = _lightly(root, args, ())
    is_foreign = found[0] and "dubious ownership" in found[2]
    return _lightly(root, args, trusted) if is_foreign and (trusted := _trusted_folders(root)) else found


def _lightly(root: Path, args: Sequence[str], trusted: tuple[str, ...]) -> tuple[int, bytes, str]:
    """One short command without GitPython, which is loaded where something is read."""
    program = _program()
    dropped = _foreign()
    env = {name: value for name, value in os.environ.items() if name not in dropped} | _ENVIRONMENT
    argv = [program, *_OPTIONS, *trusted, *args]
    return Running.begin_lightly(str(root), argv, args[0], ANSWER_WITHIN, env).whole()


def configured_user(root: Path) -> tuple[str, str]:
    """Name and e-mail git would sign a commit with, from the user's and the repository's configuration."""
    dropped = _foreign()
    env = {name: value for name, value in os.environ.items() if name not in dropped}
    argv = [os.environ.get(_PROGRAM, "git"), "config", "-z", "--get-regexp", r"^user\.(name|email)$"]
    try:
        status, out, _ = Running.begin_lightly(str(root), argv, "config", ANSWER_WITHIN, env).whole()
    except NoAnswer:
        raise
    except Refused:
        return "", ""
    entries = out.decode("utf-8", "replace").split("\0") if status == 0 else []
    found = {key: " ".join(value.split()) for key, _, value in (entry.partition("\n") for entry in entries)}
    return found.get("user.name", ""), found.get("user.email", "")
