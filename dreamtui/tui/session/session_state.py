"""What a console keeps for itself: drafts, its place, files lent to other programs, its presence mark, errors."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.model.decision import Verb
from dreamtui.model.errors import Refused

if TYPE_CHECKING:
    from dreamtui.desk.decide.decide import Outcome
    from dreamtui.desk.reorganize.proposal_view import MutationView
    from dreamtui.store.person.drafts import SavedDraft
    from dreamtui.store.person.presence import Presence
    from dreamtui.store.person.resume import ResumePoint


class Keeping:
    """Small things of one workspace, each quick."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        """The desk."""
        self.kinds = desk.kinds
        """The kinds of item, the same in every workspace."""
        self.presence: Presence | None = None
        """Our mark, when there is one."""
        self._looks_on = False

    @property
    def now(self) -> datetime:
        """The desk's clock."""
        return self.desk.now

    @property
    def name(self) -> str:
        """What the workspace is called."""
        return self.desk.workspace.root.name or str(self.desk.workspace.root)

    def place_of(self, path: str) -> str:
        """Where a file of ours really is: below the current folder from there, else in full."""
        from dreamtui.text.paths import tilde

        real, here = self.desk.layout.real(path), Path.cwd()
        return str(real.relative_to(here)) if real.is_relative_to(here) else tilde(real, self.desk.env)

    # Where there is one workspace, nothing has to be named

    @property
    def desks(self) -> tuple[Desk, ...]:
        """Every desk there is."""
        return (self.desk,)

    @property
    def tags(self) -> tuple[str, ...]:
        """The names of workspaces that rows carry."""
        return ()

    def stand_on(self, item_id: str) -> bool:
        """The cursor stands on this item now; whether that is in another workspace than before."""
        return False

    def spread(self, keys: Sequence[str]) -> dict[str, int]:
        """How many of these items each workspace has; empty where there is only one."""
        return {}

    def closed(self, ids: Sequence[str] = ()) -> str:
        """Why nothing can be decided in the workspaces of these items, or in the one under the cursor."""
        return ""

    def closed_words(self) -> str:
        """Which workspaces can only be looked at, and why."""
        return ""

    def named(self, outcome: "Outcome") -> "Outcome":
        """An outcome of the workspace under the cursor, with names as this console has them."""
        return outcome

    def full_id(self, decision: str) -> str:
        """A decision of the workspace under the cursor by the name it has here."""
        return decision

    # Drafts, place, scratch files, presence

    def load_draft(self, item: str, verb: Verb) -> "SavedDraft | None":
        """Words begun earlier; a date in them that has passed by now is asked for again."""
        from dreamtui.store.person import drafts

        found = drafts.load(self.desk.layout, item, verb.value)
        return replace(found, until="") if found is not None and found.until <= self.desk.today else found

    def save_draft(self, draft: "SavedDraft") -> None:
        """Keep words; quick enough for the event loop, and the last thing done when a signal comes.

        Another console's words are not written over: a console that looks on, or lost its mark, raises `Refused`.
        """
        from dreamtui.store.person import drafts

        if self._another_keeps:
            taken = self.ousted() or "another console has this workspace"
            raise Refused(f"{taken}: these words are not kept, so copy them before you leave")
        drafts.save(self.desk.layout, draft)

    def drop_draft(self, item: str, verb: Verb | None = None) -> None:
        """Forget words that were recorded, unless they are another console's by now."""
        from dreamtui.store.person import drafts

        if not self._another_keeps:
            drafts.drop(self.desk.layout, item, verb.value if verb else "")

    @property
    def _another_keeps(self) -> bool:
        """Whether the drafts here are another console's."""
        return self._looks_on or (self.presence is not None and self.presence.lost)

    def unreadable(self) -> tuple[str, ...]:
        """What a person has to know of drafts that cannot be read, in whatever workspace."""
        from dreamtui.store.person import drafts

        return tuple(said for desk in self.desks for said in drafts.unreadable(desk.layout))

    def drafts(self) -> "list[SavedDraft]":
        """All words begun here; those about several workspaces belong to the console over all of them."""
        from dreamtui.store.person import drafts

        return [draft for draft in drafts.everything(self.desk.layout) if ":" not in draft.item]

    def drafted(self) -> frozenset[str]:
        """Ids of items with words begun."""
        return frozenset(item for draft in self.drafts() for item in draft.item.split())

    def discard(self, draft: "SavedDraft") -> None:
        """Forget words that were begun, unless they are another console's by now."""
        from dreamtui.store.person import drafts

        if not self._another_keeps:
            drafts.drop(self.desk.layout, draft.item, draft.verb)

    def load_result(self, item: str, change: "MutationView") -> str:
        """The edited words of a proposal's change that are not recorded; empty for none."""
        from dreamtui.store.person import drafts

        draft = drafts.load(self.desk.layout, item, _result_name(change))
        return draft.rule if draft is not None else ""

    def save_result(self, item: str, change: "MutationView", text: str) -> None:
        """Keep the edited words of a proposal's change, or forget them when there are none."""
        from dreamtui.store.person.drafts import SavedDraft

        draft = SavedDraft(item, _result_name(change), rule=text)
        if draft:
            self.save_draft(draft)
        else:
            self.discard(draft)

    def load_place(self) -> "ResumePoint":
        """Where the person was."""
        from dreamtui.store.person import resume

        return resume.load(self.desk.layout)

    def save_place(self, place: "ResumePoint") -> None:
        """Remember where the person is."""
        from dreamtui.store.person import resume

        if self.desk.layout.home.is_dir():
            resume.save(self.desk.layout, place)

    def scratch(self, name: str, text: str, suffix: str = ".md") -> Path:
        """A private file for another program."""
        from dreamtui.store.files import small as scratch

        return scratch.write(self.desk.layout, name, text, suffix=suffix)

    def take_back_scratch(self, path: Path) -> str | None:
        """What the other program left in a private file, which goes; nothing when it is no text."""
        from dreamtui.store.files import small as scratch

        text = scratch.read(path)
        scratch.remove(path)
        return text

    def enter(self, *, take_over: bool) -> str:
        """Leave the presence mark; gives back why the console has to be read-only, empty when it has not."""
        from dreamtui.store.index.schema import prepare_state
        from dreamtui.store.person.presence import Presence

        layout = self.desk.layout
        self._looks_on = False
        if not layout.home.is_dir():
            return ""
        try:
            prepare_state(layout)
        except OSError:
            return ""
        except Refused as problem:
            return f"read-only, because {problem}"
        self.presence = Presence.take(layout.state / "presence", who=self.desk.actor, now=self.now)
        if take_over and not self.presence.held:
            self.presence.take_over(now=self.now)
        owner = None if self.presence.held else self.presence.owner()
        if owner is None:
            return ""
        self._looks_on = True
        return f"read-only (--take-over takes it), because {owner.said(self.now)} has a console open here"

    def ousted(self) -> str:
        """Why a console that could write must not any more: somebody took over; empty when nobody did."""
        if self.presence is None or self.presence.held:
            return ""
        owner = self.presence.owner()
        return f"{owner.said(self.now)} has taken over; this console is read-only now" if owner else ""

    def leave(self) -> None:
        """Take the presence mark away."""
        if self.presence is not None:
            self.presence.release()
            self.presence = None

    def keep_error(self, text: str) -> str:
        """Put a traceback into the error log; gives back where it is."""
        from dreamtui.store.person.errorlog import keep

        return keep(text, self.desk.env)


def _result_name(change: "MutationView") -> str:
    """Under which name the edited words of a change are kept among the drafts of its proposal."""
    return f"result {change.choice} {change.mutation.id}"
