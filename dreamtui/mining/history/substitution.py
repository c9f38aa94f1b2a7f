"""The same name gives way to another one, commit after commit, and never the other way."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, days, found, short
from dreamtui.mining.history.counted import to_read
from dreamtui.mining.history.reasons import sentences
from dreamtui.model.item import AtHead, Finding
from dreamtui.model.mining.commits import Diffed, Replacement, Sought, Stands

_LEAST = 4
_DAYS = 3
_UNSAID = 7
"""Commits that are needed where no message names what is replaced."""
_BACK = 0.15
"""Share of commits the other way that are exceptions; with more of them nothing was given up."""
_MOST_PAIRS = 12
_THOUSANDS, _FAR = 1000, 2
"""With so many places of the old one, and so many times those of the new one, it is only renamed here and there."""
_NUMBERS = re.compile(r"\d+")
_WORDY = re.compile(r"[^\W\d_]")
_NAME = re.compile(r"[\w$]+")
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
_MOST = 12


@dataclass(slots=True)
class _Pair:
    old: str
    new: str
    commits: list[Diffed]
    paths: Counter[str]
    back: list[Diffed]
    """Commits in which it was made the other way."""


class Substitution(HistorySignal):
    """One run of tokens gave way to another in at least 4 commits on 3 days, and hardly ever came back.

    Both still stand in the files; a message names one of them, or there are at least 7 commits. Imports, comments,
    keywords and versions do not count, nor what a linter refuses. In textual `$text` gave way to `$foreground` in 10
    commits (f2f760682).
    """

    name = "substitution"
    reads_lines = True

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each name that is given up and still stands somewhere."""
        pairs = sorted(filter(_strong, _pairs(past)), key=lambda pair: (-len(pair.commits), pair.old, pair.new))
        pairs = pairs[:_MOST_PAIRS]
        places = past.places(one for pair in pairs for one in _sought(pair)) if pairs else {}
        by_old: defaultdict[str, list[_Pair]] = defaultdict(list)
        for pair in pairs:
            by_old[pair.old].append(pair)
        scored: list[tuple[float, str, Finding]] = []
        for old, group in by_old.items():
            group.sort(key=lambda pair: (-len(pair.commits), pair.new))
            best = group[0]
            at_head = _counted(best, *(places.get(one, {}) for one in _sought(best)))
            if not at_head.follows or not at_head.breaks or _is_local(at_head):
                continue
            newest = max(commit.committed for commit in best.commits)
            recent = 0.5 ** ((past.newest - newest) / (365 * DAY))
            score = len(best.commits) * recent * (2.0 if _said(best) else 1.0)
            scored.append((score, old, _finding(past, self.name, group, at_head)))
        scored.sort(key=lambda one: (-one[0], one[1]))
        return [finding for _, _, finding in scored[:_MOST]]


def _is_local(at_head: AtHead) -> bool:
    """Whether the old one is what is usual, and a few places only got another name."""
    return at_head.breaks >= _THOUSANDS and at_head.breaks > _FAR * at_head.follows


def _pairs(past: Past) -> Iterable[_Pair]:
    """Every replacement with its commits, without those that are also made the other way."""
    pairs: dict[tuple[str, str], _Pair] = {}
    for commit in past.commits:
        for one in commit.replaced:
            if past.ignored[one.path] or not _fit(one):
                continue
            pair = pairs.setdefault((one.old, one.new), _Pair(one.old, one.new, [], Counter(), []))
            pair.commits.append(commit)
            pair.paths[one.path] += 1
    for (old, new), pair in pairs.items():
        if (new, old) in pairs:
            pair.back = pairs[new, old].commits
    return [pair for _, pair in sorted(pairs.items()) if len(pair.back) <= _BACK * len(pair.commits)]


def _fit(one: Replacement) -> bool:
    """Whether both are names of something, and not versions, keywords or parts of a sentence."""
    old, new = one.old, one.new
    if not _WORDY.search(old) or not _WORDY.search(new) or min(len(old), len(new)) < 2:
        return False
    if old in _PLAIN or new in _PLAIN:
        return False
    if _NUMBERS.sub("0", old) == _NUMBERS.sub("0", new) or old.count(" ") > 4 or new.count(" ") > 4:
        return False
    if _letters(old) == _letters(new) or {old, new} <= _LEVELS:
        return False
    if (names := set(_NAME.findall(old))) and names <= set(_NAME.findall(new)):
        return False  # it is wrapped, not given up
    return old[:1] not in "'\"" or new[:1] not in "'\""


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum()).casefold()


def _strong(pair: _Pair) -> bool:
    if len(pair.commits) < _LEAST or days(pair.commits) < _DAYS:
        return False
    return len(pair.commits) >= _UNSAID or bool(_said(pair))


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
    return Sought(old, ending, new if old in new else ""), Sought(new, ending, old if new in old else "")


def _counted(pair: _Pair, old: Mapping[str, Stands], new: Mapping[str, Stands]) -> AtHead:
    """How often each stands where the rule is about, and how many of the commits it is about."""
    folder, ending = _folder(pair), _ending(pair)

    def is_meant(path: str) -> bool:
        return path.endswith(ending) and (not folder or path.startswith(folder + "/"))

    breaks = {path: stands for path, stands in sorted(old.items()) if is_meant(path)}
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


def _finding(past: Past, name: str, group: Sequence[_Pair], at_head: AtHead) -> Finding:
    best = group[0]
    old, new = code(best.old), code(best.new)
    commits = best.commits
    ending, folder = _ending(best), _folder(best)
    where = f" in {code('*' + ending)} files" if ending else ""
    under = f" under {code(folder + '/')}" if folder else ""
    against = [
        f"{old} also gave way to {code(other.new)}, in {len(other.commits)} commits ({short(other.commits[0].sha)})."
        for other in group[1:]
    ]
    if best.back:
        against.append(f"It went the other way in {', '.join(short(commit.sha) for commit in best.back[:3])}.")
    back = "" if best.back else ", never back"
    said, quotes = _said(best), {}
    for commit in commits:
        one = next(one for one in commit.replaced if (one.old, one.new) == (best.old, best.new))
        quotes[commit.sha] = f"{said.get(commit.sha, commit.subject)[:240]} [{one.path}: {one.old} → {one.new}]"
    return found(
        past,
        name,
        f"{best.old} -> {best.new}",
        f"{old} was replaced by {new} in {len(commits)} commits on {days(commits)} days{back}, and still stands "
        f"{at_head.breaks} times{where}; {new} {at_head.follows} times",
        f"Write {new}, not {old}{',' if where or under else ''}{where}{under}.",
        commits,
        files=[path for path, _ in best.paths.most_common() if path in past.present][:6],
        against=against,
        quotes=quotes,
        at_head=at_head,
    )
