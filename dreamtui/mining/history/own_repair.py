"""People repair their own commit a little later, always in the same way: what could have been part of it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, days, found, short
from dreamtui.mining.history.words import bare
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import Diffed

_LEAST = 10
_SHARE = 0.03
_WITHIN = 2 * DAY
_SMALL = 12
_REVIEWED = re.compile(r"\(#\d{1,7}\)\s*$")


@dataclass(frozen=True, slots=True)
class _Way:
    """One way in which people repair."""

    name: str
    said: str
    sign: re.Pattern[str]
    habit: str


_WAYS = (
    _Way(
        "snapshots",
        "Snapshots were",
        re.compile(r"\bsnap(?:shot)?s?\b|снапшот|快照", re.IGNORECASE),
        "Update the snapshots in the same commit as the change that alters them",
    ),
    _Way(
        "changelog",
        "The changelog was",
        re.compile(r"\bchange ?logs?\b|\brelease notes?\b|更新日志", re.IGNORECASE),
        "Write the changelog entry in the same commit as the change it describes",
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
    first. In textual the snapshots follow in a commit of their own (4e592bfc after e02c6cc0).
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
        return [_finding(past, self.name, kind, hits[kind], alone[kind]) for _, kind in sorted(ranked, reverse=True)]


def _kind(commit: Diffed) -> int | None:
    """The way in which a small commit repairs; None for one that does something else."""
    text = bare(commit.subject)
    if len(commit.files) > _SMALL and "snap" not in text.casefold():
        return None
    if len(text.split()) > 8:
        return None
    return next((number for number, way in enumerate(_WAYS) if way.sign.search(text)), None)


def _finding(past: Past, name: str, kind: int, pairs: Sequence[tuple[Diffed, Diffed]], alone: int) -> Finding:
    way = _WAYS[kind]
    repairs = [repair for repair, _ in pairs]
    touched = Counter(path for commit in repairs for path in commit.files if path in past.present)
    ranked = sorted(touched.items(), key=lambda one: (-one[1], one[0]))
    files = [path for path, _ in ranked if way.name != "changelog" or way.sign.search(path)][:3]
    files = [path for path in files if way.name != "snapshots" or way.sign.search(path.replace("_", " "))]
    people = Counter(commit.email for commit in repairs)
    against = []
    (_, most), *_ = people.most_common(1)
    if most * 10 >= 9 * len(repairs):
        against.append("Nearly all of it is by one author.")
    if alone > len(repairs):
        against.append(f"{alone - len(repairs)} more such commits came later, or after another author's.")
    where = (
        f" ({', '.join(code(path) for path in files[:2])})" if files and way.name in {"changelog", "snapshots"} else ""
    )
    return found(
        past,
        name,
        f"repair:{way.name}",
        f"{way.said} put right in a commit of its own {len(repairs)} times on {days(repairs)} days, within two "
        "days of the author's own change",
        f"{way.habit}{where}.",
        repairs,
        files=files,
        against=against,
        quotes={repair.sha: f"{repair.subject} (after {short(own.sha)} {own.subject[:80]})" for repair, own in pairs},
    )
