"""Where a rule can go, in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dreamtui.model.target import OUTPUTS, Destination, Target
from dreamtui.present.parts import Word
from dreamtui.text.inert import inert_line
from dreamtui.text.words import counted

if TYPE_CHECKING:
    from dreamtui.desk.outputs.targets import TargetCost


def filling(cost: "TargetCost", own: int | None = None, known: int = 0) -> str:
    """How full its file becomes; with the lines that the words have now, of which `known` were counted."""
    if cost.why_not:
        return cost.why_not
    own = None if cost.destination.target is Target.MEMORY else own  # a line of an index, however long the rule is
    then = cost.lines_then if own is None else cost.lines_then - known + own
    most = f" of {cost.most}" if cost.most else ""
    return f"{cost.lines_now} → {then}{most} lines"


def place(cost: "TargetCost") -> str:
    """The file of a target, with the files that it is loaded for."""
    target = cost.destination.target
    named = cost.path if cost.most else target.name_of_file
    if cost.destination == OUTPUTS and not cost.why_not:
        named = cost.path
    paths = f" for {', '.join(cost.destination.paths)}" if cost.destination.paths else ""
    return inert_line(f"{named}{paths}")


def choice(cost: "TargetCost", costs: "Sequence[TargetCost]") -> tuple[str, str]:
    """A target beside the others: its file, told apart from the same file as configured, and whom it reaches."""
    if cost.destination == OUTPUTS:
        return f"{place(cost)}, {cost.destination.target.loaded}", ""
    configured = next((one for one in costs if one.destination == OUTPUTS), None)
    if configured is not None and cost.destination.target is Target.CLAUDE and configured.path == cost.path:
        return f"{place(cost)} only", "the same now; stays when your settings change"
    target = cost.destination.target
    alone = " only" if target in {Target.CLAUDE, Target.AGENTS} and " and " not in cost.path else ""
    return f"{place(cost)}{alone}", target.loaded


def tokens(cost: "TargetCost") -> str:
    """The tokens of the rule, estimated."""
    return counted(cost.tokens, "token")


def sentences(costs: "Sequence[TargetCost]") -> list[str]:
    """Every target with what it costs there, a line each."""
    return [_sentence(one) for one in costs]


def _sentence(cost: "TargetCost") -> str:
    target = cost.destination.target
    said = f"--to {target}: {place(cost)}"
    if cost.why_not:
        return f"{said}: not here, {cost.why_not}"
    said += f", {target.loaded}: {filling(cost)}, about {tokens(cost)}"
    return f"{said}  (suggested: {cost.suggested})" if cost.suggested else said


def target_line(
    costs: "Sequence[TargetCost]", chosen: Destination | None, before: Destination, own: int, known: int
) -> tuple[list[Word], list[Word]]:
    """Where the rule goes, what that comes to, and what is suggested instead; the key to choose at the right."""
    goes = before if chosen is None else chosen
    left = [Word("Goes to ", "dim", keep=8), Word(goes.said, "chosen" if chosen is not None else "text", keep=9)]
    cost = next((one for one in costs if one.destination == goes), None)
    if cost is not None:
        left = [left[0], Word(place(cost), left[1].tone, keep=9), Word(f"  {filling(cost, own, known)}", "dim", keep=6)]
        left.append(Word(f", {cost.destination.target.loaded}", "dim", keep=3))
    better = next((one for one in costs if one.suggested and one.destination != goes), None)
    choose = [Word(" choose…", "dim", "reason.target", 8, "f3")]
    if better is not None:
        choose.append(Word(f" suggested: {better.destination.target.name_of_file}", "dim", keep=7))
    return left, choose
