"""The stem of an English word, so that `deploys`, `deployed` and `deployment` are one: rough and small."""

from functools import lru_cache

from dreamtui.dream.reorganize.vocabulary import words_of

_ENDINGS = (
    ("isations", "ize"), ("izations", "ize"), ("isation", "ize"), ("ization", "ize"), ("ations", "ate"),
    ("ation", "ate"), ("ments", ""), ("ment", ""), ("ising", "ize"), ("izing", "ize"), ("ised", "ize"), ("ized", "ize"),
    ("ises", "ize"), ("izes", "ize"), ("ise", "ize"), ("ingly", ""), ("edly", ""), ("nesses", ""), ("ness", ""),
    ("ings", ""), ("ing", ""), ("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"),
    ("xes", "x"), ("zes", "ze"), ("ed", ""), ("es", "e"), ("ly", ""), ("s", ""),
)  # fmt: skip
_KEPT = words_of(
    """this his its was has does less access process address status css js os aws always across analysis
    class bus gas lens news redis jenkins kubernetes axios during string thing nothing something anything
    need feed seed speed embed only early family reply apply supply fly"""
)
_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """The stem of a lower-case word; short words, and those in which nothing is left before the ending, stay."""
    if len(word) < 4 or word in _KEPT or not word.isascii() or not word.isalpha():
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending):
            head = word[: -len(ending)]
            if len(head) < 3 or not _VOWELS & set(head) or (ending == "s" and head[-1] in "sui"):
                continue
            return _tidy(head + instead)
    return _tidy(word)


def _tidy(word: str) -> str:
    """A stem without a doubled last letter or a silent e: `runn`, `use` and `us` end alike."""
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "lsz":
        return word[:-1]
    if len(word) > 3 and word.endswith("e"):
        word = word[:-1]
    return word[:-3] + "or" if word.endswith("our") and len(word) > 4 else word
