"""The same sentence, with other names in it, is the subject of commit after commit."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from dreamtui.mining.history.base import DAY, HistorySignal, Past, best, code, days, found
from dreamtui.mining.history.reasons import is_foreign
from dreamtui.mining.history.said import said, speaks_of
from dreamtui.mining.history.words import IMPERATIVE, bare, spoken
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import Diffed
from dreamtui.text.saying import plain
from dreamtui.text.words import STOP_WORDS

_LEAST = 5
_DAYS = 3
_CONTENT = 4
_QUOTED = re.compile(r"`[^`]{0,80}`|\"[^\"]{0,80}\"|“[^”]{0,80}”|\([^()]{0,80}\)")
_NAMED = re.compile(r".*[\d_/`*=<>]|.*\w\.\w|.*[^\W\d_][A-Z]|[A-Z]{2,}")
"""A word that is a name, a number or a place."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_DULL = re.compile(
    r"(?:add(?:s|ed)?|support(?:s|ed)?|bump(?:s|ed)?|upgrade[sd]?|update[sd]?|release[sd]?|merge[sd]?|revert(?:s|ed)?|typos?"
    r"|sync(?:s|ed)?|prepare[sd]?|version|regenerate[sd]?|generate[sd]?|auto|translat\w*|wip|docs?|readme|lint|format\w*"
    r"|migrat\w*|convert\w*|port(?:s|ed)?|switch(?:es|ed)?|rename[sd]?|move[sd]?|remove[sd]?|delete[sd]?|implement\w*|introduce[sd]?|create[sd]?|refactor\w*|clean\w*|improve[sd]?|simplif\w*|fix(?:e[sd])?|tweak\w*|minor|rework\w*|start|post|pre|next|weekly|daily)\b",
    re.IGNORECASE,
)
_RELEASE = re.compile(
    r"\b(?:release|releases|version|changelog|notes|cosmetic|copyright|dependenc\w+)\b|\bfor \*$", re.IGNORECASE
)
_OPEN = re.compile(
    r"\b(?:for|to|in|of|from|with|and|or|on|at|by|as|into|the|a|an|via|when|if|that|per)$", re.IGNORECASE
)
"""The end of what is no sentence: its object is in the names that were taken out."""
_MARK = re.compile(r"^[^\w`\"'“(\[*]+")
"""Signs before the first word."""
_VERSION = re.compile(r"\b\d+\.\d+")
_LATELY = 540 * DAY
_TELLING = 3
"""Words by which a line is known to say the same."""
_MOST = 6


class SubjectTemplate(HistorySignal):
    """At least 5 commits on 3 days whose subjects are one sentence with other names in it.

    The sentence begins with a verb and has at least 4 words that say something; releases, renames and documents do not
    count. In ruff 25 commits are "Make fix unsafe if it deletes comments" (8acd52d4).
    """

    name = "subject_template"

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each sentence that says enough."""
        groups: defaultdict[str, list[Diffed]] = defaultdict(list)
        for commit in past.commits:
            template = _template(commit.subject)
            if template:
                groups[template.casefold()].append(commit)
        ranked = []
        for template, commits in groups.items():
            if len(commits) < _LEAST or days(commits) < _DAYS:
                continue
            if 3 * len({bare(commit.subject).casefold() for commit in commits}) < 2 * len(commits):
                continue  # it names nothing
            if 2 * sum(bool(_VERSION.search(commit.subject)) for commit in commits) > len(commits):
                continue
            newest = max(commit.committed for commit in commits)
            if past.newest - newest > _LATELY:
                continue
            recent = 0.5 ** ((past.newest - newest) / (365 * DAY))
            finding = _finding(past, self.name, template, commits)
            if finding is not None:
                ranked.append((len(commits) * recent, template, finding))
        ranked.sort(key=lambda one: (-one[0], one[1]))
        return best([finding for _, _, finding in ranked], _MOST)


def _template(subject: str) -> str:
    """What is left of a subject without names, numbers and places; empty where that says too little."""
    said = ["*" if _NAMED.match(word) else word for word in _QUOTED.sub(" * ", bare(subject)).split()]
    text = " ".join(word for word, before in zip(said, ["", *said], strict=False) if not word == before == "*")
    text = _MARK.sub("", text.strip(" *.:,-"))
    words = [word for word in _WORD.findall(text) if word.casefold() not in STOP_WORDS]
    dull = (
        not (IMPERATIVE.match(text) or is_foreign(text))
        or _DULL.match(text)
        or _RELEASE.search(text)
        or _OPEN.search(text)
    )
    return "" if len(words) < _CONTENT or dull else text


def _finding(past: Past, name: str, template: str, commits: Sequence[Diffed]) -> Finding | None:
    spelled = Counter(_template(commit.subject) for commit in commits)
    text = min(spelled, key=lambda one: (-spelled[one], one))
    touched = Counter(path for commit in commits for path in commit.files if path in past.present)
    folder = _folder(commits)
    if not touched:
        return None
    words = plain(text)
    about = spoken(text)
    here = said(past, speaks_of(about.keys())) if len(about) >= _TELLING else None
    rule = f"In {code(folder + '/')}, {words[:1].lower()}{words[1:]}." if folder else f"{words[:1].upper()}{words[1:]}."
    if "*" in text:
        return None  # each time another name stood in it, and where it holds is not to be seen
    return found(
        past,
        name,
        template,
        f"“{words}”: done one place at a time, in {len(commits)} commits on {days(commits)} days",
        rule,
        commits,
        files=[path for path, _ in sorted(touched.items(), key=lambda one: (-one[1], one[0]))[:4]],
        quotes={commit.sha: commit.subject for commit in commits},
        kept_at=here.place if here is not None else "",
    )


def _folder(commits: Sequence[Diffed]) -> str:
    """The deepest folder that nearly every one of them touched."""
    counts: Counter[str] = Counter()
    for commit in commits:
        folders: set[str] = set()
        for path in commit.files:
            parts = path.split("/")[:-1]
            folders.update("/".join(parts[: depth + 1]) for depth in range(len(parts)))
        counts.update(folders)
    fit = [folder for folder, count in counts.items() if count * 10 >= 9 * len(commits)]
    fit = [f for f in fit if not any(p in {"test", "tests", "docs"} for p in f.split("/"))] or fit
    return max(fit, key=lambda folder: (folder.count("/"), folder), default="")
