"""What a check or a program keeps in step: nobody has to be told of it."""

import re

from dreamtui.mining.history.base import Past
from dreamtui.mining.history.said import ENFORCING, is_of

_CHECKS = re.compile(
    r"(?:^|/)\.github/(?:workflows|actions)/.{1,200}\.ya?ml$|(?:^|/)(?:scripts?|ci|\.ci|tools?|hack|bin|dev|xtask|\.circleci)/.{1,200}"
    r"\.(?:sh|py|js|mjs|ts|rb|ya?ml|rs)$|^(?:Makefile|[Jj]ustfile|\.pre-commit-config\.yaml|\.gitlab-ci\.yml|lefthook\.yml)$"
)
_IN_STEP = re.compile(
    r"(?:check|verify|validate|ensure|sync)[^/]{0,40}(?:sync|match|copies|drift|same|identical)", re.IGNORECASE
)
"""The name of a script or workflow that only sees to it that files are alike."""
_COMPARES = re.compile(r"(?:^|[\s;&|(!`])(?:diff|cmp)\s")
_REFUSES = re.compile(r"\bgit\b.{0,40}\bdiff\b.{0,60}--(?:exit-code|quiet)|\bgit status --porcelain")
_BY_HAND = re.compile(
    r"\b(?:never|do not|don't|not):? (?:be )?(?:edit|modif|chang|touch)\w{0,4}\b"
    r"|\bauto(?:matically)?[- ]?generated\b|\bgenerated (?:by|from|during|with|file)\b"
    r"|\bedit\w{0,3} (?:it )?(?:manually|by hand)",
    re.IGNORECASE,
)
_LONG, _LARGE, _MOST = 2000, 100_000, 400


def made_by_program(past: Past, path: str) -> str:
    """The line that says that a file is not edited by hand, or the check that makes it anew; empty if there is none."""
    named = _named(path)
    for text_of in sorted(one for one in past.texts if not is_of(one, ENFORCING)):
        for number, line in enumerate(past.texts[text_of].split("\n"), 1):
            if path in line and _BY_HAND.search(line[:_LONG]) and named.search(line[:_LONG]):
                return f"{text_of}:{number}"
    for place, line in _lines_with(past, path):
        if _REFUSES.search(line) and named.search(line):
            return place
    return ""


def compared(past: Past, one: str, other: str) -> str:
    """The line of a check that compares two files; empty if there is none."""
    first, second = _named(one), _named(other)
    also: dict[str, str] = {}
    for place, line in _lines_with(past, one):
        if first.search(line):
            if _COMPARES.search(line) and second.search(line):
                return place
            also.setdefault(place.rpartition(":")[0], place)
    for place, line in _lines_with(past, other):
        path = place.rpartition(":")[0]
        if path in also and _IN_STEP.search(path.rpartition("/")[2]) and second.search(line):
            return also[path]
    return ""


def _lines_with(past: Past, path: str) -> list[tuple[str, str]]:
    """The lines of checks in which a path stands, each with its place."""
    checks = sorted(one for one in past.present if _CHECKS.search(one))[:_MOST]
    texts = past.read(checks)
    return [
        (f"{check}:{number}", line[:_LONG])
        for check in checks
        if len(text := texts.get(check, "")) <= _LARGE and path in text
        for number, line in enumerate(text.split("\n"), 1)
        if path in line
    ]


def _named(path: str) -> re.Pattern[str]:
    """A path that is not the end or the beginning of another one."""
    return re.compile(rf"(?<![\w./-])(?:\./)?{re.escape(path)}(?![\w/-])")
