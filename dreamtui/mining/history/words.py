"""What the subject of a commit says: whether it is a fix, what is left without its prefixes. Pure text."""

import re
from functools import lru_cache

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
_ASIDE_FOLDER = re.compile(r"^(?:docs|__tests__|testdata|fixtures|e2e)$|(?:^|[._-])(?:tests?|Tests?)$|[a-z0-9]Tests?$")
_TEST = re.compile(r"^test_|^conftest\.|\.(?:test|spec)\.|[._-](?:test|tests|spec)\.\w+$|[a-z0-9]Tests?\.\w+$")


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
        path.endswith((".md", ".rst", ".txt", ".snap", ".ambr", ".lock"))
        or any(map(_ASIDE_FOLDER.search, folders))
        or _TEST.search(name) is not None
    )
