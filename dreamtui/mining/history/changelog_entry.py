"""A change to the product comes with an entry in a changelog, and entries that were forgotten came later."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, days, found, short
from dreamtui.mining.history.reasons import width
from dreamtui.mining.history.said import SaidAlready, has, said
from dreamtui.mining.history.words import bare, is_aside, is_text, spoken
from dreamtui.model.item import BY_ALL, Finding
from dreamtui.model.mining.commits import ChangedLines, Diffed
from dreamtui.text.words import counted

_LEAST = 10
"""Changes with an entry from which on a repository keeps a changelog by hand."""
_SPREAD = 30 * DAY
_SHARE = 0.1
"""Share of the changes to the product that come with an entry; with fewer of them it is for a few things only."""
_LATELY = 365 * DAY
_SOON = 2 * DAY
_LATER = 60 * DAY
_REPAIRED, _DAYS = 3, 3
_MISPLACED = 4
_MOST_READ = 400
"""Commits whose lines are looked at."""
_SHARED = 2
"""Words that an entry and the subject of a change have in common."""
_EXCEPTED = 0.12
"""Share of a sort of commits that has an entry, up to which that sort is an exception."""
_MANY = 10
_WIDE, _SMALL = 60, 4
"""Files of a commit beyond which it is no ordinary change, and up to which it does nothing else."""
_PACKAGES = 5
"""Changelogs of one name from which on each part of the product has its own."""
_OF_ONE = 0.8
_LOG = re.compile(
    r"(?:^|/)(?:change[-_]?logs?|changes|history|news|release[-_]?notes?)(?:\.(?:md|mdx|rst|txt|adoc|asciidoc|org))?$",
    re.IGNORECASE,
)
_PIECES = re.compile(
    r"^(?:.*/)?(?:\.changesets?|\.changes|newsfragments?|changelog\.d|changelogs?/(?:unreleased|next)|changelog[-_]?entries"
    r"|\.?changelogs?|news|releasenotes/notes|unreleased[-_]?changes|docs?/releases)(?=/[^/]+\.\w+$)",
    re.IGNORECASE,
)
"""A folder in which each entry, or each release, has a file of its own."""
_WRITTEN = re.compile(r"\.(?:md|mdx|rst|txt|ya?ml|adoc|json|toml|bugfix|feature|misc)$", re.IGNORECASE)
_CODE = re.compile(
    r"\.(?:py|pyi|pyx|rs|go|c|cc|cpp|cxx|h|hh|hpp|m|mm|java|kt|kts|scala|cs|fs|swift|js|jsx|mjs|cjs|ts|tsx|mts|vue|svelte"
    r"|rb|php|ex|exs|erl|hs|ml|lua|zig|dart|jl|r|sh|sql|css|scss|tcss|html|pl|pm|clj|nim|nix|astro)$",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"\b(?:cut|releas\w{1,3}|bump(?:s|ed)?|publish|prepar\w{1,3}|finali[sz]ed?|stub|version|changelog for)\b"
    r".{0,60}\bv?\d+\.\d"
    r"|^v?\d+\.\d|\brelease dates?\b|^(?:chore(?:\([^)]{0,40}\))?: )?(?:release|bump)\b|\bstub release notes\b|发布",
    re.IGNORECASE,
)
_ADDS = re.compile(
    r"\b(?:add(?:s|ed|ing)?|mention(?:s|ed)?|missing|missed|forg[eo]t\w{0,3}|includ\w{1,3}|document(?:s|ed)?|not(?:e|es|ed)"
    r"|entry|fragments?|updat\w{1,2}|wr[io]te\w{0,2})\b|添加|更新",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\bchange ?-?logs?\b|\bchanges\.\w{2,3}\b|\bnews\b|\brelease notes?\b|\bchangesets?\b|更新日志|📰", re.IGNORECASE
)
"""Words for a changelog in a subject or a line."""
_POLISHES = re.compile(
    r"\btypos?\b|\bre-?word\w{0,3}|\btweak\w{0,3}|\blinks?\b|\bdates?\b|\brenam\w{1,3}|\bformat\w{0,5}|\bgrammar\b|\bspelling\b"
    r"|\bimprov\w{1,3}|\bcosmetic|\bremov\w{1,3}|\bdrop(?:s|ped)?\b|\bclean\w{0,4}|\bdelet\w{1,3}|\bheadings?\b|\bcommas?\b"
    r"|\bsyntax\b|\bmerge\b|\bfix(?:e[sd])? (?:the )?(?:change ?log|news|release)|\border\w{0,3}\b|\bsort\w{0,3}\b"
    r"|\bcve\b|\bwhitespace\b|\bproofread\w{0,3}|\bclarif\w{1,4}|\bcorrect\w{0,3}|\btense\b|\breferences?\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\bmis-?placed\b|\bmov(?:e|es|ed|ing)\b.{0,80}\b(?:entr(?:y|ies)|section|unreleased|change ?log)\b"
    r"|\b(?:wrong|correct|right|proper) (?:section|place|portion|part|version|release)\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\bhighlights?\b|\bfirst\b|\bgroup\w{0,3}\b|\balphabet\w{0,5}\b|\bbetter\b|\bsome stuff\b", re.IGNORECASE
)
_ASKS = re.compile(r"\b(?:add|updat|writ|mention|includ|entr|creat)\w{0,4}\b|- \[ \]|更新|添加", re.IGNORECASE)
_DENIES = re.compile(
    r"\b(?:do not|don't|never|not need(?:ed)?|no need|without|unless|automatic\w*|generated)\b", re.IGNORECASE
)
_CHECKS = re.compile(
    r"towncrier(?:\.\w+)? check|skip[-_ ]?(?:changelog|news)|no[-_ ]?changelog|changelog[-_ ]?(?:enforcer|check)"
    r"|changeset status|(?:check|verify|require)[-_ ]?(?:the[-_ ])?(?:changelog|news|changeset)|no[-_ ]news"
    r"|trivial[^\n]{0,20}news",
    re.IGNORECASE,
)
"""What a workflow has in it that refuses a change without an entry."""
_SAYS_LITTLE = frozenset(["entry", "entri", "fragme", "mentio", "note", "docs", "forgot", "missed", "includ", "docume"])
"""Words of a subject that only says that there is an entry; stems as `spoken` makes them."""
_NUMBER, _OWN_NUMBER = re.compile(r"#(\d{1,7})\b"), re.compile(r"\(#(\d{1,7})\)\s*$")
_HEADING = re.compile(r"^(?:#{1,3}\s*\[?|\.\. _)?(unreleased|next|upcoming|main|master|wip)\b\]?", re.IGNORECASE)
_ENTRY = 12
"""Characters of a line that says what changed."""
_TITLE = re.compile(
    r"^(?:#|=|-{3,}|\.\. |\[[^\]]{1,40}\]:|\d+\.\d|(?:added|changed|fixed|removed|unreleased)\b.{0,3}$)", re.IGNORECASE
)
_DATED = re.compile(r"\b(?:19|20)\d\d-\d\d-\d\d\b")
_INSIDE = re.compile(
    r"\b(?:refactor\w{0,4}|clean\w{0,3}(?: ?up)?|typing|type hints?|mypy|lint\w{0,3}|chore|internal|rename[sd]?"
    r"|simplif\w{1,4})\b",
    re.IGNORECASE,
)
_TOPS, _TOP_LINES = 2, 60


@dataclass(frozen=True, slots=True)
class _Repair:
    """An entry that came in a commit of its own."""

    commit: Diffed
    of: Diffed
    """The change that it tells of."""


class ChangelogEntry(HistorySignal):
    """Changes to the product come with an entry in a changelog, and at least 3 entries were added afterwards.

    At least 10 changes to code, a tenth of all, brought an entry along: in a file that is a changelog by its name, or
    in a folder of fragments or release notes; commits of releases do not count. An entry that was added is a commit
    that changes nothing but documents, within two days by the author of a change that has none, or within 60 days where
    it shares two words with its subject. What a workflow of continuous integration checks, or hardly anybody forgets,
    is told only. At least 4 entries that were moved to another section later are an item of their own. In textual
    6605cfc8 brought the entry for 0b9ad1e4.
    """

    name = "changelog_entry"
    reads_lines = True

    def find(self, past: Past) -> Iterable[Finding]:
        """What is forgotten, and what is put in the wrong place."""
        home = _home(past)
        if not home:
            return []
        made = (_forgotten(past, self.name, home), _misplaced(past, self.name, home))
        return [finding for finding in made if finding is not None]


def _home(past: Past) -> str:
    """The changelog, or the folder of its pieces with a slash, that most changes to code bring along."""
    with_it: defaultdict[str, list[Diffed]] = defaultdict(list)
    for commit in past.commits:
        if len(commit.files) <= _WIDE and _is_product(past, commit) and not _RELEASE.search(commit.subject):
            for home in {_home_of(path) for path in commit.files} - {""}:
                with_it[home].append(commit)
    for name, homes in _by_name(with_it).items():
        if len(homes) >= _PACKAGES:
            with_it[f"*/{name}"] = list({commit.sha: commit for home in homes for commit in with_it[home]}.values())
    ranked = sorted(with_it, key=lambda home: (-len(with_it[home]), home))
    home = next((home for home in ranked if any(_is_in(path, home) for path in past.present)), "")
    times = [commit.committed for commit in with_it[home]] if home else []
    if len(times) < _LEAST or max(times) - min(times) < _SPREAD or past.newest - max(times) > _LATELY:
        return ""
    return home


def _by_name(homes: Iterable[str]) -> Mapping[str, Sequence[str]]:
    """Changelogs below the top by their name: where there are many, each part of the product has its own."""
    found_here: defaultdict[str, list[str]] = defaultdict(list)
    for home in homes:
        if "/" in home and not home.endswith("/"):
            found_here[home.rpartition("/")[2]].append(home)
    return found_here


def _home_of(path: str) -> str:
    """The changelog that a file is or belongs to."""
    if _LOG.search(path):
        return path
    folder = _PIECES.match(path)
    return (
        f"{folder[0]}/"
        if folder and _WRITTEN.search(path) and not path.rpartition("/")[2].startswith((".", "README"))
        else ""
    )


def _is_code(past: Past, path: str) -> bool:
    """Code of the product: no test, document, setting or tool at the top, nothing generated."""
    return (
        "/" in path
        and path[0] != "."
        and _CODE.search(path) is not None
        and not is_aside(path)
        and not past.ignored[path]
    )


def _is_product(past: Past, commit: Diffed) -> bool:
    return any(_is_code(past, path) for path in commit.files)


def _is_in(path: str, home: str) -> bool:
    if home.startswith("*/"):
        return path.endswith(home[1:])
    return path == home or (home.endswith("/") and path.startswith(home))


def _has_entry(commit: Diffed, home: str) -> bool:
    return any(_is_in(path, home) for path in commit.files)


def _changes(past: Past, home: str) -> tuple[list[Diffed], list[Diffed]]:
    """The changes to code with an entry, and those without."""
    brought: list[Diffed] = []
    without: list[Diffed] = []
    for commit in past.commits:
        if len(commit.files) <= _WIDE and _is_product(past, commit) and not _RELEASE.search(commit.subject):
            (brought if _has_entry(commit, home) else without).append(commit)
    return brought, without


def _forgotten(past: Past, name: str, home: str) -> Finding | None:
    brought, without = _changes(past, home)
    if len(brought) < _SHARE * (len(brought) + len(without)):
        return None
    repairs = _repairs(past, home, without)
    here = _said(past, home)
    if here is not None:
        repairs = [one for one in repairs if one.of.committed > here.since]
    late = [one.commit for one in repairs]
    kept_at = _checked(past)
    if not kept_at and not (
        len(late) >= _REPAIRED and days(late) >= _DAYS and past.newest - max(one.committed for one in late) <= _LATELY
    ):
        kept_at = BY_ALL if here is None else here.place
    place = " or ".join(code(top) for top in _tops(past, brought)) or "the code"
    by_others = sum(one.commit.email != one.of.email for one in repairs)
    later = f"was added later ({by_others} by somebody else)" if by_others else "was added later"
    late_ones = counted(len(late), "change")
    if here is not None and not kept_at:
        title = (
            f"{here.place} says it, yet {late_ones} to {place} came without an entry in {code(home)} since; it {later}"
        )
    elif kept_at:
        came = counted(len(brought), "change")
        title = f"{came} to {place} came with an entry in {code(home)}, {len(late)} got theirs later"
    else:
        title = (
            f"{late_ones} to {place} came without an entry in {code(home)}, which {later}; {len(brought)} came with one"
        )
    but, exceptions = _exceptions(past, home)
    against = [*((here.quoted,) if here else ()), *exceptions]
    people = Counter(past.person(commit.name, commit.email) for commit in late)
    if late and max(people.values()) > _OF_ONE * len(late):
        against.append("Nearly all entries that came later are by one author.")
    shown = brought if kept_at else [*late, *(one.of for one in repairs)]
    return found(
        past,
        name,
        home,
        title,
        f"When you change what users notice in {place}, {_entry(past, home)} in the same commit{but}.",
        shown,
        files=[*_place(past, home), *_newest(past, brought)],
        against=against,
        quotes={
            **{one.of.sha: f"{one.of.subject} [no entry in {home}]" for one in repairs},
            **{one.commit.sha: f"{one.commit.subject} [the entry for {short(one.of.sha)}]" for one in repairs},
        },
        kept_at=kept_at,
    )


def _repairs(past: Past, home: str, without: Sequence[Diffed]) -> list[_Repair]:
    """The entries that came in commits of their own, each with the change that it tells of."""
    alone = [commit for commit in past.commits if _only_writes(commit, home)][:_MOST_READ]
    lines = past.lines(commit.sha for commit in alone)
    entries = {commit.sha: _new_entries(lines.get(commit.sha), home) for commit in alone}
    by_email: defaultdict[str, list[Diffed]] = defaultdict(list)
    for commit in without:
        by_email[commit.email].append(commit)
    numbered: defaultdict[str, list[Diffed]] = defaultdict(list)
    for commit in without:
        for stem in spoken(commit.subject):
            numbered[stem].append(commit)
    of_number = {
        number[1]: one for one in reversed(past.commits) if (number := _OWN_NUMBER.search(one.subject)) is not None
    }
    lacks = {one.sha for one in without}
    repairs: list[_Repair] = []
    told: set[str] = set()
    for commit in sorted(alone, key=lambda one: (one.committed, one.sha)):
        if not entries[commit.sha]:
            continue
        named = {*_NUMBER.findall(_OWN_NUMBER.sub("", commit.subject))} & of_number.keys()
        if named:  # it says of which change it tells
            lacking = (of_number[number] for number in sorted(named))
            fit = [one for one in lacking if one.committed < commit.committed and one.sha in lacks]
            earlier = max(fit, key=lambda one: (one.committed, one.sha), default=None)
        else:
            earlier = _told_of(past, commit, " ".join(entries[commit.sha]), numbered) or _own(
                commit, by_email[commit.email]
            )
        if earlier is not None and earlier.sha not in told:
            told.add(earlier.sha)
            repairs.append(_Repair(commit, earlier))
    return repairs


def _only_writes(commit: Diffed, home: str) -> bool:
    """Whether a commit brings an entry and nothing but documents."""
    subject = bare(commit.subject)
    return (
        _has_entry(commit, home)
        and all(_is_in(path, home) or is_text(path) for path in commit.files)
        and len(commit.files) <= _SMALL
        and not commit.deleted
        and (_ADDS.search(subject) is not None or _NAMED.search(subject) is not None)
        and not (_RELEASE.search(commit.subject) or _POLISHES.search(subject) or _MOVES.search(subject))
    )


def _new_entries(changed: Mapping[str, ChangedLines] | None, home: str) -> list[str]:
    """The lines of an entry that came to be; none where lines only gave way to others, or a release was dated."""
    put: list[str] = []
    for path, lines in sorted((changed or {}).items()):
        if _is_in(path, home):
            taken, new = lines
            if len(taken) >= len(new) or any(_DATED.search(line) for line in new if _TITLE.match(line)):
                return []
            put += [line for line in new if width(line) >= _ENTRY and not _TITLE.match(line) and line not in taken]
    return put


def _told_of(past: Past, commit: Diffed, entry: str, speaking: Mapping[str, Sequence[Diffed]]) -> Diffed | None:
    """The newest change without an entry of which the entry tells: they share rare words."""
    shared: Counter[str] = Counter()
    known: dict[str, Diffed] = {}
    for stem in spoken(f"{entry} {bare(commit.subject)}"):
        if past.spoken[stem] > max(3, 0.01 * len(past.commits)):
            continue
        for change in speaking.get(stem, ()):
            if 0 < commit.committed - change.committed <= _LATER:
                shared[change.sha] += 1
                known[change.sha] = change
    fit = [sha for sha, count in shared.items() if count >= _SHARED]
    return max((known[sha] for sha in fit), key=lambda one: (shared[one.sha], one.committed, one.sha), default=None)


def _own(commit: Diffed, theirs: Sequence[Diffed]) -> Diffed | None:
    """The last change of the same author just before; where the subject says of what, that change has to say it too."""
    about = spoken(_NAMED.sub(" ", bare(commit.subject))).keys() - _SAYS_LITTLE
    fit = [one for one in theirs if 0 < commit.authored - one.authored <= _SOON]
    if about:
        fit = [one for one in fit if about & spoken(one.subject).keys()]
    return max(fit, key=lambda one: (one.authored, one.sha), default=None)


def _said(past: Past, home: str) -> SaidAlready | None:
    """The line that asks for an entry."""
    name = home.rstrip("/").rpartition("/")[2]
    named = re.compile(rf"(?<![\w-]){re.escape(name)}\b|{_NAMED.pattern}", re.IGNORECASE)
    asks = has(named, _ASKS)
    return said(past, lambda lines, at: asks(lines, at) and not _DENIES.search(lines[at]))


def _checked(past: Past) -> str:
    """The workflow that refuses a change without an entry; empty if there is none."""
    paths = sorted(path for path in past.present if path.startswith(".github/workflows/"))
    texts = past.read(paths)
    return next((path for path in paths if _CHECKS.search(texts.get(path, ""))), "")


def _tops(past: Past, brought: Sequence[Diffed]) -> list[str]:
    """The folders in which nearly all changes lie that come with an entry, most of them first."""
    tops: Counter[str] = Counter()
    for commit in brought:
        tops.update({path.partition("/")[0] + "/" for path in commit.files if _is_code(past, path)})
    ranked = sorted(tops.items(), key=lambda one: (-one[1], one[0]))[:_TOPS]
    return [top for top, count in ranked if 4 * count >= len(brought)]


def _entry(past: Past, home: str) -> str:
    """What is to be done for an entry."""
    if home.startswith("*/"):
        return f"add an entry to the {code(home[2:])} of the part you change"
    if home.endswith("releases/"):
        return f"add it to the release notes in {code(home)}"
    if home.endswith("/"):
        return f"add a file with its entry to {code(home)}"
    heading = _heading(past, home)
    return f"add an entry to {code(home)}" + (f" under “{heading}”" if heading else "")


def _heading(past: Past, home: str) -> str:
    """Under which heading entries go that are not released yet; empty where none is named so."""
    lines = past.read([home]).get(home, "").split("\n")[:_TOP_LINES]
    return next((" ".join(line.strip("#[] \r").split())[:40] for line in lines if _HEADING.match(line)), "")


def _exceptions(past: Past, home: str) -> tuple[str, list[str]]:
    """Which commits need no entry, counted: those that change only tests and documents, and those inside the code."""
    aside = [
        commit
        for commit in past.commits
        if commit.files
        and all(is_aside(path) or _is_in(path, home) for path in commit.files)
        and not all(_is_in(path, home) or is_text(path) for path in commit.files)
    ]
    inside = [commit for commit in past.commits if _is_product(past, commit) and _INSIDE.search(commit.subject)]
    inside_is = "whose subject says refactoring, clean-up, typing or the like"
    sorts = (("tests", aside, "that changed only tests"), ("refactoring", inside, inside_is))
    names: list[str] = []
    told: list[str] = []
    for name, commits, of in sorts:
        had = sum(_has_entry(commit, home) for commit in commits)
        if len(commits) >= _MANY and had <= _EXCEPTED * len(commits):
            names.append(name)
            came = f"only {had}" if had else "none"
            told.append(f"{len(commits)} commits {of}: {came} came with an entry.")
    need = "needs" if names == ["refactoring"] else "need"
    return f"; {' and '.join(names)} {need} none" if names else "", told


def _place(past: Past, home: str) -> list[str]:
    """The changelog, or its newest piece that is there."""
    if home in past.present:
        return [home]
    pieces = (path for commit in past.commits for path in (*commit.added, *commit.changed) if _is_in(path, home))
    return list(islice((path for path in pieces if path in past.present), 1))


def _newest(past: Past, commits: Sequence[Diffed]) -> list[str]:
    ordered = sorted(commits, key=lambda commit: (-commit.committed, commit.sha))
    return list(dict.fromkeys(path for commit in ordered for path in commit.files if _is_code(past, path)))[:3]


def _misplaced(past: Past, name: str, home: str) -> Finding | None:
    """Entries that stood in the wrong section and were moved."""
    if home.endswith("/") or home.startswith("*/"):
        return None
    moved = [
        commit
        for commit in past.commits
        if commit.files == (home,)
        and _MOVES.search(f"{commit.subject} {commit.body[:400]}")
        and not _ORDERS.search(commit.subject)
        and not _RELEASE.search(commit.subject)
    ]
    if len(moved) < _MISPLACED or days(moved) < _DAYS or past.newest - max(c.committed for c in moved) > _LATELY:
        return None
    heading = _heading(past, home)
    where = f"under “{heading}”" if heading else "in the section of what is not released yet"
    return found(
        past,
        name,
        f"{home}:place",
        f"Entries in {code(home)} stood in the wrong section {counted(len(moved), 'time')} and were moved later",
        f"After you rebase or merge over a release, check that your entry in {code(home)} still stands {where}, in its "
        "own section.",
        moved,
        files=[home],
    )
