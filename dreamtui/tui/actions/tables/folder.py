"""Actions of the memory folders' screen, and of the box that shows changes before they are written."""

from dreamtui.tui.actions.registry import Action, Scope

_HERE = Scope.FOLDER

ACTIONS = (
    Action("folder.mend", "Mend the index", "Show what regenerating MEMORY.md would change, then write it.", _HERE, "i",
           "dreamtui memory index", label="mend index", priority=100,
           words=("regenerate", "orphans", "dangling", "budget", "MEMORY.md")),
    Action("folder.verify", "Verify the claims", "Hold what the memories say of the repository against it.", _HERE, "V",
           "dreamtui memory verify", label="verify", priority=90, words=("claims", "stale", "paths", "gone")),
    Action("folder.retire", "Retire", "Move the memory to the archive, and its line out of the index.", _HERE, "r",
           "dreamtui retire MEMORY --rationale TEXT", label="retire", priority=95, decides=True,
           words=("remove", "delete", "archive"), asks=True),
    Action("folder.versions", "Versions", "Show what the file said before, or what it says now.", _HERE, "c",
           "dreamtui memory history FILE", label="versions", priority=85, words=("history", "snapshots", "before")),
    Action("folder.restore", "Bring back", "Show an earlier version of the file, then write it.", _HERE, "b",
           "dreamtui memory restore FILE", label="bring back", priority=80, words=("restore", "undelete", "lost")),
    Action("folder.well", "The loss is well", "Say that a file which vanished or shrank need not come back.", _HERE,
           "x", "dreamtui memory history --acknowledge FILE", words=("acknowledge", "dismiss")),
    Action("folder.scope", "Move to another scope", "Propose the memory for the project, the user or the team.", _HERE,
           "s", "dreamtui memory move FILE --to SCOPE", label="scope", priority=60, words=("team", "user", "project"),
           asks=True),
    Action("folder.undo", "Undo", "Take back what was decided last in this sitting, here or in the queue.", _HERE,
           "u", "dreamtui undo", label="undo", priority=87, decides=True, words=("revert", "take back")),
    Action("folder.redo", "Redo", "Take the last undo back.", _HERE, "U", "dreamtui redo", decides=True),
    Action("folder.open", "Open the file", "Open the file in your editor and come back to the same place.", _HERE, "o",
           "- the file is where `dreamtui memory status` says", label="open", priority=50, words=("editor", "edit")),
    Action("apply.write", "Write it", "Write exactly what is shown; recorded, and undone like a decision.",
           Scope.APPLY, "w,ctrl+s", "- the command line writes what it is told", label="write", priority=100,
           decides=True, words=("apply", "confirm")),
    Action("apply.back", "Back", "Go back; nothing is written.", Scope.APPLY, "escape,q", "- a way to leave a dialog",
           label="back", priority=90),
)  # fmt: skip
"""In the order help shows them."""
