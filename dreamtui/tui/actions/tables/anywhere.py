"""Actions that are alive on every screen."""

from dreamtui.tui.actions.registry import Action, Scope

_HERE = Scope.ANYWHERE

ACTIONS = (
    Action(
        "app.help", "Help", "Every key that is alive here, to be searched by word or by key.", _HERE,
        "question_mark,f1", "dreamtui --help", label="help", priority=1000, words=("keys", "cheatsheet"),
    ),
    Action(
        "app.palette", "Command palette", "Every action by its name, with its key.", _HERE, "colon,ctrl+p",
        "- a way to find actions; the command line has --help", words=("commands", "find"), asks=True,
    ),
    Action(
        "app.history", "History and audit", "What was decided, by whom and why; verify, undo, why.", _HERE, "H",
        "dreamtui audit list", words=("decisions", "log", "records"),
    ),
    Action(
        "app.memory", "Memory", "Rules and notes with their budgets, and what agents really load.", _HERE, "M",
        "dreamtui context", words=("rules", "notes", "budget"),
    ),
    Action(
        "app.folders", "Claude memory", "Memory folders: their indexes, what is wrong, claims, versions.", _HERE, "C",
        "dreamtui memory status", words=("claude", "auto memory", "topic", "index", "orphans"),
    ),
    Action(
        "app.promotions", "Promotions", "Recalls ranked, what would pass, and what MEMORY.md would become.", _HERE,
        "D", "dreamtui promote", words=("recalls", "dreaming", "openclaw", "long-term", "thresholds"),
    ),
    Action(
        "app.log", "Log", "Runs, decisions, undos and what was said in this sitting.", _HERE, "L",
        "dreamtui audit log", words=("messages", "toasts", "errors"),
    ),
    Action(
        "app.settings", "Settings", "Every setting with its value and where it comes from.", _HERE, "comma",
        "dreamtui config", words=("configuration", "options", "keymap"),
    ),
    Action(
        "app.jump", "Jump", "Show a letter on each pane and tab; pressing it goes there.", _HERE, "ctrl+o",
        "- a way to move on the screen", words=("letters", "focus", "go to"),
    ),
    Action(
        "app.theme", "Next theme", "Show the console in the next theme, kept in this workspace.", _HERE, "t",
        "dreamtui --theme=NAME", words=("dark", "light", "colours", "contrast"),
    ),
    Action(
        "app.mine", "Look for new items", "Read events and history and put new candidates into the queue.", _HERE, "m",
        "dreamtui dream", label="look for new", priority=45, words=("dream", "mine", "run"), decides=True,
    ),
    Action(
        "app.suspend", "To the shell", "Put the console aside and go back to the shell; `fg` brings it back.", _HERE,
        "ctrl+z", "- the shell's own job control", words=("background", "suspend"),
    ),
    Action(
        "app.quit", "Leave", "Leave the console: shows what was decided and what will be written, if anything.", _HERE,
        "q,ctrl+q", "dreamtui sync", label="leave", priority=10, words=("quit", "exit", "close"),
    ),
)  # fmt: skip
"""In the order help shows them."""
