"""People repair their own commit a little later, always in the same way: what could have been part of it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, days, found, short
from dreamtui.mining.history.said import has, said
from dreamtui.mining.history.words import bare
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import Diffed

_LEAST = 10
_SHARE = 0.03
_WITHIN = 2 * DAY
_SMALL = 12
_OF_ONE = 0.8
"""Share of one author from which on a habit is how they work, and nothing that others forget."""
_LATELY, _SOME = 180 * DAY, 3
_UPDATES = re.compile(r"\b(?:updat|regenerat|accept|approv)\w{1,3}\b|更新", re.IGNORECASE)
_WRITES = re.compile(r"\b(?:add|updat|writ|mention|includ|entr)\w{1,4}\b|\badd\b|- \[ \]|更新|添加", re.IGNORECASE)
_RUNS = re.compile(r"\b(?:run|runs|before|must|always|pass|passes)\b|- \[ \]|运行", re.IGNORECASE)
_NAMES = re.compile(r"`[^`]{0,200}`|\S{0,100}/\S{0,100}")
"""Names and paths in a subject: what they are of says nothing about what was done."""
_REVIEWED = re.compile(r"\(#\d{1,7}\)\s*$")


@dataclass(frozen=True, slots=True)
class _Way:
    """One way in which people repair."""

    name: str
    said: str
    sign: re.Pattern[str]
    habit: str
    asks: re.Pattern[str] = _RUNS
    """Words of a line that asks for it."""


_WAYS = (
    _Way(
        "snapshots",
        "Snapshots were",
        re.compile(r"\bsnap(?:shot)?s?\b|снапшот|快照", re.IGNORECASE),
        "Update the snapshots in the same commit as the change that alters them",
        _UPDATES,
    ),
    _Way(
        "changelog",
        "The changelog was",
        re.compile(r"\bchange ?logs?\b|\brelease notes?\b|更新日志", re.IGNORECASE),
        "Write the changelog entry in the same commit as the change it describes",
        _WRITES,
    ),
    _Way(
        "formatting",
        "Formatting was",
        re.compile(
            r"\b(?:lint(?:er|ing|s)?|format(?:ting|ter)?|black|ruff|prettier|eslint|clippy|rustfmt|gofmt)\b|форматир|格式化",
            re.IGNORECASE,
        ),
        "Run the formatter and the linter before you commit",
    ),
    _Way(
        "types",
        "Types were",
        re.compile(
            r"\b(?:mypy|pyright|typing|type (?:errors?|hints?|check\w*)|tsc|typecheck)\b|类型错误", re.IGNORECASE
        ),
        "Run the type checker before you commit",
    ),
    _Way(
        "continuous integration",
        "Continuous integration was",
        re.compile(r"\bci\b|\bfix(?:es|ed)? (?:the )?(?:build|workflow|pipeline)\b", re.IGNORECASE),
        "Run what continuous integration runs before you push",
    ),
    _Way(
        "tests",
        "Tests were",
        re.compile(
            r"\bfix(?:es|ed|ing)? (?:the )?(?:broken |failing )?(?:unit )?tests?\b|修复.{0,8}测试", re.IGNORECASE
        ),
        "Run the tests before you commit",
    ),
)


class OwnRepair(HistorySignal):
    """At least 10 commits, 3 % of all, in which people repair their own commit of the last two days in one way.

    Snapshots, changelog, formatting, types, continuous integration or tests; only where most commits are not reviewed
    first, and where it still happens; what a tool is run for, only where no one author makes 8 in 10 of them. In
    textual the changelog follows in a commit of its own (77e25d59 after e02c6cc0).
    """

    name = "own_repair"

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each way that is usual here."""
        commits = sorted(past.commits, key=lambda commit: (commit.authored, commit.sha))
        total = len(commits)
        if sum(bool(_REVIEWED.search(commit.subject)) for commit in commits) * 2 > total:
            return []
        before: dict[str, Diffed] = {}
        hits: defaultdict[int, list[tuple[Diffed, Diffed]]] = defaultdict(list)
        alone: Counter[int] = Counter()
        for commit in commits:
            kind = _kind(commit)
            earlier = before.get(commit.email)
            if kind is None:
                before[commit.email] = commit
                continue
            alone[kind] += 1
            if earlier is not None and commit.authored - earlier.authored <= _WITHIN:
                hits[kind].append((commit, earlier))
        ranked = [
            (len(pairs), kind) for kind, pairs in hits.items() if len(pairs) >= _LEAST and len(pairs) >= _SHARE * total
        ]
        made = (_finding(past, self.name, kind, hits[kind], alone[kind]) for _, kind in sorted(ranked, reverse=True))
        return [finding for finding in made if finding is not None]


def _kind(commit: Diffed) -> int | None:
    """The way in which a small commit repairs; None for one that does something else."""
    text = bare(commit.subject)
    if len(commit.files) > _SMALL and "snap" not in text.casefold():
        return None
    if len(text.split()) > 8:
        return None
    said_of = _NAMES.sub(" ", text)
    return next((number for number, way in enumerate(_WAYS) if way.sign.search(said_of)), None)


def _finding(past: Past, name: str, kind: int, pairs: Sequence[tuple[Diffed, Diffed]], alone: int) -> Finding | None:
    way = _WAYS[kind]
    repairs = [repair for repair, _ in pairs]
    people = Counter(past.person(commit.name, commit.email) for commit in repairs)
    by_one = max(people.values()) > _OF_ONE * len(repairs)
    here = said(past, has(way.sign, way.asks))
    if by_one and way.name != "snapshots" and not (way.name == "changelog" and here is not None):
        return None
    since = here.since if here else 0
    if sum(commit.committed > max(since, past.newest - _LATELY) for commit in repairs) < _SOME:
        return None
    touched = Counter(path for commit in repairs for path in commit.files if path in past.present)
    ranked = sorted(touched.items(), key=lambda one: (-one[1], one[0]))
    files = [path for path, _ in ranked if way.name != "changelog" or way.sign.search(path)][:3]
    places = [code(path) for path in files[:2]] if way.name == "changelog" else []
    if way.name == "snapshots":
        files = [path for path, _ in ranked if way.sign.search(path.replace("_", " "))][:3]
        folders = Counter(path.rpartition("/")[0] for path in touched if "snap" in path.rpartition("/")[0])
        places = [code(folder + "/") for folder, _ in folders.most_common(1)]
    against = [here.quoted] if here else []
    if by_one:
        against.append("Nearly all of it is by one author.")
    if alone > len(repairs):
        against.append(f"{alone - len(repairs)} more such commits came later, or after another author's.")
    where = f" ({', '.join(places)})" if places else ""
    title = f"{way.said} fixed in a follow-up commit {len(repairs)} times on {days(repairs)} days"
    if here is not None:
        repairs = [commit for commit in repairs if commit.committed > since]
        title = f"{here.place} says it, yet {way.said.lower()} fixed in a follow-up commit {len(repairs)} times since"
    return found(
        past,
        name,
        f"repair:{way.name}",
        title,
        f"{way.habit}{where}.",
        repairs,
        files=files,
        against=against,
        quotes={repair.sha: f"{repair.subject} (after {short(own.sha)} {own.subject[:80]})" for repair, own in pairs},
    )
