"""What a brief names of the repository, and what the repository says of it.

A brief speaks of three things besides: what is to be made, what others have, and what there is in general. None of it
is missing here. So a name is missing only if the words around it say that it stands in this repository.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dreamtui.memory.claims import NEVER_DEFINED, NEVER_THERE, NOTHING_RUNS_IT, claims_in
from dreamtui.model.claim import Claim, ClaimKind, JudgedClaim, Tone, Verdict
from dreamtui.training.briefs.brief import Brief, Part

ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\^{})]+")
_NEVER = frozenset({NEVER_THERE, NEVER_DEFINED, NOTHING_RUNS_IT})
_HERE = re.compile(
    r"\b(?:our|ours|we|us|here|in-house|this (?:repo\w*|project|code\w*|service)|the (?:repo|repository|code ?base))\b",
    re.IGNORECASE,
)
"""A sentence with one of these speaks of this repository."""
_MADE = re.compile(
    r"\b(?:creat(?:e|es|ing)|introduc(?:e|es|ing)|draft(?:s|ing)?|generat\w+|scaffold\w*|extract(?:s|ing)?|split(?:s|ting)?"
    r"|renam(?:e|es|ing)|mov(?:e|es|ing)|propos\w+|add(?:s|ing)?|needs?|lacks?|wants?|puts?|build(?:s|ing)? (?:an?|the)"
    r"|call(?:ed)? it)\b",
    re.IGNORECASE,
)
"""Before a name: it is to be made, if it is not the place where something is."""
_WRITTEN = re.compile(
    r"\b(?:writ(?:e|es|ing)|sav(?:e|es|ing)|stor(?:e|es|ing)|publish(?:es|ing)?|outputs?|dumps?|exports?"
    r"|new[ ](?!\w+ in ))\b",
    re.IGNORECASE,
)
"""Before a name: it is made there."""
_NOT_THERE = re.compile(
    r"\b(?:planned|plan to|to-?do|to be|not (?:yet|built|there)|does not exist|there is no|(?:is|are) missing"
    r"|will|would|could|might|e\.g|for (?:example|instance)|imagine|ignored)\b",
    re.IGNORECASE,
)
"""A sentence with one of these says that it is not there, may come to be, or is an example."""
_PLACE = re.compile(r"\b(?:to|of|from|at|for)[ ](?:the[ ])?(?:file[ ])?[`*]{0,3}\Z", re.IGNORECASE)
"""Before a name: what is added goes to it."""
_OWNED = re.compile(r"\b[A-Z][\w-]{1,40}(?:'s|’s|s')[ ](?:[a-z]{2,20}[ ]){0,2}[`*\[]{0,3}\Z")
"""Before a name: it belongs to somebody else."""
_ON_MODULE = re.compile(r"(?<!\w)[a-z_]\w{0,40}\.\Z")
"""Before a name: it is a function of a module, such as `asyncio.`."""
_SENTENCE = re.compile(r"[.!?;](?=\s)")
_SUFFIX = re.compile(
    r"[^\n]*\.(?:py|pyi|[cm]?[jt]sx?|go|rs|mdx?|ya?ml|jsonl?|toml|sql|sh|ps1|bat|s?css|html?|rb|java|kt|swift"
    r"|[chm]|cc|hh|[ch]pp|cs|php|vue|svelte|cfg|ini|conf|txt|log|csv|tsv|lock|ipynb|proto|tf|gradle|xml|svg|png|jpe?g|pdf|env|exs?|erl|scala"
    r"|lua|pl|jl|dart|zig|hs|graphql|prisma|rst|adoc|j2|tmpl|mk|cmake)"
)


def claims_of(brief: Brief) -> tuple[Claim, ...]:
    """What the brief says of the repository; what stands only in addresses of the web is none."""
    text = without_addresses(brief.text)
    lines = text.split("\n")
    parts = _parts(brief, len(lines))
    found = claims_in(text, plain=True)
    made = {one.name for one in found if any(_is_made(line, one.name) for line in lines if one.name in line)}
    paths = {one.line for one in found if one.kind is ClaimKind.FILE}
    return tuple(_meant(one, brief, lines, parts, one.name in made, one.line in paths) for one in found)


def without_addresses(text: str) -> str:
    """The same text, as long, with nothing where addresses of the web stand."""
    return ADDRESS.sub(lambda found: " " * len(found[0]), text)


def _parts(brief: Brief, count: int) -> list[Part | None]:
    """The part that each line stands in."""
    found: list[Part | None] = [None] * (count + 1)
    for section in brief.sections:
        found[section.heading.line :] = [section.part] * (count + 1 - section.heading.line)
    return found


def _meant(
    one: Claim, brief: Brief, lines: Sequence[str], parts: Sequence[Part | None], is_made: bool, beside_path: bool
) -> Claim:
    """The claim with the tone that the words of a brief give it, and whether it may as well be of elsewhere."""
    if one.loose or one.tone not in (Tone.THERE, Tone.HEDGED):
        return one
    part = parts[one.line] if one.line < len(parts) else None
    sentence, before = _around(lines[one.line - 1], one.name)
    is_linked = ADDRESS.search(brief.line(one.line), brief.line(one.line).find(one.name)) is not None
    if _OWNED.search(before) or (is_linked and (part is Part.SOURCES or "](" in brief.line(one.line))):
        return replace(one, tone=Tone.ELSEWHERE)
    if is_made:
        return replace(one, tone=Tone.HEDGED)
    if one.kind is ClaimKind.FILE and not one.name.endswith("/") and not _SUFFIX.fullmatch(one.name.lower()):
        return replace(one, loose=True)
    is_ours = part in (Part.APPLICATION, Part.ACTIONS) or beside_path or _HERE.search(sentence) is not None
    if one.kind is ClaimKind.SYMBOL and (not is_ours or _ON_MODULE.search(before)):
        return replace(one, loose=True)  # of a library, or of another's interface
    return replace(one, tone=Tone.THERE)


def _around(line: str, name: str) -> tuple[str, str]:
    """The sentence that names it first, and what stands in it before the name."""
    at = max(0, line.find(name))
    ends = [match.end() for match in _SENTENCE.finditer(line)]
    begin = max((end for end in ends if end <= at), default=0)
    end = min((end for end in ends if end > at + len(name)), default=len(line))
    return line[begin:end], line[begin:at]


def _is_made(line: str, name: str) -> bool:
    """Whether the line says that it is to be made."""
    sentence, before = _around(line, name)
    is_put = _MADE.search(before) is not None and not _PLACE.search(before)
    return is_put or _WRITTEN.search(before) is not None or _NOT_THERE.search(sentence) is not None


def is_unfounded(one: JudgedClaim) -> bool:
    """Whether the repository does not have what is named as its own."""
    if one.verdict is Verdict.GONE:
        return one.claim.tone is not Tone.HEDGED
    never = one.verdict is Verdict.UNKNOWN and one.reason in _NEVER
    return never and one.claim.tone is Tone.THERE and not one.claim.loose


def is_confirmed(one: JudgedClaim) -> bool:
    """Whether the repository has it, under a name that says enough to be it."""
    is_telling = not one.claim.loose or one.claim.kind is not ClaimKind.SYMBOL or not one.claim.name.islower()
    is_telling = is_telling or "_" in one.claim.name
    return one.verdict is Verdict.VERIFIED and one.claim.tone is not Tone.LOST and is_telling


def distinct(found: Sequence[JudgedClaim]) -> Iterator[JudgedClaim]:
    """Each name once, with the kind that is said first."""
    seen: set[str] = set()
    for one in found:
        if one.claim.name not in seen:
            seen.add(one.claim.name)
            yield one
