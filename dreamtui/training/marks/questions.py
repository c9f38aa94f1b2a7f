"""The questions of the five dimensions: what a good brief has, asked of its sentences.

Each is answered by two or three good statements; that there are more of them raises nothing.
"""

import re
from collections.abc import Iterator, Sequence

from dreamtui.training.briefs.brief import Part, Stated
from dreamtui.training.marks.reading import BriefReading, QuotedLine, RubricAnswer, enough, quoted, reached
from dreamtui.training.marks.sentences import MONTHS, Sentence, called, topic_stems

_SUBSTANCE = (Part.HEADLINE, Part.RESEARCH, Part.APPLICATION)

_VAGUE = re.compile(
    r"\b(?:leverag\w+|synerg\w+|best[ -](?:in[ -]class|practices?)|world[ -]class|cutting[ -]edge|holistic\w*|robust\w*"
    r"|state[ -]of[ -]the[ -]art|seamless\w*|paradigm\w*|game[ -]chang\w+|next[ -]gen\w*|innovativ\w+|transformativ\w+"
    r"|ecosystem|empower\w*|unlock\w*|streamlin\w+|optimi[sz]\w+|various|several ways|many ways|significant(?:ly)?"
    r"|substantial(?:ly)?|massive(?:ly)?|huge(?:ly)?|dramatic(?:ally)?|revolutionary?|industry[ -]leading|in general"
    r"|enterprise[ -]grade|important to|crucial|essential|key (?:driver|factor|takeaway)s?|going forward|at scale"
    r"|value[ -]add\w*|impactful|actionable|strategic(?:ally)?|maximi[sz]\w+|enhanc\w+|boost\w*"
    r"|drive (?:growth|value|impact|results))\b",
    re.IGNORECASE,
)
"""What is said of anything."""


def specificity(reading: BriefReading) -> Iterator[RubricAnswer]:
    """Whether it speaks of certain things rather than of things in general."""
    claims = reading.claims(*_SUBSTANCE)
    concrete = [one for one in claims if _is_concrete(one)]
    share = reached(concrete, claims, 0.4) * enough(concrete, 3)
    said = "statements name what they are about" if share >= 0.5 else "few statements name what they are about"
    yield RubricAnswer(
        said, share, quoted(concrete if share >= 0.5 else [one for one in claims if one not in concrete]), 2.0
    )

    here = [one for one in reading.claims(Part.APPLICATION, Part.ACTIONS) if one.names or one.measured]
    is_applied = bool(reading.brief.said(Part.APPLICATION, Part.ACTIONS))
    without = "the application names nothing of here" if is_applied else "it is applied to nothing"
    yield RubricAnswer(
        "it is applied to something named" if here else without,
        enough(here, 2),
        quoted(here),
    )

    headline = reading.of(reading.brief.headline)
    sharp = [one for one in headline if one.is_claim and not _VAGUE.search(one.text) and reading.is_on_topic(one)]
    without = "the headline could stand above any brief" if headline else "there is no headline"
    said = "the headline says one certain thing" if sharp else without
    yield RubricAnswer(said, enough(sharp, 1), quoted(sharp or headline))

    vague = [one for one in reading.sentences if len(_VAGUE.findall(one.text)) >= 1 and not one.measured]
    share = len(vague) / len(reading.sentences) if claims else 1.0
    said = "it needs no big words" if share <= 0.1 else "big words in place of what is meant"
    yield RubricAnswer(said, max(0.0, 1 - max(0.0, share - 0.1) * 4), quoted(vague if share > 0.1 else ()), 1.5)


def _is_concrete(one: Sentence) -> bool:
    return bool(one.names or one.measured or one.counts) and not _VAGUE.search(one.text)


def evidence(reading: BriefReading) -> Iterator[RubricAnswer]:
    """Whether what it says can be followed to where it is from."""
    claims = reading.claims(Part.HEADLINE, Part.RESEARCH, Part.APPLICATION, Part.EVALUATION, Part.RISKS)
    backed = [one for one in claims if one.is_backed and reading.is_on_topic(one)]
    said = "statements say where they are from" if len(backed) > 1 else "hardly a statement says where it is from"
    yield RubricAnswer(said, enough(backed, 3), quoted(backed), 2.0)

    yield _figures(reading)

    headline = reading.of(reading.brief.headline)
    about = frozenset(word for one in headline for word in one.about)
    shared = 2 if len(about) > 5 else 1
    under = [one for one in backed if one.part is not Part.HEADLINE and len(one.about & about) >= shared]
    said = "what the headline says is backed below" if under else "nothing that is backed says what the headline says"
    yield RubricAnswer(said, enough(under, 1) if headline else 0.0, quoted(under))

    if reading.unfounded:
        lines = tuple(QuotedLine(one.line, f"{one.kind} {one.name}") for one in reading.unfounded)
        weight = min(_MOST_UNFOUNDED, 1 + len(lines) / 2)
        yield RubricAnswer(
            "it names what the repository does not have", max(0.0, 0.5 - 0.25 * len(lines)), lines, weight
        )


_MOST_UNFOUNDED = 4.0
"""Weight of many names that the repository does not have."""
_SLIP = 2
"""Loose figures of which nothing is said."""


def _figures(reading: BriefReading) -> RubricAnswer:
    """Figures count where the sentence says what they measure and something backs them; without any it is as backed."""
    told = [one for one in reading.sentences if one.figures and one.part not in (Part.ACTIONS, Part.TESTS)]
    told = [one for one in told if one.measured or one.piled or not _beside(reading, one)]
    held = [one for one in told if one.is_claim and one.measured and one.is_backed and reading.is_on_topic(one)]
    loose = [one for one in told if one not in held and not _beside(reading, one)]
    told = [*held, *loose]
    if not reading.claims():
        return RubricAnswer("it claims nothing", 0.0)
    if not told or (len(told) <= _SLIP and not held and all(one.piled is None for one in told)):
        return RubricAnswer("it does without figures", 0.75)
    value = reached(held, told, 0.5)
    if value >= 0.5:
        return RubricAnswer(
            "figures say what they measure and where they are from", max(value, 0.75), quoted(held), 1.5
        )
    return RubricAnswer("figures that do not say what they measure, or from where", value, quoted(loose), 1.5)


def _beside(reading: BriefReading, one: Sentence) -> bool:
    """Whether it stands in the paragraph of a sentence that is backed, which may be meant for both."""
    return one.piled is None and any(other.is_backed and other.line == one.line for other in reading.sentences)


def sources(reading: BriefReading) -> Iterator[RubricAnswer]:
    """Whether its sources are there, say what they are, and are used for something."""
    listed = _distinct(reading)
    said = "there are three different sources" if len(listed) >= 3 else f"{len(listed)} of at least three sources"
    yield RubricAnswer(said, enough(listed, 3))

    citing = {
        at: [one for one in reading.sentences if at in one.cited and one.is_claim and reading.is_on_topic(one)]
        for at in listed
    }
    used = [at for at in listed if citing[at]]
    unused = _lines(reading, [at for at in listed if at not in used])
    value = reached(used, listed, 0.6) * enough(used, 2)
    if value >= 0.5:
        yield RubricAnswer("sources are cited for what they say", value, quoted([citing[at][0] for at in used]), 2.5)
    else:
        yield RubricAnswer("no claim cites this source", value, unused, 2.5)

    told = [at for at in listed if _is_described(reading, at)]
    value = reached(told, listed, 0.5)
    said = "each source says what it is" if value >= 0.5 else "what the sources are is not said"
    yield RubricAnswer(said, value, _lines(reading, told if value >= 0.5 else listed), 1.0)

    fitting = [at for at in used if any(_fits(reading, at, one) for one in citing[at])]
    said = "the claims that cite a source share its words" if fitting else "no claim shares a word with its source"
    yield RubricAnswer(said, enough(fitting, 1), _lines(reading, fitting), 1.0)

    dangling = [one for one in reading.sentences if one.dangling]
    if dangling:
        yield RubricAnswer(
            "cites what is not among the sources", max(0.0, 0.5 - 0.25 * len(dangling)), quoted(dangling), 1.0
        )


def _distinct(reading: BriefReading) -> list[int]:
    """The numbers of the sources that have an address or say what they are, each address once."""
    found: dict[str, int] = {}
    for at, one in enumerate(reading.brief.sources):
        found.setdefault((one.address or one.said.text).lower().rstrip("/"), at)
    return sorted(found.values())


def _lines(reading: BriefReading, numbers: Sequence[int]) -> tuple[QuotedLine, ...]:
    said = (reading.brief.sources[at].said for at in numbers)
    return tuple(QuotedLine(one.line, one.text) for one in said)


def _words_of(reading: BriefReading, at: int) -> frozenset[str]:
    """What a source says it is, besides its address."""
    one = reading.brief.sources[at]
    return topic_stems(one.said.text.replace(one.address, " ")) if one.address else topic_stems(one.said.text)


def _is_described(reading: BriefReading, at: int) -> bool:
    source = reading.brief.sources[at]
    return len(_words_of(reading, at)) >= 2 or bool(source.address and not source.is_web)


def _fits(reading: BriefReading, at: int, one: Sentence) -> bool:
    source = reading.brief.sources[at]
    words = _words_of(reading, at) | topic_stems(re.sub(r"[^A-Za-z]+", " ", source.address))
    return bool(words & one.about) or not source.is_web or bool(called(source) & topic_stems(" ".join(one.names)))


_WHEN = re.compile(
    r"\b\d{4}-\d{2}-\d{2}\b|\b(?:by|until|before|on|within|in|after|from|this|next|every)[ ](?:the[ ])?(?:end of[ ])?"
    r"(?:first[ ]|next[ ])?(?:\d{1,3}[ ])?(?:mon|tues|wednes|thurs|fri|satur|sun)?"
    r"(?:day|week|month|sprint|quarter|release|night|morning)s?\b"
    r"|\b[Dd]ays?[ ]\d|\b[Ww]eeks?[ ]\d|\b(?:today|tomorrow|tonight)\b"
    rf"|\b{MONTHS}[ ]\d{{1,2}}\b|\b\d{{1,2}}[ ]{MONTHS}\b"
)
_WHO = re.compile(
    r"(?:^|[(\[—–-][ ]?)(?:\*\*|@)?[A-Z][a-z]{1,30}(?:[ ][A-Z][a-z]{1,30})?(?:\*\*)?[ ]?[:,(]|@\w|\b[Oo]wner\b"
    r"|[ -](?:team|lead|crew|on[ -]call)\b|^(?:\*\*)?(?:the[ ])?[\w -]{2,24}(?:\*\*)?:[ ]"
    r"|\b[A-Z][a-z]{1,30}(?:[ ]and[ ][A-Z][a-z]{1,30})?[ ](?:adds?|writes?|moves?|measures?|checks?|removes?|runs?"
    r"|changes?|sets?|opens?|asks?|tries|try|kills?|turns?|puts?|reports?|shows?|makes?|builds?|reads?|calls?|sends?|drops?)\b"
)
_CHECKED = re.compile(
    r"\b(?:so that|until|done when|passes|fails?|measur\w+|compare\w*|check\w*|verif\w+|test\w*|alert\w*|report\w*"
    r"|count\w*|below|above|under|at most|at least|no more than|drops? to|roll\w*[ ]?back|revert\w*)\b",
    re.IGNORECASE,
)


def actionability(reading: BriefReading) -> Iterator[RubricAnswer]:
    """Whether somebody could begin tomorrow and would know when it is done."""
    acts = _acts(reading)
    if not acts:
        yield RubricAnswer("there are no actions", 0.0, weight=4.5)
        yield from _tested(reading)
        return
    best = sorted(acts, key=lambda one: -_readiness(one))[:3]
    ready = sum(_readiness(one) for one in best) / 3
    said = (
        "actions say what, who, when, and how one knows" if ready >= 0.5 else "actions lack who, when, or how one knows"
    )
    lines = tuple(QuotedLine(one.line, one.text) for one in best)
    yield RubricAnswer(said, ready, lines, 2.0)

    body = frozenset(word for one in reading.claims(*_SUBSTANCE) for word in one.about)
    linked = [one for one in acts if len(_about(reading, one) & body) >= 2]
    said = "actions follow from the research" if linked else "no action follows from the research"
    yield RubricAnswer(said, reached(linked, acts, 0.6), tuple(QuotedLine(one.line, one.text) for one in linked), 1.5)

    vague = [one for one in acts if _VAGUE.search(one.text)]
    value = 1 - len(vague) / len(acts)
    said = "actions are things to do" if value >= 0.5 else "wishes rather than things to do"
    yield RubricAnswer(said, value, tuple(QuotedLine(one.line, one.text) for one in vague))

    yield from _tested(reading)


def _tested(reading: BriefReading) -> Iterator[RubricAnswer]:
    tests = [
        one for said in reading.brief.tests for one in reading.of(said) if one.piled is None and len(one.about) > 2
    ]
    yield RubricAnswer(
        "it says how to test it" if tests else "it does not say how to test it", enough(tests, 1), quoted(tests)
    )


def _acts(reading: BriefReading) -> list[Stated]:
    """The actions that are no pile and no repetition."""
    return [one for one in reading.brief.actions if all(part.piled is None for part in reading.of(one))]


def _about(reading: BriefReading, said: Stated) -> frozenset[str]:
    return frozenset(word for one in reading.of(said) for word in one.about) or topic_stems(said.text)


def _readiness(said: Stated) -> float:
    """What, who, when, and how one knows that it is done: two of the last three are enough."""
    what = len(topic_stems(said.text)) >= 3
    rest = sum(bool(pattern.search(said.text)) for pattern in (_WHO, _WHEN, _CHECKED))
    return (0.4 + 0.3 * min(2, rest)) if what else 0.0


_CAUSE = re.compile(
    r"\b(?:because|since|therefore|so that|which (?:means|is why|makes|lets|forces|causes|leaves)|that is why|leads? to"
    r"|led to|causes?|caused|as a result|due to|results? in|until|every time|each time|whenever|the reason|hence|so)\b",
    re.IGNORECASE,
)
_WEIGHED = re.compile(
    r"\b(?:but|however|although|though|whereas|while|unless|instead of|rather than|at the cost"
    r"|costs?|trade[ds]?(?:[ -]?offs?)?|only (?:if|when|where)|except|even if|not (?:because|the)|on the other hand"
    r"|against)\b",
    re.IGNORECASE,
)
_WOULD = re.compile(
    r"\b(?:if|when|unless|would|could|may|might|until|as soon as|fails?|breaks?|loses?|slower|stops?|assum\w+)\b",
    re.IGNORECASE,
)


def depth(reading: BriefReading) -> Iterator[RubricAnswer]:
    """Whether it explains how things work, and what speaks against it."""
    claims = [one for one in reading.claims() if reading.is_on_topic(one)]
    causes = [one for one in claims if one.part in _SUBSTANCE and _explains(one, _CAUSE)]
    yield RubricAnswer(
        "it says why" if causes else "it does not say why anything is so", enough(causes, 2), quoted(causes), 2.0
    )

    weighed = [one for one in claims if _explains(one, _WEIGHED)]
    yield RubricAnswer("it weighs" if weighed else "nothing is weighed", enough(weighed, 2), quoted(weighed), 1.0)

    risks = [one for said in reading.brief.risks for one in reading.of(said)]
    real = [one for one in risks if one.piled is None and len(one.about) >= 3 and _WOULD.search(one.text)]
    without = "risks do not say what would happen" if risks else "no risk is named"
    said = "risks say what would happen" if real else without
    yield RubricAnswer(said, enough(real, 2), quoted(real or risks))

    assumed = [one for said in reading.brief.assumptions for one in reading.of(said)]
    held = [one for one in assumed if one.piled is None and len(one.about) >= 3]
    yield RubricAnswer(
        "it says what it assumes" if held else "it assumes without saying so", enough(held, 1), quoted(held), 0.5
    )

    crossing = [one.insight for one in reading.brief.crossings if one.insight]
    related = [one for said in crossing for one in reading.of(said) if len(one.about & reading.topics) >= 1]
    related = [one for one in related if one.is_claim]
    said = (
        "what it hands to another vertical comes from its own research" if related else "it hands on nothing of its own"
    )
    yield RubricAnswer(said, enough(related, 1), quoted(related), 0.75)


def _explains(one: Sentence, pattern: re.Pattern[str]) -> bool:
    """Whether both sides of the joint say something; a row of joints explains nothing."""
    joints = list(pattern.finditer(one.text))
    if not joints or len(joints) > 3:
        return False
    return any(
        len(topic_stems(one.text[: joint.start()])) >= 1
        and len(topic_stems(one.text[joint.end() :])) >= 2
        and len(one.about) >= 5
        for joint in joints
    )
