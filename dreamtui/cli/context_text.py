"""What an agent loads, as text."""

from collections.abc import Iterator

from dreamtui.cli.words import Printer
from dreamtui.sources.context import LoadedContext
from dreamtui.text.inert import inert_line


def context_lines(found: LoadedContext, printer: Printer, *, every_line: bool) -> Iterator[str]:
    """Files with their cost and why they are loaded, then the sum and what is wrong."""
    for file in found.files:
        why = f"{file.why} of {file.imported_by}" if file.imported_by else str(file.why)
        extra = [f"only for {', '.join(file.only_for)}"] if file.only_for else []
        extra += ["outside the workspace"] if file.outside else []
        extra += [f"{file.hidden} lines that no agent sees"] if file.hidden else []
        cost = f"{file.size.lines:>5} lines {file.size.tokens:>7,} tokens"
        note = f"  ({'; '.join(extra)})" if extra else ""
        yield f"{cost}  {printer.style(inert_line(file.path), 'bold')}  {why}{note}"
        if every_line:
            for line in file.lines:
                yield printer.style(f"  {inert_line(file.path)}:{line.number}", "dim") + f"  {inert_line(line.text)}"
    always, later = found.always, found.on_demand
    yield f"{always.lines:>5} lines {always.tokens:>7,} tokens  in every session"
    if later.lines:
        yield f"{later.lines:>5} lines {later.tokens:>7,} tokens  more when files that fit are read"
    for trouble in found.troubles:
        yield f"! {inert_line(trouble.where)}: {inert_line(trouble.what)}"
