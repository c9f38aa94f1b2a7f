"""One item as lines: on a screen in tabs, on the command line in one page, in line mode read aloud."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from dreamtui.kinds.candidate.intake import MANUAL
from dreamtui.kinds.rule import codec as rule
from dreamtui.model.decision import Decision
from dreamtui.model.evidence import Evidence, Locator, Where
from dreamtui.model.item import AtHead, Item, Nearness
from dreamtui.model.model_draft import DraftOutcome, ModelDraft
from dreamtui.model.status import Status
from dreamtui.present import targets
from dreamtui.present.parts import Word, sentence
from dreamtui.text.dates import ago, humanise
from dreamtui.text.inert import inert_line, make_inert, one_line
from dreamtui.text.lines import Line, plain
from dreamtui.text.query.row import RISKS, flag_words
from dreamtui.text.quotes import place_in_words
from dreamtui.text.words import counted

if TYPE_CHECKING:
    from dreamtui.desk.outputs.targets import TargetCost
    from dreamtui.desk.queue.show import Shown
    from dreamtui.kinds.item_files import Gathered
    from dreamtui.kinds.kind import UnrecordedVerdict
    from dreamtui.kinds.rule.plans import RuleFiles

_FIELD = re.compile(r"^- \*\*([a-z_]{1,12})\*\*: (.*)$")
_NAMES = {"actors": "who", "generated_at": "found"}
"""What fields of a candidate's file are called where people read them."""
_ABOVE = ("kind", "weight")
"""Fields that the line above the tabs says better."""
_OURS = ("awaiting review (`dotagent", "# Candidate `")
_COMMENT = re.compile(r"^<!--.*-->\s*$")


def heading(shown: "Shown", now: datetime) -> list[Word]:
    """What is known of an item on one line: what it is, when, who."""
    item, kind = shown.item, shown.kind
    words = [Word(kind.word_for(item.signal), "strong", keep=90)]
    if item.weight:
        words.append(Word(kind.weight(item.signal, item.weight).heading, "strong", keep=80))
    first, last = (humanise(when, now) if when else "" for when in (item.first_seen, item.last_seen))
    if first and last not in ("", first):
        words += [Word(f" · first {first}", "dim", keep=50), Word(f" · last {last}", "dim", keep=60)]
    elif first or last:
        words.append(Word(f" · {first or last}", "dim", keep=60))
    if item.actors:
        more = f" and {len(item.actors) - 3} more" if len(item.actors) > 3 else ""
        words.append(Word(f" · {', '.join(item.actors[:3])}{more}", "dim", keep=40))
    return words


def risks(item: Item, *, masked: bool = False, revealed: bool = False) -> list[Word]:
    """What to be careful about, on one line: the worst risk, the key that shows what is masked, the others."""
    quotes = sum(make_inert(piece.quote).marks for piece in item.evidence)
    hidden = max(make_inert(item.text).marks, make_inert(item.title).marks + quotes)
    signs = "character" if hidden == 1 else "characters"
    flags = [flag for flag in RISKS if flag in item.flags and flag != "hidden"]
    said = [(flag_words(flag), 99) for flag in flags[:1]]
    said += [("V shows it", 80)] if masked else [("V masks it again", 80)] if revealed else []
    said += [(flag_words(flag), 60 - at) for at, flag in enumerate(flags[1:])]
    said += [(f"{hidden} hidden {signs}", 90)] if hidden else []
    return [Word(f"{' · ' if at else '⚠ '}{words}", "warning", keep=keep) for at, (words, keep) in enumerate(said)]


def says(shown: "Shown", place: str, safe: Callable[[str], str] = str, cost: "TargetCost | None" = None) -> list[Line]:
    """Its status, the suggested rule and its lines or what would change, the item's text, the path of its file.

    Below what would change, the text only says why. `safe` masks in what is read from other files what is to be masked.
    """
    item = shown.item
    lines: list[Line] = []
    if shown.entry.stands is Status.RECURRING:
        lines.append(plain(recurrence_line(shown), "warning"))
    elif shown.entry.decision and shown.entry.status not in ("pending", "deferred"):
        by = shown.unrecorded.actor if shown.unrecorded else shown.entry.decision
        lines.append(plain(f"{shown.entry.stands}: decided by {by}; 4 shows it", "dim"))
    if not shown.entry.is_news:
        lines.append(plain("seen again, nothing new since", "dim"))
    if item.until:
        lines.append(plain(f"deferred until {item.until}", "dim"))
    lines += [plain("")] if lines else []
    if shown.rule:
        lines += [plain(shown.kind.actions().proposed_name(shown.held), "heading"), plain(shown.rule)]
        lines += [plain(budget_line(cost), "dim")] if cost is not None and cost.most else []
        lines.append(plain(""))
    if above := list(shown.kind.actions().above(shown.held, safe)):
        lines += [*above, plain("")]
    if item.at_head is not None:
        lines.append(plain(kept_now(item.at_head)))
        lines += [_place(piece) for piece in item.at_head.read]
        lines.append(plain(""))
    if item.alike is not None:
        lines += [plain("Why these are one", "heading"), *in_pane(alike_lines(item.alike)), plain("")]
    if shown.draft is not None:
        lines += [*in_pane(shown_draft(shown)), plain("")]
    text = [_markdown(line) for line in _body(item, shown.kind.listed_evidence)]
    lines += [plain(line.text, "dim") for line in text] if above else text
    if below := in_pane(shown.kind.actions().below(shown.held)):
        lines += [plain(""), *below]
    while lines and not "".join(text for _, text in lines[-1].parts).strip():
        lines.pop()
    if item.evidence:
        one = len(item.evidence) == 1
        newer = f", {shown.kind.newer}" if shown.kind.newer else ""
        words = f"{len(item.evidence)} {'piece' if one else 'pieces'} of evidence{newer}, in tab 2"
        lines += [plain(""), plain(words, "dim")]
    return [*lines, plain(""), plain(f"{item.id} · {place}", "dim")]


def budget_line(cost: "TargetCost") -> str:
    """How full the rule would make the file it goes to."""
    return f"Line budget: {targets.place(cost)} {targets.filling(cost)}."


def kept_now(found: AtHead) -> str:
    """How many places follow at HEAD what an item says, and whether it would have caught what it was found in."""
    follow, break_ = _places(found.follows, "follow"), _places(found.breaks, "break")
    said = f"At HEAD {follow} it and {break_} it" if found.breaks else f"At HEAD {follow} it and none breaks it"
    cases = "case" if found.cases == 1 else "cases"
    tried = f"; it would have caught {found.caught} of {found.cases} past {cases}" if found.cases else ""
    return f"{said}{tried}{'; to read:' if found.read else '.'}"


def alike_lines(found: Nearness) -> Iterator[Line]:
    """Why events in different words are one item: what they share, the nearest pairs, who is least sure to belong."""
    if found.terms:
        yield plain(f"Shared words: {', '.join(map(one_line, found.terms))}.")
    else:
        yield plain("No word is shared by half of them.")
    for pair in found.pairs:
        yield plain(f"{pair.cosine:.2f}  “{one_line(pair.one)}” and “{one_line(pair.other)}”")
    if not found.stricter:
        yield plain(f"All stay together at every smaller distance tried, down to {found.distance:.2f}.")
        return
    rest = found.left_out_count - len(found.left_out)
    yield plain(f"At a distance of {found.stricter:.2f} instead of {found.distance:.2f} these would fall out:")
    yield from (plain(f"· {one_line(words)}", indent=2) for words in found.left_out)
    if rest > 0:
        yield plain(f"and {rest:,} more", indent=2)


def _places(count: int, verb: str) -> str:
    return f"1 place {verb}s" if count == 1 else f"{count:,} places {verb}"


def _place(piece: Evidence) -> Line:
    return Line((("dim", f"· {_spot(piece)}"), ("text", f"  {piece.quote}".rstrip())), hanging=2)


def _spot(piece: Evidence) -> str:
    return f"{piece.locator.ref}:{piece.locator.line}" if piece.locator.line else piece.locator.ref


def recurrence_line(shown: "Shown") -> str:
    """Of what came up again after a decision: who decided it, what is new since, and what can be done now."""
    made = next((mark for mark in shown.history if mark.short == shown.entry.decision), None) or shown.unrecorded
    who = f"{made.verb.past.capitalize()} by {made.actor} on {made.when[:10]}" if made else "Decided before"
    newer = sum(piece.when > made.when for piece in shown.item.evidence) if made else 0
    pieces = f"{counted(newer, 'new piece')} of evidence" if newer else "newer evidence"
    return f"{who}; came up again with {pieces}. b reopens it to decide again; otherwise there is nothing to do."


def _body(item: Item, evidence: str) -> list[str]:
    """The item's text without what the other tabs show better: our comment, the heading, the pieces of evidence."""
    kept: list[str] = []
    skipping = False
    for line in (item.text or item.title).split("\n"):
        if line.startswith("## "):
            skipping = line.strip() == evidence
        if skipping or _COMMENT.match(line) or line.startswith(_OURS) or _says_nothing(line):
            continue
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line)
    bare = [at for at, line in enumerate(kept) if line.strip() == "## Status" and _is_empty(kept[at + 1 :])]
    for at in reversed(bare):
        del kept[at : at + 2]
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _says_nothing(line: str) -> bool:
    """Whether a line is a field that is empty, or shown above the tabs."""
    field = _FIELD.match(line)
    return field is not None and (field[1] in _ABOVE or field[2] in ("", "(none)"))


def _is_empty(rest: Sequence[str]) -> bool:
    """Whether there is nothing below a heading."""
    following = next((line for line in rest if line.strip()), "## ")
    return following.startswith("## ")


_BOLD = re.compile(r"(?<![*\w`])\*\*(?=\S)([^*`\n]+)(?<=\S)\*\*(?![*\w`])")
"""Words that Markdown makes bold; the pane shows them in its tone for headings."""


def _markdown(line: str) -> Line:
    if line.startswith("#"):
        return plain(line.lstrip("#").strip(), "heading")
    field = _FIELD.match(line)
    if field is not None:
        value = f"{field[2][:16].replace('T', ' ')} UTC" if field[1] == "generated_at" else field[2].strip("`")
        return plain(f"{_NAMES.get(field[1], field[1]):<8}{value}", "dim", 8)
    hanging = 2 if line.lstrip().startswith(("- ", "* ")) else 0
    pieces = _BOLD.split(line)
    parts = ((("heading" if at % 2 else "text"), piece) for at, piece in enumerate(pieces) if piece)
    return Line(tuple(parts), hanging) if len(pieces) > 1 else plain(line, hanging=hanging)


def history(
    found: Sequence[tuple[Decision, bool]], now: datetime, unrecorded: "UnrecordedVerdict | None" = None
) -> list[Line]:
    """Earlier decisions on the same thing, the newest first, each with its reason."""
    if unrecorded is not None:
        said = f"{unrecorded.verb.label} by {unrecorded.actor}, {humanise(unrecorded.when, now)}"
        state = ("dim", "  decided elsewhere, without a record here")
        return [Line((("heading", said), state)), *_why(unrecorded.rationale or "no reason was given")]
    if not found:
        return [plain("Nobody has decided this before.", "dim")]
    lines: list[Line] = []
    for decision, stands in reversed(found):
        state = ("ok", " stands") if stands else ("warning", " undone")
        said = f"{decision.verb.label} by {decision.signed}, {humanise(decision.when, now)}"
        lines.append(Line((("heading", said), state, ("dim", f"  {decision.short}"))))
        if decision.disposition or decision.until:
            also = " until ".join(part for part in (decision.disposition, decision.until) if part)
            lines.append(plain(f"as {also}" if decision.disposition else f"until {decision.until}", "dim"))
        if decision.rule:
            lines.append(Line((("dim", "rule  "), ("text", " ".join(decision.rule.split()))), hanging=6))
        if decision.drafted_by:
            lines.append(plain(f"      in the words of a model: {decision.drafted_by}", "dim", 6))
        reason = decision.rationale or ("its own decision, undone in the same sitting" if decision.undoes else "")
        lines += [*_why(reason or "no reason was needed"), plain("")]
    return lines[:-1]


def _why(reason: str) -> list[Line]:
    first, *more = reason.split("\n")
    lines = [Line((("dim", "why   "), ("text", first)), hanging=6)]
    return lines + [Line((("text", f"      {line}"),), hanging=6) for line in more]


def against(shown: "Shown") -> list[Line]:
    """What speaks against the item, everything that is flagged above it included; each objection a paragraph."""
    looked = plain(_LOOKED_AT if shown.kind.is_challenged else _LOOKED_AT_IN_ITSELF, "dim")
    if not shown.objections:
        return [plain("Nothing was found that speaks against it.", "dim"), plain(""), looked]
    lines: list[Line] = []
    for one in shown.objections:
        lines.append(Line((("warning", "· "), ("text", one.text)), hanging=2))
        lines += [Line((("dim", f"  {one.locator}"),), hanging=2)] if one.locator else []
        lines.append(plain(""))
    return [*lines, looked]


_LOOKED_AT = (
    "Looked at: how many people, sessions and days it comes from; bots and merges; files gone or changed since;"
    " what CLAUDE.md, the rules and the notes say already, or say the opposite of; earlier decisions."
)
_LOOKED_AT_IN_ITSELF = (
    "Looked at: what its own words say and hold; whether all it rests on is there; earlier decisions."
)
"""Of a kind that is not held against the repository."""


# On the command line


def text_details(held: "Gathered[Any]") -> Iterator[Line]:
    """The text of an item, which not every kind has to show."""
    yield plain()
    yield plain(held.item.text, indent=2)


def rule_details(held: "Gathered[RuleFiles]") -> Iterator[Line]:
    """The rule a review is about, and every reason given for it so far."""
    filed = held.files.rule
    yield from _part("Rule")
    yield plain(rule.parse(filed.data, filed.path).text, indent=2)
    for when, why in rule.rationales(filed.data):
        yield from _part(f"Why ({when})")
        yield plain(why, indent=2)


def printed_lines(shown: "Shown", details: "Iterable[Line]", now: datetime) -> Iterator[Line]:
    """On the command line: title, facts, what only its kind has to show, evidence, challenge, history, suggestion."""
    item, entry = shown.item, shown.entry
    yield plain(item.title, "strong")
    facts = [
        f"{item.signal or item.kind} {item.id}",
        str(entry.status),
        shown.kind.weight(item.signal, item.weight).plain,
    ]
    facts += [f"first seen {item.first_seen[:10]}"] if item.first_seen else []
    facts += [f"last seen {item.last_seen[:10]} ({ago(item.last_seen, now)})"] if item.last_seen else []
    facts += [f"until {item.until}"] if item.until else []
    facts += [f"decision {entry.decision}"] if entry.decision else []
    yield plain(" · ".join(facts))
    if item.actors:
        yield plain(f"who: {', '.join(item.actors)}")
    if item.filed_by:
        yield plain(f"filed by {item.filed_by}{f' inside {item.filed_in}' if item.filed_in else ''}")
    if item.files:
        yield plain(f"files: {', '.join(item.files)}")
    hidden = make_inert(item.text).marks
    if item.flags or hidden:
        words = [*item.flags, *([f"{hidden} hidden character(s), marked"] if hidden else [])]
        yield plain(f"! {', '.join(words)}", "warning", wraps=False)
    yield from details
    yield from _printed_evidence(shown)
    if item.at_head is not None:
        yield from _part("Now")
        yield plain(kept_now(item.at_head), indent=2)
    for piece in item.at_head.read if item.at_head is not None else ():
        yield plain(f"{inert_line(_spot(piece))}  {inert_line(piece.quote)}".rstrip(), indent=4, wraps=False)
    if item.alike is not None:
        yield from _part("Why these are one")
        yield from (replace(line, indent=line.indent + 2) for line in alike_lines(item.alike))
    if shown.objections:
        yield from _part("Against")
    for objection in shown.objections:
        named = not objection.locator or objection.locator in objection.text
        yield plain(f"{objection.text}{'' if named else f' ({objection.locator})'}", indent=2)
    if shown.history:
        yield from _part("History")
    for mark in shown.history:
        yield plain(f"{mark.when[:10]} {mark.verb} by {mark.signed} (decision {mark.short})", indent=2)
    if item.signal == MANUAL and not shown.suggestion:
        yield plain()
        yield plain("Filed by hand: to graduate it, say what agents should read with --rule.", wraps=False)
    if shown.suggestion:
        yield from _part("Suggested rule")
        yield plain(shown.suggestion, indent=2)
    if shown.draft is not None:
        yield plain()
    yield from shown_draft(shown)


def _part(name: str) -> Iterator[Line]:
    yield plain()
    yield plain(name, "heading", wraps=False)


def _printed_evidence(shown: "Shown") -> Iterator[Line]:
    yield from _part(f"{f'Evidence {shown.kind.newer}'.rstrip()} ({len(shown.item.evidence)})")
    for piece, known in zip(shown.item.evidence, shown.resolved, strict=True):
        source = f"{piece.when[:10]} {piece.who}".strip()
        quote = inert_line(piece.quote)
        yield plain(f"{source}: {quote}" if source else quote, indent=2)
        if piece.locator.ref:
            yield plain(f"{place_in_words(piece.locator)} {_SIGNS[known]}".strip(), "dim", indent=4, wraps=False)


_SIGNS = {True: "✓", False: "✗ no longer resolves", None: ""}


# In line mode


def spoken_lines(shown: "Shown", now: datetime, place: str) -> Iterator[str]:
    """In line mode: everything a decision needs in reading order, no columns, no signs that carry meaning alone."""
    item, entry = shown.item, shown.entry
    yield f"Item {place}. {shown.kind.word_for(item.signal).capitalize()}, {entry.status}, id {item.id}."
    hidden = make_inert(item.text).marks
    risks = [flag_words(flag) for flag in item.flags]
    if hidden and "hidden" not in item.flags:
        risks.append(f"{hidden} hidden characters, shown as marks")
    if risks:
        yield f"Warning: {', '.join(risks)}."
    yield one_line(item.title)
    yield _spoken_facts(shown, now)
    yield from _spoken_evidence(shown, now)
    if item.at_head is not None:
        yield kept_now(item.at_head)
        yield from (f"  {one_line(_spot(piece))}  {one_line(piece.quote)}".rstrip() for piece in item.at_head.read)
    if item.alike is not None:
        yield "Why these are one:"
        yield from ("  " + " " * line.indent + line.text for line in alike_lines(item.alike))
    if shown.objections:
        yield "Against it:"
        yield from (f"  {one_line(o.text)}{f' ({o.locator})' if o.locator else ''}" for o in shown.objections)
    if shown.history:
        yield "Decided before:"
        yield from (f"  {m.verb} by {m.signed}, {humanise(m.when, now)}, decision {m.short}" for m in shown.history)
    if told := shown.unrecorded:
        yield f"Decided before, without a record here: {told.verb} by {told.actor}, {humanise(told.when, now)}"
    if shown.suggestion:
        yield f"Suggested rule: {one_line(shown.suggestion)}"
    yield from (" " * line.indent + line.text for line in shown_draft(shown))


def _spoken_facts(shown: "Shown", now: datetime) -> str:
    item = shown.item
    parts = [shown.kind.weight(item.signal, item.weight).spoken]
    if item.first_seen:
        first, last = humanise(item.first_seen, now), humanise(item.last_seen, now)
        parts.append(f"seen {first}" if first == last else f"first seen {first}, last seen {last}")
    if item.actors:
        parts.append(f"by {', '.join(item.actors)}")
    if item.files:
        parts.append(f"in {', '.join(item.files)}")
    return "; ".join(parts) + "."


def _spoken_evidence(shown: "Shown", now: datetime) -> Iterator[str]:
    pieces = shown.item.evidence
    newer = f", {shown.kind.newer}" if shown.kind.newer else ""
    yield f"Evidence, {counted(len(pieces), 'piece')}{newer}:" if pieces else "No evidence."
    for number, (piece, known) in enumerate(zip(pieces, shown.resolved, strict=True), 1):
        yield f"  {number}. {_where(piece, now)}{one_line(piece.quote).strip()}{_RESOLVES[known]}"


def _where(piece: Evidence, now: datetime) -> str:
    place = piece.locator
    named = {
        Where.COMMIT: f"commit {place.ref[:7]}",
        Where.FILE: f"{place.ref}:{place.line}" if place.line else place.ref,
    }.get(place.where, "")
    parts = [part for part in (humanise(piece.when, now) if piece.when else "", piece.who, named) if part]
    return f"{', '.join(parts)}: " if parts else ""


_RESOLVES = {True: "", False: " It no longer resolves.", None: ""}


_DRAFT_HEADINGS = {
    DraftOutcome.RULE: "The model's words",
    DraftOutcome.NONE: "The model found no rule",
    DraftOutcome.UNUSED: "The model's answer is not used",
}


def draft_lines(made: ModelDraft, *, current: bool = True) -> Iterator[Line]:
    """A draft in reading order; `current` says whether it was made from the evidence there is now."""
    yield plain(f"{_DRAFT_HEADINGS[made.outcome]} ({made.command}, {made.when[:10]})", "heading", wraps=False)
    if not current:
        yield plain("There is other evidence now than it was made from.", "warning", indent=2)
    if made.outcome is DraftOutcome.NONE:
        yield plain(f"“{one_line(made.none)}”", indent=2)
    if made.outcome is DraftOutcome.UNUSED:
        yield from (plain(f"{sentence(failure)}.", "warning", indent=2) for failure in made.failures)
    if made.outcome is not DraftOutcome.RULE:
        return
    yield plain(made.rule, "strong", indent=2)
    for clause in made.clauses:
        if len(made.clauses) > 1:
            yield plain(clause.words, indent=4)
        yield plain(f"“{one_line(clause.quote)}”", indent=6)
        yield plain(place_in_words(Locator.parse(clause.locator)), "dim", indent=6, wraps=False)
    for doubt in made.against:
        yield plain(f"Against it, says the model: {one_line(doubt)}", indent=2)
    for place in made.foreign:
        yield plain(f"Does not belong, says the model: {place_in_words(Locator.parse(place))}", indent=2)


def outcome_words(made: ModelDraft) -> str:
    """What came of it, in a sentence without its stop."""
    if made.outcome is DraftOutcome.RULE:
        return one_line(made.rule)
    if made.outcome is DraftOutcome.NONE:
        return f"no rule: {one_line(made.none)}"
    return f"not used: {'; '.join(made.failures)}"


def shown_draft(shown: "Shown") -> list[Line]:
    """The draft of an item; empty without one."""
    return [] if shown.draft is None else list(draft_lines(shown.draft, current=shown.draft_is_current))


def in_pane(lines: Iterable[Line]) -> list[Line]:
    """Lines as a pane has them, which wraps by itself."""
    return [replace(one, parts=(("text", " " * one.indent), *one.parts), hanging=one.indent) for one in lines]
