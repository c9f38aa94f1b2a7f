"""Opens the console: on a terminal, in line mode, or not at all with the command to use instead."""

import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.cli.arguments import Globals, Wish, seat
from dreamtui.cli.encoding import foreign
from dreamtui.compose import open_desk
from dreamtui.desk.desk import Desk
from dreamtui.model.channel import Channel
from dreamtui.model.errors import ExitCode, Usage

if TYPE_CHECKING:
    from dreamtui.tui.actions.configured_keys import Keymap
    from dreamtui.tui.session.sessions import Sessions


def wanted(words: Sequence[str]) -> tuple[Globals, Wish] | None:
    """What these words ask for when they ask for nothing but the console; none when the command line has to read them.

    The console opens without the parser, which takes longer to import than the first screen to draw.
    """
    values = {"-C": "", "--workspace": "", "--theme": "", "--wait": "", "--claude-dir": "", "--memory-dir": ""}
    flags = dict.fromkeys(
        ("--read-only", "--plain", "--take-over", "--no-mouse", "--no-color", "--all", "--ascii"), False
    )
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if word in flags:
            flags[word] = True
        elif name in values and (value := value if equals else next(rest, "")):
            values[name] = value
        else:
            return None
    try:
        seconds = float(values["--wait"] or 5.0)
    except ValueError:
        return None
    folder = values["-C"] or values["--workspace"]
    options = Globals(
        Path(folder) if folder else None,
        all=flags["--all"],
        color=not flags["--no-color"],
        wait=seconds,
        claude_dir=Path(values["--claude-dir"]) if values["--claude-dir"] else None,
        memory_dir=Path(values["--memory-dir"]) if values["--memory-dir"] else None,
    )
    return options, Wish(
        flags["--read-only"],
        flags["--plain"],
        values["--theme"],
        flags["--take-over"],
        not flags["--no-mouse"],
        flags["--ascii"],
    )


def open_console(options: Globals, wish: Wish) -> int:
    """Open the console of the workspace asked for; returns the exit code."""
    check_theme(wish.theme)
    if not wish.plain and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage("the console needs a terminal; without one use `dreamtui list`, `show`, `graduate`, `reject`")
    desk = open_desk(
        options.workspace,
        wait=options.wait,
        claude_dir=options.claude_dir,
        memory_dir=options.memory_dir,
        seat=seat(Channel.LINES if wish.plain else Channel.CONSOLE),
    )
    return _and_back(_run(desk, options, wish), desk, options)


def open_demo(options: Globals, desk: Desk) -> int:
    """The console on the demo, as the options want it."""
    return _and_back(_run(desk, options, options.console), desk, options)


def _and_back(code: int, desk: Desk, options: Globals) -> int:
    """The same code; on the way out it says how to come back, if that is not obvious."""
    from dreamtui.text.inert import inert_line

    if words := way_back(desk, options):
        print(f"dreamtui: {inert_line(words)}", file=sys.stderr)
    return code


def check_theme(name: str) -> None:
    """Refuse the name of a theme that there is not, with those there are."""
    if not name:
        return
    from dreamtui.tui.themes import is_theme, theme_names

    if not is_theme(name):
        raise Usage(f"there is no theme {name}; use one of {', '.join(theme_names())}")


def _run(desk: Desk, options: Globals, wish: Wish) -> int:
    if wish.plain:
        if options.all:
            raise Usage("line mode shows one workspace; name it with -C, `dreamtui list --all` lists them all")
        from dreamtui.tui.plain.review import run_plain
        from dreamtui.tui.plain.talk import Talk

        signs = wish.ascii or speaks_ascii(desk.env) or bool(foreign(sys.stdout))
        return run_plain(desk, read_only=wish.read_only, ask=lambda: Talk(ascii=signs))
    import gc

    gc.disable()  # until the first screen is shown, a tenth faster; the review screen turns it on
    sessions = _sessions(desk, options)
    sessions.begin()
    return _show(sessions, options, wish)


def _sessions(desk: Desk, options: Globals) -> "Sessions":
    """What the console is open on: one workspace, or every known one."""
    from dreamtui.tui.session.session import Session
    from dreamtui.tui.session.sessions import Sessions

    if not options.all:
        return Sessions.alone(Session(desk))
    from dreamtui.desk.workspace.workspaces import readable_desks

    desks, problems = readable_desks(desk)
    return Sessions.named([Session(one) for one in desks], problems)


def _show(sessions: "Sessions", options: Globals, wish: Wish) -> int:
    from dreamtui.text.inert import inert_line
    from dreamtui.tui.app import Console, Options

    desk = sessions.here.desk
    read_only = "opened with --read-only" if wish.read_only else _why_shut(desk)
    keymap = keymap_of(desk)
    theme = wish.theme or (desk.config["dreamtui.theme"] if mentioned(desk) else "")
    theme = theme or sessions.load_place().theme
    if not options.color:
        import os

        os.environ["NO_COLOR"] = "1"
    try:
        encoding = foreign(sys.stderr)  # the console is drawn there
        signs = wish.ascii or speaks_ascii(desk.env) or bool(encoding)
        made = Options(theme, read_only, wish.take_over, signs, encoding, in_terminal=True, looks_first=True)
        console = Console(sessions, keymap, made)
        if mentioned(desk):
            console.first_words[:0] = desk.config.problems
        for mended in (each for one in sessions.desks for each in one.recovered):
            console.first_words.append(f"{mended.said[0].upper()}{mended.said[1:]}")
        for waiting in (each.unmended for each in sessions.desks if each.unmended is not None):
            console.first_words.append(f"An interrupted change needs recovery: {waiting}")
        code = console.run(mouse=wish.mouse)
    finally:
        sessions.leave()
    from dreamtui.desk.workspace.workspaces import remember_here  # only now: it would hold the first row up

    remember_here(desk)
    for words in console.parting_words:
        print(f"dreamtui: {inert_line(words)}", file=sys.stderr)
    return int(ExitCode.OK if code is None else code)


def _why_shut(desk: Desk) -> str:
    from dreamtui.desk.decide.shut import why_shut

    return why_shut(desk)


def speaks_ascii(env: Mapping[str, str]) -> bool:
    """Whether the locale asks for nothing beyond ASCII."""
    named = next((value for name in ("LC_ALL", "LC_CTYPE", "LANG") if (value := env.get(name, ""))), "")
    return named in {"C", "POSIX"}


def mentioned(desk: Desk) -> bool:
    """Whether a configuration file or the environment says anything about us; else none of it has to be parsed."""
    from dreamtui.desk.config import files_of

    if any(name.startswith("DREAMTUI_") for name in desk.env):
        return True
    return any(_mentions(path) for path, _ in files_of(desk.workspace, desk.env))


def _mentions(path: Path) -> bool:
    """Whether a file names us; an unreadable one is reported elsewhere."""
    from dreamtui.desk.config import LARGEST
    from dreamtui.disk.opening import read_whole

    try:
        return b"dreamtui" in read_whole(path, LARGEST, follow=True)
    except FileNotFoundError:
        return False
    except OSError:
        return True


def key_problems(desk: Desk) -> tuple[str, ...]:
    """What is wrong with the keys of the configuration, for those who do not open the console."""
    return keymap_of(desk).problems if desk.config["dreamtui.keys"] else ()


def keymap_of(desk: Desk) -> "Keymap":
    """The keys as the configuration wants them; what is wrong in it is said in the console."""
    from dreamtui.desk.config import text_of
    from dreamtui.tui.actions.configured_keys import build

    if not mentioned(desk):
        return build("default", {})
    config = desk.config
    wanted_keys = config["dreamtui.keys"]
    source = config.source("dreamtui.keys") if wanted_keys else config.source("dreamtui.keymap")
    text = text_of(desk.workspace, desk.env, source) if source != "default" else ""
    return build(config["dreamtui.keymap"], wanted_keys, "" if source == "default" else source, text)


def way_back(desk: Desk, options: Globals) -> str:
    """One sentence: of a demo always, of a workspace named with -C while something is left to do there; else empty."""
    from dreamtui.demo.place import is_demo

    demo = is_demo(desk.workspace)
    if options.all or not (demo or options.workspace):
        return ""
    from dreamtui.desk.person import every_draft
    from dreamtui.desk.queue.listing import listing

    count = sum(entry.is_news for entry in listing(desk).entries)
    if not (demo or count or every_draft(desk)):
        return ""
    left = "nothing is pending" if not count else "1 item is pending" if count == 1 else f"{count:,} items are pending"
    goes = "opens this demo again as you left it" if demo else "resumes where you left"
    return f"{left}; `{command(desk, options)}` {goes}"


def program() -> list[str]:
    """What a shell finds us by: the command where it is on the PATH, else the file that was started."""
    import shutil

    started = Path(sys.argv[0])
    if shutil.which("dreamtui"):
        return ["dreamtui"]
    return [str(started.absolute())] if started.name == "dreamtui" else [sys.executable, "-m", "dreamtui"]


def command(desk: Desk, options: Globals) -> str:
    """The command that opens this workspace from anywhere."""
    words = [*program(), "-C", str(desk.workspace.root)]
    for name, folder in (("--claude-dir", options.claude_dir), ("--memory-dir", options.memory_dir)):
        words += [name, str(desk.cwd / folder)] if folder else []
    return shlex.join(words)
