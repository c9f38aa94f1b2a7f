"""A model's draft of a rule for an item: its evidence is sent, the answer checked, and what came of it kept."""

import hashlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING

from dreamtui.desk.desk import Desk
from dreamtui.desk.mine.reading import Progress, asked
from dreamtui.desk.model_command import ModelCommand, ask, need_command
from dreamtui.desk.queue import lookup
from dreamtui.model.errors import Lack, Missing, Refused
from dreamtui.model.evidence import Evidence, Where
from dreamtui.model.item import Item
from dreamtui.model.model_draft import DraftOutcome, ModelDraft
from dreamtui.model.status import Status
from dreamtui.model.verb import Verb
from dreamtui.sources.workspace import data_home
from dreamtui.text.dates import iso

if TYPE_CHECKING:
    from dreamtui.coach.model_draft import Passage

_MOST_LINE = 300
_MESSAGE, _FILE, _HUNK = "message", "file", "hunk"
"""Where in a commit as it is shown a line stands."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """What came of asking for one item."""

    item: Item
    draft: ModelDraft | None = None
    problem: str = ""
    """Why there is no answer, a sentence without its stop; empty when there is one."""


def draft(desk: Desk, reference: str, *, cancelled: Callable[[], bool] | None = None) -> tuple[Item, ModelDraft]:
    """Ask the model about one item and keep what came of it; an earlier draft stays where there is no answer."""
    item = _item(desk, reference)
    done = _ask(desk, need_command(desk), item, cancelled)
    if done.draft is None:
        raise Refused(done.problem)
    return item, done.draft


def draft_waiting(desk: Desk, most: int, progress: Progress) -> tuple[Drafted, ...]:
    """Ask about the first that wait and have no draft of their present evidence.

    After the first answer that does not come nothing more is asked, because each would take as long.
    """
    command, done = need_command(desk), list[Drafted]()
    for item in _undrafted(desk):
        if len(done) == most or (done and done[-1].problem):
            break
        progress(f"asking {command.shown} about {item.id}", len(done), most)
        done.append(_ask(desk, command, item, None))
    return tuple(done)


def prompt(desk: Desk, reference: str) -> tuple[Item, str]:
    """Exactly what the model would be given about an item."""
    from dreamtui.coach.model_draft import prompt_for

    item = _item(desk, reference)
    return item, prompt_for(_shown(item.title), _passages(desk, item.evidence))


def load(desk: Desk, item: Item) -> ModelDraft | None:
    """What a model drafted for an item, on this machine."""
    path = desk.own_layout.private_state / "model-drafts" / f"{item.id}.json"
    if not path.is_file():
        return None
    from dreamtui.store.person.model_drafts import load as read

    return read(desk.own_layout, data_home(desk.env), item.id)


def is_current(made: ModelDraft, item: Item) -> bool:
    """Whether the draft was made from the evidence that the item has now."""
    from dreamtui.coach.model_draft import basis_of

    return made.basis == basis_of(item.evidence)


def drafted_rule(desk: Desk, reference: str) -> str:
    """The rule that a model drafted for an item; refused where there is none that holds."""
    item = _item(desk, reference)
    made = load(desk, item)
    if made is None or made.outcome is not DraftOutcome.RULE:
        raise Refused(f"there is no rule in a model's words for {item.id}", Missing(Lack.MODEL_RULE, (item.id,)))
    return made.rule


def origin_of(desk: Desk, item: Item, rule: str, suggestion: str) -> tuple[str, str]:
    """The command, and the hash of its answer, that these words of a rule come from; empty where they are others.

    `suggestion` is what would stand there without a model.
    """
    made = load(desk, item)
    if made is None or made.outcome is not DraftOutcome.RULE or not rule.strip():
        return "", ""
    from dreamtui.text.similarity import NEAR, similarity

    if rule.split() == made.rule.split():
        return made.command, made.answer
    if rule.split() != suggestion.split() and similarity(rule, made.rule) >= NEAR:
        return f"{made.command}, edited", made.answer
    return "", ""


def _item(desk: Desk, reference: str) -> Item:
    look = lookup.Lookup(desk)
    row = look.resolve(reference, tuple(Status)).row
    if Verb.GRADUATE not in desk.kinds.of(row.kind).actions().plans:
        raise Refused(f"{row.id} is a {row.kind}; a rule is drafted only for what can become one")
    return look.gathered(row).item


def _undrafted(desk: Desk) -> Iterator[Item]:
    look = lookup.Lookup(desk)
    for entry in desk.queue().entries((Status.PENDING,)):
        if Verb.GRADUATE not in desk.kinds.of(entry.row.kind).actions().plans:
            continue
        item = look.gathered(entry.row).item
        made = load(desk, item)
        if item.evidence and (made is None or not is_current(made, item)):
            yield item


def _ask(desk: Desk, command: ModelCommand, item: Item, cancelled: Callable[[], bool] | None) -> Drafted:
    answer = ask_about(desk, command, item.id, item.title, item.evidence, cancelled)
    return Drafted(item, problem=answer) if isinstance(answer, str) else Drafted(item, answer)


def ask_about(
    desk: Desk,
    command: ModelCommand,
    key: str,
    title: str,
    evidence: tuple[Evidence, ...],
    cancelled: Callable[[], bool] | None = None,
    *,
    definite: bool = False,
) -> ModelDraft | str:
    """What came of asking about a piece of evidence, kept under a key; or why there was no answer."""
    from dreamtui.coach.model_draft import basis_of, checked, prompt_for
    from dreamtui.store.person.model_drafts import save

    passages = _passages(desk, evidence)
    if not passages:
        raise Refused(f"{key} has no evidence that a model could read")
    answer = ask(desk, command, prompt_for(_shown(title), passages, definite=definite), cancelled)
    if answer.problem:
        return answer.problem
    made = replace(
        checked(answer.text, passages, title, lambda names: _at_head(desk, names)),
        command=command.shown,
        answer=hashlib.sha256(answer.text.encode("utf-8", "replace")).hexdigest(),
        when=iso(desk.now),
        basis=basis_of(evidence),
    )
    save(desk.own_layout, data_home(desk.env), key, made)
    return made


def _at_head(desk: Desk, names: Collection[str]) -> frozenset[str]:
    """Those of the names that stand in the repository; where it cannot be read, none."""
    from dreamtui.sources.git.head import read_head

    return asked(lambda: read_head(desk.workspace.root).naming(names)) or frozenset()


# What is sent


def _passages(desk: Desk, evidence: tuple[Evidence, ...]) -> "tuple[Passage, ...]":
    """Evidence as it is sent: messages whole where they are not long, few changed lines, quotes."""
    from dreamtui.coach.model_draft import DIFF_LINES, LONGEST_PASSAGE, MOST_PASSAGES, Passage

    pieces = _distinct(evidence)[:MOST_PASSAGES]
    texts = [_commit(desk, piece) if piece.locator.where is Where.COMMIT else (piece.quote, []) for piece in pieces]
    changes = _shared([lines for _, lines in texts], DIFF_LINES)
    return tuple(
        Passage(f"E{number}", str(piece.locator), piece.when, "\n".join([_shown(text)[:LONGEST_PASSAGE], *lines]))
        for number, (piece, (text, _), lines) in enumerate(zip(pieces, texts, changes, strict=True), 1)
    )


def _distinct(evidence: tuple[Evidence, ...]) -> list[Evidence]:
    """Each place once, and words without a place each time."""
    return list({(str(one.locator), one.quote if not one.locator.ref else ""): one for one in evidence}.values())


def _commit(desk: Desk, piece: Evidence) -> tuple[str, list[str]]:
    """The message of a commit and its changed lines, those of a file below its name; the quote where it is gone."""
    from dreamtui.sources.git import objects

    text = asked(lambda: objects.show(desk.workspace.root, piece.locator.ref))
    if text is None:
        return piece.quote, []
    lines = takewhile(lambda line: not line or line.startswith("    "), text.partition("\n\n")[2].split("\n"))
    message = "\n".join(line[4:] for line in lines).strip()
    return message or piece.quote, list(_changed(text))


def _changed(commit: str) -> Iterator[str]:
    """The removed and added lines of a commit, with the name of the file before them."""
    at = _MESSAGE
    for line in _shown(commit).split("\n"):
        if line.startswith("diff --"):
            at = _FILE
        elif line.startswith("@@") and at is not _MESSAGE:
            at = _HUNK
        elif line.startswith("+++ ") if at is _FILE else at is _HUNK and line[:1] in "+-" and line[1:].strip():
            yield line[:_MOST_LINE]


def _shared(found: list[list[str]], most: int) -> list[list[str]]:
    """The first lines of each, as many of every one as there is room for, in turns."""
    counts = [0] * len(found)
    left = most
    for turn in zip_longest(*found):
        for at, line in enumerate(turn):
            if line is not None and left:
                counts[at] += 1
                left -= 1
    return [lines[:count] for lines, count in zip(found, counts, strict=True)]


def _shown(text: str) -> str:
    from dreamtui.text.danger.risks import mask
    from dreamtui.text.inert import inert

    return inert(mask(text))
