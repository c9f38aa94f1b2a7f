"""A whole session at a copy of a real memory folder, with real keys: merge, decide, retire, mend the index, undo all.

With the folder's repository missing nothing can be called stale, so the person retires a memory by hand; with a made-up
one present it is proposed.
"""

from dataclasses import dataclass
from pathlib import Path

import pytest
import tlamatini
from textual.events import Paste
from visit import Visit, is_form, visit

from dreamtui.desk.memory import index as memory_index
from dreamtui.sources.claude.places import slug
from dreamtui.store.claude.lock import LOCK
from dreamtui.text.budget import MEMORY_BYTES, MEMORY_LINES
from dreamtui.tui.actions.registry import Scope
from dreamtui.tui.screens.browse.folder import FolderRows
from dreamtui.tui.screens.browse.history import HistoryRows
from dreamtui.tui.screens.browse.screen import BrowseScreen
from dreamtui.tui.screens.dialogs.mining import MiningScreen
from dreamtui.tui.screens.proposal.proposal import ProposalScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.screens.review.review import ReviewScreen

WHY = {
    "ports": "Both files were written in the same week about the same two ports, and the newer one is linked to.",
    "ci": "The disk of the Windows host filled up in October; signing moved to the other machine the week after.",
    "branches": "The owner said three times that pull requests are forbidden here; CLAUDE.md is a leftover template.",
    "gone": "That entry point was removed when ruff came; whoever follows this note calls a file nobody has.",
}
BOOKS = {"audit", "log", "objects"}
"""Folders of the home that only grow."""


@dataclass(frozen=True)
class Place:
    """Where a session takes place."""

    root: Path
    """The workspace."""
    has_repository: bool
    """Whether there is a repository behind the memory."""

    @property
    def folder(self) -> Path:
        """The memory folder."""
        return self.root.parent / "home/.claude/projects" / slug(self.root) / "memory"

    def held(self) -> dict[str, bytes]:
        """Every byte below the memory folder, but Claude's lock: its time is that of the last dream, which was."""
        top, files = self.folder, self.folder.rglob("*")
        return {
            path.relative_to(top).as_posix(): path.read_bytes()
            for path in files
            if path.is_file() and path.name != LOCK
        }

    def around(self) -> dict[str, bytes]:
        """Every byte of the workspace but git's, caches, and the books."""
        found = {}
        for path in sorted(self.root.rglob("*")):
            inside = path.relative_to(self.root)
            if path.is_file() and not {".git", ".state", *BOOKS} & set(inside.parts):
                found[inside.as_posix()] = path.read_bytes()
        return found


@pytest.fixture(params=[False, True], ids=["repository-missing", "repository-present"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """The folder at a workspace with or without its repository."""
    made = Place(tmp_path / "tlamatini", request.param)
    (made.root / ".agent").mkdir(parents=True)
    tlamatini.furnish(made.folder)
    if made.has_repository:
        tlamatini.make_repository(made.root)
    return made


# What a person does


async def look_for_new(v: Visit) -> None:
    """m, and back to the queue when it has said what it found."""
    await v.press("m")
    await v.until(lambda: isinstance(v.app.screen, MiningScreen))
    await v.until(lambda: "close" in v.shown())
    assert "new items are in the queue" in v.shown(), v.shown()
    await v.press("escape")
    await in_the_queue(v)


async def in_the_queue(v: Visit) -> None:
    """Back at the queue, everything read."""
    await v.until(lambda: isinstance(v.app.screen, ReviewScreen))
    await v.rest()


async def look_closely(v: Visit, *words: str) -> ProposalScreen:
    """Filter the queue until one proposal is left, and open it."""
    await v.press("slash")
    await v.type(" ".join(words))
    await v.press("enter")
    await v.press("P")
    await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
    await v.rest()
    assert isinstance(v.app.screen, ProposalScreen)
    for word in words:
        assert word.lower() in v.app.screen.sketch.view.item.title.lower()
    return v.app.screen


async def look_at_the_changes(v: Visit, path: str) -> None:
    """From the proposal to the queue, there to the changes, which need nothing settled, and back to the proposal."""
    await v.press("escape")
    await in_the_queue(v)
    await v.press("3")
    await v.until(lambda: path in v.shown())
    assert "would lose" not in v.shown()
    await v.press("1", "P")
    await v.until(lambda: isinstance(v.app.screen, ProposalScreen))
    await v.rest()


async def accept(v: Visit, why: str) -> None:
    """g, letting go what is asked for with x, then the reason, recorded."""
    await v.press("g")
    while isinstance(v.app.screen, ProposalScreen) and v.app.screen.sketch.open_losses():
        await v.press("x")
    if isinstance(v.app.screen, ProposalScreen):
        await v.press("g")
    await give_reason(v, why)
    await in_the_queue(v)
    await v.press("escape")


async def give_reason(v: Visit, why: str) -> None:
    """Type the first word of the reason that is asked for, paste the others, and record it."""
    await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
    assert isinstance(v.app.screen, RationaleScreen)
    first, rest = WHY[why].split(" ", 1)
    await v.type(f"{first} ")
    v.app.screen.why.post_message(Paste(rest))
    await v.rest()
    await v.press("ctrl+s")


async def choose(v: Visit, at: ProposalScreen, choice: str) -> None:
    """Go from card to card to a way out of a contradiction."""
    assert at.ways.has_focus
    for key in ("home", *("j" for _ in at.sketch.view.proposal.choices)):
        if at.sketch.choice == choice:
            break
        await v.press(key)
    assert at.sketch.choice == choice


async def find_memory(v: Visit, at: BrowseScreen, words: str, row: str) -> None:
    """Filter the folder's rows until the cursor stands on a memory."""
    await v.press("slash")
    await v.type(words)
    await v.press("enter")
    while at.rows.chosen is None or at.rows.chosen.id != row:
        await v.press("j")


async def retire_by_hand(v: Visit, why: str) -> None:
    """Retire the made-up stale memory from the folder's screen."""
    at = await v.open("C", FolderRows)
    await v.press("V")
    await v.until(lambda: any("not to be checked" in words for words in v.said()))
    await find_memory(v, at, "made up gone", "file:@claude/made_up_gone.md")
    await v.press("r")
    await give_reason(v, why)
    await v.until(lambda: v.app.screen is at)
    await v.press("escape", "escape")
    await in_the_queue(v)


async def mend(v: Visit) -> None:
    """i shows the change, w writes it; many lines are taken out on their own; then i has nothing left to do."""
    at = await v.open("C", FolderRows)
    for asked in ("Fix", "Remove them?"):
        await v.press("i")
        await v.until(lambda: is_form(v.app.screen, Scope.APPLY))
        assert asked in v.shown()
        await v.press("w")
        await v.until(lambda: v.app.screen is at)
        await v.rest()
    before = len(v.said())
    await v.press("i")
    await v.until(lambda: len(v.said()) > before)
    assert v.app.screen is at
    await v.press("escape")
    await in_the_queue(v)


async def undo_in_history(v: Visit, title: str) -> None:
    """Find an earlier decision in the history and take it back there."""
    at = await v.open("H", HistoryRows)
    while title.lower() not in "".join(cell.text for cell in at.rows.chosen.cells).lower():
        await v.press("j")
    before = len(v.app.sitting.done)
    await v.press("u")
    await v.until(lambda: len(v.app.sitting.done) == before - 1)
    await v.press("escape")
    await in_the_queue(v)


# What has to hold in between


def check_decided(place: Place, held: dict[str, bytes]) -> None:
    """Only what was decided changed: the files are in the archive, their lines gone, all other lines as they were."""
    after = place.held()
    gone = set(held) - set(after)
    assert len(gone) == 3 and {"made_up_ci.md", "made_up_gone.md"} <= gone
    archived = {path.name: path.read_bytes() for path in place.root.parent.rglob("private/*/archive/*/*.md")}
    assert archived == {name: held[name] for name in gone}
    changed = {name for name in held if name in after and after[name] != held[name]}
    real = {"feedback_main_branch_only.md"} if place.has_repository else set()
    assert {name for name in changed if not name.startswith("made_up_ports")} == {"MEMORY.md"} | real
    lines = held["MEMORY.md"].splitlines(keepends=True)
    assert after["MEMORY.md"] == b"".join(
        line for line in lines if not any(f"]({name})".encode() in line for name in gone)
    )


def check_budget(v: Visit) -> None:
    """The index is inside both limits, and every memory has its line in it."""
    (status,) = memory_index.status(v.desk)
    report = status.report
    assert report.lines <= MEMORY_LINES and report.bytes <= MEMORY_BYTES
    assert report.orphans == () and report.hidden == ()


def test_a_whole_session_and_all_of_it_taken_back(place: Place) -> None:
    """Every decision with real keys; undone, one of them in the history, every byte of the folder is what it was."""
    held, around = place.held(), place.around()

    async def story(v: Visit) -> None:
        await look_for_new(v)
        pending = place.around()
        assert place.held() == held

        await look_closely(v, "merge", "ports")
        await accept(v, "ports")
        at = await look_closely(v, "contradiction", "ci")
        await choose(v, at, "keep-b")
        await accept(v, "ci")
        if place.has_repository:
            at = await look_closely(v, "contradicts", "main branch")
            await choose(v, at, "keep-memory")
            await accept(v, "branches")
            await look_closely(v, "retire", "gone")
            await look_at_the_changes(v, "@claude/made_up_gone.md")
            await accept(v, "gone")
        else:
            await retire_by_hand(v, "gone")
        check_decided(place, held)

        await mend(v)
        check_budget(v)

        await undo_in_history(v, "merge of")
        assert {"made_up_ports.md", "made_up_ports_again.md"} <= set(place.held())
        while v.app.sitting.done:
            left = len(v.app.sitting.done)
            await v.press("u")
            await v.until(lambda left=left: len(v.app.sitting.done) < left)
        assert place.held() == held
        assert place.around() == pending
        assert {path: data for path, data in pending.items() if "/proposals/" not in path} == around

    visit(place.root, story, size=(120, 40) if place.has_repository else (80, 24))
