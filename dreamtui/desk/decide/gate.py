"""The gate: from where a decision may be made. Who proposes is not who decides, so inside an agent nothing is decided.

`Store.writing` is given `Desk.decides`, so that no decision is recorded without passing here; use cases ask at their
beginning too, to refuse before they ask for anything else.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from dreamtui.desk.decide.shut import why_shut
from dreamtui.desk.desk import Desk
from dreamtui.kinds.decision.audit_record import said
from dreamtui.model.change import Change, ChangeSet
from dreamtui.model.decision import NOBODY, NOTE_PATHS, RULE_FILES, DecisionOrigin, Plan
from dreamtui.model.errors import Lack, Missing, Refused
from dreamtui.model.item import Item
from dreamtui.model.verb import Verb
from dreamtui.sources.agents import running_agent, started_by
from dreamtui.sources.identity import named_by_git
from dreamtui.text.danger.orders import order_in
from dreamtui.text.danger.risks import SECRET, has_secret, mask
from dreamtui.text.inert import inert_line

ORDER = "order"
"""What is acknowledged of words that read like an order to an agent."""


def origin_of(desk: Desk) -> DecisionOrigin:
    """Where a decision made at a desk comes from."""
    origin = DecisionOrigin(
        desk.seat.channel, desk.seat.terminal, running_agent(desk.env), started_by=started_by(desk.env)
    )
    if not desk.identity.is_given:
        return origin
    try:
        name = named_by_git(desk.workspace.root, desk.actor)
    except Refused:
        name = NOBODY
    return replace(origin, git_name=name)


def check_origin(desk: Desk) -> None:
    """Refused where nothing may be decided from."""
    if why := why_shut(desk):
        raise Refused(f"a person decides, and {why}", Lack.PERSON)
    origin = desk.origin
    if not origin.terminal and desk.config["dreamtui.need_terminal"]:
        source = desk.config.source("dreamtui.need_terminal")
        raise Refused(f"a decision needs a terminal here (dreamtui.need_terminal in {source})")
    if origin.git_name and desk.config["dreamtui.need_own_name"]:
        source = desk.config.source("dreamtui.need_own_name")
        said = f"{desk.actor} is not {origin.git_name}, who git says you are"
        raise Refused(f"{said} (dreamtui.need_own_name in {source})")


_LONGEST = 60
_TAKES = frozenset({Verb.GRADUATE, Verb.ACCEPT})


def check_removals(changes: Iterable[Change], most: int) -> None:
    """Refused where more rules and notes would go at once than a person takes for granted."""
    gone = sum(_goes(change) for change in changes)
    if gone > most:
        said = f"{gone} rules and notes would go at once, which is more than {most}; nothing is changed"
        raise Refused(said, Missing(Lack.REMOVED_MANY, (str(gone),)))


def _goes(change: Change) -> bool:
    """Whether a change takes a rule, or a note that is in force, out of what agents read."""
    if not change.path.startswith((RULE_FILES, NOTE_PATHS)) or change.before is None:
        return False
    before, after = (said(ChangeSet((one,))) for one in (replace(change, after=change.before), change))
    return bool(before) and not after


def check_words(words: Iterable[tuple[str, str]], acknowledged: Collection[str] = ()) -> None:
    """Refused where words that are kept and shared hold a secret, or read like an order to an agent.

    `words` are texts with what each is called; a person says that they are meant by acknowledging `secret` or `order`.
    """
    for name, text in words:
        if SECRET not in acknowledged and has_secret(text):
            said = f"{name} holds what looks like a secret, and it is kept and shared"
            raise Refused(said, Missing(Lack.RISK, (SECRET,)))
        if ORDER not in acknowledged and (order := order_in(text)):
            told = order if len(order) <= _LONGEST else f"{order[:_LONGEST]}…"
            said = inert_line(f"{name} reads like an order to an agent (“{mask(told)}”)")
            raise Refused(said, Missing(Lack.RISK, (ORDER,)))


def check_plans(plans: Iterable[Plan], acknowledged: Collection[str] = ()) -> None:
    """The same for whatever they leave that agents read and that was not there before, whoever worded it."""
    for plan in plans:
        check_words(_newly_said(plan.changes.changes), acknowledged)


def _newly_said(changes: Iterable[Change]) -> Iterator[tuple[str, str]]:
    """New words with what they are called: of rules and notes what agents read of them, of other files every line."""
    for change in changes:
        if change.after is None:
            continue
        if change.path.startswith((RULE_FILES, NOTE_PATHS)):
            before = said(ChangeSet((replace(change, after=change.before),)))
            known = {words for one in before for words in (one.title, one.text, *one.files)}
            for one in said(ChangeSet((change,))):
                texts = (("title", one.title), ("text", one.text), ("path", "\n".join(one.files)))
                yield from ((f"the {name} of {change.path}", text) for name, text in texts if text not in known)
        elif change.path.endswith(".md") and (not change.path.startswith(_BOOKS) or change.path.startswith(_TAUGHT)):
            there = set((change.before or b"").split(b"\n"))
            lines = [line for line in change.after.split(b"\n") if line not in there]
            yield change.path, b"\n".join(lines).decode("utf-8", "replace")


_BOOKS = ".agent/dream/"
"""Our own files, which are shown to a person and to no agent."""
_TAUGHT = ".agent/dream/training/"
"""Those of them that agents are trained with."""


def check_author(desk: Desk, item: Item, verb: Verb) -> None:
    """Refused where an agent would decide what an agent filed, or, where that is asked for, a person what they filed.

    What one filed oneself one may always turn down.
    """
    if item.filed_by == desk.actor and verb in _TAKES and desk.config["dreamtui.need_other_reviewer"]:
        source = desk.config.source("dreamtui.need_other_reviewer")
        raise Refused(f"you filed {item.id}; another person takes it (dreamtui.need_other_reviewer in {source})")
    if item.filed_in and desk.origin.agent:
        raise Refused(f"{item.id} was filed inside {item.filed_in}; a person decides it, and no agent does")
