"""Runs work that is cut into slices on the event loop: between two of them keys are answered and the screen painted."""

import asyncio
from typing import TypeVar

from dreamtui.text.order import Steps

T = TypeVar("T")


async def in_steps(steps: Steps[T]) -> T:
    """What comes of the work."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        await asyncio.sleep(0)
