"""What an agent really loads in this workspace."""

from pathlib import Path

from dreamtui.desk.desk import Desk
from dreamtui.desk.outputs.remembered import remembered
from dreamtui.model.errors import Refused
from dreamtui.render.outputs import provenance
from dreamtui.sources.claude.places import INDEX as MEMORY_INDEX
from dreamtui.sources.context import LoadedContext, Places, what_is_loaded
from dreamtui.sources.workspace import dotagent_signs, home_folder
from dreamtui.store.layout import INDEX


def loaded(desk: Desk) -> LoadedContext:
    """CLAUDE.md files with imports and rules, and the visible part of Claude's memory.

    Our own index counts where dotagent's agents read it.
    """
    folders = [folder.path for folder in desk.memory.folders if folder.is_auto]
    ours = (desk.layout.real(INDEX),) if dotagent_signs(desk.workspace.root) else ()
    indexes = (*ours, *(folder / MEMORY_INDEX for folder in folders))
    return what_is_loaded(
        Places(
            desk.workspace.root,
            home_folder(desk.env),
            claude=desk.memory.claude,
            memory=tuple(index for index in indexes if index.is_file()),
        )
    )


def sources_of(desk: Desk, found: LoadedContext) -> dict[str, dict[int, str]]:
    """For each loaded file of ours: the rule or note that each line comes from."""
    memory = remembered(desk)
    rules, notes = (*memory.rules, *(one.rule for one in memory.held)), memory.notes
    known: dict[str, dict[int, str]] = {}
    for file in found.files:
        try:
            path = desk.layout.logical(Path(file.path)) if file.path.startswith("/") else file.path
            data = desk.store.read_output(path) if not path.startswith("/") else None
        except Refused:
            continue
        if data and (lines := provenance(data, rules, notes)):
            known[file.path] = lines
    return known
