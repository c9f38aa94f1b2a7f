"""A decision: what a plan records and what the audit keeps."""

from dataclasses import dataclass, field

from dreamtui.model.change import ChangeSet, Span
from dreamtui.model.channel import Channel
from dreamtui.model.target import OUTPUTS, Destination
from dreamtui.model.verb import Verb

RULE_FILES = ".agent/memory/semantic/rules/"
"""What the logical paths of live rules begin with."""

NOTE_PATHS = ".agent/memory/notes/"
"""What the logical paths of notes begin with."""

NOBODY = "nothing"
"""Whom git names where it is not configured to name anybody."""
_GIT_SAYS = "git says "

ALL = "all"
"""Acknowledges every loss."""


@dataclass(frozen=True, slots=True)
class DecisionOrigin:
    """Where a decision came from, as far as the process that recorded it could tell."""

    channel: Channel = Channel.COMMAND
    terminal: bool = False
    """Whether a terminal was read from and written to."""
    agent: str = ""
    """The agent in whose environment it was made; empty for none."""
    git_name: str = ""
    """Who git says decides, where the name was given and is another one; `nothing` where git gives no answer."""
    started_by: tuple[str, ...] = ()
    """Agents among the processes it was started by: a hint, which decides nothing."""

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why it may not have been the named person who decided, a few words each."""
        found = [f"inside {self.agent}"] if self.agent else [f"started by {name}" for name in self.started_by[:1]]
        found += [] if self.terminal else ["no terminal"]
        found += [f"{_GIT_SAYS}{self.git_name}"] if self.git_name else []
        return tuple(found)


@dataclass(frozen=True, slots=True)
class Touched:
    """What a decision did to one file."""

    path: str
    """Logical path."""
    before: str
    """sha256 before, empty when the file was not there."""
    after: str
    """sha256 after, empty for a removed file."""
    spans: tuple[Span, ...] = ()
    """What was replaced; inverted by an undo. Empty if the bytes are kept in an object."""
    object: str = ""
    """sha256 of the object that holds the spans if they are too large for the record, or private."""

    @property
    def is_lacking(self) -> bool:
        """Whether the spans are kept in an object that is not there: private ones are with one person only."""
        return bool(self.object) and not self.spans


@dataclass(frozen=True, slots=True)
class Said:
    """What agents read of a rule, or of a note in force, as a decision left it."""

    path: str
    """Logical path of its file."""
    title: str
    """Its title, on one line."""
    text: str
    files: tuple[str, ...] = ()
    """Paths it is about, which decide its area."""
    destination: Destination = OUTPUTS
    """Where it goes."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A decision before it is recorded: id, parents and touched files are filled in by the store."""

    item: str
    """Id of the item decided."""
    kind: str
    fingerprint: str
    """What the item is about."""
    title: str
    verb: Verb
    actor: str
    when: str
    """UTC time of the plan; the record carries it too."""
    rationale: str = ""
    """The written reason, verbatim."""
    rule: str = ""
    """The rule's words, if any."""
    disposition: str = ""
    until: str = ""
    """Date of a deferral, a not-now or the next review; or the version until which a rule holds."""
    batch: str = ""
    """Same for all records of one batch."""
    undoes: str = ""
    """Id of the decision an undo or redo takes back."""
    drafted_by: str = ""
    """The command of the model whose words the rule's are; with `, edited` where the person changed them."""
    draft_answer: str = ""
    """sha256 of that model's answer."""
    same_sitting: bool = False
    """True for one's own decision taken back in the same sitting."""
    evidence: tuple[tuple[str, str], ...] = ()
    """Locator and digest of each piece of evidence shown."""
    overrules: tuple[str, ...] = ()
    """Ids of the decisions of another branch that it takes out of force."""


@dataclass(frozen=True, slots=True)
class Decision(Draft):
    """The audit record of one decision."""

    id: str = ""
    """sha256 of the rest of the record."""
    parents: tuple[str, ...] = ()
    """Heads of the record graph known when it was written."""
    tool: str = ""
    touched: tuple[Touched, ...] = ()
    says: tuple[Said, ...] = ()
    """What agents read of each rule and each note in force that it left; in records of earlier versions less."""
    origin: DecisionOrigin | None = None
    """Where it came from; none in records of earlier versions."""

    @property
    def short(self) -> str:
        """The first eight hex, as in the record's file name."""
        return self.id[:8]

    @property
    def signed(self) -> str:
        """Who decided, and why it may not have been them."""
        return _signed(self.actor, self.origin.doubts if self.origin else ())

    @property
    def retires_rule(self) -> bool:
        """Whether a rejection took a live rule out of what agents read."""
        rules = (one for one in self.touched if one.path.startswith(RULE_FILES))
        return self.verb is Verb.REJECT and any(one.before and not one.after for one in rules)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a verb would do: exactly these changes, and this decision recorded with them."""

    changes: ChangeSet
    """What the preview shows and the store applies."""
    draft: Draft
    advice: tuple[str, ...] = ()
    """What the coach says about the words; nothing here stops the plan."""
    log: tuple[tuple[str, object], ...] = ()
    """Further JSON values of the log's line, by name."""
    again: bool = False
    """Whether a part of it was skipped, so that the item has to be planned again."""
    then: ChangeSet = field(default_factory=ChangeSet)
    """What agents would read after it: each output as a sync would write it without it, and with it."""

    @property
    def written(self) -> ChangeSet:
        """Its changes without the files that stay as they are, which a decision may stand behind."""
        return ChangeSet.of(*self.changes.changes)

    @property
    def shown(self) -> ChangeSet:
        """What agents would read, and what is written."""
        return ChangeSet.of(*self.then.changes, *self.changes.changes)


@dataclass(frozen=True, slots=True)
class Mark:
    """The light part of a record: what the graph, the lists and the coach need, without the changes."""

    name: str
    """Logical path of the record."""
    id: str
    parents: tuple[str, ...]
    """Heads known when it was written."""
    item: str
    """Id of the item decided."""
    kind: str
    title: str
    """Title of the item when it was decided."""
    verb: Verb
    actor: str
    when: str
    """UTC time."""
    batch: str
    """Same for all records of one batch."""
    undoes: str
    """Id of the decision it takes back."""
    words: str
    """Hash of the rationale without case, blanks and signs; empty for none."""
    paths: tuple[str, ...]
    """Logical paths it changed."""
    rules: tuple[tuple[str, str, str], ...] = ()
    """Of each rule and note it was about the path and the sha256 before and afterwards, empty for none in force."""
    doubts: tuple[str, ...] = ()
    """Why it may not have been the named person who decided, a few words each."""
    overrules: tuple[str, ...] = ()
    """Ids of the decisions of another branch that it takes out of force."""

    @property
    def person(self) -> str:
        """Who decided, as far as git knows: a name that was given makes nobody a second person."""
        said = next((doubt.removeprefix(_GIT_SAYS) for doubt in self.doubts if doubt.startswith(_GIT_SAYS)), "")
        return said if said and said != NOBODY else self.actor

    @property
    def names(self) -> frozenset[str]:
        """Every name of whom decided: the one that was given, and git's."""
        return frozenset({self.actor, self.person})

    @property
    def short(self) -> str:
        """The first eight hex of the id."""
        return self.id[:8]

    @property
    def signed(self) -> str:
        """Who decided, and why it may not have been them."""
        return _signed(self.actor, self.doubts)


def _signed(actor: str, doubts: tuple[str, ...]) -> str:
    return f"{actor} ({', '.join(doubts)})" if doubts else actor


@dataclass(frozen=True, slots=True)
class Words:
    """What a person said with a decision."""

    rationale: str = ""
    rule: str = ""
    disposition: str = ""
    until: str = ""
    """Date of a deferral or a not-now; of a rule the date, or the version, until which it holds."""
    as_note: bool = False
    """Graduate as a note rather than a rule."""
    destination: Destination | None = None
    """Where the rule goes; None for as before, a new one for the outputs."""
    extend_days: int = 180
    """Days until the next review."""
    room: str = ""
    """What to do when MEMORY.md is full: `make` drops the oldest promotions, `over` exceeds the budget."""
    only: tuple[str, ...] = ()
    """Of a proposal only these mutations; empty for all."""
    choose: str = ""
    """The way out of a contradiction."""
    text: str = ""
    """The result of a proposal as the person edited it; empty for as it is."""
    acknowledged: tuple[str, ...] = ()
    """Statements that may be lost; `all` stands for every one. And `secret` or `order`, where the words are meant."""
    most: int = 25
    """Rules and notes that may go at once."""
    drafted_by: str = ""
    """Whose words the rule's are, as `Draft` has it; found out when it is decided."""
    draft_answer: str = ""
