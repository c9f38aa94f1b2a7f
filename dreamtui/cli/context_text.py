"""What an agent loads, as text."""

from collections.abc import Iterator

from dreamtui.cli.words import Printer
from dreamtui.sources.context import LoadedContext
from dreamtui.text.inert import inert_line


def context_lines(found: LoadedContext, printer: Printer, sources: dict[str, dict[int, str]] | None) -> Iterator[str]:
    """Files with their cost and why they are loaded, then the sum; with `sources` every line and where it is from."""
    yield printer.style("      lines         tokens  file, and why an agent loads it", "dim")
    for file in found.files:
        why = f"{file.why} of {file.imported_by}" if file.imported_by else str(file.why)
        extra = [f"only for {', '.join(file.only_for)}"] if file.only_for else []
        extra += ["outside the workspace"] if file.outside else []
        extra += [f"{file.hidden} lines that no agent sees"] if file.hidden else []
        cost = f"{file.size.lines:>5} lines {file.size.tokens:>7,} tokens"
        note = f"  ({'; '.join(extra)})" if extra else ""
        yield f"{cost}  {printer.style(inert_line(file.path), 'bold')}  {why}{note}"
        for line in file.lines if sources is not None else ():
            subject = (sources or {}).get(file.path, {}).get(line.number, "")
            place = f"  {inert_line(file.path)}:{line.number}{f' from {subject}' if subject else ''}"
            yield printer.style(place, "dim") + f"  {inert_line(line.text)}"
    always, later = found.always, found.on_demand
    yield f"{always.lines:>5} lines {always.tokens:>7,} tokens  in every session"
    if later.lines:
        yield f"{later.lines:>5} lines {later.tokens:>7,} tokens  more when files that fit are read"
    for trouble in found.troubles:
        yield f"! {inert_line(trouble.where)}: {inert_line(trouble.what)}"
