"""`python -m dreamtui` and the `dreamtui` command."""

from dreamtui.cli.run import main

if __name__ == "__main__":
    raise SystemExit(main())
