"""Rows for what filters and sorts a queue, without files behind them."""

from dataclasses import dataclass

from dreamtui.text.query.row import WeightTexts, count_texts, word_of


@dataclass(frozen=True, slots=True)
class RowFacts:
    """A row of a queue, as a filter and a sort need it."""

    id: str
    kind: str
    signal: str
    """Signal or method that found it, empty for none."""
    title: str
    """One line, as it was read."""
    status: str = "pending"
    flags: tuple[str, ...] = ()
    actors: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    last_seen: str = ""
    """UTC time of its newest evidence, ISO 8601."""
    weight: float = 0
    workspace: str = ""
    """The workspace it is in, where a queue holds those of several."""
    sign: str = "○"
    place: int = 0
    weeks: str = ""

    @property
    def word(self) -> str:
        return word_of(self.signal, self.kind)

    @property
    def weight_texts(self) -> WeightTexts:
        return count_texts(self.weight)

    @property
    def key(self) -> str:
        """Its key, unique in a list."""
        return self.id
