"""The way back from a rule, a note or a line that agents read to the decision, the person, the reason, the evidence."""

from dataclasses import dataclass

from dreamtui.desk.decide.placed import place_of, placed
from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import Remembered, remembered
from dreamtui.desk.queue import lookup
from dreamtui.kinds.decision import graph
from dreamtui.kinds.rule import codec as rule_format
from dreamtui.kinds.rule.kind import review_id
from dreamtui.kinds.undecided.kind import NAME as UNDECIDED
from dreamtui.model.decision import Decision, Mark
from dreamtui.model.errors import NotFound, Usage
from dreamtui.model.target import OUTPUTS
from dreamtui.model.verb import Verb
from dreamtui.render import outputs
from dreamtui.render.undecided import blocks_of
from dreamtui.text.inert import inert_line
from dreamtui.text.paths import split_line


@dataclass(frozen=True, slots=True)
class LineOrigin:
    """Where a line of an output, or a rule, comes from."""

    subject: str
    """Id of the rule or note."""
    title: str
    text: str
    path: str
    decisions: tuple[tuple[Decision, Mark, bool], ...]
    """Decisions on it that changed its file, oldest first, and whether each is in force; empty for undecided words."""
    verdict: tuple[str, str, str]
    """Rationale, who and when of a decision without a record of ours."""
    undecided: str = ""
    """For words without a decision what is wrong with them; no reason is quoted for these."""
    remark: str = ""
    """What else there is to know, a sentence; empty for nothing."""
    way_out: str = ""
    """What a person can do about words without a decision, a clause."""
    goes: str = ""
    """Where the rule goes, and on this machine the file; empty for the outputs, and for a note."""


def why(desk: Desk, reference: str) -> LineOrigin:
    """From a rule, a note or FILE:LINE back to the decision, the person, the reason and the evidence."""
    others = (actions.origin(desk, reference) for actions in desk.every_action())
    if (found := next((one for one in others if one is not None), None)) is not None:
        return found
    known = remembered(desk)
    subject, by_decision = _of_line(desk, reference, known)
    row = lookup.rule_or_note(desk, subject or reference)
    held = next((one for one in known.held if one.rule.path == row.path), None)
    if held is not None and not by_decision:
        nobody, way_out = ("", "", ""), held.way_out
        return LineOrigin(row.id, row.title, row.words, row.path, (), nobody, held.ruling.said, way_out=way_out)
    data = desk.store.read(row.path) or b""
    marks = graph.ordered(desk.store.audit.marks())
    stands = graph.in_force_of(marks)
    about = [m for m in marks if m.item in {row.id, review_id(row.id)} or row.path in m.paths]
    whole = tuple((desk.store.audit.read(m.name), m, stands[m.id]) for m in about if m.verb is not Verb.DEFER)
    parsed = rule_format.parse(data, row.path)
    verdict = (parsed.rationale, parsed.graduated_by, parsed.graduated_at)
    said = held.ruling.words if held is not None else None
    remark = f"the file has other words now: {held.said}" if held is not None else ""
    text, goes = said.text if said else row.words, (said or parsed).destination
    where = "" if goes == OUTPUTS else goes.said
    if where and (file := placed(desk).get(row.path)):
        where += f" ({inert_line(place_of(desk, file))})"
    return LineOrigin(row.id, row.title, text, row.path, whole, verdict, remark=remark, goes=where)


def _of_line(desk: Desk, reference: str, known: Remembered) -> tuple[str, bool]:
    """The rule or note behind FILE:LINE, and whether a decision says these words; empty when it is no such thing."""
    name, at = split_line(reference)
    if not at:
        return "", False
    here = desk.cwd / name
    path = (here if here.exists() else desk.workspace.root / name).resolve()
    logical = desk.layout.logical(path)
    if logical.startswith("/"):
        raise Usage(f"{name} is not in this workspace")
    data = desk.store.read_output(logical)
    if data is None:
        raise NotFound(f"there is no {name}")
    unsaid = [one.rule for one in known.held]
    if subject := outputs.provenance(data, known.rules, known.notes).get(at, ""):
        return subject, True
    if subject := outputs.provenance(data, unsaid, ()).get(at, ""):
        return subject, False
    if rule := next((rule for rule, file in placed(desk).items() if file == logical), ""):
        return rule.rpartition("/")[2], True
    line = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")[at - 1 : at]
    if unsaid and any(part in lines for _, lines in blocks_of(data) for part in line):
        raise NotFound(
            f"{reference}: no decision; it stood here before, and no file says it any more;"
            f" it stays until the rules that nobody decided are, the items of kind {UNDECIDED}"
        )
    raise NotFound(f"{reference} comes from no rule or note of dreamtui; a person wrote it, or there is no such line")
