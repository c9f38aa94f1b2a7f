"""Words that were begun and not recorded: those of one workspace, and those of a whole console."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dreamtui.desk import person
from dreamtui.desk.desk import Desk
from dreamtui.model.errors import Refused
from dreamtui.model.verb import Verb
from dreamtui.text.versions import is_version
from dreamtui.tui.session.presence import ConsolePresence
from dreamtui.tui.session.refs import Ref, parsed

if TYPE_CHECKING:
    from dreamtui.desk.reorganize.proposal_view import MutationView
    from dreamtui.model.sitting import SavedDraft

About = tuple[Ref, ...]
"""What words are about: one thing, or several that are decided together."""

UNDO: About = (Ref("", "undo"),)
"""What the draft of an undo's reason is about, for any undo."""


@dataclass(frozen=True, slots=True)
class BegunWords:
    """Words that were begun, and what they are about."""

    about: About
    """The items, by the names they have in this console."""
    draft: "SavedDraft"


class WorkspaceDrafts:
    """The drafts of one workspace, by the ids things have there; each call is quick enough for the event loop."""

    def __init__(self, desk: Desk, presence: ConsolePresence) -> None:
        self._desk = desk
        self._presence = presence

    def load(self, item: str, verb: Verb) -> "SavedDraft | None":
        """The draft; a date in it that has passed is asked for again."""
        found = person.load_draft(self._desk, item, verb.value)
        if found is None or is_version(found.until) or found.until > self._desk.today:
            return found
        return replace(found, until="")

    def save(self, draft: "SavedDraft") -> None:
        """Keep words, the last thing done when a signal comes.

        Another console's words are not written over: a console that looks on, or lost its mark, raises `Refused`.
        """
        if self._presence.another_writes:
            taken = self._presence.ousted() or "another console has this workspace open"
            raise Refused(f"{taken}: this draft is not saved, so copy it before you leave")
        person.save_draft(self._desk, draft)

    def drop(self, item: str, verb: str = "") -> None:
        """Remove a draft that was recorded or thrown away, unless another console changed it."""
        if not self._presence.another_writes:
            person.drop_draft(self._desk, item, verb)

    def all(self) -> "list[SavedDraft]":
        """All words begun here; those about several workspaces belong to the console over all of them."""
        return [draft for draft in person.every_draft(self._desk) if ":" not in draft.item]

    def across(self, workspaces: Sequence[str]) -> "list[SavedDraft]":
        """Drafts about several known workspaces that are kept here."""
        every = person.every_draft(self._desk)
        return [one for one in every if all(parsed(each, workspaces).workspace for each in one.item.split())]

    def unreadable(self) -> tuple[str, ...]:
        """What a person has to know of drafts that cannot be read."""
        return person.unreadable_drafts(self._desk)

    # The edited results of a proposal's changes

    def load_result(self, item: str, change: "MutationView") -> str:
        """The edited words of a proposal's change that are not recorded; empty for none."""
        draft = person.load_draft(self._desk, item, _result_name(change))
        return draft.rule if draft is not None else ""

    def save_result(self, item: str, change: "MutationView", text: str) -> None:
        """Keep the edited words of a proposal's change, or forget them when there are none."""
        from dreamtui.model.sitting import SavedDraft

        draft = SavedDraft(item, _result_name(change), rule=text)
        if draft:
            self.save(draft)
        else:
            self.drop(item, draft.verb)


def _result_name(change: "MutationView") -> str:
    """Under which name the edited words of a change are kept among the drafts of its proposal."""
    return f"result {change.choice} {change.mutation.id}"


class DraftBook:
    """All drafts of a console: each in its workspace, those about several where the console was started."""

    def __init__(self, parts: Mapping[str, WorkspaceDrafts]) -> None:
        self._parts = parts
        self._start = next(iter(parts.values()))

    def _place(self, about: Sequence[Ref]) -> tuple[WorkspaceDrafts, str]:
        """Where words about this are kept, and under which name."""
        workspaces = {ref.workspace for ref in about}
        if len(workspaces) == 1 and (own := self._parts.get(about[0].workspace)) is not None:
            return own, " ".join(ref.id for ref in about)
        return self._start, " ".join(map(str, about))

    def load(self, about: Sequence[Ref], verb: Verb) -> "SavedDraft | None":
        part, name = self._place(about)
        return part.load(name, verb)

    def save(self, about: Sequence[Ref], draft: "SavedDraft") -> None:
        part, name = self._place(about)
        part.save(replace(draft, item=name))

    def drop(self, about: Sequence[Ref], verb: str = "") -> None:
        part, name = self._place(about)
        part.drop(name, verb)

    def all(self) -> list[BegunWords]:
        names = [name for name in self._parts if name]
        found = [
            BegunWords(UNDO if draft.item == UNDO[0].id else tuple(Ref(name, one) for one in draft.item.split()), draft)
            for name, part in self._parts.items()
            for draft in part.all()
        ]
        across = self._start.across(names) if names else []
        return found + [BegunWords(tuple(parsed(one, names) for one in draft.item.split()), draft) for draft in across]

    def items(self) -> frozenset[Ref]:
        """What words were begun about."""
        return frozenset(ref for begun in self.all() for ref in begun.about)

    def unreadable(self) -> tuple[str, ...]:
        """Warnings about unreadable drafts of all workspaces."""
        return tuple(said for part in self._parts.values() for said in part.unreadable())
