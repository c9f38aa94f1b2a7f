"""Programs that try to break out of each way to confine them, as far as this machine has it."""

import json
import os
import select
import socket
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from dreamtui.sources.confined import system_calls, trial
from dreamtui.sources.confined.bubblewrap import BUBBLEWRAP
from dreamtui.sources.confined.landlock import LANDLOCK
from dreamtui.sources.confined.seatbelt import SEATBELT, profile
from dreamtui.sources.confined.way import Rights, Way
from dreamtui.sources.model_command import ModelPlace, run_model
from dreamtui.store.read_only_copy import read_only_copy

HOSTILE = """
import ctypes, json, os, shutil, socket, sys
sys.stdin.read()
places, sock, port = json.loads(sys.argv[1])
done, refused = [], []
def tried(what, attempt, *given, **more):
    try:
        attempt(*given, **more)
    except (OSError, shutil.Error):
        refused.append(what)
    else:
        done.append(what)
def failing(attempt):
    if attempt() != 0:
        raise OSError
for name, place in places.items():
    file = os.path.join(place, "there")
    tried(f"{name} make", open, os.path.join(place, "made"), "w")
    tried(f"{name} write", open, file, "r+")
    tried(f"{name} append", open, file, "a")
    tried(f"{name} cut", os.truncate, file, 0)
    tried(f"{name} mode", os.chmod, file, 0o777)
    tried(f"{name} times", os.utime, file, (1, 1))
    tried(f"{name} attribute", os.setxattr, file, "user.x", b"x")
    tried(f"{name} folder", os.mkdir, os.path.join(place, "folder"))
    tried(f"{name} link", os.symlink, file, os.path.join(place, "soft"))
    tried(f"{name} name", os.link, file, os.path.join(place, "hard"))
    tried(f"{name} move", os.rename, file, os.path.join(place, "moved"))
    tried(f"{name} take", os.rename, file, os.path.join(os.environ["TMPDIR"], "taken"))
    tried(f"{name} remove", os.remove, file)
    tried(f"{name} child", failing, lambda: os.system(f"echo x 2>/dev/null >{place}/child"))
tried("service", lambda: socket.socket(socket.AF_UNIX).connect(sock))
tried("mounting", failing, lambda: ctypes.CDLL(None).mount(b"none", places["home"].encode(), b"tmpfs", 0, None))
own = os.environ["TMPDIR"]
good = []
open(os.path.join(own, "mine"), "w").write("x"); good.append("own")
os.rename(os.path.join(own, "mine"), os.path.join(own, "mine too")); good.append("own move")
open(os.devnull, "w").write("x"); good.append("null")
open(os.path.join(places["repository"], "there")).read(); good.append("read")
socket.create_connection(("127.0.0.1", port), 10).close(); good.append("network")
print(json.dumps([done, good, os.getcwd()]))
"""


@pytest.fixture(params=trial.WAYS, ids=lambda way: way.name)
def way(request: pytest.FixtureRequest) -> Way:
    """Each way that there is here."""
    found: Way = request.param
    if absent := found.absent(os.environ):
        pytest.skip(absent)
    if problem := trial.failing(found, os.environ):
        pytest.skip(f"{problem}: a container or a setting of the kernel forbids it")
    return found


@pytest.fixture
def listening() -> Iterator[int]:
    """A port of this machine where somebody answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=lambda: server.accept()[0].close(), daemon=True).start()
        yield server.getsockname()[1]


def places(tmp_path: Path) -> dict[str, Path]:
    """A home, a repository, and somebody else's temporary folder, each with a file."""
    found = {name: tmp_path / name for name in ("home", "repository", "foreign")}
    for folder in found.values():
        folder.mkdir()
        (folder / "there").write_text("kept")
    return found


def env_of(home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8"}


def program(tmp_path: Path, body: str, *given: str) -> str:
    """A model command that is this Python."""
    path = tmp_path / "model.py"
    path.write_text(body)
    return " ".join([sys.executable, str(path), *(f"'{one}'" for one in given)])


def listed(folders: Sequence[Path]) -> list[tuple[str, bytes, int]]:
    """All files below some folders, with their modes."""
    return [(p.name, p.read_bytes(), p.stat().st_mode) for top in folders for p in sorted(top.rglob("*"))]


def test_nothing_is_written_outside_its_own_folder(way: Way, tmp_path: Path, listening: int) -> None:
    """Home, repository and other people's temporary files stay as they are, whatever it tries; the rest goes on."""
    there = places(tmp_path)
    before = listed([*there.values()])
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(str(tmp_path / "s"))
        service.listen()
        told = json.dumps([{name: str(path) for name, path in there.items()}, str(tmp_path / "s"), listening])
        place = ModelPlace(way, folder=there["repository"])
        answer = run_model(program(tmp_path, HOSTILE, told), "x", env_of(there["home"]), place=place)
    assert answer.problem == ""
    done, good, folder = json.loads(answer.text)
    assert done == ([] if way is not SEATBELT else ["service"])
    assert good == ["own", "own move", "null", "read", "network"]
    assert folder == str(there["repository"])
    assert listed([*there.values()]) == before


def test_what_the_person_names_can_be_written_and_nothing_beside_it(way: Way, tmp_path: Path) -> None:
    """A folder and a file of the home; what does not exist is passed over."""
    home = places(tmp_path)["home"]
    (home / "cache").mkdir()
    (home / "state").write_text("old")
    body = (
        "import os\nhome = os.environ['HOME']\nopen(f'{home}/cache/new', 'w').write('x')\n"
        "open(f'{home}/state', 'w').write('new')\n"
        "try:\n    open(f'{home}/there', 'w')\nexcept OSError:\n    print('no')\n"
    )
    more = (home / "cache", home / "state", home / "nowhere")
    answer = run_model(program(tmp_path, body), "x", env_of(home), place=ModelPlace(way, more))
    assert (answer.text, answer.problem) == ("no\n", "")
    assert (home / "cache/new").read_text() == "x"
    assert (home / "state").read_text() == "new"
    assert (home / "there").read_text() == "kept"


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("import time; time.sleep(60)", "did not answer within"),
        ("import sys; sys.stdout.write('x' * (5 << 20))", "more than 4 MB"),
        ("import sys; sys.stdout.buffer.write(bytes([255, 254]))", "not UTF-8"),
        ("import sys; sys.exit('no key')", "exit code 1: no key"),
        ("import os; open(os.path.join(os.environ['HOME'], 'made'), 'w')", "`dreamtui.model_writes` says"),
    ],
)
def test_limits_hold_inside_as_well(way: Way, tmp_path: Path, body: str, problem: str) -> None:
    """Time, length, letters, failure; one that comes from being confined says so."""
    seconds = 2.0 if "sleep" in body else 60.0
    home = places(tmp_path)["home"]
    answer = run_model(program(tmp_path, body), "x", env_of(home), place=ModelPlace(way), seconds=seconds)
    assert answer.text == ""
    assert problem in answer.problem


def test_what_it_started_ends_with_it_inside(way: Way, tmp_path: Path) -> None:
    """A child that would sleep for ten minutes is gone once the time is over."""
    child = f"import time; time.sleep(600); {str(tmp_path)!r}"
    body = f"import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {child!r}]); time.sleep(600)"
    home = places(tmp_path)["home"]
    answer = run_model(program(tmp_path, body), "x", env_of(home), place=ModelPlace(way), seconds=2)
    assert "did not answer" in answer.problem
    assert not still_running(child)


def still_running(words: str) -> list[int]:
    """The processes with these words that do not end within a minute; a killed one takes a moment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if words.encode() in path.read_bytes().split(b"\0"):
                process = os.pidfd_open(int(path.parent.name))
                if not select.select([process], [], [], 60)[0]:
                    found.append(int(path.parent.name))
                os.close(process)
        except OSError:
            continue
    return found


def test_the_first_way_that_holds_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that is absent, does not start or lets everything out is passed over, each with its reason."""
    absent = Way("a", lambda _: "a is not installed", lambda words, *_: list(words))
    broken = Way("b", lambda _: "", lambda *_: ["/nowhere/b"])
    open_one = Way("c", lambda _: "", lambda words, *_: list(words))
    silent = Way("d", lambda _: "", lambda *_: [sys.executable, "-c", ""])
    monkeypatch.setattr(trial, "WAYS", (absent, broken, open_one, silent))
    found = trial.confinement({"PATH": "/a path of this test alone"})
    assert found.way is None
    assert found.why_not == (
        "a is not installed", "b does not start here", "c does not hold here", "d does not work here",
    )  # fmt: skip


def test_without_bwrap_it_is_not_there() -> None:
    """It is looked for on the person's own path."""
    assert BUBBLEWRAP.absent({"PATH": "/nowhere"}) == "bwrap is not installed"


def test_a_processor_without_a_table_has_no_landlock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the filter modes and services would stay open, so it is not taken."""
    monkeypatch.setattr(system_calls.platform, "machine", lambda: "pdp11")
    assert system_calls.without_services(metadata=True) == b""
    assert LANDLOCK.absent({})


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
@pytest.mark.parametrize("metadata", [True, False])
def test_the_filter_refuses_what_it_names_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, machine: str, metadata: bool
) -> None:
    """Run by hand for every number: local sockets, queues, a foreign processor; with metadata the modes too."""
    monkeypatch.setattr(system_calls.platform, "machine", lambda: machine)
    known = {"x86_64": (0xC000003E, 41, (90, 268, 280, 188)), "aarch64": (0xC00000B7, 198, (53, 52, 88, 5))}
    mark, sockets, modes = known[machine]
    filtered = system_calls.without_services(metadata=metadata)
    refused = {number for number in range(600) if not allowed(filtered, mark, number, 2)}
    assert 425 in refused
    assert set(modes) <= refused if metadata else refused == {425}
    assert len(refused) < 30
    assert not allowed(filtered, mark, sockets, 1)
    assert allowed(filtered, mark, sockets, 2)
    assert allowed(filtered, mark, sockets, 10)
    assert not allowed(filtered, mark, 0x40000000 + 1, 2)
    assert not allowed(filtered, 0x40000003, 1, 2)


def allowed(filtered: bytes, mark: int, number: int, first: int) -> bool:
    """What the kernel would answer to a call."""
    shown, held, at = {0: number, 4: mark, 16: first}, 0, 0
    while True:
        code, yes, no, value = int.from_bytes(filtered[at : at + 2], sys.byteorder), *filtered[at + 2 : at + 4], 0
        value = int.from_bytes(filtered[at + 4 : at + 8], sys.byteorder)
        if code == 0x20:
            held, at = shown[value], at + 8
        elif code in (0x15, 0x35):
            at += 8 * (1 + (yes if (held == value if code == 0x15 else held >= value) else no))
        else:
            return value == 0x7FFF0000


def test_the_profile_of_macos_names_paths_as_text(tmp_path: Path) -> None:
    """A quote in a path closes nothing."""
    odd = tmp_path / 'a" (allow file-write*) "b'
    odd.mkdir()
    said = profile(Rights(odd))
    assert '\\" (allow file-write*) \\"b")' in said
    assert said.startswith("(version 1)(allow default)(deny file-write*)(allow file-write* (subpath ")


def test_a_copy_has_the_files_and_nobody_writes_it(tmp_path: Path) -> None:
    """What would lie outside it is passed over, and it goes with the block."""
    files = [("src/a.py", b"a"), ("../out", b"x"), ("/abs", b"x"), ("src/a.py/odd", b"x"), ("b", b"b")]
    with read_only_copy(files) as copy:
        assert sorted(p.relative_to(copy).as_posix() for p in copy.rglob("*")) == ["b", "src", "src/a.py"]
        assert {p.stat().st_mode & 0o222 for p in (copy, *copy.rglob("*"))} == {0}
    assert not copy.exists()


def test_an_empty_home_is_empty_and_goes(tmp_path: Path) -> None:
    """Where nothing confines it, the person's own home is not even named."""
    body = "import os; print(os.environ['HOME'], os.listdir(os.environ['HOME']))"
    answer = run_model(program(tmp_path, body), "x", env_of(tmp_path), place=ModelPlace(empty_home=True))
    home, _, files = answer.text.strip().partition(" ")
    assert (home != str(tmp_path), files, Path(home).exists()) == (True, "[]", False)
