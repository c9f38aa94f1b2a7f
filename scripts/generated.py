"""Writes generated files, or with `--check` says which of them are not what they would be."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def settle(files: Mapping[Path, str], *, owned: str = "") -> int:
    """Write or check files; `owned` is a pattern below the root whose other matches are leftovers. An exit code."""
    parser = argparse.ArgumentParser(description="Write what is generated.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when something is out of date")
    check = parser.parse_args().check
    leftovers = sorted(set(ROOT.glob(owned)) - set(files)) if owned else []
    stale = [path for path, text in sorted(files.items()) if not path.is_file() or path.read_text("utf-8") != text]
    for path in [*stale, *leftovers]:
        print(f"{'out of date' if check else 'written'}: {path.relative_to(ROOT)}", file=sys.stderr)
    if check:
        return 1 if stale or leftovers else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
    for path in leftovers:
        path.unlink()
    return 0


def between(text: str, name: str, body: str) -> str:
    """A text with what stands between its markers `<!-- generated:NAME -->` and `<!-- /generated -->` replaced."""
    begin, end = f"<!-- generated:{name} -->\n", "<!-- /generated -->"
    head, found, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not (found and closed):
        raise SystemExit(f"there is no generated part {name!r}")
    return f"{head}{begin}{body.strip()}\n{end}{tail}"
