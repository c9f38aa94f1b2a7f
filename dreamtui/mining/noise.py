"""What signals ignore: files not written by hand, and bots."""

import re
from collections.abc import Iterable

from dreamtui.text.paths import PathSet

DEFAULT_IGNORED: tuple[str, ...] = (
    # lock files
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "deno.lock",
    "poetry.lock",
    "uv.lock",
    "pdm.lock",
    "Pipfile.lock",
    "Cargo.lock",
    "Gemfile.lock",
    "composer.lock",
    "go.sum",
    "flake.lock",
    "mix.lock",
    "pubspec.lock",
    "Podfile.lock",
    "packages.lock.json",
    ".terraform.lock.hcl",
    # generated
    "*.min.js",
    "*.min.css",
    "*.map",
    "*.snap",
    "*.pb.go",
    "*_pb2.py",
    "*_pb2.pyi",
    "*_pb2_grpc.py",
    "*.pb.h",
    "*.pb.cc",
    "*.generated.ts",
    "*.generated.go",
    "*.g.dart",
    "*.freezed.dart",
    "*.pyc",
    "__generated__/",
    "__snapshots__/",
    "__pycache__/",
    "dist/",
    "generated/",
    # vendored
    "vendor/",
    "vendored/",
    "_vendor/",
    "node_modules/",
    "third_party/",
    "site-packages/",
    # changelogs
    "CHANGELOG",
    "CHANGELOG.md",
    "CHANGELOG.rst",
    "CHANGELOG.txt",
    "CHANGES",
    "CHANGES.md",
    "CHANGES.rst",
    "CHANGES.txt",
    "HISTORY.md",
    "HISTORY.rst",
    "NEWS",
    "NEWS.md",
    "NEWS.rst",
    "RELEASE_NOTES.md",
    "changelog.md",
    "changelog.d/",
    ".changeset/",
    "newsfragments/",
    # what agents and this tool write themselves
    ".agent/",
)
"""Path patterns that are ignored; `dream` in the configuration can replace them."""

_BOT = re.compile(
    r"\[bot\]|^(?:dependabot|renovate|github-actions|pre-commit-ci|greenkeeper|snyk|mergify|semantic-release|web-flow)"
    r"(?:[-_.\[@]|$)",
    re.IGNORECASE,
)


def is_bot(actor: str) -> bool:
    """Whether this identity is a bot."""
    return _BOT.search(actor) is not None


_REMEMBERED = 200_000
"""Size of the cache."""


class Ignored(dict[str, bool]):
    """Whether a path is ignored, cached: it is asked a million times."""

    def __init__(self, patterns: Iterable[str] = DEFAULT_IGNORED) -> None:
        super().__init__()
        self._paths = PathSet(patterns)

    def __missing__(self, path: str) -> bool:
        if len(self) > _REMEMBERED:
            self.clear()
        answer = self[path] = path in self._paths
        return answer
