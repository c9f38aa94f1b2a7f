"""Who decides, in the order the sources are asked, and who is who in the team."""

import subprocess
from pathlib import Path

import pytest

from dreamtui.sources.identity import EMPTY_ROSTER, Identity, Roster, read_roster, who_decides


def nobody(root: Path) -> tuple[str, str]:
    """A git that is not configured."""
    return "", ""


def alice(root: Path) -> tuple[str, str]:
    """A git that is."""
    return "Alice A", "Alice.A@corp.example"


def test_the_order_of_sources(tmp_path: Path) -> None:
    """The variable, dotagent's file, git, the system's user: the first that knows."""
    file = tmp_path / ".config" / "dotagent" / "identity.yaml"
    file.parent.mkdir(parents=True)
    file.write_text("id: robin\nname: Robin\nemails: [r@x]\n")
    env = {"USER": "sam", "DREAMTUI_ACTOR": " ada "}
    assert who_decides(tmp_path, env, tmp_path, alice) == Identity("ada", "DREAMTUI_ACTOR")
    del env["DREAMTUI_ACTOR"]
    assert who_decides(tmp_path, env, tmp_path, alice) == Identity("robin", str(file))
    env["XDG_CONFIG_HOME"] = str(tmp_path / "elsewhere")
    assert who_decides(tmp_path, env, tmp_path, alice) == Identity("alice-a", "git config user.email")
    assert who_decides(tmp_path, env, tmp_path, nobody) == Identity("sam", "system user")


@pytest.mark.parametrize(
    "text", ["", "{", "[1, 2]", "id: []\n", "id: true\n", "\x00", "- id: x", "a: &a [*a]", "!!python/x 1"]
)
def test_malformed_identity_files_are_passed_over(tmp_path: Path, text: str) -> None:
    """What is no identity is none, and git is asked."""
    folder = tmp_path / "dotagent"
    folder.mkdir()
    (folder / "identity.yaml").write_text(text)
    env = {"XDG_CONFIG_HOME": str(tmp_path)}
    assert who_decides(tmp_path, env, tmp_path, alice).id == "alice-a"


def test_git_itself_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user's own git configuration counts here, unlike in reading history; without git there is the system."""
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[user]\n\tname = Kim\n\temail = kim@corp.example\n")
    for name in ("GIT_CONFIG_GLOBAL", "XDG_CONFIG_HOME", "GIT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(home))
    env = {"HOME": str(home), "USER": "sam"}
    assert who_decides(tmp_path, env) == Identity("kim", "git config user.email")
    monkeypatch.setenv("PATH", str(home))
    assert who_decides(tmp_path, env) == Identity("sam", "system user")


def _settings(path: Path, text: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return str(path)


EMAIL = "[user]\n\temail = {}@corp.example\n"


def test_gits_settings_are_read_as_git_reads_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Included files, also for one folder only, the XDG folder and its variables; none of another repository's."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    (tmp_path / "home").mkdir()
    root = tmp_path / "work"
    subprocess.run(["git", "init", "-q", "--template=", str(root)], check=True)

    def who() -> str:
        return who_decides(root, {"USER": "sam"}, tmp_path).id

    assert who() == "sam"
    _settings(tmp_path / "xdg" / "git" / "config", EMAIL.format("xdg"))
    assert who() == "xdg"
    included = _settings(tmp_path / "work.inc", EMAIL.format("included"))
    _settings(tmp_path / "home" / ".gitconfig", f'[includeIf "gitdir:{root}/"]\n\tpath = {included}\n')
    assert who() == "included"
    with (root / ".git" / "config").open("a") as stream:
        stream.write("[include]\n\tpath = ../own.inc\n")
    _settings(root / "own.inc", EMAIL.format("own"))
    assert who() == "own"
    monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
    monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.email")
    monkeypatch.setenv("GIT_CONFIG_VALUE_0", "forged@corp.example")
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    assert who() == "own"


def test_the_roster_joins_addresses(tmp_path: Path) -> None:
    """Every address and account of a developer is that developer; others are named after their address."""
    file = tmp_path / ".agent" / "identity" / "developers.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(
        "developers:\n"
        "- {id: alice, name: Alice A, emails: [Alice@Corp.example, a@old.example], github: ally}\n"
        "- {id: bob, email: b@corp.example}\n"
        "- {name: nobody}\n- nonsense\n- {id: [x]}\n"
    )
    roster = read_roster(tmp_path)
    assert roster.person("x", "alice@corp.example") == "alice"
    assert roster.person("x", "<A@OLD.example>") == "alice"
    assert roster.person("x", "ally@users.noreply.github.com") == "alice"
    assert roster.person("Alice A", "") == "alice"
    assert roster.person("x", "b@corp.example") == "bob"
    assert roster.person("x", "Carol.C@corp.example") == "carol-c"
    assert who_decides(tmp_path, {}, tmp_path, lambda _: ("x", "a@old.example")).id == "alice"
    assert roster.digest != EMPTY_ROSTER.digest
    assert Roster(dict(reversed(roster.by_email.items())), roster.by_name).digest == roster.digest


def test_names_without_a_roster() -> None:
    """GitHub's private addresses name the account; an address that names nobody gives way to the name."""
    person = EMPTY_ROSTER.person
    assert person("X", "1234+ally@users.noreply.github.com") == "ally"
    assert person("Claude", "noreply@anthropic.com") == "claude"
    assert person("", "noreply@anthropic.com") == "noreply"
    assert person("", "") == "unknown"
    assert person("Zoë", "") == "zoë"
    assert len(person("", "x" * 500 + "@y")) == 80


def test_a_broken_roster_knows_nobody(tmp_path: Path) -> None:
    """Missing, malformed or deeply nested: nobody is known, nothing fails."""
    assert read_roster(tmp_path) == EMPTY_ROSTER
    file = tmp_path / ".agent" / "identity" / "developers.yaml"
    file.parent.mkdir(parents=True)
    for text in ("developers: 7", "developers: [[[", "[" * 20_000, "\xff", "developers: {a: b}"):
        file.write_text(text, encoding="latin-1")
        assert read_roster(tmp_path) == EMPTY_ROSTER
