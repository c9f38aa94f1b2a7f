"""What is generated is current, and what is written by hand speaks of things that exist."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from command_tree import commands, root

import dreamtui

PROJECT = Path(dreamtui.__file__).resolve().parent.parent
PAGES = sorted([*PROJECT.glob("*.md"), *(PROJECT / "docs").glob("*.md")])


@pytest.mark.parametrize("script", ["generate_docs.py", "generate_keys.py", "generate_benchmarks.py"])
def test_generated_files_are_current(script: str) -> None:
    """What is made from the code is as the code says (`make docs`)."""
    done = subprocess.run(
        [sys.executable, str(PROJECT / "scripts" / script), "--check"],
        cwd=PROJECT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{done.stderr}run `make docs`"


def test_readme_begins_with_the_two_commands() -> None:
    """How to see it and how to check it come first."""
    first = (PROJECT / "README.md").read_text(encoding="utf-8").split("```")[1]
    assert [line.split("#")[0].strip() for line in first.strip().splitlines()] == ["make demo", "make test"]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link names a file of the project."""
    links = re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_make_targets_exist(page: Path) -> None:
    """Every `make x` that a page names is a target."""
    targets = set(re.findall(r"^([a-z-]+):", (PROJECT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert set(named) <= targets


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_commands_and_options_exist(page: Path) -> None:
    """Every `dreamtui x --y` that a page names can be typed."""
    known = {"": root(), **commands()}
    families = {name.split(" ")[0] for name in known if " " in name}
    everywhere = {word for option in root().params for word in option.opts} | {"--help", "-h"}
    unknown = []
    for typed in re.findall(r"(?:`|^\$ )dreamtui ([^`\n]*)", page.read_text(encoding="utf-8"), re.MULTILINE):
        words = re.sub(r"\"[^\"]*\"?", "", typed).split()
        names = [word for word in words if re.fullmatch(r"[a-z][a-z-]*", word)]
        name = " ".join(names[: 2 if names and names[0] in families else 1])
        options = {word.split("=")[0].rstrip(":,.") for word in words if word.startswith("-")}
        if name not in known:
            unknown.append(typed)
            continue
        allowed = everywhere | {word for option in known[name].params for word in option.opts + option.secondary_opts}
        unknown += [typed] if options - allowed else []
    assert unknown == []


def test_architecture_names_every_room() -> None:
    """The picture of the house holds every folder of the package."""
    text = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = [folder.name for folder in Path(dreamtui.__file__).parent.iterdir() if (folder / "__init__.py").is_file()]
    assert [room for room in rooms if f"\n  {room}/ " not in text] == []


def test_architecture_names_files_that_exist() -> None:
    """Every module that the architecture speaks of is there."""
    text = (PROJECT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:dreamtui/)?[a-z]+/[a-z_/]+\.py)`", text))
    assert named
    tops = (PROJECT, PROJECT / "dreamtui")
    assert [name for name in named if not any((top / name).is_file() for top in tops)] == []
