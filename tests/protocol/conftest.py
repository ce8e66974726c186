"""Makes `lsp_support` importable, and shares an editor among the tests of a module."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

sys.path.insert(0, str(Path(__file__).parent))

from lsp_support import Editor, open_editor


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def vscode() -> AsyncIterator[Editor]:
    """VS Code: pulls diagnostics, UTF-16."""
    async with open_editor("vscode") as editor:
        yield editor


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def neovim() -> AsyncIterator[Editor]:
    """Neovim 0.11: is pushed diagnostics, since it cannot be told to pull again."""
    async with open_editor("neovim") as editor:
        yield editor


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def sender() -> AsyncIterator[Editor]:
    """A client that sends its settings, and cannot be asked for them."""
    capabilities = {"workspace": {"configuration": None}}
    async with open_editor("neovim", capabilities=capabilities) as editor:
        yield editor


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def japanese() -> AsyncIterator[Editor]:
    """A client in Japanese."""
    async with open_editor("neovim", locale="ja-JP") as editor:
        yield editor
