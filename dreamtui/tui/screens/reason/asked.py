"""What the rationale editor is asked for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NoReturn, TypeVar

from dreamtui.coach import rationale as coach
from dreamtui.coach.rationale import Judgement
from dreamtui.model.decision import Plan, Words
from dreamtui.model.errors import Refused
from dreamtui.model.evidence import Evidence
from dreamtui.model.sitting import SavedDraft
from dreamtui.model.target import OUTPUTS, Destination
from dreamtui.model.verb import Verb
from dreamtui.present.parts import Word
from dreamtui.text.inert import make_inert
from dreamtui.text.lines import Line
from dreamtui.tui.session.drafts import UNDO, About
from dreamtui.tui.session.outcomes import ConsoleOutcome
from dreamtui.tui.session.refs import Ref

T = TypeVar("T")


def not_yet(words: Words) -> NoReturn:
    """Records nothing: for a box whose subject is still being read."""
    raise Refused("It is still being read.")


@dataclass(frozen=True, slots=True)
class Loading(Generic[T]):
    """What has to be read before a person can be asked; the box is open meanwhile."""

    call: Callable[[], T]
    """Finds it out, in a worker."""
    request: "Callable[[T], ReasonRequest | None]"
    """The question then; None if there is nothing to ask any more."""
    what: str
    """What is being done, for `Failed`."""


@dataclass(frozen=True, slots=True)
class ReasonRequest:
    """What a reason is asked for."""

    verb: Verb
    heading: str
    """What it is about, in a line."""
    record: Callable[[Words], ConsoleOutcome]
    """Records the decision; runs in a worker, and may refuse."""
    refs: tuple[Ref, ...] = ()
    """The items; empty for an undo."""
    title: str = ""
    """Title of a single item."""
    evidence: tuple[Evidence, ...] = ()
    """Evidence of a single item."""
    files: tuple[str, ...] = ()
    """Files a single item is about."""
    of_cases: bool = True
    """Whether the evidence shows cases of something, rather than words that are judged themselves."""
    suggestion: str = ""
    """The initial text of the rule's box: the current or former rule, else a suggestion."""
    drafted: str = ""
    """The rule that a model drafted, or empty."""
    warning: Callable[[str], str] | None = None
    """What is to be said of the rule that is typed, such as whose it would replace; empty for nothing."""
    retires: str = ""
    """What a rejection does to the live rule, a sentence; empty without one."""
    preview: Callable[[Words], Plan] | None = None
    """Exactly what would change with these words; None if that cannot be shown."""
    sure: tuple[Line, ...] = ()
    """What is to be confirmed before it is recorded; empty when nothing is."""
    revealed: bool = False
    """Whether the item's masked text was revealed, which the exact changes then show too."""
    goes: Destination = OUTPUTS
    """Where the rule of a single item goes now."""
    begin: str = ""
    """`rule` to begin in the box of the rule, `editor` to begin in another program; empty for the reason's box."""
    sentence: str = ""
    """What is taken by default: what MEMORY.md would say of a promotion, the marks of a brief; empty for all others."""
    sentence_name: str = ""
    """What that is called; empty where it is MEMORY.md's, which has a limit."""
    named: tuple[Sequence[Word], ...] = ()
    """Below the heading: what it is about where these are several, a line each."""

    @property
    def with_rule(self) -> bool:
        """Whether the words of a rule, or a better sentence, are asked for; several items take those suggested."""
        return (self.verb is Verb.GRADUATE or bool(self.sentence)) and len(self.refs) == 1

    @property
    def with_target(self) -> bool:
        """Whether it is asked where the rule goes."""
        return self.verb in {Verb.GRADUATE, Verb.MOVE} and len(self.refs) == 1

    def first_rule(self, draft: SavedDraft | None) -> str:
        """The initial text of the upper box: the draft, else the suggestion."""
        return draft.rule if draft is not None and draft.rule.strip() else self.suggestion

    def rule_of(self, typed: str) -> str:
        """The text of the upper box; empty if it is the note's text, which is then written as it is there."""
        unchanged = self.sentence and typed.strip() == make_inert(self.sentence).text.strip()
        return "" if unchanged else typed

    @property
    def about(self) -> About:
        """What its words are about, as drafts have it."""
        return tuple(sorted(self.refs)) or UNDO

    @property
    def name(self) -> str:
        """What it is about, for the name of a file."""
        return " ".join(map(str, self.about))

    def judged(self, words: Words) -> tuple[Judgement, Judgement | None]:
        """The coach's judgement of the reason, and of the rule if there is one; none of a reason that is not needed."""
        if self.verb is Verb.DEFER:
            return Judgement(), None
        several = len(self.refs) > 1
        reason = coach.judge(
            words.rationale, verb=self.verb, title=self.title, rule=words.rule, evidence=self.evidence, batch=several,
            files=self.files,
        )  # fmt: skip
        ruled = self.verb is Verb.GRADUATE and len(self.refs) == 1
        return reason, coach.judge_rule(words.rule, self.title) if ruled else None

    def draft(self, said: Words) -> SavedDraft | None:
        """What is worth keeping of these words; nothing when they are none, or only the rule that was suggested."""
        own_rule = said.rule.strip() and said.rule != self.suggestion
        if not (said.rationale.strip() or own_rule):
            return None
        verb = self.verb.value
        to = said.destination.written if said.destination is not None else ""
        return SavedDraft(self.name, verb, said.rationale, said.rule, said.disposition, said.as_note, said.until, to)
