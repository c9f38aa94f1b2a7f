"""Actions of the dialogs: writing a reason, choosing a date, confirming, leaving, notices."""

from dreamtui.tui.actions.registry import Action, Scope

_WORDS = "--rationale TEXT and --rule TEXT of the verb"
_BEGIN = "- a help for writing"
_STAY = "- a way to leave a dialog"

_REASON = (
    Action("reason.record", "Record", "Record the decision with these words.", Scope.REASON, "ctrl+s,ctrl+enter",
           _WORDS, label="record", priority=100, decides=True, words=("save", "submit")),
    Action("reason.keep", "Keep as draft", "Keep the words as a draft and go back.", Scope.REASON, "escape",
           "- drafts belong to the console", label="keep draft", priority=95),
    Action("reason.editor", "In your editor", "Go on writing in $VISUAL or $EDITOR.", Scope.REASON, "ctrl+e",
           "--rationale - reads what another program writes", label="$EDITOR", priority=80),
    Action("reason.preview", "Exact changes", "Show what would change with exactly these words.", Scope.REASON,
           "ctrl+r", "dreamtui show ID --preview", label="changes", priority=70),
    Action("reason.template", "Template", "Insert a beginning by number, or go to the next gap that has to be filled.",
           Scope.REASON, "ctrl+t", "- a help for writing", label="template", priority=75),
    Action("reason.disposition", "Why rejected", "Wrong, wording, duplicate or not now.", Scope.REASON, "ctrl+g",
           "dreamtui reject ID --as WORD", label="as", priority=90),
    Action("reason.as-note", "Rule or note", "Graduate as a rule or as a note.", Scope.REASON, "ctrl+n",
           "dreamtui graduate ID --as note", label="rule/note", priority=55),
    Action("reason.room", "Room in MEMORY.md", "When MEMORY.md is full: refuse, drop old promotions, or go over.",
           Scope.REASON, "ctrl+o", "dreamtui accept ID --make-room or --over-budget", words=("budget", "full")),
    Action("reason.switch", "Other box", "Go from the rule to the reason and back.", Scope.REASON, "tab,shift+tab",
           "- a way to move on the screen", label="rule / why", priority=82, asks=True),
    Action("reason.scroll-down", "Scroll the evidence down", "Scroll the pane behind the box.", Scope.REASON,
           "ctrl+down", "- a way to move on the screen"),
    Action("reason.scroll-up", "Scroll the evidence up", "Scroll the pane behind the box.", Scope.REASON,
           "ctrl+up", "- a way to move on the screen"),
    Action("reason.help", "Help", "Every key that is alive in this box.", Scope.REASON, "f1", "dreamtui --help",
           label="help", priority=85, words=("keys",)),
)  # fmt: skip

_DATE = (
    Action("date.tomorrow", "Tomorrow", "Until tomorrow.", Scope.DATE, "1", "dreamtui defer ID --until tomorrow",
           decides=True),
    Action("date.week", "In a week", "Until a week from today.", Scope.DATE, "2", "dreamtui defer ID --until 1w",
           decides=True),
    Action("date.month", "In four weeks", "Until four weeks from today.", Scope.DATE, "3",
           "dreamtui defer ID --until 4w", decides=True),
    Action("date.quarter", "In a quarter", "Until thirteen weeks from today.", Scope.DATE, "4",
           "dreamtui defer ID --until 13w", decides=True),
    Action("date.other", "Another date", "Type a date: 2026-12-01, +3d or 2w.", Scope.DATE, "d,slash",
           "dreamtui defer ID --until DATE", asks=True),
    Action("date.record", "Record", "Record with the date typed.", Scope.DATE, "ctrl+s",
           "dreamtui defer ID --until DATE", label="record", priority=100, decides=True),
    Action("date.back", "Back", "Go back without deciding.", Scope.DATE, "escape", _STAY, label="back", priority=10),
)  # fmt: skip

_LEAVE = (
    Action("leave.write", "Write and leave", "Write the outputs exactly as shown, then leave.", Scope.LEAVE, "w,ctrl+s",
           "dreamtui sync", label="write and leave", priority=100, decides=True),
    Action("leave.later", "Leave, write later", "Leave now; `dreamtui sync` writes them.", Scope.LEAVE, "l",
           "- leaving is closing the console", label="leave, write later", priority=95),
    Action("leave.back", "Back", "Go back to the queue.", Scope.LEAVE, "escape", _STAY, label="back", priority=90),
)  # fmt: skip

_TEMPLATE = (
    Action("template.first", "First template", "Insert the first beginning.", Scope.TEMPLATE, "1,4", _BEGIN),
    Action("template.second", "Second template", "Insert the second beginning.", Scope.TEMPLATE, "2,5", _BEGIN),
    Action("template.third", "Third template", "Insert the third beginning.", Scope.TEMPLATE, "3,6", _BEGIN),
    Action("template.back", "Back", "Insert nothing.", Scope.TEMPLATE, "escape", _STAY, label="back", priority=10),
)

_CONFIRM = (
    Action("confirm.yes", "Yes", "Do it.", Scope.CONFIRM, "y", "- the command line does what it is told",
           label="yes", priority=100, decides=True),
    Action("confirm.no", "No", "Go back; nothing is done.", Scope.CONFIRM, "escape", _STAY, label="no, back",
           priority=95),
)  # fmt: skip

_NOTICE = (
    Action(
        "notice.close", "Close", "Close the notice.", Scope.NOTICE, "escape,enter,q", _STAY, label="close", priority=100
    ),
)

_PROMPT = (Action("prompt.back", "Back", "Go back.", Scope.PROMPT, "escape", _STAY, label="back", priority=10),)

ACTIONS = (*_REASON, *_TEMPLATE, *_DATE, *_LEAVE, *_CONFIRM, *_NOTICE, *_PROMPT)
"""In the order help shows them."""
