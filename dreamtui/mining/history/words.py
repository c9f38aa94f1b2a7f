"""What the subject of a commit says: whether it is a fix, what is left without its prefixes. Pure text."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import lru_cache

from dreamtui.text.words import STOP_WORDS

_PREFIX = re.compile(
    r"(?:\[[^\]]{1,40}\]|[a-z]{2,12}(?:\([^)]{1,60}\))?!?:|:[a-z_]{2,30}:"
    r"|(?:fixed|fixes|refs|closes)\s#\d{1,7}(?:,\s(?:refs\s|fixed\s)?#\d{1,7}){0,5}\s?--)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\((?:#|!)\d{1,7}\)")
_FIX = re.compile(
    r"(?:fix(?:es|ed|ing|up)?|hotfix|bug(?:fix)?|prevent(?:s|ed)?|restore[sd]?|correct(?:s|ed|ly)?"
    r"|avoid(?:s|ed|ing)?(?=.{0,80}\b(?:panic|crash|hang|deadlock|leak|overflow|cycle|error|exception|fail|false|wrong|incorrect"
    r"|race|corrupt|infinite|duplicat|los[ies]|broken|regress))"
    r"|repair(?:s|ed)?|resolve[sd]?(?=\s(?:\S{1,40}\s){0,3}(?:issue|bug|problem|crash|error|regression|#\d))"
    r"|patch(?:es|ed)?|handle[sd]?|don't|do not|stop|ensure[sd]?|corrig\w{1,4}"
    r"|répare\w{0,2}|behebt|behoben|arregla\w{0,2}|исправ\w{0,10}|почин\w{0,8}|фикс\w{0,6}|устран\w{0,8})\b"
    r"|修复|修正|解决|修改.{0,12}问题",
    re.IGNORECASE,
)
_NO_BUG = re.compile(
    r"\b(?:avoid\w{0,3}|prevent\w{0,3})\s(?:\w+\s){0,2}(?:redundant|unnecessary|extra|allocat\w*|clon\w+|cop(?:y|ies|ying)|lookups?)\b"
    r"|\bwhite\s?spaces?\b|\btype[ -](?:hints?|annotations?)\b|\bmypy\b|\bpyright\b|\bclippy\b"
    r"|\bformatting\b|\bpre-?(?:merge|commit)\b|\bcode review\b"
    r"|\blint(?:er|ing)? (?:errors?|issues?|failures?|warnings?)\b"
    r"|\btypos?\b|\b(?:broken\s)?links?\b|\bspelling\b|\bdocs?\b|\bcomments?\b|\bdocstrings?\b|\blint\b|\bchangelog\b|\breadme\b",
    re.IGNORECASE,
)
_TYPED = re.compile(r"\s*(?:fix|hotfix|bug|bugfix)(?:\([^)]{1,60}\))?!?:", re.IGNORECASE)
_OTHER = re.compile(
    r"\s*(?:feat|chore|docs|style|refactor|test|tests|build|ci|perf)(?:\([^)]{1,60}\))?!?:", re.IGNORECASE
)
_DJANGO = re.compile(r"\s*fixed #\d{1,7}(?:, #\d{1,7}){0,5} --\s*", re.IGNORECASE)
IMPERATIVE = re.compile(
    r"(?:use|add|allow|make|enable|disable|emit|change|move|remove|drop|set|switch|replace|run|cache|defer|skip|handle|fix"
    r"|show|hide|inline|introduce|extract|prefer|convert|store|load|return|raise|treat|avoid|support|bump|upgrade|simplify"
    r"|expose|pass|merge|split|require|reuse|infer|include|exclude|limit|call|implement|optimi[sz]e|refactor|update|try"
    r"|improve|rename|stop|start|prevent|correct|render|write|read|send|apply|share|compute|build|log|check|validate|put)\b",
    re.IGNORECASE,
)
"""Verbs with which a subject says what was done as something to do."""
_ASIDE_FOLDER = re.compile(r"^(?:docs|__tests__|testdata|fixtures|e2e)$|(?:^|[._-])(?:tests?|Tests?)$|[a-z0-9]Tests?$")
_TEST = re.compile(
    r"^test_|^tests?\.\w+$|^conftest\.|\.(?:test|spec)\.|[._-](?:test|tests|spec)\.\w+$|[a-z0-9]Tests?\.\w+$"
)


@lru_cache(1 << 14)
def bare(subject: str) -> str:
    """A subject without type, scope, ticket and pull request."""
    text = " ".join(_NUMBER.sub("", subject[:400]).split())
    for _ in range(3):
        prefix = _PREFIX.match(text)
        rest = text[prefix.end() :].lstrip() if prefix else ""
        if not rest:
            break
        text = rest
    return text


def is_fix(subject: str) -> bool:
    """Whether a subject says that something in the code was mended, in any usual wording."""
    if _NO_BUG.search(subject):
        return False
    if _TYPED.match(subject):
        return True
    if _OTHER.match(subject):
        return False
    ticket = _DJANGO.match(subject)
    if ticket:  # a ticket that is closed may be a new feature
        return _FIX.match(subject, ticket.end()) is not None
    return _FIX.match(bare(subject)) is not None


@lru_cache(1 << 14)
def is_aside(path: str) -> bool:
    """Tests, documents and lists, which a repair touches beside what it repairs."""
    *folders, name = path.split("/")
    return (
        is_text(path)
        or path.endswith((".snap", ".ambr", ".lock"))
        or any(map(_ASIDE_FOLDER.search, folders))
        or _TEST.search(name) is not None
    )


_WORD = re.compile(r"[^\W\d_][\w.]*(?:\(\))?")
_JOINTS = re.compile(r"[_.\-\s()]+")
_STEM = 6
_SHORT = 3
_TOO_USUAL = 0.03
"""Share of all subjects from which on a word tells nothing of a few."""
_MENDING = frozenset(
    ["add", "added", "adds", "after", "allow", "allowed", "allows", "also", "avoid", "avoided", "avoids", "before",
     "behavior", "behaviour", "bug", "bugfix", "bugs", "case", "cases", "change", "changed", "changes", "code",
     "correct", "corrected", "correctly", "corrects", "crash", "crashed", "crashes", "ensure", "ensured", "ensures",
     "error", "errors", "false", "file", "files", "fix", "fixed", "fixes", "fixing", "fixup", "from", "handle",
     "handled", "handles", "handling", "hotfix", "incorrect", "into", "invalid", "issue", "issues", "made", "make",
     "makes", "missing", "more", "not", "only", "other", "prevent", "prevented", "prevents", "problem", "properly",
     "regression", "regressions", "remove", "removed", "resolve", "resolved", "resolves", "restore", "restored",
     "same", "some", "support", "supports", "test", "tests", "that", "this", "type", "types", "update", "updated",
     "use", "used", "uses", "using", "value", "values", "when", "with", "without", "wrong"]
)  # fmt: skip
"""Words with which things are mended, whatever they are."""


def spoken(subject: str) -> dict[str, str]:
    """The words of a subject that say what it is about, by what is compared: a name as it is, the stem of a word."""
    found: dict[str, str] = {}
    for word in (word.strip("._") for word in _WORD.findall(bare(subject))):
        small = word.casefold()
        is_name = any(char.isdigit() or char in "_.(" for char in word) or word[1:] != word[1:].lower()
        if len(small) >= _SHORT and (is_name or (small not in STOP_WORDS and small not in _MENDING)):
            found.setdefault(small if is_name else small.rstrip("s")[:_STEM], word)
    return found


def squashed(name: str) -> str:
    """A name normalized for its spelling: `unused_import` equals `UnusedImport`."""
    return _JOINTS.sub("", name).casefold()


def theme(
    subjects: Sequence[str], known: Mapping[str, int], total: int, least: int, but: str = ""
) -> tuple[str, tuple[int, ...]]:
    """The rare word that at least half of some subjects share, and which of them do; empty where they share none.

    The words of `but` say nothing, because all subjects are about it.
    """
    sharing: defaultdict[str, list[int]] = defaultdict(list)
    spelled: dict[str, str] = {}
    for at, subject in enumerate(subjects):
        for stem, word in spoken(subject).items():
            sharing[stem].append(at)
            spelled.setdefault(stem, word)
    flat = squashed(but)
    fit = [
        (-len(places), known.get(stem, 0), stem)
        for stem, places in sharing.items()
        if len(places) >= least
        and 2 * len(places) >= len(subjects)
        and squashed(stem) not in flat
        and known.get(stem, 0) - len(places) <= max(2, _TOO_USUAL * total)
    ]
    if not fit:
        return "", ()
    _, _, stem = min(fit)
    return spelled[stem], tuple(sharing[stem])


def is_text(path: str) -> bool:
    """Documents and lists for people."""
    return path.endswith((".md", ".rst", ".txt"))
