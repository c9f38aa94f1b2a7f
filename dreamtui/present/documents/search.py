"""What a search found."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

from msgspec import Struct

from dreamtui.present.documents.alike import alike, says

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk
    from dreamtui.desk.search.search import Hits
    from dreamtui.model.search import Hit


class HitShape(Struct, frozen=True):
    """Something that answers."""

    kind: Annotated[str, says("A kind of item, or rule, memory, decision, moment, daily-note.")]
    id: Annotated[str, says("As every command takes it; of a memory or moment the place it stands in.")]
    title: str
    status: Annotated[str, says("Of an item or note; live or retired of a rule; empty for the rest.")]
    where: Annotated[str, says("The part that answers best: title, text, evidence, reason or names.")]
    quote: Annotated[str, says("The line that answers best; empty where the title or a name does.")]
    locator: Annotated[str, says("Where that stands: `file:<path>:<line>`, `commit:<sha>`, `record:<file>#<uuid>`.")]
    place: Annotated[str, says("Logical path of the file that holds all of it, or the record.")]
    when: Annotated[str, says("UTC time, ISO 8601 with Z; empty when unknown.")]
    score: Annotated[float, says("How well it answers; the higher, the better.")]
    share: Annotated[float, says("How much of the question it has, from 0 to 1; rare words count more.")]
    workspace: Annotated[str, says("The root of its workspace.")]


class CorrectedWord(Struct, frozen=True):
    """A word that nothing has."""

    typed: str
    taken: Annotated[tuple[str, ...], says("What was looked for instead.")]


class SearchOutput(Struct, frozen=True, tag_field="schema", tag=1):
    """What a search found, the best first."""

    hits: tuple[HitShape, ...]
    corrected: tuple[CorrectedWord, ...]
    problems: Annotated[tuple[str, ...], says("What was not understood or could not be searched, a sentence each.")]


def found(hits: "Iterable[tuple[Desk, Hit]]", answers: "Iterable[Hits]", problems: Iterable[str]) -> SearchOutput:
    """The hits of one workspace, or of several as one list."""
    corrected = dict(pair for one in answers for pair in one.corrected)
    return SearchOutput(
        hits=tuple(alike(HitShape, hit, workspace=str(desk.workspace.root)) for desk, hit in hits),
        corrected=tuple(CorrectedWord(typed, taken) for typed, taken in corrected.items()),
        problems=tuple(problems),
    )
