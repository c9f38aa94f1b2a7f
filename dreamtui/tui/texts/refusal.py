"""Why a decision has no changes to show, in the console's own words: what is to be pressed, never an option."""

import re
from collections.abc import Mapping, Sequence

from dreamtui.model.proposal import Choice
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import mask
from dreamtui.tui.actions.registry import shown_key, split_keys
from dreamtui.tui.texts.parts import sentence
from dreamtui.tui.widgets.text_pane import PaneLine, plain

_OPTION = re.compile(r"(?:^|\s)--[a-z]")
_PARTS = re.compile(r"(?:;|:|,(?= or )) ?")


def refusal_lines(
    sentence: str, verb: Verb | None, choices: Sequence[Choice], keys: Mapping[str, str]
) -> list[PaneLine]:
    """Why nothing can be shown, and what to press; `choices` are the ways out of a contradiction."""
    if choices and "--choose" in sentence:
        return _ways_out(choices, _key("review.proposal", keys))
    said = without_options(sentence)
    lines = [plain("Not possible as it is", "heading"), plain(""), plain(said)]
    if _OPTION.search(sentence) and verb is not None:
        place = "review.take" if verb in (Verb.GRADUATE, Verb.ACCEPT, Verb.RERATIONALE) else "review.refuse"
        lines += [plain(""), plain(f"Press {_key(place, keys)}: what is missing is asked for there.")]
    return lines


def without_options(said: str) -> str:
    """A sentence of the desk without the parts that name an option of the command line."""
    parts: list[str] = []
    start = 0
    for found in (*_PARTS.finditer(said), None):
        end = found.start() if found else len(said)
        part = said[start:end]
        if _OPTION.search(part):
            break
        parts.append(said[start : found.end() if found else end])
        start = found.end() if found else end
    kept = "".join(parts).rstrip(" ;:,") or "More has to be said before this can be decided"
    return f"{sentence(kept)}."


def _ways_out(choices: Sequence[Choice], key: str) -> list[PaneLine]:
    """A contradiction changes nothing before somebody takes a way out: which there are, and where they are taken."""
    lines = [
        plain("A contradiction is settled by taking one of these ways out", "heading"),
        plain(""),
        *(PaneLine((("text", "• "), ("text", mask(one.label))), hanging=2) for one in choices),
        plain(""),
        plain(f"Press {key}: it shows both sides statement by statement, and space takes a way out there."),
    ]
    return lines


def _key(action_id: str, keys: Mapping[str, str]) -> str:
    """The first key of an action; its place in the palette where it has none."""
    found = split_keys(keys.get(action_id, ""))
    return shown_key(found[0]) if found else ": and look for it"
