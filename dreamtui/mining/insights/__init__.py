"""Insights: what several sessions have in common, found in the words of their events. Pure; one idea a file."""

from dreamtui.mining.insights.find import find
from dreamtui.mining.insights.intake import InsightIntake, KnownInsight, take_in

__all__ = ["InsightIntake", "KnownInsight", "find", "take_in"]
