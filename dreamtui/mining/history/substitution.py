"""The same name gives way to another one, commit after commit, and never the other way."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, days, found, short
from dreamtui.mining.history.counted import to_read
from dreamtui.mining.history.reasons import sentences
from dreamtui.mining.history.said import counts, enforced, forbids, said
from dreamtui.model.item import AtHead, Finding
from dreamtui.model.mining.commits import Diffed, Replacement, Sought, Stands

_LEAST = 4
_DAYS = 3
_UNSAID = 7
"""Commits that are needed where no message names what is replaced."""
_BACK = 0.12
"""Share of commits the other way that are exceptions; with more of them nothing was given up."""
_MOST_PAIRS = 12
_USUAL = 2
"""How many times as often as the old one the new one has to stand: it is the usual one by now."""
_ANYTHING = frozenset(["Any", "any", "interface{}", "mixed", "dynamic", "typing.Any"])
"""Types that say nothing: they are no better name, but less of one."""
_LATELY = 730 * DAY
_ONE_ROLE = 0.8
"""Share of the replacements that play one role, if only places of that role are counted."""
_CHECKED = re.compile(
    r"\b(?:pyright|mypy|eslint|biome|clippy|ruff|pylint|lint(?:er|s|ing)?|ratchets?|deprecat\w{1,5}|report[A-Z]\w{3,40}"
    r"|type[- ]?check\w{0,4})\b"
)
"""What refuses the old one by itself, where a message names it."""
_OUTGOING = re.compile(
    r"(?<![A-Za-z])(?:removed?(?:_?(?:item|key|attr\w{0,6}))?\(|deleted?(?:_?(?:item|key))?[ (]|unset\b|migrat"
    r"|legacy|compat(?:ib\w{1,6})?\b|deprecat\w{1,5}\b|obsolete|clean[ _-]?up\b"
    r"|(?:old|former|previous) (?:names?|keys?|spelling|alias\w{0,2})\b)",
    re.IGNORECASE,
)
"""In a line where a name that was given up is meant."""
_WORD = re.compile(r"[a-z]+")
_NUMBERS = re.compile(r"\d+")
_WORDY = re.compile(r"[^\W\d_]")
_NAME = re.compile(r"[\w$]+")
_DECLARED = re.compile(r"\w+: ?\S")
_PLAIN = frozenset(
    ["public", "private", "protected", "internal", "export", "default", "pub", "static", "final", "const", "let", "var",
     "async", "await", "readonly", "mut", "crate", "super", "self", "this", "true", "false", "True", "False", "None",
     "none", "null", "undefined", "return", "if", "else", "elif", "for", "while", "not", "and", "or", "is", "in",
     "the", "str", "int", "bool", "float", "err", "error", "data", "value", "key", "name", "result", "test", "id",
     "type", "text", "path"]
)  # fmt: skip
"""Words that change with what a line does; no name is given up with them."""
_LEVELS = frozenset(["trace", "debug", "info", "notice", "warn", "warning", "error", "critical", "fatal"])
"""How loud a message is differs from message to message."""
_MOST = 5


@dataclass(slots=True)
class _Pair:
    old: str
    new: str
    commits: list[Diffed]
    paths: Counter[str]
    roles: Counter[str]
    back: list[Diffed]
    """Commits in which it was made the other way."""

    @property
    def role(self) -> str:
        """The role that nearly all of the replacements played."""
        (role, count), *_ = sorted(self.roles.items(), key=lambda one: (-one[1], one[0]))
        return role if count >= _ONE_ROLE * sum(self.roles.values()) else ""


class Substitution(HistorySignal):
    """One run of tokens gave way to another in at least 4 commits on 3 days, and hardly ever came back.

    The other way it went in at most 12 commits of 100, and the newest is of the last two years. Both still stand in the
    files, the new one twice as often, or as often where a line of the repository asks for it; a message names one of
    them, or there are at least 7 commits (of two ordinary words such a line has to ask for one). Imports, comments,
    keywords, versions, parameters and what is only wrapped do not count, nor what a linter refuses, or a check by the
    documents or by half of the messages, nor lines that remove the old one or keep it on purpose. Where 8 in 10 were
    calls, members or types, only such places are counted. In textual `$text` gave way to `$foreground` in 10 commits
    (f2f760682).
    """

    name = "substitution"
    reads_lines = True

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each name that is given up and still stands somewhere."""
        fit = (pair for pair in _pairs(past) if _strong(past, pair) and not _is_checked(past, pair))
        pairs = sorted(fit, key=lambda pair: (-len(pair.commits), pair.old, pair.new))
        pairs = pairs[:_MOST_PAIRS]
        places = past.places(one for pair in pairs for one in _sought(pair)) if pairs else {}
        by_old: defaultdict[str, list[_Pair]] = defaultdict(list)
        for pair in pairs:
            by_old[pair.old].append(pair)
        scored: list[tuple[float, str, Finding]] = []
        parts = _parts(by_old)
        for old, group in by_old.items():
            group.sort(key=lambda pair: (-len(pair.commits), pair.new))
            best = group[0]
            at_head = _counted(best, *(places.get(one, {}) for one in _sought(best)))
            newest = max(commit.committed for commit in best.commits)
            if (
                not at_head.follows
                or not at_head.breaks
                or not _is_given_up(past, best, at_head)
                or past.newest - newest > _LATELY
            ):
                continue
            if old in parts:
                continue  # it is said with the name that it has in it
            recent = 0.5 ** ((past.newest - newest) / (365 * DAY))
            score = len(best.commits) * recent * (2.0 if _said(best) else 1.0)
            also = [by_old[other][0] for other, whole in parts.items() if whole == old]
            scored.append((score, old, _finding(past, self.name, group, also, at_head)))
        scored.sort(key=lambda one: (-one[0], one[1]))
        alike: dict[str, Finding] = {}
        for _, _, finding in scored:
            alike.setdefault(_NUMBERS.sub("0", finding.subject), finding)  # `8px` and `16px` are one thing to learn
        return list(alike.values())[:_MOST]


def _parts(by_old: Mapping[str, Sequence[_Pair]]) -> dict[str, str]:
    """Names that have another one in them that is given up, and the new one in their new name, with that other one."""
    found: dict[str, str] = {}
    for old, group in sorted(by_old.items()):
        for other, theirs in sorted(by_old.items()):
            if other != old and len(theirs[0].commits) >= len(group[0].commits) and _is_part(theirs[0], group[0]):
                found.setdefault(old, other)
    return {old: other for old, other in found.items() if other not in found}


def _is_part(short_one: _Pair, long_one: _Pair) -> bool:
    """Whether one name has the other in it, or both went into the same class or module."""
    named = _NAME.fullmatch(long_one.old) and _NAME.fullmatch(long_one.new)
    head, dot, _ = long_one.new.rpartition(".")
    if dot and short_one.new.rpartition(".")[0] == head:
        return True
    return bool(named) and short_one.old in long_one.old and short_one.new in long_one.new


def _is_checked(past: Past, pair: _Pair) -> bool:
    """Whether a check sees to it: by its settings, by what the documents say or by what the messages say."""
    if enforced(pair.old, past.texts) or said(past, counts(pair.old)) is not None:
        return True
    named = sum(_CHECKED.search(f"{commit.subject}\n{commit.body}") is not None for commit in pair.commits)
    return 2 * named >= len(pair.commits)


def _is_given_up(past: Past, pair: _Pair, at_head: AtHead) -> bool:
    """Whether the new one is the usual one by now, or on its way to it where a line says that it is meant."""
    needed = 1 if said(past, forbids(pair.old, pair.new)) is not None else _USUAL
    return at_head.follows >= needed * at_head.breaks


def _pairs(past: Past) -> Iterable[_Pair]:
    """Every replacement with its commits, without those that are also made the other way."""
    pairs: dict[tuple[str, str], _Pair] = {}
    for commit in past.commits:
        for one in commit.replaced:
            if past.ignored[one.path] or not _fit(one):
                continue
            pair = pairs.setdefault((one.old, one.new), _Pair(one.old, one.new, [], Counter(), Counter(), []))
            pair.commits.append(commit)
            pair.paths[one.path] += 1
            pair.roles[one.role] += 1
    for (old, new), pair in pairs.items():
        if (new, old) in pairs:
            pair.back = pairs[new, old].commits
    return [pair for _, pair in sorted(pairs.items()) if len(pair.back) <= _BACK * len(pair.commits)]


def _fit(one: Replacement) -> bool:
    """Whether both are names of something, and not versions, keywords or parts of a sentence."""
    old, new = one.old, one.new
    if not _WORDY.search(old) or not _WORDY.search(new) or min(len(old), len(new)) < 2:
        return False
    if old in _PLAIN or new in _PLAIN or any(sign in old + new for sign in "/%"):
        return False
    if _NUMBERS.sub("0", old) == _NUMBERS.sub("0", new) or old.count(" ") > 4 or new.count(" ") > 4:
        return False
    if _letters(old) == _letters(new) or {old, new} <= _LEVELS:
        return False
    if _DECLARED.match(old) and _DECLARED.match(new):
        return False  # one parameter in the place of another
    if (names := set(_NAME.findall(old))) and names <= set(_NAME.findall(new)):
        return False  # it is wrapped, not given up
    return old[:1] not in "'\"" or new[:1] not in "'\""


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum()).casefold()


def _strong(past: Past, pair: _Pair) -> bool:
    if len(pair.commits) < _LEAST or days(pair.commits) < _DAYS or pair.new in _ANYTHING:
        return False
    said_in = _said(pair)
    if (_WORD.fullmatch(pair.new) and "(" in pair.old) or pair.old.endswith(f".{pair.new}"):
        return False  # a variable that was at hand
    if _WORD.fullmatch(pair.old) and _WORD.fullmatch(pair.new):
        return said(past, forbids(pair.old, pair.new)) is not None
    return len(pair.commits) >= _UNSAID or bool(said_in)


def _said(pair: _Pair) -> dict[str, str]:
    """The commits whose message names what is replaced or what replaces it, with the sentence that does."""
    names = [re.compile(rf"(?<![\w$]){re.escape(text)}(?![\w])") for text in (pair.new, pair.old) if len(text) > 2]
    said = {}
    for commit in pair.commits:
        for text in (commit.subject, *sentences(commit.body)):
            if any(name.search(text) for name in names):
                said[commit.sha] = text
                break
    return said


def _sought(pair: _Pair) -> tuple[Sought, Sought]:
    """The old run and the new one, as they are looked for at HEAD; neither where it is part of the other."""
    old, new, ending = pair.old, pair.new, _ending(pair)
    role = pair.role
    return Sought(old, ending, new if old in new else "", role), Sought(new, ending, old if new in old else "", role)


def _counted(pair: _Pair, old: Mapping[str, Stands], new: Mapping[str, Stands]) -> AtHead:
    """How often each stands where the rule is about, and how many of the commits it is about."""
    folder, ending = _folder(pair), _ending(pair)

    def is_meant(path: str) -> bool:
        return path.endswith(ending) and (not folder or path.startswith(folder + "/"))

    breaks = {path: _left(pair, stands) for path, stands in sorted(old.items()) if is_meant(path)}
    breaks = {path: stands for path, stands in breaks.items() if stands.times}
    caught = sum(
        any((one.old, one.new) == (pair.old, pair.new) and is_meant(one.path) for one in commit.replaced)
        for commit in pair.commits
    )
    return AtHead(
        follows=sum(stands.times for path, stands in new.items() if is_meant(path)),
        breaks=sum(stands.times for stands in breaks.values()),
        read=tuple(to_read(breaks)),
        cases=len(pair.commits),
        caught=caught,
    )


def _left(pair: _Pair, stands: Stands) -> Stands:
    """Where a name is left over, without the lines that remove it, or keep it for what is there already."""
    lines = tuple(one for one in stands.lines if not _OUTGOING.search(one[1].replace(pair.old, " ")))
    return Stands(stands.times - len(stands.lines) + len(lines), lines)


def _ending(pair: _Pair) -> str:
    """The ending of most of the files it was replaced in."""
    endings = Counter("." + path.rpartition(".")[2] if "." in path.rpartition("/")[2] else "" for path in pair.paths)
    (ending, count), *_ = sorted(endings.items(), key=lambda one: (-one[1], one[0]))
    return ending if count * 5 >= 4 * sum(endings.values()) else ""


def _folder(pair: _Pair) -> str:
    """The folder that holds nearly all of the files, no deeper than two levels."""
    for depth in (2, 1):
        folders = Counter("/".join(path.split("/")[:-1][:depth]) for path in pair.paths)
        (folder, count), *_ = sorted(folders.items(), key=lambda one: (-one[1], one[0]))
        if folder and count * 10 >= 9 * sum(folders.values()):
            return folder
    return ""


def _finding(past: Past, name: str, group: Sequence[_Pair], also: Sequence[_Pair], at_head: AtHead) -> Finding:
    best = group[0]
    old, new = code(best.old), code(best.new)
    commits = best.commits
    ending, folder = _ending(best), _folder(best)
    where = f" in {code('*' + ending)} files" if ending else ""
    under = f" under {code(folder + '/')}" if folder else ""
    here = said(past, forbids(best.old, best.new))
    against = [here.quoted] if here else []
    against += [
        f"{old} became {code(other.new)} in {len(other.commits)} commits ({short(other.commits[0].sha)})."
        for other in group[1:]
    ]
    if best.back:
        against.append(f"It went the other way in {', '.join(short(commit.sha) for commit in best.back[:3])}.")
    quoted, quotes = _said(best), {}
    for commit in commits:
        one = next(one for one in commit.replaced if (one.old, one.new) == (best.old, best.new))
        quotes[commit.sha] = f"{quoted.get(commit.sha, commit.subject)[:240]} [{one.path}: {one.old} → {one.new}]"
    title = f"{old} -> {new}: {len(commits)} commits, {_uses(at_head.breaks)} of {old} left{where}{under}"
    if here is not None:
        title = (
            f"{here.place} says it, {_uses(at_head.breaks)} of {old} are left: {old} -> {new} in {len(commits)} commits"
        )
    too = "".join(f", {code(other.new)} instead of {code(other.old)}" for other in also[:2])
    return found(
        past,
        name,
        f"{best.old} -> {best.new}",
        title,
        f"Use {new} instead of {old}{too}{',' if too and (where or under) else ''}{where}{under}.",
        commits,
        files=[path for path, _ in best.paths.most_common() if path in past.present][:6],
        against=against,
        quotes=quotes,
        at_head=at_head,
    )


def _uses(count: int) -> str:
    return f"{count} use{'s' if count != 1 else ''}"
