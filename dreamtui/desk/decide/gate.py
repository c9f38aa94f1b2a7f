"""The gate: from where a decision may be made. Who proposes is not who decides, so inside an agent nothing is decided.

`Store.writing` is given `Desk.decides`, so that no decision is recorded without passing here; use cases ask at their
beginning too, to refuse before they ask for anything else.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from dreamtui.desk.config import AGENTS_DECIDE
from dreamtui.desk.desk import Desk
from dreamtui.model.decision import DecisionOrigin
from dreamtui.model.errors import Lack, Missing, Refused
from dreamtui.model.item import Item
from dreamtui.sources.agents import running_agent, started_by
from dreamtui.sources.identity import named_by_git
from dreamtui.text.danger.risks import SECRET, has_secret, mask, order_in
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
        name = "nothing"
    return replace(origin, git_name=name)


def why_shut(desk: Desk) -> str:
    """Why nothing at all is decided here, a clause: it is inside an agent, and the person has not said that it may."""
    agent = running_agent(desk.env)
    return f"this runs inside {agent}" if agent and not desk.config[AGENTS_DECIDE] else ""


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


def check_author(desk: Desk, item: Item) -> None:
    """Refused where an agent would decide what an agent filed, whatever the settings allow."""
    if item.filed_in and desk.origin.agent:
        raise Refused(f"{item.id} was filed inside {item.filed_in}; a person decides it, and no agent does")
