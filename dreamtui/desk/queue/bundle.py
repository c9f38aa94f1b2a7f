"""A bundle of rules: what one workspace hands to another, where each is decided anew."""

from typing import Annotated

import msgspec
from msgspec import Meta

from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.model.memory import NoteStatus
from dreamtui.model.target import Target
from dreamtui.text.danger.risks import mask


class BundledRule(msgspec.Struct, frozen=True):
    """A rule or note as a bundle carries it."""

    title: Annotated[str, Meta(description="What was observed, in a line.")]
    text: Annotated[str, Meta(description="What agents read.")]
    files: Annotated[tuple[str, ...], Meta(description="Paths it is about; empty for all.")]
    reason: Annotated[str, Meta(description="Why it was decided.")]
    decided_by: Annotated[str, Meta(description="By whom; empty if that is not known.")]
    decided_at: Annotated[str, Meta(description="UTC time of the decision, or of the note.")]
    evidence: Annotated[tuple[str, ...], Meta(description="What it rested on, in words.")]
    to: Annotated[Target, Meta(description="Where it goes; who imports it decides that again.")]
    paths: Annotated[tuple[str, ...], Meta(description="Patterns of the files that it is loaded for there.")]


class Bundle(msgspec.Struct, frozen=True, tag_field="schema", tag=1):
    """The rules and notes of a workspace, with their reasons and evidence."""

    workspace: Annotated[str, Meta(description="What the workspace is called.")]
    rules: Annotated[tuple[BundledRule, ...], Meta(description="Live rules, the oldest first.")]
    notes: Annotated[tuple[BundledRule, ...], Meta(description="Active notes, the oldest first.")]


def bundle(desk: Desk, *, reveal: bool = False) -> bytes:
    """The rules and active notes of this workspace, with their reasons, decisions and evidence.

    What looks like a secret is masked unless it is to be revealed.
    """
    known = remembered(desk)
    rules = tuple(
        BundledRule(
            rule.title, rule.text or rule.title, rule.files, rule.rationale, rule.graduated_by, rule.graduated_at,
            tuple(line.removeprefix("- ") for line in rule.evidence),
            rule.destination.target, rule.destination.paths,
        )
        for rule in sorted(known.rules, key=lambda rule: (rule.graduated_at, rule.id))
    )  # fmt: skip
    notes = tuple(
        BundledRule(note.title, note.text, (), "", "", note.created, (), Target.OUTPUTS, ())
        for note in sorted(known.notes, key=lambda note: (note.created, note.id))
        if note.status is NoteStatus.ACTIVE
    )
    made = Bundle(desk.workspace.root.name, rules, notes)
    data = msgspec.json.format(msgspec.json.encode(made), indent=2) + b"\n"
    return data if reveal else mask(data.decode("utf-8")).encode("utf-8")
