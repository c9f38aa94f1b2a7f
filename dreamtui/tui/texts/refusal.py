"""Why a decision has no changes to show, in the console's own words: what is to be pressed."""

from collections.abc import Mapping, Sequence

from dreamtui.model.errors import Lack, Missing
from dreamtui.model.proposal import Choice
from dreamtui.model.verb import Verb
from dreamtui.text.danger.risks import mask
from dreamtui.tui.actions.registry import shown_key, split_keys
from dreamtui.tui.texts.parts import sentence
from dreamtui.tui.widgets.text_pane import PaneLine, plain


def refusal_lines(
    said: str, missing: Missing | None, verb: Verb | None, choices: Sequence[Choice], keys: Mapping[str, str]
) -> list[PaneLine]:
    """Why nothing can be shown, and what to press; `choices` are the ways out of a contradiction."""
    if choices and missing is not None and missing.what is Lack.CHOICE:
        return _ways_out(choices, _key("review.proposal", keys))
    lines = [plain("Not possible as it is", "heading"), plain(""), plain(f"{sentence(said).rstrip('.')}.")]
    if missing is not None and verb is not None:
        place = "review.take" if verb.slot == "take" else "review.refuse"
        lines += [plain(""), plain(f"Press {_key(place, keys)}: what is missing is asked for there.")]
    return lines


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
