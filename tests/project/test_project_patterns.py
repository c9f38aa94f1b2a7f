"""Every regular expression that text from outside can reach is linear: told from its parse, without a clock."""

import ast
import fnmatch
import re
from functools import cache

import pytest
from regex_cost import findings, repeats_a_group_possessively, weight
from regex_package import Found, Unreadable, Use, collect

HEAVIEST = 4000
"""How often one character may be read again because of bounded repeats."""

TOKENS = {
    "dreamtui.text.markup.scalars:_FLOW_ITEM": "an item begins where the last one ended; a mismatch ends the loop",
    "dreamtui.sources.transcripts.commands:_PIECE": "a gap between two pieces ends the loop",
}
"""Matches that each begin where the last one ended."""

CUT = {
    "dreamtui.mining.insights:_ENTITY": 500,
    "dreamtui.sources.transcripts.turns:_CODE": 3000,
    "dreamtui.sources.transcripts.calls:_PAIR": 4000,
}
"""Patterns that are not linear, and how many characters the function that uses them hands them at most."""

SHORT = {
    "dreamtui.memory.reorganize.language.changes:_COMPILED": "slots_of looks at sentences of at most 200 characters"
}
"""Patterns that may be heavier because what they look at is short."""


_GLOBS = (
    "dreamtui.text.paths: re.compile(fnmatch.translate(pattern) if len(pattern) <= _LONGEST else"
    " f'{re.escape(pattern)}\\\\Z')"
)
_DREAMING = r"(?:  [ \t]+.*(?:\n|\Z)|[ \t]*\n)*"
ASSEMBLED = {
    "dreamtui.openclaw.status: re.compile(f'(?:{found[2]}[ \\\\t]+.*(?:\\\\n|\\\\Z)|[ \\\\t]*\\\\n)*')": [
        (_DREAMING, 0, "match"),
        (_DREAMING.replace("  ", "\t", 1), 0, "match"),
    ],
    _GLOBS: [
        (fnmatch.translate(glob), 0, "match")
        for glob in ("*", "*.py", "a*b*c*", "**a**b", "[a-z]*[!x]*y", "?*?*?*z", "*" * 40 + "x", "a?" * 40, "*[*]*")
    ],
}
"""Patterns made from what a function is given: what they are made of at worst, and how they are used."""


@cache
def package() -> tuple[list[Found], list[Unreadable]]:
    return collect()


def assembled(one: Unreadable) -> list[tuple[str | bytes, int, str]]:
    """The patterns that a call can make."""
    if one.module == "dreamtui.text.danger.secrets":
        from dreamtui.text.danger import secrets as shapes

        return [
            (pattern.pattern, pattern.flags, "search")
            for pattern in (shapes._pattern(shapes._KEYS), shapes._pattern(shapes._NAMED))
        ]
    if one.module == "dreamtui.text.danger.orders":
        from dreamtui.text.danger import orders

        return [(each.pattern, each.flags, "search") for shape in orders._SHAPES for each in orders._compiled(shape)]
    return list(ASSEMBLED[one.key])


BAD = [
    (r"\s+x", "search"),
    (r"\s*,?\s*x", "match"),
    (r"(a+)+b", "match"),
    (r"(?:a|a)*b", "match"),
    (r"(?:a|ab|b)*c", "match"),
    (r"(?:(?:a|b)*c?)*d", "match"),
    (r"(a*)*b", "match"),
    (r"(?m)^co-authored-by:[ \t]*([^<>\n]*?)[ \t]*<([^<>\n]*)>", "search"),
    (r"##[ \t]+(.*?)[ \t]*#*[ \t]*$", "match"),
    (r"(.*)x(.*)y", "match"),
    (r"\w+@", "search"),
    (r"(?=\s*x)y", "search"),
    (r"(?:(?!\s*x).)*y", "match"),
    (r"a*a*", "fullmatch"),
    (r"a?a*a?a*b", "match"),
    (r"<!--.*?-->", "search"),
    (r"(?m)^\s*x", "search"),
    (r"<(\w+)>.*?</\1>", "search"),
    (r"(?:\s*\w+\s*)*;", "match"),
    (r"x{1,3}\s+\s+y", "match"),
    (r"(?>a*b)*c", "search"),
    (r"\s*$", "search"),
    (r"(?i)k*K*!", "match"),
    (r'"((?:[^"\\]|\\.)*)"', "search"),
    (r"(?:a*b)?", "search"),
    (r"[^\n]*\n|[^\n]", "tokens"),
    (r"\w+|\w+;x", "tokens"),
    (r"(?:[A-Z][A-Za-z0-9]*)+\b", "match"),
    (r"(?s)a(.*)b(.*)c$", "match"),
    (r"[ \t]*(?:\r?\n[ \t]*)*x", "search"),
]
GOOD = [
    (r"\s+", "search"),
    (r"\s+x", "match"),
    (r"\b\w+x", "search"),
    (r"(?<!\w)\w+x", "search"),
    (r"you(?<!\wyou)\w+x", "search"),
    (r"(?<!\s)\s+x", "search"),
    (r"(?<=x)\s+y", "search"),
    (r"a*+a*b", "match"),
    (r"(?>\s+)\s*x", "match"),
    (r"(?:\s++|a)*\s*b", "match"),
    (r"(?:a?)*b", "match"),
    (r"a*a*", "match"),
    (r"ab*c", "search"),
    (r"(?m)^[ \t]*x", "search"),
    (r"\A\s+x", "search"),
    (r"[^\n]*\n", "match"),
    (r'"[^"]*+"', "match"),
    (r'(?:[^"\\]|\\.)*"', "match"),
    (r'"(?:[^"\\]|\\.)*+"?', "search"),
    (r'"(?>(?:[^"\\]|\\.)*)"?', "search"),
    (r"(?m)^.*$", "search"),
    (r"\d+\.\d+", "match"),
    (r"(?:a|b)*c", "match"),
    (r"(?:\w+\s+)*x", "match"),
    (r"(?<=\n)[^\n]*x", "search"),
    (r"(?:(?!-->)[\s\S])*-->", "match"),
    (r"<!--(?:[^-]++|-(?!-)|-{2,}+(?!>))*+(-{2,}>)?", "search"),
    (r"(?s)<(a|b)>.*?(?:</\1>|\Z)", "search"),
    (r"\n\s*\n", "search"),
    (r"[^\n]+\n?|\n", "tokens"),
    (r"\s+|\w+|.", "tokens"),
    (r"(?s)\[(.*)\]\s*(?:#.*)?", "fullmatch"),
    (fnmatch.translate("*a*b*c"), "match"),
]


@pytest.mark.parametrize(("pattern", "method"), BAD)
def test_patterns_that_are_not_linear_are_noticed(pattern: str, method: str) -> None:
    """Nested and adjacent loops over common characters, also across groups, options, alternatives and lookarounds."""
    assert findings(pattern, method=method)


@pytest.mark.parametrize(("pattern", "method"), GOOD)
def test_linear_patterns_are_left_alone(pattern: str, method: str) -> None:
    """What is anchored, possessive, atomic, set apart by its characters, or complete as soon as it stops is linear."""
    assert not findings(pattern, method=method)


@pytest.mark.parametrize(("pattern", "method"), BAD)
def test_the_word_that_is_told_is_one(pattern: str, method: str) -> None:
    """What is found is a word, so that whoever reads the failure can see it for themselves."""
    assert all(found.word for found in findings(pattern, method=method))


@pytest.mark.parametrize(
    ("pattern", "method", "least"),
    [(r".{0,200}x", "search", 200), (r"a.{0,50}b.{0,60}c", "match", 50), (r".{1,500}y.{1,500}z", "match", 500)],
)
def test_bounded_repeats_are_weighed(pattern: str, method: str, least: int) -> None:
    """Bounded repeats in a row are linear, but each character is read as often as their bounds say."""
    assert not findings(pattern, method=method)
    assert weight(pattern, method=method) >= least


def test_every_pattern_of_the_package_is_found() -> None:
    """Globals, also in tables, and patterns inside functions; each module that uses `re` has some."""
    found, _ = package()
    keys = {one.key for one in found}
    assert len(found) > 400
    assert {"dreamtui.sources.registry:_FIELD", "dreamtui.text.markup.frontmatter:_KEY"} <= keys
    assert any(one.name.startswith("_PHRASES[") for one in found)
    assert any(one.module == "dreamtui.text.danger.orders" and "_PHRASES" in one.name for one in found)
    assert any(one.module == "dreamtui.kinds.rule.codec" and "files" in one.name for one in found)


def test_how_a_pattern_is_used_is_seen() -> None:
    """A pattern that is only matched is not looked at as if it were searched; one that is handed on is."""
    found = {one.key: one for one in package()[0]}
    assert found["dreamtui.text.saying:_ADDRESS"].methods == ["match"]
    assert found["dreamtui.text.saying:_PREFERENCE"].methods == ["fullmatch"]
    assert found["dreamtui.sources.transcripts.turns:_PREFER"].methods == ["match"]
    assert found["dreamtui.sources.transcripts.turns:_TOLD"].methods == ["search"]
    assert found["dreamtui.memory.reorganize.language.changes:_COMPILED[0]"].methods == ["search"]


def test_every_pattern_is_linear() -> None:
    """No text makes one of them take more than linear time, but for those that are cut where they are used."""
    wrong = []
    for one in package()[0]:
        methods = ["tokens"] if one.key in TOKENS else one.methods
        for method in methods:
            told = findings(one.pattern, one.flags, method=method)
            if told and one.key not in CUT:
                wrong.append(f"{one.key} ({method}): {told[0]}")
    assert wrong == []


def test_no_pattern_repeats_a_group_possessively() -> None:
    """Python before 3.11.5, which Debian 12 has, forgets where such a group began when it fails half-way."""
    assert repeats_a_group_possessively(r"x(a|(?:b-)*+)") and repeats_a_group_possessively(rb"(?:ab?)?+")
    assert not repeats_a_group_possessively(r"(?>(?:[^-]++|-(?!-))*)[a-z]*+")
    assert [one.key for one in package()[0] if repeats_a_group_possessively(one.pattern, one.flags)] == []


def test_no_pattern_reads_a_character_too_often() -> None:
    """Bounded repeats in a row do not add up to what is as good as quadratic."""
    heavy = []
    for one in package()[0]:
        if one.key in CUT or one.key.partition("[")[0] in SHORT:
            continue
        for method in ["tokens"] if one.key in TOKENS else one.methods:
            cost = weight(one.pattern, one.flags, method=method)
            if cost > HEAVIEST:
                heavy.append(f"{one.key} ({method}): {cost}")
    assert heavy == []


def test_patterns_made_at_run_time_are_known() -> None:
    """A pattern that the source does not show is listed with what it can be made of, and that is linear too."""
    for one in package()[1]:
        for pattern, flags, method in assembled(one):
            assert findings(pattern, flags, method=method) == [], (one.key, pattern)
            assert weight(pattern, flags, method=method) <= HEAVIEST, (one.key, pattern)


def test_lists_are_needed() -> None:
    """No exception stays when what it excuses is gone."""
    found, unreadable = package()
    by_key = {one.key: one for one in found}
    for key in CUT:
        assert any(findings(by_key[key].pattern, by_key[key].flags, method=way) for way in by_key[key].methods), key
    for key in TOKENS:
        assert findings(by_key[key].pattern, by_key[key].flags, method="search"), key
    assert set(ASSEMBLED) <= {one.key for one in unreadable}
    for name in SHORT:
        assert any(weight(one.pattern, one.flags) > HEAVIEST for one in found if one.key.partition("[")[0] == name), (
            name
        )


def test_what_is_cut_is_cut_where_it_is_used() -> None:
    """Each use of such a pattern is handed a text that the same function cut to that many characters."""
    for one in package()[0]:
        if one.key in CUT:
            assert one.uses
            assert not one.escapes
            for use in one.uses:
                assert _most(use) <= CUT[one.key], f"{use.module}:{use.line}"


def _most(use: Use) -> float:
    """How many characters the text of a call has at most; infinity where that cannot be seen."""
    import importlib

    names = vars(importlib.import_module(use.module))
    assert use.call is not None
    place = 1 if use.method in ("sub", "subn") else 0
    return _length(use.call.args[place], use.function, names, frozenset())


_SHRINKING = frozenset({"strip", "lstrip", "rstrip", "sub"})


def _length(node: ast.expr, function: ast.AST, names: dict[str, object], seen: frozenset[str]) -> float:
    part = node.slice if isinstance(node, ast.Subscript) else None
    if isinstance(part, ast.Slice) and part.upper is not None and part.lower is part.step is None:
        upper = eval(compile(ast.Expression(part.upper), "bound", "eval"), dict(names))
        assert isinstance(upper, int)
        return upper if upper > 0 else float("inf")
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        source = _assigned(node.value.id, function)
        calls = [one for one in source if isinstance(one, ast.Call) and one.args]
        if calls and len(calls) == len(source):  # a group of a match is part of the text
            return max(_length(one.args[0], function, names, seen) for one in calls)
    if isinstance(node, ast.Name) and node.id in seen:
        return 0
    if isinstance(node, ast.Name):
        values = _assigned(node.id, function)
        known = [_length(one, function, names, seen | {node.id}) for one in values]
        return max(known, default=float("inf"))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr in _SHRINKING:
            text = node.args[1] if node.func.attr == "sub" else node.func.value
            return _length(text, function, names, seen)
        if node.func.attr == "replace" and [len(ast.literal_eval(one)) for one in node.args] == [1, 1]:
            return _length(node.func.value, function, names, seen)
    return float("inf")


def _assigned(name: str, function: ast.AST) -> list[ast.expr]:
    return [
        one.value
        for one in ast.walk(function)
        if isinstance(one, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == name for target in one.targets)
    ]


SPOILED = [
    ("dreamtui.sources.git.message:_COAUTHOR", r"by:([^<>\n]*)<", r"by:[ \t]*([^<>\n]*?)[ \t]*<"),
    ("dreamtui.sources.registry:_FIELD", r"([^*:：]+)(?:", r"([^*:：]+?)[ \t]*(?:"),
    ("dreamtui.text.markup.frontmatter:_KEY", rb"(?:[^:\r\n]*[^:\s])?", rb"[^:\r\n]*?"),
    (
        "dreamtui.text.markup.markdown:_COMMENTED",
        r"(?>(?:[^-]++|-(?!-)|-{2,}+(?!>))*)(-{2,}>)?",
        r"(?:[^-]++|-(?!-)|-{2,}+(?!>))*(-{2,}>)",
    ),
    ("dreamtui.coach.covered:_NUMBER", r"(?:(?![\w.])|(?!\.*\w))", r"(?:\.\d+)*(?![\w.]*\w)"),
    ("dreamtui.mining.signals.reverts:_PULL_REQUEST", r"(?<!\s)\s*", r"\s*"),
    ("dreamtui.openclaw.scoring.tags:_COMPOUND", r"(?<![^\W_])", r""),
    ("dreamtui.mining.insights:_ENTITY", r"[A-Z][A-Za-z0-9]*)\b", r"(?:[A-Z][A-Za-z0-9]*)+)\b"),
    ("dreamtui.openclaw.memory_file:_LINE", r"[^\n]+\n?|\n", r"[^\n]*\n|[^\n]"),
    ("dreamtui.text.saying:_UNPLAIN", r"--(?:-+>?|>)", r"-+->|-{3,}"),
    ("dreamtui.text.query.parse:_TOKEN", r"[A-Za-z]{1,24}", r"[A-Za-z]+"),
    ("dreamtui.sources.repository.manifests:_REQUIREMENT", r"^[^\S\n]*", r"^\s*"),
]


@pytest.mark.parametrize(("key", "good", "bad"), SPOILED, ids=[one[0] for one in SPOILED])
def test_a_pattern_that_is_spoiled_is_noticed(key: str, good: str | bytes, bad: str | bytes) -> None:
    """The test of the test: patterns of the package with one piece put back as it must not be."""
    (one,) = [found for found in package()[0] if found.key == key]
    assert good in one.pattern  # type: ignore[operator]
    spoiled = one.pattern.replace(good, bad)  # type: ignore[arg-type]
    worse = [finding for method in one.methods for finding in findings(spoiled, one.flags, method=method)]
    before = [finding for method in one.methods for finding in findings(one.pattern, one.flags, method=method)]
    assert len(worse) > len(before)
    assert re.compile(spoiled, one.flags)
