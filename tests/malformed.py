"""One valid file of each of our formats, and every way in which somebody's hand or merge may have spoiled it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.insight import codec as insight
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.proposal import codec as proposal
from dreamtui.kinds.rule import codec as rule
from dreamtui.kinds.rule.codec import Graduation
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Draft
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.insight import Insight, InsightType
from dreamtui.model.item import Item
from dreamtui.model.memory import Note
from dreamtui.model.proposal import (
    Applied,
    Became,
    Choice,
    Fate,
    FiledProposal,
    MemorySource,
    Mutation,
    MutationKind,
    Proposal,
    Statement,
)
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.openclaw import promotion as promotion_item
from dreamtui.openclaw import recall_store
from dreamtui.openclaw.promotion import Promotion

WHEN = "2026-11-10T08:00:00Z"
DEEP = '{"files": ' + "[" * 3000
DEEP_LINE = f"<!-- dreamtui: {DEEP}}} -->"
"""A comment whose JSON is nested without an end."""
CLOSED_LINE = "<!-- dreamtui: " + '{"files": ' + "[" * 900 + "]" * 900 + "} -->"
"""A comment whose JSON is valid, and deeper than anything that is meant."""
DIGITS = "9" * 5001

ODD = (
    "5",
    "true",
    "false",
    "null",
    "1e999",
    "-1e999",
    "NaN",
    "-1",
    "0.5",
    '""',
    '"x"',
    "[]",
    "{}",
    "[[]]",
    "[{}]",
    "[5]",
    "[null]",
    "[1e999]",
    '[["x"]]',
    '{"a": 5}',
    '{"at": 1e999}',
    '[{"at": 1e999, "was": "", "now": ""}]',
    DIGITS,
    "[" * 3000,
    "[" * 900 + "]" * 900,
    '{"a":' * 200 + "1" + "}" * 200,
    f'"file:x:{DIGITS}"',
    f'[["q", "file:x:{DIGITS}"]]',
    '"\\ud800"',
    '["\\ud800"]',
    '"\\u0000"',
    '"../x"',
    "1" + "0" * 400,
    '"2026-13-45T99:99:99Z"',
    "[5, 5]",
    '["a", "b"]',
    '[["a", "b", "c", "d", "e"]]',
    '{"b64": 5}',
    '{"b64": "*"}',
    "-0.0",
    '[["lone \\udc00", 5, null, {}, []]]',
)
"""JSON texts that some field of a file may hold although it never should; some are none."""

pieces = (
    Evidence("fix: retry", Locator(Where.COMMIT, "a" * 40), WHEN, "alice", "0" * 16),
    Evidence("a line", Locator(Where.FILE, "src/a.py", 12), WHEN, "bob", "1" * 16),
)
item = Item(
    "candidate",
    "0123456789",
    "repeat_fix",
    "`src/a.py` was fixed twice",
    Status.PENDING,
    ".agent/dream/candidates/0123456789.md",
    None,
    WHEN,
    WHEN,
    2,
    ("alice", "bob"),
    ("src/a.py",),
    (),
    pieces,
    "src/a.py",
    ("aaaaaaaaaa",),
    ("bbbbbbbbbb",),
)
_mutation = Mutation(
    "u-0123456789",
    MutationKind.MERGE,
    (MemorySource("n-1", "p", "0" * 64, "A"), MemorySource("n-2", "q", "1" * 64, "B")),
    "A and B",
    "Said.",
    (("a", "b"),),
    "project",
    "n-1",
    "",
    "alike",
    0.9,
    ("names",),
    (Statement("Said.", "n-1", Fate.KEPT), Statement("Too.", "n-2", Fate.MERGED, "Said.")),
)
_proposal = Proposal(
    "p-0123456789",
    "contradiction",
    "Two notes",
    (_mutation,),
    (Choice("keep", "Keep it", (_mutation,)),),
    "because",
    "heuristic",
    0.9,
    (("CLAUDE.md:3", "words"),),
)
_filed = FiledProposal(
    _proposal, WHEN, WHEN, "bow", 0.9, outcomes=(Applied("u-0123456789", MutationKind.MERGE, Became("applied"), "why"),)
)
_promotion = Promotion(
    "m-0123456789",
    "memory:a",
    "memory/a.md",
    1,
    2,
    "Said.",
    3,
    3,
    1,
    1,
    ("2026-11-18",),
    1.0,
    0.5,
    1.0,
    (("recency", 1.0),),
    (),
    "",
    WHEN,
    WHEN,
    "seed",
    (("min_queries", 3), ("min_score", 0.75)),
    found_lines=("Said.", "Too."),
    found_path="memory/a.md",
)
_insight = Insight(
    "i-0123456789",
    InsightType.GAP,
    "Nobody knows",
    "retries",
    "It is asked again.",
    status=Status.PENDING,
    sessions=2,
    mentions=3,
    importance=0.5,
    first_seen=WHEN,
    last_seen=WHEN,
    created=WHEN,
    files=("src/a.py",),
    evidence=pieces,
)
_note = Note(
    "n-0123456789",
    "",
    "A note",
    "The text.",
    "project",
    importance=0.7,
    created=WHEN,
    updated=WHEN,
    merged_from=("n-1",),
    sources=("file:src/a.py:1",),
)


def a_record() -> tuple[str, bytes]:
    """An audit record under the name it has to have."""
    draft = Draft(
        item="0123456789",
        kind="candidate",
        fingerprint="f",
        title="T",
        verb=Verb.REJECT,
        actor="alice",
        when="2026-11-10T08:00:00.000000Z",
        rationale="Because.",
        rule="Do it.",
        evidence=(("commit:a", "0" * 16),),
    )
    marks, _ = audit_record.touched(
        ChangeSet.of(Change("a.md", b"one\ntwo\n", b"one\nthree\n"), Change("b.md", None, b"x"))
    )
    made, data = audit_record.seal(draft, (), "0.1", marks)
    return audit_record.file_name(made), data


@dataclass(frozen=True)
class Format:
    """A kind of file: how it is read, a valid one, and how its fields stand in it."""

    name: str
    read: Callable[[bytes], Any]
    valid: bytes
    fields: Callable[[bytes], Iterator[tuple[bytes, bytes]]]
    """For each field what stands before its JSON value in the file, and what stands behind."""


def in_comment(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys of the comment."""
    found = comment.find(data)
    assert found is not None
    for key in found[2]:
        rest = {other: value for other, value in found[2].items() if other != key}
        body = json.dumps(rest)[1:-1]
        yield data[: found[0]] + f'<!-- dreamtui: {{{body}, "{key}": '.encode(), b"} -->\n" + data[found[1] :]


def in_front(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The lines of the front matter."""
    lines = data.split(b"\n")
    for at in range(1, lines.index(b"---", 1)):
        name = lines[at].partition(b":")[0]
        yield b"\n".join([*lines[:at], name + b": "]), b"\n" + b"\n".join(lines[at + 1 :])


def in_json(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Every value of a JSON document, at every depth."""
    value = json.loads(data)

    def places(inside: Any) -> Iterator[tuple[Any, Any]]:
        keys = list(inside) if isinstance(inside, dict) else range(len(inside)) if isinstance(inside, list) else ()
        for key in keys:
            yield inside, key
            yield from places(inside[key])

    for inside, key in list(places(value)):
        kept, inside[key] = inside[key], "@@ODD@@"
        before, _, after = json.dumps(value).encode().partition(b'"@@ODD@@"')
        inside[key] = kept
        yield before, after
    yield b"", b""


_CANDIDATE = candidate.render(item, WHEN)
_RULE = rule.render("A title", "Do it.", item, ("- line",), Graduation("Because.", "alice", WHEN, "2027-05-01", "d"))

_marks, _ = audit_record.touched(ChangeSet.of(Change("a.md", b"one\ntwo\n", b"one\nthree\n")))
_spans = audit_record._pack_spans(_marks[0].spans)
_recalls = {"version": 1, "updatedAt": WHEN, "entries": {"k": {"path": "a", "recallCount": 3}}}
_phases = {"entries": {"k": {"key": "k", "lightHits": 3, "lastLightAt": WHEN}}}

FORMATS = (
    Format("candidate", lambda d: candidate.parse(d, "c.md", "0123456789"), _CANDIDATE, in_comment),
    Format(
        "graduated", candidate.undecided, candidate.append_graduation(_CANDIDATE, "Because.", "alice", WHEN), in_comment
    ),
    Format(
        "rejected", candidate.undecided, candidate.append_rejection(_CANDIDATE, "Because.", "alice", WHEN), in_comment
    ),
    Format("rule", lambda d: rule.parse(d, "r.md"), _RULE, in_comment),
    Format("note", lambda d: note.parse(d, "n.md"), note.render(_note), in_front),
    Format("insight", lambda d: insight.parse(d, "i.md"), insight.render(_insight), in_front),
    Format("record", audit_record.parse, a_record()[1], in_front),
    Format("proposal", proposal.parse, proposal.render(_filed), in_json),
    Format("promotion", promotion_item.parse, promotion_item.render(_promotion), in_json),
    Format("object", audit_record.read_object, json.dumps(_spans).encode(), in_json),
    Format("recalls", recall_store.parse, json.dumps(_recalls).encode(), in_json),
    Format("phases", recall_store.parse_phases, json.dumps(_phases).encode(), in_json),
)


def spoiled(one: Format) -> Iterator[bytes]:
    """The valid file with each field of it given each odd value."""
    for before, after in one.fields(one.valid):
        for odd in ODD:
            yield before + odd.encode() + after


_values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


@st.composite
def cut_up(draw: st.DrawFn, one: Format) -> bytes:
    """The valid file with a random value in a field, or with bytes taken out, put in, doubled or changed."""
    if draw(st.booleans()):
        before, after = draw(st.sampled_from(list(one.fields(one.valid))))
        return before + json.dumps(draw(_values)).encode() + after
    data = bytearray(one.valid)
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = draw(st.integers(start, min(len(data), start + 40)))
        piece = bytes(data[start:end])
        data[start:end] = draw(
            st.sampled_from([b"", piece + piece, b"\0", b"\xff", b"\n", b'"', b"{", b"[", b"<!-- dreamtui: {", b"-->"])
        )
    return bytes(data)


def with_id(data: bytes, item_id: str) -> bytes:
    """A valid file under another id."""
    return data.replace(b"0123456789", item_id.encode())


__all__ = ["CLOSED_LINE", "DEEP_LINE", "DIGITS", "FORMATS", "ODD", "Format", "cut_up", "replace", "spoiled", "with_id"]
