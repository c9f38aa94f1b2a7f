"""What a person says to an agent: corrections, what to remember, decisions, praise, and why a step was refused.

Of each the one sentence that says it is kept. A sentence is weighed by the words in it that tell what it is, in the
languages of `languages`; in doubt it is nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Set
from typing import NamedTuple

from dreamtui.sources.transcripts import languages
from dreamtui.sources.transcripts.state import one_line
from dreamtui.sources.transcripts.topic import topic, word_set

ENOUGH = 0.65
"""Weight from which on a sentence counts."""
_EXPLICIT = 0.8
"""Weight from which on an order to remember is one even where it also corrects."""
LONGEST = 3000
"""Characters of a prompt that are looked at; what comes after is mostly pasted."""
_SHORT, _LONG, _VERY_LONG = 80, 400, 1000
_SENTENCE = 400
"""Characters of a sentence that are looked at."""
_SENTENCES = 40
_TYPED = 240
"""Characters from which on words that address nobody are pasted."""


class Cue(NamedTuple):
    """What tells in a sentence, in lower case, what it is."""

    words: frozenset[str]
    """Without one of these it is not there, which is quick to see; none for one that has to be looked for."""
    seen: Callable[[str], object]
    weight: float


class TellingSentence(NamedTuple):
    """A sentence of a person's that counts."""

    kind: str
    """correction, remember, decided or praise."""
    sentence: str
    """In the words in which it was said."""
    subject: str
    """What it is about, in a normal form."""


_CODE = re.compile(r"```.*?(?:```|\Z)|<(\w+)>.*?</\1>", re.DOTALL)
_QUOTED = re.compile(r"^[ \t]*(?:[>|+│]|-{2}).*", re.MULTILINE)
"""Lines that are cited: of a mail, a diff, a table."""
_CITING = (">", "|", "+", "│", "--")
_END = re.compile(r"(?<=[.!?;…])\s|(?<!,)\n|(?<=[。！？])")
_NAMED = re.compile(
    r"(?<![0-9a-f])[0-9a-f]{20}|(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-|[⎿┃⏺●]"
    r"|^[ \t]*(?:[\w./-]{1,80}:\d|-{2,}|(?:FAIL|ERROR|WARN)\b)",
    re.MULTILINE,
)
"""What only a program writes: the whole name of a commit, a hash, an id, a place in a file, a failure."""
_ANSWER = re.compile(r"🤖|[Yy]ou're absolutely right")
"""Where the answer of an agent begins that was pasted."""
_POINT = 6
_NUMBER = re.compile(r"\W{0,2}\w{1,2}[.)]\Z")
"""What stands before a point of a list, or an abbreviation."""
_PASTED = re.compile(r"implement the following plan|operation stopped by hook|the user wants to clarify|#|\{|\[\w")
"""How words begin, in lower case, that nobody typed there."""
_LINES = 30
"""Lines from which on words are an output or a plan."""
_HEADINGS = re.compile(r"^#{1,6} ", re.MULTILINE)
_ADDRESSED = re.compile(
    r"\b(?:i|we|you|let's|lets|me|my|our|us|i'm|i'd|i've|we're|you're"
    r"|remember|always|never|don't|ich|wir|du|mir|je|tu|nous|vous|on|yo|tú|eu|você|nós|я|мы|ты|вы|мне|нам)\b"
    r"|[我你您们私僕俺]|ください|して",
)
"""Words of somebody who speaks to somebody."""
_OPENING = re.compile(
    r"(?:(?:ok(?:ay)?|so|well|uh|[he]?m++|ugh|hey|sorry|and|but|also|yes|yeah|yep|oh|ah+|again|please|claude|then"
    r"|now|great|cool|perfect|good|nice|thanks|wait|actually|question|q|quick thing|thinking again|like|or)(?!\w|')"
    r"[\s,.!:…–—-]*)+"
)
_MARKS = " *_`>\"'-#•🤔😅("
"""What may stand before the first word of a sentence."""
_DENIAL = re.compile(
    r"\W*(?:no(?:pe)?|wrong|incorrect|not? (?:quite|really|exactly)|(?:that's |that is |this is |it's )?not (?:true"
    r"|correct"
    r"|right|good(?: enough)?|what i \w+)|what do you mean.{0,40}|i disagree)\W*\Z"
)
"""A sentence that only says that something is wrong: the next says what."""
_HESITANT = re.compile(r"\W{0,3}(?:but|[he]?m++|ugh|nah|actually|wait|sorry|aber|mais|pero|mas|но|但是?|でも)(?!\w)")
_OBJECTS = re.compile(
    r"\W{0,3}(?:(?:yeah|yes|ok(?:ay)?|hm+|right|sure|well)[, ]+)?but (?!can|could|would|what|how|why|when|first"
    r"|before|let|please|yes|ok|also|if|for now|i (?:don't|can't) (?:see|find))\w"
)
"""How words begin that object."""
_AGREES = re.compile(r"\W{0,3}(?:yes|yep|yeah|sure)\b(?!.{0,200}\b(?:but|though|not)\b)")
"""How words begin that agree and object to nothing."""
_ASKS_ON = re.compile(r"\b(?:do you (?:think|know|want)|does that mean|is that|what (?:happens|then))\b")
"""What makes a question of a sentence that has no sign of one."""
_AGREED = re.compile(
    r"no(?:pe)?[,.!]? (?:this|that|it|that's|it's|everything|all) ?(?:is |looks |seems )?(?:all )?"
    r"(?:fine|ok|okay|good|great|right|correct)\b|.{0,80}\bshould be (?:fine|ok|okay|good|enough)\b"
)
"""Words that ask for nothing."""


def _sentences(text: str) -> Iterator[str]:
    """The sentences of a prompt, without code and without what is cited, white space collapsed."""
    bare = text[:LONGEST].replace("’", "'")
    if "`" in bare or "<" in bare:
        bare = _CODE.sub(" ", bare)
    if any(mark in bare for mark in _CITING):
        bare = _QUOTED.sub("", bare)
    logged, head = _NAMED.search(bare) is not None, ""
    for part in _END.split(bare):
        if _ANSWER.search(part):
            return
        sentence = " ".join(part.split())
        if not sentence or (logged and _NAMED.search(sentence)):
            continue
        if len(sentence) < _POINT and _NUMBER.match(sentence):
            head = sentence
            continue
        if head:
            sentence, head = f"{head} {sentence}", ""
        yield sentence if len(sentence) <= _SENTENCE else one_line(sentence, _SENTENCE)


def _plain(low: str) -> str:
    """A sentence in lower case without the words that only open it."""
    opening = _OPENING.match(low)
    return low[opening.end() if opening else 0 :].lstrip(_MARKS) or low


def _is_pasted(words: str) -> bool:
    """Whether words were made by somebody or something else: a plan, the comment of a review, an output."""
    low = words[:LONGEST].lower()
    if low.count("\n") > _LINES or _PASTED.match(low.lstrip()) or ("# " in low and len(_HEADINGS.findall(low)) > 1):
        return True
    return len(words) > _TYPED and _ADDRESSED.search(low.replace("’", "'")) is None


# Those that are searched for anywhere begin with letters instead of `\b`, which is several times faster.
_REFUSAL = re.compile(
    r"(?:no|nope|nah)(?:[,.!:]+\s*(?!(?:problem|worries|thanks|thank|rush|hurry)\b)|\s+(?=(?:don't|do|it|that|this"
    r"|i|we"
    r"|you|they|he|use|remove|revert|undo|keep|leave|put|not|just|the|let's|stop|wait|set|make|run|go|only|never"
    r"|please"
    r"|there|what|is|he|because|actually|can|should|always|add|move|change|instead)\b))\S"
)
_STOP = re.compile(
    r"(?:do not|don't|dont|stop)\s+(?!(?:need|worry|know|have|think|see|understand|mind|care|forget|want|like|get"
    r"|remember|hesitate|believe|you|we|they|i|here|there|now|at|the|it|for|yet|bother)\b|(?:fix|change|do|touch"
    r"|write"
    r"|commit|implement|edit|make) any)[a-z]"
)
_STILL = r"(?:still |just |also |now |really |very |quite |totally |completely |a bit |kind of |somewhat |somehow )*"
_BAD = (
    r"(?:wrong|incorrect|backwards?|mis-?named|misleading|overkill|over-?engineered|redundant|unnecessary|inaccurate"
    r"|too? (?:much|many|complex|complicated|long|verbose|big|strict|noisy|broad))"
)
_NOT_GOOD = (
    r"(?:right|correct|accurate|true|expected|necessary|needed|realistic|enough|supposed|great|ideal|what (?:i|we)"
    r"|how (?:i|we|it|you)|the (?:right|correct|case|idea|same|point|goal|appropriate|best)|worth|meaningful"
    r"|good enough"
    r"|appropriate|helpful|useful|needed any ?more|(?:an? |our |the )?(?:\S+ )?(?:concern|job)\b)"
)
_WRONG = re.compile(
    rf"(?:is|are|was|were|'s|'re|seems?|looks?|feels?|sounds?|be) {_STILL}(?:{_BAD}|not {_STILL}{_NOT_GOOD})\b"
    rf"|(?:isn't|aren't|wasn't|ain't) {_STILL}{_NOT_GOOD}\b"
    r"|(?:doesn't|don't|does not|do not) (?:seem|look|feel|sound) (?:right|correct|good)\b"
    r"|(?:aren't|isn't|not) [a-z]+ enough\b|(?:have|got|had) (?:this|that|it) (?:backwards|wrong)\b"
    r"|wrong (?:file|folder|directory|branch|approach|command|package|tool|one|place|way)\b"
    r"|(?:make|made|making) (?:it|that|this) up\b"
    r"|(?:doesn't|won't|can't|wouldn't|does not|will not|cannot) work (?:since|because|as|for|if|when|with)\b"
    r"|(?:doesn't|does not|don't|didn't) (?:seem to |really )?make (?:any |much |a lot of )?sense\b"
    r"|(?:'s|is|are) (?:so |very |really |completely |totally )?(?:out ?dated|obsolete|too much"
    r"|a bit (?:too )?much)\b"
)
_YOU_DID = re.compile(
    r"you (?:just |also |still |clearly |have |again )*(?:forgot|missed|misunderstood|ignored|overlooked|broke"
    r"|duplicated|overwrote|hallucinated|invented|went and|(?:de-?activated|deleted|removed|changed|reverted|attached"
    r"|renamed) (?:the|my|our|it|all|that|this|too|code|tests?))\b"
)
_YOU_SHOWN = re.compile(
    r"you (?:just |also )?(?:didn't|did not|haven't|have not|literally|marked)(?! (?:need|have to|worry)\b) \w"
    r"|(?:you|u) (?:can|could|should|had|already had) (?:also )?(?:do|run|push|test|check|fix|access)(?: (?:that"
    r"|this|it))? "
    r"?(?:too|yourself|as well|before|already|earlier)\b"
    r"|(?:seems?|looks?) (?:like )?you (?:did|forgot|are|have|missed|went|just|only|changed)\b|what do you mean\b"
    r"|you(?:'re| are) (?:over\w+|missing|confus\w+|mixing|assuming|guessing|mistaken|misunderstanding|wrong"
    r"|hallucinating)\b"
)
_THOUGHT = re.compile(
    r"i(?<!\wi) (?:thou?g[ht]*t|assumed|believed|was under the impression)(?! (?:about|of|it was (?:great|good"
    r"|nice))\b) \w"
    r"|i (?:didn't|did not|never) (?:ask|say|want|mean|tell|request)\w*\b|we (?:already|previously|used to)"
    r" (?:have|had|use|used|did|do|built|decided|agreed)\b"
    r"|as far as i know\b|afaik\b|i mean(?! ?[,.!?]| (?:it|yes|yeah|if|sure)\b) \w|(?:what|when) i mean\b"
    r"|(?:don't|do not|can't) (?:really )?(?:see|get|understand) (?:the |what the |what )?(?:point|purpose|need"
    r"|reason)\b"
)
_ACTUALLY = re.compile(
    r"(?:that's|it's|this is|these are|they're|is|are) actually (?:an? |the |not |my |our )|i(?:'?m| am) (?:just "
    r"|only )?(?:talking|referring|asking)\b"
    r"|would(?:'ve| have) expected\b|i do want (?:this|it|the|that)\b|way too \w|not the \w+ (?:that )?i\b"
    r"|(?:does|do|is|are) (?:the|this|that|it|they|we|you) .{0,40}\bnot (?:also|already|just)\b|(?:might"
    r"|may) not (?:need|have)\b"
    r"|we(?:'re| are) talking about\b|has nothing to do with\b|have nothing to do with\b|(?:that's|it's) separate\b"
    r"|(?:that|this|it) should(?:n't)? (?:have been|be done)\b|should be (?:more \w|(?:clear|simpl|short|small|larg"
    r"|bigg|fast|strict|clean|low|high)e?r\b)|(?:a|is|are|looks?) worse\b"
    r"|(?:maybe|perhaps) .{0,60}?\bshould (?:just|simply|be|use|remove|keep|have|only|allow)\b"
    r"|(?:was|were|worked) (?:working |fine |better |correct |good |ok )*before\b(?! (?:we|you|the|i)\b)"
    r"|(?:leave|keep) .{1,40}? (?:as(?:[ -]is| it is| they are| it was)|alone|the way (?:it|they))\b"
    r"|(?:isn't|doesn't) (?:that|this|it|the|there)\b(?! mean\b)|would be a better \w"
    r"|i(?:'d| would) (?:replace|remove|use|keep|move|rename|avoid|drop|put|not)\b"
    r"|i (?:just|only) want(?:ed)? (?!to (?:ask|know|check|confirm|see|make sure|understand|be sure))\w"
    r"|(?:maybe|i think|probably) it(?:'?s| is| would be) better\b|i(?:'m| am) (?:pretty|quite|fairly"
    r"|very) sure (?!you)\w"
)
_TOLD = re.compile(
    r"i(?<!\wi) (?:already |just |did )?(?:told you|tell you|asked you (?:not )?to|said (?:to|not|no|you|use"
    r"|don't))\b"
    r"|as(?<!\was) i (?:said|told)\b|i've (?:reverted|undone)\b"
)
_SHOULD_NOT = re.compile(
    r"you(?<!\wyou) (?:should(?:n't| not| never|'ve| have| only| just)|must (?:not|never)|were supposed"
    r"|keep \w+ing)\b"
    r"|(?:we|it|this|that|they|these) (?:really |also )?(?:shouldn't|should not|should never|must not|mustn't)\b"
    r"|supposed to (?:be|do|use|have|follow)\b|not expected (?:that|to)\b"
    r"|should (?:\S+ ){1,18}?\S+, (?:and )?not (?:an?|the|just|in|on|from) |should (?:\S+ ){1,12}not (?:just |in "
    r"|a |an |the |you )?|this should be\b|<- (?!i (?:don't|do not))"
)
_HABIT = re.compile(
    r"we(?<!\wwe) (?:never|always|don't|do not|only) (?:ever )?(?:use|run|do|write|put|commit|push|call|edit"
    r"|support|care)\b"
    r"|we(?<!\wwe) only (?:need|want)\b"
)
_NO_NEED = re.compile(
    r"(?:we(?<!\wwe)|i(?<!\wi)) (?:really )?(?:don't|do not|no longer) (?:really |even )?(?:need|have to|use|want)\b"
    r"|(?:no need|don't want) (?:for|my|our|the|any)\b"
    r"|(?:don't|do not) (?:think|tink) (?:that )?(?:we|it|you|\w+) (?:need|has|have|should|want)\b"
)
_PREFER = re.compile(
    r"(?:let's |we |you should |always |just |actually,? |instead,? )*(?:use|prefer|run|stick (?:to|with)|go with"
    r"|switch to) \S.{0,59}?[, ] ?(?:not|instead of|rather than|over|never) \S"
    r"|(?:not|instead of) [\w./@+-]+,? (?:use|run|prefer) \S"
    r"|instead of \S.{0,120}? (?:use|run|prefer|print|write|call|show|say|put|make|do|we|it|you)\b"
)
_INSTEAD = re.compile(
    r"(?:just |actually,? )?(?:use|run|call|do|put|make|print|show|return) \S.{0,90}\binstead\b[.!]?$"
)
_BACK = re.compile(
    r"(?:undo|revert) (?:that|this|it|those|these|them|your|the (?:last|commit|change))\b|put (?:that|this|it|those"
    r"|them) back\b"
)
_NEGATED_ASK = re.compile(
    r"(?:can't|couldn't|can not|should not|could not|won't) (?:we|you|it|this|that|the|these|those|they|all|there)\b"
    r"|(?:shouldn't|wouldn't) \w|(?:is|are) there no\b|do we need .{0,60}\bat all\b"
    r"|why (?:is|are) .{1,60} (?:being|still|even|in here|there)\b|(?:any|a) (?:\w+ )?reason (?:why )?(?:we|you|it"
    r"|to)\b|why (?:don't|aren't|can't|couldn't|shouldn't|not"
    r"|isn't|wouldn't|do (?:we|you) not) "
    r"(?!showing)\w|(?:are|could|can|would|did) (?:we|you) (?:be )?(?:able to )?not (?!we|you|have)\w|and not (?:just"
    r"|simply)\b"
)
_WHY_YOU = re.compile(r"why (?:are|did|do|would|have|were) (?:you|we) (?!(?:think|need|say)\b)(?:only |just |even )?\w")
_ASKED = re.compile(
    r"(?:can|could|would|will) (?:we|you) (?:please |just |maybe )?(?:not|revert|undo|drop|avoid|stop|get rid|take "
    r"out)\b|(?:can|could|would) (?:you|we) (?:please |just )*(?:use|run) \S.{0,59}? "
    r"(?:instead of|rather than|not) \S|(?:wouldn't|would|might|isn't|not) it (?:not )?be (?:better|easier|simpler"
    r"|cleaner|nicer)\b|how about instead\b|way to (?:not|avoid)\b|(?:might|would) be (?:better|easier|simpler"
    r"|cleaner) (?:to|if)\b"
)
_MEANT = re.compile(
    r"my point (?:is|was)\b|what i (?:mean|meant|wanted|asked)\b|(?<!am )i meant\b|i was (?:more )?(?:wondering"
    r"|expecting"
    r"|hoping|talking|asking|referring)\b"
    r"|i would(?:'ve| have)\b|i'd (?:personally |much |really )?(?:rather|prefer|expect)\b|i (?:would |do )?prefer\b"
    r"|i expected\b|i (?:really )?(?:don't|do not) (?:want|like|agree|think (?:the|we|it|you|that|this|there))\b"
    r"|i doubt\b|i'm not (?:sold|convinced|happy)\b"
    r"|let's not (?!worry|bother|forget)\w|not sure (?:that|about|why) (?!you|i\b|the test)\w"
    r"|i think it's fine\b|there needs to be\b|(?<!think )there(?:'s| is| are) already\b|(?:it|this"
    r"|that) feels like\b"
    r"|does it make sense to\b"
    r"|i can (?:also )?(?:totally |clearly )?see\b.{0,80}\bin\b"
)
_SOFT = re.compile(
    r"should (?:be|have|go|show|use|belong|live|stay|return|only|also|just|rather|come|say|work|replicate|follow)\b"
    r"|needs? to be\b|i'm wondering\b|wondering (?:now|if|why)\b|i wonder\b|i think (?:we|you|it|this|that|there"
    r"|the)\b"
    r"|i want\b|i'd like\b|i would like\b|could we\b|do we (?:really |even |still |actually )?need\b|(?:what|how) "
    r"about\b|i'm (?:pretty |quite |fairly |very )?sure\b|that's why\b|any ?way (?:we|to|you)\b|any chance|let's"
    r"|maybe"
    r"|really the way|make sense|good reason not\b|other "
    r"way\b|(?:maybe|perhaps) (?:we|you|just|the)\b|(?:is|are|gets?) lost\b|seems? (?:to me )?like\b|not (?:in|a|an"
    r"|the"
    r"|our)\b"
)
_OVER = re.compile(r"(?:not|over|statt|plutôt que|en vez de|em vez de|вместо) \w|而不是|ではなく")
_CONTRAST = re.compile(r"\b(?:instead|rather(?: than)?|not just|and not|but (?:no|not|as|in|only|without))\b")
_NONE = word_set("")
_CORRECTS = (
    Cue(word_set("no nope nah"), _REFUSAL.match, 0.65),
    Cue(word_set("not don't dont stop"), _STOP.match, 0.65),
    Cue(
        word_set(
            "not isn't aren't wasn't ain't wrong incorrect backward backwards misnamed mis-named misleading overkill"
            " overengineered over-engineered redundant unnecessary inaccurate too to doesn't don't won't can't"
            " wouldn't cannot enough up"
        ),
        _WRONG.search,
        0.75,
    ),
    Cue(
        word_set(
            "forgot missed misunderstood ignored overlooked broke duplicated overwrote hallucinated invented went"
            " deactivated de-activated deleted removed changed reverted attached renamed"
        ),
        _YOU_DID.search,
        0.7,
    ),
    Cue(word_set("told tell asked said reverted undone"), _TOLD.search, 0.75),
    Cue(word_set("should shouldn't must mustn't supposed keep expected <-"), _SHOULD_NOT.search, 0.65),
    Cue(word_set("never always don't not only"), _HABIT.search, 0.7),
    Cue(word_set("don't not no"), _NO_NEED.search, 0.7),
    Cue(
        word_set(
            "didn't did haven't have literally marked too yourself well before already earlier seems seem looks"
            " look mean"
            " you're are"
        ),
        _YOU_SHOWN.search,
        0.7,
    ),
    Cue(
        word_set(
            "thought thougt assumed believed impression know afaik mean point purpose need reason didn't did never"
            " already"
            " previously used"
        ),
        _THOUGHT.search,
        0.75,
    ),
    Cue(
        word_set(
            "actually talking nothing separate should shouldn't worse better sure before leave keep isn't doesn't"
            " i'm im am expected too not clearer simpler shorter smaller larger bigger i"
            " i'd want"
        ),
        _ACTUALLY.search,
        0.7,
    ),
    Cue(word_set("not instead rather over never"), _PREFER.match, 0.75),
    Cue(word_set("instead"), _INSTEAD.match, 0.65),
    Cue(word_set("undo revert back"), _BACK.match, 0.65),
    Cue(word_set("can't couldn't not shouldn't wouldn't won't why able no all reason"), _NEGATED_ASK.search, 0.65),
    Cue(word_set("why"), _WHY_YOU.match, 0.5),
    Cue(
        word_set("not revert undo drop avoid stop rid out better easier simpler cleaner nicer about use run"),
        _ASKED.search,
        0.65,
    ),
    Cue(
        word_set(
            "point mean meant wanted asked wondering expecting hoping talking asking referring have would've rather"
            " prefer expect expected not don't doubt sold convinced happy let's sure fine needs see already feel"
            " feels"
            " sense"
        ),
        _MEANT.search,
        0.65,
    ),
    Cue(
        word_set(
            "should needs need wondering wonder think want like could about sure that's way anyway chance other maybe"
            " perhaps lost seems seem not"
        ),
        _SOFT.search,
        0.4,
    ),
)
"""What is looked for, at the beginning of a sentence or anywhere, and what it weighs as a correction."""
_CORRECTS_ELSE = (
    *_CORRECTS,
    Cue(_NONE, languages.CORRECTS_FIRST.match, 0.7),
    Cue(_NONE, languages.CORRECTS.search, 0.7),
    Cue(_NONE, languages.SOFTLY.search, 0.4),
)
"""The same with other languages."""
_AGAINST = 0.75
"""Weight of a sentence that begins with an objection, or that follows one of nothing else."""
_AT_ONCE = 0.5
"""What weighs more counts in the first words of a session too, which are a task."""
_TASK = re.compile(
    r"(?:can|could|would|will) you\b(?! (?:please )?(?:not|revert|undo|drop|stop|use|avoid))|help me\b"
    r"|i (?:want|need|would like) you to\b"
    r"|(?:add|create|implement|refactor|fix|write|update|migrate|review|make|build|set up|generate|convert|change"
    r"|replace|remove|investigate|spawn|enforce|ensure|deploy|install|clean|extract|clone|research|document|draft"
    r"|track|mention"
    r"|prepare|summari[sz]e|explain|list|find|search|check|read|rewrite|redesign|move|rename)\b"
)
"""How a task begins; that it names what not to do is no correction."""
_REPORT = re.compile(r"(?:but )?i (?:only |just |still |now )?(?:(?:don't |can't |do not )?(?:see|find)|get|got)\b")
"""How a report begins of what happened."""
_OWN = re.compile(r"\bi should(?:'ve| have)\b|\bsorry,? i\b|\b(?:sorry|was) my (?:bad|fault|mistake)\b")
"""What a person blames on themselves."""
_BUG = re.compile(
    r"\b(?:(?:does(?:n't| not) work|fails?|failing|broken)\b(?! (?:since|because|as|for)\b)"
    r"|is broken|no (?:data|result|results|output|response) (?:is|are|was|were) \w+|traceback|exception"
    r"|stack ?trace|error:|not found)\b"
)

_REMEMBER = re.compile(
    r"(?:please )?(?:remember(?: (?:that|to|this))?\b(?! (?:when|how|what|why|where|who|the time|last|if|me)\b)"
    r"|(?:keep|bear|have) (?:it )?in mind\b|don'?t (?:ever )?forget\b|do not forget\b|for future reference\b"
    r"|from now on\b|going forward\b|in (?:the )?future\b(?! (?:work|version|release|we (?:might|may|could)))"
    r"|note (?:for (?:you|the future)|to self)\b|so (?:that )?you remember\b|just so you know\b|fyi\b"
    r"|make (?:a )?(?:note|sure (?:to |you )?(?:always|never))\b)[ :,-]*"
)
_RULE = re.compile(
    r"(?:please |you (?:should|must) |but |and )?(?:always|never) (?!(?:mind|ever|been|had|have|seen|did|does|was"
    r"|were"
    r"|is|are|again|the|a|really|happen\w*|work\w*|fail\w*)\b)(?P<verb>[a-z]+)\b"
)
_LASTING = re.compile(
    r"(?:from now on|going forward|for (?:your )?future reference|keep (?:this|that|it) in mind|as always|next time"
    r"|(?:this|that|it) as (?:a )?learning)\b(?!\?)|(?:should|must) (?:always|never) \w|avoid \w+ing\b"
    r"|(?:our|the) (?:convention|policy|standard) (?:is|here|says)\b|ask (?:me )?(?:first|before)\b|whenever you\b"
    r"|wait for my (?:ok|approval|confirmation|review|answer)\b"
    r"|only (?:stop|ask|commit|push|proceed|continue|run|do it) (?:if|when|after)\b"
)
"""Words that make a sentence last wherever they stand in it."""
_RULE_ANYWHERE = re.compile(
    r"(?:we|i|please|to) (?:always|never|generally|usually) (?:want|use|run|do|write|commit|push|prefer|like|put|need"
    r"|keep|start|ask|call|check|make|name|add|avoid|expect)\b|make sure (?:you|to|that you) .{0,80}?\b(?:before"
    r"|after"
    r"|first|every|each|always|never)\b|(?:every|each) time you\b|before (?:each|every|any|you) (?:commit|push|change"
    r"|edit|run|release|merge)|follow \S{1,80} (?:\w+ )?(?:exactly|strictly|closely)\b"
    r"|(?:let's )?make sure (?:we|you) (?:\S+ ){1,12}everywhere\b|don't leave\b|(?:use|with|add|put) (?:the |a "
    r")?(?:prefix|suffix)\b|my (?:github |git |user ?|account |e-?mail )?(?:name|user|handle) (?:is|on)\b|as a "
    r"(?:general )?rule\b|i prefer\b|i'd love (?:that|the|this|to have)\b"
)
_REMEMBERS = (
    Cue(word_set("remember mind forget future now forward note you know fyi always never"), _REMEMBER.match, 0.9),
    Cue(word_set("always never"), _RULE.match, 0.8),
    Cue(
        word_set(
            "now forward future mind always never next learning avoid only convention policy standard ask whenever wait"
        ),
        _LASTING.search,
        0.7,
    ),
    Cue(
        word_set(
            "always never generally usually before after first every each follow careful prefix suffix name user"
            " handle"
            " rule prefer love everywhere leave"
        ),
        _RULE_ANYWHERE.search,
        0.7,
    ),
)
_REMEMBERS_ELSE = (
    *_REMEMBERS,
    Cue(_NONE, languages.REMEMBERS_FIRST.match, 0.8),
    Cue(_NONE, languages.REMEMBERS.search, 0.8),
)

_DECIDED = re.compile(
    r"(?:we|i)(?:'ve| have)? (?:just |now )?(?:decided|agreed|settled)\b|let's (?:settle on|completely"
    r"|rename|adopt|switch to|go with|stick (?:to|with))\b|decision:"
    r"|we(?:'re| are) (?:going to|gonna) (?:adopt|use|switch|move|drop|keep|replace|rename)\b"
    r"|i (?:like|prefer|choose|pick|want) (?:option|variant|approach|alternative) \w"
)
_TAKEN = re.compile(
    r"let's (?:use|keep|do|try|make|take)\b|we(?:'re| are)? (?:going|sticking|staying) with\b"
    r"|we'll (?:go|stick) with\b|go with the\b|we should (?:call|rename|adopt|use)\b"
)
"""What counts as a decision beside what it replaces."""
_DECIDES = (
    Cue(
        word_set("decided agreed settled let's decision going gonna option variant approach alternative"),
        _DECIDED.search,
        0.7,
    ),
    Cue(word_set("let's going sticking staying go stick"), _TAKEN.search, 0.5),
)
_DECIDES_ELSE = (*_DECIDES, Cue(_NONE, languages.DECIDES.search, 0.7))

_PRAISED = re.compile(
    r"(?:exactly|just) (?:what|how|the way) (?:i|we) (?:wanted|want|meant|like|had in mind|needed)\b|i (?:really "
    r"|quite )?(?:love|like)d? (?:how|the way|that you|this (?:approach|format|style|structure|way)|the \w+)\b"
    r"|(?:that"
    r"|this|the \w+|your \w+) (?:approach |format |way |style )?(?:works?|worked|is|was|looks?) (?:really |so |very "
    r"|just )?(?:great|perfect|perfectly|excellent|awesome|beautifully|much better)\b|keep (?:doing|it like) (?:that"
    r"|this)\b|more (?:of|like) (?:that|this)\b"
)
_PRAISES = (
    Cue(
        word_set(
            "exactly just like liked love loved great perfect perfectly excellent awesome beautifully better keep more"
        ),
        _PRAISED.search,
        0.7,
    ),
)
_PRAISES_ELSE = (*_PRAISES, Cue(_NONE, languages.PRAISES.search, 0.7))
_WORD = re.compile(r"[\w'-]+|<-")
_TELLING = frozenset[str]().union(*(cue.words for cue in (*_CORRECTS, *_REMEMBERS, *_DECIDES, *_PRAISES)))
"""Every sentence that counts in English holds one of these."""


_POLITE = (
    _CONTRAST.search,
    _YOU_SHOWN.search,
    _NEGATED_ASK.search,
    _ASKED.search,
    _MEANT.search,
    languages.CORRECTS.search,
)
"""What a question has that corrects."""


def _weight(low: str, words: Set[str], cues: Iterable[Cue]) -> float:
    """The heaviest of the cues that a sentence of these words has, and a little for each further one."""
    found = [cue.weight for cue in cues if not (cue.words and cue.words.isdisjoint(words)) and cue.seen(low)]
    found.sort(reverse=True)
    return found[0] + min(0.2, 0.1 * (len(found) - 1)) if found else 0.0


def _correcting(low: str, words: Set[str], length: int, reply: bool, foreign: bool, against: bool = False) -> float:
    """How much a sentence weighs as a correction, in a prompt of such a length; `against` says that it objects."""
    bare = _plain(low)
    if _TASK.match(bare) or _REPORT.match(bare) or _BUG.search(low) or _OWN.search(low) or _AGREED.match(low):
        return 0.0
    asks = bare.rstrip(" )\"'").endswith(("?", "?!"))
    cues = _CORRECTS_ELSE if foreign else _CORRECTS
    best = _weight(bare, words, cues if reply else [cue for cue in cues if cue.weight > _AT_ONCE])
    if against and (not asks or bare.endswith("right?")) and not _ASKS_ON.search(low):
        best = max(best, _AGAINST)
    if not best or (asks and not reply) or (bare.startswith("if ") and best < ENOUGH):
        return 0.0
    if _CONTRAST.search(low):
        best += 0.25
    if _HESITANT.match(low):
        best += 0.15
    if asks and low.endswith("right?"):
        best += 0.1
    elif asks and (bare.startswith(("or ", "and ")) or not any(seen(low) for seen in _POLITE)):
        best -= 0.1 if _HESITANT.match(low) else 0.2
    if not reply or _AGREES.match(low):
        best -= 0.1
    if length <= _SHORT:
        best += 0.05
    return best - (0.3 if length > _VERY_LONG else 0.05 if length > _LONG else 0.0)


def _remembering(low: str, words: Set[str], foreign: bool) -> float:
    bare = _plain(low)
    return 0.0 if bare.endswith("?") else _weight(bare, words, _REMEMBERS_ELSE if foreign else _REMEMBERS)


def _words_of(low: str) -> Set[str]:
    return set(_WORD.findall(low))


def _is_foreign(low: str, words: Set[str]) -> bool:
    """Whether a sentence may be in another language than English."""
    return not languages.WORDS.isdisjoint(words) or (not low.isascii() and languages.LETTER.search(low) is not None)


def heard(words: str, *, reply: bool = True) -> list[TellingSentence]:
    """What counts in a prompt, of each kind the sentence that weighs most; `reply` says that it is not the first."""
    if _is_pasted(words):
        return []
    best: dict[str, tuple[float, str]] = {}
    task = denied = False
    for number, sentence in enumerate(_sentences(words)):
        if number >= _SENTENCES:
            break
        low = sentence.lower()
        begun, task = task, task or (not number and _TASK.match(low) is not None)
        against, denied = denied and not _NO_REASON.match(low), reply and _DENIAL.match(low) is not None
        against |= reply and not number and _OBJECTS.match(low) is not None
        has = _words_of(low)
        foreign = _is_foreign(low, has)
        if not foreign and not against and _TELLING.isdisjoint(has):
            continue
        told = _remembering(low, has, foreign) - (0.15 if len(words) > _VERY_LONG else 0.0)
        corrected = _correcting(low, has, len(words), reply, foreign, against)
        if begun:
            corrected -= 0.4 if _PREFER.match(_plain(low)) else 0.1
        decided = 0.0 if low.endswith("?") else _weight(low, has, _DECIDES_ELSE if foreign else _DECIDES)
        decided += 0.25 if decided and (_CONTRAST.search(low) or _OVER.search(low)) else 0.0
        praised = 0.0 if low.endswith("?") else _weight(low, has, _PRAISES_ELSE if foreign else _PRAISES)
        if corrected >= ENOUGH and told < _EXPLICIT:
            told = 0.0
        for kind, weight in (("remember", told), ("correction", corrected), ("decided", decided), ("praise", praised)):
            if round(weight, 2) >= ENOUGH and weight > best.get(kind, (0.0, ""))[0]:
                best[kind] = (weight, sentence)
    return [
        TellingSentence(kind, sentence, about)
        for kind, (_, sentence) in best.items()
        if (about := topic(sentence.lower()))
    ]


_PROPOSES = re.compile(
    r"\b(?:instead|rather|can't|couldn't|could|shouldn't|should|why (?:not|don't|aren't|can't)|wouldn't|why (?:are"
    r"|did|do) you|any ?way|any "
    r"chance|other way|how about|what about|can (?:we|it|the|this|that) |told you|isn't|do we not|did we not"
    r"|are we not)\b"
)
"""What a question has that says what should be otherwise."""
_NO_REASON = re.compile(
    r"(?:(?:let's|please|you can) )?(?:continue|go on|go ahead|proceed|discuss|ok(?:ay)?|yes|yep|yeah|sure|thanks"
    r"|thank you|sorry|oh|whoops|oops|hello|hi|commit|retry|try again|resume|hm++|never ?mind|ah|huh|great|i'll"
    r"|screen\w*|see (?:the |this |my )?(?:screen|image|picture)|looks like|found|make a|another|that's a|it's a"
    r"|pause|hold on|hang on|um|wait please|please let's talk"
    r"|i (?:just |actually )?(?:put|did|had|made"
    r"|checked|got|restarted|see|tried|was mistaken))\b"
)
"""How words begin that go on, agree, tell or apologise."""


_FEW = 3
"""Words of a question up to which it only asks."""
_GOES_ON = re.compile(r"(?:please )?(?:continue|go on|go ahead|proceed|resume|retry)\b")
"""How words begin that take a refusal back."""


def refusal(words: str, *, firm: bool = True) -> tuple[str, str] | None:
    """Why a step was refused: the sentence and what it is about; None where no reason is given.

    What is said with a refusal is a reason, unless it only asks, goes on or was pasted. So is what is said next after
    an interruption; where that stopped no tool (not `firm`), a sentence must say by itself that something is wrong.
    """
    if _is_pasted(words) or _GOES_ON.match(words.lower()):
        return None
    best, kept, asked = 0.0, "", False
    for number, sentence in enumerate(_sentences(words)):
        if number >= _SENTENCES:
            break
        low = sentence.lower()
        has = _words_of(low)
        foreign = _is_foreign(low, has)
        weight = max(_correcting(low, has, len(words), True, foreign), _remembering(low, has, foreign))
        bare = low.removeprefix("wait").lstrip(" ,.")
        if low.rstrip(" )\"'").endswith("?"):
            asked = len(has) < _FEW or not _PROPOSES.search(low)
            weight += -0.3 if asked else 0.3 if firm else 0.2
        elif _BUG.search(low):
            weight -= 0.2
        elif not _NO_REASON.match(bare) and not _TASK.match(bare):
            weight += 0.0 if not firm else 0.2 if asked else 0.4
        if len(words) > _LONG:
            weight -= 0.2
        if weight > best and topic(low):
            best, kept = weight, sentence
    return (kept, topic(kept.lower())) if best >= (0.3 if firm else 0.4) else None
