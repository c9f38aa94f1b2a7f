"""Actions of the review screen: decisions, the item, the queue."""

from dreamtui.tui.actions.registry import Action, Scope

_HERE = Scope.REVIEW

_DECIDE = (
    Action(
        "review.take", "Graduate", "Make it a rule, or keep the rule with a new reason; asks for the words.", _HERE,
        "g,a", "dreamtui graduate ID --rationale TEXT", label="graduate", vim="a", priority=100, decides=True,
        words=("accept", "approve", "rerationale", "yes"), asks=True,
    ),
    Action(
        "review.refuse", "Reject or retire", "Say no to it, or retire the rule; asks for the reason.", _HERE,
        "r", "dreamtui reject ID --rationale TEXT", label="reject", priority=95, decides=True,
        words=("no", "wrong", "duplicate", "dismiss"), asks=True,
    ),
    Action(
        "review.later", "Later", "Put it off until a date; it comes back by itself.", _HERE,
        "s", "dreamtui defer ID --until DATE", label="later", priority=90, decides=True,
        words=("defer", "skip", "snooze", "postpone"), asks=True,
    ),
    Action(
        "review.reopen", "Back into the queue", "Put something decided or recurring back into the queue.", _HERE,
        "b", "dreamtui reopen ID", label="reopen", priority=92, decides=True, words=("recurring", "again", "requeue"),
    ),
    Action(
        "review.undo", "Undo", "Take the last decision back; one that is not of this sitting asks for a reason.", _HERE,
        "u", "dreamtui undo [DECISION] --rationale TEXT", label="undo", priority=60, decides=True, words=("revert",),
        asks=True,
    ),
    Action(
        "review.redo", "Redo", "Take the last undo back.", _HERE, "U", "dreamtui redo", decides=True,
    ),
    Action(
        "review.write", "Write the outputs", "Show what CLAUDE.md and MEMORY.md would become, and write them.", _HERE,
        "O", "dreamtui sync", label="write outputs", decides=True, words=("sync", "regenerate", "apply"),
    ),
)  # fmt: skip

_ITEM = (
    Action("review.tab-1", "What it says", "Show the item's text.", _HERE, "1", "dreamtui show ID"),
    Action("review.tab-2", "Evidence", "Show what it rests on, and whether it still resolves.", _HERE, "2",
           "dreamtui show ID"),
    Action("review.tab-3", "Will change", "Show exactly what the decision would change.", _HERE, "3",
           "dreamtui show ID --preview", words=("preview", "diff")),
    Action("review.tab-4", "Item's history", "Show earlier decisions on the same thing.", _HERE, "4",
           "dreamtui audit list"),
    Action("review.tab-5", "Against", "Show what speaks against it.", _HERE, "5", "dreamtui show ID",
           words=("challenge", "objections")),
    Action("review.verb", "Another decision's changes", "Show what the next possible decision would change.", _HERE,
           "c", "dreamtui show ID --preview", words=("preview", "verb")),
    Action("review.open-evidence", "Open the evidence", "Open the commit or the file at its line in your editor.",
           _HERE, "o", "git show SHA", label="open evidence", priority=70, words=("editor", "pager", "commit", "file")),
    Action("review.scroll-down", "Scroll the item down", "Scroll the item's pane without leaving the queue.", _HERE,
           "J", "- a way to move on the screen"),
    Action("review.scroll-up", "Scroll the item up", "Scroll the item's pane without leaving the queue.", _HERE,
           "K", "- a way to move on the screen"),
    Action("review.next-piece", "Next piece of evidence", "Show the next piece of evidence.", _HERE,
           "full_stop", "dreamtui show ID"),
    Action("review.previous-piece", "Previous piece of evidence", "Show the piece of evidence before.", _HERE,
           "semicolon", "dreamtui show ID"),
    Action("review.reveal", "Show what is masked", "Show the secret-like text of this item; the log notes that.", _HERE,
           "V", "dreamtui show ID --json", label="unmask", priority=72, words=("secret", "unmask", "reveal")),
    Action("review.proposal", "Look closely", "Show a proposal statement by statement, its sources beside its result.",
           _HERE, "P", "dreamtui reorganize show ID", label="look closely", priority=97,
           words=("proposal", "statements", "merge", "reorganize", "contradiction")),
    Action("review.edit", "Edit in place", "Write the rule or sentence it would become, or go on with words begun.",
           _HERE, "e", "--rule TEXT and --rationale TEXT of the verb", decides=True,
           words=("rule", "draft", "words", "continue"), asks=True),
    Action("review.edit-outside", "Edit in your editor", "The same in $VISUAL or $EDITOR.", _HERE, "E",
           "--rationale - reads what another program writes", decides=True, words=("rule", "draft", "visual")),
    Action("review.discard", "Discard the draft", "Forget the words begun about this item; asks first.", Scope.QUEUE,
           "x,delete", "- drafts belong to the console", words=("draft", "forget", "throw away")),
    Action("review.file", "Into a file", "Write the item into a new file; asks for its path.", _HERE, "f",
           "dreamtui show ID --json", words=("export", "save", "write"), asks=True),
    Action("review.copy-id", "Copy the id", "Put the item's id on the clipboard.", Scope.QUEUE, "y",
           "dreamtui list", words=("clipboard", "yank")),
    Action("review.copy-text", "Copy the text", "Put the item's text on the clipboard.", _HERE, "Y",
           "dreamtui show ID", words=("clipboard", "yank")),
    Action("review.back", "Back", "Go back to the queue, or leave the filter, the range and the marks.", _HERE,
           "escape", "- a way to move on the screen", label="back", priority=88),
    Action("review.pane", "Other pane", "Go from the queue to the item and back.", _HERE, "tab,shift+tab",
           "- a way to move on the screen"),
    Action("review.zoom", "Full screen", "Give the item the whole screen; esc gives the queue its place back.",
           Scope.QUEUE, "z", "- a way to look at it on the screen", words=("zoom",)),
)  # fmt: skip

_QUEUE = (
    Action("review.filter", "Filter", "Only what matches: words, kind: signal: flag: workspace: actor: age> weight>.",
           Scope.QUEUE, "slash", "dreamtui list --query TEXT", label="filter", priority=50, words=("search", "find"),
           asks=True),
    Action("review.sort", "Sort", "Order by risk, age, weight, title or signal.", _HERE, "S", "dreamtui list --json",
           words=("order",)),
    Action("review.next-tab", "Next status", "Show items of the next status.", Scope.QUEUE, "l,right",
           "dreamtui list --status STATUS", arrows="right", words=("pending", "deferred", "recurring", "decided")),
    Action("review.previous-tab", "Status before", "Show items of the status before.", Scope.QUEUE, "h,left",
           "dreamtui list --status STATUS", arrows="left"),
    Action("review.refresh", "Refresh", "Read the queue again and show what changed.", _HERE, "R", "dreamtui list",
           words=("reload",)),
)  # fmt: skip

ACTIONS = (*_DECIDE, *_ITEM, *_QUEUE)
"""In the order help shows them."""
