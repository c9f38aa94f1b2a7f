"""Items with the same evidence belong together; those that only have a day in common do not."""

from pathlib import Path

import pytest
import workbench
from workbench import reason

from dreamtui.desk.queue.twins import Seen, groups


def seen(item: str, names: str, pieces: str) -> Seen:
    return Seen(item, frozenset(names.split()), frozenset(pieces))


@pytest.mark.parametrize(
    ("items", "found"),
    [
        ((("a", "KeyError", "123"), ("b", "KeyError", "2345")), [("a", "b")]),
        ((("a", "KeyError", "123"), ("b", "cart.ts", "2345")), []),
        ((("a", "", "12"), ("b", "", "12"), ("c", "", "34")), [("a", "b")]),
        ((("a", "KeyError", "1"), ("b", "KeyError", "1")), []),
        ((("a", "KeyError", "12345"), ("b", "KeyError", "126789")), []),
        ((("c", "x", "123"), ("b", "x", "1245"), ("a", "x", "456")), [("c", "b")]),
        ((), []),
    ],
)  # fmt: skip
def test_what_rests_on_the_same_is_a_group(
    items: tuple[tuple[str, str, str], ...], found: list[tuple[str, ...]]
) -> None:
    """Half of the smaller's evidence and one name in common, or all of the evidence, with every other of them."""
    assert groups([seen(*item) for item in items]) == found


def test_one_decision_covers_the_group(tmp_path: Path) -> None:
    """--group decides the twins too: a record each, one undo; without it the one that is named."""
    bench = workbench.make_bench(tmp_path)
    pieces = ("text:the parser broke on an empty page", "text:it broke again on Monday")
    one, other = bench.add("The parser breaks", *pieces), bench.add("Empty pages break it", *pieces)
    apart = bench.add("Something else", "text:unlike the others", "text:and this too")
    bench.ok("defer", one, "--until", "+3d", "--group")
    assert [bench.status_of(each) for each in (one, other, apart)] == ["deferred", "deferred", "pending"]
    bench.ok("undo", "--rationale", reason(1))
    bench.ok("reject", other[:8], "--group", "--rationale", reason(2))
    assert [bench.status_of(each) for each in (one, other, apart)] == ["rejected", "rejected", "pending"]
    records = [made for made in bench.ok("audit", "list", "--json").data["decisions"] if made["verb"] == "reject"]
    assert {made["item"] for made in records} == {one, other}
    bench.ok("undo", "--rationale", reason(3))
    assert {bench.status_of(each) for each in (one, other, apart)} == {"pending"}
