"""mcp: what agents may ask, over the Model Context Protocol."""

import os

import typer

from dreamtui.cli.context import options


def register(app: typer.Typer) -> None:
    app.command("mcp")(mcp)


def mcp(context: typer.Context) -> None:
    """Serve agents over standard input and output: propose, search, recall; it can decide nothing.

    Needs the extra: install `dreamtui[mcp]`.
    """
    from dreamtui.serve.mcp_server import serve

    serve(options(context).workspace, os.environ)
