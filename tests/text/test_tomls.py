"""Untrusted TOML: what takes a reader long is not read."""

import pytest

from dreamtui.model.errors import Malformed
from dreamtui.text.tomls import LARGEST, read_toml

LONG = ".".join(["a"] * 20_000)


@pytest.mark.parametrize(
    "text",
    [
        f"{LONG}=1",
        f"[{LONG}]",
        LONG.replace(".", " . ") + "=1",
        LONG.replace("a", '"a"') + "=1",
        'x = {b = """\n\'""", ' + LONG + "=1, c='' }",
        "\n".join(f"{'.'.join(['a'] * 1990)}.b{n}=1" for n in range(5)),
        "\n".join(f"a.b{n}=1" for n in range(6000)),
        "a=" + "[" * 100_000,
        "a=" + "{a=" * 50_000,
        "#" * (LARGEST + 1),
    ],
    ids=["key", "table", "spaces", "quoted", "behind a string", "keys", "in all", "lists", "tables", "size"],
)
def test_what_would_take_for_ever_is_refused(text: str) -> None:
    """Before tomllib gets it: keys of many parts, however they are spelled, many dots in all, depth, size."""
    with pytest.raises(Malformed):
        read_toml(text)


def test_dots_in_words_are_no_parts() -> None:
    """Strings of every kind and comments may have as many as they like."""
    dots = LONG[:2000]
    strings = [f'"{dots}"', f"'{dots}'", f"'''\n{dots}'''", f'"""\n{dots}\\" """']
    text = f"# {dots}\n" + "\n".join(f"k{n} = {one}" for n, one in enumerate(strings))
    assert list(read_toml(text).values()) == [dots, dots, dots, f'{dots}" ']
    assert read_toml("a = [" + "0.5, " * 500 + "]")["a"][-1] == 0.5
    assert read_toml("[tool.a.'b.c'.d]\ne.f = 1\n")["tool"]["a"]["b.c"]["d"] == {"e": {"f": 1}}
