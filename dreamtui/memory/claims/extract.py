"""Finds what a text claims about the repository: paths, commands, packages, branches, symbols and commits, by line."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dreamtui.memory.claims.tense import paragraphs, tells_past
from dreamtui.model.claim import Claim, ClaimKind, Tone
from dreamtui.text.markup.markdown import LinePart, classify, lines_of
from dreamtui.text.paths import is_glob

_SUFFIXES = (
    "py|pyi|ts|tsx|js|jsx|mjs|cjs|go|rs|md|mdx|ya?ml|json|jsonl|toml|sql|sh|ps1|bat|css|scss|html|rb|java|kt|swift|c|h|"
    "cpp|hpp|cs|php|vue|svelte|cfg|ini|txt|lock|ipynb|proto|tf|gradle|xml"
)
_FILE = re.compile(rf"(?:\./)?[\w@+-][\w.@+-]*\.(?:{_SUFFIXES})")
_PLACED = re.compile(rf"((?:[\w@+.-]+/)*[\w@+-][\w.@+-]*\.(?:{_SUFFIXES}))::?([A-Za-z_]\w*|\d+)")
_BACK = re.compile(r"(?![A-Za-z]:)(?:[\w@+.-]+\\)+(?:[\w@+.-]+)?")
_FAR = re.compile(r"(?:~|\.\.|[A-Za-z]:)?[\\/][\w@+.\\/ -]{3,200}\.\w{1,10}|~/[\w@+./-]{2,200}")
_FOLDED = re.compile(r"(?:\./)?[\w@+.-]+(?:/[\w@+.-]+)+")
_RUN = re.compile(
    rf"(?:python3?|node|bash|sh|ruby|uv run(?: python)?|tsx|bun) (?:\./)?([\w@+-][\w.@+-]*\.(?:{_SUFFIXES}))\b"
)
_COMMAND = re.compile(
    r"(make|npm run|pnpm run|yarn run|bun run|yarn|pnpm|just|poetry run|tox -e)\s+([A-Za-z][\w:./-]*)"
)
_CALL = re.compile(r"(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w{2,})\(.*\)")
_NAME = re.compile(
    r"(?:[A-Za-z_]\w*\.)*((?=\w*[A-Za-z])(?:_*[A-Za-z][^\W_]*_\w+|_\w{3,}|[a-z]+\d*[A-Z]\w+|[A-Z][a-z0-9]+[A-Z]\w+))"
)
_DUNDER = re.compile(r"\b(?>\w*?__)\w{3,}+(?<=__)")
_PIN = re.compile(r"([A-Za-z][\w.-]+)(?:\[[\w,-]+\])?(?:==|>=|~=|\^)\d[\w.]*")
_SHA = re.compile(r"(?=[0-9a-f]*[0-9])(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}")
_BUILTIN = {
    "yarn": frozenset({"install", "add", "remove", "run", "why", "dlx", "create", "upgrade", "link", "init", "set"}),
    "pnpm": frozenset(
        {"install", "add", "remove", "run", "dlx", "exec", "create", "update", "store", "init", "i", "why"}
    ),
}


@dataclass(frozen=True, slots=True)
class Ticked:
    """What a word between backticks can be."""

    kind: ClaimKind
    name: str
    loose: bool = False
    """Whether it may as well be something else."""


def ticked(words: str) -> Iterator[Ticked]:
    """What the words between two backticks can be; several where a file and a symbol stand in one."""
    words = words.strip()
    if not words or len(words) > 300:
        return
    if match := _PLACED.match(words):
        yield Ticked(ClaimKind.FILE, match[1])
        if not match[2].isdigit():
            yield Ticked(ClaimKind.SYMBOL, match[2], True)
    elif _FILE.fullmatch(words):
        yield Ticked(ClaimKind.FILE, words)
    elif _BACK.fullmatch(words) or _FAR.fullmatch(words):
        yield Ticked(ClaimKind.FILE, words, _BACK.fullmatch(words) is not None)
    elif _SHA.fullmatch(words):
        yield Ticked(ClaimKind.COMMIT, words, True)
    elif _FOLDED.fullmatch(words):
        yield Ticked(ClaimKind.FILE, words.rstrip("."), True)
    elif _DUNDER.search(words):
        return
    elif match := _NAME.fullmatch(words):
        yield Ticked(ClaimKind.SYMBOL, match[1], True)
    elif match := _PIN.fullmatch(words):
        yield Ticked(ClaimKind.PACKAGE, match[1], True)
    else:
        yield from _run(words)


def _run(words: str) -> Iterator[Ticked]:
    """What a call or a command line names."""
    if match := _RUN.match(words):
        yield Ticked(ClaimKind.FILE, match[1])
    elif match := _COMMAND.match(words):
        tool, name = match[1], match[2].rstrip(".:,")
        if name not in _BUILTIN.get(tool, ()):
            yield Ticked(ClaimKind.COMMAND, f"{tool} {name}")
    elif match := _CALL.fullmatch(words):
        yield Ticked(ClaimKind.SYMBOL, match[1], match[1].islower() and "_" not in match[1].strip("_"))


_ELSEWHERE = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,15}://[^\s`\"'<>)\]]*|\]\([^)\s]{0,500}\)|\[\[[^\]]{0,200}\]\]"
    r"|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}\.[\w.]{1,100}"
)
"""Web addresses, targets of links, and mail addresses: they say nothing of the repository."""
_WORD = re.compile(r"(?<![\w@+./:~<>{}*$%\\-])(?:\./)?[\w@+.][\w@+./-]{2,200}(?P<more>[*<{\[$%…])?")
_SUFFIX = re.compile(r"\w\.[A-Za-z]\w{0,9}$")
_BRANCH = re.compile(
    r"(?<![\w-])branch(?:es)? `([\w./-]+)`|`([\w./-]+)` branch\b"
    r"|(?<![\w/.`-])([\w-]{1,60}(?:/[\w.-]{1,60}){1,4}) branch\b"
)
_GIT = re.compile(
    r"\b(?:git|push\w*|merg\w*|check(?:ed)? ?out|pull request|PRs?|worktrees?|rebas\w*|commit\w*|remote|origin|"
    r"deploy\w*|releas\w*)\b"
)
"""A line with one of these speaks of branches of git rather than of code."""
_PACKAGE = re.compile(
    r"\b(?:package|library|dependency|module) `([\w@/.-]+)`|`([\w@/.-]+)` (?:package|library|dependency)\b"
)
_SYMBOL = re.compile(
    r"\b(?:function|method|class|constant|symbol|type|hook|helper) `(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w*)(?:\(\))?`"
)
_COMMIT = re.compile(
    r"\b(?:commits?|sha|revision|rev|HEAD(?: (?:is|at|was))?|reverts?|reverted|cherry-picked)[ :(]{1,2}"
    r"`?([0-9a-f]{7,40})\b",
    re.IGNORECASE,
)
_NAMES = re.compile(r"`[^`]*`|(?<![^\s`])(?:[^\s`]{0,200}[/\\](?:[^\s`]{0,300}\w)?|[^\s`]{1,200}\.\w{2,40})")
"""What is a name and no word of the sentence, however it is spelled."""
_LONGEST = 20_000
"""Characters of a line that are looked through."""
_SENTENCE = re.compile(r"[.!?;](?=\s)|\s[—–]\s")
_LOST = re.compile(
    r"\b(?:removed?|removing|deleted?|deleting|dropped|retired|renamed|moved|migrated|no longer|replaced|superseded|"
    r"obsolete|formerly|previously|used to|was at|discarded|gone|reverted|legacy|does(?:n't| not) exist|"
    r"old name|entfernt|gelöscht|umbenannt|ersetzt|supprimée?s?|renommée?s?|remplacée?s?|eliminad[oa]s?|borrad[oa]s?"
    r"|renombrad[oa]s?|reemplazad[oa]s?)\b|删|移除|废弃|下线|弃用|退役|重命名|改名|迁移|替换|已删|削除|廃止|삭제|제거|удал[её]н",
    re.IGNORECASE,
)
_HEDGED = re.compile(
    r"\b(?:will|would|could|might|planned|plans? to|todo|to be|propos\w+|not (?:yet|built|implemented)|in future|"
    r"future|e\.g|for example|example|such as|like|imagine|say|never|don't|do not|avoid|instead of|rather than|"
    r"untracked|generated|gitignored?|ignored|creates?|writes?|produces?|outputs?)\b",
    re.IGNORECASE,
)


_ENTRY = re.compile(
    r"[\s*_+\d.#>\[\]xX-]{0,12}(?:(?:[A-Z]{2,10}-\d{1,6}|#\d{1,6}|[A-Z]{4,12}|[A-Z][a-z]{2,12}ed)[*_:,(\s–—-]{1,8})?"
    r"(?:on )?20\d\d-\d\d-\d\d\b"
)
"""The beginning of a line that is the entry of a log: all of it tells what was done that day."""
_TOLD = re.compile(
    r"\b(?:PR|MR)s?\s?#\d"
    r"|\b(?:shipped|merged|landed|committed|closed|completed?|done|built|misdiagnosed|retracted)\b[^.;]{0,60}\b20\d\d-\d\d-\d\d"
    r"|\b20\d\d-\d\d-\d\d\b[^.;]{0,60}\b(?:shipped|merged|landed|committed|closed|completed?|done|built|retracted)\b"
    r"|\b(?:DONE|MERGED|SHIPPED|COMPLETE|CLOSED|BUILT|FIXED|RETRACTED)\b|\b(?:retracted|withdrawn)\b|已落地|已完成|已解决|已合并"
)
"""A sentence with one of these is the entry of a log, or tells of a change that was made."""
_DONE = re.compile(r"\b(?:DONE|MERGED|SHIPPED|BUILT|RETRACTED)\b")
_HEAD = 120
"""Characters at the beginning of an item in which one of these makes all of it the report of something done."""
_ABROAD = re.compile(
    r"\b(?!(?:this|that|the|our|my|your|same|main|whole|git|each|every|one|in|a|an|new|public|private|local|remote|of)\b)"
    r"[\w.-]{3,40}[ ](?:repo|repository|fork)\b|github\.com/"
    r"|\b(?:other|another|upstream|sibling|downstream|these|those|both|two|all)[ ]{1,20}(?:[\w.]{1,20}[ ]{1,20})?"
    r"(?:repo|repository|repositories|repos|projects?|forks?|checkouts?)\b",
    re.IGNORECASE,
)
"""A sentence with one of these speaks of another repository."""
_WORKTREE = re.compile(r"\bworktrees?\b", re.IGNORECASE)
"""In a line with one of these a branch is there for a while by its nature."""
_BESIDE = re.compile(r"(?<![\w./])\.\./[\w-]")
"""A place beside the repository."""
_NOT = re.compile(r"\bnot `?$", re.IGNORECASE)
"""Right before a name: it is what is not meant."""
_ARROW = re.compile(r"`?\s{0,3}(?:->|→|=>|⇒)\s{0,3}`?[\w./@-]")
"""Behind a name: what it is called now follows."""


_HEADING = re.compile(r" {0,3}(#{1,6})\s")
_PLANNED = re.compile(
    r"\b(?:not (?:yet|built|implemented|created|started|done)|to (?:build|do|create|write|add|implement)|to-?do|planned"
    r"|plans?|next (?:steps?|session|up)|future|ideas?|backlog|roadmap|propos\w+|upcoming|remaining|wishlist)\b",
    re.IGNORECASE,
)
_LOG = re.compile(
    r"\b(?:session|log|history|done|fixed|shipped|merged|resolved|completed|ended|incident)\b", re.IGNORECASE
)
_DAY = re.compile(
    r"\b20\d\d-\d\d-\d\d\b|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\.? \d{1,2}(?:,? 20\d\d)\b"
)


_CHANGE = re.compile(r"(?:feat|feature|fix|bugfix|hotfix|chore|refactor|perf|docs|test|ci|task|issue|wip|claude)s?/")
"""How a branch begins that is there for one change."""
_OPEN = re.compile(
    r"\b(?:in progress|open|not (?:yet )?(?:committed|merged|pushed)|unmerged|awaiting|pending|wip|currently|continue"
    r"|check ?out|push|(?<!-)merge|rebase|based|base|cut|target|use|work|working)\b",
    re.IGNORECASE,
)
"""A sentence with one of these says that a branch is there."""
_OLD = re.compile(r"\b(?:old|former|ehemalige[rns]?|alte[rns]?) `?$", re.IGNORECASE)
"""Right before a name: it is what was there."""


class _Paragraph:
    """Lines over which a text is wrapped, as what is said in them tells how a name is meant."""

    def __init__(self, lines: Sequence[str], example: bool, above: Tone) -> None:
        """`above` is the tone that the headings above give to what says nothing else."""
        self.texts = [_ELSEWHERE.sub(_blank, words[:_LONGEST]) for words in lines]
        self.starts = [0]
        for text in self.texts:
            self.starts.append(self.starts[-1] + len(text))
        self._whole = "".join(self.texts)
        self._example, self._above = example, above
        self._prose = _NAMES.sub(_blank, self._whole)
        self._entry = bool(_ENTRY.match(self._whole) or _DONE.search(self._prose, 0, _HEAD))
        self._ends = [match.end() for match in _SENTENCE.finditer(self._prose)]
        abroad = _ABROAD.search(self._prose)
        self._abroad = abroad.end() if abroad else len(self._prose) + 1
        self._tones: dict[int, Tone] = {}

    def sentence(self, at: int) -> tuple[int, int]:
        """Where the sentence around a place begins and ends."""
        place = bisect_right(self._ends, at)
        return self._ends[place - 1] if place else 0, self._ends[place] if place < len(self._ends) else len(self._prose)

    def tone(self, at: int, kind: ClaimKind | None = None) -> Tone:
        """What the sentence around a place says of what is named there; a commit is there for ever."""
        begin, end = self.sentence(at)
        if begin not in self._tones:
            self._tones[begin] = self._tone(begin, end)
        tone = self._tones[begin]
        if kind is ClaimKind.COMMIT or self._example or tone not in {Tone.THERE, Tone.HEDGED}:
            return tone
        return Tone.TOLD if tells_past(self._prose[begin:end], at - begin) else tone

    def said_to_be_there(self, at: int) -> bool:
        """Whether the sentence around a place, with what stands before a dash, says that a branch is worked on."""
        begin, end = self.sentence(at)
        before = self.sentence(begin - 1)[0] if self._prose[:begin].rstrip().endswith(("—", "–")) else begin
        return _OPEN.search(self._prose, before, end) is not None

    def _tone(self, begin: int, end: int) -> Tone:
        if _LOST.search(self._prose, begin, end):
            return Tone.LOST
        if self._entry or _TOLD.search(self._prose, begin, end):
            return Tone.TOLD
        if self._abroad <= end or _BESIDE.search(self._whole, begin, end):
            return Tone.ELSEWHERE
        hedged = self._example or _HEDGED.search(self._prose, begin, end) is not None
        return Tone.HEDGED if hedged else self._above


class _Line:
    """One line of a text as it is looked through."""

    def __init__(self, paragraph: _Paragraph, place: int, number: int, example: bool) -> None:
        """What lies elsewhere is blanked in the text; `place` is that of the line in its paragraph."""
        self.text = paragraph.texts[place]
        self.number = number
        self.example = example
        self._paragraph = paragraph
        self._start = paragraph.starts[place]

    def tone(self, at: int, name: str = "", kind: ClaimKind | None = None) -> Tone:
        """What the sentence around a place says of what is named there; `A -> B` says that A is no more."""
        named = self.text.find(name, at) if name else -1
        if named >= 0 and _ARROW.match(self.text, named + len(name)):
            return Tone.LOST
        if named >= 0 and _NOT.search(self.text, max(0, at - 12), named):
            return Tone.HEDGED
        if named >= 0 and _OLD.search(self.text, max(0, at - 20), named):
            return Tone.TOLD
        return self._paragraph.tone(self._start + at, kind)

    def tone_of_branch(self, at: int, name: str) -> Tone:
        """A branch of one change goes when it is merged: unless it is said to be there, it tells of the past."""
        tone = self.tone(at, name)
        passing = _CHANGE.match(name) and not self._paragraph.said_to_be_there(self._start + at)
        return Tone.TOLD if passing or _WORKTREE.search(self.text) else tone

    def is_in_ticks(self, at: int) -> bool:
        """Whether a place is between backticks."""
        return self.text.count("`", 0, at) % 2 == 1


def claims_in(text: str, files: tuple[str, ...] = (), *, plain: bool = False, every: bool = False) -> tuple[Claim, ...]:
    """Every claim of a text once, where it is made first; `files` are paths the memory says it is about.

    With `plain` what has the form of a name counts without backticks too: `limits.py`, `take()`, `run make test`. With
    `every` each line that makes a claim is there, with what it says.
    """
    found: dict[tuple[ClaimKind, str, int], Claim] = {}
    for path in files:
        _keep(found, Claim(ClaimKind.FILE, path, 1), every)
    for line in _lines(text):
        for claim in (*_paths(line), *_ticked(line), *_told(line), *(_plain(line) if plain else ())):
            _keep(found, claim, every)
    return tuple(sorted(found.values(), key=lambda claim: (claim.line, claim.kind, claim.name)))


def _lines(text: str) -> Iterator[_Line]:
    """The lines of a text, each with what its paragraph and the headings above it say."""
    lines = lines_of(text)
    parts = classify(lines)
    wrapped = paragraphs(lines, [part is LinePart.TEXT for part in parts])
    above: list[tuple[int, Tone]] = []
    paragraph: _Paragraph | None = None
    for at, (words, part) in enumerate(zip(lines, parts, strict=True)):
        begin, end = wrapped[at]
        heading = _HEADING.match(words) if part is LinePart.TEXT else None
        if heading:
            level = len(heading[1])
            above = [*((depth, tone) for depth, tone in above if depth < level), (level, _tone_below(words))]
        if paragraph is None or at == begin:
            meant = next((tone for _, tone in reversed(above) if tone is not Tone.THERE), Tone.THERE)
            paragraph = _Paragraph(lines[begin:end], part is LinePart.FENCE, meant)
        yield _Line(paragraph, at - begin, at + 1, part is LinePart.FENCE)


def _tone_below(heading: str) -> Tone:
    """How what stands below a heading is meant: planned, or told of a day or of what is no more."""
    if _PLANNED.search(heading):
        return Tone.HEDGED
    told = _LOST.search(heading) or _ENTRY.match(heading) or (_DAY.search(heading) and _LOG.search(heading))
    return Tone.TOLD if told else Tone.THERE


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _keep(found: dict[tuple[ClaimKind, str, int], Claim], claim: Claim, every: bool) -> None:
    """The first claim about a thing stays, unless a later one is surer that it is one."""
    key = claim.kind, claim.name, claim.line if every else 0
    known = found.get(key)
    if known is None or (known.loose and not claim.loose):
        found[key] = claim


def _paths(line: _Line) -> Iterator[Claim]:
    """Words with a slash that are a file or a folder."""
    for match in _WORD.finditer(line.text):
        more = match["more"]
        word = match.group().removesuffix(more or "").rstrip(".-")
        if "/" not in word.removeprefix("./") or "//" in word or more:
            continue
        last = word.rpartition("/")[2]
        if _SUFFIX.search(last) is None if last else _goes_on(line, match.end()):
            continue
        loose = line.example or any(_SUFFIX.search(part) for part in word.split("/")[:-1])
        yield Claim(ClaimKind.FILE, word, line.number, line.tone(match.start(), word), loose)


def _goes_on(line: _Line, at: int) -> bool:
    """Whether a slash stands between two words rather than at the end of a folder: `page`/`screen`."""
    return line.text[at : at + 1] == "`" and not line.is_in_ticks(at)


def _ticked(line: _Line) -> Iterator[Claim]:
    for one, at in _spans(line):
        yield Claim(one.kind, one.name, line.number, line.tone(at, one.name, one.kind), one.loose or line.example)


def _spans(line: _Line) -> Iterator[tuple[Ticked, int]]:
    parts = line.text.split("`")
    at = 0
    for number, part in enumerate(parts):
        if number % 2 and number < len(parts) - 1:
            for one in ticked(part):
                yield one, at
        at += len(part) + 1


def _told(line: _Line) -> Iterator[Claim]:
    """What the words around say it is: a branch, a package, a function, a commit."""
    if line.example:
        return
    for kind, pattern in (
        (ClaimKind.BRANCH, _BRANCH),
        (ClaimKind.PACKAGE, _PACKAGE),
        (ClaimKind.SYMBOL, _SYMBOL),
        (ClaimKind.COMMIT, _COMMIT),
    ):
        for match in pattern.finditer(line.text):
            name = next(filter(None, match.groups()))
            loose = kind is ClaimKind.BRANCH and match.group(1) is None and not _GIT.search(line.text)
            if not is_glob(name):
                at = match.start()
                tone = line.tone_of_branch(at, name) if kind is ClaimKind.BRANCH else line.tone(at, name, kind)
                yield Claim(kind, name, line.number, tone, loose)


_BARE = re.compile(
    rf"(?<![\w@+./:~<>{{}}*$%\\-])(_?[A-Za-z][\w+-]{{0,80}}(?:\.[\w+-]{{1,40}}){{0,3}}\.(?:{_SUFFIXES}))(?![\w/@-]|\.\w)"
)
_GENERIC = re.compile(
    r"(?i:readme|changelog|license|contributing|index|main|setup|package|package-lock|tsconfig|pyproject|cargo|go|robots"
    r"|llms|requirements|docker-compose|compose|claude|agents|memory|skill|handoff|docs|crates|lib|bun|brew|get|deno)"
    r"\.\w+|[\w-]+\.js"
)
"""Files that any project may have, products such as Node.js, sites such as docs.rs."""
_CALLED = re.compile(r"(?<![\w./`])(?:[A-Za-z_]\w{0,60}\.){0,4}([A-Za-z_]\w{2,60})\(\)")
_RUNNING = re.compile(
    r"\b(?:(?:[Rr]un|runs|running|ran|[Ee]xecutes?|via)[ ](make|tox -e|poetry run)|((?:npm|pnpm|yarn|bun) run))"
    r"[ ]([A-Za-z][\w:-]{0,60})"
)
_CALLED_SO = re.compile(
    r"\b(?:function|method|class|constant|helper|variable|flag)[ ](?:[A-Za-z_]\w{0,60}\.){0,4}"
    r"((?=\w{0,60}[A-Za-z])(?:[A-Za-z][^\W_]{0,60}_\w{1,60}|[a-z]{1,60}[A-Z]\w{1,60}|[A-Z][a-z0-9]{1,60}[A-Z]\w{1,60}))"
)
_OWNER = re.compile(r"(?<![\w./])([A-Z][a-z0-9]{1,40}[A-Z]\w{1,40})(?=\.[a-z_]\w{0,60}\()")
_SNAKE = re.compile(
    r"(?<![\w./-])([a-z][a-z0-9]{1,40}(?:_[a-z0-9]{1,40}){1,6}|[A-Z][A-Z0-9]{1,40}(?:_[A-Z0-9]{1,40}){1,6})(?![\w./-])"
)


def _plain(line: _Line) -> Iterator[Claim]:
    """What has the form of a name outside of backticks: a file, a call, a command that is run, words with underscores;
    and the class a method is called on.
    """
    for match in _OWNER.finditer(line.text):
        yield Claim(ClaimKind.SYMBOL, match[1], line.number, line.tone(match.start(), match[1]), line.example)
    found = (
        *(
            (ClaimKind.FILE, match, match[1], _GENERIC.fullmatch(match[1]) is not None)
            for match in _BARE.finditer(line.text)
        ),
        *((ClaimKind.SYMBOL, match, match[1], False) for match in _CALLED.finditer(line.text)),
        *((ClaimKind.SYMBOL, match, match[1], False) for match in _CALLED_SO.finditer(line.text)),
        *((ClaimKind.SYMBOL, match, match[1], True) for match in _SNAKE.finditer(line.text)),
        *(
            (ClaimKind.COMMAND, match, f"{match[1] or match[2]} {match[3]}", False)
            for match in _RUNNING.finditer(line.text)
        ),
    )
    for kind, match, name, loose in found:
        if not line.is_in_ticks(match.start()):
            yield Claim(kind, name, line.number, line.tone(match.start(), name), loose or line.example)
