"""How the time of every reader of text from outside grows: each is fed the worst there is, at n, 2n and 4n characters.

    python benchmarks/regex_growth.py [--size 2000] [--all] [READER …]

The worst is a short piece again and again, with a beginning that leads a reader in and an end that lets it fail. A
reader that is linear takes four times as long for four times as much; more than eight times, where it takes longer than
a few milliseconds, is printed and makes the exit status 1. In the same run a pattern that is quadratic on purpose says
what that looks like.
"""

import argparse
import contextlib
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dreamtui.coach import covered as clash
from dreamtui.coach import hollow, rationale
from dreamtui.kinds import meta as comment
from dreamtui.kinds.candidate import codec as candidate
from dreamtui.kinds.decision import audit_record
from dreamtui.kinds.insight import codec as insight
from dreamtui.kinds.memory import topic
from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.line import read_line
from dreamtui.kinds.note import codec as note
from dreamtui.kinds.rule import codec as rule
from dreamtui.memory.claims import claims_in
from dreamtui.memory.reorganize.contradictions import slots_of
from dreamtui.memory.reorganize.language.reading import read as read_statement
from dreamtui.memory.reorganize.statements import claims_of, statements
from dreamtui.mining.history import sync_comment
from dreamtui.mining.signals import reverts
from dreamtui.model.errors import DreamtuiError
from dreamtui.openclaw import memory_file, recall_store
from dreamtui.openclaw import settings as openclaw
from dreamtui.openclaw.js import collapse
from dreamtui.openclaw.scoring.contamination import is_contaminated, junk_flags
from dreamtui.openclaw.scoring.tags import concept_tags
from dreamtui.render import repair
from dreamtui.render.region import read_region
from dreamtui.sources.git import head
from dreamtui.sources.git.message import bare_subject, read_message
from dreamtui.sources.registry import parse_registry
from dreamtui.sources.repository import manifests
from dreamtui.sources.transcripts import calls, commands, turns
from dreamtui.text import paths as globs
from dreamtui.text import quotes as places
from dreamtui.text import saying, words
from dreamtui.text.budget import as_loaded
from dreamtui.text.danger import agent_text, orders, risks
from dreamtui.text.inert import inert
from dreamtui.text.jsons import read_json
from dreamtui.text.markup import frontmatter, markdown, scalars
from dreamtui.text.markup.imports import imports_of
from dreamtui.text.markup.yamls import read_yaml
from dreamtui.text.query import parse as query

LEAST = 0.003
"""Seconds below which a growth says nothing."""
MOST = 8.0
"""How many times longer four times as much may take; linear is four, quadratic sixteen."""

PIECES = (
    " ", "\n", "\t", "\r", "\r\n", " \n", "a", "A", "0", "-", "_", "`", "*", "#", "<", "[", "]", "(", ")", '"', "'",
    "{", "}", ":", ";", ",", ".", "/", "\\", '\\"', "=", "@", "|", "~", "<!--", "-->", "<!-- dreamtui: {",
    "<!-- dreamtui:begin -->\n", "<!-- dreamtui:end -->\n", "<<<<<<< a\n", "=======\n", ">>>>>>> a\n",
    "<!-- dotagent-meta: ", "<ide_selection>", "<a>", "<!-- openclaw-memory-promotion:k", "- [a](b.md)\n", "[a](",
    "a: ", "a:\n", " a:\n", "---\n", "```\n", "~~~\n", "## a\n", "# Candidate `", "- **a**: ", "@a ", "a/", "/a",
    "../", "a.", "0,", "0.", "1.", "A0", "aA", "a_", "_a", "__", "eyJ", "-eyJ", "://", "a://a", "http://",
    "record:a#", "don't ", "use ", " not ", "use a not ", "let's ", "revert ", 'Revert "', "“", "co-authored-by: ",
    "<a@b>", "this reverts commit 0123456 and ", "0123456789abcdef ", "dreaming-narrative", "[dreaming-narrative",
    ",(", "at a (", "let a ", "a(", "memory/", "/memory/a/", "/.claude/projects/a/memory/", "**:", "||", "'a\\',",
    '"a",', "é", "\u2028", "\u200b", "\ud800", "中", "\x1b[", "password=", "token: ", "curl a ", "note: ",
    "ignore all ", "for example ", "\n\n\n## Rationale\n\n", "\n\n## Graduated by\n\n- ", " on ", "fix: ",
    "Co-authored-by:", "/*", "//", "&", "I moved to ", "we use ", "¶",
    "# in sync\n", "must keep in sync ", "export\n", "const a ",
)  # fmt: skip
BEGINNINGS = ("", "---\n", "- ", "## ", "`", '"', 'Revert "x"', "co-authored-by:", "<!-- dreamtui: {", "a\n\n", "x")
ENDS = ("", "x", "\n", "!", "\n---\n", "\x00")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _manifest(name: str) -> Callable[[str], object]:
    return lambda text: manifests._READERS[name](text, manifests.Declared())


READERS: dict[str, Callable[[str], object]] = {
    "commit message": read_message,
    "commit body": lambda text: read_message(f"a\n\n{text}"),
    "bare subject": bare_subject,
    "same change": reverts.same_change,
    "registry": lambda text: parse_registry(text, "p"),
    "front matter": lambda text: frontmatter.read(text.encode("utf-8", "replace")),
    "front matter lines": lambda text: frontmatter.read(f"---\n{text}\n---\n".encode("utf-8", "replace")),
    "scalar": scalars.read_scalar,
    "list": lambda text: scalars.read_scalar(f"[{text}]"),
    "comment": lambda text: comment.find(text.encode("utf-8", "replace")),
    "candidate": lambda text: candidate.parse(text.encode("utf-8", "replace"), "p", "i"),
    "decided": lambda text: candidate.verdict(text.encode("utf-8", "replace")),
    "undecided": lambda text: candidate.undecided(text.encode("utf-8", "replace")),
    "rule": lambda text: rule.parse(text.encode("utf-8", "replace"), "p"),
    "note": lambda text: note.parse(text.encode("utf-8", "replace"), "p"),
    "insight": lambda text: insight.parse(text.encode("utf-8", "replace"), "p"),
    "record": lambda text: audit_record.parse(text.encode("utf-8", "replace")),
    "topic": lambda text: topic.parse(text.encode("utf-8", "replace"), "p").title,
    "memory index": lambda text: memory_index.read(text.encode("utf-8", "replace")),
    "index line": read_line,
    "region": lambda text: read_region(text.encode("utf-8", "replace")),
    "repair": lambda text: repair.repair(text.encode("utf-8", "replace"), "- a"),
    "recalls": lambda text: recall_store.parse(text.encode("utf-8", "replace")),
    "JSON": read_json,
    "YAML": lambda text: read_yaml(text.encode("utf-8", "replace")),
    "OpenClaw settings": lambda text: openclaw._json(text, Path("p")),
    "Makefile": _manifest("make"),
    "justfile": _manifest("just"),
    "requirements": _manifest("requirements"),
    "go.mod": _manifest("go"),
    "pyproject": _manifest("python"),
    "Markdown": lambda text: markdown.without_comments(markdown.lines_of(text)),
    "code spans": markdown.code_spans,
    "imports": lambda text: imports_of(as_loaded(text.encode("utf-8", "replace"))),
    "claims": claims_in,
    "statements": statements,
    "claims of a memory": claims_of,
    "statement": lambda text: read_statement.__wrapped__(text),
    "slots": slots_of,
    "tokens": words.tokens,
    "normal form": words.normalise,
    "inert": inert,
    "safe text": agent_text.safe_text,
    "secrets": risks.mask,
    "orders": orders.has_orders,
    "records in words": places.records_in_words,
    "filter": query.parse_query,
    "pattern": lambda text: globs._segment.__wrapped__(text).match("a" * 200),
    "path": lambda text: globs.matches("*a*b*c", text),
    "instruction": saying.instruction,
    "preference": saying.preference,
    "plain words": saying.plain,
    "what a person says": turns.heard,
    "why a step was refused": turns.refusal,
    "command": commands.normal_command,
    "telling line": commands.telling_line,
    "answers": lambda text: calls.answers_in(f"User has answered your questions: {text}"),
    "error": lambda text: calls.error_subject("Bash", text),
    "memory of a call": lambda text: calls._memory(text, {}),
    "reason": lambda text: hollow.lacking(text, "a title"),
    "rule again": lambda text: rationale.judge_rule(text),
    "numbers": clash._NUMBER.findall,
    "named": hollow.PATH.findall,
    "contaminated": lambda text: is_contaminated(text + " candidate session api : |", "v5"),
    "junk": junk_flags,
    "concepts": lambda text: concept_tags("p", text),
    "promoted": memory_file.markers,
    "sections": memory_file.sections_of,
    "collapse": collapse,
    "comments": lambda text: list(head._comments(text.encode("utf-8", "replace"), [b"in sync", b"must"])),
    "what a comment obliges": lambda text: list(sync_comment._obliging(text)),
    "definitions": lambda text: sync_comment._defines(text, "a"),
}
"""Every reader of text that somebody else wrote, by what it reads."""

_QUADRATIC = re.compile(r"\s+x")


def texts(size: int) -> Iterator[tuple[str, str, str, str]]:
    """A beginning, a piece, an end, and the text that they make."""
    for piece in PIECES:
        for begin in BEGINNINGS:
            for end in ENDS:
                yield begin, piece, end, begin + piece * (size // len(piece)) + end


def seconds(read: Callable[[str], object], text: str) -> float:
    """What one reading takes; what is no such text is refused, which is an answer too."""
    started = time.perf_counter()
    with contextlib.suppress(DreamtuiError, ValueError):
        read(text)
    return time.perf_counter() - started


def growth(read: Callable[[str], object], begin: str, piece: str, end: str, size: int) -> tuple[float, float, float]:
    """Seconds at n, 2n and 4n, the best of two each."""
    made = [begin + piece * (size * times // len(piece)) + end for times in (1, 2, 4)]
    return tuple(min(seconds(read, text) for _ in range(2)) for text in made)  # type: ignore[return-value]


def worst(name: str, size: int) -> tuple[float, tuple[float, float, float], str]:
    """The text on which a reader grows most, looking closely only at those that take longest."""
    read = READERS[name]
    slow = sorted(((seconds(read, text), begin, piece, end) for begin, piece, end, text in texts(size)), reverse=True)
    found = []
    for _, begin, piece, end in slow[:12]:
        one, two, four = growth(read, begin, piece, end, size)
        found.append((four / one if four > LEAST else 0.0, (one, two, four), f"{begin!r} + {piece!r}… + {end!r}"))
    return max(found)


def main() -> int:
    """Print the growth of every reader; 1 where one is not linear."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--size", type=int, default=2000, help="n, in characters")
    parser.add_argument("--all", action="store_true", help="every reader, not only those that grow too fast")
    parser.add_argument("readers", nargs="*", metavar="READER")
    asked = parser.parse_args()
    one, two, four = growth(_QUADRATIC.search, "", " ", "!", asked.size)
    print(f"quadratic on purpose: {one * 1e3:8.2f} {two * 1e3:8.2f} {four * 1e3:8.2f} ms   x{four / one:.1f}")
    bad = 0
    for name in asked.readers or READERS:
        rate, (one, two, four), text = worst(name, asked.size)
        bad += rate > MOST
        if rate > MOST or asked.all or asked.readers:
            mark = "  <- not linear" if rate > MOST else ""
            print(
                f"{name:20}  {one * 1e3:8.2f} {two * 1e3:8.2f} {four * 1e3:8.2f} ms   x{four / one:4.1f}  {text}{mark}"
            )
    print(f"{len(asked.readers or READERS)} readers, {bad} not linear")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
