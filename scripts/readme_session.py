"""The session the README shows: real commands in a small repository, with what they really print."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from generated import ROOT

NOW = "2026-11-18T09:00:00Z"
RULE = "Ask the tax service for every invoice; never keep its rates."
REASON = (
    "{revert} took the cache back after a day: the service changes its rates at noon, and 41 invoices went out with "
    "the old ones. An hour would be wrong as well. Holds as long as the service answers in less than a second."
)
WRONG = "The service says since this morning how long a rate holds, so a cache may follow that."

COMMITS = (
    ("2026-10-30", "Ana <ana@shop.example>", "feat: invoices", {"src/billing.py": "1\n", "src/tax.py": "1\n"}),
    ("2026-11-04", "Ben <ben@shop.example>", "fix(billing): round the total up", {"src/billing.py": "2\n"}),
    ("2026-11-06", "Ana <ana@shop.example>", "feat: cache tax rates for a day", {"src/tax.py": "2\n"}),
    (
        "2026-11-07",
        "Ben <ben@shop.example>",
        'Revert "feat: cache tax rates for a day"\n\n'
        "The service changes its rates at noon, so that with the cache 41 invoices went out wrong.",
        {"src/tax.py": "1\n"},
    ),
    ("2026-11-16", "Cleo <cleo@shop.example>", "fix(billing): one cent too much", {"src/billing.py": "4\n"}),
)


def session() -> str:
    """Commands and their output, as a person at a terminal sees them."""
    with tempfile.TemporaryDirectory() as name:
        top = Path(name).resolve()
        shop = top / "shop"
        env = _environment(top)
        _build(shop, env)
        lines: list[str] = []
        for command in _commands(shop, env):
            printed = _shown(shlex.split(command.replace("\\\n", "")), shop, env).rstrip()
            lines += [f"$ {command}", *([printed] if printed else []), ""]
        text = "\n".join(lines).rstrip().replace(str(top), "~")
    return "\n".join(line.rstrip() for line in text.split("\n"))


def _commands(shop: Path, env: Mapping[str, str]) -> list[str]:
    """What is typed; the item and its commits are looked up first."""
    _run(["init"], shop, env)
    planned = json.loads(_run(["dream", "--dry-run", "--json", "--quiet"], shop, env))["items"]
    shutil.rmtree(shop / ".agent" / "dream" / ".state", ignore_errors=True)
    item = next(i for i in planned if i["signal"] == "reasoned_revert")
    (revert,) = (piece["locator"].removeprefix("commit:")[:7] for piece in item["evidence"])
    short = item["id"][:4]
    return [
        "dreamtui dream",
        f"dreamtui show {short}",
        f'dreamtui graduate {short} --rule "{RULE}" \\\n    --rationale "{REASON.format(revert=revert)}"',
        "dreamtui sync",
        "cat CLAUDE.md",
        "dreamtui why CLAUDE.md:7",
        f'dreamtui undo --rationale "{WRONG}"',
    ]


def _shown(words: list[str], folder: Path, env: Mapping[str, str]) -> str:
    """What a command prints: `cat` by itself, everything else through dreamtui."""
    if words[0] == "cat":
        return "".join((folder / name).read_text(encoding="utf-8") for name in words[1:])
    return _run(words[1:], folder, env)


def _run(words: list[str], folder: Path, env: Mapping[str, str]) -> str:
    command = [sys.executable, "-m", "dreamtui", *words]
    done = subprocess.run(command, cwd=folder, env=env, stdout=-1, stderr=-2, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the README's session fails: {shlex.join(words)}\n{done.stdout}")
    return done.stdout


def _build(shop: Path, env: Mapping[str, str]) -> None:
    shop.mkdir()
    _git(shop, env, "init", "-q", "-b", "main", "--template=")
    for day, author, message, files in COMMITS:
        for name, text in files.items():
            path = shop / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        when = f"{day}T10:00:00Z"
        _git(shop, env, "add", "-A")
        dated = {**env, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        _git(shop, dated, "commit", "-q", "-m", message, f"--author={author}")


def _git(shop: Path, env: Mapping[str, str], *words: str) -> None:
    subprocess.run(["git", *words], cwd=shop, env=env, check=True)


def _environment(top: Path) -> dict[str, str]:
    """Nothing of the person who generates."""
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(top),
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_COMMITTER_NAME": "Ana",
        "GIT_COMMITTER_EMAIL": "ana@shop.example",
        "DREAMTUI_NOW": NOW,
        "DREAMTUI_ACTOR": "ana",
        "DREAMTUI_ANCESTRY": "",
    }


if __name__ == "__main__":
    print(session())
