"""Words that say nothing about why: a reason made of nothing else is refused."""

from collections.abc import Iterable

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


def says_nothing(words: Iterable[str]) -> bool:
    """Whether every one of these lower-case words is filler, a mere number, or one key held down."""
    return all(_is_empty(word) for word in words)


def _is_empty(word: str) -> bool:
    bare = word.strip("'-./:@+_")
    if not bare or word in FILLER or bare in FILLER or bare.isdecimal():
        return True
    return bare.isascii() and (len(set(bare)) == 1 or bare in ("asdf", "asdfasdf", "qwerty", "foo", "bar", "test"))
