"""`python -m dreamtui` and the `dreamtui` command."""

import sys


def main() -> int:
    """The command line; ctrl+c is answered in a line even while it is still being imported."""
    try:
        from dreamtui.cli.run import main as run

        return run()
    except KeyboardInterrupt:
        print("dreamtui: interrupted; nothing is half done", file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
