"""The three tools: each takes plain values and gives back what may be sent as JSON, with secrets masked."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from dreamtui.compose import open_desk
from dreamtui.desk.desk import Desk
from dreamtui.desk.queue.add_candidate import add
from dreamtui.desk.queue.listing import statuses_named
from dreamtui.desk.search.search import Searcher
from dreamtui.model.errors import Usage
from dreamtui.serve.recall import MOST, recall
from dreamtui.sources.agents import ANY_AGENT, running_agent
from dreamtui.text.danger.risks import mask
from dreamtui.text.inert import inert

_ITEMS = 50


class Tools:
    """What an agent may ask of one workspace. Each call opens it anew, as a command does."""

    def __init__(self, folder: Path | None, env: Mapping[str, str]) -> None:
        """Whoever speaks this protocol is an agent, so nothing can be decided and what is filed says so."""
        self._folder = folder
        self._env = dict(env) if running_agent(env) else {**env, ANY_AGENT: "mcp"}

    def propose(self, title: str, evidence: Sequence[str], rule: str = "") -> dict[str, Any]:
        """Put something into the queue for a person to decide."""
        if not [piece for piece in evidence if piece.strip()]:
            raise Usage("a proposal rests on evidence: a commit, FILE:LINE, or what was said")
        filed = add(self._desk(), title, list(evidence), rule)
        return {
            "id": filed.id,
            "new": filed.is_new,
            "similar": [{"id": other, "title": _shown(words)} for other, words in filed.similar],
            "waits": "A person decides it. Nothing is remembered until then.",
        }

    def search(self, text: str, status: str = "all") -> dict[str, Any]:
        """Items, rules, notes and decisions, the best first; nothing that is one person's own."""
        allowed = {each.value for each in statuses_named(status)} | ({"live", ""} if status in {"", "all"} else set())
        with closing(Searcher(self._desk(), shared_only=True)) as searcher:
            searcher.update()
            found = [hit for hit in searcher.find(text, most=2 * _ITEMS).hits if hit.status in allowed]
        items = [
            {
                "id": hit.id,
                "kind": hit.kind,
                "status": hit.status,
                "title": _shown(hit.title),
                "quote": _shown(hit.quote),
                "path": hit.place,
                "locator": hit.locator,
            }
            for hit in found[:_ITEMS]
        ]
        return {"items": items, "more": max(0, len(found) - _ITEMS)}

    def recall(self, query: str, limit: int = MOST) -> dict[str, Any]:
        """What was decided to be remembered about something."""
        best = recall(self._desk(), query, min(max(limit, 1), MOST))
        return {"found": [{**one._asdict(), "text": _shown(one.text)} for one in best]}

    def _desk(self) -> Desk:
        return open_desk(self._folder, self._env)


def _shown(text: str) -> str:
    return inert(mask(text))
