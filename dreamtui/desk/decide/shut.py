"""Whether anything can be decided here at all, which a console asks before it shows anything."""

from typing import TYPE_CHECKING

from dreamtui.sources.agents import running_agent

if TYPE_CHECKING:
    from dreamtui.desk.desk import Desk


def why_shut(desk: "Desk") -> str:
    """Why nothing at all is decided here, a clause: it is inside an agent, and the person has not said that it may."""
    from dreamtui.desk.config import AGENTS_DECIDE

    agent = running_agent(desk.env)
    return f"this runs inside {agent}" if agent and not desk.config[AGENTS_DECIDE] else ""
