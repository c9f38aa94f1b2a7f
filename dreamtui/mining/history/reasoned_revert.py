"""A change was reverted, and the message says why."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice, takewhile

from dreamtui.mining.history.base import DAY, HistorySignal, Past, best, found
from dreamtui.mining.history.reasons import is_foreign, sentences, width
from dreamtui.mining.history.words import IMPERATIVE, bare, is_aside, squashed
from dreamtui.mining.signals.reverts import is_revert, same_change
from dreamtui.model.item import Finding
from dreamtui.model.mining.commits import ChangedLines, Diffed
from dreamtui.text.saying import plain, sentence
from dreamtui.text.words import STOP_WORDS

_LEAST = 50
_BECAUSE = re.compile(
    r"\b(?:because|since|as (?:it|this)|otherwise|instead|caus\w{1,4}|br(?:oke|eak|eaks|oken)|fail\w{0,5}|crash\w{0,3}"
    r"|wrong\w{0,2}|incorrect\w{0,2}|regress\w{0,5}|flaw\w{0,3}|cannot|never|must|slow\w{0,3}|leak\w{0,3}|performance"
    r"|memory|los(?:e|es|t|ing)|too|unsafe|deadlock\w{0,2}|race|conflict\w{0,3}|better|worse|problem\w{0,5}|bugs?|not|can"
    r"|unexpected\w{0,2}|overflow|missing|misses|discard\w{0,2}|ambigu\w{0,5}|confus\w{0,4}|expensive|unnecessary"
    r"|unresolved|invalid|would|over-\w+|maintenance)\b|n't\b",
    re.IGNORECASE,
)
"""Words by which a sentence gives a reason."""
_EMPTY = re.compile(
    r"this (?:\w+ )?reverts|revert(?:s|ing)?\b|(?:i|we)(?:'ll| will)\b|see\b|tests?\b|this (?:pr|commit|change) revert",
    re.IGNORECASE,
)
_DONE = re.compile(r"^this reverts (?:commit |PR )?[\w/#.-]{1,80}(?:,| because| as| since| which)\s", re.IGNORECASE)
_PASSING = re.compile(
    r"\bnow that\b|\bno longer (?:be )?(?:needed|necessary|required|used|replicated|reproduced)\b|\bfollow[ -]?up\b"
    r"|\btemporar|\bfor now\b|\buntil\b|\bflak[ey]|\bci (?:is|was|fail)|\bby mistake\b|\baccidental|\bre-?land"
    r"|\bwill be re|\bin favou?r of #|\bdrop the\b|\bthis release\b|\brelease is\b|\bwrong branch\b|\bmerged too"
    r"|\bI(?:'m| am) (?:out|away)\b|\bmerging \S{1,60} (?:into|to)\b",
    re.IGNORECASE,
)
"""Reasons that pass."""
_CUT = re.compile(
    r"\b(?:in|by|of|see|per|to|from|with|at|on|for|and|or|the|a|an|is|was|that|caus\w{1,4}|introduc\w{1,4}|reported|fix\w{0,3})"
    r"(?:\s(?:[\w./-]{0,80}#\d{1,7}|https?://\S{1,300}|[0-9a-f]{7,40}))?[\s.)]{0,3}$",
    re.IGNORECASE,
)
"""The end of a sentence that was cut, or whose cause is in another place."""
_MOTIVE = re.compile(
    r"\b(?:originally|resolved (?:the|this|that) (?:issue|problem|bug) by"
    r"|(?:was|were) (?:added|introduced) (?:to|because|so that))\b",
    re.IGNORECASE,
)
"""A sentence that says why the change had been made."""
_LOOSE = re.compile(
    r"^(?:if|when|where|while|unless|but if)\s(?:it|they|this|that|these|those|not)\b"
    r"|^(?:these|those)\s(?!changes?\b)|^not\s"
    r"|\b(?:do not|don't) revert\b|^[a-z]+(?:\([^)]{0,40}\))?!?:\s",
    re.IGNORECASE,
)
"""A sentence that says nothing without the one before it, is about the revert itself, or is a subject."""
_REPAIRED = re.compile(
    r"\b(?:unwanted|unintended|unintentional\w{0,2}|unrelated|accidental\w{0,2}|regress\w{0,5}|mistake\w{0,2}|spurious|stray"
    r"|broken|breakage|debug\w{0,4})\b|^(?:un)?(?:pin|bump)\b"
    r"|\b(?:most|some|parts?|half|bits?) of\b|\b(?:in|of|from) [0-9a-f]{7,40}$",
    re.IGNORECASE,
)
"""What was taken back was a slip, the version of something, or a part of what stays."""
_MERGED = re.compile(r"merge\b", re.IGNORECASE)
_VAGUE = re.compile(
    r"(?<!performance )\bregressions?\b(?!\s(?:in|of|on|when|for|with)\b)|\b[Ww]e thought\b|[:;]-?\)"
    r"|\bapproach\b|\bdesired\b|\blooks? (?:strange|weird|odd|bad|wrong|off)\b"
    r"|\bpending\b|\bworking on\b|\b(?:I|we)(?:'ll|'d|'m| will| want| would)\b|\breali[sz]ed?\b|\bdiscuss\w*"
    r"|\bmuch worse\b|\bworth\b|\btrade-?offs?\b"
    r"|\bincomplete\b|\bbreaking change|\bship\b|\bnot sure\b|\bunclear\b|\b(?:issues|problems)\.?$|\breleased?\b",
    re.IGNORECASE,
)
"""A reason that says that something was wrong, but not what, or when it may come back."""
_ONE_OFF = re.compile(
    r"\b(?:accounts?|credentials?|secrets?|api[ _-]?keys?|access[ _-]?keys?|tokens?|quotas?|certificates?"
    r"|licen[cs]es?|billing|subscriptions?)\b.{0,60}\b(?:(?:was|were|is|are|has|have|had) (?:been )?"
    r"(?:expired|rotated|revoked|suspended|reactivated|renewed)|ran out|exhausted|still points?"
    r"|(?:must|has to|have to|needs? to) be (?:set|renewed|added"
    r"|updated|rotated))\b"
    r"|\b(?:reactivated|suspended|fresh) (?:\w{1,20} )?(?:accounts?|credentials?|secrets?)\b|\boutages?\b"
    r"|\b(?:service|server|registry|mirror|runners?|provider) (?:is|was|are|were) (?:\w{1,20} )?(?:down|unavailable)\b",
    re.IGNORECASE,
)
"""A matter of accounts, credentials or an outage, which is settled once."""
_FACT = re.compile(
    r"[`_]|[a-z][A-Z]|\b(?!(?:UI|PR|CI|OK)\b)[A-Z]{2,}\b|\w\(\)|--\w|::"
    r"|\b(?:performance|deadlocks?|leaks?|contention|races?|memory|crash\w*|panics?|hangs?|slow\w*|incompatib\w*|overflow\w*|caches?|threads?|locks?|latency|darwin|windows|linux|macos"
    r"|signatures?|quer(?:y|ies)|transactions?|connections?)\b",
)
"""What a reason is about, where it says what went wrong."""
_LATELY = 750 * DAY
_COMMENT = re.compile(r"\s*(?://|#|\*|/\*|--|<!--)")
_COMMENT_LINES = 12
_MOST_READ = 50_000
_TELLING = 5
"""Words of a reason that are enough to know it again."""
_AGAIN_AND_AGAIN = 3
"""Commits beside it with a sentence that no one of them means."""
_LANDS = re.compile(
    r"\b(?:re-?(?:lands?|landed|appl(?:y|ies|ied)|introduc\w{1,3}|instat\w{1,3})|again|un-?revert\w{0,2})\b",
    re.IGNORECASE,
)
_REFERS = re.compile(r"(?:#|/pull/|/issues/)(\d{1,7})\b")
_QUOTE = re.compile(r'["“]([^"”]{1,300})["”]\s(?:related\s)?changes$')
_WORD = re.compile(r"[^\W\d_]{4,}")
_STEM = 6
_SHARED = 0.7
"""Share of the words of a sentence that are in one of another commit, if it was taken from there."""
_SOON = 180 * DAY
"""How soon a change of other words that does the same has to come."""
_START = re.compile(r"revert(?:s|ed|ing)?\b[:\s]*", re.IGNORECASE)
_AGAIN = re.compile(r"re-?(?:apply|land|introduce|add|instate)\w{0,4}\b:?", re.IGNORECASE)
_TAKES_BACK = re.compile(r"^this reverts commit(?:s)?[:\s]+([0-9a-f]{7,40})", re.IGNORECASE | re.MULTILINE)
_MENDS = re.compile(r"(?:fix|avoid|prevent|correct|handle)\b")
_ACT = "Revert: "
"""Before what was done, where a subject does not name the change that it takes back."""
_POINTING = re.compile(
    r"^(?:that|this|these(?: \w+)? changes?|the former|the change|this (?:pr|commit|change))"
    r"(?= (?:is|was|were|has|had|does|did|do|can|cannot|may|might|could|would|will|caus\w+|br(?:eaks?|oke)|makes?|made"
    r"|leads?|led|results?|introduces?|introduced|seems?|appears?|means?|also|only|no|is|are)\b|[^a-z]*$| \w+n't)",
    re.IGNORECASE,
)
"""The beginning of a reason that points to what stood before it."""
_LEAD = re.compile(
    r"^(?:(?:unfortunately|however|it turns out(?: that)?"
    r"|(?:we|i) (?:then |have |later )?(?:discovered|found|noticed|reali[sz]ed)(?: that)?),?\s)+",
    re.IGNORECASE,
)
"""What stands before a reason and is none."""
_ASKS = re.compile(
    r"^(?:do not|don't)\b|\b(?:must|never|always|should|instead of|rather than|нельзя|всегда|никогда)\b"
    r"|必须|不要|不能|应该",
    re.IGNORECASE,
)
"""Words of a reason that says what is to be done."""
_QUOTED = re.compile(r"""revert(?:s|ed|ing)?:?\s+["“'`]""", re.IGNORECASE)
_MIXED = re.compile(r"[+;,]|\band\b")
"""A revert in words of its own that does more than that."""
_NUMBER_OF = re.compile(r"\(#(\d{1,7})\)\s*$")
_SHA = re.compile(r"\b[0-9a-f]{7,40}\b")
_MOST = 3
_ASKED = 40
"""Reverts of which it is asked whether they still hold."""
_LINE = 12
"""Characters of a line that tells."""
_LONG = 120


class ReasonedRevert(HistorySignal):
    """One revert is enough where its message gives the reason, and the change did not come back.

    At least 50 characters are left without trailers and names of commits, and the reason is none that passes ("for
    now", "until", "no longer needed"), no motive of the change itself and says what went wrong, by a name of code or a
    word such as "deadlock", not that something did; and it is plain what is not to be done again, or the reason says
    what is to be done. Reverts older than two years, of what only tests or documents had, of versions and slips, for
    reasons of accounts or an outage, and of an author's own commit of the same day do not count; what a comment of the
    code says too is told only. A later commit that names the change or its number again, or does the same in the same
    files, brought it back; so did whoever wrote the lines again that were taken out, if half of them stand at HEAD.
    Where less than a third of what was put back stands there, the code has moved on. In tokio 1ae9434e reverted the
    sharding of timers because of contention.
    """

    name = "reasoned_revert"

    def find(self, past: Past) -> Iterable[Finding]:
        """One for each change that was taken back for a reason that lasts."""
        again, before = _came_back(past), _reverts(past)
        ranked: list[tuple[float, Diffed, Callable[[], Finding | None]]] = []
        for commit in past.commits:
            if not _why(commit):
                continue
            change, taken = _change(past, commit)
            key = same_change(change)
            why = _why(commit, taken or _made(past, commit, key))
            if _ONE_OFF.search(why):
                continue
            if why and not is_foreign(why) and (_VAGUE.search(why) or not _FACT.search(why)):
                continue
            if not why or _landed(past, commit, change, taken or _made(past, commit, key)):
                continue
            if (
                "…" in change
                or _MERGED.match(change)
                or _REPAIRED.search(change)
                or _is_form(past, commit, why)
                or _is_own_slip(commit, taken)
            ):
                continue
            if past.newest - commit.committed > _LATELY:
                continue
            own = _subject(commit).startswith(_ACT) and key not in again
            if _MIXED.search(change) and not own and _QUOTED.match(_subject(commit)) is None:
                continue
            if not key or (key in again and again[key] > commit.committed):
                continue
            alive = [path for path in commit.files if path in past.present and not past.ignored[path]]
            alive.sort(key=lambda path: (is_aside(path), path))
            if not alive or is_aside(alive[0]):
                continue
            recent = 0.5 ** ((past.newest - commit.committed) / (365 * DAY))
            depth = min(len(" ".join(sentences(commit.body))), 600) / 600
            times = [commit, *(one for one in before[key] if one.committed < commit.committed)]
            item = partial(_finding, past, self.name, times, change, taken, why, alive, own=own)
            ranked.append(((0.4 + depth) * recent, commit, item))
        ranked.sort(key=lambda one: (-one[0], one[1].sha))
        holding = _holding(past, [commit for _, commit, _ in ranked[:_ASKED]])
        findings: dict[str, Finding] = {}
        for _, commit, made in ranked:
            if commit.sha in holding:
                finding = made()
                if finding is not None:
                    findings.setdefault(finding.subject, finding)
        return best([_with_its_comment(past, one) for one in findings.values()], _MOST)


def _with_its_comment(past: Past, finding: Finding) -> Finding:
    """The finding with the place where the code itself says the reason, if it does."""
    wanted = _stems(finding.title.rpartition(": ")[2])
    if len(wanted) < _TELLING:
        return finding
    for path, text in sorted(past.read([path for path in finding.files if not is_aside(path)]).items()):
        lines = text.split("\n")[:_MOST_READ]
        for at, line in enumerate(lines):
            if _COMMENT.match(line) and not (at and _COMMENT.match(lines[at - 1])):
                block = " ".join(takewhile(_COMMENT.match, lines[at : at + _COMMENT_LINES]))
                if len(wanted & _stems(block)) >= _SHARED * len(wanted):
                    return replace(finding, kept_at=f"{path}:{at + 1}")
    return finding


def _is_own_slip(revert: Diffed, made: Diffed | None) -> bool:
    """Whether an author took back their own commit of the same day."""
    return made is not None and made.email == revert.email and revert.authored - made.authored < DAY


def _is_form(past: Past, commit: Diffed, why: str) -> bool:
    """Whether a sentence belongs to a form that messages are written in."""
    if any("template" in path.lower() and why in text for path, text in past.texts.items()):
        return True
    others = (one for one in past.commits if one.sha != commit.sha and why in one.body)
    return sum(1 for _ in islice(others, _AGAIN_AND_AGAIN)) == _AGAIN_AND_AGAIN


def _holding(past: Past, reverts: Sequence[Diffed]) -> set[str]:
    """Those that still hold: what they took out does not stand at HEAD, and what they put back does."""
    changes = past.lines([commit.sha for commit in reverts])
    sources = {
        commit.sha: [path for path in changes.get(commit.sha, ()) if not is_aside(path) and path in past.present]
        for commit in reverts
    }
    texts = past.read(sorted({path for paths in sources.values() for path in paths}))
    return {commit.sha for commit in reverts if _holds(changes.get(commit.sha), sources[commit.sha], texts)}


def _holds(changes: Mapping[str, ChangedLines] | None, sources: Sequence[str], texts: Mapping[str, str]) -> bool:
    if changes is None:
        return True  # this clone does not know
    here = {line.strip() for path in sources for line in texts.get(path, "").split("\n")}
    taken = {line for path in sources for line in changes[path].taken if _tells(line)}
    put = {line for path in sources for line in changes[path].put if _tells(line)}
    taken, put = taken - put, put - taken
    if 2 * len(taken & here) >= len(taken) > 0:
        return False
    return 3 * len(put & here) >= len(put)


def _tells(line: str) -> bool:
    """Whether a line is one of few like it."""
    return len(line) >= _LINE and sum(char.isalpha() for char in line) * 2 >= _LINE


def _made(past: Past, revert: Diffed, key: str) -> Diffed | None:
    """The commit that had made a change, by its subject."""
    return next(
        (
            commit
            for commit in past.commits
            if commit.committed < revert.committed
            and same_change(bare(commit.subject)) == key
            and not is_revert(bare(commit.subject))
        ),
        None,
    )


def _landed(past: Past, revert: Diffed, change: str, made: Diffed | None) -> bool:
    """Whether a later commit did again what was taken back: it names it, or does the same in the same files."""
    sources = {path for path in revert.files if not is_aside(path)}
    told = f"{revert.subject}\n{made.subject if made else ''}\n" + "\n".join(
        line for line in revert.body.split("\n") if is_revert(line.strip()) or line.startswith("This reverts")
    )
    own = {*_NUMBER_OF.findall(revert.subject)}
    numbers = {*_REFERS.findall(told)} - own
    about = _stems(change)
    for later in past.commits:
        if later.committed <= revert.committed:
            break  # newest first
        shared = sources.intersection(later.files)
        text = f"{later.subject}\n{later.body}"
        named = {*_REFERS.findall(text)} if any(number in text for number in numbers | own) else set()
        half = len(shared) >= 2 and 2 * len(shared) >= len(sources)
        again = (named & numbers and half) or (named & (numbers | own) and _LANDS.search(text))
        soon = half and later.committed - revert.committed <= _SOON
        if (again or (soon and len(about & _stems(bare(later.subject))) >= 2)) and not _unwrapped(_subject(later))[1]:
            return True
    return False


def _stems(text: str) -> set[str]:
    return {word.casefold()[:_STEM] for word in _WORD.findall(text) if word.casefold() not in STOP_WORDS}


def _is_of(text: str, made: Diffed | None) -> bool:
    """Whether a sentence was taken from the message of the commit that was taken back."""
    words = _stems(text)
    said = sentences(made.body) if made is not None else ()
    return any(len(words & _stems(one)) >= _SHARED * len(words) for one in said if words)


def _why(commit: Diffed, made: Diffed | None = None) -> str:
    """The sentence of a revert that says why; empty where it is none or none that lasts."""
    if not _unwrapped(_subject(commit))[1]:
        return ""
    text = " ".join(sentences(commit.body))
    left = " ".join(_SHA.sub("", text).split())
    if width(left) < _LEAST or _PASSING.search(left[:600]):
        return ""
    fit = [one for one in sentences(commit.body) if 30 <= width(one) <= 260]
    fit = [one for one in fit if (_BECAUSE.search(one) or is_foreign(one)) and not one.endswith((":", "："))]
    fit = [one for one in fit if not (_CUT.search(one) or _MOTIVE.search(one) or _is_of(one, made))]
    subject = squashed(commit.subject)
    fit = [one for one in fit if not (_LOOSE.search(one) or one.endswith("?") or squashed(one) in subject)]
    return next((one for text in fit if (one := _DONE.sub("", text, count=1)) and not _EMPTY.match(one)), "")


def _change(past: Past, commit: Diffed) -> tuple[str, Diffed | None]:
    """What was taken back, and the commit that had made it where it is known."""
    named = _TAKES_BACK.search(commit.body)
    origin = past.known.get(named[1][:7].lower()) if named else None
    return _unwrapped(_subject(commit))[0], origin


def _subject(commit: Diffed) -> str:
    """The bare subject; what "revert:" stands before is the change where a commit is named, else what was done."""
    text = bare(commit.subject)
    if is_revert(text) or not is_revert(commit.subject):
        return text
    if any(path.rpartition("/")[2].partition(".")[0].lower() == "revert" for path in commit.files):
        return text  # what stands before the colon is a part of the program
    return f'Revert "{text}"' if _TAKES_BACK.search(commit.body) else f"{_ACT}{text}"


def _unwrapped(subject: str) -> tuple[str, bool]:
    """What a commit is about below every "revert" and "reapply", and whether it takes that back."""
    text, back = subject, False
    for _ in range(6):
        revert = _START.match(text)
        opening = revert or _AGAIN.match(text)
        if opening is None:
            break
        back = back != (revert is not None)
        rest = text[opening.end() :].strip()
        quoted = _QUOTE.match(rest)
        text = bare((quoted[1] if quoted else rest).strip('"“”').rstrip('."'))
    return text, back


def _reverts(past: Past) -> Mapping[str, list[Diffed]]:
    """The reverts of each change, newest first, by what it is about."""
    reverts: defaultdict[str, list[Diffed]] = defaultdict(list)
    for commit in past.commits:
        change, back = _unwrapped(_subject(commit))
        if back:
            reverts[same_change(change)].append(commit)
    return reverts


def _came_back(past: Past) -> dict[str, int]:
    """When each change was made last, by what it is about."""
    newest: dict[str, int] = {}
    for commit in past.commits:
        change, back = _unwrapped(_subject(commit))
        if not back:
            change = change.rstrip(".")
            newest[same_change(change)] = max(newest.get(same_change(change), 0), commit.committed)
    return newest


def _to_do(text: str) -> str:
    """What was done as something to do: "Simplified x" as "simplify x"; empty where it begins with no verb."""
    first, space, rest = text.partition(" ")
    word = first.lower()
    stems = [word]
    if word.endswith("ed") and first != word:  # a small letter: it says which one, as in "deferred names"
        stems += [word[:-2], word[:-1], word[:-3], word[:-3] + "y"]
    elif word.endswith("s"):
        stems += [word[:-1], word[:-2]]
    return next((f"{stem}{space}{rest}" for stem in stems if IMPERATIVE.fullmatch(stem)), "")


def _finding(
    past: Past,
    name: str,
    times: Sequence[Diffed],
    change: str,
    origin: Diffed | None,
    why: str,
    alive: list[str],
    *,
    own: bool,
) -> Finding | None:
    commit = times[0]
    shown = change if len(change) <= _LONG else change[: _LONG - 1] + "…"
    stop = "" if why.endswith(("!", "?", "。")) else "."
    named = _QUOTED.match(_subject(commit)) is not None or _subject(commit).startswith(_ACT)
    quoted = not own and (named or " to " not in f"{shown} ")
    if not quoted and not own:
        shown = _subject(commit)
    what, because = plain(shown), _POINTING.sub("it", _LEAD.sub("", plain(why), count=1), count=1).rstrip(".") + stop
    done = _to_do(what) if quoted else ""
    if done and not _MENDS.match(done):
        rule = f"Do not {done}: {because}"
    elif _ASKS.search(because):
        rule = because
    else:
        return None  # it is not plain what is not to be done again
    lived = ""
    if len(times) > 1:
        lived = " twice" if len(times) == 2 else f" {len(times)} times"
    elif origin is not None:
        age = max(0, (commit.committed - origin.committed) // DAY)
        lived = " the same day" if age == 0 else f" after {age} day{'s' if age != 1 else ''}"
    return found(
        past,
        name,
        f"change:{same_change(change)}",
        f"“{shown}” was reverted{lived}: {sentence(why)}" if quoted else f"“{shown}”: {sentence(why)}",
        rule,
        times,
        files=alive[:6],
        quotes={commit.sha: f"{commit.subject} — {why}"},
    )
