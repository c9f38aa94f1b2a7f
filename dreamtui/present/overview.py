"""What agents remember, as two lines above the queue, as rows, and as a page of lines."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from dreamtui.desk.memory.folder import Contents
from dreamtui.desk.workspace.health import PendingKind, WorkspaceStatus
from dreamtui.desk.workspace.overview import PROBLEMS, WEEKS, Overview, OverviewFinding, Wrong
from dreamtui.model.claim import Verdict
from dreamtui.model.memory import IndexStep
from dreamtui.present.memory import context_lines
from dreamtui.present.parts import Cell, Column, ListRow, Word, facts
from dreamtui.sources.claude.places import AUTO
from dreamtui.sources.context import LoadedFile, LoadReason
from dreamtui.text.bars import bars
from dreamtui.text.budget import INDEX_LINE, MEMORY_BYTES, MEMORY_LINES
from dreamtui.text.dates import ago, moment
from dreamtui.text.lines import Line, plain
from dreamtui.text.words import counted

COLUMNS = (Column(1), Column(0), Column(14, right=True, least=48))
"""Sign, words, a number."""
MEND = "mend"
"""In the place of an action: mend the index, here."""
_MOST_NAMES = 12
_MARKED = "not at a terminal, under another name, or by an agent"


class Remedy(NamedTuple):
    """What mends a finding."""

    command: str
    """On the command line."""
    action: str
    """In the console: the action that goes there, or `MEND`."""
    does: str
    """What a key does, in the key bar and the line above the queue."""
    how: str
    """A sentence about it."""


REMEDIES = {
    Wrong.LOST: Remedy(
        "dreamtui memory history", "app.folders", "shows them",
        "What they said is kept where dreamtui saw it: each can be restored, or its loss noted as intended.",
    ),
    Wrong.HIDDEN: Remedy(
        "dreamtui memory index --only move", MEND, "fixes it",
        f"A session is given {MEMORY_LINES} lines or 25,000 bytes of an index. Fixing moves the oldest lines to a "
        "further index that stays linked, and shows first what it writes.",
    ),
    Wrong.UNDECIDED: Remedy(
        "dreamtui list --kind undecided", "app.memory", "shows them",
        "They are not written until somebody decides them with a reason. What waits for a second person says for "
        "whom.",
    ),
    Wrong.PROBLEM: Remedy("dreamtui doctor", "app.memory", "shows memory", "`dreamtui doctor` says what to do."),
    Wrong.ORPHAN: Remedy(
        "dreamtui memory index --only add", MEND, "fixes it",
        "No session finds a memory that the index does not name. Fixing adds a line for each, and removes none.",
    ),
    Wrong.DANGLING: Remedy(
        "dreamtui memory index --only remove", MEND, "removes them",
        "The index names files that are not there. Fixing removes such lines; where they say more, they stay.",
    ),
    Wrong.FAILING: Remedy(
        "dreamtui schedule status", "app.overview", "shows why",
        "Hooks and schedules keep retrying, less and less often. `dreamtui dream` says what fails.",
    ),
    Wrong.GONE: Remedy(
        "dreamtui memory verify", "app.overview", "shows them",
        "They name files, commands or symbols that the repository no longer has.",
    ),
    Wrong.RISKY: Remedy(
        "dreamtui doctor", "app.memory", "shows memory", "Agents read them in every session. See who decided them."
    ),
    Wrong.MISSING: Remedy(
        "dreamtui context", "app.memory", "shows them", "Agents do not load these, although a file asks for them."
    ),
    Wrong.STALE: Remedy(
        "dreamtui sync", "review.write", "shows the change", "Some decisions are not in these files yet."
    ),
    Wrong.LONG: Remedy(
        "dreamtui memory index --only shorten", MEND, "cuts it",
        f"Every session pays for lines of more than {INDEX_LINE} characters. They are cut where the memory says the "
        "rest; where it does not, they stay.",
    ),
}  # fmt: skip
"""For each thing that may be wrong, what mends it."""
STEPS = {
    Wrong.HIDDEN: IndexStep.MOVE,
    Wrong.ORPHAN: IndexStep.ADD,
    Wrong.DANGLING: IndexStep.REMOVE,
    Wrong.LONG: IndexStep.SHORTEN,
}
"""What mending an index does against each."""


def command_of(found: OverviewFinding) -> str:
    """The command that mends a finding."""
    return REMEDIES[found.kind].command + (" --allow-removals" if found.is_large else "")


def does_to(found: OverviewFinding) -> str:
    """What the key does to what was found, which is one or several."""
    does = REMEDIES[found.kind].does
    return f"{does.removesuffix('them')}it" if found.count == 1 and does.endswith(" them") else does


def said(found: OverviewFinding) -> str:
    """What is wrong, in a sentence without its stop."""
    count, place = found.count, place_words(found.place)
    one = count == 1
    if found.kind is Wrong.LOST:
        return f"{counted(count, 'memory', 'memories')} vanished or shrank outside dreamtui"
    if found.kind is Wrong.HIDDEN:
        return f"{counted(count, 'line')} of {place} {'is' if one else 'are'} never loaded"
    if found.kind is Wrong.UNDECIDED:
        return f"{counted(count, 'rule or note is', 'rules or notes are')} undecided, so agents do not get the words"
    if found.kind is Wrong.PROBLEM:
        return found.names[0] if one else f"{count} files or places cannot be read or written"
    if found.kind is Wrong.ORPHAN:
        return f"{counted(count, 'memory has', 'memories have')} no line in {place}"
    if found.kind is Wrong.DANGLING:
        return f"{place} names {counted(count, 'file that is', 'files that are')} not there"
    if found.kind is Wrong.FAILING:
        return f"{counted(count, 'unattended run')} failed in a row"
    if found.kind is Wrong.GONE:
        return f"{counted(count, 'memory names', 'memories name')} what the repository no longer has"
    if found.kind is Wrong.RISKY:
        return f"{counted(count, 'line')} of outputs {'looks' if one else 'look'} like a secret or an order"
    if found.kind is Wrong.MISSING:
        return f"{counted(count, 'file')} that agents should load {'is' if one else 'are'} missing or unreadable"
    if found.kind is Wrong.STALE:
        return f"{counted(count, 'output')} {'is' if one else 'are'} out of date"
    return f"{counted(count, 'line')} of {place} {'is' if one else 'are'} longer than {INDEX_LINE} characters"


def place_words(place: str) -> str:
    """The index of a memory folder by who reads it, any other file by its path."""
    folder, _, name = place.rpartition("/")
    if folder == AUTO:
        return f"Claude's {name}"
    if folder.startswith("@agent-"):
        return f"the agent {folder.removeprefix('@agent-')}'s {name}"
    return place


# The lines above the queue


class StripLine(NamedTuple):
    """One line above the queue."""

    left: list[Word]
    right: list[Word]


def strip(found: Overview, key: Callable[[str], str], now: datetime, *, plain: bool = False) -> list[StripLine]:
    """The worst finding with the key that mends it, what every session loads, what was decided and when
    it was looked last.

    `key` gives the key of an action; `plain` for ASCII.
    """
    rest = len(found.findings) - 1
    more = [Word(f"{rest} more ", "warning", "app.overview", keep=3)] if rest > 0 else []
    return [
        StripLine(_worst(found, key), more),
        StripLine(_loaded_words(found), _when_words(found, now, plain)),
    ]


def _worst(found: Overview, key: Callable[[str], str]) -> list[Word]:
    if not found.findings:
        nothing = not found.loaded.files and not found.folders
        what = "agents remember nothing here yet" if nothing else "no problems in what agents remember"
        return [Word(f" {what}", "dim" if nothing else "ok", keep=9)]
    worst, pressed = found.findings[0], key("review.worst")
    words = [Word(f" ⚠ {said(worst)}", "over" if worst.kind in PROBLEMS else "warning", keep=9)]
    if pressed:
        words += [Word("   ", keep=8), Word(f" {does_to(worst)}", "dim", "review.worst", keep=8, key=pressed)]
    if worst.kind is Wrong.STALE:
        words.append(Word(f"   {_first_of(worst.names)}", "dim", keep=2))
    return words


def _first_of(names: Sequence[str]) -> str:
    """The shortest of these paths, and how many more there are."""
    first = min(names, key=len, default="")
    return f"{first} and {len(names) - 1} more" if len(names) > 1 else first


def _loaded_words(found: Overview) -> list[Word]:
    always = found.loaded.always
    if not found.loaded.files:
        return [Word(" no CLAUDE.md, rule or memory is loaded", "dim")]
    words = [Word(f" every session loads {always.tokens:,} tokens", keep=9)]
    words += [Word(f" · {part}", "dim", keep=8 - place) for place, part in enumerate(_parts(found))]
    return words


def _parts(found: Overview) -> list[str]:
    """What the loaded files are, a few words each."""
    made = []
    files = found.loaded.files
    if project := found.loaded.of_project:
        made.append(f"{_short(project[0])} {project_lines(found)} lines")
    indexes = [one for one in found.folders if one.folder.is_auto and one.index is not None]
    alone = len(indexes) == 1
    made += [f"MEMORY.md {_of_limit(one)}" if alone else _index_words(one) for one in indexes]
    for why, one, many in (
        (LoadReason.IMPORT, "import", "imports"),
        (LoadReason.RULE, "rule file", "rule files"),
        (LoadReason.USER, "file of yours", "files of yours"),
    ):
        count = sum(file.why is why for file in files)
        made += [counted(count, one, many)] if count else []
    later = found.loaded.on_demand
    made += [f"{later.tokens:,} tokens on demand"] if later.tokens else []
    return made


def project_lines(found: Overview) -> int:
    """Lines of CLAUDE.md that a session is given now, with those of the folders above and of the local one."""
    return sum(file.size.lines for file in found.loaded.of_project)


def _short(file: LoadedFile) -> str:
    return file.path.rpartition("/")[2]


def _index_words(one: Contents) -> str:
    return f"{place_words(f'{one.folder.key}/MEMORY.md')} {_of_limit(one)}"


def _of_limit(one: Contents) -> str:
    """How full an index is, by the limit that it is over: few long lines may be too many bytes."""
    if one.report.bytes > MEMORY_BYTES and one.report.lines <= MEMORY_LINES:
        return f"{one.report.bytes:,}/{MEMORY_BYTES:,} bytes"
    return f"{one.report.lines}/{MEMORY_LINES} lines"


def _waits(found: Overview) -> str:
    return " · ".join(map(_items, found.status.kinds)) or "nothing waits"


def _items(one: PendingKind) -> str:
    """How many items of a kind, by its plain name; a name of several words has no plural."""
    return f"{one.pending:,} {one.label}" if " " in one.label else counted(one.pending, one.label)


def _when_words(found: Overview, now: datetime, plain: bool) -> list[Word]:
    """What was decided in the last weeks, and when it was looked last."""
    stale = any(one.kind is Wrong.STALE for one in found.findings[1:])
    words = [Word("outputs out of date   ", "warning", "review.write", keep=6)] if stale else []
    words += [Word(f"decided {bars(found.weeks, plain=plain)}  ", "dim", keep=4)] if any(found.weeks) else []
    words += [Word(f"{found.marked} marked  ", "warning", "app.history", keep=3)] if found.marked else []
    return [*words, Word(f"{_looked(found, now)} ", "dim", keep=5)]


def _looked(found: Overview, now: datetime) -> str:
    last = ago(found.status.runs.last, now) if found.status.runs.last else ""
    said = "looked just now" if last == "now" else f"looked {last} ago" if last else "never looked"
    return said + (f", next {ago(found.status.runs.next, now)}" if found.status.runs.next else "")


# All of it


def whole(found: Overview, now: datetime) -> list[Line]:
    """Everything, for a terminal."""
    lines = [plain("What is wrong", "heading")]
    if not found.findings:
        lines.append(plain("nothing", "dim"))
    for one in found.findings:
        tone = "lost" if one.kind in PROBLEMS else "warning"
        lines.append(Line(((tone, "⚠ "), ("text", said(one)), ("dim", f"   {command_of(one)}"))))
        lines += [plain(name, "dim", indent=4, hanging=2) for name in _names(one)]
    lines += [plain(""), plain("What agents load", "heading"), *context_lines(found.loaded, None)]
    if found.folders:
        lines += [plain(""), plain("Memory folders", "heading")]
        lines += [_folder_line(one) for one in found.folders]
    if found.claims is not None:
        counts = ", ".join(f"{found.claims.count(verdict)} {_verdict(verdict)}" for verdict in Verdict)
        lines.append(plain(f"claims about the repository: {counts}", "dim"))
    lines += [plain(""), plain("What waits", "heading"), *_waiting_lines(found, now)]
    return lines


def _verdict(verdict: Verdict) -> str:
    return "not to be checked" if verdict is Verdict.UNKNOWN else verdict.value


def _names(found: OverviewFinding) -> list[str]:
    if found.kind in {Wrong.HIDDEN, Wrong.LONG}:
        numbers = ", ".join(found.names[:_MOST_NAMES])
        return [
            f"line {numbers}" + (f" and {len(found.names) - _MOST_NAMES} more" if found.count > _MOST_NAMES else "")
        ]
    if found.kind in {Wrong.STALE, Wrong.RISKY} or (found.kind is Wrong.PROBLEM and found.count == 1):
        return []
    more = [f"and {len(found.names) - _MOST_NAMES} more"] if len(found.names) > _MOST_NAMES else []
    return [*found.names[:_MOST_NAMES], *more]


def _folder_line(one: Contents) -> Line:
    count = counted(len(one.files), "memory", "memories")
    index = _index_words(one) if one.index is not None else "no index"
    return Line((("text", f"{count}, {index}"), ("dim", f"   {one.folder.why}, {one.folder.key}")))


def _waiting_lines(found: Overview, now: datetime) -> list[Line]:
    state = found.status
    runs = state.runs
    last = ago(runs.last, now) if runs.last else ""
    by = f", started by {runs.trigger}" if runs.trigger not in {"", "manual"} else ""
    oldest = ago(state.oldest, now) if state.oldest else ""
    return facts(
        (
            ("pending", _waits(found).replace(" · ", ", ")),
            ("oldest", "of today" if oldest == "now" else f"{oldest} old" if oldest else ""),
            ("flagged", str(state.flagged or "")),
            ("recurring", str(state.recurring or "")),
            ("deferred", str(state.deferred or "")),
            ("last run", ("just now" if last == "now" else f"{last} ago" if last else "never") + by),
            (
                "next run",
                f"{ago(runs.next, now)}, {moment(runs.next)[:16]} UTC, by {runs.next_by}" if runs.next else "",
            ),
            ("failed", f"{counted(runs.failures, 'unattended run')}, the last: {runs.why}" if runs.failures else ""),
            ("", _nudge(state)),
            ("decisions", f"{sum(found.weeks)} in {WEEKS} weeks  {bars(found.weeks)}" if any(found.weeks) else ""),
            (
                "",
                f"{found.marked} marked: not at a terminal, under another name, or by an agent" if found.marked else "",
            ),
        )
    )


# The screen


def rows(found: Overview, now: datetime) -> list[ListRow]:
    """What is wrong, what is loaded, what waits, each under a heading."""
    listed = [_heading("wrong", f"Wrong {len(found.findings)}" if found.findings else "Nothing is wrong")]
    for number, wrong in enumerate(found.findings):
        tone = "over" if wrong.kind in PROBLEMS else "warning"
        cells = (Cell("⚠", tone), Cell(said(wrong)), Cell(wrong.kind.value, tone))
        listed.append(ListRow(f"wrong:{number}", cells, words=" ".join(wrong.names[:_MOST_NAMES])))
    always = found.loaded.always
    listed.append(_heading("loaded", f"Loaded in every session: {always.lines} lines, {always.tokens:,} tokens"))
    for number, file in enumerate(found.loaded.files):
        cells = (Cell("▸", "dim"), Cell(file.path), Cell(f"{file.size.tokens:,} tok", "dim"))
        listed.append(ListRow(f"loaded:{number}", cells, words=f"{file.why.value} loaded"))
    listed.append(_heading("waits", "Waits"))
    listed += [
        ListRow(f"waits:{one.kind}", (Cell("▪", "kind"), Cell(_items(one)), Cell("", "dim")))
        for one in found.status.kinds
    ]
    if nudge := _nudge(found.status):
        listed.append(ListRow("nudge:", (Cell("▪", "warning"), Cell(nudge, "warning"), Cell("", "dim"))))
    listed.append(ListRow("weeks:", (Cell("▪", "dim"), Cell(_decided(found, now)), Cell(bars(found.weeks), "kind"))))
    return listed


def _decided(found: Overview, now: datetime) -> str:
    return f"{counted(sum(found.weeks), 'decision')} in {WEEKS} weeks, {_looked(found, now)}"


def _nudge(state: WorkspaceStatus) -> str:
    """A word for a queue that grows and that nobody decides."""
    days = state.runs.undecided_days
    return "" if days is None else f"nothing was decided in {days} days, and {state.pending:,} items wait"


def _heading(name: str, text: str) -> ListRow:
    return ListRow(f"heading:{name}", (Cell(text),), heading=True)


def finding_lines(found: OverviewFinding, key: Callable[[str], str]) -> list[Line]:
    """One finding: what it is about, what it means, what mends it."""
    remedy = REMEDIES[found.kind]
    pressed = key("overview.mend")
    lines = [plain(said(found), "heading"), plain(""), plain(remedy.how), plain("")]
    lines += [plain(f"{pressed} {does_to(found)}.")] if pressed else []
    lines += [plain(f"On the command line: {command_of(found)}", "dim"), plain("")]
    if found.kind in {Wrong.HIDDEN, Wrong.LONG}:
        return [*lines, *(plain(f"line {number}", "dim") for number in found.names)]
    return [*lines, *(plain(name, hanging=2) for name in found.names)]
