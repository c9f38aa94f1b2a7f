"""Tells from the parse of a regular expression whether a text exists on which matching takes more than linear time.

A backtracking matcher takes more than linear time where one word can be read both by a loop again and by a later loop
(`\\s*,?\\s*x`), or by one loop in two ways (`(?:a|a)*x`), and what follows can fail. A search adds a loop over
everything in front of the pattern, so that `\\s+x` searched is quadratic while `\\s+x` matched is not. The expression
is turned into an automaton over positions; three copies of it walk the same word side by side. Anchors, word boundaries
and lookarounds of one character are exact; longer ones and back references are taken as "may hold", which can only find
too much. A possessive loop is left only where it cannot go on, and an atomic group only once.
"""

import re
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

_BEYOND_LATIN = (
    "ſıİſKÅµßªάяЖ中あアㄱ가한𝒜ˆ٣९²Ⅷ—–‘’“”„…•‹›«»\u00a0\u2003\u2028\u2029\u3000\u200b\ufeff\u0301\ud800\U0001f600"
)
_IGNORECASE, _DOTALL, _ASCII, _MULTILINE = map(int, (re.IGNORECASE, re.DOTALL, re.ASCII, re.MULTILINE))
"""As numbers: millions of times compared, a member of `re.RegexFlag` takes most of the time."""
_SINGLE = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT)
_COPIES = 2
"""How often a part is written out for its least and its most repeats; of single characters the least is exact."""
_ALL = -1
"""The loop in front of a search."""
_NEXT_MATCH = 0
"""What is left where the next match begins."""

LONG = 32
"""A repeat with a greater bound than this is looked at as a loop of its own weight."""


@dataclass(frozen=True, slots=True)
class Guard:
    """What must hold between two characters: the one before, the one after; and what is left on the way."""

    before: int
    after: int
    sure: bool = True
    left: frozenset[int] = frozenset()
    loose: bool = False
    """Whether an atomic group is left where it may also go on."""
    spoiled: bool = False
    """Whether something has to hold after that."""

    def and_(self, other: "Guard", whole: int) -> "Guard":
        """Both, one after the other; `whole` is every character and the edge."""
        return Guard(
            self.before & other.before,
            self.after & other.after,
            self.sure and other.sure,
            self.left | other.left,
            self.loose or other.loose,
            self.spoiled or other.spoiled or (self.loose and not other.before == whole == other.after),
        )


@dataclass(slots=True)
class _Node:
    free: list[tuple[int, Guard, bool]] = field(default_factory=list)
    """Where a free step leads, what must hold, and whether it begins a loop's next turn."""
    mask: int = 0
    to: int = -1
    atomic: frozenset[int] = frozenset()
    looks: tuple[int, ...] = ()
    bound: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """Two loops that can read the same word."""

    first: str
    second: str
    word: str

    def __str__(self) -> str:
        return f"{self.first} and {self.second} both read {self.word!r}"


class Automaton:
    """The positions of one pattern and how they follow each other."""

    def __init__(self, pattern: str | bytes, flags: int, *, whole: bool, weigh: bool = False) -> None:
        self._bytes = isinstance(pattern, bytes)
        tree = _parser.parse(pattern, flags)
        self.flags = tree.state.flags
        self._weigh = weigh
        self._classes: dict[Any, frozenset[str]] = {}
        self._alphabet = _alphabet(tree, self._bytes)
        self._gather(tree, self.flags)
        self._atoms()
        self.nodes: list[_Node] = []
        self.texts: dict[int, str] = {}
        self._atomic: frozenset[int] = frozenset()
        self._looks: tuple[int, ...] = ()
        self._groups: dict[Any, tuple[Any, int]] = {}
        self._counter = 0
        self._bound = 0
        self.start = self._new()
        self.accept = self._new()
        end = self._sequence(tree, self.start, self.flags)
        self._free(end, self.accept, self._guard(after=self.END) if whole else self._guard())
        self._close()

    # ---- characters

    def _gather(self, tree: Any, flags: int) -> None:
        for op, arg in tree:
            if op in _SINGLE:
                self._set_of(op, arg, flags)
            elif op in _REPEATS:
                self._gather(arg[2], flags)
            elif op is sre.SUBPATTERN:
                self._gather(arg[3], (flags | arg[1]) & ~arg[2])
            elif op is sre.BRANCH:
                for part in arg[1]:
                    self._gather(part, flags)
            elif op in (sre.ASSERT, sre.ASSERT_NOT):
                self._gather(arg[1], flags)
            elif op is sre.ATOMIC_GROUP:
                self._gather(arg, flags)
            elif op is sre.GROUPREF_EXISTS:
                for part in arg[1:]:
                    if part is not None:
                        self._gather(part, flags)
            elif op is sre.AT and arg in (sre.AT_BOUNDARY, sre.AT_NON_BOUNDARY):
                self._set_of(sre.IN, [(sre.CATEGORY, sre.CATEGORY_WORD)], flags)
            elif op is sre.AT:
                self._set_of(sre.LITERAL, 10, flags)

    def _set_of(self, op: Any, arg: Any, flags: int) -> frozenset[str]:
        key = (op, repr(arg), bool(flags & _IGNORECASE), bool(flags & _DOTALL), bool(flags & _ASCII))
        if key not in self._classes:
            self._classes[key] = frozenset(
                char for char in self._alphabet if _reads(op, arg, char, flags, in_bytes=self._bytes)
            )
        return self._classes[key]

    def _atoms(self) -> None:
        seen: dict[tuple[bool, ...], int] = {}
        sets = list(self._classes.values())
        of: dict[str, int] = {}
        self.examples: list[str] = []
        for char in sorted(self._alphabet, key=lambda char: (not char.isprintable(), char)):
            signature = tuple(char in one for one in sets)
            if signature not in seen:
                seen[signature] = len(seen)
                self.examples.append(char)
            of[char] = seen[signature]
        self._atom_of = of
        self.count = len(seen)
        self.every = (1 << self.count) - 1
        self.START = self.END = 1 << self.count
        self.any_side = self.every | self.START

    def _mask(self, chars: Iterable[str]) -> int:
        mask = 0
        for char in chars:
            mask |= 1 << self._atom_of[char]
        return mask

    def _guard(self, before: int | None = None, after: int | None = None, *, sure: bool = True) -> Guard:
        return Guard(self.any_side if before is None else before, self.any_side if after is None else after, sure)

    # ---- the automaton with free steps

    def _new(self) -> int:
        self.nodes.append(_Node(atomic=self._atomic, looks=self._looks, bound=self._bound))
        return len(self.nodes) - 1

    def _free(self, here: int, there: int, guard: Guard | None = None, *, again: bool = False) -> None:
        self.nodes[here].free.append((there, guard or self._guard(), again))

    def _sequence(self, tree: Any, here: int, flags: int) -> int:
        for op, arg in _settled(list(tree)):
            here = self._one(op, arg, here, flags)
        return here

    def _one(self, op: Any, arg: Any, here: int, flags: int) -> int:
        if op in _SINGLE:
            return self._consume(here, self._mask(self._set_of(op, arg, flags)), _said(op, arg))
        if op is sre.SUBPATTERN:
            inner = (flags | arg[1]) & ~arg[2]
            self._groups[arg[0]] = (arg[3], inner)
            return self._sequence(arg[3], here, inner)
        if op is sre.BRANCH:
            end = self._new()
            for part in arg[1]:
                first = self._new()
                self._free(here, first)
                self._free(self._sequence(part, first, flags), end)
            return end
        if op in _REPEATS:
            return self._repeat(op, arg, here, flags)
        if op is sre.ATOMIC_GROUP:
            return self._atomically(lambda inside: self._sequence(arg, inside, flags), here)
        if op is sre.AT:
            return self._at(arg, here, flags)
        if op in (sre.ASSERT, sre.ASSERT_NOT):
            return self._look(op, arg, here, flags)
        if op is sre.GROUPREF:
            end = self._new()
            self._free(self._sequence(*self._with_start(here, arg)), end, self._guard(sure=False))
            return end
        if op is sre.GROUPREF_EXISTS:
            end = self._new()
            for part in arg[1:]:
                first = self._new()
                self._free(here, first)
                self._free(self._sequence(part or [], first, flags), end)
            return end
        if op is sre.FAILURE:
            return self._new()
        raise NotImplementedError(str(op))

    def _with_start(self, here: int, group: int) -> tuple[Any, int, int]:
        """A back reference reads some text that its group can read."""
        tree, flags = self._groups[group]
        return tree, here, flags

    def _consume(self, here: int, mask: int, text: str) -> int:
        position, end = self._new(), self._new()
        self.nodes[position].mask, self.nodes[position].to = mask, end
        self.texts[position] = text
        self._free(here, position)
        return end

    def _repeat(self, op: Any, arg: Any, here: int, flags: int) -> int:
        least, most, body = arg
        endless = most is sre.MAXREPEAT
        weighed = self._weigh and not endless and most > LONG
        if op is sre.POSSESSIVE_REPEAT:
            goes_on = self._first_of(body, flags) if endless else None
            single = len(body) == 1 and body[0][0] in _SINGLE

            def inside(start: int) -> int:
                return self._loop(least, most, body, start, flags, endless=endless)

            return self._atomically(inside, here, goes_on, sticks=single)
        outer = self._bound
        self._bound = max(outer, int(most)) if weighed else outer
        end = self._loop(least, most, body, here, flags, endless=endless or weighed)
        self._bound = outer
        return end

    def _loop(self, least: int, most: Any, body: Any, here: int, flags: int, *, endless: bool) -> int:
        single = len(body) == 1 and body[0][0] in _SINGLE
        for _ in range(min(least, 64 if single else _COPIES)):
            here = self._sequence(body, here, flags)
        if endless:
            first, end = self._new(), self._new()
            self._free(here, first)
            last = self._sequence(body, first, flags)
            self._free(last, first, again=True)
            self._free(first, end)
            return end
        end = self._new()
        self._free(here, end)
        for _ in range(min(int(most) - least, _COPIES)):
            here = self._sequence(body, here, flags)
            self._free(here, end)
        return end

    def _atomically(self, build: Any, here: int, goes_on: int | None = None, *, sticks: bool = False) -> int:
        """A group that is left once. Before a character with which it cannot go on it is surely left.

        `sticks` says that it is never left before any other, as a loop over single characters is not.
        """
        self._counter += 1
        mine, outer = self._counter, self._atomic
        self._atomic = outer | {mine}
        first = self._new()
        self._free(here, first)
        last = build(first)
        self._atomic = outer
        end = self._new()
        left = frozenset({mine})
        if goes_on is not None:
            self._free(last, end, Guard(self.any_side, self.any_side & ~goes_on, True, left))
        if not sticks or goes_on is None:
            self._free(last, end, Guard(self.any_side, self.any_side, True, left, loose=True))
        return end

    def _at(self, where: Any, here: int, flags: int) -> int:
        end = self._new()
        newline = self._mask(self._set_of(sre.LITERAL, 10, flags))
        if where is sre.AT_BEGINNING and flags & _MULTILINE:
            self._free(here, end, self._guard(before=self.START | newline))
        elif where in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
            self._free(here, end, self._guard(before=self.START))
        elif where is sre.AT_END and flags & _MULTILINE:
            self._free(here, end, self._guard(after=self.END | newline))
        elif where is sre.AT_END:
            self._free(here, end, self._guard(after=self.END))
            self._free(here, end, self._guard(after=newline, sure=False))
        elif where is sre.AT_END_STRING:
            self._free(here, end, self._guard(after=self.END))
        else:
            word = self._mask(self._set_of(sre.IN, [(sre.CATEGORY, sre.CATEGORY_WORD)], flags))
            other = self.any_side & ~word
            pairs = ((word, other), (other, word)) if where is sre.AT_BOUNDARY else ((word, word), (other, other))
            for before, after in pairs:
                self._free(here, end, self._guard(before, after))
        return end

    def _look(self, op: Any, arg: Any, here: int, flags: int) -> int:
        direction, body = arg
        end = self._new()
        one = self._one_wide(body, flags)
        if one is not None:
            chars, edge = one
            side = (chars | (self.START if edge else 0)) if op is sre.ASSERT else self.any_side & ~chars
            if op is sre.ASSERT_NOT and edge:
                side &= ~self.START
            self._free(here, end, self._guard(before=side) if direction < 0 else self._guard(after=side))
            return end
        if direction < 0:
            last = self._last_of(body, flags) if op is sre.ASSERT else None
            self._free(here, end, self._guard(before=last, sure=False))
            return end
        self._counter += 1
        outer = self._looks
        self._looks = (*outer, self._counter)
        first = self._new()
        self._free(here, first)
        self._free(self._sequence(body, first, flags), self._new())
        self._looks = outer
        after = self._first_of(body, flags) if op is sre.ASSERT else None
        self._free(here, end, self._guard(after=after, sure=False))
        return end

    def _one_wide(self, body: Any, flags: int) -> tuple[int, bool] | None:
        """The characters of a lookaround that reads just one, and whether the edge of the text will do too."""
        if len(body) != 1:
            return None
        op, arg = body[0]
        if op in _SINGLE:
            return self._mask(self._set_of(op, arg, flags)), False
        if op is sre.AT and arg in (sre.AT_BEGINNING, sre.AT_END, sre.AT_BEGINNING_STRING, sre.AT_END_STRING):
            if flags & _MULTILINE and arg in (sre.AT_BEGINNING, sre.AT_END):
                return self._mask(self._set_of(sre.LITERAL, 10, flags)), True
            return (0, True) if arg is not sre.AT_END else None
        if op is sre.SUBPATTERN:
            return self._one_wide(arg[3], (flags | arg[1]) & ~arg[2])
        if op is sre.BRANCH:
            parts = [self._one_wide(part, flags) for part in arg[1]]
            if any(part is None for part in parts):
                return None
            mask, edge = 0, False
            for part in parts:
                assert part is not None
                mask, edge = mask | part[0], edge or part[1]
            return mask, edge
        return None

    def _last_of(self, body: Any, flags: int) -> int | None:
        op, arg = body[-1] if len(body) else (None, None)
        if op in _SINGLE:
            return self._mask(self._set_of(op, arg, flags))
        return None

    def _first_of(self, body: Any, flags: int) -> int | None:
        """The characters with which a part can begin; None where that cannot be told simply."""
        for op, arg in body:
            if op in _SINGLE:
                return self._mask(self._set_of(op, arg, flags))
            if op is sre.SUBPATTERN:
                return self._first_of(arg[3], (flags | arg[1]) & ~arg[2])
            if op is sre.BRANCH:
                parts = [self._first_of(part, flags) for part in arg[1]]
                return None if None in parts else _union(part for part in parts if part is not None)
            if op in _REPEATS and arg[0]:
                return self._first_of(arg[2], flags)
            return None
        return None

    # ---- positions without free steps

    def _close(self) -> None:
        positions = [at for at, node in enumerate(self.nodes) if node.to >= 0]
        self.positions = positions
        self.follow: dict[int, list[tuple[int, Guard, int]]] = {}
        self.ends: dict[int, list[Guard]] = {}
        for at in positions:
            self.follow[at], self.ends[at] = self._reached(self.nodes[at].to)
        first, accepts = self._reached(self.start)
        self.first = first
        self.follow[_ALL] = [(_ALL, self._guard(), 1), *first]
        self.ends[_ALL] = accepts

    def _reached(self, node: int) -> tuple[list[tuple[int, Guard, int]], list[Guard]]:
        found: dict[tuple[int, Guard], int] = {}
        accepts: list[Guard] = []
        heads: set[int] = set()

        def walk(here: int, guard: Guard) -> None:
            if not guard.before or not guard.after:
                return
            if here == self.accept:
                accepts.append(guard)
            if self.nodes[here].to >= 0:
                key = (here, guard)
                found[key] = min(found.get(key, 0) + 1, 2)
                return
            fresh = here not in heads
            heads.add(here)
            for there, more, again in self.nodes[here].free:
                if not (again and there in heads):  # a turn that read nothing ends the loop
                    walk(there, guard.and_(more, self.any_side))
            if fresh:
                heads.discard(here)

        walk(node, self._guard())
        return [(at, guard, count) for (at, guard), count in found.items()], accepts

    def one_after_another(self) -> dict[int, list[tuple[int, Guard, int]]]:
        """How positions follow each other where each match begins where the last one ended."""
        return {at: [*steps, *self._begun(at)] if at != _ALL else list(steps) for at, steps in self.follow.items()}

    def _begun(self, position: int) -> Iterator[tuple[int, Guard, int]]:
        over = Guard(self.any_side, self.any_side, True, frozenset({_NEXT_MATCH}))
        for end in self.ends[position]:
            for target, guard, count in self.first:
                joined = end.and_(over, self.any_side).and_(guard, self.any_side)
                if joined.before and joined.after:
                    yield target, joined, count

    def mask(self, position: int) -> int:
        return self.every if position == _ALL else self.nodes[position].mask

    def text(self, position: int) -> str:
        return "the search" if position == _ALL else f"{self.texts[position]} (#{position})"

    def accepts_before(self, position: int) -> int:
        """What may follow this position so that the match is complete there: characters and the end."""
        after = 0
        for guard in self.ends[position]:
            if guard.sure and not guard.spoiled and not self.mask(position) & ~guard.before:
                after |= guard.after
        return after

    def surely(self) -> set[int]:
        """Positions from which the match is completed whatever follows.

        The greatest set in which for every next character, and for the end, the match is complete or goes on inside.
        """
        inside = {at for at in self.positions if self.accepts_before(at) & self.END}
        while True:
            kept = {at for at in inside if self.safe_before(at, inside) == self.any_side}
            if kept == inside:
                return kept
            inside = kept

    def safe_before(self, position: int, inside: set[int]) -> int:
        """What may follow a position so that the match is surely completed."""
        after = self.accepts_before(position)
        for target, guard, _ in self.follow[position]:
            if target in inside and guard.sure and not guard.loose and not self.mask(position) & ~guard.before:
                after |= guard.after & self.mask(target) & self.every
        return after


def _union(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def _settled(items: list[Any]) -> list[Any]:
    """`you(?<!\\wyou)` looks back over what was just read: the same as `(?<!\\w)you`, which is written slower."""
    for at, (op, arg) in enumerate(items):
        if op is not sre.ASSERT_NOT or arg[0] > 0:
            continue
        body = list(arg[1])
        wide = len(body) - 1
        if wide and at >= wide and [repr(item) for item in items[at - wide : at]] == [repr(one) for one in body[1:]]:
            first = (op, (arg[0], body[:1]))
            return _settled([*items[: at - wide], first, *items[at - wide : at], *items[at + 1 :]])
    return items


def _alphabet(tree: Any, in_bytes: bool) -> list[str]:
    chars = {chr(code) for code in range(256)}
    if not in_bytes:
        chars |= set(_BEYOND_LATIN)
        chars |= {near for code in _codes(tree) for near in _variants(code)}
    return sorted(chars)


def _variants(code: int) -> Iterator[str]:
    for near in (code - 1, code, code + 1):
        if 0 <= near <= sys.maxunicode:
            char = chr(near)
            yield char
            yield from (other for other in (char.lower(), char.upper()) if len(other) == 1)


def _codes(tree: Any) -> Iterator[int]:
    for op, arg in tree:
        if op in (sre.LITERAL, sre.NOT_LITERAL):
            yield arg
        elif op is sre.IN:
            for kind, value in arg:
                if kind is sre.LITERAL:
                    yield value
                elif kind is sre.RANGE:
                    yield from value
        elif op in _REPEATS:
            yield from _codes(arg[2])
        elif op is sre.SUBPATTERN:
            yield from _codes(arg[3])
        elif op is sre.BRANCH:
            for part in arg[1]:
                yield from _codes(part)
        elif op in (sre.ASSERT, sre.ASSERT_NOT):
            yield from _codes(arg[1])
        elif op is sre.ATOMIC_GROUP:
            yield from _codes(arg)
        elif op is sre.GROUPREF_EXISTS:
            for part in arg[1:]:
                if part is not None:
                    yield from _codes(part)


def _reads(op: Any, arg: Any, char: str, flags: int, *, in_bytes: bool) -> bool:
    ascii_only = in_bytes or bool(flags & _ASCII)
    if op is sre.ANY:
        return bool(flags & _DOTALL) or char != "\n"
    same = _folded(char, bool(flags & _IGNORECASE), ascii_only)
    if op is sre.LITERAL:
        return any(ord(one) == arg for one in same)
    if op is sre.NOT_LITERAL:
        return not any(ord(one) == arg for one in same)
    negated = bool(arg) and arg[0][0] is sre.NEGATE
    inside = any(_member(kind, value, one, ascii_only) for kind, value in arg if kind is not sre.NEGATE for one in same)
    return inside != negated


@cache
def _folded(char: str, ignores_case: bool, ascii_only: bool) -> set[str]:
    if not ignores_case:
        return {char}
    found = {char, *(one for one in (char.lower(), char.upper()) if len(one) == 1)}
    if ascii_only:
        return {one for one in found if one == char or (one.isascii() and char.isascii())}
    found |= {"ſ": {"s", "S"}, "K": {"k", "K"}}.get(char, set())
    return found | ({"ſ"} if char in "sS" else set()) | ({"K"} if char in "kK" else set())


def _member(kind: Any, value: Any, char: str, ascii_only: bool) -> bool:
    if kind is sre.LITERAL:
        return ord(char) == value
    if kind is sre.RANGE:
        return bool(value[0] <= ord(char) <= value[1])
    inside = {
        sre.CATEGORY_DIGIT: lambda: _is("d", char, ascii_only),
        sre.CATEGORY_NOT_DIGIT: lambda: not _is("d", char, ascii_only),
        sre.CATEGORY_SPACE: lambda: _is("s", char, ascii_only),
        sre.CATEGORY_NOT_SPACE: lambda: not _is("s", char, ascii_only),
        sre.CATEGORY_WORD: lambda: _is("w", char, ascii_only),
        sre.CATEGORY_NOT_WORD: lambda: not _is("w", char, ascii_only),
    }[value]
    return bool(inside())


@cache
def _is(letter: str, char: str, ascii_only: bool) -> bool:
    return re.fullmatch(f"\\{letter}", char, re.ASCII if ascii_only else 0) is not None


def _said(op: Any, arg: Any) -> str:
    if op is sre.LITERAL:
        return repr(chr(arg))
    if op is sre.NOT_LITERAL:
        return f"[^{chr(arg)!r}]"
    if op is sre.ANY:
        return "."
    parts = []
    for kind, value in arg:
        if kind is sre.NEGATE:
            parts.append("^")
        elif kind is sre.LITERAL:
            parts.append(chr(value) if chr(value).isprintable() else f"\\x{value:02x}")
        elif kind is sre.RANGE:
            parts.append(
                f"{chr(value[0])}-{chr(value[1])}" if value[1] < 0x250 else f"\\u{value[0]:04x}-\\u{value[1]:04x}"
            )
        else:
            names = {sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s"}
            names |= {sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W"}
            parts.append(names[value])
    return f"[{''.join(parts)}]"


# ---- the search for a word that two loops read


def _components(follow: dict[Any, list[tuple[Any, Guard, int]]]) -> dict[Any, int]:
    """For each position that lies on a cycle, the number of its strongly connected component (Tarjan, with a stack)."""
    index: dict[Any, int] = {}
    low: dict[Any, int] = {}
    stack: list[Any] = []
    on: set[Any] = set()
    found: dict[Any, int] = {}
    for root in follow:
        if root in index:
            continue
        work = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                index[node] = low[node] = len(index)
                stack.append(node)
                on.add(node)
            targets = [target for target, _, _ in follow[node]]
            for place in range(at, len(targets)):
                target = targets[place]
                if target not in index:
                    work += [(node, place + 1), (target, 0)]
                    break
                if target in on:
                    low[node] = min(low[node], low[target], index[target])
            else:
                for target in targets:
                    if target in on:
                        low[node] = min(low[node], low[target])
                if low[node] == index[node]:
                    members = []
                    while True:
                        member = stack.pop()
                        on.discard(member)
                        members.append(member)
                        if member == node:
                            break
                    if len(members) > 1 or any(target == node for target in targets):
                        found |= dict.fromkeys(members, index[node])
    return found


class _Search:
    """Walks several copies of the automaton over the same word.

    What was read last matters only as far as a guard looks at it, so characters no guard tells apart are one *kind*.
    """

    def __init__(self, automaton: Automaton, *, searched: bool, again: bool = False) -> None:
        self.auto = automaton
        self.again = again
        self.inner = {at: steps for at, steps in automaton.follow.items() if searched or at != _ALL}
        """How positions follow each other within one match."""
        whole = automaton.one_after_another() if again else self.inner
        self.follow = {at: steps for at, steps in whole.items() if searched or at != _ALL}
        self.component = _components(self.follow)
        inside = automaton.surely()
        self.still = [at for at in self.follow if at not in inside]
        self.safe = {at: 0 if at == _ALL else automaton.safe_before(at, inside) for at in self.follow}
        """For each position what may follow so that what is read there is not read in vain."""
        self.open = _components(
            {
                at: [
                    (target, guard, count)
                    for target, guard, count in self.inner[at]
                    if target not in inside and guard.after & automaton.mask(target) & ~self.safe[at] & automaton.every
                ]
                for at in self.still
            }
        )
        """The cycles on which the match may stay incomplete: only these can be read in vain."""
        self.alive = _reachable(self.follow, [_ALL] if searched else [at for at, _, _ in automaton.first])
        asked = sorted({guard.before for steps in self.follow.values() for _, guard, _ in steps})
        kinds: dict[tuple[bool, ...], int] = {}
        for atom in range(automaton.count):
            signature = tuple(bool(mask >> atom & 1) for mask in asked)
            kinds[signature] = kinds.get(signature, 0) | 1 << atom
        self.kinds = list(kinds.values())
        self._steps: dict[tuple[int, int, bool], list[tuple[int, int, Guard, int]]] = {}
        backward: dict[int, list[tuple[int, Guard, int]]] = {at: [] for at in self.follow}
        for at, steps in self.follow.items():
            for target, guard, count in steps:
                backward[target].append((at, guard, count))
        self._backward = backward

    def findings(self) -> Iterator[tuple[int, int, str]]:
        """Pairs of positions and a word that both can read again and again."""
        cycles = _groups(self.open, self.alive)
        for members in cycles:
            if members[0] != _ALL and (word := self._twice(members[0])) is not None:
                yield members[0], members[0], word
        for ones in _groups(self.component, self.alive):
            reached = _reachable(self.follow, ones)
            for others in cycles:
                if others[0] == _ALL or others[0] not in reached or (others[0] in ones and not self.again):
                    continue
                if ones[0] == _ALL or self.again or self._looks(others[0]) != self._looks(ones[0]):
                    found = self._shared(ones, others, self.component, reached)
                    if found is not None:
                        yield found
        for ones in cycles:
            reached = _reachable(self.follow, ones)
            for others in cycles:
                if ones[0] == _ALL or others[0] == _ALL or others[0] not in reached or others is ones:
                    continue
                if self._looks(others[0]) == self._looks(ones[0]):
                    found = self._shared(ones, others, self.open, reached & set(self.still))
                    if found is not None:
                        yield found

    def _looks(self, position: int) -> tuple[int, ...]:
        return () if position == _ALL else self.auto.nodes[position].looks

    def _from(self, position: int, kind: int, vain: bool) -> list[tuple[int, int, Guard, int]]:
        """Where a position leads after a character of a kind: the next position, what it may read there, the guard.

        With `vain` only what leaves the match incomplete.
        """
        steps = self._steps.get((position, kind, vain))
        if steps is None:
            allowed = self.auto.every & ~(self.safe[position] if vain else 0)
            steps = [
                (target, mask, guard, count)
                for target, guard, count in (self.inner if vain else self.follow)[position]
                if guard.before & self.kinds[kind] and (mask := guard.after & self.auto.mask(target) & allowed)
            ]
            self._steps[position, kind, vain] = steps
        return steps

    def _shared(
        self, ones: list[int], others: list[int], cycle: dict[int, int], reached: set[int]
    ) -> tuple[int, int, str] | None:
        """A word on which some loop of the first kind comes back, leads to one of the second, and that one comes back.

        Three copies walk the same word; one more step leads from where such a word ends back to where it begins, so
        that the word exists exactly where this step lies on a cycle.
        """
        home, away = (cycle, cycle[ones[0]]), (self.open, self.open[others[0]])
        between = reached & _reachable(self._backward, others)
        atomic = frozenset() if ones[0] == _ALL else self.auto.nodes[ones[0]].atomic
        held = atomic - self.auto.nodes[others[0]].atomic
        if self.again and cycle is self.component:
            held = frozenset({_NEXT_MATCH})
        begins = [
            (one, one, three, kind, not held)
            for one in ones
            for three in others
            for kind, chars in enumerate(self.kinds)
            if self.auto.mask(one) & self.auto.mask(three) & chars
        ]
        graph: dict[Any, list[tuple[Any, int]]] = {}
        work = list(begins)
        graph.update((state, []) for state in begins)
        while work:
            state = work.pop()
            for after in self._three(state, home, away, between, held, cycle is self.open):
                graph[state].append(after)
                if after[0] not in graph:
                    graph[after[0]] = []
                    work.append(after[0])
        back = {
            (one, three, three, kind, True): (one, one, three, kind, not held)
            for one, _, three, kind, _ in begins
            if (one, three, three, kind, True) in graph
        }
        if not back:
            return None
        edges = {at: [(target, _ANY_GUARD, 1) for target, _ in steps] for at, steps in graph.items()}
        for goal, begin in back.items():
            edges[goal].append((begin, _ANY_GUARD, 1))
        component = _components(edges)
        for goal, begin in back.items():
            if component.get(goal, -1) == component.get(begin, -2):
                word = self._word(graph, begin, goal)
                if word is not None:
                    return begin[0], begin[2], word
        return None

    def _three(
        self,
        state: Any,
        home: tuple[dict[int, int], int],
        away: tuple[dict[int, int], int],
        between: set[int],
        held: frozenset[int],
        vain: bool,
    ) -> Iterator[tuple[Any, int]]:
        one, two, three, kind, left = state
        for to1, mask1, guard1, _ in self._from(one, kind, vain):
            if home[0].get(to1) != home[1]:
                continue
            left_now = left or bool(held & guard1.left)
            for to3, mask3, _, _ in self._from(three, kind, True):
                both = mask1 & mask3
                if away[0].get(to3) != away[1] or not both:
                    continue
                for to2, mask2, _, _ in self._from(two, kind, vain):
                    shared = both & mask2
                    if shared and to2 in between:
                        for number, chars in enumerate(self.kinds):
                            if shared & chars:
                                yield (to1, to2, to3, number, left_now), shared & chars

    def _twice(self, position: int) -> str | None:
        """A word on which a loop comes back to the same place in two ways."""
        home = self.open[position]
        begins = [
            (position, position, kind, False)
            for kind, chars in enumerate(self.kinds)
            if self.auto.mask(position) & chars
        ]
        for begin in begins:
            goal = (position, position, begin[2], True)
            graph: dict[Any, list[tuple[Any, int]]] = {begin: []}
            work = [begin]
            while work:
                state = work.pop()
                for after in self._two(state, home):
                    graph[state].append(after)
                    if after[0] not in graph:
                        graph[after[0]] = []
                        work.append(after[0])
            if goal in graph:
                return self._word(graph, begin, goal)
        return None

    def _two(self, state: Any, home: int) -> Iterator[tuple[Any, int]]:
        one, two, kind, parted = state
        for to1, mask1, guard1, count in self._from(one, kind, True):
            if self.open.get(to1) != home:
                continue
            for to2, mask2, guard2, _ in self._from(two, kind, True):
                shared = mask1 & mask2
                if not shared or self.open.get(to2) != home:
                    continue
                apart = parted or to1 != to2 or count > 1 or guard1 != guard2
                for number, chars in enumerate(self.kinds):
                    if shared & chars:
                        yield (to1, to2, number, apart), shared & chars

    def _word(self, graph: dict[Any, list[tuple[Any, int]]], begin: Any, goal: Any) -> str | None:
        """The shortest word that leads from one state to another."""
        came: dict[Any, tuple[Any, int]] = {}
        work = deque([begin])
        while work and goal not in came:
            state = work.popleft()
            for after, chars in graph[state]:
                if after not in came:
                    came[after] = (state, chars)
                    work.append(after)
        if goal not in came:
            return None
        letters = []
        state, chars = came[goal]
        letters.append(chars)
        while state != begin:
            state, chars = came[state]
            letters.append(chars)
        return "".join(self.auto.examples[(mask & -mask).bit_length() - 1] for mask in reversed(letters))


_ANY_GUARD = Guard(-1, -1)


def _groups(component: dict[int, int], alive: set[int]) -> list[list[int]]:
    groups: dict[int, list[int]] = {}
    for at in sorted(component):
        if at in alive:
            groups.setdefault(component[at], []).append(at)
    return list(groups.values())


def _reachable(follow: dict[int, list[tuple[int, Guard, int]]], roots: Iterable[int]) -> set[int]:
    seen = set(roots)
    work = list(seen)
    while work:
        for target, _, _ in follow[work.pop()]:
            if target not in seen:
                seen.add(target)
                work.append(target)
    return seen


def findings(pattern: str | bytes, flags: int = 0, *, method: str = "search") -> list[Finding]:
    """The pairs of loops in a pattern that make this way of matching more than linear.

    The method is that of a pattern, or `tokens` for matches that each begin where the last one ended.
    """
    search = _search_of(Automaton(pattern, flags, whole=method == "fullmatch"), method)
    auto = search.auto
    return [Finding(auto.text(one), auto.text(two), word) for one, two, word in search.findings()]


def _search_of(automaton: Automaton, method: str) -> _Search:
    return _Search(automaton, searched=method not in ("match", "fullmatch", "tokens"), again=method == "tokens")


def weight(pattern: str | bytes, flags: int = 0, *, method: str = "search") -> int:
    """How often one character may be read again because of bounded repeats that follow each other or a search."""
    automaton = Automaton(pattern, flags, whole=method == "fullmatch", weigh=True)
    search = _search_of(automaton, method)
    bound: dict[int, int] = {}
    for at, group in search.component.items():
        bound[group] = max(bound.get(group, 1), 1 if at == _ALL else automaton.nodes[at].bound)
    after: dict[int, set[int]] = {}
    for one, two, _ in search.findings():
        after.setdefault(search.component[one], set()).add(search.component[two])

    def heaviest(group: int) -> int:
        return max((bound[other] * heaviest(other) for other in after.get(group, ()) if other != group), default=1)

    return max((heaviest(group) for group in after), default=1)


def repeats_a_group_possessively(pattern: str | bytes, flags: int = 0) -> bool:
    """Whether it has `(?:...)*+` or the like, which Python before 3.11.5 matches wrongly."""
    waiting: list[Any] = [_parser.parse(pattern, flags)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, _parser.SubPattern):
            for op, arg in one:
                if op is sre.POSSESSIVE_REPEAT and not (len(arg[2]) == 1 and arg[2][0][0] in _SINGLE):
                    return True
                waiting.append(arg)
        elif isinstance(one, list | tuple):
            waiting.extend(one)
    return False
