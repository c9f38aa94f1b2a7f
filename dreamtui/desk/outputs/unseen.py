"""A rule whose words somebody changed is not kept by a reason that was given for others."""

from collections.abc import Sequence

from dreamtui.desk.desk import Desk
from dreamtui.kinds.item_files import Gathered
from dreamtui.kinds.rule import codec
from dreamtui.kinds.rule.plans import WithRule
from dreamtui.model.decision import Mark
from dreamtui.model.errors import Refused
from dreamtui.model.verb import Verb


def not_unseen(desk: Desk, held: Gathered[WithRule], verb: Verb, marks: Sequence[Mark]) -> None:
    """Refuse to keep a rule whose words somebody changed: whoever keeps it means those that were decided."""
    live = held.files.rule
    if verb is not Verb.RERATIONALE or live is None:
        return
    from dreamtui.desk.outputs.remembered import ruling_on
    from dreamtui.kinds.rule.grounds import Ground

    ruling = ruling_on(desk, live.path, live.data, marks)
    if ruling.ground is Ground.OTHER_WORDS:
        rule_id = codec.parse(live.data, live.path).id
        advice = f"restore them, or read the others with `dreamtui adopt {rule_id}`"
        raise Refused(f"{live.path}: {ruling.said}; {advice}")
