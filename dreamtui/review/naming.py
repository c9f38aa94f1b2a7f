"""What of the evidence a text names: a commit, a file, an error, an id, a person, or some of its very words."""

import re
from collections.abc import Iterable, Sequence

from dreamtui.model.evidence import Evidence, Where
from dreamtui.text.words import STOP_WORDS, tokens

_HEX = re.compile(r"[0-9a-f]{7,40}")
_ERROR = re.compile(r"\b[A-Z][A-Za-z0-9_]+(?:Error|Exception)\b")
_PATH = re.compile(r"(?<![\w./\-])[\w./\-]*\w\.[A-Za-z]\w{0,7}\b|(?<![\w.\-])(?:[\w.\-]+/)+[\w.\-*]*")
_ID = re.compile(r"(?<![\w#-])(?:#\d+|[A-Z][A-Z0-9]*-\d+|[bimnpr]-[0-9a-f]{10}|[0-9a-f]{8}-[0-9a-f-]{4,27})(?![\w-])")
_ROLES = frozenset({"user", "assistant", "agent", "human", "person", "system", "tool", "bot", "unknown", "root", "you"})
"""Names that say what somebody is, not who."""
PHRASE = 3
"""Words of the evidence in a row from which on they are a quotation."""
_MOST_SAID, _MOST_QUOTED = 1000, 300
"""Words of a reason and of a quote in which a quotation is looked for."""
_UNSPACED = 6
"""Characters of a word in a script without blanks from which on it is one."""


def named(words: str, evidence: Iterable[Evidence], files: Iterable[str] = ()) -> tuple[str, ...]:
    """What the words name, commits first, each once, at most five; empty when they name nothing.

    Numbers and single words of everyday prove nothing: they stand in almost every evidence. A file the item is about
    is named by its path or its name.
    """
    said = tokens(words)
    pieces = tuple(evidence)
    about = tuple(file.casefold() for file in files)
    found = [word for word in said if _HEX.fullmatch(word) and _is_commit(word, pieces)]
    found += [path for path in _PATH.findall(words) if _is_file(path.casefold(), pieces, about)]
    found += [error for error in _ERROR.findall(words) if any(_stands(error, piece.quote) for piece in pieces)]
    found += [one for one in _ID.findall(words) if any(_is_id(one, piece) for piece in pieces)]
    found += [piece.who for piece in pieces if _is_person(piece.who, said)]
    found = found or _quoted(said, pieces)
    return tuple(dict.fromkeys(found))[:5]


def _is_commit(word: str, evidence: tuple[Evidence, ...]) -> bool:
    """Whether a hex word begins the sha of a commit in the evidence."""
    return any(piece.locator.where is Where.COMMIT and piece.locator.ref.startswith(word) for piece in evidence)


def _is_file(path: str, evidence: tuple[Evidence, ...], about: tuple[str, ...]) -> bool:
    """Whether a path-like word is a file of the item, the one a quote stands in, its name, or is in a quote."""
    if any(file == path or file.endswith("/" + path) for file in about):
        return True
    for piece in evidence:
        ref = piece.locator.ref.casefold() if piece.locator.where is Where.FILE else ""
        if _stands(path, piece.quote.casefold()) or (ref and (ref == path or ref.endswith("/" + path))):
            return True
    return False


def _is_id(one: str, piece: Evidence) -> bool:
    """Whether something that looks like an id is in the quote, or is the record it stands in."""
    return _stands(one, piece.quote) or (piece.locator.where is not Where.FILE and one in piece.locator.ref)


def _is_person(who: str, said: Sequence[str]) -> bool:
    """Whether somebody is named in full; a role such as `user` is nobody."""
    name = tokens(who)
    return bool(name) and who.strip().casefold() not in _ROLES and _in_a_row(name, said)


def _stands(word: str, text: str) -> bool:
    """Whether a word stands in a text as a whole, not as a part of another."""
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def _in_a_row(name: Sequence[str], said: Sequence[str]) -> bool:
    size = len(name)
    return any(list(said[at : at + size]) == list(name) for at in range(len(said) - size + 1))


def _quoted(said: Sequence[str], evidence: tuple[Evidence, ...]) -> list[str]:
    """The longest words in a row that a quote has in the same row, when they are enough to be a quotation."""
    words = list(said[:_MOST_SAID])
    best: list[str] = []
    for quote in {tuple(tokens(piece.quote)[:_MOST_QUOTED]) for piece in evidence}:
        places: dict[str, list[int]] = {}
        for at, word in enumerate(quote):
            places.setdefault(word, []).append(at)
        rows: dict[int, int] = {}
        for end, word in enumerate(words, 1):
            rows = {at: rows.get(at - 1, 0) + 1 for at in places.get(word, ())}
            run = words[end - max(rows.values(), default=0) : end]
            if run and (len(run), run) > (len(best), best) and _is_quotation(run):
                best = run
    return [" ".join(best)] if best else []


def _is_quotation(run: Sequence[str]) -> bool:
    """Three words or more of which two have a meaning of their own; one long word where words are not set apart."""
    telling = [word for word in run if word not in STOP_WORDS and not word.isdigit()]
    long = any(len(word) >= _UNSPACED and not any(char.isascii() or char.isspace() for char in word) for word in run)
    spoken = long and any("\u3040" <= char <= "\ud7a3" for word in run for char in word)
    return spoken or (len(run) >= PHRASE and len(telling) >= 2)
