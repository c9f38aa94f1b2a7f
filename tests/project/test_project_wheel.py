"""The built wheel holds everything the program needs, and runs by itself."""

import json
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import dreamtui
from dreamtui.present.documents.table import DOCUMENTS

PROJECT = Path(dreamtui.__file__).resolve().parent.parent
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "*.egg-info", "tests", "benchmarks")

ASK = """
import importlib.resources, json
package = importlib.resources.files("dreamtui")
names = {part: sorted(entry.name for entry in (package / part).iterdir()) for part in ("schemas", "styles")}
schema = json.loads((package / "schemas" / "list.schema.json").read_text())
print(json.dumps({"at": str(package), "title": schema["title"], **names}))
"""
"""Run by the installed program: where it is, and what lies in it."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the project without the network."""
    top = tmp_path_factory.mktemp("wheel")
    shutil.copytree(PROJECT, top / "source", ignore=LEFT_OUT)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(top), str(top / "source")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    [built] = top.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a new environment in which the wheel is installed; what it depends on comes from this one."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv" / "bin" / "python"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    [site] = (folder / "venv" / "lib").glob("python*/site-packages")
    borrowed = [entry for entry in sys.path if entry.endswith("site-packages")]
    (site / "borrowed.pth").write_text("\n".join(borrowed), encoding="utf-8")
    return python


def ran(python: Path, *words: str) -> str:
    """What Python prints, with nothing of the project on its path."""
    done = subprocess.run([python, "-P", *words], cwd=python.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_styles_and_schemas_are_in_the_wheel(installed: Path) -> None:
    """The installed program finds a schema for every document, and its style sheets."""
    found = json.loads(ran(installed, "-c", ASK))
    assert Path(found["at"]).is_relative_to(installed.parent.parent)
    assert {f"{name}.schema.json" for name in DOCUMENTS} <= set(found["schemas"])
    assert found["title"] == "dreamtui list --json"
    assert set(found["styles"]) >= {path.name for path in (PROJECT / "styles").glob("*.tcss")}


def test_words_of_concepts_are_in_the_wheel(installed: Path) -> None:
    """The installed program knows the words that its scoring needs."""
    ask = "from dreamtui.openclaw.scoring.tags import concept_tags; print(*concept_tags('', 'a vlan after that'))"
    assert ran(installed, "-c", ask) == "vlan\n"


def test_wheel_runs(installed: Path) -> None:
    """`python -m dreamtui` and the `dreamtui` command work from the wheel alone."""
    said = f"dreamtui {dreamtui.__version__}\n"
    assert ran(installed, "-m", "dreamtui", "--version") == said
    command = subprocess.run([installed.with_name("dreamtui"), "--version"], capture_output=True, text=True, check=True)
    assert command.stdout == said


def test_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    """No tests, caches or documents of ours are installed on other people's machines; but the manual page is."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "dreamtui/py.typed" in names
    about = f"dreamtui-{dreamtui.__version__}"
    assert {name.partition("/")[0] for name in names} == {"dreamtui", f"{about}.dist-info", f"{about}.data"}
    assert [name for name in names if ".data/" in name] == [f"{about}.data/data/share/man/man1/dreamtui.1"]
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]


def test_wheel_says_what_it_is(wheel: Path) -> None:
    """Name, version, licence, the least Python and the command stand in its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        folder = f"dreamtui-{dreamtui.__version__}.dist-info"
        said = archive.read(f"{folder}/METADATA").decode()
        commands = archive.read(f"{folder}/entry_points.txt").decode()
        assert f"{folder}/licenses/LICENSE" in archive.namelist()
    assert f"Version: {dreamtui.__version__}\n" in said
    assert "Requires-Python: >=3.11" in said
    assert "dreamtui = dreamtui.__main__:main" in commands
