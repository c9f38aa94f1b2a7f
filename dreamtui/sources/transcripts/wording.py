"""Whether a person's words correct the agent or tell it to remember, and what they are about in a normal form.

English only, and rather too strict than too lax: half of what looks like a correction is a task. A sentence is weighed
by how it begins and what it says; a prompt counts when its best sentence weighs enough.
"""

import re

from dreamtui.text.words import STOP_WORDS, tokens

ENOUGH = 0.65
"""Weight from which on a sentence is a correction."""
_SHORT, _LONG = 80, 300
_LOOKED_AT = 1200
"""Characters of a prompt in which a correction is looked for; what comes after is mostly pasted."""
_SENTENCES = 6
_SUBJECT = 120

_CODE = re.compile(r"```.*?(?:```|\Z)|<(\w+)>.*?</\1>", re.DOTALL)
_END = re.compile(r"\s(?:(?<=[.!?;]\s)\s*|(?<=\n)\n*|\s*[—–-]\s+)")
"""Where a sentence ends: white space after a full stop, ends of lines, a dash. It begins with white space in every
case, so that it is only tried there."""
_OPENING = re.compile(
    r"^(?:(?:ok(?:ay)?|so|well|uh|hm+|hey|sorry|and|but|also|yes|yeah|oh|ah+|again|please|claude)\b[\s,.!:…-]*)+"
)

_REFUSAL = re.compile(
    r"(?:no|nope|nah)(?:[,.!:]+\s*|\s+)(?!(?:problem|worries|need|thanks|thank|idea|rush|changes?|errors?|longer|one|matter"
    r"|more|other|issues?|hurry|question|such|big|further)\b)\S"
)
_STOP = re.compile(
    r"(?:do not|don't|dont|stop)\s+(?!(?:need|worry|know|have|think|see|understand|mind|care|forget|want|like|get"
    r"|remember|hesitate|believe|you|here|there|now|at|the|it|for|yet)\b)[a-z]"
)
_WRONG = re.compile(
    r"(?:that|this|it|which)(?:'s|’s| is| was)\s+(?:still\s+|just\s+|totally\s+|completely\s+)?"
    r"(?:wrong|incorrect|not\s+(?:right|correct|what\s+i|how\s+(?:we|i|it)|true|the\s+(?:right|correct)))"
    r"|(?:you(?:'re|’re| are)\s+wrong\b)|wrong\s+(?:file|folder|directory|branch|approach|command|package|tool|one)\b"
)
# Those that are searched for anywhere begin with letters instead of `\b`, which is several times faster.
_TOLD = re.compile(
    r"i(?<!\wi)\s+(?:already\s+|just\s+)?(?:told\s+you|asked\s+you\s+(?:not\s+)?to|said\s+(?:to|not|no|you|use|don't))\b"
    r"|as(?<!\was)\s+i\s+(?:said|told)\b"
)
_SHOULD = re.compile(
    r"you(?<!\wyou)\s+(?:should(?:n't|\s+not|\s+never)|must\s+(?:not|never)|were\s+supposed|keep\s+\w+ing)\b"
)
_HABIT = re.compile(
    r"we(?<!\wwe)\s+(?:never|always|don't|do\s+not|only)\s+(?:ever\s+)?(?:use|run|do|write|put|commit|push|call|edit)\b"
)
_PREFER = re.compile(
    r"(?:let's\s+|we\s+|you\s+should\s+|always\s+|just\s+|actually,?\s+|instead,?\s+)*(?:use|prefer|run|stick\s+(?:to|with)"
    r"|go\s+with|switch\s+to)\s+\S.{0,59}?[,\s]\s*(?:not|instead\s+of|rather\s+than|over|never)\s+\S"
    r"|(?:not|instead\s+of)\s+[\w./@+-]+,?\s+(?:use|run|prefer)\s+\S"
)
_INSTEAD = re.compile(r"(?:just\s+|actually,?\s+)?(?:use|run|call)\s+\S.{0,60}\binstead\b[.!]?$")
_BACK = re.compile(r"(?:undo|revert|put)\s+(?:that|this|it|those)\s*(?:back)?(?:[.,!]|$)")
_WEIGHTS = (
    (_REFUSAL.match, 0.65),
    (_STOP.match, 0.65),
    (_WRONG.match, 0.75),
    (_TOLD.search, 0.75),
    (_SHOULD.search, 0.65),
    (_HABIT.search, 0.7),
    (_PREFER.match, 0.75),
    (_INSTEAD.match, 0.65),
    (_BACK.match, 0.55),
)
"""What is looked for, at the beginning of a sentence or anywhere, and what it weighs."""
_TASK = re.compile(
    r"(?:can|could|would|will)\s+you\b|help\s+me\b|i\s+(?:want|need|would\s+like)\s+you\s+to\b"
    r"|(?:add|create|implement|refactor|fix|write|update|migrate|review|make|build|set\s+up|generate|convert|change"
    r"|replace|remove|investigate|summari[sz]e|explain|list|find|search|check|read|rewrite|redesign|move|rename)\b"
)
"""How a task begins; that it names what not to do is no correction."""
_BUG = re.compile(
    r"\b(?:does(?:n't|\s+not)\s+work|is\s+broken|traceback|exception|stack\s*trace|error:|fails?\s+with|not\s+found)\b"
)

_REMEMBER = re.compile(
    r"(?:please\s+)?(?:remember(?:\s+(?:that|to|this))?\b(?!\s+(?:when|how|what|why|where|who|the\s+time|last|if|me)\b)"
    r"|(?:keep|bear)\s+in\s+mind\b|don'?t\s+(?:ever\s+)?forget\b|do\s+not\s+forget\b|for\s+future\s+reference\b"
    r"|from\s+now\s+on\b|going\s+forward\b|in\s+(?:the\s+)?future\b(?!\s+(?:work|version|release|we\s+(?:might|may|could)))"
    r"|make\s+(?:a\s+)?(?:note|sure\s+(?:to\s+|you\s+)?(?:always|never))\b)[\s:,-]*"
)
_RULE = re.compile(
    r"(?:please\s+|you\s+(?:should|must)\s+)?(?:always|never)\s+(?!(?:mind|ever|been|had|have|seen|did|does|was|were|is|are"
    r"|again|the|a|really|happen\w*|work\w*|fail\w*)\b)(?P<verb>[a-z]+)\b"
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HINTS = _words(
    "no nope nah not don't don’t dont stop never always wrong incorrect right correct true told asked said should"
    " shouldn't shouldn’t must supposed keep only use prefer stick go switch run call instead undo revert put"
    " remember mind forget future now forward make"
)
"""Every sentence that counts holds one of these; most prompts hold none, and that is quick to see."""


def may_count(words: str) -> bool:
    """Whether a prompt holds a word without which no sentence counts."""
    low = words[:_LOOKED_AT].lower()
    for mark in ',.:!;*-`"_>(':
        if mark in low:
            low = low.replace(mark, " ")
    return not _HINTS.isdisjoint(low.split())


def _sentences(text: str) -> list[str]:
    """The sentences of a prompt, in lower case, without code and without words that only open it."""
    bare = text[:_LOOKED_AT].replace("’", "'")
    if "`" in bare or "<" in bare:
        bare = _CODE.sub(" ", bare)
    found: list[str] = []
    for part in _END.split(bare):
        sentence = " ".join(part.split()).lower().strip(" *_`>\"'-#•")
        opened = _OPENING.sub("", sentence)
        sentence = opened if opened else sentence
        if sentence:
            found.append(sentence)
    return found


def _weight(sentence: str, length: int) -> float:
    """How much a sentence weighs as a correction, in a prompt of such a length."""
    if sentence.endswith("?") or _TASK.match(sentence):
        return 0.0
    best = max((value for seen, value in _WEIGHTS if seen(sentence)), default=0.0)
    if not best or _BUG.search(sentence):
        return 0.0
    if length <= _SHORT:
        best += 0.10
    return best - 0.15 if length > _LONG else best


def judged(words: str) -> tuple[str, str]:
    """What a prompt corrects, and what it explicitly wants remembered, in their normal forms; empty for nothing."""
    said = _sentences(words)
    return _corrected(words, said), _remembered(said)


def correction(words: str) -> str:
    """What a prompt corrects."""
    return judged(words)[0]


def remembered(words: str) -> str:
    """What a person explicitly wants remembered."""
    return judged(words)[1]


def _corrected(words: str, sentences: list[str]) -> str:
    said = sentences[:_SENTENCES]
    if len(words) > _LOOKED_AT or words.count("\n") > 12:
        said = said[:2]
    weighed = [(_weight(sentence, len(words)), -number, sentence) for number, sentence in enumerate(said)]
    best = max(weighed, default=(0.0, 0, ""))
    if best[0] < ENOUGH:
        return ""
    return _about(" ; ".join(sentence for sentence in said if not sentence.endswith("?"))[:400])


def _remembered(sentences: list[str]) -> str:
    for sentence in sentences:
        if sentence.endswith("?"):
            continue
        if match := _REMEMBER.match(sentence):
            return _about(sentence[match.end() :]) or _about(" ; ".join(sentences))
        if _RULE.match(sentence):
            return _about(sentence)
    return ""


def reason(words: str) -> str:
    """What the reason of a rejection is about, in its normal form."""
    return _about(" ; ".join(_sentences(words)[:_SENTENCES])[:400])


_OBJECT = r"(?P<what>[^\s,;:!?()]+(?:\s+[^\s,;:!?()]+){0,5})"
_USE = re.compile(
    r"(?<!don't )(?<!not )(?<!never )(?<!stop )\b(?:use|using|prefer|go with|stick (?:to|with)|switch to|run)\s+"
    + _OBJECT
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
_FILLER = _words(
    "please no nope nah ok okay actually just here again should must could would can now also really very always so"
    " let's lets use remember that's it's that it i've i'm you're we're sure make want need do did does when all any"
    " every everywhere anymore ever thing things way stop instead rather wrong said told already"
)
_NEGATIONS = frozenset({"not", "never", "don't", "dont", "without", "shouldn't", "mustn't", "can't", "no"})


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


def _about(text: str) -> str:
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
