"""What a person has made of a proposal so far: changes switched on and off, words edited, losses let go."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dreamtui.desk.reorganize.proposal_view import MutationView, ProposalView
from dreamtui.desk.reorganize.wordings import SaidTwice, Take, said_twice
from dreamtui.model.decision import Words
from dreamtui.model.proposal import Fate, MutationKind
from dreamtui.text.words import normalise

WRITERS = frozenset({MutationKind.MERGE, MutationKind.SPLIT})
"""Changes that always write a text."""

_ITEMS = ("- ", "* ")

Key = tuple[str, str]
"""The way out of a contradiction a change belongs to, empty for none; and the change's id."""

Standing = tuple[str, frozenset[Key], frozenset[str]]
"""The way out chosen, changes switched off, statements let go."""


def key_of(change: MutationView) -> Key:
    """The key of a change, unique in its proposal."""
    return change.choice, change.mutation.id


def writes(change: MutationView) -> bool:
    """Whether it writes a text, which can be edited."""
    kind = change.mutation.kind
    return kind in WRITERS or (kind is MutationKind.SUPERSEDE and bool(change.result.strip()))


@dataclass
class Sketch:
    """A proposal with what is chosen of it; nothing of it is recorded yet."""

    view: ProposalView
    """The proposal as it was read."""
    choice: str = ""
    """The way out that is chosen; that which is suggested, else empty until the person chooses."""
    off: set[Key] = field(default_factory=set)
    """Changes that are switched off."""
    edits: dict[Key, MutationView] = field(default_factory=dict)
    """Changes with the words of the person, and what becomes of each statement then."""
    let_go: set[str] = field(default_factory=set)
    """Statements that may be lost, as they compare."""

    def __post_init__(self) -> None:
        self.choice = self.choice or self.view.proposal.default

    @property
    def contradiction(self) -> bool:
        """Whether one way out has to be chosen."""
        return bool(self.view.proposal.choices)

    @property
    def changes(self) -> list[MutationView]:
        """Every change, with the person's edits."""
        return [self.edits.get(key_of(one), one) for one in self.view.mutations]

    def change(self, key: Key | None) -> MutationView | None:
        """A change by its key."""
        return next((one for one in self.changes if key_of(one) == key), None)

    def is_on(self, change: MutationView) -> bool:
        """Whether it would be carried out."""
        return change.choice == self.choice and key_of(change) not in self.off

    def does_nothing(self, change: MutationView) -> bool:
        """Whether it was switched off or is skipped, so that everything its sources say stays."""
        return bool(change.skip) or key_of(change) in self.off

    @property
    def chosen(self) -> list[MutationView]:
        """The changes that would be carried out."""
        return [one for one in self.changes if self.is_on(one)]

    def choose(self, choice: str) -> None:
        """Take this way out, with all its changes."""
        self.choice = choice
        self.off = {key for key in self.off if key[0] != choice}

    def take(self, choice: str) -> list[MutationView]:
        """Take this way out and let go what is lost with it; its changes."""
        self.choose(choice)
        self.let_go |= {normalise(said) for said in self.lost()}
        return self.chosen

    def step_choice(self, step: int) -> None:
        """Choose the way out so many further on, or back, and no further than the last; the first if none is chosen."""
        ways = [one.id for one in self.view.proposal.choices]
        at = ways.index(self.choice) + step if self.choice else 0
        self.choose(ways[min(max(at, 0), len(ways) - 1)])

    @property
    def standing(self) -> Standing:
        """What is chosen, to be put back."""
        return self.choice, frozenset(self.off), frozenset(self.let_go)

    def put_back(self, before: Standing) -> None:
        self.choice, self.off, self.let_go = before[0], set(before[1]), set(before[2])

    def switch(self, change: MutationView) -> str:
        """Switch a change on or off; returns why that is impossible, or empty."""
        key = key_of(change)
        if self.contradiction and change.choice != self.choice:
            self.choose(change.choice)
            return ""
        if self.is_on(change):
            self.off.add(key)
            return ""
        others = [key_of(other) for other in self.chosen if writes(other)]
        if writes(change) and others and any(each in self.edits for each in (*others, key)):
            return "Edited words go with one change that writes; E drops the edited words"
        self.off.discard(key)
        return ""

    def may_edit(self, change: MutationView) -> str:
        """Why the words of this change cannot be edited; empty when they can."""
        if not writes(change):
            return "This change writes nothing, so there is nothing to edit"
        if any(writes(other) and key_of(other) != key_of(change) for other in self.chosen):
            return "Edited words go with one change that writes; switch the others off with space first"
        return ""

    def proposed(self, change: MutationView) -> MutationView:
        """The change as it was proposed."""
        return next((one for one in self.view.mutations if key_of(one) == key_of(change)), change)

    def twice(self, change: MutationView) -> list[SaidTwice]:
        """What its sources say in two ways, as it was proposed."""
        return said_twice(self.proposed(change))

    def only_took(self, change: MutationView) -> bool:
        """Whether its words differ from the proposed ones by wordings of the sources alone."""
        proposed, text = self.proposed(change).result, change.result
        for pair in self.twice(change):
            stood = pair.standing(proposed)
            text = (pair.taken(text, stood) if stood else None) or text
        return text == proposed

    def take_wording(self, change: MutationView, pair: SaidTwice, wanted: Take) -> str | None:
        """The result with this wording, the other let go; None when it has neither, because the person wrote it."""
        text = pair.taken(change.result, wanted)
        if text is not None:
            self.let_go -= {normalise(pair.a.text), normalise(pair.b.text)}
            self.let_go |= {normalise(left)} if (left := pair.left(wanted)) else set()
        return text

    def is_let_go(self, statement: str) -> bool:
        """Whether the person said that this statement may be lost."""
        return normalise(statement) in self.let_go

    def acknowledge(self, statement: str) -> bool:
        """Let a statement go, or hold on to it again; whether it is let go now."""
        self.let_go ^= {normalise(statement)}
        return self.is_let_go(statement)

    def lost(self, changes: Sequence[MutationView] | None = None) -> list[str]:
        """Statements that would be lost, each once."""
        found = (said for one in (self.chosen if changes is None else changes) if not one.skip for said in one.lost)
        return list(dict.fromkeys(found))

    def open_losses(self) -> list[tuple[MutationView, str]]:
        """Statements that would be lost and are neither let go nor kept, each with its change."""
        return [(one, said) for one in self.chosen if not one.skip for said in one.lost if not self.is_let_go(said)]

    def why_not(self) -> str:
        """Why it cannot be accepted as it is; empty if it can."""
        if self.view.spent:
            return f"Nothing is left to do: {self.view.spent}; reject it with r, or put it off with s"
        if self.contradiction and not self.choice:
            return f"Make a choice first: 1 to {len(self.view.proposal.choices)}"
        chosen = self.chosen
        if not chosen and any(one.choice == self.choice for one in self.changes):
            return "Every change is switched off; reject the proposal, or switch one on with space"
        losses = self.open_losses()
        count = len({said for _, said in losses})
        if count:
            statements, each = ("statement is", "it") if count == 1 else ("statements are", "each")
            keep = ", or keep it with K" if any(writes(one) for one, _ in losses) else ""
            return f"{count} {statements} lost: let {each} go with x{keep}"
        return ""

    def words(self, words: Words) -> Words:
        """The words of a decision with what is chosen."""
        chosen = self.chosen
        every = [one for one in self.changes if one.choice == self.choice]
        edited = next((one.result for one in chosen if key_of(one) in self.edits), "")
        return replace(
            words,
            only=() if len(chosen) == len(every) else tuple(one.mutation.id for one in chosen),
            choose=self.choice,
            text=edited,
            acknowledged=tuple(said for said in self.lost() if self.is_let_go(said)),
        )

    def with_statement(self, change: MutationView, statement: str) -> str:
        """The result of a change with a statement put at its end; in a list it becomes one of its items."""
        text = change.result.rstrip("\n")
        last = text.rsplit("\n", 1)[-1]
        if not last.startswith(_ITEMS) or "\n" in statement:
            return f"{text}\n\n{statement}" if text else statement
        return f"{text}\n{statement}" if statement.startswith(_ITEMS) else f"{text}\n{last[:2]}{statement}"


def fates(change: MutationView) -> list[Fate]:
    """What becomes of each statement; one that another source says in the same words is merged with that one."""
    seen: set[str] = set()
    found: list[Fate] = []
    for one in change.statements:
        again = one.fate is Fate.KEPT and one.text in seen
        found.append(Fate.MERGED if again else one.fate)
        seen.add(one.text)
    return found
