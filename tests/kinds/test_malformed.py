"""Whatever stands in a file of ours, its reader returns, or raises the one error for a file not of its format."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from malformed import CLOSED_LINE, DEEP_LINE, DIGITS, FORMATS, Format, cut_up, spoiled

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate.kind import CANDIDATE_FILES, GRADUATED_FILES, REJECTED_FILES
from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.insight import codec as insight
from dreamtui.kinds.insight.kind import INSIGHT_FILES
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.note.kind import NOTE_FILES
from dreamtui.kinds.proposal.kind import FOLDERS as PROPOSALS
from dreamtui.kinds.row import QueueRow
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule.kind import LIVE
from dreamtui.model.errors import Malformed, Refused
from dreamtui.model.evidence import Locator, Where
from dreamtui.openclaw.kind import FOLDERS as PROMOTIONS
from dreamtui.render import repair
from dreamtui.text.jsons import DEEPEST, read_json

NAMES = [one.name for one in FORMATS]
ROWS = {
    "candidate": CANDIDATE_FILES.read,
    "graduated": GRADUATED_FILES.read,
    "rejected": REJECTED_FILES.read,
    "rule": LIVE.read,
    "note": NOTE_FILES.read,
    "insight": INSIGHT_FILES.read,
    "proposal": PROPOSALS.shared.pending.read,
    "promotion": PROMOTIONS.pending.read,
}
_STEMS = {"insight": "i-0123456789", "proposal": "p-0123456789", "promotion": "m-0123456789"}


def read(one: Format, data: bytes) -> bool:
    """Read it in every way there is; whether it could be read."""
    good = True
    try:
        one.read(data)
    except Refused as problem:
        assert one.name in ("recalls", "phases") or isinstance(problem, Malformed)
        good = False
    if one.name in ROWS:
        try:
            row = ROWS[one.name](data, f"{one.name}.md", _STEMS.get(one.name, "0123456789"))
            assert row is None or isinstance(row, QueueRow)
        except Malformed:
            good = False
    return good


@pytest.mark.parametrize("one", FORMATS, ids=NAMES)
def test_a_valid_file_is_read(one: Format) -> None:
    """The files that are spoiled below are good to begin with."""
    assert read(one, one.valid)


@pytest.mark.parametrize("one", FORMATS, ids=NAMES)
def test_any_value_in_any_field(one: Format) -> None:
    """Numbers without an end, depths without an end, other types: read as nothing, or the file is named."""
    for data in spoiled(one):
        read(one, data)


@pytest.mark.parametrize("one", FORMATS, ids=NAMES)
@given(data=st.data())
@settings(max_examples=150, deadline=None)
def test_any_bytes(one: Format, data: st.DataObject) -> None:
    """A valid file with random values in its fields, or with bytes lost, doubled and changed."""
    read(one, data.draw(cut_up(one)))


@pytest.mark.parametrize("line", [DEEP_LINE, CLOSED_LINE], ids=["deep", "closed"])
def test_a_comment_without_an_end_is_no_comment(line: str) -> None:
    """What is nested too deeply is not read as if it were not there: the file is named."""
    if line == DEEP_LINE:
        line = CLOSED_LINE.replace("]" * 900, "")
    for parse in (
        lambda data: candidate.parse(data, "c.md", "0123456789"),
        lambda data: rule.parse(data, "r.md"),
        comment.find,
    ):
        with pytest.raises(Malformed, match="nested too deeply"):
            parse(f"# A\n\n{CLOSED_LINE}\n".encode())
        with pytest.raises(Malformed, match="nested too deeply"):
            parse(f"# A\n\n{DEEP_LINE}\n".encode())


@pytest.mark.parametrize("value", ["5", "true", "null", "1e999", '{"a": 1}', '"src/a.py"'])
def test_a_rule_whose_paths_are_no_list_is_named(value: str) -> None:
    """It would hold everywhere; the error has the path of the file."""
    with pytest.raises(Malformed, match=r"^rules/a\.md cannot be read") as caught:
        rule.parse(f'# A\n\nDo.\n\n<!-- dreamtui: {{"v": 1, "files": {value}}} -->\n'.encode(), "rules/a.md")
    assert caught.value.path == "rules/a.md"


def test_a_line_number_of_thousands_of_digits_is_part_of_a_name() -> None:
    """No line has it, and no number is made of it."""
    assert Locator.parse(f"file:x:{DIGITS}") == Locator(Where.FILE, f"x:{DIGITS}")
    assert Locator.parse("file:x:12") == Locator(Where.FILE, "x", 12)


@pytest.mark.parametrize("line", ["title", "sources", "importance"])
def test_a_note_and_an_insight_that_cannot_be_meant_are_named(line: str) -> None:
    """A value nested without an end, or with thousands of digits."""
    for odd in ("[" * 3000, DIGITS):
        with pytest.raises(Malformed, match="cannot be read"):
            note.parse(f"---\nid: n-1\n{line}: {odd}\n---\n\nSaid.\n".encode(), "notes/n-1.md")
        with pytest.raises(Malformed, match="cannot be read"):
            insight.parse(f'---\nid: "i-1"\ntype: "gap"\n{line}: {odd}\n---\n\nSaid.\n'.encode(), "insights/i-1.md")


@pytest.mark.parametrize(
    "data", [b'[{"at": 1e999, "was": "", "now": ""}]', b"[" * 3000, b'[{"at": -1, "was": "", "now": ""}]']
)
def test_an_object_with_an_impossible_place_is_refused(data: bytes) -> None:
    """A place at infinity, before the beginning, or none."""
    with pytest.raises(Malformed):
        audit_record.read_object(data)


def test_depth_is_counted_not_guessed() -> None:
    """As many levels as are allowed are read, one more is not, and width is no depth."""
    allowed = "[" * DEEPEST + "]" * DEEPEST
    assert read_json(allowed) is not None
    assert len(read_json("[" + ",".join(["[]"] * 5000) + "]")) == 5000
    for text in (f"[{allowed}]", '{"a":' * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1)):
        with pytest.raises(Malformed):
            read_json(text)
        with pytest.raises(Malformed):
            read_json(text.encode())
    with pytest.raises(ValueError):
        read_json("{")


MARKS = [
    "<!-- dreamtui:begin sha=-->",
    "<!-- dreamtui:begin -->",
    "<!-- dreamtui:begin sha=0123456789abcdef pad=lf1 -->",
    "<!-- dreamtui:begin sha=x made; -->",
    "<!-- dreamtui:end -->",
    "<<<<<<< ours",
    "=======",
    ">>>>>>> theirs",
    "#",
    "",
    "- a rule",
    "```",
    "\ufeff",
    "<!-- generated by dotagent -->",
]


@given(st.lists(st.sampled_from(MARKS), max_size=10), st.sampled_from(["\n", "\r\n"]), st.sampled_from([None, "- new"]))
@settings(max_examples=300, deadline=None)
def test_a_repair_always_has_an_answer(lines: list[str], newline: str, body: str | None) -> None:
    """A file in order, or why not; whatever stands in the markers."""
    done = repair.repair(newline.join(lines).encode(), body)
    assert isinstance(done, repair.Repair | repair.RegionProblem)


def test_a_region_without_a_hash_is_repaired() -> None:
    """The marker's end is no part of its empty hash."""
    done = repair.repair(b"<!-- dreamtui:begin sha=-->\n#\n<!-- dreamtui:end -->", "- new")
    assert isinstance(done, repair.Repair)
    assert done.data is not None and b"- new" in done.data and b"\n#\n" in done.data


@pytest.mark.parametrize("key", ["cause", "error"])
def test_an_error_inside_errors_without_an_end_has_some_name(key: str) -> None:
    """What a transcript says of a failure may be nested as deeply as a reader takes it."""
    from dreamtui.sources.transcripts.calls import named_error

    error: object = {"type": "overloaded"}
    for _ in range(5000):
        error = {key: error}
    assert named_error(error) == ""
    assert named_error({key: {key: {"type": "overloaded"}}}) == "overloaded"
