"""Shell commands in a normal form, the same under other arguments; and the line that says what went wrong."""

import re

from dreamtui.sources.transcripts.topic import word_set

_LONGEST = 2000


_WRAPPERS = word_set("time sudo nohup env command exec nice stdbuf xvfb-run cross-env caffeinate")
"""Words before a command that change nothing about which it is."""
_ASIDE = word_set(
    "cd pushd popd export set unset source . echo printf true false : mkdir sleep wait trap alias umask ulimit read"
)
_LOOKING = word_set(
    "ls cat grep egrep rg ag find fd which whereis type test [ [[ head tail wc diff cmp stat file sed awk jq ps pgrep"
    " pkill kill killall lsof du df tree readlink realpath basename dirname sort uniq cut tr xxd od hexdump less more"
    " man env printenv hostname whoami id date uname touch rm cp mv ln chmod if for while until case [ ] { ( xargs tee"
)
"""Commands with which an agent looks around or tidies up; that one of them fails is how it finds out."""
_RUNNERS = frozenset({"uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle", "pixi", "mise", "devbox", "dotenv"})
_RUNS = frozenset({"run", "exec"})
_SCRIPTS = frozenset({"npm", "pnpm", "yarn", "bun"})
_STARTERS = frozenset({"npx", "bunx", "pnpx", "uvx", "pipx"})
_ONE_WORD = word_set(
    "make cargo go git docker podman kubectl terraform dotnet rails rake gradle gradlew mvn mvnw just task pip pip3"
    " brew apt apt-get ruff biome prisma deno composer php swift mix bazel nx turbo lerna pre-commit lefthook helm aws"
    " gcloud az flutter dart poetry uv bundle conda systemctl alembic wrangler vercel container claude hatch pdm rye"
)
"""Programs of which the first word tells what they do."""
_TWO_WORDS = frozenset({"gh", "aws", "gcloud", "az"})
_GROUPS = (["compose"], ["tool"], ["pip"])
"""First words that only name a group of what a program does."""
_PYTHON = re.compile(r"python(?:\d(?:\.\d+)?)?")
_INTERPRETERS = frozenset({"node", "ruby", "perl", "php", "tsx", "ts-node", "bash", "sh", "zsh", "deno", "bun"})
_ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
_OPERATOR = re.compile(r"[();&|]+")
_CHAIN = re.compile(r"&&|\|\||[;&()]")
_PIECE = re.compile(r"[ \t\r\n]+|([();|&]+)|([^ \t\r\n();|&\\'\"]+)|\\(.)|'([^']*)'|\"((?:[^\"\\]|\\.)*)\"", re.DOTALL)
"""Blanks, an operator, and what may stand in a word: letters, a letter after a backslash, quotes."""
_INSIDE, _DOUBLE = 2, 5
"""Groups of it from which on a piece is in a word, and double quotes."""
_ESCAPED = re.compile(r"\\([\"\\])")
_QUOTING = re.compile(r"[\"'\\]")
_REDIRECT = re.compile(r"(?:^|(?<=\s))\d*(?:>>?&?|&>>?|<)\s*[^\s;&|()<>]+")
_VARYING = re.compile(r"^/(?:tmp|var/folders|private)/|\btmp\.|[0-9a-f]{8,}|:\d+")


def normal_command(command: str, cwd: str = "") -> str:
    """The command that tells what is run, without what varies; empty for one that only looks around."""
    parts = _parts(command[:_LONGEST])
    for words in reversed(parts):
        shown = _shown(words, cwd)
        if shown:
            return shown
    return ""


def _parts(command: str) -> list[list[str]]:
    """The commands of a line that decide whether it fails: of a pipe the first."""
    lines = command.replace("\\\n", " ").split("\n")
    heredoc = next((number for number, line in enumerate(lines) if "<<" in line), None)
    text = " ; ".join(
        line for line in (lines if heredoc is None else lines[: heredoc + 1]) if not line.lstrip().startswith("#")
    )
    text = _REDIRECT.sub(" ", text)
    if not _QUOTING.search(text):
        return [words for part in _CHAIN.split(text) if (words := part.split("|")[0].split())]
    parts: list[list[str]] = [[]]
    piped = False
    try:
        for token in tokens(text):
            if _OPERATOR.fullmatch(token):
                piped = token in {"|", "|&"}
                if not piped:
                    parts.append([])
            elif not piped:
                parts[-1].append(token)
    except ValueError:
        parts = [part.split("|")[0].split() for part in _CHAIN.split(text)]
    return [part for part in parts if part]


def tokens(text: str) -> list[str]:
    """The words and operators of a shell command, quotes and backslashes taken away; ValueError for a quote left open.

    The same as `shlex` with `();|&` as punctuation, which goes letter by letter, many times slower.
    """
    found: list[str] = []
    word: str | None = None
    place = 0
    for match in _PIECE.finditer(text):
        if match.start() != place:
            break
        place = match.end()
        kind = match.lastindex or 0
        if kind >= _INSIDE:
            piece = match[kind]
            word = (word or "") + (_ESCAPED.sub(r"\1", piece) if kind == _DOUBLE else piece)
            continue
        if word is not None:
            found.append(word)
            word = None
        if kind:
            found.append(match[kind])
    if place != len(text):
        raise ValueError("a quote that is left open")
    return found if word is None else [*found, word]


def _shown(words: list[str], cwd: str) -> str:
    """One command in its normal form; empty when it only prepares or looks around."""
    words = _bare(words)
    if not words:
        return ""
    program = _program(words[0], cwd)
    if program in _ASIDE or program in _LOOKING or not re.match(r"[\w.@~/-]", program):
        return ""
    rest = words[1:]
    plain = [word for word in rest if not word.startswith("-")]
    if program in _RUNNERS and plain[:1] and plain[0] in _RUNS:
        after = rest[rest.index(plain[0]) + 1 :]
        while after and after[0].startswith("-"):
            after = after[1:]
        inner = _shown(after, cwd)
        return f"{program} {plain[0]} {inner}".strip()
    if program in _SCRIPTS:
        return " ".join([program, *plain[: 2 if plain[:1] in (["run"], ["exec"], ["dlx"], ["x"]) else 1]])
    if program in _STARTERS:
        inner = _shown(plain, cwd)
        return f"{program} {inner}".strip()
    if _PYTHON.fullmatch(program) or program in _INTERPRETERS:
        return _interpreted(program, rest, cwd)
    count = 2 if program in _TWO_WORDS or plain[:1] in _GROUPS else 1 if program in _ONE_WORD else 0
    return " ".join([program, *(word for word in plain[:count] if not _VARYING.search(word))])


def _bare(words: list[str]) -> list[str]:
    """A command without assignments and wrappers."""
    kept = list(words)
    while kept:
        if _ASSIGNED.match(kept[0]) or kept[0] in _WRAPPERS or kept[0] == "!":
            kept = kept[1:]
        elif kept[0] in {"timeout", "gtimeout"}:
            kept = kept[1:]
            while kept and (kept[0].startswith("-") or kept[0][:1].isdigit()):
                kept = kept[1:]
        else:
            break
    return kept


def _program(word: str, cwd: str) -> str:
    """A program by its name; one of the repository by its path in it."""
    if "/" not in word:
        return word
    if "/bin/" in word or word.startswith(("/usr/", "/opt/", "bin/")):
        return word.rsplit("/", 1)[1]
    return relative(word, cwd)


def _interpreted(program: str, rest: list[str], cwd: str) -> str:
    """A call of an interpreter: with its module or script, not with code on the line."""
    for number, word in enumerate(rest):
        if word == "-m" and number + 1 < len(rest):
            return f"{program} -m {' '.join(rest[number + 1 : number + 2])}"
        if word in {"-c", "-e", "-"}:
            return ""
        if not word.startswith("-"):
            return "" if _VARYING.search(word) else f"{program} {relative(word, cwd)}"
    return program


def relative(path: str, cwd: str) -> str:
    """A path as it is seen from a folder that holds it; any other as it is."""
    base = cwd.rstrip("/") + "/"
    return path[len(base) :] if cwd and path.startswith(base) else path


_ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_TELLING = re.compile(
    r"error|fail|not found|no such|cannot|can't|denied|fatal|exception|invalid|unrecogni[sz]ed|undefined|missing"
    r"|refused|unable|unused|timed out|paths are ignored|✗|✘|✖|×|❌"
)
"""Words of a line that says what went wrong, in lower case; they are looked for in all lines at once."""
_EXIT = re.compile(r"Exit code \d+\s*")
_TRACEBACK = "Traceback (most recent call last)"
_RAISED = re.compile(r"^[ \t]*[\w.]*(?:Error|Exception|Exit)\b.*", re.MULTILINE)
_FRAMES = "│┃|╭╰┌└━─═%"
"""How lines begin that are no words."""
_SPOKEN = re.compile(r"[^\W\d_]{3}")


def without_colours(output: str) -> str:
    """What a program wrote for a terminal, without its colours, links and moves of the cursor."""
    return _ANSI.sub("", output) if "\x1b" in output else output


def telling_line(output: str) -> str:
    """The line of an output that says best what went wrong, white space collapsed; empty when none says anything."""
    text = _EXIT.sub("", without_colours(output), count=1)
    trace = text.find(_TRACEBACK)
    if trace >= 0 and (raised := _RAISED.search(text, trace)):
        return " ".join(raised.group().split())
    lines = text.splitlines()
    whole = "\n".join(lines).lower()
    number, place = 0, 0
    while found := _TELLING.search(whole, place):
        number += whole.count("\n", place, found.start())
        if _speaks(lines[number]):
            return " ".join(lines[number].split())
        number, place = number + 1, whole.find("\n", found.end()) + 1
        if not place:
            break
    return next((" ".join(line.split()) for line in reversed(lines) if _speaks(line)), "")


def _speaks(line: str) -> bool:
    """Whether a line is made of words, and not a frame around some or the head of a table."""
    return _SPOKEN.search(line) is not None and line.lstrip()[:1] not in _FRAMES


_LACKING = re.compile(
    r"command not found|: not found\b|no module named|modulenotfounderror|cannot find (?:module|package)|is not "
    r"recognized|not installed|no such file or directory: |permission denied|eacces|connection refused|could not "
    r"connect|unsupported engine|unknown (?:command|option)|no such command|is not a .{0,20}command|requires python"
)
"""What a failure says that is about the machine and not about the work, in lower case."""
_HOW = (
    _RUNNERS | _RUNS | _SCRIPTS | _STARTERS | frozenset({"-m", "tool", "dlx", "python", "python3", "sudo", "command"})
)
"""Words of a command that say how a program is started, not which."""


def lacks_something(line: str) -> bool:
    """Whether the line that tells of a failure says that something is missing here."""
    return _LACKING.search(line.lower()) is not None


def same_work(failed: str, worked: str) -> bool:
    """Whether two different commands, both in their normal form, do the same: `pytest` and `uv run pytest`."""
    if failed == worked:
        return False
    one, other = (
        [word.rsplit("/", 1)[-1] for word in command.replace("docker-", "docker ").split() if word not in _HOW]
        for command in (failed, worked)
    )
    return bool(one) and one == other
