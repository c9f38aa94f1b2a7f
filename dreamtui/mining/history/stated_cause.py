"""Several commits name the same earlier one as what broke what they fix."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from dreamtui.mining.history.base import DAY, HistorySignal, Past, code, found, short
from dreamtui.mining.history.reasons import reason
from dreamtui.mining.history.words import bare, is_aside, is_fix, theme
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import Diffed
from dreamtui.text.saying import plain

_BROKE = (
    r"regress(?:ion|ed)(?:\s(?:in|from|of|since|by|introduced\s(?:in|by)))?|introduced\s(?:in|by|with)|broken\s(?:in|by|since)"
    r"|broke\sin|caused\sby|bug\sin|fallout\s(?:from|of)|oversight\sin|mistake\sin|missed\sin|forgotten\sin"
)
_AFTER = r"follow(?:s|ing|ed)?[ -]?up\s(?:to|of|for|from|on)|amends|thanks\sto|fixup\s(?:to|of|for)"
_NAMES = re.compile(
    rf"\b(?:(?P<broke>{_BROKE})|(?P<after>{_AFTER}))\s{{1,3}}(?:commit\s|PR\s|pull\srequest\s|the\s|in\s)?[\[(`]?"
    r"(?:(?P<sha>[0-9a-f]{7,40})\b|(?:[\w.-]{1,40}/[\w.-]{1,60})?#(?P<number>\d{1,7})\b)",
    re.IGNORECASE,
)
_FIXES = re.compile(r"^fixes:\s(?P<sha>[0-9a-f]{8,40})\b", re.IGNORECASE | re.MULTILINE)
_NAME = re.compile(r"[\w.]{3,60}(?:\(\))?")
_PLAIN_WORD = re.compile(r"[A-Z]?[a-z]+\.?|[A-Z]+|[\d.]+")
_NUMBER = re.compile(r"\((?:#|!)(\d{1,7})\)\s*$")
_ASIDE = re.compile(
    r"\b(?:typos?|hyphens?|release notes?|docs?|documented|documentation|changelog|isolated|comments?|tests?)\b",
    re.IGNORECASE,
)
_MENDS = re.compile(
    r"\b(?:previously|panic\w{0,3}|crash\w{0,3}|regress\w{0,5}|wrong\w{0,2}|incorrect\w{0,2}|bug)\b", re.IGNORECASE
)
"""What a message says of a follow-up that mends rather than goes on."""
_BEGINS = re.compile(
    r"\b(?:initial(?:ly)?|hidden|scaffold\w{0,3}|first (?:step|part|pass|version|cut|slice)|part (?:1|one)"
    r"|stubs?|skeleton|groundwork|prototype)\b",
    re.IGNORECASE,
)
"""What a message says of a change that is to be followed up."""
_MENDED = re.compile(
    r"(?:fix(?:e[sd])?|correct(?:s|ed)?|resolve[sd]?|prevent(?:s|ed)?|avoid(?:s|ed)?|handle[sd]?|address(?:es|ed)?)\s"
    r"(?:(?:an?|the)\s)?(?:(?:crash(?:es)?|regression|bug|error|issue|problem)\s(?:when|with|for|in|of|on)\s)?",
    re.IGNORECASE,
)
"""What a subject says before the case that it mends."""
_LEAST = 3
_OWN = 2 * DAY
"""How soon whoever made a change goes on with it."""
_LATELY = 730 * DAY
_MOST = 3
_LONG = 110


class StatedCause(HistorySignal):
    """At least 3 commits say that they fix what the same earlier commit broke, and most of them are about one thing.

    "Regression in", "broken by", "Fixes:" and the like with its name or number; "follow-up to" counts where it says
    what was wrong. Two thirds of the subjects share a rare word, or most a name; what the author of the change went on
    with for two days does not count. In django 65ad4ade broke and was fixed in 12b771a1, 71a19a0e, 21f8be76 and
    8ef4e0bd.
    """

    name = "stated_cause"

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each commit that is named as the cause."""
        numbers: dict[str, Diffed] = {}
        for commit in past.commits:
            if number := _NUMBER.search(commit.subject):
                numbers.setdefault(number[1], commit)
        groups: defaultdict[str, dict[str, Diffed]] = defaultdict(dict)
        broke: Counter[str] = Counter()
        for commit in past.commits:
            for cause, is_break in _causes(past, commit, numbers):
                if _ASIDE.search(bare(commit.subject)):
                    continue
                own = commit.email == cause.email and commit.authored - cause.authored <= _OWN
                later = cause.sha != commit.sha and cause.committed <= commit.committed
                if later and not own and commit.sha not in groups[cause.sha]:
                    groups[cause.sha][commit.sha] = commit
                    broke[cause.sha] += is_break
        ranked = []
        by_sha = {commit.sha: commit for commit in past.commits}
        for sha, repairs in groups.items():
            if len(repairs) < _LEAST or broke[sha] < 1 or broke[sha] * 2 < len(repairs):
                continue
            cause = by_sha[sha]
            newest = max(commit.committed for commit in repairs.values())
            if past.newest - newest > _LATELY:
                continue
            recent = 0.5 ** ((past.newest - newest) / (365 * DAY))
            finding = _finding(past, self.name, cause, list(repairs.values()))
            if finding is not None:
                ranked.append(((len(repairs) + broke[sha]) * recent, sha, finding))
        ranked.sort(key=lambda one: (-one[0], one[1]))
        return [finding for _, _, finding in ranked[:_MOST]]


def _causes(past: Past, commit: Diffed, numbers: dict[str, Diffed]) -> Iterable[tuple[Diffed, bool]]:
    """The commits that a message names as what it puts right, and whether it says that they broke something."""
    text = f"{commit.subject}\n{commit.body}"
    for named in _NAMES.finditer(text):
        cause = _known(past, named["sha"]) if named["sha"] else numbers.get(named["number"])
        if cause is not None:
            yield cause, named["broke"] is not None or _mends(commit, cause)
    for named in _FIXES.finditer(text):
        cause = _known(past, named["sha"])
        if cause is not None:
            yield cause, True


def _mends(commit: Diffed, cause: Diffed) -> bool:
    """Whether a follow-up mends what its cause did, and does not go on with a plan."""
    if _BEGINS.search(cause.subject) or (commit.email == cause.email and commit.authored - cause.authored <= DAY):
        return False
    says = is_fix(commit.subject) or _MENDS.search(commit.body[:600]) is not None
    return says and any(not is_aside(path) for path in {*commit.changed} & {*cause.files})


def _names(subject: str) -> list[str]:
    """The names in a subject: words that are spelled as code is."""
    return [name.strip(".") for name in _NAME.findall(bare(subject)) if not _PLAIN_WORD.fullmatch(name)]


def _known(past: Past, sha: str) -> Diffed | None:
    commit = past.known.get(sha[:7].lower())
    return commit if commit is not None and commit.sha.startswith(sha.lower()) else None


def _finding(past: Past, name: str, cause: Diffed, repairs: Sequence[Diffed]) -> Finding | None:
    repairs = sorted(repairs, key=lambda commit: (commit.committed, commit.sha))
    touched = Counter(path for commit in repairs for path in {*commit.changed, *commit.added})
    was_there = set(cause.files)
    alive = [path for path in touched if path in past.present and not past.ignored[path]]
    sources = [path for path in alive if not is_aside(path)]
    if not sources:
        return None
    sources.sort(key=lambda path: (-touched[path], path not in was_there, path))
    shared = [path for path in sources if touched[path] >= 2] or sources[:1]
    said = list(dict.fromkeys(_lower(_shown(commit.subject)) for commit in repairs))
    cases = [_lower(_MENDED.sub("", one, count=1)) or one for one in said]
    place = " or ".join(code(path) for path in shared[:2])
    about = _topic(cause, repairs)
    shared_word, sharing = theme([commit.subject for commit in repairs], past.spoken, len(past.commits), 2)
    if not about and 3 * len(sharing) < max(2 * len(repairs), 1):
        return None
    what = f"{about} ({place})" if about else f"“{plain(shared_word)}” in {place}"
    rule = f"When you change {what}, check what broke there before: {plain('; '.join(cases[:4]))}."
    if touched[shared[0]] < 2:
        return None  # they share no file
    quotes = {
        commit.sha: f"{commit.subject} — {reason(commit.body) or 'names ' + short(cause.sha)}" for commit in repairs
    }
    return found(
        past,
        name,
        f"commit:{cause.sha}",
        f"“{_shown(cause.subject)}” ({short(cause.sha)}) broke and was fixed {len(repairs)} times: "
        + "; ".join(said[:3]),
        rule,
        repairs,
        files=shared[:6],
        quotes=quotes,
    )


def _topic(cause: Diffed, repairs: Sequence[Diffed]) -> str:
    """The names that the cause and its repairs have in common, by which they are narrower than their files."""
    counts: Counter[str] = Counter()
    for commit in (cause, *repairs):
        counts.update(set(_names(commit.subject)))
    ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
    shared = [name for name, count in ranked if count * 2 > len(repairs)]
    return " or ".join(code(name) for name in shared[:2])


def _shown(subject: str) -> str:
    text = bare(subject).strip(" -.").replace("“", '"').replace("”", '"')
    return text if len(text) <= _LONG else text[: _LONG - 1] + "…"


def _lower(text: str) -> str:
    """A sentence as part of another one; a name at its beginning stays."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
