"""Every error a user can meet, one tree; each knows the exit code of the command that meets it.

DreamtuiError                  something could not be done; the message is one sentence for the user
├── Refused              (1)   a decision or command was refused, nothing was changed
│   ├── NotFound         (1)   no item, rule, note or decision answers to this name
│   ├── AlreadyDecided   (1)   somebody else decided first; the message names who and when
│   ├── Changed          (1)   a file is not what the plan was made from
│   │   └── OutOfDate    (1)   nothing of a proposal can be applied any more; it is planned again
│   ├── Malformed        (1)   a file is not of its format; the message says why, and names it once that is known
│   └── WriteFailed      (1)   the system refused a write; everything was put back
├── Usage                (2)   wrong words on the command line or in a configuration file
├── Unavailable          (3)   the store is locked by somebody else, or cannot be reached
└── Integrity            (4)   our own files contradict each other; nothing is written until a person looks
"""

from enum import Enum, IntEnum, auto, unique
from typing import NamedTuple


@unique
class ExitCode(IntEnum):
    """What the command line tells the shell."""

    OK = 0
    REFUSED = 1
    USAGE = 2
    UNAVAILABLE = 3
    INTEGRITY = 4
    INTERRUPTED = 130


@unique
class Lack(Enum):
    """What was not said, or would have to be said, for something that was refused."""

    REASON = auto()
    RULE = auto()
    """What agents are to read."""
    MEMORY_WORDS = auto()
    """What is to be remembered of an insight."""
    CHOICE = auto()
    """A way out of a contradiction; the names are those that there are."""
    CHANGES = auto()
    """Changes of a proposal, where a choice was named."""
    ONE_CHANGE = auto()
    """The one change that an edited text is for."""
    LOSSES = auto()
    """Statements that may be lost."""
    PATHS = auto()
    """The files that a rule is for."""
    GROUND = auto()
    """That the live rule is wrong, or that it is kept."""
    ROOM = auto()
    """What to do about a full MEMORY.md; the names are the days whose promotions would go, if there are any."""
    REMOVALS = auto()
    """That entries of an index may go."""
    MEMORY_FOLDER = auto()
    CLAUDE_FOLDER = auto()
    KNOWN_ITEM = auto()
    KNOWN_MEMORY = auto()
    """A memory file that is or was there."""
    KNOWN_VERSION = auto()
    """A version of the memory file that is named."""
    KNOWN_NOTE = auto()
    KNOWN_DECISION = auto()
    MODEL_COMMAND = auto()
    """A command in the person's own settings that a model answers through."""
    MODEL_RULE = auto()
    """A draft of a model that holds."""
    REOPENING = auto()
    """That the item, which is named, is put back into the queue first."""
    UNDOING = auto()
    """That a decision, which is named if it is known, is taken back first."""
    REMOVED_MANY = auto()
    """That so many rules and notes go at once, which is named."""
    RISK = auto()
    """That words are meant as they are although they hold a secret or an order; the name is what to acknowledge."""
    PERSON = auto()
    """That a person decides; what runs here may only propose."""


class Missing(NamedTuple):
    """What a refusal lacks, as data: each front end says in its own words how it is given."""

    what: Lack
    names: tuple[str, ...] = ()


class DreamtuiError(Exception):
    """The root of the tree; never raised itself."""

    exit_code = ExitCode.REFUSED

    def __init__(self, said: str, missing: Missing | Lack | None = None) -> None:
        """`said` names no option and no key; how to give what is `missing` is for the front ends to say."""
        super().__init__(said)
        self.missing = Missing(missing) if isinstance(missing, Lack) else missing


class Refused(DreamtuiError):
    """A decision or command was refused and nothing was changed."""


class NotFound(Refused):
    """No item, rule, note or decision answers to this name."""


class AlreadyDecided(Refused):
    """Somebody else decided this item first."""


class Changed(Refused):
    """A file is not what the plan was made from."""


class OutOfDate(Refused):
    """What a proposal was made from is no longer so; it is planned again."""


class Malformed(Refused, ValueError):
    """A file is not of its format: the one error of whatever turns bytes of ours into nouns.

    It is a ValueError too, as for every value that cannot be read.
    """

    def __init__(self, why: str, path: str = "") -> None:
        """`path` is the file's, where the reader knows it."""
        super().__init__(f"{path} cannot be read: {why}" if path else why)
        self.why = why
        self.path = path

    def at(self, path: str) -> "Malformed":
        """The same with the path of the file, where it has none."""
        return self if self.path else Malformed(self.why, path)


class WriteFailed(Refused):
    """The system refused a write; everything was put back."""


class Usage(DreamtuiError):
    """Wrong words on the command line or in a configuration file."""

    exit_code = ExitCode.USAGE


class Unavailable(DreamtuiError):
    """The store is locked by somebody else, or cannot be reached."""

    exit_code = ExitCode.UNAVAILABLE


class Integrity(DreamtuiError):
    """Our own files contradict each other; nothing is written until a person looks."""

    exit_code = ExitCode.INTEGRITY
