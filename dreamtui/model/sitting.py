"""What a person leaves off: words that are not recorded yet, and the place where they were."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SavedDraft:
    item: str
    """Id of the item, or ids of several, separated by blanks."""
    verb: str
    rationale: str = ""
    rule: str = ""
    disposition: str = ""
    """Why it is to be rejected."""
    as_note: bool = False
    """Whether it is to become a note."""
    until: str = ""
    """The date of a rejection as not now."""
    to: str = ""
    """Where the rule goes, as `Destination.written`; empty for as before."""

    def __bool__(self) -> bool:
        return bool(self.rationale.strip() or self.rule.strip())


@dataclass(frozen=True, slots=True)
class ResumePoint:
    item: str = ""
    """Id of the item under the cursor."""
    status: str = ""
    filter: str = ""
    order: str = ""
    tab: str = ""
    """Which tab of the item is shown."""
    scroll: int = 0
    """First line of the item's pane on the screen."""
    split: str = ""
    """`split` or `unified` when a person chose; empty for what the width allows."""
    theme: str = ""
    """The theme chosen in the console; empty for none."""
