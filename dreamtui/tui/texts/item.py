"""One item as lines: what it says, its evidence, its history, what speaks against it."""

import re
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from dreamtui.model.decision import Decision, Verb
from dreamtui.model.evidence import Evidence, Where
from dreamtui.model.item import Item, Kind, Status
from dreamtui.text.dates import humanise
from dreamtui.text.inert import make_inert
from dreamtui.text.places import session_of
from dreamtui.text.row import RISKS, flag_words, kind_word, weight_text
from dreamtui.text.strength import strength
from dreamtui.tui.texts.parts import verb_word
from dreamtui.tui.widgets.bar_line import Word
from dreamtui.tui.widgets.row_list import Cell, Column, ListRow
from dreamtui.tui.widgets.text_pane import PaneLine, plain

if TYPE_CHECKING:
    from dreamtui.desk.show import Shown
    from dreamtui.desk.source import Source

PIECES = (Column(1), Column(9), Column(12), Column(10, least=70), Column(0))
"""Resolves, when, where, who, quote."""

_DONE = {Verb.GRADUATE: "Graduated", Verb.REJECT: "Rejected", Verb.ACCEPT: "Accepted", Verb.RETIRE: "Retired"}
_FIELD = re.compile(r"^- \*\*([a-z_]{1,12})\*\*: (.*)$")
_OURS = ("awaiting review (`dotagent", "# Candidate `")
_COMMENT = re.compile(r"^<!--.*-->\s*$")


def heading(item: Item, now: datetime) -> list[Word]:
    """What is known of an item on one line: what it is, when, who."""
    words = [Word(kind_word(item.kind, item.signal), "strong", keep=90)]
    if item.weight and item.kind is Kind.PROPOSAL:
        words.append(Word(f" · {strength(item.signal, item.weight)}", "strong", keep=80))
    elif item.weight:
        words.append(Word(f" ×{weight_text(item.weight)}", "strong", keep=80))
    if item.first_seen:
        words.append(Word(f" · first {humanise(item.first_seen, now)}", "dim", keep=50))
    if item.last_seen and item.last_seen != item.first_seen:
        words.append(Word(f" · last {humanise(item.last_seen, now)}", "dim", keep=60))
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


def says(shown: "Shown") -> list[PaneLine]:
    """Where it stands, the rule that is suggested, the item's text."""
    item = shown.item
    lines: list[PaneLine] = []
    if shown.entry.stands is Status.RECURRING:
        lines.append(plain(came_again(shown), "warning"))
    elif shown.entry.decision and shown.entry.status not in ("pending", "deferred"):
        lines.append(plain(f"{shown.entry.stands}: decided by {shown.entry.decision}; 4 shows it", "dim"))
    if not shown.entry.is_news:
        lines.append(plain("seen again, nothing new since", "dim"))
    if item.until:
        lines.append(plain(f"put off until {item.until}", "dim"))
    lines += [plain("")] if lines else []
    if shown.rule:
        live, gone = shown.sheaf.rule, shown.sheaf.expired
        name = "Rule as it stands" if live else "Rule before it was retired" if gone else "Suggested rule"
        lines += [plain(name, "heading"), plain(shown.rule), plain("")]
    lines += [_markdown(line) for line in _body(item)]
    while lines and not "".join(text for _, text in lines[-1].parts).strip():
        lines.pop()
    if item.evidence:
        pieces = "piece" if len(item.evidence) == 1 else "pieces"
        newer = ", newer than the decision" if item.kind is Kind.REVIEW_DUE else ""
        words = f"{len(item.evidence)} {pieces} of evidence{newer}: 2 shows them with their sources"
        lines += [plain(""), plain(words, "dim")]
    return [*lines, plain(""), plain(f"{item.id} · {item.path}", "dim")]


def came_again(shown: "Shown") -> str:
    """Of what came up again after a decision: who decided it, what is new since, and what can be done now."""
    made = next((mark for mark in shown.history if mark.short == shown.entry.decision), None)
    who = f"{_DONE.get(made.verb, made.verb)} by {made.actor} on {made.when[:10]}" if made else "Decided before"
    newer = sum(piece.when > made.when for piece in shown.item.evidence) if made else 0
    pieces = f"{newer} new piece{'' if newer == 1 else 's'} of evidence" if newer else "newer evidence"
    return f"{who}; came up again with {pieces}. b reopens it to decide again; otherwise there is nothing to do."


def _body(item: Item) -> list[str]:
    """The item's text without what the other tabs show better: our comment, the heading, the pieces of evidence."""
    kept: list[str] = []
    skipping = False
    for line in (item.text or item.title).split("\n"):
        if line.startswith("## "):
            skipping = item.kind is Kind.CANDIDATE and line.strip() == "## Evidence"
        if skipping or _COMMENT.match(line) or line.startswith(_OURS):
            continue
        if line.strip() or (kept and kept[-1].strip()):
            kept.append(line)
    bare = [at for at, line in enumerate(kept) if line.strip() == "## Status" and _is_empty(kept[at + 1 :])]
    for at in reversed(bare):
        del kept[at : at + 2]
    while kept and not kept[-1].strip():
        kept.pop()
    return kept


def _is_empty(rest: Sequence[str]) -> bool:
    """Whether nothing stands below a heading."""
    following = next((line for line in rest if line.strip()), "## ")
    return following.startswith("## ")


def _markdown(line: str) -> PaneLine:
    if line.startswith("#"):
        return plain(line.lstrip("#").strip(), "heading")
    field = _FIELD.match(line)
    if field is not None:
        return PaneLine((("dim", f"{field[1]:<13}"), ("text", field[2].strip("`"))), hanging=13)
    hanging = 2 if line.lstrip().startswith(("- ", "* ")) else 0
    return plain(line, hanging=hanging)


def piece_rows(pieces: Sequence[Evidence], resolved: Sequence[bool | None], now: datetime) -> list[ListRow]:
    """A row for each piece of evidence: whether it still resolves, when, where, who, what."""
    return [
        _piece(number, piece, known, now) for number, (piece, known) in enumerate(zip(pieces, resolved, strict=True))
    ]


def _piece(number: int, piece: Evidence, known: bool | None, now: datetime) -> ListRow:
    sign, tone = {True: ("✓", "ok"), False: ("✗", "over"), None: ("·", "dim")}[known]
    when = humanise(piece.when, now) if piece.when else ""
    cells = (Cell(sign, tone), Cell(when, "dim"), Cell(place_words(piece), "kind"), Cell(piece.who, "dim"))
    return ListRow(str(number), (*cells, Cell(piece.quote.split("\n", 1)[0])))


def place_words(piece: Evidence) -> str:
    """Where a piece stands, in a few letters."""
    place = piece.locator
    match place.where:
        case Where.COMMIT:
            return place.ref[:9]
        case Where.FILE:
            name = place.ref.rsplit("/", 1)[-1]
            return f"{name}:{place.line}" if place.line else name
        case Where.RECORD:
            return f"{session_of(place)}:{place.line}" if place.line else session_of(place)
        case Where.TEXT:
            return "said"
        case _:
            return place.where.value


def piece_words(piece: Evidence, known: bool | None) -> str:
    """Whether a piece still resolves, in words."""
    if known is False:
        return "no longer resolves: its place is gone or says something else; the quote is what was read"
    if known is None and piece.locator.where is Where.RECORD:
        return "its transcript is gone, which Claude Code deletes after some weeks; the quote is what was read"
    if known is None and piece.locator.where is not Where.TEXT:
        return "nobody can tell whether it still resolves"
    return ""


def source_lines(piece: Evidence, known: bool | None, source: "Source") -> list[PaneLine]:
    """The quote, then the commit with its patch or the file's lines with the one that is meant."""
    lines: list[PaneLine] = []
    if warning := piece_words(piece, known):
        lines.append(plain(f"⚠ {warning}", "warning"))
    if "\n" in piece.quote or not source.text:
        lines += [plain(line, "heading") for line in piece.quote.split("\n")] + [plain("")]
    if not source.text:
        return [*lines, plain(source.title, "dim")]
    if source.is_patch:
        return lines + [_patch(line) for line in _commit_lines(source.text)]
    if source.meant is not None:
        return lines + [_spoken(at, line, source.meant) for at, line in enumerate(source.text.split("\n"))]
    digits = len(str(source.first + source.text.count("\n")))
    for number, line in enumerate(source.text.split("\n"), source.first):
        meant = number == source.line
        sign = "▶" if meant else " "
        tone = "heading" if meant else "text"
        lines.append(PaneLine((("dim", f"{sign}{number:>{digits}}  "), (tone, line)), hanging=digits + 3))
    return lines


def _commit_lines(text: str) -> list[str]:
    """A commit without what the line above says already, and without a committer who is the author."""
    given = text.rstrip("\n").split("\n")
    end = next((at for at, line in enumerate(given) if not line), 0)
    fields = {name: value.strip() for name, _, value in (line.partition(":") for line in given[:end])}
    same = {name for name in ("Commit", "CommitDate") if fields.get(name) == fields.get(f"Author{name[6:]}")}
    if same == {"CommitDate"}:
        same.clear()
    head = [line for line in given[:end] if not line.startswith("commit ") and line.partition(":")[0] not in same]
    return [*head, *given[end:]]


def line_of_source(source: "Source") -> int:
    """Which of the source's lines the pane is to begin near, from 0."""
    if source.meant is not None:
        return source.meant[0]
    return max(0, source.line - source.first) if source.line else 0


def _spoken(at: int, line: str, meant: tuple[int, int]) -> PaneLine:
    """A line of a conversation; a mark stands before those that are meant."""
    is_meant = meant[0] <= at < meant[1]
    tone = "heading" if is_meant else "text" if line.startswith(" ") else "dim"
    return PaneLine((("dim", "▶ " if is_meant else "  "), (tone, line)), hanging=4)


def _patch(line: str) -> PaneLine:
    if line.startswith(("+++", "---", "diff ", "index ", "new file", "deleted file", "similarity", "rename ")):
        return plain(line, "dim")
    if line.startswith("@@"):
        return plain(line, "heading")
    tone = {"+": "added", "-": "removed"}.get(line[:1], "text")
    return plain(line, tone, hanging=1)


def history(found: Sequence[tuple[Decision, bool]], now: datetime) -> list[PaneLine]:
    """Earlier decisions on the same thing, the newest first, each with its reason."""
    if not found:
        return [plain("Nobody has decided this before.", "dim")]
    lines: list[PaneLine] = []
    for decision, stands in reversed(found):
        state = ("ok", " stands") if stands else ("warning", " taken back")
        said = f"{verb_word(decision.verb)} by {decision.actor}, {humanise(decision.when, now)}"
        lines.append(PaneLine((("heading", said), state, ("dim", f"  {decision.short}"))))
        if decision.disposition or decision.until:
            also = " until ".join(part for part in (decision.disposition, decision.until) if part)
            lines.append(plain(f"as {also}" if decision.disposition else f"until {decision.until}", "dim"))
        if decision.rule:
            lines.append(PaneLine((("dim", "rule  "), ("text", " ".join(decision.rule.split()))), hanging=6))
        reason = decision.rationale or ("its own decision, taken back in the same sitting" if decision.undoes else "")
        first, *more = (reason or "no reason was needed").split("\n")
        lines.append(PaneLine((("dim", "why   "), ("text", first)), hanging=6))
        lines += [PaneLine((("text", f"      {line}"),), hanging=6) for line in more]
        lines.append(plain(""))
    return lines[:-1]


def against(shown: "Shown") -> list[PaneLine]:
    """What speaks against the item; each objection a paragraph."""
    if not shown.objections:
        return [plain("Nothing was found that speaks against it.", "dim"), plain(""), plain(_LOOKED_AT, "dim")]
    lines: list[PaneLine] = []
    for one in shown.objections:
        lines.append(PaneLine((("warning", "· "), ("text", one.text)), hanging=2))
        lines += [PaneLine((("dim", f"  {one.locator}"),), hanging=2)] if one.locator else []
        lines.append(plain(""))
    return [*lines, plain(_LOOKED_AT, "dim")]


_LOOKED_AT = (
    "Looked at: how many people, sessions and days it comes from; bots and merges; files gone or changed since;"
    " what CLAUDE.md, the rules and the notes say already, or say the opposite of."
)
