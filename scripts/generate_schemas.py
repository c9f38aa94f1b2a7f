"""Makes dreamtui/schemas/*.schema.json from the shapes declared beside them.

    python scripts/generate_schemas.py [--check]

Every key of a shape is required and no other is allowed.
"""

import ast
import inspect
import json
import sys
import textwrap
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from generated import ROOT, settle

from dreamtui.schemas.documents import DOCUMENTS, Document

FOLDER = ROOT / "dreamtui" / "schemas"
_PLAIN = {str: "string", bool: "boolean", int: "integer", float: "number", NoneType: "null"}

Schema = dict[str, Any]


def schema_of(name: str, document: Document) -> Schema:
    """The JSON Schema of one document."""
    shared: dict[str, Schema] = {}
    body = _object(document.shape, shared)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:dreamtui:schema:{name}",
        "title": " | ".join(f"dreamtui {command} --json" for command in document.commands),
        **body,
        **({"$defs": dict(sorted(shared.items()))} if shared else {}),
    }


def _object(shape: type, shared: dict[str, Schema]) -> Schema:
    """A typed dictionary, with the words that stand below its fields; `from_` and the like mean the Python keyword."""
    words = field_words(shape)
    hints = get_type_hints(shape)
    fields = {
        name.removesuffix("_"): {**_type(hint, shared), "description": words[name]} for name, hint in hints.items()
    }
    return {
        "description": inspect.cleandoc(shape.__doc__ or ""),
        "type": "object",
        "properties": fields,
        "required": list(fields),
        "additionalProperties": False,
    }


def _type(hint: Any, shared: dict[str, Schema]) -> Schema:
    """Any type that shapes use; another one is a mistake in a shape."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return {}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if is_typeddict(hint):
        if hint.__name__ not in shared:
            shared[hint.__name__] = {}
            shared[hint.__name__] = _object(hint, shared)
        return {"$ref": f"#/$defs/{hint.__name__}"}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return {"enum": [member.value for member in hint]}
    if origin is Literal:
        return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": _type(inner[0], shared)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _type(inner[1], shared) or True}
    if origin in (UnionType, Union):
        return {"anyOf": [_type(one, shared) for one in inner]}
    raise TypeError(f"shapes know no {hint}")


def field_words(shape: type) -> dict[str, str]:
    """The docstring below each field, those of the shapes it extends included."""
    words: dict[str, str] = {}
    [definition] = ast.parse(textwrap.dedent(inspect.getsource(shape))).body
    assert isinstance(definition, ast.ClassDef)
    for base in definition.bases:
        extended = getattr(sys.modules[shape.__module__], ast.unparse(base))
        words |= field_words(extended) if is_typeddict(extended) else {}
    for field, below in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            assert isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant), f"{field.target.id} has none"
            words[field.target.id] = inspect.cleandoc(str(below.value.value))
    return words


def schema_files() -> dict[Path, str]:
    """Every schema file with its text."""
    return {
        FOLDER / f"{name}.schema.json": json.dumps(schema_of(name, document), indent=2, ensure_ascii=False) + "\n"
        for name, document in DOCUMENTS.items()
    }


if __name__ == "__main__":
    raise SystemExit(settle(schema_files(), owned="dreamtui/schemas/*.schema.json"))
