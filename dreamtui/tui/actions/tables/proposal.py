"""Actions of the proposal pane and of the box in which a result is edited."""

from dreamtui.tui.actions.registry import Action, Scope

_HERE = Scope.PROPOSAL
_MOVE = "- a way to move on the screen"
_ACCEPT = "dreamtui accept ID"

_PROPOSAL = (
    Action("proposal.accept", "Accept what is chosen", "Carry out the changes that are on; asks for the reason.", _HERE,
           "g,a", f"{_ACCEPT} --rationale TEXT", label="accept", vim="a", priority=100, decides=True,
           words=("yes", "apply", "merge"), asks=True),
    Action("proposal.reject", "Reject the proposal", "Say no to all of it; asks for the reason.", _HERE, "r",
           "dreamtui reject ID --rationale TEXT", label="reject", priority=95, decides=True, words=("no", "wrong"),
           asks=True),
    Action("proposal.choose", "Change on or off", "Switch a change on or off, or choose a way out of a contradiction.",
           _HERE, "space", f"{_ACCEPT} --only MUTATION --choose CHOICE", label="on/off", priority=90,
           words=("choice", "mutation", "only")),
    Action("proposal.edit", "Edit the result", "Write the result of this change as you want it.", _HERE, "e",
           f"{_ACCEPT} --text FILE", label="edit", priority=85, words=("text", "words"), asks=True),
    Action("proposal.restore", "Result as proposed", "Take your words back and show the result as it was proposed.",
           _HERE, "E", "- without --text the result is as proposed", words=("reset", "revert")),
    Action("proposal.let-go", "Let a statement go", "Say that this statement may be lost, or take that back.", _HERE,
           "x", f"{_ACCEPT} --acknowledge STATEMENT", label="let go", priority=80, words=("acknowledge", "lost")),
    Action("proposal.keep", "Keep a lost statement", "Put the lost statement at the end of the result.", _HERE, "K",
           f"{_ACCEPT} --text FILE", label="keep", priority=75, words=("loss", "restore")),
    Action("proposal.next-change", "Next change", "Show the next change of the proposal.", _HERE,
           "right_square_bracket", _MOVE),
    Action("proposal.previous-change", "Change before", "Show the change of the proposal before this one.", _HERE,
           "left_square_bracket", _MOVE),
    Action("proposal.preview", "Exact changes", "Show what accepting exactly this would change, file by file.", _HERE,
           "c", "dreamtui show ID --preview", label="changes", priority=70, words=("diff", "preview")),
    Action("proposal.pane", "Other pane", "Go from the changes to the sources, to the result and back.", _HERE, "tab",
           _MOVE),
    Action("proposal.pane-back", "Pane before", "Go the other way round.", _HERE, "shift+tab", _MOVE),
    Action("proposal.back", "Back", "Go back to the queue; what you chose and wrote here is there when you return.",
           _HERE, "escape", _MOVE, label="back", priority=40),
)  # fmt: skip

_RESULT = (
    Action("result.take", "Take these words", "Go back with the words as they stand; nothing is recorded yet.",
           Scope.RESULT, "escape,ctrl+s,ctrl+enter", f"{_ACCEPT} --text FILE", label="done", priority=100),
    Action("result.editor", "In your editor", "Go on writing in $VISUAL or $EDITOR.", Scope.RESULT, "ctrl+e",
           f"{_ACCEPT} --text FILE", label="$EDITOR", priority=80),
    Action("result.help", "Help", "Every key that is alive in this box.", Scope.RESULT, "f1", "dreamtui --help",
           label="help", priority=70, words=("keys",)),
)  # fmt: skip

ACTIONS = (*_PROPOSAL, *_RESULT)
"""In the order help shows them."""
