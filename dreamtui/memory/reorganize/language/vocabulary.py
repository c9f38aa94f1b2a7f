"""Words that mean the same, the opposite, a number, a unit, a strength: what the guards and scorers know of English."""

from collections.abc import Iterable


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
small short smaller shorter tiny
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
descriptive meaningful
""")
"""Word to the one that stands for it; whole words, lower case. Inflections are joined by the stem as well."""

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
        "only": "only solely exclusively",
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
