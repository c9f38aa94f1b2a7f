"""Levels of skill by cycles done, and the output types that take turns: the tables of the training protocol."""

from collections.abc import Sequence
from enum import StrEnum, unique
from types import MappingProxyType
from typing import NamedTuple


@unique
class Level(StrEnum):
    """How much is asked, after Dreyfus: from a novice who is given the steps to an expert who chooses the problem."""

    FOUNDATION = "Foundation"
    APPLICATION = "Application"
    ANALYSIS = "Analysis"
    STRATEGY = "Strategy"
    INNOVATION = "Innovation"

    @property
    def asks(self) -> str:
        """How an assignment of this level is put."""
        return _ASKS[self]


_ASKS = MappingProxyType(
    {
        Level.FOUNDATION: "Use the frameworks that the assignment names, step by step; say at each what you found.",
        Level.APPLICATION: "Choose among named frameworks the one that fits, apply it, and say why not the others.",
        Level.ANALYSIS: "Start from a problem that is observed here, and find the framework that explains it.",
        Level.STRATEGY: "The data conflict: name what speaks for each side, make the call, and say what it costs.",
        Level.INNOVATION: "Choose the problem that matters most yourself, and make a framework of your own for it.",
    }
)


class OutputRow(NamedTuple):
    """One line of the table of output types."""

    bloom: str
    """The level of Bloom's taxonomy."""
    contains: str
    """What it has to have."""
    check: tuple[str, ...]
    """The same as words for a list of things to tick."""


@unique
class OutputType(StrEnum):
    """What is to be written, one after the other."""

    RESEARCH = "Research brief"
    CASES = "Case study analysis"
    PLAN = "Implementation plan"
    TEARDOWN = "Competitive teardown"
    AUDIT = "Audit checklist"
    CHALLENGE = "Challenge problem"
    FRAMEWORK = "Framework development"
    TEACHING = "Teaching brief"

    @property
    def bloom(self) -> str:
        """The level of Bloom's taxonomy."""
        return _OUTPUTS[self].bloom

    @property
    def contains(self) -> str:
        """What it has to have, in words."""
        return _OUTPUTS[self].contains

    @property
    def check(self) -> tuple[str, ...]:
        """The same, one by one."""
        return _OUTPUTS[self].check


_OUTPUTS = MappingProxyType(
    {
        OutputType.RESEARCH: OutputRow(
            "remember/understand",
            "the landscape, the players, benchmarks and trends",
            ("landscape", "players", "benchmarks", "trends"),
        ),
        OutputType.CASES: OutputRow(
            "analyze", "two or three named cases, and why they worked", ("two or three named cases", "why they worked")
        ),
        OutputType.PLAN: OutputRow(
            "apply/create",
            "steps, a timeline, tools, metrics and a fallback",
            ("steps", "timeline", "tools", "metrics", "fallback"),
        ),
        OutputType.TEARDOWN: OutputRow(
            "analyze/evaluate",
            'three rivals, what to adopt and what to avoid of each, and a "steal sheet" of five ideas',
            ("three rivals", "adopt", "avoid", "a steal sheet of five ideas"),
        ),
        OutputType.AUDIT: OutputRow(
            "apply/evaluate",
            "a way to score, red flags, quick wins and a priority matrix",
            ("scoring", "red flags", "quick wins", "priority matrix"),
        ),
        OutputType.CHALLENGE: OutputRow(
            "analyze/evaluate/create",
            "a diagnosis, a plan of 30 days, and what not to change",
            ("diagnosis", "30-day plan", "what not to change"),
        ),
        OutputType.FRAMEWORK: OutputRow(
            "create", "a name, a diagram, and when to use it", ("name", "diagram", "when to use it")
        ),
        OutputType.TEACHING: OutputRow(
            "evaluate/create",
            "exercises, a quiz, common mistakes and a decision tree",
            ("exercises", "quiz", "common mistakes", "decision tree"),
        ),
    }
)

LEVELS = tuple(Level)
OUTPUTS = tuple(OutputType)

PRESETS = MappingProxyType({"standard": (0, 4, 7, 13, 21), "faster": (0, 2, 4, 8, 14), "slower": (0, 6, 12, 20, 30)})
"""Cycles done from which each level holds."""
STANDARD = "standard"


def level_at(cycles: int, thresholds: Sequence[int] = PRESETS[STANDARD]) -> Level:
    """The level of a vertical with so many accepted briefs."""
    return [level for level, least in zip(LEVELS, thresholds, strict=True) if cycles >= least][-1]


def output_at(cycles: int) -> OutputType:
    """What a vertical with so many accepted briefs writes next."""
    return OUTPUTS[cycles % len(OUTPUTS)]
