"""Memory folders as rows and lines: what needs attention first, then every memory in the order of its index."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from dreamtui.desk.memory.folder import Contents, MemoryFile
from dreamtui.desk.memory.history import LostMemory
from dreamtui.desk.memory.index import Indexing, how_moved
from dreamtui.desk.memory.verify import Checked
from dreamtui.kinds.memory.index import reading as memory_index
from dreamtui.kinds.memory.index.reading import IndexLink
from dreamtui.model.claim import Verdict
from dreamtui.present.parts import Cell, Column, ListRow, Word, facts, meter_line
from dreamtui.text.budget import INDEX_LINE, MEMORY_BYTES, MEMORY_LINES, estimate_tokens
from dreamtui.text.dates import ago, humanise
from dreamtui.text.lines import Line, plain
from dreamtui.text.words import counted

COLUMNS = (Column(1), Column(0), Column(9, least=44), Column(8, right=True, least=72), Column(4, right=True, least=44))
"""Sign, words, type, tokens, age."""
_STALE = (Verdict.GONE, Verdict.MOVED)
_KINDS = {
    "lost": ("Lost", "vanished or shrank outside dreamtui"),
    "hidden": ("Never loaded", "past the limit"),
    "orphan": ("Without a line", "no session finds them"),
    "dangling": ("Dangling", "a line names them, the files are missing"),
    "long": ("Too long", "lines every session pays for"),
    "outside": ("Outside", "no problem with them"),
}
"""What a heading says of each kind of problem, in the order they are shown."""


def rows(
    found: Sequence[Contents], lost: Sequence[LostMemory], checked: Mapping[str, Checked], now: datetime
) -> list[ListRow]:
    """What needs attention, then the memories of each folder."""
    listed = _wrong(found, lost)
    for one in found:
        what = f"{_count(len(one.files))} · {one.folder.why}"
        listed.append(_heading(one.folder.key, f"{what} · {one.folder.key}" if len(found) > 1 else what))
        lines = _first_lines(one)
        ordered = sorted(one.files, key=lambda file: (lines.get(file.name, 1 << 30), file.name))
        orphans = frozenset(one.report.orphans)
        listed += [_memory(file, file.name in orphans, checked.get(file.topic.path), now) for file in ordered]
    return listed


def _wrong(found: Sequence[Contents], lost: Sequence[LostMemory]) -> list[ListRow]:
    """What needs attention, each kind below a heading with its count."""
    listed: list[ListRow] = []
    every = [*_lost(lost), *(row for one in found for row in _problems(one))]
    for kind, words in _KINDS.items():
        rows_of_kind = [row for row in every if row.id.startswith(f"{kind}:")]
        if rows_of_kind:
            listed += [_heading(kind, f"{words[0]} {len(rows_of_kind)} · {words[1]}"), *rows_of_kind]
    return listed


def _heading(name: str, text: str) -> ListRow:
    return ListRow(f"heading:{name}", (Cell(text),), heading=True)


def _count(number: int) -> str:
    return counted(number, "memory", "memories")


def _entries(found: Contents) -> tuple[IndexLink, ...]:
    return memory_index.read(found.index).entries if found.index is not None else ()


def _first_lines(found: Contents) -> dict[str, int]:
    """Where each memory is named first."""
    lines: dict[str, int] = {}
    for entry in _entries(found):
        lines.setdefault(entry.target, entry.line)
    return lines


def _lost(lost: Sequence[LostMemory]) -> list[ListRow]:
    made = []
    for one in lost:
        what = "vanished" if one.lost.vanished else "shrank"
        cells = (Cell("✕", "over"), Cell(f"{what}: {one.path}"), Cell(what, "over"), Cell(""), Cell(""))
        made.append(ListRow(f"lost:{one.path}", cells, words="integrity lost deleted"))
    return made


def _problems(found: Contents) -> list[ListRow]:
    report, key = found.report, found.folder.key
    names = {file.name: file.topic.title for file in found.files}
    listed: list[tuple[str, str, str]] = []
    if report.hidden:
        words = f"{_lines(len(report.hidden))} from line {report.hidden[0]} on {_are(len(report.hidden))} never loaded"
        listed.append((f"hidden:{key}", words, "unloaded"))
    listed += [(f"orphan:{key}/{name}", names.get(name, name), "orphan") for name in report.orphans]
    listed += [(f"dangling:{key}/{name}", name, "dangling") for name in report.dangling]
    texts = _texts(found)
    listed += [(f"long:{key}/{number}", texts.get(number, ""), "too long") for number in report.long_lines]
    listed += [(f"outside:{key}/{name}", name, "outside") for name in report.outside]
    return [
        ListRow(
            row_id,
            (Cell("⚠", "warning"), Cell(words), Cell(what, "warning"), Cell(""), Cell("")),
            words=f"{key} {what}",
        )
        for row_id, words, what in listed
    ]


def _lines(count: int) -> str:
    return counted(count, "line")


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _texts(found: Contents) -> dict[int, str]:
    """The lines of the index by their numbers."""
    text = (found.index or b"").decode("utf-8", "replace").removeprefix("\ufeff")
    return dict(enumerate((line.strip() for line in text.split("\n")), 1))


def _memory(file: MemoryFile, orphan: bool, checked: Checked | None, now: datetime) -> ListRow:
    stale = [one for one in checked.claims if one.verdict in _STALE] if checked is not None else []
    sign = Cell("⚠", "warning") if stale or orphan else Cell("▪", "kind")
    kind = f"{len(stale)} stale" if stale else "pinned" if file.topic.pinned else file.topic.type
    return ListRow(
        f"file:{file.topic.path}",
        (
            sign,
            Cell(file.topic.title),
            Cell(kind, "warning" if stale else "dim"),
            Cell(f"{estimate_tokens(file.topic.text)} tok", "dim"),
            Cell(ago(file.when, now), "dim"),
        ),
        words=f"{file.name} {file.topic.description} {file.topic.type}",
    )


def meter_words(found: Contents, where: str) -> list[Word]:
    """How full the index of a folder is, and where it is."""
    report = found.report
    words = [Word(" MEMORY.md ", "strong", keep=9)]
    for label, used, limit, unit, keep in (
        ("lines", report.lines, MEMORY_LINES, "lines", 8),
        ("bytes", report.bytes, MEMORY_BYTES, "bytes", 7),
    ):
        words += meter_line(label, used, limit, unit=unit, keep=keep)
        words.append(Word("   ", keep=5))
    return [*words, Word(f"{report.tokens:,} tokens", "dim", keep=4), Word(f"   {where}", "dim", keep=2)]


def health_words(found: Sequence[Contents], lost: Sequence[LostMemory], *, mendable: bool, long: int = 0) -> list[Word]:
    """What is wrong in all folders, in a line; that nothing is, when nothing is."""
    counts = (
        (len(lost), "lost"),
        (sum(len(one.report.hidden) for one in found), "never loaded"),
        (sum(len(one.report.orphans) for one in found), "without a line"),
        (sum(len(one.report.dangling) for one in found), "dangling"),
        (sum(len(one.report.long_lines) for one in found), "too long"),
    )
    said = " · ".join(f"{count} {what}" for count, what in counts if count)
    if not said:
        return [Word(" every memory has its line, and all of it is loaded", "ok")]
    key, more = (
        ("i fixes", ", and shows first what it writes") if mendable else ("o opens the index", "; i cannot fix it")
    )
    if long:
        key, more = ("i fixes", ", m proposes the rest") if mendable else ("m proposes", " to put its words elsewhere")
    return [Word(f" {said}", "warning", keep=9), Word(f"   {key}", "dim", keep=8), Word(more, "dim", keep=1)]


def left_words(planned: Indexing) -> list[str]:
    """What regenerating an index cannot put in order, a sentence each."""
    made = planned.made
    several = f"{len(made.left)} names of missing files stay: their lines say more"
    left = "1 name of a missing file stays: its line says more" if len(made.left) == 1 else several
    long = "1 line stays" if len(made.unfit) == 1 else f"{len(made.unfit)} lines stay"
    listed = (
        ("Nothing is written there", (made.refused,) if made.refused else ()),
        (f"{len(made.moved)} to a further index, {how_moved(made)}", made.moved),
        (f"{long} too long: a cut would lose words", tuple(map(str, made.unfit))),
        (left, made.left),
    )
    return [f"{what}: {', '.join(names)}" for what, names in listed if names]


def memory_lines(found: Contents, file: MemoryFile, checked: Checked | None, now: datetime) -> list[Line]:
    """One memory: what it says, its line in the index, what it claims of the repository."""
    topic = file.topic
    about = [topic.type or "no type", f"{estimate_tokens(topic.text)} tokens", *(["pinned"] if topic.pinned else [])]
    lines = [plain(topic.title, "heading"), plain(" · ".join(about), "dim")]
    lines += [plain(topic.description)] if topic.description else []
    lines.append(plain(""))
    entries = [entry for entry in _entries(found) if entry.target == file.name]
    lines += _index_lines(entries, found)
    lines += [plain(line) for line in topic.text.split("\n")]
    if checked is not None:
        lines += [plain(""), *_claim_lines(checked)]
    lines.append(plain(""))
    changed = humanise(file.when, now) if file.when else ""
    return lines + facts((("changed", changed), ("session", topic.session), ("file", topic.path)))


def _index_lines(entries: Sequence[IndexLink], found: Contents) -> list[Line]:
    """The lines of the index that name a memory, and what is wrong with them."""
    if not entries:
        return [plain("No line of the index names it: no session finds it.", "warning"), plain("")]
    made = []
    for entry in entries:
        wrong = [f"{len(entry.text)} characters, {INDEX_LINE} are advised"] if len(entry.text) > INDEX_LINE else []
        wrong += ["never loaded"] if entry.line in found.report.hidden else []
        made.append(plain(f"line {entry.line} of the index: {entry.text.strip()}", "dim", hanging=4))
        made += [plain(f"    {', '.join(wrong)}", "warning")] if wrong else []
    return [*made, plain("")]


def _claim_lines(checked: Checked) -> list[Line]:
    """What a memory says of the repository, the stale first."""
    if not checked.claims:
        return [plain("It names nothing in the repository.", "dim")]
    order = {Verdict.GONE: 0, Verdict.MOVED: 1, Verdict.VERIFIED: 2, Verdict.UNKNOWN: 3}
    tones = {Verdict.GONE: "over", Verdict.MOVED: "warning", Verdict.VERIFIED: "ok", Verdict.UNKNOWN: "dim"}
    made = [plain("What it says of the repository (verified: what it names exists)", "heading")]
    for one in sorted(checked.claims, key=lambda one: (order[one.verdict], one.claim.line)):
        now = f" → {one.now}" if one.now else ""
        made.append(
            Line(
                (
                    (tones[one.verdict], f"{one.verdict.value:<12}"),
                    ("text", f"{one.claim.kind.value} {one.claim.name}{now}"),
                    ("dim", f"  line {one.claim.line}, {one.reason}"),
                ),
                hanging=12,
            )
        )
    return made


def lost_lines(finding: LostMemory, now: datetime) -> list[Line]:
    """A memory that vanished or shrank, and what can be done."""
    before = finding.lost.before
    what = "vanished" if finding.lost.vanished else f"shrank from {before.size:,} to {finding.lost.now:,} bytes"
    kept = "What it said is kept: b shows it and restores it." if finding.kept else "What it said is not kept."
    return [
        plain(finding.path, "heading"),
        plain(f"It {what} outside dreamtui, after {humanise(before.when, now)}.", "warning"),
        plain(""),
        plain(kept),
        plain("x dismisses it, if the loss was intended."),
    ]


def problem_lines(kind: str, found: Contents, name: str) -> list[Line]:
    """What a problem of the index means, and what mends it."""
    limits = f"{MEMORY_LINES} lines and {MEMORY_BYTES:,} bytes"
    words = {
        "hidden": (
            "Lines past the limit",
            f"A session is given {limits} of MEMORY.md, and no more. What was added last is at the end, so the "
            "newest is cut first. i moves lines to a further index that stays linked, and says in which order.",
        ),
        "dangling": (
            name,
            "A line names this file, and it is missing. i removes the line; where it says more than that, it stays "
            "until you fix it: o opens the index.",
        ),
        "long": (
            f"Line {name} has more than {INDEX_LINE} characters",
            "A long line costs every session, and what it says belongs in the memory. i cuts it at a word where the "
            "memory says the rest; where it does not, the line stays until its words are there: m proposes that "
            "in the queue.",
        ),
        "outside": (name, "A line links out of the folder. Nothing is wrong with that; it is never changed."),
    }
    heading, text = words[kind]
    lines = [plain(heading, "heading"), plain(found.folder.key, "dim"), plain("")]
    if kind == "long":
        lines += [plain(_texts(found).get(int(name), "")), plain("")]
    if kind == "dangling":
        lines += _index_lines([entry for entry in _entries(found) if entry.target == name], found)
    if kind == "hidden":
        texts = _texts(found)
        return [
            *lines,
            plain(text),
            plain(""),
            *(plain(texts.get(n, ""), "dim", hanging=2) for n in found.report.hidden),
        ]
    return [*lines, plain(text)]
