"""What secret-like text looks like: keys of a known shape, values behind a name such as `password=`, long random words.

Long texts are searched with every look at a diff, so each pattern is tried only where it can begin.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from functools import cache

_KEYS = r"""
      -----BEGIN\ (?:[A-Z0-9]+\ ){0,3}PRIVATE\ KEY(?:\ BLOCK)?-----
        (?:[^-]|-(?!----END\ (?:[A-Z0-9]+\ ){0,3}PRIVATE\ KEY(?:\ BLOCK)?-----))*(?:-----END[A-Z0-9\ ]*-----)?
    | \b(?:AKIA|ASIA)[A-Z0-9]{16}\b
    | \bgh[pousr]_[A-Za-z0-9]{20,}
    | \bgithub_pat_[A-Za-z0-9_]{20,}
    | \bglpat-[A-Za-z0-9_-]{20,}
    | \bxox[abeoprs]-[A-Za-z0-9-]{10,}
    | \bhooks\.slack\.com/services/[A-Z0-9]{6,}/[A-Z0-9]{6,}/[A-Za-z0-9]{16,}
    | \b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}
    | \bsk-(?:ant|proj|or)-[A-Za-z0-9_-]{20,}
    | \bsk-[A-Za-z0-9]{32,}
    | \bAIza[A-Za-z0-9_-]{35}
    | \bnpm_[A-Za-z0-9]{36}
    | \bpypi-[A-Za-z0-9_-]{50,}
    | \bhf_[A-Za-z0-9]{30,}
    | \bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}
    | \bhvs\.[A-Za-z0-9_-]{20,}
    | \bdop_v1_[a-f0-9]{40,}
    | \bshp(?:at|ca|pa|ss)_[a-f0-9]{32}
    | \bAGE-SECRET-KEY-1[A-Z0-9]{50,}
    | \bglsa_[A-Za-z0-9_]{30,}
    | \bdckr_pat_[A-Za-z0-9_-]{20,}
    | \blin_api_[A-Za-z0-9]{30,}
    | \bsntry[su]_[A-Za-z0-9_+/=-]{30,}
    | \bkey-[0-9a-f]{32}\b
    """
_NAMED = r"""
    (?P<key>pass(?:word|wd|phrase)?|pwd|secret|token(?!s)|(?:api|access|account|auth|private|shared)[_-]?key)
    (?P<rest>[A-Za-z0-9_]{0,24}["']?)
    (?P<sep>\s{0,3}(?::=|=|:)\s{0,3})
    (?P<quote>["']?)(?P<value>[^\s"'`,;&)\]}]{8,256})
    """
_IN_URL = re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s/:@]{1,128}:(?P<value>[^\s/@]{6,256})@", re.IGNORECASE)
_SAID = re.compile(
    r"\b(?:password|passwd|passphrase|pwd|pw)\s+(?:(?:for|of|on)\s+(?:\w{1,20}\s+){1,4})?(?:(?:is|was)\s+(?:now\s+|still\s+)?)?"
    r"[\"'`]?(?P<value>[^\s\"'`,;<>(){}\[\]]{8,64})",
    re.IGNORECASE,
)
"""A password in a sentence."""
_TYPED = re.compile(
    r"\s(?:-u|--user|--userpwd)[ =][\"']?[\w.@-]{1,64}:(?P<user>[^\s\"':@/]{6,128})(?=[\s\"']|\Z)"
    r"|\bmysql(?:dump|admin)?\s[^\n|]{0,80}?\s-p(?P<mysql>[^\s\"']{6,64})"
    r"|\bsshpass\s+-p\s*[\"']?(?P<ssh>[^\s\"']{6,64})",
)
"""A password on a command line."""
_BOT = re.compile(
    r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{30,}|\b[MNO][A-Za-z0-9]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b"
)
"""Tokens of bots, which no word goes before: Telegram's and Discord's."""
_SHARED = re.compile(r"[?&]sig=(?P<value>[A-Za-z0-9%+/=_-]{30,128})")
"""The signature of an address that opens without a password."""
_HASHING = re.compile(r"(?:argon2|bcrypt|scrypt|pbkdf2|sha-?[0-9]|md5|aes|hmac|\$2[aby]\$)", re.IGNORECASE)
"""How a password is kept: no password."""
_SIGNED = re.compile(r"\beyJ(?:[A-Za-z0-9_-]{8,}+(?P<rest>\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)?)?")
"""A signed token where the rest is there; what only begins like one is read to its end, and not again."""
_BEARER = re.compile(r"\b(?:bearer|basic)\s+(?P<value>[A-Za-z0-9._~+/=-]{20,})", re.IGNORECASE)
_LONG = re.compile(r"(?<![A-Za-z0-9+/_=.-])[A-Za-z0-9+/_-]{32,128}={0,2}(?![A-Za-z0-9+/_=-])")
_KEY_LINE = re.compile(r"[A-Za-z0-9+/]{40,128}={0,2}")
_PUBLIC = re.compile(r"sha(?:1|224|256|384|512)[-:=/]|\bh1:|base64,|(?:toolu|msg|req|call)_", re.IGNORECASE)
_CODE = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+")
_NAME_OF_FOLDER = re.compile(r"[A-Za-z]?[a-z]*\d{0,3}")
"""A word as it stands in a path, with a number behind it at most."""
_PLACEHOLDER = re.compile(
    r"(?:your|the|test|fake|dummy|example|sample|placeholder|changeme|redacted|masked|secret|password|passwd|passphrase"
    r"|token|key|api|here|value|string|foo|bar|none|null|true|false|undefined|[x*._\-\d])+",
    re.IGNORECASE,
)

_SECRET_WORDS = (
    "-----begin", "akia", "asia", "gh", "glpat-", "xox", "slack.com", "k_live", "k_test", "sk-", "aiza", "npm_",
    "pypi-", "hf_", "sg.", "hvs.", "dop_v1_", "shp", "age-secret", "glsa_", "dckr_", "lin_api_", "sntry", ":aa", "sig=",
    " -u", " --user", "mysql", "eyj", "pass", "pwd", "pw ", "secret", "token", "key", "://", "bearer", "basic",
)  # fmt: skip
"""Every secret with a name or a known shape holds one of these; the rest is long."""
_KEY_STARTS = (
    "-----BEGIN ", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox",
    "hooks.slack.com/services/", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk-", "AIza", "npm_", "pypi-", "hf_",
    "SG.", "hvs.", "dop_v1_", "shpat_", "shpca_", "shppa_", "shpss_", "AGE-SECRET-KEY-1", "glsa_", "dckr_pat_",
    "lin_api_", "sntrys_", "sntryu_", "key-",
)  # fmt: skip
"""Every key of a known shape begins with one of these, unchanged; to search a long text for shapes is slow."""
_NAMED_STARTS = ("pass", "pwd", "secret", "token", "api", "access", "account", "auth", "private", "shared")
"""Every name of a secret begins with one of these, in any case."""
_ASSIGNED_WITHIN = 40
"""Characters from where a name begins to its sign, at most: 11 of the name, 25 of the rest, 3 blanks, `=` or `:`."""
_SAID_STARTS = ("password", "passwd", "passphrase", "pwd", "pw ")
_TYPED_STARTS = (" -u", " --user", "mysql", "sshpass")
_BEARER_STARTS = ("bearer", "basic")
"""How a header with a token begins, in any case."""
_RUN_LENGTH = 32
_RUN_BYTES = bytes(
    97 if chr(code).isascii() and (chr(code).isalnum() or chr(code) in "+/_-") else 32 for code in range(256)
)
"""Makes `a` of every character that a long secret may hold, and a blank of all others."""


@cache
def _pattern(source: str) -> re.Pattern[str]:
    """A large pattern, compiled when it is first needed: that takes longer than a whole listing may."""
    return re.compile(source, re.VERBOSE if source is _KEYS else re.VERBOSE | re.IGNORECASE)


def may_hold_secret(low: str, text: str) -> bool:
    """Whether the text, of which `low` is the same in small letters, is worth a search for secrets."""
    return _holds_word(low) or next(_runs(text), None) is not None


def secret_spans(text: str) -> Iterator[tuple[int, int]]:
    """The places of secrets in the text; spans may overlap. Each pattern is tried only where it can begin."""
    low = _folded(text)
    if low is None or _holds_word(low):
        yield from _named_and_shaped(text, low)
    if ":AA" in text or "." in text:
        for match in _BOT.finditer(text):
            if match.group().count(".") != 2 or _is_mixed_word(match.group()):
                yield match.span()
    for start in _runs(text):
        long = _LONG.match(text, start)
        if long and not _PUBLIC.search(text, max(0, start - 8), start + 9) and _is_random(long.group()):
            yield long.span()


def _holds_word(low: str) -> bool:
    return any(map(low.__contains__, _SECRET_WORDS))


def _named_and_shaped(text: str, low: str | None) -> Iterator[tuple[int, int]]:
    """Secrets of which a word tells, before them or in them."""
    for match in _begun(_pattern(_KEYS), text, text, _KEY_STARTS):
        yield match.span()
    for match in _begun(_SIGNED, text, text, ("eyJ",)):
        if match["rest"]:
            yield match.span()
    for match in _named(text, low):
        if _is_value(match):
            yield match.span("value")
    for match in _begun(_SAID, text, low, _SAID_STARTS):
        if _is_password(match["value"]):
            yield match.span("value")
    for typed in _TYPED_STARTS:
        if typed in text:
            yield from _typed(text)
            break
    if "sig=" in text:
        for match in _SHARED.finditer(text):
            yield match.span("value")
    for match in itertools.chain(_in_urls(text), _begun(_BEARER, text, low, _BEARER_STARTS)):
        value = match["value"]
        if not _PLACEHOLDER.fullmatch(value) and value[0] not in "<$%{[(":
            yield match.span("value")


def _typed(text: str) -> Iterator[tuple[int, int]]:
    for match in _TYPED.finditer(text):
        name = match.lastgroup or ""
        if not _PLACEHOLDER.fullmatch(match[name]) and match[name][0] not in "<$%{[(" and not match[name].isdigit():
            yield match.span(name)


def _is_password(value: str) -> bool:
    """Whether what a sentence calls the password is one, and no word about it."""
    value = value.rstrip(".!?:")
    if value[:1] in "$%*" or _PLACEHOLDER.fullmatch(value) or _HASHING.match(value) or len(value) < 8:
        return False
    digits = sum(char.isdigit() for char in value)
    signs = any(not char.isalnum() and char not in "-_./" for char in value)
    return digits >= 2 and (signs or (any(map(str.islower, value)) and any(map(str.isupper, value))))


def _is_mixed_word(word: str) -> bool:
    """Whether letters, capitals and digits change as they do in no name of a module."""
    return _mixed([_kind(char) for char in word])


def _named(text: str, low: str | None) -> Iterator[re.Match[str]]:
    """Names with a value behind them; without a sign soon after there is none, which is quick to see."""
    if "=" in text or ":" in text:
        yield from _begun(_pattern(_NAMED), text, low, _NAMED_STARTS, _ASSIGNED_WITHIN)


def _folded(text: str) -> str | None:
    """The text in small letters, as patterns without case see them; none when places would no longer be the same."""
    low = text.lower()
    return low.replace("ſ", "s").replace("ı", "i") if len(low) == len(text) else None


def _begun(
    pattern: re.Pattern[str], text: str, seen: str | None, starts: Sequence[str], assigned_within: int = 0
) -> Iterator[re.Match[str]]:
    """What `finditer` finds of a pattern that begins with one of these words, and has a sign soon after it."""
    if seen is None:
        yield from pattern.finditer(text)
        return
    done = 0
    for place in sorted(place for start in starts for place in _places(seen, start)):
        near = seen[place : place + assigned_within]
        if place < done or (near and "=" not in near and ":" not in near):
            continue
        if match := pattern.match(text, place):
            done = match.end()
            yield match


def _places(text: str, word: str) -> Iterator[int]:
    place = text.find(word)
    while place >= 0:
        yield place
        place = text.find(word, place + 1)


def _in_urls(text: str) -> Iterator[re.Match[str]]:
    """Passwords in addresses, of which none goes over the end of a line."""
    end = 0
    while (place := text.find("://", end)) >= 0:
        start, end = text.rfind("\n", end, place) + 1 or end, text.find("\n", place)
        end = end if end >= 0 else len(text)
        yield from _IN_URL.finditer(text, start, end)


def _runs(text: str) -> Iterator[int]:
    """Where each run of characters begins that is as long as a secret without a name."""
    plain = text.encode("ascii", "replace").translate(_RUN_BYTES)
    run = b"a" * _RUN_LENGTH
    place = plain.find(run)
    while place >= 0:
        yield place
        end = plain.find(b" ", place)
        place = plain.find(run, end) if end >= 0 else -1


def _is_value(match: re.Match[str]) -> bool:
    """Whether what follows a name such as `password=` is a value rather than code, a placeholder or a sentence."""
    value = match["value"]
    if (
        value[0] in "<$%{[(*"
        or _PLACEHOLDER.fullmatch(value)
        or "(" in value
        or "://" in value
        or _HASHING.match(value)
    ):
        return False
    if (not match["quote"] and _CODE.fullmatch(value)) or _is_folder(value):
        return False
    letters = any(char.isalpha() for char in value)
    digits = any(char.isdigit() for char in value)
    assigned = "=" in match["sep"] or bool(match["quote"])
    if letters and digits:
        return assigned or len(value) >= 12
    if not assigned or "." in value or "_" in value:
        return False
    return match["key"].lower().startswith(("pass", "pwd")) and len(value) >= 12


def _is_folder(value: str) -> bool:
    """Whether a value is a path of folders called by words: where something is kept, not the thing."""
    parts = re.split("[/._-]", value.lstrip("~."))
    return value.count("/") > 1 and all(_NAME_OF_FOLDER.fullmatch(part) for part in parts)


def _is_random(token: str) -> bool:
    """Whether a long word is random: all kinds of character, mixed as no name or encoded sentence is."""
    bare = token.rstrip("=")
    kinds = [_kind(char) for char in bare]
    if not {"a", "A"} <= set(kinds) or kinds.count("0") < 2 or bare.startswith("AAAA"):
        return False
    if max(map(len, re.split("[_-]", bare))) < 20:
        return False
    return _mixed(kinds) and len(set(bare)) >= 16 and not _encodes_text(bare)


def is_key_line(text: str) -> bool:
    """Whether the text is one line as a private key in base64 has them, of which only the line was quoted."""
    line = text.strip()
    if not _KEY_LINE.fullmatch(line) or _encodes_text(line):
        return False
    bare = line.rstrip("=")
    kinds = [_kind(char) for char in bare]
    signs = sum(char.isdigit() or char == "+" for char in bare)
    return {"a", "A"} < set(kinds) and len(set(bare)) >= 16 and signs >= 2 and _mixed(kinds)


def _mixed(kinds: Sequence[str]) -> bool:
    """Whether kinds of character change as often as in no name and no sentence."""
    return sum(1 for one, two in itertools.pairwise(kinds) if one != two) / (len(kinds) - 1) >= 0.45


def _kind(char: str) -> str:
    if char.isdigit():
        return "0"
    if char.isalpha():
        return "a" if char.islower() else "A"
    return "-"


def _encodes_text(bare: str) -> bool:
    """Whether the word is readable text in base64, as test fixtures are."""
    import base64  # rarely needed, and every listing would pay for it
    import binascii

    try:
        raw = base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_" if set(bare) & set("-_") else None)
        return raw.decode("ascii").isprintable()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return False
