"""Secrets are looked for where they can begin, and what is found is what the whole patterns find."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from dreamtui.text.danger import secrets as secret_shapes
from dreamtui.text.danger.risks import mask
from dreamtui.text.danger.secrets import secret_spans

PIECES = (
    *("password", "PASSPHRASE", "pwd", "token", "tokens", "ToKen", "api_key", "access-key", "private_key", "secret"),
    *(
        "pa\u017fsword",
        "to\u212aen",
        "ap\u0131_key",
        "AP\u0130_key",
        "=",
        ":=",
        ":",
        " : ",
        "\n",
        " ",
        "'",
        '"',
        "_",
        "-",
        ".",
    ),
    *("hunter2hunter2", "abcd1234efgh", "://", "https://", "user:", "s3cr3tpass", "@", "bearer ", "Basic ", "x" * 20),
    *("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "MIIE\n", "sk-", "rk_live_", "ghp_", "xox"),
    *("xoxb-", "AKIA", "AKIAIOSFODNN7EXAMPLE", "eyJhbGciOiJ", "q7Rt2LxZ9vBn4KdW8sYp3HcJ6mFa1GuE5oTi", "q7Rt2LxZ9vBn4"),
    *(
        "password is ",
        "Zebra77!moon",
        " -u ci:",
        "mysql -u root",
        " -p",
        "sshpass -p ",
        "hvs.",
        "key-",
        "1234567890:AA",
    ),
    *("?sig=", "argon2id$v=19", "a1b2c3d4" * 4),
    *("sha256-", "\u00e9", "\u6f22", "\ud800", "\0", "a", "Z9", "/", "+", "=="),
)
texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=12).map("".join)


def found_by_whole_patterns(text: str) -> list[tuple[int, int]]:
    """What the patterns find when each is tried at every place."""
    keys, named = (secret_shapes._pattern(source) for source in (secret_shapes._KEYS, secret_shapes._NAMED))
    found = [match.span() for match in keys.finditer(text)]
    found += [match.span("value") for match in named.finditer(text) if secret_shapes._is_value(match)]
    found += [m.span("value") for m in secret_shapes._SAID.finditer(text) if secret_shapes._is_password(m["value"])]
    found += secret_shapes._typed(text)
    for match in secret_shapes._BOT.finditer(text):
        if match.group().count(".") != 2 or secret_shapes._is_mixed_word(match.group()):
            found.append(match.span())
    found += [match.span("value") for match in secret_shapes._SHARED.finditer(text)]
    for pattern in (secret_shapes._IN_URL, secret_shapes._BEARER):
        for match in pattern.finditer(text):
            value = match["value"]
            if not secret_shapes._PLACEHOLDER.fullmatch(value) and value[0] not in "<$%{[(":
                found.append(match.span("value"))
    for match in secret_shapes._LONG.finditer(text):
        public = secret_shapes._PUBLIC.search(text, max(0, match.start() - 8), match.start() + 9)
        if not public and secret_shapes._is_random(match.group()):
            found.append(match.span())
    return sorted(found)


@settings(max_examples=400)
@given(texts)
def test_looking_where_a_secret_can_begin_finds_what_looking_everywhere_finds(text: str) -> None:
    """Whatever the case, the script and the lines."""
    assert sorted(secret_spans(text)) == found_by_whole_patterns(text)


def test_a_name_is_found_however_far_its_sign_is_behind_it() -> None:
    """The longest name, the longest rest, a quote and all the blanks there may be."""
    text = f'private_key{"z" * 24}"   :=   q7Rt2LxZ9vBn4'
    assert mask(text).endswith(":=   [secret]")
    assert re.search(r":= {3}q7", text)


@given(st.lists(texts, min_size=1, max_size=4), st.integers(0, 40))
def test_a_masked_text_keeps_its_lines(parts: list[str], apart: int) -> None:
    """So that a line of a diff has the number it has in the file, wherever the window on it begins."""
    text = ("\n" * apart).join(parts)
    assert mask(text).count("\n") == text.count("\n")


def test_where_secrets_are_kept_is_no_secret() -> None:
    """A path of folders called by words; random parts and one slash tell nothing."""
    for said in ("secrets: deploy/secrets/prod-eu-1/", "passwords=/apps/radio/creds2", "token: src/auth/v2/tokens.py"):
        assert mask(said) == said
    assert mask("api_key: q7Rt2LxZ9/vBn4KdW8/sYp3") == "api_key: [secret]"
    assert mask("password=abc/hunter2x") == "password=[secret]"
