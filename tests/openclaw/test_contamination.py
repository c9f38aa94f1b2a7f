"""Which snippets are machinery, rule by rule: of both versions, and what v5 adds."""

import pytest

from dreamtui.openclaw.scoring.contamination import is_contaminated

DIARY = "Write a dream diary entry from these memory fragments"
FLUSH = "Save important context from this session to the daily memory file."
STAGED = "confidence: 0.62 - evidence: memory/2026-04-15.md:1-2 - recalls: 3 - status: staged"
REFLECTED = "confidence: 0.7 evidence: memory/2026-04-01.md"
TOKEN = "eyJabcdefghijklmnopqrst.abcdefghijklmnopqrst.abcdefghij"

BOTH = {
    "text <!-- openclaw-memory-promotion:memory:memory/2026-04-15.md:4:4 --> more": True,
    "<!-- see openclaw-memory-promotion:k -->": False,
    f"[main/dreaming-narrative-light.jsonl#L1] User: {DIARY}:": True,
    f"[a] [dreaming-narrative]\n\n  User:\n{DIARY}": True,
    f"[a] dreaming-narrative] User: {DIARY}": False,
    f"[dreaming-narrative] System: {DIARY}": False,
    "Session Key: abc Session ID: def": True,
    f"Session Key {'x' * 258} Session ID": True,
    f"Session Key {'x' * 259} Session ID": False,
    f"Session Key {'😀' * 130} Session ID": False,
    "Session Key: a Session Key: b": False,
    f"x {FLUSH.lower()}strict rules:": True,
    "[score=0.812 recalls=3 avg=0.910 source=memory/2026-04-01.md:1-2]": True,
    "Fact [ score=1 signals=6 recalls=6 avg=1 source=memory/x": True,
    "[score=.8 recalls=3 avg=0.9 source=memory/x]": False,
    "Conversation Summary:": True,
    "+conversation summary: user: hi": True,
    f"- Candidate: x - {STAGED}": True,
    f"status: staged - Candidate: x {STAGED.removesuffix(' - status: staged')}": True,
    f"@@ -12,3 - [ Reflection: x {STAGED}": True,
    f"éCandidate: x {STAGED}": True,
    f"{'- ( ' * 90}{'x' * 189} Candidate: {STAGED}": True,
    f"{'x' * 190} Candidate: {STAGED}": False,
    f"{'😀' * 95} Candidate: {STAGED}": False,
    f"Candidates: x {STAGED}": False,
    f"Candidate: x {STAGED.replace('0.62', '٥')}": False,
    f"Candidate: x {STAGED}ly": False,
    f"Candidate: x {STAGED.replace('recalls: 3', 'recalls: 3x')}": False,
    "": False,
    " \n ": False,
    "Configured VLAN 10 on Omada router": False,
}
TURNS = {
    "assistant: ok": True,
    "- User: hi": True,
    "assistant:ok": False,
    "- - user: hi": False,
    "uſer: hi": False,
}
SUMMARIES = {
    "Conversation Summary: lots of chat": False,
    "Conversation Summary: ****Session ID: x": False,
    "Conversation Summary: ***Session ID: x": True,
}
ONLY_V5 = {
    f"## Reflections note: reflection {REFLECTED}": True,
    f"Reflection: x note: reflections {REFLECTED}": False,
    f"C# Reflection {STAGED}": True,
    "Xsk-abcdefghijkl": True,
    "task-scheduler-improvements": False,
    "AKIAABCDEFGHIJ012345": True,
    f"_{TOKEN}-": True,
    f"eyJ.{TOKEN}": True,
    f"a{TOKEN}": False,
    TOKEN.replace("t.", "."): False,
    "-----BEGIN RSA PRIVATE KEY-----": True,
    "remember: api_key=supersecretvalue123": True,
    "Authorization: Bearer x": True,
    "password: ******": False,
    "my_password=abcdef1": False,
    "Build failed with exit code 3": True,
    "Always use exit  code 3 for retries": False,
    "preferred exit code 3": True,
    "exit\ncode 3": True,
    "exit code 3x": False,
    "exit code ٣": False,
    "invalid grant": False,
    'Result: ```json {"a": 1}```': True,
    "x```json {}```": False,
    "2026-04-01T10:00:00.123+0200 started": True,
    "x,(/srv/app/main.py:1:2)": True,
    "x,(/srv/app/(main).py:1:2)": False,
    "see /tmp/build/file": True,
    "| a | b | c | | d | e | failed |": True,
    "| a | b | c | d | e | failed |": False,
}


def short(value: object) -> str:
    """How a case is called."""
    return str(value)[:40]


@pytest.mark.parametrize(("snippet", "expected"), BOTH.items(), ids=short)
def test_what_the_dreaming_wrote(snippet: str, expected: bool) -> None:
    """Its markers, prompts, figures and staged candidates, by both versions, in notes and transcripts."""
    told = {is_contaminated(snippet, rules, corpus=corpus) for rules in ("v4", "v5") for corpus in (False, True)}
    assert told == {expected}


@pytest.mark.parametrize(("snippet", "expected"), TURNS.items(), ids=short)
def test_turns_of_a_talk(snippet: str, expected: bool) -> None:
    """They are machinery in a note; a transcript is made of them."""
    assert [is_contaminated(snippet, rules) for rules in ("v4", "v5")] == [expected, expected]
    assert not any(is_contaminated(snippet, rules, corpus=True) for rules in ("v4", "v5"))


@pytest.mark.parametrize(("snippet", "expected"), SUMMARIES.items(), ids=short)
def test_summaries(snippet: str, expected: bool) -> None:
    """Each is machinery for v4; for v5 only where a talk or a session follows."""
    assert is_contaminated(snippet, "v4")
    assert is_contaminated(snippet, "v5") is expected


@pytest.mark.parametrize(("snippet", "expected"), ONLY_V5.items(), ids=short)
def test_what_v5_adds(snippet: str, expected: bool) -> None:
    """Reflections under a heading, secrets, and noise that passes unless the snippet states something lasting."""
    assert is_contaminated(snippet, "v5") is expected
    assert not is_contaminated(snippet, "v4")


@pytest.mark.parametrize(
    "piece", ["[", "eyJ-", "a.", "(,", ",(a.b:1:1", "- ", "@@ -1 - ", "Session Key ", "-----BEGIN "]
)
def test_a_long_snippet_is_read_through_once(piece: str) -> None:
    """What looks like the beginning of something, a hundred thousand times."""
    text = f"dreaming-narrative strict rules: score= confidence: evidence: {piece * 100_000}"
    assert not is_contaminated(text, "v5")
