"""Words that tell a later reader nothing: filler, verdicts, keys hit at random, the title in other order, bare places.

Only what a text is made of is looked at, never what it means: one word outside these lists and it says something.
"""

import re
from collections.abc import Collection, Iterable
from enum import StrEnum

from dreamtui.text.words import STOP_WORDS, tokens

_ENGLISH = """
    1 +1 a absolutely accept accepted accepting add added adding agree agreed agrees ahead all alright also
    amazing an and any approve approved approves approving are as awesome bad be because been being believe
    best better by can candidate clear clearly cool correct could course decent decision decline declined
    deserve deserves did do does doesn't doing don't done enough ever every everything excellent fair false
    fantastic feel feels fine for from go goes going good graduate graduated graduating graduation great guess
    ha happy has have he helpful here hmm i i'm idea idk if important in incorrect indeed interesting into is
    isn't it item it's its just k keep keeping kinda kk let let's lets lgtm like likely likes ll looking looks
    look love made make makes making matter matters may maybe me merge merged merging might must my n/a na naw
    neat necessary need needed needs nice no none nope not note of ofc ok okay okey on one opinion or our ours
    perfect perfectly please plus plz positive pretty probably proposal quite rationale re really reason
    reasonable reasons record reject rejected rejecting rejection relevant right rule rubber-stamp same say
    says see seem seemed seems sense sgtm shall ship shipit shipped shipping should simply so solid some
    something sound sounds stamp stuff such sufficient super sure tbd tbh thank thanks that that's the them
    then there's these they thing things think this those thx tl to todo too true ty ugh uh um us useful
    useless usual valid valuable very want wanted was way we we're well were what whatever when which will wip
    with works worth worthwhile worthy would wow wrong x xx xxx yay ye yea yeah yep yes yup you
"""
_OTHERS = """
    accord acordo acuerdo approuvé aprobado aprovado aus bien bon bueno claro d'accord da das de
    einverstanden el es est freigegeben gefällt genehmigt gut ist ja klar le mir nein non nö oui par parfait
    passt perfecto perfekt schön sehr si sieht stimmt sí super toll très très-bien vale was ça है ठीक да нет
    ок хорошо согласен はい いいね いいです いいと思います 了解 了解です 承認 承認します 同意 同意します
    賛成 賛成です 問題ありません 問題なし 好 好的 可以 行 不错 没问题 通过 批准 赞成 좋아요 좋습니다 승인
    동의 동의합니다 네
"""
FILLER = frozenset((_ENGLISH + _OTHERS).split())
"""Words of agreement and refusal, with the little words around them; in a rule they are as empty as in a reason."""

_VERDICTS = """
    above ain't always anyway appropriate aren't assume based basically below beneficial benefit benefits best-practice
    bother both bug-fix can't care consider considered covers described despite discuss discussed discussing discussion
    doesnt dont doubt earlier effective else evidence evident evidently explained explanatory fix fixes fixing follow
    following follows given guideline guidelines had hadn't handy hasn't haven't help helps how however idc improve
    improved improvement improvements improves inappropriate invalid irrelevant issue issues know known later
    mean means mentioned meh more most much nah needless never nonsense noted nothing now obvious obviously other
    overall per point pointless practice practices problem problems proper properly proposed purpose reasoning
    recommended regarding respective review reviewed said self self-explanatory self-evident sensible
    shouldn't speaks soon stand stands stated stays stuff suggested suggestion suggestions suitable themselves
    therefore though thought thoughts thus told unimportant unnecessary unneeded unless upon
    wasn't weren't where why wise wont won't wontfix work would
    aber alles also als auch auf beim bitte dafür daher damit darum dass dem den denn der diese dieser dieses
    doch ein eine einen einer eigentlich finde genau geht gute guter gutes guten habe hat ich idee in ihn immer kann
    klingt mal man muss nicht nichts nie noch nur nützlich ok oder regel richtig sache sinn sinnvoll so soll sollte
    sollten sonst später unnötig unsinn unwichtig vom von vorschlag weil wenn wichtig wie wir wird wirklich zu zum zur
    zustimmung überflüssig
    au aux avec bonne c'est ce cela certainement cette ces comme correct dans des donc du elle en entendu et était
    exact faut idée il ils important inutile j'ai j'approuve je juste la les logique même mais n'est ne nous on ou pas
    plus pour que qu'il qui raison règle sa sans sens son sont suis tard tout un une utile va veux vous évident
    ahora al así bastante bonita buena cierto como con conforme correcto cosa creo cual de del después e ella en es
    esta está este esto estoy hay idea importante innecesario la las lo los luego mas más mejor mismo muy necesario
    ni no nos o obvio para parece pero por porque puede que razón regla se sentido ser sin sobre su también tan tiene
    todo un una útil vale y ya
    acho ao até boa com correto da depois dele dessa desse disso dos ela ele em essa esse faz isso isto mais melhor
    muito na nem nos não obrigado para parece pelo por pra que razão regra sem ser sim só tem ter tudo um uma você
    anche andiamo bella bene buon buona buono che chiaro con cosa così d'accordo della di dopo giusta giusto gli
    ho il ma meglio molto nel non ottimo perché perfetto poi però può qualche quello questa questo regola sembra
    senso sono sua tutto una utile va
    akkoord alleen dat deze dit een eens en goed goede heel het hier ik kan klopt maar mee met moet niet nodig nuttig
    ook op prima regel te van voor wel zeker zinvol zo
    att bra det eller en ett för jag kanske med men mycket och okej rätt som till viktig viktigt är
    a ale bardzo co dla dobra dobre dobry dobrze i jak jest już lub mi na nie ok oraz po potem ta tak ten to w ważne
    z za zgoda że
    bir bu da de doğru evet güzel hayır iyi için mantıklı olur tamam uygun ve çok önemli
    важно в верно все всё да для его еще ещё и из как конечно логично ладно можно мы на надо не ничего но нужно
    нужное о он они отлично по позже полезно потом потому правило правильно просто с смысл согласна так тоже то у
    что это этот эта я ясно
    後で 必要 不要 不要です 重要 重要です 必要です 良い 良いと思います よい いい 正しい 正しいです もちろん
    需要 不需要 很好 很重要 重要的 同意的 没有 没意见 支持 应该 应该的 有道理 合理 有用 没用 稍后 以后再说
    좋다 네네 필요 필요합니다 중요 중요합니다 나중에 맞아요 맞습니다 아니요 괜찮습니다
"""
"""What a reason is often made of and what no reader learns from; a rule may need them, as in "never merge"."""

_POINTING = frozenset(
    ["already", "covered", "dupe", "duplicate", "duplicated", "duplicates", "fixed", "handled", "merged", "moved",
     "obsolete", "old", "outdated", "redundant", "replaced", "resolved", "same", "solved", "stale", "superseded",
     "updated"]
)  # fmt: skip
"""Verdicts that are a reason once they say of what: "covered" is none, "covered by tests/test_cart.py" is one."""

_ELSEWHERE = frozenset(["another", "both", "elsewhere", "other", "others", "second", "twice"])
"""Of what, where it has no name: "the other note says it already"."""

_SAYERS = frozenset(["check", "hook", "instruction", "memory", "note", "rule", "skill", "test"])
_QUOTE = re.compile('“[^“”]{8,}+”|"[^"]{8,}+"')
"""What says it already, by its own words: "the rule “Use make check” says it already"."""

_HOLLOW = FILLER | STOP_WORDS | frozenset(_VERDICTS.split()) | _POINTING

HEX = re.compile(r"[0-9a-f]{7,40}")
ERROR = re.compile(r"\b[A-Z][A-Za-z0-9_]+(?:Error|Exception)\b")
PATH = re.compile(r"(?<![\w./\-])[\w./\-]*\w\.[A-Za-z]\w{0,7}\b|(?<![\w.\-])(?:[\w.\-]+/)+[\w.\-*]*")
ID = re.compile(r"(?<![\w#-])(?:#\d+|[A-Z][A-Z0-9]*-\d+|[bimnpr]-[0-9a-f]{10}|[0-9a-f]{8}-[0-9a-f-]{4,27})(?![\w-])")
_URL = re.compile(r"https?://\S+")
_COMMIT = re.compile(rf"\b(?=[a-f]*\d){HEX.pattern}\b")
_DAY = re.compile(r"(?<![\w:./-])\d[\d:TZ./-]*")
_PLACE = re.compile("|".join(kind.pattern for kind in (_URL, PATH, ID, _COMMIT, ERROR, _DAY)))
_LONG_TITLE = 12
"""Words from which on a title can hold the reason itself, so that a part of it may be said again."""
_SENTENCE = 5
"""Words of a title from which on they can be a sentence of their own: a title may state the reason."""


class Hollow(StrEnum):
    """What a text has nothing of."""

    WORDS = "words"
    """It is filler, or keys hit at random."""
    NEWS = "news"
    """It has words of the title, and filler."""
    SENSE = "sense"
    """It names files, commits, errors or days, and says nothing about them."""


def lacking(text: str, title: str) -> Hollow | None:
    """What a reason lacks to be one; None if it says anything at all."""
    said = tokens(_PLACE.sub(" ", text))
    places = _PLACE.search(text) is not None
    given = tokens(title)
    known = {part for word in given for part in (word, *re.split(r"[./]", word))} if len(given) < _LONG_TITLE else set()
    if not _is_placeholder(said) and any(word not in known and not _is_hollow(word) for word in said):
        return None
    quoted = _QUOTE.search(text) is not None and not _SAYERS.isdisjoint(said)
    elsewhere = places or quoted or not _ELSEWHERE.isdisjoint(said)
    if elsewhere and any(word in _POINTING and word not in known for word in said):
        return None
    taken = {word for word in said if word in known and not _is_hollow(word)}
    if len(taken) >= _SENTENCE:
        return None
    if taken:
        return Hollow.NEWS
    return Hollow.SENSE if places else Hollow.WORDS


def says_nothing(words: Iterable[str]) -> bool:
    """Whether every one of these lower-case words is filler, a mere number, or keys hit at random."""
    said = list(words)
    return _is_placeholder(said) or all(_is_empty(word, FILLER) for word in said)


def _is_placeholder(said: Collection[str]) -> bool:
    """Whether all of it is what people type to try a box; beside other words, `test` is a word like any other."""
    return bool(said) and _PLACEHOLDERS.issuperset(said)


def _is_hollow(word: str) -> bool:
    return _is_empty(word, _HOLLOW)


def _is_empty(word: str, filler: frozenset[str]) -> bool:
    bare = word.strip("'-./:@+_")
    return not bare or word in filler or bare in filler or bare.isdecimal() or _is_mashed(bare)


_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm")
_WALKS = (*_ROWS, *(row[::-1] for row in _ROWS))
_HOME = frozenset("asdfghjkl")
_PLACEHOLDERS = frozenset({"bar", "baz", "bla", "blah", "foo", "foobar", "haha", "test", "testing"})


def _is_mashed(word: str) -> bool:
    """Whether a word is one key held down, keys in a row, or six letters that nobody could say."""
    if not word.isascii():
        return False
    if len(set(word)) == 1:
        return True
    if not word.isalpha():
        return False
    walk = len(word) >= 4 and any(word in row for row in _WALKS)
    return walk or (len(word) >= 6 and not set(word) & set("aeiouy")) or (len(word) >= 7 and set(word) <= _HOME)
