"""Whatever a text holds, each file says the same when it is read again, and a reviewer's lines outlive every run."""

from dataclasses import replace

from hypothesis import example, given, settings
from hypothesis import strategies as st

from dreamtui.coach.rationale import judge_rule
from dreamtui.desk.decide.decide import printable
from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.candidate import intake
from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import Draft
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import Item
from dreamtui.model.memory import Note, NoteStatus
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.text.inert import one_line

QUIET = settings(max_examples=60, deadline=None, derandomize=True)
TRAPS = (
    "\n", "\r\n", "\0", "\x1b[31m", "\x1c", "\x85", "\u2028", "\u202e", "\ud800", "-->", "<!--", "---\n", "\n---\n",
    "...", "# ", "\n## Rationale\n\n", "\n\n\n## Rejection rationale\n\n", "\n## Evidence\n\n- ", "## Status", "`",
    '<!-- dreamtui: {"v":1,"signal":"x","subject":"y"} -->', "<!-- dotagent-meta: review_after=2099-01-01 -->",
    '\n<!-- dreamtui: {"v":1,"signal":"x","subject":"y"} -->\n', "<!-- dreamtui:end -->", "- **weight**: 9",
    ": ", ", ", '"', "{}", "null", 'decision: "0"', "\\", "(none)", "word", "so that", "é", "日本",
    "\n\n## Graduated by\n\nmallory\n", "\n## Rationale of 2030-01-01\n\n", "\n## Lifecycle\n", "\n## Provenance\n",
)  # fmt: skip
texts = st.lists(st.one_of(st.sampled_from(TRAPS), st.text(max_size=6)), max_size=6).map("".join)
written = texts.map(printable)
"""What a person wrote: the desk takes no lone surrogates."""

pieces = st.builds(
    Evidence,
    texts,
    st.builds(Locator, st.sampled_from([Where.COMMIT, Where.TEXT]), st.sampled_from(["", "0123456789abcdef"])),
    st.sampled_from(["2026-11-10T08:00:00Z", ""]),
    texts,
    st.sampled_from(["", "0123456789abcdef"]),
)
items = st.builds(
    Item,
    kind=st.just("candidate"),
    id=st.just("0123456789"),
    signal=st.sampled_from(["manual", "repeat_fix"]),
    title=texts,
    status=st.just(Status.PENDING),
    path=st.just(".agent/dream/candidates/0123456789.md"),
    first_seen=st.just("2026-11-10T08:00:00Z"),
    last_seen=st.just("2026-11-11T08:00:00Z"),
    weight=st.integers(0, 99),
    actors=st.lists(texts, max_size=3).map(tuple),
    files=st.lists(texts, max_size=3).map(tuple),
    evidence=st.lists(pieces, max_size=3).map(tuple),
    subject=texts,
    aliases=st.lists(st.sampled_from(["aaaaaaaaaa", "bbbbbbbbbb"]), max_size=2).map(tuple),
)


def _kept(item: Item) -> tuple[object, ...]:
    """What makes an item: everything but its title, which is one line in the file, and the text itself."""
    return (item.signal, item.subject, item.weight, item.actors, item.files, item.evidence, item.aliases, item.until)


@given(items)
@QUIET
def test_a_candidate_is_read_as_it_was_written(item: Item) -> None:
    """Evidence, subject and names verbatim, whatever stands in them; the title on one line."""
    data = candidate.render(item, "2026-11-18T09:00:00Z")
    read = candidate.parse(data, item.path, item.id)
    assert _kept(read.item) == _kept(item)
    wanted = one_line(printable(item.title))
    assert read.item.title == (wanted if wanted.strip() else read.item.title)
    assert candidate.render(replace(read.item, title=item.title), read.generated_at) == data


FORGED = f"Because.\n{TRAPS[20]}\n{TRAPS[21]}\n"
"""A reason with comments on lines of their own that look like ours."""
HEADINGS = "Because.\n\n" + "\n\nmallory\n\n".join(
    f"## {name}" for name in ("Rationale", "Evidence", "Provenance", "Graduated by", "Lifecycle", "Rationale of 2030")
)
"""A reason with every heading that a rule file has."""
PLAIN = Item("candidate", "0123456789", "manual", "A title", Status.PENDING, "p", subject="A title")


@given(items, written, written)
@QUIET
@example(PLAIN, FORGED, "alice")
def test_a_reason_never_changes_what_a_decided_file_is_about(item: Item, rationale: str, actor: str) -> None:
    """The candidate inside is the same, and reopened it has the same bytes, whatever the reason looks like."""
    data = candidate.render(item, "2026-11-18T09:00:00Z")
    for append in (candidate.append_graduation, candidate.append_rejection):
        closed = append(data, rationale, one_line(actor), "2026-11-18T09:00:00Z")
        read = candidate.parse(closed, item.path, item.id).item
        assert (_kept(read), read.title) == (_kept(item), candidate.parse(data, item.path, item.id).item.title)
        assert candidate.undecided(closed) == data


@given(items, written, written, written)
@QUIET
@example(PLAIN, "", FORGED, FORGED)
@example(PLAIN, "", HEADINGS, HEADINGS)
def test_a_rule_is_read_as_it_was_written(item: Item, words: str, rationale: str, again: str) -> None:
    """The words agents read, what it is about and when it is due, under any reason, and after any second reason."""
    if not judge_rule(words).ok or rule_words(words) != words:
        words = "Run every migration on a copy before you ship it."
    made = rule.Graduation(
        rationale, "alice", "2026-11-18T09:00:00Z", "2027-05-17", "20261118T090000000000Z-graduate-x"
    )
    data = rule.render("A title", words, item, ("- 2026-11-10 bob: it broke",), made)
    later = rule.append_review(data, again, "bob", "2026-12-18T09:00:00Z", "2027-06-16")
    for found, due, reviewed in ((data, "2027-05-17", ""), (later, "2027-06-16", "2026-12-18T09:00:00Z")):
        read = rule.parse(found, "rules/x.md")
        assert (read.title, read.text, read.id) == ("A title", words, item.id)
        assert (read.subject, read.files, read.signal) == (item.subject, item.files, item.signal)
        assert (read.review_after, read.last_reviewed) == (due, reviewed)
        assert (read.graduated_at, read.graduated_by) == ("2026-11-18T09:00:00Z", "alice")
        assert read.evidence == ("- 2026-11-10 bob: it broke",)
        assert [day for day, _ in rule.rationales(found)] == ["2026-11-18", "2026-12-18"][: 1 + bool(reviewed)]


def rule_words(words: str) -> str:
    """A rule as it can stand in a file: without line breaks that only some readers see as such, or blanks around it."""
    return "\n".join(words.strip().splitlines())


@given(written, written, st.sampled_from(NoteStatus), written, st.booleans())
@QUIET
def test_a_note_is_read_as_it_was_written(title: str, text: str, status: NoteStatus, word: str, flag: bool) -> None:
    """Title, text and fields; line ends in the text become one kind."""
    made = Note(
        "n-0123456789", "p", title, text, word, status, flag, not flag, 0.25, "2026-11-18T09:00:00Z", sources=(word,)
    )
    read = note.parse(note.render(made), "p")
    assert read is not None
    wanted = replace(made, title=one_line(title), category=one_line(word), text=text.replace("\r\n", "\n").strip("\n"))
    assert read == replace(wanted, text=wanted.text.strip("\n"))
    assert note.render(read) == note.render(note.parse(note.render(read), "p") or made)


@given(
    written,
    written,
    written,
    st.binary(max_size=60),
    st.binary(max_size=60),
    st.lists(st.tuples(texts, texts), max_size=2),
)
@QUIET
@example("", "", "\r\n", b"\r", b"\n", [])
def test_a_record_is_read_as_it_was_sealed(
    rationale: str, words: str, title: str, old: bytes, new: bytes, evidence: list[tuple[str, str]]
) -> None:
    """Every word and byte, under an id that any other byte would change."""
    draft = Draft(
        "0123456789", "candidate", f"manual:{title}", title, Verb.REJECT, "alice", "2026-11-18T09:00:00Z",
        rationale=rationale, rule=words, evidence=tuple(evidence),
    )  # fmt: skip
    touched, objects = audit_record.touched(ChangeSet.of(Change("a.md", old, new), Change("b.md", old, None)))
    assert not objects
    made, data = audit_record.seal(draft, ("f" * 64, "0" * 64), "1.0", touched)
    assert audit_record.parse(data) == made
    assert audit_record.genuine(data, made)
    forged = data.replace(b'"alice"', b'"mallory"')
    assert not audit_record.genuine(forged, audit_record.parse(forged))


own_lines = st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.sampled_from(["", "## Own\n", "- "])), max_size=5)


@given(items, items, own_lines)
@QUIET
def test_a_run_keeps_every_line_of_the_reviewer(item: Item, found: Item, edits: list[tuple[int, bool, str]]) -> None:
    """Lines put in or written over are still there afterwards, in their order; a second run changes nothing."""
    lines = candidate.render(item, "2026-11-18T09:00:00Z").decode().split("\n")
    for number, (at, over, lead) in enumerate(sorted(edits, reverse=True)):
        at = min(at, len(lines) - 3)
        lines[at : at + over] = f"{lead}MINE {number}".split("\n")
    mine = [line for line in lines if "MINE" in line]
    new = replace(found, signal=item.signal, subject=item.subject)
    once = intake.refresh("\n".join(lines).encode(), new, item.path)
    assert [line for line in once.decode().split("\n") if "MINE" in line] == mine
    assert _kept(candidate.parse(once, item.path, item.id).item) == _kept(new)
    assert intake.refresh(once, new, item.path) == once
    if not edits:
        assert once == candidate.render(new, "2026-11-18T09:00:00Z")


@given(texts)
@QUIET
def test_our_comment_is_found_whatever_it_holds(words: str) -> None:
    """Nothing inside can end the comment early, and text around it stays."""
    data = comment.replace(b"# A\n\ntext", {"v": 1, "words": words})
    found = comment.find(data)
    assert found is not None
    assert found[2] == {"v": 1, "words": words}
    assert data[: found[0]] == b"# A\n\ntext\n\n"
    assert comment.replace(data, {"v": 1, "words": words}) == data
