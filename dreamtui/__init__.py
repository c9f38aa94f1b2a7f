"""dreamtui: the place where a person decides what coding agents remember."""

__version__ = "0.1.0"
