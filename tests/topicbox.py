"""A sandbox with a memory folder of Claude Code: topic files, their index, and a CLAUDE.md."""

import os
from collections.abc import Mapping
from pathlib import Path

from sandbox import Sandbox

from dreamtui.desk.decide import decide
from dreamtui.desk.decide.decide import Outcome
from dreamtui.desk.reorganize.cycle import Cycle, ReorganizeRequest, reorganize
from dreamtui.kinds.memory import topic
from dreamtui.model.decision import Words
from dreamtui.model.proposal import Proposal
from dreamtui.model.verb import Verb
from dreamtui.sources.claude.places import slug

WHY = "Both files were read whole in the last session and one of them was enough; the other only cost room."
CENTS = "All amounts are stored in cents.\nRounding happens once, at the end of an invoice."
CENTS_AGAIN = "All amounts are stored in cents.\nThe invoice itself shows euros."


def folder(box: Sandbox) -> Path:
    """Where the memory of the sandbox's workspace lies."""
    return box.top / "house/.claude/projects" / slug(box.root) / "memory"


def put(box: Sandbox, files: Mapping[str, bytes]) -> None:
    """Files of the memory folder, byte for byte."""
    put_into(folder(box), files)


def put_into(folder: Path, files: Mapping[str, bytes]) -> None:
    """Files of any folder, byte for byte."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (1_790_000_000, 1_790_000_000))


def memory(name: str, text: str, *, type: str = "project", modified: str = "", pinned: bool = False) -> bytes:
    """A topic file as Claude Code writes one, with a description of its own."""
    data = topic.render(name, f"what is known of {name}", type, text)
    fields = {"modified": modified} if modified else {}
    fields |= {"pinned": "true"} if pinned else {}
    return topic.edited(data, **fields)


def furnish(box: Sandbox, files: Mapping[str, tuple[str, str]], rest: str = "") -> None:
    """A folder of topic files (type and text by name) with an index that names each of them."""
    made = {
        name: memory(name, text, type=type, modified=f"2026-10-{10 + at:02}T08:00:00.000Z")
        for at, (name, (type, text)) in enumerate(files.items())
    }
    lines = [f"- [{name}]({name}.md) — hook of {name}" for name in files]
    index = "# Memory of the shop\n\n" + "\n".join(lines) + "\n\nA line of the user's own.  \n" + rest
    put(box, {**{f"{name}.md": data for name, data in made.items()}, "MEMORY.md": index.encode()})


def held(box: Sandbox) -> dict[str, bytes]:
    """Every file of the memory folder by its name."""
    top = folder(box)
    return {p.relative_to(top).as_posix(): p.read_bytes() for p in sorted(top.rglob("*.md"))}


def archived(box: Sandbox) -> list[str]:
    """What lies in the archive of the repository, and in the person's own."""
    tops = (box.root / ".agent/archive", private_archive(box))
    return sorted(path.relative_to(top).as_posix() for top in tops for path in top.rglob("*") if path.is_file())


def private_archive(box: Sandbox) -> Path:
    """Where private memories go."""
    return box.desk().layout.folders["@private"] / "archive"


def cycle(box: Sandbox) -> Cycle:
    """A reorganization of this moment."""
    box.steps += 1
    return reorganize(box.desk(), ReorganizeRequest())


def found(box: Sandbox, kind: str = "", about: str = "") -> Proposal:
    """The one proposal of a cycle of this kind (merge, supersede, …, contradiction) about this memory."""
    every = [one.proposal for one in cycle(box).proposals]
    fitting = [one for one in every if kind in {one.kind, *(m.kind.value for m in one.mutations)} and about in str(one)]
    assert len(fitting) == 1, [one.title for one in every]
    return fitting[0]


def accept(box: Sandbox, *ids: str, **words: object) -> Outcome:
    """Accept proposals as one batch, whatever is lost."""
    box.steps += 1
    said = Words(rationale=f"{WHY} That was session {box.steps}.", acknowledged=("all",), **words)  # type: ignore[arg-type]
    return decide.decide(box.desk(), ids, Verb.ACCEPT, said)


def undo(box: Sandbox, decision: str | None = None) -> Outcome:
    """Take the newest decision (with its batch) back."""
    box.steps += 1
    return decide.take_back(box.desk(), decision, "It was needed after all, the release notes link to it.")
