"""A proposal as lines and rows: its changes, every statement and its fate, the result, and its state."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from difflib import SequenceMatcher
from string import ascii_lowercase

from dreamtui.desk.reorganize.proposal_view import MutationView, SourceView
from dreamtui.desk.reorganize.wordings import Take
from dreamtui.model.proposal import Fate, MutationKind, Statement
from dreamtui.present.parts import Cell, Column, ListRow, Word
from dreamtui.present.proposal import strength_of
from dreamtui.text.dates import humanise
from dreamtui.text.diff.lines import changed_words
from dreamtui.text.diff.marked import marked
from dreamtui.text.lines import Line, plain
from dreamtui.text.query.row import word_of
from dreamtui.tui.session.proposal_sketch import Sketch, fates, key_of, writes
from dreamtui.tui.widgets.cells import cut

CHANGE_COLUMNS = (Column(3), Column(11), Column(0), Column(12, least=60))
"""On or off, what it does, to what, how strong the reason is."""
_SHORT = 44
"""Cells of a memory's first words, if its title is not unique."""
_TITLE = 32
"""Cells of a source's title above its statements, so that its day and its author are seen."""
STATEMENT_COLUMNS = (Column(1), Column(6), Column(0))
"""Sign, fate, the statement."""

_FATES = {Fate.KEPT: ("=", "kept", "ok"), Fate.MERGED: ("+", "merged", "kind"), Fate.LOST: ("✗", "lost", "over")}
_REWORDED = ("~", "edited", "kind")
LET_GO = ("–", "let go", "warning")
_STAYS = ("=", "stays", "ok")
"""What a change that is off or skipped leaves as it is."""
_STATES = {"changed": "changed since it was proposed", "gone": "gone or retired since it was proposed"}
_EFFECTS = {
    MutationKind.MERGE: "The sources become one memory; they are retired with a link to it.",
    MutationKind.SUPERSEDE: "The source is retired with a link to what takes its place.",
    MutationKind.DEPRECATE: "The source is retired. Nothing new is written.",
    MutationKind.SPLIT: "The source becomes several memories; it is retired with links to them.",
    MutationKind.MOVE: "The source goes to another category. Its text stays.",
}

_EFFECTS_ON_FILES = {
    MutationKind.MERGE: "The newest file gets these words and keeps its name; the others go to the archive.",
    MutationKind.SUPERSEDE: "The file is edited where it lies; every other line of it stays as it is.",
    MutationKind.DEPRECATE: "The file goes to the archive and its line in the index goes. Nothing new is written.",
    MutationKind.SPLIT: "Each part becomes a file with a line in the index; the file itself goes to the archive.",
    MutationKind.MOVE: "The type in the file changes and nothing else.",
}


def effect(change: MutationView, source: str = "The source") -> str:
    """What happens to the sources, by the name given; files of Claude Code's memory are edited, archived or moved."""
    mutation = change.mutation
    if mutation.to:
        return "The file goes there as it is, and its line in the index with it."
    if not any(source.kind == "topic" for source in change.sources):
        return _EFFECTS[mutation.kind].replace("The source", source)
    if mutation.kind is MutationKind.SUPERSEDE and mutation.keeps:
        return "The file that gives way goes to the archive, and its line in the index goes."
    return _EFFECTS_ON_FILES[mutation.kind]


def labels(change: MutationView) -> dict[str, str]:
    """A letter for each source of a change; empty if there is only one source.

    The letters follow the order of the ids, as the ways out of a contradiction do: `keep-a` keeps what is called a.
    """
    ids = sorted(one.id for one in change.sources)
    if len(ids) == 1:
        return {ids[0]: ""}
    return {one: ascii_lowercase[at] if at < len(ascii_lowercase) else str(at + 1) for at, one in enumerate(ids)}


def change_id(change: MutationView) -> str:
    """The id of a change's row."""
    return " ".join(key_of(change))


_WAYS = {
    "keep-a": "the first",
    "keep-b": "the second",
    "keep-both": "both",
    "keep-claude": "CLAUDE.md",
    "keep-memory": "the memory",
    "still": "it still holds",
    "no-longer": "it holds no longer",
    "over": "all of it is over",
    "built": "it is built",
}
"""What a way out of a contradiction is called; the command line knows it by its id."""


def change_rows(sketch: Sketch) -> list[ListRow]:
    """The ways out, each with its changes below; or the changes alone."""
    rows: list[ListRow] = []
    for choice in sketch.view.proposal.choices:
        taken = choice.id == sketch.choice
        sign = Cell("(●)" if taken else "( )", "ok" if taken else "dim")
        way = Cell(_WAYS.get(choice.id, choice.id), "key")
        rows.append(ListRow(f"choice {choice.id}", (sign, way, Cell(choice.label))))
        rows += [_change_row(sketch, one) for one in sketch.changes if one.choice == choice.id]
    return rows or [_change_row(sketch, one) for one in sketch.changes]


def _change_row(sketch: Sketch, change: MutationView) -> ListRow:
    on = sketch.is_on(change)
    sign = Cell("[x]" if on else "[ ]", "ok" if on else "dim")
    what = Cell(word_of(change.mutation.kind), "text" if on else "dim")
    about = _about(change)
    if change.skip:
        return ListRow(change_id(change), (sign, what, Cell(f"{about}: {change.skip}", "warning"), Cell("skipped")))
    edited = "edited" if key_of(change) in sketch.edits else ""
    last = edited or strength_of(change)
    return ListRow(change_id(change), (sign, what, Cell(about, "text" if on else "dim"), Cell(last, "dim")))


def result_title(change: MutationView) -> str:
    """The heading of the pane beside the sources."""
    if writes(change):
        return "Result"
    return "Where it would go" if change.mutation.kind is MutationKind.MOVE else "What would become of it"


def _about(change: MutationView) -> str:
    """What is made of what; else what is retired, and what stays instead."""
    names = labels(change)
    if change.mutation.title:
        return " → ".join(filter(None, (" + ".join(filter(None, names.values())), change.mutation.title)))
    keeps = change.mutation.keeps
    if keeps:
        said = {one.id: f"“{_in_short(one, change.sources)}”" for one in change.sources}
    else:
        said = {one.id: f"{names[one.id]} {one.title or one.path}".strip() for one in change.sources}
    gone = ", ".join(words for source, words in said.items() if source != keeps)
    return f"{gone} gives way to {said.get(keeps, keeps)}" if keeps else gone


def _in_short(source: SourceView, sources: Sequence[SourceView]) -> str:
    """The title of a memory; where another has the same, its first words."""
    same = sum(one.title == source.title for one in sources) > 1
    first = next((line.strip() for line in source.text.split("\n") if line.strip()), "")
    return cut(first, _SHORT) if first and (same or not source.title) else source.title or source.path


def statement_rows(sketch: Sketch, change: MutationView, now: datetime) -> list[ListRow]:
    """The sources; then what is lost, what is said in two ways, what is said in other words, and what stays."""
    names, become = labels(change), fates(change)
    rows = [_source_row(source, names[source.id], change, now) for source in change.sources]
    numbers = {(one.source, one.text): number for number, one in enumerate(change.statements)}
    twice = sketch.twice(change)
    pairs = [[numbers[one.source, one.text] for one in (pair.a, pair.b)] for pair in twice]
    paired = {number for pair in pairs for number in pair}
    rest = [number for number in range(len(change.statements)) if number not in paired]
    rows += [_row(sketch, change, n, become[n]) for n in rest if become[n] is Fate.LOST]
    if pairs:
        rows.append(ListRow("twice", (Cell("Said in two ways   1 takes a   2 takes b   3 both"),), heading=True))
    for pair, said in zip(pairs, twice, strict=True):
        standing = said.standing(change.result)
        taken = {Take.A: pair[:1], Take.B: pair[1:], Take.BOTH: pair, None: []}[standing]
        spans = changed_words(said.a.text, said.b.text)
        for n, one in zip(pair, spans, strict=True):
            rows.append(_row(sketch, change, n, become[n], taken=n in taken, at=one[0][0] if one else 0))
    if pairs:
        rows.append(ListRow("rest", (Cell("Everything else"),), heading=True))
    for fate in (Fate.MERGED, Fate.KEPT):
        rows += [_row(sketch, change, n, become[n]) for n in rest if become[n] is fate]
    return rows[:-1] if rows[-1].heading and pairs else rows


def _source_row(source: SourceView, name: str, change: MutationView, now: datetime) -> ListRow:
    state = _STATES[source.state] if source.state != "same" else ""
    stays = "stays" if source.id == change.mutation.keeps else ""
    day = humanise(source.day, now) if source.day else ""
    title = cut(source.title or source.path, _TITLE)
    words = (f"{name} {title}".strip(), source.kind, day, source.author, state, stays)
    return ListRow(source.id, (Cell(" · ".join(filter(None, words))),), heading=True)


_BEFORE = 30
"""Characters of a statement before the first word in which two wordings differ; the words before are left out."""


def _row(sketch: Sketch, change: MutationView, number: int, fate: Fate, *, taken: bool = False, at: int = 0) -> ListRow:
    """`at`: where it differs from another wording."""
    said = change.statements[number]
    sign, word, tone = ("●", "taken", "ok") if taken else mark(sketch, change, said, fate)
    start = max(0, said.text.find(" ", at - _BEFORE)) if at > _BEFORE else 0
    text = f"…{said.text[start:]}" if start else said.text
    words = " ".join((labels(change)[said.source], *text.split())).strip()
    settled = (fate is not Fate.LOST or sketch.does_nothing(change)) and not taken
    return ListRow(str(number), (Cell(sign, tone), Cell(word, "dim" if settled else tone), Cell(words)))


def mark(sketch: Sketch, change: MutationView, said: Statement, fate: Fate) -> tuple[str, str, str]:
    """Sign, word and tone of what becomes of a statement."""
    if sketch.does_nothing(change):
        return _STAYS
    if fate is Fate.LOST and sketch.is_let_go(said.text):
        return LET_GO
    return called(change, fate)


def called(change: MutationView, fate: Fate) -> tuple[str, str, str]:
    """The same without the person's choice: in one memory alone nothing is merged, only reworded."""
    return _REWORDED if fate is Fate.MERGED and len(change.sources) == 1 else _FATES[fate]


def statement_lines(sketch: Sketch, change: MutationView, number: int, safe: Callable[[str], str] = str) -> list[Line]:
    """One statement in full: its fate, its source, and what replaces it; below 0 there is none.

    `safe` masks what is to be masked before words are marked, which cuts a text into pieces.
    """
    if number < 0:
        return [plain("No statement of the sources is known.", "dim")]
    said = change.statements[number]
    source = next((one for one in change.sources if one.id == said.source), None)
    fate = fates(change)[number]
    sign, word, tone = mark(sketch, change, said, fate)
    hint = ""
    if fate is Fate.LOST and not sketch.does_nothing(change):
        hint = "  x holds on to it again" if sketch.is_let_go(said.text) else "  x lets it go"
        hint += ", K keeps it" if writes(change) else ""
    lines = [Line(((_PANE_TONES[tone], f"{sign} "), ("dim", f"{word}{hint}"))), *map(plain, said.text.split("\n"))]
    pair = next((one for one in sketch.twice(change) if _is(said, one.a) or _is(said, one.b)), None)
    if pair is not None:
        return [*_wordings(safe(pair.a.text), safe(pair.b.text)), *lines[:1]]
    if said.fate is Fate.MERGED and said.into:
        lines.append(Line((("dim", "now says "), ("text", said.into)), hanging=9))
    if said.fate is Fate.KEPT and said.into:
        lines.append(Line((("dim", f"{said.into} says it too"),)))
    where = f"{source.title} · {source.path}" if source else said.source
    return [*lines, Line((("dim", f"from {where}"),), hanging=5)]


def _is(one: Statement, other: Statement) -> bool:
    return (one.source, one.text) == (other.source, other.text)


def _wordings(a: str, b: str) -> Iterator[Line]:
    """Both, the words in which they differ marked."""
    for name, said, spans in zip("ab", (a, b), changed_words(a, b), strict=True):
        for at, line in enumerate(marked(said, spans, "heading")):
            yield Line((("dim", f"{name} " if not at else "  "), *line.parts), hanging=2)


_PANE_TONES = {"ok": "ok", "kind": "heading", "over": "over", "warning": "warning"}


def result_lines(sketch: Sketch, change: MutationView) -> list[Line]:
    """What would be written, each line with its sources; then why, and what was checked."""
    lines, mutation = _above(sketch, change), change.mutation
    proposed = sketch.proposed(change).result if key_of(change) in sketch.edits else None
    for line in change.result.split("\n") if change.result.strip() else []:
        lines.append(_with_origin(line, change, proposed))
    lines += [plain("")] if change.result.strip() else []
    idle = sketch.does_nothing(change)
    nothing = "Nothing would change." if change.skip else "Switched off: nothing of this changes; space switches it on."
    lines += [plain(nothing if idle else effect(change), "dim", 0)]
    lines += [] if idle else _stays(sketch, change)
    if mutation.kind is MutationKind.MOVE:
        lines.append(Line((("dim", "to  "), ("text", mutation.to or mutation.category)), hanging=4))
    lines += [plain(""), plain(f"why     {mutation.reason or 'no reason given'}", "dim", 8)]
    lines.append(Line((("dim", "checked "), *_guards(mutation.guards)), hanging=8))
    return lines


def _above(sketch: Sketch, change: MutationView) -> list[Line]:
    """The lines above a result: that it is skipped, and whether all is; its title."""
    lines: list[Line] = []
    if sketch.view.spent:
        lines += [plain(f"⚠ Nothing is left to do: {sketch.view.spent}. r rejects it, s puts it off.", "warning")]
        lines += [plain("")]
    elif change.skip:
        lines += [plain(f"⚠ This change is skipped: {change.skip}", "warning"), plain("")]
    if change.mutation.title and change.mutation.kind is not MutationKind.SPLIT:
        lines += [plain(change.mutation.title, "heading"), plain("")]
    return lines


def first_change(sketch: Sketch, change: MutationView) -> int:
    """Of a correction of one memory: which line of its result is the first that the memory does not say; else 0."""
    if len(change.sources) != 1 or not writes(change) or change.mutation.kind is MutationKind.SPLIT:
        return 0
    said, result = ([line.strip() for line in text.split("\n")] for text in (change.sources[0].text, change.result))
    edits = SequenceMatcher(None, said, result, autojunk=False).get_opcodes()
    places = (start for tag, _, _, start, _ in edits if tag != "equal" and (tag != "delete" or start))
    return next((len(_above(sketch, change)) + place for place in places), 0)


def _guards(names: Sequence[str]) -> list[tuple[str, str]]:
    if not names:
        return [("dim", "nothing has to be checked for this change")]
    return [("ok", f"✓ {len(names)} passed")]


def _stays(sketch: Sketch, change: MutationView) -> list[Line]:
    """For a supersede without words of its own: the memory that stays, with its text."""
    keeps = change.mutation.keeps
    if not keeps:
        return []
    known: dict[str, SourceView] = {one.id: one for each in sketch.changes for one in each.sources}
    kept = known.get(keeps)
    if kept is None:
        return [Line((("dim", "stays  "), ("text", keeps)), hanging=7)]
    said = [plain(line) for line in kept.text.split("\n")]
    return [plain(""), Line((("dim", "stays  "), ("heading", kept.title)), hanging=7), *said]


def _with_origin(line: str, change: MutationView, proposed: str | None) -> Line:
    """A line with the letters of the sources that say it; `proposed` is the result that a person edited.

    Of a line that was not proposed only what a source says word for word is that source's, and the rest is the
    person's.
    """
    names = labels(change)
    if proposed is None or line.strip() in {each.strip() for each in proposed.split("\n")}:
        found = [names[one.id] for one in change.sources if _says(one.id, line, change.statements)]
    else:
        said = [(names[one.source], bare) for one in change.statements if (bare := one.text.lstrip(_SIGNS).strip())]
        within = [(name, bare) for name, bare in said if bare in line]
        found, left = sorted({name for name, _ in within}), line
        for _, bare in sorted(within, key=lambda each: -len(each[1])):
            left = left.replace(bare, "")
        found += ["yours"] if any(letter.isalnum() for letter in left) else []
    origin = "+".join(filter(None, found))
    hanging = 2 if line.lstrip().startswith(("- ", "* ")) else 0
    parts = (("text", line), ("dim", f"  ‹{origin}›")) if origin else (("text", line),)
    return Line(parts, hanging)


def _says(source: str, line: str, statements: Sequence[Statement]) -> bool:
    """Whether a line of the result has a statement of this source, or the words that replace it."""
    bare = line.strip()
    if not bare:
        return False
    for one in statements:
        if one.source == source and one.fate is not Fate.LOST:
            standing = (one.into or one.text).strip()
            if standing and (standing in bare or bare in {part.strip() for part in standing.split("\n")}):
                return True
    return False


_SIGNS = "-*+ "
"""Of an item of a list."""
_QUESTIONS = {"contradiction": "Which is true?", "pair": "Which stays?"}


def facts(sketch: Sketch) -> list[Word]:
    """What the proposal is, on one line."""
    made, changes = sketch.view.proposal, len(sketch.changes)
    count = len({source.id for one in sketch.changes for source in one.sources})
    memories = "memory" if count == 1 else "memories"
    asked = _QUESTIONS.get(made.kind, "") if made.choices and not sketch.view.spent else ""
    kind = made.kind if made.choices else "1 change" if changes == 1 else f"{changes} changes"
    tone = "strong" if changes > 1 and not made.choices else "dim"
    words = [Word(f" {kind} ", tone, keep=9), Word(f"of {count} {memories}", "dim", keep=7)]
    words += [Word(f"  {asked}", "strong", keep=6)] if asked else []
    if made.method != "heuristic":
        words.append(Word(f"  made by a {made.method}", "warning", keep=8))
    return [*words, Word(f"  {made.reason}", "dim", keep=1)] if made.reason else words


def state_words(sketch: Sketch) -> list[Word]:
    """How many changes are on, and which losses of these are still open."""
    chosen = len(sketch.chosen)
    every = sum(1 for one in sketch.changes if one.choice == sketch.choice)
    words = [Word(f"{chosen} of {every} changes on  ", "dim", keep=3)] if every > 1 else []
    if sketch.view.spent:
        return [Word("⚠ nothing is left to do ", "warning", keep=8)]
    if sketch.contradiction and not sketch.choice:
        return [Word(f"choose: 1 to {len(sketch.view.proposal.choices)} ", "warning", keep=8)]
    if every and not chosen:
        how = Word("space switches one on, r rejects all ", "dim", keep=7)
        return [*words, Word("⚠ all switched off: " if not words else "⚠ ", "warning", keep=8), how]
    still = len({said for _, said in sketch.open_losses()})
    lost = len(sketch.lost())
    if still:
        count = f"{lost}" if still == lost else f"{still} of {lost}"
        says = Word(f"✗ {count} lost", "over", "proposal.let-go", 9)
        each = "it" if still == 1 else "each"
        ways = [Word(f" lets {each} go ", "dim", "proposal.let-go", 8, "x")]
        if any(writes(one) for one, _ in sketch.open_losses()):
            ways.append(Word(f" keeps {each} ", "dim", "proposal.keep", 5, "K"))
        return [*words, says, Word(": ", "dim", keep=8), *ways]
    if lost:
        return [*words, Word(f"– {lost} let go ", "warning", keep=8)]
    return [*words, Word("nothing lost ", "ok", keep=8)]


def left_off(sketch: Sketch) -> list[Word]:
    """Where some changes are switched off: how many are on, and what the others would have done; else nothing."""
    every = [one for one in sketch.changes if one.choice == sketch.choice]
    off = [f"{word_of(one.mutation.kind)} {_about(one)}" for one in every if not sketch.is_on(one)]
    if not off:
        return []
    count = Word(f"  {len(every) - len(off)} of {len(every)} changes; ", keep=9)
    return [count, Word("left off: ", "warning", keep=8), Word("; ".join(off), keep=7)]


def tally(sketch: Sketch, change: MutationView) -> list[Word]:
    """How many statements are kept, merged, lost and let go by one change; nothing by one that is off or skipped."""
    if sketch.does_nothing(change):
        return [Word(f"  {'skipped' if change.skip else 'switched off'}: they stay as they are", "dim", keep=4)]
    counts = Counter(
        mark(sketch, change, said, fate) for said, fate in zip(change.statements, fates(change), strict=True)
    )
    order = [called(change, fate) for fate in Fate] + [LET_GO]
    return [
        Word(f"  {sign} {counts[sign, word, tone]} {word}", "dim", keep=4)
        for sign, word, tone in order
        if counts[sign, word, tone]
    ]
