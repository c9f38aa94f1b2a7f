"""Verticals that a repository suggests: who owns what, its packages, its documents, its way to a release."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dreamtui.sources.repository.manifests import is_manifest
from dreamtui.text.ids import slug
from dreamtui.text.owners import OwnerLine
from dreamtui.training.curriculum.curriculum import Vertical

MOST = 11
_FEWEST = 2
"""Verticals below which nothing can take turns."""
_FEW_FILES = 3
_CODE = re.compile(
    r"\.(?:py|pyi|ts|tsx|js|jsx|go|rs|rb|java|kt|swift|c|h|cc|cpp|hpp|cs|php|vue|svelte|scala|ex|sql|sh)$"
)
_NO_PART = frozenset(
    {"src", "lib", "app", "apps", "packages", "crates", "cmd", "internal", "pkg", "services", "modules"}
)
"""Folders that hold parts and are none."""
_TESTS = frozenset({"test", "tests", "spec", "specs", "e2e", "benchmarks"})
_ASIDE = _TESTS | {"docs", "doc", "examples", "example", "samples", "fixtures", "requirements", "website", "scripts"}
"""Folders whose packages are no parts of the program."""
_HIDDEN = frozenset({"node_modules", "vendor", "third_party", "dist", "build", "target"})
_RELEASE = (".github/workflows/", ".gitlab-ci.yml", "Jenkinsfile", ".circleci/", "azure-pipelines.yml", "Makefile")


@dataclass(frozen=True, slots=True)
class ProposedVertical:
    """A vertical and where it comes from."""

    vertical: Vertical
    why: str


def propose(tracked: Iterable[str], owners: Sequence[OwnerLine]) -> tuple[ProposedVertical, ...]:
    """At most eleven verticals, those with an owner first; nothing where fewer than two are found."""
    files = sorted(
        path for path in tracked if not _HIDDEN.intersection(path.split("/")) and not path.startswith(".agent/")
    )
    found: dict[str, ProposedVertical] = {}
    for one in (*_owned(files, owners), *_parts(files), *_others(files)):
        if one.vertical.name:
            found.setdefault(one.vertical.name, one)
    chosen = tuple(found.values())[:MOST]
    return chosen if len(chosen) >= _FEWEST else ()


def _made(name: str, focus: str, why: str) -> ProposedVertical:
    called = slug(name)
    called = called.encode("ascii", "ignore").decode()[:40].strip("-")
    return ProposedVertical(Vertical(called, focus, f"{called}-lead" if called else "", called), why)


def _owned(files: Sequence[str], owners: Sequence[OwnerLine]) -> Iterable[ProposedVertical]:
    """A vertical a team: what its lines of CODEOWNERS are about."""
    patterns: dict[str, list[str]] = {}
    for line in owners:
        if line.owners and not line.fits("") and any(line.fits(path) for path in files):
            patterns.setdefault(line.owners[0], []).append(line.pattern)
    for owner, own in patterns.items():
        name = owner.lstrip("@").rpartition("/")[2].partition("@")[0]
        shown = ", ".join(f"`{pattern}`" for pattern in own[:4])
        yield _made(name, f"What {owner} owns: {shown}{' and more' if len(own) > 4 else ''}.", f"CODEOWNERS: {owner}")


def _parts(files: Sequence[str]) -> Iterable[ProposedVertical]:
    """Packages with a manifest of their own, else the larger folders of code."""
    packages = sorted({path.rpartition("/")[0] for path in files if "/" in path and is_manifest(path)})
    packages = [one for one in packages if not _ASIDE.intersection(one.split("/")) and one.count("/") < 4]
    sizes = Counter({one: sum(path.startswith(f"{one}/") for path in files) for one in packages})
    kind = "package"
    if len(packages) < _FEWEST:
        sizes, kind = _folders(files), "folder"
    for folder, size in sorted(sizes.items(), key=lambda pair: (-pair[1], pair[0])):
        name = folder.rpartition("/")[2]
        yield _made(name, f"What `{folder}/` does and how it could do it better ({size} files).", f"{kind} {folder}/")


def _folders(files: Sequence[str]) -> "Counter[str]":
    """Files of code by the folder that is a part: the first one below those that only hold parts."""
    code = [path for path in files if _CODE.search(path) and not path.startswith(".")]
    code = [path for path in code if not _TESTS.intersection(path.split("/")[:-1])]
    tops = Counter(path.split("/")[0] for path in code if "/" in path)
    most = tops.most_common(1)
    opened = set(_NO_PART)
    if most and most[0][1] * 2 > len(code):  # nearly everything is in one package: its own folders are the parts
        opened.add(most[0][0])
    sizes: Counter[str] = Counter()
    for path in code:
        folders = path.split("/")[:-1]
        depth = next((at for at, part in enumerate(folders) if part not in opened), None)
        if depth is not None and depth < 3:
            sizes["/".join(folders[: depth + 1])] += 1
    return Counter({folder: size for folder, size in sizes.items() if size >= _FEW_FILES})


def _others(files: Sequence[str]) -> Iterable[ProposedVertical]:
    """Documents, tests, and the way to a release."""
    documents = [path for path in files if path.startswith("docs/")]
    if len(documents) >= _FEW_FILES:
        yield _made(
            "docs", f"What `docs/` tells users, and what it leaves out ({len(documents)} files).", "folder docs/"
        )
    tests = [path for path in files if _TESTS.intersection(path.split("/")[:-1])]
    if len(tests) >= _FEW_FILES:
        yield _made(
            "tests", f"What the tests show, and what they cannot ({len(tests)} files).", f"{len(tests)} test files"
        )
    release = next((path for path in files if path.startswith(_RELEASE)), "")
    if release:
        yield _made("pipeline", "From a change to a release: builds, tests, reviews, releases.", release)
