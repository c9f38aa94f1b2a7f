"""What the guards and scorers know of English: words that mean the same, the opposite, a number, a unit; spelling."""

import re
from collections.abc import Iterable
from functools import lru_cache

from dreamtui.memory.reorganize.language import vocabulary as known


def _groups(text: str) -> dict[str, str]:
    """Each word of a line stands for the first word of its line."""
    found: dict[str, str] = {}
    for line in text.strip().splitlines():
        first, *others = line.split()
        found.update(dict.fromkeys(others, first))
    return found


def words_of(text: str) -> frozenset[str]:
    """The words of a list written as one text."""
    return frozenset(text.split())


def _listed(text: str) -> list[str]:
    return text.split()


SYNONYMS = _groups("""
repository repo repos repositories
database db dbs databases
configuration config configs configure configured cfg
environment env envs
variable var vars variables
kubernetes k8s
postgresql postgres
javascript js
typescript ts
directory folder dir directories folders dirs
documentation docs doc
authentication authn
authorization authz
administrator admin admins
application app apps
function func funcs fn method methods
dependency dep deps
parameter param params arg argument arguments args
information info
specification spec specs
message msg msgs
development dev
production prod
use using uses used utilize utilise utilizes employ
require need needs required requires requiring
begin start starts started starting begins begun
delete remove removes removed deletes deleted removing deleting removal deletion erase
store keep keeps kept stores stored storing keeping save saves saved saving
large big bigger larger
small little short smaller shorter tiny terse concise brief
repeat restate repeats repeated repeating restates restated restating
summary summaries recap recaps wrap-up
startup boot bootup startups
email e-mail emails e-mails
hardcode hard-code hardcoded hard-coded hardcodes hardcoding hard-coding
quick fast rapid
create make makes made creates created creating
fix repair fixes repaired bugfix
choose pick select
modify edit alter edited modified editing modifying
manual hand manually
automatic automatically auto
every all each any
happen occur occurs happens occurred take-place
show display shows displays
build compile compiles builds
error failure errors failures
fail failing fails failed
prefer favour favor favours preferable
like enjoy likes enjoys love loves
dislike hate dislikes hates
reply answer answers replies response responses
server machine host servers
colour color colors colours
licence license licenses licences
emoji emojis
image picture images pictures
engineer developer developers engineers
customer client-company
nightly every-night
daily every-day
weekly every-week
monthly every-month
over gt
check verify verifies checks checked verified ensure ensures
call invoke calls invokes called invoked
component components
someone somebody
everyone everybody
anyone anybody
people persons
child kid kids children
careful cautious
talk speak speaks speaking
street road roads
bicycle bike bikes bicycles
motorcycle motorbike motorbikes
sofa couch
photo photograph photos photographs
telephone phone phones
trash garbage rubbish
finish complete completes completed completing
wrong incorrect
wide broad
descriptive meaningful
""")
"""Word to the one that stands for it; whole words, lower case. Inflections are joined by the stem as well."""

IRREGULAR = _groups("""
begin began begun
bite bitten
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
feed fed
fight fought
find found
fly flew flown
forget forgot forgotten
freeze froze frozen
give gave given
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lead led
leave leaving
lose lost losing
make made making
mean meant
meet met
pay paid
ride rode ridden riding
rise rose risen
run ran
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shave shaven
shine shone
shoot shot
sing sang sung
sink sank sunk
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
sweep swept
swim swam swum
take took taken taking
teach taught
tear tore torn
tell told
think thought
throw threw thrown
wake woke woken
wear wore worn
win won
write wrote written writing
""")
"""Forms of verbs that no ending tells, to the verb; not those that are a word of another meaning too."""

ANTONYMS: frozenset[frozenset[str]] = frozenset(
    frozenset(pair.split("/"))
    for pair in words_of(
        """
enable/disable allow/deny allow/forbid allow/block permit/deny permit/forbid on/off increase/decrease
increase/reduce raise/lower before/after synchronous/asynchronous sync/async ascending/descending public/private
show/hide like/dislike accept/reject approve/reject parallel/sequence parallel/serial parallel/sequential
concurrent/sequential lock/unlock pull/push store/delete stable/unstable optional/require optional/mandatory
first/last more/fewer more/less most/least begin/stop begin/end open/close mutable/immutable sensitive/insensitive
minimum/maximum min/max encrypt/decrypt encode/decode include/exclude add/delete input/output
read/write old/new local/remote local/global upper/lower uppercase/lowercase true/false valid/invalid
safe/unsafe strict/loose strict/lenient static/dynamic manual/automatic eager/lazy full/empty full/partial
online/offline upload/download import/export inside/outside above/below left/right top/bottom early/late
oldest/newest earliest/latest success/fail pass/fail active/inactive
up/down quick/slow large/small long/small high/low strong/weak hot/cold light/dark single/double single/multiple
good/bad best/worst always/never win/lose gain/lose attach/detach connect/disconnect install/uninstall mount/unmount
subscribe/unsubscribe register/unregister compress/decompress serialize/deserialize commit/rollback upgrade/downgrade
merge/split expand/collapse visible/hidden present/absent same/different horizontal/vertical
simple/complex shallow/deep tight/loose
whitelist/blacklist allowlist/denylist blocking/non-blocking tabs/spaces tab/space day/night am/pm
agree/disagree trust/distrust in/out many/few buy/sell lead/follow create/delete master/slave
loggedin/loggedout
"""
    )
)
"""Pairs of opposites, in their synonym form."""

TURNED = frozenset(word for pair in ANTONYMS for word in pair) - words_of("use up server client test tab")
"""Words that have an opposite: two statements on one subject may differ in them."""

NEGATIONS = words_of(
    """never not no don't dont doesn't didn't isn't aren't wasn't weren't won't wouldn't shouldn't mustn't can't cannot
    couldn't haven't hasn't without avoid avoids avoiding neither nor nobody nothing none nowhere stop forbid forbidden
    forbids prohibit prohibited prohibits disallow disallowed refrain unless hardly lacks lack fails refuse refuses
    abandon abandoned dropped ban banned ain't unable
    nicht nie niemals kein keine keinen keinem keiner keines niemand nirgends weder ne jamais aucun aucune"""
)
"""Words that turn a statement round; those of German and French too, lest it be said that nothing contradicts."""

NEGATIVE_PREFIXES = ("un", "non-", "non", "in", "im", "ir", "il", "dis")
"""What turns a word round when it is put before it."""

STRENGTHS: dict[str, str] = {
    word: strength
    for strength, words in {
        "must": "must always shall required mandatory has-to have-to need-to needs-to obligatory forever certainly "
        "definitely invariably require",
        "should": "should ought recommended advisable recommend",
        "may": "may might could can allowed optional permitted fine okay possibly maybe perhaps consider considering "
        "optionally acceptable",
        "usually": "usually generally normally typically mostly often frequently probably likely",
        "sometimes": "sometimes occasionally",
        "rarely": "rarely seldom hardly infrequently",
        "some": "some few several",
        "most": "most",
        "only": "only solely exclusively merely",
        "at least": "at-least minimum",
        "at most": "at-most maximum",
        "up to": "up-to",
    }.items()
    for word in words.split()
}
"""How strongly a statement is meant, by the word that says so."""

NUMBER_WORDS = {
    word: str(number)
    for number, word in enumerate(
        _listed("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty")
    )
} | {
    "thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "ninety": "90", "hundred": "100",
    "thousand": "1000", "million": "1000000", "dozen": "12",
}  # fmt: skip

UNITS = _groups("""
ms millisecond milliseconds msec
s sec secs second seconds
min mins minute minutes
h hr hrs hour hours
d day days
w week weeks wk
month months
year years yr yrs
b byte bytes
kb kib kilobyte kilobytes
mb mib megabyte megabytes
gb gib gigabyte gigabytes
tb tib terabyte terabytes
% percent pct
px pixel pixels
usd dollar dollars $
eur euro euros €
""")
UNIT_NAMES = frozenset(UNITS) | frozenset(UNITS.values())
"""Everything that is a unit when it follows a number."""

WEEKDAYS = _groups("""
monday mondays mon
tuesday tuesdays tue
wednesday wednesdays wed
thursday thursdays thu
friday fridays fri
saturday saturdays
sunday sundays
""") | {day: day for day in words_of("monday tuesday wednesday thursday friday saturday sunday")}
MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"), start=1)
    for name in names.split()
}  # fmt: skip
TIME_WORDS = {
    word: word
    for word in words_of("""yesterday today tomorrow tonight spring summer autumn winter weekend weekday noon midnight
    morning evening afternoon nightly daily weekly monthly yearly hourly quarterly biweekly""")
} | {"fall": "autumn", "weekends": "weekend", "weekdays": "weekday", "annually": "yearly"}

WEAK = words_of(
    """a an and are as at be been being but by do does did for from had has have he her his i if in into is it its me my
    of on or our she so than that the their them then there these they this those to us was we were which while who will
    with you your please also just very really too own over would where what when how via per about up out shall let
    lets let's someone one's someone's user's gets get got new"""
) - {"new", "out", "up", "over", "when", "where", "if"}
"""Words that carry no topic here; smaller than the list for topics, because scope and direction are read from some."""

LIGHT = words_of(
    "use uses using used utilize utilise apply ensure make keep write add set run put have follow implement consider "
    "prefer always should must sure proper properly appropriate good best practice need require go goes way"
)
"""Verbs and fillers that most rules begin with: shared, they prove little; exchanged, they change little."""

SCOPE_WORDS = words_of(
    """backend frontend production staging development local ci test mobile desktop android ios linux macos windows
    public internal external private legacy administrator customer guest member lead team main release branch unit
    integration e2e web api server client debug hotfix personal work changed american british everywhere global
    read write"""
)
"""Words that name where a statement holds, wherever they stand."""


def opposites(ones: Iterable[str], others: Iterable[str]) -> tuple[str, str] | None:
    """The first pair of opposites between two sets of words, sorted, or none."""
    right = sorted(others)
    for one in sorted(ones):
        for other in right:
            if frozenset((one, other)) in ANTONYMS:
                return one, other
    return None


_QUOTED = re.compile(r"^[ \t]{0,3}>[ \t]?", re.MULTILINE)
_BOLD = re.compile(r"\*\*(?=[^\s*])([^*\n]{1,300})(?<=\S)\*\*")
_SIGN = re.compile(
    r"""
      \[[ xX]\]                                      # a task, open or done
    | <-|<=|>=|!=|->|=>|[<>≤≥≠±≈←]
    | ~~|~(?=\d)                                     # struck out; about so many
    | (?<![\w)\]-])[-+](?=[\d.])                     # below or above zero
    | (?<=\w)\+{1,2}(?!\w)|(?<=[A-Z])\#(?!\w)        # C++, 14+, C#
    | (?<![\w!])!(?=\w)
    | (?<![\w*)\]"'”’])\*(?=[./]\w)|(?<=/)\*         # any name
    | (?<=[^\W_])_{1,8}(?=[^\W_])                    # user_id is not userid
    | \?(?=["'”’)\]*_`]{0,8}(?:\s|$))                # a question
    | \b(?:no|not|never|none|nothing|nobody|neither|nor|stop|without)\b["'”’)\]*_`]{0,8}[.,;:!?](?=\W{0,8}\w)
    """,
    re.VERBOSE | re.IGNORECASE,
)
_WORD = re.compile(r"\w+")
_PLAIN = frozenset({"->", "=>"})
"""An arrow may as well be a word or a dash."""
_LIKELY = re.compile(r"[<>≤≥≠±≈←!~+\-#*_?\[]|(?i:\b(?:n|stop|without))")


@lru_cache(maxsize=65536)
def signs_of(text: str) -> tuple[tuple[int, str], ...]:
    """Each sign with how many words stand before it, in order."""
    if _LIKELY.search(text) is None:
        return ()
    text = _BOLD.sub(r"\1", _QUOTED.sub("", text))
    found = [(match.start(), match.group().lower()) for match in _SIGN.finditer(text)]
    found = [(at, sign) for at, sign in found if sign not in _PLAIN]
    if not found:
        return ()
    starts = [match.start() for match in _WORD.finditer(text)]
    made: list[tuple[int, str]] = []
    before = 0
    for at, sign in found:
        while before < len(starts) and starts[before] < at:
            before += 1
        made.append((before, sign))
    return tuple(made)


_PHRASES = tuple(
    (tuple(hints.split("|")), re.compile(pattern, re.IGNORECASE), instead)
    for hints, pattern, instead in (
        (
            "rather than|in place of|not",
            r"\b(?:rather than|in place of)\b|,\s+(?:and\s+)?not\b(?!\s+to\b)|\band not\b",
            " instead of",
        ),
        ("more important than", r"\bmore important than\b", " over"),
        ("'t", r"(?<=\w)[ ]?n[’']t\b", " not"),
        ("nt", r"\b(do|does|did|is|are|was|were|would|should|must|could|have|has|had)nt\b", r"\1 not"),
        ("not", r"\bca(?=\snot\b)", ""),
        ("not", r"\bwo(?=\snot\b)", "will"),
        ("no one", r"\bno one\b", "nobody"),
        ("not ever", r"\bnot ever\b", "never"),
        ("have to|has to|had to", r"\b(?:have|has|had) to\b", "has-to"),
        ("need to|needs to", r"\bneeds? to\b", "need-to"),
        ("at least", r"\bat least\b", "at-least"),
        ("at most", r"\bat most\b", "at-most"),
        ("up to", r"\bup to\b(?=\s+\d)", "up-to"),
        ("every|each", r"\b(?:every|each) (night|day|week|month|year|hour)\b", r"every-\1"),
        (", like|, as in|, such as|, for ", r",[ ](?:like|as in|such as|for example|for instance)(?=[ ])", ", as"),
        ("e.g.|i.e.", r"\be\.g\.|\bi\.e\.", ""),
        ("up to|up-to", r"\bup[ -]to[ -]date\b", "current"),
        ("doc string", r"\bdoc strings?\b", "docstring"),
        ("pull request|pr", r"\bpull requests?\b|\bPRs?\b", "pullrequest"),
        ("so that", r"\bso that\b", "so"),
        ("logged in", r"\blogged in\b", "loggedin"),
        ("logged out", r"\blogged out\b", "loggedout"),
        ("possible|where you can", r"\bwherever possible\b|\bwhen(?:ever)? possible\b|\bwhere you can\b", ""),
        ("by hand", r"\bby hand\b", "manually"),
        ("pii|personal", r"\bPII\b|\bpersonal(?:ly identifiable)? (?:data|information)\b", "personaldata"),
        ("factor|2fa", r"\b(?:2|two)[- ]factor\b|\b2FA\b", "twofactor"),
        (" than", r"\b(?:shorter|smaller|less|fewer|lower) than\b(?=\s+\$?\d)", "under"),
        ("k8s", r"\bK8s\b", "kubernetes"),
        ("used to", r"(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bwas )\bused to(?=\s\w)", "formerly"),
    )
)
"""Of each what the text has to have in lower case, one of it, for a look at it to be worth while."""
_MONTH_NAMES = "|".join(sorted((name.capitalize() for name in known.MONTHS), key=len, reverse=True))
_DAY_FIRST = re.compile(
    rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)? (?:of )?(?P<month>{_MONTH_NAMES})\b(?:,? (?P<year>\d{{4}})\b)?"
)
_MONTH_FIRST = re.compile(
    rf"\b(?P<month>{_MONTH_NAMES}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)(?:,? (?P<year>\d{{4}})\b)?"
)
_HYPHENATED = re.compile(r"(?<![\w/.\-`#])[a-zA-Z]+(?:-[a-z]+)+(?![\w/\-`(]|\.\w)")


def spelled(text: str) -> str:
    """The text with phrases that act as one word made one word."""
    low = text.lower() if text.isascii() else ""  # beyond ASCII a letter has other forms than its lower case
    for hints, pattern, instead in _PHRASES:
        if low and not any(map(low.__contains__, hints)):
            continue
        made = pattern.sub(instead, text)
        if made != text:
            text, low = made, made.lower() if low else ""
    text = _HYPHENATED.sub(_parts, text) if "-" in text else text
    return _DAY_FIRST.sub(_iso, _MONTH_FIRST.sub(_iso, text)) if any(map(str.isdigit, text)) else text


def _parts(match: re.Match[str]) -> str:
    """A hyphenated word as its parts, unless the whole is known or its first part turns it round."""
    low = match.group().lower()
    if low.startswith(("non-", "every-")) or low in known.STRENGTHS or any(low in pair for pair in known.ANTONYMS):
        return match.group()
    if any(part in known.WEAK and part not in _JOINING for part in low.split("-")):
        return match.group()
    return match.group().replace("-", " ")


_JOINING = frozenset({"to", "of", "the", "in", "by", "and", "on", "up", "out", "for", "a", "as", "is"})
"""Little words inside a hyphenated phrase; any other one is part of a name, such as the `us` of `logs-us`."""


def _iso(match: re.Match[str]) -> str:
    """A day written with the name of its month, as an ISO date; year 0000 where none is said."""
    return f"{match['year'] or '0000'}-{known.MONTHS[match['month'].lower()]:02}-{int(match['day']):02}"
