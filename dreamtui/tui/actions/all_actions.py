"""Every action of the console, by the part of it they belong to; together they are the registry."""

from typing import Any

from dreamtui.tui.actions.registry import Action, Scope

# Actions of the review screen: decisions, the item, the queue.

_DECIDE = (
    Action(
        "review.take", "Graduate", "Make it a rule, or keep the rule with a new reason; asks for the words.",
        Scope.REVIEW,
        "g,a", "dreamtui graduate ID --rationale TEXT", label="graduate", vim="a", priority=100, decides=True,
        words=("accept", "approve", "rerationale", "yes"), asks=True,
    ),
    Action(
        "review.refuse", "Reject or retire", "Say no to it, or retire the rule; asks for the reason.", Scope.REVIEW,
        "r", "dreamtui reject ID --rationale TEXT", label="reject", priority=95, decides=True,
        words=("no", "wrong", "duplicate", "dismiss"), asks=True,
    ),
    Action(
        "review.later", "Later", "Defer it until a date; it comes back by itself.", Scope.REVIEW,
        "s", "dreamtui defer ID --until DATE", label="later", priority=90, decides=True,
        words=("defer", "skip", "snooze", "postpone"), asks=True,
    ),
    Action(
        "review.reopen", "Reopen", "Put something decided or recurring back into the queue.", Scope.REVIEW,
        "b", "dreamtui reopen ID", label="reopen", priority=92, decides=True, words=("recurring", "again", "requeue"),
    ),
    Action(
        "review.undo", "Undo", "Undo the last decision; one from an earlier sitting asks for a reason.",
        Scope.REVIEW,
        "u", "dreamtui undo [DECISION] --rationale TEXT", label="undo", priority=60, decides=True, words=("revert",),
        asks=True,
    ),
    Action(
        "review.redo", "Redo", "Redo what was undone last.", Scope.REVIEW, "U", "dreamtui redo", decides=True,
    ),
    Action(
        "review.worst", "Fix the worst", "Do what the line above the queue offers for the worst problem.",
        Scope.REVIEW,
        "i", "dreamtui status --full", words=("index", "repair", "health", "mend"),
    ),
    Action(
        "review.write", "Write the outputs", "Show what CLAUDE.md and MEMORY.md would become, and write them.",
        Scope.REVIEW,
        "O", "dreamtui sync", label="write outputs", decides=True, words=("sync", "regenerate", "apply"),
    ),
)  # fmt: skip

_ITEM = (
    Action("review.tab-1", "What it says", "Show the item's text.", Scope.REVIEW, "1", "dreamtui show ID"),
    Action("review.tab-2", "Evidence", "Show what it rests on, and whether it still resolves.", Scope.REVIEW, "2",
           "dreamtui show ID"),
    Action("review.tab-3", "Will change", "Show exactly what the decision would change.", Scope.REVIEW, "3",
           "dreamtui show ID --preview", words=("preview", "diff")),
    Action("review.tab-4", "Item's history", "Show earlier decisions on the same thing.", Scope.REVIEW, "4",
           "dreamtui audit list"),
    Action("review.tab-5", "Against", "Show what speaks against it.", Scope.REVIEW, "5", "dreamtui show ID",
           words=("challenge", "objections")),
    Action("review.verb", "Another decision's changes", "Show what the next possible decision would change.",
           Scope.REVIEW,
           "c", "dreamtui show ID --preview", words=("preview", "verb")),
    Action("review.open-evidence", "Open the evidence", "Open the commit or the file at its line in your editor.",
           Scope.REVIEW, "o", "git show SHA", label="open evidence", priority=70, words=("editor", "pager", "commit",
           "file")),
    Action("review.scroll-down", "Scroll the item down", "Scroll the item's pane without leaving the queue.",
           Scope.REVIEW,
           "J", "- a way to move on the screen"),
    Action("review.scroll-up", "Scroll the item up", "Scroll the item's pane without leaving the queue.", Scope.REVIEW,
           "K", "- a way to move on the screen"),
    Action("review.next-piece", "Next piece of evidence", "Show the next piece of evidence.", Scope.REVIEW,
           "full_stop", "dreamtui show ID"),
    Action("review.previous-piece", "Previous piece of evidence", "Show the previous piece of evidence.", Scope.REVIEW,
           "semicolon", "dreamtui show ID"),
    Action("review.reveal", "Show what is masked", "Show the secret-like text of this item; the log notes that.",
           Scope.REVIEW,
           "V", "dreamtui show ID --json", label="unmask", priority=72, words=("secret", "unmask", "reveal")),
    Action("review.proposal", "Look closely", "Show a proposal statement by statement, its sources beside its result.",
           Scope.REVIEW, "P", "dreamtui reorganize show ID", label="look closely", priority=87,
           words=("proposal", "statements", "merge", "reorganize", "contradiction")),
    Action("review.draft", "Have a rule drafted", "Ask your model command for the rule; you see what it quotes, and"
           " decide.", Scope.REVIEW, "w", "dreamtui draft ID", words=("model", "ai", "suggest", "write", "words")),
    Action("review.edit", "Edit in place", "Write the rule or sentence it would become, or go on with a draft.",
           Scope.REVIEW, "e", "--rule TEXT and --rationale TEXT of the verb", decides=True,
           words=("rule", "draft", "words", "continue"), asks=True),
    Action("review.edit-outside", "Edit in your editor", "The same in $VISUAL or $EDITOR.", Scope.REVIEW, "E",
           "--rationale - reads what another program writes", decides=True, words=("rule", "draft", "visual")),
    Action("review.discard", "Discard the draft", "Discard the draft of this item; asks first.", Scope.QUEUE,
           "x,delete", "- drafts belong to the console", words=("draft", "forget", "throw away")),
    Action("review.file", "Save to a file", "Write the item into a new file; asks for its path.", Scope.REVIEW, "f",
           "dreamtui show ID --json", words=("export", "save", "write"), asks=True),
    Action("review.import", "Import rules", "Put rules of other tools (AGENTS.md, Cursor, Copilot, a bundle) into the"
           " queue; asks for a file.", Scope.REVIEW, "B", "dreamtui import [FILE]", decides=True, asks=True,
           words=("agents.md", "cursor", "copilot", "gemini", "bundle", "bring in")),
    Action("review.export", "Export rules", "Write the rules and notes with their reasons into a bundle; asks for its"
           " path.", Scope.REVIEW, "T", "dreamtui export --out FILE", asks=True, words=("bundle", "share", "hand on")),
    Action("review.copy-id", "Copy the id", "Put the item's id on the clipboard.", Scope.QUEUE, "y",
           "dreamtui list", words=("clipboard", "yank")),
    Action("review.copy-text", "Copy the text", "Put the item's text on the clipboard.", Scope.REVIEW, "Y",
           "dreamtui show ID", words=("clipboard", "yank")),
    Action("review.back", "Back", "Go back to the queue, or leave the filter, the range and the marks.", Scope.REVIEW,
           "escape", "- a way to move on the screen", label="back", priority=91),
    Action("review.pane", "Other pane", "Go from the queue to the item and back.", Scope.REVIEW, "tab,shift+tab",
           "- a way to move on the screen"),
    Action("review.zoom", "Full screen", "Show the item on the whole screen, or beside the queue.",
           Scope.REVIEW, "z", "- a way to look at it on the screen", words=("zoom",)),
)  # fmt: skip

_QUEUE = (
    Action("review.filter", "Filter", "Only what matches: words, kind: signal: flag: workspace: actor: age> weight>.",
           Scope.QUEUE, "slash", "dreamtui list --query TEXT", label="filter", priority=50, words=("search", "find"),
           asks=True),
    Action("review.sort", "Sort", "Order by risk, as found, by age, weight, title or signal.",
           Scope.REVIEW, "S", "dreamtui list --json",
           words=("order",)),
    Action("review.next-tab", "Next status", "Show items of the next status.", Scope.QUEUE, "l,right",
           "dreamtui list --status STATUS", arrows="right",
           words=("pending", "deferred", "recurring", "decided", "drafts", "tabs")),
    Action("review.previous-tab", "Previous status", "Show items of the previous status.", Scope.QUEUE, "h,left",
           "dreamtui list --status STATUS", arrows="left"),
    Action("review.refresh", "Refresh", "Read the queue again and show what changed.",
           Scope.REVIEW, "R", "dreamtui list",
           words=("reload",)),
)  # fmt: skip

_REVIEW_ACTIONS = (*_DECIDE, *_ITEM, *_QUEUE)

# Actions of the proposal pane and of the box in which a result is edited.

_MOVE = "- a way to move on the screen"
_ACCEPT = "dreamtui accept ID"
_TAKE = f"{_ACCEPT} --choose CHOICE or --take a|b|both"

_PROPOSAL = (
    Action("proposal.accept", "Accept what is chosen", "Carry out the changes that are on; asks for the reason.",
           Scope.PROPOSAL,
           "g,a", f"{_ACCEPT} --rationale TEXT", label="accept", vim="a", priority=100, decides=True,
           words=("yes", "apply", "merge"), asks=True),
    Action("proposal.reject", "Reject the proposal", "Say no to all of it; asks for the reason.", Scope.PROPOSAL, "r",
           "dreamtui reject ID --rationale TEXT", label="reject", priority=95, decides=True, words=("no", "wrong"),
           asks=True),
    Action("proposal.later", "Later", "Put the proposal off until a date; it comes back by itself.", Scope.PROPOSAL,
           "s", "dreamtui defer ID --until DATE", label="later", priority=86, decides=True, words=("defer",),
           asks=True),
    Action("proposal.take-1", "The first", "Take the first choice of a contradiction, with a reason; of two wordings"
           " take a.", Scope.PROPOSAL, "1", _TAKE, label="take a", priority=84,
           decides=True, words=("keep", "choose"), asks=True),
    Action("proposal.take-2", "The second", "Take the second choice; of two wordings b.", Scope.PROPOSAL, "2",
           _TAKE, label="take b", priority=83, decides=True, words=("keep", "choose"), asks=True),
    Action("proposal.take-3", "Both, or the third", "Take the third choice; of two wordings both.",
           Scope.PROPOSAL, "3", _TAKE, label="both", priority=82, decides=True, words=("keep", "choose"), asks=True),
    Action("proposal.choose", "Change on or off", "Switch a change on or off, or mark a choice of a contradiction.",
           Scope.PROPOSAL, "space", f"{_ACCEPT} --only MUTATION --choose CHOICE", label="on/off", priority=90,
           words=("choice", "mutation", "only")),
    Action("proposal.edit", "Edit the result", "Write the result of this change as you want it.", Scope.PROPOSAL, "e",
           f"{_ACCEPT} --text FILE", label="edit", priority=85, words=("text", "words"), asks=True),
    Action("proposal.restore", "Result as proposed", "Drop your words and show the result as it was proposed.",
           Scope.PROPOSAL, "E", "- without --text the result is as proposed", words=("reset", "revert")),
    Action("proposal.let-go", "Let a statement go", "Allow this statement to be lost, or forbid it again.",
           Scope.PROPOSAL,
           "x", f"{_ACCEPT} --acknowledge STATEMENT", label="let go", priority=80, words=("acknowledge", "lost")),
    Action("proposal.keep", "Keep a lost statement", "Put the lost statement at the end of the result.",
           Scope.PROPOSAL, "K",
           f"{_ACCEPT} --text FILE", label="keep", priority=75, words=("loss", "restore")),
    Action("proposal.next-change", "Next change", "Show the next change of the proposal; in a contradiction mark the"
           " next choice.", Scope.PROPOSAL, "right_square_bracket,right", _MOVE),
    Action("proposal.previous-change", "Previous change", "Show the previous change of the proposal; in a"
           " contradiction mark the previous choice.", Scope.PROPOSAL, "left_square_bracket,left", _MOVE),
    Action("proposal.preview", "Exact changes", "Show what accepting exactly this would change, file by file.",
           Scope.PROPOSAL,
           "c", "dreamtui show ID --preview", label="changes", priority=70, words=("diff", "preview")),
    Action("proposal.pane", "Other pane", "Go from the choices or changes to the sources, to the result and back.",
           Scope.PROPOSAL, "tab", _MOVE, label="statements", priority=88),
    Action("proposal.pane-back", "Previous pane", "Go the other way round.", Scope.PROPOSAL, "shift+tab", _MOVE),
    Action("proposal.back", "Back", "Go back to the queue; what you chose and wrote here is there when you return.",
           Scope.PROPOSAL, "escape", _MOVE, label="back", priority=40),
)  # fmt: skip

_RESULT = (
    Action("result.take", "Take these words", "Go back with the words as they stand; nothing is recorded yet.",
           Scope.RESULT, "escape,ctrl+s,ctrl+enter", f"{_ACCEPT} --text FILE", label="done", priority=100),
    Action("result.editor", "In your editor", "Go on writing in $VISUAL or $EDITOR.", Scope.RESULT, "ctrl+e",
           f"{_ACCEPT} --text FILE", label="$EDITOR", priority=80),
    Action("result.help", "Help", "Every key active in this box.", Scope.RESULT, "f1", "dreamtui --help",
           label="help", priority=70, words=("keys",)),
)  # fmt: skip

_PROPOSAL_ACTIONS = (*_PROPOSAL, *_RESULT)

# Actions of the dialogs: writing a reason, choosing a date, confirming, leaving, notices.

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
    Action("reason.template", "Template", "Insert a template by number, or go to the next gap to fill.",
           Scope.REASON, "ctrl+t", "- a help for writing", label="template", priority=75),
    Action("reason.disposition", "Why rejected", "Wrong, wording, duplicate or not now.", Scope.REASON, "ctrl+g",
           "dreamtui reject ID --as WORD", label="as", priority=78),
    Action("reason.as-note", "Rule or note", "Graduate as a rule or as a note.", Scope.REASON, "ctrl+n",
           "dreamtui graduate ID --as note", label="rule/note", priority=55),
    Action("reason.until", "Holds until", "How long the rule holds, then it comes back for review; default 180"
           " days.", Scope.REASON, "f2", "dreamtui graduate ID --until DATE", label="holds until", priority=54,
           words=("expire", "review", "date", "temporary")),
    Action("reason.target", "Where it goes", "Choose where the rule goes: CLAUDE.md, .claude/rules, AGENTS.md, Claude's"
           " memory, your own rules; with what it costs there.", Scope.REASON, "f3",
           "dreamtui graduate ID --to TARGET", label="goes to", priority=53,
           words=("target", "place", "rules", "paths", "user", "destination")),
    Action("reason.room", "Room in MEMORY.md", "When MEMORY.md is full: refuse, drop old promotions, or go over.",
           Scope.REASON, "ctrl+o", "dreamtui accept ID --make-room or --over-budget", words=("budget", "full")),
    Action("reason.drafted", "The model's words", "Put the rule that a model drafted into its box, to be edited.",
           Scope.REASON, "ctrl+l", "dreamtui graduate ID --drafted", label="model's words", priority=83,
           words=("draft", "ai", "suggest")),
    Action("reason.switch", "Other box", "Go from the rule to the reason and back.", Scope.REASON, "tab,shift+tab",
           "- a way to move on the screen", label="rule / why", priority=82, asks=True),
    Action("reason.scroll-down", "Scroll the evidence down", "Scroll the evidence, or the pane behind the box.",
           Scope.REASON, "ctrl+down", "- a way to move on the screen"),
    Action("reason.scroll-up", "Scroll the evidence up", "Scroll the evidence, or the pane behind the box.",
           Scope.REASON, "ctrl+up", "- a way to move on the screen"),
    Action("reason.help", "Help", "Every key active in this box.", Scope.REASON, "f1", "dreamtui --help",
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
    Action("date.reason", "With a reason", "Write first why it is put off; then the date is asked.", Scope.DATE, "w",
           "dreamtui defer ID --until DATE --rationale TEXT", label="with a reason", priority=50, words=("why",),
           asks=True),
    Action("date.record", "Record", "Record with the date typed.", Scope.DATE, "ctrl+s",
           "dreamtui defer ID --until DATE", label="record", priority=100, decides=True),
    Action("date.back", "Back", "Go back without deciding.", Scope.DATE, "escape", _STAY, label="back", priority=10),
)  # fmt: skip

_TARGET = (
    Action("target.outputs", "The outputs", "Where dreamtui.outputs says.", Scope.TARGET, "1",
           "dreamtui graduate ID --to outputs"),
    Action("target.claude", "CLAUDE.md", "The project's CLAUDE.md and nothing else.", Scope.TARGET, "2",
           "dreamtui graduate ID --to claude"),
    Action("target.rules", ".claude/rules", "Loaded only when a matching file is read.", Scope.TARGET, "3",
           "dreamtui graduate ID --to rules"),
    Action("target.agents", "AGENTS.md", "The file that other agents read.", Scope.TARGET, "4",
           "dreamtui graduate ID --to agents"),
    Action("target.memory", "Claude's memory", "The memory folder of this project.", Scope.TARGET, "5",
           "dreamtui graduate ID --to memory"),
    Action("target.user", "Your own rules", "Loaded in every project of yours; only on this machine.", Scope.TARGET,
           "6", "dreamtui graduate ID --to user"),
    Action("target.paths", "Other patterns", "Type the files that .claude/rules is for.", Scope.TARGET, "p",
           "dreamtui graduate ID --to rules --paths GLOB", asks=True),
    Action("target.take", "Take them", "Take the patterns typed.", Scope.TARGET, "ctrl+s",
           "dreamtui graduate ID --to rules --paths GLOB", label="take", priority=100),
    Action("target.back", "Back", "Go back; the target stays as it is.", Scope.TARGET, "escape", _STAY, label="back",
           priority=10),
)  # fmt: skip

_LEAVE = (
    Action("leave.write", "Write and leave", "Write the outputs exactly as shown, then leave.", Scope.LEAVE, "w,ctrl+s",
           "dreamtui sync", label="write and leave", priority=100, decides=True),
    Action("leave.later", "Leave, write later", "Leave now; `dreamtui sync` writes them.", Scope.LEAVE, "l",
           "- leaving is closing the console", label="leave, write later", priority=95),
    Action("leave.back", "Back", "Go back to the queue.", Scope.LEAVE, "escape", _STAY, label="back", priority=90),
)  # fmt: skip

_TEMPLATE = (
    Action("template.first", "First template", "Insert the first template.", Scope.TEMPLATE, "1", _BEGIN),
    Action("template.second", "Second template", "Insert the second template.", Scope.TEMPLATE, "2", _BEGIN),
    Action("template.third", "Third template", "Insert the third template.", Scope.TEMPLATE, "3", _BEGIN),
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

_DIALOGS_ACTIONS = (*_REASON, *_TEMPLATE, *_DATE, *_TARGET, *_LEAVE, *_CONFIRM, *_NOTICE, *_PROMPT)

# Actions of the secondary screens: history, memory, log, settings, help, palette and mining.

_LOOK = "- a way to look at it on the screen"

_ROWS = (
    Action("rows.filter", "Filter the rows", "Show only rows with all the words.", Scope.ROWS, "slash",
           "grep over the command's output", label="filter", priority=50, runs="ask_filter", words=("search", "find"),
           asks=True),
    Action("rows.next-heading", "Next heading", "Go to the first row below the next heading; wraps around.",
           Scope.ROWS, "right_curly_bracket", _MOVE, label="next heading", priority=92, runs="heading(1)",
           words=("section", "group", "part")),
    Action("rows.previous-heading", "Previous heading", "Go to the first row below the previous heading; wraps around.",
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
    Action("browse.zoom", "Full screen", "Show the pane on the whole screen, or beside the list.", Scope.BROWSE,
           "z", _LOOK, words=("zoom",)),
    Action("browse.refresh", "Refresh", "Read it again.", Scope.BROWSE, "R", "- the command line always reads again",
           words=("reload",)),
    Action("browse.scroll-down", "Scroll the pane down", "Scroll the pane without leaving the list.", Scope.BROWSE,
           "J", _MOVE),
    Action("browse.scroll-up", "Scroll the pane up", "Scroll the pane without leaving the list.", Scope.BROWSE,
           "K", _MOVE),
)  # fmt: skip

_HISTORY = (
    Action("history.changes", "What it changed", "Show the decision's changes side by side, or its record again.",
           Scope.HISTORY, "c", "dreamtui audit show DECISION", label="changes", priority=100, words=("diff",)),
    Action("history.undo", "Undo this decision", "Undo this decision; asks for a reason.",
           Scope.HISTORY, "u", "dreamtui undo DECISION --rationale TEXT", label="undo", priority=90, decides=True,
           words=("revert", "take back"), asks=True),
    Action("history.redo", "Redo this undo", "Redo it, so that the decision stands again.", Scope.HISTORY,
           "U", "dreamtui redo UNDO", decides=True),
    Action("history.verify", "Verify the records", "Check every record against its hash, its parents and the log.",
           Scope.HISTORY, "V", "dreamtui audit verify", label="verify", priority=80, words=("hash", "integrity")),
    Action("history.why", "Why is this line there", "From FILE:LINE, a rule or a note to the decision behind it.",
           Scope.HISTORY, "w", "dreamtui why RULE|FILE:LINE", label="why", priority=70, words=("provenance", "blame"),
           asks=True),
    Action("history.file", "Save to a file", "Write this decision as JSON into a new file; asks for its path.",
           Scope.HISTORY, "f", "dreamtui audit show DECISION --json", words=("export", "save", "write"), asks=True),
    Action("history.export", "Copy as JSON", "Put this decision on the clipboard as JSON; all of them: audit export.",
           Scope.HISTORY, "E", "dreamtui audit export", words=("export", "json")),
)  # fmt: skip

_OVERVIEW = (
    Action("overview.mend", "Fix it", "Fix what the row says is wrong, or go where it is fixed.", Scope.OVERVIEW,
           "i", "dreamtui status --full", label="fix", priority=100, words=("repair", "index")),
    Action("overview.undo", "Undo", "Undo the last decision of this sitting.", Scope.OVERVIEW, "u",
           "dreamtui undo", label="undo", priority=87, decides=True, words=("revert", "take back")),
)  # fmt: skip

_MEMORY = (
    Action("memory.keep", "Keep with a new reason", "Write a new reason below the rule's earlier ones.", Scope.MEMORY,
           "g,a", "dreamtui rerationale RULE --rationale TEXT", label="keep", vim="a", priority=100, decides=True,
           words=("rerationale", "review"), asks=True),
    Action("memory.move", "Move", "Give the rule another target: CLAUDE.md, .claude/rules, AGENTS.md, memory, your own"
           " rules.", Scope.MEMORY, "s", "dreamtui move RULE --to TARGET --rationale TEXT", label="move", priority=93,
           decides=True,
           words=("target", "rules", "place", "destination"), asks=True),
    Action("memory.retire", "Retire", "Take the rule or note out of what agents read; nothing is deleted.",
           Scope.MEMORY, "r", "dreamtui retire RULE|NOTE --rationale TEXT", label="retire", priority=95, decides=True,
           words=("remove", "delete", "expire"), asks=True),
    Action("memory.edit", "Edit the note", "Rewrite the note's text; shown before it is recorded.", Scope.MEMORY,
           "e", "dreamtui memory edit NOTE --text TEXT", label="edit", priority=85, decides=True, words=("text",),
           asks=True),
    Action("memory.edit-outside", "Edit in your editor", "The same in $VISUAL or $EDITOR.", Scope.MEMORY, "E",
           "dreamtui memory edit NOTE --text TEXT", decides=True, words=("note", "visual")),
    Action("memory.undo", "Undo", "Undo the last decision of this sitting, made here or in the queue.",
           Scope.MEMORY, "u", "dreamtui undo", label="undo", priority=87, decides=True, words=("revert", "take back")),
    Action("memory.redo", "Redo", "Redo what was undone last.", Scope.MEMORY, "U", "dreamtui redo", decides=True),
    Action("memory.why", "Where it comes from", "Show the decisions, people, reasons and evidence behind it.",
           Scope.MEMORY, "w", "dreamtui why RULE|NOTE", label="why", priority=90, words=("provenance",)),
)  # fmt: skip

_HELP = (
    Action("help.words", "Search by word", "Show only actions with all the words.", Scope.HELP, "slash", _LOOK,
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
    Action("palette.up", "Previous action", "Go to the previous action.", Scope.PALETTE, "ctrl+k,up", _MOVE),
)  # fmt: skip

_MINING = (
    Action("mining.stop", "Stop or close", "Stop the run, and nothing is changed; or close it when done.",
           Scope.MINING, "escape,q", "ctrl+c stops dreamtui dream", label="stop", priority=100, words=("cancel",)),
)  # fmt: skip

_JUMP = (
    Action("jump.back", "Cancel the jump", "Stay where you are.", Scope.JUMP, "escape,ctrl+o", _MOVE, label="back",
           priority=80),
)  # fmt: skip

_SEARCH = (
    Action("search.open", "Open the hit", "Open the file, commit or conversation of the hit at its line.",
           Scope.SEARCH, "o", "dreamtui search TEXT prints the place", label="open", priority=90,
           words=("editor", "file")),
    Action("search.ask", "Other words", "Go back to the box and change the search.", Scope.SEARCH, "e",
           "dreamtui search TEXT", label="other words", priority=85, words=("query", "edit"), asks=True),
)  # fmt: skip

_SCREENS_ACTIONS = (*_HISTORY, *_OVERVIEW, *_SEARCH, *_MEMORY, *_HELP, *_PALETTE, *_JUMP, *_MINING, *_ROWS, *_BROWSE)

# Actions of the promotions screen: thresholds, what MEMORY.md would be, the way into the queue.

_PROMOTIONS_ACTIONS = (
    Action("promotions.queue", "Put into the queue", "Put every recall that passes into the queue, to be decided.",
           Scope.PROMOTIONS, "g,a", "dreamtui promote --queue", label="into the queue", vim="a", priority=100,
           decides=True,
           words=("promote", "review", "qualified")),
    Action("promotions.lower", "Lower the threshold", "Move the chosen threshold down; nothing is written.",
           Scope.PROMOTIONS,
           "left,h,minus", "dreamtui promote --min-score N", label="lower", priority=95,
           words=("slider", "min", "what if")),
    Action("promotions.raise", "Raise the threshold", "Move the chosen threshold up; nothing is written.",
           Scope.PROMOTIONS,
           "right,l,plus", "dreamtui promote --min-score N", label="raise", priority=94,
           words=("slider", "min", "what if")),
    Action("promotions.threshold", "Next threshold", "Choose which threshold moves: score, recalls or queries.",
           Scope.PROMOTIONS,
           "s", "dreamtui promote --min-recall-count N --min-unique-queries N", label="next threshold", priority=93,
           words=("slider", "score", "recalls", "queries")),
    Action("promotions.reset", "Thresholds as configured", "Put the thresholds back to what the configuration says.",
           Scope.PROMOTIONS, "0", "dreamtui promote", label="reset", priority=60, words=("default", "reset")),
    Action("promotions.mode", "Mode of scheduled runs", "How often, and with which thresholds, they fill the queue.",
           Scope.PROMOTIONS, "e", "dreamtui promote mode WORD", words=("core", "rem", "deep", "off", "cadence"),
           decides=True, asks=True),
    Action("promotions.memory", "MEMORY.md before and after", "Show side by side what MEMORY.md would become.",
           Scope.PROMOTIONS,
           "c", "dreamtui promote", label="MEMORY.md", priority=90, words=("preview", "diff", "budget", "changes")),
)  # fmt: skip

# Actions of the screen of what runs by itself.

_AUTOMATION_ACTIONS = (
    Action("automation.on", "Install", "Show what installing the schedule or the hook would write, then write it.",
           Scope.AUTOMATION, "g,a", "dreamtui schedule install cron", label="install", vim="a", priority=100,
           decides=True, words=("on", "enable", "schedule", "hook", "cron")),
    Action("automation.off", "Uninstall", "Show what uninstalling would leave, then write it.", Scope.AUTOMATION, "r",
           "dreamtui schedule uninstall cron", label="uninstall", priority=95, decides=True,
           words=("off", "disable", "take out", "remove")),
    Action("automation.undo", "Undo", "Show how to undo the last switch of this sitting, then write it.",
           Scope.AUTOMATION, "u", "dreamtui hook uninstall", label="undo", priority=87, decides=True,
           words=("take back", "revert")),
)  # fmt: skip

# Actions of the memory folders' screen, and of the box that shows changes before they are written.

_FOLDER_ACTIONS = (
    Action("folder.mend", "Fix the index", "Show what regenerating MEMORY.md would change, then write it.",
           Scope.FOLDER, "i",
           "dreamtui memory index", label="fix index", priority=100,
           words=("regenerate", "orphans", "dangling", "budget", "MEMORY.md")),
    Action("folder.verify", "Verify the claims", "Check what the memories say about the repository.",
           Scope.FOLDER, "V",
           "dreamtui memory verify", label="verify", priority=90, words=("claims", "stale", "paths", "gone")),
    Action("folder.retire", "Retire", "Move the memory to the archive, and its line out of the index.",
           Scope.FOLDER, "r",
           "dreamtui retire MEMORY --rationale TEXT", label="retire", priority=95, decides=True,
           words=("remove", "delete", "archive"), asks=True),
    Action("folder.versions", "Versions", "Show what the file said before, or what it says now.", Scope.FOLDER, "c",
           "dreamtui memory history FILE", label="versions", priority=85, words=("history", "snapshots", "before")),
    Action("folder.restore", "Restore", "Show an earlier version of the file, then write it.", Scope.FOLDER, "b",
           "dreamtui memory restore FILE", label="restore", priority=80, words=("bring back", "undelete", "lost")),
    Action("folder.well", "Dismiss the loss", "Note that a file vanished or shrank on purpose.",
           Scope.FOLDER,
           "x", "dreamtui memory history --acknowledge FILE", words=("acknowledge", "dismiss")),
    Action("folder.scope", "Move to another scope", "Propose to move the memory to project, user or team.",
           Scope.FOLDER,
           "s", "dreamtui memory move FILE --to SCOPE", label="scope", priority=60, words=("team", "user", "project"),
           asks=True),
    Action("folder.undo", "Undo", "Undo the last decision of this sitting, made here or in the queue.",
           Scope.FOLDER,
           "u", "dreamtui undo", label="undo", priority=87, decides=True, words=("revert", "take back")),
    Action("folder.redo", "Redo", "Redo what was undone last.", Scope.FOLDER, "U", "dreamtui redo", decides=True),
    Action("folder.open", "Open the file", "Open the file in your editor and come back to the same place.",
           Scope.FOLDER, "o",
           "- the file is where `dreamtui memory status` says", label="open", priority=50, words=("editor", "edit")),
    Action("apply.write", "Write it", "Write exactly what is shown; recorded, and undone like a decision.",
           Scope.APPLY, "w,ctrl+s", "- the command line writes what it is told", label="write", priority=100,
           decides=True, words=("apply", "confirm")),
    Action("apply.back", "Back", "Go back; nothing is written.", Scope.APPLY, "escape,q", "- a way to leave a dialog",
           label="back", priority=90),
)  # fmt: skip

# Actions that work on every screen.

_ANYWHERE_ACTIONS = (
    Action(
        "app.help", "Help", "Every key active here; search by word or by key.", Scope.ANYWHERE,
        "question_mark,f1", "dreamtui --help", label="help", priority=1000, words=("keys", "cheatsheet"),
    ),
    Action(
        "app.palette", "Command palette", "Every action by its name, with its key.", Scope.ANYWHERE, "colon,ctrl+p",
        "- a way to find actions; the command line has --help", words=("commands", "find"), asks=True,
    ),
    Action(
        "app.search", "Search everything", "Items, rules, notes, memories, decisions and their reasons, conversations.",
        Scope.ANYWHERE, "ctrl+f", "dreamtui search TEXT", words=("find", "look for", "grep"), asks=True,
    ),
    Action(
        "app.queue", "Queue", "Go back to the queue from wherever you are; nothing is lost.",
        Scope.ANYWHERE, "Q", "dreamtui list", words=("review", "items", "back"),
    ),
    Action(
        "app.history", "History and audit", "What was decided, by whom and why; verify, undo, why.",
        Scope.ANYWHERE, "H",
        "dreamtui audit list", words=("decisions", "log", "records"),
    ),
    Action(
        "app.overview", "What agents remember", "What is wrong with it, what every session loads, what waits.",
        Scope.ANYWHERE, "I",
        "dreamtui status --full", words=("home", "health", "state", "status", "loaded", "tokens"),
    ),
    Action(
        "app.memory", "Memory", "Rules and notes with their budgets, and what agents really load.", Scope.ANYWHERE, "M",
        "dreamtui context", words=("rules", "notes", "budget"),
    ),
    Action(
        "app.folders", "Claude memory", "Memory folders: their indexes, what is wrong, claims, versions.",
        Scope.ANYWHERE, "C",
        "dreamtui memory status", words=("claude", "auto memory", "topic", "index", "orphans"),
    ),
    Action(
        "app.promotions", "Promotions", "Recalls ranked, what would pass, and what MEMORY.md would become.",
        Scope.ANYWHERE,
        "D", "dreamtui promote", words=("recalls", "dreaming", "openclaw", "long-term", "thresholds"),
    ),
    Action(
        "app.training", "Nightly training", "Levels, marks over time, who tells whom, and which verticals are quiet.",
        Scope.ANYWHERE, "F",
        "dreamtui train progress", words=("progress", "cycles", "briefs", "verticals", "curriculum"),
    ),
    Action(
        "app.automation", "Automation", "What runs by itself: schedules, hooks, the last and next run, failures.",
        Scope.ANYWHERE, "A",
        "dreamtui schedule status", words=("cron", "systemd", "hooks", "guard", "unattended", "runs", "next"),
    ),
    Action(
        "app.log", "Log", "Runs, decisions, undos and what was said in this sitting.", Scope.ANYWHERE, "L",
        "dreamtui audit log", words=("messages", "toasts", "errors"),
    ),
    Action(
        "app.settings", "Settings", "Every setting with its value and where it comes from.", Scope.ANYWHERE, "comma",
        "dreamtui config", words=("configuration", "options", "keymap"),
    ),
    Action(
        "app.jump", "Jump", "Show a letter on each pane and tab; pressing it goes there.", Scope.ANYWHERE, "ctrl+o",
        "- a way to move on the screen", words=("letters", "focus", "go to"),
    ),
    Action(
        "app.theme", "Next theme", "Show the console in the next theme, kept in this workspace.", Scope.ANYWHERE, "t",
        "dreamtui --theme=NAME", words=("dark", "light", "colours", "contrast"),
    ),
    Action(
        "app.mine", "Look for new items", "Read events and history and put new candidates into the queue.",
        Scope.ANYWHERE, "m",
        "dreamtui dream", label="look for new", priority=45, words=("dream", "mine", "run"), decides=True,
    ),
    Action(
        "app.look-for", "Look for something", "The same, with your instructions; the run records them.",
        Scope.ANYWHERE, "", "dreamtui dream --instructions TEXT", words=("instructions", "dream", "mine", "run"),
        decides=True, asks=True,
    ),
    Action(
        "app.add", "Add a candidate", "Put something you saw into the queue; asks for a line and for what shows it.",
        Scope.ANYWHERE, "ctrl+n", "dreamtui add --title TEXT --evidence TEXT", words=("new", "by hand", "file"),
        decides=True, asks=True,
    ),
    Action(
        "app.note", "Add a note", "Write a note into memory; recorded, and undone like a decision.",
        Scope.ANYWHERE, "", "dreamtui memory add --title TEXT --text TEXT", words=("new", "remember", "memory"),
        decides=True, asks=True,
    ),
    Action(
        "app.suspend", "To the shell", "Suspend the console and go back to the shell; `fg` resumes it.",
        Scope.ANYWHERE,
        "ctrl+z", "- the shell's own job control", words=("background", "suspend"),
    ),
    Action(
        "app.quit", "Leave", "Leave the console: shows what was decided and what will be written, if anything.",
        Scope.ANYWHERE,
        "q,ctrl+q", "dreamtui sync", label="leave", priority=10, words=("quit", "exit", "close"),
    ),
)  # fmt: skip

# Actions of the widgets: lists, panes, texts and diffs.


def _of(scope: Scope, name: str, title: str, keys: str, runs: str, say: str, twin: str = _MOVE, **more: Any) -> Action:
    return Action(name, title, say, scope, keys, twin, runs=runs, **more)


def _list(name: str, title: str, keys: str, runs: str, say: str, **more: Any) -> Action:
    return _of(Scope.LIST, f"list.{name}", title, keys, runs, say, **more)


def _pane(name: str, title: str, keys: str, runs: str, say: str, **more: Any) -> Action:
    return _of(Scope.PANE, f"pane.{name}", title, keys, runs, say, **more)


def _diff(name: str, title: str, keys: str, runs: str, say: str, twin: str = _LOOK, **more: Any) -> Action:
    return _of(Scope.DIFF, f"diff.{name}", title, keys, runs, say, twin, **more)


_LIST = (
    _list("down", "Down", "j,down", "move(1)", "Go to the next row.", arrows="down"),
    _list("up", "Up", "k,up", "move(-1)", "Go to the previous row.", arrows="up"),
    _list("first", "First", "home", "first", "Go to the first row.", vim="g,home"),
    _list("last", "Last", "G,end", "last", "Go to the last row.", arrows="end"),
    _list("half-down", "Half a page down", "ctrl+d", "half_page(1)", "Move half a page down."),
    _list("half-up", "Half a page up", "ctrl+u", "half_page(-1)", "Move half a page up."),
    _list("page-down", "Page down", "pagedown", "page(1)", "Move a page down."),
    _list("page-up", "Page up", "pageup", "page(-1)", "Move a page up."),
    _list("open", "Open", "enter", "open", "Open the row at the cursor."),
)

_MARK = "several ids after the verb, as in dreamtui reject ID ID"

_WIDGETS_QUEUE = (
    _of(Scope.QUEUE, "list.next-undecided", "Next undecided", "right_square_bracket", "undecided(1)",
        "Go to the next item that waits for a decision."),
    _of(Scope.QUEUE, "list.previous-undecided", "Previous undecided", "left_square_bracket", "undecided(-1)",
        "Go to the previous item that waits for a decision."),
    _of(Scope.QUEUE, "list.mark", "Mark", "space", "mark", "Mark or unmark the item.", _MARK,
        label="mark", priority=47),
    _of(Scope.QUEUE, "list.range", "Range", "v", "range", "Begin a range, or mark its rows and end it.", _MARK),
    _of(Scope.QUEUE, "list.extend-down", "Extend down", "shift+down", "extend(1)", "Add the next row.", _MARK),
    _of(Scope.QUEUE, "list.extend-up", "Extend up", "shift+up", "extend(-1)", "Add the previous row.", _MARK),
    _of(Scope.QUEUE, "list.mark-all", "Mark all shown", "asterisk", "mark_all", "Mark every row shown, or none.",
        _MARK),
    _of(Scope.QUEUE, "list.cancel-range", "Leave the range", "escape", "cancel_range", "Leave the range unmarked.",
        _MARK, yields=True),
)  # fmt: skip

_PANE = (
    _pane("down", "Down", "j,down", "lines(1)", "Scroll a line down.", arrows="down"),
    _pane("up", "Up", "k,up", "lines(-1)", "Scroll a line up.", arrows="up"),
    _pane("half-down", "Half a page down", "ctrl+d", "half_page(1)", "Scroll half a page down."),
    _pane("half-up", "Half a page up", "ctrl+u", "half_page(-1)", "Scroll half a page up."),
    _pane("page-down", "Page down", "pagedown", "half_page(2)", "Scroll a page down."),
    _pane("page-up", "Page up", "pageup", "half_page(-2)", "Scroll a page up."),
    _pane("top", "Top", "home", "edge(-1)", "Go to the top.", vim="g,home"),
    _pane("bottom", "Bottom", "G,end", "edge(1)", "Go to the bottom.", arrows="end"),
)

_TEXT = (
    _of(Scope.TEXT, "pane.search", "Search", "slash", "search", "Search in the text.", _LOOK, asks=True),
    _of(Scope.TEXT, "pane.next-match", "Next match", "n", "match(1)", "Go to the next match.", _LOOK),
    _of(Scope.TEXT, "pane.previous-match", "Previous match", "N", "match(-1)", "Go to the previous match.", _LOOK),
)

_DIFF = (
    _diff("next", "Next change", "n", "change(1)", "Go to the next change.", label="next change", priority=50),
    _diff("previous", "Previous change", "p", "change(-1)", "Go to the previous change."),
    _diff("split", "Split or unified", "d", "toggle_split", "Side by side, or one below the other."),
    _diff("whitespace", "Whitespace", "W", "toggle_whitespace", "Show tabs and trailing blanks as marks."),
    _diff("unfold", "Unfold", "x", "unfold", "Show the equal lines folded here."),
    _diff("unfold-all", "Unfold all", "X", "unfold_all", "Show or fold all equal lines."),
    _diff("more", "More context", "right_curly_bracket", "context(3)", "Keep more equal lines around each change."),
    _diff("less", "Less context", "left_curly_bracket", "context(-3)", "Keep fewer equal lines around each change."),
    _diff("copy", "Copy the change", "y", "copy", "Put the current change on the clipboard.",
          "dreamtui show ID --preview"),
)  # fmt: skip

_WIDGETS_ACTIONS = (*_LIST, *_WIDGETS_QUEUE, *_PANE, *_TEXT, *_DIFF)

ACTIONS = (
    *_REVIEW_ACTIONS,
    *_PROPOSAL_ACTIONS,
    *_DIALOGS_ACTIONS,
    *_SCREENS_ACTIONS,
    *_PROMOTIONS_ACTIONS,
    *_AUTOMATION_ACTIONS,
    *_FOLDER_ACTIONS,
    *_ANYWHERE_ACTIONS,
    *_WIDGETS_ACTIONS,
)
"""In the order help shows them."""
