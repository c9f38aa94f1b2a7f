"""What a shell command writes to, as far as its text says.

Seen are redirections and the words of commands that are not known to read alone, through `cd`, `~`, `$HOME` and the
variables that the text sets, and the paths inside a program that is given to an interpreter. Not seen is what the text
does not say: a path in a variable that was set before, put together by a loop or decoded, and whatever a script or a
program does by itself.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

_READERS = frozenset({
    "[", "[[", "awk", "basename", "cat", "cd", "cmp", "column", "cut", "declare", "df", "diff", "dirname", "du",
    "echo", "egrep", "export", "false", "fd", "fgrep", "file", "find", "for", "git", "grep", "head", "jq",
    "less", "local", "ls", "md5sum", "more", "nl", "od", "popd", "printf", "ps", "pushd", "pwd", "readlink",
    "realpath", "return", "rg", "sed", "seq", "set", "sha1sum", "sha256sum", "sleep", "sort", "source", "stat",
    "strings", "tail", "test", "tr", "tree", "true", "type", "uniq", "unset", "wc", "which", "xxd", "yq",
})  # fmt: skip
"""Programs that write nothing but what is redirected, unless `_WRITING` says so."""
_WRITING = {
    "find": re.compile(r"-(?:delete|exec|execdir|ok|okdir|fprint.*|fls)"),
    "sed": re.compile(r"-[a-hj-zA-Z]*i.*|--in-place.*", re.DOTALL),
    "sort": re.compile(r"-o.*|--output.*"),
    "yq": re.compile(r"-i|--inplace"),
    "git": re.compile(r"checkout|restore|mv|rm|apply|am|stash|clean|reset|pull|merge|rebase|worktree|init|clone"),
}
_SED_WRITES = re.compile(r"(?:^|[/;{}$0-9 ])w\s")
"""A script of `sed` that writes to a file."""
_RECURSES = re.compile(r"-[a-qs-zA-QS-Z]*[rR][a-zA-Z]*|--recursive")
_BEFORE = frozenset({
    "if", "then", "else", "elif", "do", "while", "until", "!", "{", "}", "time", "sudo", "env", "command",
    "exec", "nohup", "builtin", "nice", "xargs",
})  # fmt: skip
"""Words in front of a command."""
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_HEREDOC = re.compile(r"<<-?[ \t]*(['\"]?)(\w+)\1")
_PIECES = re.compile(r"[\s'\"`()=,:;<>|&]+")
_HOMES = re.compile(r"^(?:~|\$HOME|\$\{HOME\})(?=/|$)")
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_INSIDE = re.compile(r"(?:\$\(|`)([^`()]+)[`)]")
"""A command within a word."""
_JOINED = re.compile(r"['\"]\)?\s{0,9}[/,]\s{0,9}f?['\"]")
"""Between the pieces of a path that a program puts together."""
_OF_HOME = re.compile(r"\.home\(\)|expanduser|environ|getenv|homedir\(\)")
_LONGEST_VALUE = 512
_MOST_VALUES = 4
"""Variables in a word that are looked up; with the length of a value this bounds what a text grows to."""
_PUNCTUATION = "();<>|&\n"


@dataclass
class _Shell:
    """Follows the commands of a text, and notes what they may write to."""

    folder: Path
    home: Path
    found: list[Path] = field(default_factory=list)
    """Files and folders that may be written to, in their order; `**` stands for all that is in a folder."""
    values: dict[str, str] = field(default_factory=dict)
    """Variables that the text itself sets."""

    def path(self, word: str) -> Path:
        word = self._known(word)
        return self.folder / _HOMES.sub(str(self.home).replace("\\", r"\\"), word)

    def follow(self, words: list[str]) -> None:
        """One command, without its redirections."""
        begin = 0
        while begin < len(words) and (words[begin] in _BEFORE or _ASSIGNED.fullmatch(words[begin])):
            self._set(words[begin])
            begin += 1
        if begin == len(words):
            return
        program, rest = words[begin].rpartition("/")[2], words[begin + 1 :]
        if program in {"export", "declare", "local", "readonly"}:
            for word in rest:
                self._set(word)
        if program in {"cd", "pushd"} and rest:
            self.folder = self.path(rest[-1])
        elif program not in _READERS or any(_writes(program, word) for word in rest):
            for word in rest:
                self.found += [self.path(piece) for piece in _pieces(word)]
                self.program(word)
            is_find = program == "find" and not {"-delete", "rm"}.isdisjoint(rest)
            if is_find or program == "mv" or (program == "rm" and any(map(_RECURSES.fullmatch, rest))):
                named = [word for word in rest if word and not word.startswith("-")]
                named = named[:-1] if program == "mv" else named
                self.found += [self.path(word.rstrip("/*")) / "**" for word in named]

    def _set(self, word: str) -> None:
        name, sign, value = word.partition("=")
        if sign and len(value) < _LONGEST_VALUE:
            known = self._known(value)
            self.values[name] = known if len(known) < _LONGEST_VALUE else value

    def _known(self, word: str) -> str:
        if not self.values or "$" not in word:
            return word
        return _VARIABLE.sub(lambda one: self.values.get(one[1] or one[2], one[0]), word, count=_MOST_VALUES)

    def program(self, text: str) -> None:
        """The paths below the home folder that a program puts together."""
        if _OF_HOME.search(text):
            pieces = _pieces(_JOINED.sub("/", text))
            self.found += [self.home / piece for piece in pieces if piece.startswith(".claude")]


def _writes(program: str, word: str) -> bool:
    """Whether a program that mostly reads writes because of this word."""
    if program == "awk":
        return ">" in word or word.endswith("inplace")
    if program == "sed" and _SED_WRITES.search(word):
        return True
    return program in _WRITING and _WRITING[program].fullmatch(word) is not None


def written(command: str, folder: Path, home: Path) -> list[Path]:
    """The paths that a command may write to, as they are spelled; it is run in a folder."""
    shell = _Shell(folder, home)
    text, programs = _without_heredocs(command)
    try:
        _follow(shell, text)
    except ValueError:  # quotes that do not end: every word counts, as nothing is known of any
        shell.found += [shell.path(piece) for piece in _pieces(text)]
    for program in programs:
        shell.program(program)
    shell.found += [shell.path(piece) for program in programs for piece in _pieces(program) if piece[0] in "/~$"]
    return shell.found


def _follow(shell: _Shell, text: str) -> None:
    lexer = shlex.shlex(text, posix=True, punctuation_chars=_PUNCTUATION)
    lexer.whitespace, lexer.commenters, lexer.whitespace_split = " \t\r", "", True
    words: list[str] = []
    redirects = ""
    for token in lexer:
        if not token.strip(_PUNCTUATION) and token:
            redirects = token if set(token) & set("<>") else ""
            if not redirects:
                shell.follow(words)
                words = []
        elif redirects:
            if ">" in redirects:
                shell.found.append(shell.path(token))
            redirects = ""
        elif token.count("`") == 1:
            before, _, after = token.partition("`")
            shell.follow([*words, before] if before else words)
            words = [after] if after else []
        else:
            for inner in _INSIDE.findall(token):
                _follow(shell, inner)
            words.append(token)
    shell.follow(words)


def _without_heredocs(command: str) -> tuple[str, list[str]]:
    """The text without the lines that are given to a command as its input, and those lines where it may run them."""
    kept, programs = [], []
    lines = iter(command.split("\n"))
    for line in lines:
        kept.append(line)
        for match in _HEREDOC.finditer(line):
            body = []
            for inner in lines:
                if inner.strip() == match[2]:
                    break
                body.append(inner)
            first = line[: match.start()].split()
            if not first or first[0].rpartition("/")[2] not in {*_READERS, "tee"}:
                programs.append("\n".join(body))
    return "\n".join(kept), programs


def _pieces(word: str) -> Iterator[str]:
    """What in a word may be a path: the word, and the pieces between its quotes and signs."""
    if word and not word.startswith("-") and len(word) < 4096:
        yield word
    elif 2 < len(word) < 4096 and word[1] != "-" and word[2] in "/~$.":  # -oFILE
        yield word[2:]
    yield from (piece for piece in _PIECES.split(word) if piece and piece != word and len(piece) < 4096)
