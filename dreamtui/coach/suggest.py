"""Suggests the words of a rule from what a signal found: an imperative sentence for a person to edit.

The evidence was read from elsewhere, so only plain words of it enter the suggestion: no markup, no line breaks.
"""

import re
from collections import Counter
from collections.abc import Iterable

from dreamtui.coach.rationale import judge_rule
from dreamtui.model.item import Item
from dreamtui.text.danger.risks import MASK, has_secret
from dreamtui.text.saying import cut, instruction, preference
from dreamtui.text.saying import plain as saying_plain
from dreamtui.text.words import visible

_PREFIX = re.compile(r"^\s*(?:revert\s+)*[\"“]?(?:fix(?:es|ed)?|hotfix|bug(?:fix)?|feat|chore|refactor|revert)\b\s*"
                     r"(?:\((?P<scope>[^)]{1,40})\))?!?:?\s*", re.IGNORECASE)  # fmt: skip
_UNPLAIN = re.compile(r"[`<>#@\[\]{}|\\*~^=]+|-{2,}|/{2,}")
_ERROR = re.compile(r"\b[A-Z][A-Za-z0-9_]+(?:Error|Exception)\b")
_ENTRY_TITLE = re.compile(r"^bug `([^`]*)` \((.*)\) hit by ", re.IGNORECASE)
_TESTS = re.compile(r"(?:^|/)(?:tests?|spec|__tests__)/|(?:^|/)test_[^/]*$|[._-](?:test|spec)\.[a-z]+$|_test\.[a-z]+$")
_HABITS = (
    (re.compile(r"\.(?:sql)$|(?:^|/)migrations?/"), "run the migration forward and back on a copy of real data"),
    (re.compile(r"\.(?:md|mdx|rst|txt|adoc)$"), "check it against the code it describes"),
    (
        re.compile(r"(?:^|/)\.(?:github|gitlab|circleci)|(?:^|/)(?:Makefile|Dockerfile|Jenkinsfile)[^/]*$"),
        "run it once",
    ),
    (re.compile(r"\.(?:ya?ml|toml|ini|cfg|conf|json|env|properties|tf)$"), "load it with the program that reads it"),
    (re.compile(r"\.(?:css|scss|less|html?|svg)$"), "look at the page in a narrow and a wide window"),
)
_MOST_FILES = 3
_INSTEAD = re.compile(r"; (?:use )?`([^`]+)`(?: works)?\Z")
"""How the title of a command that fails ends."""
_LACKS = re.compile(
    r"connect|not found|no such|missing|cannot find|can't find|not installed|denied|refused|not set|unset|undefined"
    r"|environment|timed out|unreachable|not running|credential|^$",
    re.IGNORECASE,
)
"""Words of a failure by which something around the command is not as it has to be."""


def suggest_rule(item: Item) -> str:
    """A rule in the imperative for a mined candidate; empty when only a person can write it."""
    if not item.signal:
        return ""
    if item.rule:
        rule = " ".join(visible(item.rule).split())
        return "" if MASK in rule or judge_rule(rule).refusals else rule
    maker = {
        "repeat_fix": _repeat_fix,
        "revert_cluster": _revert_cluster,
        "frequent_failure": _frequent_failure,
        "cross_actor_anti": _cross_actor_anti,
        "correction": _said,
        "decided": _said,
        "praised": _said,
        "remembered": _said,
        "failing_command": _failing_command,
    }.get(item.signal)
    return maker(item) if maker else ""


def _repeat_fix(item: Item) -> str:
    path = item.subject or next(iter(item.files), "")
    if not path:
        return ""
    times = _times(item)
    if _TESTS.search(path):
        return f"When you change {_code(path)}, make the test independent of order and time: it was fixed {times}."
    for pattern, habit in _HABITS:
        if pattern.search(path):
            return f"When you change {_code(path)}, {habit} before you commit: it was fixed {times}."
    error = _common(name for piece in item.evidence for name in set(_ERROR.findall(piece.quote)))
    case = f"where {_code(error)} came from" if error else "you touch"
    return f"When you change {_code(path)}, add a test for the case {case}: it was fixed {times}."


def _revert_cluster(item: Item) -> str:
    times = _times(item)
    kind, _, about = item.subject.partition(":")
    change = _plain(_PREFIX.sub("", about)) if kind == "change" else ""
    if change:
        return f"Before you try “{change}” again, find out why it was reverted {times} and cover that with a test."
    files = (about,) if kind == "file" and about else item.files
    place = _files(files) or "the code these reverts touched"
    return (
        f"Before you change {place}, read why earlier changes there were reverted, and keep the change small enough "
        f"to revert alone: {times} so far."
    )


def _frequent_failure(item: Item) -> str:
    name = item.subject or next(iter(_ERROR.findall(item.title)), "")
    if not name:
        return ""
    place = f" in {_files(item.files)}" if item.files else ""
    return (
        f"When you write or change code that can raise {_code(name)}{place}, handle that case and add a test for it: "
        f"it came up {_times(item)}."
    )


def _cross_actor_anti(item: Item) -> str:
    match = _ENTRY_TITLE.match(item.title)
    title = f" ({_plain(match[2])})" if match and _plain(match[2]) else ""
    people = len(item.actors) or int(item.weight)
    place = _files(item.files) or "the files it names"
    entry = _plain(item.subject or (match[1] if match else "")) or "its entry"
    return f"Before you change {place}, read {entry}{title} in the bug registry: {people} people worked on it."


def _said(item: Item) -> str:
    """What a person wants, from the preference they gave or from their newest words; empty if these are no rule."""
    if any(MASK in said or has_secret(said) for said in (item.subject, *(piece.quote for piece in item.evidence))):
        return ""  # without the secret its words say something else
    wanted = preference(item.subject)
    newest = max(item.evidence, key=lambda piece: (piece.when, piece.quote), default=None)
    words = instruction(newest.quote, item.subject) if newest else ""
    if wanted is not None:
        use, avoid = (_unmarked(part) for part in wanted)
        words = f"Use {use}, never {avoid}." if use and avoid else words
    return "" if judge_rule(words).refusals else words


def _failing_command(item: Item) -> str:
    """What to run instead of a command that fails; else what is known of it: how often, and what it said last."""
    command = _code(item.subject) if item.subject else ""
    newest = max(item.evidence, key=lambda piece: (piece.when, piece.quote), default=None)
    if not command:
        return ""
    error = newest.quote.partition(" failed: ")[2] if newest and MASK not in newest.quote else ""
    why = cut(saying_plain(error), 80).strip(" .:;\"'“”`")
    last = f", last with “{why}”" if why else ""
    if instead := _INSTEAD.search(item.title):
        return f"Run {_code(instead[1])}, not {command}: it failed {_times(item)}{last}."
    if not _LACKS.search(why):
        return f"Before you run {command}, fix what made it fail here before: it failed {_times(item)}{last}."
    return f"Before you run {command}, set up what it needs instead of trying it again: it failed {_times(item)}{last}."


def _unmarked(text: str) -> str:
    """A name as it was said, without markup."""
    return cut(saying_plain(text).replace("`", ""), 60)


def _times(item: Item) -> str:
    count = int(item.weight) or len(item.evidence)
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _code(text: str) -> str:
    """A path or name in backticks, without anything that could end them."""
    return "`" + visible(text).replace("`", "'").replace("<!--", "").replace("-->", "")[:160] + "`"


def _files(paths: tuple[str, ...]) -> str:
    """The first few paths as a list in words."""
    shown = [_code(path) for path in paths[:_MOST_FILES] if path.strip()]
    if len(paths) > _MOST_FILES:
        shown.append("related files")
    return shown[0] if len(shown) == 1 else " or ".join((", ".join(shown[:-1]), shown[-1])) if shown else ""


def _plain(text: str) -> str:
    """Words that are safe in any sentence: one line, no markup, at most 60 characters."""
    shown = " ".join(_UNPLAIN.sub(" ", visible(text)).split()).strip(" .:;,\"'“”()-")
    return shown if len(shown) <= 60 else shown[:60].rsplit(" ", 1)[0].rstrip(" .:;,-") + "…"


def _common(names: Iterable[str]) -> str:
    """The name that at least two events share, the most frequent and then the first in the alphabet."""
    ranked = sorted(Counter(names).items(), key=lambda pair: (-pair[1], pair[0]))
    return ranked[0][0] if ranked and ranked[0][1] >= 2 else ""
