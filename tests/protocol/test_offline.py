"""Nothing waits for a network: neither the command line nor the server opens a connection."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from lsp_support import open_editor, spec

# Fails, and says so on stderr, whatever asks for a name or for a connection.
GUARDED = """
import sys
def refuse(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname"):
        raise OSError(f"reached for the network: {event} {arguments}")
sys.addaudithook(refuse)
"""
CHECK = GUARDED + "from modwright.cli.main import main; sys.exit(main())"
SERVE = GUARDED + "from modwright.lsp.server import serve; sys.exit(serve('stdio'))"


def test_the_guard_guards() -> None:
    code = GUARDED + "import socket; socket.create_connection(('localhost', 9))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "reached for the network" in done.stderr


def test_a_check_needs_no_network(tmp_path: Path) -> None:
    file = tmp_path / "a.nimblock.json"
    file.write_text(spec("{plyer} 😋"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CHECK, "check", str(file)],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 1
    assert "nimblock/unknown-variable" in done.stdout
    assert done.stderr == ""


@pytest.mark.asyncio
async def test_the_server_needs_no_network() -> None:
    async with open_editor("neovim", command=[sys.executable, "-c", SERVE]) as editor:
        page = editor.open(spec("{plyer} 😋"))
        assert await page.codes() == ["nimblock/unknown-variable"]
        assert await page.hover('"log"') is not None
