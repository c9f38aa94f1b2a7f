"""Makes action.yml, parts of the README and these in docs/: the pages named in `files`, the manual page.

python scripts/generate_docs.py [--check]
"""

import inspect
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import man_page
import typer.main
from generated import ROOT, between, settle
from man_page import Part
from readme_session import session

from dreamtui import __version__
from dreamtui.cli.app import build
from dreamtui.desk.config import OPTIONS
from dreamtui.desk.mine.history import LEAST
from dreamtui.mining.history.signals import HISTORY_SIGNALS
from dreamtui.mining.noise import DEFAULT_IGNORED
from dreamtui.mining.semantic import NAME as SEMANTIC
from dreamtui.mining.semantic.clusters import SemanticCluster
from dreamtui.mining.signals import SIGNALS
from dreamtui.model import errors
from dreamtui.model.errors import DreamtuiError, ExitCode
from dreamtui.present.documents.table import DOCUMENTS
from dreamtui.schedule.forge.github import action
from dreamtui.sources.agents import ANY_AGENT, SIGNS

DOCS = ROOT / "docs"
NOTE = "<!-- Made by scripts/generate_docs.py (`make docs`); change the code it comes from instead. -->"

OTHER_CODES = {
    ExitCode.OK: "Done.",
    ExitCode.INTERRUPTED: "Interrupted; nothing is half done.",
}
"""What the codes mean that no error carries."""


def commands() -> Iterator[tuple[str, Any]]:
    """Every command by the words that call it, in the order help shows them."""
    yield from _below(typer.main.get_command(build()), ())


def _below(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    if path and (not getattr(command, "commands", None) or command.invoke_without_command):
        yield " ".join(path), command
    for name, child in getattr(command, "commands", {}).items():
        yield from _below(child, (*path, name))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def exit_rows() -> list[tuple[str, str]]:
    """The exit codes and what they mean, from the tree of errors."""
    meanings = dict(OTHER_CODES)
    for error in vars(errors).values():
        if inspect.isclass(error) and issubclass(error, DreamtuiError) and DreamtuiError in error.__bases__:
            meanings[error.exit_code] = inspect.cleandoc(error.__doc__ or "")
    return [(f"{code:d}", meanings[code]) for code in ExitCode]


def summary(command: Any) -> str:
    """The first sentence of a command's help."""
    return str(inspect.cleandoc(command.help).split("\n")[0])


def usage(name: str, command: Any) -> str:
    """The line that says how a command is typed."""
    words = [f"dreamtui {name}".strip()]
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            metavar = _metavar(parameter) + ("" if parameter.nargs == 1 else "…")
            words.append(metavar if parameter.required else f"[{metavar}]")
        elif parameter.required:
            words.append(f"{parameter.opts[0]} {_metavar(parameter)}")
    return " ".join([*words, "[OPTIONS]"])


def _metavar(parameter: Any) -> str:
    """What stands for a value: as the command says it, else after its default."""
    if parameter.param_type_name == "argument" and not parameter.metavar:
        return str(parameter.name).upper()
    return str(parameter.metavar or ("N" if isinstance(parameter.default, int) else "TEXT"))


def parameter_rows(command: Any) -> list[tuple[str, str]]:
    """Arguments and options of a command, each with what it does."""
    rows = []
    for parameter in command.params:
        if parameter.name in {"help", "install_completion", "show_completion"}:
            continue
        if parameter.param_type_name == "argument":
            rows.append((_metavar(parameter), parameter.help or ""))
            continue
        names = ", ".join((*parameter.opts, *parameter.secondary_opts))
        value = "" if parameter.is_flag else f" {_metavar(parameter)}"
        rows.append((f"{names}{value}", f"{parameter.help or ''}{_default(parameter)}"))
    return rows


def parameters(command: Any) -> str:
    """The same, one line each."""
    rows = parameter_rows(command)
    width = max((len(left) for left, _ in rows), default=0) + 2
    lines = []
    for left, right in rows:
        first, *more = textwrap.wrap(right, 108 - width) or [""]
        lines += [f"  {left:<{width}}{first}".rstrip(), *(" " * (width + 2) + line for line in more)]
    return "\n".join(lines)


def _default(parameter: Any) -> str:
    plain = isinstance(parameter.default, str | int | float) and not isinstance(parameter.default, bool)
    return f" (default: {parameter.default})" if plain and parameter.default != "" and not parameter.is_flag else ""


def command_page() -> str:
    """docs/commands.md."""
    root = typer.main.get_command(build())
    parts = [
        "# Commands",
        NOTE,
        "Standard output is data, standard error is words. Without a command, `dreamtui` opens the console. An id may "
        "be a beginning that is unique. `--rationale -` reads standard input. "
        "`dreamtui --install-completion` teaches the shell commands, options and the ids of items.",
        "## Global options",
        "They stand before or after the command's name.",
        f"```\n{parameters(root)}\n```",
        "## Exit codes",
        table(("Code", "Meaning"), exit_rows()),
    ]
    for name, command in commands():
        words = [inspect.cleandoc(command.help), f"```\n{usage(name, command)}\n```"]
        listed = parameters(command)
        parts += [f"## {name}", words[0], words[1][:-4] + (f"\n\n{listed}" if listed else "") + "\n```"]
    return "\n\n".join(parts) + "\n"


def _yaml(value: object) -> str:
    """A default as it is written in the configuration; nothing for an empty one."""
    if value in ("", [], {}):
        return ""
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def config_page() -> str:
    """docs/config.md."""
    rows = [
        (
            f"`{o.name}`",
            f"`{o.variable}`" if o.variable and not isinstance(o.default, dict) else "",
            _yaml(o.default),
            o.help,
        )
        for o in OPTIONS
    ]
    parts = [
        "# Configuration",
        NOTE,
        "A value comes from the command's flags, else the environment, else `.agent/config.yaml` (shared with "
        "dotagent), else `dreamtui/config.yaml` in your configuration folder (`$XDG_CONFIG_HOME`, else `~/.config`), "
        "else the default. `dreamtui config` prints each with its source.",
        table(("Setting", "Variable", "Default", "Meaning"), rows),
        "## Environment",
        "Beside the variables above:",
        table(
            ("Variable", "Meaning"),
            [
                ("`DREAMTUI_NOW`", "Freezes the clock (ISO 8601)."),
                ("`DREAMTUI_ACTOR`", "Who decides, in place of dotagent's, git's or the system's identity."),
                (
                    "`DREAMTUI_ANCESTRY`",
                    "Recorded in place of the agents among the processes a command was started by.",
                ),
                ("`NO_COLOR`", "No colour."),
                ("`XDG_CONFIG_HOME`, `XDG_DATA_HOME`, `XDG_STATE_HOME`", "Where your own files lie."),
            ],
        ),
        "## Inside a coding agent",
        "With one of these in the environment a command runs inside an agent: it decides nothing, and "
        "`dreamtui propose` puts what it has found into a person's queue. See [security.md](security.md).",
        table(
            ("Agent", "Variable", "Source"),
            [
                *((s.agent, f"`{s.variable}`{f' = `{s.value}`' if s.value else ''}", s.source) for s in SIGNS),
                ("any", f"`{ANY_AGENT}`", "github.com/vercel/vercel packages/detect-agent/README.md"),
            ],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def paragraphs(kind: type) -> str:
    """What a class says of itself, a paragraph a line."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(kind.__doc__ or "").split("\n\n"))


def mining_page() -> str:
    """docs/mining.md."""
    signals = [(f"`{name}`", " ".join(inspect.cleandoc(kind.__doc__ or "").split("\n\n")[0].split()))
               for name, kind in (*SIGNALS.items(), (SEMANTIC, SemanticCluster))]  # fmt: skip
    of_commits = [part for name, kind in HISTORY_SIGNALS.items() for part in (f"### `{name}`", paragraphs(kind))]
    ignored = textwrap.fill("  ".join(DEFAULT_IGNORED), 100, break_long_words=False, break_on_hyphens=False)
    parts = [
        "# What a run looks for",
        NOTE,
        "`dreamtui dream` reads event logs, git history, the project's Claude Code transcripts and the bug registry,"
        " and asks each signal what it found.",
        "Without `--since` a run looks back as far as `dream.window_days` says; while it finds fewer than ten items it "
        "goes on to 90 and to 365 days, and says so. Ten new items a run go into the queue (`--max-new`, "
        "`dreamtui.max_new`), one of each signal first; the rest is counted, and comes with the next run. The queue "
        "shows them in the order in which they were found, a signal in turn.",
        table(("Signal", "What it finds"), signals),
        "`repeat_fix`, `revert_cluster` and `frequent_failure` count events of logs and the commits that a log names; "
        "in the other commits `reasoned_revert` looks for reverts, and `hotspot`, if it is on, for fixes. What waits "
        "or was decided "
        "already goes on being counted in all commits, and so does one of the three that is asked by name.",
        "## Signals of commits and their changes",
        "These read the commits of the last year with what they changed, and further back until there are "
        f"{LEAST:,}, at most three years; a second run reads only what is new. What they find counts where its "
        "newest evidence lies in the window of the run; for `sync_comment`, `substitution`, "
        "`registration`, `changed_together`, `changelog_entry`, `subject_template` and `reasoned_revert` no window "
        "matters. "
        "`dreamtui dream --only substitution` asks one of them, and `dreamtui.signals_off` in the "
        "configuration leaves some out, of those above too; by default `hotspot`, `own_repair` and `substitution`, "
        "of whose items fewer than 8 in 10 were worth a look. "
        "What CLAUDE.md, AGENTS.md (in any folder), `.claude/rules`, skills, CONTRIBUTING, the "
        "template of pull requests or a document that one of them names say already and what is kept since "
        "is no item: a run names the lines; what is said and not kept is found with the line that says it, and "
        "how often it was broken since. "
        "What a file's disappearance settled is not found either.",
        *of_commits,
        "## Against the present",
        "Where a finding can be counted in the files of HEAD, `show` says how many places follow it and how many break "
        "it, with up to five of these to read, and how many of its past cases it would have caught. For a "
        "`substitution` a place is a line of code, by the ending and folder that the rule names; for a `registration` "
        "it is a file that the list names, where the list goes by names at all. Files over 1 MiB, comments, docstrings "
        "and imports do not count; each content is looked through once, and nothing is run or fetched.",
        "## What never counts",
        "Commits of bots, merges, and the second copy of a change that was cherry-picked or squashed. Beside them, "
        "these paths; `dreamtui.ignore` in the configuration adds patterns, and `!pattern` removes one of them:",
        f"```\n{ignored}\n```",
    ]
    return "\n\n".join(parts) + "\n"


def schema_page() -> str:
    """docs/schemas.md."""
    rows = [
        (
            ", ".join(f"`dreamtui {command} --json`" for command in document.commands),
            f"`{name}.schema.json`",
            inspect.cleandoc(document.shape.__doc__ or ""),
        )
        for name, document in DOCUMENTS.items()
    ]
    parts = [
        "# JSON",
        NOTE,
        "Every command that prints data prints one JSON document with `--json`. Every key is always present, and no "
        "other is. The schemas are installed with the package, in `dreamtui/schemas`; a checkout makes them with "
        "`python scripts/build_schemas.py DIR`. Without `--json`, `dreamtui audit export` prints one decision a line; "
        "`audit-show.schema.json` is its schema.",
        table(("Command", "Schema", "What it holds"), rows),
    ]
    return "\n\n".join(parts) + "\n"


def manual() -> str:
    """docs/dreamtui.1."""
    root = typer.main.get_command(build())
    parts = (
        Part(usage(name, command), inspect.cleandoc(command.help), parameter_rows(command))
        for name, command in commands()
    )
    says = inspect.cleandoc(root.help or "").partition("\n")[0].rstrip(".")
    return man_page.page(__version__, says, parameter_rows(root), parts, exit_rows())


def behaviour_page() -> str:
    """docs/behaviours.md."""
    lines = (ROOT / "tests/project/behaviours.tsv").read_text("utf-8").splitlines()
    rows = []
    for number, what, tests, short in (line.split("\t") for line in lines):
        named = " ".join(f"`{test.rpartition('::')[2].removeprefix('test_')}`" for test in tests.split())
        rows.append((number, what, named, short or "held"))
    held = sum(short == "held" for *_, short in rows)
    parts = [
        "# How the console behaves",
        "<!-- Made by scripts/generate_docs.py (`make docs`); change tests/project/behaviours.tsv instead. -->",
        f"{len(rows)} behaviours that people who review in a terminal ask for, and the tests that fail where one is "
        f"lost. {held} are held in full; of the others it is said what falls short, or why it is otherwise here.",
        table(("", "Behaviour", "Tests", "State"), rows),
    ]
    return "\n\n".join(parts) + "\n"


def readme() -> str:
    """The README with its generated parts."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = [(f"`{name}`", summary(command)) for name, command in commands()]
    text = between(text, "session", f"```console\n{session()}\n```")
    text = between(text, "commands", table(("Command", "What it does"), listed))
    return between(text, "exit-codes", table(("Code", "Meaning"), exit_rows()))


def files() -> dict[Path, str]:
    """Every generated document with its text."""
    return {
        ROOT / "README.md": readme(),
        DOCS / "commands.md": command_page(),
        DOCS / "config.md": config_page(),
        DOCS / "mining.md": mining_page(),
        DOCS / "schemas.md": schema_page(),
        DOCS / "behaviours.md": behaviour_page(),
        DOCS / "dreamtui.1": manual(),
        ROOT / "action.yml": action(),
    }


if __name__ == "__main__":
    raise SystemExit(settle(files()))
