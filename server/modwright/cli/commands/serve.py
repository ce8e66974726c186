"""`modwright serve`: the language server. The one command that reaches into `lsp/`."""

from __future__ import annotations

import argparse

from modwright.cli import output
from modwright.cli.display import visible

_LAST_PORT = 65535


def configure(parser: argparse.ArgumentParser) -> None:
    transports = parser.add_mutually_exclusive_group()
    transports.add_argument(
        "--stdio", action="store_true", help="talk over standard input and output (the default)"
    )
    transports.add_argument(
        "--tcp",
        type=_port,
        metavar="PORT",
        help="wait for one client on this port; 0: any free one",
    )
    transports.add_argument(
        "--ws", type=_port, metavar="PORT", help="the same, for a client that speaks WebSocket"
    )


def run(arguments: argparse.Namespace) -> int:
    """The server's own exit code; 2 when the port cannot be had."""
    # Imported only here: the protocol's types alone take longer than a whole `check`.
    from modwright.lsp.server import serve

    try:
        if arguments.tcp is not None:
            return serve("tcp", arguments.tcp)
        if arguments.ws is not None:
            return serve("ws", arguments.ws)
        return serve("stdio")
    except OSError as problem:
        output.complain(visible(f"serve: {problem}"))
        return output.COULD_NOT_RUN


def _port(word: str) -> int:
    port = int(word) if word.isascii() and word.isdigit() else -1
    if not 0 <= port <= _LAST_PORT:
        raise argparse.ArgumentTypeError(f"no port: {word!r}")
    return port
