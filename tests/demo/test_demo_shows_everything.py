"""What the demo has to be tried: proposals and recalls wait from the start, one in parts, and the first row is mild."""

import os
import subprocess
from datetime import timedelta
from pathlib import Path

import pytest

from dreamtui.compose import open_desk
from dreamtui.demo.build import build
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.mine import run as mine
from dreamtui.desk.mine import unattended
from dreamtui.desk.outputs.targets import costs_of
from dreamtui.desk.queue import listing, show
from dreamtui.model.decision import Words
from dreamtui.model.evidence import Where
from dreamtui.model.proposal import Became
from dreamtui.model.verb import Verb
from dreamtui.openclaw import promote
from dreamtui.openclaw.promote import lane
from dreamtui.store.index.queue import ListedRow
from dreamtui.text.dates import iso
from dreamtui.text.query.order import sort_items
from dreamtui.tui.session.queue_items import QueueItem

WHY = "Both notes were read side by side with the provider's pages: the policy and the keys hold, as of release 1.5."


def environment(home: Path) -> dict[str, str]:
    """Somebody's, with OpenClaw's settings elsewhere."""
    home.mkdir(exist_ok=True)
    (home / "openclaw.json").write_text('{"plugins": {"entries": {"memory-core": {"config": {"dreaming": {}}}}}}')
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "OPENCLAW_CONFIG_PATH": str(home / "openclaw.json")}
    return {**env, "DREAMTUI_NOW": "2026-11-18T09:00:00Z"}


@pytest.fixture
def made(tmp_path: Path) -> Desk:
    """A demo of one's own."""
    return build(tmp_path / "shop", environment(tmp_path / "home"))


def waiting(desk: Desk, kind: str) -> list[str]:
    """Titles of what waits."""
    return sorted(e.row.title for e in listing.listing(desk, status="pending", kind=kind).entries)


def test_every_sort_of_proposal_waits(made: Desk) -> None:
    """Merge, replace, retire, an old statement beside a newer one, two on one subject, and what a model proposed."""
    found = listing.listing(made, status="pending", kind="proposal").entries
    assert {e.row.signal for e in found} == {"merge", "supersede", "deprecate", "superseded", "pair", "model"}


@pytest.mark.parametrize("later", [timedelta(minutes=1), timedelta(hours=9)])
def test_looking_again_finds_nothing_new(tmp_path: Path, made: Desk, later: timedelta) -> None:
    """Right after the start, and when somebody has thought for a while; also when it is opened by its folder alone."""
    before = [waiting(made, kind) for kind in ("candidate", "proposal", "promotion", "insight")]
    env = {name: value for name, value in environment(tmp_path / "home").items() if not name.startswith("OPENCLAW_")}
    desk = open_desk(made.workspace.root, env | {"DREAMTUI_NOW": iso(made.now + later)})
    done = unattended.dream(desk, mine.DreamRequest())
    assert (done.run.intake.new, done.run.intake.updated, done.run.intake.vanished) == ((), (), ())
    assert done.cycle is not None
    assert (done.cycle.intake.new, done.cycle.intake.updated, done.cycle.intake.vanished) == ((), (), ())
    (recalls,) = (said for said in done.run.read.remarks if said.startswith("recalls: "))
    assert "new in the queue" not in recalls
    assert [waiting(desk, kind) for kind in ("candidate", "proposal", "promotion", "insight")] == before


def test_two_recalls_wait_and_three_say_why_not(made: Desk) -> None:
    """A score that is too low, too few searches, and the machinery of the dreaming itself."""
    assert [title.split()[0] for title in waiting(made, "promotion")] == ["Receipts", "`make"]
    shown = lane(made)
    assert all(one.score >= 0.8 and shown.waits(one.entry.key) for one in shown.recalls.ranking.candidates)
    assert len(shown.recalls.ranking.candidates) == 2
    assert [one.reason for one in shown.recalls.ranking.excluded] == [
        "contamination", "score threshold", "signal threshold",
    ]  # fmt: skip
    assert all(not one.problem for one in promote.preview(shown.recalls).candidates)


def test_one_proposal_is_taken_in_part(made: Desk) -> None:
    """A merge and a split that lose nothing, and a note that would go although nothing else says what it says."""
    (entry,) = [e for e in listing.listing(made, kind="proposal").entries if e.row.signal == "model"]
    parts = show.show(made, entry.row.id).held.files
    assert parts is not None
    mutations = {one.kind.value: one for one in parts.filed.proposal.mutations}
    assert {kind: bool(one.lost) for kind, one in mutations.items()} == {
        "merge": False, "split": False, "deprecate": True,
    }  # fmt: skip
    good = tuple(mutations[kind].id for kind in ("merge", "split"))
    decide.decide(made, [entry.row.id], Verb.ACCEPT, Words(WHY, only=good))
    after = show.show(made, entry.row.id).held.files
    assert after is not None
    assert {one.mutation: one.became for one in after.filed.outcomes} == {
        **dict.fromkeys(good, Became.APPLIED), mutations["deprecate"].id: Became.LEFT,
    }  # fmt: skip


def test_the_planted_attack_comes_first(made: Desk) -> None:
    """Risky first, then what contradicts, then as found, where it is the last; what was mined holds no password."""
    rows = [QueueItem(ListedRow.of(entry), made.kinds) for entry in listing.listing(made, status="pending").entries]
    found = [rows[place] for place in sort_items(rows, "found")]
    assert (found[0].place, found[0].signal, found[0].flags) == (1, "registration", ())
    assert (found[-1].signal, len(found[-1].flags)) == ("manual", 3)
    first, second, third = (rows[place] for place in sort_items(rows)[:3])
    assert (first.signal, len(first.flags)) == ("manual", 3)
    assert (second.signal, second.flags) == ("superseded", ("contradicts",))
    assert not third.flags
    assert [row.signal for row in rows if "secret" in row.flags] == ["manual"]


def test_the_suggested_place_of_a_rule_is_where_its_evidence_happened(made: Desk) -> None:
    """Every commit that is evidence changed a file of the patterns, and no pattern is without one."""
    seen = 0
    for entry in listing.listing(made, status="pending", kind="candidate").entries:
        shown = show.show(made, entry.row.id)
        commits = [piece.locator.ref for piece in shown.item.evidence if piece.locator.where is Where.COMMIT]
        costs = costs_of(made, entry.row.id, Verb.GRADUATE, Words(WHY, rule=shown.suggestion or "Do it by hand."))
        (paths,) = (one.destination.paths for one in costs if one.suggested)
        if not commits or not paths:
            continue
        seen += 1
        changed = [changed_by(made, sha) for sha in commits]
        moved = entry.row.title.startswith("`src/cart.ts` was fix-touched")  # `src/basket.ts` it was called at first
        fitting = [[any(fits(pattern, file) for file in files) for pattern in paths] for files in changed]
        assert all(map(any, fitting)) or moved, (entry.row.title, paths)
        assert all(map(any, zip(*fitting, strict=True))), (entry.row.title, paths)
    assert seen > 8
    (new,) = (e.row.id for e in listing.listing(made, status="pending").entries if e.row.signal == "registration")
    (suggested,) = (one for one in costs_of(made, new, Verb.GRADUATE, Words(WHY)) if one.suggested)
    assert set(suggested.destination.paths) == {"mails/**", "src/catalog.py"}


def changed_by(desk: Desk, sha: str) -> list[str]:
    """Files that a commit changed."""
    asked = ["git", "-C", str(desk.workspace.root), "show", "--name-only", "--format=", sha]
    return subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split()


def fits(pattern: str, file: str) -> bool:
    """Whether a file is meant by a pattern as rules suggest them."""
    return file == pattern or (pattern.endswith("/**") and file.startswith(pattern.removesuffix("**")))
