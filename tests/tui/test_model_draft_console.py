"""A model's words in the console: asked for by a key, shown beside what they quote, taken into the box of the rule."""

import json
import os
import sys
from pathlib import Path

from at_review import REASON, goto
from demo_console import environment
from visit import Visit, visit

from dreamtui.compose import open_desk
from dreamtui.desk.queue.show import show
from dreamtui.tui.screens.dialogs.drafting import DraftingScreen
from dreamtui.tui.screens.reason.rationale import RationaleScreen
from dreamtui.tui.widgets.text_pane import TextPane


def set_model(shop: Path, body: str) -> None:
    """A model command in the settings of whoever is at the console."""
    home = shop.parent / "home"
    program = shop.parent / "model.py"
    program.write_text(f"import json, sys, time\nprompt = sys.stdin.read()\n{body}\n")
    config = Path(environment(home)["XDG_CONFIG_HOME"]) / "dreamtui/config.yaml"
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text(f"dreamtui:\n  model_command: {sys.executable} {program}\n  model_unconfined: home\n")


ANSWERS = """
sent = [json.loads(line) for line in prompt.splitlines() if line.startswith('{"source"')]
quote = sent[0]["text"].split("\\n")[0]
clause = {"words": "Before you ship this change, read its history once more.", "quote": quote, "source": "E1"}
print(json.dumps({"schema": 1, "clauses": [clause], "against": ["It is one week."], "foreign": []}))
"""
RULE = "Before you ship this change, read its history once more."


def around() -> dict[str, str]:
    """What the model command needs of the machine."""
    return {"PATH": os.environ["PATH"]}


def test_a_draft_is_shown_beside_the_item_and_taken_into_the_box(shop: Path) -> None:
    """Nothing is decided by it; what it replaced in the box comes back with undo, and the record names the model."""
    set_model(shop, ANSWERS)

    async def story(v: Visit) -> None:
        row = await goto(v)
        before = len(v.desk.store.audit.marks())
        await v.press("w")
        asking = v.app.screen
        assert isinstance(asking, DraftingScreen)
        await v.until(lambda: "answered" in v.line("#mining-progress"))
        assert RULE in v.shown() and "Against it, says the model: It is one week." in v.shown()
        await v.press("escape")
        await v.until(lambda: "The model's words" in v.shown())
        assert RULE in " ".join(v.app.screen.query_one("#says", TextPane).text.split())
        assert len(v.desk.store.audit.marks()) == before
        await v.press("g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.rest()
        box = v.app.screen
        assert isinstance(box, RationaleScreen) and box.rule is not None
        suggested = box.rule.text
        assert suggested != RULE
        assert "model's words" in v.key_bar()
        await v.press("ctrl+l")
        assert box.rule.text == RULE
        await v.press("ctrl+z")
        assert box.rule.text == suggested and box.rule.has_focus
        box.rule.put("")
        await v.press("ctrl+l")
        assert box.why.has_focus
        box.why.put(REASON)
        await v.rest()
        await v.press("ctrl+s")
        await v.until(lambda: len(v.desk.store.audit.marks()) == before + 1)
        made = v.desk.store.audit.read(v.desk.store.audit.marks()[-1].name)
        assert (made.item, made.rule) == (row, RULE)
        assert made.drafted_by.endswith("model.py") and len(made.draft_answer) == 64

    visit(shop, story, env=around())


def test_escape_stops_a_model_that_thinks(shop: Path) -> None:
    """It says so, and the item has no draft; a second escape closes."""
    set_model(shop, "time.sleep(600)")

    async def story(v: Visit) -> None:
        row = await goto(v)
        await v.pilot.press("w")
        await v.until(lambda: isinstance(v.app.screen, DraftingScreen))
        asking = v.app.screen
        await v.pilot.press("escape")
        await v.until(lambda: "stopped" in v.line("#mining-progress"))
        assert "the model command was stopped" in v.shown()
        await v.press("escape")
        assert v.app.screen is not asking
        assert show(v.desk, row).draft is None

    visit(shop, story, env=around())


def test_without_a_command_it_is_said_where_to_name_one(shop: Path) -> None:
    """The box of the reason has no key for words that nobody drafted."""

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("w")
        await v.until(lambda: "no answer" in v.line("#mining-progress"))
        told = " ".join(v.app.screen.query_one(TextPane).text.split())
        assert "no model command in your own settings" in told and "dreamtui.model_command" in told
        await v.press("escape", "g")
        await v.until(lambda: isinstance(v.app.screen, RationaleScreen))
        await v.rest()
        assert "model's words" not in v.key_bar()

    visit(shop, story)


def test_a_repository_that_names_a_command_is_not_obeyed(shop: Path) -> None:
    """Neither by the key nor otherwise."""
    mark = shop.parent / "ran"
    (shop / ".agent/config.yaml").write_text(json.dumps({"dreamtui": {"model_command": f"touch {mark}"}}))
    desk = open_desk(shop, environment(shop.parent / "home"))
    assert desk.config["dreamtui.model_command"]

    async def story(v: Visit) -> None:
        await goto(v)
        await v.press("w")
        await v.until(lambda: "no answer" in v.line("#mining-progress"))
        assert "a repository cannot run commands" in " ".join(v.app.screen.query_one(TextPane).text.split())

    visit(shop, story, env=around())
    assert not mark.exists()
