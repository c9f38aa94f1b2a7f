"""A new file of a family comes with a change to a named companion: a list, a table, a registry."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, days, found, short
from dreamtui.mining.history.counted import READ, named_in
from dreamtui.mining.history.words import is_aside
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import AtHead, Finding
from dreamtui.model.mining.commits import Diffed

_LEAST = 5
_DAYS = 3
_SURE = 0.8
_MANY, _NEARLY = 20, 0.75
"""With so many commits of a family a lower share is sure enough."""
_LIFT = 4.0
_COMMON = 0.15
"""A companion that is in more of all commits is changed by everything."""
_FEW, _RARE = 10, 0.06
"""Where there are few commits of a family, its companion has to be rare, and nearly always there."""
_NEARLY_ALL = 0.88
_WIDE = 60
"""Files of a commit beyond which it is no ordinary change."""
_REPAIRED = 14 * DAY
_SOON = 2 * DAY
_SMALL = 4
"""Files of a commit that only mends."""
_DEMANDED = frozenset(["mod.rs", "main.rs", "lib.rs", "__init__.py"])
"""Modules that name the others because the language asks for it: a compiler or an import finds what is missing."""
_BARRELS = frozenset(["mod.ts", "index.ts", "index.js", "index.tsx"])
"""Modules that hand on what is beside or below them."""
_PLUMBING = _DEMANDED | _BARRELS
_NO_LIST = re.compile(
    r"(?:^|/)(?:changelog|changes|history|news|authors|contributors|readme)[^/]*$|\.lock$|-lock\.[a-z]+$|(?:^|/)package\.json$"
    r"|(?:^|/)(?:cargo|pyproject)\.toml$|(?:^|/)version[^/]*$|(?:^|/)go\.(?:mod|sum)$",
    re.IGNORECASE,
)
_DATA = re.compile(r"\.(?:ya?ml|json|csv|toml|xml|cfg|ini)$")
_MOST = 6
_NARROW = 0.9
"""Share of the commits with the companion that a deeper folder has to hold to be the family."""
_ALIKE = 4
"""Characters with which the folders of a family begin alike."""
_NAMED = 0.6
"""Share of the files at HEAD that a companion names, if it is one that names them."""


@dataclass(slots=True)
class _Family:
    folder: str
    ending: str
    commits: list[Diffed]
    companions: Counter[str]
    start: str = ""
    """With what the names of its folders begin."""
    outside: tuple[str, ...] = ()
    """Folders in it that never needed a companion."""

    @property
    def place(self) -> str:
        return f"{self.folder}/{self.start}*" if self.start else self.folder

    @property
    def name(self) -> str:
        return f"{self.place}/**{self.ending}"

    def held(self, companion: str) -> int:
        return self.companions[companion]


class Registration(HistorySignal):
    """A new file below a folder came with a change to the same other file, at least 5 times and in 8 of 10.

    The other file is in less than 15 % of all commits (6 % where there are fewer than 10 commits), and at least four
    times as often in these. Changelogs, lock files and modules that the language asks for do not count, and the family
    is as narrow as its evidence: a deeper folder, folders that begin alike, without those that never needed it. In
    django each of 74 new release notes came with a change to `docs/releases/index.txt`.
    """

    name = "registration"

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each family of files, with all of its companions."""
        total = len(past.commits)
        touched = Counter(path for commit in past.commits for path in set(commit.changed))
        families = _families(past)
        best: dict[str, tuple[float, _Family]] = {}
        for family in families:
            for companion, count in family.companions.items():
                if not _fits(past, family, companion, count, touched[companion], total):
                    continue
                score = _score(past, family, companion)
                known = best.get(companion)
                if known is None or (score, len(family.folder)) > (known[0], len(known[1].folder)):
                    best[companion] = (score, family)
        by_family: defaultdict[tuple[str, str], list[tuple[float, str, _Family]]] = defaultdict(list)
        for companion, (score, family) in best.items():
            by_family[family.folder, family.ending].append((score, companion, family))
        ranked = []
        for group in by_family.values():
            group.sort(key=lambda one: (-one[0], one[1]))
            score, main, wide = group[0]
            family = _narrowed(past, wide, main)
            finding = _finding(past, self.name, family, [companion for _, companion, _ in group])
            ranked.append((score, family.name, finding))
        ranked.sort(key=lambda one: (-one[0], one[1]))
        return [finding for _, _, finding in ranked[:_MOST]]


def _families(past: Past) -> list[_Family]:
    """Every folder and ending below which files came to be, with what changed in the same commits."""
    found_here: dict[tuple[str, str], _Family] = {}
    for commit in past.commits:
        if not commit.added or len(commit.files) > _WIDE:
            continue
        keys = sorted({key for path in commit.added if not past.ignored[path] for key in _keys(path)})
        others = _others(past, commit)
        for key in keys:
            family = found_here.get(key)
            if family is None:
                family = found_here[key] = _Family(*key, [], Counter())
            family.commits.append(commit)
            family.companions.update(others)
    return [family for _, family in sorted(found_here.items()) if len(family.commits) >= _LEAST]


def _others(past: Past, commit: Diffed) -> list[str]:
    return [path for path in commit.changed if path in past.present and not _NO_LIST.search(path)]


def _narrowed(past: Past, wide: _Family, companion: str) -> _Family:
    """The family without what never needed the companion."""
    both = [commit for commit in wide.commits if companion in commit.changed]
    family = wide
    while True:
        heads = Counter(head for commit in both for head in _heads(commit, family) if head.endswith("/"))
        head, count = max(heads.items(), key=lambda one: (one[1], one[0]), default=("", 0))
        if count < max(_LEAST, _NARROW * len(both)):
            break
        family = replace(family, folder=f"{family.folder}/{head[:-1]}")
    if family.folder != wide.folder and all(
        _is_in(path, family) for path in past.present if _is_in(path, wide) and not past.ignored[path]
    ):
        family = wide  # it leaves nothing out
    needed = {head for commit in both for head in _heads(commit, family)}
    family = replace(family, start=_start(past, family, needed))
    missed, mended = _missed(past, family, companion)
    never = Counter(
        head
        for commit in missed
        if commit.sha not in mended and _heads(commit, family).isdisjoint(needed)
        for head in _heads(commit, family)
        if head.endswith("/")
    )
    family = replace(family, outside=tuple(sorted(head for head, count in never.items() if count >= 2)))
    commits = [commit for commit in wide.commits if any(_is_in(path, family) for path in commit.added)]
    companions = Counter(path for commit in commits for path in _others(past, commit))
    return replace(family, commits=commits, companions=companions) if companions[companion] >= _LEAST else wide


def _heads(commit: Diffed, family: _Family) -> set[str]:
    """The folders, each with its slash, and the files right below the family in which a commit made files of it."""
    depth = len(family.folder) + 1
    rests = (path[depth:].partition("/") for path in commit.added if _is_in(path, family))
    return {first + slash for first, slash, _ in rests}


def _start(past: Past, family: _Family, needed: set[str]) -> str:
    """With what the folders begin that needed the companion, where others below the family do not."""
    if len(needed) < _LEAST or not all(head.endswith("/") for head in needed):
        return ""
    first, last = min(needed), max(needed)
    alike = next((n for n, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    start = first[: max(first.rfind("_", 0, alike), first.rfind("-", 0, alike)) + 1]
    inside = (path for path in past.present if _is_in(path, family) and not past.ignored[path])
    other = any(not path.startswith(f"{family.folder}/{start}") for path in inside)
    return start if len(start) >= _ALIKE and other else ""


def _keys(path: str) -> Iterator[tuple[str, str]]:
    folders, name = path.rpartition("/")[0].split("/"), path.rpartition("/")[2]
    ending = "." + name.rpartition(".")[2] if "." in name[1:] else ""
    for depth in range(1, len(folders) + 1):
        if folders[0]:
            yield "/".join(folders[:depth]), ending


def _fits(past: Past, family: _Family, companion: str, count: int, everywhere: int, total: int) -> bool:
    with_it = len(family.commits)
    if count < _LEAST or count < (_NEARLY if with_it >= _MANY else _SURE) * with_it or everywhere > _COMMON * total:
        return False
    if count * total < _LIFT * with_it * everywhere or past.ignored[companion]:
        return False
    if with_it < _FEW and (everywhere > _RARE * total or count < _NEARLY_ALL * with_it):
        return False
    if _is_demanded(companion, family) or _is_module_of(companion, family) or _is_reversed(companion, family):
        return False
    both = [commit for commit in family.commits if companion in commit.changed]
    alive = any(path in past.present for commit in both for path in commit.added if _is_in(path, family))
    return alive and days(both) >= _DAYS


def _is_in(path: str, family: _Family) -> bool:
    below = f"{family.folder}/"
    return (
        path.startswith(below + family.start)
        and path.endswith(family.ending)
        and not (family.outside and path.startswith(tuple(below + head for head in family.outside)))
    )


def _is_demanded(companion: str, family: _Family) -> bool:
    """Whether it names the new file because the language asks for it, or hands on what is beside or below it."""
    folder, slash, name = companion.rpartition("/")
    if name in _DEMANDED:
        return True
    below = sum(any(path.startswith(folder + slash) for path in commit.added) for commit in family.commits)
    return name in _BARRELS and 2 * below >= len(family.commits)


def _is_module_of(companion: str, family: _Family) -> bool:
    """Whether it is the module that only says which files there are beside or below it."""
    stem = companion.rpartition(".")[0]
    if (family.folder + "/").startswith(stem + "/"):
        return True
    below = sum(any(path.startswith(stem + "/") for path in commit.added) for commit in family.commits)
    return 2 * below >= len(family.commits)


def _is_reversed(companion: str, family: _Family) -> bool:
    """Whether the new files are tests of the companion, and come because it was changed."""
    return is_aside(f"{family.folder}/x{family.ending}") and not is_aside(companion) and not _DATA.search(companion)


def _missed(past: Past, family: _Family, companion: str) -> tuple[list[Diffed], dict[str, Diffed]]:
    """The commits that left it out, and for each that was mended the commit that did so soon after."""
    missed = [commit for commit in family.commits if companion not in commit.changed]
    mended: dict[str, Diffed] = {}
    for commit in missed:
        new = set(commit.added)
        for later in past.commits:
            if not commit.committed < later.committed <= commit.committed + _REPAIRED or companion not in later.changed:
                continue
            soon = later.committed - commit.committed <= _SOON and later.email == commit.email
            if new.intersection(later.files) or (soon and not later.added and len(later.files) <= _SMALL):
                mended[commit.sha] = later
    return missed, mended


def _score(past: Past, family: _Family, companion: str) -> float:
    count, with_it = family.held(companion), len(family.commits)
    _, mended = _missed(past, family, companion)
    newest = max(commit.committed for commit in family.commits)
    recent = 0.5 ** ((past.newest - newest) / (365 * DAY))
    score: float = min(count, 40) * (count / with_it) ** 3 * (1 + 0.5 * len(mended)) * recent
    return score


def _finding(past: Past, name: str, family: _Family, companions: Sequence[str]) -> Finding:
    main = companions[0]
    shown = [code(path) for path in companions[:3]]
    listed = shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " and " + shown[-1]
    missed, mended = _missed(past, family, main)
    both = [commit for commit in family.commits if main in commit.changed]
    count, with_it = len(both), len(family.commits)
    against = []
    if missed:
        names = ", ".join(
            short(commit.sha) + (f" (mended in {short(mended[commit.sha].sha)})" if commit.sha in mended else "")
            for commit in missed[:5]
        )
        against.append(f"{len(missed)} of {with_it} came without {code(main)}: {names}.")
    against += [
        f"{code(path)} came along in {family.held(path)} of {with_it}."
        for path in companions[1:3]
        if family.held(path) < with_it
    ]
    at_head = _counted(past, family, main, missed, mended)
    kind = f"{code('*' + family.ending)} file" if family.ending else "file"
    place = code(family.place + "/")
    but = [code(f"{family.folder}/{head}") for head in family.outside[:3]]
    if but:
        place += f" (not {' or '.join(but)})"
    problem = f"; {len(missed)} forgot it" + (f", {len(mended)} mended later" if mended else "") if missed else ""
    quotes = {commit.sha: f"{commit.subject} [new: {_new(commit, family)}]" for commit in both}
    return found(
        past,
        name,
        f"{family.name} -> {main}",
        f"A new {kind} under {place} needs a change to {listed}: {count} of {with_it} commits made it{problem}",
        f"When you add a {kind} under {place}, update {listed} in the same commit.",
        both,
        files=companions[:6],
        against=against,
        quotes=quotes,
        at_head=at_head,
    )


def _counted(
    past: Past, family: _Family, companion: str, missed: Sequence[Diffed], mended: Mapping[str, Diffed]
) -> AtHead | None:
    """How many files of the family the companion names at HEAD; None where it does not go by their names."""
    files = [path for path in sorted(past.present) if _is_in(path, family) and path != companion]
    files = [path for path in files if path.rpartition("/")[2] not in _PLUMBING and not past.ignored[path]]
    text = past.read([companion]).get(companion, "")
    named = named_in(text, files) if text else set()
    if len(named) < _LEAST or len(named) < _NAMED * len(files):
        return None
    newest = {path: commit.committed for commit in reversed(past.commits) for path in commit.added}
    unnamed = sorted((path for path in files if path not in named), key=lambda path: (-newest.get(path, 0), path))
    cases = [commit for commit in missed if commit.sha in mended or named.intersection(commit.added)]
    return AtHead(
        follows=len(named),
        breaks=len(unnamed),
        read=tuple(Evidence("", Locator(Where.FILE, path)) for path in unnamed[:READ]),
        cases=len(cases),
        caught=len(cases),
    )


def _new(commit: Diffed, family: _Family) -> str:
    ours = [path for path in commit.added if _is_in(path, family)]
    return ", ".join(ours[:2]) + (f" and {len(ours) - 2} more" if len(ours) > 2 else "")
