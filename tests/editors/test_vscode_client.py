"""The VS Code client's own tests, lint and types: everything about it that needs no VS Code.

The run in the real one is `tests/editors/vscode/run`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

CLIENT = Path(__file__).resolve().parents[2] / "client-vscode"
# What the client's tools ask for (client-vscode/package.json).
OLDEST_NODE = 20


@pytest.fixture(scope="module")
def npm() -> str:
    """npm, with a Node that is new enough; the packages are installed where they are not."""
    found, reason = shutil.which("npm"), ""
    node = shutil.which("node")
    if found is None or node is None:
        reason = "no Node here"
    else:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
        version = re.match(r"v(\d+)", said.stdout)
        if version is None or int(version[1]) < OLDEST_NODE:
            reason = f"Node {said.stdout.strip()} is older than {OLDEST_NODE}"
        elif not (CLIENT / "node_modules").is_dir():
            reason = "the client's packages are not installed: npm install in client-vscode"
    if found is not None and not reason:
        return found
    if os.environ.get("MODWRIGHT_REQUIRE_EDITORS") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.mark.parametrize("script", ["test", "check", "lint"])
def test_the_client(npm: str, script: str) -> None:
    done = subprocess.run(
        [npm, "run", "--silent", script],
        cwd=CLIENT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
