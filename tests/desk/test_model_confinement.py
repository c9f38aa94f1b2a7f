"""Where the model command runs: confined, or, where it cannot be and the person allows it, with an empty home."""

import os
import sys
from pathlib import Path

import pytest
from sandbox import Sandbox

from dreamtui.desk import model_confinement
from dreamtui.desk.model_command import ask, own_command
from dreamtui.desk.workspace.health import doctor
from dreamtui.model.errors import Refused
from dreamtui.sources.confined import trial

LOOKS = "import os; print([os.environ['HOME'], os.getcwd(), sorted(os.listdir('.'))])"


@pytest.fixture
def box(tmp_path: Path) -> Sandbox:
    """A workspace with a file, and a home."""
    made = Sandbox(tmp_path / "box")
    made.env["PATH"] = os.environ["PATH"]
    (made.top / "house").mkdir()
    (made.root / "src").mkdir()
    (made.root / "src/a.py").write_text("a")
    (made.root / ".hidden").write_text("x")
    return made


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that offers nothing."""
    monkeypatch.setattr(trial, "confinement", lambda _: trial.Confinement(None, ("no bwrap", "no Landlock")))


def own_settings(box: Sandbox, *lines: str) -> None:
    """The person's own settings, with a model command that says where it is."""
    program = box.top / "model.py"
    program.write_text(LOOKS)
    path = box.top / "house/config/dreamtui/config.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    command = f"  model_command: {sys.executable} {program}"
    path.write_text("\n".join(("dreamtui:", command, *(f"  {line}" for line in lines))))


def answer(box: Sandbox, *, repository: bool = False) -> tuple[str, str]:
    """What the command says, and why it does not."""
    desk = box.desk()
    command = own_command(desk)
    assert command is not None
    said = ask(desk, command, "x", repository=repository)
    return said.text, said.problem


def told(box: Sandbox) -> list[str]:
    """What doctor says of the model command."""
    return [f"{one.level}: {one.what}" for one in doctor(box.desk()) if "model" in one.what]


@pytest.mark.usefixtures("nowhere")
def test_without_a_way_it_is_asked_for_and_a_repository_cannot_answer(box: Sandbox) -> None:
    """Nothing runs, it says which setting lets it, and the same words in the repository's file change nothing."""
    own_settings(box)
    (box.root / ".agent/config.yaml").write_text("dreamtui:\n  model_unconfined: allow\n")
    text, problem = answer(box)
    assert text == ""
    assert problem.startswith("the model command cannot be confined here (no bwrap; no Landlock)")
    assert "`dreamtui.model_unconfined: allow` in ~/config/dreamtui/config.yaml" in problem
    assert told(box)[-1].startswith("problem: the model command cannot be confined here (no bwrap; no Landlock)")


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize(("word", "own"), [("allow", False), ("home", True)])
def test_what_the_person_allows(box: Sandbox, word: str, own: bool) -> None:
    """An empty home or the person's own, and a copy of the repository without what is hidden; doctor says it."""
    own_settings(box, f"model_unconfined: {word}")
    home, folder, files = eval(answer(box, repository=True)[0])
    assert (home == box.env["HOME"]) is own
    assert folder != str(box.root)
    assert files == ["src"]
    assert not Path(folder).exists()
    assert eval(answer(box)[0])[2] == []
    (said,) = told(box)
    assert said.startswith("ok: the model command is not confined (no bwrap; no Landlock), as you allowed")


def test_confined_it_reads_the_repository_itself(box: Sandbox) -> None:
    """With the person's home to read, and doctor names the way."""
    found = trial.confinement(box.env)
    if found.way is None:
        pytest.skip(f"nothing here confines a program: {found.said}")
    own_settings(box)
    home, folder, files = eval(answer(box, repository=True)[0])
    assert (home, folder) == (box.env["HOME"], str(box.root))
    assert "src" in files
    assert told(box) == [f"ok: the model command is confined by {found.way.name}: it writes only a folder of its own"]


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("~/", "your home"),
        ("/", "your home"),
        ("{root}", "the repository"),
        ("{root}/src", "the repository"),
        ("{link}", "the repository"),
        ("~/config", "your own settings"),
        ("~/data/dreamtui/x", "dreamtui's own files"),
        ("src", "neither below ~/ nor a whole path"),
    ],
)
def test_no_setting_opens_what_it_is_kept_from(box: Sandbox, named: str, said: str) -> None:
    """Home, repository, settings, our own files, also behind a link; nothing runs, and doctor says why."""
    (box.top / "link").symlink_to(box.root)
    path = named.format(root=box.root, link=box.top / "link")
    own_settings(box, f"model_writes: ['{path}']")
    with pytest.raises(Refused, match=said):
        model_confinement.writable(box.desk())
    assert any(said in one and one.startswith("problem") for one in told(box))


def test_what_may_be_named(box: Sandbox) -> None:
    """A folder of the home, with links followed; the repository's own wish does not count."""
    (box.top / "house/real").mkdir()
    (box.top / "house/.tool").symlink_to(box.top / "house/real")
    own_settings(box, "model_writes: [~/.tool, /var/tool]")
    (box.root / ".agent/config.yaml").write_text("dreamtui:\n  model_writes: [/etc]\n")
    assert model_confinement.writable(box.desk()) == (box.top / "house/real", Path("/var/tool"))
