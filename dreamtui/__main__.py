"""`python -m dreamtui` and the `dreamtui` command."""

import sys


def main() -> int:
    """The command line; ctrl+c is answered in a line even while it is still being imported."""
    try:
        if sys.argv[1:3] == ["hook", "run"]:  # after every answer of an agent: without the parser
            from dreamtui.schedule.hooks.run import main as run_hook

            return run_hook(sys.argv[3:])
        from dreamtui.cli.run import main as run

        return run()
    except KeyboardInterrupt:
        print("dreamtui: interrupted; nothing is half done", file=sys.stderr)
        return 130


if __name__ == "__main__":
    raise SystemExit(main())
