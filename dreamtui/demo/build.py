"""Builds the demo: a throwaway workspace with a believable past, made through git and through our own use cases."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

from dreamtui.compose import open_desk
from dreamtui.demo import conversations as demo_claude
from dreamtui.demo import happenings as demo_memory
from dreamtui.demo import model as demo_model
from dreamtui.demo import recalls as demo_recall
from dreamtui.demo.happenings import Happening, Jotting
from dreamtui.demo.story import PEOPLE, StoryStep, Teller, read_history
from dreamtui.desk.decide import decide
from dreamtui.desk.desk import Desk
from dreamtui.desk.memory import notes
from dreamtui.desk.mine import run as mine
from dreamtui.desk.mine import unattended
from dreamtui.desk.outputs import sync as outputs
from dreamtui.desk.queue import add_candidate
from dreamtui.desk.workspace import workspaces
from dreamtui.model.decision import Words
from dreamtui.model.memory import Note
from dreamtui.model.verb import Verb
from dreamtui.store import demo_repo
from dreamtui.text.dates import add_days, iso, parse_now
from dreamtui.text.ids import candidate_id

YOU = ("You", "you@shop.example")
"""The person who tries the demo, as git in the demo knows them."""

_CHAPTERS = (191, 41, 11, 1)
"""The story is told up to each of these days, and then people decide something."""


def build(folder: Path | None, env: Mapping[str, str] | None = None, *, wait: float = 5.0) -> Desk:
    """Build the demo in a new or empty folder and open it; the same clock gives the same demo."""
    user = dict(os.environ if env is None else env)
    actor = user.get("DREAMTUI_ACTOR") or "you"
    named = user.get("DREAMTUI_NOW", "")
    now = parse_now(named) if named else datetime.now(UTC)
    root = demo_repo.fresh_folder(folder, user)
    demo_repo.make_repository(root, user, YOU)
    past = _Past(root, user, now)
    for last in _CHAPTERS:
        past.live_until(last)
    past.talk()
    unattended.dream(past.desk(now, actor), mine.DreamRequest())
    return open_desk(root, user | {"DREAMTUI_ACTOR": actor}, wait=wait)


@dataclass(slots=True)
class _Past:
    """The past of the workspace while it is being made up."""

    root: Path
    user: Mapping[str, str]
    """The environment of the person who builds it; only programs and folders are taken from there."""
    now: datetime
    steps: list[StoryStep] = field(default_factory=lambda: list(read_history()))
    happenings: list[Happening] = field(default_factory=lambda: list(demo_memory.HAPPENINGS))
    jottings: list[Jotting] = field(default_factory=lambda: list(demo_memory.JOTTINGS))
    teller: Teller = field(default_factory=Teller)

    def at(self, day: int, hour: str) -> datetime:
        """An hour of the day so many days ago."""
        today: date = self.now.astimezone(UTC).date()
        return datetime.combine(today - timedelta(days=day), time.fromisoformat(hour), UTC)

    def desk(self, when: datetime, who: str) -> Desk:
        """The workspace as a person opens it at some time, without any of the user's own settings."""
        nowhere = str(self.root / ".git" / "nowhere")
        own = {"DREAMTUI_NOW": iso(when), "DREAMTUI_ACTOR": who, "HOME": nowhere}
        user = {name: value for name, value in self.user.items() if not name.startswith("OPENCLAW_")}
        env = {**user, **own, "XDG_CONFIG_HOME": nowhere, "XDG_DATA_HOME": nowhere}
        opened = open_desk(self.root, env)
        opened.store.port = demo_repo.Unsynced()
        return opened

    def live_until(self, last: int) -> None:
        """Commits, events and notes up to a day, and what is decided then."""
        self._commit([step for step in self.steps if step.day >= last])
        self.steps = [step for step in self.steps if step.day < last]
        if last == _CHAPTERS[0]:
            workspaces.init(self.desk(self.at(192, "09:00"), "alice"), listed=False)
        for event in [event for event in self.happenings if event.day >= last]:
            self._observe(event)
        self.happenings = [event for event in self.happenings if event.day < last]
        for jotting in [jotting for jotting in self.jottings if jotting.day >= last]:
            self._note(jotting)
        self.jottings = [jotting for jotting in self.jottings if jotting.day < last]
        {191: self._first_rule, 41: self._money, 11: self._reset, 1: self._lately}[last]()

    def _commit(self, steps: list[StoryStep]) -> None:
        with demo_repo.importing(self.root, self.user) as importer:
            for told in self.teller.tell(steps):
                step = told.step
                seconds = int(self.at(step.day, step.time).timestamp())
                commit = demo_repo.DemoCommit(
                    step.branch, told.parents, PEOPLE[step.who], seconds, told.message, told.files, told.moves
                )
                self.teller.made(told, importer.add(commit))
        demo_repo.check_out(self.root, self.user)

    def _observe(self, event: Happening) -> None:
        workspaces.observe(
            self.desk(self.at(event.day, event.time), event.who),
            event.kind,
            tool=event.tool,
            summary=event.summary,
            files=event.files,
            sha="",
            session=f"{event.tool}-{event.day:03}",
        )

    def _note(self, jotting: Jotting) -> None:
        made = Note("", "", jotting.title, jotting.text, jotting.category, static=jotting.static)
        notes.add_note(self.desk(self.at(jotting.day, "17:30"), jotting.who), made)

    def talk(self) -> None:
        """What was said to agents lately, what they remember and look for, and what a model proposed."""
        hidden = (demo_claude.HOME, demo_claude.MEMORY.partition("/")[0], *demo_recall.HIDDEN)
        told = (*demo_claude.files(str(self.root), self.at), *demo_recall.files(self.at))
        demo_repo.lay_down(self.root, told, hidden)
        demo_recall.search(lambda when: self.desk(when, "bob"), self.at)
        demo_model.propose(self.desk(self.at(1, "21:00"), "bob"))

    def _first_rule(self) -> None:
        """Half a year ago: one file fixed again and again becomes a rule."""
        mine.dream(self.desk(self.at(190, "17:00"), "alice"), mine.DreamRequest())
        words = Words(demo_memory.FIRST_REASON, demo_memory.FIRST_RULE)
        wanted = candidate_id("repeat_fix", "src/payments.py")
        decide.decide(self.desk(self.at(189, "09:10"), "alice"), [wanted], Verb.GRADUATE, words)

    def _money(self) -> None:
        """A candidate filed by hand, with a commit and a line as evidence, becomes a rule."""
        sha = self.teller.named["cents"][0]
        evidence = [sha, self.teller.line("src/mail.py", "/ 100")]
        filed = add_candidate.add(self.desk(self.at(40, "10:15"), "carol"), demo_memory.MONEY_TITLE, evidence)
        words = Words(demo_memory.MONEY_REASON, demo_memory.MONEY_RULE)
        decide.decide(self.desk(self.at(40, "10:40"), "carol"), [filed.id], Verb.GRADUATE, words)

    def _reset(self) -> None:
        """An error that was nobody's fault is rejected; it will be seen again."""
        mine.dream(self.desk(self.at(10, "17:50"), "bob"), mine.DreamRequest())
        wanted = candidate_id("frequent_failure", "ConnectionResetError")
        words = Words(demo_memory.RESET_REASON, disposition="wrong")
        decide.decide(self.desk(self.at(10, "18:05"), "bob"), [wanted], Verb.REJECT, words)

    def _lately(self) -> None:
        """Yesterday: one item is put off, the outputs are written, and an agent files something hostile."""
        mine.dream(self.desk(self.at(1, "18:00"), "carol"), mine.DreamRequest())
        carol = self.desk(self.at(1, "18:10"), "carol")
        wanted = candidate_id("frequent_failure", "IntegrityError")
        decide.decide(carol, [wanted], Verb.DEFER, Words(until=add_days(self.now, 9)))
        outputs.sync(carol)
        evidence = [*demo_memory.HOSTILE_EVIDENCE, self.teller.line("docs/deploy.md", "make deploy")]
        add_candidate.add(self.desk(self.at(1, "20:30"), "dave"), demo_memory.HOSTILE_TITLE, evidence)
