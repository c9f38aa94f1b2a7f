"""What is said when a console closes that was opened from elsewhere: what is left to do, and the way back to it."""

import shlex

from dreamtui.cli.options import Globals
from dreamtui.desk.desk import Desk


def way_back(desk: Desk, options: Globals) -> str:
    """One sentence: of a demo always, of a workspace named with -C while something is left to do there; else empty."""
    from dreamtui.desk.demo_place import is_demo

    demo = is_demo(desk.workspace)
    if options.all or not (demo or options.workspace):
        return ""
    from dreamtui.desk.listing import listing
    from dreamtui.store import drafts

    count = sum(entry.is_news and entry.row.kind != "note" for entry in listing(desk).entries)
    if not (demo or count or drafts.items(desk.layout)):
        return ""
    left = "nothing is open" if not count else "1 item is open" if count == 1 else f"{count:,} items are open"
    goes = "opens this demo again as you left it" if demo else "goes on where you left"
    return f"{left}; `{command(desk, options)}` {goes}"


def command(desk: Desk, options: Globals) -> str:
    """The command that opens this workspace from anywhere."""
    words = ["dreamtui", "-C", str(desk.workspace.root)]
    for name, folder in (("--claude-dir", options.claude_dir), ("--memory-dir", options.memory_dir)):
        words += [name, str(desk.cwd / folder)] if folder else []
    return shlex.join(words)
