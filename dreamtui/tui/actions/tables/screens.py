"""Actions of the secondary screens: history, memory, log, settings, help, palette and mining."""

from dreamtui.tui.actions.registry import Action, Scope

_MOVE = "- a way to move on the screen"
_LOOK = "- a way to look at it on the screen"

_ROWS = (
    Action("rows.filter", "Filter the rows", "Show only rows that hold all the words.", Scope.ROWS, "slash",
           "grep over the command's output", label="filter", priority=50, runs="ask_filter", words=("search", "find"),
           asks=True),
    Action("rows.next-heading", "Next heading", "Go to the first row below the next heading, around the end.",
           Scope.ROWS, "right_curly_bracket", _MOVE, label="next heading", priority=92, runs="heading(1)",
           words=("section", "group", "part")),
    Action("rows.previous-heading", "Heading before", "Go to the first row below the heading before, around the top.",
           Scope.ROWS, "left_curly_bracket", _MOVE, runs="heading(-1)", words=("section", "group", "part")),
    Action("rows.copy", "Copy the name", "Put the row's id, path or value on the clipboard.", Scope.ROWS, "y",
           "- the command line prints it", runs="copy_row", words=("clipboard", "yank")),
)  # fmt: skip

_BROWSE = (
    Action("browse.back", "Back", "Leave the filter, the pane, then the screen.", Scope.BROWSE, "escape", _MOVE,
           label="back", priority=40, words=("close",)),
    Action("browse.pane", "Other pane", "Go from the list to the pane beside it and back.", Scope.BROWSE,
           "tab,shift+tab", _MOVE),
    Action("browse.copy-text", "Copy the text", "Put the text of the pane on the clipboard.", Scope.BROWSE, "Y",
           "- the command line prints it", words=("clipboard", "yank")),
    Action("browse.refresh", "Refresh", "Read it again.", Scope.BROWSE, "R", "- the command line always reads anew",
           words=("reload",)),
    Action("browse.scroll-down", "Scroll the pane down", "Scroll the pane without leaving the list.", Scope.BROWSE,
           "J", _MOVE),
    Action("browse.scroll-up", "Scroll the pane up", "Scroll the pane without leaving the list.", Scope.BROWSE,
           "K", _MOVE),
)  # fmt: skip

_HISTORY = (
    Action("history.changes", "What it changed", "Show the decision's changes side by side, or its record again.",
           Scope.HISTORY, "c", "dreamtui audit show DECISION", label="changes", priority=100, words=("diff",)),
    Action("history.undo", "Undo this decision", "Take this decision back; asks for a reason.",
           Scope.HISTORY, "u", "dreamtui undo DECISION --rationale TEXT", label="undo", priority=90, decides=True,
           words=("revert", "take back"), asks=True),
    Action("history.redo", "Redo this undo", "Take this undo back, so that the decision stands again.", Scope.HISTORY,
           "U", "dreamtui redo UNDO", decides=True),
    Action("history.verify", "Verify the records", "Check every record against its hash, its parents and the log.",
           Scope.HISTORY, "V", "dreamtui audit verify", label="verify", priority=80, words=("hash", "integrity")),
    Action("history.why", "Why is this line there", "From FILE:LINE, a rule or a note to the decision behind it.",
           Scope.HISTORY, "w", "dreamtui why RULE|FILE:LINE", label="why", priority=70, words=("provenance", "blame"),
           asks=True),
    Action("history.file", "Into a file", "Write this decision as JSON into a new file; asks for its path.",
           Scope.HISTORY, "f", "dreamtui audit show DECISION --json", words=("export", "save", "write"), asks=True),
    Action("history.export", "Copy as JSON", "Put this decision on the clipboard as JSON; all of them: audit export.",
           Scope.HISTORY, "E", "dreamtui audit export", words=("export", "json")),
)  # fmt: skip

_MEMORY = (
    Action("memory.keep", "Keep with a new reason", "Write a new reason below the rule's earlier ones.", Scope.MEMORY,
           "g,a", "dreamtui rerationale RULE --rationale TEXT", label="keep", vim="a", priority=100, decides=True,
           words=("rerationale", "review"), asks=True),
    Action("memory.adopt", "Adopt what nobody decided", "Adopt every rule that nobody ever decided, with one reason.",
           Scope.MEMORY, "A", "dreamtui adopt --rationale TEXT", label="adopt all", priority=97, decides=True,
           words=("import", "dotagent", "undecided", "accept"), asks=True),
    Action("memory.retire", "Retire", "Take the rule or note out of what agents read; nothing is deleted.",
           Scope.MEMORY, "r", "dreamtui retire RULE|NOTE --rationale TEXT", label="retire", priority=95, decides=True,
           words=("remove", "delete", "expire"), asks=True),
    Action("memory.edit", "Edit the note", "Write the note's text anew; shown before it is recorded.", Scope.MEMORY,
           "e", "dreamtui memory edit NOTE --text TEXT", label="edit", priority=85, decides=True, words=("text",),
           asks=True),
    Action("memory.edit-outside", "Edit in your editor", "The same in $VISUAL or $EDITOR.", Scope.MEMORY, "E",
           "dreamtui memory edit NOTE --text TEXT", decides=True, words=("note", "visual")),
    Action("memory.undo", "Undo", "Take back what was decided last in this sitting, here or in the queue.",
           Scope.MEMORY, "u", "dreamtui undo", label="undo", priority=87, decides=True, words=("revert", "take back")),
    Action("memory.redo", "Redo", "Take the last undo back.", Scope.MEMORY, "U", "dreamtui redo", decides=True),
    Action("memory.why", "Where it comes from", "Show the decisions, people, reasons and evidence behind it.",
           Scope.MEMORY, "w", "dreamtui why RULE|NOTE", label="why", priority=90, words=("provenance",)),
)  # fmt: skip

_HELP = (
    Action("help.words", "Search by word", "Show only actions that hold all the words.", Scope.HELP, "slash", _LOOK,
           label="search", priority=100, asks=True),
    Action("help.key", "Search by key", "Press a key to find what it does.", Scope.HELP, "space", _LOOK,
           label="press a key", priority=90),
    Action("help.close", "Close the help", "Go back to where you were.", Scope.HELP, "escape,q,question_mark", _MOVE,
           label="close", priority=80),
)  # fmt: skip

_PALETTE = (
    Action("palette.close", "Close the palette", "Go back to where you were.", Scope.PALETTE, "escape", _MOVE,
           label="close", priority=80),
    Action("palette.down", "Next action", "Go to the next action.", Scope.PALETTE, "ctrl+n,ctrl+j,down", _MOVE),
    Action("palette.up", "Action before", "Go to the action before.", Scope.PALETTE, "ctrl+k,up", _MOVE),
)  # fmt: skip

_MINING = (
    Action("mining.stop", "Stop or close", "Stop a run that goes on, and nothing is changed; close one that is done.",
           Scope.MINING, "escape,q", "ctrl+c stops dreamtui dream", label="stop", priority=100, words=("cancel",)),
)  # fmt: skip

_JUMP = (
    Action("jump.back", "Jump nowhere", "Stay where you are.", Scope.JUMP, "escape,ctrl+o", _MOVE, label="back",
           priority=80),
)  # fmt: skip

ACTIONS = (*_HISTORY, *_MEMORY, *_HELP, *_PALETTE, *_JUMP, *_MINING, *_ROWS, *_BROWSE)
"""In the order help shows them."""
