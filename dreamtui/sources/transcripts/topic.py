"""What a sentence is about, in a normal form that is the same in other words."""

import re

from dreamtui.text.words import STOP_WORDS, tokens

_SUBJECT = 120


def word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OBJECT = r"(?P<what>[^\s,;:!?()]+(?:\s+[^\s,;:!?()]+){0,5})"
_USE = re.compile(
    r"(?<!don't )(?<!not )(?<!never )(?<!stop )(?<!will )(?<!would )(?<!can )\b"
    r"(?:use|using|prefer|go with|stick (?:to|with)|switch to|run)\s+" + _OBJECT
)
_NOT = re.compile(
    r"\b(?:never|don't|do not|not|stop|instead of|rather than|no more)\s+(?:ever\s+)?"
    r"(?:(?:use|using|run|running|want)\s+)?" + _OBJECT
)
_CUT = STOP_WORDS | {
    "not", "never", "instead", "rather", "here", "now", "when", "because", "since", "please", "everywhere", "anymore",
    "any", "more", "always", "again", "over", "just", "also", "too", "don't", "stop", "only", "unless", "until", "use",
    "using", "run",
}  # fmt: skip
_LEADING = frozenset({"the", "a", "an", "our", "my", "your", "that", "this", "just", "only", "plain"})
_FILLER = word_set(
    "please no nope nah ok okay actually just here again should must could would can now also really very always so"
    " let's lets use remember that's it's that it i've i'm you're we're sure make want need do did does when all any"
    " every everywhere anymore ever thing things way stop instead rather wrong said told already"
)
_NEGATIONS = word_set("not never don't dont without shouldn't mustn't can't no nicht kein nie pas jamais nunca não не")


def _object(match: re.Match[str] | None) -> str:
    """The thing a pattern found, cut where the sentence goes on."""
    if match is None:
        return ""
    kept: list[str] = []
    for word in match["what"].split():
        bare = word.strip("`'\"*.,")
        if not kept and bare in _LEADING:
            continue
        if bare in _CUT or len(kept) == 3:
            break
        kept.append(bare)
        if word[-1:] in ".,":
            break
    return " ".join(kept)


def topic(text: str) -> str:
    """The normal form: `use X not Y` where that is what is said, else the stems of the words that carry it, sorted."""
    wanted = _object(_USE.search(text))
    unwanted = next((found for match in _NOT.finditer(text) if (found := _object(match)) and found != wanted), "")
    if wanted and unwanted and len(unwanted.split()) <= 3:
        return f"use {wanted} not {unwanted}"[:_SUBJECT]
    if wanted and len(text.split()) <= 4:
        return f"use {wanted}"[:_SUBJECT]
    said = tokens(text)
    stems = sorted(
        {_stem(word) for word in said if word not in STOP_WORDS and word not in _FILLER and word not in _NEGATIONS}
    )
    if not stems:
        return ""
    return " ".join((["not"] if _NEGATIONS & set(said) else []) + stems[:12])[:_SUBJECT].rstrip()


def _stem(word: str) -> str:
    """A word without its ending, so that `tests` and `test`, `committing` and `commit` are one."""
    if not word.isalpha() or len(word) < 4:
        return word
    if len(word) == 4:
        return word[:-1] if word[-1] == "e" or (word[-1] == "s" and word[-2] != "s") else word
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            bare = word[: -len(ending)]
            return bare[:-1] if ending in {"ing", "ed"} and bare[-1:] == bare[-2:-1] and bare[-1:] not in "sl" else bare
    return word.removesuffix("e")
