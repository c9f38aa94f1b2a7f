"""Makes the JSON Schemas of what `--json` prints, for the wheel: `dreamtui/schemas/NAME.schema.json`.

    python scripts/build_schemas.py DIR

Every key of a shape is required and no other is allowed.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from dreamtui.present.documents.table import DOCUMENTS, Document  # noqa: E402  a build has the sources beside it


class CustomBuildHook(BuildHookInterface[Any]):
    """Puts the schemas into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them, but not for a checkout that is installed as it lies."""
        if version == "editable":
            return
        self.folder = tempfile.TemporaryDirectory()
        for path in write(Path(self.folder.name)):
            build_data["force_include"][str(path)] = f"dreamtui/schemas/{path.name}"


def schema_of(name: str, document: Document) -> dict[str, Any]:
    """The JSON Schema of one document."""
    _, shapes = msgspec.json.schema_components([document.shape], ref_template="#/$defs/{name}")
    for shape in shapes.values():
        shape |= {"additionalProperties": False} if "properties" in shape else {}
    body = shapes.pop(document.shape.__name__)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:dreamtui:schema:{name}",
        **body,
        "title": " | ".join(f"dreamtui {command} --json" for command in document.commands),
        **({"$defs": shapes} if shapes else {}),
    }


def write(folder: Path) -> list[Path]:
    """Write every schema into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for name, document in DOCUMENTS.items():
        made.append(folder / f"{name}.schema.json")
        text = json.dumps(schema_of(name, document), indent=2, ensure_ascii=False) + "\n"
        made[-1].write_text(text, encoding="utf-8")
    return made


if __name__ == "__main__":
    write(Path(sys.argv[1]))
