"""The rationale coach: what a reason lacks, whether it names evidence; refuses only what cannot be a reason.

Templates are beginnings of a reason that a person can insert by number; their gaps have to be filled before it counts.
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dreamtui.model.evidence import Evidence, Where
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import has_secret
from dreamtui.text.inert import has_hidden
from dreamtui.text.words import STOP_WORDS, content, is_blank, normalise, tokens


@dataclass(frozen=True, slots=True)
class Template:
    number: int
    """The key that inserts it."""
    name: str
    """Two or three words for a menu."""
    verbs: frozenset[Verb]
    text: str
    """The words, with ‹gaps›."""


_TAKE = frozenset({Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE})
_LEAVE = frozenset({Verb.REJECT, Verb.RETIRE})

TEMPLATES = (
    Template(
        1, "same cause", _TAKE, "Across ‹which events›, the cause each time was ‹what›; ‹what to do› prevents it."
    ),
    Template(2, "what it costs not to", _TAKE, "Without this, ‹what goes wrong› happened again in ‹commit or file›."),
    Template(
        3, "team convention", _TAKE, "We decided ‹what› because ‹why›; it holds until ‹when it stops being true›."
    ),
    Template(4, "coincidence", _LEAVE, "‹How many› unrelated events: ‹what each was›; coincidence, not a pattern."),
    Template(5, "already covered", _LEAVE, "‹Which rule, test or check› already covers this since ‹when›."),
    Template(6, "no longer true", _LEAVE, "‹What› changed in ‹commit or file›, so this no longer happens."),
)
"""Numbered for the console, in the order of the menu."""

_GAP = re.compile("‹[^‹›]*›")
_GAPS = frozenset(gap for template in TEMPLATES for gap in _GAP.findall(template.text))
_WITHOUT_GAPS = frozenset(normalise(_GAP.sub(" ", template.text)) for template in TEMPLATES)


def templates_for(verb: Verb) -> tuple[Template, ...]:
    """The templates that suit a decision."""
    return tuple(template for template in TEMPLATES if verb in template.verbs)


def open_gaps(words: str) -> tuple[str, ...]:
    """The gaps of a template that are still in the words."""
    return tuple(gap for gap in _GAP.findall(words) if gap in _GAPS)


def without_gaps(words: str) -> str:
    """The words without the gaps of a template that are still in them."""
    return _GAP.sub(lambda gap: " " if gap.group() in _GAPS else gap.group(), words)


def is_unedited(words: str) -> bool:
    """Whether the words are a template with its gaps emptied rather than filled."""
    return normalise(_GAP.sub(" ", words)) in _WITHOUT_GAPS


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


_HEX = re.compile(r"[0-9a-f]{7,40}")
_ERROR = re.compile(r"\b[A-Z][A-Za-z0-9_]+(?:Error|Exception)\b")
_NAME = re.compile(r"\b[A-Za-z_]\w{3,60}\b")
_PATH = re.compile(r"(?<![\w./\-])[\w./\-]*\w\.[A-Za-z]\w{0,7}\b|(?<![\w.\-])(?:[\w.\-]+/)+[\w.\-*]*")
_ID = re.compile(r"(?<![\w#-])(?:#\d+|[A-Z][A-Z0-9]*-\d+|[bimnpr]-[0-9a-f]{10}|[0-9a-f]{8}-[0-9a-f-]{4,27})(?![\w-])")
_ROLES = frozenset({"user", "assistant", "agent", "human", "person", "system", "tool", "bot", "unknown", "root", "you"})
"""Names of roles, not of persons."""
PHRASE = 3
"""Words of the evidence in a row from which on they are a quotation."""
_MOST_SAID, _MOST_QUOTED = 1000, 300
"""Words of a reason and of a quote in which a quotation is looked for."""
_UNSPACED = 6
"""Characters of a word in a script without blanks from which on it is one."""


def named(words: str, evidence: Iterable[Evidence], files: Iterable[str] = ()) -> tuple[str, ...]:
    """What the words name, commits first, each once, at most five; empty if they name nothing.

    Numbers and common single words prove nothing: they are in almost every evidence. A file the item is about is named
    by its path or its name.
    """
    said = tokens(words)
    pieces = tuple(evidence)
    about = tuple(file.casefold() for file in files)
    found = [word for word in said if _HEX.fullmatch(word) and _is_commit(word, pieces)]
    found += [path for path in _PATH.findall(words) if _is_file(path.casefold(), pieces, about)]
    found += [error for error in _ERROR.findall(words) if any(_stands(error, piece.quote) for piece in pieces)]
    found += [one for one in _ID.findall(words) if any(_is_id(one, piece) for piece in pieces)]
    found += [name for name in _NAME.findall(words) if _is_identifier(name) and _is_quoted_name(name, pieces)]
    found += [piece.who for piece in pieces if _is_person(piece.who, said)]
    found = found or _quoted(said, pieces)
    return tuple(dict.fromkeys(found))[:5]


def _is_commit(word: str, evidence: tuple[Evidence, ...]) -> bool:
    """Whether a hex word begins the sha of a commit in the evidence."""
    return any(piece.locator.where is Where.COMMIT and piece.locator.ref.startswith(word) for piece in evidence)


def _is_file(path: str, evidence: tuple[Evidence, ...], about: tuple[str, ...]) -> bool:
    """Whether a path-like word is a file of the item, a quote's file, its name, or is in a quote."""
    if any(file == path or file.endswith("/" + path) for file in about):
        return True
    for piece in evidence:
        ref = piece.locator.ref.casefold() if piece.locator.where is Where.FILE else ""
        if _stands(path, piece.quote.casefold()) or (ref and (ref == path or ref.endswith("/" + path))):
            return True
    return False


def _is_id(one: str, piece: Evidence) -> bool:
    """Whether something that looks like an id is in the quote, or is the quote's record."""
    return _stands(one, piece.quote) or (piece.locator.where is not Where.FILE and one in piece.locator.ref)


def _is_identifier(name: str) -> bool:
    """Whether a word is written as code is: with an underscore or a capital inside, as no prose has it by chance."""
    inner = name.strip("_")
    return "_" in inner or any(one.islower() and two.isupper() for one, two in pairwise(inner))


def _is_quoted_name(name: str, evidence: tuple[Evidence, ...]) -> bool:
    return any(_stands(name, piece.quote) for piece in evidence)


def _is_person(who: str, said: Sequence[str]) -> bool:
    """Whether a person is named in full; a role such as `user` is not a person."""
    name = tokens(who)
    return bool(name) and who.strip().casefold() not in _ROLES and _in_a_row(name, said)


def _stands(word: str, text: str) -> bool:
    """Whether a text contains a word as a whole."""
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


Others = Collection[str] | Callable[[str], bool]
"""Reasons of other decisions in `normalise`d form, or a question whether there is such a one."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing a good reason has."""

    name: str
    """A few words: "says why"."""
    ok: bool
    """Whether the words have it."""
    hint: str
    """What was found, or what to write."""
    optional: bool = False
    """True for what is welcome but not missed: it never becomes advice."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the coach says about some words."""

    refusals: tuple[str, ...] = ()
    """Why they cannot be recorded, a sentence each; empty when they can."""
    checks: tuple[Check, ...] = ()
    """What a good text has, in a fixed order."""
    advice: tuple[str, ...] = ()
    """What would make them better, a sentence each; stops nothing."""

    @property
    def ok(self) -> bool:
        """Whether the words can be recorded."""
        return not self.refusals


_PREFIX = re.compile(r"^#?\s*candidate\s+`?[^\s`]+`?\s+—\s+", re.IGNORECASE)
_COACH_HEX = re.compile(r"[0-9a-f]{7,40}")
_WHY = re.compile(
    r"\b(?:because|since|as|so that|otherwise|due to|caused?|causes|cause|reason|prevents?|avoids?|leads? to|led to|"
    r"would have|breaks?|broke|breaking|fails?|failed|indicates?|means|without|unrelated|coincidence|duplicate)\b"
)
_DO = re.compile(
    r"\b(?:must|should|shall|needs?|requires?|always|never|do not|don't|add|avoid|use|run|write|test|check|cover|"
    r"keep|make|put|pin|validate|handle|prefer|ensure|include|backfill|review|document|wrap|log|stop|split|move|graduate:"
    r"|would have (?:caught|prevented|avoided)|comes? with)\b|\bgraduate:"
)
_UNTIL = re.compile(
    r"\b(?:until|unless|while(?! \w+ing\b)|as long as|once|no longer|till|when .{1,40} (?:is|are|has|goes)|"
    r"(?:before|after) (?:v?\d[\w.-]*|(?:the |our |that |this )?(?:next |new |last )?(?:release|version|migration|"
    r"upgrade|switch|move|rollout|launch|deadline|freeze|rewrite))|"
    r"expires?|revisit|review (?:in|on|after)|temporary|for now|from .{1,20} on)\b"
)
_COACH_ENGLISH = frozenset(
    {"the", "and", "of", "is", "are", "were", "this", "that", "with", "to", "not", "it", "by", "from"}
)

_LONG = 2000
"""Characters from which a reason is called long."""


def judge(
    words: str,
    *,
    verb: Verb,
    title: str = "",
    rule: str = "",
    evidence: tuple[Evidence, ...] = (),
    others: Others = (),
    batch: bool = False,
    compat: bool = False,
    files: Collection[str] = (),
) -> Judgement:
    """What speaks against recording these words as the reason of a decision, and what would make them better.

    `others` are the reasons of decisions outside the batch at hand: one batch may share one reason. In a batch the
    words need not name the evidence of each item. `files` are those the item is about: to name one is to name evidence.
    """
    if is_blank(words):
        return Judgement(("A reason is needed: these words are blank.",))
    if compat:
        return Judgement()
    refusals = _refusals(words, title, rule, others)
    checks = _checks(words, verb, title, rule, () if batch else evidence, files)
    advice = [check.hint for check in checks if not check.ok and not check.optional]
    if len(words) > _LONG:
        advice.append("This is long; whoever reads it in six months needs the point first.")
    return Judgement(refusals, checks, (*advice, *_cautions(words)))


def _refusals(words: str, title: str, rule: str, others: Others) -> tuple[str, ...]:
    found: list[str] = []
    if gaps := open_gaps(words):
        found.append(f"Fill in what the template leaves open: {', '.join(dict.fromkeys(gaps))}.")
    elif is_unedited(words):
        found.append("This is the template with nothing filled in.")
    elif says_nothing(tokens(words)):
        found.append("These words say nothing about why; name what happened and what follows from it.")
    elif _repeats(words, _PREFIX.sub("", title)) or _repeats(words, title):
        found.append("This is the title again; say why.")
    elif _repeats(words, rule):
        found.append("This is the rule again; say why it should hold.")
    normal = normalise(words)
    if normal and (others(normal) if callable(others) else normal in others):
        found.append("This is word for word the reason of another decision; say what is so in this case.")
    return tuple(found)


def _repeats(words: str, text: str) -> bool:
    """Whether the words are the text again, at most with filler around it."""
    if not text or is_blank(text):
        return False
    if normalise(words) == normalise(text):
        return True
    said, given = tokens(words), tokens(text)
    known = set(given)
    most = set(content(text)) - FILLER
    return bool(most) and most <= set(said) and all(word in known or says_nothing([word]) for word in said)


def _checks(
    words: str, verb: Verb, title: str, rule: str, evidence: tuple[Evidence, ...], files: Collection[str]
) -> tuple[Check, ...]:
    low = " ".join(words.casefold().split())
    english = is_english(words)
    own = [word for word in content(words) if word not in FILLER and word not in set(tokens(title))]
    why = len(own) >= 4 or (len(own) >= 3 and bool(_WHY.search(low))) or (not english and len("".join(own)) >= 8)
    begun = bool(open_gaps(words)) or is_unedited(words)
    checks = [Check("says why", why and not begun, "Say why in a sentence: what happened, and what it shows.")]
    if evidence:
        found = named(without_gaps(words), evidence, files)
        hint = ", ".join(found) if found else f"Name something of the evidence, such as {_example(evidence)}."
        checks.append(Check("names evidence", bool(found), hint))
    if verb is Verb.GRADUATE:
        does = bool(_DO.search(low)) or bool(rule.strip())
        checks.append(Check("says what to do", does, "Say what should be done about it.", optional=not english))
    if verb in (Verb.GRADUATE, Verb.RERATIONALE, Verb.ACCEPT):
        hint = "When does this stop being true?"
        checks.append(Check("says until when", bool(_UNTIL.search(low)), hint, optional=True))
    return tuple(checks)


def _example(evidence: tuple[Evidence, ...]) -> str:
    """The shortest thing of the newest evidence that can be named and that counts."""
    newest = evidence[0]
    if _COACH_HEX.fullmatch(newest.locator.ref):
        return newest.locator.ref[:7]
    who = newest.who if named(newest.who, evidence) else ""
    return f"{who} or some words of it" if who else "a file, a name or three words of it"


def _cautions(words: str) -> list[str]:
    """What is risky to record."""
    found: list[str] = []
    if has_secret(words):
        found.append("This looks as if it holds a secret; the record is kept and shared, so take it out.")
    if has_hidden(words):
        found.append("This holds characters that cannot be seen.")
    return found


def is_english(words: str) -> bool:
    """Whether the words look English enough for advice that looks for English words."""
    said = tokens(words)
    return any(word in _COACH_ENGLISH for word in said) or (len(said) < 6 and all(word.isascii() for word in said))


_HEADING = re.compile(r"^ {0,3}(?:#{1,6}(?:[ \t]|$)|(?:=+|-{2,})[ \t]*$)", re.MULTILINE)
_CONFLICT = re.compile(r"^(?:<{7}|={7}|>{7}|\|{7})(?: |$)", re.MULTILINE)
_CODE_FENCE = re.compile(r"^ {0,3}(?:`{3,}|~{3,})", re.MULTILINE)
_IMPORT = re.compile(r"(?:^|(?<=\s))@[\w./~-]*[\w/]")
_CODE_SPAN = re.compile(r"`[^`\n]*`")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]|\n\s*\n")
_CONCRETE = re.compile(
    r"`|\d|\w[/.]\w|[a-z][A-Z]|\w_\w|\b[Uu]se\b.{1,80}\b(?:never|not|instead of|rather than)\b|"
    r"\b(?:npm|npx|yarn|pnpm|pip|pipx|poetry|uv|pytest|tox|ruff|mypy|git|docker|cargo|gradle|mvn|terraform|kubectl) \w|"
    r"\bmake (?!sure\b|it\b|the\b|an?\b|no\b|every|all\b|th(?:is|at|em)\b)\w"
)
_LONG_RULE = 400


def judge_rule(rule: str, title: str = "") -> Judgement:
    """What speaks against these words as a rule that agents will read, and what would make it a better one."""
    if is_blank(rule):
        return Judgement(("A rule needs words of its own: write what agents should do.",))
    rule = rule.replace("\r\n", "\n").replace("\r", "\n")
    found: list[str] = []
    if _HEADING.search(rule):
        found.append("A rule holds no headings or lines of dashes; write sentences.")
    if "<!--" in rule or "-->" in rule:
        found.append("A rule holds no HTML comments or region markers: agents do not see them.")
    if _CONFLICT.search(rule):
        found.append("A rule holds no conflict markers.")
    if len(_CODE_FENCE.findall(rule)) % 2:
        found.append("A code fence in this rule is not closed; it would swallow the rules behind it.")
    if says_nothing(tokens(rule)):
        found.append("These words say nothing; write what agents should do.")
    elif _repeats(rule, _PREFIX.sub("", title)) or _repeats(rule, title):
        found.append("This is the title again, an observation; write what agents should do about it.")
    english = is_english(rule)
    sentences = len([part for part in _SENTENCE_END.split(rule) if part.strip()])
    short = sentences <= 4 and len(rule) <= _LONG_RULE
    concrete = bool(_CONCRETE.search(rule)) or len([word for word in content(rule) if word not in FILLER]) >= 5
    tells = bool(_DO.search(" ".join(rule.casefold().split())) or _OPENS.match(rule) or _ORDERS.match(rule))
    checks = (
        Check("tells what to do", tells, "Write it as an instruction: do, never, before you …", not english),
        Check("is short", short, "Keep it to one or a few sentences; it is read in every session."),
        Check("is concrete", concrete, "Name the file, command or case it is about.", not english),
    )
    advice = [check.hint for check in checks if not check.ok and not check.optional]
    if _IMPORT.search(_CODE_SPAN.sub("", rule)):
        advice.append("Put words that begin with @ in backticks: Claude Code reads them as a file to import.")
    return Judgement(tuple(found), checks, (*advice, *_cautions(rule)))


_OPENS = re.compile(
    r"\s*(?:when(?:ever)?|before|after|if|for|in|each|every|any|only|no|please|build|call|change|choose|close|commit|create|"
    r"define|delete|fix|follow|get|give|guard|install|leave|load|lock|mark|mock|name|open|parse|pass|quote|raise|read|"
    r"refactor|release|remove|rename|replace|reset|retry|return|send|set|ship|sort|store|treat|update|verify|wait|warn)\b",
    re.IGNORECASE,
)
_ORDERS = re.compile(
    r"\s*(?:"
    r"add|allow|apply|ask|assert|back|base|batch|bind|block|bump|cache|call|catch|clean|clear|compare|"
    r"compile|compress|configure|confirm|connect|convert|copy|count|cover|debounce|declare|deploy|"
    r"deprecate|derive|describe|design|detect|disable|discard|document|download|draw|drop|edit|emit|"
    r"enable|encode|encrypt|end|enforce|enter|escape|estimate|evaluate|exclude|execute|expect|explain|"
    r"export|expose|extend|extract|fail|fetch|fill|filter|find|finish|flag|flush|force|format|forward|"
    r"freeze|generate|go|group|handle|hash|hide|ignore|implement|import|include|increase|indent|index|"
    r"inject|inline|insert|inspect|instrument|isolate|join|key|label|let|limit|link|lint|list|log|look|"
    r"lower|maintain|make|map|match|measure|merge|migrate|monitor|move|narrow|normalise|normalize|note|"
    r"notify|number|order|organise|organize|override|pack|paginate|pick|pin|place|plan|point|poll|"
    r"prefer|prefix|prepare|preserve|print|profile|protect|prove|provide|publish|pull|push|put|query|"
    r"queue|quit|rebase|rebuild|record|redirect|reduce|refer|refresh|register|reject|reload|rely|repeat|"
    r"report|reproduce|request|require|rerun|reserve|resolve|restart|restore|restrict|reuse|revert|"
    r"review|rewrite|rotate|round|route|run|sample|sanitise|sanitize|save|scan|schedule|scope|scroll|"
    r"search|seed|select|separate|serialise|serialize|serve|share|shorten|show|shut|sign|simplify|skip|"
    r"solve|specify|split|squash|stage|start|state|stick|stop|stream|strip|stub|submit|subscribe|suffix|"
    r"summarise|summarize|supply|suppress|swap|switch|sync|tag|take|tell|test|throttle|throw|time|"
    r"toggle|trace|track|trim|truncate|trust|try|turn|type|unify|unlock|unpack|update|upgrade|upload|"
    r"validate|vendor|version|visit|warm|watch|wire|work|wrap|write"
    r")\b(?!:)(?! (?:[\w-]+ ){0,2}"
    r"(?:is|are|was|were|has|have|had|can|fails?|failed|broke|breaks?|takes?|took|needs?)\b)",
    re.IGNORECASE,
)
"""Verbs that begin an order, except where a name of something begins with one: "Deploy scripts are slow"."""
