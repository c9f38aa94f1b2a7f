"""A comment says that its file is kept in step with another file, and whoever changes the other one never reads it."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from operator import itemgetter
from posixpath import normpath

from dreamtui.mining.history.base import DAY, HistorySignal, Past, best, code, moment
from dreamtui.mining.history.counted import brings_in
from dreamtui.mining.history.said import Says, said
from dreamtui.mining.history.words import is_aside
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import Comment, Diffed, Sought
from dreamtui.text.saying import plain
from dreamtui.text.words import content

_WORDS = (
    "in sync", "In sync", "in-sync", "lockstep", "lock-step", "lock step", "must match", "should match", "MUST match",
    "SHOULD match", "need to match", "needs to match", "has to match", "have to match", "must mirror", "should mirror",
    "identical", "consistent with", "the same as", "синхрон", "совпада", "一致", "同步",
)  # fmt: skip
"""One of them stands in every such comment."""
_ALIKE = re.compile(
    r"\b(?:in[- ]sync\b|in lock[- ]?step|match(?:es)?\b|mirror(?:s|ed)?\b|identical\b|consistent with\b"
    r"|aligned with\b|the same as\b)",
    re.IGNORECASE,
)
_KEEP = re.compile(
    r"(?:^|[:;,.)—–] ?| - |\b(?:please|and|also|try to|to be|be|must|should|needs? to|ha(?:s|ve) to|important\W"
    r"|note\W) )(?:keep|kept|stay)\b",
    re.IGNORECASE,
)
_MUST = re.compile(
    r"\b(?:must|should|needs? to|ha(?:s|ve) to) "
    r"(?:(?:also|always|all|exactly|be|stay|remain|strictly|both|kept|keep|roughly) ){0,3}",
    re.IGNORECASE,
)
_OBLIGES = (
    (_KEEP, _ALIKE, 80, "."),
    (_MUST, _ALIKE, 0, "."),
    (re.compile(r"(?:держ|долж|нужно)\w*", re.IGNORECASE), re.compile("синхрон|совпада", re.IGNORECASE), 60, "."),
    (re.compile("保持|必须|需要?|应"), re.compile("一致|同步"), 30, "。"),
)
"""That something has to be so, not that it is: what asks, what for, most characters between them, what ends both.

They read a sentence whose words are one space apart.
"""
_NOT = re.compile(
    r"\b(?:not|no|never|cannot|avoid|would|instead of|used to|so that|this ensures|which keeps?)\b|n't\b|https?://"
    r"|\bupstream\b|\bmatch \(|\b(?:regex|glob|pattern|input|output) (?:must|should) match",
    re.IGNORECASE,
)
"""A sentence that denies it, gives a purpose, or is about another repository."""
_BY_ITSELF = re.compile(
    r"\b(?:automatic(?:ally)?|auto-?generated|generated (?:by|from)|generate\b|derived|derivation|enforce[sd]?"
    r"|verif(?:y|ies|ied)|assert(?:s|ed|ion)?|static_assert|lint(?:er|ed)?|trigger|validated|compile[- ]time"
    r"|checked (?:by|in|at)|tests? (?:will|that|which|checks?|ensures?|guards?|fails?|pins?)"
    r"|(?:by|via|with) (?:an?|the)(?: [\w-]{1,20}){0,2} test|guard test|covered by)\b",
    re.IGNORECASE,
)
"""Something else sees to it."""
_NAME = re.compile(
    r"(?:[\w@.$\[\]-]{1,80}[/\\]){0,12}[\w.@$\[\]-]{0,80}?[\w\]-]\.(?:pyi?|rs|go|tsx?|jsx?|[mc][jt]s|java|rb|cs|cc"
    r"|cpp|hpp|[chm]|php|ya?ml|toml"
    r"|json5?|jsonc|sh|ps1|sql|s?css|less|tmpl|html|vue|svelte|kts?|swift|exs?|md|rst|txt|proto|graphql|tf|zig|lua|erb|haml"
    r"|fish|nix|gradle|cmake|ungram|prisma|cfg|ini|scala|dart|hs|ml|clj|heex|ipynb|gotmpl)\b"
    r"|(?:[\w@.$-]{1,80}/){0,12}\b(?:Makefile|Dockerfile|[Jj]ustfile|CMakeLists\.txt|Gemfile|Rakefile)\b"
)
_REFERS = re.compile(r"\b(?:[Ss]ee|cf\.|as (?:described|explained) in) (?:also |the )?[`'\"]{0,2}[\w./@$-]{1,120}")
"""Where more is said of it, which is not what has to match."""
_SYMBOL = re.compile(
    r"`{1,2}\[?([\w.:#\\$-]{6,120}?)(?:\(\))?\]?`{1,2}|\[([\w.:#]{6,120})\]|([\w.:#\\$]{5,120})\(\)"
    r"|(?<![\w.])([A-Z]\w{1,60}(?:\.|::)[A-Za-z]\w{4,60})(?![\w.])"
    r"|(?<![\w.])((?:[A-Z][a-z0-9]+){2,8}|[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,8}"
    r"|[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,8})(?![\w.])"
)
_RULER = re.compile(r"[=\-*#~_─]{4,}")
_BACK = re.compile(r"(?<=\w)\\(?=\w)")
_IDENTIFIER = re.compile(r"\w+")
_IN_CODE = re.compile(r"`([^`\s]{3,80})`|\b([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,8})\b|\b(\w{4,60})\(\)")
_SAID_IN = re.compile(
    r"\b([A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){1,8}|\w{1,60}(?=`))`? (?:defined |constant )?in `?[\w./-]+\.\w"
)
_END = re.compile(r"(?<=[.!?。])\s+(?=[A-Z`\"'(\[])|(?<=。)")
_LEAD = re.compile(r"^(?:(?:NOTE|TODO|IMPORTANT|WARNING|NB|FIXME|XXX|HACK)\b(?:\([^)]{0,30}\))?[:!]*\s*|[!\s*>-]+)+")
_COPIED = re.compile(
    r"(?:^|/)(?:deps|third[-_]?party|vendor(?:ed)?|external|extern|examples?|migrations?|bench(?:es|marks?)?|playground"
    r"|fixtures|templates?/project)(?:/|$)",
    re.IGNORECASE,
)
_GENERIC = frozenset(["index", "mod", "main", "lib", "__init__", "types", "utils", "init", "base"])
_KEYWORD = re.compile(
    r"\b(?:def|fn|func|function|class|struct|enum|trait|interface|type|const|let|var|static|module|macro_rules!|sub"
    r"|proc) (?:\([^)]{0,80}\) ?)?\Z"
)
_TYPED = re.compile(r"\b(?:const|static|readonly|final) (?:[\w<>?\[\]]{1,40} ){1,3}\Z")
"""What stands in front of a name that is defined: a keyword, or that of a constant and its type."""
_OPEN_TO = frozenset(["export", "pub", "static", "public", "private"])
_ASSIGNED = re.compile(r" ?(?::[^=]{1,60})?=(?!=)")
_LONGEST_LINE = 2000
"""Characters of a line of code; a longer one is generated."""
_SHORT_LINE = 48
"""A comment's line that ends before its room does, after which a capital begins another sentence."""
_OF_ONE = re.compile(
    r"(?:this|these|the) (?:[\w-]{1,30} )?"
    r"(?:variable|constant|name|naming|string|value|key|number|prefix|suffix|default)s?\b",
    re.IGNORECASE,
)
"""A sentence about one name, and not about its file."""
_IN_QUOTES = re.compile(r"""["'`](\w{4,60})["'`]""")
_CODE_NAME = re.compile(r"\b(?:[a-z]\w{0,40}_\w{1,40}|[A-Z][A-Z0-9]{1,30}_\w{1,40}|[a-z]{2,30}[A-Z]\w{1,40})\b")
_BELOW = 6
"""Lines below one of a comment within which the code is that it is about."""
_BODY = 15
"""Lines from the one that defines a name within which a change is about it."""
_TELLING = 6
"""Characters of a name that tells."""
_LONGEST, _SHORTEST = 260, 20
_EVERYWHERE = 30
"""Files with a name from which on it is no name of one place."""
_BREAK = re.compile(r"[:;(]\s|\s[(]|\s[–—-]\s")
_NEAR = 60
"""Characters behind the words that oblige within which a name is what has to match."""
_MOST_SYMBOLS = 40
_LATELY = 730 * DAY
_HUB = 0.08
"""Share of all commits from which on a file is changed by everything."""
_OFTEN = 20
"""Changes of the other file without this one from which on most of it is about something else."""
_SHOWN = 4
_ASKED = 60
"""Changes of which it is asked whether they are about the name that is meant."""
_WORDY = re.compile(r"[^\W\d_]{2,}")
_PLAINLY = 6
"""Words of a comment beside the names in it that only say that two things are to be the same."""
_WIDE, _HUGE = 30, 100
"""Files of a commit beyond which it does not tell that two belong together, or tells nothing."""
_MOST = 6


@dataclass(frozen=True, slots=True)
class _Pair:
    path: str
    number: int
    other: str
    sentence: str
    named: str = ""
    """What the comment names in the other file."""


def _best_first(group: Sequence[tuple[float, _Pair]]) -> tuple[float, str, int]:
    """Pairs of one comment by the best of their scores, then by where the comment stands."""
    return -max(score for score, _ in group), group[0][1].path, group[0][1].number


class SyncComment(HistorySignal):
    """A comment says that its file has to match another file, and nothing in the other file says so.

    It has to oblige ("keep in sync with", "must match"), not to tell, and to name the other file, or something that
    only one file defines. What a test, a generator or a linter sees to does not count, nor what is about another
    repository; a name that stands in neither file makes it old. Where it is about one name, the changes shown are to
    that name. In zed only `auto_update.rs` says that it has to match `updater.rs`; 777b46533f changed both.
    """

    name = "sync_comment"

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each comment that names files which do not name its own."""
        spoken = past.comments(_WORDS, [path for path in sorted(past.present) if _may_speak(past, path)])
        said_of = list(_pairs(past, spoken))
        both = {(pair.path, pair.other) for pair in said_of}
        once: dict[tuple[str, str], _Pair] = {}
        for pair in said_of:
            if (pair.other, pair.path) not in both:
                once.setdefault((pair.path, pair.other), pair)
        texts = past.read(sorted({path for pair in once.values() for path in (pair.path, pair.other)}))
        touched = _touched(past, {path for both in once for path in both})
        by_comment: defaultdict[tuple[str, str], list[tuple[float, _Pair]]] = defaultdict(list)
        for pair in once.values():
            here, there = texts.get(pair.path, ""), texts.get(pair.other, "")
            changes = touched[pair.other]
            if _says_too(there, pair.path) or _says_of(spoken.get(pair.other, ()), here) or _is_old(pair, here, there):
                continue
            if changes and past.newest - changes[0].committed <= _LATELY:
                named = pair.named or _anchor(pair.sentence, there) or _meant(pair, here, there)
                if named == pair.named and pair.named and here.count(named) > pair.sentence.count(named):
                    continue  # it is meant where it is used
                score = _score(past, pair, named, changes)
                by_comment[pair.path, pair.sentence].append((score, replace(pair, named=named)))
        ranked = sorted(by_comment.values(), key=_best_first)
        alike: dict[tuple[frozenset[str], frozenset[str]], list[list[_Pair]]] = {}
        for group in ranked:
            pairs = [pair for _, pair in group]
            said_once = frozenset(content(pairs[0].sentence)), frozenset(pair.other for pair in pairs)
            alike.setdefault(said_once, []).append(pairs)
        made = (
            _finding(past, self.name, same[0], [one[0].path for one in same[1:]], touched)
            for same in list(alike.values())[: 2 * _MOST]
        )
        return best(list(made), _MOST)


def _score(past: Past, pair: _Pair, named: str, changes: Sequence[Diffed]) -> float:
    recent: float = 0.5 ** ((past.newest - changes[0].committed) / (365 * DAY))
    hub = 0.4 if len(changes) > _HUB * len(past.commits) else 1.0
    together = sum(pair.path in commit.files for commit in changes)
    return recent * hub * (1 + min(together, 5) / 5) * (1.0 if named else 0.7)


def _finding(
    past: Past, name: str, pairs: Sequence[_Pair], also: Sequence[str], touched: Mapping[str, Sequence[Diffed]]
) -> Finding:
    """One comment, and the files that have the same one."""
    first, others = pairs[0], [pair.other for pair in pairs]
    place = first.path, first.number
    since = past.written([place]).get(place, 0)
    here = next((line for other in others if (line := said(past, _names_both(first.path, other)))), None)
    changes = sorted(
        {commit for other in others for commit in touched[other]}, key=lambda one: (-one.committed, one.sha)
    )
    together = [commit for commit in changes if first.path in commit.files and len(commit.files) <= _WIDE]
    alone = [commit for commit in changes if first.path not in commit.files]
    if first.named:
        about = _concerning(past, pairs, changes)
        together = [commit for commit in together if commit.sha in about]
        alone = [commit for commit in alone if commit.sha in about]
    shown = together[:_SHOWN] or alone[:2]
    this = " and ".join(code(path) for path in (first.path, *also[:2]))
    sides = [f"{code(pair.named)} in {code(pair.other)}" if pair.named else code(pair.other) for pair in pairs[:3]]
    listed = sides[0] if len(sides) == 1 else ", ".join(sides[:-1]) + " or " + sides[-1]
    sentence = plain(_LEAD.sub("", first.sentence)).rstrip(".")
    tells = len(_WORDY.findall(_NAME.sub(" ", sentence).replace(first.named or " ", " "))) > _PLAINLY
    against = []
    if len(alone) >= _OFTEN and not first.named:
        against.append(f"{len(alone)} changes came without {this}: a rule has to say which part is meant.")
    quotes = {commit.sha: "changed both" if commit in together else f"without {first.path}" for commit in shown}
    says = "say that they have" if also else "says that it has"
    return Finding(
        signal=name,
        subject=f"{first.path} <- {', '.join(others)}",
        title=f"Only {this} {says} to match {listed.replace(' or ', ' and ')}: “{sentence}”",
        weight=max(1, len(together)),
        actors=tuple(sorted({past.person(commit.name, commit.email) for commit in shown or changes[:1]})),
        files=(first.path, *also, *others),
        evidence=(
            Evidence(first.sentence, Locator(Where.FILE, *place), moment(since) if since else ""),
            *(
                Evidence(
                    f"{commit.subject} [{quotes[commit.sha]}]",
                    Locator(Where.COMMIT, commit.sha),
                    moment(commit.committed),
                    past.person(commit.name, commit.email),
                    commit.digest,
                )
                for commit in shown
            ),
        ),
        first_seen=moment(since or min(commit.committed for commit in changes)),
        last_seen=moment(changes[0].committed),
        rule=f"When you change {listed}, keep {this} in sync with it{f': “{sentence}.”' if tells else '.'}",
        against=tuple(against),
        kept_at=here.place if here is not None else "",
    )


def _concerning(past: Past, pairs: Sequence[_Pair], changes: Sequence[Diffed]) -> set[str]:
    """The changes to what the name that is meant defines, else those with it in their lines; and those not known."""
    known = past.lines([commit.sha for commit in changes[:_ASKED]])
    texts = past.read(sorted({pair.other for pair in pairs}))
    bodies = {pair.other: _body(texts.get(pair.other, ""), pair.named) for pair in pairs}
    inside, naming = set(), set()
    for commit in changes[:_ASKED]:
        files = known.get(commit.sha)
        for pair in pairs:
            changed = files.get(pair.other) if files is not None else None
            lines = {*changed.put, *changed.taken} if changed is not None else frozenset()
            if any(len(line) >= _SHORTEST for line in lines & bodies[pair.other]):
                inside.add(commit.sha)
            elif files is None or any(pair.named in line for line in lines):
                naming.add(commit.sha)
    return inside or naming


def _body(text: str, name: str) -> frozenset[str]:
    """The lines of a file that belong to what it defines under a name."""
    lines = text.split("\n")
    at = next((number for number, line in enumerate(lines) if name in line and _defines(line, name)), len(lines))
    return frozenset(line.strip() for line in lines[at : at + _BODY])


def _may_speak(past: Past, path: str) -> bool:
    return not (past.ignored[path] or is_aside(path) or _COPIED.search(path.rpartition("/")[0]))


def _touched(past: Past, paths: set[str]) -> Mapping[str, list[Diffed]]:
    """The commits that changed each file, newest first, without those that changed everything."""
    found: defaultdict[str, list[Diffed]] = defaultdict(list)
    for commit in past.commits:
        if len(commit.files) <= _HUGE:
            for path in paths.intersection(commit.changed):
                found[path].append(commit)
    return found


def _pairs(past: Past, spoken: Mapping[str, Sequence[Comment]]) -> Iterator[_Pair]:
    """Which file has to match which, by what the comments say."""
    names: defaultdict[str, list[str]] = defaultdict(list)
    for path in sorted(past.present):
        names[path.rpartition("/")[2]].append(path)
    unnamed: list[tuple[str, int, str, str]] = []
    for path, comments in sorted(spoken.items()):
        for comment in comments:
            for sentence in _obliging(comment.text):
                files = _NAME.findall(_REFERS.sub(" ", sentence))
                others = [other for file in files if (other := _resolved(past, names, path, file)) and other != path]
                for other in dict.fromkeys(others):
                    if _may_be_told(past, other):
                        yield _Pair(path, comment.number, other, sentence)
                if not files and (symbol := _symbol(sentence)):
                    unnamed.append((path, comment.number, sentence, symbol))
    unnamed = unnamed[:_MOST_SYMBOLS]
    defined = _defined(past, {symbol for *_, symbol in unnamed})
    for path, number, sentence, symbol in unnamed:
        other = defined.get(symbol, "")
        if other and other != path:
            yield _Pair(path, number, other, sentence, symbol)


def _may_be_told(past: Past, path: str) -> bool:
    return not (past.ignored[path] or (is_aside(path) and not path.endswith((".md", ".rst", ".txt"))))


def _obliging(text: str) -> Iterator[str]:
    """The sentences of a comment that oblige, if nothing else sees to it."""
    if _BY_ITSELF.search(text):
        return
    lines = [_RULER.sub("", line) for line in text.split("\n")]
    paragraphs = [lines[:1]]
    for before, line in pairwise(lines):
        if len(before) < _SHORT_LINE and line[:1].isupper() and not before.endswith((",", "(", "`")):
            paragraphs.append([line])
        else:
            paragraphs[-1].append(line)
    for one in chain.from_iterable(_END.split(" ".join(paragraph)) for paragraph in paragraphs):
        sentence = _BACK.sub("/", " ".join(one.split()).removeprefix("- "))
        if _SHORTEST <= len(sentence) <= _LONGEST and _behind(sentence) and not _NOT.search(sentence):
            yield sentence


def _behind(sentence: str) -> int:
    """Where the first words that oblige end; 0 if there are none."""
    obliging = (
        (asks.start(), alike.end())
        for asking, wanted, most, end in _OBLIGES
        for asks in asking.finditer(sentence)
        if (alike := wanted.search(sentence, asks.end()))
        and alike.start() - asks.end() <= most
        and end not in sentence[asks.end() : alike.start()]
    )
    return min(obliging, key=itemgetter(0), default=(0, 0))[1]


def _resolved(past: Past, names: Mapping[str, Sequence[str]], path: str, file: str) -> str:
    """The file that a comment means: beside it or below it, else the only one whose path ends so."""
    name = file.lstrip("./").rpartition("/")[2]
    beside = normpath(f"{path.rpartition('/')[0]}/{file}")
    if beside in past.present:
        return beside
    fit = [one for one in names.get(name, ()) if f"/{one}".endswith(f"/{file.lstrip('./')}")]
    return fit[0] if len(fit) == 1 else ""


def _symbol(sentence: str) -> str:
    """The name right behind the words that oblige."""
    begins = _behind(sentence)
    near = _BREAK.split(sentence[begins : begins + _NEAR], maxsplit=1)[0]
    for match in _SYMBOL.finditer(near):
        whole = next(one for one in match.groups() if one)
        parts = _IDENTIFIER.findall(whole)
        if parts and len(parts[-1]) >= 6 and parts[-1].casefold() not in {"default", "string", "number", "object"}:
            return str(parts[-1])
    return ""


def _anchor(sentence: str, there: str) -> str:
    """What a comment names in the other file, by which that part of it is known."""
    text, words = _NAME.sub(" ", sentence), sorted(set(_IDENTIFIER.findall(there)))
    for match in _SYMBOL.finditer(text):
        parts = _IDENTIFIER.findall(next(one for one in match.groups() if one))
        same = [word for word in words if parts and (word == parts[-1] or word.endswith(f"_{parts[-1]}"))]
        if same:
            return str(min(same, key=len))
    return ""


def _meant(pair: _Pair, here: str, there: str) -> str:
    """The one name that a comment is about, where it says so: it stands in the code below it, and in the other file."""
    if not _OF_ONE.match(_LEAD.sub("", pair.sentence)):
        return ""
    below = here.split("\n")[pair.number : pair.number + _BELOW]
    quoted = (name for line in below for name in _IN_QUOTES.findall(line[:_LONGEST_LINE]))
    plain_ones = (name for line in below for name in _CODE_NAME.findall(line[:_LONGEST_LINE]))
    words = set(_IDENTIFIER.findall(there))
    return next((name for name in chain(quoted, plain_ones) if name in words and name not in pair.sentence), "")


def _defined(past: Past, symbols: set[str]) -> dict[str, str]:
    """The one file that defines each name; names that several files define are absent."""
    places = past.places([Sought(symbol) for symbol in sorted(symbols)]) if symbols else {}
    holding = {
        sought.text: [path for path in stands if _may_speak(past, path)]
        for sought, stands in places.items()
        if len(stands) <= _EVERYWHERE
    }
    texts = past.read(sorted({path for paths in holding.values() for path in paths}))
    found = {}
    for symbol, paths in holding.items():
        defining = [path for path in paths if _defines(texts.get(path, ""), symbol)]
        if len(defining) == 1:
            found[symbol] = defining[0]
    return found


def _defines(text: str, name: str) -> bool:
    """Whether a line of code defines a name."""
    return any(
        name in line and len(line) <= _LONGEST_LINE and _defined_in(" ".join(line.split()), name)
        for line in text.split("\n")
    )


def _defined_in(line: str, name: str) -> bool:
    """Behind a keyword or the type of a constant, or in front of `=` with nothing before it but who may see it."""
    at = line.find(name)
    while at >= 0:
        before, behind = line[:at], line[at + len(name) :]
        near = before[-_LONGEST:]
        if not (behind[:1].isalnum() or behind[:1] == "_") and (_KEYWORD.search(near) or _TYPED.search(near)):
            return True
        if (not before or before.endswith(" ")) and _OPEN_TO.issuperset(before.split()) and _ASSIGNED.match(behind):
            return True
        at = line.find(name, at + len(name))
    return False


def _says_too(text: str, path: str) -> bool:
    """Whether a file names another one anywhere but where it brings files in."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0]
    sought = f"{folder.rpartition('/')[2]}/{stem}" if stem in _GENERIC and folder else name
    dotted = f"{folder.rpartition('/')[2]}.{stem}" if folder and stem not in _GENERIC else sought
    if sought not in text and dotted not in text:
        return False
    named = Counter(text.split("\n")) - Counter(brings_in(text))
    return any(sought in line or dotted in line for line in named)


def _says_of(comments: Sequence[Comment], here: str) -> bool:
    """Whether a comment of the other file obliges too, by a name that this one defines."""
    names = {
        name
        for comment in comments
        for sentence in _obliging(comment.text)
        for name in _CODE_NAME.findall(sentence)
        if len(name) >= _TELLING
    }
    return any(name in here and _defines(here, name) for name in sorted(names)[:_MOST_SYMBOLS])


def _is_old(pair: _Pair, here: str, there: str) -> bool:
    """Whether a name in code that the comment gives stands in neither file, or not in the one it is said to be in."""
    if any(name not in there for name in _SAID_IN.findall(pair.sentence)):
        return True
    names = [next(one for one in found if one) for found in _IN_CODE.findall(pair.sentence)]
    parts = [_IDENTIFIER.findall(name)[-1:] for name in names if "/" not in name and not _NAME.fullmatch(name)]
    return any(part and there.find(part[0]) < 0 and here.count(part[0]) < 2 for part in parts)


def _names_both(path: str, other: str) -> Says:
    """Whether a line names both files."""
    one, two = (name.rpartition("/")[2] for name in (path, other))
    return lambda lines, at: one in lines[at] and two in lines[at]
