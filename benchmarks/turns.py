"""How well what people say to an agent is understood: precision and recall by class over labelled messages.

    python benchmarks/turns.py [--part PART] [--labels FILE] [--second FILE] [--show missed|wrong|found] PATH...

Each PATH is a transcript or a folder of them, of which sessions of Codex and OpenCode give the prompts alone. They are
nowhere in the project, and only messages that have a label count. A label is kept by the message's content: what it is,
in which part, and the sentence that matters, as a hash. The file of labels says which part was measured before it was
looked at. `--second` takes the labels of a reader who has not seen the first one's, as `{hash: class}`, and prints how
often the two agree.

- correction: the agent's work, plan or belief is wrong or should be otherwise, however politely it is put
- refusal: a call that was denied, or the next words after an interruption, with why or what instead; no mere question
- remember: how to work from now on, or a fact to be kept
- decision: one of several ways is taken, with words that say which
- praise: what worked and is liked
- nothing: all else: tasks, questions, reports, approval, pasted reviews

Reaches, for corrections, refusals and things to remember together: precision at least 0.9, recall at least 0.6.
"""

import argparse
import json
import re
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

# This folder leaves the path: in it, `git.py` would be found in place of GitPython's `git`.
sys.path[:1] = [str(Path(__file__).resolve().parent.parent)]

from dreamtui.sources.transcripts.miner import Miner  # noqa: E402
from dreamtui.sources.transcripts.reader import TranscriptReader  # noqa: E402
from dreamtui.sources.transcripts.state import FileState, Moment  # noqa: E402

LABELS = Path(__file__).resolve().parent / "turns_labels.json"
CLASSES = {
    "correction": "correction",
    "rejection": "refusal",
    "remember": "remember",
    "decided": "decision",
    "praise": "praise",
}
"""What a moment is called, and its class here."""
TOGETHER = ("correction", "refusal", "remember")
_ASIDE = re.compile(
    r"<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|post-tool-use-hook|user-prompt-submit-hook)>"
    r".*?(?:</\1>|\Z)",
    re.DOTALL,
)
_DENIED = re.compile(r"(?:provided the following reason for the rejection:|[Tt]he user said:)\s*(.+)", re.DOTALL)
_PIECES = re.compile(r"(?<=[.!?。！？…])\s+|(?<=[。！？])|\n+")


def message_hash(words: str) -> str:
    return sha256(" ".join(words.split()).encode()).hexdigest()[:16]


def bare(words: str) -> str:
    """Letters and digits alone."""
    return re.sub(r"[\W_]+", "", words.lower())


def sentence_hash(words: str) -> str:
    return sha256(bare(words).encode()).hexdigest()[:16]


def said_in(path: Path) -> Iterator[tuple[str, str]]:
    """The id of each record with words of a person's in it, and the words; not read by what is measured here."""
    for line in path.read_bytes().split(b"\n"):
        try:
            record = json.loads(line)
            content = record["message"]["content"]
        except (ValueError, KeyError, TypeError):
            continue
        if record.get("type") == "user":
            for words in _texts(content):
                yield record.get("uuid") or "", words


def _texts(content: Any) -> Iterator[str]:
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    if not isinstance(blocks, list):
        return
    parts = [block for block in blocks if isinstance(block, dict)]
    for block in parts:
        if block.get("type") == "tool_result" and block.get("is_error"):
            told = block.get("content")
            denied = _DENIED.search(told if isinstance(told, str) else json.dumps(told))
            if denied:
                yield denied[1].split("\n\nNote:")[0].strip()
    texts = (block["text"] for block in parts if block.get("type") == "text" and isinstance(block.get("text"), str))
    if words := _ASIDE.sub("", "\n".join(texts)).strip():
        yield words


def moments_in(path: Path) -> list[Moment]:
    state = FileState(stem=path.stem, subagent=False)
    TranscriptReader(state, Miner(state, ())).read(str(path))
    return state.moments


def prompts_of_others(path: Path) -> list[str]:
    """What a person said in a session of Codex or OpenCode, in order; nothing for a transcript of Claude Code."""
    found: list[str] = []
    try:
        if path.open("rb").read(2000).lstrip().startswith(b'{\n  "info"'):
            whole = json.loads(path.read_bytes())
            if not whole["info"].get("parentID"):
                mine = [said["parts"] for said in whole["messages"] if said["info"]["role"] == "user"]
                found = [one["text"] for parts in mine for one in parts if one.get("text") and not one.get("synthetic")]
        elif b'"session_meta"' in path.open("rb").read(200):
            records = [json.loads(line) for line in path.read_bytes().split(b"\n") if b'"user_message"' in line]
            found = [one["payload"]["message"] for one in records if one["payload"].get("type") == "user_message"]
    except (ValueError, KeyError, TypeError):
        return []
    return [words for words in found if isinstance(words, str)]


def as_records(prompts: Sequence[str], into: Path) -> Path:
    """The prompts as a transcript of Claude Code, between answers of which nothing is known."""
    with into.open("w", encoding="utf-8") as out:
        for number, words in enumerate(prompts):
            said = {"type": "user", "uuid": f"u{number}", "message": {"role": "user", "content": words}}
            out.write(json.dumps(said) + "\n")
    return into


def transcripts(paths: Sequence[Path], top: Path) -> Iterator[Path]:
    for path in paths:
        for one in sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]:
            prompts = prompts_of_others(one)
            yield as_records(prompts, top / "prompts.jsonl") if prompts else one


def same_sentence(words: str, wanted: str, kept: str) -> bool:
    """Whether what was kept of the words is the sentence that matters, with little beside it."""
    piece = next((piece for piece in _PIECES.split(words) if piece and sentence_hash(piece) == wanted), "")
    mine, theirs = bare(kept), bare(piece)
    return bool(theirs) and (theirs in mine or mine in theirs) and len(mine) <= 2 * len(theirs)


def share(part: int, whole: int) -> str:
    return f"{part:4} of {whole:4}  {part / whole:5.2f}" if whole else f"{part:4} of {whole:4}     –"


def agreement(labels: dict[str, list[str]], second: dict[str, str]) -> None:
    """How often two readers gave the same class, and how much more often than by chance."""
    both = [(labels[name][0], label) for name, label in second.items() if name in labels]
    if not both:
        return
    same = sum(one == other for one, other in both) / len(both)
    first, other = (Counter(pair[side] for pair in both) for side in (0, 1))
    chance = sum(first[name] * other[name] for name in first) / len(both) ** 2
    kappa = (same - chance) / (1 - chance) if chance < 1 else 1.0
    group = sum((one in TOGETHER) == (label in TOGETHER) for one, label in both) / len(both)
    print(f"two readers, {len(both)} messages: same class {same:.2f}, kappa {kappa:.2f}, same side {group:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--part", choices=["seen", "unseen", "later", "last", "drawn", "kept", "final", "closing"])
    parser.add_argument("--labels", type=Path, default=LABELS)
    parser.add_argument("--second", type=Path)
    parser.add_argument("--show", choices=["missed", "wrong", "found"])
    options = parser.parse_args()
    labels: dict[str, list[str]] = json.loads(options.labels.read_text())["labels"]
    if options.second:
        agreement(labels, json.loads(options.second.read_text()))
    words_of: dict[str, str] = {}
    found: dict[str, dict[str, str]] = defaultdict(dict)
    with tempfile.TemporaryDirectory() as top:
        for path in transcripts(options.paths, Path(top)):
            named: dict[str, str] = {}
            for uuid, words in said_in(path):
                name = message_hash(words)
                if name in labels and options.part in (None, labels[name][1]):
                    words_of[name] = words
                    named[uuid] = name
            for moment in moments_in(path) if named else ():
                if moment.uuid in named and moment.kind in CLASSES and (moment.subject or moment.kind != "rejection"):
                    found[named[moment.uuid]][CLASSES[moment.kind]] = moment.summary
    wanted = {name: labels[name][0] for name in words_of}
    print(f"{len(wanted)} labelled messages: " + ", ".join(f"{n} {c}" for c, n in Counter(wanted.values()).items()))
    print(f"{'':12} {'precision':>20} {'recall':>22}")
    for one in CLASSES.values():
        given = [name for name in found if one in found[name]]
        right = sum(wanted[name] == one for name in given)
        print(f"{one:12} {share(right, len(given)):>20}  {share(right, sum(v == one for v in wanted.values())):>20}")
    given = [name for name in found if found[name].keys() & set(TOGETHER)]
    due = [name for name in wanted if wanted[name] in TOGETHER]
    right = sum(name in due for name in given)
    print(f"{'together':12} {share(right, len(given)):>20}  {share(right, len(due)):>20}")
    kept = [
        same_sentence(words_of[name], labels[name][2], summary)
        for name in found
        if len(labels[name]) > 2
        for one, summary in found[name].items()
        if one == wanted[name]
    ]
    print(f"{'sentence':12} {share(sum(kept), len(kept)):>20}")
    for name in sorted(wanted):
        mine = found.get(name, {}).keys() & set(TOGETHER)
        shown = {
            "missed": wanted[name] in TOGETHER and not mine,
            "wrong": bool(mine) and wanted[name] not in TOGETHER,
            "found": bool(mine) and wanted[name] in TOGETHER,
        }
        if options.show and shown[options.show]:
            print(f"- {name} {wanted[name]} {sorted(mine)}: {' '.join(words_of[name].split())[:300]!r}")
            for one, summary in found.get(name, {}).items():
                print(f"    {one}: {summary[:200]!r}")


if __name__ == "__main__":
    main()
