"""Whether the words around a name tell of the past. Sentences run over wrapped lines."""

import re
from bisect import bisect_right
from collections.abc import Sequence

_CLAUSE = re.compile(
    r";|[:：]\s|\s(?:-|because|so|but|although|while)\s|,\s(?:and|which|who|where|it|they|we|use|run|see)\s"
)
_FINITE = re.compile(
    r"\b(?:was|were|had|did|(?:was|were|did|had)n't|broke|took|went|came|ran|wrote|got|gave|began|fell|became|threw|hid"
    r"|chose|drew|knew|saw|drove|froze|wurden?|waren?|hatten?)\b|\bбыл[аои]?\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"(?<![\w-])(?!(?:un|need|feed|seed|speed|indeed|embed|shed|bed|red|hundred|exceed|proceed|succeed|named|called|based"
    r"|required|allowed|expected|used|located|defined|stored|generated|shared|nested|supported|provided|related|typed"
    r"|dedicated|supposed|limited|detailed|hosted)\w{0,9}\b)[a-z]{2,16}ed\b(?!-|\s(?:by|in|at|with|under|to|from|as|on"
    r"|via|per|for|into|of|inside|through|against|over|and|or)\b)"
)
_WORD = re.compile(r"[\w']+")
_NO_VERB_AFTER = re.compile(
    r"(?:"
    r"a|an|the|this|that|these|those|its|their|our|my|your|his|her|each|every|"
    r"any|all|no|some|of|with|by|for|from|in|on|to|at|as|via|into|is|are|be"
    r"|been|being|get|gets|has|have|having|will|would|can|could|should|must|may|"
    r"not|never|only|already|newly|fully|and|or|when|if|once|until|after|before"
    r")",
    re.IGNORECASE,
)
_BEGINS = re.compile(
    r"(?:Fixed|Added|Removed|Moved|Merged|Shipped|Refactored|Deleted|Updated|Bumped|Rewrote|Introduced|Extracted|Reverted"
    r"|Landed|Committed|Pushed|Released|Converted|Split|Tried)\b"
)
_MARKS = " \t\r\n*_~>#+-•✅✓[]()xX0123456789."
_PRESENT = re.compile(
    r"\b(?:is|are|has|have|must|should|shall|can|cannot|may|lives|uses|reads|writes|holds|contains|needs|keeps|always"
    r"|never|does|don't|Use|See|Run|Read|Call|Keep|(?:we|they|you|to) (?:use|run|read|call|keep|see|need))\b"
    r"|[(,;:]\s?see\b"
)
_LONGEST = 20_000
"""Characters of a paragraph that are looked at."""


def tells_past(sentence: str, at: int) -> bool:
    """Whether the clause around a place of a sentence tells what happened: a past verb and none of the present."""
    breaks = [match.start() for match in _CLAUSE.finditer(sentence)]
    place = bisect_right(breaks, at)
    clause = sentence[breaks[place - 1] if place else 0 : breaks[place] if place < len(breaks) else len(sentence)]
    if not place and _BEGINS.match(clause.lstrip(_MARKS)):
        return True
    return (_FINITE.search(clause) is not None or _has_verb(clause)) and _PRESENT.search(clause) is None


def _has_verb(clause: str) -> bool:
    """Whether a word that ends in -ed is the verb, and no adjective: a name or noun stands before it."""
    for match in _VERB.finditer(clause):
        before = _WORD.findall(clause, max(0, match.start() - 40), match.start())
        if before and not _NO_VERB_AFTER.fullmatch(before[-1]):
            return True
    return False


_STARTS = re.compile(r"\s*(?:[-*+•]\s|\d{1,3}[.)]\s|#{1,6}\s|\||>|(?:[-*_]\s*){3,}$)")


def paragraphs(lines: Sequence[str], is_text: Sequence[bool]) -> list[tuple[int, int]]:
    """For each line the first and the last of those it is wrapped over, the latter not included."""
    found: list[tuple[int, int]] = []
    begin = size = 0
    for at, line in enumerate(lines):
        size += len(line)
        alone = not is_text[at] or not line.strip() or _STARTS.match(line) is not None
        if alone or size > _LONGEST or (begin < at and not (is_text[at - 1] and lines[at - 1].strip())):
            found += [(begin, at)] * (at - begin)
            begin, size = at, len(line)
    return found + [(begin, len(lines))] * (len(lines) - begin)
