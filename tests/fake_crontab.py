"""A `crontab` of one file in the test's own home, as Debian's program keeps it."""

from pathlib import Path

_PROGRAM = """#!/bin/sh
file="$HOME/crontab"
case "$1" in
  -l) test -f "$file" || { echo "no crontab for tester" >&2; exit 1; }; cat "$file" ;;
  -r) rm "$file" ;;
  -) cat > "$file" ;;
esac
"""


def put_crontab(folder: Path) -> Path:
    """The program in a folder of tools; the folder, to be put in front of PATH."""
    folder.mkdir(exist_ok=True)
    (folder / "crontab").write_text(_PROGRAM)
    (folder / "crontab").chmod(0o755)
    return folder
