"""Outputs: what a sync writes, rules nobody decided, what an agent really loads."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Struct, field

from dreamtui.present.documents.alike import alike, each, says
from dreamtui.present.documents.items import ChangeShape, changed

if TYPE_CHECKING:
    from dreamtui.desk.outputs.sync import Synced
    from dreamtui.sources.context import LoadedContext


class OutputFile(Struct, frozen=True):
    """One output, changed or not."""

    path: Annotated[str, says("Relative to the workspace.")]
    output: Annotated[str, says("Which output it belongs to.")]
    changed: Annotated[bool, says("Whether its bytes differ from what is there.")]
    lines: Annotated[int, says("Lines of it that count.")]
    bytes: Annotated[int, says("Bytes of it that count.")]
    tokens: Annotated[int, says("What it costs an agent, estimated.")]
    moved: Annotated[tuple[str, ...], says("Titles that do not fit and stand in a second-level index.")]
    advice: Annotated[tuple[str, ...], says("What a person should know, a sentence each.")]


class SyncOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a sync, or a check, found and did."""

    files: Annotated[tuple[OutputFile, ...], says("Every output.")]
    problems: Annotated[tuple[str, ...], says("Why some files are not written.")]
    repairs: Annotated[tuple[str, ...], says("What a repair does.")]
    left: Annotated[tuple[str, ...], says("Files that are not ours to write, a sentence each.")]
    undecided: Annotated[
        tuple[str, ...],
        says(
            "Rules that nobody decided as they are: the file, what is wrong with it, and what agents are given of it."
        ),
    ]
    waiting: Annotated[tuple[str, ...], says("Ids of the items of the queue that ask for a decision about them.")]
    unshown: Annotated[tuple[str, ...], says("Rules that no output shows, a sentence each.")]
    elsewhere: Annotated[
        tuple[str, ...], says("Rules that go to memory or to somebody's own rules, which no sync writes.")
    ]
    misplaced: Annotated[tuple[str, ...], says("Those of them whose file is gone or says other words.")]
    unread: Annotated[
        tuple[str, ...], says("Rules, notes and records that cannot be read, so that no output holds anything of them.")
    ]
    changed: Annotated[tuple[str, ...], says("Paths that were, or would be, written.")]


class SyncDryRunOutput(SyncOutput, frozen=True):
    """What a sync would write."""

    changes: Annotated[tuple[ChangeShape, ...], says("The exact changes.")]


class SizeShape(Struct, frozen=True):
    """What a text costs an agent."""

    lines: Annotated[int, says("Lines.")]
    bytes: Annotated[int, says("Bytes.")]
    tokens: Annotated[int, says("Tokens, estimated.")]


class LineShape(Struct, frozen=True):
    """A line that is loaded."""

    line: Annotated[int, says("Its number in the file.")]
    text: Annotated[str, says("Its words.")]
    from_: Annotated[str | None, says("`from`: the rule or note it comes from; null for a person's line.")] = field(
        name="from"
    )


class LoadedShape(Struct, frozen=True):
    """A file an agent is given."""

    path: Annotated[str, says("Relative to the workspace when it lies inside, else absolute.")]
    why: Annotated[
        Literal["managed", "user", "ancestor", "project", "local", "import", "rule", "memory"],
        says("Why it is loaded."),
    ]
    lines: Annotated[int, says("Lines.")]
    bytes: Annotated[int, says("Bytes.")]
    tokens: Annotated[int, says("Tokens, estimated.")]
    imported_by: Annotated[str | None, says("`file:line` of the import; null for a file loaded for itself.")]
    outside: Annotated[bool, says("Whether it was imported from outside the workspace.")]
    only_for: Annotated[tuple[str, ...], says("Patterns of a rule that is loaded only when a file that fits is read.")]
    hidden: Annotated[int, says("Lines that no agent sees.")]
    text: Annotated[tuple[LineShape, ...], says("The lines that are loaded.")]


class TroubleShape(Struct, frozen=True):
    """Something that is not loaded."""

    where: Annotated[str, says("`file:line` of an import, or a file.")]
    what: Annotated[str, says("Why, in a sentence.")]


class ContextOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What an agent really loads here."""

    files: Annotated[tuple[LoadedShape, ...], says("In the order they are loaded.")]
    troubles: Annotated[tuple[TroubleShape, ...], says("What is missing, too large or not readable.")]
    always: Annotated[SizeShape, says("What every session pays.")]
    on_demand: Annotated[SizeShape, says("What the rules limited to some files add when all of them are read.")]


def synced(done: "Synced", *, dry_run: bool) -> SyncOutput:
    """What a sync, or a check, found and did; a dry run with the exact changes."""
    facts = {
        "files": tuple(
            alike(OutputFile, f, lines=f.size.lines, bytes=f.size.bytes, tokens=f.size.tokens) for f in done.files
        ),
        "undecided": (*done.undecided, *done.strays),
        "waiting": tuple(one.item for one in done.held),
        "changed": tuple(c.path for c in done.changes.changes),
    }
    if not dry_run:
        return alike(SyncOutput, done, **facts)
    return alike(SyncDryRunOutput, done, **facts, changes=changed(done.changes))


def loaded(found: "LoadedContext", sources: Mapping[str, Mapping[int, str]]) -> ContextOutput:
    """What an agent loads; `sources` are the rules and notes that lines come from."""
    files = tuple(
        alike(
            LoadedShape,
            file,
            lines=file.size.lines,
            bytes=file.size.bytes,
            tokens=file.size.tokens,
            imported_by=file.imported_by or None,
            text=tuple(
                LineShape(line=line.number, text=line.text, from_=sources.get(file.path, {}).get(line.number))
                for line in file.lines
            ),
        )
        for file in found.files
    )
    return ContextOutput(
        files=files,
        troubles=each(TroubleShape, found.troubles),
        always=alike(SizeShape, found.always),
        on_demand=alike(SizeShape, found.on_demand),
    )
